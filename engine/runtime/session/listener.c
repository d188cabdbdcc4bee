#include "listener.h"

bool rt_listener_new(rt_listener *listener, const world_machine *machine, const int *signals, int count,
                     hl_arena *arena)
{
    if (count > XCH_SAMPLED) return false;
    listener->ring = xch_ring_new(arena, sizeof(xch_sample), XCH_SAMPLES);
    if (listener->ring == NULL) return false;
    listener->count = count;
    for (int i = 0; i < count; i++) {
        listener->signals[i] = signals[i];
        listener->si[i] = world_signal_info(machine, signals[i]).si;
    }
    return true;
}

void rt_listener_tell(const rt_listener *listener, const world_machine *machine, const double *signals)
{
    xch_sample sample = {
        .tick = world_machine_tick(machine), .time = world_machine_time(machine), .count = listener->count};
    for (int i = 0; i < listener->count; i++)
        sample.values[i] = signals[listener->signals[i]] * listener->si[i];
    (void)xch_ring_push(listener->ring, &sample);
}
