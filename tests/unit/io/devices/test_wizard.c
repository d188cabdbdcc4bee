/* The questions of a calibration, with answers and simulated movements in place of a terminal and a device;
 * and the bindings that come of them. */
#include "mapping.h"

#include "io/calibration.h"

#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What happens while the wizard waits, in order: an event of the device, or a line. */
typedef struct happening {
    int type, code, value;
    const char *line; /* NULL: an event */
    bool still;       /* while a released axis is watched */
} happening;

#define LINE(text)                                                                                           \
    {                                                                                                        \
        .line = (text)                                                                                       \
    }
#define AXIS(code, value)                                                                                    \
    {                                                                                                        \
        EV_ABS, (code), (value), NULL, false                                                                 \
    }
#define KEY(code)                                                                                            \
    {                                                                                                        \
        EV_KEY, (code), 1, NULL, false                                                                       \
    }
#define STILL(code, value)                                                                                   \
    {                                                                                                        \
        EV_ABS, (code), (value), NULL, true                                                                  \
    }

typedef struct desk {
    hl_arena arena;
    io_calibration c;
    io_wizard_desk asks;
    const happening *script;
    int count, at;
    int saved;
    char *text;
    size_t length;
} desk;

static desk d;

static void happen(const happening *h)
{
    io_calibration_event(&d.c, h->type, h->code, h->value);
}

static io_wizard_got wait(void *context, char line[IO_WIZARD_LINE])
{
    assert_ptr_equal(context, &d);
    if (d.at == d.count) return IO_WIZARD_END;
    const happening *h = &d.script[d.at++];
    if (!h->line) {
        happen(h);
        return IO_WIZARD_EVENT;
    }
    snprintf(line, IO_WIZARD_LINE, "%s", h->line);
    return IO_WIZARD_ANSWER;
}

static bool follow(void *context, int milliseconds)
{
    (void)context;
    assert_true(milliseconds > 0);
    while (d.at < d.count && d.script[d.at].still) happen(&d.script[d.at++]);
    return true;
}

static io_wizard_step save(void *context)
{
    (void)context;
    d.saved++;
    return IO_WIZARD_NEXT;
}

/* ---- devices ---- */

static io_device_info devices[2];
static const int keys[] = {BTN_A, BTN_B};

static io_monitor_axis axis_of(int code, int min, int max)
{
    io_monitor_axis a = {.code = code, .min = min, .max = max};
    io_monitor_name(EV_ABS, code, a.name);
    return a;
}

static int begin(void **unused)
{
    (void)unused;
    memset(&d, 0, sizeof d);
    memset(devices, 0, sizeof devices);
    devices[0] = (io_device_info){.vendor = 0x0001, .product = 0x0002};
    snprintf(devices[0].name, sizeof devices[0].name, "A pad");
    devices[0].type = "pad";
    snprintf(devices[0].phys, sizeof devices[0].phys, "usb-1");
    d.c = (io_calibration){.arena = &d.arena,
                           .machine = &test_machine,
                           .info = &devices[0],
                           .devices = devices,
                           .device_count = 1};
    d.asks = (io_wizard_desk){.context = &d,
                              .out = open_memstream(&d.text, &d.length),
                              .wait = wait,
                              .follow = follow,
                              .save = save};
    assert_non_null(d.asks.out);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    (void)fclose(d.asks.out);
    free(d.text);
    hl_arena_free(&d.arena);
    return 0;
}

static void has(const io_monitor_axis *axes, int axis_count, int button_count, bool dial)
{
    const io_calibrated_device device = {axis_count, button_count, axes, keys, dial};
    io_calibration_begin(&d.c, &device);
}

static bool run(const happening *script, size_t count)
{
    d.script = script;
    d.count = (int)count;
    d.at = 0;
    const bool done = io_wizard_run(&d.c, &d.asks);
    (void)fflush(d.asks.out);
    if (done) assert_int_equal(d.at, d.count);
    return done;
}

#define RUN(script) run((script), sizeof(script) / sizeof *(script))

static void said_so(const char *part)
{
    if (!strstr(d.text, part)) fail_msg("no '%s' in:\n%s", part, d.text);
}

static const auth_device *result(auth_bindings *bindings)
{
    const auth_device *device = io_calibration_bindings(&d.c, bindings);
    assert_non_null(device);
    return device;
}

/* ---- axes ---- */

static void a_pedal_is_calibrated(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_X, 1000), AXIS(ABS_X, 12), LINE(""),
                                       STILL(ABS_X, 13),  LINE("throtle"), LINE("throttle"),
                                       AXIS(ABS_X, 990),  LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_X, 0, 1023)};
    auth_bindings bindings;
    has(axes, 1, 0, false);
    assert_true(RUN(script));
    assert_int_equal(d.saved, 1);
    said_so("12 to 1000, at rest 12 (at an end), noise 1: dead zone 0.005");
    said_so("did you mean 'throttle'?");
    said_so("up there");
    const auth_device *device = result(&bindings);
    assert_int_equal(bindings.device_count, 1);
    assert_string_equal(device->name, "pad");
    assert_int_equal(device->match.vendor, 1);
    assert_int_equal(device->axis_count, 1);
    assert_string_equal(device->axes[0].command, "throttle");
    CHECK_SAME(device->axes[0].min, 12.0);
    CHECK_SAME(device->axes[0].max, 1000.0);
    assert_false(device->axes[0].has_centre);
    assert_false(device->axes[0].invert);
}

static void a_stick_is_inverted(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_X, 0), AXIS(ABS_X, 65535), AXIS(ABS_X, 32768),
                                       LINE(""),       LINE("steering"),   AXIS(ABS_X, 100),
                                       LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_X, 0, 65535)};
    auth_bindings bindings;
    has(axes, 1, 0, false);
    assert_true(RUN(script));
    said_so("down there: inverted");
    const auth_device *device = result(&bindings);
    assert_true(device->axes[0].invert);
    CHECK_SAME(device->axes[0].centre, 32768.0);
}

static void an_axis_that_hardly_moves_is_left_out(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_X, 10), AXIS(ABS_X, 12), LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_X, 0, 1023)};
    auth_bindings bindings;
    has(axes, 1, 0, false);
    assert_true(RUN(script));
    said_so("has hardly moved: it is skipped");
    assert_int_equal(result(&bindings)->axis_count, 0);
}

static void b_goes_back_and_q_quits(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_X, 1000), AXIS(ABS_X, 0),   LINE(""),
                                       LINE("b"),         AXIS(ABS_X, 500), AXIS(ABS_X, 0),
                                       LINE(""),          LINE("?"),        LINE("q")};
    const io_monitor_axis axes[] = {axis_of(ABS_X, 0, 1023)};
    has(axes, 1, 0, false);
    assert_false(RUN(script));
    assert_int_equal(d.saved, 0);
    said_so("0 to 1000");
    said_so("0 to 500"); /* asked again */
    said_so("  1  steering");
}

/* ---- buttons, dials, force ---- */

static void buttons_are_bound(void **unused)
{
    (void)unused;
    static const happening script[] = {KEY(BTN_A),
                                       LINE("gear_up"),
                                       LINE("cycle"),
                                       LINE("0 1 2"), /* values one after the other */
                                       KEY(BTN_B),
                                       LINE("throttle"),
                                       LINE("step"),
                                       LINE("7"),
                                       LINE("0.25"),
                                       AXIS(ABS_HAT0X, -1),
                                       LINE("parking_brake"),
                                       LINE("oddly"),
                                       LINE("press"),
                                       LINE("0"),
                                       KEY(BTN_B),
                                       LINE("view.hud"), /* another command replaces it */
                                       LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_HAT0X, -1, 1)};
    auth_bindings bindings;
    has(axes, 1, 2, false);
    assert_true(RUN(script));
    said_so("One number within the range is expected.");
    said_so("Unknown mode 'oddly'.");
    said_so("ABS_HAT0X, left or up: what does it drive?");
    const auth_device *device = result(&bindings);
    assert_int_equal(device->button_count, 3);
    assert_int_equal(device->buttons[0].mode, AUTH_BUTTON_CYCLE);
    assert_int_equal(device->buttons[0].value_count, 3);
    assert_string_equal(device->buttons[1].axis, "ABS_HAT0X");
    CHECK_SAME(device->buttons[1].beyond, -0.5);
    assert_true(device->buttons[1].has_value);
    assert_string_equal(device->buttons[2].command, "view.hud");
    assert_int_equal(device->buttons[2].mode, AUTH_BUTTON_PRESS);
}

static void dials_and_force(void **unused)
{
    (void)unused;
    static const happening script[] = {{EV_REL, REL_DIAL, 1, NULL, false},
                                       LINE("throttle"),
                                       LINE("2"),
                                       LINE("-0.1"),
                                       LINE(""),
                                       LINE("1.5"),
                                       LINE("0.4")};
    auth_bindings bindings;
    devices[0].force = true;
    has(NULL, 0, 0, true);
    assert_true(RUN(script));
    said_so("A number from -1 to 1, and not 0, is expected.");
    said_so("A number from 0 to 1 is expected.");
    const auth_device *device = result(&bindings);
    assert_int_equal(device->axis_count, 1);
    assert_true(device->axes[0].relative && device->axes[0].invert);
    CHECK_SAME(device->axes[0].detent, 0.1);
    assert_true(device->force.present);
    CHECK_SAME(device->force.gain, 0.4);
}

/* ---- files that exist ---- */

#define FILE_OF                                                                                              \
    "  - name: pad\n    match: {id: \"0001:0002\"}\n    axes:\n"                                             \
    "      - {axis: ABS_X, command: steering, min: 0, max: 100, curve: 0.5}\n"                               \
    "  - name: other\n    match: {id: \"0009:0009\"}\n    axes:\n"                                           \
    "      - {axis: ABS_Y, command: throttle}\n"

static void ranges_alone_keep_commands(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_X, 3), AXIS(ABS_X, 1019), AXIS(ABS_X, 509), LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_X, 0, 1023), axis_of(ABS_Y, 0, 1023)};
    const io_bindings *file = bind(&test_machine, FILE_OF, &d.arena);
    auth_bindings bindings;
    d.c.ranges_only = true;
    d.c.bound = &file->devices[0];
    d.c.existing = file->author;
    has(axes, 2, 2, false);
    assert_true(RUN(script));
    const auth_device *device = result(&bindings);
    assert_ptr_equal(device, &bindings.devices[0]); /* in its old place */
    assert_int_equal(bindings.device_count, 2);
    assert_string_equal(device->axes[0].command, "steering");
    CHECK_SAME(device->axes[0].max, 1019.0);
    CHECK_SAME(device->axes[0].progression, 0.5);
}

/* A second device of the same kind is told by its port, gets another name, and joins the axes of the first.
 */
static void a_twin_gets_a_name_and_a_port(void **unused)
{
    (void)unused;
    static const happening script[] = {AXIS(ABS_Y, 1000), AXIS(ABS_Y, 0), LINE(""), LINE("throttle"),
                                       LINE("")};
    const io_monitor_axis axes[] = {axis_of(ABS_Y, 0, 1023)};
    const io_bindings *file = bind(&test_machine, FILE_OF, &d.arena);
    auth_bindings bindings;
    devices[1] = devices[0];
    d.c.device_count = 2;
    d.c.existing = file->author;
    has(axes, 1, 0, false);
    assert_true(RUN(script));
    said_so("It has hardly moved; by default its counts go up there");
    const auth_device *device = result(&bindings);
    assert_int_equal(bindings.device_count, 3);
    assert_string_equal(device->name, "pad 2");
    assert_string_equal(device->match.phys, "usb-1");
    assert_int_equal(device->axes[0].join, AUTH_JOIN_LARGEST);
    assert_int_equal(bindings.devices[1].axes[0].join, AUTH_JOIN_LARGEST);
    assert_int_equal(file->author->devices[1].axes[0].join, AUTH_JOIN_NONE); /* a copy was changed */
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pedal_is_calibrated),
        TEST(a_stick_is_inverted),
        TEST(an_axis_that_hardly_moves_is_left_out),
        TEST(b_goes_back_and_q_quits),
        TEST(buttons_are_bound),
        TEST(dials_and_force),
        TEST(ranges_alone_keep_commands),
        TEST(a_twin_gets_a_name_and_a_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
