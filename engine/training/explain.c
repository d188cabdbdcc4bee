/* The score in sentences: what counted, what was lost where and when, what to try next. */
#include "words.h"

#include "file/template.h"
#include "train/debrief.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
enum { SENTENCE = 1200, LISTED = 5 /* events, components; more are counted */ };

/* Destination of the sentences. */
typedef struct speech {
    const train_debrief *debrief;
    const train_attempt *own;
    bool html;
    FILE *out;
} speech;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(const speech *s, const char *format, ...)
{
    char text[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments); /* longer texts are cut */
    va_end(arguments);
    if (s->html) {
        fputs("<p>", s->out);
        file_html_write(text, s->out);
        fputs("</p>\n", s->out);
    } else {
        fprintf(s->out, "%s\n", text);
    }
}

/* ---- points ---- */

/* Points that a component lost. */
static double lost_by(const train_points *points)
{
    return points->most - points->points;
}

/* The component with the largest loss; NULL: no losses. */
static const train_points *worst_of(const train_attempt *attempt)
{
    const train_points *worst = NULL;
    for (int i = 0; i < attempt->outcome.point_count; i++) {
        const train_points *points = &attempt->outcome.points[i];
        if (words_is_extra(points)) continue;
        if (lost_by(points) >= words_noticeable && (!worst || lost_by(points) > lost_by(worst)))
            worst = points;
    }
    return worst;
}

/* ---- the end ---- */

static void say_result(const speech *s)
{
    const train_outcome *o = &s->own->outcome;
    char time[WORDS_NUMBER], score[WORDS_NUMBER], pass[WORDS_NUMBER];
    const char *reason = o->reason && *o->reason ? o->reason : "no reason is stored";
    words_number(o->time, words_seconds, time);
    words_points(o->score, score);
    words_points(s->debrief->scenario->training.pass, pass);
    switch (o->result) {
    case TRAIN_FINISHED:
        if (o->point_count == 0)
            say(s, "Finished in %s. The exercise has no score: nothing was measured.", time);
        else if (s->debrief->scenario->training.pass > 0.0)
            say(s, "Finished in %s with %s of 100 points; %s are required: %s.", time, score, pass,
                o->passed ? "passed" : "not passed");
        else
            say(s, "Finished in %s with %s of 100 points.", time, score);
        break;
    case TRAIN_FAILED:
        say(s, "Failed after %s: %s. A failed attempt has no points.", time, reason);
        break;
    case TRAIN_STOPPED:
        say(s, "Stopped after %s, before the exercise was finished: no points.", time);
        break;
    case TRAIN_BROKEN:
        say(s, "Interrupted after %s, not because of the trainee: %s. No points.", time, reason);
        break;
    case TRAIN_RUNNING:
        say(s, "The attempt is still running: no points yet.");
        break;
    }
    if (s->own->exercise.practice) say(s, "Practice attempt: it has no rank.");
    if (s->own->voiding.voided)
        say(s, "Voided by %s: %s. It has no rank.", s->own->voiding.instructor, s->own->voiding.why);
}

/* The task at the end: the last begun task with a text that was not done. */
static void say_where(const speech *s)
{
    const train_outcome *o = &s->own->outcome;
    const auth_training *training = &s->debrief->scenario->training;
    const char *text = NULL;
    double latest = -1.0;
    for (int i = 0; i < training->task_count; i++) {
        const auth_task *task = &training->tasks[i];
        const size_t length = strlen(task->name);
        double began = -1.0;
        for (int k = 0; k < o->event_count && task->text && *task->text; k++) {
            const train_event *event = &o->events[k];
            if (strcmp(event->kind, "task") != 0 || strncmp(event->text, task->name, length) != 0) continue;
            if (event->text[length] != ':') continue;
            began = strcmp(event->text + length, ": begins") == 0 ? event->time : -1.0;
        }
        if (began < 0.0 || began < latest) continue;
        latest = began;
        text = task->text;
    }
    if (text) say(s, "It ended during the task '%s'.", text);
}

/* ---- components ---- */

/* 'Time', 'Fuel' and 2 more */
static void name_full(const speech *s)
{
    char list[SENTENCE / 2] = "";
    size_t length = 0;
    int full = 0, extras = 0;
    for (int i = 0; i < s->own->outcome.point_count; i++) {
        const train_points *points = &s->own->outcome.points[i];
        if (words_is_extra(points)) {
            extras++;
            continue;
        }
        if (lost_by(points) >= words_noticeable) continue;
        if (full++ >= LISTED || length >= sizeof list) continue;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s'%s'", full > 1 ? ", " : "",
                                   points->text);
    }
    if (full == 0) return;
    if (full + extras == s->own->outcome.point_count)
        say(s, "All components have full points.");
    else if (full > LISTED)
        say(s, "Full points for %s and %d more.", list, full - LISTED);
    else
        say(s, "Full points for %s.", list);
}

static void say_lost(const speech *s, const train_points *points)
{
    char lost[WORDS_NUMBER], most[WORDS_NUMBER], value[WORDS_NUMBER], best[WORDS_NUMBER], worst[WORDS_NUMBER];
    words_points(lost_by(points), lost);
    words_points(points->most, most);
    if (!isfinite(points->value)) {
        say(s, "Nothing was measured for '%s': %s of its %s points are lost.", points->text, lost, most);
        return;
    }
    const words_unit unit = words_unit_of(points->unit);
    say(s, "Lost %s of %s points for '%s': measured %s; full points at %s, no points from %s.", lost, most,
        points->text, words_number(points->value, unit, value), words_number(points->best, unit, best),
        words_number(points->worst, unit, worst));
}

/* Components with the largest losses first. */
static void say_components(const speech *s)
{
    const train_outcome *o = &s->own->outcome;
    bool said[AUTH_MAX_COMPONENTS] = {false};
    const int count = o->point_count < AUTH_MAX_COMPONENTS ? o->point_count : AUTH_MAX_COMPONENTS;
    name_full(s);
    for (;;) {
        int next = -1;
        for (int i = 0; i < count; i++)
            if (!said[i] && !words_is_extra(&o->points[i]) && lost_by(&o->points[i]) >= words_noticeable &&
                (next < 0 || lost_by(&o->points[i]) > lost_by(&o->points[next])))
                next = i;
        if (next < 0) return;
        said[next] = true;
        say_lost(s, &o->points[next]);
    }
}

/* ---- events ---- */

/* @return their number */
static int say_events(const speech *s, const char *kind, const char *what)
{
    const train_outcome *o = &s->own->outcome;
    int found = 0;
    for (int i = 0; i < o->event_count; i++) {
        if (strcmp(o->events[i].kind, kind) != 0) continue;
        if (found++ < LISTED) say(s, "%s at %.1f s: %s.", what, o->events[i].time, o->events[i].text);
    }
    if (found > LISTED) say(s, "%s: %d more.", what, found - LISTED);
    return found;
}

/* What went wrong, and what to do better: one advice for all incidents of a kind. */
static void say_incidents(const speech *s)
{
    static const struct {
        const char *kind, *what, *advice;
    } kinds[] = {
        {"overturned", "Overturned",
         "To stay upright: carry loads low and close to the machine, travel straight up and down slopes, "
         "swing "
         "and steer slowly, and lower the load at once when a side begins to lift."},
        {"utility", "Utility struck",
         "Before digging, find the way and depth of cables and pipes; within half a meter of them dig by "
         "hand, "
         "never with the edge of the bucket."},
        {"near", "Near a utility",
         "Keep the edge of the bucket away from the marked way of the utility, and dig by hand there."},
        {"person", "Person hit",
         "Stop at once when a person comes near, sound the horn, and go on only after a sign of the person; "
         "look into the mirrors before reversing or swinging."},
        {"danger", "Person in danger",
         "Stop until the person has left the danger zone, and never lift a load over persons."},
        {"machine", "Machine hit",
         "Approach other machines slowly and with a sign between the drivers; stop the swing before their "
         "body."},
        {"dropped", "Load dropped",
         "Lift with the load in the middle of the forks or the bucket, tilt it back, and lower it to the "
         "ground "
         "before letting go."},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (say_events(s, kinds[i].kind, kinds[i].what) > 0) say(s, "%s", kinds[i].advice);
}

/* Points of `score` instructions: a separate row, else the difference between score and components.
 */
static void say_extra(const speech *s)
{
    static const double all = 100.0; /* points there are */
    const train_outcome *o = &s->own->outcome;
    const train_points *row = words_find_points(s->own, "extra");
    double sum = 0.0;
    char text[WORDS_NUMBER];
    for (int i = 0; i < o->point_count; i++) sum += o->points[i].points;
    const double extra = row ? row->points : o->score - sum;
    if (fabs(extra) < words_noticeable) return;
    if (extra < 0.0)
        say(s, "Penalties cost %s points.", words_points(-extra, text));
    else
        say(s, "Bonuses gave %s points.", words_points(extra, text));
    if (row && sum > all + words_noticeable)
        say(s, "The score is limited to 100 points: %s points are not counted.",
            words_points(sum - all, text));
}

/* ---- others ---- */

/* The component in which `a` has the largest lead over `b`; NULL: none. */
static const train_points *most_ahead(const train_attempt *a, const train_attempt *b, double *by)
{
    const train_points *most = NULL;
    *by = words_noticeable;
    for (int i = 0; i < a->outcome.point_count; i++) {
        const train_points *other = words_find_points(b, a->outcome.points[i].name);
        if (!other || !(a->outcome.points[i].points - other->points >= *by)) continue;
        most = &a->outcome.points[i];
        *by = most->points - other->points;
    }
    return most;
}

/* The component with the largest lead of `a`: gained if `a` is the own attempt, else lost. */
static void say_ahead(const speech *s, const train_attempt *a, const train_attempt *b)
{
    double by;
    char points[WORDS_NUMBER], value[WORDS_NUMBER], than[WORDS_NUMBER];
    const train_points *component = most_ahead(a, b, &by);
    if (!component) return;
    const words_unit unit = words_unit_of(component->unit);
    words_number(component->value, unit, value);
    const double other = words_find_points(b, component->name)->value;
    if (isfinite(other))
        words_number(other, unit, than);
    else
        snprintf(than, sizeof than, "nothing measured");
    say(s, "Most was %s in '%s': %s points, %s against %s.", a == s->own ? "gained" : "lost", component->text,
        words_points(by, points), a == s->own ? value : than, a == s->own ? than : value);
}

static void say_against(const speech *s, const train_drive *drive)
{
    char who[SENTENCE / 4] = "the reference drive", other[WORDS_NUMBER], difference[WORDS_NUMBER];
    if (!drive->attempt->exercise.reference)
        snprintf(who, sizeof who, "the best earlier attempt (%s)", drive->label);
    const double by = s->own->outcome.score - drive->attempt->outcome.score;
    words_points(drive->attempt->outcome.score, other);
    words_points(fabs(by), difference);
    if (s->own->outcome.result != TRAIN_FINISHED) {
        say(s, "For comparison: %s finished with %s points.", who, other);
        return;
    }
    if (fabs(by) < words_noticeable)
        say(s, "It has as many points as %s.", who);
    else
        say(s, "It has %s points %s than %s, which has %s.", difference, by > 0.0 ? "more" : "fewer", who,
            other);
    say_ahead(s, s->own, drive->attempt);
    say_ahead(s, drive->attempt, s->own);
}

static const train_drive *best_earlier(const speech *s)
{
    const train_drive *best = NULL;
    for (int i = 1; i < s->debrief->drive_count; i++) {
        const train_drive *d = &s->debrief->drives[i];
        if (!d->attempt || d->attempt->exercise.reference || d->attempt->outcome.result != TRAIN_FINISHED)
            continue;
        if (!best || d->attempt->outcome.score > best->attempt->outcome.score) best = d;
    }
    return best;
}

static const train_drive *reference(const speech *s)
{
    for (int i = 1; i < s->debrief->drive_count; i++) {
        const train_drive *d = &s->debrief->drives[i];
        if (d->attempt && d->attempt->exercise.reference && d->attempt->outcome.result == TRAIN_FINISHED)
            return d;
    }
    return NULL;
}

static void say_comparisons(const speech *s)
{
    const train_drive *earlier = best_earlier(s), *script = reference(s);
    if (s->own->outcome.result == TRAIN_RUNNING) return;
    if (earlier) say_against(s, earlier);
    if (script && !s->own->exercise.reference) say_against(s, script);
}

/* ---- next ---- */

static void say_next(const speech *s)
{
    const train_outcome *o = &s->own->outcome;
    const train_points *worst = worst_of(s->own);
    char lost[WORDS_NUMBER], value[WORDS_NUMBER], best[WORDS_NUMBER];
    if (o->result == TRAIN_FAILED)
        say(s, "Next: avoid the cause of the failure and finish the exercise; only a finished attempt has "
               "points.");
    else if (o->result == TRAIN_STOPPED)
        say(s, "Next: finish the exercise; only a finished attempt has points.");
    else if (o->result == TRAIN_FINISHED && worst && isfinite(worst->value))
        say(s, "Next: '%s', with the most to gain: %s points between %s and %s.", worst->text,
            words_points(lost_by(worst), lost), words_number(worst->value, words_unit_of(worst->unit), value),
            words_number(worst->best, words_unit_of(worst->unit), best));
    else if (o->result == TRAIN_FINISHED && worst)
        say(s, "Next: '%s', which was not measured: %s points.", worst->text,
            words_points(lost_by(worst), lost));
    else if (o->result == TRAIN_FINISHED && o->point_count > 0)
        say(s, "No more points can be gained in this exercise.");
}

void train_explain(const train_debrief *debrief, bool html, FILE *out)
{
    const speech s = {debrief, debrief->drives[0].attempt, html, out};
    if (!s.own) return;
    say_result(&s);
    if (s.own->outcome.result == TRAIN_FAILED || s.own->outcome.result == TRAIN_STOPPED) say_where(&s);
    if (s.own->outcome.result == TRAIN_FINISHED) {
        say_components(&s);
        say_extra(&s);
    }
    (void)say_events(&s, "score", "Bonuses and penalties");
    if (s.own->outcome.result != TRAIN_RUNNING) {
        (void)say_events(&s, "hit", "Hit");
        say_incidents(&s);
    }
    say_comparisons(&s);
    say_next(&s);
}
