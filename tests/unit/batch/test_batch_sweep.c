/* Sweeps with a shell script in place of the program: it writes reports, refuses values, or is killed. */
#include "drive_rig.h"

#include "bat/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Runs as `headland run`: throttle=7 is refused, lift=0.9 is killed, lift=0.8 writes no report. The file
 * `identity` beside it has the program and the hashes of a report. */
static const char script[] =
    "#!/bin/sh\n"
    "out=; previous=; set=\n"
    "for word in \"$@\"; do\n"
    "    if [ \"$previous\" = --out ]; then out=$word; fi\n"
    "    if [ \"$previous\" = --set ]; then\n"
    "        case $word in\n"
    "        throttle=7) echo 'headland run: --set throttle=7: out of range' >&2; exit 2 ;;\n"
    "        esac\n"
    "        set=\"$set${set:+, }\\\"$word\\\"\"\n"
    "    fi\n"
    "    previous=$word\n"
    "done\n"
    "echo started\n"
    "here=${0%/*}\n"
    "[ -f \"$here/identity\" ] || exit 0\n"
    "case $set in\n"
    "*lift=0.9*) [ \"${out%runs*}\" = \"$out\" ] || kill -KILL $$ ;;\n"
    "*lift=0.8*) echo 'no memory left'; exit 1 ;;\n"
    "esac\n"
    "echo \"{$(cat \"$here/identity\"), \\\"set\\\": [$set], \\\"result\\\": \\\"finished\\\", \\\"time\\\": "
    "3, "
    "\\\"wall_seconds\\\": 0.01, \\\"fuel_used\\\": 1}\" >\"$out/report.json\"\n";

static bat_sweep s;
static int stop_after = -1, plots;
static char shown[200];

static bool interrupted(void)
{
    return stop_after >= 0 && stop_after-- == 0;
}

static bool plot(const char *folder, const char *path, char *why, size_t size)
{
    (void)folder;
    (void)snprintf(why, size, "no gnuplot");
    plots++;
    return access(path, R_OK) == 0;
}

static void show(const char *line)
{
    if (*line) (void)snprintf(shown, sizeof shown, "%s", line);
}

/* The hashes of a plan are known after it was made: bat_prepare, then this, then the runs. */
static void write_identity(void)
{
    char text[1000];
    int length = snprintf(text, sizeof text, "\"program\": \"%s\", \"inputs\": [", s.build);
    for (int i = 0; i < s.plan.file_count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s\"%s\"", i ? ", " : "",
                           s.plan.files[i].hash);
    (void)snprintf(text + length, sizeof text - (size_t)length, "]");
    (void)rig_write("identity", text);
}

static void ask(const char *out, const char *const *vary, int count)
{
    hl_arena_free(&s.arena);
    s = (bat_sweep){.request = {.log = &rig_log,
                                .program = rig_path("program"),
                                .scenario = rig_path("flat.yaml"),
                                .out = out,
                                .seconds = 0.01,
                                .vary_count = count,
                                .vary = vary,
                                .parallel = 2,
                                .plot = plot,
                                .interrupted = interrupted,
                                .show = show}};
    rig_log_clear();
}

static int begin(void **state)
{
    (void)state;
    if (rig_folder_make(NULL) != 0) return -1;
    (void)rig_scenario("flat.yaml", "");
    return chmod(rig_write("program", script), 0755);
}

static int end(void **state)
{
    hl_arena_free(&s.arena);
    return rig_folder_remove(state);
}

static const char *const grid[] = {"throttle=0.5,1", "lift=0,0.5"};

static int prepare_and_run(const char *out, const char *const *vary, int count)
{
    ask(out, vary, count);
    const int status = bat_prepare(&s);
    if (status != DRV_DONE) return status;
    write_identity();
    return bat_run_all(&s);
}

static void all_runs_are_made_compared_and_drawn(void **state)
{
    (void)state;
    char table[BAT_PATH], folder[BAT_PATH], out[BAT_PATH];
    const char *words[SWP_WORDS];
    (void)snprintf(out, sizeof out, "%s", rig_path("grid"));
    assert_int_equal(prepare_and_run(out, grid, 2), DRV_DONE);
    for (int i = 0; i < 4; i++) assert_int_equal(s.results[i].state, SWP_FINISHED);
    assert_non_null(strstr(shown, "of 4 runs done"));
    assert_true(bat_words(&s, 3, words));
    assert_string_equal(words[1], "run");
    assert_true(bat_write_table(&s, table, folder));
    char *text = rig_read("grid/table.csv");
    assert_non_null(strstr(text, "\"throttle=0.5,lift=0.5\""));
    free(text);
    plots = 0;
    assert_int_equal(bat_draw(&s, folder), DRV_DONE);
    assert_true(plots > 0);
    assert_int_equal(bat_draw(&s, "/nowhere"), DRV_ENVIRONMENT);

    /* going on: what is finished is kept */
    assert_int_equal(unlink(rig_path("grid/runs/throttle=1,lift=0/report.json")), 0);
    assert_int_equal(prepare_and_run(out, grid, 2), DRV_DONE);
    assert_non_null(strstr(rig_logged(), "3 of 4 runs are done already"));

    /* collecting, without the scenario and with it */
    ask(out, NULL, 0);
    s.request.scenario = NULL;
    assert_int_equal(bat_collect(&s), DRV_DONE);
    assert_int_equal(s.plan.grid.run_count, 4);
    assert_int_equal(s.results[0].state, SWP_FINISHED);
    ask(out, grid, 2);
    assert_int_equal(bat_collect(&s), DRV_DONE);

    /* results of another plan */
    static const char *const other[] = {"lift=0,0.5"};
    ask(out, other, 1);
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "--fresh removes them"));
    ask(out, other, 1);
    assert_int_equal(bat_collect(&s), DRV_USAGE);
    ask(out, other, 1);
    s.request.fresh = true;
    assert_int_equal(bat_prepare(&s), DRV_DONE);
    assert_int_not_equal(access(rig_path("grid/runs"), F_OK), 0);
}

static void values_are_tried_first(void **state)
{
    (void)state;
    static const char *const wrong[] = {"throttle=0,7"}, *const machines[] = {"machine.a=x,y",
                                                                              "throttle=0,1"};
    (void)unlink(rig_path("identity"));
    ask(rig_path("refused"), wrong, 1);
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "--vary throttle=7: out of range"));
    assert_int_not_equal(access(rig_path("refused"), F_OK), 0);
    ask(rig_path("tried"), machines, 2);
    assert_int_equal(bat_prepare(&s), DRV_DONE);
    stop_after = 0;
    ask(rig_path("refused"), grid, 2);
    s.request.program = "/bin/sleep"; /* its words are wrong, but it may be waited for */
    (void)bat_prepare(&s);
    stop_after = -1;
}

static void a_plan_needs_an_end_and_a_folder_of_its_own(void **state)
{
    (void)state;
    static const char *const broken[] = {"throttle"};
    ask(rig_path("refused"), broken, 1);
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    ask(rig_path("refused"), grid, 2);
    s.request.seconds = 0.0;
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "the runs have no end"));
    ask(rig_path("re\nfused"), grid, 2);
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    ask(rig_path("refused"), grid, 2);
    s.request.script = rig_path("nowhere.yaml");
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "an operator script is expected"));
    ask(rig_folder, grid, 2);
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "has no sweep.json but is not empty"));
    ask(rig_path("nothing"), NULL, 0);
    s.request.scenario = NULL;
    assert_int_equal(bat_collect(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "no sweep in this folder"));
    ask(rig_path("program"), grid, 2);
    assert_int_equal(bat_prepare(&s), DRV_ENVIRONMENT);
}

static void runs_that_fail_have_a_reason(void **state)
{
    (void)state;
    static const char *const lifts[] = {"lift=0,0.8,0.9"};
    assert_int_equal(prepare_and_run(rig_path("failing"), lifts, 1), DRV_DONE);
    assert_int_equal(s.results[0].state, SWP_FINISHED);
    assert_int_equal(s.results[1].state, SWP_UNUSABLE);
    assert_string_equal(s.results[1].why, "no memory left");
    assert_int_equal(s.results[2].state, SWP_UNUSABLE);
    assert_non_null(strstr(s.results[2].why, "it was killed (signal 9"));
}

static void a_sweep_is_stopped_on_request(void **state)
{
    (void)state;
    ask(rig_path("stopped"), grid, 2);
    assert_int_equal(bat_prepare(&s), DRV_DONE);
    stop_after = 0;
    assert_int_equal(bat_run_all(&s), DRV_FAILED);
    stop_after = -1;
    assert_non_null(strstr(rig_logged(), "stopped; 0 of 4 runs are done"));
}

static void many_runs_need_consent(void **state)
{
    (void)state;
    char values[700] = "lift=0";
    for (int i = 1; i <= 100; i++) (void)snprintf(values + strlen(values), 8, ",0.%03d", i);
    const char *const many[] = {values};
    assert_int_equal(prepare_and_run(rig_path("many"), many, 1), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "100 runs remain; the mean of 1 measured runs is"));
}

static void keys_that_the_script_sets_are_refused(void **state)
{
    (void)state;
    static const char *const brake[] = {"parking_brake=0,1"}, *const throttle[] = {"throttle=0,1"};
    const char *path =
        rig_write("overruling.yaml", "headland: operator\nversion: 1\nname: s\nseconds: 0.2 s\nactions:\n"
                                     "  - {control: throttle, to: 1, from: 0.1 s}\n"
                                     "  - {control: parking_brake, to: 0}\n");
    ask(rig_path("overruled"), brake, 1);
    s.request.script = path;
    assert_int_equal(bat_prepare(&s), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "this action sets 'parking_brake' at the start"));
    ask(rig_path("overruled"), throttle, 1);
    s.request.script = path;
    assert_int_equal(bat_prepare(&s), DRV_DONE);
    assert_non_null(strstr(rig_logged(), "this action moves 'throttle' during the run"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_runs_are_made_compared_and_drawn),
                                       cmocka_unit_test(values_are_tried_first),
                                       cmocka_unit_test(a_plan_needs_an_end_and_a_folder_of_its_own),
                                       cmocka_unit_test(runs_that_fail_have_a_reason),
                                       cmocka_unit_test(a_sweep_is_stopped_on_request),
                                       cmocka_unit_test(many_runs_need_consent),
                                       cmocka_unit_test(keys_that_the_script_sets_are_refused)};
    return cmocka_run_group_tests(tests, begin, end);
}
