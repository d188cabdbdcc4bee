/* Soil in a box: field and particles together, each quantum once. */
#include "sand_check.h"

#include <math.h>

/* A box about everything weighs what there is, in every step in which particles fall, rest, sink and merge.
 */
static void all_is_all(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, false);
    const terr_mass field = terr_field_weigh(terr_sand_field(scene.sand));
    const hl_vec3 low = {-9, -9, -9}, high = {9, 9, 9};
    const terr_mass poured = scene_block(&scene, hl_v3(0.0, 0.0, 0.05), 6, 6, 6);
    assert_true(terr_sand_mass_in(scene.sand, low, high) == field + poured); /* not yet known to the sand */
    int sinking = 0;
    for (int i = 0; i < 3000; i++) {
        scene_step(&scene);
        sinking += terr_particles_count(terr_sand_particles(scene.sand)) % 216 != 0;
        assert_true(terr_sand_mass_in(scene.sand, low, high) == field + poured);
    }
    assert_true(sinking > 0);
    scene_close(&scene);
}

/* Particles at the height of a box's walls: those whose centre is inside. */
static void particles_count_by_their_centres(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, false);
    terr_particles *particles = terr_sand_particles(scene.sand);
    const terr_mass mass = terr_particle_mass(particles, 0);
    static const double places[] = {0.4999, 0.5001, 0.0, -0.5001, -0.4999};
    for (int i = 0; i < 5; i++) {
        (void)terr_particles_add(particles, hl_v3(places[i], 0.1 * i, 1.0), hl_v3(0, 0, 0), mass, 0);
        (void)terr_particles_add(particles, hl_v3(0.1 * i, 0.0, 2.0 + places[i]), hl_v3(0, 0, 0), mass, 0);
    }
    const terr_mass wide = terr_sand_mass_in(scene.sand, hl_v3(-0.5, -1, 0.9), hl_v3(0.5, 1, 1.1));
    assert_true(wide == 3 * mass);
    const terr_mass tall = terr_sand_mass_in(scene.sand, hl_v3(-1, -1, 1.5), hl_v3(1, 1, 2.5));
    assert_true(tall == 3 * mass);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_all),
        cmocka_unit_test(particles_count_by_their_centres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
