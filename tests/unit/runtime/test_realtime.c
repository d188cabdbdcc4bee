/* Threads get what is permitted, and what is said of it is true. */
#include "support/check.h"

#include "rt/loop.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

typedef struct seen {
    int policy, priority, cpus, cpu;
} seen;

/* What a thread finds about itself. */
static void look(void *context)
{
    seen *s = context;
    struct sched_param parameter;
    cpu_set_t set;
    pthread_getschedparam(pthread_self(), &s->policy, &parameter);
    s->priority = parameter.sched_priority;
    sched_getaffinity(0, sizeof set, &set);
    s->cpus = CPU_COUNT(&set);
    s->cpu = sched_getcpu();
}

static seen start_and_look(rt_thread *thread, int priority, int cpu)
{
    seen s = {0};
    const rt_thread_options options = {.name = "test", .priority = priority, .cpu = cpu};
    assert_true(rt_thread_start(thread, &options, look, &s));
    rt_thread_join(thread);
    return s;
}

static void ordinary_thread(void **state)
{
    (void)state;
    rt_thread thread;
    const seen s = start_and_look(&thread, 0, -1);
    assert_false(thread.fifo);
    assert_false(thread.pinned);
    assert_string_equal(thread.advice, "");
    assert_int_equal(s.policy, SCHED_OTHER);
}

/* Granted or not, the thread runs and the claim is true. */
static void priority_as_claimed(void **state)
{
    (void)state;
    rt_thread thread;
    const seen s = start_and_look(&thread, 7, -1);
    assert_int_equal(s.policy, thread.fifo ? SCHED_FIFO : SCHED_OTHER);
    assert_int_equal(s.priority, thread.fifo ? 7 : 0);
    assert_int_equal(strlen(thread.advice) == 0, thread.fifo);
    if (!thread.fifo) assert_non_null(strstr(thread.advice, "limits.d"));
}

/* What is told in advance is what a thread gets, and asking leaves no trace. */
static void permission_as_granted(void **state)
{
    (void)state;
    rt_thread thread;
    const bool permitted = rt_priority_is_permitted(7);
    assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
    start_and_look(&thread, 7, -1);
    assert_int_equal(permitted, thread.fifo);
}

static void processor_as_claimed(void **state)
{
    (void)state;
    rt_thread thread;
    const int here = sched_getcpu();
    const seen s = start_and_look(&thread, 0, here);
    assert_true(thread.pinned);
    assert_int_equal(s.cpus, 1);
    assert_int_equal(s.cpu, here);
}

static void processor_that_is_not_there(void **state)
{
    (void)state;
    const int absent[] = {CPU_SETSIZE - 1, CPU_SETSIZE};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        rt_thread thread;
        const seen s = start_and_look(&thread, 0, absent[i]);
        assert_false(thread.pinned);
        assert_non_null(strstr(thread.advice, "processor"));
        assert_true(s.cpus > 0);
    }
}

/* The stack is as large as promised. */
static void stack_size(void *context)
{
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, context);
    pthread_attr_destroy(&attributes);
}

static void stack_as_promised(void **state)
{
    (void)state;
    rt_thread thread;
    size_t size = 0;
    const rt_thread_options options = {.name = "test", .cpu = -1};
    assert_true(rt_thread_start(&thread, &options, stack_size, &size));
    rt_thread_join(&thread);
    assert_true(size >= RT_STACK);
}

static void process_as_claimed(void **state)
{
    (void)state;
    rt_process process;
    rt_process_begin(&process);
    assert_int_equal(strlen(process.advice) == 0, process.locked);
    rt_process_end(&process);
    assert_false(process.locked);
    assert_true(process.awake < 0);
}

/* Every latency is counted, and with a threshold of nothing every one is listed. */
static void probe_counts(void **state)
{
    (void)state;
    static rt_probe probe;
    const int64_t period = 1000000; /* [ns] */
    const rt_thread_options options = {.name = "probe", .cpu = -1};
    const rt_clock clock = rt_clock_monotonic();
    assert_true(rt_probe_start(&probe, period, 0, &options));
    clock.sleep_until(clock.context, clock.now(clock.context) + 20 * period);
    rt_probe_stop(&probe);
    assert_true(probe.wake.count > 0);
    assert_int_equal(probe.beyond, probe.wake.count);
    assert_int_equal(probe.listed, probe.wake.count);
    for (int i = 0; i < probe.listed; i++) {
        assert_int_equal(probe.list[i].planned % period, period / 8);
        assert_true(probe.list[i].late >= 0); /* never before its time */
        assert_true(i == 0 || probe.list[i].planned > probe.list[i - 1].planned);
    }
}

static void seconds_to_nanoseconds(void **state)
{
    (void)state;
    assert_int_equal(rt_nanoseconds(1e-3), 1000000);
    assert_int_equal(rt_nanoseconds(1.2e-3), 1200000);
    assert_int_equal(rt_nanoseconds(2.0), 2000000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordinary_thread),       cmocka_unit_test(priority_as_claimed),
        cmocka_unit_test(processor_as_claimed),  cmocka_unit_test(processor_that_is_not_there),
        cmocka_unit_test(stack_as_promised),     cmocka_unit_test(process_as_claimed),
        cmocka_unit_test(permission_as_granted), cmocka_unit_test(probe_counts),
        cmocka_unit_test(seconds_to_nanoseconds)};
    return cmocka_run_group_tests_name("realtime", tests, NULL, NULL);
}
