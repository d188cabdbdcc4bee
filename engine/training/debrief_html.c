/* The values of the page of an attempt: assets/results/debrief.html. Figures are images, not parts of the
 * page: scripts inside an SVG file do not run in an image, and its identifiers cannot clash with others. */
#include "words.h"

#include "hl/clamp.h"
#include "train/debrief.h"

#include <math.h>
#include <string.h>

typedef struct page {
    const train_debrief *debrief;
    const train_attempt *own;
    cJSON *values;
} page;

static void add_head(const page *p)
{
    const train_exercise *e = &p->own->exercise;
    html_text(p->values, "exercise", e->title);
    html_text(p->values, "trainee", p->own->trainee_name);
    (void)cJSON_AddNumberToObject(p->values, "attempt", (double)p->own->id);
    html_date(p->values, "began", p->own->began);
    html_text(p->values, "machine", e->machine);
    html_text(p->values, "variants", e->variants);
    html_flag(p->values, "reference", e->reference);
    html_flag(p->values, "practice", e->practice);
    html_flag(p->values, "void", p->own->voiding.voided);
}

/* ---- verdict ---- */

static const char *verdict_of(const train_outcome *o, bool judged)
{
    static const char *const words[] = {[TRAIN_RUNNING] = "running",
                                        [TRAIN_FINISHED] = "finished",
                                        [TRAIN_FAILED] = "failed",
                                        [TRAIN_STOPPED] = "stopped",
                                        [TRAIN_BROKEN] = "broken off"};
    if (!judged) return words[o->result];
    return o->passed ? "passed" : "not passed";
}

static void add_measure(cJSON *list, const char *name, double value, words_unit unit)
{
    if (!isfinite(value)) return;
    cJSON *item = html_item(list);
    html_text(item, "name", name);
    html_number(item, "value", value, unit);
}

static void add_verdict(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    const auth_training *training = &p->debrief->scenario->training;
    const bool finished = o->result == TRAIN_FINISHED, judged = finished && training->pass > 0.0;
    html_flag(p->values, "finished", finished);
    html_points(p->values, "score", o->score);
    html_text(p->values, "verdict", verdict_of(o, judged));
    html_flag(p->values, "good", finished && (o->passed || !judged));
    cJSON *list = html_list(p->values, "measures");
    add_measure(list, "time", o->time, words_seconds);
    add_measure(list, "fuel", o->fuel, words_litres);
    add_measure(list, "hits", o->hits, words_plain);
    if (training->pass > 0.0) add_measure(list, "asked for", training->pass, (words_unit){1.0, "points"});
    html_text(p->values, "reason", o->reason);
    html_text(p->values, "words",
              finished                    ? training->finished
              : o->result == TRAIN_FAILED ? training->failed
                                          : NULL);
}

/* ---- score ---- */

static void add_component(cJSON *list, const train_points *c)
{
    const words_unit unit = words_unit_of(c->unit);
    const double share = c->most > 0.0 ? hl_clamp(c->points / c->most, 0.0, 1.0) : 0.0;
    cJSON *item = html_item(list);
    html_text(item, "name", c->text);
    html_flag(item, "extra", words_is_extra(c));
    html_points(item, "points", c->points);
    html_points(item, "most", c->most);
    html_number(item, "best", c->best, unit);
    html_number(item, "worst", c->worst, unit);
    if (isfinite(c->value))
        html_number(item, "measured", c->value, unit);
    else
        html_text(item, "measured", "");
    (void)cJSON_AddNumberToObject(item, "percent", round(100.0 * share));
}

static void add_score(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    double sum = 0.0;
    cJSON *list = html_list(p->values, "components");
    for (int i = 0; i < o->point_count; i++) {
        add_component(list, &o->points[i]);
        sum += o->points[i].points;
    }
    html_has(p->values, "components");
    if (o->result == TRAIN_FINISHED && fabs(o->score - sum) >= words_noticeable)
        html_points(p->values, "given", o->score - sum);
    else
        html_text(p->values, "given", "");
}

/* @return false: out of memory */
static bool add_explanation(const page *p)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return false;
    train_explain(p->debrief, true, out);
    return html_stream(p->values, "explanation", out, &text);
}

/* ---- the exercise ---- */

/* Lines are kept; an empty line begins a paragraph. */
static void add_briefing(const page *p)
{
    enum { LINE = 8001 }; /* the longest text, of 2000 characters of up to 4 bytes */
    const char *text = p->debrief->scenario->training.briefing;
    cJSON *paragraphs = html_list(p->values, "briefing"), *lines = NULL;
    size_t breaks = 2;
    while (text && *text) {
        char line[LINE];
        const bool first = breaks > 1;
        if (first) lines = html_list(html_item(paragraphs), "lines");
        const size_t length = strcspn(text, "\n");
        breaks = strspn(text + length, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        cJSON *item = html_item(lines);
        html_text(item, "text", line);
        html_flag(item, "first", first);
        text += length + breaks;
    }
    html_has(p->values, "briefing");
}

/* ---- figures ---- */

/* @return false: out of memory */
static bool add_picture(cJSON *item, const char *svg)
{
    const char *from = strstr(svg, "<svg"); /* without prolog and document type */
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return false;
    if (!from) from = svg;
    base64_write(out, from, strlen(from));
    return html_stream(item, "svg", out, &text);
}

static bool add_figures(const page *p, const int *figures, const char *const *svgs, int count)
{
    int missing = 0;
    bool good = true;
    cJSON *list = html_list(p->values, "figures");
    for (int i = 0; i < count; i++) {
        missing += !svgs[i];
        if (!svgs[i]) continue;
        cJSON *item = html_item(list);
        html_text(item, "title", train_figure_title(p->debrief, figures[i]));
        html_flag(item, "wide", figures[i] <= TRAIN_FIGURE_SCORE);
        good = add_picture(item, svgs[i]) && good;
    }
    html_flag(p->values, "has_figures", count > 0);
    (void)cJSON_AddNumberToObject(p->values, "missing", missing);
    (void)cJSON_AddNumberToObject(p->values, "figure_count", count);
    cJSON *drives = html_list(p->values, "drives");
    for (int i = 0; i < p->debrief->drive_count; i++) {
        cJSON *item = html_item(drives);
        html_text(item, "label", p->debrief->drives[i].label);
        html_flag(item, "first", i == 0);
    }
    return good;
}

/* ---- comparison ---- */

/* What a row compares; drives without an attempt have no column. */
typedef enum row_kind { ROW_SCORE, ROW_TIME, ROW_FUEL, ROW_HITS, ROW_POINTS } row_kind;

static void cell_text(const train_attempt *a, row_kind kind, const char *component, char text[WORDS_NUMBER])
{
    const train_outcome *o = &a->outcome;
    const train_points *points = kind == ROW_POINTS ? words_find_points(a, component) : NULL;
    if (kind == ROW_TIME)
        (void)words_number(o->time, words_seconds, text);
    else if (kind == ROW_FUEL)
        (void)words_number(o->fuel, words_litres, text);
    else if (kind == ROW_HITS)
        (void)words_number(o->hits, words_plain, text);
    else if (kind == ROW_SCORE && o->result == TRAIN_FINISHED)
        (void)words_points(o->score, text);
    else if (points)
        (void)words_points(points->points, text);
    else
        (void)words_number((double)NAN, words_plain, text);
}

static void add_row(const page *p, cJSON *rows, const char *name, row_kind kind, const char *component)
{
    cJSON *item = html_item(rows);
    html_text(item, "name", name);
    cJSON *cells = html_list(item, "cells");
    for (int i = 0; i < p->debrief->drive_count; i++) {
        char text[WORDS_NUMBER];
        if (!p->debrief->drives[i].attempt) continue;
        cell_text(p->debrief->drives[i].attempt, kind, component, text);
        (void)cJSON_AddItemToArray(cells, cJSON_CreateString(text));
    }
}

static void add_columns(const page *p)
{
    cJSON *columns = html_list(p->values, "columns");
    for (int i = 0; i < p->debrief->drive_count; i++) {
        const train_attempt *attempt = p->debrief->drives[i].attempt;
        if (!attempt) continue;
        cJSON *item = html_item(columns);
        html_text(item, "label", p->debrief->drives[i].label);
        html_text(item, "result", train_result_text(attempt->outcome.result));
        html_date(item, "began", attempt->began);
    }
    html_flag(p->values, "others", cJSON_GetArraySize(columns) > 1);
}

static void add_comparison(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    add_columns(p);
    cJSON *rows = html_list(p->values, "rows");
    add_row(p, rows, "Score", ROW_SCORE, NULL);
    add_row(p, rows, "Time", ROW_TIME, NULL);
    add_row(p, rows, "Fuel", ROW_FUEL, NULL);
    add_row(p, rows, "Hits", ROW_HITS, NULL);
    for (int i = 0; i < o->point_count; i++) {
        char name[300];
        snprintf(name, sizeof name, "Points: %s", o->points[i].text);
        add_row(p, rows, name, ROW_POINTS, o->points[i].name);
    }
}

/* ---- events, proof ---- */

static void add_events(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    cJSON *list = html_list(p->values, "events");
    for (int i = 0; i < o->event_count; i++) {
        char time[40];
        cJSON *item = html_item(list);
        snprintf(time, sizeof time, "%.1f s", o->events[i].time);
        html_text(item, "time", time);
        html_text(item, "kind", o->events[i].kind);
        html_text(item, "text", o->events[i].text);
    }
    html_has(p->values, "events");
}

static void add_proof(const page *p)
{
    html_flag(p->values, "pending", p->own->proof == TRAIN_PENDING);
    html_flag(p->values, "accepted", p->own->proof == TRAIN_ACCEPTED);
    html_flag(p->values, "refused", p->own->proof == TRAIN_REFUSED);
    html_text(p->values, "proof_why", p->own->proof_why);
    html_text(p->values, "exercise_hash", p->own->exercise.hash);
    html_text(p->values, "recording_hash", p->own->outcome.recording_hash);
    html_text(p->values, "state_hash", p->own->outcome.state_hash);
}

/* ---- the page ---- */

hl_status train_debrief_html(const train_debrief *debrief, const int *figures, const char *const *svgs,
                             int count, const char *templates, FILE *out, char *why)
{
    const page p = {debrief, debrief->drives[0].attempt, cJSON_CreateObject()};
    add_head(&p);
    add_verdict(&p);
    add_score(&p);
    const bool good = add_explanation(&p) && add_figures(&p, figures, svgs, count);
    add_briefing(&p);
    add_comparison(&p);
    add_events(&p);
    add_proof(&p);
    if (good) return html_write(p.values, templates, "debrief.html", out, why);
    cJSON_Delete(p.values);
    snprintf(why, TRAIN_WHY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return HL_OUT_OF_MEMORY;
}
