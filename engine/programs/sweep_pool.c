/* Child processes, so many at once. */
#define _GNU_SOURCE /* sched_getaffinity and its sets */
#include "sweep_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double slice = 0.1, patience = 5.0; /* [s] */

int sweep_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

double sweep_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
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

/* A group of its own keeps the terminal's Ctrl-C away: the sweep ends its children itself. */
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

bool sweep_pool_start(sweep_pool *pool, int task, const char *const *words, const char *log)
{
    const pid_t parent = getpid();
    if (pool->running == SWEEP_PARALLEL) return false;
    const pid_t process = fork();
    if (process < 0) return false;
    if (process == 0) become(words, log, parent);
    pool->children[pool->running++] = (sweep_child){.process = process, .task = task, .began = sweep_clock()};
    return true;
}

bool sweep_pool_take(sweep_pool *pool, sweep_end *end)
{
    for (int i = 0; i < pool->running; i++) {
        int status;
        const sweep_child child = pool->children[i];
        if (waitpid(child.process, &status, WNOHANG) != child.process) continue;
        *end = (sweep_end){.task = child.task,
                           .status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                           .seconds = sweep_clock() - child.began};
        pool->children[i] = pool->children[--pool->running];
        return true;
    }
    return false;
}

bool sweep_pool_wait(sweep_pool *pool, sweep_end *end)
{
    static const struct timespec nap = {.tv_nsec = 5000000};
    const double until = sweep_clock() + slice;
    while (!sweep_pool_take(pool, end)) {
        if (sweep_clock() >= until) return false;
        nanosleep(&nap, NULL);
    }
    return true;
}

static void tell_all(const sweep_pool *pool, int number)
{
    for (int i = 0; i < pool->running; i++) kill(pool->children[i].process, number);
}

void sweep_pool_stop(sweep_pool *pool)
{
    sweep_end end;
    const double until = sweep_clock() + patience;
    tell_all(pool, SIGTERM);
    while (pool->running > 0 && sweep_clock() < until) (void)sweep_pool_wait(pool, &end);
    tell_all(pool, SIGKILL);
    while (pool->running > 0) (void)sweep_pool_wait(pool, &end);
}
