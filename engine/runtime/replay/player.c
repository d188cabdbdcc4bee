#include "rt/replay.h"

#include "rt/loop.h"
#include "session/session_output.h"

#include <stdatomic.h>

static const int64_t turn_length = 4000000;   /* [ns] from one turn of the thread to the next */
static const int64_t longest_turn = 30000000; /* [ns] of computing; later ticks stay late */
enum { TURNS_A_SNAPSHOT = 4 };                /* 60 snapshots a second */

struct rt_player {
    rt_replay *replay;
    int64_t tick, until, period; /* period: of a tick [ns] */
    int64_t since, from;         /* time of the clock at tick `from`; both advance equally from there */
    int reader_count;
    xch_latest *readers[RT_PLAYER_READERS];
    rt_listener listener; /* ring NULL: no listener */
    double *signals;
    hl_arena *arena;
    xch_snapshot snapshot;
    rt_replay_result result;
    atomic_bool paused, stop, ended;
    rt_thread thread;
    rt_thread_options options;
};

static void publish(rt_player *p)
{
    rt_replay_publish(p->replay, &p->snapshot);
    for (int i = 0; i < p->reader_count; i++) {
        snapshot_copy(&p->snapshot, xch_latest_begin(p->readers[i]));
        xch_latest_publish(p->readers[i]);
    }
}

static void tell_listener(rt_player *p)
{
    world_machine *machine = rt_replay_machine(p->replay);
    if (p->listener.ring == NULL) return;
    world_machine_evaluate_signals(machine, p->signals);
    rt_listener_push(&p->listener, machine, p->signals);
}

static void begin_here(rt_player *p)
{
    p->since = rt_now();
    p->from = p->tick;
}

/* Compute the due ticks, at most those of one turn. */
static void advance(rt_player *p)
{
    const int64_t began = rt_now();
    const int64_t due = p->from + (began - p->since) / p->period;
    bool late = false;
    while (p->result == RT_REPLAY_OK && p->tick < due && p->tick < p->until && !late) {
        p->result = rt_replay_step(p->replay);
        if (p->result != RT_REPLAY_OK) return;
        p->tick++;
        tell_listener(p);
        late = rt_now() > began + longest_turn;
    }
    if (late) begin_here(p);
}

static void play(void *context)
{
    rt_player *p = context;
    const rt_clock clock = rt_clock_monotonic();
    begin_here(p);
    for (unsigned turn = 1; p->result == RT_REPLAY_OK && p->tick < p->until && !atomic_load(&p->stop);
         turn++) {
        if (atomic_load(&p->paused))
            begin_here(p);
        else
            advance(p);
        if (turn % TURNS_A_SNAPSHOT == 0) publish(p);
        clock.sleep_until(clock.context, rt_now() + turn_length);
    }
    publish(p);
    atomic_store(&p->ended, true);
}

rt_player *rt_player_new(rt_replay *replay, int64_t from, int64_t until, hl_arena *arena)
{
    const world_machine *machine = rt_replay_machine(replay);
    rt_player *p = HL_NEW(arena, rt_player, 1);
    if (p == NULL) return NULL;
    p->replay = replay;
    p->tick = from;
    p->until = until;
    p->period = rt_nanoseconds(world_machine_step_size(machine));
    p->arena = arena;
    p->signals = HL_NEW(arena, double, world_signal_count(machine));
    p->options = (rt_thread_options){.name = "player", .cpu = -1};
    return p->signals != NULL ? p : NULL;
}

xch_latest *rt_player_add_reader(rt_player *player)
{
    if (player->reader_count == RT_PLAYER_READERS) return NULL;
    xch_latest *latest = xch_latest_new(player->arena, sizeof(xch_snapshot));
    if (latest == NULL) return NULL;
    player->readers[player->reader_count++] = latest;
    publish(player);
    return latest;
}

xch_ring *rt_player_add_listener(rt_player *player, const int *signals, int count)
{
    if (player->listener.ring != NULL) return NULL;
    const bool good =
        rt_listener_new(&player->listener, rt_replay_machine(player->replay), signals, count, player->arena);
    return good ? player->listener.ring : NULL;
}

bool rt_player_start(rt_player *player)
{
    return rt_thread_start(&player->thread, &player->options, play, player);
}

void rt_player_pause(rt_player *player, bool pause)
{
    atomic_store(&player->paused, pause);
}

void rt_player_stop(rt_player *player)
{
    atomic_store(&player->stop, true);
}

bool rt_player_is_ended(const rt_player *player)
{
    return atomic_load(&player->ended);
}

rt_replay_result rt_player_join(rt_player *player)
{
    rt_thread_join(&player->thread);
    return player->result;
}
