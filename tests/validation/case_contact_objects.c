/* Free bodies (object/object.h): a stack, collisions, piles that fall, a body that a machine carries against
 * one model of both. */
#include "contact_rig.h"

#include "hl/random.h"
#include "mb/force.h"
#include "object/object.h"

#include <math.h>
#include <stdio.h>

enum { MOST_BODIES = 50 };

static const double GRAVITY = 9.81, STEP = 1e-3, SLOWEST = 0.01;
static const double BOX_MASS = 50.0, BOX_HALF = 0.15; /* [kg], [m] */

/* ---- scenes ---- */

typedef struct scene {
    int count;
    obj_body_def bodies[MOST_BODIES];
    obj_piece pieces[MOST_BODIES];
    obj_law law;
    obj_port_def port;
    obj_piece port_piece;
    obj_def def;
    hl_report report;
    obj_model *model;
    obj_state *state;
    obj_work *work;
} scene;

static void sample_flat(const void *context, double x, double y, double *height, hl_vec3 *normal,
                        int *material)
{
    (void)context;
    (void)x;
    (void)y;
    *height = 0.0;
    *normal = hl_v3(0, 0, 1);
    *material = 0;
}

static scene *new_scene(valid_run *v, bool ground)
{
    scene *s = HL_NEW(valid_arena(v), scene, 1);
    if (s == NULL) return NULL;
    s->law = (obj_law){.normal = {.stiffness = 1e6},
                       .surface = {.dissipation = contact_dissipation(0.3), .kinetic = 0.5, .stiction = 0.6},
                       .stick_time = 0.01,
                       .rolling = -1.0};
    s->def = (obj_def){.gravity = {0, 0, -GRAVITY},
                       .step = STEP,
                       .slowest = SLOWEST,
                       .bodies = s->bodies,
                       .ports = &s->port,
                       .material_count = 1,
                       .laws = &s->law};
    if (ground) s->def.ground.sample = sample_flat;
    return s;
}

static void add(scene *s, coll_shape shape, double mass, hl_vec3 place, hl_mat3 rotation)
{
    const int i = s->count++;
    const double volume = coll_shape_mass(&shape, 1.0).mass;
    s->pieces[i] = (obj_piece){.shape = shape, .at = {.rotation = hl_mat3_identity()}};
    s->bodies[i] = (obj_body_def){.name = "body",
                                  .piece_count = 1,
                                  .pieces = &s->pieces[i],
                                  .mass = coll_shape_mass(&shape, mass / volume),
                                  .pose = {place, rotation},
                                  .awake = true};
}

static bool open_scene(valid_run *v, scene *s)
{
    hl_arena *arena = valid_arena(v);
    s->def.body_count = s->count;
    hl_report_begin(&s->report, "scene");
    s->model = obj_model_new(&s->def, arena, &s->report);
    s->state = s->model == NULL ? NULL : obj_state_new(s->model, arena);
    s->work = s->state == NULL ? NULL : obj_work_new(s->model, s->state, arena);
    if (s->work != NULL) return true;
    valid_failed(v, "a scene of free bodies cannot be built");
    return false;
}

static void step_scene(scene *s)
{
    obj_find(s->work, NULL, NULL);
    obj_step_rest(s->work);
    obj_accept(s->work);
}

/* ---- a stack ---- */

static scene *stack(valid_run *v)
{
    scene *s = new_scene(v, true);
    if (s == NULL) return NULL;
    const coll_shape box = coll_box(hl_v3(BOX_HALF, BOX_HALF, BOX_HALF), valid_arena(v));
    for (int i = 0; i < 5; i++)
        add(s, box, BOX_MASS, hl_v3(0, 0, BOX_HALF * (1 + 2 * i)), hl_mat3_identity());
    return open_scene(v, s) ? s : NULL;
}

/* For 60 s; `awake`: sleep is prevented, and drift is measured from 2 s on. */
static void stack_rows(valid_run *v, bool awake)
{
    scene *s = stack(v);
    if (s == NULL) return;
    const int settled = awake ? 2000 : 0;
    hl_vec3 from[5];
    double drift = 0.0, asleep = 60.0;
    for (int k = 0; k < 60000; k++) {
        for (int i = 0; i < 5 && awake; i++) obj_wake(s->state, i);
        step_scene(s);
        for (int i = 0; i < 5; i++) {
            hl_vec3 place = obj_pose(s->state, i).position;
            if (!awake) place.z = 0.0;
            if (k == settled) from[i] = place;
            if (k > settled) drift = fmax(drift, hl_norm(hl_sub(place, from[i])));
        }
        if (!obj_is_awake(s->state, 4) && asleep == 60.0) asleep = (k + 1) * STEP;
    }
    if (awake) {
        valid_bound(v, "stack of 5 boxes, kept awake for 60 s: moved by from 2 s on", "m", "exact: it stands",
                    drift, 1e-4, "design: 0.1 mm");
        return;
    }
    valid_bound(v, "stack of 5 boxes: asleep after", "s", "design: 1 s", asleep, 1.0, "design");
    valid_bound(v, "stack of 5 boxes, 60 s: moved sideways by", "m", "exact: it stands", drift, 1e-3,
                "design");
}

/* ---- collisions and piles ---- */

static hl_mat3 random_rotation(hl_random *random)
{
    const double x = hl_random_unit(random), y = hl_random_unit(random), z = hl_random_unit(random);
    return hl_quat_matrix(hl_quat_exp(hl_v3(6 * x - 3, 6 * y - 3, 6 * z - 3)));
}

typedef enum kind { BOX, SPHERE, DRUM, CAPSULE, STONE, LOG, KINDS } kind;

static double between(hl_random *random, double low, double high)
{
    return low + (high - low) * hl_random_unit(random);
}

/* Within +-size along each axis. */
static hl_vec3 random_vector(hl_random *random, double size)
{
    const double x = between(random, -size, size), y = between(random, -size, size);
    return hl_v3(x, y, between(random, -size, size));
}

static coll_shape random_shape(valid_run *v, kind of, hl_random *random)
{
    enum { CORNERS = 12 };
    const double x = between(random, 0.08, 0.18), y = between(random, 0.08, 0.18),
                 z = between(random, 0.08, 0.18);
    hl_vec3 corners[CORNERS];
    hl_report report;
    switch (of) {
    case BOX:
        return coll_box(hl_v3(x, y, z), valid_arena(v));
    case SPHERE:
        return (coll_shape){.kind = COLL_SPHERE, .radius = x};
    case DRUM:
        return (coll_shape){.kind = COLL_CYLINDER, .radius = x, .half_length = y};
    case CAPSULE:
        return (coll_shape){.kind = COLL_CAPSULE, .radius = x, .half_length = y};
    case LOG:
        return (coll_shape){.kind = COLL_CYLINDER, .radius = 0.6 * x, .half_length = 0.3 + y};
    default:
        break;
    }
    for (int i = 0; i < CORNERS; i++)
        corners[i] = hl_scale(x, hl_normalized(hl_add(random_vector(random, 1.0), hl_v3(1e-3, 0, 0))));
    hl_report_begin(&report, "stone");
    return (coll_shape){.kind = COLL_HULL, .hull = coll_hull_new(corners, CORNERS, &report, valid_arena(v))};
}

/* Bodies of all kinds in layers of nine. */
static void fill(valid_run *v, scene *s, uint64_t seed)
{
    static const double APART = 1.15; /* [m] */
    hl_random random = {seed};
    for (int i = 0; i < MOST_BODIES; i++) {
        const coll_shape shape = random_shape(v, (kind)(i % KINDS), &random);
        const int row = i / 3 % 3, layer = i / 9;
        const hl_vec3 cell = hl_v3(i % 3 - 1, row - 1, layer + 0.7);
        add(s, shape, between(&random, 20.0, 60.0), hl_scale(APART, cell), random_rotation(&random));
    }
}

static double energy_of(const scene *s)
{
    const obj_report r = obj_report_of(s->work);
    return r.kinetic + r.potential + r.elastic;
}

static void keep_awake(scene *s)
{
    for (int i = 0; i < s->count; i++) obj_wake(s->state, i);
}

static hl_vec3 momentum_of(const scene *s, double *size)
{
    hl_vec3 sum = hl_v3(0, 0, 0);
    *size = 0.0;
    for (int i = 0; i < s->count; i++) {
        const hl_vec3 velocity = obj_velocity(s->state, i);
        const hl_mat3 rotation = obj_pose(s->state, i).rotation;
        const hl_vec3 arm = hl_mul(&rotation, s->bodies[i].mass.centre),
                      of_centre = hl_add(velocity, hl_cross(obj_turn(s->state, i), arm));
        sum = hl_add_scaled(sum, s->bodies[i].mass.mass, of_centre);
        *size += s->bodies[i].mass.mass * hl_norm(of_centre);
    }
    return sum;
}

static hl_vec3 centre_of(const scene *s, int body)
{
    const mb_pose pose = obj_pose(s->state, body);
    return hl_add(pose.position, hl_mul(&pose.rotation, s->bodies[body].mass.centre));
}

/* What piles of random bodies showed. */
typedef struct pile_result {
    double gain; /* largest rise of the energy over its smallest value before, as part of that at the start */
    double lowest; /* height of a centre [m] */
    bool finite;
} pile_result;

static void drop_pile(valid_run *v, uint64_t seed, pile_result *result)
{
    enum { STEPS = 2000 };
    scene *s = new_scene(v, true);
    if (s == NULL) return;
    fill(v, s, seed);
    if (!open_scene(v, s)) return;
    double start = 0.0, least = HUGE_VAL, gain = 0.0;
    for (int k = 0; k < STEPS; k++) {
        keep_awake(s);
        step_scene(s);
        const double energy = energy_of(s);
        if (k == 0) start = energy;
        least = fmin(least, energy);
        gain = fmax(gain, energy - least);
        for (int i = 0; i < s->count; i++) {
            const double height = centre_of(s, i).z;
            result->lowest = fmin(result->lowest, height);
            result->finite = result->finite && isfinite(height);
        }
        result->finite = result->finite && isfinite(energy);
    }
    result->gain = fmax(result->gain, gain / start);
}

static void pile_rows(valid_run *v)
{
    pile_result all = {.lowest = HUGE_VAL, .finite = true};
    for (uint64_t seed = 1; seed <= 20; seed++) drop_pile(v, seed, &all);
    valid_bound(v, "20 piles of 50 bodies fall: energy gained over that at the start", "1", "exact: none",
                all.gain, 1e-3, "design: 0.1 %");
    valid_bound(v, "20 piles of 50 bodies fall: lowest centre below the ground", "m", "exact: none",
                fmax(0.0, -all.lowest), 0.0, "every body rests on the ground");
    valid_bound(v, "20 piles of 50 bodies fall: not finite", "1", "exact: none", all.finite ? 0.0 : 1.0, 0.0,
                "no NaN");
}

/* Fifty bodies fly into each other without gravity. */
static void momentum_row(valid_run *v)
{
    scene *s = new_scene(v, false);
    if (s == NULL) return;
    s->def.gravity = hl_v3(0, 0, 0);
    fill(v, s, 5);
    if (!open_scene(v, s)) return;
    for (int i = 0; i < s->count; i++) { /* a push for one step */
        const hl_vec3 inwards = hl_sub(hl_v3(0, 0, 3.2), s->bodies[i].pose.position);
        obj_push(s->state, i, hl_scale(1000.0 * s->bodies[i].mass.mass, inwards), hl_v3(0, 0, 0));
    }
    hl_vec3 begin = hl_v3(0, 0, 0);
    double off = 0.0, size = 0.0;
    for (int k = 0; k < 2000; k++) {
        double now;
        step_scene(s);
        const hl_vec3 sum = momentum_of(s, &now);
        if (k == 1) {
            begin = sum;
            size = now;
        }
        if (k > 1) off = fmax(off, hl_norm(hl_sub(sum, begin)));
    }
    valid_bound(v, "50 bodies collide in free space: change of momentum over the sum of its sizes", "1",
                "exact: none", off / size, 1e-11, "rounding over 2000 steps; sweeps of Newton's method");
}

/* ---- carried by a machine ---- */

/* A seesaw of 200 kg on a spring, a ball of 60 kg that rolls on it and falls onto it from 5 mm. */
enum { SEESAW, BALL };

static const double BALL_MASS = 60.0, BALL_RADIUS = 0.2, PLATE_HALF = 0.05, START = 0.255;
static const mb_spring SPRING = {.stiffness = 4e3, .damping = 60.0};
static const contact_body LOWER = {150.0, 20.0};

typedef struct machine {
    mb_model *model;
    mb_state *state;
    mb_work *work;
} machine;

static bool open_machine(valid_run *v, machine *m, const mb_guest *guest, const contact_pair_data *data)
{
    mb_body_def bodies[2] = {
        {.name = "seesaw",
         .mass = 200.0,
         .inertia = {30, 30, 50, 0, 0, 0},
         .joint = {.type = MB_REVOLUTE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 1, 0}}},
        {.name = "ball",
         .mass = BALL_MASS,
         .inertia = {0.4 * BALL_MASS * BALL_RADIUS * BALL_RADIUS, 0.4 * BALL_MASS * BALL_RADIUS * BALL_RADIUS,
                     0.4 * BALL_MASS * BALL_RADIUS * BALL_RADIUS, 0, 0, 0},
         .joint = {.type = MB_FREE,
                   .parent = MB_GROUND,
                   .orientation = {1, 0, 0, 0},
                   .q0 = {0.3, 0.02, START, 1, 0, 0, 0}}}};
    const mb_measure_def angle = {.kind = MB_MEASURE_JOINT, .body_a = SEESAW, .body_b = MB_GROUND};
    mb_effort_def efforts[2] = {mb_spring_effort("spring", angle, &SPRING)};
    if (data != NULL) efforts[1] = contact_pair_effort("contact", BALL, SEESAW, data);
    const mb_def def = {.gravity = {0, 0, -GRAVITY},
                        .body_count = guest == NULL ? 2 : 1,
                        .bodies = bodies,
                        .effort_count = guest == NULL ? 2 : 1,
                        .efforts = efforts,
                        .guest = guest};
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    options.tolerance = 1e-11;
    mb_def_error error;
    mb_assembly_report assembly;
    if (mb_model_build(&def, valid_arena(v), &m->model, &error) == HL_OK &&
        (m->state = mb_state_new(m->model, valid_arena(v))) != NULL &&
        (m->work = mb_work_new(m->model, &options, valid_arena(v))) != NULL &&
        mb_assemble(m->model, m->state, m->work, &assembly) == HL_OK)
        return true;
    valid_failed(v, "the seesaw cannot be built");
    return false;
}

static contact_motion motion_of(const machine *m, int body)
{
    return (contact_motion){mb_pose_of(m->model, m->work, body),
                            mb_point(m->model, m->work, body, hl_v3(0, 0, 0)).velocity,
                            mb_angular_velocity(m->model, m->work, body)};
}

static bool step_machine(valid_run *v, machine *m, mb_step_report *report)
{
    const hl_status status = mb_step(m->model, m->state, m->work, report);
    if (status != HL_OK)
        valid_failed(v, "seesaw: step %lld: %s", (long long)m->state->tick, hl_status_text(status));
    mb_evaluate_poses(m->model, m->state, m->work);
    return status == HL_OK;
}

/* Both bodies in one model; the contact's plane is the seesaw's top. */
static bool step_whole(valid_run *v, machine *m, contact_pair_data *data, contact_pair_memory *memory)
{
    const contact_motion ball = motion_of(m, BALL), seesaw = motion_of(m, SEESAW);
    const hl_vec3 local = hl_mul_transposed(&seesaw.pose.rotation, ball.pose.position);
    static contact_surface surface;
    surface = (contact_surface){.dissipation = contact_dissipation(0.3), .kinetic = 0.5, .stiction = 0.6};
    const contact_spot spot = {.radius = BALL_RADIUS,
                               .plane = {0, 0, PLATE_HALF},
                               .normal = {0, 0, 1},
                               .depth = PLATE_HALF + BALL_RADIUS - local.z,
                               .reach = 0.02,
                               .surface = &surface};
    mb_step_report report;
    data->pair->count = data->pair->overflow = 0;
    contact_pair_add(data->pair, &spot);
    contact_pair_recall(data, memory, SLOWEST, STEP, &ball, &seesaw);
    if (!step_machine(v, m, &report)) return false;
    const contact_motion ball_end = motion_of(m, BALL), seesaw_end = motion_of(m, SEESAW);
    contact_pair_remember(data, memory, STEP, &ball_end, &seesaw_end);
    return true;
}

static scene *seesaw_scene(valid_run *v)
{
    scene *s = new_scene(v, false);
    if (s == NULL) return NULL;
    add(s, (coll_shape){.kind = COLL_SPHERE, .radius = BALL_RADIUS}, BALL_MASS, hl_v3(0.3, 0.02, START),
        hl_mat3_identity());
    s->port_piece = (obj_piece){.shape = coll_box(hl_v3(2.0, 0.5, PLATE_HALF), valid_arena(v)),
                                .at = {.rotation = hl_mat3_identity()}};
    s->port = (obj_port_def){
        .machine = 0, .body = SEESAW, .piece_count = 1, .pieces = &s->port_piece, .lower = LOWER};
    s->def.port_count = 1;
    return open_scene(v, s) ? s : NULL;
}

static void seesaw_rows(valid_run *v)
{
    scene *s = seesaw_scene(v);
    contact_pair *pair = HL_NEW(valid_arena(v), contact_pair, 1);
    contact_pair_memory *memory = HL_NEW(valid_arena(v), contact_pair_memory, 1);
    if (s == NULL || pair == NULL || memory == NULL) return;
    const double both = 1.0 / BALL_MASS + 1.0 / LOWER.mass,
                 stiffness = fmin(1e6, contact_stiffness_limit(1.0, 4, STEP) / both);
    contact_pair_data data = {.material = {.stiffness = stiffness},
                              .catch_up = 0.02, /* as free bodies have it */
                              .stick = contact_stick_of(BALL_MASS * GRAVITY / 4.0, GRAVITY, 0.01, 1.0, 0.5),
                              .body = {{BALL_MASS, 0.4 * BALL_MASS * BALL_RADIUS * BALL_RADIUS}, LOWER},
                              .pair = pair};
    machine whole, split;
    const mb_guest guest = obj_guest(s->work, 0);
    if (!open_machine(v, &whole, NULL, &data) || !open_machine(v, &split, &guest, NULL)) return;
    mb_evaluate_poses(whole.model, whole.state, whole.work);
    mb_evaluate_poses(split.model, split.state, split.work);
    double off = 0.0, turned = 0.0;
    int most = 0;
    for (int k = 0; k < 1000; k++) {
        const contact_motion seesaw = motion_of(&split, SEESAW);
        mb_step_report report;
        obj_find(s->work, &seesaw, NULL);
        if (!step_machine(v, &split, &report) || !step_whole(v, &whole, &data, memory)) return;
        obj_step_rest(s->work);
        obj_accept(s->work);
        if (report.iterations > most) most = report.iterations;
        off =
            fmax(off, hl_norm(hl_sub(obj_pose(s->state, 0).position, motion_of(&whole, BALL).pose.position)));
        off = fmax(off, fabs(split.state->q[0] - whole.state->q[0]));
        turned = fmax(turned, fabs(split.state->q[0]));
    }
    valid_bound(v, "ball on a seesaw, guest of its step or part of its model, 1 s: largest difference",
                "m, rad", "the same system, built both ways", off, 1e-6,
                "1000 steps of 1e-9 m, the increment that ends the guest's iteration");
    valid_bound(
        v, "ball on a seesaw: iterations of a step, most", "1",
        "a tangent within 0.5 % gains two digits an iteration", most, 6.0,
        "from 1 mm to the tolerance of 1e-11 m is eight digits; two for the ball that meets the plate");
    valid_bound(v, "ball on a seesaw: turn of the seesaw, short of 0.05 rad", "rad", "the ball is felt",
                fmax(0.0, 0.05 - turned), 0.0, "it turns by 0.08 rad");
}

void contact_object_rows(valid_run *v)
{
    stack_rows(v, false);
    stack_rows(v, true);
    momentum_row(v);
    pile_rows(v);
    seesaw_rows(v);
}
