/* Contact in motion: a free box and whole steps. Rest, slopes below and above the friction angle, impacts,
 * energy. */
#include "support/check.h"

#include "contact_rig.h"
#include "mb/step.h"

#include <string.h>

static const double GRAVITY = 9.81, MASS = 400.0, STEP = 1e-3;
static const double SLOWEST = 0.01; /* [m/s] */
static const hl_vec3 HALF = {0.4, 0.3, 0.25};
static const hl_vec3 UP = {0, 0, 1};

/* C of four points is a twentieth of critical, 2 sqrt(4 K m) = 80 kN s/m. sigma_1 times a blow of 40 kN makes
 * 0.2 MN s/m, which within half a step stops a mass of 100 kg: with several times that Newton's method has to
 * find a corner that it cannot see. */
static const contact_material RUBBER = {
    .stiffness = 1e6, .bristle_stiffness = 5e3, .bristle_damping = 5.0, .stribeck_velocity = 0.05};
static const contact_surface RUBBED = {.damping = 1e3, .kinetic = 0.4, .stiction = 0.5};

/* The box over a plane through the origin, or over a big box whose top is z = 0. */
typedef struct yard {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    contact_set set;
    contact_memory memory;
    contact_surface surface;
    contact_effort_data data;
    hl_vec3 normal;           /* of the plane */
    const contact_box *floor; /* instead of the plane, unless NULL */
    double step;              /* [s] */
    int most_iterations;
} yard;

typedef struct start {
    hl_vec3 place, turn, velocity, spin;
} start;

static void sense(yard *y)
{
    const double reach = 0.05; /* [m], far more than a box falls within a step */
    const mb_pose pose = mb_pose_of(y->model, y->work, 0);
    const contact_box box = {pose.position, pose.rotation, HALF};
    contact_point points[CONTACT_BOX_POINTS];
    int count = CONTACT_BOX_POINTS;
    if (y->floor != NULL) {
        count = contact_boxes_points(&box, y->floor, reach, points);
    } else {
        for (int i = 0; i < count; i++) {
            const hl_vec3 corner = contact_box_corner(&box, i);
            points[i] = (contact_point){corner, -hl_dot(y->normal, corner), y->normal};
        }
    }
    const bool touched = y->set.count > 0;
    y->set.count = 0;
    for (int i = 0; i < count; i++) {
        const contact_point *p = &points[i];
        if (p->depth < -reach) continue;
        contact_set_add(&y->set, hl_mul_transposed(&pose.rotation, hl_sub(p->point, pose.position)),
                        hl_add_scaled(p->point, p->depth, p->normal), p->normal, p->depth, 0, &y->surface);
    }
    contact_set_approach(&y->set, &y->memory, SLOWEST, y->step, &pose,
                         mb_point(y->model, y->work, 0, hl_v3(0, 0, 0)).velocity,
                         mb_angular_velocity(y->model, y->work, 0));
    if (touched && y->set.count == 0) memset(y->state->x, 0, CONTACT_BRISTLES * sizeof(double));
}

static void open_yard_by(mb_formulation formulation, yard *y, const contact_surface *surface, hl_vec3 normal,
                         const start *from)
{
    const hl_quat turn = hl_quat_exp(from->turn);
    const double spin_about = MASS / 3.0;
    mb_body_def body = {
        .name = "box",
        .mass = MASS,
        .inertia = {spin_about * (HALF.y * HALF.y + HALF.z * HALF.z),
                    spin_about * (HALF.x * HALF.x + HALF.z * HALF.z),
                    spin_about * (HALF.x * HALF.x + HALF.y * HALF.y), 0, 0, 0},
        .joint = {.type = MB_FREE,
                  .parent = MB_GROUND,
                  .orientation = {1, 0, 0, 0},
                  .q0 = {from->place.x, from->place.y, from->place.z, turn.w, turn.x, turn.y, turn.z},
                  .v0 = {from->velocity.x, from->velocity.y, from->velocity.z, from->spin.x, from->spin.y,
                         from->spin.z}}};
    memset(y, 0, sizeof *y);
    y->step = STEP;
    y->surface = *surface;
    y->data = (contact_effort_data){.material = RUBBER, .set = &y->set};
    y->normal = normal;
    const mb_effort_def effort = contact_effort("box", 0, &y->data);
    const mb_def def = {
        .gravity = {0, 0, -GRAVITY}, .body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    options.formulation = formulation;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &y->arena, &y->model, &error), HL_OK);
    y->state = mb_state_new(y->model, &y->arena);
    y->work = mb_work_new(y->model, &options, &y->arena);
    assert_true(y->state != NULL && y->work != NULL);
    mb_evaluate_poses(y->model, y->state, y->work);
    sense(y);
    assert_int_equal(mb_assemble(y->model, y->state, y->work, &assembly), HL_OK);
}

static void open_yard(yard *y, const contact_surface *surface, hl_vec3 normal, const start *from)
{
    open_yard_by(MB_ALI3P, y, surface, normal, from);
}

static void step(yard *y)
{
    mb_step_report report;
    mb_evaluate_poses(y->model, y->state, y->work);
    sense(y);
    assert_int_equal(mb_step(y->model, y->state, y->work, &report), HL_OK);
    if (report.iterations > y->most_iterations) y->most_iterations = report.iterations;
}

static void run(yard *y, double seconds)
{
    for (int i = 0; i < (int)(seconds / STEP + 0.5); i++) step(y);
}

static hl_vec3 place(const yard *y)
{
    return hl_v3(y->state->q[0], y->state->q[1], y->state->q[2]);
}

static hl_vec3 velocity(const yard *y)
{
    return hl_v3(y->state->v[0], y->state->v[1], y->state->v[2]);
}

static hl_vec3 bristle(const yard *y)
{
    return hl_v3(y->state->x[0], y->state->x[1], y->state->x[2]);
}

static double energy(yard *y)
{
    mb_evaluate_state(y->model, y->state, y->work);
    const mb_energy e = mb_energies(y->model, y->work);
    return e.kinetic + e.gravity + e.stored;
}

/* ---- rest ---- */

static const double DAMPED = 2e4; /* C near critical: what remains after a second is below rounding */

/* Four points carry the weight: m g/(4 K) deep. Dropped from so high that nothing is near at first, on a
 * plane and on a box. Increments below 1e-9 m end the iterations. */
static void check_rest(mb_formulation formulation, const contact_box *floor)
{
    contact_surface surface = RUBBED;
    surface.damping = DAMPED;
    yard y;
    open_yard_by(formulation, &y, &surface, UP, &(start){.place = {0.3, -0.2, HALF.z + 0.1}});
    assert_int_equal(y.set.count, 0);
    y.floor = floor;
    run(&y, 3.0);
    CHECK_NEAR(place(&y).z, HALF.z - MASS * GRAVITY / (4.0 * RUBBER.stiffness), 1e-9);
    CHECK_NEAR(place(&y).x, 0.3, 1e-9);
    CHECK_NEAR(hl_norm(velocity(&y)), 0.0, 1e-9);
    const contact_result r = contact_look(&y.data, &(mb_pose){place(&y), hl_mat3_identity()}, velocity(&y),
                                          hl_v3(0, 0, 0), y.state->x);
    assert_int_equal(r.touching, 4);
    CHECK_RELATIVE(r.normal_force, MASS * GRAVITY, 1e-5); /* 1e-9 m of 1e-3 m, with room */
    hl_arena_free(&y.arena);
}

static void rests_as_deep_as_it_weighs(void **state)
{
    (void)state;
    const contact_box floor = {hl_v3(0, 0, -1), hl_mat3_identity(), hl_v3(5, 5, 1)};
    check_rest(MB_ALI3P, NULL);
    check_rest(MB_ALI3P, &floor);
    check_rest(MB_DOUBLE_STEP, NULL);
    check_rest(MB_DOUBLE_STEP, &floor);
}

/* ---- slopes ---- */

/* A plane that rises towards -x, the box on it as deep as it weighs. */
static void open_slope(yard *y, const contact_surface *surface, double slope, double speed)
{
    const hl_vec3 normal = hl_v3(sin(slope), 0, cos(slope)), down = hl_v3(cos(slope), 0, -sin(slope));
    const double height = HALF.z - MASS * GRAVITY * cos(slope) / (4.0 * RUBBER.stiffness);
    const start from = {
        .place = hl_scale(height, normal), .turn = hl_v3(0, slope, 0), .velocity = hl_scale(speed, down)};
    open_yard(y, surface, normal, &from);
}

static double down_slope(hl_vec3 v, double slope)
{
    return v.x * cos(slope) - v.z * sin(slope);
}

/* tan 20 degrees is 0.36, below mu_c: the bristles give way by (sin/cos)/sigma_0 = 0.07 mm, and swing no
 * further than twice that; after that nothing moves. */
static void holds_below_the_friction_angle(void **state)
{
    (void)state;
    const double slope = 0.349;
    contact_surface surface = RUBBED;
    surface.damping = DAMPED;
    yard y;
    open_slope(&y, &surface, slope, 0.0);
    const double begin = down_slope(place(&y), slope);
    double most = 0.0;
    for (int i = 0; i < 5000; i++) {
        step(&y);
        most = fmax(most, fabs(down_slope(place(&y), slope) - begin));
    }
    assert_true(most < 1e-3);
    const hl_vec3 settled = place(&y);
    run(&y, 5.0);
    CHECK_NEAR(hl_norm(hl_sub(place(&y), settled)), 0.0, 1e-6);
    /* sigma_0 |z| F balances m g sin, F = m g cos */
    CHECK_RELATIVE(RUBBER.bristle_stiffness * down_slope(bristle(&y), slope), tan(slope), 1e-6);
    hl_arena_free(&y.arena);
}

/* With mu_s = mu_c = mu the box slides with g (sin - mu cos). The bristle's lag and the normal swing of the
 * first moments have died out after a second; velocities are then known to 1e-9 m / 1 ms. */
static void slides_above_the_friction_angle(void **state)
{
    (void)state;
    const double slope = 0.5236, mu = 0.3;
    contact_surface surface = RUBBED;
    surface.damping = DAMPED;
    surface.kinetic = surface.stiction = mu;
    yard y;
    open_slope(&y, &surface, slope, 1.0);
    run(&y, 1.0);
    const double begin = down_slope(velocity(&y), slope);
    run(&y, 1.0);
    const double gained = down_slope(velocity(&y), slope) - begin;
    CHECK_NEAR(gained, GRAVITY * (sin(slope) - mu * cos(slope)), 1e-6);
    hl_arena_free(&y.arena);
}

/* ---- impacts ---- */

/* Between two points of time the trapezoidal rule lets a spring that is left by a path v dt do the work of a
 * straight line of force: at most K (v dt)^2/8 more than it held, for every point that leaves. */
static double rule_gain(const contact_material *m, double speed)
{
    return 8.0 * m->stiffness * speed * STEP * speed * STEP / 8.0;
}

/* Dropped flat and on a corner, without and with damping: it comes up again no higher, and with damping
 * clearly lower. */
static void rebounds_no_higher_than_dropped(void **state)
{
    (void)state;
    const double height = 0.3, fall = sqrt(2.0 * GRAVITY * height);
    const hl_vec3 turns[2] = {{0, 0, 0}, {0.6, 0.5, 0.2}};
    for (int t = 0; t < 2; t++)
        for (int damped = 0; damped < 2; damped++) {
            contact_surface surface = RUBBED;
            surface.damping = damped ? RUBBED.damping : 0.0;
            const contact_box turned = rig_box(hl_v3(0, 0, 0), turns[t], HALF);
            const double level = rig_reach(&turned, UP) + height;
            yard y;
            open_yard(&y, &surface, UP, &(start){.place = {0, 0, level}, .turn = turns[t]});
            run(&y, 0.24); /* it meets the ground after 0.247 s */
            double highest = 0.0, deepest = level;
            for (int i = 0; i < 2000; i++) {
                step(&y);
                highest = fmax(highest, place(&y).z);
                deepest = fmin(deepest, place(&y).z);
            }
            assert_true(deepest < level - height); /* it did meet the ground */
            const double gain = rule_gain(&RUBBER, fall) / (MASS * GRAVITY);
            assert_true(highest <= (damped ? level : level + gain));
            if (damped && t == 0) assert_true(highest < level - 0.1 * height);
            assert_true(y.most_iterations <= 10);
            hl_arena_free(&y.arena);
        }
}

/* Thrown and tumbling over the ground until it lies: the energy falls from any time on, but for what the rule
 * gains at a corner that leaves at the highest speed there is, and what the bristle holds, mu_s^2 F/(2
 * sigma_0) with F up to the force at which the box is thrown back, sqrt(K m) v. */
static void energy_never_grows(void **state)
{
    (void)state;
    uint64_t seed = 51;
    for (int throw = 0; throw < 6; throw ++) {
        start from = {.place = {0, 0, 0.8}, .turn = rig_vector(&seed, 3.0), .spin = rig_vector(&seed, 3.0)};
        from.velocity = rig_vector(&seed, 3.0);
        yard y;
        open_yard(&y, &RUBBED, UP, &from);
        const double begin = energy(&y);
        double least = begin, worst = 0.0;
        for (int i = 0; i < 8000; i++) { /* the last rocking decays by e in less than a second */
            step(&y);
            const double now = energy(&y);
            worst = fmax(worst, now - least);
            least = fmin(least, now);
        }
        const double speed = sqrt(2.0 * begin / MASS), F = sqrt(RUBBER.stiffness * MASS) * speed;
        const double allowed = rule_gain(&RUBBER, speed) / 8.0 +
                               0.5 * RUBBED.stiction * RUBBED.stiction * F / RUBBER.bristle_stiffness;
        assert_true(worst <= allowed);
        assert_true(hl_norm(velocity(&y)) < 1e-3);
        hl_arena_free(&y.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rests_as_deep_as_it_weighs), cmocka_unit_test(holds_below_the_friction_angle),
        cmocka_unit_test(slides_above_the_friction_angle), cmocka_unit_test(rebounds_no_higher_than_dropped),
        cmocka_unit_test(energy_never_grows)};
    return cmocka_run_group_tests_name("contact_motion", tests, NULL, NULL);
}
