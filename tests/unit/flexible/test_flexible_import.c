/* Imported matrices: a beam that is written down and read in again, and bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flex/reduce.h"

#include <math.h>
#include <string.h>

enum { POINTS = 5, MOST = 12 * 12 * POINTS };

static hl_arena arena;
static hl_report report;

/* The matrices of a beam of four elements as an import. */
typedef struct sample {
    flex_section stations[2];
    flex_beam beam;
    flex_def of_beam, def;
    flex_model *model;
    flex_import import;
    flex_import_node nodes[POINTS];
    flex_node marker;
} sample;

static sample s;

static void list_entries(const flex_matrix *m, flex_entries *e)
{
    const int count = m->start[m->n];
    *e = (flex_entries){.size = m->n, .row = HL_NEW(&arena, int, MOST), .column = HL_NEW(&arena, int, MOST)};
    e->value = HL_NEW(&arena, double, MOST);
    assert_true(count <= MOST && !hl_arena_failed(&arena));
    for (int j = 0; j < m->n; j++)
        for (int k = m->start[j]; k < m->start[j + 1]; k++) {
            e->row[e->count] = m->row[k];
            e->column[e->count] = j;
            e->value[e->count++] = m->value[k];
        }
}

static int begin(void **state)
{
    (void)state;
    memset(&s, 0, sizeof s);
    const flex_section station = {.kind = FLEX_TUBE, .tube = {0.1, 0.005}};
    s.stations[0] = s.stations[1] = station;
    s.stations[1].at = 2;
    s.beam = (flex_beam){FLEX_EULER_BERNOULLI, 4, {210e9, 0.3, 7850}, 2, s.stations};
    s.of_beam = (flex_def){.beam = &s.beam};
    hl_report_begin(&report, "body.yaml");
    assert_int_equal(flex_model_new(&s.of_beam, &arena, &report, &s.model), HL_OK);
    list_entries(s.model->K, &s.import.stiffness);
    list_entries(s.model->M, &s.import.mass);
    for (int i = 0; i < POINTS; i++) {
        s.nodes[i].id = 10 + i;
        for (int d = 0; d < 3; d++) s.nodes[i].position[d] = s.model->points[i].position[d] + 1;
        for (int d = 0; d < 6; d++) s.nodes[i].row[d] = 6 * i + d;
    }
    s.import.node_count = POINTS;
    s.import.nodes = s.nodes;
    s.import.root = 10;
    s.import.root_place = (hl_place){3, 1};
    s.import.stiffness_place = (hl_place){4, 1};
    s.import.mass_place = (hl_place){5, 1};
    s.marker = (flex_node){.name = "tip", .id = 14, .place = {6, 1}};
    s.def = (flex_def){.import = &s.import, .node_count = 1, .nodes = &s.marker};
    return 0;
}

static int end(void **state)
{
    (void)state;
    flex_model_free(s.model);
    hl_arena_free(&arena);
    return 0;
}

static void matrices_give_the_model_of_the_beam(void **state)
{
    (void)state;
    flex_model *m;
    assert_int_equal(flex_model_new(&s.def, &arena, &report, &m), HL_OK);
    double here[4], there[4];
    assert_int_equal(flex_full_frequencies(m, 4, &arena, here), HL_OK);
    assert_int_equal(flex_full_frequencies(s.model, 4, &arena, there), HL_OK);
    for (int k = 0; k < 4; k++) assert_true(fabs(here[k] - there[k]) <= 1e-9 * there[k]);
    for (int k = 0; k < 6 * m->n; k++) /* the root is the origin */
        assert_true(fabs(m->momentum[k] - s.model->momentum[k]) < 1e-12);
    double lumps = 0;
    for (int i = 0; i < m->point_count; i++) lumps += m->points[i].lump;
    assert_true(fabs(lumps - 7850 * 3.14159265358979 * 0.005 * 0.095 * 2) < 1e-9);
    flex_model_free(m);
}

static void one_triangle_is_enough(void **state)
{
    (void)state;
    for (int which = 0; which < 2; which++) {
        flex_entries *e = which ? &s.import.mass : &s.import.stiffness;
        int kept = 0;
        for (int k = 0; k < e->count; k++) {
            if (e->row[k] < e->column[k]) continue;
            e->row[kept] = e->row[k];
            e->column[kept] = e->column[k];
            e->value[kept++] = e->value[k];
        }
        e->count = kept;
        e->is_symmetric = true;
    }
    matrices_give_the_model_of_the_beam(state);
}

static void refuse(int line, const char *text)
{
    flex_model *m;
    hl_report_begin(&report, "body.yaml");
    assert_int_equal(flex_model_new(&s.def, &arena, &report, &m), HL_BAD_INPUT);
    assert_int_equal(report.list[0].place.line, line);
    if (!strstr(report.list[0].text, text)) fail_msg("'%s' is not in: %s", text, report.list[0].text);
}

static void bad_nodes_are_refused(void **state)
{
    (void)state;
    s.import.root = 9;
    refuse(3, "the root 9 is not a node of the node table; one of its 5 nodes");
    s.import.root = 10;
    s.marker.id = 99;
    refuse(6, "node 'tip': 99 is not in the node table");
    s.marker.id = 10;
    refuse(6, "is the root");
    s.marker.id = 14;
    s.nodes[4].row[5] = 40;
    refuse(4, "node 14 names row 41; the matrices have 30 rows");
    s.nodes[4].row[5] = 28;
    refuse(4, "both name row 29");
    s.nodes[4].row[5] = -1;
    refuse(4, "row 30 of the matrices belongs to no node");
}

/* Multiply an entry and, if wanted, its mirror image. */
static void scale_entry(flex_entries *e, int row, int column, double factor)
{
    for (int k = 0; k < e->count; k++)
        if (e->row[k] == row && e->column[k] == column) e->value[k] *= factor;
}

static void bad_matrices_are_refused(void **state)
{
    (void)state;
    scale_entry(&s.import.stiffness, 6, 12, 1.01);
    refuse(4, "the stiffness matrix is not symmetric: row");
    scale_entry(&s.import.stiffness, 6, 12, 1 / 1.01);
    scale_entry(&s.import.mass, 6, 6, 1.1);
    refuse(5, "one positive mass is expected");
    scale_entry(&s.import.mass, 6, 6, 1 / 1.1);
    scale_entry(&s.import.stiffness, 7, 7, 1.1);
    refuse(4, "the matrix of a body without supports");
    scale_entry(&s.import.stiffness, 7, 7, 1 / 1.1);
    s.import.mass.size = 29;
    refuse(5, "the mass matrix has 29 rows, the stiffness matrix 30");
}

static void loose_bodies_are_refused(void **state)
{
    (void)state;
    flex_entries *K = &s.import.stiffness;
    for (int i = 3; i < 30; i += 6)
        for (int j = 3; j < 30; j += 6) scale_entry(K, i, j, 0); /* no resistance to twist */
    refuse(4, "the stiffness is singular with the root clamped: node");
    /* The stiffness of a beam that ends a node earlier */
    flex_model *shorter;
    s.stations[1].at = 1.5;
    s.beam.elements = 3;
    assert_int_equal(flex_model_new(&s.of_beam, &arena, &report, &shorter), HL_OK);
    list_entries(shorter->K, K);
    K->size = 30;
    flex_model_free(shorter);
    refuse(4, "1 of 5 nodes are not connected to the root by the stiffness, node 14 first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(matrices_give_the_model_of_the_beam, begin, end),
        cmocka_unit_test_setup_teardown(one_triangle_is_enough, begin, end),
        cmocka_unit_test_setup_teardown(bad_nodes_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(bad_matrices_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(loose_bodies_are_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
