/* Flexible bodies: what a file becomes, matrices and node tables, reduced bodies to the bit, and what is
 * refused. */
#include "refusal.h"

#include "auth/flexible.h"

#include <stdio.h>
#include <stdlib.h>

#define HEAD "headland: flexible\nversion: 1\nname: boom\n"
#define BEAM                                                                                                 \
    "beam:\n"                                                                                                \
    "  theory: timoshenko\n"                                                                                 \
    "  elements: 8\n"                                                                                        \
    "  material: {modulus: 210 GPa, density: 7850 kg/m3}\n"                                                  \
    "  sections:\n"                                                                                          \
    "    - {at: 0 m, box: {width: 400 mm, height: 600 mm, web: 8 mm, flange: 10 mm}}\n"                      \
    "    - {at: 6 m, box: {width: 300 mm, height: 400 mm, web: 8 mm, flange: 10 mm}}\n"
#define REST                                                                                                 \
    "masses: [{at: 6 m, mass: 150 kg, inertia: [1, 2, 3]}]\n"                                                \
    "nodes: [{name: pin, at: 2 m}, {name: head, at: 6 m}]\n"                                                 \
    "reduction: {method: krylov, interfaces: [head], loads: [fy, fz], blocks: 2}\n"                          \
    "damping: {ratio: 2 %}\n"

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_flexible *flexible = NULL;
    const hl_status status = auth_flexible_parse(text, length, "file", arena, &flexible, report);
    *out = flexible;
    return status;
}

static hl_status parse_body(const char *text, size_t length, hl_arena *arena, const void **out,
                            hl_report *report)
{
    auth_flexible_body *body = NULL;
    const hl_status status = auth_flexible_body_parse(text, length, "file", arena, &body, report);
    *out = body;
    return status;
}

/* ---- what is read ---- */

static void beams_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_flexible *f = read_good(parse, HEAD BEAM REST, &arena);
    const flex_beam *beam = f->def.beam;
    assert_string_equal(f->def.name, "boom");
    assert_null(f->def.import);
    assert_int_equal(beam->theory, FLEX_TIMOSHENKO);
    assert_int_equal(beam->elements, 8);
    CHECK_SAME(beam->material.modulus, 210e9);
    CHECK_SAME(beam->material.poisson, 0.3);
    assert_int_equal(beam->section_count, 2);
    assert_int_equal(beam->sections[1].kind, FLEX_BOX);
    CHECK_SAME(beam->sections[1].box.height, 0.4);
    CHECK_SAME(f->def.masses[0].inertia[2], 3.0);
    assert_string_equal(f->def.nodes[1].name, "head");
    const flex_reduction *r = &f->def.reduction;
    assert_int_equal(r->method, FLEX_KRYLOV);
    assert_int_equal(r->interface_count, 1);
    assert_int_equal(r->interfaces[0], 1);
    assert_true(!r->loads[0] && r->loads[1] && r->loads[2] && !r->loads[3]);
    assert_int_equal(r->blocks, 2);
    CHECK_SAME(f->def.damping.ratio, 0.02);
    assert_true(f->def.foreshortening);
    hl_arena_free(&arena);
}

static void what_is_left_out_has_its_default(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_flexible *f = read_good(parse,
                                       HEAD BEAM "nodes: [{name: pin, at: 2}, {name: head, at: 6}]\n"
                                                 "reduction: {}\n",
                                       &arena);
    const flex_reduction *r = &f->def.reduction;
    assert_int_equal(r->interface_count, 2);
    assert_int_equal(r->interfaces[1], 1);
    for (int d = 0; d < FLEX_LOADS; d++) assert_true(r->loads[d]);
    assert_true(r->blocks == 1 && r->keep == 0 && !r->inertia_loads);
    CHECK_SAME(f->def.damping.ratio, 0.01);
    f = read_good(parse, HEAD BEAM "reduction: {method: normal, keep: 3}\ndamping: {stiffness: 2 ms}\n",
                  &arena);
    assert_int_equal(f->def.reduction.keep, 3);
    CHECK_SAME(f->def.damping.ratio, 0.0);
    CHECK_SAME(f->def.damping.stiffness, 2e-3);
    hl_arena_free(&arena);
}

static void every_kind_of_section_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_flexible *f = read_good(
        parse,
        HEAD "beam:\n  material: {modulus: 70 GPa, density: 2700}\n  sections:\n"
             "    - {at: 0, tube: {diameter: 100 mm, wall: 5 mm}}\n"
             "    - {at: 1, tube: {diameter: 100 mm, wall: 5 mm}}\n"
             "    - {at: 1, solid: {width: 60 mm, height: 80 mm}}\n"
             "    - {at: 2, solid: {width: 60 mm, height: 80 mm}}\n"
             "    - {at: 2, free: {area: 12 cm2, inertia_y: 1e-6, inertia_z: 2e-6, torsion: 3e-6}}\n"
             "    - {at: 3, free: {area: 12 cm2, inertia_y: 1e-6, inertia_z: 2e-6, torsion: 3e-6, "
             "shear_z: 6 cm2}}\n"
             "reduction: {method: normal, keep: 1}\n",
        &arena);
    const flex_section *s = f->def.beam->sections;
    assert_int_equal(s[0].kind, FLEX_TUBE);
    assert_int_equal(s[2].kind, FLEX_SOLID);
    assert_int_equal(s[4].kind, FLEX_FREE);
    CHECK_SAME(s[4].free.inertia_z, 2e-6);
    CHECK_RELATIVE(s[4].free.shear_y, 1e-3, 1e-15);
    CHECK_RELATIVE(s[5].free.shear_z, 6e-4, 1e-15);
    hl_arena_free(&arena);
}

/* ---- matrices ---- */

#define BANNER "%%MatrixMarket matrix coordinate real "
#define IMPORT                                                                                               \
    HEAD "matrices: {stiffness: k.mtx, mass: m.mtx, nodes: n.csv, root: 4}\n"                                \
         "nodes: [{name: tip, node: 7}]\nreduction: {method: guyan}\n"

/* Beside this program, where "file" would lie. */
static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void write_good_matrices(void)
{
    write_file("k.mtx", BANNER "symmetric\n% a comment\n2 2 3\n1 1 4e6\n2 1 -4e6\n2 2 4e6\n");
    write_file("m.mtx", BANNER "general\r\n2 2 2\r\n1 1 1.5\r\n2 2 2.5\r\n");
    write_file("n.csv", "node,x,y,z,row\n4, 0,0,0, 1\n# the tip\n7, 2.5,0,0, 2,0,,\n");
}

static void matrices_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    write_good_matrices();
    const auth_flexible *f = read_good(parse, IMPORT, &arena);
    const flex_import *m = f->def.import;
    assert_true(m->stiffness.is_symmetric && m->stiffness.size == 2 && m->stiffness.count == 3);
    assert_true(m->stiffness.row[1] == 1 && m->stiffness.column[1] == 0);
    CHECK_SAME(m->stiffness.value[1], -4e6);
    assert_true(!m->mass.is_symmetric && m->mass.count == 2);
    CHECK_SAME(m->mass.value[1], 2.5);
    assert_int_equal(m->node_count, 2);
    assert_int_equal(m->root, 4);
    CHECK_SAME(m->nodes[1].position[0], 2.5);
    assert_true(m->nodes[1].id == 7 && m->nodes[1].row[0] == 1 && m->nodes[1].row[1] == -1 &&
                m->nodes[1].row[5] == -1);
    assert_int_equal(m->root_place.line, 4);
    assert_int_equal(f->def.nodes[0].id, 7);
    hl_arena_free(&arena);
}

static void bad_matrix_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *words;
    } list[] = {
        {"k.mtx", "1 2 3\n", "k.mtx, line 1: '%%MatrixMarket matrix coordinate real symmetric' or"},
        {"k.mtx", BANNER "symmetric\n2 3 1\n1 1 1\n", "k.mtx, line 2: the matrix is not square"},
        {"k.mtx", BANNER "symmetric\n2 2\n", "k.mtx, line 2: numbers of rows, columns and entries"},
        {"k.mtx", BANNER "symmetric\n2 2 1000\n1 1 1\n", "too short for its number of entries"},
        {"k.mtx", BANNER "symmetric\n2 2 1\n1 2 5\n", "k.mtx, line 3: an entry above the diagonal"},
        {"k.mtx", BANNER "symmetric\n2 2 1\n3 1 5\n", "k.mtx, line 3: row, column and value are expected"},
        {"k.mtx", BANNER "symmetric\n2 2 1\n1 1 nan\n", "k.mtx, line 3: row, column and value are expected"},
        {"k.mtx", BANNER "symmetric\n2 2 1\n1 1 5\n2 2 5\n", "k.mtx, line 4: there are more entries"},
        {"k.mtx", BANNER "symmetric\n2 2 2\n1 1 5\n%      \n",
         "k.mtx, line 5: the file ends before its last"},
        {"n.csv", "node,x\n4,0,0\n", "n.csv, line 2: number of the node, x, y, z"},
        {"n.csv", "4,0,0,0,1\n4,1,0,0,2\n", "n.csv: there are two nodes 4"},
        {"n.csv", "node,x,y,z\n", "the table has no node"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        static hl_report report;
        hl_arena arena = {0};
        const void *out;
        write_good_matrices();
        write_file(list[i].path, list[i].text);
        hl_report_begin(&report, "file");
        assert_int_equal(parse(IMPORT, strlen(IMPORT), &arena, &out, &report), HL_BAD_INPUT);
        assert_int_equal(report.list[0].place.line, 4);
        if (!strstr(report.list[0].text, list[i].words))
            fail_msg("'%s' is not in: %s", list[i].words, report.list[0].text);
        hl_arena_free(&arena);
    }
    remove("k.mtx");
    remove("m.mtx");
    remove("n.csv");
    CHECK_VARIATIONS(parse, IMPORT,
                     ((const variation[]){{"stiffness: k.mtx", "stiffness: @k.mtx",
                                           "k.mtx cannot be "
                                           "read"}}));
}

/* ---- refusals ---- */

#define CHECK(base, ...)                                                                                     \
    do {                                                                                                     \
        static const variation list[] = {__VA_ARGS__};                                                       \
        CHECK_VARIATIONS(parse, base, list);                                                                 \
    } while (0)

static void bad_bodies_are_refused(void **state)
{
    (void)state;
    CHECK(HEAD BEAM REST, {"theory: timoshenko", "theory: @timo", "unknown value 'timo' in 'theory'"},
          {"elements: 8", "elements: @0", "'elements' is 0; 1 to 2000 is expected"},
          {"modulus: 210 GPa", "modulus: @210 mm", "'210 mm' is a length; a pressure"},
          {"web: 8 mm", "web: @0 mm", "'web'"},
          {"interfaces: [head]", "interfaces: [@hed]", "unknown node 'hed' under 'interfaces'"},
          {"loads: [fy, fz]", "loads: [fy, @fw]", "unknown load 'fw' in 'loads'; fx, fy, fz"},
          {"blocks: 2", "blocks: 2, fixed_modes: @3", "'fixed_modes'"},
          {"name: pin, at: 2 m", "name: pin, at: 2 m, node: @3", "'node'"},
          {"ratio: 2 %", "ratio: @2 %, mass: 1", "'ratio' is given by 'mass' and 'stiffness'"},
          {"method: krylov", "method: @kryloff", "did you mean 'krylov'?"});
    CHECK(HEAD BEAM "reduction: {}\n", {"reduction: {}", "reduction: @{}", "needs at least one interface"});
    CHECK(HEAD BEAM "reduction: {method: normal, keep: 1}\n",
          {"{method: normal, keep: 1", "@{method: normal", "missing with the method 'normal': keep"});
}

/* ---- reduced bodies ---- */

/* Numbers without a short decimal form. */
static void fill(double *numbers, int count)
{
    for (int i = 0; i < count; i++) numbers[i] = (i % 3 - 1) / 3.0 * (1 + i);
}

static void make_symmetric(double *m, int n)
{
    for (int k = 0; k < n; k++)
        for (int l = 0; l < k; l++) m[k * n + l] = m[l * n + k];
}

enum { N = 2 };

typedef struct small_body {
    flex_body body;
    flex_marker marker;
    double S[3 * N], R[3 * N], M[N * N], K[N * N], modal_N[9 * N], P[9 * N * N], C0[N * N], Cx[N * N];
    double phi[3 * N], psi[3 * N], G[N * N];
} small_body;

static void make_body(small_body *s)
{
    double *const matrices[] = {s->M, s->K, s->C0, s->Cx, s->G};
    fill(s->S, 3 * N);
    fill(s->R, 3 * N);
    fill(s->modal_N, 9 * N);
    fill(s->P, 9 * N * N);
    fill(s->phi, 3 * N);
    fill(s->psi, 3 * N);
    for (size_t i = 0; i < 5; i++) {
        fill(matrices[i], N * N);
        make_symmetric(matrices[i], N);
    }
    for (int k = 0; k < N; k++)
        for (int l = 0; l <= k; l++)
            for (int i = 0; i < 9; i++) /* transposes of each other; the diagonal blocks are symmetric */
                if (l < k || i / 3 > i % 3)
                    s->P[9 * (k * N + l) + 3 * (i / 3) + i % 3] = s->P[9 * (l * N + k) + 3 * (i % 3) + i / 3];
    s->marker =
        (flex_marker){.name = "tip", .position = {1.0 / 3, 0, -0.1}, .phi = s->phi, .psi = s->psi, .G = s->G};
    s->body = (flex_body){.name = "boom",
                          .description = "with \"quotes\"\nand lines",
                          .modes = N,
                          .mass = 1e3 / 7,
                          .S = s->S,
                          .R = s->R,
                          .M = s->M,
                          .K = s->K,
                          .N = s->modal_N,
                          .P = s->P,
                          .C0 = s->C0,
                          .Cx = s->Cx,
                          .marker_count = 1,
                          .markers = &s->marker};
    fill(s->body.first_moment, 3);
    fill(s->body.inertia, 9);
    s->body.damping[1] = 2e-3 / 3;
}

static void assert_same(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) fail_msg("entry %d: %.17g, written %.17g", i, a[i], b[i]);
}

static void bodies_keep_their_bits(void **state)
{
    (void)state;
    hl_arena arena = {0};
    small_body s = {0};
    make_body(&s);
    const char *text = auth_flexible_body_text(&s.body, &arena);
    const auth_flexible_body *made = read_good(parse_body, text, &arena);
    const flex_body *b = &made->body;
    assert_string_equal(b->description, s.body.description);
    assert_true(b->modes == N && b->mass == s.body.mass && b->marker_count == 1);
    assert_same(b->first_moment, s.body.first_moment, 3);
    assert_same(b->inertia, s.body.inertia, 9);
    assert_same(b->S, s.S, 3 * N);
    assert_same(b->R, s.R, 3 * N);
    assert_same(b->M, s.M, N * N);
    assert_same(b->K, s.K, N * N);
    assert_same(b->N, s.modal_N, 9 * N);
    assert_same(b->P, s.P, 9 * N * N);
    assert_same(b->C0, s.C0, N * N);
    assert_same(b->Cx, s.Cx, N * N);
    assert_same(b->damping, s.body.damping, 2);
    assert_same(b->markers[0].position, s.marker.position, 3);
    assert_same(b->markers[0].phi, s.phi, 3 * N);
    assert_same(b->markers[0].psi, s.psi, 3 * N);
    assert_same(b->markers[0].G, s.G, N * N);
    assert_string_equal(b->markers[0].name, "tip");
    assert_string_equal(auth_flexible_body_text(b, &arena), text);
    hl_arena_free(&arena);
}

static void bad_reduced_bodies_are_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    small_body s = {0};
    make_body(&s);
    s.K[1] = 7;
    s.K[2] = 8;
    const char *text = auth_flexible_body_text(&s.body, &arena);
    CHECK_VARIATIONS(parse_body, text,
                     ((const variation[]){{"K: [", "K: @[", "'K' is not symmetric: entries 3 and 2"}}));
    s.K[2] = 7;
    text = auth_flexible_body_text(&s.body, &arena);
    static const variation list[] = {
        {"modes: 2", "modes: @0", "'modes' is 0; 1 to 24 is expected"},
        {"S: [", "S: @[1, ", "'S' has 7 entries; 6 are expected with 2 modes"},
        {"P: [", "P: @[1, ", "'P' has 28 entries; 27 are expected with 2 modes"},
        {"phi: [", "phi: @[1, ", "'phi' has 7 entries; 6 are expected with 2 modes"},
    };
    CHECK_VARIATIONS(parse_body, text, list);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beams_are_read),
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(every_kind_of_section_is_read),
        cmocka_unit_test(matrices_are_read),
        cmocka_unit_test(bad_matrix_files_are_refused),
        cmocka_unit_test(bad_bodies_are_refused),
        cmocka_unit_test(bodies_keep_their_bits),
        cmocka_unit_test(bad_reduced_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
