/* Contact laws (contact/pair.h): restitution, what the step gains, the mass on a spring of paper 004 section
 * 5.1; case_contact_motion.c has balls and boxes. */
#include "contact_rig.h"

#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846, GRAVITY = 9.81;

/* ---- restitution ---- */

enum { PHASES = 20 };

/* A ball without gravity against a wall: duration of the elastic contact, 2.94 d_max/v with m v^2/2 = 0.4 K
 * d_max^2.5, in steps; `phase`: where within a step it meets the wall.
 * @return speed at the end over that at the begin; NaN after a failing row */
static double rebound(valid_run *v, double restitution, double steps, double phase)
{
    const double speed = 1.0, K = 2e7;
    const double deepest = pow(1.25 * RIG_BALL_MASS * speed * speed / K, 0.4);
    const double h = 2.94 * deepest / speed / steps;
    rig_def def = rig_ball(h, 0.3, hl_v3(0, 0, 0), 0.0);
    def.surface.dissipation = contact_dissipation(restitution);
    def.place.z = RIG_RADIUS + speed * h * (2.0 + phase);
    def.velocity.z = -speed;
    contact_rig s;
    if (!rig_open(v, &s, &def)) return (double)NAN;
    for (int i = 0; i < 20 * (int)steps + 20; i++) {
        if (!rig_step(v, &s)) return (double)NAN;
        if (rig_velocity(&s).z > 0.0 && rig_place(&s).z > RIG_RADIUS) return rig_velocity(&s).z / speed;
    }
    valid_failed(v, "restitution %g: the ball does not leave the wall", restitution);
    return (double)NAN;
}

/* The trapezoidal rule replaces the force by a straight line over the step in which a contact begins or ends.
 * The design page has 0.502 and 0.8015 at T/20 by an independent computation. */
static void restitution(valid_run *v)
{
    static const double AUTHORED[3] = {0.2, 0.5, 0.8};
    for (int k = 0; k < 3; k++) {
        double worst = AUTHORED[k];
        for (int p = 0; p < PHASES; p++) {
            const double e = rebound(v, AUTHORED[k], 20.0, p / (double)PHASES);
            if (!(fabs(e - AUTHORED[k]) <= fabs(worst - AUTHORED[k]))) worst = e;
        }
        char text[120];
        snprintf(text, sizeof text, "restitution %.1f, 20 steps a contact, worst of 20 phases", AUTHORED[k]);
        valid_published(v, text, "1", "exact: the dissipation is solved for it", AUTHORED[k], worst, 0.003,
                        "the trapezoidal rule over the first and the last step of a contact");
    }
}

/* The most that an elastic contact gives back over what it took. */
static void gain(valid_run *v)
{
    double most = 0.0;
    for (int p = 0; p < PHASES; p++) {
        const double e = rebound(v, 1.0, 10.0, p / (double)PHASES);
        most = fmax(most, e * e);
        if (!isfinite(e)) most = e;
    }
    valid_bound(v, "energy given back over energy taken, elastic, ten steps a contact, most of 20 phases",
                "1", "exact: 1", most, 1.01, "required: no contact gives back more by more than 1 %");
}

/* ---- hammering ---- */

static void evaluate_hammer(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    io->force[0] = 3.0 * RIG_BALL_MASS * GRAVITY * sin(2.0 * PI * 40.0 * io->time);
}

/* The ball's weight and a force of three times that at 40 Hz hammer it on the ground. Each time it is off the
 * ground, what has been lost since the time before is what the hit took less what it gave back. */
static void hammering(valid_run *v)
{
    const mb_effort_def hammer = {
        .name = "hammer",
        .ports = 1,
        .measure = {{.kind = MB_MEASURE_PROJECTION, .body_a = MB_GROUND, .body_b = 0, .axis_a = {0, 0, 1}}},
        .evaluate = evaluate_hammer};
    rig_def def = rig_ball(1e-3, 0.3, hl_v3(0, 0, -GRAVITY), 0.0);
    def.surface.dissipation = contact_dissipation(0.1);
    def.force = &hammer;
    contact_rig s;
    if (!rig_open(v, &s, &def)) return;
    const int loss = mb_model_effort_state(s.model, 1) + CONTACT_PAIR_LOSS;
    double before = 0.0, least = HUGE_VAL;
    int hits = 0;
    while (s.state->time < 600.0) {
        const bool touched = s.memory.count > 0;
        if (!rig_step(v, &s)) return;
        if (!touched || s.memory.count > 0) continue;
        least = fmin(least, s.state->x[loss] - before);
        before = s.state->x[loss];
        hits++;
    }
    valid_bound(v, "hammering at 40 Hz for 600 s: hits without a failed step, less than asked for", "1",
                "required: ten a second", fmax(0.0, 6000.0 - hits), 0.0, "no step failed");
    valid_bound(v, "hammering at 40 Hz for 600 s: most energy that a hit gave back beyond what it took", "J",
                "exact: none", fmax(0.0, -least), 0.0, "required: never more");
}

/* ---- mass on a spring, 004 section 5.1 ---- */

static const double SPRING_MU = 0.02, SPRING_FREE = 1.5, SPRING_JUMP = 10.0;

static double spring_stiffness(double time)
{
    return mb_time_reached(time, SPRING_JUMP) ? 10.0 : 1.0;
}

/* Exact: between turning points a cosine about the point where spring and friction balance; the mass stays
 * where a turning point is nearer to the free length than mu g/k. From rest at `x` on.
 * @return position after `time` [m] */
static double exact_swing(double x, double k, double time)
{
    const double reach = SPRING_MU * GRAVITY / k, half = PI / sqrt(k);
    for (; fabs(x - SPRING_FREE) > reach; time -= half) {
        const double middle = SPRING_FREE + copysign(reach, x - SPRING_FREE);
        if (time <= half) return middle + (x - middle) * cos(sqrt(k) * time);
        x = 2.0 * middle - x;
    }
    return x;
}

static double exact_position(double time)
{
    const double start = 2.5;
    if (time <= SPRING_JUMP) return exact_swing(start, 1.0, time);
    return exact_swing(exact_swing(start, 1.0, SPRING_JUMP), 10.0, time - SPRING_JUMP);
}

/* The spring, and for the printed law the friction of (14)-(23) with the foot of its bristle. */
typedef struct spring_parameters {
    bool printed;
    double stiffness, damping, velocity, weight; /* k, c, v_stick, N */
    double foot, place;                          /* p_stick; where the mass is, of the last evaluation [m] */
} spring_parameters;

/* @param exceeds  the force is the limit, (22): the foot has to be moved
 * @return friction (14) and its derivatives by place and velocity */
static double printed_friction(const spring_parameters *p, double x, double v, double by[2], bool *exceeds)
{
    const double most = SPRING_MU * p->weight, kappa = exp(-v * v / (p->velocity * p->velocity));
    const double kappa_v = -2.0 * v / (p->velocity * p->velocity) * kappa;
    const double slide = v == 0.0 ? 0.0 : -copysign(most, v);
    double stick = -p->stiffness * (x - p->foot) - p->damping * v, stick_x = -p->stiffness,
           stick_v = -p->damping;
    *exceeds = fabs(stick) > most;
    if (*exceeds) stick = copysign(most, stick), stick_x = stick_v = 0.0;
    by[0] = kappa * stick_x;
    by[1] = kappa * stick_v + kappa_v * (stick - slide);
    return kappa * stick + (1.0 - kappa) * slide;
}

static void evaluate_spring(const void *parameters, mb_effort_io *io)
{
    const spring_parameters *p = parameters;
    const double k = spring_stiffness(io->step_start), bend = io->s[0] - SPRING_FREE;
    double by[2] = {0.0, 0.0};
    bool exceeds;
    io->force[0] = -k * bend;
    if (p->printed) io->force[0] += printed_friction(p, io->s[0], io->s_dot[0], by, &exceeds);
    io->potential = 0.5 * k * bend * bend;
    if (!io->jacobian) return;
    io->force_s[0] = by[0] - k;
    io->force_s_dot[0] = by[1];
}

/* (23), after the step has converged. */
static void move_foot(spring_parameters *p, double x, double v)
{
    double by[2];
    bool exceeds;
    printed_friction(p, x, v, by, &exceeds);
    if (exceeds && v != 0.0) p->foot = x - copysign(SPRING_MU * p->weight / p->stiffness, v);
}

/* Largest error of the position, that at the end, and the largest motion while the mass is stuck [m]. */
typedef struct spring_errors {
    double most, end, stuck, iterations;
    int most_iterations;
} spring_errors;

/* On the plane the mass is one corner at its centre, sunk in by its weight; for the printed law it has no
 * friction there. */
static bool swing(valid_run *v, bool printed, double step, spring_errors *e)
{
    static const double JUMP[1] = {10.0};
    const double mass = 1.0, stick_time = 5.0 * step, K = 1e4; /* M = 5 steps, as in the paper */
    rig_def def = rig_ball(step, SPRING_MU, hl_v3(0, 0, -GRAVITY), 0.0);
    def.mass = mass;
    def.material = (contact_material){.stiffness = K};
    def.sphere[0].radius = 0.0;
    def.place = hl_v3(2.5, 0, -mass * GRAVITY / K);
    def.stick = contact_stick_of(mass * GRAVITY, GRAVITY, stick_time, 1.0, SPRING_MU);
    if (printed) def.surface.kinetic = def.surface.stiction = 0.0;
    spring_parameters p = {
        printed, def.stick.stiffness, def.stick.damping, def.stick.velocity, mass * GRAVITY, 2.5, 0.0};
    const mb_effort_def spring = {
        .name = "spring",
        .ports = 1,
        .measure = {{.kind = MB_MEASURE_PROJECTION, .body_a = MB_GROUND, .body_b = 0, .axis_a = {1, 0, 0}}},
        .switch_count = 1,
        .switches = JUMP,
        .evaluate = evaluate_spring,
        .parameters = &p};
    def.force = &spring;
    contact_rig s;
    double low = HUGE_VAL, high = -HUGE_VAL;
    *e = (spring_errors){.most = 0.0};
    if (!rig_open(v, &s, &def)) return false;
    while (s.state->time < 13.0 - 0.5 * step) {
        if (!rig_step(v, &s)) return false;
        const double time = s.state->time, x = rig_place(&s).x;
        if (printed) move_foot(&p, x, rig_velocity(&s).x);
        e->end = fabs(x - exact_position(time));
        e->most = fmax(e->most, e->end);
        if (time > 9.7 && time < 10.0 + 0.5 * step) low = fmin(low, x), high = fmax(high, x);
    }
    e->stuck = high - low;
    e->iterations = s.iterations / (double)s.state->tick;
    e->most_iterations = s.most;
    return true;
}

static void spring_rows(valid_run *v, const char *law, bool printed, double tolerance)
{
    static const char SOURCE[] = "exact: 004 section 5.1, from rest at 2.5 m";
    char text[120];
    spring_errors e, fine;
    if (!swing(v, printed, 0.01, &e) || !swing(v, printed, 0.001, &fine)) return;
    snprintf(text, sizeof text, "mass on a spring, %s: largest error of the position, 10 ms", law);
    valid_bound(v, text, "m", SOURCE, e.most, tolerance, "an independent computation's, rounded up");
    snprintf(text, sizeof text, "mass on a spring, %s: the same, 1 ms", law);
    valid_bound(v, text, "m", SOURCE, fine.most, 0.2 * e.most, "falls in proportion to the step; safety 2");
    snprintf(text, sizeof text, "mass on a spring, %s: motion while stuck, 9.7 s to 10 s", law);
    valid_bound(v, text, "m", SOURCE, e.stuck, 1e-6, "it is held by a spring: what swings has died out");
    snprintf(text, sizeof text, "mass on a spring, %s: Newton iterations a step", law);
    valid_bound(v, text, "1", "design: 2 with return mapping", e.iterations, 3.0,
                "one more than needed: the tolerance is that of rounding");
}

/* The authored file, whose friction is a law on a joint (mb/force.h). */
static void authored_rows(valid_run *v, const char *file, double tolerance)
{
    static const char SOURCE[] = "exact: 004 section 5.1, from rest at 2.5 m";
    world_mechanism *m = valid_load(v, file, NULL);
    double most = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
    char text[120];
    if (m == NULL) return;
    while (m->state->time < 13.0 - 0.005) {
        if (!valid_step(v, m)) return;
        const double time = m->state->time, x = valid_output(v, m, "x");
        most = fmax(most, fabs(x - exact_position(time)));
        if (time > 9.7 && time < 10.005) low = fmin(low, x), high = fmax(high, x);
    }
    snprintf(text, sizeof text, "%s.yaml: largest error of the position, 10 ms", file);
    valid_bound(v, text, "m", SOURCE, most, tolerance, "an independent computation's, rounded up");
    snprintf(text, sizeof text, "%s.yaml: motion while stuck, 9.7 s to 10 s", file);
    valid_bound(v, text, "m", SOURCE, high - low, 1e-6, "it is held by a spring: what swings has died out");
}

static void run(valid_run *v)
{
    restitution(v);
    gain(v);
    hammering(v);
    spring_rows(v, "(14)-(23) as printed", true, 9e-3);
    spring_rows(v, "return mapping", false, 2e-3);
    authored_rows(v, "mass-spring-stick-slide", 9e-3);
    authored_rows(v, "mass-spring", 2e-3);
    contact_motion_rows(v);
    contact_object_rows(v);
}

const valid_case valid_case_contact = {
    "contact", "contact laws: restitution, stiction, rolling, slopes, hills, free bodies", run};
