#include "seat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "r");
    const bool good = file && fgets(line, size, file);
    if (file) (void)fclose(file);
    return good;
}

static void read_boot(char boot[TRAIN_BOOT])
{
    if (!read_line("/proc/sys/kernel/random/boot_id", boot, TRAIN_BOOT)) *boot = '\0';
    boot[strcspn(boot, "\n")] = '\0';
}

/* Field 22 of /proc/PID/stat (proc(5)). The second, the program's name in brackets, may hold anything: what
 * is behind its last bracket are fields from the third on. @return 0: there is no such process */
static int64_t start_of(int64_t pid)
{
    enum { LINE = 1024, FIRST = 3, START = 22 };
    char path[64], line[LINE];
    (void)snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    if (!read_line(path, line, LINE)) return 0;
    const char *at = strrchr(line, ')');
    for (int field = FIRST - 1; at && field < START; field++) {
        at = strchr(at, ' ');
        if (at) at++;
    }
    return at ? strtoll(at, NULL, 10) : 0;
}

void train_seat_self(train_seat *seat)
{
    seat->pid = getpid();
    seat->start = start_of(seat->pid);
    read_boot(seat->boot);
}

bool train_seat_is_alive(const train_seat *seat)
{
    char boot[TRAIN_BOOT];
    read_boot(boot);
    return strcmp(boot, seat->boot) == 0 && start_of(seat->pid) == seat->start && seat->start != 0;
}
