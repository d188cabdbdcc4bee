/* Child processes, so many at once. */
#define _GNU_SOURCE /* sched_getaffinity and its sets */
#include "bat/children.h"

#include "rt/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double slice = 0.1, patience = 5.0; /* [s] */

int bat_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

double bat_clock(void)
{
    return 1e-9 * (double)rt_now();
}

/* ---- the child's side, between fork and exec ---- */

enum { CANNOT_START = 127 };

static void connect(const char *log)
{
    const int input = open("/dev/null", O_RDONLY), output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(output, STDERR_FILENO) < 0)
        _exit(CANNOT_START);
}

/* A group of its own keeps the terminal's Ctrl-C away: the program that started the children ends them. */
static void become(const char *const *words, const char *log, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(CANNOT_START); /* it ended meanwhile */
    connect(log);
    execv(words[0], (char *const *)words);
    _exit(CANNOT_START);
}

/* ---- ours ---- */

bool bat_start(bat_children *pool, int task, const char *const *words, const char *log)
{
    const pid_t parent = getpid();
    if (pool->running == BAT_MOST) return false;
    const pid_t process = fork();
    if (process < 0) return false;
    if (process == 0) become(words, log, parent);
    pool->list[pool->running++] = (bat_child){.process = process, .task = task, .began = bat_clock()};
    return true;
}

bool bat_take(bat_children *pool, bat_end *end)
{
    for (int i = 0; i < pool->running; i++) {
        int status;
        const bat_child one = pool->list[i];
        if (waitpid(one.process, &status, WNOHANG) != one.process) continue;
        *end = (bat_end){.task = one.task,
                         .status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                         .seconds = bat_clock() - one.began};
        pool->list[i] = pool->list[--pool->running];
        return true;
    }
    return false;
}

bool bat_wait(bat_children *pool, bat_end *end)
{
    static const struct timespec nap = {.tv_nsec = 5000000};
    const double until = bat_clock() + slice;
    while (!bat_take(pool, end)) {
        if (bat_clock() >= until) return false;
        nanosleep(&nap, NULL);
    }
    return true;
}

static void tell_all(const bat_children *pool, int number)
{
    for (int i = 0; i < pool->running; i++) kill(pool->list[i].process, number);
}

void bat_stop(bat_children *pool)
{
    bat_end end;
    const double until = bat_clock() + patience;
    tell_all(pool, SIGTERM);
    while (pool->running > 0 && bat_clock() < until) (void)bat_wait(pool, &end);
    tell_all(pool, SIGKILL);
    while (pool->running > 0) (void)bat_wait(pool, &end);
}
