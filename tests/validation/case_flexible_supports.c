/* Reduced bodies on supports, small motions: two sections of a telescope on slide pads (F10), a hinged boom
 * on the spring of its oil (F11). Both are coupled by hand from mass matrix, modal stiffness and markers. */
#include "valid/case.h"

#include "flex/report.h"
#include "hl/dense.h"
#include "mb/flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char reference[] = "reference computation of these beams";

static const flex_box lower = {0.42, 0.56, 0.008, 0.008}, upper = {0.34, 0.44, 0.006, 0.006};

enum { RIGID = 2, MODES = 6, MOST = 2 * MODES + RIGID };

/* ---- bodies ---- */

/* A section of a boom in a plane. */
typedef struct section {
    flex_body *body;
    const mb_flexible *flexible;
    int across, turn; /* direction of bending 1 y, 2 z; axis of the rotation that goes with it */
    double sign;      /* of the displacement by that rotation at positive x */
} section;

/* Build a body of which only `across` is loaded at the interfaces. @return false after a failing row */
static bool build(valid_run *v, const flex_def *def, bool vertical, section *s)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    flex_reduced reduced = {0};
    if (!report) return false;
    hl_report_begin(report, "section");
    const hl_status status = flex_reduced_new(def, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status != HL_OK) {
        valid_failed(v, "no body: %s", report->count > 0 ? report->list[0].text : hl_status_text(status));
        return false;
    }
    *s = (section){reduced.body, mb_flexible_new(reduced.body, arena), vertical ? 2 : 1, vertical ? 1 : 2,
                   vertical ? -1 : 1};
    return s->flexible != NULL;
}

/* Displacement across of a marker by each mode. */
static double shape(const section *s, int marker, int mode)
{
    return s->body->markers[marker].phi[3 * mode + s->across];
}

/* ---- small systems ---- */

typedef struct small_system {
    int n;
    double M[MOST * MOST], K[MOST * MOST];
} small_system;

/* A spring on the displacement `of` . x. */
static void add_spring(small_system *s, double stiffness, const double *of)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) s->K[i * s->n + j] += stiffness * of[i] * of[j];
}

/* Place the body's unknowns from `at` on: with its frame free across (`slides`) and in rotation (`turns`),
 * then its modes. */
static void place_body(small_system *s, const section *body, int at, bool slides, bool turns)
{
    const int n = body->body->modes, total = 6 + n;
    double M[(6 + FLEX_MAX_MODES) * (6 + FLEX_MAX_MODES)];
    const double eta[FLEX_MAX_MODES] = {0};
    int list[6 + FLEX_MAX_MODES], count = 0;
    mb_flexible_inertia inertia;
    mb_flexible_evaluate(body->flexible, eta, &inertia);
    mb_flexible_mass_matrix(body->flexible, &inertia, M);
    if (slides) list[count++] = body->across;
    if (turns) list[count++] = 3 + body->turn;
    const int rigid = count;
    for (int k = 0; k < n; k++) list[count++] = 6 + k;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            s->M[(at + i) * s->n + at + j] = M[list[i] * total + list[j]];
            if (i >= rigid && j >= rigid)
                s->K[(at + i) * s->n + at + j] += body->body->K[(i - rigid) * n + j - rigid];
        }
}

/* Frequencies [Hz]; K and M of the system are used up. @return false after a failing row */
static bool find_frequencies(valid_run *v, small_system *s, double *hertz)
{
    const hl_status status = flex_modes_dense(s->K, s->M, s->n, hertz);
    for (int k = 0; k < s->n; k++) hertz[k] /= 2 * pi;
    if (status != HL_OK) valid_failed(v, "no frequencies: %s", hl_status_text(status));
    return status == HL_OK;
}

/* ---- F10: sliding sections ---- */

/* Static shapes of forces at 1/3, 2/3 and all of the length, and a node at `at` (not the end). */
static bool build_section(valid_run *v, flex_box box, double at, bool vertical, section *made)
{
    flex_section stations[2] = {{.at = 0, .kind = FLEX_BOX, .box = box},
                                {.at = 8, .kind = FLEX_BOX, .box = box}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 24, {210e9, 0.3, 7850}, 2, stations};
    flex_node nodes[4] = {{.name = "head", .at = 8},
                          {.name = "pad", .at = at},
                          {.name = "1/3", .at = 8.0 / 3},
                          {.name = "2/3", .at = 16.0 / 3}};
    const flex_def def = {.name = "section",
                          .beam = &beam,
                          .node_count = 4,
                          .nodes = nodes,
                          .reduction = {.method = FLEX_KRYLOV,
                                        .interface_count = 3,
                                        .interfaces = {0, 2, 3},
                                        .loads = {0, !vertical, vertical},
                                        .blocks = 1}};
    return build(v, &def, vertical, made);
}

/* Outer section clamped, inner section on two pads, its tail at `s`. */
static void couple_sections(const section *outer, const section *inner, double s, small_system *system)
{
    const double pad = 100e6, lever = inner->sign * (8 - s);
    const int n = outer->body->modes;
    *system = (small_system){.n = n + RIGID + inner->body->modes};
    place_body(system, outer, 0, false, false);
    place_body(system, inner, n, true, true);
    double head[MOST] = {0}, tail[MOST] = {0};
    for (int k = 0; k < n; k++) {
        head[k] = shape(outer, 0, k);
        tail[k] = shape(outer, 1, k);
    }
    head[n] = tail[n] = -1;
    head[n + 1] = -lever;
    for (int k = 0; k < inner->body->modes; k++) head[n + RIGID + k] = -shape(inner, 1, k);
    add_spring(system, pad, head);
    add_spring(system, pad, tail);
}

/* Tip under 20 kN across. NaN: singular. */
static double deflect_tip(const small_system *system, const section *outer, const section *inner)
{
    const int n = outer->body->modes;
    double A[MOST * MOST], tip[MOST] = {0}, x[MOST], sum = 0;
    int pivot[MOST];
    tip[n] = 1;
    tip[n + 1] = inner->sign * 8;
    for (int k = 0; k < inner->body->modes; k++) tip[n + RIGID + k] = shape(inner, 0, k);
    memcpy(A, system->K, sizeof A);
    for (int i = 0; i < system->n; i++) x[i] = -20e3 * tip[i];
    if (hl_lu_factor(A, system->n, pivot) != HL_OK) return (double)NAN;
    hl_lu_solve(A, system->n, pivot, x, 1);
    for (int i = 0; i < system->n; i++) sum += tip[i] * x[i];
    return sum;
}

typedef struct sliding {
    double s, tip, vertical, lateral;
} sliding;

static void check_sliding(valid_run *v, const sliding *row)
{
    for (int vertical = 0; vertical < 2; vertical++) {
        section outer, inner;
        small_system system;
        double hertz[MOST], tip;
        char what[80];
        if (!build_section(v, lower, row->s, vertical, &outer) ||
            !build_section(v, upper, 8 - row->s, vertical, &inner))
            return;
        couple_sections(&outer, &inner, row->s, &system);
        tip = deflect_tip(&system, &outer, &inner);
        if (!find_frequencies(v, &system, hertz)) return;
        const double frequency = vertical ? row->vertical : row->lateral;
        snprintf(what, sizeof what, "F10, %g m out: first frequency, %s", row->s,
                 vertical ? "vertical" : "lateral");
        valid_published(v, what, "Hz", reference, frequency, hertz[0], 5e-3 * frequency,
                        "0.5 %: three static shapes a plane");
        if (!vertical) continue;
        snprintf(what, sizeof what, "F10, %g m out: tip under 20 kN", row->s);
        valid_published(v, what, "m", reference, row->tip, tip, 0.015 * fabs(row->tip),
                        "1.5 %: three static shapes a plane");
    }
}

/* ---- F11: on oil ---- */

static void check_oil(valid_run *v)
{
    static const double expected[2] = {1.040631, 10.570207};
    flex_section stations[4] = {{.at = 0, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = upper},
                                {.at = 16, .kind = FLEX_BOX, .box = upper}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 32, {210e9, 0.3, 7850}, 4, stations};
    flex_node nodes[2] = {{.name = "pin", .at = 2}, {.name = "head", .at = 16}};
    flex_mass load = {.at = 16, .mass = 2150};
    const flex_def def = {.name = "boom",
                          .beam = &beam,
                          .node_count = 2,
                          .nodes = nodes,
                          .mass_count = 1,
                          .masses = &load,
                          .reduction = {.method = FLEX_KRYLOV,
                                        .interface_count = 2,
                                        .interfaces = {0, 1},
                                        .loads = {0, 0, 1},
                                        .blocks = 3}};
    section boom;
    if (!build(v, &def, true, &boom)) return;
    small_system system = {.n = 1 + boom.body->modes};
    double hertz[MOST], pin[MOST] = {2 * boom.sign};
    place_body(&system, &boom, 0, false, true);
    for (int k = 0; k < boom.body->modes; k++) pin[1 + k] = shape(&boom, 0, k);
    add_spring(&system, 60e6, pin);
    if (!find_frequencies(v, &system, hertz)) return;
    for (int k = 0; k < 2; k++) {
        char what[80];
        snprintf(what, sizeof what, "F11: frequency %d on a spring of 60 MN/m", k + 1);
        valid_published(v, what, "Hz", reference, expected[k], hertz[k], 1e-6 * expected[k],
                        "1e-6: the digits of the reference; six Krylov columns");
    }
}

static void run(valid_run *v)
{
    static const sliding rows[] = {{2, -42.232002e-3, 6.216353, 4.993140},
                                   {4, -80.334308e-3, 4.938745, 3.970993},
                                   {6, -141.907636e-3, 3.795274, 3.062881},
                                   {6.5, -164.130748e-3, 3.536756, 2.862526}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_sliding(v, &rows[i]);
    check_oil(v);
}

const valid_case valid_case_flexible_supports = {
    "flexible-supports", "flexible sections on slide pads, a hinged boom on oil: small motions", run};
