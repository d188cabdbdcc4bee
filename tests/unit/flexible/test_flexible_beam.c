/* Sections, elements and models of beams beside closed formulas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flex/reduce.h"
#include "flex/section.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Rounding of a factorisation whose pivots reach 1e-7 of the diagonal. */
static const double ROUNDING = 1e-8;

static const flex_material steel = {210e9, 0.3, 7850};

enum { MOST = 4 };

static hl_arena arena;
static hl_report report;
static flex_model *made[MOST]; /* to be freed */
static int made_count;

static int begin(void **state)
{
    (void)state;
    hl_report_begin(&report, "body.yaml");
    return 0;
}

static int end(void **state)
{
    (void)state;
    while (made_count > 0) flex_model_free(made[--made_count]);
    hl_arena_free(&arena);
    return 0;
}

static void assert_near(double here, double expected, double relative)
{
    if (!(fabs(here - expected) <= relative * fabs(expected)))
        fail_msg("%.12g, expected %.12g", here, expected);
}

/* A uniform cantilever of square tubes. */
static flex_section stations[2] = {{.at = 0, .kind = FLEX_BOX, .box = {0.2, 0.3, 0.006, 0.008}},
                                   {.at = 5, .kind = FLEX_BOX, .box = {0.2, 0.3, 0.006, 0.008}}};
static flex_node tip = {.name = "tip", .at = 5};

static flex_model *cantilever(flex_beam *beam, flex_mass *mass)
{
    const flex_def def = {.name = "cantilever",
                          .beam = beam,
                          .mass_count = mass ? 1 : 0,
                          .masses = mass,
                          .node_count = 1,
                          .nodes = &tip};
    flex_model *model;
    assert_true(made_count < MOST);
    assert_int_equal(flex_model_new(&def, &arena, &report, &model), HL_OK);
    made[made_count++] = model;
    return model;
}

static double tip_compliance(const flex_model *m, int freedom)
{
    const flex_modes_set none = {.n = m->n};
    double full, reduced;
    assert_int_equal(flex_unit_load(m, &none, m->markers[0], freedom, &full, &reduced), HL_OK);
    return full;
}

static void sections_have_the_properties_of_textbooks(void **state)
{
    (void)state;
    /* F1: the box of 0.30 x 0.40 x 8 mm, printed with seven digits */
    const flex_section box = {.kind = FLEX_BOX, .box = {0.3, 0.4, 0.008, 0.008}};
    const flex_properties b = flex_section_properties(&box);
    assert_near(b.area, 0.010944, 1e-12);
    assert_near(b.inertia_y, 2.599199e-4, 2e-7);
    assert_near(b.inertia_z, 1.669983e-4, 3e-7);
    assert_near(b.torsion, 3.064797e-4, 2e-7);
    assert_near(b.shear_z, 2 * 0.008 * 0.392, 1e-12);
    const flex_section solid = {.kind = FLEX_SOLID, .solid = {0.016, 0.016}};
    assert_near(flex_section_properties(&solid).torsion, 0.140577 * pow(0.016, 4), 2e-6); /* six digits */
    const flex_section thin = {.kind = FLEX_TUBE, .tube = {1, 1e-6}};
    const flex_properties t = flex_section_properties(&thin);
    assert_near(t.shear_y, t.area / 2, 1e-5);
    assert_near(t.inertia_y, t.area / 8, 1e-5);
    const flex_section rod = {.kind = FLEX_TUBE, .tube = {0.1, 0.05}};
    assert_near(flex_section_properties(&rod).inertia_z, pi / 64 * 1e-4, 1e-12);
}

static void taper_is_linear(void **state)
{
    (void)state;
    const flex_section left = {.at = 1, .kind = FLEX_BOX, .box = {0.4, 0.6, 0.010, 0.012}};
    const flex_section right = {.at = 3, .kind = FLEX_BOX, .box = {0.2, 0.4, 0.006, 0.008}};
    const flex_section middle = flex_section_between(&left, &right, 1.5);
    assert_near(middle.box.width, 0.35, 1e-12);
    assert_near(middle.box.height, 0.55, 1e-12);
    assert_near(middle.box.web, 0.009, 1e-12);
    assert_near(middle.box.flange, 0.011, 1e-12);
}

/* Rigid motions need no force and have the energy of a rigid body; tension does not resist stretch. */
static void elements_move_rigidly(void **state)
{
    (void)state;
    const double L = 0.7, turn[12] = {0, 0, 0, 0, 1, 0, 0, 0, -0.7, 0, 1, 0}; /* about y */
    for (int theory = FLEX_EULER_BERNOULLI; theory <= FLEX_TIMOSHENKO; theory++) {
        const flex_element e = {(flex_theory)theory, steel, flex_section_properties(&stations[0]), L};
        double K[12][12], M[12][12], G[12][12], energy = 0, tension = 0;
        flex_element_stiffness(&e, K);
        flex_element_mass(&e, M);
        flex_element_tension(&e, G);
        for (int i = 0; i < 12; i++) {
            double force = 0;
            for (int j = 0; j < 12; j++) {
                assert_true(K[i][j] == K[j][i] && M[i][j] == M[j][i] && G[i][j] == G[j][i]);
                force += K[i][j] * turn[j];
                energy += turn[i] * M[i][j] * turn[j];
                tension += turn[i] * G[i][j] * turn[j];
            }
            assert_true(fabs(force) <= 1e-9 * K[i][i]);
        }
        const double rotary = theory == FLEX_TIMOSHENKO ? e.section.inertia_y * L : 0;
        assert_near(energy, steel.density * (e.section.area * L * L * L / 3 + rotary), 1e-12);
        assert_near(tension, L, 1e-12);
    }
}

static void cantilevers_bend_and_twist_exactly(void **state)
{
    (void)state;
    const flex_properties s = flex_section_properties(&stations[0]);
    const double L = 5, EI = steel.modulus * s.inertia_y, G = steel.modulus / 2.6;
    flex_beam beam = {FLEX_EULER_BERNOULLI, 7, steel, 2, stations};
    const flex_model *m = cantilever(&beam, NULL);
    assert_near(tip_compliance(m, 2), L * L * L / (3 * EI), ROUNDING);
    assert_near(tip_compliance(m, 4), L / EI, ROUNDING);
    assert_near(tip_compliance(m, 0), L / (steel.modulus * s.area), ROUNDING);
    assert_near(tip_compliance(m, 3), L / (G * s.torsion), ROUNDING);
    beam.theory = FLEX_TIMOSHENKO;
    m = cantilever(&beam, NULL);
    assert_near(tip_compliance(m, 2), L * L * L / (3 * EI) + L / (G * s.shear_z), ROUNDING);
    assert_near(tip_compliance(m, 1), L * L * L / (3 * steel.modulus * s.inertia_z) + L / (G * s.shear_y),
                ROUNDING);
}

static void a_heavy_tip_lowers_the_frequency(void **state)
{
    (void)state;
    /* A mass of a thousand beams: omega^2 = 3 E I/(L^3 (m + 33/140 of the beam's)), to 1e-6 of it. */
    const flex_properties s = flex_section_properties(&stations[0]);
    const double own = steel.density * s.area * 5, heavy = 1000 * own;
    flex_mass mass = {.at = 5, .mass = heavy};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 6, steel, 2, stations};
    const flex_model *m = cantilever(&beam, &mass);
    double omega[1];
    assert_int_equal(flex_full_frequencies(m, 1, &arena, omega), HL_OK);
    assert_near(omega[0], sqrt(3 * steel.modulus * s.inertia_z / (125 * (heavy + 33.0 / 140 * own))), 1e-6);
    double lumps = 0;
    for (int i = 0; i < m->point_count; i++) lumps += m->points[i].lump;
    assert_near(lumps, own + heavy, 1e-12);
    assert_near(m->momentum[m->points[m->markers[0]].row[0]], heavy + own / 12, 1e-12);
}

/* ARPACK beside LAPACK: 70 elements have 420 degrees of freedom, 66 have 396. A uniform cantilever's first
 * frequency is known: cosh(x) cos(x) = -1, x = 1.875104068711961. */
static void many_and_few_elements_agree(void **state)
{
    (void)state;
    const flex_properties s = flex_section_properties(&stations[0]);
    const double x = 1.875104068711961;
    const double exact = x * x * sqrt(steel.modulus * s.inertia_z / (steel.density * s.area)) / 25;
    for (int elements = 66; elements <= 70; elements += 4) {
        flex_beam beam = {FLEX_EULER_BERNOULLI, elements, steel, 2, stations};
        const flex_model *m = cantilever(&beam, NULL);
        assert_int_equal(m->free_count, 6 * elements);
        double omega[6];
        assert_int_equal(flex_full_frequencies(m, 6, &arena, omega), HL_OK);
        assert_near(omega[0], exact, 1e-7); /* the elements: (x/66)^4/720 */
        for (int k = 1; k < 6; k++) assert_true(omega[k] > omega[k - 1]);
    }
}

static void nodes_lie_where_they_are_named(void **state)
{
    (void)state;
    flex_node nodes[2] = {{.name = "a", .at = 1.234}, {.name = "b", .at = 5}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 5, steel, 2, stations};
    const flex_def def = {.beam = &beam, .node_count = 2, .nodes = nodes};
    flex_model *m;
    assert_int_equal(flex_model_new(&def, &arena, &report, &m), HL_OK);
    assert_true(m->points[m->markers[0]].position[0] == 1.234);
    assert_true(m->points[m->markers[1]].position[0] == 5);
    for (int i = 1; i < m->point_count; i++)
        assert_true(m->points[i].position[0] - m->points[i - 1].position[0] < 1.0001);
    flex_model_free(m);
}

static void refuse(const flex_def *def, const char *text)
{
    flex_model *m;
    hl_report_begin(&report, "body.yaml");
    assert_int_equal(flex_model_new(def, &arena, &report, &m), HL_BAD_INPUT);
    assert_int_equal(report.list[0].place.line, 7);
    if (!strstr(report.list[0].text, text)) fail_msg("'%s' is not in: %s", text, report.list[0].text);
}

static void bad_beams_are_refused(void **state)
{
    (void)state;
    flex_section s[2] = {{.at = 0, .kind = FLEX_BOX, .box = {0.2, 0.3, 0.006, 0.008}, .place = {7, 1}},
                         {.at = 5, .kind = FLEX_BOX, .box = {0.2, 0.3, 0.006, 0.008}, .place = {7, 1}}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 5, steel, 2, s};
    flex_node node = {.name = "pin", .at = 5.5, .place = {7, 1}};
    flex_def def = {.beam = &beam, .node_count = 1, .nodes = &node};
    refuse(&def, "node 'pin' is at 5.5 m");
    def.node_count = 0;
    s[1].kind = FLEX_TUBE;
    s[1].tube = (flex_tube){0.2, 0.01};
    refuse(&def, "different kinds");
    s[1] = s[0];
    refuse(&def, "the last section is at 0 m");
    s[1].at = 5;
    s[1].box.web = 0.1;
    refuse(&def, "two webs");
    s[1].box.web = 0.006;
    flex_mass mass = {.at = -1, .mass = 10, .place = {7, 1}};
    def.masses = &mass;
    def.mass_count = 1;
    refuse(&def, "the mass is at -1 m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_have_the_properties_of_textbooks),
        cmocka_unit_test(taper_is_linear),
        cmocka_unit_test(elements_move_rigidly),
        cmocka_unit_test_setup_teardown(cantilevers_bend_and_twist_exactly, begin, end),
        cmocka_unit_test_setup_teardown(a_heavy_tip_lowers_the_frequency, begin, end),
        cmocka_unit_test_setup_teardown(many_and_few_elements_agree, begin, end),
        cmocka_unit_test_setup_teardown(nodes_lie_where_they_are_named, begin, end),
        cmocka_unit_test_setup_teardown(bad_beams_are_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
