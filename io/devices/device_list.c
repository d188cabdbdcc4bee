/* Input devices of the system, from udev and sysfs, and their classification. Capabilities are read from
 * sysfs, so that devices without permission are known too. */
#include "devices_internal.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- classification by capabilities; udev's classes are not used: for udev, pedals without a button are an
 * accelerometer and panels of buttons a keyboard ---- */

bool device_bit(const unsigned char *bits, int code)
{
    return (bits[code / 8] >> (code % 8) & 1) != 0;
}

static void set_word(unsigned char *bits, int count, int first, unsigned long word)
{
    for (int i = 0; i < (int)sizeof word * 8 && first + i < count; i++)
        if ((word >> i & 1UL) != 0) bits[(first + i) / 8] |= (unsigned char)(1U << ((first + i) % 8));
}

void device_parse_bits(const char *text, unsigned char *bits, int count)
{
    memset(bits, 0, (size_t)(count + 7) / 8);
    const char *end = text + strlen(text);
    for (int first = 0; first < count && end > text; first += (int)sizeof(unsigned long) * 8) {
        while (end > text && isspace((unsigned char)end[-1])) end--;
        const char *word = end;
        while (word > text && isxdigit((unsigned char)word[-1])) word--;
        if (word == end) return;
        set_word(bits, count, first, strtoul(word, NULL, 16));
        end = word;
    }
}

/* Number of set codes from first to last. */
static int counted(const unsigned char *bits, int first, int last)
{
    int count = 0;
    for (int code = first; code <= last; code++) count += device_bit(bits, code);
    return count;
}

/* Wheels that cannot be distinguished from joysticks by their events: X to steer, buttons of a joystick.
 * Vendor and product from public tables of steering wheels (berarma/oversteer wheel_ids.py,
 * JacKeTUs/linux-steering-wheels). */
static const struct {
    int vendor, product;
} wheels[] = {
    {0x046d, 0xc24f}, {0x046d, 0xc260}, {0x046d, 0xc261}, {0x046d, 0xc262}, {0x046d, 0xc266},
    {0x046d, 0xc267}, {0x046d, 0xc26d}, {0x046d, 0xc26e}, {0x046d, 0xc29b}, {0x046d, 0xc294},
    {0x046d, 0xc295}, {0x046d, 0xc298}, {0x046d, 0xc299}, {0x046d, 0xc29a}, {0x046d, 0xca03},
    {0x044f, 0xb66d}, {0x044f, 0xb66e}, {0x044f, 0xb66f}, {0x044f, 0xb677}, {0x044f, 0xb67f},
    {0x044f, 0xb696}, {0x0738, 0x2217}, {0x346e, 0x0002}, {0x346e, 0x0004}, {0x16d0, 0x0d61},
    {0x0f0d, 0x017a},
};

static bool names_wheel(const char *name)
{
    return strcasestr(name, "wheel") != NULL || strcasestr(name, "steering") != NULL ||
           strcasestr(name, "driving force") != NULL;
}

static bool is_gamepad(const device_bits *bits)
{
    return device_bit(bits->key, BTN_SOUTH) && counted(bits->abs, ABS_X, ABS_Y) == 2 &&
           counted(bits->abs, ABS_RX, ABS_RY) == 2;
}

/* Sticks with motors, known by their names. */
static bool names_stick(const char *name)
{
    return strcasestr(name, "stick") != NULL || strcasestr(name, "yoke") != NULL ||
           strcasestr(name, "sidewinder") != NULL || strcasestr(name, "flight") != NULL;
}

/* Whether it can push an axis; pads only rumble. */
static bool has_motor(const device_bits *bits)
{
    return device_bit(bits->ev, EV_FF) &&
           (device_bit(bits->ff, FF_CONSTANT) || device_bit(bits->ff, FF_SPRING));
}

static bool is_wheel(const io_device_info *info, const device_bits *bits)
{
    if (info->axis_count == 0) return false;
    if (has_motor(bits) && device_bit(bits->abs, ABS_X) && !is_gamepad(bits) && !names_stick(info->name))
        return true;
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++)
        if (wheels[i].vendor == info->vendor && wheels[i].product == info->product) return true;
    return device_bit(bits->abs, ABS_WHEEL) || names_wheel(info->name);
}

/* Touch screens, tablets and mice have axes or keys too. */
static bool is_pointer(const device_bits *bits)
{
    return counted(bits->rel, REL_X, REL_Y) == 2 || device_bit(bits->key, BTN_TOUCH) ||
           device_bit(bits->key, BTN_TOOL_PEN) || device_bit(bits->key, BTN_TOOL_FINGER) ||
           device_bit(bits->abs, ABS_MT_POSITION_X);
}

enum {
    PANEL_BUTTONS = 20, /* more than a gamepad has */
    LETTERS = 26        /* a keyboard has all of them */
};

/* The first button of a stick; gamepads and panels do not have it. */
static bool is_joystick(const device_bits *bits)
{
    return device_bit(bits->key, BTN_TRIGGER) && counted(bits->abs, ABS_X, ABS_Y) == 2;
}

/* Many buttons, without the throttle or the twist and hat of sticks with as many. */
static bool is_panel(const io_device_info *info, const device_bits *bits)
{
    const bool stick =
        is_joystick(bits) && device_bit(bits->abs, ABS_HAT0X) && counted(bits->abs, ABS_RZ, ABS_RUDDER) > 0;
    return info->button_count >= PANEL_BUTTONS && !stick;
}

static const char *type_of(const io_device_info *info, const device_bits *bits)
{
    const int keys = counted(bits->key, KEY_ESC, BTN_MISC - 1);
    if (is_pointer(bits)) return "other";
    if (info->axis_count > 0 && info->button_count == 0 && keys == 0) return "pedals";
    if (is_wheel(info, bits)) return "wheel";
    if (is_panel(info, bits)) return "panel";
    if (is_joystick(bits)) return "joystick";
    if (is_gamepad(bits)) return "gamepad";
    if (info->axis_count > 0 && info->button_count > 0) return "joystick";
    if (info->button_count > 0 || device_bit(bits->rel, REL_DIAL)) return "panel";
    return keys >= LETTERS ? "keyboard" : "other";
}

void device_classify(io_device_info *info, const device_bits *bits)
{
    info->axis_count = counted(bits->abs, ABS_X, ABS_HAT3Y) + device_bit(bits->abs, ABS_MISC);
    info->button_count = counted(bits->key, BTN_MISC, BTN_GEAR_UP) +
                         counted(bits->key, BTN_DPAD_UP, BTN_DPAD_RIGHT) +
                         counted(bits->key, BTN_TRIGGER_HAPPY, BTN_TRIGGER_HAPPY40);
    info->axes = 0;
    for (int code = 0; code < ABS_CNT; code++) info->axes |= (uint64_t)device_bit(bits->abs, code) << code;
    info->force = device_bit(bits->ev, EV_FF) && counted(bits->ff, FF_EFFECT_MIN, FF_EFFECT_MAX) > 0;
    info->type = type_of(info, bits);
}

bool device_is_common(const io_device_info *info)
{
    return strcmp(info->type, "keyboard") == 0 || strcmp(info->type, "other") == 0;
}

/* ---- order of ports, numbers of identical devices ---- */

/* The number at the beginning of a text, without leading zeros: its digits. */
static size_t number(const char **text)
{
    while (**text == '0') (*text)++;
    size_t digits = 0;
    while (isdigit((unsigned char)(*text)[digits])) digits++;
    return digits;
}

int device_natural_order(const char *a, const char *b)
{
    const char *const whole_a = a, *const whole_b = b;
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            const size_t digits_a = number(&a), digits_b = number(&b);
            if (digits_a != digits_b) return digits_a < digits_b ? -1 : 1;
            const int order = memcmp(a, b, digits_a);
            if (order != 0) return order;
            a += digits_a;
            b += digits_b;
        } else {
            if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++;
            b++;
        }
    }
    if (*a != *b) return *a == '\0' ? -1 : 1;
    return strcmp(whole_a, whole_b); /* "01" and "1" */
}

/* Order of devices: by port, then the device's own number, then node. */
static int port_order(const io_device_info *a, const io_device_info *b)
{
    int order = device_natural_order(a->phys, b->phys);
    if (order == 0) order = device_natural_order(a->unique, b->unique);
    if (order == 0) order = device_natural_order(a->node, b->node);
    return order;
}

bool device_same_kind(const io_device_info *a, const io_device_info *b)
{
    return a->vendor == b->vendor && a->product == b->product && a->version == b->version &&
           strcmp(a->name, b->name) == 0;
}

bool device_same_port(const io_device_info *a, const io_device_info *b)
{
    return device_same_kind(a, b) && strcmp(a->phys, b->phys) == 0 && strcmp(a->unique, b->unique) == 0;
}

static int compare(const void *a, const void *b)
{
    return port_order(a, b);
}

void device_number(io_device_info *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 0; i < count; i++) {
        list[i].instance = 1;
        for (int j = 0; j < i; j++)
            if (device_same_kind(&list[i], &list[j])) list[i].instance++;
    }
}

/* ---- devices of the system ---- */

static void copy_attribute(struct udev_device *input, const char *attribute, char *text, size_t size)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    snprintf(text, size, "%s", value != NULL ? value : "");
}

static int hexadecimal(struct udev_device *input, const char *attribute)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    return value != NULL ? (int)(strtoul(value, NULL, 16) & 0xffffUL) : 0; /* they are 16 bits wide */
}

static void read_bits(struct udev_device *input, const char *attribute, unsigned char *bits, int count)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    device_parse_bits(value != NULL ? value : "", bits, count);
}

/* errno of opening it and reading its version. */
static int try_open(const char *node)
{
    const int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno;
    int version = 0;
    const int error = ioctl(fd, EVIOCGVERSION, &version) < 0 ? errno : 0;
    close(fd);
    return error;
}

/* Describe it, except whether it can be opened. */
static bool describe(struct udev_device *node, io_device_info *info)
{
    const char *path = udev_device_get_devnode(node), *name = udev_device_get_sysname(node);
    struct udev_device *input = udev_device_get_parent_with_subsystem_devtype(node, "input", NULL);
    if (path == NULL || name == NULL || strncmp(name, "event", strlen("event")) != 0 || input == NULL)
        return false;
    *info = (io_device_info){.instance = 1};
    snprintf(info->node, sizeof info->node, "%s", path);
    copy_attribute(input, "name", info->name, sizeof info->name);
    copy_attribute(input, "phys", info->phys, sizeof info->phys);
    copy_attribute(input, "uniq", info->unique, sizeof info->unique);
    info->bus = hexadecimal(input, "id/bustype");
    info->vendor = hexadecimal(input, "id/vendor");
    info->product = hexadecimal(input, "id/product");
    info->version = hexadecimal(input, "id/version");
    device_bits bits;
    read_bits(input, "capabilities/ev", bits.ev, EV_CNT);
    read_bits(input, "capabilities/key", bits.key, KEY_CNT);
    read_bits(input, "capabilities/rel", bits.rel, REL_CNT);
    read_bits(input, "capabilities/abs", bits.abs, ABS_CNT);
    read_bits(input, "capabilities/ff", bits.ff, FF_CNT);
    device_classify(info, &bits);
    return true;
}

bool device_describe(struct udev_device *node, io_device_info *info)
{
    if (!describe(node, info)) return false;
    info->error = try_open(info->node);
    return true;
}

/* Add the devices of one sort to the list: first operators' devices, then the rest while there is room. */
static int gather(struct udev *udev, struct udev_enumerate *found, bool common, io_device_info *list,
                  int count)
{
    struct udev_list_entry *entry = NULL;
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(found))
    {
        struct udev_device *node = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
        if (node == NULL) continue; /* it was removed meanwhile */
        if (count < IO_LISTED && describe(node, &list[count]) && device_is_common(&list[count]) == common) {
            list[count].error = try_open(list[count].node);
            count++;
        }
        udev_device_unref(node);
    }
    return count;
}

int device_scan(struct udev *udev, io_device_info list[IO_LISTED])
{
    struct udev_enumerate *found = udev_enumerate_new(udev);
    if (found == NULL) return -1;
    int count = -1;
    if (udev_enumerate_add_match_subsystem(found, "input") >= 0 &&
        udev_enumerate_add_match_sysname(found, "event*") >= 0 && udev_enumerate_scan_devices(found) >= 0) {
        count = gather(udev, found, false, list, 0);
        count = gather(udev, found, true, list, count);
        device_number(list, count);
    }
    udev_enumerate_unref(found);
    return count;
}

int io_device_list(io_device_info list[IO_LISTED], char *error, size_t error_size)
{
    struct udev *udev = udev_new();
    const int count = udev != NULL ? device_scan(udev, list) : -1;
    if (count < 0) snprintf(error, error_size, "input devices cannot be listed: udev does not answer");
    if (udev != NULL) udev_unref(udev);
    return count;
}
