/* One device: its node opened, its events read and given to the mapper. */
#include "devices_internal.h"

#include "io/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

/* Events taken from one device before others have their turn: several reports of the busiest devices, and
 * with a microsecond or two an event far below a tick of the physics. */
enum { EVENTS_AT_ONCE = 256 };

static int64_t nanoseconds(int64_t seconds, int64_t microseconds)
{
    return (int64_t)((uint64_t)seconds * 1000000000U + (uint64_t)microseconds * 1000U);
}

/* The kernel stamps events on CLOCK_REALTIME unless asked for CLOCK_MONOTONIC. Where it refuses, the age of a
 * stamp gives the time on CLOCK_MONOTONIC. */
int64_t devices_event_time(int64_t stamp, int64_t clock_now, int64_t now)
{
    static const int64_t oldest = 1000000000; /* [ns]: older stamps are not trusted */
    /* subtracted as unsigned numbers: a stamp may have any value */
    const int64_t age = (int64_t)((uint64_t)clock_now - (uint64_t)stamp);
    return age >= 0 && age <= oldest ? now - age : now;
}

static int64_t time_of(const slot *s, const struct input_event *event)
{
    const int64_t stamp = nanoseconds(event->input_event_sec, event->input_event_usec);
    const int64_t now = io_clock_now();
    if (s->monotonic) return devices_event_time(stamp, now, now);
    struct timespec real;
    clock_gettime(CLOCK_REALTIME, &real);
    return devices_event_time(stamp, (int64_t)real.tv_sec * 1000000000 + real.tv_nsec, now);
}

static void take_event(io_devices *devices, int index, int type, int code, int value, int64_t time)
{
    const bool held_back = io_mapper_held_back(devices->mapper, index);
    const io_moves moves = io_mapper_event(devices->mapper, index, type, code, value, time);
    if (held_back && !io_mapper_held_back(devices->mapper, index))
        devices_post_news(devices, "%s: %.90s drives now", devices->slots[index].bindings->author->name,
                          devices->slots[index].info.name);
    devices_send_moves(devices, moves);
}

/* Send what the device holds now. Buttons come first, since some of them change what axes mean. A button that
 * is held does not do what pressing it would; all else is sent whether it has changed or not, because the
 * session has released it. The kernel reports 0 for an axis that has not moved since it was plugged in. It
 * counts only where it is the rest of the axis: of a pedal that rests at 255 it would mean fully pressed. */
static void send_state(io_devices *devices, int index)
{
    const slot *s = &devices->slots[index];
    const int64_t now = io_clock_now();
    for (int code = 0; code < KEY_CNT; code++)
        if (libevdev_get_event_value(s->evdev, EV_KEY, (unsigned)code) != 0)
            (void)io_mapper_event(devices->mapper, index, EV_KEY, code, 1, now);
    for (int code = 0; code < ABS_CNT && !s->generic; code++) {
        const int value = libevdev_get_event_value(s->evdev, EV_ABS, (unsigned)code);
        if (value == 0 && !io_mapper_at_rest(devices->mapper, index, code, value)) continue;
        (void)io_mapper_event(devices->mapper, index, EV_ABS, code, value, now);
    }
    devices_send_moves(devices, io_mapper_repeat(devices->mapper, index, 0)); /* time 0: it is not late */
}

static int open_node(const io_device_info *info)
{
    int fd = -1;
    if (info->force) fd = open(info->node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) fd = open(info->node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return fd;
}

int devices_slot_open(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    s->fd = open_node(&s->info);
    if (s->fd < 0) return errno;
    const int status = libevdev_new_from_fd(s->fd, &s->evdev);
    if (status < 0 || !devices_watch(devices, s->fd, (uint64_t)index)) {
        const int error = status < 0 ? -status : errno;
        libevdev_free(s->evdev);
        s->evdev = NULL;
        close(s->fd);
        s->fd = -1;
        return error;
    }
    s->monotonic = libevdev_set_clock_id(s->evdev, CLOCK_MONOTONIC) == 0;
    for (int code = 0; code < ABS_CNT; code++) {
        const struct input_absinfo *axis = libevdev_get_abs_info(s->evdev, (unsigned)code);
        s->ranges[code] =
            axis != NULL ? (io_axis_range){axis->minimum, axis->maximum} : (io_axis_range){0, 0};
    }
    s->present = true;
    s->more = false;
    io_mapper_plug(devices->mapper, index, s->bindings, s->ranges);
    if (s->generic) io_mapper_hold_back(devices->mapper, index);
    send_state(devices, index);
    devices_force_begin(devices, index);
    return 0;
}

void devices_slot_close(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    if (!s->present) return;
    devices_force_end(devices, index);
    epoll_ctl(devices->poll, EPOLL_CTL_DEL, s->fd, NULL);
    libevdev_free(s->evdev);
    close(s->fd);
    s->evdev = NULL;
    s->fd = -1;
    s->present = s->more = false;
    io_mapper_unplug(devices->mapper, index);
}

/* After the kernel has thrown events away libevdev tells the difference to what the device holds now. These
 * events have no time of their own. @return false: the device has gone */
static bool synchronise(io_devices *devices, int index)
{
    struct input_event event;
    int status = LIBEVDEV_READ_STATUS_SYNC;
    while (status == LIBEVDEV_READ_STATUS_SYNC) { /* as many as the device has axes and buttons, at most */
        status = libevdev_next_event(devices->slots[index].evdev, LIBEVDEV_READ_FLAG_SYNC, &event);
        if (status == LIBEVDEV_READ_STATUS_SYNC)
            take_event(devices, index, event.type, event.code, event.value, io_clock_now());
    }
    return status == -EAGAIN || status >= 0;
}

bool devices_slot_read(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    s->more = false;
    for (int i = 0; i < EVENTS_AT_ONCE; i++) {
        struct input_event event;
        const int status = libevdev_next_event(s->evdev, LIBEVDEV_READ_FLAG_NORMAL, &event);
        if (status == -EAGAIN || status == -EINTR) return true;
        if (status < 0) return false;
        if (status == LIBEVDEV_READ_STATUS_SYNC) { /* that was much already */
            s->more = true;
            return synchronise(devices, index);
        }
        if (event.type == EV_KEY || event.type == EV_ABS || event.type == EV_REL)
            take_event(devices, index, event.type, event.code, event.value, time_of(s, &event));
    }
    s->more = true;
    return true;
}
