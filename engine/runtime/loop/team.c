/* A team of physics threads: claims of blocks, the owner's waits, the helpers' sleep. */
#include "rt/team.h"

#include "hl/arena.h"
#include "hl/status.h"

#include <sched.h>
#include <stdalign.h>
#include <stdio.h>
#include <unistd.h>

enum {
    LINE = 64,            /* bytes that processors exchange at a time */
    CLAIM_BITS = 32,      /* of a share's word: next block below, end above */
    SPINS_PER_CLOCK = 64, /* a reading of the clock costs 25 ns, a spin some */
    MOST_IDLE = 5         /* log2 of the part to which the spinning of an idle helper shrinks */
};

static const int64_t max_speed_spin = 200000;  /* [ns] that a helper spins after its last block */
static const int64_t max_speed_sleep = 100000; /* [ns] first sleep afterwards; doubled up to the longest */
static const int64_t longest_sleep = 5000000;  /* [ns] */

/* Blocks that one thread computes first. */
typedef struct share {
    alignas(LINE) _Atomic uint64_t word; /* next block, and behind the last one */
} share;

typedef struct helper {
    rt_team *team;
    int number; /* of its share; the owner has 0 */
    rt_thread thread;
} helper;

struct rt_team {
    rt_team_options options;
    hl_team blocks;
    int threads; /* that were started, and the owner */
    char advice[RT_ADVICE_LENGTH];
    rt_team_counts counts;
    /* The section, written by the owner while no block is claimed. A claim publishes it to the claimant. */
    hl_block *block;
    void *context;
    share shares[RT_TEAM_THREADS];
    alignas(LINE) atomic_int helped;      /* blocks of the section that helpers have ended */
    alignas(LINE) atomic_int waiting;     /* helpers that wait for work or do it; relaxed: guards no data */
    alignas(LINE) _Atomic uint32_t rests; /* ticks whose sections are over; relaxed: guards no data */
    atomic_bool stop;                     /* relaxed, too */
    helper helpers[RT_TEAM_THREADS - 1];
};

/* ---- blocks ---- */

static uint64_t share_word(int next, int end)
{
    return (uint64_t)end << CLAIM_BITS | (uint64_t)next;
}

static bool has_block(uint64_t word)
{
    return (uint32_t)word < word >> CLAIM_BITS;
}

/* Claim a block of a share. It belongs to the section that published it, even if another one has begun since
 * the share was looked at. A failed claim leaves a number beyond the end, at most one from each thread.
 * @return index of the block; -1: all blocks of the share are claimed */
static int claim(share *s)
{
    if (!has_block(atomic_load_explicit(&s->word, memory_order_relaxed))) return -1;
    const uint64_t word = atomic_fetch_add_explicit(&s->word, 1, memory_order_acquire);
    return has_block(word) ? (int)(uint32_t)word : -1;
}

static inline void pause_processor(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

/* Compute the blocks of a share that are left. @return their number */
static int compute(const rt_team *team, share *s)
{
    int count = 0;
    for (int index = claim(s); index >= 0; index = claim(s), count++) team->block(team->context, index);
    return count;
}

/* By the owner, after its own share: compute the blocks of a helper that has not begun, or claims none any
 * more. A helper that makes progress keeps its blocks, because their data are in its cache.
 * @param first  the share's word at the beginning of the section
 * @return number of computed blocks */
static int take_over(const rt_team *team, share *s, uint64_t first)
{
    int64_t since = 0;
    uint64_t seen = first;
    for (;;) {
        const uint64_t word = atomic_load_explicit(&s->word, memory_order_relaxed);
        if (!has_block(word)) return 0;
        if (word == first) return compute(team, s);
        if (word != seen) {
            seen = word;
            since = rt_now();
        } else if (rt_now() - since > RT_TEAM_PROGRESS) {
            return compute(team, s);
        }
        pause_processor();
    }
}

/* Wait for blocks that helpers have begun. */
static void wait_for(rt_team *team, int missing)
{
    if (atomic_load_explicit(&team->helped, memory_order_acquire) == missing) return;
    const int64_t since = rt_now();
    int64_t waited = 0;
    bool yields = false;
    for (int spin = 1; atomic_load_explicit(&team->helped, memory_order_acquire) != missing; spin++) {
        pause_processor();
        if (spin % SPINS_PER_CLOCK == 0) waited = rt_now() - since;
        if (waited <= RT_TEAM_PATIENCE) continue;
        yields = true;
        sched_yield();
        waited = rt_now() - since;
    }
    waited = rt_now() - since;
    team->counts.yields += yields;
    if (waited > team->counts.longest_wait) team->counts.longest_wait = waited;
}

static uint64_t share_of(const rt_team *team, int number, int count)
{
    const int64_t all = count;
    return share_word((int)(all * number / team->threads), (int)(all * (number + 1) / team->threads));
}

static void run_section(void *owner, int count, hl_block *block, void *context)
{
    rt_team *team = owner;
    team->block = block;
    team->context = context;
    atomic_store_explicit(&team->helped, 0, memory_order_relaxed);
    for (int k = team->threads - 1; k >= 0; k--)
        atomic_store_explicit(&team->shares[k].word, share_of(team, k, count), memory_order_release);
    int computed = compute(team, &team->shares[0]);
    for (int k = 1; k < team->threads; k++)
        computed += take_over(team, &team->shares[k], share_of(team, k, count));
    wait_for(team, count - computed);
    team->counts.sections++;
    team->counts.blocks += count;
    team->counts.helped += count - computed;
}

static bool is_ready(void *owner)
{
    const rt_team *team = owner;
    return team->threads == 1 || atomic_load_explicit(&team->waiting, memory_order_relaxed) > 0;
}

/* ---- helpers ---- */

static bool stops(const rt_team *team)
{
    return atomic_load_explicit(&team->stop, memory_order_relaxed);
}

static uint32_t rests_of(const rt_team *team)
{
    return atomic_load_explicit(&team->rests, memory_order_relaxed);
}

/* Help until the owner rests, or until there was no block for some time.
 * @param most  that time [ns]
 * @return whether there was a block, or the owner rested */
static bool help_until(const helper *h, int64_t most)
{
    rt_team *team = h->team;
    share *own = &team->shares[h->number];
    const uint32_t rests = rests_of(team);
    bool worked = false;
    int64_t last = rt_now();
    for (unsigned spin = 1; !stops(team) && rests_of(team) == rests; spin++) {
        const int count = compute(team, own);
        if (count > 0) {
            atomic_fetch_add_explicit(&team->helped, count, memory_order_release);
            worked = true;
            last = rt_now();
        }
        pause_processor();
        if (spin % SPINS_PER_CLOCK == 0 && rt_now() - last > most) return worked;
    }
    return true;
}

static bool help(const helper *h, int64_t most)
{
    atomic_fetch_add_explicit(&h->team->waiting, 1, memory_order_relaxed);
    const bool worked = help_until(h, most);
    atomic_fetch_sub_explicit(&h->team->waiting, 1, memory_order_relaxed);
    return worked;
}

/* In real time: sleep until the next tick. */
static void help_ticks(const helper *h)
{
    rt_team *team = h->team;
    const rt_clock clock = rt_clock_monotonic();
    const int64_t period = team->options.period;
    int idle = 0; /* wake-ups without a tick since the one before */
    while (!stops(team)) {
        const uint32_t rests = rests_of(team);
        (void)help(h, period >> (1 + idle));
        clock.sleep_until(clock.context, (rt_now() / period + 1) * period);
        idle = rests_of(team) != rests ? 0 : idle < MOST_IDLE ? idle + 1 : idle;
    }
}

/* At maximum speed: ticks follow each other; sleep, at first shortly, when none come. */
static void help_always(const helper *h)
{
    const rt_clock clock = rt_clock_monotonic();
    int64_t sleep = max_speed_sleep;
    while (!stops(h->team)) {
        if (help(h, max_speed_spin)) {
            sleep = max_speed_sleep;
            continue;
        }
        clock.sleep_until(clock.context, rt_now() + sleep);
        sleep = 2 * sleep < longest_sleep ? 2 * sleep : longest_sleep;
    }
}

static void run_helper(void *context)
{
    const helper *h = context;
    if (h->team->options.period > 0)
        help_ticks(h);
    else
        help_always(h);
}

/* ---- beginning and end ---- */

rt_team *rt_team_new(const rt_team_options *options, hl_arena *arena)
{
    HL_ASSERT(options->threads >= 1 && options->threads <= RT_TEAM_THREADS);
    rt_team *team = HL_NEW(arena, rt_team, 1); /* aligned to a line */
    if (team == NULL) return NULL;
    team->options = *options;
    team->blocks = (hl_team){.owner = team, .run = run_section, .is_ready = is_ready};
    team->threads = 1;
    return team;
}

/* In real time each thread needs a processor of its own: a spinning helper of the same priority would keep
 * the owner off. */
static int threads_for(rt_team *team)
{
    const int wanted = team->options.threads;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (team->options.priority == 0 || processors <= 0 || wanted <= processors) return wanted;
    snprintf(team->advice, sizeof team->advice, "%ld physics threads instead of %d: one a processor",
             processors, wanted);
    return (int)processors;
}

static bool start_helper(rt_team *team, helper *h, int number)
{
    const long processors = sysconf(_SC_NPROCESSORS_CONF);
    const int cpu = team->options.cpu;
    const rt_thread_options options = {
        .name = "physics-team",
        .priority = team->options.priority,
        .cpu = cpu < 0 || processors <= 0 ? -1 : (int)((cpu + number) % processors)};
    h->team = team;
    h->number = number;
    if (!rt_thread_start(&h->thread, &options, run_helper, h)) return false;
    if (*h->thread.advice) snprintf(team->advice, sizeof team->advice, "%s", h->thread.advice);
    return true;
}

int rt_team_start(rt_team *team)
{
    const int wanted = threads_for(team);
    int started = 1;
    while (started < wanted && start_helper(team, &team->helpers[started - 1], started)) started++;
    if (started < wanted)
        snprintf(team->advice, sizeof team->advice,
                 "%d physics threads instead of %d: no more can be started", started, wanted);
    team->threads = started;
    team->counts.threads = started;
    return started;
}

void rt_team_stop(rt_team *team)
{
    atomic_store_explicit(&team->stop, true, memory_order_relaxed);
    for (int k = 0; k + 1 < team->threads; k++) rt_thread_join(&team->helpers[k].thread);
    team->threads = 1;
}

const hl_team *rt_team_blocks(const rt_team *team)
{
    return &team->blocks;
}

void rt_team_rest(rt_team *team)
{
    if (team != NULL) atomic_fetch_add_explicit(&team->rests, 1, memory_order_relaxed);
}

rt_team_counts rt_team_counted(const rt_team *team)
{
    return team->counts;
}

const char *rt_team_advice(const rt_team *team)
{
    return team->advice;
}
