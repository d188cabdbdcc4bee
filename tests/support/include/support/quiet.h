/* Proof that code neither allocates, locks nor enters the kernel: it runs in a child process whose filter of
 * system calls permits nothing but its end. To be included by one file of a test program, which defines
 * _GNU_SOURCE and lets the linker wrap the locks: it counts that program's allocations and
 * stands in front of its locks. */
#ifndef SUPPORT_QUIET_H
#define SUPPORT_QUIET_H

#include "support/allocations.h"

/* Sanitizers bring their own allocator and enter the kernel as they like. */
#if COUNTS_ALLOCATIONS && defined(__x86_64__)
#define PROVES_QUIET 1
#else
#define PROVES_QUIET 0
#endif

#if PROVES_QUIET
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum quiet_verdict {
    QUIET_YES,
    QUIET_WRONG, /* the code itself said that something is wrong */
    QUIET_ALLOCATES,
    QUIET_LOCKS,
    QUIET_NO_FILTER,    /* the kernel permits no filter: nothing is proved */
    QUIET_ENTERS_KERNEL /* or broke otherwise */
} quiet_verdict;

/* ---- locks: the linker sends calls of our libraries here ---- */

static bool quiet_wanted;

static void quiet_lock(void)
{
    if (quiet_wanted) _exit(QUIET_LOCKS);
}

#define QUIET_WRAP(function)                                                                                 \
    int __real_##function(void *lock);                                                                       \
    int __wrap_##function(void *lock);                                                                       \
    int __wrap_##function(void *lock)                                                                        \
    {                                                                                                        \
        quiet_lock();                                                                                        \
        return __real_##function(lock);                                                                      \
    }

QUIET_WRAP(pthread_mutex_lock)
QUIET_WRAP(pthread_mutex_trylock)
QUIET_WRAP(pthread_rwlock_rdlock)
QUIET_WRAP(pthread_rwlock_wrlock)
QUIET_WRAP(pthread_cond_signal)
QUIET_WRAP(pthread_cond_broadcast)
QUIET_WRAP(sem_post)
QUIET_WRAP(sem_wait)

/* ---- the kernel ---- */

/* Every system call but exit_group ends the process with SIGSYS. False when the kernel does not permit that.
 */
static bool quiet_filter(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/** Run `code` in a child process in which it must be quiet.
 *  @param code  returns false when something else is wrong */
static quiet_verdict quiet_run(bool (*code)(void *context), void *context)
{
    const pid_t child = fork();
    if (child < 0) return QUIET_NO_FILTER;
    if (child == 0) {
        if (!quiet_filter()) _exit(QUIET_NO_FILTER);
        const long before = calls;
        quiet_wanted = true;
        const bool good = code(context);
        if (calls != before) _exit(QUIET_ALLOCATES);
        _exit(good ? QUIET_YES : QUIET_WRONG);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? (quiet_verdict)WEXITSTATUS(status) : QUIET_ENTERS_KERNEL;
}
#endif

#endif
