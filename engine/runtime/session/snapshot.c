#include "snapshot.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void copy_signals(const world_machine *machine, const double *signals, xch_snapshot *to)
{
    const int count = world_signal_count(machine);
    to->signal_count = least(count, XCH_SIGNALS);
    to->signals_left = count - to->signal_count;
    for (int i = 0; i < to->signal_count; i++) to->signals[i] = signals[i];
}

static void copy_poses(const world_machine *machine, xch_snapshot *to)
{
    const int bodies = world_body_count(machine);
    to->body_count = least(bodies, XCH_BODIES);
    to->bodies_left = bodies - to->body_count;
    for (int i = 0; i < to->body_count; i++) {
        hl_vec3 p;
        hl_quat q;
        world_body_pose(machine, i, &p, &q);
        to->bodies[i] = (xch_pose){{(float)p.x, (float)p.y, (float)p.z},
                                   {(float)q.w, (float)q.x, (float)q.y, (float)q.z}};
    }
}

void snapshot_of(const world_machine *machine, const double *signals, xch_snapshot *to)
{
    to->tick = world_machine_tick(machine);
    to->time = world_machine_time(machine);
    copy_signals(machine, signals, to);
    copy_poses(machine, to);
}
