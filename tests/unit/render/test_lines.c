/* Lines of a machine on a ground: the right number, in the right place. */
#include "support/check.h"

#include "rnd/lines.h"

static const float heights[6] = {0, 1, 2, 10, 11, 12};
static const rnd_ground ground = {
    .origin = {-1, 5}, .spacing = 2, .columns = 3, .rows = 2, .heights = heights};

static void ground_is_bilinear(void **state)
{
    (void)state;
    CHECK_NEAR(rnd_ground_height(&ground, -1, 5), 0.0, 0.0);
    CHECK_NEAR(rnd_ground_height(&ground, 2, 6), 6.5, 1e-12); /* x: 1.5 cells, y: half a cell */
    CHECK_NEAR(rnd_ground_height(&ground, 99, 99), 12.0, 1e-12);
    CHECK_NEAR(rnd_ground_height(&ground, -99, -99), 0.0, 1e-12);
}

static void boxes_and_ground(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_mechanism mechanism = {.body_count = 0};
    auth_shape shape = {.body = 4, .at = {1, 2, 3}, .size = {2, 4, 6}};
    const auth_machine machine = {.mechanism = &mechanism, .shape_count = 1, .shapes = &shape};
    auth_object object = {.at = {1, 5, 0}, .size = {1, 1, 2}};
    const auth_scenario scenario = {.object_count = 1, .objects = &object};
    rnd_lines lines;
    assert_true(rnd_lines_make(&machine, &scenario, &ground, &arena, &lines));
    int of[RND_COLOURS] = {0};
    double lowest = 1e9, highest = -1e9;
    for (int i = 0; i < lines.count; i++) {
        const rnd_line *line = &lines.list[i];
        of[line->colour]++;
        if (line->colour == RND_SHAPE) {
            assert_int_equal(line->body, 4);
            const double length = hl_norm(hl_sub(line->a, line->b));
            assert_true(length == 2.0 || length == 4.0 || length == 6.0);
        }
        if (line->colour != RND_OBJECT) continue;
        lowest = fmin(lowest, fmin(line->a.z, line->b.z));
        highest = fmax(highest, fmax(line->a.z, line->b.z));
    }
    assert_int_equal(of[RND_SHAPE], 12);
    assert_int_equal(of[RND_OBJECT], 12);
    assert_int_equal(of[RND_GROUND], 7); /* 3 x 2 points: 2 + 2 along x, 3 along y */
    CHECK_NEAR(lowest, 1.0, 1e-12);      /* on the ground, which is 1 m high there */
    CHECK_NEAR(highest, 3.0, 1e-12);
    hl_arena_free(&arena);
}

static void wheels_are_round(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_mechanism mechanism = {.body_count = 0};
    auth_tire tire = {.radius = 0.7, .width = 0.4};
    auth_wheel wheel = {.body = 2, .axle = {0, 1, 0}, .tire = 0};
    const auth_machine machine = {
        .mechanism = &mechanism, .tire_count = 1, .wheel_count = 1, .tires = &tire, .wheels = &wheel};
    rnd_lines lines;
    assert_true(rnd_lines_make(&machine, NULL, &ground, &arena, &lines));
    int rims = 0;
    for (int i = 0; i < lines.count; i++) {
        const rnd_line *line = &lines.list[i];
        if (line->colour != RND_WHEEL) continue;
        const hl_vec3 b = line->b;
        CHECK_NEAR(sqrt(b.x * b.x + b.z * b.z), 0.7, 1e-12);
        CHECK_NEAR(fabs(b.y), 0.2, 1e-12);
        rims++;
    }
    assert_int_equal(rims, 36);
    hl_arena_free(&arena);
}

/* A line for each loop, at the body that it begins on; one that begins on the ground has none. */
static void loops_on_bodies(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_joint joint = {.parent = AUTH_GROUND, .child = 0, .child_at = {1, 0, 0}};
    auth_loop loops[] = {{.a = 0, .b = AUTH_GROUND, .a_at = {4, 5, 6}}, {.a = AUTH_GROUND, .b = 0}};
    auth_mechanism mechanism = {
        .body_count = 1, .joint_count = 1, .joints = &joint, .loop_count = 2, .loops = loops};
    const auth_machine machine = {.mechanism = &mechanism};
    rnd_lines lines;
    int links = 0;
    assert_true(rnd_lines_make(&machine, NULL, &ground, &arena, &lines));
    for (int i = 0; i < lines.count; i++) {
        const rnd_line *line = &lines.list[i];
        if (line->colour != RND_LINK) continue;
        assert_int_equal(line->body, 0);
        CHECK_SAME(line->a.x, 1.0);
        CHECK_SAME(line->b.z, 6.0);
        links++;
    }
    assert_int_equal(links, 1);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ground_is_bilinear),
                                       cmocka_unit_test(boxes_and_ground), cmocka_unit_test(wheels_are_round),
                                       cmocka_unit_test(loops_on_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
