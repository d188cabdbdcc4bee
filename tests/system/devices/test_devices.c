/* Devices of an operator, plugged into a mock of the system: state, loss and return, storms, identical
 * devices, events that the kernel has thrown away, clocks, forces. */
#include "desk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static auth_control controls[] = {
    {.name = "throttle", .fault = -1, .low = 0, .high = 1},
    {.name = "brake", .fault = -1, .low = 0, .high = 1, .safe = 1},
    {.name = "clutch", .fault = -1, .low = 0, .high = 1},
    {.name = "steering", .fault = -1, .low = -1, .high = 1},
    {.name = "lift", .fault = -1, .low = -1, .high = 1},
    {.name = "tilt", .fault = -1, .low = -1, .high = 1},
    {.name = "horn", .fault = -1, .low = 0, .high = 1},
    {.name = "parking_brake", .fault = -1, .low = 0, .high = 1, .initial = 1},
};
static const auth_machine machine = {.control_count = sizeof controls / sizeof *controls,
                                     .controls = controls};

#define HEAD "headland: bindings\nversion: 1\nname: test\ndevices:\n"
#define WHEEL                                                                                                \
    "  - name: wheel\n    match: {id: \"046d:c24f\"}\n    axes:\n"                                           \
    "      - {axis: ABS_X, command: steering, invert: true}\n"                                               \
    "      - {axis: ABS_Z, command: throttle, invert: true}\n"                                               \
    "      - {axis: ABS_RZ, command: brake, invert: true}\n    buttons:\n"                                   \
    "      - {button: BTN_TRIGGER, command: horn}\n    force: {gain: 1, vibration: 0}\n"
#define STICK                                                                                                \
    "  - name: stick\n    match: {id: \"044f:b10a\"}\n    axes:\n"                                           \
    "      - {axis: ABS_X, command: tilt}\n      - {axis: ABS_Y, command: lift, invert: true}\n"             \
    "    buttons:\n      - {button: BTN_THUMB, command: parking_brake, mode: toggle}\n"
#define PEDALS                                                                                               \
    "  - name: pedals\n    match: {id: \"044f:b679\"}\n    axes:\n"                                          \
    "      - {axis: ABS_X, command: clutch}\n      - {axis: ABS_Y, command: brake}\n"
#define STICKS                                                                                               \
    "  - name: left\n    match: {id: \"044f:b10a\", instance: 1}\n    axes:\n"                               \
    "      - {axis: ABS_X, command: tilt}\n"                                                                 \
    "  - name: right\n    match: {id: \"044f:b10a\", instance: 2}\n    axes:\n"                              \
    "      - {axis: ABS_X, command: lift}\n"

static mock_bed bed;
static desk d;

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

static mock_device *plug(const char *description, const char *phys)
{
    const mock_description read = mock_read(description);
    mock_device *device = mock_new(&bed, &read, phys);
    mock_plug(device);
    return device;
}

static void sit_down(const char *bindings)
{
    desk_open(&d, &machine, desk_bindings(bindings, &machine, &d.arena), 256);
}

static int slot_named(const char *name)
{
    for (int i = 0; i < IO_SLOTS; i++)
        if (strcmp(io_devices_name(d.devices, i), name) == 0) return i;
    fail_msg("no slot is named %s", name);
    return -1;
}

/* ---- state, life and loss ---- */

static void a_session_hears_what_is_held(void **state)
{
    (void)state;
    const mock_description description = mock_read("g29");
    mock_device *wheel = mock_new(&bed, &description, "usb-1/input0");
    mock_set(wheel, EV_ABS, ABS_Z, 51); /* throttle four fifths down */
    mock_set(wheel, EV_KEY, BTN_TRIGGER, 1);
    mock_plug(wheel);
    sit_down(HEAD WHEEL);
    desk_read(&d); /* joining has said it already */
    CHECK_SAME(d.values[desk_control(&d, "throttle")], 0.8);
    CHECK_SAME(d.values[desk_control(&d, "brake")], 0.0);
    CHECK_SAME(d.values[desk_control(&d, "horn")], 1.0);
    assert_int_equal(io_devices_count(d.devices), 1);
    desk_await_news(&d, "wheel: Logitech G29");

    mock_event(wheel, EV_ABS, ABS_RZ, 0);
    desk_await(&d, "brake", 1.0, 0.0);
    mock_event(wheel, EV_KEY, BTN_TRIGGER, 0);
    desk_await(&d, "horn", 0.0, 0.0);
    mock_event(wheel, EV_ABS, ABS_X, 0);
    desk_await(&d, "steering", 1.0, 0.0); /* left */

    io_devices_leave(d.devices);
    desk_read(&d);
    const int before = d.sets[0] + d.alive[0];
    mock_event(wheel, EV_ABS, ABS_RZ, 255);
    desk_sleep(300);
    desk_read(&d);
    assert_int_equal(d.sets[0] + d.alive[0], before); /* nobody listens */
    desk_join(&d, 64);
    desk_read(&d);
    CHECK_SAME(d.values[desk_control(&d, "brake")], 0.0); /* moved meanwhile */
    CHECK_SAME(d.values[desk_control(&d, "steering")], 1.0);
    mock_free(wheel);
}

static void a_silent_device_says_that_it_lives(void **state)
{
    (void)state;
    mock_device *stick = plug("t16000m", "usb-1/input0");
    sit_down(HEAD STICK PEDALS);
    const int64_t before = mock_now();
    desk_sleep(1000);
    desk_read(&d);
    const int64_t tenths = (mock_now() - before) / 100000000;
    const int slot = slot_named("stick");
    /* not more often than every 0.1 s, and even a thread that is held up wakes four times in a second */
    assert_in_range(d.alive[slot], 4, tenths + 1);
    for (int i = 0; i < IO_SLOTS; i++)
        if (i != slot) assert_int_equal(d.alive[i], 0);
    mock_free(stick);
}

static void unplugged_it_is_lost_and_comes_back(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0"), *stick = plug("t16000m", "usb-2/input0");
    sit_down(HEAD WHEEL STICK);
    const int slot = slot_named("wheel");
    mock_unplug(wheel);
    DESK_AWAIT(&d, d.lost[slot] == 1);
    assert_int_equal(d.last[slot], XCH_COMMAND_LOST);
    desk_await_news(&d, "is gone");
    assert_int_equal(io_devices_count(d.devices), 1);
    mock_event(stick, EV_ABS, ABS_X, 16383);
    desk_await(&d, "tilt", 1.0, 0.0); /* others go on */

    mock_set(wheel, EV_ABS, ABS_RZ, 51);
    mock_plug(wheel); /* under another node */
    desk_await(&d, "brake", 0.8, 1e-12);
    assert_int_equal(d.slots[desk_control(&d, "brake")], slot);
    assert_int_equal(d.last[slot], XCH_COMMAND_SET);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 2);

    /* into another port: the only one of its kind is known all the same */
    mock_unplug(wheel);
    DESK_AWAIT(&d, d.lost[slot] == 2);
    snprintf(wheel->phys, sizeof wheel->phys, "usb-7/input0");
    mock_set(wheel, EV_ABS, ABS_RZ, 255);
    mock_plug(wheel);
    desk_await(&d, "brake", 0.0, 0.0);
    assert_int_equal(d.slots[desk_control(&d, "brake")], slot);
    mock_free(wheel);
    mock_free(stick);
}

/* The kernel has 0 for what has not reported yet: that is no wheel at its lock and no pedal on the floor; but
 * pedals that rest at 0 do rest. */
static void what_has_not_reported_is_at_rest(void **state)
{
    (void)state;
    const mock_description g29 = mock_read("g29"), tfrp = mock_read("tfrp");
    mock_device *wheel = mock_new(&bed, &g29, "usb-1/input0"),
                *pedals = mock_new(&bed, &tfrp, "usb-2/input0");
    static const int axes[] = {ABS_X, ABS_Y, ABS_Z, ABS_RZ};
    for (int i = 0; i < 4; i++) mock_set(wheel, EV_ABS, axes[i], 0);
    mock_plug(wheel);
    mock_plug(pedals);
    sit_down(HEAD WHEEL
             "  - {name: pedals, match: {id: \"044f:b679\"}, axes: [{axis: ABS_X, command: clutch}]}\n");
    desk_read(&d);
    assert_int_equal(d.sets[slot_named("wheel")], 0);
    CHECK_SAME(d.values[desk_control(&d, "clutch")], 0.0);
    mock_event(wheel, EV_ABS, ABS_RZ, 51);
    desk_await(&d, "brake", 0.8, 1e-12);
    mock_free(wheel);
    mock_free(pedals);
}

/* The kernel answers ENODEV before udev speaks; nobody may spin meanwhile. */
static void a_dead_node_is_let_go(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0");
    sit_down(HEAD WHEEL);
    mock_die(wheel);
    DESK_AWAIT(&d, d.lost[0] == 1);
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    desk_sleep(300);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    const double spent =
        (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9;
    assert_true(spent < 0.15); /* a thread that spins would take 0.3 s, or half of a busy processor's */
    mock_unplug(wheel);        /* udev speaks at last: nothing more is lost */
    desk_sleep(50);
    desk_read(&d);
    assert_int_equal(d.lost[0], 1);
    mock_plug(wheel);
    DESK_AWAIT(&d, d.last[0] == XCH_COMMAND_SET);
    mock_free(wheel);
}

static void a_session_that_joins_later_hears_of_the_loss(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0");
    sit_down(HEAD WHEEL);
    mock_unplug(wheel);
    DESK_AWAIT(&d, d.lost[0] == 1);
    io_devices_leave(d.devices);
    desk_join(&d, 64);
    desk_read(&d);
    assert_int_equal(d.lost[0], 1); /* joining counts from 0 */
    mock_plug(wheel);
    DESK_AWAIT(&d, d.sets[0] > 0);
    mock_free(wheel);
}

/* A wheel wakes up as an older one and changes: another device in the same port. */
static void a_wheel_that_changes_its_id(void **state)
{
    (void)state;
    mock_device *old = plug("driving-force", "usb-1/input0");
    sit_down(HEAD WHEEL "  - name: old wheel\n    match: {id: \"046d:c294\"}\n    axes:\n"
                        "      - {axis: ABS_X, command: tilt}\n");
    const int slot = slot_named("old wheel");
    mock_unplug(old);
    mock_device *wheel = plug("g29", "usb-1/input0");
    DESK_AWAIT(&d, d.lost[slot] == 1);
    mock_event(wheel, EV_ABS, ABS_Z, 0);
    desk_await(&d, "throttle", 1.0, 0.0);
    assert_int_not_equal(d.slots[desk_control(&d, "throttle")], slot);
    assert_int_equal(d.lost[slot_named("wheel")], 0);
    mock_free(old);
    mock_free(wheel);
}

/* ---- too much at once ---- */

static void nothing_is_lost_for_good_in_a_full_ring(void **state)
{
    (void)state;
    mock_device *stick = plug("t16000m", "usb-1/input0");
    desk_open(&d, &machine, desk_bindings(HEAD STICK, &machine, &d.arena), 2);
    for (int i = 0; i <= 1000; i++) {
        mock_event(stick, EV_ABS, ABS_X, 16 * i);
        mock_event(stick, EV_ABS, ABS_Y, 16383 - 16 * i);
    }
    mock_event(stick, EV_KEY, BTN_THUMB, 1); /* a toggle, and after it much else */
    mock_event(stick, EV_KEY, BTN_THUMB, 0);
    mock_event(stick, EV_ABS, ABS_X, 16383);
    desk_sleep(100); /* nobody reads */
    desk_await(&d, "tilt", 1.0, 0.0);
    desk_await(&d, "parking_brake", 0.0, 0.0); /* it stood on 1 */
    /* lift is the mirror of ABS_Y: 16383 - 16000 counts */
    desk_await(&d, "lift", 1.0 - 2.0 * (16383.0 - 16000.0) / 16383.0, 2.0 / 16383.0);
    mock_unplug(stick); /* the loss, too, finds a way through a full ring */
    DESK_AWAIT(&d, d.lost[0] == 1);
    mock_free(stick);
}

typedef struct storm {
    mock_device *device;
    int events;
} storm;

static void *blow(void *context)
{
    const storm *s = context;
    for (int i = 0; i < s->events / 2; i++) {
        const int64_t stamp = mock_now();
        mock_write(s->device, EV_ABS, i % 2 == 0 ? ABS_X : ABS_Y, i * 7919 % 16384, stamp);
        mock_write(s->device, EV_SYN, SYN_REPORT, 0, stamp);
    }
    return NULL;
}

static void a_storm_leaves_the_last_word_and_starves_nobody(void **state)
{
    (void)state;
    mock_device *stick = plug("t16000m", "usb-1/input0"), *wheel = plug("g29", "usb-2/input0");
    sit_down(HEAD STICK WHEEL);
    storm s = {.device = stick, .events = 100000};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, blow, &s), 0);
    const int served = 20;
    const int slot = slot_named("stick"), horn = desk_control(&d, "horn");
    for (int i = 0; i < served; i++) {
        mock_event(wheel, EV_KEY, BTN_TRIGGER, (i + 1) % 2);
        DESK_AWAIT(&d, d.values[horn] == (double)((i + 1) % 2));
    }
    pthread_join(thread, NULL);
    mock_event(stick, EV_ABS, ABS_X, 0);
    mock_event(stick, EV_ABS, ABS_Y, 0);
    desk_await(&d, "tilt", -1.0, 0.0);
    desk_await(&d, "lift", 1.0, 0.0);
    assert_int_equal(d.lost[slot], 0);
    assert_int_equal(d.lost[slot_named("wheel")], 0);
    mock_free(stick);
    mock_free(wheel);
}

/* The kernel's buffer ran over: what changed meanwhile is asked for. */
static void dropped_events_are_made_up_for(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0");
    sit_down(HEAD WHEEL);
    mock_event(wheel, EV_KEY, BTN_TRIGGER, 1);
    desk_await(&d, "horn", 1.0, 0.0);
    mock_set(wheel, EV_KEY, BTN_TRIGGER, 0);
    mock_set(wheel, EV_ABS, ABS_X, 65535);
    mock_set(wheel, EV_ABS, ABS_RZ, 0);
    const int64_t stamp = mock_now();
    mock_write(wheel, EV_ABS, ABS_Z, 0, stamp); /* not the truth: a rest of before */
    mock_write(wheel, EV_SYN, SYN_DROPPED, 0, stamp);
    mock_write(wheel, EV_SYN, SYN_REPORT, 0, stamp);
    desk_await(&d, "horn", 0.0, 0.0);
    desk_await(&d, "steering", -1.0, 0.0);
    desk_await(&d, "brake", 1.0, 0.0);
    desk_await(&d, "throttle", 0.0, 0.0);
    mock_event(wheel, EV_ABS, ABS_RZ, 255); /* and it goes on */
    desk_await(&d, "brake", 0.0, 0.0);
    mock_free(wheel);
}

/* ---- which is which ---- */

static void expect_sticks(mock_device *left, mock_device *right)
{
    mock_event(left, EV_ABS, ABS_X, 0);
    mock_event(right, EV_ABS, ABS_X, 16383);
    desk_await(&d, "tilt", -1.0, 0.0);
    desk_await(&d, "lift", 1.0, 0.0);
    mock_event(left, EV_ABS, ABS_X, 16383);
    mock_event(right, EV_ABS, ABS_X, 0);
    desk_await(&d, "tilt", 1.0, 0.0);
    desk_await(&d, "lift", -1.0, 0.0);
}

static void identical_devices_are_told_apart_by_port(void **state)
{
    (void)state;
    /* plugged in the other way round: the nodes' numbers are against the ports' */
    mock_device *right = plug("t16000m", "usb-0000:00:14.0-10/input0"),
                *left = plug("t16000m", "usb-0000:00:14.0-2/input0");
    sit_down(HEAD STICKS);
    const int left_slot = slot_named("left"), right_slot = slot_named("right");
    expect_sticks(left, right);
    /* both go; the right one is back first */
    mock_unplug(left);
    mock_unplug(right);
    DESK_AWAIT(&d, d.lost[left_slot] == 1 && d.lost[right_slot] == 1);
    mock_plug(right);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 1);
    mock_plug(left);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 2);
    expect_sticks(left, right);
    assert_int_equal(slot_named("left"), left_slot);
    assert_int_equal(slot_named("right"), right_slot);
    mock_free(left);
    mock_free(right);
}

static void a_newcomer_gets_the_first_free_number(void **state)
{
    (void)state;
    mock_device *first = plug("t16000m", "usb-5/input0");
    sit_down(HEAD STICKS);
    mock_device *second = plug("t16000m", "usb-2/input0"); /* a smaller port, but it comes later */
    DESK_AWAIT(&d, io_devices_count(d.devices) == 2);
    expect_sticks(first, second);
    mock_free(first);
    mock_free(second);
}

static void pedals_that_udev_calls_an_accelerometer_are_found(void **state)
{
    (void)state;
    mock_device *pedals = plug("tfrp", "usb-1/input0");
    io_device_info list[IO_LISTED];
    char error[200] = "";
    assert_int_equal(io_device_list(list, error, sizeof error), 1);
    assert_string_equal(list[0].type, "pedals");
    assert_string_equal(list[0].name, "Thrustmaster T-Rudder");
    assert_string_equal(list[0].phys, "usb-1/input0");
    assert_int_equal(list[0].vendor, 0x044f);
    assert_int_equal(list[0].product, 0xb679);
    assert_int_equal(list[0].axis_count, 3);
    assert_int_equal(list[0].error, 0);
    sit_down(HEAD PEDALS);
    mock_event(pedals, EV_ABS, ABS_Y, 1023);
    desk_await(&d, "brake", 1.0, 0.0);
    mock_free(pedals);
}

/* ---- patterns and actions ---- */

static void levers_follow_the_pattern(void **state)
{
    (void)state;
    static auth_lever loader[] = {{.lever = "right_lever.x", .control = 5}},
                      other[] = {{.lever = "right_lever.x", .control = 4, .invert = true}};
    static auth_pattern patterns[] = {{.name = "loader", .lever_count = 1, .levers = loader},
                                      {.name = "other", .lever_count = 1, .levers = other}};
    auth_machine with_patterns = machine;
    with_patterns.pattern_count = 2;
    with_patterns.patterns = patterns;
    mock_device *stick = plug("t16000m", "usb-1/input0");
    const char *text = HEAD "  - name: stick\n    match: {type: joystick}\n    axes:\n"
                            "      - {axis: ABS_X, command: right_lever.x}\n    buttons:\n"
                            "      - {button: BTN_TRIGGER, command: view.pause}\n";
    desk_open(&d, &with_patterns, desk_bindings(text, &with_patterns, &d.arena), 64);
    mock_event(stick, EV_ABS, ABS_X, 16383);
    desk_await(&d, "tilt", 1.0, 0.0);
    io_devices_pattern(d.devices, 1);
    desk_await(&d, "tilt", 0.0, 0.0);
    desk_await(&d, "lift", -1.0, 0.0);

    io_action action = IO_ACTIONS;
    assert_false(io_devices_action(d.devices, &action));
    mock_event(stick, EV_KEY, BTN_TRIGGER, 1);
    DESK_AWAIT(&d, io_devices_action(d.devices, &action));
    assert_int_equal(action, IO_ACTION_PAUSE);
    mock_event(stick, EV_KEY, BTN_TRIGGER, 0);
    mock_free(stick);
    desk_close(&d); /* before the machine goes */
}

/* ---- time ---- */

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The stamp of an event arrives with its command, whatever clock the kernel keeps; and how long it takes is
 * told. */
static void events_keep_their_time(void **state)
{
    for (int refused = 0; refused < 2; refused++) {
        const mock_description description = mock_read("g29");
        mock_device *wheel = mock_new(&bed, &description, "usb-1/input0");
        wheel->refuse_clock = refused != 0;
        mock_plug(wheel);
        sit_down(HEAD WHEEL);
        const int horn = desk_control(&d, "horn");
        int64_t delays[200];
        const int count = sizeof delays / sizeof *delays;
        for (int i = 0; i < count; i++) {
            const double wanted = i % 2 == 0 ? 1.0 : 0.0;
            const int64_t before = mock_now();
            mock_event(wheel, EV_KEY, BTN_TRIGGER, i % 2 == 0);
            const int64_t after = mock_now();
            while (desk_read(&d), d.values[horn] != wanted)
                if (mock_now() - after > (int64_t)DESK_WAIT * 1000000) fail_msg("no command");
            delays[i] = mock_now() - before;
            /* a stamp has whole microseconds; turned from the real-time clock it may be off by the time
             * between two readings, and by what that clock is adjusted in the meantime (500 ppm) */
            const int64_t slack = refused != 0 ? 2000000 : 1000;
            assert_true(d.times[horn] >= before - slack && d.times[horn] <= after + slack);
        }
        qsort(delays, (size_t)count, sizeof *delays, by_value);
        const int64_t median = delays[count / 2], late = delays[count * 99 / 100];
        print_message("press to command, %s: median %.1f us, 99 %% %.1f us (the mock answers each read)\n",
                      refused != 0 ? "clock refused" : "monotonic", (double)median * 1e-3,
                      (double)late * 1e-3);
        mock_free(wheel);
        desk_close(&d);
    }
    (void)state;
}

static void a_stamp_that_cannot_be_counts_from_its_arrival(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0");
    sit_down(HEAD WHEEL);
    const int brake = desk_control(&d, "brake");
    const int64_t stamps[] = {0, mock_now() + 3600000000000, mock_now() - 5000000000};
    for (int i = 0; i < 3; i++) {
        const int64_t before = mock_now();
        mock_write(wheel, EV_ABS, ABS_RZ, 255 * (i % 2), stamps[i]);
        mock_write(wheel, EV_SYN, SYN_REPORT, 0, stamps[i]);
        desk_await(&d, "brake", 1.0 - i % 2, 0.0);
        assert_true(d.times[brake] >= before && d.times[brake] <= mock_now());
    }
    mock_free(wheel);
}

/* ---- forces ---- */

static int level_of(mock_device *device)
{
    pthread_mutex_lock(&device->lock);
    const int level = device->last_level;
    pthread_mutex_unlock(&device->lock);
    return level;
}

static void the_wheel_pushes_while_samples_come(void **state)
{
    (void)state;
    mock_device *wheel = plug("g29", "usb-1/input0");
    sit_down(HEAD WHEEL);
    xch_sample sample = {.count = 1, .values = {0.5}};
    for (int i = 0; i < DESK_WAIT && level_of(wheel) == 0; i++) {
        sample.tick++;
        xch_ring_push(d.samples, &sample);
        desk_sleep(1);
    }
    assert_int_not_equal(level_of(wheel), 0);
    DESK_AWAIT(&d, level_of(wheel) == 0); /* samples cease: the wheel goes limp */
    assert_true(wheel->plays > 0);
    mock_free(wheel);
}

int main(void)
{
#define MOCK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        MOCK_TEST(a_session_hears_what_is_held),
        MOCK_TEST(a_silent_device_says_that_it_lives),
        MOCK_TEST(unplugged_it_is_lost_and_comes_back),
        MOCK_TEST(what_has_not_reported_is_at_rest),
        MOCK_TEST(a_dead_node_is_let_go),
        MOCK_TEST(a_session_that_joins_later_hears_of_the_loss),
        MOCK_TEST(a_wheel_that_changes_its_id),
        MOCK_TEST(nothing_is_lost_for_good_in_a_full_ring),
        MOCK_TEST(a_storm_leaves_the_last_word_and_starves_nobody),
        MOCK_TEST(dropped_events_are_made_up_for),
        MOCK_TEST(identical_devices_are_told_apart_by_port),
        MOCK_TEST(a_newcomer_gets_the_first_free_number),
        MOCK_TEST(pedals_that_udev_calls_an_accelerometer_are_found),
        MOCK_TEST(levers_follow_the_pattern),
        MOCK_TEST(events_keep_their_time),
        MOCK_TEST(a_stamp_that_cannot_be_counts_from_its_arrival),
        MOCK_TEST(the_wheel_pushes_while_samples_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
