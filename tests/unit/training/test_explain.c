#include "drives.h"

#include <math.h>
#include <string.h>

static const char *explained(const drives *d)
{
    FILE *file = drives_write();
    train_explain(&d->debrief, false, file);
    return drives_written(file);
}

static void says(const char *text, const char *sentence)
{
    if (!strstr(text, sentence)) print_error("not said: %s in:\n%s\n", sentence, text);
    assert_non_null(strstr(text, sentence));
}

static void tells_what_counted_and_what_was_lost(void **state)
{
    const char *text = explained(drives_new());
    (void)state;
    says(text, "Finished in 100 s with 65.0 of 100 points; 60.0 are required: passed.\n");
    says(text, "Full points for 'Fuel'.\n");
    says(text,
         "Lost 25.0 of 50.0 points for 'Time': measured 100 s; full points at 60 s, no points from 140 s.\n");
    says(text, "Hit at 4.0 s: frame has hit post.\n");
    assert_true(strstr(text, "for 'Time'") < strstr(text, "for 'Hits'")); /* most lost first */
}

static void says_who_voided_it_and_why(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->attempts[0].voiding = (train_voiding){.voided = true, .instructor = "Irma", .why = "no brakes"};
    says(explained(d), "Voided by Irma: no brakes. It has no rank.\n");
}

static void compares_with_the_best_earlier_attempt_and_the_reference(void **state)
{
    const char *text = explained(drives_new());
    (void)state;
    says(text, "It has 12.5 points more than the best earlier attempt (attempt 5), which has 52.5.\n"
               "Most was gained in 'Time': 12.5 points, 100 s against 120 s.\n");
    says(text, "It has 35.0 points fewer than the reference drive, which has 100.0.\n"
               "Most was lost in 'Time': 25.0 points, 100 s against 60 s.\n");
}

static void says_what_to_try_next(void **state)
{
    drives *d = drives_new();
    (void)state;
    says(explained(d), "Next: 'Time', with the most to gain: 25.0 points between 100 s and 60 s.\n");
    d->points[0][0].points = 45.0;
    says(explained(d), "Next: 'Hits', with the most to gain: 10.0 points between 1 and 0.\n");
    for (int i = 0; i < DRIVES_POINTS; i++) d->points[0][i].points = d->points[0][i].most;
    says(explained(d), "All components have full points.\n");
    says(explained(d), "No more points can be gained in this exercise.\n");
}

static void says_when_nothing_was_measured(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->points[0][0].value = (double)NAN;
    d->points[0][0].points = 0.0;
    says(explained(d), "Nothing was measured for 'Time': 50.0 of its 50.0 points are lost.\n");
    says(explained(d), "Next: 'Time', which was not measured: 50.0 points.\n");
    d->attempts[0].outcome.point_count = 0;
    says(explained(d), "The exercise has no score: nothing was measured.\n");
}

static void tells_why_and_when_it_failed(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->attempts[0].outcome.result = TRAIN_FAILED;
    d->attempts[0].outcome.time = 41.25;
    d->attempts[0].outcome.reason = "rolled over";
    d->attempts[0].outcome.score = 0.0;
    const char *text = explained(d);
    says(text, "Failed after 41.2 s: rolled over. A failed attempt has no points.\n");
    says(text, "Next: avoid the cause of the failure");
    says(text, "For comparison: the reference drive finished with 100.0 points.\n");
    assert_null(strstr(text, "Lost"));
    d->attempts[0].outcome.result = TRAIN_STOPPED;
    says(explained(d), "Stopped after 41.2 s, before the exercise was finished: no points.\n");
    d->attempts[0].outcome.result = TRAIN_BROKEN;
    says(explained(d), "Interrupted after 41.2 s");
    d->attempts[0].outcome.result = TRAIN_RUNNING;
    assert_string_equal(explained(d), "The attempt is still running: no points yet.\n");
}

static void tells_what_penalties_took_and_when(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->attempts[0].outcome.score = 60.0; /* five fewer than the components' sum */
    d->events[1] = (train_event){4.0, "score", "-5 points: outside the lane"};
    const char *text = explained(d);
    says(text, "Penalties cost 5.0 points.\n");
    says(text, "Bonuses and penalties at 4.0 s: -5 points: outside the lane.\n");
}

/* With place and speed, as the drive wrote it, and once for each kind what to do better. */
static void tells_what_went_wrong_and_how_to_avoid_it(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->attempts[0].outcome.result = TRAIN_FAILED;
    d->events[0] = (train_event){4.0, "danger", "Kim is in the danger zone, 0.8 m away; at x 4.5 m, 1.1 m/s"};
    d->events[1] = (train_event){5.5, "person", "Kim has been hit; at x 4.5 m, 1.2 m/s"};
    const char *text = explained(d);
    says(text, "Person hit at 5.5 s: Kim has been hit; at x 4.5 m, 1.2 m/s.\n");
    says(text, "Person in danger at 4.0 s: Kim is in the danger zone");
    says(text, "Stop at once when a person comes near");
    says(text, "Stop until the person has left the danger zone");
    assert_null(strstr(text, "To stay upright"));
    d->events[1].kind = "overturned";
    says(explained(d), "To stay upright: carry loads low");
}

/* A row `extra` is told as bonuses and penalties, not as a component; also of an attempt without points. */
static void tells_extra_points_apart_from_the_components(void **state)
{
    drives *d = drives_new();
    train_outcome *o = &d->attempts[0].outcome;
    double sum = 0.0;
    (void)state;
    train_points *row = &d->points[0][DRIVES_POINTS - 1];
    for (int i = 0; i < DRIVES_POINTS - 1; i++) sum += o->points[i].points;
    *row = (train_points){.name = "extra",
                          .text = "bonuses and penalties",
                          .unit = "",
                          .value = (double)NAN,
                          .best = (double)NAN,
                          .worst = (double)NAN,
                          .points = 101.0 - sum};
    o->score = 100.0;
    const char *text = explained(d);
    says(text, "Bonuses gave ");
    says(text, "The score is limited to 100 points: 1.0 points are not counted.\n");
    assert_null(strstr(text, "'bonuses and penalties'"));
    row->points = -8.0;
    o->score = sum - 8.0;
    text = explained(d);
    says(text, "Penalties cost 8.0 points.\n");
    assert_null(strstr(text, "no room"));
    assert_null(strstr(text, "'bonuses and penalties'"));
    d->events[1] = (train_event){4.0, "score", "-8 points: outside the lane"};
    o->result = TRAIN_FAILED;
    says(explained(d), "Bonuses and penalties at 4.0 s: -8 points: outside the lane.\n");
}

static void tells_where_it_ended(void **state)
{
    drives *d = drives_new();
    static auth_task tasks[] = {{.name = "gate", .text = "Through the gate"},
                                {.name = "gate 2", .text = "Stop"}};
    (void)state;
    d->scenario.training.tasks = tasks;
    d->scenario.training.task_count = 2;
    d->attempts[0].outcome.result = TRAIN_FAILED;
    d->events[0] = (train_event){1.0, "task", "gate: begins"};
    d->events[1] = (train_event){2.0, "task", "gate 2: begins"};
    says(explained(d), "It ended during the task 'Stop'.\n");
    d->events[0] = (train_event){1.0, "task", "gate 2: begins"};
    d->events[1] = (train_event){2.0, "task", "gate 2: done"};
    assert_null(strstr(explained(d), "It had come"));
}

static void does_not_compare_with_failed_attempts(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->attempts[1].outcome.result = TRAIN_FAILED;
    assert_null(strstr(explained(d), "earlier attempt"));
}

static void escapes_html(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->points[0][0].text = "<b>\"Time\" & 'more'";
    FILE *file = drives_write();
    train_explain(&d->debrief, true, file);
    const char *text = drives_written(file);
    says(text, "&#39;&lt;b&gt;&quot;Time&quot; &amp; &#39;more&#39;&#39;");
    assert_null(strstr(text, "<b>"));
    assert_int_equal(drives_count(text, "<p>"), drives_count(text, "</p>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_counted_and_what_was_lost),
        cmocka_unit_test(says_who_voided_it_and_why),
        cmocka_unit_test(compares_with_the_best_earlier_attempt_and_the_reference),
        cmocka_unit_test(says_what_to_try_next),
        cmocka_unit_test(says_when_nothing_was_measured),
        cmocka_unit_test(tells_why_and_when_it_failed),
        cmocka_unit_test(tells_what_penalties_took_and_when),
        cmocka_unit_test(tells_what_went_wrong_and_how_to_avoid_it),
        cmocka_unit_test(tells_extra_points_apart_from_the_components),
        cmocka_unit_test(tells_where_it_ended),
        cmocka_unit_test(does_not_compare_with_failed_attempts),
        cmocka_unit_test(escapes_html),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
