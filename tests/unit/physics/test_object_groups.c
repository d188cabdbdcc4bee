/* Points in groups of four: the same bits as point by point, for every number of points. */
#include "support/check.h"

#include "hl/random.h"
#include "object/object_internal.h"

#include <string.h>

static const double STEP = 1e-3, SLOWEST = 0.01, CATCH_UP = 0.02;

/* A pair of two bodies, in the room of the objects and as a pair of contact/pair.h. */
typedef struct rig {
    hl_random random;
    object_law law;
    obj_model model;
    contact_motion now[2], end[2];
    contact_spot spots[CONTACT_MAX_POINTS];
    object_group groups[CONTACT_MAX_POINTS / OBJECT_LANES];
    object_pair pair;
    obj_work work;
    contact_pair points;
    contact_pair_memory memory;
} rig;

static double between(rig *r, double low, double high)
{
    return low + (high - low) * hl_random_unit(&r->random);
}

static hl_vec3 vector(rig *r, double size)
{
    const double x = between(r, -size, size), y = between(r, -size, size);
    return hl_v3(x, y, between(r, -size, size));
}

static contact_motion motion(rig *r, double size)
{
    return (contact_motion){.pose = {vector(r, size), hl_quat_matrix(hl_quat_exp(vector(r, size)))},
                            .velocity = vector(r, 0.2),
                            .turn = vector(r, 0.5)};
}

/* Some press, some are apart, some slip. */
static contact_spot spot(rig *r, int k)
{
    contact_spot s = {.centre = vector(r, 0.2),
                      .radius = k % 3 == 0 ? 0.1 : 0.0,
                      .normal = hl_normalized(vector(r, 1.0)),
                      .moving = k % 4 == 0 ? vector(r, 0.3) : hl_v3(0, 0, 0),
                      .weight = between(r, 0.3, 1.0),
                      .feature = k,
                      .patch = k / 3,
                      .reach = 0.01,
                      .surface = &r->law.law.surface};
    s.plane = hl_add_scaled(s.centre, between(r, -1e-3, 2e-3) - s.radius, s.normal);
    s.depth = hl_dot(s.normal, hl_sub(s.plane, s.centre)) + s.radius;
    return s;
}

static void prepare(rig *r, int count, double hertz_depth, double stiction)
{
    r->law.law.surface = (contact_surface){.dissipation = 0.8, .damping = 200.0, .kinetic = 0.3};
    r->law.law.surface.stiction = stiction;
    r->model = (obj_model){.step = STEP, .slowest = SLOWEST, .material_count = 1, .laws = &r->law};
    for (int i = 0; i < 2; i++) {
        r->now[i] = motion(r, 1e-3);
        r->end[i] = motion(r, 1e-3);
    }
    r->points.count = r->points.overflow = 0;
    for (int k = 0; k < count; k++) {
        const contact_spot s = spot(r, k);
        contact_pair_add(&r->points, &s);
    }
    memcpy(r->spots, r->points.spot, sizeof r->spots);
    r->pair = (object_pair){.a = 0, .b = 1, .count = count};
    r->pair.data =
        (contact_pair_data){.material = {.stiffness = 1e6, .hertz_depth = hertz_depth},
                            .stick = {.stiffness = 1e6, .damping = 1e3, .velocity = 0.05},
                            .body = {{.mass = 20.0, .inertia = 0.5}, {.mass = 50.0, .inertia = 2.0}},
                            .catch_up = CATCH_UP,
                            .pair = &r->points};
    r->work =
        (obj_work){.model = &r->model, .now = r->now, .end = r->end, .spots = r->spots, .groups = r->groups};
}

static void recall(rig *r)
{
    contact_traces traces = {.count = (int)r->memory.count};
    hl_vec3 centre[CONTACT_MAX_POINTS];
    double speed[CONTACT_MAX_POINTS];
    for (int i = 0; i < traces.count; i++) traces.trace[i] = &r->memory.trace[i];
    object_points_copy(&r->work, &r->pair);
    object_points_approach(&r->work, &r->pair, centre, speed);
    for (int k = 0; k < r->pair.count; k++) r->points.spot[k].depth = r->spots[k].depth;
    contact_points_recall(&traces, centre, speed, SLOWEST, CATCH_UP, false, STEP, r->spots, r->pair.count);
    object_points_continue(&r->work, &r->pair);
    contact_pair_recall(&r->pair.data, &r->memory, SLOWEST, STEP, &r->now[0], &r->now[1]);
}

static void check_equal(hl_vec3 a, hl_vec3 b)
{
    assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
}

static void compare(rig *r)
{
    pair_wrench with, without;
    pair_settled s = {.begun = true};
    double tangent[36] = {0.0};
    const double normal = object_points_force(&r->work, &r->pair, &with, tangent);
    assert_true(normal == object_points_force(&r->work, &r->pair, &without, NULL));
    check_equal(with.force, without.force);
    check_equal(with.moment_a, without.moment_a);
    check_equal(with.moment_b, without.moment_b);
    object_points_settle(&r->work, &r->pair, &s);
    contact_pair_remember(&r->pair.data, &r->memory, STEP, &r->end[0], &r->end[1]);
    assert_int_equal(s.memory.count, r->memory.count);
    for (int64_t i = 0; i < r->memory.count; i++)
        assert_memory_equal(&s.memory.trace[i], &r->memory.trace[i], sizeof(contact_trace));
}

/* Also a second step with the memory of the first. */
static void groups_give_the_bits_of_single_points(void **state)
{
    (void)state;
    rig *r = test_calloc(1, sizeof *r);
    int pressing = 0;
    r->random.weyl = 1;
    for (int count = 0; count <= CONTACT_MAX_POINTS; count++)
        for (int variant = 0; variant < 8; variant++) {
            r->memory.count = 0;
            prepare(r, count, variant % 2 == 0 ? 0.0 : 2e-3, variant % 4 < 2 ? 0.3 : 0.4);
            for (int k = 0; k < 2; k++) {
                memcpy(r->spots, r->points.spot, sizeof r->spots);
                recall(r);
                compare(r);
            }
            pressing += (int)r->memory.count;
        }
    assert_true(pressing > 200 && pressing < 900); /* of 1088 */
    test_free(r);
}

/* Normal forces do not depend on the slip within the step, for which contact_pair_point has h = 0. */
static void normal_forces_are_those_of_the_points(void **state)
{
    (void)state;
    rig *r = test_calloc(1, sizeof *r);
    r->random.weyl = 2;
    for (int count = 1; count <= CONTACT_MAX_POINTS; count++) {
        pair_settled s = {.begun = true};
        r->memory.count = 0;
        prepare(r, count, 0.0, 0.4);
        recall(r);
        object_points_settle(&r->work, &r->pair, &s);
        double normal = 0.0;
        for (int k = 0; k < count; k++)
            normal += contact_pair_point(&r->pair.data, k, &r->end[0], &r->end[1]).normal_force;
        assert_true(s.normal == normal);
    }
    test_free(r);
}

/* By central differences of the force with displacements of a, velocities by 2/h: exact but for the terms
 * that object_groups.c leaves out, so at rest. */
static void the_tangent_is_that_of_the_force(void **state)
{
    (void)state;
    static const double TINY = 1e-9;
    rig *r = test_calloc(1, sizeof *r);
    r->random.weyl = 3;
    prepare(r, 6, 0.0, 0.4);
    for (int k = 0; k < 6; k++) r->spots[k].moving = hl_v3(0, 0, 0);
    for (int i = 0; i < 2; i++)
        r->now[i].velocity = r->end[i].velocity = r->now[i].turn = r->end[i].turn = hl_v3(0, 0, 0);
    recall(r);
    pair_wrench at;
    double tangent[36] = {0.0};
    object_points_force(&r->work, &r->pair, &at, tangent);
    double *const place[3] = {&r->end[0].pose.position.x, &r->end[0].pose.position.y,
                              &r->end[0].pose.position.z},
                  *const rate[3] = {&r->end[0].velocity.x, &r->end[0].velocity.y, &r->end[0].velocity.z};
    for (int j = 0; j < 3; j++) {
        pair_wrench side[2];
        const double was = *place[j];
        for (int k = 0; k < 2; k++) {
            const double move = k == 0 ? -TINY : TINY;
            *place[j] = was + move;
            *rate[j] = 2.0 / STEP * move;
            object_points_force(&r->work, &r->pair, &side[k], NULL);
        }
        *place[j] = was;
        *rate[j] = 0.0;
        const hl_vec3 by = hl_scale(0.5 / TINY, hl_sub(side[1].force, side[0].force));
        CHECK_NEAR(tangent[j], by.x, 1e-3 * 1e6);
        CHECK_NEAR(tangent[6 + j], by.y, 1e-3 * 1e6);
        CHECK_NEAR(tangent[12 + j], by.z, 1e-3 * 1e6);
    }
    test_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(groups_give_the_bits_of_single_points),
                                       cmocka_unit_test(normal_forces_are_those_of_the_points),
                                       cmocka_unit_test(the_tangent_is_that_of_the_force)};
    return cmocka_run_group_tests_name("object groups", tests, NULL, NULL);
}
