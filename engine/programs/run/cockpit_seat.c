/* The motion platform of a run. */
#include "cockpit_parts.h"

#include "command/complaints.h"
#include "program.h"

#include "auth/rig.h"
#include "io/motion.h"

#include <stdio.h>

enum { SEAT_SIGNALS = 6 };

struct cockpit_seat {
    const auth_rig *rig;
    io_motion *motion; /* NULL: not open */
    int signals[SEAT_SIGNALS];
};

static bool find_signals(cockpit_seat *seat, const world_machine *machine)
{
    static const char *const names[SEAT_SIGNALS] = {"seat.force_x", "seat.force_y", "seat.force_z",
                                                    "seat.rate_x",  "seat.rate_y",  "seat.rate_z"};
    for (int i = 0; i < SEAT_SIGNALS; i++) seat->signals[i] = world_signal_find(machine, names[i]);
    if (seat->signals[0] >= 0) return true;
    fprintf(stderr, "headland %s: --motion: the machine '%s' has no 'seat'\n", options_command(),
            world_machine_name(machine));
    return false;
}

static const auth_rig *read_rig(const char *path, hl_arena *arena, int *status)
{
    static hl_report report; /* too large for the stack */
    auth_rig *rig;
    const hl_status result = auth_rig_read(path, arena, &rig, &report);
    if (result == HL_OK) return rig;
    *status = complaints_refuse(path, result, &report);
    return NULL;
}

cockpit_seat *cockpit_seat_read(const cockpit_setup *setup, hl_arena *arena, int *status)
{
    cockpit_seat *seat = HL_NEW(arena, cockpit_seat, 1);
    *status = PROGRAM_USAGE;
    if (seat == NULL || !find_signals(seat, setup->machine)) return NULL;
    seat->rig = read_rig(setup->request->motion, arena, status);
    return seat->rig != NULL ? seat : NULL;
}

bool cockpit_seat_open(cockpit_seat *seat, const cockpit_setup *setup, hl_arena *arena)
{
    char error[300];
    const io_motion_setup motion = {
        .rig = seat->rig, .first = 0, .step = world_machine_step_size(setup->machine)};
    seat->motion = io_motion_open(&motion, arena, error, sizeof error);
    if (seat->motion != NULL) return true;
    fprintf(stderr, "headland %s: %s: %s\n", options_command(), setup->request->motion, error);
    return false;
}

bool cockpit_seat_join(cockpit_seat *seat, rt_session *session)
{
    xch_ring *samples = rt_session_add_listener(session, seat->signals, SEAT_SIGNALS);
    if (samples != NULL) io_motion_join(seat->motion, samples);
    return samples != NULL;
}

void cockpit_seat_leave(cockpit_seat *seat)
{
    io_motion_leave(seat->motion);
}

io_motion_counts cockpit_seat_counts(const cockpit_seat *seat)
{
    return io_motion_count(seat->motion);
}

bool cockpit_seat_news(cockpit_seat *seat, char *text, size_t size)
{
    return io_motion_news(seat->motion, text, size);
}

void cockpit_seat_close(cockpit_seat *seat)
{
    if (seat->motion == NULL) return;
    fprintf(stderr, "headland %s: the platform parks\n",
            options_command()); /* seconds: people are to wait for it */
    io_motion_close(seat->motion);
}
