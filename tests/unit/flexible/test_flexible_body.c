/* Invariants and markers of a reduced body beside sums over the nodes and closed formulas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flex/body.h"
#include "flex/section.h"

#include <math.h>
#include <string.h>

static const double L = 6, HEAD = 150;

static hl_arena arena;
static hl_report report;
static flex_section stations[2] = {{.at = 0, .kind = FLEX_BOX, .box = {0.3, 0.4, 0.008, 0.008}},
                                   {.at = 6, .kind = FLEX_BOX, .box = {0.3, 0.4, 0.008, 0.008}}};
static flex_node nodes[2] = {{.name = "middle", .at = 3}, {.name = "tip", .at = 6}};
static flex_mass head = {.at = 6, .mass = 150, .inertia = {3, 4, 5}};
static flex_beam beam = {FLEX_EULER_BERNOULLI, 20, {210e9, 0.3, 7850}, 2, stations};
static flex_def def = {.name = "boom",
                       .beam = &beam,
                       .node_count = 2,
                       .nodes = nodes,
                       .mass_count = 1,
                       .masses = &head,
                       .damping = {.ratio = 0.01}};
static flex_model *model;
static flex_modes_set modes;
static const flex_reduction reduction = {
    .method = FLEX_KRYLOV, .interface_count = 1, .interfaces = {1}, .loads = {1, 1, 1, 1}, .blocks = 1};

static int begin(void **state)
{
    (void)state;
    hl_report_begin(&report, "body.yaml");
    if (flex_model_new(&def, &arena, &report, &model) != HL_OK) return -1;
    return flex_reduce(model, &reduction, &arena, &report, &modes) == HL_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    flex_model_free(model);
    hl_arena_free(&arena);
    return 0;
}

static void assert_near(double here, double expected, double tolerance)
{
    if (!(fabs(here - expected) <= tolerance)) fail_msg("%.12g, expected %.12g", here, expected);
}

static flex_body *reduce(bool foreshortening)
{
    def.foreshortening = foreshortening;
    flex_body *body = flex_body_new(&def, model, &modes, &arena);
    assert_non_null(body);
    return body;
}

static void the_rigid_body_is_a_bar_with_a_head(void **state)
{
    (void)state;
    const flex_body *b = reduce(true);
    const flex_properties s = flex_section_properties(&stations[0]);
    const double bar = 7850 * s.area * L;
    assert_near(b->mass, bar + HEAD, 1e-9);
    assert_near(b->first_moment[0], bar * L / 2 + HEAD * L, 1e-8);
    assert_near(b->first_moment[1], 0, 1e-9);
    assert_near(b->inertia[0], 7850 * (s.inertia_y + s.inertia_z) * L + 3, 1e-9);
    assert_near(b->inertia[4], bar * L * L / 3 + HEAD * L * L + 4, 1e-8);
    assert_near(b->inertia[8], bar * L * L / 3 + HEAD * L * L + 5, 1e-8);
}

/* The invariants as they are defined, from positions, lumps and modes of the model. */
static void sums_over_the_nodes_agree(void **state)
{
    (void)state;
    const flex_body *b = reduce(true);
    const int n = b->modes;
    assert_int_equal(n, 4);
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) {
            double N[9] = {0}, P[9] = {0};
            for (int i = 0; i < model->point_count; i++) {
                const flex_point *p = &model->points[i];
                for (int r = 0; r < 3; r++)
                    for (int c = 0; c < 3; c++) {
                        const double phi_k = modes.V[k * modes.n + p->row[r]];
                        N[3 * r + c] += p->lump * p->position[r] * modes.V[k * modes.n + p->row[c]];
                        P[3 * r + c] += p->lump * phi_k * modes.V[l * modes.n + p->row[c]];
                    }
            }
            for (int i = 0; i < 9; i++) {
                assert_near(b->N[9 * k + i], N[i], 1e-9);
                assert_near(b->P[9 * (k * n + l) + i], P[i], 1e-12);
            }
            assert_near(b->M[k * n + l], k == l, 1e-12);
            assert_near(b->K[k * n + l], k == l ? modes.omega[k] * modes.omega[k] : 0, 0);
        }
}

/* A cantilever with the static shape of a load at its tip shortens by 3/5 w^2/L: psi integrated in closed
 * form.
 */
static void tip_loads_shorten_by_the_known_share(void **state)
{
    (void)state;
    const flex_body *b = reduce(true);
    const flex_marker *tip = &b->markers[1];
    double eta[4] = {0}, w[3] = {0}, shortening = 0;
    for (int k = 0; k < 4; k++) eta[k] = 1e4 * tip->phi[3 * k + 2] / b->K[5 * k]; /* 10 kN along z */
    for (int k = 0; k < 4; k++) {
        for (int d = 0; d < 3; d++) w[d] += tip->phi[3 * k + d] * eta[k];
        for (int l = 0; l < 4; l++) shortening += 0.5 * eta[k] * tip->G[4 * k + l] * eta[l];
    }
    const double EI = 210e9 * flex_section_properties(&stations[0]).inertia_y;
    assert_near(w[2], 1e4 * L * L * L / (3 * EI), 1e-9);
    assert_near(w[1], 0, 1e-12);
    assert_near(shortening, 0.6 * w[2] * w[2] / L, 1e-12);
    assert_true(b->Cx[0] > 0 && b->C0[0] > 0);
    double turn = 0;
    for (int k = 0; k < 4; k++) turn += tip->psi[3 * k + 1] * eta[k];
    assert_near(turn, -1.5 * w[2] / L, 1e-9);
}

static void foreshortening_can_be_left_out(void **state)
{
    (void)state;
    const flex_body *b = reduce(false);
    for (int i = 0; i < 16; i++) assert_true(b->C0[i] == 0 && b->Cx[i] == 0 && b->markers[1].G[i] == 0);
}

static void damping_has_its_ratio_at_two_frequencies(void **state)
{
    (void)state;
    const flex_body *b = reduce(true);
    for (int k = 0; k < 2; k++)
        assert_near((b->damping[0] / modes.omega[k] + b->damping[1] * modes.omega[k]) / 2, 0.01, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_rigid_body_is_a_bar_with_a_head, begin, end),
        cmocka_unit_test_setup_teardown(sums_over_the_nodes_agree, begin, end),
        cmocka_unit_test_setup_teardown(tip_loads_shorten_by_the_known_share, begin, end),
        cmocka_unit_test_setup_teardown(foreshortening_can_be_left_out, begin, end),
        cmocka_unit_test_setup_teardown(damping_has_its_ratio_at_two_frequencies, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
