/* The sand as a whole: particles come to rest and become field again, in whole quanta, whatever happens. */
#include "sand_check.h"

#include "hl/report.h"

#include <math.h>

/* A block of 8 x 8 x 8 particles collapses and becomes field. */
static void poured_particles_become_field(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, false);
    const terr_mass poured = scene_block(&scene, hl_v3(0.0, 0.0, 0.05), 8, 8, 8);
    scene_run(&scene, 6.0); /* what rolls away comes to rest within some seconds */
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    const terr_field_counts field = terr_field_count(terr_sand_field(scene.sand));
    assert_int_equal(terr_particles_count(terr_sand_particles(scene.sand)), 0);
    assert_int_equal(ledger.merged_particles, 512);
    assert_int_equal(ledger.squeezed, 0);
    assert_int_equal(ledger.lost, 0);
    assert_true(ledger.merged == poured);
    assert_true(ledger.field == field.initial + poured);
    assert_true(terr_field_weigh(terr_sand_field(scene.sand)) == ledger.field);
    scene_close(&scene);
}

/* A layer that lies still sinks into the field without a kick: the bumps of its merged neighbours, half a
 * radius high, would throw a particle out at 1 m/s. The first 0.05 s belong to its coming to rest. */
static void merging_does_not_stir(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, false);
    (void)scene_block(&scene, hl_v3(0.0, 0.0, -0.02 * SCENE_RADIUS), 6, 6, 1);
    const terr_particles *particles = terr_sand_particles(scene.sand);
    scene_run(&scene, 0.05);
    double fastest = 0.0;
    for (int k = 0; k < 1000; k++) {
        scene_step(&scene);
        for (int i = 0; i < terr_particles_count(particles); i++)
            fastest = fmax(fastest, hl_norm(terr_particles_get(particles, i).velocity));
    }
    assert_int_equal(terr_particles_count(particles), 0);
    assert_true(fastest < 0.1);
    scene_close(&scene);
}

static double height_at(const sand_scene *scene, double x, double y)
{
    int column, row;
    assert_true(terr_field_cell(terr_sand_field(scene->sand), x, y, &column, &row));
    return terr_field_height(terr_sand_field(scene->sand), column, row);
}

/* Particles fall one after the other on the same place, gently: each has time to come to rest. */
static void pour_slowly(sand_scene *scene, int count, uint64_t seed)
{
    terr_particles *particles = terr_sand_particles(scene->sand);
    const terr_mass mass = terr_particle_mass(particles, 0);
    for (int k = 0; k < count; k++) {
        const double x = SCENE_RADIUS * check_random(&seed), y = SCENE_RADIUS * check_random(&seed);
        const double z = height_at(scene, 0.0, 0.0) + 0.1;
        (void)terr_particles_add(particles, hl_v3(x, y, z), hl_v3(0, 0, 0), mass, 0);
        scene_run(scene, 0.02);
    }
    scene_run(scene, 2.0);
}

/* Slope of the flank between a fifth and three quarters of the height, by least squares over the distance
 * from the axis: top and foot are rounded by grains that fall on and roll off. */
static double flank(const sand_scene *scene, double top)
{
    double n = 0.0, r = 0.0, h = 0.0, rr = 0.0, rh = 0.0;
    for (double x = -1.2; x < 1.2; x += SCENE_CELL)
        for (double y = -1.2; y < 1.2; y += SCENE_CELL) {
            const double height = height_at(scene, x, y);
            if (height < 0.2 * top || height > 0.75 * top) continue;
            double cx, cy;
            int column, row;
            (void)terr_field_cell(terr_sand_field(scene->sand), x, y, &column, &row);
            terr_field_centre(terr_sand_field(scene->sand), column, row, &cx, &cy);
            const double radius = hypot(cx, cy);
            n += 1.0;
            r += radius;
            h += height;
            rr += radius * radius;
            rh += radius * height;
        }
    return (r * h - n * rh) / (n * rr - r * r);
}

/* One heap differs from the next: the angles of eight scatter by 0.7 degrees (standard deviation), their mean
 * by 0.25. It may miss the soil's 33 degrees by 2, as the soils' rows of the validation may. */
static void poured_heaps_stand_at_their_repose(void **state)
{
    (void)state;
    enum { HEAPS = 8 };
    const double degree = 0.017453292519943295;
    double sum = 0.0;
    for (uint64_t heap = 0; heap < HEAPS; heap++) {
        sand_scene scene;
        terr_sand_def def = scene_def();
        /* grains that neither slide nor roll on slopes below their soil's angle of repose, 33 degrees */
        terr_soil soil = def.field.soils[0];
        soil.sliding_friction = soil.rolling_friction = 0.9;
        def.field.soils = &soil;
        scene_open_def(&scene, &def);
        pour_slowly(&scene, 800, 5 + heap);
        sum += atan(flank(&scene, height_at(&scene, 0.0, 0.0))) / degree;
        scene_close(&scene);
    }
    CHECK_NEAR(sum / HEAPS, 33.0, 2.0);
}

static void outside_the_field_particles_leave_the_play(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, false);
    const terr_mass mass = scene_block(&scene, hl_v3(0.5 * SCENE_SIDE + 0.5, 0.0, 0.02), 3, 3, 1);
    scene_run(&scene, 3.0);
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    assert_int_equal(terr_particles_count(terr_sand_particles(scene.sand)), 0);
    assert_true(ledger.outside + ledger.merged == mass);
    assert_true(ledger.outside > 0);
    scene_close(&scene);
}

static void particles_on_a_wall_become_field(void **state)
{
    (void)state;
    sand_scene scene;
    const terr_wall wall = {.centre = {0.0, 0.0}, .half = {0.6, 0.6}, .top = 0.5};
    const terr_box box = {.centre = {0.0, 0.0, 0.0}, .half = {0.6, 0.6, 0.5}, .axes = hl_mat3_identity()};
    terr_sand_def def = scene_def();
    def.field.walls = &wall;
    def.field.wall_count = 1;
    def.boxes = &box;
    def.box_count = 1;
    scene_open_def(&scene, &def);
    const terr_mass mass = scene_block(&scene, hl_v3(0.0, 0.0, 0.51), 4, 4, 2);
    scene_run(&scene, 3.0);
    assert_int_equal(terr_particles_count(terr_sand_particles(scene.sand)), 0);
    assert_true(terr_sand_ledger(scene.sand).merged == mass);
    assert_true(height_at(&scene, 0.0, 0.0) > 0.5);
    scene_close(&scene);
}

static void a_full_budget_merges_the_least_important(void **state)
{
    (void)state;
    enum { CAPACITY = 160, POURED = 600 };
    sand_scene scene;
    terr_sand_def def = scene_def();
    def.particle_capacity = CAPACITY;
    scene_open_def(&scene, &def);
    terr_particles *particles = terr_sand_particles(scene.sand);
    const terr_mass mass = terr_particle_mass(particles, 0);
    for (int k = 0; k < POURED; k++) {
        const double x = 0.07 * (k % 9 - 4), y = 0.07 * (k / 9 % 9 - 4);
        /* there is always a place free: one particle a step is put in, at least as many are squeezed out */
        assert_true(terr_particles_add(particles, hl_v3(x, y, 1.0), hl_v3(0, 0, -3.0), mass, 0) >= 0);
        scene_step(&scene);
    }
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    assert_true(ledger.squeezed > 0);
    assert_int_equal(ledger.merged_particles + terr_particles_count(particles), POURED);
    assert_true(ledger.merged + ledger.particles == POURED * mass);
    scene_close(&scene);
}

static void lost_particles_give_their_mass_back(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    terr_particles *particles = terr_sand_particles(scene.sand);
    const terr_mass filled = scene_fill(&scene), mass = terr_particle_mass(particles, 0);
    scene_run(&scene, 0.1);
    const int before = terr_particles_count(particles);
    /* in the midst of the others; and one that has left everything */
    const double wild = (double)NAN;
    assert_true(terr_particles_add(particles, scene_world(&scene, hl_v3(0.27, 0.0, 0.1)),
                                   hl_v3(wild, 0.0, 0.0), mass, 0) >= 0);
    assert_true(terr_particles_add(particles, hl_v3(5000.0, 0.0, 1.0), hl_v3(0, 0, 0), mass, 0) >= 0);
    for (int k = 0; k < 300; k++) {
        scene_step(&scene);
        assert_true(isfinite(scene.load.force.z) && isfinite(scene.load.payload.mass));
    }
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    assert_true(ledger.lost >= 2 && ledger.lost <= before / 2);
    assert_true(ledger.particles + ledger.merged + ledger.outside == filled + 2 * mass);
    assert_true(ledger.outside == 0);
    for (int i = 0; i < terr_particles_count(particles); i++)
        assert_true(isfinite(hl_norm(terr_particles_get(particles, i).velocity)));
    scene_close(&scene);
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    const terr_tool_def flat = {.corners = 1};
    terr_tool_def many[TERR_MAX_TOOLS + 1] = {{0}};
    char why[HL_MESSAGE_LENGTH] = "";
    hl_arena arena = {0};
    terr_sand *sand = NULL;
    terr_sand_def def = scene_def();
    def.tools = &flat;
    def.tool_count = 1;
    assert_int_equal(terr_sand_new(&def, &arena, &sand, why), HL_BAD_INPUT);
    assert_true(why[0] != '\0');
    def.tools = many;
    def.tool_count = TERR_MAX_TOOLS + 1;
    assert_int_equal(terr_sand_new(&def, &arena, &sand, why), HL_BAD_INPUT);
    def = scene_def();
    def.gravity = -1.0;
    assert_int_equal(terr_sand_new(&def, &arena, &sand, why), HL_BAD_INPUT);
    assert_null(sand);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poured_particles_become_field),
        cmocka_unit_test(merging_does_not_stir),
        cmocka_unit_test(poured_heaps_stand_at_their_repose),
        cmocka_unit_test(outside_the_field_particles_leave_the_play),
        cmocka_unit_test(particles_on_a_wall_become_field),
        cmocka_unit_test(a_full_budget_merges_the_least_important),
        cmocka_unit_test(lost_particles_give_their_mass_back),
        cmocka_unit_test(bad_definitions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
