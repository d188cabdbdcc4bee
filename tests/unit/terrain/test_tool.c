/* Tools as shapes: what is refused, volumes, inside and heap, whichever way round the profile goes. */
#include "support/check.h"
#include "tool/tool_internal.h"

#include <math.h>
#include <string.h>

/* A loader's bucket, edge in front, and an excavator's, its mouth towards the machine: mirrored. A blade. */
static const terr_tool_def LOADER = {.corners = 3,
                                     .profile = {{0.95, -0.135}, {0.15, -0.135}, {0.15, 0.67}},
                                     .width = 2.2,
                                     .thickness = 0.02,
                                     .sides = true};
static const terr_tool_def EXCAVATOR = {.corners = 3,
                                        .profile = {{-0.95, -0.135}, {-0.15, -0.135}, {-0.15, 0.67}},
                                        .width = 2.2,
                                        .thickness = 0.02,
                                        .sides = true};
static const terr_tool_def BLADE = {
    .corners = 2, .profile = {{0.2, 0.0}, {0.0, 0.8}}, .width = 3.0, .thickness = 0.02};

/* A triangle of 0.8 m and 0.805 m legs. Six products of numbers below 1. */
static void volume_below_the_struck_plane(void **state)
{
    (void)state;
    CHECK_NEAR(terr_tool_volume(&LOADER), 0.5 * 0.8 * 0.805 * 2.2, 1e-15);
    CHECK_NEAR(terr_tool_volume(&EXCAVATOR), 0.5 * 0.8 * 0.805 * 2.2, 1e-15);
    CHECK_NEAR(terr_tool_volume(&BLADE), 0.0, 1e-15);
}

static void inner_sides_face_the_mouth(void **state)
{
    (void)state;
    const terr_shape loader = terr_shape_of(&LOADER), excavator = terr_shape_of(&EXCAVATOR);
    CHECK_SAME(loader.plate[0].inside.z, 1.0);
    CHECK_SAME(loader.plate[1].inside.x, 1.0);
    CHECK_SAME(excavator.plate[0].inside.z, 1.0);
    CHECK_SAME(excavator.plate[1].inside.x, -1.0);
    assert_true(loader.outwards.x > 0.0 && loader.outwards.z > 0.0);
    assert_true(excavator.outwards.x < 0.0 && excavator.outwards.z > 0.0);
    CHECK_SAME(loader.ahead.x, 1.0);
    CHECK_SAME(excavator.ahead.x, -1.0);
    const terr_shape blade = terr_shape_of(&BLADE);
    assert_true(blade.plate[0].inside.x > 0.0 && blade.outwards.x > 0.0);
}

/* Monte Carlo is not needed: a regular lattice of cell middles counts an area to within the cells that its
 * border crosses, at most border length over cell size and one at every corner. */
static void encloses_its_area(void **state)
{
    (void)state;
    static const terr_tool_def ROUND = {
        .corners = 6,
        .profile = {{1.0, 0.0}, {0.4, 0.0}, {0.1, 0.15}, {0.0, 0.45}, {0.1, 0.7}, {0.3, 0.8}},
        .width = 1.0,
        .thickness = 0.02};
    const terr_tool_def *tools[] = {&LOADER, &EXCAVATOR, &ROUND};
    for (int t = 0; t < 3; t++) {
        const terr_shape shape = terr_shape_of(tools[t]);
        const double size = 0.005;
        int inside = 0;
        double border = shape.mouth;
        for (int i = 0; i < shape.plates; i++) border += shape.plate[i].length;
        for (double x = -1.2 + 0.5 * size; x < 1.2; x += size)
            for (double z = -1.2 + 0.5 * size; z < 1.2; z += size)
                inside += terr_shape_encloses(&shape, x, z);
        const double area = terr_tool_volume(tools[t]) / tools[t]->width;
        CHECK_NEAR(inside * size * size, area, 1.5 * border * size);
    }
}

/* The segment over the mouth: 0.35 of the mouth's length high in the middle, nothing at its ends. */
static void a_heap_over_the_mouth(void **state)
{
    (void)state;
    const terr_shape shape = terr_shape_of(&LOADER);
    const double x = 0.5 * (0.95 + 0.15), z = 0.5 * (-0.135 + 0.67), height = 0.35 * shape.mouth;
    const double out = height - 1e-9, far = height + 1e-9;
    assert_true(terr_shape_heaps(&shape, x + out * shape.outwards.x, z + out * shape.outwards.z));
    assert_false(terr_shape_heaps(&shape, x + far * shape.outwards.x, z + far * shape.outwards.z));
    assert_false(terr_shape_heaps(&shape, 0.95 + 0.01, -0.135));
    assert_false(terr_shape_heaps(&shape, 0.15, 0.67 + 0.01));
    assert_false(terr_shape_heaps(&shape, 0.15 - 0.01, 0.2));
    assert_true(terr_shape_heaps(&shape, 0.15 + 0.01, 0.2));
    assert_false(terr_shape_heaps(&shape, (double)NAN, 0.2));
}

static void check_refused(terr_tool_def def, const char *about)
{
    const char *why = terr_tool_validate(&def);
    assert_non_null(why);
    if (!strstr(why, about)) fail_msg("'%s' does not speak of '%s'", why, about);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    assert_null(terr_tool_validate(&LOADER));
    assert_null(terr_tool_validate(&EXCAVATOR));
    assert_null(terr_tool_validate(&BLADE));
    terr_tool_def def = LOADER;
    def.corners = 1;
    check_refused(def, "corners");
    def.corners = TERR_PROFILE_MOST + 1;
    check_refused(def, "corners");
    def = LOADER;
    def.profile[1][0] = (double)NAN;
    check_refused(def, "corner");
    def = LOADER;
    memcpy(def.profile[1], def.profile[0], sizeof def.profile[0]);
    check_refused(def, "apart");
    def = LOADER;
    memcpy(def.profile[2], def.profile[0], sizeof def.profile[0]);
    check_refused(def, "mouth");
    def = LOADER;
    def.corners = 4;
    def.profile[2][0] = 0.9;
    def.profile[2][1] = 0.5;
    def.profile[3][0] = 0.2;
    def.profile[3][1] = -0.5;
    check_refused(def, "crosses");
    def = LOADER;
    def.width = 0.0;
    check_refused(def, "width");
    def = LOADER;
    def.thickness = (double)NAN;
    check_refused(def, "thickness");
    def = LOADER;
    def.teeth = -1;
    check_refused(def, "teeth");
    def.teeth = 8;
    check_refused(def, "teeth");
    def.tooth_width = 0.3;
    def.tooth_length = 0.1;
    check_refused(def, "wider");
    def.tooth_width = 0.05;
    assert_null(terr_tool_validate(&def));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volume_below_the_struck_plane), cmocka_unit_test(inner_sides_face_the_mouth),
        cmocka_unit_test(encloses_its_area), cmocka_unit_test(a_heap_over_the_mouth),
        cmocka_unit_test(what_makes_no_sense_is_refused)};
    return cmocka_run_group_tests_name("tool", tests, NULL, NULL);
}
