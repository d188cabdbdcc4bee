/* From movements to ranges, from ranges to bindings. */
#include "io/calibration.h"

#include <limits.h>
#include <linux/input.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- ranges ---- Shares of the way, with a margin for how people move axes. */

static const double least_way = 0.25; /* of the device's own range: shorter movements are not intended */
static const double near_end =
    0.15; /* a rest this near an end is not a middle: a pedal, a lever at its stop */
static const double dead_zone_step = 0.005, most_dead_zone = 0.5; /* dead zones are written in round steps */

const io_span io_span_empty = {INT_MAX, INT_MIN};

void io_span_add(io_span *span, int value)
{
    if (value < span->low) span->low = value;
    if (value > span->high) span->high = value;
}

static double width(io_span span)
{
    return (double)span.high - (double)span.low;
}

/* The noise to either side of the rest, and the one count that the middle of an even number of counts is off.
 */
static double dead_zone(const io_found_range *range)
{
    const double below = (double)range->rest - (double)range->min,
                 above = (double)range->max - (double)range->rest;
    const double way = range->centred ? fmin(below, above) : below + above;
    const double share = ((double)range->noise + 1.0) / way;
    return fmin(dead_zone_step * ceil(share / dead_zone_step), most_dead_zone);
}

io_found_range io_range_find(io_span told, io_span way, io_span still)
{
    const int noise = still.high - still.low;
    io_found_range range = {.min = way.low,
                            .rest = still.low + noise / 2,
                            .max = way.high,
                            .noise = noise,
                            .moved = width(way) > 0.0 && width(way) >= least_way * width(told)};
    if (!range.moved) return range;
    const double share = ((double)range.rest - (double)way.low) / width(way);
    range.centred = share > near_end && share < 1.0 - near_end;
    range.dead_zone = dead_zone(&range);
    return range;
}

bool io_range_is_upwards(const io_found_range *range, io_span way, bool *clear)
{
    const double up = (double)way.high - (double)range->rest, down = (double)range->rest - (double)way.low;
    *clear = fmax(up, down) >= least_way * ((double)range->max - (double)range->min);
    return up > down;
}

void io_range_apply(const io_found_range *range, auth_axis *axis)
{
    axis->has_min = axis->has_max = true;
    axis->min = range->min;
    axis->max = range->max;
    axis->has_centre = range->centred;
    axis->centre = range->centred ? range->rest : 0.0;
    axis->dead_zone = fmax(axis->dead_zone, range->dead_zone);
    if (axis->saturation <= axis->dead_zone) axis->saturation = 1.0;
}

/* ---- the device ---- */

bool io_calibration_is_hat(const io_monitor_axis *axis)
{
    return axis->code >= ABS_HAT0X && axis->code <= ABS_HAT3Y;
}

static const auth_device *device_before(const io_calibration *c)
{
    return c->bound ? c->bound->author : NULL;
}

static const auth_axis *bound_axis(const auth_device *device, const char *name)
{
    for (int i = 0; device && i < device->axis_count; i++)
        if (!device->axes[i].with && strcmp(device->axes[i].axis, name) == 0) return &device->axes[i];
    return NULL;
}

static bool has_axis(const io_calibration *c, int code)
{
    for (int i = 0; i < c->axis_count; i++)
        if (c->axes[i].device.code == code) return true;
    return false;
}

static bool has_button(const io_calibrated_device *device, int code)
{
    for (int i = 0; i < device->button_count; i++)
        if (device->buttons[i] == code) return true;
    return false;
}

/* Bound buttons that the device has. */
static void take_buttons(io_calibration *c, const io_calibrated_device *device)
{
    for (int i = 0; c->bound && i < c->bound->button_count && c->button_count < IO_CALIBRATED_BUTTONS; i++) {
        const io_button *button = &c->bound->buttons[i];
        if (button->axis >= 0 ? has_axis(c, button->axis) : has_button(device, button->code))
            c->buttons[c->button_count++] = *button->author;
    }
}

/* Initial force feedback: as bound, or else as in the supplied wheels. */
static void begin_force(io_calibration *c)
{
    const auth_device *before = device_before(c);
    if (!c->info->force) return;
    if (before && before->force.present)
        c->force = before->force;
    else /* the defaults of the keys, docs/bindings.md */
        c->force = (auth_force_feedback){.present = !before, .gain = 0.7, .vibration = 0.3};
}

void io_calibration_begin(io_calibration *c, const io_calibrated_device *device)
{
    c->has_dial = device->has_dial;
    c->has_switches = device->button_count > 0 || device->has_dial;
    for (int i = 0; i < device->axis_count && i < IO_CALIBRATED_AXES; i++) {
        io_calibrated_axis *axis = &c->axes[c->axis_count++];
        const auth_axis *before = bound_axis(device_before(c), device->axes[i].name);
        *axis = (io_calibrated_axis){.device = device->axes[i], .span = io_span_empty, .before = before};
        axis->command = before ? before->command : NULL;
        axis->invert = before && before->invert;
        c->has_switches = c->has_switches || io_calibration_is_hat(&axis->device);
    }
    take_buttons(c, device);
    begin_force(c);
}

static void move_axis(io_calibration *c, int code, int value)
{
    for (int i = 0; i < c->axis_count; i++) {
        if (c->axes[i].device.code != code) continue;
        c->axes[i].device.value = value;
        io_span_add(&c->axes[i].span, value);
    }
}

void io_calibration_event(io_calibration *c, int type, int code, int value)
{
    const bool hat = type == EV_ABS && code >= ABS_HAT0X && code <= ABS_HAT3Y;
    if (type == EV_ABS) move_axis(c, code, value);
    if (type != EV_REL && ((type != EV_KEY && !hat) || value == 0)) return;
    c->pressed = (io_press){.seen = true, .hat = hat, .dial = type == EV_REL};
    if (hat) c->pressed.beyond = value > 0 ? 0.5 : -0.5; /* half of the way of a hat */
    io_monitor_name(type, code, c->pressed.name);
}

/* ---- its bindings ---- */

static const io_calibrated_axis *find_axis(const io_calibration *c, const char *name)
{
    for (int i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].device.name, name) == 0) return &c->axes[i];
    return NULL;
}

/* Update a bound axis. An axis may be bound to several commands: all stay, or another command replaces all.
 * Curve and dead zone belong to the command. @return false: this binding is dropped */
static bool renew_axis(const io_calibrated_axis *found, bool first, auth_axis *axis)
{
    if (!found || !found->before || !found->range.moved) return true;
    const bool turned = found->invert != found->before->invert;
    const bool same = found->command && strcmp(found->command, found->before->command) == 0;
    axis->invert = axis->invert != turned;
    if (!axis->with && !same) {
        if (!first || !found->command) return false;
        *axis = (auth_axis){.axis = axis->axis,
                            .command = found->command,
                            .invert = found->invert,
                            .saturation = 1.0,
                            .join = AUTH_JOIN_LARGEST};
    }
    io_range_apply(&found->range, axis);
    return true;
}

static void gather_axes(const io_calibration *c, auth_device *device)
{
    const auth_device *before = device_before(c);
    for (int i = 0; before && i < before->axis_count; i++) {
        auth_axis axis = before->axes[i];
        if (!axis.relative && !has_axis(c, c->bound->axes[i].code)) continue;
        const io_calibrated_axis *found = find_axis(c, axis.axis);
        const bool first = found && found->before == &before->axes[i];
        if (renew_axis(found, first, &axis)) device->axes[device->axis_count++] = axis;
    }
    for (int i = 0; i < c->axis_count; i++) {
        const io_calibrated_axis *found = &c->axes[i];
        if (found->before || !found->range.moved || !found->command) continue;
        auth_axis *axis = &device->axes[device->axis_count++];
        *axis = (auth_axis){.axis = found->device.name,
                            .command = found->command,
                            .invert = found->invert,
                            .saturation = 1.0,
                            .join = AUTH_JOIN_LARGEST};
        io_range_apply(&found->range, axis);
    }
}

int io_calibration_find_dial(const auth_axis *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (list[i].relative && !list[i].with && strcmp(list[i].axis, name) == 0) return i;
    return -1;
}

/* Dials replace bindings of the same name. */
static void gather_dials(const io_calibration *c, auth_device *device)
{
    for (int i = 0; i < c->dial_count; i++) {
        const int at = io_calibration_find_dial(device->axes, device->axis_count, c->dials[i].axis);
        if (at >= 0)
            memmove(&device->axes[at], &device->axes[at + 1],
                    sizeof *device->axes * (size_t)(--device->axis_count - at));
        if (c->dials[i].command) device->axes[device->axis_count++] = c->dials[i];
    }
}

static bool has_twin(const io_calibration *c)
{
    for (int i = 0; i < c->device_count; i++) {
        const io_device_info *other = &c->devices[i];
        if (other != c->info && other->vendor == c->info->vendor && other->product == c->info->product &&
            strcmp(other->name, c->info->name) == 0)
            return true;
    }
    return false;
}

/* A pattern that matches only this text (fnmatch). NULL: out of memory. */
static const char *exact_pattern(hl_arena *arena, const char *text)
{
    char pattern[2 * IO_NAME];
    size_t length = 0;
    for (; *text && length < sizeof pattern - 2; text++) {
        if (strchr("*?[]\\", *text)) pattern[length++] = '\\';
        pattern[length++] = *text;
    }
    return hl_arena_string(arena, pattern, length);
}

static bool make_match(const io_calibration *c, auth_match *match)
{
    const io_device_info *info = c->info;
    const bool known = info->vendor != 0 || info->product != 0, twin = has_twin(c);
    *match = (auth_match){.vendor = known ? info->vendor : -1,
                          .product = known ? info->product : -1,
                          .version = -1,
                          .name = known ? NULL : exact_pattern(c->arena, info->name),
                          .phys = twin ? exact_pattern(c->arena, info->phys) : NULL};
    return (known || match->name) && (!twin || match->phys);
}

/* ---- the file ---- */

/* An entry that matches only this of the plugged-in devices. */
static bool is_replaced(const io_calibration *c, const auth_device *device)
{
    const auth_match *match = &device->match;
    if (io_device_rank(c->info, match) == 0) return false;
    if (has_twin(c)) return match->phys || match->instance > 0;
    return match->vendor >= 0 || match->name || match->phys;
}

static int place_in_file(const io_calibration *c)
{
    for (int i = 0; c->existing && i < c->existing->device_count; i++)
        if (is_replaced(c, &c->existing->devices[i])) return i;
    return -1;
}

static bool name_is_free(const auth_bindings *bindings, const auth_device *own, const char *name)
{
    for (int i = 0; i < bindings->device_count; i++)
        if (&bindings->devices[i] != own && strcmp(bindings->devices[i].name, name) == 0) return false;
    return true;
}

/* Names in a file must differ: a second one gets a number. */
static bool make_name_differ(const io_calibration *c, const auth_bindings *bindings, auth_device *device)
{
    char name[IO_NAME];
    snprintf(name, sizeof name, "%s", device->name);
    for (int number = 2; !name_is_free(bindings, device, name); number++)
        snprintf(name, sizeof name, "%.100s %d", device->name, number);
    device->name = hl_arena_string(c->arena, name, strlen(name));
    return device->name != NULL;
}

/* Two axes on one command need the same rule: that of the other axis, else the axis farther from its rest
 * leads. */
static void join_axes(auth_axis *axis, const auth_bindings *bindings)
{
    for (int i = 0; i < bindings->device_count; i++) {
        for (int k = 0; k < bindings->devices[i].axis_count; k++) {
            auth_axis *other = &bindings->devices[i].axes[k];
            if (other == axis || other->relative || strcmp(other->command, axis->command) != 0) continue;
            if (other->join == AUTH_JOIN_NONE) other->join = AUTH_JOIN_LARGEST;
            axis->join = other->join;
        }
    }
}

/* The axes of other devices are copied: their rule may change. */
static bool copy_axes(const io_calibration *c, auth_bindings *bindings)
{
    for (int i = 0; i < bindings->device_count; i++) {
        auth_device *device = &bindings->devices[i];
        auth_axis *axes = HL_NEW(c->arena, auth_axis, device->axis_count);
        if (!axes) return false;
        if (device->axis_count > 0) memcpy(axes, device->axes, sizeof *axes * (size_t)device->axis_count);
        device->axes = axes;
    }
    return true;
}

static bool make_device(io_calibration *c, auth_device *device)
{
    const auth_device *before = device_before(c);
    const int most = (before ? before->axis_count : 0) + c->axis_count + c->dial_count;
    *device = (auth_device){.name = before ? before->name : c->info->type,
                            .axes = HL_NEW(c->arena, auth_axis, most),
                            .buttons = c->buttons,
                            .button_count = c->button_count};
    if (!device->axes || !make_match(c, &device->match)) return false;
    gather_axes(c, device);
    gather_dials(c, device);
    device->force = c->force;
    return true;
}

const auth_device *io_calibration_bindings(io_calibration *c, auth_bindings *bindings)
{
    const int count = c->existing ? c->existing->device_count : 0;
    *bindings = (auth_bindings){.name = "devices of this computer", .machine = c->machine_path};
    if (c->existing) {
        bindings->name = c->existing->name;
        bindings->description = c->existing->description;
    }
    bindings->devices = HL_NEW(c->arena, auth_device, count + 1);
    if (!bindings->devices) return NULL;
    for (int i = 0; i < count; i++) bindings->devices[i] = c->existing->devices[i];
    const int place = place_in_file(c);
    auth_device *device = &bindings->devices[place < 0 ? count : place];
    const auth_device old = *device;
    bindings->device_count = place < 0 ? count + 1 : count;
    if (!make_device(c, device)) return NULL;
    if (place >= 0) {
        device->name = old.name;
        device->match = old.match;
    }
    if (!make_name_differ(c, bindings, device) || !copy_axes(c, bindings)) return NULL;
    for (int i = 0; i < device->axis_count; i++)
        if (!device->axes[i].relative) join_axes(&device->axes[i], bindings);
    return device;
}
