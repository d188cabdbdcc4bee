/* The picture of `headland devices monitor`: a line an axis with a bar, the buttons that are down. ANSI
 * escape sequences (ECMA-48): up so many lines, erase to the end of the line, reverse video; and DEC's mode
 * 7: lines end at the margin instead of going on below it, so that as many are drawn as are counted. */
#include "monitor_internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR = 24 }; /* characters */

const char *monitor_action_name(io_action action)
{
    static const char *const names[IO_ACTIONS] = {
#define X(id, name, meaning) name,
        IO_ACTION_LIST(X)
#undef X
    };
    return names[action];
}

static void end_line(monitor *m)
{
    fputs("\033[K\n", stdout);
    m->lines++;
}

/* The cursor stands below the last line: without scrolling there is no room for more. */
static bool is_full(const monitor *m)
{
    return m->lines >= m->rows - 1;
}

static int terminal_rows(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : INT_MAX;
}

/* From the lower end of the device's own range to where it is. */
static void draw_bar(const io_monitor_axis *axis)
{
    char bar[BAR + 1];
    const double way = (double)axis->max - (double)axis->min;
    const double share = way > 0.0 ? ((double)axis->value - (double)axis->min) / way : 0.0;
    const int filled = share < 0.0 ? 0 : share > 1.0 ? BAR : (int)(share * BAR + 0.5);
    memset(bar, ' ', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    printf("[%s]", bar);
}

/* The control of a lever, by the machine's first pattern; -1: none. */
static int lever_control(const monitor *m, const char *lever)
{
    if (m->machine->pattern_count == 0) return -1;
    const auth_pattern *pattern = &m->machine->patterns[0];
    for (int i = 0; i < pattern->lever_count; i++)
        if (strcmp(pattern->levers[i].lever, lever) == 0) return pattern->levers[i].control;
    return -1;
}

static void draw_target(const monitor *m, io_target target, const char *command)
{
    int control = -1;
    if (target.kind == IO_TARGET_CONTROL) control = target.index;
    if (target.kind == IO_TARGET_LEVER) control = lever_control(m, command);
    printf("  %s", command);
    if (target.kind == IO_TARGET_LEVER && control >= 0) printf(" = %s", m->machine->controls[control].name);
    if (control >= 0) printf(" %+.3f", m->values[control]);
}

static void draw_axis(monitor *m, int slot, const io_monitor_axis *axis)
{
    double raw, shaped;
    const io_device_bindings *bound = m->devices[slot].bound;
    printf("  %-14s %6d ", axis->name, axis->value);
    draw_bar(axis);
    if (bound && io_mapper_axis(m->mapper, slot, axis->code, &raw, &shaped)) printf(" %+.3f", raw);
    for (int i = 0; bound && i < bound->axis_count; i++)
        if (bound->axes[i].code == axis->code)
            draw_target(m, bound->axes[i].target, bound->axes[i].author->command);
    end_line(m);
}

static void draw_button(const monitor *m, const io_device_bindings *bound, const io_monitor_button *button)
{
    printf(" \033[7m%s\033[0m", button->name);
    for (int i = 0; bound && i < bound->button_count; i++)
        if (bound->buttons[i].code == button->code)
            draw_target(m, bound->buttons[i].target, bound->buttons[i].author->command);
}

static void draw_device(monitor *m, int slot)
{
    const monitor_device *device = &m->devices[slot];
    if (is_full(m)) return;
    printf("%s  %s  %s", device->info->name, device->info->node,
           !device->monitor ? "gone"
           : device->bound  ? device->label
                            : "not bound");
    end_line(m);
    if (!device->monitor) return;
    for (int i = 0; i < io_monitor_axis_count(device->monitor) && !is_full(m); i++) {
        const io_monitor_axis axis = io_monitor_axis_at(device->monitor, i);
        draw_axis(m, slot, &axis);
    }
    if (is_full(m)) return;
    const int count = io_monitor_button_count(device->monitor);
    printf("  %d buttons", count);
    for (int i = 0; i < count; i++) {
        const io_monitor_button button = io_monitor_button_at(device->monitor, i);
        if (button.down) draw_button(m, device->bound, &button);
    }
    end_line(m);
}

void monitor_draw(monitor *m)
{
    if (m->lines > 0) printf("\033[%dA", m->lines);
    m->lines = 0;
    m->rows = terminal_rows();
    fputs("\033[?7l", stdout);
    for (int i = 0; i < m->count; i++) draw_device(m, i);
    fputs("\033[J\033[?7h", stdout); /* what a device that has gone leaves below */
}
