/* Times: the cylinders over their strokes, swing, and what pressures and torques come out when something
 * holds them. Measured as service manuals do, full throttle and lever; the arm passes through the ground so
 * that whole strokes can be driven. */
#include "excavator.h"
#include "excavator_arm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TURN = 6.283185307179586; /* [rad] */
static const double REVVING = 2.0;            /* [s] until the engine runs at full speed */

/* ---- cylinders ---- */

/* Highest pressures of all the runs: of the pumps, of any chamber. */
typedef struct peaks {
    double pump, chamber;
} peaks;

static void watch(driven *e, peaks *p)
{
    static const char *const chambers[] = {"boom", "dipper", "bucket"};
    char name[64];
    driven_look(e);
    p->pump = fmax(p->pump, fmax(driven_signal(e, "pump.1.pressure"), driven_signal(e, "pump.2.pressure")));
    for (size_t i = 0; i < sizeof chambers / sizeof *chambers; i++)
        for (const char *side = "ab"; *side; side++) {
            snprintf(name, sizeof name, "cylinder.%s.pressure_%c", chambers[i], *side);
            p->chamber = fmax(p->chamber, driven_signal(e, name));
        }
}

/* From lever to within a hundredth of the stroke's other end; then the lever is held for a second more. */
static bool stroke(driven *e, const char *joint, double lever, peaks *p, valid_curve *curve, double *seconds)
{
    static const double LONGEST = 12.0, NEAR = 0.01, HELD = 1.0;
    const auth_cylinder *c = driven_cylinder(e->author, joint);
    const double h = world_machine_step_size(e->machine);
    char length[64];
    snprintf(length, sizeof length, "cylinder.%s.length", joint);
    const bool out = driven_now(e, length) < c->def.cylinder.length_0 + 0.5 * c->def.cylinder.stroke;
    driven_set(e, joint, lever);
    *seconds = (double)NAN;
    double until = LONGEST;
    for (double time = 0.0; time < until; time += h) {
        if (!driven_step(e)) return false;
        watch(e, p);
        const double share = (driven_signal(e, length) - c->def.cylinder.length_0) / c->def.cylinder.stroke;
        if (curve) valid_curve_add(curve, time, share);
        if (!isnan(*seconds) || (out ? share < 1.0 - NEAR : share > NEAR)) continue;
        *seconds = time + h;
        until = time + HELD;
    }
    driven_set(e, joint, 0.0);
    return driven_drive(e, 0.5);
}

typedef struct timing {
    const char *what, *joint, *source;
    double lever, published, tolerance;
    const char *reason;
} timing;

static const char manual[] = "service manual of a 30 t machine (R300LC-9S)",
                  flow[] = "stroke volume over 214.5 l/min";

static bool both_ways(valid_run *v, const arm_pose *from, const timing *first, const timing *second, peaks *p,
                      valid_plot *plot)
{
    driven e;
    if (!excavator_build(v, &(driven_start){.change = arm_pose_without_ground, .with = from}, &e))
        return false;
    driven_set(&e, "throttle", 1.0);
    if (!driven_drive(&e, REVVING)) return false;
    const timing *const ways[] = {first, second};
    for (int i = 0; i < 2; i++) {
        double seconds;
        if (!stroke(&e, ways[i]->joint, ways[i]->lever, p, valid_plot_curve(plot, ways[i]->what, false),
                    &seconds))
            return false;
        valid_published(v, ways[i]->what, "s", ways[i]->source, ways[i]->published, seconds,
                        ways[i]->tolerance, ways[i]->reason);
    }
    return true;
}

static void cylinders(valid_run *v)
{
    static const char class[] = "the manual's own", spool[] = "spool's opening and the pump's leakage, 0.4 s";
    static const timing raise = {"boom raised", "boom", manual, 1.0, 4.0, 0.4, class},
                        lower = {"boom lowered", "boom", manual, -1.0, 2.5, 0.4, class},
                        in = {"dipper in", "dipper", manual, -1.0, 3.3, 0.4, class},
                        out = {"dipper out", "dipper", manual, 1.0, 3.2, 0.3, class},
                        curl = {"bucket curled, by one pump", "bucket", flow, 1.0, 3.5, 0.4, spool},
                        dump = {"bucket dumped", "bucket", manual, -1.0, 2.4, 0.3, class};
    peaks p = {0};
    valid_plot *plot =
        valid_plot_new(v, "strokes", "cylinders, levers held", "time [s]", "share of the stroke");
    if (!both_ways(v, &(arm_pose){-46.5, -100, -100}, &raise, &lower, &p, plot) ||
        !both_ways(v, &(arm_pose){35, -28.5, -60}, &in, &out, &p, plot) ||
        !both_ways(v, &(arm_pose){50, -70, 32}, &curl, &dump, &p, plot))
        return;
    valid_not_above(v, "highest pressure of the pumps in these runs", "MPa",
                    "class: relief 35.0, never 10 % above", 38.5, 0.0, 1e-6 * p.pump, "class");
    valid_not_above(v, "highest pressure of a cylinder's chamber in these runs", "MPa",
                    "Caterpillar 320: port reliefs at 38.0; 5 % above", 39.9, 0.0, 1e-6 * p.chamber, "class");
}

/* ---- stall ---- */

static void stall(valid_run *v)
{
    driven e;
    if (!excavator_build(
            v, &(driven_start){.change = arm_pose_without_ground, .with = &(arm_pose){62, -60, -60}}, &e))
        return;
    driven_set(&e, "throttle", 1.0);
    if (!driven_drive(&e, REVVING)) return;
    driven_set(&e, "boom", 1.0);
    if (!driven_drive(&e, 3.0)) return;
    valid_published(v, "pressure of a pump, boom at its end and lever held", "MPa", "Caterpillar 320", 35.0,
                    1e-6 * driven_now(&e, "pump.1.pressure"), 0.5, "class: setting of valves to 1.5 %");
    valid_published(v, "engine, both pumps at their relief pressure", "rpm",
                    "governor: top speed 1900, droop 5 %", 1850.0,
                    driven_signal(&e, "engine.speed") * 60.0 / TURN, 50.0,
                    "between no load, 1900, and full load, 1805");
}

/* ---- swing ---- */

static bool swing_ready(valid_run *v, driven *e, const driven_start *start)
{
    if (!excavator_build(v, start, e)) return false;
    driven_set(e, "throttle", 1.0);
    return driven_drive(e, REVVING);
}

/* Moment of inertia of all that turns with the upper structure, about the swing axis. */
static double swing_inertia(const driven *e)
{
    const auth_mechanism *m = e->author->mechanism;
    double inertia = 0.0;
    for (int i = 0; i < m->body_count; i++) {
        int at = i; /* does it stand on the upper? */
        while (at >= 0 && strcmp(m->bodies[at].name, "upper") != 0) at = m->joints[at].parent;
        if (at < 0) continue;
        const hl_vec3 c = driven_point(e, i, m->bodies[i].centre);
        const hl_mat3 r = mb_pose_of(e->mechanism->model, e->mechanism->work, i).rotation;
        const hl_vec3 up = hl_mul_transposed(&r, hl_v3(0, 0, 1));
        const double *j = m->bodies[i].inertia;
        inertia += m->bodies[i].mass * (c.x * c.x + c.y * c.y) + j[0] * up.x * up.x + j[1] * up.y * up.y +
                   j[2] * up.z * up.z + 2.0 * (j[3] * up.x * up.y + j[4] * up.x * up.z + j[5] * up.y * up.z);
    }
    return inertia;
}

static void turning(valid_run *v)
{
    static const double RPM = 0.10471975511965977, TORQUE = 74e3; /* Caterpillar 320 */
    driven e;
    double quarter, first, three;
    if (!swing_ready(v, &e, &(driven_start){0})) return;
    driven_look(&e);
    const double inertia = swing_inertia(&e), speed = 11.3 * RPM, run_up = speed * inertia / TORQUE;
    /* in the run-up half of what it would turn at full speed */
    const double exact = (0.25 * TURN - 0.5 * speed * run_up) / speed + run_up;
    driven_set(&e, "swing", 1.0);
    if (!driven_until(&e, "swing.angle", 0.25 * TURN, 10.0, &quarter) ||
        !driven_until(&e, "swing.angle", TURN, 20.0, &first) ||
        !driven_until(&e, "swing.angle", 4.0 * TURN, 40.0, &three))
        return;
    valid_published(v, "swing: three revolutions after the first", "s",
                    "11.3 rpm, Caterpillar 320; service manual of a 30 t machine 16.8", 15.9, three, 0.9,
                    "the distance of the two");
    char text[120];
    snprintf(text, sizeof text, "swing: 90 deg from rest, %.0f 000 kg m2", 1e-3 * inertia);
    valid_published(v, text, "s", "74 kN m up to 11.3 rpm, Caterpillar 320", exact, quarter, 0.5,
                    "spool's opening 0.3 s, pressure's rise 0.2 s");
}

/* A brake on the swing bearing that lets it turn slowly, so that the motor's friction counts: at rest the
 * model's motors have none. */
static void brake(auth_machine *author, const void *with)
{
    auth_joint_spring *const *brake = with;
    author->mechanism->joint_springs = *brake;
    author->mechanism->joint_spring_count = 1;
    for (int i = 0; i < author->mechanism->joint_count; i++)
        if (strcmp(author->mechanism->joints[i].name, "swing") == 0) (*brake)->on.joint = i;
}

static void torque(valid_run *v)
{
    static const double DAMPING = 400e3; /* [N m s/rad]: 74 kN m at 1.8 rpm */
    driven e;
    auth_joint_spring *spring = HL_NEW(valid_arena(v), auth_joint_spring, 1);
    if (!spring) return;
    *spring =
        (auth_joint_spring){.name = "brake", .on = {.angular = true}, .parameters = {.damping = DAMPING}};
    if (!swing_ready(v, &e, &(driven_start){.change = brake, .with = &spring})) return;
    driven_set(&e, "swing", 1.0);
    if (!driven_drive(&e, 4.0)) return;
    valid_published(v, "swing: torque against a brake, at 1.8 rpm", "kN m", "Caterpillar 320", 74.0,
                    1e-3 * DAMPING * driven_now(&e, "swing.speed"), 2.2, "3 %: the relief valve's range");
}

void excavator_times(valid_run *v)
{
    cylinders(v);
    stall(v);
    turning(v);
    torque(v);
}
