/* Devices told apart without a device: order of ports, numbers of identical ones, what a binding wants, what
 * a device is by what it can send, times of events. */
#include "support/check.h"

#include "devices_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- order of ports ---- */

static void ports_are_ordered_as_people_count(void **state)
{
    (void)state;
    static const char *const rising[] = {"",
                                         "usb-0000:00:14.0-1/input0",
                                         "usb-0000:00:14.0-2/input0",
                                         "usb-0000:00:14.0-2/input1",
                                         "usb-0000:00:14.0-2.1/input0",
                                         "usb-0000:00:14.0-10/input0",
                                         "usb-0000:02:00.0-1/input0"};
    /* '.' sorts before '/': a port of a hub stands before the hub's own interfaces */
    static const int order[] = {0, 1, 4, 2, 3, 5, 6};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            const int found = device_natural_order(rising[order[i]], rising[order[j]]);
            assert_int_equal((found > 0) - (found < 0), (i > j) - (i < j));
        }
}

static void numbers_of_any_length_are_compared(void **state)
{
    (void)state;
    assert_true(device_natural_order("a99999999999999999999999", "a100000000000000000000000") < 0);
    assert_true(device_natural_order("a007", "a7") != 0); /* different texts are never the same */
    assert_true(device_natural_order("a007", "a8") < 0);
    assert_true(device_natural_order("a1b2", "a1b10") < 0);
    assert_int_equal(device_natural_order("a1", "a1"), 0);
    assert_true(device_natural_order("a", "a1") < 0);
}

static io_device_info device(int vendor, int product, const char *name, const char *phys)
{
    io_device_info info = {.vendor = vendor, .product = product, .version = 0x111, .type = "joystick"};
    snprintf(info.name, sizeof info.name, "%s", name);
    snprintf(info.phys, sizeof info.phys, "%s", phys);
    return info;
}

static void identical_devices_are_numbered_by_port(void **state)
{
    (void)state;
    io_device_info list[] = {device(1, 2, "stick", "usb-10/input0"), device(1, 2, "stick", "usb-2/input0"),
                             device(1, 3, "stick", "usb-1/input0"), device(1, 2, "stick", "usb-9/input0"),
                             device(1, 2, "other stick", "usb-3/input0")};
    device_number(list, 5);
    static const char *const ports[] = {"usb-1/input0", "usb-2/input0", "usb-3/input0", "usb-9/input0",
                                        "usb-10/input0"};
    static const int instances[] = {1, 1, 1, 2, 3};
    for (int i = 0; i < 5; i++) {
        assert_string_equal(list[i].phys, ports[i]);
        assert_int_equal(list[i].instance, instances[i]);
    }
}

/* ---- what a binding wants ---- */

static const auth_match anything = {.vendor = -1, .product = -1, .version = -1};

static void all_that_is_given_must_hold(void **state)
{
    (void)state;
    io_device_info info = device(0x046d, 0xc24f, "Logitech G29 Driving Force Racing Wheel", "usb-2/input0");
    info.instance = 2;
    auth_match match = anything;
    assert_false(device_matches(&info, &match)); /* nothing is asked for */
    match.vendor = 0x046d;
    match.product = 0xc24f;
    assert_true(device_matches(&info, &match));
    match.name = "*G29*";
    assert_true(device_matches(&info, &match));
    match.phys = "usb-2/*";
    assert_true(device_matches(&info, &match));
    match.type = "joystick";
    match.instance = 2;
    match.version = 0x111;
    assert_true(device_matches(&info, &match));

    auth_match wrong[7] = {match, match, match, match, match, match, match};
    wrong[0].vendor = 0x046e;
    wrong[1].product = 1;
    wrong[2].version = 0x110;
    wrong[3].name = "*G27*";
    wrong[4].phys = "usb-3/*";
    wrong[5].type = "wheel";
    wrong[6].instance = 1;
    for (int i = 0; i < 7; i++) {
        assert_false(device_matches(&info, &wrong[i]));
        assert_int_equal(io_device_rank(&info, &wrong[i]), 0);
    }
    match.keyboard = true; /* of the window */
    assert_false(device_matches(&info, &match));
}

static void common_devices_must_be_named(void **state)
{
    (void)state;
    io_device_info info = device(1, 2, "USB Keyboard", "usb-1/input0");
    info.type = "keyboard";
    auth_match match = anything;
    match.type = "keyboard";
    assert_false(device_matches(&info, &match));
    match.phys = "usb-1/*";
    assert_false(device_matches(&info, &match));
    match.name = "USB*";
    assert_true(device_matches(&info, &match));
    match.name = NULL;
    match.vendor = 1;
    assert_true(device_matches(&info, &match));
}

static void the_closer_match_ranks_higher(void **state)
{
    (void)state;
    io_device_info info = device(1, 2, "stick", "usb-1/input0");
    info.instance = 1;
    auth_match rising[7] = {anything, anything, anything, anything, anything, anything, anything};
    rising[0].type = "joystick";
    rising[1].name = "st*";
    rising[2].name = "st*";
    rising[2].instance = 1;
    rising[3].vendor = 1;
    rising[4].vendor = 1;
    rising[4].product = 2;
    rising[5] = rising[4];
    rising[5].version = 0x111;
    rising[6].phys = "usb-1/*";
    for (int i = 1; i < 7; i++)
        assert_true(io_device_rank(&info, &rising[i]) > io_device_rank(&info, &rising[i - 1]));
    auth_match all = rising[5];
    all.name = "stick";
    all.type = "joystick";
    all.instance = 1;
    assert_true(io_device_rank(&info, &all) < io_device_rank(&info, &rising[6])); /* the port beats all */
}

/* ---- what a device is ---- */

static const device_bits none;

static void set_bits(unsigned char *bits, int first, int last)
{
    for (int code = first; code <= last; code++) bits[code / 8] |= (unsigned char)(1U << (code % 8));
}

static const char *type_of(int vendor, int product, const char *name, const device_bits *bits,
                           io_device_info *info)
{
    *info = device(vendor, product, name, "");
    device_classify(info, bits);
    return info->type;
}

static void bitmaps_of_sysfs_are_read(void **state)
{
    (void)state;
    unsigned char bits[(KEY_CNT + 7) / 8];
    device_parse_bits("3003f\n", bits, ABS_CNT);
    for (int code = 0; code < ABS_CNT; code++)
        assert_int_equal(device_bit(bits, code), code < 6 || code == ABS_HAT0X || code == ABS_HAT0Y);
    device_parse_bits("ffff00000000 0 0 0 1", bits, KEY_CNT);
    assert_true(device_bit(bits, 0));
    assert_true(device_bit(bits, 4 * 64 + 32)); /* 0x120 */
    assert_true(device_bit(bits, 4 * 64 + 47));
    assert_false(device_bit(bits, 4 * 64 + 48));
    /* garbage sets nothing and reads nothing beyond its end */
    static const char *const garbage[] = {"", " ", "zz", "\n\n", "0x", "-1 x"};
    for (int i = 0; i < 6; i++) {
        device_parse_bits(garbage[i], bits, ABS_CNT);
        for (int code = 1; code < ABS_CNT; code++) assert_false(device_bit(bits, code));
    }
    unsigned char two[3] = {0, 0, 0xaa};
    device_parse_bits("ffffffffffffffff ffffffffffffffff ffffffffffffffff", two, 12);
    assert_int_equal(two[1], 0x0f);
    assert_int_equal(two[2], 0xaa);
}

static void pedals_have_axes_and_no_keys(void **state)
{
    (void)state;
    io_device_info info;
    device_bits bits = none;
    set_bits(bits.abs, ABS_X, ABS_Z);
    assert_string_equal(type_of(0x044f, 0xb679, "Thrustmaster T-Rudder", &bits, &info), "pedals");
    assert_int_equal(info.axis_count, 3);
    assert_int_equal(info.button_count, 0);
    assert_false(info.force);
    memset(&bits, 0, sizeof bits);
    set_bits(bits.abs, ABS_RX, ABS_RZ);
    assert_string_equal(type_of(0x30b7, 0x1003, "Heusinkveld Ultimate", &bits, &info), "pedals");
}

static void the_rest_is_known_by_buttons(void **state)
{
    (void)state;
    io_device_info info;
    device_bits wheel = none, stick = none, pad = none, panel = none, mouse = none, keyboard = none;
    set_bits(wheel.abs, ABS_X, ABS_Z);
    set_bits(wheel.key, BTN_TRIGGER, 0x12f);
    set_bits(wheel.key, BTN_TRIGGER_HAPPY1, 0x2c8);
    set_bits(wheel.ev, EV_FF, EV_FF);
    set_bits(wheel.ff, FF_CONSTANT, FF_CONSTANT);
    assert_string_equal(type_of(0x046d, 0xc24f, "Logitech G29", &wheel, &info), "wheel");
    assert_int_equal(info.button_count, 25);
    assert_true(info.force);
    assert_string_equal(type_of(1, 2, "Some Racing Wheel", &wheel, &info), "wheel");
    assert_string_equal(type_of(1, 2, "Thing that pushes", &wheel, &info), "wheel");
    assert_string_equal(type_of(1, 2, "Force 3D Joystick", &wheel, &info), "panel"); /* by its 25 buttons */
    memset(wheel.ff, 0, sizeof wheel.ff);
    assert_string_equal(type_of(1, 2, "Box with many buttons", &wheel, &info), "panel");
    set_bits(wheel.abs, ABS_THROTTLE, ABS_THROTTLE);
    set_bits(wheel.abs, ABS_HAT0X, ABS_HAT0Y);
    assert_string_equal(type_of(1, 2, "Stick with many buttons", &wheel, &info), "joystick");

    set_bits(stick.abs, ABS_X, ABS_Y);
    set_bits(stick.key, BTN_TRIGGER, 0x12f);
    assert_string_equal(type_of(0x044f, 0xb10a, "Thrustmaster T.16000M", &stick, &info), "joystick");
    set_bits(stick.abs, ABS_WHEEL, ABS_WHEEL);
    assert_string_equal(type_of(1, 2, "thing", &stick, &info), "wheel");

    set_bits(pad.abs, ABS_X, ABS_RZ);
    set_bits(pad.key, BTN_SOUTH, BTN_EAST);
    assert_string_equal(type_of(0x045e, 0x028e, "Xbox 360", &pad, &info), "gamepad");

    panel = pad;
    set_bits(panel.key, BTN_SOUTH, 0x13f);
    set_bits(panel.key, BTN_TRIGGER_HAPPY1, 0x2cb);
    assert_string_equal(type_of(0x0738, 0x2218, "Side Panel", &panel, &info), "panel");
    assert_int_equal(info.button_count, 28);

    set_bits(mouse.rel, REL_X, REL_Y);
    set_bits(mouse.key, BTN_LEFT, BTN_MIDDLE);
    assert_string_equal(type_of(1, 2, "mouse", &mouse, &info), "other");
    set_bits(keyboard.key, KEY_ESC, KEY_F12);
    assert_string_equal(type_of(1, 2, "keyboard", &keyboard, &info), "keyboard");
    assert_string_equal(type_of(0, 0, "", &none, &info), "other");
    device_bits everything;
    memset(&everything, 0xff, sizeof everything);
    assert_string_equal(type_of(-1, -1, "", &everything, &info), "other");
}

static void advice_says_what_helps(void **state)
{
    (void)state;
    char text[200];
    io_device_advice(EACCES, text, sizeof text);
    assert_non_null(strstr(text, "group input"));
    assert_non_null(strstr(text, "70-headland.rules"));
    io_device_advice(ENODEV, text, sizeof text);
    assert_non_null(strstr(text, "plug it in"));
    io_device_advice(ENOTTY, text, sizeof text);
    assert_non_null(strstr(text, "does not answer"));
    io_device_advice(ENOSPC, text, sizeof text);
    assert_string_equal(text, strerror(ENOSPC));
    io_device_advice(EACCES, text, 5);
    assert_string_equal(text, "perm");
}

/* ---- times of events ---- */

static void stamps_are_turned_by_their_age(void **state)
{
    (void)state;
    const int64_t second = 1000000000, now = 5000 * second, real = 1700000000 * second;
    assert_true(devices_event_time(now - 3, now, now) == now - 3); /* the same clock */
    assert_true(devices_event_time(real - 40, real, now) == now - 40);
    assert_true(devices_event_time(real - second, real, now) == now - second);
    /* of another clock, in the future, older than a second, never set: the arrival counts */
    assert_true(devices_event_time(now - 3, real, now) == now);
    assert_true(devices_event_time(real - 3, now, now) == now);
    assert_true(devices_event_time(now + 1, now, now) == now);
    assert_true(devices_event_time(now - second - 1, now, now) == now);
    assert_true(devices_event_time(0, real, now) == now);
    assert_true(devices_event_time(INT64_MIN, real, now) == now);
    assert_true(devices_event_time(INT64_MAX, real, now) == now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_are_ordered_as_people_count),
        cmocka_unit_test(numbers_of_any_length_are_compared),
        cmocka_unit_test(identical_devices_are_numbered_by_port),
        cmocka_unit_test(all_that_is_given_must_hold),
        cmocka_unit_test(common_devices_must_be_named),
        cmocka_unit_test(the_closer_match_ranks_higher),
        cmocka_unit_test(bitmaps_of_sysfs_are_read),
        cmocka_unit_test(pedals_have_axes_and_no_keys),
        cmocka_unit_test(the_rest_is_known_by_buttons),
        cmocka_unit_test(advice_says_what_helps),
        cmocka_unit_test(stamps_are_turned_by_their_age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
