/* headland hud preview: the bench of HUD designers. The layout is read again when one of its files is saved;
 * where it is wrong, the last good one stays, under the complaints. Nothing is drawn while nothing changes.
 */
#include "hud.h"

#include "command/terminal.h"
#include "drv/layout.h"
#include "program.h"
#include "rnd/preview.h"
#include "rt/loop.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    WAIT = 50,    /* [ms] for mouse and keys while nothing moves; then the files are looked at */
    PLAYING = 20, /* [ms] while telemetry moves the sliders */
};
static const int64_t STILL = 150000000; /* [ns] of a window's size before the display is drawn for it */

typedef struct bench {
    const hud_preview_request *request;
    rnd_preview *window;
    hl_report report;
    rnd_trial trial; /* hud NULL: none has been good yet */
    drv_layout_machine machine;
    rnd_watch files;
    rt_rows rows;        /* count 0: no telemetry */
    drv_column *columns; /* [trial.layout.count] of the telemetry, in the trial's arena */
    double *recorded;    /* [trial.layout.count] scratch: values at a time */
    rnd_preview_content content;
    char note[1000];
    double time;     /* [s] of the display: goes on without telemetry too */
    int64_t resized; /* [ns] when the window was; 0: the display has its size */
} bench;

/* ---- loading ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Whoever cannot see the window sees its state in its title. */
static void tell_title(const bench *b)
{
    char title[400];
    const int errors = b->report.count + b->report.dropped;
    const char *name = base_name(b->request->layout);
    if (errors == 0)
        snprintf(title, sizeof title, "%s - headland hud", name);
    else
        snprintf(title, sizeof title, "%s - %d error%s - headland hud", name, errors, errors == 1 ? "" : "s");
    rnd_preview_title(b->window, title);
}

/* The first thing of the letters that cannot be drawn as the layout says; empty: nothing. */
static void tell_letters(const auth_hud *author, char *text, size_t size)
{
    static hl_report warnings;
    hl_report_begin_warnings(&warnings, "");
    rnd_hud_warn_fonts(author, &warnings);
    text[0] = '\0';
    if (!hl_report_clean(&warnings))
        snprintf(text, size, "   \u00b7   line %d: %s", warnings.list[0].place.line, warnings.list[0].text);
}

static void tell_note(bench *b)
{
    char letters[HL_MESSAGE_LENGTH + 32];
    const auth_hud *author = b->trial.layout.author;
    const int gauges = author->gauge_count, signals = b->trial.slider_count;
    tell_letters(author, letters, sizeof letters);
    snprintf(b->note, sizeof b->note,
             "%s   \u00b7   %g x %g dots   \u00b7   %d gauge%s   \u00b7   %d signal%s%s", author->name,
             author->size[0], author->size[1], gauges, gauges == 1 ? "" : "s", signals,
             signals == 1 ? "" : "s", letters);
}

/* Telemetry moves the sliders that it has columns for. */
static void play(bench *b)
{
    if (b->rows.count == 0 || b->recorded == NULL) return;
    for (int i = 0; i < b->trial.layout.count; i++)
        if (b->columns[i].at >= 0)
            b->recorded[i] = drv_layout_value(&b->rows, b->columns[i], b->rows.times[0] + b->content.time);
    rnd_trial_play(&b->trial, b->recorded);
}

static void show_trial(bench *b, rnd_trial *next, drv_column *columns)
{
    rnd_preview_content *c = &b->content;
    rnd_trial_keep(next, &b->trial);
    rnd_trial_free(&b->trial);
    b->trial = *next;
    b->columns = columns;
    b->recorded = HL_NEW(&b->trial.arena, double, b->trial.layout.count);
    c->hud = b->trial.hud;
    memcpy(c->canvas, b->trial.layout.author->size, sizeof c->canvas);
    c->slider_count = b->trial.slider_count;
    c->sliders = b->trial.sliders;
    play(b);
    b->resized = 0;
    rnd_preview_release(b->window);
    tell_note(b);
}

/* Which files a layout is made of is known as far as it can be read. What is saved while it is read is not
 * missed: how the files stood was noted before. */
static void watch(bench *b, const auth_hud *author)
{
    if (author == NULL) return;
    b->files.count = 0;
    rnd_watch_add(&b->files, b->request->layout);
    rnd_watch_add(&b->files, b->request->machine != NULL ? b->request->machine : author->machine);
    for (int i = 0; i < author->gauge_count; i++) rnd_watch_add(&b->files, author->gauges[i].image);
}

/* Everything that is wrong is reported, with a machine too. @return false: with a clean report, out of memory
 */
static bool read_trial(bench *b, rnd_trial *next, drv_column **columns)
{
    int status;
    const char *machine = b->request->machine;
    rnd_layout *layout = &next->layout;
    if (!drv_layout_read(&program_log, b->request->layout, machine, NULL, &b->machine, &next->arena, layout,
                         &b->report, &status)) {
        const auth_hud *author = layout->author;
        if (hl_report_clean(&b->report) && author != NULL && (machine != NULL || author->machine != NULL))
            drv_layout_report_machine(machine != NULL ? machine : author->machine,
                                      machine != NULL ? (hl_place){0, 0} : author->machine_place,
                                      &next->arena, &b->report);
        return false;
    }
    *columns = HL_NEW(&next->arena, drv_column, layout->count);
    bool *recorded = HL_NEW(&next->arena, bool, layout->count);
    for (int i = 0; *columns && recorded && i < layout->count; i++) {
        (*columns)[i] = drv_layout_column(&b->rows, &layout->signals[i]);
        recorded[i] = (*columns)[i].at >= 0;
    }
    return *columns && recorded && rnd_trial_sliders(next, recorded);
}

/* @return false: out of memory */
static bool load(bench *b)
{
    rnd_trial next = {.hud = NULL};
    drv_column *columns = NULL;
    const bool read = read_trial(b, &next, &columns);
    watch(b, next.layout.author);
    if (read)
        rnd_trial_display(&next, rnd_preview_scale(b->window, &b->content, next.layout.author->size),
                          &b->report);
    if (next.hud != NULL)
        show_trial(b, &next, columns);
    else
        rnd_trial_free(&next);
    return (b->trial.hud != NULL && b->recorded != NULL) || !hl_report_clean(&b->report);
}

/* ---- time ---- */

static void advance(bench *b, double seconds, bool sought)
{
    rnd_preview_content *c = &b->content;
    const bool plays = c->playing && c->length > 0.0;
    if (plays) c->time = fmod(c->time + seconds, c->length);
    b->time = c->length > 0.0 ? c->time : b->time + seconds;
    if (plays || sought) play(b);
}

/* The display is made anew when the window's size has stood still: until then its pictures are stretched. */
static bool refit(bench *b, bool resized, int64_t time)
{
    static hl_report unheard; /* a display too large for memory stays stretched */
    if (resized) b->resized = time;
    if (b->resized == 0 || time - b->resized < STILL || b->trial.hud == NULL) return false;
    b->resized = 0;
    hl_report_begin(&unheard, b->request->layout);
    rnd_trial_display(&b->trial, rnd_preview_scale(b->window, &b->content, b->content.canvas), &unheard);
    b->content.hud = b->trial.hud;
    return true;
}

/* ---- the window ---- */

static int show(bench *b)
{
    int64_t last = rt_now();
    uint64_t seen = 0;
    bool gone = false;
    interrupt_begin();
    while (!gone && !interrupt_asked()) {
        const rnd_preview_did did =
            rnd_preview_input(b->window, &b->content, b->content.playing ? PLAYING : WAIT, b->files.notify);
        const int64_t time = rt_now();
        const bool saved = rnd_watch_changed(&b->files, time);
        if (did.quit) break;
        if (saved && !load(b)) return PROGRAM_ENVIRONMENT;
        const bool refitted = refit(b, did.resized, time);
        advance(b, 1e-9 * (double)(time - last), did.sought);
        last = time;
        const uint64_t sees = rnd_trial_update(&b->trial, b->time);
        if (saved || refitted || did.any || b->content.playing || sees != seen)
            gone = !rnd_preview_draw(b->window, &b->content);
        if (saved) tell_title(b);
        seen = sees;
    }
    return gone ? PROGRAM_ENVIRONMENT : PROGRAM_DONE;
}

/* A file that is not there is a mistake at the command line, one that is wrong is what the window is for. */
static bool is_there(const char *path, const char *expected)
{
    struct stat info;
    const bool found = stat(path, &info) == 0;
    if (found && !S_ISDIR(info.st_mode)) return true;
    return drv_say(&program_log, "%s: %s; %s is expected", path, strerror(found ? EISDIR : errno), expected);
}

static bool read_telemetry(bench *b, hl_arena *arena, int *status)
{
    if (!drv_layout_telemetry(&program_log, b->request->telemetry, arena, &b->rows, status)) return false;
    if (b->rows.count == 0) return true;
    b->content.length = b->rows.times[b->rows.count - 1] - b->rows.times[0];
    b->content.playing = b->content.length > 0.0;
    return true;
}

int hud_preview(const hud_preview_request *request)
{
    static bench b;
    char error[400];
    hl_arena arena = {0};
    int status = PROGRAM_USAGE;
    b = (bench){.request = request, .content = {.report = &b.report, .note = b.note, .canvas = {16.0, 9.0}}};
    rnd_watch_begin(&b.files);
    rnd_watch_add(&b.files, request->layout);
    if (is_there(request->layout, "a layout") &&
        (request->machine == NULL || is_there(request->machine, "a machine or a scenario")) &&
        read_telemetry(&b, &arena, &status)) {
        status = PROGRAM_ENVIRONMENT;
        b.window = rnd_preview_open(base_name(request->layout), error, sizeof error);
        if (b.window == NULL)
            drv_say(&program_log, "%s", error);
        else
            status = show(&b);
    }
    rnd_trial_free(&b.trial);
    drv_layout_forget(&b.machine);
    rnd_watch_end(&b.files);
    if (b.window != NULL) rnd_preview_close(b.window);
    hl_arena_free(&arena);
    return status;
}
