/* Child processes, so many at once. */
#define _GNU_SOURCE /* sched_getaffinity and its sets */
#include "children.h"

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

int children_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

double children_clock(void)
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

/* A group of its own keeps the terminal's Ctrl-C away: whoever started the children ends them. */
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

bool children_start(children *pool, int task, const char *const *words, const char *log)
{
    const pid_t parent = getpid();
    if (pool->running == CHILDREN_MOST) return false;
    const pid_t process = fork();
    if (process < 0) return false;
    if (process == 0) become(words, log, parent);
    pool->list[pool->running++] = (child){.process = process, .task = task, .began = children_clock()};
    return true;
}

bool children_take(children *pool, child_end *end)
{
    for (int i = 0; i < pool->running; i++) {
        int status;
        const child one = pool->list[i];
        if (waitpid(one.process, &status, WNOHANG) != one.process) continue;
        *end = (child_end){.task = one.task,
                           .status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                           .seconds = children_clock() - one.began};
        pool->list[i] = pool->list[--pool->running];
        return true;
    }
    return false;
}

bool children_wait(children *pool, child_end *end)
{
    static const struct timespec nap = {.tv_nsec = 5000000};
    const double until = children_clock() + slice;
    while (!children_take(pool, end)) {
        if (children_clock() >= until) return false;
        nanosleep(&nap, NULL);
    }
    return true;
}

static void tell_all(const children *pool, int number)
{
    for (int i = 0; i < pool->running; i++) kill(pool->list[i].process, number);
}

void children_stop(children *pool)
{
    child_end end;
    const double until = children_clock() + patience;
    tell_all(pool, SIGTERM);
    while (pool->running > 0 && children_clock() < until) (void)children_wait(pool, &end);
    tell_all(pool, SIGKILL);
    while (pool->running > 0) (void)children_wait(pool, &end);
}
