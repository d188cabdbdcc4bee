/* Devices that no profile knows: nothing moves before an axis has been moved through half of its range, and
 * each is taken for what it is. */
#include "desk.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

static mock_bed bed;
static desk d;

/* ---- the tractor or another machine, with all shipped profiles ---- */

static void expect_clean(const hl_report *report)
{
    if (report->count > 0) fail_msg("%s: %s", report->file, report->list[0].text);
}

static const io_bindings *read_profile(const char *path, const auth_machine *machine)
{
    static hl_report report;
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_report_begin(&report, path);
    if (auth_bindings_read(path, &d.arena, &author, &report) == HL_OK)
        io_bindings_resolve(author, machine, false, &d.arena, &bindings, &report);
    expect_clean(&report);
    assert_non_null(bindings);
    return bindings;
}

static void sit_down(const char *machine_name)
{
    static hl_report report;
    static const io_bindings *bindings[64];
    char path[512];
    auth_machine *machine = NULL;
    glob_t files;
    snprintf(path, sizeof path, "%s/machines/%s.yaml", HEADLAND_ASSETS, machine_name);
    hl_report_begin(&report, path);
    auth_machine_read(path, &d.arena, &machine, &report);
    expect_clean(&report);
    assert_int_equal(glob(HEADLAND_ASSETS "/devices/*.yaml", 0, NULL, &files), 0);
    assert_in_range(files.gl_pathc, 20, 64);
    for (size_t i = 0; i < files.gl_pathc; i++) bindings[i] = read_profile(files.gl_pathv[i], machine);
    desk_open_all(&d, machine, bindings, (int)files.gl_pathc, 256);
    globfree(&files);
}

/* ---- devices ---- */

static mock_device *plug_as(const char *description, const char *phys, int vendor)
{
    mock_description m = mock_read(description);
    if (vendor != 0) m.id.vendor = (__u16)vendor;
    mock_device *mock = mock_new(&bed, &m, phys);
    mock_plug(mock);
    return mock;
}

static mock_device *plug(const char *description)
{
    return plug_as(description, "usb-1/input0", 0);
}

static int sets(void)
{
    int count = 0;
    for (int i = 0; i < IO_SLOTS; i++) count += d.sets[i];
    return count;
}

/* Whatever a device has said until now has moved nothing. */
static void expect_nothing_moved(void)
{
    desk_sleep(100);
    desk_read(&d);
    assert_int_equal(sets(), 0);
}

static void sweep(mock_device *mock, int code, int from, int to)
{
    for (int i = 0; i <= 8; i++) mock_event(mock, EV_ABS, code, from + (to - from) * i / 8);
}

/* ---- what they do ---- */

/* Of its five axes none is wired; noise and pressed buttons are no consent. */
static void a_button_box_moves_nothing(void **state)
{
    (void)state;
    mock_device *box = plug("button-box");
    sit_down("tractor");
    desk_await_news(&d, "move an axis through its whole way");
    for (int code = 0x120; code < 0x12c; code++) {
        mock_event(box, EV_KEY, code, 1);
        mock_event(box, EV_KEY, code, 0);
    }
    for (int i = 0; i < 20; i++) mock_event(box, EV_ABS, ABS_THROTTLE, 512 + 20 * (i % 2));
    expect_nothing_moved();
    desk_join(&d, 256); /* nor does the next session hear of its centred axes */
    expect_nothing_moved();
    mock_free(box);
}

static void many_buttons_are_a_panel(void **state)
{
    (void)state;
    mock_device *box = plug("button-panel");
    io_device_info list[IO_LISTED];
    char error[200] = "";
    assert_int_equal(io_device_list(list, error, sizeof error), 1);
    assert_string_equal(list[0].type, "panel");
    sit_down("tractor");
    desk_await_news(&d, "has no bindings");
    sweep(box, ABS_X, 0, 1023);
    mock_event(box, EV_KEY, BTN_TRIGGER, 1);
    expect_nothing_moved();
    mock_free(box);
}

/* The axis that was moved drives, others not yet, and what is held meanwhile waits for its next press. */
static void a_stick_drives_axis_by_axis(void **state)
{
    (void)state;
    mock_device *stick = plug_as("extreme-3d", "usb-1/input0", 0x9999);
    sit_down("tractor");
    mock_event(stick, EV_KEY, BTN_TRIGGER, 1);
    mock_event(stick, EV_ABS, ABS_THROTTLE, 128);
    sweep(stick, ABS_X, 512, 700); /* a nudge */
    expect_nothing_moved();
    sweep(stick, ABS_X, 512, 1023);
    desk_await(&d, "tilt", -1.0, 0.0);
    desk_await_news(&d, "drives now");
    mock_event(stick, EV_KEY, BTN_TRIGGER, 0);
    mock_event(stick, EV_KEY, BTN_TRIGGER, 1);
    desk_await(&d, "horn", 1.0, 0.0);
    desk_read(&d);
    assert_int_equal(d.slots[desk_control(&d, "throttle")], -1);
    sweep(stick, ABS_THROTTLE, 128, 0);
    sweep(stick, ABS_THROTTLE, 0, 255);
    desk_await(&d, "throttle", 0.0, 0.0);
    mock_free(stick);
}

/* Two makers' sticks: the one in the lower port is the right hand. */
static void two_sticks_are_two_hands(void **state)
{
    (void)state;
    mock_device *left = plug_as("hotas-x", "usb-2/input0", 0x9999),
                *right = plug_as("extreme-3d", "usb-1/input0", 0x9999);
    sit_down("excavator");
    sweep(right, ABS_X, 512, 1023);
    desk_await(&d, "bucket", -1.0, 0.0);
    const struct input_absinfo x = left->description.axes[ABS_X];
    sweep(left, ABS_X, (x.minimum + x.maximum) / 2, x.maximum);
    desk_await(&d, "swing", -1.0, 0.0);
    mock_free(left);
    mock_free(right);
}

/* Beside a stick that a profile knows as the right hand an unknown one is the left, in whichever port. */
static void an_unknown_stick_takes_the_free_hand(void **state)
{
    (void)state;
    mock_device *unknown = plug_as("extreme-3d", "usb-1/input0", 0x9999),
                *known = plug_as("t16000m", "usb-2/input0", 0);
    sit_down("excavator");
    mock_event(known, EV_ABS, ABS_X, 16383);
    desk_await(&d, "bucket", -1.0, 0.0);
    sweep(unknown, ABS_X, 512, 1023);
    desk_await(&d, "swing", -1.0, 0.0);
    mock_free(known);
    mock_free(unknown);
}

/* Its gas pedal rests at 1023 and its brake at 0. */
static void what_pushes_is_a_wheel(void **state)
{
    (void)state;
    mock_device *wheel = plug("unknown-wheel");
    io_device_info list[IO_LISTED];
    char error[200] = "";
    assert_int_equal(io_device_list(list, error, sizeof error), 1);
    assert_string_equal(list[0].type, "wheel");
    sit_down("tractor");
    expect_nothing_moved();
    sweep(wheel, ABS_X, 32768, 65535);
    desk_await(&d, "steering", -1.0, 0.0);
    sweep(wheel, ABS_GAS, 1023, 0);
    desk_await(&d, "throttle", 1.0, 0.0);
    sweep(wheel, ABS_GAS, 0, 1023);
    desk_await(&d, "throttle", 0.0, 0.0);
    sweep(wheel, ABS_BRAKE, 0, 1023);
    desk_await(&d, "brake", 1.0, 0.0);
    sweep(wheel, ABS_BRAKE, 1023, 0);
    desk_await(&d, "brake", 0.0, 0.0);
    mock_free(wheel);
}

/* Which pedal is which they do not say. */
static void pedals_without_names_wait_for_calibration(void **state)
{
    (void)state;
    mock_device *pedals = plug("unknown-pedals");
    sit_down("tractor");
    desk_await_news(&d, "has no bindings");
    for (int code = ABS_X; code <= ABS_Z; code++) sweep(pedals, code, 0, 1023);
    expect_nothing_moved();
    mock_free(pedals);
}

static void a_gamepad_of_any_maker_drives_once_a_stick_is_moved(void **state)
{
    (void)state;
    mock_device *pad = plug_as("xbox360", "usb-1/input0", 0x9999);
    sit_down("tractor");
    mock_event(pad, EV_KEY, BTN_SOUTH, 1);
    mock_event(pad, EV_KEY, BTN_SOUTH, 0);
    expect_nothing_moved();
    sweep(pad, ABS_X, 0, 32767);
    desk_await(&d, "steering", -1.0, 0.0);
    mock_event(pad, EV_KEY, BTN_SOUTH, 1);
    desk_await(&d, "horn", 1.0, 0.0);
    mock_free(pad);
}

/* Bound by its owner: a dial moves the throttle by a twentieth a detent, its wheel the loader; a button
 * steps. */
static void a_dial_turns_what_its_owner_says(void **state)
{
    (void)state;
    mock_device *panel = plug("dial-panel");
    static const char text[] = "headland: bindings\nversion: 1\nname: mine\ndevices:\n"
                               "  - name: dials\n    match: {type: panel}\n    axes:\n"
                               "      - {axis: REL_DIAL, command: throttle}\n"
                               "      - {axis: REL_WHEEL, command: lift, detent: 0.25, invert: true}\n"
                               "    buttons:\n"
                               "      - {button: BTN_TRIGGER, command: throttle, mode: step, step: -0.25}\n";
    static hl_report report;
    auth_machine *machine = NULL;
    hl_report_begin(&report, "tractor");
    auth_machine_read(HEADLAND_ASSETS "/machines/tractor.yaml", &d.arena, &machine, &report);
    expect_clean(&report);
    desk_open(&d, machine, desk_bindings(text, machine, &d.arena), 256);
    mock_event(panel, EV_REL, REL_DIAL, 4);
    desk_await(&d, "throttle", 0.2, 1e-12);
    for (int i = 0; i < 20; i++) mock_event(panel, EV_REL, REL_DIAL, 1);
    desk_await(&d, "throttle", 1.0, 0.0);
    mock_event(panel, EV_KEY, BTN_TRIGGER, 1);
    desk_await(&d, "throttle", 0.75, 1e-12);
    mock_event(panel, EV_REL, REL_WHEEL, 1);
    desk_await(&d, "lift", -0.5, 1e-12);
    mock_free(panel);
}

static int set_up(void **state)
{
    (void)state;
    bed = mock_bed_new();
    d = (desk){.machine = NULL};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    desk_close(&d);
    mock_bed_free(&bed);
    return 0;
}

#define MOCK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MOCK_TEST(a_button_box_moves_nothing),
        MOCK_TEST(many_buttons_are_a_panel),
        MOCK_TEST(a_stick_drives_axis_by_axis),
        MOCK_TEST(two_sticks_are_two_hands),
        MOCK_TEST(an_unknown_stick_takes_the_free_hand),
        MOCK_TEST(what_pushes_is_a_wheel),
        MOCK_TEST(pedals_without_names_wait_for_calibration),
        MOCK_TEST(a_gamepad_of_any_maker_drives_once_a_stick_is_moved),
        MOCK_TEST(a_dial_turns_what_its_owner_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
