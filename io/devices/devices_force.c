/* Wheels that push, by the samples of the session. When these cease, in a pause or at the end, the wheel goes
 * limp. */
#include "devices_internal.h"

#include <string.h>

static const int64_t STALE = 200000000;  /* age of a sample that no longer counts [ns] */
static const int64_t FADING = 500000000; /* forces are let go for so long after the last sample [ns] */

/* The axis that steers: bound to that command, and the device has it; else the first. */
static const io_axis *steering_of(const slot *s)
{
    const io_device_bindings *bindings = s->bindings;
    for (int i = 0; i < bindings->axis_count; i++)
        if (strcmp(bindings->axes[i].author->command, "steering") == 0 &&
            (s->info.axes >> bindings->axes[i].code & 1) != 0)
            return &bindings->axes[i];
    return bindings->axis_count > 0 ? &bindings->axes[0] : NULL;
}

void devices_force_begin(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    s->pushes = s->info.force && io_force_begin(&s->force, s->fd, &s->bindings->author->force);
}

void devices_force_end(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    if (s->pushes) io_force_end(&s->force);
    s->pushes = false;
}

bool devices_force_needed(const io_devices *devices, int64_t now)
{
    if (devices->samples == NULL && now - devices->sampled > FADING) return false;
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].pushes) return true;
    return false;
}

static double sampled(const xch_sample *sample, int index)
{
    return index >= 0 && index < sample->count ? sample->values[index] : 0.0;
}

/* The newest sample; of those before it nobody knows any more. A ring's worth at most: physics may be
 * faster. */
static void read_samples(io_devices *devices, int64_t now)
{
    if (devices->samples == NULL) return;
    for (unsigned left = xch_ring_capacity(devices->samples); left > 0; left--) {
        if (!xch_ring_pop(devices->samples, &devices->newest)) return;
        devices->sampled = now;
    }
}

static io_force_state state_of(const io_devices *devices, int index, int64_t now)
{
    io_force_state state = {.stop = 1.0};
    const slot *s = &devices->slots[index];
    if (devices->samples == NULL || now - devices->sampled > STALE) return state;
    const io_axis *steering = steering_of(s);
    double shaped = 0.0;
    if (steering != NULL) {
        io_mapper_axis(devices->mapper, index, steering->code, &state.turn, &shaped);
        state.stop = steering->author->saturation;
    }
    const io_force_inputs *inputs = &devices->setup.force;
    if (devices->setup.full_torque != 0.0)
        state.torque = sampled(&devices->newest, inputs->torque) / devices->setup.full_torque;
    state.engine = sampled(&devices->newest, inputs->engine);
    state.speed = sampled(&devices->newest, inputs->speed);
    return state;
}

void devices_force_update(io_devices *devices, int64_t now)
{
    read_samples(devices, now);
    const double seconds = (double)(now - devices->forced) * 1e-9; /* s in ns */
    devices->forced = now;
    if (!devices_force_needed(devices, now)) return;
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        if (!s->pushes || io_mapper_held_back(devices->mapper, i)) continue;
        const io_force_state state = state_of(devices, i, now);
        const int error = io_force_update(&s->force, &state, seconds);
        if (error == 0) continue;
        s->pushes = false;
        devices_post_news(devices, "%s: it pushes no longer: %s", s->bindings->author->name, strerror(error));
    }
}
