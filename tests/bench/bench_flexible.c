/* One flexible body, the boom of docs/flexible.md with some of its lowest modes:
 *
 *   flexible/evaluate/N   inertia, all terms of the equations of motion, N modes
 *   flexible/marker/N     pose, velocities and accelerations of a marker
 *   flexible/reduce       finite elements (32), Krylov's columns, invariants: done when a body is made */
#include "bench/bench.h"

#include "flex/report.h"
#include "mb/flexible.h"

#include <math.h>

static const int mode_counts[] = {2, 4, 8, 24};
enum { COUNTS = sizeof mode_counts / sizeof *mode_counts };

/* ---- the body ---- */

static hl_status make_boom(const flex_reduction *reduction, hl_arena *arena, hl_report *report,
                           flex_reduced *made)
{
    const flex_box lower = {0.42, 0.56, 0.008, 0.008}, upper = {0.34, 0.44, 0.006, 0.006};
    flex_section stations[4] = {{.at = 0, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = upper},
                                {.at = 16, .kind = FLEX_BOX, .box = upper}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 32, {210e9, 0.3, 7850}, 4, stations};
    flex_node head = {.name = "head", .at = 16};
    const flex_def def = {.name = "boom",
                          .beam = &beam,
                          .node_count = 1,
                          .nodes = &head,
                          .reduction = *reduction,
                          .damping = {.ratio = 0.01},
                          .foreshortening = true};
    hl_report_begin(report, "boom");
    return flex_reduced_new(&def, arena, report, made);
}

/* ---- evaluation ---- */

typedef struct subject {
    const flex_body *body;
    const mb_flexible *flexible;
    double eta[FLEX_MAX_MODES], rate[FLEX_MAX_MODES], modal[FLEX_MAX_MODES];
} subject;

static void *setup(const bench_case *bench, hl_arena *arena)
{
    subject *s = HL_NEW(arena, subject, 1);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    flex_reduced reduced = {0};
    if (!s || !report) return NULL;
    const flex_reduction reduction = {.method = FLEX_NORMAL, .keep = bench->size};
    const hl_status status = make_boom(&reduction, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status != HL_OK) return NULL;
    s->body = reduced.body;
    s->flexible = mb_flexible_new(s->body, arena);
    for (int k = 0; k < s->body->modes; k++) {
        s->eta[k] = 0.5 / (1 + k);
        s->rate[k] = 1.0 / (1 + k);
        s->modal[k] = -2.0 / (1 + k);
    }
    return s->flexible ? s : NULL;
}

static bool evaluate(void *of)
{
    const subject *s = of;
    const mb_flexible_motion motion = {s->eta, s->rate, hl_v3(0.1, 0.2, 0.3)};
    mb_flexible_inertia inertia;
    mb_flexible_wrench wrench;
    mb_flexible_evaluate(s->flexible, s->eta, &inertia);
    mb_flexible_velocity_terms(s->flexible, &inertia, &motion, &wrench);
    mb_flexible_add_accelerations(s->flexible, &inertia, hl_v3(0, 0, 9.81), hl_v3(0.1, 0, 0.2), s->modal,
                                  &wrench);
    return isfinite(wrench.modal[0]);
}

static bool evaluate_marker(void *of)
{
    const subject *s = of;
    mb_flexible_pose pose;
    mb_flexible_evaluate_marker(&s->body->markers[0], s->body->modes, s->eta, s->rate, &pose);
    return isfinite(pose.angular_bias.x);
}

/* ---- reduction ---- */

typedef struct workshop {
    hl_arena arena;
    hl_report report;
} workshop;

static void *set_up_workshop(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    return HL_NEW(arena, workshop, 1);
}

static bool reduce(void *of)
{
    static const flex_reduction reduction = {
        .method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 1, 1, 1}, .blocks = 1};
    workshop *w = of;
    flex_reduced made = {0};
    const hl_status status = make_boom(&reduction, &w->arena, &w->report, &made);
    flex_model_free(made.model);
    hl_arena_free(&w->arena);
    return status == HL_OK;
}

void bench_group_flexible(bench_list *list)
{
    for (int i = 0; i < COUNTS; i++) {
        bench_case body = {.size = mode_counts[i], .setup = setup, .step = evaluate}, marker = body;
        marker.step = evaluate_marker;
        snprintf(body.name, sizeof body.name, "flexible/evaluate/%d", mode_counts[i]);
        snprintf(marker.name, sizeof marker.name, "flexible/marker/%d", mode_counts[i]);
        bench_register(list, &body);
        bench_register(list, &marker);
    }
    const bench_case making = {.name = "flexible/reduce", .setup = set_up_workshop, .step = reduce};
    bench_register(list, &making);
}
