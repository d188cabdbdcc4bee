/* Separating-axis test: cases by hand, and random pairs against proofs that know nothing of axes. */
#include "support/check.h"

#include "contact_rig.h"

#include <float.h>

static const double PI = 3.14159265358979323846;
static const double ROUNDING =
    1e-14; /* sums of some ten terms of a few metres, turned by matrices of sines */
static const hl_vec3 NO_TURN = {0, 0, 0}, CUBE = {0.5, 0.5, 0.5};

/* Depth of a pair that must overlap along `normal`, and the other way round when the boxes change places. */
static void check_pair(const contact_box *a, const contact_box *b, double depth, hl_vec3 normal)
{
    double d;
    hl_vec3 n;
    assert_true(contact_boxes_overlap(a, b, &d, &n));
    CHECK_NEAR(d, depth, ROUNDING);
    CHECK_NEAR(hl_norm(hl_sub(n, normal)), 0.0, ROUNDING);
    assert_true(contact_boxes_overlap(b, a, &d, &n));
    CHECK_NEAR(d, depth, ROUNDING);
    CHECK_NEAR(hl_norm(hl_add(n, normal)), 0.0, ROUNDING);
}

static void cubes_side_by_side(void **state)
{
    (void)state;
    const contact_box a = rig_box(hl_v3(1.0, 2.0, 3.0), NO_TURN, CUBE);
    const hl_vec3 directions[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 6; i++) {
        contact_box b = rig_box(hl_add_scaled(a.centre, -0.75, directions[i]), NO_TURN, CUBE);
        check_pair(&a, &b, 0.25, directions[i]);
        b.centre = hl_add_scaled(a.centre, -1.0, directions[i]); /* all numbers exact: they touch */
        check_pair(&a, &b, 0.0, directions[i]);
        b.centre = hl_add_scaled(a.centre, -1.0 - 1e-9, directions[i]);
        double depth = -1.0;
        hl_vec3 normal = {7, 7, 7};
        assert_false(contact_boxes_overlap(&a, &b, &depth, &normal));
        CHECK_SAME(depth, -1.0); /* nothing is written */
        CHECK_SAME(normal.x, 7.0);
    }
}

/* One box within the other leaves by the nearest face: along y, 0.1 + 1.0 - 0.3. */
static void a_box_within_a_box(void **state)
{
    (void)state;
    const contact_box shell = rig_box(hl_v3(0, 0, 0), NO_TURN, hl_v3(2.0, 1.0, 3.0));
    const contact_box core = rig_box(hl_v3(0.1, 0.3, -0.2), NO_TURN, hl_v3(0.1, 0.1, 0.1));
    check_pair(&core, &shell, 0.8, hl_v3(0, 1, 0));
}

/* Identical boxes in the same place: out by the shortest way, the thinnest side, in one of two directions. */
static void identical_boxes(void **state)
{
    (void)state;
    const contact_box a = rig_box(hl_v3(5, 6, 7), hl_v3(0.3, -0.8, 0.4), hl_v3(0.5, 0.2, 0.9));
    double depth;
    hl_vec3 normal;
    assert_true(contact_boxes_overlap(&a, &a, &depth, &normal));
    CHECK_NEAR(depth, 0.4, ROUNDING);
    CHECK_NEAR(fabs(hl_dot(normal, hl_mat3_column(&a.axes, 1))), 1.0, ROUNDING);
}

/* A cube on its edge over a flat one: its half height is sqrt(2)/2. On its corner: sqrt(3)/2, with the corner
 * (1, 1, 1) turned down about (-1, 1, 0). */
static void edge_and_corner_on_a_face(void **state)
{
    (void)state;
    const contact_box flat = rig_box(hl_v3(0, 0, 0), NO_TURN, hl_v3(3, 3, 0.5));
    const contact_box edge = rig_box(hl_v3(0.2, 0.1, 1.2), hl_v3(0.25 * PI, 0, 0), CUBE);
    check_pair(&edge, &flat, 0.5 + sqrt(0.5) - 1.2, hl_v3(0, 0, 1));
    const hl_vec3 turn = hl_scale(acos(sqrt(1.0 / 3.0)) / sqrt(2.0), hl_v3(1, -1, 0));
    const contact_box corner = rig_box(hl_v3(0.2, 0.1, 1.3), turn, CUBE);
    check_pair(&corner, &flat, 0.5 + 0.5 * sqrt(3.0) - 1.3, hl_v3(0, 0, 1));
}

/* Two cubes on their edges, crossed: only the product of the edges tells how deep they are, and that they are
 * apart when all faces still overlap. */
static void crossed_edges(void **state)
{
    (void)state;
    const contact_box below = rig_box(hl_v3(0, 0, 0), hl_v3(0.25 * PI, 0, 0), CUBE);
    contact_box above = rig_box(hl_v3(0.1, 0.05, 1.3), hl_v3(0, 0.25 * PI, 0), CUBE);
    check_pair(&above, &below, sqrt(2.0) - 1.3, hl_v3(0, 0, 1));
    above.centre.z = sqrt(2.0) + 1e-9;
    double depth;
    hl_vec3 normal;
    assert_false(contact_boxes_overlap(&above, &below, &depth, &normal));
}

/* Turned by less and less about each axis, parallel edges included: the depth of a box that lies on another
 * tends to that of the flat one; the lower edge sinks by sine of the turn times its distance. */
static void nearly_parallel_boxes(void **state)
{
    (void)state;
    const contact_box flat = rig_box(hl_v3(0, 0, 0), NO_TURN, hl_v3(3, 3, 0.5));
    for (double turn = 0.1; turn > 1e-17; turn *= 0.1)
        for (int k = 0; k < 3; k++) {
            const hl_vec3 axis = k == 0 ? hl_v3(turn, 0, 0) : k == 1 ? hl_v3(0, turn, 0) : hl_v3(0, 0, turn);
            const contact_box box = rig_box(hl_v3(0, 0, 0.9), axis, CUBE);
            const double reach = k == 2 ? 0.5 : 0.5 * (cos(turn) + sin(turn));
            check_pair(&box, &flat, 0.5 + reach - 0.9, hl_v3(0, 0, 1));
        }
}

/* Random pairs: whether they meet is proved by a common place or a plane between them; the depth is that of
 * the direction given, and no direction at all is shallower by more than the preference for faces. */
static void random_pairs(void **state)
{
    (void)state;
    uint64_t seed = 11;
    int met = 0, apart = 0, undecided = 0;
    for (int i = 0; i < 5000; i++) {
        const contact_box a = rig_random_box(&seed, 1.0), b = rig_random_box(&seed, 1.0);
        double depth, back;
        hl_vec3 normal, opposite;
        const bool overlap = contact_boxes_overlap(&a, &b, &depth, &normal);
        const rig_verdict verdict = rig_meet(&a, &b);
        assert_int_equal(contact_boxes_overlap(&b, &a, &back, &opposite), overlap);
        met += verdict == RIG_MEET;
        apart += verdict == RIG_APART;
        undecided += verdict == RIG_UNDECIDED;
        if (verdict != RIG_UNDECIDED) assert_int_equal(overlap, verdict == RIG_MEET);
        if (!overlap) continue;
        CHECK_NEAR(back, depth, ROUNDING);
        CHECK_NEAR(hl_norm(hl_add(normal, opposite)), 0.0, ROUNDING);
        CHECK_NEAR(hl_norm(normal), 1.0, ROUNDING);
        CHECK_NEAR(rig_overlap_along(&a, &b, normal), depth, ROUNDING);
        for (int k = 0; k < 200; k++) {
            const hl_vec3 u = hl_normalized(rig_vector(&seed, 1.0));
            assert_true(rig_overlap_along(&a, &b, u) >= 0.95 * depth - ROUNDING);
        }
    }
    assert_true(met > 1000 && apart > 1000); /* both kinds were tried */
    assert_true(undecided < 50);             /* pairs that hardly touch */
}

/* Seen from another frame, two boxes overlap by as much. 1 km away places are known to 2e-13 m. */
static void the_frame_does_not_matter(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int i = 0; i < 500; i++) {
        contact_box a = rig_random_box(&seed, 0.6), b = rig_random_box(&seed, 0.6);
        double depth, moved_depth;
        hl_vec3 normal, moved_normal;
        if (!contact_boxes_overlap(&a, &b, &depth, &normal)) continue;
        const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(rig_vector(&seed, 3.0)));
        const hl_vec3 shift = rig_vector(&seed, 1000.0);
        contact_box *const both[2] = {&a, &b};
        for (int k = 0; k < 2; k++) {
            both[k]->centre = hl_add(shift, hl_mul(&turn, both[k]->centre));
            both[k]->axes = hl_mat3_mul(&turn, &both[k]->axes);
        }
        assert_true(contact_boxes_overlap(&a, &b, &moved_depth, &moved_normal));
        CHECK_NEAR(moved_depth, depth, 1e-12);
        CHECK_NEAR(hl_norm(hl_sub(moved_normal, hl_mul(&turn, normal))), 0.0, 1e-12);
    }
}

static void corners(void **state)
{
    (void)state;
    const contact_box box = rig_box(hl_v3(1, 2, 3), hl_v3(0, 0, 0.5 * PI), hl_v3(0.1, 0.2, 0.3));
    const hl_vec3 last = contact_box_corner(&box, 7), first = contact_box_corner(&box, 0);
    CHECK_NEAR(hl_norm(hl_sub(last, hl_v3(0.8, 2.1, 3.3))), 0.0, ROUNDING);
    CHECK_NEAR(hl_norm(hl_sub(first, hl_v3(1.2, 1.9, 2.7))), 0.0, ROUNDING);
    for (int i = 0; i < 8; i++) {
        CHECK_NEAR(rig_outside(&box, contact_box_corner(&box, i)), 0.0, ROUNDING);
        for (int k = 0; k < i; k++)
            assert_true(hl_norm(hl_sub(contact_box_corner(&box, i), contact_box_corner(&box, k))) > 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cubes_side_by_side),
                                       cmocka_unit_test(a_box_within_a_box),
                                       cmocka_unit_test(identical_boxes),
                                       cmocka_unit_test(edge_and_corner_on_a_face),
                                       cmocka_unit_test(crossed_edges),
                                       cmocka_unit_test(nearly_parallel_boxes),
                                       cmocka_unit_test(random_pairs),
                                       cmocka_unit_test(the_frame_does_not_matter),
                                       cmocka_unit_test(corners)};
    return cmocka_run_group_tests_name("contact_boxes", tests, NULL, NULL);
}
