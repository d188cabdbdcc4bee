/* What the panels of an exercise say: from signals to words. */
#include "tasks.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- signals ---- */

void tasks_find(tasks_signals *signals, const auth_training *training, const rnd_signal *list, int count)
{
    signals->current = rnd_signal_of(list, count, "task.", "current", "");
    signals->result = rnd_signal_of(list, count, "task.", "result", "");
    signals->message = rnd_signal_of(list, count, "task.", "message", "");
    signals->image = rnd_signal_of(list, count, "task.", "image", "");
    signals->score = training->component_count > 0 ? rnd_signal_of(list, count, "score.", "total", "") : -1;
    for (int i = 0; i < training->task_count && i < AUTH_MAX_TASKS; i++) {
        const char *name = training->tasks[i].name;
        signals->task[i].state = rnd_signal_of(list, count, "task.", name, ".state");
        signals->task[i].time = rnd_signal_of(list, count, "task.", name, ".time");
        signals->task[i].count = rnd_signal_of(list, count, "task.", name, ".count");
    }
    for (int i = 0; i < training->counter_count && i < AUTH_MAX_COUNTERS; i++)
        signals->counter[i] = rnd_signal_of(list, count, "counter.", training->counters[i].name, "");
}

/* Between two snapshots a whole number is on its way: the one it comes from holds. */
static int whole(const double *values, int signal)
{
    const double value = signal >= 0 ? values[signal] : 0.0;
    return isfinite(value) ? (int)(value < 0.0 ? ceil(value - 1e-9) : floor(value + 1e-9)) : 0;
}

/* ---- the band ---- */

void tasks_time_text(double seconds, char *text, size_t size)
{
    static const double most = 359999.0; /* 99:59:59 */
    const int s = isfinite(seconds) ? (int)hl_clamp(floor(seconds + 1e-6), 0.0, most) : 0;
    if (s < 3600)
        snprintf(text, size, "%d:%02d", s / 60, s % 60);
    else
        snprintf(text, size, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

static char *add_figure(tasks_band *band, const char *name, auth_role role)
{
    static char nowhere[TASKS_WORD];
    if (band->count == TASKS_FIGURES) return nowhere;
    snprintf(band->figures[band->count].name, TASKS_WORD, "%s", name);
    band->figures[band->count].role = role;
    return band->figures[band->count++].value;
}

/* What is left of the tasks that may last no longer: of several the least. */
static void look_at_limits(const auth_training *training, const tasks_signals *signals, const double *values,
                           tasks_band *band)
{
    static const double soon = 15.0, at_once = 5.0; /* [s] that are left */
    double left = HUGE_VAL;
    for (int i = 0; i < training->task_count && i < AUTH_MAX_TASKS; i++) {
        const double within = training->tasks[i].within;
        if (within > 0.0 && signals->task[i].time >= 0 &&
            whole(values, signals->task[i].state) == TASKS_GOES_ON)
            left = fmin(left, fmax(within - values[signals->task[i].time], 0.0));
    }
    if (!isfinite(left)) return;
    const auth_role role = left < at_once ? AUTH_ROLE_CRITICAL
                           : left < soon  ? AUTH_ROLE_WARNING
                                          : AUTH_ROLE_FOREGROUND;
    tasks_time_text(ceil(left), add_figure(band, "left", role), TASKS_WORD);
}

static void look_at_counters(const auth_training *training, const tasks_signals *signals,
                             const double *values, tasks_band *band)
{
    for (int i = 0; i < training->counter_count && i < AUTH_MAX_COUNTERS; i++)
        if (signals->counter[i] >= 0)
            snprintf(add_figure(band, training->counters[i].name, AUTH_ROLE_FOREGROUND), TASKS_WORD, "%g",
                     round(1e3 * values[signals->counter[i]]) * 1e-3);
}

/* ---- tasks ---- */

/* Watches are no steps: they are seen while they say something. */
static bool is_step(const auth_task *task)
{
    return task->text != NULL && task->text[0] != '\0' && !task->optional;
}

static void add_row(tasks_band *band, const char *text, tasks_state state)
{
    if (band->row_count == TASKS_ROWS) return;
    snprintf(band->rows[band->row_count].text, TASKS_TEXT, "%s", text);
    band->rows[band->row_count++].state = state;
}

/* What goes on beside the task at hand, then the next step. */
static void look_at_others(const auth_training *training, const tasks_signals *signals, const double *values,
                           int current, tasks_band *band)
{
    const auth_task *next = NULL;
    for (int i = 0; i < training->task_count && i < AUTH_MAX_TASKS; i++) {
        const auth_task *task = &training->tasks[i];
        const int state = whole(values, signals->task[i].state);
        if (i == current || task->text == NULL || task->text[0] == '\0') continue;
        if (state == TASKS_GOES_ON) add_row(band, task->text, TASKS_GOES_ON);
        if (state == TASKS_WAITS && i > current && next == NULL && is_step(task)) next = task;
    }
    if (next != NULL) add_row(band, next->text, TASKS_WAITS);
}

/* "5 of 13": its place in the list. */
static void look_at_step(const auth_training *training, int current, tasks_band *band)
{
    int steps = 0, step = 0;
    for (int i = 0; i < training->task_count && i < AUTH_MAX_TASKS; i++) {
        steps += is_step(&training->tasks[i]);
        if (i == current) step = steps;
    }
    if (steps > 1 && is_step(&training->tasks[current]))
        snprintf(add_figure(band, "task", AUTH_ROLE_FOREGROUND), TASKS_WORD, "%d of %d", step, steps);
}

static void look_at_task(const auth_training *training, const tasks_signals *signals, const double *values,
                         int current, tasks_band *band)
{
    const auth_task *task = &training->tasks[current];
    snprintf(band->text, sizeof band->text, "%s", task->text == NULL ? "" : task->text);
    look_at_step(training, current, band);
    if (task->repeat > 1 && signals->task[current].count >= 0)
        snprintf(add_figure(band, "done", AUTH_ROLE_FOREGROUND), TASKS_WORD, "%d of %d",
                 whole(values, signals->task[current].count), task->repeat);
}

static void look_at_band(const auth_training *training, const tasks_signals *signals, const double *values,
                         const tasks_clock *clock, tasks_band *band)
{
    const int result = whole(values, signals->result), current = whole(values, signals->current) - 1;
    const double time = result == 0 ? clock->last : clock->ended;
    band->shown = true;
    if (result == 0 || clock->ended > 0.0)
        tasks_time_text(time, add_figure(band, "time", AUTH_ROLE_FOREGROUND), TASKS_WORD);
    if (result == 0) look_at_limits(training, signals, values, band);
    if (signals->practice)
        snprintf(add_figure(band, "practice", AUTH_ROLE_RECOMMENDED), TASKS_WORD, "no score, no end");
    else if (signals->score >= 0)
        snprintf(add_figure(band, "score", AUTH_ROLE_FOREGROUND), TASKS_WORD, "%.0f",
                 floor(values[signals->score] + 1e-9));
    if (signals->practice && current < 0)
        snprintf(band->text, sizeof band->text, "Nothing is left to do: practise on, or F5 begins anew");
    if (result == 0 && current >= 0 && current < training->task_count)
        look_at_task(training, signals, values, current, band);
    if (result == 0) look_at_others(training, signals, values, current, band);
    look_at_counters(training, signals, values, band);
}

/* ---- messages ---- */

static void add_line(tasks_message *message, const char *line)
{
    const size_t used = strlen(message->text);
    if (line == NULL || line[0] == '\0') return;
    snprintf(message->text + used, sizeof message->text - used, "%s%s", used > 0 ? "\n" : "", line);
}

static const auth_instruction *instruction(const auth_training *training, int number)
{
    return number > 0 && number <= training->instruction_count ? training->instructions[number - 1] : NULL;
}

/* A task that was late, and had nothing else to say about it. */
static void add_late(const auth_training *training, const tasks_signals *signals, const double *values,
                     tasks_message *message)
{
    char line[TASKS_TEXT];
    for (int i = 0; i < training->task_count && i < AUTH_MAX_TASKS; i++) {
        const auth_task *task = &training->tasks[i];
        if (task->late.count > 0 || whole(values, signals->task[i].state) != TASKS_LATE) continue;
        snprintf(line, sizeof line, "Too late: %s",
                 task->text != NULL && task->text[0] != '\0' ? task->text : task->name);
        add_line(message, line);
    }
}

static void look_at_end(const auth_training *training, const tasks_signals *signals, const double *values,
                        tasks_message *message)
{
    const bool finished = whole(values, signals->result) > 0;
    const auth_instruction *said = instruction(training, whole(values, signals->message));
    char line[TASKS_WORD];
    message->shown = message->large = true;
    message->role = finished ? AUTH_ROLE_GOOD : AUTH_ROLE_CRITICAL;
    snprintf(message->head, sizeof message->head, "%s", finished ? "Finished" : "Failed");
    if (said != NULL && said->kind == (finished ? AUTH_DO_FINISH : AUTH_DO_FAIL))
        add_line(message, said->text);
    else if (!finished)
        add_late(training, signals, values, message);
    add_line(message, finished ? training->finished : training->failed);
    if (signals->score < 0) return;
    snprintf(line, sizeof line, "Score %.0f of 100", floor(values[signals->score] + 1e-9));
    add_line(message, line);
}

static void look_at_message(const auth_training *training, const tasks_signals *signals, const double *values,
                            tasks_message *message)
{
    static const auth_role roles[] = {[AUTH_INFO] = AUTH_ROLE_RECOMMENDED,
                                      [AUTH_WARNING] = AUTH_ROLE_WARNING,
                                      [AUTH_CRITICAL] = AUTH_ROLE_CRITICAL};
    const auth_instruction *said = instruction(training, whole(values, signals->message));
    if (whole(values, signals->result) != 0) {
        look_at_end(training, signals, values, message);
        return;
    }
    if (said == NULL || said->text == NULL || said->text[0] == '\0') return;
    message->shown = true;
    message->role = roles[said->level];
    add_line(message, said->text);
}

/* ---- all ---- */

/* A session that begins anew, or a replay that is wound back, runs again. */
static void look_at_clock(tasks_clock *clock, int result, double time)
{
    if (result == 0) {
        *clock = (tasks_clock){.last = time};
    } else if (time < clock->last) {
        *clock = (tasks_clock){0};
    } else if (clock->ended == 0.0 && clock->last > 0.0) {
        clock->ended = clock->last;
    }
}

void tasks_look(const auth_training *training, const tasks_signals *signals, const double *values,
                double time, tasks_clock *clock, tasks_said *said)
{
    memset(said, 0, sizeof *said);
    look_at_clock(clock, whole(values, signals->result), time);
    look_at_band(training, signals, values, clock, &said->band);
    look_at_message(training, signals, values, &said->message);
    const auth_instruction *image = instruction(training, whole(values, signals->image));
    if (image != NULL && image->kind == AUTH_DO_IMAGE) said->image = image->number + 1;
}

/* ---- places ---- */

/* Where the band of an exercise lies: at the upper edge, or at the lower one while the tool works behind the
 * upper place. It changes sides only when the tool has covered its place for a moment, and not soon again. */

static const double BAND_RIM = 12.0;  /* [dots] above the band at the upper edge */
static const double BAND_FOOT = 20.0; /* [dots] below it at the lower edge */
static const double NEAR = 14.0;      /* [dots] around the tool that are to be free */
static const double FREE = 44.0;      /* [dots] around the tool that are free before the band goes back up */
static const double COVERED_FOR = 0.25; /* [s] until it leaves a place */
static const double FREE_FOR = 1.0;     /* [s] until it goes back up */
static const double PAUSE = 1.0;        /* [s] between pictures after which it is placed at once */

double tasks_band_top(bool low, double height, double room)
{
    return low ? fmax(room - BAND_FOOT - height, BAND_RIM) : BAND_RIM;
}

/* Area that a box and the tool with `around` have in common [dots^2]. */
static double covered(paint_box box, paint_box tool, double around)
{
    const double w = fmin(box.x + box.w, tool.x + tool.w + around) - fmax(box.x, tool.x - around);
    const double h = fmin(box.y + box.h, tool.y + tool.h + around) - fmax(box.y, tool.y - around);
    return tool.w > 0.0 && w > 0.0 && h > 0.0 ? w * h : 0.0;
}

/* Whether the other place is better now. */
static bool is_misplaced(bool low, paint_box tool, paint_box band, double room)
{
    paint_box upper = band, lower = band;
    upper.y = tasks_band_top(false, band.h, room);
    lower.y = tasks_band_top(true, band.h, room);
    if (low) return covered(upper, tool, FREE) <= 0.0;
    return covered(upper, tool, NEAR) > covered(lower, tool, NEAR);
}

void tasks_place_update(tasks_place *place, paint_box tool, paint_box band, double room, double time)
{
    const double gap = time - place->last;
    const bool anew = !place->begun || gap < 0.0 || gap > PAUSE;
    if (!place->begun || gap < 0.0) place->low = false;
    place->begun = true;
    place->last = time;
    if (!is_misplaced(place->low, tool, band, room)) {
        place->well = time;
        return;
    }
    if (!anew && time - place->well < (place->low ? FREE_FOR : COVERED_FOR)) return;
    place->low = !place->low;
    place->well = time;
}
