/* debrief FOLDER: a store in the folder with an attempt, an earlier one and a reference drive, all with texts
 * that mean mischief; the page of the attempt, FOLDER/debrief.html, the page of the store,
 * FOLDER/results.html, and the table, FOLDER/results.csv. */
#include "drv/results.h"
#include "valid/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 1000 };

static void print(void *context, drv_message kind, const char *text)
{
    (void)context;
    (void)kind;
    fprintf(stderr, "%s\n", text);
}

static const drv_log printed = {print, NULL};

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) stop(path, "cannot be written");
    return file;
}

/* A minute along a bow, with two hits. */
static void write_telemetry(const char *store_path, int64_t attempt)
{
    char path[TRAIN_PATH + 20];
    snprintf(path, sizeof path, "%s-attempts", store_path);
    mkdir(path, 0777);
    train_attempt_folder(store_path, attempt, path);
    mkdir(path, 0777);
    snprintf(path + strnlen(path, TRAIN_PATH), 20, "/telemetry.csv");
    FILE *file = create(path);
    fputs("time,chassis.x,chassis.y,fuel.used,hits.count,hits.impulse,controls.travel\n# s,m,m,l,1,N s,1\n",
          file);
    for (int i = 0; i <= 600; i++) {
        const double t = 0.1 * i, turn = 0.05 * t + 0.01 * (double)attempt;
        const int hits = (t > 20.0) + (t > 40.0);
        fprintf(file, "%.1f,%.6f,%.6f,%.4f,%d,%d,%.3f\n", t, 20.0 * sin(turn), 20.0 * cos(turn), 0.002 * t,
                hits, 120 * hits, 0.7 * t + sin(t));
    }
    fclose(file);
}

static int64_t drive(train_store *store, const char *store_path, const char *trainee, bool reference,
                     double score)
{
    static const train_event events[] = {{20.0, "hit", "<img src=x onerror=alert(1)> has hit `id`"},
                                         {60.0, "end", "finished"}};
    const train_points points[] = {
        {"time", "Time' set output '/tmp/evil", "s", 60.0, 30.0, 90.0, 0.6 * score, 60.0},
        {"hits", "Hits \"%s\" \\ `id` $(id) @x <script>", "1", 2.0, 0.0, 3.0, 0.4 * score, 40.0}};
    const train_exercise exercise = {.name = "bow",
                                     .title = "=A <script>alert(1)</script>",
                                     .hash = "ab12",
                                     .machine = "tractor",
                                     .variants = "",
                                     .reference = reference};
    const train_outcome outcome = {.result = TRAIN_FINISHED,
                                   .reason = "",
                                   .time = 60.0,
                                   .fuel = 0.12,
                                   .hits = 2,
                                   .score = score,
                                   .passed = true,
                                   .point_count = 2,
                                   .event_count = 2,
                                   .points = points,
                                   .events = events,
                                   .state_hash = "00",
                                   .recording_hash = ""};
    int64_t who, id = 0;
    if (train_trainee_find(store, trainee, &who) != HL_OK ||
        train_attempt_begin(store, who, &exercise, &id) != HL_OK ||
        train_attempt_end(store, id, &outcome) != HL_OK ||
        train_attempt_prove(store, id, TRAIN_ACCEPTED, "") != HL_OK)
        stop("store", train_store_why(store));
    write_telemetry(store_path, id);
    return id;
}

static bool plot(const char *folder, const char *script, char *why, size_t why_size)
{
    return valid_gnuplot(folder, script, why, why_size) == VALID_PLOT_OK;
}

int main(int argc, char **argv)
{
    char store_path[PATH], path[PATH], templates[PATH], why[TRAIN_WHY];
    train_store *store;
    if (argc != 2) stop("usage", "debrief FOLDER");
    snprintf(templates, sizeof templates, "%s/results", getenv("HEADLAND_ASSETS"));
    snprintf(store_path, sizeof store_path, "%s/results.db", argv[1]);
    if (train_store_open(store_path, &store, why) != HL_OK) stop(store_path, why);
    drive(store, store_path, "expert", true, 95.0);
    drive(store, store_path, "<b>J\xc3\xb6rg</b>", false, 50.0);
    const int64_t id = drive(store, store_path, "<b>J\xc3\xb6rg</b>", false, 70.0);
    snprintf(path, sizeof path, "%s/debrief.html", argv[1]);
    const drv_results results = {
        .log = &printed, .store = store, .path = store_path, .plot = plot, .templates = templates};
    if (!drv_debrief_write(&results, id, path, why)) stop(path, why);
    snprintf(path, sizeof path, "%s/results.html", argv[1]);
    FILE *file = create(path);
    if (train_export_html(store, NULL, NULL, templates, file, why) != HL_OK || fclose(file) != 0)
        stop(path, why);
    snprintf(path, sizeof path, "%s/results.csv", argv[1]);
    file = create(path);
    if (train_export_csv(store, &(train_filter){.most = 0}, file) != HL_OK || fclose(file) != 0)
        stop(path, train_store_why(store));
    train_store_close(store);
    return 0;
}
