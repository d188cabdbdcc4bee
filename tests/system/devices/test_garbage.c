/* Devices that describe themselves badly, cannot be opened, or send nonsense: commands stay in their ranges,
 * and others are served. */
#include "desk.h"

#include <errno.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static auth_control controls[] = {{.name = "throttle", .fault = -1, .low = 0, .high = 1},
                                  {.name = "lift", .fault = -1, .low = -1, .high = 1},
                                  {.name = "tilt", .fault = -1, .low = -1, .high = 1},
                                  {.name = "horn", .fault = -1, .low = 0, .high = 1}};
static const auth_machine machine = {.control_count = sizeof controls / sizeof *controls,
                                     .controls = controls};

static const char text[] = "headland: bindings\nversion: 1\nname: test\ndevices:\n"
                           "  - name: odd\n    match: {id: \"1234:0001\"}\n    axes:\n"
                           "      - {axis: ABS_X, command: tilt}\n      - {axis: ABS_Y, command: throttle}\n"
                           "      - {axis: ABS_HAT3Y, command: lift, dead_zone: 0.1, curve: 0.5}\n"
                           "  - name: good\n    match: {id: \"046d:c24f\"}\n    buttons:\n"
                           "      - {button: BTN_TRIGGER, command: horn}\n";

static mock_bed bed;
static desk d;
static mock_device *good;
static int next_port;

static int set_up(void **state)
{
    (void)state;
    bed = mock_bed_new();
    d = (desk){.machine = NULL};
    const mock_description description = mock_read("g29");
    good = mock_new(&bed, &description, "usb-1/input0");
    mock_plug(good);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    desk_close(&d);
    mock_free(good);
    mock_bed_free(&bed);
    return 0;
}

static void sit_down(void)
{
    desk_open(&d, &machine, desk_bindings(text, &machine, &d.arena), 64);
}

static void set_bit(mock_description *description, int type, int code)
{
    description->bits[type][code / 8] |= (unsigned char)(1U << (code % 8));
    description->bits[0][type / 8] |= (unsigned char)(1U << (type % 8));
}

/* A device of the odd id; what it describes is the caller's. */
static mock_description odd(void)
{
    mock_description description;
    memset(&description, 0, sizeof description);
    description.id = (struct input_id){.bustype = BUS_USB, .vendor = 0x1234, .product = 1};
    snprintf(description.name, sizeof description.name, "odd");
    return description;
}

static mock_device *plug_odd(const mock_description *description)
{
    char phys[32];
    snprintf(phys, sizeof phys, "usb-9.%d/input0", next_port++);
    mock_device *device = mock_new(&bed, description, phys);
    mock_plug(device);
    return device;
}

/* The good device answers; what has been said so far lies in the ranges. */
static void expect_sanity(void)
{
    for (int i = 1; i >= 0; i--) {
        mock_event(good, EV_KEY, BTN_TRIGGER, i);
        desk_await(&d, "horn", i, 0.0);
    }
    for (int i = 0; i < machine.control_count; i++) {
        if (d.slots[i] < 0) continue;
        assert_true(d.values[i] >= controls[i].low && d.values[i] <= controls[i].high);
    }
}

static void axes_of_no_use(void **state)
{
    (void)state;
    static const struct {
        int minimum, maximum, value;
    } ranges[] = {{0, 0, 0},
                  {7, 7, 7},
                  {100, -100, 3},
                  {INT_MIN, INT_MAX, 0},
                  {INT_MIN, INT_MIN, INT_MAX},
                  {INT_MAX - 1, INT_MAX, INT_MIN},
                  {0, 1, 1000000}};
    static const int values[] = {INT_MIN, -1, 0, 1, 127, INT_MAX};
    sit_down();
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        mock_description description = odd();
        static const int codes[] = {ABS_X, ABS_Y, ABS_HAT3Y};
        for (int c = 0; c < 3; c++) {
            set_bit(&description, EV_ABS, codes[c]);
            description.axes[codes[c]] = (struct input_absinfo){
                .value = ranges[r].value, .minimum = ranges[r].minimum, .maximum = ranges[r].maximum};
        }
        mock_device *device = plug_odd(&description);
        DESK_AWAIT(&d, io_devices_count(d.devices) == 2);
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            for (int c = 0; c < 3; c++) mock_event(device, EV_ABS, codes[c], values[v]);
            expect_sanity();
        }
        mock_free(device);
        DESK_AWAIT(&d, io_devices_count(d.devices) == 1);
    }
}

static void devices_without_anything(void **state)
{
    (void)state;
    sit_down();
    mock_description nothing = odd(), everything = odd(), nameless = odd(), unnamed_keys = odd();
    memset(everything.bits, 0xff, sizeof everything.bits);
    memset(everything.name, 'x', sizeof everything.name - 1);
    nameless.name[0] = '\0';
    set_bit(&nameless, EV_ABS, ABS_X);
    for (int code = 0; code < KEY_CNT; code++) set_bit(&unnamed_keys, EV_KEY, code);
    const mock_description *all[] = {&nothing, &everything, &nameless, &unnamed_keys};
    for (int i = 0; i < 4; i++) {
        mock_device *device = plug_odd(all[i]);
        DESK_AWAIT(&d, io_devices_count(d.devices) == 2);
        mock_event(device, EV_ABS, ABS_X, 5);
        mock_event(device, EV_KEY, KEY_MAX, 1);
        expect_sanity();
        mock_free(device);
        DESK_AWAIT(&d, io_devices_count(d.devices) == 1);
    }
}

static void nonsense_as_events(void **state)
{
    (void)state;
    mock_description description = odd();
    set_bit(&description, EV_ABS, ABS_X);
    description.axes[ABS_X].maximum = 255;
    mock_device *device = plug_odd(&description);
    sit_down();
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        const int type = (int)(check_random(&seed) * 0x20), code = (int)(check_random(&seed) * 0x400);
        const int value = (int)(check_random(&seed) * INT_MAX);
        /* what the kernel says of its own stays out: SYN_DROPPED has a test of its own */
        if (type != EV_SYN) mock_write(device, type & 0xffff, code & 0xffff, value, (int64_t)i * value);
        if (i % 64 == 0) mock_write(device, EV_SYN, SYN_REPORT, 0, 0);
    }
    expect_sanity();
    mock_event(device, EV_ABS, ABS_X, 255);
    desk_await(&d, "tilt", 1.0, 0.0);
    mock_free(device);
}

/* Half an event: no kernel says that. The device is let go, and nobody spins. */
static void a_torn_event(void **state)
{
    (void)state;
    mock_description description = odd();
    set_bit(&description, EV_ABS, ABS_X);
    description.axes[ABS_X].maximum = 255;
    mock_device *device = plug_odd(&description);
    sit_down();
    assert_int_equal(io_devices_count(d.devices), 2);
    assert_int_equal(write(device->fd, "garbage", 7), 7);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 1);
    expect_sanity();
    mock_free(device);
}

/* ---- nodes that cannot be opened ---- */

/* Root may read what nobody may read; for a while this thread may not. */
static void drop_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct data[2];
    assert_int_equal(syscall(SYS_capget, &header, data), 0);
    data[0].effective &= ~((1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH));
    assert_int_equal(syscall(SYS_capset, &header, data), 0);
}

static void regain_rights(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct data[2];
    assert_int_equal(syscall(SYS_capget, &header, data), 0);
    data[0].effective = data[0].permitted;
    assert_int_equal(syscall(SYS_capset, &header, data), 0);
}

static const io_device_info *find(const io_device_info *list, int count, int vendor)
{
    for (int i = 0; i < count; i++)
        if (list[i].vendor == vendor) return &list[i];
    fail_msg("no device of vendor %04x is listed", (unsigned)vendor);
    return NULL;
}

static void a_node_that_may_not_be_opened(void **state)
{
    (void)state;
    mock_description description = odd();
    set_bit(&description, EV_ABS, ABS_X);
    description.axes[ABS_X].maximum = 255;
    mock_device *device = plug_odd(&description);
    assert_int_equal(chmod(device->path, 0), 0);
    drop_rights();
    io_device_info list[IO_LISTED];
    char error[200] = "";
    const int count = io_device_list(list, error, sizeof error);
    const io_device_info *info = find(list, count, 0x1234);
    assert_int_equal(info->error, EACCES);
    assert_string_equal(info->type, "pedals"); /* known all the same */
    sit_down();
    desk_await_news(&d, "70-headland.rules");
    expect_sanity();
    assert_int_equal(io_devices_count(d.devices), 1);

    /* its rights are mended: udev says so */
    assert_int_equal(chmod(device->path, 0600), 0);
    umockdev_testbed_uevent(bed.testbed, device->syspath, "change");
    DESK_AWAIT(&d, io_devices_count(d.devices) == 2);
    mock_event(device, EV_ABS, ABS_X, 255);
    desk_await(&d, "tilt", 1.0, 0.0);
    regain_rights();
    mock_free(device);
}

static void a_node_that_is_no_input_device(void **state)
{
    (void)state;
    mock_description description = odd();
    set_bit(&description, EV_ABS, ABS_X);
    mock_device *device = plug_odd(&description), *vanished = plug_odd(&description);
    assert_true(umockdev_testbed_detach_ioctl(bed.testbed, device->node, NULL)); /* now a plain pipe */
    unlink(vanished->path);
    io_device_info list[IO_LISTED];
    char error[200] = "";
    const int count = io_device_list(list, error, sizeof error);
    assert_int_equal(count, 3);
    for (int i = 0; i < count; i++)
        if (list[i].vendor == 0x1234)
            assert_true(strcmp(list[i].node, vanished->node) == 0 ? list[i].error == ENOENT
                                                                  : list[i].error != 0);
    sit_down();
    desk_await_news(&d, "cannot be opened");
    assert_int_equal(io_devices_count(d.devices), 1);
    expect_sanity();
    vanished->plugged = false;
    umockdev_testbed_attach_ioctl(bed.testbed, device->node, device->handler, NULL);
    mock_free(device);
    mock_free(vanished);
}

int main(void)
{
#define MOCK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        MOCK_TEST(axes_of_no_use),
        MOCK_TEST(devices_without_anything),
        MOCK_TEST(nonsense_as_events),
        MOCK_TEST(a_torn_event),
        MOCK_TEST(a_node_that_may_not_be_opened),
        MOCK_TEST(a_node_that_is_no_input_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
