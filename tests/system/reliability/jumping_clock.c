/* Preloaded into a program: its clock of the day jumps by days and by fractions of a second, forward and
 * back, three times a second; nobody else's does. The steady clock stays as it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

typedef int clock_reader(clockid_t clock, struct timespec *time);

static int read_clock(clockid_t clock, struct timespec *time)
{
    static clock_reader *reader;
    if (!reader) {
        void *symbol = dlsym(RTLD_NEXT, "clock_gettime");
        memcpy(&reader, &symbol, sizeof reader); /* as POSIX has it: the two are of one size */
    }
    return reader(clock, time);
}

/* Seconds and nanoseconds that are added now: an even share of each third of a second. */
static struct timespec offset(void)
{
    static const struct timespec jumps[] = {{0, 0},         {86400, 0}, {-2 * 86400, 0},
                                            {0, 500000000}, {-1, 0},    {3600, 0}};
    enum { JUMPS = sizeof jumps / sizeof *jumps };
    struct timespec steady;
    read_clock(CLOCK_MONOTONIC, &steady);
    const long thirds = 3 * (steady.tv_sec % (1 << 20)) + steady.tv_nsec / 333333334;
    return jumps[thirds % JUMPS];
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    const int status = read_clock(clock, time);
    if (status != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return status;
    const struct timespec jump = offset();
    time->tv_sec += jump.tv_sec;
    time->tv_nsec += jump.tv_nsec;
    if (time->tv_nsec < 1000000000) return 0;
    time->tv_nsec -= 1000000000;
    time->tv_sec++;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
