/* Motion: one step of the washout, of all six axes with tilt and vibration.
 *
 *   io/motion   a cab that digs: forces and rates differ in every step */
#include "bench/bench.h"

#include "io/washout.h"

#include <math.h>

static const double STEP = 1e-3; /* [s] */

typedef struct subject {
    auth_rig rig;
    io_washout *washout;
    io_platform_pose pose;
    io_seat seat;
    long steps;
} subject;

/* A small hexapod: 0.25 m, 0.5 m/s, 0.6 g; 20 deg, 30 deg/s, 500 deg/s^2. */
static auth_rig hexapod(void)
{
    auth_rig rig = {.tilt = {.scale = 0.5,
                             .low_pass = 3.0,
                             .damping = 1.0,
                             .angle = 0.14,
                             .rate = 0.052,
                             .acceleration = 0.052},
                    .vibration = 0.5,
                    .engage = 1.0};
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        rig.channels[i] = i < AUTH_RIG_ROLL ? (auth_rig_channel){.present = true,
                                                                 .scale = 0.5,
                                                                 .high_pass = 2.5,
                                                                 .damping = 1.0,
                                                                 .back = 0.2,
                                                                 .position = 0.25,
                                                                 .speed = 0.5,
                                                                 .acceleration = 5.9}
                                            : (auth_rig_channel){.present = true,
                                                                 .scale = 0.5,
                                                                 .high_pass = 0.7,
                                                                 .position = 0.35,
                                                                 .speed = 0.52,
                                                                 .acceleration = 8.7};
    return rig;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    subject *s = HL_NEW(arena, subject, 1);
    if (s == NULL) return NULL;
    s->rig = hexapod();
    s->washout = io_washout_new(&s->rig, STEP, arena);
    if (s->washout == NULL) return NULL;
    io_washout_engage(s->washout);
    return s;
}

/* Slow pushes, an engine's shaking, and jolts. */
static void dig(void *of)
{
    subject *s = of;
    const double t = STEP * (double)s->steps++, jolt = s->steps % 1000 < 50 ? 15.0 : 0.0;
    s->seat = (io_seat){.force = {2.0 * sin(0.9 * t) - jolt, sin(1.3 * t), 9.81 + 1.5 * sin(60.0 * t) + jolt},
                        .rate = {0.2 * sin(2.0 * t), 0.3 * sin(1.7 * t), 0.2 * cos(t)}};
}

static bool step(void *of)
{
    subject *s = of;
    io_washout_step(s->washout, &s->seat, &s->pose);
    return isfinite(s->pose.position[AUTH_RIG_HEAVE]);
}

void bench_group_motion(bench_list *list)
{
    bench_register(
        list, &(bench_case){.name = "io/motion", .setup = setup, .prepare = dig, .step = step, .bar = "5"});
}
