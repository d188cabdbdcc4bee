/* One input device, opened with libevdev to show its events. */
#include "io/device.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

struct io_monitor {
    struct libevdev *device;
    int descriptor;
    unsigned flag; /* mode of reading: differences after dropped events come before new events */
    int axis_count, button_count;
    int axes[ABS_CNT], buttons[KEY_CNT]; /* codes */
    io_axis_range ranges[ABS_CNT];
};

/* ---- opening ---- */

/* Codes from ABS_MT_SLOT on are touches. */
static void list_axes(io_monitor *m)
{
    for (int code = 0; code < ABS_MT_SLOT; code++) {
        const struct input_absinfo *info = libevdev_get_abs_info(m->device, (unsigned)code);
        if (info == NULL) continue;
        m->axes[m->axis_count++] = code;
        m->ranges[code] = (io_axis_range){info->minimum, info->maximum};
    }
}

static void list_buttons(io_monitor *m)
{
    for (int code = 1; code < KEY_CNT; code++)
        if (libevdev_has_event_code(m->device, EV_KEY, (unsigned)code)) m->buttons[m->button_count++] = code;
}

io_monitor *io_monitor_open(const char *node, hl_arena *arena, int *error)
{
    io_monitor *m = HL_NEW(arena, io_monitor, 1);
    *error = ENOMEM;
    if (m == NULL) return NULL;
    m->descriptor = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *error = errno;
    if (m->descriptor < 0) return NULL;
    *error = -libevdev_new_from_fd(m->descriptor, &m->device);
    if (*error != 0) {
        (void)close(m->descriptor);
        return NULL;
    }
    m->flag = LIBEVDEV_READ_FLAG_NORMAL;
    list_axes(m);
    list_buttons(m);
    return m;
}

void io_monitor_close(io_monitor *monitor)
{
    if (monitor == NULL) return;
    libevdev_free(monitor->device);
    (void)close(monitor->descriptor);
}

/* ---- what it has ---- */

void io_monitor_name(int type, int code, char name[IO_EVENT_NAME])
{
    const char *known = libevdev_event_code_get_name((unsigned)type, (unsigned)code);
    if (known != NULL)
        snprintf(name, IO_EVENT_NAME, "%s", known);
    else
        snprintf(name, IO_EVENT_NAME, "0x%x", (unsigned)code);
}

int io_monitor_axis_count(const io_monitor *monitor)
{
    return monitor->axis_count;
}

io_monitor_axis io_monitor_axis_at(const io_monitor *monitor, int index)
{
    const int code = monitor->axes[index];
    io_monitor_axis axis = {.code = code,
                            .min = monitor->ranges[code].min,
                            .max = monitor->ranges[code].max,
                            .value = libevdev_get_event_value(monitor->device, EV_ABS, (unsigned)code)};
    io_monitor_name(EV_ABS, code, axis.name);
    return axis;
}

int io_monitor_button_count(const io_monitor *monitor)
{
    return monitor->button_count;
}

io_monitor_button io_monitor_button_at(const io_monitor *monitor, int index)
{
    const int code = monitor->buttons[index];
    io_monitor_button button = {
        .code = code, .down = libevdev_get_event_value(monitor->device, EV_KEY, (unsigned)code) != 0};
    io_monitor_name(EV_KEY, code, button.name);
    return button;
}

const io_axis_range *io_monitor_ranges(const io_monitor *monitor)
{
    return monitor->ranges;
}

int io_monitor_descriptor(const io_monitor *monitor)
{
    return monitor->descriptor;
}

/* ---- events ---- */

/* Not motions of a mouse, nor the high-resolution counts of its wheels. */
static bool is_dial(int code)
{
    return code == REL_DIAL || code == REL_WHEEL || code == REL_HWHEEL;
}

bool io_monitor_has_dial(const io_monitor *monitor)
{
    for (unsigned code = 0; code < REL_CNT; code++)
        if (is_dial((int)code) && libevdev_has_event_code(monitor->device, EV_REL, code)) return true;
    return false;
}

static bool is_change(const struct input_event *from)
{
    enum { REPEAT = 2 }; /* value of EV_KEY: the key is held */
    if (from->type == EV_KEY) return from->value != REPEAT;
    if (from->type == EV_REL) return is_dial(from->code);
    return from->type == EV_ABS && from->code < ABS_MT_SLOT;
}

static io_monitor_event event_of(const struct input_event *from)
{
    return (io_monitor_event){.time = (from->input_event_sec * INT64_C(1000000) + from->input_event_usec) *
                                      INT64_C(1000),
                              .type = from->type,
                              .code = from->code,
                              .value = from->value};
}

/* A removed device may report nothing at all. */
static bool is_gone(const io_monitor *m)
{
    struct pollfd asked = {.fd = m->descriptor, .events = POLLIN};
    return poll(&asked, 1, 0) > 0 && (asked.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

io_monitor_got io_monitor_next(io_monitor *monitor, io_monitor_event *event)
{
    for (;;) {
        struct input_event from;
        const int got = libevdev_next_event(monitor->device, monitor->flag, &from);
        if (got == -EAGAIN && monitor->flag == LIBEVDEV_READ_FLAG_NORMAL)
            return is_gone(monitor) ? IO_MONITOR_GONE : IO_MONITOR_NOTHING;
        if (got < 0 && got != -EAGAIN && got != -EINTR) return IO_MONITOR_GONE;
        /* The end of the differences is EAGAIN too. */
        if (got == -EAGAIN) monitor->flag = LIBEVDEV_READ_FLAG_NORMAL;
        if (got == LIBEVDEV_READ_STATUS_SYNC) monitor->flag = LIBEVDEV_READ_FLAG_SYNC;
        if (got >= 0 && is_change(&from)) {
            *event = event_of(&from);
            return IO_MONITOR_EVENT;
        }
    }
}
