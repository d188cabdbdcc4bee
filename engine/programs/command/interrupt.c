/* Ending long work early on request. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void ask(int number)
{
    (void)number;
    asked = 1;
}

void interrupt_begin(void)
{
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP}; /* the last: the terminal is closed */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, action = {.sa_handler = ask};
        action.sa_flags = (int)SA_RESETHAND; /* the second one ends the program */
        sigemptyset(&action.sa_mask);
        /* A signal that whoever started us ignores (nohup, a background job) stays ignored. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

bool interrupt_asked(void)
{
    return asked != 0;
}
