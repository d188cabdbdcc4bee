/* What a device is, from the events that it can send. Nobody's list of joysticks is asked: pedals without a
 * button are an accelerometer to udev, panels of buttons a keyboard. */
#include "device_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Numbers of codes from first to last that are there. */
static int counted(const unsigned char *bits, int first, int last)
{
    int count = 0;
    for (int code = first; code <= last; code++) count += device_bit(bits, code);
    return count;
}

/* Wheels that a program cannot tell from a joystick by their events: X to steer, buttons of a joystick.
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

/* Sticks with motors in them are known by their names. */
static bool names_stick(const char *name)
{
    return strcasestr(name, "stick") != NULL || strcasestr(name, "yoke") != NULL ||
           strcasestr(name, "sidewinder") != NULL || strcasestr(name, "flight") != NULL;
}

/* It pushes an axis, where pads only shake. */
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
    PANEL_BUTTONS = 20, /* more than hands on a gamepad reach */
    LETTERS = 26        /* a keyboard has them all */
};

/* The first button of a stick, which gamepads and panels have not. */
static bool is_joystick(const device_bits *bits)
{
    return device_bit(bits->key, BTN_TRIGGER) && counted(bits->abs, ABS_X, ABS_Y) == 2;
}

/* Many buttons, and not the throttle or twist with hat that a stick with so many has. */
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
