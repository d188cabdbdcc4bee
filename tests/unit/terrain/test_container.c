/* Containers: shape of the heap, exact mass, spilling, gates, bounded births, states. */
#include "sand_check.h"

#include "hl/quat.h"
#include "hl/random.h"
#include "hl/real.h"

#include <stdlib.h>
#include <string.h>

static const double DEGREE = 0.017453292519943295;

/* A body of 3 x 2 m, 0.8 m high, with a gate at the rear. */
static const terr_container_def BODY = {.size = {3.0, 2.0, 0.8},
                                        .cell = 0.1,
                                        .thickness = 0.04,
                                        .friction = -1.0,
                                        .gate = TERR_SIDE_REAR,
                                        .shell = true};

typedef struct body_scene {
    hl_arena arena;
    terr_sand *sand;
    terr_tool_motion motion;
    terr_tool_load load;
} body_scene;

static void open_body(body_scene *s, const terr_container_def *def, int capacity)
{
    char why[HL_MESSAGE_LENGTH] = "";
    terr_sand_def sand = scene_def();
    *s = (body_scene){.motion = {.position = hl_v3(0, 0, 1.0), .rotation = hl_mat3_identity()}};
    sand.containers = def, sand.container_count = 1;
    if (capacity > 0) sand.particle_capacity = capacity;
    const hl_status status = terr_sand_new(&sand, &s->arena, &s->sand, why);
    if (status != HL_OK) fail_msg("no sand: %s", why);
}

static void close_body(body_scene *s)
{
    hl_arena_free(&s->arena);
}

static void check_ledger(const body_scene *s)
{
    const terr_ledger l = terr_sand_ledger(s->sand);
    assert_true(l.field + l.particles + l.containers + l.outside == l.initial);
    assert_true(l.containers == terr_sand_content(s->sand, 0).mass);
}

static void step(body_scene *s)
{
    terr_sand_step(s->sand, &s->motion, &s->load);
    check_ledger(s);
}

static void run(body_scene *s, double seconds)
{
    for (int k = 0; k < (int)(seconds / SCENE_STEP); k++) step(s);
}

static void turn_to(body_scene *s, hl_vec3 rotation)
{
    s->motion.rotation = hl_quat_matrix(hl_quat_exp(rotation));
}

static double mass_of(const body_scene *s)
{
    return terr_kilograms(terr_sand_content(s->sand, 0).mass);
}

/* Particles fall in a thin stream on the middle. */
static void pour(body_scene *s, double kilograms)
{
    terr_particles *particles = terr_sand_particles(s->sand);
    const terr_mass grain = terr_particle_mass(particles, 0);
    const int count = (int)(kilograms / terr_kilograms(grain));
    for (int k = 0; k < count; k++) {
        (void)terr_particles_add(particles, hl_v3(0.1 * (k % 2) - 0.05, 0.05 * (k % 4) - 0.075, 2.5),
                                 hl_v3(0, 0, -2), grain, 0);
        for (int wait = 0; wait < 25; wait++) step(s);
    }
    run(s, 1.0);
}

/* ---- tests ---- */

/* Largest difference of the heap from a cone about the middle, up to a share of its radius [m]. */
static double off_cone(const terr_heap *heap, double top, double slope, double share)
{
    double worst = 0.0;
    for (int i = 0; i < heap->rows * heap->columns; i++) {
        const int row = i / heap->columns;
        const double x = (i % heap->columns + 0.5 - 0.5 * heap->columns) * heap->pitch[0],
                     y = (row + 0.5 - 0.5 * heap->rows) * heap->pitch[1];
        const double r = hl_hypot(x, y);
        if (r < share * top / slope) worst = fmax(worst, fabs(heap->height[i] - (top - slope * r)));
    }
    return worst;
}

static void poured_soil_is_a_cone_at_the_angle_of_repose(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 0);
    pour(&s, 250.0);
    assert_int_equal(terr_particles_count(terr_sand_particles(s.sand)), 0);
    assert_false(terr_sand_content(s.sand, 0).moving);
    const terr_heap heap = terr_sand_heap(s.sand, 0);
    const double slope = hl_tan(33.0 * DEGREE), volume = terr_sand_content(s.sand, 0).volume;
    const double radius = cbrt(3.0 * volume / (3.14159265 * slope)), top = slope * radius;
    CHECK_NEAR(off_cone(&heap, top, slope, 0.95), 0.0, 0.1 * slope); /* within a cell */
    const hl_vec3 centre = terr_sand_content(s.sand, 0).centre;
    CHECK_NEAR(centre.x, 0.0, 0.03);
    CHECK_NEAR(centre.y, 0.0, 0.03);
    CHECK_NEAR(centre.z, 0.25 * top, 0.02);
    CHECK_NEAR(s.load.payload.mass, mass_of(&s), 1e-6);
    close_body(&s);
}

static void inertia_is_that_of_a_block(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 0);
    const double m = 2000.0, high = m / (3.0 * 2.0 * 1450.0);
    terr_sand_fill_container(s.sand, 0, terr_quanta(m), 0);
    run(&s, 0.1);
    const terr_payload *p = &s.load.payload;
    CHECK_NEAR(p->mass, m, 1e-3);
    CHECK_NEAR(p->centre.z, 0.5 * high, 1e-9);
    CHECK_NEAR(p->inertia.xx, m / 12.0 * (4.0 + high * high), 1e-3 * m);
    CHECK_NEAR(p->inertia.yy, m / 12.0 * (9.0 + high * high), 1e-3 * m);
    CHECK_NEAR(p->inertia.zz, m / 12.0 * 13.0, 1e-3 * m);
    CHECK_NEAR(p->inertia.xy, 0.0, 1e-6 * m);
    assert_false(terr_sand_content(s.sand, 0).moving);
    close_body(&s);
}

static void a_tilted_heap_slides_to_the_low_side_and_stays_within(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 0);
    terr_sand_fill_container(s.sand, 0, terr_quanta(1500.0), 0);
    turn_to(&s, hl_v3(0, 20.0 * DEGREE, 0)); /* the front sinks; less than friction on steel: it stays */
    run(&s, 1.0);
    CHECK_NEAR(terr_sand_content(s.sand, 0).centre.x, 0.0, 1e-6);
    turn_to(&s, hl_v3(0, 30.0 * DEGREE, 0));
    run(&s, 4.0);
    assert_true(terr_sand_content(s.sand, 0).centre.x > 0.25);
    CHECK_NEAR(mass_of(&s), 1500.0, 1e-5);
    close_body(&s);
}

static void soil_above_the_rim_spills_as_particles(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 6000);
    const double struck = terr_container_volume(&BODY) * 1450.0;
    terr_sand_fill_container(s.sand, 0, terr_quanta(1.5 * struck), 0);
    step(&s);
    assert_true(terr_particles_count(terr_sand_particles(s.sand)) <= 16);
    run(&s, 6.0);
    const terr_content content = terr_sand_content(s.sand, 0);
    assert_true(content.spilled > 0);
    assert_true(terr_kilograms(content.mass) > 1.05 * struck); /* heaped */
    assert_true(terr_kilograms(content.mass) < 1.45 * struck);
    assert_true(terr_quanta(1.5 * struck) + content.taken == content.mass + content.spilled);
    close_body(&s);
}

static void an_open_gate_and_a_tilt_empty_it(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 4000);
    terr_sand_fill_container(s.sand, 0, terr_quanta(1500.0), 0);
    turn_to(&s, hl_v3(0, -45.0 * DEGREE, 0)); /* the rear sinks */
    s.motion.position.z = 3.0;
    run(&s, 1.0);
    const double held = mass_of(&s);
    assert_true(held > 800.0); /* the closed gate holds soil */
    terr_sand_open_gate(s.sand, 0, 1.0);
    run(&s, 8.0);
    const terr_content content = terr_sand_content(s.sand, 0);
    if (content.mass != 0) fail_msg("%.3f kg have stayed", terr_kilograms(content.mass));
    assert_true(content.spilled == terr_quanta(1500.0) + content.taken);
    CHECK_NEAR(s.load.payload.mass, 0.0, 0.0);
    close_body(&s);
}

static void soil_that_finds_no_room_waits(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 64);
    terr_sand_fill_container(s.sand, 0, terr_quanta(1500.0), 0);
    turn_to(&s, hl_v3(0, -45.0 * DEGREE, 0));
    s.motion.position.z = 3.0;
    terr_sand_open_gate(s.sand, 0, 1.0);
    for (int k = 0; k < 500; k++) {
        step(&s);
        assert_true(terr_particles_count(terr_sand_particles(s.sand)) <= 60);
    }
    assert_true(mass_of(&s) > 1000.0);
    close_body(&s);
}

/* Random tilts and soil from above: every quantum is accounted for in each step. */
static void mass_is_exact_over_random_tilts(void **state)
{
    (void)state;
    enum { STEPS = 100000 };
    body_scene s;
    hl_random random = {7};
    open_body(&s, &(terr_container_def){{1.0, 0.8, 0.3}, {0.0, 0.1}, 0.1, 0.03, -1.0, TERR_SIDE_REAR, true},
              400);
    terr_particles *particles = terr_sand_particles(s.sand);
    const terr_mass grain = terr_particle_mass(particles, 0);
    hl_vec3 aim = {0, 0, 0}, at = {0, 0, 0};
    for (int k = 0; k < STEPS; k++) {
        if (k % 400 == 0) {
            aim = hl_v3(1.4 * hl_random_unit(&random) - 0.7, 1.4 * hl_random_unit(&random) - 0.7, 0.0);
            terr_sand_open_gate(s.sand, 0, hl_random_unit(&random) < 0.3 ? hl_random_unit(&random) : 0.0);
        }
        at = hl_add_scaled(at, 0.01, hl_sub(aim, at));
        turn_to(&s, at);
        if (k % 40 == 0)
            (void)terr_particles_add(particles, hl_v3(0.4 * hl_random_unit(&random) - 0.2, 0, 2.0),
                                     hl_v3(0, 0, -1), grain, 0);
        step(&s);
    }
    const terr_content content = terr_sand_content(s.sand, 0);
    assert_true(content.spilled > 20 * grain);
    assert_true(content.taken == content.mass + content.spilled);
    close_body(&s);
}

static void overturned_it_loses_all(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 4000);
    terr_sand_fill_container(s.sand, 0, terr_quanta(800.0), 0);
    turn_to(&s, hl_v3(175.0 * DEGREE, 0, 0));
    s.motion.position.z = 3.0;
    run(&s, 8.0);
    CHECK_NEAR(mass_of(&s), 0.0, 0.0);
    close_body(&s);
}

/* A loader's bucket of 0.25 m3 struck; its edge is 0.6 m ahead of the back and level. */
static const terr_tool_def BUCKET = {.corners = 4,
                                     .profile = {{0.6, 0.0}, {0.05, 0.0}, {0.0, 0.1}, {0.0, 0.55}},
                                     .width = 1.2,
                                     .thickness = 0.02,
                                     .sides = true};

typedef struct dig_scene {
    hl_arena arena;
    terr_sand *sand;
    terr_tool_motion motion[2]; /* of bucket and body */
    terr_tool_load load[2];
    double most_ahead; /* largest resistance ahead [N] */
} dig_scene;

/* Move the bucket. */
static void move(dig_scene *s, hl_vec3 velocity, double curl, double seconds)
{
    s->motion[0].velocity = velocity;
    s->motion[0].spin = hl_v3(0, -curl, 0);
    for (int k = 0; k < (int)lround(seconds / SCENE_STEP); k++) {
        s->motion[0].position = hl_add_scaled(s->motion[0].position, SCENE_STEP, velocity);
        const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_v3(0, -curl * SCENE_STEP, 0)));
        s->motion[0].rotation = hl_mat3_mul(&turn, &s->motion[0].rotation);
        terr_sand_step(s->sand, s->motion, s->load);
        const terr_ledger l = terr_sand_ledger(s->sand);
        assert_true(l.field + l.particles + l.containers + l.outside == l.initial);
        if (s->load[0].resistance.cuts) s->most_ahead = fmax(s->most_ahead, s->load[0].resistance.ahead);
    }
}

/* Into the heap, forward, curled up, lifted: what the bucket carries is missing in the body. */
static void a_bucket_digs_in_it(void **state)
{
    (void)state;
    char why[HL_MESSAGE_LENGTH] = "";
    dig_scene s = {.motion = {{.position = hl_v3(-0.9, 0, 2.2), .rotation = hl_mat3_identity()},
                              {.position = hl_v3(0, 0, 1.0), .rotation = hl_mat3_identity()}}};
    terr_sand_def sand = scene_def();
    sand.tools = &BUCKET, sand.tool_count = 1;
    sand.containers = &BODY, sand.container_count = 1;
    if (terr_sand_new(&sand, &s.arena, &s.sand, why) != HL_OK) fail_msg("no sand: %s", why);
    terr_sand_fill_container(s.sand, 0, terr_quanta(4000.0), 0);
    const terr_mass field = terr_sand_ledger(s.sand).field;
    move(&s, hl_v3(0.4, 0, -0.4), 0.0, 2.2); /* 0.88 m: the floor is 0.15 m under the surface */
    assert_true(s.most_ahead > 100.0);
    move(&s, hl_v3(0.4, 0, 0), 0.0, 1.0);
    move(&s, hl_v3(0.1, 0, 0.1), 0.6, 1.0);
    move(&s, hl_v3(0, 0, 0.5), 0.0, 2.0);
    move(&s, hl_v3(0, 0, 0), 0.0, 1.5);
    const double carried = s.load[0].payload.mass, left = terr_kilograms(terr_sand_content(s.sand, 0).mass);
    assert_true(carried > 150.0 && carried < 500.0);
    CHECK_NEAR(4000.0 - left, carried, 0.02 * carried);
    CHECK_NEAR(s.load[1].payload.mass, left, 1e-6);
    assert_true(terr_sand_ledger(s.sand).field == field);
    assert_int_equal(terr_sand_content(s.sand, 0).moving, false);
    hl_arena_free(&s.arena);
}

static void a_restored_state_goes_on_bit_by_bit(void **state)
{
    (void)state;
    enum { AHEAD = 400 };
    body_scene s, other;
    uint64_t hashes[AHEAD];
    open_body(&s, &BODY, 2000);
    open_body(&other, &BODY, 2000);
    terr_sand_fill_container(s.sand, 0, terr_quanta(1500.0), 0);
    turn_to(&s, hl_v3(0, -40.0 * DEGREE, 0));
    s.motion.position.z = 3.0;
    terr_sand_open_gate(s.sand, 0, 0.5);
    run(&s, 0.502); /* in the middle of a sweep */
    const size_t size = terr_sand_state_size(s.sand);
    assert_true(size <= terr_sand_state_capacity(s.sand));
    char *saved = malloc(size);
    assert_non_null(saved);
    terr_sand_save(s.sand, saved);
    for (int k = 0; k < AHEAD; k++) {
        step(&s);
        hashes[k] = terr_sand_hash(s.sand);
    }
    assert_true(terr_sand_fits(other.sand, saved, size));
    assert_false(terr_sand_fits(other.sand, saved, size - 8));
    terr_sand_restore(other.sand, saved);
    other.motion = s.motion;
    for (int k = 0; k < AHEAD; k++) {
        terr_sand_step(other.sand, &other.motion, &other.load);
        assert_true(terr_sand_hash(other.sand) == hashes[k]);
    }
    free(saved);
    close_body(&s);
    close_body(&other);
}

static void bytes_from_elsewhere_are_refused(void **state)
{
    (void)state;
    body_scene s;
    open_body(&s, &BODY, 100);
    terr_sand_fill_container(s.sand, 0, terr_quanta(1000.0), 0);
    run(&s, 0.01);
    const size_t size = terr_sand_state_size(s.sand), cells = 30 * 20, tail = cells * 8 + 2 * cells;
    unsigned char *saved = malloc(size);
    assert_non_null(saved);
    const int64_t below = -1;
    const struct {
        size_t at, bytes;
        const void *data;
    } bad[] = {{size - tail, 8, &below}, {size - 2 * cells, 1, "\7"}, {size - cells, 1, "\2"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        terr_sand_save(s.sand, saved);
        assert_true(terr_sand_fits(s.sand, saved, size));
        memcpy(saved + bad[k].at, bad[k].data, bad[k].bytes);
        assert_false(terr_sand_fits(s.sand, saved, size));
    }
    free(saved);
    close_body(&s);
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    terr_container_def bad[4] = {BODY, BODY, BODY, BODY};
    bad[0].size[1] = 0.01;
    bad[1].cell = 0.02;
    bad[2].taper[0] = 0.1; /* where the gate is */
    bad[3].taper[1] = 0.95;
    assert_null(terr_container_validate(&BODY));
    for (int k = 0; k < 4; k++) assert_non_null(terr_container_validate(&bad[k]));
    CHECK_NEAR(terr_container_volume(&BODY), 4.8, 1e-12);
    terr_container_def leaning = BODY;
    leaning.taper[1] = 0.5;
    CHECK_NEAR(terr_container_volume(&leaning), 3.6, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poured_soil_is_a_cone_at_the_angle_of_repose),
        cmocka_unit_test(inertia_is_that_of_a_block),
        cmocka_unit_test(a_tilted_heap_slides_to_the_low_side_and_stays_within),
        cmocka_unit_test(soil_above_the_rim_spills_as_particles),
        cmocka_unit_test(an_open_gate_and_a_tilt_empty_it),
        cmocka_unit_test(soil_that_finds_no_room_waits),
        cmocka_unit_test(mass_is_exact_over_random_tilts),
        cmocka_unit_test(overturned_it_loses_all),
        cmocka_unit_test(a_bucket_digs_in_it),
        cmocka_unit_test(a_restored_state_goes_on_bit_by_bit),
        cmocka_unit_test(bytes_from_elsewhere_are_refused),
        cmocka_unit_test(bad_definitions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
