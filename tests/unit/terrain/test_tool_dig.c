/* Soil on its way from the field to particles: exact masses, the volume that was swept, where particles come
 * into the world, and what plates do that soil cannot pass. */
#include "dig_check.h"
#include "hl/random.h"

#include <math.h>

enum { ENOUGH = 12000 };

/* A run of the edge at 1 m/s, `depth` below the surface, from outside of the field `far` into it. */
static void dig_slot(dig_scene *scene, double depth, double far)
{
    const terr_soil soil = dig_sand();
    dig_open(scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(scene, &DIG_BUCKET, hl_v3(-0.1, 0.0, -depth), 0.0, 0.0);
    scene->motion.velocity = hl_v3(1.0, 0.0, 0.0);
    const int steps = (int)((far + 0.1) / DIG_STEP + 0.5);
    for (int i = 0; i <= steps; i++) (void)dig_step(scene);
    assert_true(terr_field_weigh(scene->field) == terr_field_count(scene->field).mass);
}

/* Width, 44 cells exactly, times depth times way times density. Cells are cut in proportion to the way; what
 * is missing is less than a particle, and a skin of less than 1 mm in the cells about the edge and 0.2 mm in
 * the others. */
static void a_slot_frees_its_soil(void **state)
{
    (void)state;
    const double depths[] = {0.05, 0.2, 0.4}, far = 1.0;
    for (int k = 0; k < 3; k++) {
        dig_scene scene;
        dig_slot(&scene, depths[k], far);
        const double swept = DIG_BUCKET.width * far * scene.soil.bank_density;
        const double particle = terr_kilograms(terr_particle_mass(scene.particles, 0));
        const double skin = swept * 2e-4 + DIG_BUCKET.width * DIG_CELL * scene.soil.bank_density * 1e-3;
        CHECK_NEAR(terr_kilograms(scene.sum.dug), swept * depths[k], particle + skin);
        assert_int_equal(scene.sum.squeezed, 0);
        assert_int_equal(scene.sum.born, terr_particles_count(scene.particles));
        dig_close(&scene);
    }
}

/* No more in a step than the edge sweeps in some steps: cells give their soil while the edge passes. At
 * 0.4 m and 1 mm a step it is 1.4 kg, 9 particles. */
static void soil_comes_smoothly(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(&scene, &DIG_BUCKET, hl_v3(-0.1, 0.0, -0.4), 0.0, 0.0);
    scene.motion.velocity = hl_v3(1.0, 0.0, 0.0);
    const double swept = DIG_BUCKET.width * 0.4 * 1e-3 * soil.bank_density;
    const double particle = terr_kilograms(terr_particle_mass(scene.particles, 0));
    for (int i = 0; i < 1000; i++) {
        const terr_dig done = dig_step(&scene);
        assert_true(terr_kilograms(done.dug) <= 1.5 * swept + particle);
        if (i > 150) assert_true(terr_kilograms(done.dug) >= 0.5 * swept - particle);
    }
    dig_close(&scene);
}

/* Behind the edge, which meets soil at x = 0, by one and a half cells and a particle, between the sides,
 * above the floor and the field; all particles of one mass. Spheres put one upon the other fill a third of
 * the space at least, so that the 0.3 m of bank soil, 0.6 of 1.13 filled, are twice as high at most; and two
 * particles more, for the ragged top. */
static void particles_are_born_in_the_tool(void **state)
{
    (void)state;
    dig_scene scene;
    dig_slot(&scene, 0.3, 0.5);
    const terr_mass whole = terr_particle_mass(scene.particles, 0);
    const double heap = 2.0 * 0.3 + 4.0 * DIG_RADIUS;
    assert_true(scene.sum.born > 1000);
    for (int i = 0; i < terr_particles_count(scene.particles); i++) {
        const terr_particle p = terr_particles_get(scene.particles, i);
        assert_true(p.mass == whole);
        assert_true(fabs(p.position.y) <= 0.5 * DIG_BUCKET.width);
        assert_true(p.position.x <= 0.5 + 1e-3 && p.position.x >= -1.5 * DIG_CELL - 2.0 * DIG_RADIUS);
        assert_true(p.position.z >= -0.3 + DIG_RADIUS && p.position.z <= -0.3 + heap);
        CHECK_SAME(hl_norm(p.velocity), 0.0);
    }
    dig_close(&scene);
}

/* Particles that rest where they were born do not touch: their springs would throw them apart. Places are
 * floats, a millionth of a metre. */
static void particles_make_way_for_each_other(void **state)
{
    (void)state;
    dig_scene scene;
    dig_slot(&scene, 0.3, 0.5);
    const int count = terr_particles_count(scene.particles);
    for (int i = 0; i < count; i++) {
        const hl_vec3 at = terr_particles_get(scene.particles, i).position;
        for (int j = 0; j < i; j++) {
            const double apart = hl_norm(hl_sub(terr_particles_get(scene.particles, j).position, at));
            assert_true(apart >= 2.0 * DIG_RADIUS - 4e-6);
        }
    }
    dig_close(&scene);
}

/* The field is as it was, to the last bit. */
static void check_idle(dig_scene *scene)
{
    const uint64_t hash = terr_field_hash(scene->field);
    const int count = terr_particles_count(scene->particles);
    scene->load.resistance.cuts = true;
    const terr_dig done = terr_digger_step(scene->digger, &scene->motion, &scene->carried, scene->field,
                                           scene->particles, &scene->load);
    assert_true(done.dug == 0 && done.born == 0 && done.squeezed == 0);
    assert_true(terr_field_hash(scene->field) == hash);
    assert_int_equal(terr_particles_count(scene->particles), count);
    assert_false(scene->load.resistance.cuts);
    CHECK_SAME(scene->load.dug, 0.0);
    CHECK_SAME(scene->load.depth, 0.0);
}

static void nothing_happens_elsewhere(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    scene.motion.velocity = hl_v3(1.0, 0.0, 0.0);
    const hl_vec3 away[] = {
        {2.0, 0.0, 0.001}, {-1.0, 0.0, -0.3}, {9.0, 0.0, -0.3}, {2.0, 5.0, -0.3}, {1e9, 1e9, -1e9}};
    for (int i = 0; i < 5; i++) {
        dig_place(&scene, &DIG_BUCKET, away[i], 0.0, 0.0);
        check_idle(&scene);
    }
    dig_close(&scene);
}

static void what_is_not_finite_is_refused(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -0.3), 0.0, 0.0);
    const terr_tool_motion good = scene.motion;
    scene.motion.position.x = (double)NAN;
    check_idle(&scene);
    scene.motion = good;
    scene.motion.velocity.z = HUGE_VAL;
    check_idle(&scene);
    scene.motion = good;
    scene.motion.spin.y = (double)NAN;
    check_idle(&scene);
    scene.motion = good;
    scene.motion.rotation.m[1][2] = (double)NAN;
    check_idle(&scene);
    dig_close(&scene);
}

/* Upside down the floor is a roof: nothing is dug, however the tool moves. */
static void upside_down_digs_nothing(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, 0.1), 3.0, 0.0);
    const terr_mass mass = terr_field_count(scene.field).mass;
    for (int i = 0; i < 4; i++) {
        scene.motion.velocity = hl_v3(i & 1 ? 1.0 : -1.0, 0.0, i & 2 ? -0.5 : 0.0);
        for (int k = 0; k < 20; k++) (void)dig_step(&scene);
    }
    assert_int_equal(scene.sum.born, 0);
    assert_true(terr_field_count(scene.field).mass == mass);
    dig_close(&scene);
}

/* A level floor that is pushed down into loose sand makes no particles: soil does not pass through plates. It
 * is compacted, and the surface under the floor goes down with it: the step before has left none standing. */
static void a_floor_that_comes_down_presses(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    const terr_tool_def small = {
        .corners = 3, .profile = {{0.5, 0.0}, {0.0, 0.0}, {0.0, 0.5}}, .width = 0.6, .thickness = 0.02};
    const double speed = 0.2;
    dig_open(&scene, &small, &soil, 0.4, ENOUGH);
    dig_place(&scene, &small, hl_v3(3.0, 0.0, 0.001), 0.0, 0.0);
    scene.motion.velocity = hl_v3(0.0, 0.0, -speed);
    for (int i = 0; i < 100; i++) (void)dig_step(&scene);
    assert_int_equal(scene.sum.born, 0);
    const double floor = scene.motion.position.z + speed * DIG_STEP; /* of the last step */
    assert_true(terr_field_sample(scene.field, 2.75, 0.0).height <= floor + 2e-4 + 1e-6);
    assert_true(terr_field_weigh(scene.field) == terr_field_count(scene.field).mass);
    dig_close(&scene);
}

static void empty(dig_scene *scene)
{
    for (int i = terr_particles_count(scene->particles); i > 0; i--)
        terr_particles_remove(scene->particles, i - 1);
}

/* A tool that has just come to a stand in soil takes what its last displacement lifts, DIG_MOST_BORN
 * particles, and what has room below the surface that it comes from; then the field rests, and nothing more
 * comes. */
static void a_full_tool_that_stands_takes_nothing(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(&scene, &DIG_BUCKET, hl_v3(2.5, 0.0, -0.2), 0.0, 0.0);
    scene.motion.velocity = hl_v3(1.0, 0.0, 0.0);
    for (int i = 0; i < 500; i++) (void)dig_step(&scene);
    const int dug = scene.sum.born;
    assert_true(dug > 0);
    scene.motion.velocity = hl_v3(0.0, 0.0, 0.0);
    for (int i = 0; i < 400; i++) (void)dig_step(&scene);
    const int born = scene.sum.born;
    assert_true(born - dug <= 2 * 32);
    for (int i = 0; i < 400; i++) (void)dig_step(&scene);
    assert_int_equal(scene.sum.born, born);
    assert_int_equal(scene.sum.squeezed, 0);
    dig_close(&scene);
}

/* One that has rested for long and rocks, as on its tires, presses nothing out of what has flowed into it,
 * and lifts nothing. */
static void a_full_tool_that_rocks_moves_nothing(void **state)
{
    (void)state;
    enum { COLUMN = 50, COLUMNS = 4, ROW = 40 }; /* from x = 2.5 m */
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
    dig_place(&scene, &DIG_BUCKET, hl_v3(3.0, 0.0, -0.2), 0.0, 0.0);
    for (int i = 0; i < 400; i++) (void)dig_step(&scene);
    double before[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        before[k] = terr_field_height(scene.field, COLUMN + k, ROW);
        assert_true(before[k] > -0.1);
    }
    for (int i = 0; i < 200; i++) {
        scene.motion.velocity.z = i / 20 % 2 == 0 ? -0.1 : 0.1;
        (void)dig_step(&scene);
    }
    for (int k = 0; k < COLUMNS; k++) CHECK_SAME(terr_field_height(scene.field, COLUMN + k, ROW), before[k]);
    assert_int_equal(scene.sum.born, 0);
    dig_close(&scene);
}

/* Dragged backwards and sideways: soil that comes over the floor through the back or a side goes to the other
 * side of the plate. Half a cell beside the edge, over the way of 0.2 m, counts as come over the edge: 10
 * particles. */
static void plates_shove(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    const int strip = 10;
    const hl_vec3 ways[] = {{-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-0.5, -0.5, 0.0}};
    for (int k = 0; k < 3; k++) {
        dig_open(&scene, &DIG_BUCKET, &soil, 0.0, ENOUGH);
        /* from a place that has been dug before, and emptied */
        dig_place(&scene, &DIG_BUCKET, hl_v3(3.0, 0.0, -0.2), 0.0, 0.0);
        for (int i = 0; i < 400; i++) {
            (void)dig_step(&scene);
            scene.load.front.lift = 10.0;
            empty(&scene);
        }
        const int born = scene.sum.born;
        scene.load.front.lift = 0.0;
        scene.motion.velocity = ways[k];
        for (int i = 0; i < 200; i++) (void)dig_step(&scene);
        assert_true(scene.sum.born - born <= strip);
        assert_true(born > 0);
        /* a berm beyond the plate */
        const hl_vec3 plate = hl_add_scaled(scene.motion.position, k == 1 ? 1.1 : 0.0, hl_v3(0, 1, 0));
        const hl_vec3 beyond = hl_add_scaled(plate, 1.5 * DIG_CELL, ways[k]);
        const double inside = k == 1 ? 0.0 : 0.4;
        assert_true(terr_field_sample(scene.field, beyond.x + (k == 1 ? 0.4 : 0.0), beyond.y).height > 0.05);
        assert_true(terr_field_sample(scene.field, scene.motion.position.x + 0.4, inside).height < -0.19);
        assert_true(terr_field_weigh(scene.field) == terr_field_count(scene.field).mass);
        dig_close(&scene);
    }
}

/* A full budget: counted, pushed ahead, and every quantum still there (dig_step looks). */
static void a_full_budget_pushes_ahead(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    enum { FEW = 200 };
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    dig_place(&scene, &DIG_BUCKET, hl_v3(-0.1, 0.0, -0.2), 0.0, 0.0);
    scene.motion.velocity = hl_v3(1.0, 0.0, 0.0);
    for (int i = 0; i < 600; i++) (void)dig_step(&scene);
    assert_int_equal(terr_particles_count(scene.particles), FEW);
    assert_int_equal(scene.sum.born, FEW);
    assert_true(scene.sum.squeezed > 0);
    /* a berm in front, the trench behind */
    assert_true(terr_field_sample(scene.field, 0.5 + 2.0 * DIG_CELL, 0.0).height > 0.1);
    assert_true(terr_field_sample(scene.field, 0.25, 0.0).height < -0.15);
    dig_close(&scene);
}

/* A blade has no floor for soil to come to lie on: it cuts what stands above its edge, and the soil goes on
 * before it. What it frees is the slot's, as a bucket's; but of every row of cells that it has passed less
 * than a particle stays behind for good. It has 60 cells across. */
static void an_upright_blade_cuts(void **state)
{
    (void)state;
    static const terr_tool_def blade = {
        .corners = 2, .profile = {{0.0, 0.0}, {0.0, 0.8}}, .width = 3.0, .thickness = 0.02};
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &blade, &soil, 0.0, ENOUGH);
    dig_place(&scene, &blade, hl_v3(-0.1, 0.0, -0.1), 0.0, 0.0);
    scene.motion.velocity = hl_v3(1.0, 0.0, 0.0);
    for (int i = 0; i <= 600; i++) (void)dig_step(&scene);
    const double swept = 3.0 * 0.5 * 0.1 * soil.bank_density;
    const double left = 3.0 * (0.5 * 2e-4 + DIG_CELL * 1e-3) * soil.bank_density; /* skin */
    const double rows = 0.5 / DIG_CELL + 1.0;
    CHECK_NEAR(terr_kilograms(scene.sum.dug), swept,
               left + rows * terr_kilograms(terr_particle_mass(scene.particles, 0)));
    for (int i = 0; i < terr_particles_count(scene.particles); i++) {
        const hl_vec3 at = terr_particles_get(scene.particles, i).position;
        assert_true(at.z >= terr_field_sample(scene.field, at.x, at.y).height);
    }
    dig_close(&scene);
}

/* Any poses and motions, over the field's borders too: every quantum stays (dig_step looks), and particles
 * are born at places. */
static void wild_motions_lose_nothing(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.2, ENOUGH);
    hl_random random = {5};
    for (int k = 0; k < 150; k++) {
        double u[9];
        for (int i = 0; i < 9; i++) u[i] = 2.0 * hl_random_unit(&random) - 1.0;
        dig_place(&scene, &DIG_BUCKET, hl_v3(3.0 + 4.0 * u[0], 2.5 * u[1], 0.4 * u[2]), 1.5 * u[3],
                  1.5 * u[4]);
        scene.motion.velocity = hl_v3(3.0 * u[5], 3.0 * u[6], u[7]);
        scene.motion.spin = hl_v3(u[8], u[3], u[1]);
        for (int i = 0; i < 20; i++) (void)dig_step(&scene);
        if (k % 10 == 0) terr_field_relax(scene.field, 0);
    }
    assert_true(scene.sum.born > 0);
    assert_true(terr_field_weigh(scene.field) == terr_field_count(scene.field).mass);
    for (int i = 0; i < terr_particles_count(scene.particles); i++) {
        const hl_vec3 at = terr_particles_get(scene.particles, i).position;
        assert_true(fabs(at.x) < 20.0 && fabs(at.y) < 20.0 && fabs(at.z) < 20.0);
    }
    dig_close(&scene);
}

/* The sensor's plane lies across the floor behind the edge; what is held lies between the sides. */
static void what_the_tool_holds(void **state)
{
    (void)state;
    dig_scene scene;
    const terr_soil soil = dig_sand();
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, 1);
    assert_true(terr_digger_holds(scene.digger, hl_v3(0.3, 1.09, 0.2)));
    assert_false(terr_digger_holds(scene.digger, hl_v3(0.3, 1.11, 0.2)));
    assert_false(terr_digger_holds(scene.digger, hl_v3(0.3, 0.0, -0.01)));
    assert_true(terr_digger_holds(scene.digger, hl_v3(0.5, 0.0, 0.5)));
    assert_false(terr_digger_holds(scene.digger, hl_v3(0.9, 0.0, 0.9)));
    const double at_edge = terr_digger_sensor(scene.digger, hl_v3(0.8, 0.5, 0.0));
    assert_true(at_edge < 0.0 && at_edge > -0.4);
    /* a coordinate along the floor */
    CHECK_NEAR(terr_digger_sensor(scene.digger, hl_v3(0.2, -0.5, 0.3)) - at_edge, 0.6, 1e-15);
    dig_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_slot_frees_its_soil),
                                       cmocka_unit_test(soil_comes_smoothly),
                                       cmocka_unit_test(particles_are_born_in_the_tool),
                                       cmocka_unit_test(particles_make_way_for_each_other),
                                       cmocka_unit_test(nothing_happens_elsewhere),
                                       cmocka_unit_test(what_is_not_finite_is_refused),
                                       cmocka_unit_test(upside_down_digs_nothing),
                                       cmocka_unit_test(a_floor_that_comes_down_presses),
                                       cmocka_unit_test(plates_shove),
                                       cmocka_unit_test(a_full_tool_that_stands_takes_nothing),
                                       cmocka_unit_test(a_full_tool_that_rocks_moves_nothing),
                                       cmocka_unit_test(a_full_budget_pushes_ahead),
                                       cmocka_unit_test(an_upright_blade_cuts),
                                       cmocka_unit_test(wild_motions_lose_nothing),
                                       cmocka_unit_test(what_the_tool_holds)};
    return cmocka_run_group_tests_name("tool_dig", tests, NULL, NULL);
}
