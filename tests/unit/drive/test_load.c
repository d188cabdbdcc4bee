/* Loading: machines and scenarios, what `--set` says, scripts and signals by name; and how each is refused.
 */
#include "drive_rig.h"

#include "drv/load.h"
#include "drv/log.h"

#include <stdio.h>
#include <string.h>

static const char tractor[] = HEADLAND_ASSETS "/machines/tractor.yaml";
static const char excavator[] = HEADLAND_ASSETS "/machines/excavator.yaml";

typedef struct loaded {
    hl_arena arena;
    drv_files files;
    world_machine *machine;
    int status;
} loaded;

static loaded l;

static drv_settings settings(const char *const *texts, int count)
{
    return (drv_settings){count, texts};
}

/* @return whether it could be loaded and built */
static bool load(const char *path, const drv_settings *set)
{
    rig_log_clear();
    hl_arena_free(&l.arena);
    l = (loaded){.status = DRV_DONE};
    l.machine = drv_load_and_build(&rig_log, path, set, &l.arena, &l.files, &l.status);
    return l.machine != NULL;
}

static int unload(void **state)
{
    (void)state;
    hl_arena_free(&l.arena);
    l = (loaded){.status = DRV_DONE};
    return 0;
}

static void assert_refused(const char *path, int status, const char *text)
{
    assert_false(load(path, NULL));
    assert_int_equal(l.status, status);
    if (!strstr(rig_logged(), text)) fail_msg("'%s' is not in: %s", text, rig_logged());
}

static void a_machine_is_loaded_alone_or_with_its_scenario(void **state)
{
    (void)state;
    assert_true(load(tractor, NULL));
    assert_null(l.files.scenario);
    assert_null(l.files.scenario_text.path);
    assert_true(load(HEADLAND_ASSETS "/scenarios/sand-wall.yaml", NULL));
    assert_non_null(l.files.scenario);
    assert_true(l.files.named_count > 0);
    assert_true(l.files.machine_text.length > 0);
}

static void bad_files_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused(rig_path("nothing.yaml"), DRV_USAGE, "nothing.yaml");
    assert_refused(rig_write("junk.yaml", "- 1\n- 2\n"), DRV_USAGE, "junk.yaml:1:1");
    assert_refused(
        rig_write("script.yaml", "headland: operator\nversion: 1\nname: s\nseconds: 1 s\nactions: []\n"),
        DRV_USAGE, "give a scenario, an exercise or a machine");
    assert_refused(rig_write("far.yaml", "headland: scenario\nversion: 1\nname: f\nmachine: gone.yaml\n"
                                         "ground: {kind: plane, surface: hard}\n"),
                   DRV_USAGE, "'machine': ");
    assert_refused(rig_write("soil.yaml", "headland: scenario\nversion: 1\nname: f\nmachine: gone.yaml\n"
                                          "ground: {kind: plane, surface: hard}\n"
                                          "sand: {cell: 0.1, from: [0, 0], to: [4, 4], soil: gone.yaml}\n"),
                   DRV_USAGE, "soil.yaml:");
    assert_refused(rig_scenario("surface.yaml", "start: {gear: 3}\nnonsense: 1\n"), DRV_USAGE,
                   "surface.yaml:");
}

static void variants_and_parameters_are_chosen(void **state)
{
    (void)state;
    const char *const good[] = {"machine.bucket=large", "machine.bodies.bucket.mass=500 kg", "throttle=1"};
    const drv_settings set = settings(good, 3);
    assert_true(load(excavator, &set));
    bool large = false;
    for (int i = 0; i < l.files.choice_count; i++)
        large |= strcmp(l.files.choices[i].variant, "bucket") == 0 &&
                 strcmp(l.files.choices[i].choice, "large") == 0;
    assert_true(large);
    assert_int_equal(l.files.choice_count, l.files.machine->variant_count + 1);
    assert_true(drv_is_choice(good[0]));
    assert_false(drv_is_parameter(good[0]));
    assert_true(drv_is_parameter(good[1]));
    assert_false(drv_is_choice(good[2]));
    assert_false(drv_only_choices(&rig_log, &set));
    assert_true(drv_only_choices(&rig_log, &(drv_settings){2, good}));
}

static void choices_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"machine.bucket", "machine.=x",
                                      "machine.bucket=", "machine.bucket=huge", "machine.shovel=large"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const drv_settings set = settings(&bad[i], 1);
        assert_false(load(excavator, &set));
        assert_int_equal(l.status, DRV_USAGE);
        assert_true(*rig_logged() != '\0');
    }
}

static void controls_are_put_at_their_start(void **state)
{
    (void)state;
    static const char *const good[] = {"throttle=0.5", "control.brake=1", "machine.bucket=large"};
    static const struct {
        const char *text, *message;
    } bad[] = {{"throttle", "is not understood"},
               {"throtle=1", "the nearest is 'throttle'"},
               {"throttle=fast", "--set 'throttle'"},
               {"throttle=7", "the range of 'throttle' is 0 to 1"},
               {"bucket=large", "machine.bucket=large"}};
    assert_true(load(excavator, NULL));
    rig_log_clear();
    assert_false(drv_set_controls(&rig_log, &l.files, l.machine, &(drv_settings){1, &bad[4].text}));
    assert_non_null(strstr(rig_logged(), bad[4].message));
    assert_true(load(tractor, NULL));
    assert_true(drv_set_controls(&rig_log, &l.files, l.machine, &(drv_settings){3, good}));
    CHECK_SAME(world_control_get(l.machine, world_control_find(l.machine, "throttle")), 0.5);
    CHECK_SAME(world_control_get(l.machine, world_control_find(l.machine, "brake")), 1.0);
    for (int i = 0; i < 4; i++) {
        rig_log_clear();
        assert_false(drv_set_controls(&rig_log, &l.files, l.machine, &(drv_settings){1, &bad[i].text}));
        if (!strstr(rig_logged(), bad[i].message)) fail_msg("%s: %s", bad[i].text, rig_logged());
    }
}

static void signals_are_chosen_by_name(void **state)
{
    (void)state;
    int *signals, count, status = DRV_DONE;
    assert_true(load(tractor, NULL));
    assert_true(drv_choose_signals(&rig_log, l.machine, "vehicle.speed,engine.speed", &l.arena, &signals,
                                   &count, &status));
    assert_int_equal(count, 2);
    assert_int_equal(signals[1], world_signal_find(l.machine, "engine.speed"));
    assert_true(drv_choose_signals(&rig_log, l.machine, NULL, &l.arena, &signals, &count, &status));
    assert_true(count > 100);
    assert_false(
        drv_choose_signals(&rig_log, l.machine, "vehicle.sped", &l.arena, &signals, &count, &status));
    assert_int_equal(status, DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "the nearest is 'vehicle.speed'"));
    assert_false(drv_choose_signals(&rig_log, l.machine, "zzzzzzzz", &l.arena, &signals, &count, &status));
}

static void a_script_that_the_scenario_names_is_complained_about_there(void **state)
{
    (void)state;
    const auth_operator *script;
    int status = DRV_DONE;
    assert_true(load(rig_scenario("lost.yaml", "operator: lost-script.yaml\n"), NULL));
    assert_null(drv_load_script(&rig_log, l.files.scenario->operator_script, &l.files, l.machine, &l.arena,
                                &script, &status));
    assert_int_equal(status, DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "lost.yaml:6:"));
}

static void words_of_a_list_are_offered(void **state)
{
    (void)state;
    static const char *const speeds[] = {"realtime", "max"};
    rig_log_clear();
    assert_int_equal(drv_choose_word(&rig_log, "speed", "max", speeds, 2), 1);
    assert_int_equal(drv_choose_word(&rig_log, "speed", "mx", speeds, 2), -1);
    assert_string_equal(rig_logged(), "unknown speed 'mx'; the nearest is 'max': give realtime or max\n");
    assert_null(drv_nearest("x", NULL, 0));
}

static void a_refusal_without_a_complaint_names_the_status(void **state)
{
    (void)state;
    static hl_report report;
    hl_report_begin(&report, "a.yaml");
    rig_log_clear();
    assert_int_equal(drv_refuse(&rig_log, "a.yaml", HL_OUT_OF_MEMORY, &report), DRV_ENVIRONMENT);
    assert_string_equal(rig_logged(), "a.yaml: out of memory\n");
    for (int i = 0; i < HL_REPORT_CAPACITY + 2; i++) hl_report_add(&report, (hl_place){1, 1}, "bad");
    rig_log_clear();
    assert_int_equal(drv_refuse(&rig_log, "a.yaml", HL_BAD_INPUT, &report), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "a.yaml: 2 more"));
}

static void inputs_are_known_by_their_texts(void **state)
{
    (void)state;
    drv_inputs one, other;
    char why[RT_WHY_LENGTH], program[DRV_PROGRAM], again[DRV_PROGRAM];
    const char *script = rig_write("s.yaml", "a");
    assert_true(load(rig_scenario("flat.yaml", ""), NULL));
    assert_true(drv_inputs_of(&l.files, script, &one, why));
    assert_int_equal(one.count, 3);
    (void)rig_write("s.yaml", "b");
    assert_true(drv_inputs_of(&l.files, script, &other, why));
    assert_string_equal(one.files[1].hash, other.files[1].hash);
    assert_string_not_equal(one.files[2].hash, other.files[2].hash);
    assert_false(drv_inputs_of(&l.files, rig_path("none"), &other, why));
    drv_program_name(program);
    drv_program_name(again);
    assert_string_equal(program, again);
    assert_null(strstr(program, "unknown"));
}

static void the_hash_of_an_exercise_follows_its_files(void **state)
{
    (void)state;
    char loaded_hash[DRV_HASH], read_hash[DRV_HASH], changed[DRV_HASH];
    const char *path = rig_exercise_write();
    assert_true(load(path, NULL));
    drv_texts_hash(&l.files.scenario_text, &l.files.machine_text, l.files.named_texts, l.files.named_count,
                   loaded_hash);
    drv_exercise_hash(path, l.files.scenario, read_hash);
    assert_string_equal(loaded_hash, read_hash);
    (void)rig_scenario("exercise.yaml", "");
    drv_exercise_hash(path, l.files.scenario, changed);
    assert_string_not_equal(changed, read_hash);
    drv_exercise_hash(rig_path("none.yaml"), l.files.scenario, changed);
    assert_string_equal(changed, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_machine_is_loaded_alone_or_with_its_scenario, unload),
        cmocka_unit_test_teardown(bad_files_are_refused_with_their_place, unload),
        cmocka_unit_test_teardown(variants_and_parameters_are_chosen, unload),
        cmocka_unit_test_teardown(choices_that_do_not_fit_are_refused, unload),
        cmocka_unit_test_teardown(controls_are_put_at_their_start, unload),
        cmocka_unit_test_teardown(signals_are_chosen_by_name, unload),
        cmocka_unit_test_teardown(a_script_that_the_scenario_names_is_complained_about_there, unload),
        cmocka_unit_test(words_of_a_list_are_offered),
        cmocka_unit_test(a_refusal_without_a_complaint_names_the_status),
        cmocka_unit_test_teardown(inputs_are_known_by_their_texts, unload),
        cmocka_unit_test_teardown(the_hash_of_an_exercise_follows_its_files, unload)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
