/* The tire in whole steps: standing, holding on a slope, sliding, coasting, and the order of the steps.
 *
 * Two vehicles: a quarter of a light truck that can only move along x, y and z, its wheel locked or spinning,
 * of which motions are known exactly; and a sled, the whole truck on a free joint with four locked wheels. */
#include "support/check.h"
#include "tire_rig.h"

#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = 9.81;
static const double QUARTER_MASS = 600.0; /* carried by a wheel [kg] */
static const double SPIN_INERTIA = 6.7;   /* of a wheel of 30 kg, m R^2 [kg m^2] */

enum { WHEELS = 4, MOST_BODIES = 5 };

typedef struct vehicle {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    int first_wheel, wheels;
    tire_rig rig[WHEELS];
    mb_effort_def tires[WHEELS];
    double z0[TIRE_STATES];
} vehicle;

static void build(vehicle *car, const mb_body_def *bodies, int count, hl_vec3 gravity,
                  const mb_step_options *options)
{
    mb_def_error error;
    mb_assembly_report report;
    for (int i = 0; i < car->wheels; i++) {
        car->tires[i] = tire_effort("tire", car->first_wheel + i, &car->rig[i].tire);
        car->tires[i].x0 = car->z0;
    }
    const mb_def def = {.gravity = gravity,
                        .body_count = count,
                        .bodies = bodies,
                        .effort_count = car->wheels,
                        .efforts = car->tires};
    if (mb_model_build(&def, &car->arena, &car->model, &error) != HL_OK) fail_msg("%s", error.text);
    car->state = mb_state_new(car->model, &car->arena);
    car->work = mb_work_new(car->model, options, &car->arena);
    assert_int_equal(mb_assemble(car->model, car->state, car->work, &report), HL_OK);
}

static mb_step_options steps_of(double step)
{
    mb_step_options options = mb_step_options_default();
    options.step = step;
    return options;
}

static void advance(vehicle *car, int steps)
{
    mb_step_report report;
    for (int i = 0; i < steps; i++)
        assert_int_equal(mb_step(car->model, car->state, car->work, &report), HL_OK);
}

/* ---- the quarter truck ---- */

typedef struct quarter_start {
    double forward, sideways; /* [m/s] */
    double spin;              /* [rad/s]; not read when locked */
    bool locked;
    double step; /* [s] */
    bool sharp;  /* Newton to the last digits */
} quarter_start;

enum { QUARTER_X, QUARTER_Y, QUARTER_Z, QUARTER_SPIN }; /* columns */

static double quarter_deflection(void)
{
    return QUARTER_MASS * GRAVITY / 326e3;
}

/* Slides of no mass along x and y, the mass on z, on it the wheel. `car->rig` and z0 are set by the caller.
 */
static void quarter_open(vehicle *car, const quarter_start *start)
{
    static const hl_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mb_body_def bodies[4];
    memset(bodies, 0, sizeof bodies);
    for (int i = 0; i < 4; i++) {
        mb_joint_def *joint = &bodies[i].joint;
        bodies[i].name = "part";
        joint->type = i < 3 ? MB_PRISMATIC : start->locked ? MB_FIXED : MB_REVOLUTE;
        joint->parent = i - 1;
        joint->orientation = hl_quat_identity();
        joint->axis = i < 3 ? axes[i] : axes[1];
        joint->hold = true;
    }
    bodies[0].joint.parent = MB_GROUND;
    bodies[0].joint.v0[0] = start->forward;
    bodies[1].joint.v0[0] = start->sideways;
    bodies[2].joint.q0[0] = car->rig[0].tire.model.radius - quarter_deflection();
    bodies[2].mass = QUARTER_MASS;
    if (!start->locked) {
        bodies[3].joint.v0[0] = start->spin;
        bodies[3].inertia = (hl_sym3){SPIN_INERTIA, SPIN_INERTIA, SPIN_INERTIA, 0, 0, 0};
    }
    car->first_wheel = 3;
    car->wheels = 1;
    mb_step_options options = steps_of(start->step);
    if (start->sharp) options.tolerance = 1e-13, options.state_tolerance = 1e-11;
    build(car, bodies, 4, hl_v3(0, 0, -GRAVITY), &options);
}

/* Standing at the static deflection nothing moves: the height stays where m g = k delta puts it, within a
 * Newton tolerance a step in which it might be wrong, not summing up as the spring brings it back. */
static void stands_still(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 3; i++) {
        vehicle car = {.wheels = 1};
        rig_open(&car.rig[0]);
        quarter_open(&car, &(quarter_start){.locked = true, .step = steps[i]});
        advance(&car, (int)(2.0 / steps[i]));
        CHECK_NEAR(car.state->q[QUARTER_Z], 0.47 - quarter_deflection(), 1e-8);
        for (int c = 0; c < 3; c++) CHECK_NEAR(car.state->v[c], 0.0, 1e-6);
        hl_arena_free(&car.arena);
    }
}

/* Pushed to 1 mm/s while it stands, the truck swings on its bristles, omega^2 = sigma_0 g, zeta = sigma_1
 * g/(2 omega) = 0.116: after 2 s e^-9.8 of the swing is left at every step size, of 1 mm/s/42 = 24 um. */
static void swing_on_the_bristles_dies(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 3; i++) {
        vehicle car = {.wheels = 1};
        rig_open(&car.rig[0]);
        quarter_open(&car,
                     &(quarter_start){.forward = 1e-3, .sideways = 1e-3, .locked = true, .step = steps[i]});
        advance(&car, (int)(2.0 / steps[i]));
        CHECK_NEAR(car.state->v[QUARTER_X], 0.0, 2.0 * exp(-9.8) * 1e-3);
        CHECK_NEAR(car.state->q[QUARTER_X], 0.0, 24e-6);
        hl_arena_free(&car.arena);
    }
}

/* Speed after `time` of dv/dt = -G (g(v) + sigma_2 v), by the classical Runge-Kutta rule with fine steps. */
static double slide_rate(const tire_friction *f, double v)
{
    const double g = f->kinetic + (f->stiction - f->kinetic) * exp(-sqrt(v / f->stribeck_velocity));
    return -GRAVITY * (g + f->viscous[0] * v);
}

static double slide(const tire_friction *f, double v, double time)
{
    const int steps = 2000;
    const double h = time / steps;
    for (int i = 0; i < steps; i++) {
        const double a = slide_rate(f, v), b = slide_rate(f, v + 0.5 * h * a),
                     c = slide_rate(f, v + 0.5 * h * b), d = slide_rate(f, v + h * c);
        v += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    return v;
}

/* Locked at 40 m/s, bristles as stiff as sigma_0 v/g = 9600/s: the speed follows the steady friction. It
 * starts with straight bristles; as friction is on the circle from the first step on and bristles take
 * g/(sigma_0 v) = 0.1 ms to bend, all that can be missing is a step's deceleration. */
static void slides_at_every_step(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 3; i++) {
        vehicle car = {.wheels = 1};
        rig_open(&car.rig[0]);
        quarter_open(&car, &(quarter_start){.forward = 40.0, .locked = true, .step = steps[i]});
        const double most = GRAVITY * (0.8385 + 0.02 * 40.0) * steps[i];
        for (int k = 1; k <= 4; k++) {
            advance(&car, (int)(0.5 / steps[i]));
            CHECK_NEAR(car.state->v[QUARTER_X], slide(&car.rig[0].friction, 40.0, 0.5 * k), most);
        }
        hl_arena_free(&car.arena);
    }
}

/* From 5 m/s, locked, to a stop within v/(mu_c G), and then no farther than the bristles bend, mu_s/sigma_0:
 * they swing at up to 0.2 m/s, of which after 2 s e^-9.8 is left (see above), 1e-5 m/s. */
static void stops_and_stays(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 3; i++) {
        vehicle car = {.wheels = 1};
        rig_open(&car.rig[0]);
        quarter_open(&car, &(quarter_start){.forward = 5.0, .locked = true, .step = steps[i]});
        const int till_stop = (int)(5.0 / (0.7547 * GRAVITY) / steps[i]) + 1;
        advance(&car, till_stop);
        const double stopped = car.state->q[QUARTER_X];
        assert_true(stopped < 25.0 / (2.0 * 0.7547 * GRAVITY));
        advance(&car, (int)(2.0 / steps[i]));
        CHECK_NEAR(car.state->q[QUARTER_X], stopped, 0.8385 / 181.0);
        CHECK_NEAR(car.state->v[QUARTER_X], 0.0, 1e-4);
        hl_arena_free(&car.arena);
    }
}

/* Coast-down: m dv = F dt and I domega = -(F r + c_rr F_n r) dt; with v = r omega (1 + slip) and m >> I/r^2,
 * dv/dt = -c_rr G m/(m + I/r^2). Slip is c_rr/C = 7.5e-4, resistance at 5 m/s 1 - 4e-5 of its full size: both
 * relative; the bristles' first swing moves v by slip v once. */
static void coasts_down(void **state)
{
    (void)state;
    vehicle car = {.wheels = 1};
    tire_friction *f = &car.rig[0].friction;
    rig_open(&car.rig[0]);
    f->slip_stiffness[0] = f->slip_stiffness[1] = 20.0;
    f->rolling_resistance = 0.015;
    const double r = 0.47 - quarter_deflection() / 3.0;
    quarter_open(&car, &(quarter_start){.forward = 10.0, .spin = 10.0 / r, .step = 1e-3});
    advance(&car, 1000);
    const double v = car.state->v[QUARTER_X];
    advance(&car, 10000);
    const double rate = (v - car.state->v[QUARTER_X]) / 10.0;
    CHECK_RELATIVE(rate, 0.015 * GRAVITY * QUARTER_MASS / (QUARTER_MASS + SPIN_INERTIA / (r * r)), 1e-3);
    hl_arena_free(&car.arena);
}

/* A wheel at 10 m/s that turns 5 % too slowly and slides sideways at 0.5 m/s, followed for 8 ms, in which the
 * slip dies with 2.6 ms, I v/(r^2 C F_n), and bristles follow at 250/s. Against steps of 1/32 ms the errors
 * at 0.5 and 0.25 ms have the ratio 4.05, (16^2 - 1)/(8^2 - 1), for an exact second order; the next orders
 * are about a rate of 1/2.6 ms times the step, up to a fifth. A first order would have 2.1. */
static double quarter_speed(double step, int column)
{
    vehicle car = {.wheels = 1, .z0 = {1.9e-3, 1e-3}};
    tire_friction *f = &car.rig[0].friction;
    rig_open(&car.rig[0]);
    f->slip_stiffness[0] = f->slip_stiffness[1] = 20.0;
    quarter_open(
        &car, &(quarter_start){.forward = 10.0, .sideways = 0.5, .spin = 20.4, .step = step, .sharp = true});
    advance(&car, (int)(8e-3 / step + 0.5));
    const double speed = car.state->v[column];
    hl_arena_free(&car.arena);
    return speed;
}

static void steps_converge(void **state)
{
    (void)state;
    for (int column = QUARTER_X; column <= QUARTER_SPIN; column++) {
        if (column == QUARTER_Z) continue; /* stands still */
        const double exact = quarter_speed(1e-3 / 32.0, column), coarse = quarter_speed(5e-4, column) - exact,
                     fine = quarter_speed(2.5e-4, column) - exact;
        CHECK_NEAR(coarse / fine, 4.05, 0.2 * 4.05);
    }
}

/* ---- the sled ---- */

/* Half of wheelbase and track, height of the mass over the axles [m]. */
static const double HALF_BASE = 1.65, HALF_TRACK = 0.9, HEIGHT = 0.3;

/* The truck with locked wheels, at rest `lift` above the static height, gravity leaning forwards by `slope`
 * and sideways by `bank`. */
static void sled_open(vehicle *car, double slope, double bank, double lift, double speed,
                      const mb_step_options *options)
{
    mb_body_def bodies[MOST_BODIES];
    memset(bodies, 0, sizeof bodies);
    bodies[0] = (mb_body_def){.name = "truck",
                              .mass = 4.0 * QUARTER_MASS,
                              .com = {0.0, 0.0, HEIGHT},
                              .inertia = {900.0, 3000.0, 3300.0, 0, 0, 0},
                              .joint = {.type = MB_FREE,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .q0 = {0.0, 0.0, 0.47 - quarter_deflection() + lift, 1.0},
                                        .v0 = {speed, 0.5 * speed},
                                        .hold = true}};
    for (int i = 0; i < WHEELS; i++) {
        bodies[1 + i] = (mb_body_def){.name = "wheel", .joint = {.type = MB_FIXED, .parent = 0}};
        bodies[1 + i].joint.orientation = hl_quat_identity();
        bodies[1 + i].joint.parent_point =
            hl_v3(i < 2 ? HALF_BASE : -HALF_BASE, i % 2 == 0 ? HALF_TRACK : -HALF_TRACK, 0.0);
        rig_open(&car->rig[i]);
    }
    car->first_wheel = 1;
    car->wheels = WHEELS;
    const hl_vec3 down = hl_normalized(hl_v3(tan(slope), tan(bank), -1.0));
    build(car, bodies, MOST_BODIES, hl_scale(GRAVITY, down), options);
}

/* Held for 60 s on a slope of 15 degrees, along and across, at 1 and 5 ms steps: creep below 1 mm. Before it
 * is measured, 30 s in which the tires' weakly damped bouncing (0.3/s) dies. */
static void holds_on_a_slope(void **state)
{
    (void)state;
    const double angle = 15.0 * 3.14159265358979 / 180.0;
    for (int k = 0; k < 4; k++) {
        const double step = k < 2 ? 1e-3 : 5e-3;
        vehicle car = {.wheels = WHEELS};
        const mb_step_options options = steps_of(step);
        sled_open(&car, k % 2 == 0 ? angle : 0.0, k % 2 == 1 ? angle : 0.0, 0.0, 0.0, &options);
        advance(&car, (int)(30.0 / step));
        const hl_vec3 before = hl_v3(car.state->q[0], car.state->q[1], car.state->q[2]);
        advance(&car, (int)(60.0 / step));
        const hl_vec3 after = hl_v3(car.state->q[0], car.state->q[1], car.state->q[2]);
        assert_true(hl_norm(hl_sub(after, before)) < 1e-3);
        /* it hangs on its bristles: z = tan 15 deg/sigma_0, 1.5 and 4.5 mm, and what its tires lean */
        assert_true(fabs(before.x) + fabs(before.y) > 1e-3);
        hl_arena_free(&car.arena);
    }
}

/* Thrown on the ground from 5 cm at 6 m/s along and 3 m/s across, it bounces, slides and stops: the energy
 * never rises above what it was before, but for what the bristles may have kept, F_n mu_s^2/(2 sigma_0) of
 * each direction, F_n at most four times the static load, and the rule's own errors, per mille of what moves.
 */
static void energy_falls(void **state)
{
    (void)state;
    vehicle car = {.wheels = WHEELS};
    const mb_step_options options = steps_of(1e-3);
    sled_open(&car, 0.0, 0.0, 0.05, 6.0, &options);
    const double kept =
        4.0 * 4.0 * QUARTER_MASS * GRAVITY * 0.8385 * 0.8385 * 0.5 * (1.0 / 181.0 + 1.0 / 60.0);
    double lowest = HUGE_VAL, first = 0.0, last = 0.0;
    for (int i = 0; i < 4000; i++) {
        mb_evaluate_state(car.model, car.state, car.work);
        const mb_energy e = mb_energies(car.model, car.work);
        last = e.kinetic + e.gravity + e.stored;
        if (i == 0) first = last;
        lowest = fmin(lowest, last);
        assert_true(last <= lowest + kept + 1e-3 * e.kinetic);
        advance(&car, 1);
    }
    assert_true(first - last > 0.9 * 0.5 * 4.0 * QUARTER_MASS * 45.0); /* of the sliding nothing is left */
    hl_arena_free(&car.arena);
}

/* Without loops ali3p and double-step solve the same equations by the same rule: half a second of bouncing
 * and sliding, 500 steps, each solved to 1e-12 m, ends in the same place but for what the motion makes of
 * that: it is given a factor of a thousand. */
static void formulations_agree(void **state)
{
    (void)state;
    vehicle car[2];
    const mb_formulation formulations[] = {MB_ALI3P, MB_DOUBLE_STEP};
    memset(car, 0, sizeof car);
    for (int k = 0; k < 2; k++) {
        mb_step_options options = steps_of(1e-3);
        options.formulation = formulations[k];
        options.tolerance = 1e-12;
        options.state_tolerance = 1e-9;
        options.max_iterations = 30;
        sled_open(&car[k], 0.1, 0.1, 0.05, 6.0, &options);
        advance(&car[k], 500);
    }
    for (int i = 0; i < 7; i++) CHECK_NEAR(car[1].state->q[i], car[0].state->q[i], 500.0 * 1e-12 * 1e3);
    for (int k = 0; k < 2; k++) hl_arena_free(&car[k].arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_still),         cmocka_unit_test(swing_on_the_bristles_dies),
        cmocka_unit_test(slides_at_every_step), cmocka_unit_test(stops_and_stays),
        cmocka_unit_test(coasts_down),          cmocka_unit_test(steps_converge),
        cmocka_unit_test(holds_on_a_slope),     cmocka_unit_test(energy_falls),
        cmocka_unit_test(formulations_agree)};
    return cmocka_run_group_tests_name("tire motion", tests, NULL, NULL);
}
