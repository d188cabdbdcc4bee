/* Questions about an axis: how far it goes, what it drives, which way. */
#include "calibrate.h"

#include <stdio.h>
#include <string.h>

/* How long an axis that was let go is watched for its noise [ms]. */
enum { STILL = 400 };

static void tell_range(const calibrate_axis *axis)
{
    const calibrate_range *range = &axis->range;
    if (!range->moved && axis->before)
        printf("  %s has hardly moved: its present binding, to %s, is kept.\n", axis->device.name,
               axis->before->command);
    else if (!range->moved)
        printf("  %s has hardly moved: it is skipped.\n", axis->device.name);
    else
        printf("  %d to %d, at rest %d (%s), noise %d: dead zone %g.\n", range->min, range->max, range->rest,
               range->centred ? "in the middle" : "at an end", range->noise, range->dead_zone);
}

calibrate_answer calibrate_ask_range(calibration *c, int axis)
{
    char line[CONSOLE_LINE];
    calibrate_axis *a = &c->axes[axis];
    const calibrate_span told = {a->device.min, a->device.max};
    c->spans[a->device.code] = calibrate_nothing; /* before its first event a device may say anything */
    printf("\n%s (%d to %d, now %d): move it through its whole range, release it, and press Enter.\n",
           a->device.name, told.low, told.high, io_monitor_axis_at(c->monitor, axis).value);
    const calibrate_answer answer = calibrate_ask(c, false, line);
    if (answer != CALIBRATE_NEXT) return answer;
    const calibrate_span way = c->spans[a->device.code];
    calibrate_begin_span(c, axis);
    calibrate_follow(c, STILL);
    if (c->lost) return CALIBRATE_QUIT;
    a->range = calibrate_find(told, way, c->spans[a->device.code]);
    tell_range(a);
    return CALIBRATE_NEXT;
}

/* All commands that it drives without a held button. */
static void now_text(const calibration *c, const char *axis, char *text, size_t size)
{
    size_t length = 0;
    *text = '\0';
    for (int i = 0; c->before && i < c->before->axis_count && length < size; i++) {
        const auth_axis *bound = &c->before->axes[i];
        if (bound->with || strcmp(bound->axis, axis) != 0) continue;
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", length ? " and " : "", bound->command);
    }
}

calibrate_answer calibrate_ask_command(calibration *c, int axis)
{
    char now[DEVICE_PATH];
    calibrate_axis *a = &c->axes[axis];
    now_text(c, a->device.name, now, sizeof now);
    printf("  What does %s drive?\n", a->device.name);
    a->command = a->before ? a->before->command : NULL;
    return calibrate_choose(c, now, false, &a->command);
}

/* Where a command is full, in words. */
static void full_text(const calibration *c, const char *command, char *text, size_t size)
{
    const auth_control *control = calibrate_control(c, command);
    const char *dot = strrchr(command, '.');
    if (control && control->low < 0.0)
        snprintf(text, size, "to where '%s' is positive (%s)", command, control->meaning);
    else if (control)
        snprintf(text, size, "to where '%s' is most (%s)", command, control->meaning);
    else if (dot && strcmp(dot, ".x") == 0)
        snprintf(text, size, "to the right");
    else if (dot && strcmp(dot, ".y") == 0)
        snprintf(text, size, "forward, away from you");
    else
        snprintf(text, size, "to where '%s' is most", command);
}

calibrate_answer calibrate_ask_direction(calibration *c, int axis)
{
    char line[CONSOLE_LINE], where[DEVICE_PATH];
    calibrate_axis *a = &c->axes[axis];
    bool clear;
    calibrate_begin_span(c, axis);
    full_text(c, a->command, where, sizeof where);
    printf("  Push or press %s fully %s, and press Enter.\n", a->device.name, where);
    const calibrate_answer answer = calibrate_ask(c, false, line);
    if (answer != CALIBRATE_NEXT) return answer;
    const bool upwards = calibrate_upwards(&a->range, c->spans[a->device.code], &clear);
    if (clear) a->invert = !upwards;
    printf("  %s %s.\n", clear ? "Its counts go" : "It has hardly moved; by default its counts go",
           a->invert ? "down there: inverted" : "up there");
    return CALIBRATE_NEXT;
}
