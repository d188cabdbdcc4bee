/* headland hud preview: the bench of HUD designers. The layout is read again when its file is saved; where it
 * is wrong, the last good one stays, under the complaints. */
#include "hud_preview.h"

#include "hud_layout.h"
#include "interrupt.h"
#include "mechanism.h"
#include "program.h"
#include "rnd/preview.h"
#include "rt/clock.h"
#include "rt/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* A layout as it was read, with all its memory. */
typedef struct loaded {
    hl_arena arena;
    hud_layout layout;
    rnd_hud *hud;
    int slider_count;
    rnd_slider *sliders;
    int *signal; /* [slider_count] of each slider */
    int *column; /* [slider_count] of the telemetry; -1: none */
} loaded;

typedef struct bench {
    const hud_preview_request *request;
    rnd_preview *window;
    hl_report report;
    loaded shown;          /* hud NULL: none has been good yet */
    struct timespec saved; /* when the file was, as it was read last */
    rt_rows rows;          /* count 0: no telemetry */
    rnd_preview_content content;
    double time; /* [s] of the display: goes on without telemetry too */
} bench;

static int64_t now(void)
{
    const rt_clock clock = rt_clock_monotonic();
    return clock.now(clock.context);
}

/* ---- loading ---- */

static void unload(loaded *l)
{
    if (l->hud != NULL) rnd_hud_free(l->hud);
    hl_arena_free(&l->arena);
    *l = (loaded){0};
}

static bool make_sliders(loaded *l, const rt_rows *rows)
{
    const hud_layout *layout = &l->layout;
    l->sliders = HL_NEW(&l->arena, rnd_slider, layout->count);
    l->signal = HL_NEW(&l->arena, int, layout->count);
    l->column = HL_NEW(&l->arena, int, layout->count);
    if (l->sliders == NULL || l->signal == NULL || l->column == NULL) return false;
    for (int i = 0; i < layout->count; i++) {
        if (!layout->used[i]) continue;
        rnd_slider *slider = &l->sliders[l->slider_count];
        l->signal[l->slider_count] = i;
        l->column[l->slider_count] = rows->count > 0 ? rt_rows_find(rows, layout->signals[i].name) : -1;
        l->slider_count++;
        *slider = (rnd_slider){
            .name = layout->signals[i].name, .unit = layout->signals[i].unit, .value = layout->values[i]};
        hud_layout_span(layout, i, &slider->low, &slider->high);
    }
    return true;
}

static rnd_hud *make_hud(const bench *b, const hud_layout *layout, hl_report *report)
{
    const rnd_hud_setup setup = {.layout = layout->author,
                                 .signals = layout->signals,
                                 .signal_count = layout->count,
                                 .scale = rnd_preview_scale(b->window, layout->author->size)};
    return rnd_hud_new(&setup, report);
}

/* Sliders keep what they were set to when the layout is read again. */
static void keep_values(loaded *to, const loaded *from)
{
    for (int i = 0; i < to->slider_count; i++)
        for (int k = 0; k < from->slider_count; k++)
            if (strcmp(to->sliders[i].name, from->sliders[k].name) == 0)
                to->sliders[i].value =
                    fmin(fmax(from->sliders[k].value, to->sliders[i].low), to->sliders[i].high);
}

/* @return false: out of memory, or the machine cannot be read */
static bool load(bench *b, int *status)
{
    loaded next = {0};
    const bool read = hud_layout_read("hud", b->request->layout, b->request->machine, &next.arena,
                                      &next.layout, &b->report, status);
    if (read && make_sliders(&next, &b->rows)) next.hud = make_hud(b, &next.layout, &b->report);
    if (next.hud == NULL) {
        unload(&next);
        return !hl_report_clean(&b->report);
    }
    keep_values(&next, &b->shown);
    unload(&b->shown);
    b->shown = next;
    b->content.hud = next.hud;
    b->content.canvas[0] = next.layout.author->size[0];
    b->content.canvas[1] = next.layout.author->size[1];
    b->content.slider_count = b->shown.slider_count;
    b->content.sliders = b->shown.sliders;
    return true;
}

/* Whether the file has been saved since it was read; while an editor writes it anew it may be missing. */
static bool was_saved(bench *b)
{
    struct stat info;
    if (stat(b->request->layout, &info) != 0 || info.st_size == 0) return false;
    const bool newer = info.st_mtim.tv_sec != b->saved.tv_sec || info.st_mtim.tv_nsec != b->saved.tv_nsec;
    b->saved = info.st_mtim;
    return newer;
}

/* ---- values ---- */

/* Time goes on; telemetry moves the sliders that it has columns for. */
static void advance(bench *b, double seconds, bool sought)
{
    rnd_preview_content *c = &b->content;
    const bool plays = c->playing && c->length > 0.0;
    if (plays) c->time = fmod(c->time + seconds, c->length);
    b->time = c->length > 0.0 ? c->time : b->time + seconds;
    if (!plays && !sought) return;
    const double *row =
        b->rows.values + (ptrdiff_t)rt_rows_at(&b->rows, b->rows.times[0] + c->time) * b->rows.columns;
    for (int i = 0; i < c->slider_count; i++)
        if (b->shown.column[i] >= 0) c->sliders[i].value = row[b->shown.column[i]];
}

static void update(const bench *b)
{
    const loaded *l = &b->shown;
    if (l->hud == NULL) return;
    for (int i = 0; i < l->slider_count; i++) l->layout.values[l->signal[i]] = l->sliders[i].value;
    rnd_hud_update(l->hud, l->layout.values, b->time);
}

static void resize(bench *b)
{
    rnd_hud *other = b->shown.hud == NULL ? NULL : make_hud(b, &b->shown.layout, &b->report);
    if (other == NULL) return;
    rnd_hud_free(b->shown.hud);
    b->content.hud = b->shown.hud = other;
}

/* ---- the window ---- */

static int show(bench *b)
{
    static const struct timespec frame = {.tv_nsec = 16000000};
    int status = PROGRAM_DONE;
    int64_t last = now();
    interrupt_begin();
    for (bool quit = false; !quit && !interrupt_asked();) {
        const rnd_preview_did did = rnd_preview_input(b->window, &b->content);
        quit = did.quit;
        if (did.resized) resize(b);
        if (was_saved(b) && !load(b, &status)) return status;
        const int64_t time = now();
        advance(b, 1e-9 * (double)(time - last), did.sought);
        last = time;
        update(b);
        rnd_preview_draw(b->window, &b->content);
        nanosleep(&frame, NULL);
    }
    return PROGRAM_DONE;
}

static bool read_telemetry(bench *b, hl_arena *arena, int *status)
{
    if (b->request->telemetry == NULL) return true;
    const hl_status result = rt_rows_read(b->request->telemetry, arena, &b->rows, &b->report);
    if (result == HL_OK) {
        b->content.length = b->rows.times[b->rows.count - 1] - b->rows.times[0];
        b->content.playing = b->content.length > 0.0;
        return true;
    }
    mechanism_print_report(&b->report);
    if (hl_report_clean(&b->report))
        fprintf(stderr, "%s: %s\n", b->request->telemetry, hl_status_text(result));
    *status = result == HL_BAD_INPUT ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT;
    return false;
}

/* A file that is not there is a mistake at the command line, one that is wrong is what the window is for. */
static bool is_there(const bench *b)
{
    struct stat info;
    if (stat(b->request->layout, &info) == 0) return true;
    fprintf(stderr, "headland hud preview: %s: there is no such file; expected a layout\n",
            b->request->layout);
    return false;
}

int hud_preview(const hud_preview_request *request)
{
    static bench b;
    char title[300], error[400];
    hl_arena arena = {0};
    int status = PROGRAM_USAGE;
    b = (bench){.request = request, .content = {.report = &b.report, .canvas = {16.0, 9.0}}};
    if (is_there(&b) && read_telemetry(&b, &arena, &status)) {
        status = PROGRAM_ENVIRONMENT;
        snprintf(title, sizeof title, "%s - headland hud", request->layout);
        b.window = rnd_preview_open(title, error, sizeof error);
        if (b.window == NULL)
            fprintf(stderr, "headland hud preview: %s\n", error);
        else
            status = show(&b);
    }
    unload(&b.shown);
    if (b.window != NULL) rnd_preview_close(b.window);
    hl_arena_free(&arena);
    return status;
}
