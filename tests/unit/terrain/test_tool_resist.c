/* What resists a tool that cuts: the fundamental equation of earthmoving at its edge, its trends, its centre,
 * and that it neither jumps nor stays when the edge leaves the soil. */
#include "dig_check.h"
#include "tool/tool_internal.h"

#include <math.h>

static const double DEGREE = 0.017453292519943295, GRAVITY = 9.80665;
enum { FEW = 100 };

/* The resistance where the tool stands; nothing is dug. */
static terr_resistance resistance_at(dig_scene *scene, const terr_tool_def *tool, hl_vec3 edge, double rake,
                                     double roll)
{
    dig_place(scene, tool, edge, rake, roll);
    scene->motion.velocity = hl_v3(0, 0, 0);
    assert_true(dig_find_pose(&scene->digger->shape, &scene->motion, &scene->digger->pose));
    dig_resist(scene->digger, &scene->carried, &(dig_bed){.field = scene->field}, &scene->load);
    return scene->load.resistance;
}

/* Forces ahead are the horizontal part of F: F sin(beta + delta). The table of wedges is linear between 65
 * rakes over 60 degrees, 0.016 rad apart: its error is (0.016)^2/8 N''/N < 1e-4, and the wall's friction is
 * exact. One newton is the least limit. */
static void level_ground_is_cut_by_the_equation(void **state)
{
    (void)state;
    terr_soil soil = dig_sand();
    dig_scene scene;
    for (double rake = 30.0; rake <= 90.0; rake += 7.5)
        for (double depth = 0.05; depth <= 0.4; depth += 0.05) {
            dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
            const terr_resistance found =
                resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -depth), rake * DEGREE, 0.0);
            const terr_wedge wedge = terr_wedge_of(soil.friction_angle, soil.steel_friction, rake * DEGREE);
            const double F =
                terr_cutting_force(&wedge, soil.bank_density, 0.0, 0.0, DIG_BUCKET.width, depth, 0.0);
            assert_true(found.cuts);
            CHECK_NEAR(found.ahead, F * sin(rake * DEGREE + soil.steel_friction), 2e-4 * F + 1.0);
            CHECK_NEAR(scene.load.depth, depth, 1e-6); /* heights are floats */
            CHECK_SAME(found.axis[0].x, 1.0);
            CHECK_SAME(found.axis[1].y, 1.0);
            dig_close(&scene);
        }
}

static double force_ahead(const terr_tool_def *tool, const terr_soil *soil, double loose, double depth)
{
    dig_scene scene;
    dig_open(&scene, tool, soil, loose, FEW);
    const double ahead = resistance_at(&scene, tool, hl_v3(2.0, 0.0, -depth), 45.0 * DEGREE, 0.0).ahead;
    dig_close(&scene);
    return ahead;
}

/* Dry: with the square of the depth. With cohesion and adhesion: a part with the depth. With the width. The
 * least limit of 1 N is the difference. */
static void trends_of_depth_and_width(void **state)
{
    (void)state;
    terr_soil dry = dig_sand(), moist = dry;
    moist.cohesion = 8e3;
    moist.adhesion = 4e3;
    terr_tool_def narrow = DIG_BUCKET;
    narrow.width = 1.1;
    const double at_1 = force_ahead(&DIG_BUCKET, &dry, 0.0, 0.1),
                 at_3 = force_ahead(&DIG_BUCKET, &dry, 0.0, 0.3);
    CHECK_RELATIVE(at_3 / at_1, 9.0, 5e-3);
    CHECK_RELATIVE(force_ahead(&narrow, &dry, 0.0, 0.3) / at_3, 0.5, 5e-3);
    const terr_wedge wedge = terr_wedge_of(dry.friction_angle, dry.steel_friction, 45.0 * DEGREE);
    const double c_a = moist.adhesion, w = DIG_BUCKET.width, d = 0.3;
    const double F = terr_cutting_force(&wedge, dry.bank_density, moist.cohesion, c_a, w, d, 0.0);
    const double ahead = F * sin(45.0 * DEGREE + dry.steel_friction) + w * c_a * d; /* cot 45 = 1 */
    CHECK_RELATIVE(force_ahead(&DIG_BUCKET, &moist, 0.0, d), ahead, 1e-3);
    /* loose soil has no cohesion, and is lighter */
    const double loose = force_ahead(&DIG_BUCKET, &moist, 0.5, d);
    const double F_loose = terr_cutting_force(&wedge, dry.loose_density, 0.0, c_a, w, d, 0.0);
    CHECK_RELATIVE(loose, F_loose * sin(45.0 * DEGREE + dry.steel_friction) + w * c_a * d, 1e-3);
}

/* Pressure grows with depth: force on the plate's cross-section. Teeth reach deeper when the tool is pitched.
 */
static void tips_resist_with_depth(void **state)
{
    (void)state;
    terr_soil soil = dig_sand();
    const double without = force_ahead(&DIG_BUCKET, &soil, 0.0, 0.3);
    soil.tip_pressure = 2e6;
    const double with = force_ahead(&DIG_BUCKET, &soil, 0.0, 0.3);
    CHECK_RELATIVE(with - without, 2e6 * 0.3 * 2.2 * 0.02, 1e-6);
    terr_tool_def toothed = DIG_BUCKET;
    toothed.teeth = 8;
    toothed.tooth_width = 0.05;
    toothed.tooth_length = 0.15;
    const double deeper = 0.15 * sin(45.0 * DEGREE), share = 8 * 0.05 / 2.2;
    CHECK_RELATIVE(force_ahead(&toothed, &soil, 0.0, 0.3) - with, 2e6 * deeper * share * 2.2 * 0.02, 1e-6);
}

static void even_immersion_is_symmetric(void **state)
{
    (void)state;
    const terr_soil soil = dig_sand();
    dig_scene scene;
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    terr_resistance found = resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -0.2), 0.5, 0.0);
    CHECK_NEAR(found.point.y, 0.0, 1e-12); /* sums of nine terms of 1 m */
    /* at the edge, a third of the depth up */
    const hl_vec3 up = hl_mul_transposed(&scene.motion.rotation, hl_v3(0, 0, 0.2 / 3.0));
    CHECK_NEAR(found.point.x, 0.8 + up.x, 1e-6);
    CHECK_NEAR(found.point.z, up.z, 1e-6);
    dig_close(&scene);
    /* rolled to the right by 0.1 rad the right side is deeper: a moment */
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    found = resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -0.2), 0.5, 0.1);
    assert_true(found.point.y < -0.2);
    assert_true(scene.load.depth > 0.28 && scene.load.depth < 0.31);
    dig_close(&scene);
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    const terr_resistance other = resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -0.2), 0.5, -0.1);
    CHECK_NEAR(other.point.y, -found.point.y, 1e-6);
    CHECK_RELATIVE(other.ahead, found.ahead, 1e-6);
    dig_close(&scene);
}

static void sizes(const terr_resistance *r, double size[5])
{
    const double all[5] = {r->ahead, r->back, r->across, r->down, r->up};
    for (int i = 0; i < 5; i++) size[i] = r->cuts ? all[i] : 0.0;
}

/* Out of the ground in steps of 0.1 mm: every limit a d^2 + b d changes by less than twice its mean slope,
 * falls, and is gone at the surface but for the least limit of 1 N. Roundings of float heights: 1e-7 of a
 * metre. */
static void nothing_jumps_on_the_way_out(void **state)
{
    (void)state;
    terr_soil soil = dig_sand();
    soil.tip_pressure = 2e6;
    dig_scene scene;
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    double first[5], last[5], now[5];
    const double deep = 0.3, h = 1e-4;
    terr_resistance found = resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -deep), 0.6, 0.0);
    sizes(&found, first);
    sizes(&found, last);
    for (int k = 1; k <= 3010; k++) {
        found = resistance_at(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -deep + k * h), 0.6, 0.0);
        sizes(&found, now);
        for (int i = 0; i < 5; i++) {
            const double most = 2.0 * first[i] / deep * (h + 1e-6) + 1.0;
            assert_true(fabs(now[i] - last[i]) <= most);
            last[i] = now[i];
        }
    }
    assert_false(found.cuts);
    dig_close(&scene);
}

/* Across cells, in steps of 1 mm over ground that rises by 0.5 per metre: the immersion follows the smooth
 * surface, no cell is felt. Each step deepens the immersion by 0.5 mm. */
static void nothing_jumps_from_cell_to_cell(void **state)
{
    (void)state;
    const terr_soil soil = dig_sand();
    dig_scene scene;
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    hl_arena arena = {0};
    const terr_plane slope = {.slope = 0.4636476090008061}; /* atan 0.5 */
    terr_field_def def = *terr_field_definition(scene.field);
    def.shape = terr_ground_plane(&slope, &arena);
    char why[HL_MESSAGE_LENGTH];
    assert_int_equal(terr_field_new(&def, &arena, &scene.field, why), HL_OK);
    scene.digger = terr_digger_new(&DIG_BUCKET, scene.field, &arena);
    /* edge 0.2 to 0.3 m below the surface, level way */
    double last = 0.0, depth = 0.0;
    for (int k = 0; k <= 200; k++) {
        const double x = 2.0 + 1e-3 * k;
        const double now = resistance_at(&scene, &DIG_BUCKET, hl_v3(x, 0.0, 0.8), 0.6, 0.0).ahead;
        if (k > 0) {
            CHECK_NEAR(scene.load.depth - depth, 0.5e-3, 2e-6);
            assert_true(now > last && now < last * 1.02);
        }
        last = now;
        depth = scene.load.depth;
    }
    hl_arena_free(&arena);
    dig_close(&scene);
}

/* What rides on the tool, and what lies before it above the ground at the edge, is surcharge: q N_q w d. */
static void loads_weigh_on_the_cut(void **state)
{
    (void)state;
    const terr_soil soil = dig_sand();
    dig_scene scene;
    dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
    const hl_vec3 edge = hl_v3(2.0, 0.0, -0.2);
    const double rake = 45.0 * DEGREE, bare = resistance_at(&scene, &DIG_BUCKET, edge, rake, 0.0).ahead;
    scene.carried.mass = 600.0;
    const double loaded = resistance_at(&scene, &DIG_BUCKET, edge, rake, 0.0).ahead;
    const terr_wedge wedge = terr_wedge_of(soil.friction_angle, soil.steel_friction, rake);
    const double q = 600.0 * GRAVITY / (2.2 * 0.8 * sqrt(2.0)); /* over the mouth */
    CHECK_RELATIVE(loaded - bare, 2.2 * 0.2 * q * wedge.N_q * sin(rake + soil.steel_friction), 1e-3);
    scene.carried.mass = 0.0;
    for (double y = -1.5; y < 1.5; y += 0.1)
        assert_true(terr_field_put(scene.field, 2.4, y, 0.1, terr_quanta(20.0), 0));
    assert_true(resistance_at(&scene, &DIG_BUCKET, edge, rake, 0.0).ahead > 1.05 * bare);
    dig_close(&scene);
}

/* The wedge pulls a raked blade down, when the tool pushes: half of it at 0.05 m/s. */
static void the_wedge_pulls_down_when_pushed(void **state)
{
    (void)state;
    const terr_soil soil = dig_sand();
    dig_scene scene;
    const double speeds[] = {-1.0, 0.0, 0.05, 1.0};
    double weight[4];
    for (int i = 0; i < 4; i++) {
        dig_open(&scene, &DIG_BUCKET, &soil, 0.0, FEW);
        dig_place(&scene, &DIG_BUCKET, hl_v3(2.0, 0.0, -0.2), 45.0 * DEGREE, 0.0);
        scene.motion.velocity = hl_v3(speeds[i], 0, 0);
        (void)dig_step(&scene);
        weight[i] = scene.load.resistance.weight.z;
        dig_close(&scene);
    }
    const terr_wedge wedge = terr_wedge_of(soil.friction_angle, soil.steel_friction, 45.0 * DEGREE);
    const double F = terr_cutting_force(&wedge, soil.bank_density, 0.0, 0.0, 2.2, 0.2, 0.0);
    const double full = -F * cos(45.0 * DEGREE + soil.steel_friction);
    CHECK_SAME(weight[0], 0.0);
    CHECK_SAME(weight[1], 0.0);
    CHECK_RELATIVE(weight[2], 0.5 * full, 1e-3);
    CHECK_RELATIVE(weight[3], full / 1.05, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(level_ground_is_cut_by_the_equation),
                                       cmocka_unit_test(trends_of_depth_and_width),
                                       cmocka_unit_test(tips_resist_with_depth),
                                       cmocka_unit_test(even_immersion_is_symmetric),
                                       cmocka_unit_test(nothing_jumps_on_the_way_out),
                                       cmocka_unit_test(nothing_jumps_from_cell_to_cell),
                                       cmocka_unit_test(loads_weigh_on_the_cut),
                                       cmocka_unit_test(the_wedge_pulls_down_when_pushed)};
    return cmocka_run_group_tests_name("tool_resist", tests, NULL, NULL);
}
