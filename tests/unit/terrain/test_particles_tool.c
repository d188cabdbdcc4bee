/* Particles in and against tools and boxes: weight, carrying, no way through plates, freezing and waking. */
#include "particles_scene.h"

static const double RADIUS = 0.02, GRAVITY = 9.81;

/* A trough of 0.4 m x 0.4 m, 0.5 m high: back wall, floor, front wall; side walls. */
static const terr_tool_def TROUGH = {.corners = 4,
                                     .profile = {{-0.2, 0.5}, {-0.2, 0.0}, {0.2, 0.0}, {0.2, 0.5}},
                                     .width = 0.4,
                                     .thickness = 0.02,
                                     .sides = true};

/* An upright blade, 0.4 m high and 1 m wide. */
static const terr_tool_def BLADE = {
    .corners = 2, .profile = {{0.0, -0.2}, {0.0, 0.2}}, .width = 1.0, .thickness = 0.02};

static scene_def sand_in(const terr_tool_def *tool, int capacity)
{
    return (scene_def){.capacity = capacity,
                       .radius = RADIUS,
                       .gravity = GRAVITY,
                       .restitution = 0.3,
                       .sliding = 0.5,
                       .rolling = 0.1,
                       .steel_friction = 0.37,
                       .tools = tool,
                       .tool_count = 1};
}

static void run_with(scene *s, terr_tool_motion *motion, int steps, terr_tool_load *load)
{
    for (int k = 0; k < steps; k++) {
        terr_particles_step(s->particles, s->field, motion, load);
        motion->position = hl_add_scaled(motion->position, s->step, motion->velocity);
    }
}

static hl_vec3 mean_place(const scene *s)
{
    hl_vec3 sum = hl_v3(0.0, 0.0, 0.0);
    const int count = terr_particles_count(s->particles);
    for (int i = 0; i < count; i++)
        sum = hl_add_scaled(sum, 1.0 / count, terr_particles_get(s->particles, i).position);
    return sum;
}

/* At rest the trough bears what lies in it, in force and in moment about its origin, and it is pressed where
 * the particles lie. 1 %: the slowest waves of the heap still swing by some thousandths of its weight. */
static void tool_bears_the_weight(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    scene s;
    const scene_def def = sand_in(&TROUGH, COUNT);
    scene_open(&s, &def);
    scene_pour(&s, COUNT, 7, 0.17, hl_v3(10.0, 1.0, 1.04));
    terr_tool_motion motion = motion_at(hl_v3(10.0, 1.0, 1.0));
    terr_tool_load load = {.dug = 7.0};
    run_with(&s, &motion, 3000, &load);
    const double weight = scene_mass(&s) * GRAVITY;
    CHECK_RELATIVE(load.force.z, -weight, 0.01);
    CHECK_NEAR(load.force.x, 0.0, 0.01 * weight);
    CHECK_NEAR(load.force.y, 0.0, 0.01 * weight);
    const hl_vec3 arm = hl_sub(mean_place(&s), motion.position);
    /* moments of rolling, mu_r r F_n, are not passed on to tools: floor and walls press with 3 weights at
     * most */
    const double unfelt = 0.1 * RADIUS * 3.0 * weight;
    CHECK_NEAR(load.moment.x, -arm.y * weight, 0.01 * weight * 0.2 + unfelt);
    CHECK_NEAR(load.moment.y, arm.x * weight, 0.01 * weight * 0.2 + unfelt);
    assert_true(load.stiffness.zz > 0.0 && load.damping.zz > 0.0);
    assert_true(fabs(load.contact_point.x) < 0.2 && fabs(load.contact_point.y) < 0.2);
    CHECK_SAME(load.dug, 7.0); /* the rest is not touched */
    for (int i = 0; i < COUNT; i++) assert_true(terr_particles_get(s.particles, i).still > 100);
    scene_close(&s);
}

/* Lifted at 1 m/s, the particles ride along and are still in the tool. */
static void particles_ride(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    scene s;
    const scene_def def = sand_in(&TROUGH, COUNT);
    scene_open(&s, &def);
    scene_pour(&s, COUNT, 7, 0.17, hl_v3(0.0, 0.0, 1.04));
    terr_tool_motion motion = motion_at(hl_v3(0.0, 0.0, 1.0));
    terr_tool_load load = {0};
    run_with(&s, &motion, 1500, &load);
    motion.velocity = hl_v3(0.6, 0.0, 0.8);
    run_with(&s, &motion, 2000, &load);
    for (int i = 0; i < COUNT; i++) {
        const terr_particle q = terr_particles_get(s.particles, i);
        const hl_vec3 at = terr_particles_in_tool(s.particles, i, 0);
        assert_true(fabs(at.x) < 0.2 && fabs(at.y) < 0.2 && at.z > 0.0);
        CHECK_NEAR(hl_norm(hl_sub(q.velocity, motion.velocity)), 0.0, 0.02);
        assert_true(q.still > 500);
    }
    scene_close(&s);
}

/* A blade driven at 5 m/s through a heap that leans on a wall, and stopped when the sand has nowhere to go:
 * nothing comes through, either way. */
static void nothing_comes_through_a_plate(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    for (double speed = -5.0; speed < 6.0; speed += 10.0) {
        scene s;
        const terr_box wall = {{speed > 0.0 ? 1.0 : -1.0, 0.0, 0.0}, {0.1, 1.0, 1.0}, hl_mat3_identity()};
        scene_def def = sand_in(&BLADE, COUNT);
        def.boxes = &wall;
        def.box_count = 1;
        scene_open(&s, &def);
        scene_pour(&s, COUNT, 10, 0.25, hl_v3(0.0, 0.0, 0.02));
        terr_tool_motion motion = motion_at(hl_v3(speed > 0.0 ? -0.5 : 0.5, 0.0, 0.2));
        motion.velocity = hl_v3(speed, 0.0, 0.0);
        terr_tool_load load = {0};
        run_with(&s, &motion, 230, &load); /* 1.15 m: 0.25 m before the wall */
        for (int i = 0; i < COUNT; i++) {
            const hl_vec3 at = terr_particles_in_tool(s.particles, i, 0);
            if (fabs(at.y) < 0.5 && at.z < 0.2) assert_true(speed > 0.0 ? at.x > 0.0 : at.x < 0.0);
        }
        scene_close(&s);
    }
}

/* A particle falls on a plate from either side of it, at its edges too: it never ends inside. */
static void plates_have_two_sides_and_edges(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand_in(&TROUGH, 64);
    scene_open(&s, &def);
    terr_tool_motion motion = motion_at(hl_v3(0.0, 0.0, 1.0));
    for (int i = 0; i < 64; i++) {
        const int column = i % 8, row = i / 8;
        const double x = 0.6 * (column / 7.0 - 0.5), y = 0.6 * (row / 7.0 - 0.5);
        scene_add(&s, hl_v3(x, y, i % 2 == 0 ? 0.8 : 1.7), hl_v3(0.0, 0.0, i % 2 == 0 ? 3.0 : -3.0));
    }
    terr_tool_load load = {0};
    for (int k = 0; k < 800; k++) {
        run_with(&s, &motion, 1, &load);
        for (int i = 0; i < 64; i++) {
            const hl_vec3 at = terr_particles_in_tool(s.particles, i, 0);
            /* deeper than half a radius in the floor: a collision of 4.5 m/s bends by v dt/sqrt(kappa) 10 mm
             */
            if (fabs(at.x) < 0.2 && fabs(at.y) < 0.2) assert_true(fabs(at.z) > 0.5 * RADIUS + 0.01);
        }
    }
    scene_close(&s);
}

static void box_stops_from_all_sides(void **state)
{
    (void)state;
    scene s;
    hl_mat3 turned = hl_mat3_identity(); /* by 3-4-5 about z */
    turned.m[0][0] = turned.m[1][1] = 0.8;
    turned.m[0][1] = -0.6;
    turned.m[1][0] = 0.6;
    const terr_box box = {{0.0, 0.0, 2.0}, {0.2, 0.1, 0.15}, turned};
    scene_def def = sand_in(NULL, 16);
    def.tool_count = 0;
    def.gravity = 0.0;
    def.boxes = &box;
    def.box_count = 1;
    scene_open(&s, &def);
    for (int i = 0; i < 6; i++) {
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        const hl_vec3 out = hl_scale(sign, hl_mat3_column(&turned, i / 2));
        scene_add(&s, hl_add_scaled(box.centre, 1.0, out), hl_scale(-2.0, out));
    }
    scene_run(&s, 1200);
    for (int i = 0; i < 6; i++) {
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        const hl_vec3 out = hl_scale(sign, hl_mat3_column(&turned, i / 2));
        const terr_particle q = terr_particles_get(s.particles, i);
        /* it went back as it came, square to the face: floats about the base, 1e-5 */
        const double away = hl_dot(hl_sub(q.position, box.centre), out);
        assert_true(away > 0.2 + RADIUS);
        CHECK_NEAR(hl_norm(hl_sub(hl_sub(q.position, box.centre), hl_scale(away, out))), 0.0, 1e-4);
        assert_true(hl_dot(q.velocity, out) > 0.0);
    }
    scene_close(&s);
}

/* Frozen, a heap moves with its tool and exerts nothing; woken, it sits where it sat, springs and all: what
 * is left is the rounding of places in floats, 0.1 um, against springs that bend by 0.1 mm a layer. */
static void freezing_and_waking_keeps_a_heap(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    scene s;
    const scene_def def = sand_in(&TROUGH, COUNT);
    scene_open(&s, &def);
    scene_pour(&s, COUNT, 7, 0.17, hl_v3(0.0, 0.0, 1.04));
    terr_tool_motion motion = motion_at(hl_v3(0.0, 0.0, 1.0));
    terr_tool_load load = {0};
    run_with(&s, &motion, 2000, &load);
    hl_vec3 before[COUNT];
    for (int i = 0; i < COUNT; i++) {
        before[i] = terr_particles_in_tool(s.particles, i, 0);
        terr_particles_freeze(s.particles, i, 0);
    }
    motion.velocity = hl_v3(1.0, 0.5, 0.0);
    run_with(&s, &motion, 1000, &load);
    CHECK_SAME(hl_norm(load.force), 0.0);
    assert_int_equal(terr_particles_counted(s.particles).awake, 0);
    for (int i = 0; i < COUNT; i++) {
        const terr_particle q = terr_particles_get(s.particles, i);
        assert_int_equal(q.carrier, 0);
        CHECK_NEAR(hl_norm(hl_sub(q.position, hl_add(motion.position, before[i]))), 0.0, 1e-6);
        CHECK_SAME(hl_norm(hl_sub(q.velocity, motion.velocity)), 0.0);
    }
    for (int i = 0; i < COUNT; i++) terr_particles_wake(s.particles, i);
    run_with(&s, &motion, 1000, &load);
    for (int i = 0; i < COUNT; i++)
        CHECK_NEAR(hl_norm(hl_sub(terr_particles_in_tool(s.particles, i, 0), before[i])), 0.0, 1e-4);
    CHECK_RELATIVE(load.force.z, -scene_mass(&s) * GRAVITY, 0.02);
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tool_bears_the_weight),         cmocka_unit_test(particles_ride),
        cmocka_unit_test(nothing_comes_through_a_plate), cmocka_unit_test(plates_have_two_sides_and_edges),
        cmocka_unit_test(box_stops_from_all_sides),      cmocka_unit_test(freezing_and_waking_keeps_a_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
