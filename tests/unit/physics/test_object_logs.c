/* Logs that press on each other keep their distance while their points of contact change: parallel logs touch
 * at the ends of the part in which they lie side by side, others where their axes pass. */
#include "support/check.h"

#include "object_rig.h"

#include <math.h>

static const double RADIUS = 0.24, HALF = 1.8, MASS = 489.0, GRAVITY = 9.81; /* spruce, 3.6 m */
static const double STIFFNESS = 2e6, PI = 3.14159265358979323846;

static coll_shape log_of(coll_kind kind)
{
    return (coll_shape){.kind = kind, .radius = RADIUS, .half_length = HALF};
}

/* Axis horizontal, `heading` from x. */
static hl_mat3 lying(double heading)
{
    return hl_quat_matrix(
        hl_quat_mul(hl_quat_about(hl_v3(0, 0, 1), heading), hl_quat_about(hl_v3(0, 1, 0), 0.5 * PI)));
}

/* Depth in which the capsules about two axes overlap [m]. */
static double overlap(const object_rig *rig, int i, int j)
{
    enum { PARTS = 400 };
    const mb_pose a = obj_pose(rig->state, i), b = obj_pose(rig->state, j);
    const hl_vec3 u = hl_mat3_column(&a.rotation, 2), w = hl_mat3_column(&b.rotation, 2);
    double least = HUGE_VAL;
    for (int n = 0; n <= PARTS; n++) {
        const hl_vec3 p = hl_add_scaled(a.position, HALF * (2.0 * n / PARTS - 1.0), u);
        const double t = hl_dot(hl_sub(p, b.position), w);
        const hl_vec3 q = hl_add_scaled(b.position, fmin(fmax(t, -HALF), HALF), w);
        least = fmin(least, hl_norm(hl_sub(p, q)));
    }
    return 2.0 * RADIUS - least;
}

/* Springs keep the upper log over the lower one while it slides by 5 cm and its heading sways about `mean`.
 */
static void hold_upper(object_rig *rig, double mean, double sway, double time)
{
    static const double RATE = 20.0; /* [1/s] */
    const double inertia = MASS * HALF * HALF / 3.0;
    const mb_pose pose = obj_pose(rig->state, 1);
    const hl_vec3 x = hl_mat3_column(&pose.rotation, 2), v = obj_velocity(rig->state, 1),
                  w = obj_turn(rig->state, 1);
    const double heading = atan2(x.y, x.x), aim = mean + sway * sin(PI * time);
    const hl_vec3 from = hl_v3(pose.position.x - 0.05 * sin(3.0 * time), pose.position.y, 0);
    const hl_vec3 force = hl_scale(-MASS * RATE, hl_add_scaled(hl_v3(2.0 * v.x, 2.0 * v.y, 0), RATE, from));
    const hl_vec3 moment = hl_v3(-50.0 * w.x, inertia * RATE * (RATE * x.z - 2.0 * w.y),
                                 inertia * RATE * (RATE * (aim - heading) - 2.0 * w.z));
    obj_push(rig->state, 1, force, moment);
}

/* @return the deepest overlap within five seconds [m] */
static double press(coll_kind kind, double mean, double sway)
{
    object_rig *rig = rig_new(false);
    double most = 0.0;
    rig->law.normal.stiffness = STIFFNESS;
    rig_add(rig, log_of(kind), 0.0, hl_v3(0, 0, 0));
    rig_add(rig, log_of(kind), MASS, hl_v3(0, 0, 2.0 * RADIUS));
    rig->bodies[0].pose.rotation = lying(0.0);
    rig->bodies[1].pose.rotation = lying(mean);
    rig_open(rig);
    for (int k = 0; k < 5000; k++) {
        hold_upper(rig, mean, sway, 1e-3 * k);
        rig_step(rig);
        if (k % 10 == 0) most = fmax(most, overlap(rig, 0, 1));
    }
    rig_free(rig);
    return most;
}

/* At one point the weight presses 2.4 mm deep, twice as deep when it is applied at once. */
static void a_log_on_a_log_keeps_its_distance(void **state)
{
    (void)state;
    static const double MEAN[] = {0.0, 1.0, 3.0, 5.13, 8.0, 15.0, 40.0}; /* [deg] */
    const double most = 2.0 * MASS * GRAVITY / STIFFNESS + 2e-4;
    for (int kind = COLL_CAPSULE; kind <= COLL_CYLINDER; kind++)
        for (size_t i = 0; i < sizeof MEAN / sizeof *MEAN; i++)
            for (int moves = 0; moves < 2; moves++) {
                const double deepest = press((coll_kind)kind, MEAN[i] * PI / 180.0, moves * 3.0 * PI / 180.0);
                if (deepest > most)
                    fail_msg("kind %d at %.2f deg: %.1f mm deep", kind, MEAN[i], 1e3 * deepest);
            }
}

/* Logs dropped between two walls gain no energy. When they have come to rest, two of them are not deeper in
 * each other than the force between them explains, but for the ends, which are flat and counted as round. */
static void a_heap_of_logs_does_not_sink_in(void **state)
{
    (void)state;
    enum { LOGS = 6 };
    for (int turn = 0; turn < 3; turn++) {
        object_rig *rig = rig_new(true);
        for (int i = 0; i < LOGS; i++) {
            rig_add(rig, log_of(COLL_CYLINDER), MASS, hl_v3(0, i % 2 == 0 ? -0.3 : 0.35, 0.3 + 0.55 * i));
            rig->bodies[i].pose.rotation = lying(0.1 * (i % 3 - 1) * (turn + 1) / 3.0);
        }
        for (int side = -1; side <= 1; side += 2)
            rig_add_box(rig, hl_v3(3.0, 0.1, 1.0), 0.0, hl_v3(0, 1.0 * side, 1.0));
        rig_open(rig);
        double before = 0.0;
        for (int k = 0; k < 5000; k++) {
            for (int i = 0; i < LOGS; i++) obj_wake(rig->state, i);
            rig_step(rig);
            const double energy = rig_energy(rig) + obj_report_of(rig->work).elastic;
            if (k == 0) before = energy;
            assert_true(energy < 1.0001 * before);
        }
        const obj_touch *touches;
        const int count = obj_touches(rig->work, &touches);
        int between = 0;
        for (int i = 0; i < count; i++) {
            const obj_touch *t = &touches[i];
            if (t->other < 0 || t->other >= LOGS) continue;
            between++;
            assert_true(overlap(rig, t->body, t->other) < t->normal / rig->law.normal.stiffness + 2e-3);
        }
        assert_true(between >= LOGS - 2);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_log_on_a_log_keeps_its_distance),
                                       cmocka_unit_test(a_heap_of_logs_does_not_sink_in)};
    return cmocka_run_group_tests_name("object_logs", tests, NULL, NULL);
}
