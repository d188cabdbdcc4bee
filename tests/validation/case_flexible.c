/* Flexible bodies before they move: finite elements of beams beside geometrically exact rods (F1, F2), the
 * reductions (F3), and foreshortening: a cantilever under axial load (F4). */
#include "valid/case.h"

#include "flex/body.h"
#include "hl/dense.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

static const char reference[] = "reference computation of these beams";
static const char printed[] = "1e-6: the digits of the reference";

static const flex_material steel = {210e9, 0.3, 7850};

/* ---- bodies ---- */

typedef struct boom {
    flex_section stations[2];
    flex_beam beam;
    flex_node nodes[2]; /* tip, middle */
    flex_def def;
    flex_model *model;
} boom;

/* A box girder of constant or linearly tapered size. NULL after a failing row. */
static boom *build_boom(valid_run *v, flex_theory theory, int elements, double length, flex_box root,
                        flex_box tip)
{
    hl_arena *arena = valid_arena(v);
    boom *b = HL_NEW(arena, boom, 1);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    if (hl_arena_failed(arena)) return NULL;
    b->stations[0] = (flex_section){.at = 0, .kind = FLEX_BOX, .box = root};
    b->stations[1] = (flex_section){.at = length, .kind = FLEX_BOX, .box = tip};
    b->beam = (flex_beam){theory, elements, steel, 2, b->stations};
    b->nodes[0] = (flex_node){.name = "tip", .at = length};
    b->nodes[1] = (flex_node){.name = "middle", .at = length / 2};
    b->def = (flex_def){
        .name = "boom", .beam = &b->beam, .node_count = 2, .nodes = b->nodes, .foreshortening = true};
    hl_report_begin(report, "boom");
    if (flex_model_new(&b->def, arena, report, &b->model) == HL_OK) return b;
    valid_failed(v, "no model: %s", report->count > 0 ? report->list[0].text : "out of memory");
    return NULL;
}

enum { MOST = 12 };

/* The lowest frequencies [Hz]. False after a failing row. */
static bool find_frequencies(valid_run *v, const boom *b, double hertz[MOST])
{
    const hl_status status = flex_full_frequencies(b->model, MOST, valid_arena(v), hertz);
    for (int k = 0; k < MOST; k++) hertz[k] /= 2 * pi;
    if (status != HL_OK) valid_failed(v, "no frequencies: %s", hl_status_text(status));
    return status == HL_OK;
}

/* Displacement of the tip by a unit load in its direction; `reduced`: with these modes, NULL: in full. */
static double tip_compliance(const boom *b, const flex_modes_set *modes, int freedom)
{
    const flex_modes_set none = {.n = b->model->n};
    double full = (double)NAN, reduced = (double)NAN;
    (void)flex_unit_load(b->model, modes ? modes : &none, b->model->markers[0], freedom, &full, &reduced);
    return modes ? reduced : full;
}

static void compare(valid_run *v, const char *what, const char *unit, double expected, double here,
                    double relative, const char *reason)
{
    valid_published(v, what, unit, reference, expected, here, relative * fabs(expected), reason);
}

/* A reference frequency and its place among the computed ones. */
typedef struct pitch {
    const char *what;
    double hertz;
    int index;
} pitch;

static void compare_pitches(valid_run *v, const char *name, const double hertz[MOST], const pitch *list,
                            int count, double relative, const char *reason)
{
    for (int i = 0; i < count; i++) {
        char what[120];
        snprintf(what, sizeof what, "%s: %s", name, list[i].what);
        compare(v, what, "Hz", list[i].hertz, hertz[list[i].index], relative, reason);
    }
}

/* ---- F1, F2: elements ---- */

static const char mesh[] = "1e-6: the digits of the reference; 80 and 160 elements extrapolated, order 2";

/* What a mesh gives: frequencies, and the tip under unit loads along y, along z, about x. */
typedef struct figures {
    double hertz[MOST], load[3];
} figures;

static bool compute_figures(valid_run *v, flex_theory theory, int elements, double length, flex_box root,
                            flex_box tip, figures *f)
{
    boom *b = build_boom(v, theory, elements, length, root, tip);
    if (!b) return false;
    const bool found = find_frequencies(v, b, f->hertz);
    for (int d = 0; d < 3; d++) f->load[d] = tip_compliance(b, NULL, d + 1);
    flex_model_free(b->model);
    return found;
}

/* Twist, and sections of the elements' middles, have errors of order 2. More elements than these do not help:
 * the round-off of bending grows with the fourth power of their number, to 1e-6 at 400. */
static bool extrapolate_figures(valid_run *v, flex_theory theory, double length, flex_box root, flex_box tip,
                                figures *f)
{
    figures coarse;
    if (!compute_figures(v, theory, 80, length, root, tip, &coarse) ||
        !compute_figures(v, theory, 160, length, root, tip, f))
        return false;
    for (int k = 0; k < MOST; k++) f->hertz[k] += (f->hertz[k] - coarse.hertz[k]) / 3;
    for (int d = 0; d < 3; d++) f->load[d] += (f->load[d] - coarse.load[d]) / 3;
    return true;
}

static void check_cantilever(valid_run *v)
{
    static const pitch few[] = {{"vertical 1", 12.390113, 1},
                                {"vertical 2", 77.650017, 3},
                                {"twist", 113.357916, 4},
                                {"vertical 3", 217.470457, 7}};
    static const pitch many[] = {{"vertical 1", 12.390103, 1},
                                 {"vertical 2", 77.647447, 3},
                                 {"twist", 113.241459, 4},
                                 {"vertical 3", 217.415101, 7}};
    const flex_box box = {0.3, 0.4, 0.008, 0.008};
    figures f;
    if (!compute_figures(v, FLEX_EULER_BERNOULLI, 10, 6, box, box, &f)) return;
    compare_pitches(v, "F1, 10 elements", f.hertz, few, 4, 1e-6, printed);
    if (!extrapolate_figures(v, FLEX_EULER_BERNOULLI, 6, box, box, &f)) return;
    compare_pitches(v, "F1", f.hertz, many, 4, 1e-6, mesh);
}

static const flex_box wide = {0.4, 0.6, 0.008, 0.008}, narrow = {0.25, 0.3, 0.008, 0.008};

static void check_taper(valid_run *v)
{
    static const pitch list[] = {{"lateral 1", 5.3215789, 0},  {"vertical 1", 7.0692605, 1},
                                 {"lateral 2", 26.729198, 2},  {"vertical 2", 34.476233, 3},
                                 {"vertical 3", 89.446056, 5}, {"twist", 93.607878, 6}};
    figures f;
    if (!extrapolate_figures(v, FLEX_EULER_BERNOULLI, 10, wide, narrow, &f)) return;
    compare_pitches(v, "F2", f.hertz, list, 6, 1e-6, mesh);
    compare(v, "F2: tip under 10 kN along y", "m", 52.661381e-3, 1e4 * f.load[0], 1e-6, mesh);
    compare(v, "F2: tip under 10 kN along z", "m", 30.588346e-3, 1e4 * f.load[1], 1e-6, mesh);
    compare(v, "F2: tip under 10 kN m about x", "rad", 3.5551086e-3, 1e4 * f.load[2], 1e-6, mesh);
}

static void check_timoshenko(valid_run *v)
{
    static const pitch list[] = {
        {"vertical 1", 7.0310, 1}, {"vertical 2", 33.555, 3}, {"vertical 3", 84.192, 5}};
    static const char reason[] = "1e-5: five digits are printed";
    figures f;
    if (!extrapolate_figures(v, FLEX_TIMOSHENKO, 10, wide, narrow, &f)) return;
    compare_pitches(v, "F2t, Timoshenko", f.hertz, list, 3, 1e-5, reason);
    compare(v, "F2t, Timoshenko: tip under 10 kN along z", "m", 30.7706e-3, 1e4 * f.load[1], 1e-5, reason);
}

/* ---- F3: reductions ---- */

typedef struct reduction_row {
    const char *what;
    flex_reduction reduction;
    double hertz[4]; /* 0: not printed */
    double tip;      /* under 10 kN along z [m] */
} reduction_row;

static const reduction_row reductions[] = {
    {"Guyan",
     {.method = FLEX_GUYAN, .interface_count = 1},
     {5.3732601, 7.1456308, 47.464773, 62.390686},
     30.618757e-3},
    {"Guyan with the middle node",
     {.method = FLEX_GUYAN, .interface_count = 2, .interfaces = {0, 1}},
     {5.3234617, 7.0726765, 26.922040, 34.713082},
     30.618757e-3},
    {"Craig-Bampton, 2 fixed modes",
     {.method = FLEX_CRAIG_BAMPTON, .interface_count = 1, .fixed_modes = 2},
     {5.3203736, 7.0673715, 26.921430, 34.744896},
     30.618757e-3},
    {"Craig-Bampton, 6 fixed modes",
     {.method = FLEX_CRAIG_BAMPTON, .interface_count = 1, .fixed_modes = 6},
     {5.3171185, 7.0632560, 26.715925, 34.496962},
     30.618757e-3},
    {"001's choice: the 2 lowest of Craig-Bampton 6",
     {.method = FLEX_CRAIG_BAMPTON, .interface_count = 1, .fixed_modes = 6, .keep = 2},
     {5.3171185, 7.0632560},
     28.880021e-3},
    {"Krylov, six loads, 1 block",
     {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {1, 1, 1, 1, 1, 1}, .blocks = 1},
     {5.3732601, 7.1456308, 47.464773, 62.390686},
     30.618757e-3},
    {"Krylov, six loads, 2 blocks",
     {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {1, 1, 1, 1, 1, 1}, .blocks = 2},
     {5.3169791, 7.0624828, 26.732384, 34.479372},
     30.618757e-3},
    {"Krylov, f_z alone, 2 blocks",
     {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 0, 1}, .blocks = 2},
     {7.0625314},
     30.618757e-3},
};

/* Modes of a reduction. False after a failing row. */
static bool reduce_boom(valid_run *v, const boom *b, const flex_reduction *reduction, flex_modes_set *modes)
{
    hl_report *report = HL_NEW(valid_arena(v), hl_report, 1);
    if (!report) return false;
    hl_report_begin(report, "boom");
    const hl_status status = flex_reduce(b->model, reduction, valid_arena(v), report, modes);
    if (status != HL_OK)
        valid_failed(v, "no modes: %s", report->count > 0 ? report->list[0].text : hl_status_text(status));
    return status == HL_OK;
}

static void check_reductions(valid_run *v)
{
    static const pitch full[] = {{"lateral 1", 5.3169790, 0},
                                 {"vertical 1", 7.0624826, 1},
                                 {"lateral 2", 26.702892, 2},
                                 {"vertical 2", 34.437607, 3}};
    double hertz[MOST];
    const boom *b = build_boom(v, FLEX_EULER_BERNOULLI, 20, 10, wide, narrow);
    if (!b || !find_frequencies(v, b, hertz)) return;
    compare_pitches(v, "F3, full", hertz, full, 4, 1e-6, printed);
    for (size_t r = 0; r < sizeof reductions / sizeof *reductions; r++) {
        const reduction_row *row = &reductions[r];
        flex_modes_set modes;
        char what[120];
        if (!reduce_boom(v, b, &row->reduction, &modes)) return;
        for (int k = 0; k < 4 && row->hertz[k] > 0; k++) {
            snprintf(what, sizeof what, "F3, %s: mode %d", row->what, k + 1);
            compare(v, what, "Hz", row->hertz[k], modes.omega[k] / (2 * pi), 1e-6, printed);
        }
        snprintf(what, sizeof what, "F3, %s: tip under 10 kN along z", row->what);
        compare(v, what, "m", row->tip, 1e4 * tip_compliance(b, &modes, 2), 1e-6, printed);
    }
    flex_model_free(b->model);
}

/* ---- F4: axial load ---- */

/* Deflection of the tip along z by `across` there, under an axial force that keeps its direction:
 * (K - axial G) eta = phi_z across. NaN: singular. */
static double deflect(const flex_body *body, double axial, double across)
{
    const flex_marker *tip = &body->markers[0];
    const int n = body->modes;
    double A[FLEX_MAX_MODES * FLEX_MAX_MODES], eta[FLEX_MAX_MODES], z = 0;
    int pivot[FLEX_MAX_MODES];
    for (int k = 0; k < n; k++) {
        eta[k] = across * tip->phi[3 * k + 2];
        for (int l = 0; l < n; l++) A[k * n + l] = body->K[k * n + l] - axial * tip->G[k * n + l];
    }
    if (hl_lu_factor(A, n, pivot) != HL_OK) return (double)NAN;
    hl_lu_solve(A, n, pivot, eta, 1);
    for (int k = 0; k < n; k++) z += tip->phi[3 * k + 2] * eta[k];
    return z;
}

static void check_axial_load(valid_run *v)
{
    static const struct {
        double share, exact, modal;
    } rows[] = {{0, 27.300302e-3, 27.300302e-3},
                {0.2, 34.034606e-3, 34.014e-3},
                {0.5, 54.226258e-3, 53.898e-3},
                {0.8, 134.955915e-3, 129.73e-3}};
    const flex_box box = {0.25, 0.25, 0.006, 0.006};
    const flex_reduction two = {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 1, 1}, .blocks = 1};
    const flex_reduction eight = {
        .method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 1, 1}, .blocks = 4};
    const double buckling = 301.26664e3;
    const boom *b = build_boom(v, FLEX_EULER_BERNOULLI, 40, 10, box, box);
    flex_modes_set modes, more;
    if (!b || !reduce_boom(v, b, &two, &modes) || !reduce_boom(v, b, &eight, &more)) return;
    const flex_body *body = flex_body_new(&b->def, b->model, &modes, valid_arena(v));
    const flex_body *rich = flex_body_new(&b->def, b->model, &more, valid_arena(v));
    for (int i = 0; i < 4 && body && rich; i++) {
        char what[120];
        snprintf(what, sizeof what, "F4, %g of the buckling load, two Krylov columns: tip", rows[i].share);
        valid_published(v, what, "m", reference, rows[i].modal, deflect(body, rows[i].share * buckling, 1e3),
                        1e-3 * rows[i].modal, "0.1 % of the deflection");
        snprintf(what, sizeof what, "F4, %g of the buckling load, eight Krylov columns: tip", rows[i].share);
        valid_published(v, what, "m", "exact: F L^3/3EI 3(tan u - u)/u^3", rows[i].exact,
                        deflect(rich, rows[i].share * buckling, 1e3), 1e-3 * rows[i].exact,
                        "0.1 % of the deflection");
    }
    flex_model_free(b->model);
}

static void run(valid_run *v)
{
    check_cantilever(v);
    check_taper(v);
    check_timoshenko(v);
    check_reductions(v);
    check_axial_load(v);
}

const valid_case valid_case_flexible = {
    "flexible", "flexible bodies: elements, reductions, foreshortening beside exact rods", run};
