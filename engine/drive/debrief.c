/* Debriefings: data from files and recordings, figures, the page. */
#include "drv/results.h"

#include "drv/log.h"

#include "file/read.h"
#include "rt/recording.h"
#include "rt/telemetry.h"
#include "train/store.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 800 /* of a trace: more than a figure has pixel columns */ };

static bool sorry(char *why, const char *what, const char *reason)
{
    snprintf(why, TRAIN_WHY, "%.300s: %.200s", what, reason);
    return false;
}

/* ---- scenario ---- */

/* NULL: no readable recording. */
static auth_scenario *recorded_scenario(drv_debrief *d, const drv_results *results, int64_t attempt)
{
    char path[TRAIN_PATH], why[RT_WHY_LENGTH];
    rt_recording *recording;
    auth_scenario *scenario = NULL;
    hl_report *report = HL_NEW(&d->arena, hl_report, 1);
    train_attempt_file(results->path, attempt, "recording.hlr", path);
    if (!report || rt_recording_open(path, &recording, why) != HL_OK) return NULL;
    const rt_text *from = &rt_recording_about(recording)->scenario_text;
    const char *text = from->path ? hl_arena_string(&d->arena, from->text, from->length) : NULL;
    if (text && auth_scenario_parse(text, from->length, from->path, &d->arena, &scenario, report) != HL_OK)
        scenario = NULL;
    rt_recording_close(recording);
    return scenario;
}

static bool read_scenario(drv_debrief *d, const drv_results *results, int64_t attempt)
{
    auth_scenario *scenario = recorded_scenario(d, results, attempt);
    if (!scenario) scenario = HL_NEW(&d->arena, auth_scenario, 1);
    d->about.scenario = scenario;
    return scenario != NULL;
}

/* ---- drives ---- */

/* A trace that cannot be read has no rows. */
static train_trace read_trace(drv_debrief *d, const drv_results *results, int64_t attempt)
{
    char path[TRAIN_PATH];
    rt_rows rows;
    hl_arena whole = {0}; /* telemetry may be large */
    train_trace trace = {.rows = 0};
    hl_report *report = HL_NEW(&whole, hl_report, 1);
    train_attempt_file(results->path, attempt, "telemetry.csv.zst", path);
    if (access(path, F_OK) != 0) train_attempt_file(results->path, attempt, "telemetry.csv", path);
    if (report && rt_rows_read(path, &whole, &rows, report) == HL_OK) {
        const train_trace all = {rows.count, rows.columns, rows.names, rows.units, rows.times, rows.values};
        if (train_trace_thin(&all, ROWS, &d->arena, &trace) != HL_OK) trace = (train_trace){.rows = 0};
    }
    hl_arena_free(&whole);
    return trace;
}

/* "2nd attempt": counted for this trainee and these texts; numbers of the store are not shown.
 *  @param at  index in a list of all of them, newest first */
static const char *label_of(drv_debrief *d, const train_attempt *list, int count, int at)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    char label[40];
    int number = 0;
    if (list[at].exercise.reference) return "reference";
    for (int i = at; i < count; i++) number += !list[i].exercise.reference;
    const bool teen = number / 10 % 10 == 1;
    const char *ending = endings[!teen && number % 10 < 4 ? number % 10 : 0];
    const int length = snprintf(label, sizeof label, "%d%s attempt", number, ending);
    return hl_arena_string(&d->arena, label, (size_t)length);
}

static bool add_drive(drv_debrief *d, const drv_results *results, int64_t id, const char *label, char *why)
{
    train_attempt *attempt;
    const hl_status status = train_attempt_read(results->store, id, &d->arena, &attempt);
    if (status != HL_OK) return sorry(why, hl_status_text(status), train_store_why(results->store));
    if (!label) return sorry(why, "debriefing", hl_status_text(HL_OUT_OF_MEMORY));
    d->about.drives[d->about.drive_count++] = (train_drive){label, attempt, read_trace(d, results, id)};
    return true;
}

static bool earlier_of(const train_attempt *own, const train_attempt *other)
{
    return other->id < own->id && !other->exercise.reference && !other->voiding.voided &&
           other->outcome.result != TRAIN_RUNNING;
}

static bool reference_for(const train_attempt *own, const train_attempt *other)
{
    return other->id != own->id && other->exercise.reference && !other->voiding.voided &&
           other->proof == TRAIN_ACCEPTED && other->outcome.result == TRAIN_FINISHED;
}

/* Add the newest matching attempts, of a trainee or (NULL) of all. */
static bool add_drives(drv_debrief *d, const drv_results *results, const char *trainee,
                       bool (*fits)(const train_attempt *own, const train_attempt *other), int most,
                       char *why)
{
    train_attempt *list;
    int count;
    const train_attempt *own = d->about.drives[0].attempt;
    const train_filter filter = {
        .trainee = trainee, .exercise = own->exercise.name, .hash = own->exercise.hash};
    if (train_attempts(results->store, &filter, &d->arena, &list, &count) != HL_OK)
        return sorry(why, "debriefing", train_store_why(results->store));
    for (int i = 0; i < count && most > 0; i++) {
        if (!fits(own, &list[i])) continue;
        if (!add_drive(d, results, list[i].id, label_of(d, list, count, i), why)) return false;
        most--;
    }
    return true;
}

/* Read attempts from the store, the scenario from the recording, traces from telemetry. Missing data are left
 * out.
 *  @param why         out: TRAIN_WHY, if false is returned
 *  @return false: no such attempt, or out of memory; the debrief is then empty */
static bool read_all(drv_debrief *d, const drv_results *results, int64_t attempt, char *why)
{
    enum { EARLIER = TRAIN_DRIVES - 2 };
    *d = (drv_debrief){.count = 0};
    bool good = add_drive(d, results, attempt, "this attempt", why);
    if (good && !read_scenario(d, results, attempt))
        good = sorry(why, "debriefing", hl_status_text(HL_OUT_OF_MEMORY));
    good = good &&
           add_drives(d, results, d->about.drives[0].attempt->trainee_name, earlier_of, EARLIER, why) &&
           add_drives(d, results, NULL, reference_for, 1, why);
    if (good)
        d->count = train_figures(&d->about, d->figures);
    else
        drv_debrief_free(d);
    return good;
}

void drv_debrief_free(drv_debrief *d)
{
    hl_arena_free(&d->arena);
    *d = (drv_debrief){.count = 0};
}

/* ---- figures ---- */

static void figure_file(const char *folder, int index, const char *ending, char path[TRAIN_PATH])
{
    snprintf(path, TRAIN_PATH, "%s/figure-%d.%s", folder, index, ending);
}

static bool draw(drv_debrief *d, const drv_results *results, int index, const char *folder, char *why)
{
    char path[TRAIN_PATH], svg[40];
    file_bytes picture;
    figure_file(folder, index, "gnuplot", path);
    snprintf(svg, sizeof svg, "figure-%d.svg", index); /* gnuplot runs inside the folder */
    FILE *script = fopen(path, "w");
    if (!script) return sorry(why, path, strerror(errno));
    train_figure_script(&d->about, d->figures[index], svg, script);
    const bool written = !ferror(script);
    if (fclose(script) != 0 || !written) return sorry(why, path, strerror(errno));
    if (!results->plot(folder, path, why, TRAIN_WHY)) return false;
    figure_file(folder, index, "svg", path);
    if (file_read(path, FILE_IMAGE, &d->arena, &picture, why) != HL_OK) return false;
    d->svgs[index] = picture.data;
    return true;
}

/* Draw the figures by gnuplot: FOLDER/figure-0.svg, ... in the order of d->figures, and their scripts.
 *  @param folder exists
 *  @param why     out: TRAIN_WHY: gnuplot is not installed, a file cannot be written
 *  @return false: at least one could not be drawn */
static bool draw_all(drv_debrief *d, const drv_results *results, const char *folder, char *why)
{
    bool good = true;
    for (int i = 0; i < d->count; i++) good = draw(d, results, i, folder, why) && good;
    return good;
}

bool drv_debrief_figures(drv_debrief *d, const drv_results *results, int64_t attempt, const char *folder,
                         char *why)
{
    if (!read_all(d, results, attempt, why)) return false;
    if (draw_all(d, results, folder, why)) return true;
    for (int i = 0; i < d->count; i++)
        if (d->svgs[i]) return true;
    drv_debrief_free(d);
    return false;
}

/* ---- page ---- */

/* Without a temporary folder there are no figures, and the page says so. */
static void draw_aside(drv_debrief *d, const drv_results *results)
{
    char folder[TRAIN_PATH / 2], why[TRAIN_WHY];
    const int held = drv_make_temporary("debrief", folder, sizeof folder);
    if (held < 0) return;
    if (!draw_all(d, results, folder, why)) drv_say(results->log, "figures of the debriefing: %s", why);
    drv_remove_temporary(held, folder);
}

/* @return false: `why` has the path, unless the template is wrong */
static bool print_page(const drv_debrief *d, const drv_results *results, FILE *file, char *why)
{
    if (!results->templates)
        return sorry(why, "assets/results", "no templates of pages; HEADLAND_ASSETS says where assets are");
    return train_debrief_html(&d->about, d->figures, d->svgs, d->count, results->templates, file, why) ==
           HL_OK;
}

static bool write_page(const drv_debrief *d, const drv_results *results, const char *out, char *why)
{
    FILE *file = fopen(out, "w");
    if (!file) return sorry(why, out, strerror(errno));
    const bool printed = print_page(d, results, file, why), broken = ferror(file);
    errno = 0;
    if (fclose(file) != 0 || broken) return sorry(why, out, strerror(errno != 0 ? errno : EIO));
    return printed;
}

bool drv_debrief_write(const drv_results *results, int64_t attempt, const char *out, char *why)
{
    drv_debrief d;
    if (!read_all(&d, results, attempt, why)) return false;
    draw_aside(&d, results);
    const bool good = write_page(&d, results, out, why);
    drv_debrief_free(&d);
    return good;
}

static const char page_name[] = "debrief.html";

bool drv_debrief_keep(const drv_results *results, int64_t attempt, char *why)
{
    drv_debrief d;
    char folder[TRAIN_PATH];
    if (!read_all(&d, results, attempt, why)) return false;
    draw_aside(&d, results);
    train_attempt_folder(results->path, attempt, folder);
    FILE *file = train_folder_begin(folder, page_name, why);
    const bool good =
        file && print_page(&d, results, file, why) && train_folder_put(file, folder, page_name, why);
    drv_debrief_free(&d);
    return good;
}

bool drv_debrief_renew(const drv_results *results, int64_t attempt, char *why)
{
    char folder[TRAIN_PATH];
    train_attempt_folder(results->path, attempt, folder);
    const int opened = train_folder_open(folder);
    const int page = opened < 0 ? -1 : file_open_at(opened, page_name, FILE_PAGE, NULL, NULL);
    if (opened >= 0) close(opened);
    if (page < 0) return true;
    close(page);
    return drv_debrief_keep(results, attempt, why);
}
