/* What is told before a drive, and the words of what happens in it. */
#include "drive_rig.h"

#include "drv/attempt.h"
#include "drv/log.h"

#include <string.h>
#include <unistd.h>

static rig r;

static bool has_line(const drv_lines *lines, const char *text)
{
    for (int i = 0; i < lines->count; i++)
        if (strcmp(lines->list[i], text) == 0) return true;
    return false;
}

static void a_briefing_lists_tasks_rules_and_scores(void **state)
{
    (void)state;
    hl_arena arena = {0};
    rig_load(&r,
             rig_scenario(
                 "told.yaml",
                 "seconds: 90 s\ntexts: {title: Told, briefing: \"One\\nline.\\n\\nNext.\"}\n"
                 "tasks:\n"
                 "  - {name: go, text: go, repeat: 3, within: 20 s,\n"
                 "     when: [{signal: vehicle.speed, above: 1 km/h}]}\n"
                 "  - {name: no, optional: true, after: [],\n"
                 "     when: [{signal: vehicle.speed, above: 90 km/h}], do: [{fail: too fast}]}\n"
                 "persons: [{name: Kim, at: [50, 50]}, {name: Jo, at: [60, 50]}]\n"
                 "endings:\n  - {kind: danger, of: Kim, penalty: 5, message: too near to Kim}\n"
                 "  - {kind: person, of: Jo, penalty: 20, end: none}\n"
                 "score:\n  pass: 60\n  components:\n"
                 "    - {name: calm, text: calm hands, signal: controls.travel, best: 0, worst: 20, "
                 "weight: 1}\n"
                 "    - {name: fuel, text: fuel, signal: fuel.used, best: 0 l, worst: 1 l, weight: 3}\n"));
    const drv_briefing b = drv_briefing_of(r.world.files.scenario, &arena);
    assert_string_equal(b.text, "One line.\n\nNext.");
    assert_true(has_line(&b.tasks, "go (3 times)"));
    assert_true(has_line(&b.rules, "too fast"));
    assert_true(has_line(&b.rules, "go: more than 20 s"));
    assert_true(has_line(&b.rules, "1.5 min have passed"));
    assert_true(has_line(&b.scores, "calm hands: 25 points"));
    assert_true(has_line(&b.scores, "60 of 100 points pass"));
    assert_true(has_line(&b.rules, "Kim has been hit"));
    assert_true(has_line(&b.scores, "too near to Kim: -5 points"));
    assert_true(has_line(&b.scores, "Jo has been hit: -20 points"));
    assert_false(has_line(&b.rules, "Jo has been hit")); /* a row of the file says otherwise */
    assert_false(has_line(&b.rules, "overturned"));
    hl_arena_free(&arena);
    rig_free(&r);
}

static void lines_beyond_the_page_are_left_out(void **state)
{
    (void)state;
    hl_arena arena = {0};
    drv_lines lines = {.arena = &arena};
    for (int i = 0; i < DRV_LINES + 5; i++) drv_lines_add(&lines, "line %d", i);
    assert_int_equal(lines.count, DRV_LINES);
    hl_arena_free(&arena);
}

static void events_are_told_with_names(void **state)
{
    (void)state;
    static const struct {
        xch_event event;
        const char *text, *kind;
        bool news;
    } rows[] = {
        {{.kind = XCH_EVENT_TASK_DONE, .subject = 0}, "throttle: ", "task", false},
        {{.kind = XCH_EVENT_EXERCISE_FINISHED, .value = 83.0}, "83.0 of 100 points", "end", true},
        {{.kind = XCH_EVENT_WORLD_STOPPED, .subject = HL_SINGULAR}, "a matrix is singular", NULL, true},
        {{.kind = XCH_EVENT_OVERRUN, .value = 0.002}, "2 ms", NULL, false},
        {{.kind = XCH_EVENT_LOOPS_OPEN, .value = 0.5}, "by 0.5", NULL, false},
        {{.kind = XCH_EVENT_OVERTURNED, .value = 1.5707963, .place = {1.0F, 2.0F, 0.5F}, .speed = 0.25F},
         "the machine has overturned, tilted by 90 deg; at x 1.0 m, y 2.0 m, z 0.5 m, 0.2 m/s",
         "overturned",
         true},
        {{.kind = XCH_EVENT_INSTRUCTION, .subject = 0}, "+1 points: opened", "score", false},
        {{.kind = XCH_EVENT_INSTRUCTION, .subject = 1}, "well done", "message", false},
        {{.kind = XCH_EVENT_PAUSED}, "", NULL, false}};
    char text[DRV_EVENT_TEXT];
    rig_load(&r, rig_exercise_write());
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drv_event_text(&r.world.files, NULL, &rows[i].event, text, sizeof text);
        if (!strstr(text, rows[i].text)) fail_msg("row %zu: %s", i, text);
        const char *kind = drv_event_kind(&r.world.files, &rows[i].event);
        assert_int_equal(kind == NULL, rows[i].kind == NULL);
        if (kind) assert_string_equal(kind, rows[i].kind);
        assert_int_equal(drv_event_is_news(&rows[i].event), rows[i].news);
    }
    rig_free(&r);
}

static void a_journal_keeps_the_first_and_counts_all(void **state)
{
    (void)state;
    static drv_journal journal;
    for (int i = 0; i < DRV_EVENTS + 3; i++) drv_journal_add(&journal, &(xch_event){.tick = i});
    assert_int_equal(journal.event_count, DRV_EVENTS + 3);
    assert_int_equal(journal.kept, DRV_EVENTS);
    for (int i = 0; i < DRV_REMARKS + 3; i++) drv_remark_add(&journal, "mark", "x");
    assert_int_equal(journal.remark_count, DRV_REMARKS);
}

/* A text that is cut within a character of several bytes ends before it. */
static void a_cut_remark_ends_with_a_whole_character(void **state)
{
    (void)state;
    static drv_journal journal;
    char text[400] = "a";
    for (size_t at = 1; at < 391; at += 2) memcpy(text + at, "\xc3\xa4", 2);
    drv_remark_add(&journal, "mark", text);
    const char *kept = journal.remarks[0].text;
    assert_int_equal(strlen(kept) % 2, 1);
    assert_int_equal((unsigned char)kept[strlen(kept) - 1], 0xa4);
}

static void folders_are_made_and_temporary_ones_removed(void **state)
{
    (void)state;
    char path[200];
    assert_true(drv_make_folder(&rig_log, rig_path("a/b/c")));
    assert_true(drv_make_folder(&rig_log, rig_path("a/b/c")));
    const char *file = rig_write("a/file", "x");
    assert_false(drv_make_folder(&rig_log, file));
    assert_true(drv_can_write(&rig_log, file));
    assert_true(drv_can_write(&rig_log, rig_path("a/new")));
    assert_false(drv_can_write(&rig_log, rig_path("none/new")));
    assert_true(drv_is_same_file(file, rig_path("a/b/../file")));
    assert_false(drv_is_same_file(file, rig_path("a")));
    const int held = drv_make_temporary("briefing-test", path, sizeof path);
    assert_true(held >= 0);
    drv_sweep_temporaries("briefing-test"); /* it is used: it stays */
    assert_int_equal(access(path, F_OK), 0);
    drv_remove_temporary(held, path);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(drv_make_temporary("briefing-test", path, 4), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_briefing_lists_tasks_rules_and_scores),
                                       cmocka_unit_test(lines_beyond_the_page_are_left_out),
                                       cmocka_unit_test(events_are_told_with_names),
                                       cmocka_unit_test(a_journal_keeps_the_first_and_counts_all),
                                       cmocka_unit_test(a_cut_remark_ends_with_a_whole_character),
                                       cmocka_unit_test(folders_are_made_and_temporary_ones_removed)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
