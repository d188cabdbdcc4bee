/* The clockwork of a display, with a screen that plays keys and remembers what it was told. */
#include "drive_rig.h"

#include "auth/bindings.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INTERVAL = 50000000 /* [ns] between pictures */ };
enum { FRAMES = 4000, KEY_W = 26 /* SDL_SCANCODE_W */ };

typedef struct screen {
    int frame;              /* pictures so far */
    rnd_input inputs[8];    /* of the first pictures, but for keys that are sent later */
    int from;               /* picture of the first of them */
    const char *quit_after; /* it is closed once this text was shown; NULL: never */
    bool quit;
    char messages[4000], question[100], pattern[40];
    bool drawn_paused, drawn;
    int drawings;
    int calls; /* of the work that goes on while a picture is drawn */
    bool drawing;
    rnd_input during; /* of the first call meanwhile */
    int64_t command;  /* of the last picture */
    int cameras, huds;
    bool help, drawn_waiting;
} screen;

static screen s;
static rig r;
static bool interrupted;

static bool is_interrupted(void)
{
    return interrupted;
}

/* ---- the screen ---- */

static rnd_input input(void *context)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    screen *to = context;
    rnd_input now = {0};
    if (to->drawing) {
        now = to->during;
        to->during = (rnd_input){0};
        return now;
    }
    const int at = to->frame++ - to->from;
    nanosleep(&nap, NULL);
    if (at >= 0 && at < 8) now = to->inputs[at];
    now.help = to->help;
    now.quit |= to->quit || to->frame > FRAMES;
    return now;
}

static void draw(void *context, const drv_shown *shown)
{
    const struct timespec nap = {.tv_nsec = 5000000};
    screen *to = context;
    to->drawing = true;
    for (int i = 0; i < to->calls && shown->meanwhile.call; i++) {
        nanosleep(&nap, NULL);
        shown->meanwhile.call(shown->meanwhile.context);
    }
    to->drawing = false;
    to->drawings++;
    to->drawn |= shown->newest != NULL;
    to->drawn_paused |= shown->paused;
    to->drawn_waiting |= shown->waits;
    to->command = shown->command;
}

static int64_t shown(void *context, double *time)
{
    const screen *to = context;
    *time = 0.0;
    return (int64_t)to->drawings * INTERVAL;
}

static bool eye(void *context, rnd_eye *from)
{
    (void)context;
    *from = (rnd_eye){.inside = true};
    return true;
}

static bool settings(void *context, auth_settings *now)
{
    (void)context;
    *now = auth_settings_default();
    strcpy(now->pattern, "LOADER_left");
    return true;
}

static void message(void *context, const char *text)
{
    screen *to = context;
    const size_t used = strlen(to->messages);
    snprintf(to->messages + used, sizeof to->messages - used, "%s\n", text);
    to->quit |= to->quit_after && strstr(text, to->quit_after);
}

static void ask(void *context, const char *question, const char *note)
{
    screen *to = context;
    (void)note;
    if (question) strncpy(to->question, question, sizeof to->question - 1);
}

static void next_camera(void *context)
{
    ((screen *)context)->cameras++;
}

static void switch_hud(void *context)
{
    ((screen *)context)->huds++;
}

static void set_pattern(void *context, const char *name)
{
    strncpy(((screen *)context)->pattern, name, sizeof s.pattern - 1);
}

/* ---- a drive that is shown ---- */

static const io_device_bindings *keyboard(hl_arena *arena)
{
    static hl_report report;
    auth_bindings *author;
    io_bindings *bindings;
    assert_int_equal(auth_bindings_read(HEADLAND_ASSETS "/devices/keyboard.yaml", arena, &author, &report),
                     HL_OK);
    assert_int_equal(io_bindings_resolve(author, r.world.files.machine, false, arena, &bindings, &report),
                     HL_OK);
    return &bindings->devices[0];
}

static void open_display(bool person, bool attempt)
{
    int status;
    static auth_weather weather;
    const drv_screen calls = {&s,  input,       draw,       shown,       eye,  settings, message,
                              ask, next_camera, switch_hud, set_pattern, NULL, &weather};
    const drv_cockpit_setup cockpit = {.log = &rig_log,
                                       .files = &r.world.files,
                                       .machine = r.world.machine,
                                       .settings = &r.drive.settings,
                                       .keyboard = keyboard(&r.world.arena)};
    r.options.realtime = r.options.display = true;
    r.options.seconds = 30.0;
    r.drive.cockpit = drv_cockpit_open(&cockpit, &r.world.arena, &status);
    assert_non_null(r.drive.cockpit);
    const drv_display_setup display = {.files = &r.world.files,
                                       .machine = r.world.machine,
                                       .cockpit = r.drive.cockpit,
                                       .person = person,
                                       .attempt = attempt,
                                       .interrupted = is_interrupted};
    r.drive.display = drv_display_new(&display, &r.world.arena);
    assert_non_null(r.drive.display);
    assert_non_null(drv_display_help(r.drive.display));
    drv_display_show(r.drive.display, &calls);
}

static int begin(void **state)
{
    (void)state;
    interrupted = false;
    s = (screen){.from = 3};
    rig_load(&r, rig_exercise_write());
    return 0;
}

static int end(void **state)
{
    (void)state;
    rig_free(&r);
    return 0;
}

static const char *result(void)
{
    static char text[40];
    cJSON *report = rig_report(&r);
    strncpy(text, cJSON_GetObjectItem(report, "result")->valuestring, sizeof text - 1);
    cJSON_Delete(report);
    return text;
}

static void closing_the_window_ends_the_drive(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.drawn);
    assert_string_equal(result(), "stopped");
    assert_string_equal(s.question, "");
    assert_non_null(strstr(s.messages, "F1"));
}

/* The first picture comes before the loop, whose pictures are counted. */
static void the_report_has_the_rate_of_the_pictures(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[5].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    cJSON *report = rig_report(&r);
    const cJSON *pictures = cJSON_GetObjectItem(report, "pictures");
    CHECK_RELATIVE(cJSON_GetObjectItem(pictures, "a_second")->valuedouble, 20.0, 1e-12);
    const cJSON *interval = cJSON_GetObjectItem(pictures, "interval_us");
    CHECK_SAME(cJSON_GetObjectItem(interval, "count")->valuedouble, s.drawings - 2.0);
    CHECK_SAME(cJSON_GetObjectItem(interval, "max")->valuedouble, 1e-3 * INTERVAL);
    cJSON_Delete(report);
}

static void an_attempt_is_given_up_only_when_it_is_said_twice(void **state)
{
    (void)state;
    open_display(true, true);
    s.inputs[0].quit = s.inputs[3].quit = s.inputs[4].quit = true;
    s.inputs[2].declined = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_string_equal(s.question, "End the attempt?");
    assert_true(s.drawn_paused);
    assert_true(s.frame > 3 + 4);
    assert_string_equal(result(), "stopped");
}

static void a_reset_begins_anew(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].reset = s.inputs[4].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_equal(r.told, 2);
}

static void a_lost_display_ends_it_with_a_failure(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].lost = s.inputs[0].reset = true;
    assert_int_equal(rig_drive(&r), DRV_FAILED);
    assert_non_null(strstr(rig_logged(), "display"));
    assert_int_equal(r.told, 1);
    assert_true(drv_display_lost(r.drive.display));
}

static void an_interrupt_ends_it(void **state)
{
    (void)state;
    open_display(true, false);
    interrupted = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.frame <= 10);
}

static void a_pause_stops_the_world_until_it_is_taken_back(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].pause = s.inputs[3].pause = s.inputs[6].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.drawn_paused);
    cJSON *report = rig_report(&r);
    int pauses = 0;
    const cJSON *event;
    cJSON_ArrayForEach(event, cJSON_GetObjectItem(report, "events"))
    {
        const char *text = cJSON_GetObjectItem(event, "text")->valuestring;
        pauses += strstr(text, "paused") || strstr(text, "resumed");
    }
    cJSON_Delete(report);
    assert_true(pauses >= 1);
}

/* The throttle is held with the parking brake on: after a second the driver is told. */
static double ticks(void)
{
    cJSON *report = rig_report(&r);
    const double count = cJSON_GetObjectItem(report, "ticks")->valuedouble;
    cJSON_Delete(report);
    return count;
}

/* Pictures are drawn and no tick is made until a control moves. */
static void the_time_of_an_exercise_stands_until_a_control_moves(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[7].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.drawn && s.drawn_waiting);
    CHECK_SAME(ticks(), 0.0);
}

/* A key moves the throttle meanwhile; a drive without an exercise goes on. */
static void the_time_stands_while_the_help_is_open(void **state)
{
    (void)state;
    for (int exercise = 1; exercise >= 0; exercise--) {
        if (!exercise) {
            rig_free(&r);
            rig_load(&r, rig_scenario("flat.yaml", ""));
        }
        s = (screen){.from = 3, .help = true};
        open_display(true, false);
        s.inputs[0].key_count = 1;
        s.inputs[0].keys[0].scancode = KEY_W;
        s.inputs[0].keys[0].down = true;
        s.inputs[7].quit = true;
        assert_int_equal(rig_drive(&r), DRV_DONE);
        assert_int_equal(ticks() > 0.0, !exercise);
    }
}

/* The key of a pause, or the instructor, begins it too. */
static void a_request_starts_the_time(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].pause = true;
    s.inputs[7].quit = true;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(ticks() > 0.0);
}

static void a_key_drives_and_a_hint_says_what_is_in_the_way(void **state)
{
    (void)state;
    open_display(true, false);
    s.inputs[0].key_count = 1;
    s.inputs[0].keys[0].scancode = KEY_W;
    s.inputs[0].keys[0].down = true;
    s.quit_after = "arking brake";
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.command > 0);
    assert_non_null(strstr(s.messages, "arking brake"));
    assert_int_equal(drv_cockpit_pattern(r.drive.cockpit), 1); /* as the menu says */
}

/* The key is pressed while a picture of a second is drawn. */
static void a_key_drives_while_a_picture_is_drawn(void **state)
{
    (void)state;
    open_display(true, false);
    s.calls = 200; /* of 5 ms */
    s.during.key_count = 1;
    s.during.keys[0].scancode = KEY_W;
    s.during.keys[0].down = true;
    s.quit_after = "arking brake";
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(s.command > 0);
    assert_non_null(strstr(s.messages, "arking brake"));
}

/* The exercise ends: its result stays until a key is pressed. */
static void the_result_of_an_attempt_is_stored_then_shown(void **state)
{
    (void)state;
    int status;
    r.options.script = r.world.files.scenario->operator_script;
    r.options.trainee = "Anna";
    const drv_attempt_request request = {
        .trainee = "Anna", .db = rig_path("r.db"), .script = r.options.script};
    assert_true(
        drv_attempt_open(&r.attempt, &rig_log, &request, &r.world.files, "tractor", &r.world.arena, &status));
    open_display(false, true);
    s.quit_after = "of 100 points";
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(r.attempt.last > 0);
    assert_non_null(strstr(s.messages, "of 100 points"));
    assert_string_equal(result(), "finished");
}

static void wishes_from_elsewhere_reach_the_screen(void **state)
{
    (void)state;
    auth_settings chosen = auth_settings_default();
    open_display(true, false);
    assert_int_equal(rig_prepare(&r), DRV_DONE);
    assert_true(drv_display_join(r.drive.display, r.drive.round.session));
    strcpy(chosen.pattern, "loader_left");
    drv_cockpit_choose(r.drive.cockpit, &chosen);
    drv_display_pattern(r.drive.display, "loader_left");
    assert_string_equal(s.pattern, "loader_left");
    assert_non_null(drv_display_weather(r.drive.display));
    drv_drive_pause(&r.drive, true);
    drv_display_back(r.drive.display, 0);
    assert_int_equal(drv_display_photons(r.drive.display)->count, 0);
    drv_display_leave(r.drive.display);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_report_has_the_rate_of_the_pictures, begin, end),
        cmocka_unit_test_setup_teardown(closing_the_window_ends_the_drive, begin, end),
        cmocka_unit_test_setup_teardown(an_attempt_is_given_up_only_when_it_is_said_twice, begin, end),
        cmocka_unit_test_setup_teardown(a_reset_begins_anew, begin, end),
        cmocka_unit_test_setup_teardown(a_lost_display_ends_it_with_a_failure, begin, end),
        cmocka_unit_test_setup_teardown(an_interrupt_ends_it, begin, end),
        cmocka_unit_test_setup_teardown(a_pause_stops_the_world_until_it_is_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(the_time_of_an_exercise_stands_until_a_control_moves, begin, end),
        cmocka_unit_test_setup_teardown(the_time_stands_while_the_help_is_open, begin, end),
        cmocka_unit_test_setup_teardown(a_request_starts_the_time, begin, end),
        cmocka_unit_test_setup_teardown(a_key_drives_and_a_hint_says_what_is_in_the_way, begin, end),
        cmocka_unit_test_setup_teardown(a_key_drives_while_a_picture_is_drawn, begin, end),
        cmocka_unit_test_setup_teardown(the_result_of_an_attempt_is_stored_then_shown, begin, end),
        cmocka_unit_test_setup_teardown(wishes_from_elsewhere_reach_the_screen, begin, end)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
