/* Two moving bodies in contact, whole steps: collisions keep momentum, a plate lifts and drags a box, boxes
 * stacked on the ground come to rest. */
#include "support/check.h"

#include "contact/pair.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

enum { BOXES = 5, MOST_PAIRS = BOXES };

static const double GRAVITY = 9.81, STEP = 1e-3, SLOWEST = 0.01;

/* What touches: two balls about their origins, or the four lower corners of box a on top of b (a plane at
 * `top` in b's frame). */
typedef struct pair_rig {
    int a, b; /* b: MB_GROUND or a body */
    bool balls;
    double radius_a, radius_b, top;
    hl_vec3 half; /* of box a */
    contact_pair pair;
    contact_pair_memory memory;
    contact_pair_data data;
} pair_rig;

typedef struct rig {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    contact_surface surface;
    int pair_count;
    pair_rig pairs[MOST_PAIRS];
} rig;

/* ---- points ---- */

static contact_motion motion_of(const rig *r, int body)
{
    return (contact_motion){mb_pose_of(r->model, r->work, body),
                            mb_point(r->model, r->work, body, hl_v3(0, 0, 0)).velocity,
                            mb_angular_velocity(r->model, r->work, body)};
}

/* Nearest to each other where both will be at the end of the step. */
static void find_balls(const rig *r, pair_rig *p, const contact_motion *a, const contact_motion *b)
{
    const hl_vec3 now = hl_sub(a->pose.position, b->pose.position),
                  later = hl_add_scaled(now, STEP, hl_sub(a->velocity, b->velocity));
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_scale(STEP, b->turn))),
                  rotation = hl_mat3_mul(&turn, &b->pose.rotation);
    const hl_vec3 n = hl_mul_transposed(&rotation, hl_normalized(later));
    const contact_spot spot = {.radius = p->radius_a,
                               .plane = hl_scale(p->radius_b, n),
                               .normal = n,
                               .depth = p->radius_a + p->radius_b - hl_norm(now),
                               .reach = 0.25 * p->radius_a,
                               .surface = &r->surface};
    contact_pair_add(&p->pair, &spot);
}

static void find_corners(const rig *r, pair_rig *p, const contact_motion *a, const contact_motion *b)
{
    for (int k = 0; k < 4; k++) {
        contact_spot spot = {
            .centre = hl_v3(k & 1 ? p->half.x : -p->half.x, k & 2 ? p->half.y : -p->half.y, -p->half.z),
            .plane = hl_v3(0, 0, p->top),
            .normal = hl_v3(0, 0, 1),
            .feature = k,
            .surface = &r->surface};
        hl_vec3 corner = hl_add(a->pose.position, hl_mul(&a->pose.rotation, spot.centre));
        if (b != NULL) corner = hl_mul_transposed(&b->pose.rotation, hl_sub(corner, b->pose.position));
        spot.depth = p->top - corner.z;
        contact_pair_add(&p->pair, &spot);
    }
}

static void sense(rig *r)
{
    for (int k = 0; k < r->pair_count; k++) {
        pair_rig *p = &r->pairs[k];
        const contact_motion a = motion_of(r, p->a);
        contact_motion there = a;
        const contact_motion *b = NULL;
        if (p->b != MB_GROUND) there = motion_of(r, p->b), b = &there;
        p->pair.count = 0;
        if (p->balls && b != NULL)
            find_balls(r, p, &a, b);
        else
            find_corners(r, p, &a, b);
        contact_pair_recall(&p->data, &p->memory, SLOWEST, STEP, &a, b);
    }
}

static void step(rig *r)
{
    mb_step_report report;
    sense(r);
    assert_int_equal(mb_step(r->model, r->state, r->work, &report), HL_OK);
    mb_evaluate_poses(r->model, r->state, r->work);
    for (int k = 0; k < r->pair_count; k++) {
        pair_rig *p = &r->pairs[k];
        const contact_motion a = motion_of(r, p->a);
        contact_motion there = a;
        if (p->b != MB_GROUND) there = motion_of(r, p->b);
        contact_pair_remember(&p->data, &p->memory, STEP, &a, p->b == MB_GROUND ? NULL : &there);
    }
}

/* ---- models ---- */

static mb_body_def free_body(const char *name, double mass, double inertia, hl_vec3 place, hl_vec3 velocity,
                             hl_vec3 spin)
{
    return (mb_body_def){.name = name,
                         .mass = mass,
                         .inertia = {inertia, inertia, inertia, 0, 0, 0},
                         .joint = {.type = MB_FREE,
                                   .parent = MB_GROUND,
                                   .orientation = {1, 0, 0, 0},
                                   .q0 = {place.x, place.y, place.z, 1, 0, 0, 0},
                                   .v0 = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z}}};
}

/* @param push  another effort, number pair_count; NULL: none */
static void open_rig(rig *r, int bodies, const mb_body_def *body, hl_vec3 gravity, const mb_effort_def *push)
{
    mb_effort_def efforts[MOST_PAIRS + 1] = {{0}};
    int count = 0;
    for (int k = 0; k < r->pair_count; k++) {
        r->pairs[k].data.pair = &r->pairs[k].pair;
        efforts[count++] = contact_pair_effort("pair", r->pairs[k].a, r->pairs[k].b, &r->pairs[k].data);
    }
    if (push != NULL) efforts[count++] = *push;
    const mb_def def = {
        .gravity = gravity, .body_count = bodies, .bodies = body, .effort_count = count, .efforts = efforts};
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    options.tolerance = 1e-13;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &r->arena, &r->model, &error), HL_OK);
    r->state = mb_state_new(r->model, &r->arena);
    r->work = mb_work_new(r->model, &options, &r->arena);
    assert_true(r->state != NULL && r->work != NULL);
    mb_evaluate_poses(r->model, r->state, r->work);
    sense(r);
    assert_int_equal(mb_assemble(r->model, r->state, r->work, &assembly), HL_OK);
}

static mb_energy energies(rig *r)
{
    mb_evaluate_state(r->model, r->state, r->work);
    return mb_energies(r->model, r->work);
}

/* ---- collisions ---- */

/* Two balls that spin and meet off centre, without gravity. Momentum changes by no more than Newton's
 * tolerance of 1e-13 m in velocities of 2e-10 m/s, over 300 steps. The trapezoidal rule applies the mean
 * force to the mean place: angular momentum swings by h/4 of the relative way v h times the force, up to
 * sqrt(K m) v, 2.2 kN. Energy is kinetic or lost, but for the rule's error over the first and the last step
 * of about fifteen: 1 %.
 */
static void collisions_keep_momentum(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int k = 0; k < 12; k++) {
        const double friction = k % 3 == 0 ? 0.0 : 0.3, e = k % 2 ? 0.8 : 0.3;
        const double x = 0.2 * check_random(&seed), y = 0.2 * check_random(&seed),
                     spin = 20.0 * check_random(&seed);
        const mb_body_def balls[2] = {
            free_body("one", 5.0, 0.02, hl_v3(0, 0, 0), hl_v3(2, 0, 0), hl_v3(spin, 3, -spin)),
            free_body("two", 12.0, 0.1, hl_v3(0.55, x, y), hl_v3(-1, 0.3, 0), hl_v3(0, spin, 5))};
        rig r;
        memset(&r, 0, sizeof r);
        r.surface = (contact_surface){
            .dissipation = contact_dissipation(e), .kinetic = friction, .stiction = friction};
        r.pair_count = 1;
        r.pairs[0] = (pair_rig){.a = 0,
                                .b = 1,
                                .balls = true,
                                .radius_a = 0.2,
                                .radius_b = 0.3,
                                .data = {.material = {.stiffness = 1.5e5},
                                         .stick = contact_stick_of(120.0, GRAVITY, 0.01, 1.0, 0.3),
                                         .body = {{5.0, 0.02}, {12.0, 0.1}}}};
        open_rig(&r, 2, balls, hl_v3(0, 0, 0), NULL);
        const mb_energy begin = energies(&r);
        bool met = false;
        for (int i = 0; i < 300; i++) {
            step(&r);
            met |= r.pairs[0].memory.count > 0;
        }
        const mb_energy end = energies(&r);
        const double lost = r.state->x[mb_model_effort_state(r.model, 0) + CONTACT_PAIR_LOSS];
        assert_true(met);
        CHECK_NEAR(hl_norm(hl_sub(end.momentum, begin.momentum)), 0.0, 12.0 * 300.0 * 2e-10);
        CHECK_NEAR(hl_norm(hl_sub(end.angular_momentum, begin.angular_momentum)), 0.0, 1.6e-3);
        assert_true(lost > 0.0 && end.kinetic < begin.kinetic);
        CHECK_NEAR(end.kinetic + lost, begin.kinetic, 0.01 * begin.kinetic);
        hl_arena_free(&r.arena);
    }
}

/* A ball of 1 g that spins meets one of 100 t, as body a and as body b, with bristles chosen for the load of
 * the heavy one. The stiffness is that of ten steps a contact of the light one: each step converges in a few
 * iterations, and the energy does not grow beyond the rule's error in such a contact. */
static void a_gram_meets_a_hundred_tonnes(void **state)
{
    (void)state;
    static const double MASS[2] = {1e-3, 1e5}, INERTIA[2] = {4e-6, 9e4}, RADIUS[2] = {0.1, 1.5};
    for (int k = 0; k < 8; k++) {
        const int light = k & 1, heavy = 1 - light;
        const double e = k & 2 ? 1.0 : 0.3, friction = k & 4 ? 0.5 : 0.0;
        const hl_vec3 still = hl_v3(0, 0, 0);
        mb_body_def balls[2];
        balls[light] =
            free_body("gram", MASS[0], INERTIA[0], hl_v3(0, 0, 1.65), hl_v3(1, 0, -3), hl_v3(0, 20, 0));
        balls[heavy] = free_body("tonnes", MASS[1], INERTIA[1], still, still, still);
        rig r;
        memset(&r, 0, sizeof r);
        r.surface = (contact_surface){
            .dissipation = contact_dissipation(e), .kinetic = friction, .stiction = friction};
        r.pair_count = 1;
        r.pairs[0] =
            (pair_rig){.a = 0,
                       .b = 1,
                       .balls = true,
                       .radius_a = RADIUS[heavy == 0],
                       .radius_b = RADIUS[heavy == 1],
                       .data = {.material = {.stiffness = contact_stiffness_limit(MASS[0], 1, STEP)},
                                .stick = contact_stick_of(MASS[1] * GRAVITY, GRAVITY, 0.01, 1.0, 0.5)}};
        r.pairs[0].data.body[light] = (contact_body){MASS[0], INERTIA[0]};
        r.pairs[0].data.body[heavy] = (contact_body){MASS[1], INERTIA[1]};
        open_rig(&r, 2, balls, still, NULL);
        const double begin = energies(&r).kinetic;
        bool met = false;
        for (int i = 0; i < 200; i++) {
            step(&r);
            const mb_energy now = energies(&r);
            met |= r.pairs[0].memory.count > 0;
            assert_true(now.kinetic + now.stored <= 1.01 * begin);
        }
        assert_true(met && motion_of(&r, light).velocity.z > 0.2 * 3.0);
        hl_arena_free(&r.arena);
    }
}

/* ---- carried ---- */

static double push_force;

static void evaluate_push(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    io->force[0] = push_force;
}

/* A plate of 50 kg on a slide along `axis`, pushed by `force`, carries a box of 100 kg that has settled. */
static void open_plate(rig *r, hl_vec3 axis, double force)
{
    static const hl_vec3 HALF = {0.3, 0.3, 0.2};
    const double K = 2e6, mu = 0.4, box = 100.0;
    const mb_body_def bodies[2] = {
        {.name = "plate",
         .mass = 50.0,
         .inertia = {5, 5, 5, 0, 0, 0},
         .joint = {.type = MB_PRISMATIC, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = axis}},
        free_body("box", box, 5.0, hl_v3(0, 0, HALF.z - box * GRAVITY / (4.0 * K)), hl_v3(0, 0, 0),
                  hl_v3(0, 0, 0))};
    const mb_effort_def push = {.name = "push",
                                .ports = 1,
                                .measure = {{.kind = MB_MEASURE_JOINT, .body_a = 0, .body_b = MB_GROUND}},
                                .evaluate = evaluate_push};
    push_force = force;
    memset(r, 0, sizeof *r);
    r->surface = (contact_surface){
        .dissipation = contact_dissipation(0.1), .damping = 1e4, .kinetic = mu, .stiction = mu};
    r->pair_count = 1;
    r->pairs[0] =
        (pair_rig){.a = 1,
                   .b = 0,
                   .half = HALF,
                   .data = {.material = {.stiffness = K},
                            .stick = contact_stick_of(0.25 * box * GRAVITY, GRAVITY, 0.01, 1.0, mu)}};
    open_rig(r, 2, bodies, hl_v3(0, 0, -GRAVITY), &push);
}

/* Once swinging has died out, the two move as one: the load is felt by what lifts it. Newton's tolerance and
 * what is left of the swing: 1e-6. */
static void a_plate_lifts_a_box(void **state)
{
    (void)state;
    rig r;
    open_plate(&r, hl_v3(0, 0, 1), 150.0 * (GRAVITY + 2.0));
    for (int i = 0; i < 1500; i++) step(&r);
    const double before = r.state->v[0];
    for (int i = 0; i < 500; i++) step(&r);
    CHECK_NEAR(r.state->v[0] - before, 2.0 * 0.5, 1e-6);
    const contact_motion box = motion_of(&r, 1), plate = motion_of(&r, 0);
    const contact_result load = contact_pair_look(&r.pairs[0].data, &box, &plate);
    assert_int_equal(load.touching, 4);
    CHECK_RELATIVE(load.normal_force, 100.0 * (GRAVITY + 2.0), 1e-5);
    hl_arena_free(&r.arena);
}

/* Dragged below mu g the box goes along with the plate, to a sway of the bristles by m a/k, 25 kg each
 * of 2.5e5 N/m; above it slides at mu g, and the plate feels mu m g. */
static void a_plate_drags_a_box(void **state)
{
    (void)state;
    rig r;
    open_plate(&r, hl_v3(1, 0, 0), 150.0 * 2.0);
    for (int i = 0; i < 1000; i++) step(&r);
    CHECK_NEAR(r.state->v[0], 2.0, 1e-5);
    const double tilt = 100.0 * 2.0 * 0.2 / (4.0 * 2e6 * 0.3 * 0.3);
    CHECK_NEAR(r.state->q[1] - r.state->q[0], -25.0 * 2.0 / 2.5e5 - 0.2 * tilt, 1e-6);
    hl_arena_free(&r.arena);
    open_plate(&r, hl_v3(1, 0, 0), 50.0 * 8.0 + 0.4 * 100.0 * GRAVITY);
    for (int i = 0; i < 200; i++) step(&r);
    const double plate = r.state->v[0], box = r.state->v[1];
    for (int i = 0; i < 100; i++) step(&r);
    CHECK_NEAR(r.state->v[0] - plate, 0.8, 1e-5);
    CHECK_NEAR(r.state->v[1] - box, 0.4 * GRAVITY * 0.1, 1e-5);
    hl_arena_free(&r.arena);
}

/* ---- stack ---- */

/* Five boxes dropped on each other, each 6 mm beside the one below, lie still after six seconds, as deep
 * as what is on them weighs; they tilt by about 1e-4, which 6 mm beside the middle is some micrometres. */
static void boxes_stack(void **state)
{
    (void)state;
    static const hl_vec3 HALF = {0.25, 0.25, 0.15};
    const double K = 1e6, mass = 50.0;
    mb_body_def bodies[BOXES];
    rig r;
    memset(&r, 0, sizeof r);
    r.surface = (contact_surface){
        .dissipation = contact_dissipation(0.2), .damping = 5e3, .kinetic = 0.5, .stiction = 0.6};
    r.pair_count = BOXES;
    for (int k = 0; k < BOXES; k++) {
        bodies[k] = free_body("box", mass, 2.0, hl_v3(0.005 * k, -0.0025 * k, HALF.z + 0.31 * k + 0.01),
                              hl_v3(0, 0, 0), hl_v3(0, 0, 0));
        r.pairs[k] =
            (pair_rig){.a = k,
                       .b = k - 1, /* MB_GROUND of the first */
                       .top = k > 0 ? HALF.z : 0.0,
                       .half = HALF,
                       .data = {.material = {.stiffness = K},
                                .stick = contact_stick_of(0.25 * mass * GRAVITY, GRAVITY, 0.01, 1.0, 0.5)}};
    }
    open_rig(&r, BOXES, bodies, hl_v3(0, 0, -GRAVITY), NULL);
    for (int i = 0; i < 6000; i++) step(&r);
    double top = 0.0;
    for (int k = 0; k < BOXES; k++) {
        const double *q = r.state->q + mb_model_q_index(r.model, k);
        top += 2.0 * HALF.z - (BOXES - k) * mass * GRAVITY / (4.0 * K);
        CHECK_NEAR(q[2], top - HALF.z, 1e-5);
        CHECK_NEAR(q[0], 0.005 * k, 1e-3); /* slides of the first blows */
    }
    const hl_vec3 settled = motion_of(&r, BOXES - 1).pose.position;
    for (int i = 0; i < 2000; i++) step(&r);
    CHECK_NEAR(hl_norm(hl_sub(motion_of(&r, BOXES - 1).pose.position, settled)), 0.0, 1e-9);
    assert_true(energies(&r).kinetic < 1e-12);
    hl_arena_free(&r.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collisions_keep_momentum),
                                       cmocka_unit_test(a_gram_meets_a_hundred_tonnes),
                                       cmocka_unit_test(a_plate_lifts_a_box),
                                       cmocka_unit_test(a_plate_drags_a_box), cmocka_unit_test(boxes_stack)};
    return cmocka_run_group_tests_name("contact_pair_motion", tests, NULL, NULL);
}
