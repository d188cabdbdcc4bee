/* What a bucket carries: weighed exactly, seen by the sensor. */
#include "sand_check.h"

#include <float.h>
#include <math.h>

/* Positions are floats about a base within some 64 m, so that places are known to 64 m 2^-24. */
static const double PLACE_ERROR = 64.0 / 16777216.0;

static void payload_is_the_sum_of_its_particles(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    sand_scene scene;
    scene_open(&scene, true);
    terr_particles *particles = terr_sand_particles(scene.sand);
    const terr_mass one = terr_particle_mass(particles, 0);
    double m = 0.0, first[3] = {0}, second[3] = {0}, mixed = 0.0;
    hl_vec3 at[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const int layer = i / 20;
        at[i] = hl_v3(0.12 + 0.065 * (i % 5), 0.13 * (double)(i / 5 % 4) - 0.15, 0.05 + 0.065 * layer);
        assert_true(terr_particles_add(particles, scene_world(&scene, at[i]), hl_v3(0, 0, 0),
                                       one * (1 + i % 3), 0) >= 0);
        const double mass = terr_kilograms(one * (1 + i % 3));
        m += mass;
        first[0] += mass * at[i].x;
        first[1] += mass * at[i].y;
        first[2] += mass * at[i].z;
    }
    const hl_vec3 centre = hl_v3(first[0] / m, first[1] / m, first[2] / m);
    for (int i = 0; i < COUNT; i++) {
        const double mass = terr_kilograms(one * (1 + i % 3));
        const hl_vec3 r = hl_sub(at[i], centre);
        second[0] += mass * r.x * r.x;
        second[1] += mass * r.y * r.y;
        second[2] += mass * r.z * r.z;
        mixed += mass * r.x * r.z;
    }
    scene_step(&scene); /* weighs before anything moves */
    const terr_payload *payload = &scene.load.payload;
    const double sphere = 0.4 * m * SCENE_RADIUS * SCENE_RADIUS; /* 2/5 m r^2 of each */
    /* places enter the second moments times lever arms below 1 m, twice */
    const double error = 2.0 * m * PLACE_ERROR;
    assert_int_equal(payload->particles, COUNT);
    CHECK_NEAR(payload->mass, m, COUNT * DBL_EPSILON * m);
    CHECK_NEAR(payload->centre.x, centre.x, PLACE_ERROR);
    CHECK_NEAR(payload->centre.y, centre.y, PLACE_ERROR);
    CHECK_NEAR(payload->centre.z, centre.z, PLACE_ERROR);
    CHECK_NEAR(payload->inertia.xx, second[1] + second[2] + sphere, error);
    CHECK_NEAR(payload->inertia.yy, second[0] + second[2] + sphere, error);
    CHECK_NEAR(payload->inertia.zz, second[0] + second[1] + sphere, error);
    CHECK_NEAR(payload->inertia.xz, -mixed, error);
    assert_false(payload->frozen);
    scene_close(&scene);
}

static void a_turned_bucket_weighs_the_same(void **state)
{
    (void)state;
    sand_scene level, turned;
    scene_open(&level, true);
    scene_open(&turned, true);
    turned.motion.rotation = (hl_mat3){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    const hl_vec3 at[3] = {{0.15, 0.1, 0.1}, {0.3, -0.2, 0.1}, {0.2, 0.0, 0.2}};
    for (int i = 0; i < 3; i++) {
        (void)terr_particles_add(terr_sand_particles(level.sand), scene_world(&level, at[i]), hl_v3(0, 0, 0),
                                 1 << 20, 0);
        (void)terr_particles_add(terr_sand_particles(turned.sand), scene_world(&turned, at[i]),
                                 hl_v3(0, 0, 0), 1 << 20, 0);
    }
    scene_step(&level);
    scene_step(&turned);
    CHECK_SAME(turned.load.payload.mass, 3.0);
    CHECK_NEAR(turned.load.payload.centre.x, level.load.payload.centre.x, 2.0 * PLACE_ERROR);
    CHECK_NEAR(turned.load.payload.centre.y, level.load.payload.centre.y, 2.0 * PLACE_ERROR);
    CHECK_NEAR(turned.load.payload.inertia.xy, level.load.payload.inertia.xy, 12.0 * PLACE_ERROR);
    scene_close(&level);
    scene_close(&turned);
}

/* Particles thrown in over the edge pass the sensor; poured out again they pass it the other way. */
static void sensor_counts_what_crosses_the_edge(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    terr_particles *particles = terr_sand_particles(scene.sand);
    const terr_mass one = terr_particle_mass(particles, 0);
    for (int i = 0; i < 5; i++)
        (void)terr_particles_add(particles,
                                 scene_world(&scene, hl_v3(0.72, 0.1 * (i - 2), 1.5 * SCENE_RADIUS)),
                                 hl_v3(-2.0, 0.0, 0.3), one, 0);
    CHECK_SAME(scene.load.payload.inflow, 0.0);
    scene_run(&scene, 0.5);
    CHECK_SAME(scene.load.payload.inflow, terr_kilograms(5 * one));
    CHECK_SAME(scene.load.payload.mass, terr_kilograms(5 * one));
    (void)scene_tilt(&scene, 1.0, 1.0);
    scene_run(&scene, 0.5);
    CHECK_SAME(scene.load.payload.mass, 0.0);
    CHECK_SAME(scene.load.payload.inflow, 0.0);
    scene_close(&scene);
}

static void sensor_does_not_see_what_falls_from_above(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    const terr_mass one = terr_particle_mass(terr_sand_particles(scene.sand), 0);
    (void)terr_particles_add(terr_sand_particles(scene.sand), scene_world(&scene, hl_v3(0.2, 0.0, 0.9)),
                             hl_v3(0, 0, 0), one, 0);
    scene_run(&scene, 0.45); /* 0.87 m of fall take 0.42 s */
    CHECK_SAME(scene.load.payload.mass, terr_kilograms(one));
    CHECK_SAME(scene.load.payload.inflow, 0.0);
    scene_close(&scene);
}

/* Poured in from above, more than it holds: the scale shows what lies in the bucket, within 5 % from 0.75 s
 * on; over the edge nothing has come in. */
static void the_scale_is_right_at_rest(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    (void)scene_block(&scene, scene_world(&scene, hl_v3(0.27, 0.0, 0.02)), 5, 7, 12);
    scene_run(&scene, 3.0);
    double held = 0.0; /* above the floor: all else has fallen to the ground 1 m below */
    const terr_particles *particles = terr_sand_particles(scene.sand);
    for (int i = 0; i < terr_particles_count(particles); i++) {
        const terr_particle particle = terr_particles_get(particles, i);
        if (particle.position.z > 0.9) held += terr_kilograms(particle.mass);
    }
    assert_true(held > 20.0);
    CHECK_RELATIVE(scene.load.payload.weighed, held, 0.05);
    assert_true(fabs(scene.load.payload.inflow - held) > 0.05 * held);
    (void)scene_tilt(&scene, 1.6, 1.0);
    scene_run(&scene, 2.0);
    CHECK_NEAR(scene.load.payload.weighed, 0.0, 0.05 * held);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payload_is_the_sum_of_its_particles),
        cmocka_unit_test(a_turned_bucket_weighs_the_same),
        cmocka_unit_test(sensor_counts_what_crosses_the_edge),
        cmocka_unit_test(sensor_does_not_see_what_falls_from_above),
        cmocka_unit_test(the_scale_is_right_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
