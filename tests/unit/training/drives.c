#include "drives.h"

#include <stdlib.h>
#include <string.h>

static const char *names[] = {"chassis.x",       "chassis.y",      "fuel.used",
                              "hits.count",      "hits.impulse",   "controls.travel",
                              "task.gate.count", "task.gate.time", "bucket.tilt"};
static const char *units[] = {"m", "m", "l", "1", "N s", "1", "1", "s", "rad"};
enum { COLUMNS = sizeof names / sizeof *names };

/* A second a row, 3 m a second; a gate each two seconds; a hit of 120 N s at 4 s. */
static const double own_rows[DRIVES_ROWS][COLUMNS] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0},     {3, 0.5, 0.1, 0, 0, 1, 0, 1, 0.5},
    {6, 0, 0.2, 0, 0, 3, 1, 0, 1},   {9, -0.5, 0.3, 0, 0, 6, 1, 1, 0.5},
    {12, 0, 0.4, 1, 80, 7, 2, 0, 0}, {15, 0.5, 0.5, 1, 120, 7.5, 2, 1, 0},
};
static const double seconds[DRIVES_ROWS] = {0, 1, 2, 3, 4, 5};

/* time, fuel, hits: of 50, 30 and 20 points */
static const train_points own_points[DRIVES_POINTS] = {
    {"time", "Time", "s", 100, 60, 140, 25, 50},
    {"fuel", "Fuel", "l", 0.5, 0.5, 1, 30, 30},
    {"hits", "Hits", "1", 1, 0, 2, 10, 20},
};

static void add_drive(drives *d, const char *label, int64_t id, double time, double score)
{
    const int i = d->debrief.drive_count++;
    memcpy(d->points[i], own_points, sizeof own_points);
    memcpy(d->values[i], own_rows, sizeof own_rows);
    d->attempts[i] = (train_attempt){
        .id = id,
        .trainee_name = "Ada",
        .exercise = {.name = "slalom", .title = "Slalom", .hash = "ab", .machine = "tractor", .variants = ""},
        .outcome = {.result = TRAIN_FINISHED,
                    .reason = "",
                    .time = time,
                    .fuel = 0.5,
                    .hits = 1,
                    .score = score,
                    .point_count = DRIVES_POINTS,
                    .points = d->points[i],
                    .state_hash = "",
                    .recording_hash = ""},
        .proof_why = ""};
    d->debrief.drives[i] = (train_drive){
        label, &d->attempts[i], {DRIVES_ROWS, COLUMNS, names, units, seconds, &d->values[i][0][0]}};
}

drives *drives_new(void)
{
    static drives d;
    d = (drives){.tasks = {{.name = "gate", .text = "pass the gate", .repeat = 2, .test_count = 1}},
                 .plots = {{.title = "Tilt", .signal = "bucket.tilt"}},
                 .events = {{0.0, "task", "gate begins"},
                            {4.0, "hit", "frame has hit post"},
                            {5.0, "end", "the exercise is finished"}}};
    d.scenario.training =
        (auth_training){.task_count = 1, .tasks = d.tasks, .plot_count = 1, .plots = d.plots, .pass = 60.0};
    d.debrief.scenario = &d.scenario;
    add_drive(&d, "this attempt", 7, 100.0, 65.0);
    add_drive(&d, "attempt 5", 5, 120.0, 52.5);
    add_drive(&d, "reference", 2, 60.0, 100.0);
    d.attempts[0].outcome.passed = true;
    d.attempts[0].outcome.event_count = 3;
    d.attempts[0].outcome.events = d.events;
    d.points[1][0].points = 12.5; /* 120 s between 140 s and 60 s */
    d.points[1][0].value = 120.0;
    d.attempts[2].exercise.reference = true;
    d.points[2][0].points = 50.0;
    d.points[2][0].value = 60.0;
    d.points[2][2].points = 20.0;
    d.points[2][2].value = 0.0;
    return &d;
}

/* ---- what is written ---- */

static char *written;

FILE *drives_write(void)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    return file;
}

const char *drives_written(FILE *file)
{
    const long size = ftell(file);
    assert_true(size >= 0);
    free(written);
    written = calloc((size_t)size + 1, 1);
    assert_non_null(written);
    rewind(file);
    assert_int_equal(fread(written, 1, (size_t)size, file), size);
    fclose(file);
    return written;
}

const char *drives_script(const train_debrief *debrief, int figure)
{
    FILE *file = drives_write();
    train_figure_script(debrief, figure, "figure.svg", file);
    return drives_written(file);
}

int drives_count(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) count++;
    return count;
}
