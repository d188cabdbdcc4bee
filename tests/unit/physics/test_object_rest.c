/* Bodies at rest are lifted out of each other: a pile of boxes, and a box that cannot get out. */
#include "support/check.h"

#include "object/object_internal.h"
#include "object_rig.h"

#include <math.h>

enum { BOXES = 200 };

static const double HALF = 0.15;

/* Four layers of 50 that are offset, each box on up to four others: as the benchmark object/pile/200. */
static object_rig *pile(void)
{
    object_rig *rig = rig_new(true);
    for (int i = 0; i < BOXES; i++) {
        const int layer = i / 50, row = i % 50 / 7, column = i % 50 % 7;
        rig_add_box(rig, hl_v3(HALF, HALF, HALF), 50.0,
                    hl_v3(0.31 * row + 0.05 * layer, 0.31 * column + 0.03 * layer, HALF * (1 + 2 * layer)));
    }
    rig_open(rig);
    return rig;
}

static void run_awake(object_rig *rig, int steps)
{
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < rig->count; i++) obj_wake(rig->state, i);
        rig_step(rig);
    }
}

static double deepest_point(const object_rig *rig)
{
    double most = 0.0;
    for (int k = 0; k < rig->work->spot_count; k++) most = fmax(most, rig->work->spots[k].depth);
    return most;
}

static void a_pile_rests_without_sinking_in(void **state)
{
    (void)state;
    object_rig *rig = pile();
    static hl_vec3 before[BOXES];
    run_awake(rig, 2000);
    for (int i = 0; i < BOXES; i++) before[i] = obj_pose(rig->state, i).position;
    run_awake(rig, 500);
    assert_true(obj_report_of(rig->work).contacts > 8 * BOXES);
    assert_true(deepest_point(rig) > 0.0 && deepest_point(rig) < 2e-4);
    for (int i = 0; i < BOXES; i++) /* 0.1 mm/s */
        CHECK_NEAR(hl_norm(hl_sub(obj_pose(rig->state, i).position, before[i])), 0.0, 0.5 * 1e-4);
    rig_free(rig);
}

/* Points at rest are lifted by 2 mm at most: a box between walls that are too close is not pressed out of
 * them with an ever growing force. */
static void a_jammed_box_is_pressed_by_a_limited_force(void **state)
{
    (void)state;
    static const double overlap = 5e-4;
    object_rig *rig = rig_new(false);
    rig_add_box(rig, hl_v3(0.1, 0.1, 0.1), 50.0, hl_v3(0, 0, 0));
    for (int side = -1; side <= 1; side += 2)
        rig_add_box(rig, hl_v3(0.1, 1, 1), 0.0, hl_v3(side * (0.2 - overlap), 0, 0));
    rig_open(rig);
    for (int k = 0; k < 3000; k++) {
        obj_wake(rig->state, 0);
        rig_step(rig);
    }
    const obj_touch *touches;
    assert_int_equal(obj_touches(rig->work, &touches), 2);
    for (int i = 0; i < 2; i++) CHECK_NEAR(touches[i].normal, 4.0 * 1e6 * (overlap + 2e-3), 200.0);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pile_rests_without_sinking_in),
                                       cmocka_unit_test(a_jammed_box_is_pressed_by_a_limited_force)};
    return cmocka_run_group_tests_name("object_rest", tests, NULL, NULL);
}
