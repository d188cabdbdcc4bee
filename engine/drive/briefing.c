#include "drv/attempt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void drv_lines_add(drv_lines *lines, const char *format, ...)
{
    char text[400];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const char *kept = lines->count < DRV_LINES ? hl_arena_string(lines->arena, text, strlen(text)) : NULL;
    if (kept) lines->list[lines->count++] = kept;
}

/* ---- what ends it, what scores ---- */

static const char *failure_of(const auth_task *task)
{
    for (int i = 0; i < task->then.count; i++)
        if (task->then.list[i].kind == AUTH_DO_FAIL) return task->then.list[i].text;
    return NULL;
}

/* "45 s", "4 min", "1.5 min". */
static const char *duration(double seconds, char text[32])
{
    static const double minute = 60.0; /* [s] */
    if (seconds < minute)
        snprintf(text, 32, "%g s", seconds);
    else
        snprintf(text, 32, "%.3g min", seconds / minute);
    return text;
}

static void list_tasks(const auth_training *training, drv_lines *tasks, drv_lines *rules)
{
    for (int i = 0; i < training->task_count; i++) {
        const auth_task *task = &training->tasks[i];
        const char *failure = failure_of(task);
        char time[32];
        if (*task->text && task->repeat > 1)
            drv_lines_add(tasks, "%s (%d times)", task->text, task->repeat);
        else if (*task->text)
            drv_lines_add(tasks, "%s", task->text);
        if (failure) drv_lines_add(rules, "%s", failure);
        if (task->within > 0.0)
            drv_lines_add(rules, "%s: more than %s", *task->text ? task->text : task->name,
                          duration(task->within, time));
    }
}

/* As the file has it: a number in the signal's unit, or in SI when it came with a unit. */
static void list_scores(const auth_training *training, drv_lines *scores)
{
    double whole = 0.0;
    for (int i = 0; i < training->component_count; i++) whole += training->components[i].weight;
    for (int i = 0; i < training->component_count; i++) {
        const auth_component *c = &training->components[i];
        drv_lines_add(scores, "%s: %.0f points", c->text, 100.0 * c->weight / whole);
    }
    if (training->pass > 0.0) drv_lines_add(scores, "%g of 100 points pass", training->pass);
}

/* ---- the whole ---- */

/* In a file paragraphs end with an empty line; a single end of a line becomes a space. */
static const char *reflow(const char *text, hl_arena *arena)
{
    const size_t length = strlen(text);
    char *page = HL_NEW(arena, char, length + 1);
    for (size_t i = 0; page && i < length; i++) {
        const bool inside =
            text[i] == '\n' && i > 0 && text[i - 1] != '\n' && text[i + 1] != '\n' && text[i + 1];
        page[i] = inside ? ' ' : text[i];
    }
    return page ? page : text;
}

drv_briefing drv_briefing_of(const auth_scenario *scenario, hl_arena *arena)
{
    char time[32];
    const auth_training *training = &scenario->training;
    const drv_lines none = {.arena = arena};
    drv_briefing b = {
        .text = reflow(training->briefing, arena), .tasks = none, .rules = none, .scores = none};
    list_tasks(training, &b.tasks, &b.rules);
    if (scenario->seconds > 0.0) drv_lines_add(&b.rules, "%s have passed", duration(scenario->seconds, time));
    list_scores(training, &b.scores);
    return b;
}

/* ---- attempts so far ---- */

/* A refused score is not known to have been driven. */
static bool is_score(const train_attempt *a)
{
    return a->outcome.result == TRAIN_FINISHED && a->proof != TRAIN_REFUSED;
}

void drv_standing(const train_attempt *list, int count, const char *hash, int most, char *text, size_t size)
{
    double best = -1.0;
    int counted = 0;
    for (int i = 0; i < count; i++) {
        const train_attempt *a = &list[i];
        if (strcmp(a->exercise.hash, hash) != 0 || a->exercise.reference || a->voiding.voided) continue;
        counted += !a->exercise.practice;
        if (is_score(a) && a->outcome.score > best) best = a->outcome.score;
    }
    size_t length = 0;
    *text = '\0';
    if (best >= 0.0) length = (size_t)snprintf(text, size, "best %.1f", best);
    if (length > 0 && most + counted > 0) length += (size_t)snprintf(text + length, size - length, "; ");
    if (most > counted)
        snprintf(text + length, size - length, "%d of %d attempts left", most - counted, most);
    else if (most > 0)
        snprintf(text + length, size - length, "no attempts left: practice");
    else if (counted > 0)
        snprintf(text + length, size - length, "%d attempt%s", counted, counted > 1 ? "s" : "");
}
