/* One device: its node, its events, its commands for the session, its forces. */
#include "devices_internal.h"

#include "io/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

/* ---- from the mapper into the rings of a session: if a ring is full, the newest value of each control waits
 * until there is room ---- */

/* Period of signs of life: a session takes a device that sends nothing for 0.5 s as lost. */
static const int64_t ALIVE_PERIOD = 100000000; /* [ns] */
/* Silence after which the session may have set the controls to their safe values (after 0.5 s): then the
 * state is sent again [ns]. */
static const int64_t STARVED = 400000000;

static bool push(io_devices *devices, int index, xch_command_kind kind, int control, double value,
                 int64_t time)
{
    const xch_command command = {.time = time,
                                 .value = value,
                                 .kind = (int32_t)kind,
                                 .control = control,
                                 .source = devices->links[index].source};
    if (!xch_ring_push(devices->links[index].commands, &command)) return false;
    devices->slots[index].spoken = io_clock_now();
    return true;
}

static void move_later(slot *s, const io_move *move)
{
    unsaid *u = &s->unsaid[move->control];
    if (!u->waits) s->unsaid_count++;
    *u = (unsaid){.waits = true, .value = move->value, .time = move->time};
}

static bool is_linked(const io_devices *devices, int index)
{
    return devices->joined && devices->links[index].commands != NULL;
}

static void send_move(io_devices *devices, const io_move *move)
{
    if (move->control < 0) {
        (void)xch_ring_push(devices->actions, &move->action); /* dropped if the ring is full */
        return;
    }
    if (move->slot < 0 || move->slot >= IO_SLOTS || !is_linked(devices, move->slot)) return;
    slot *s = &devices->slots[move->slot];
    const bool behind = s->lost || s->unsaid_count > 0; /* waiting values come first */
    if (behind || !push(devices, move->slot, XCH_COMMAND_SET, move->control, move->value, move->time))
        move_later(s, move);
}

void devices_send_moves(io_devices *devices, io_moves moves)
{
    for (int i = 0; i < moves.count; i++) send_move(devices, &moves.list[i]);
}

static void forget(slot *s, int controls)
{
    for (int i = 0; i < controls; i++) s->unsaid[i].waits = false;
    s->unsaid_count = 0;
}

void devices_send_lost(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    forget(s, devices->setup.machine->control_count);
    s->lost = is_linked(devices, index) && !push(devices, index, XCH_COMMAND_LOST, 0, 0.0, io_clock_now());
}

static void send_unsaid(io_devices *devices, int index, int64_t now)
{
    slot *s = &devices->slots[index];
    if (s->lost) s->lost = !push(devices, index, XCH_COMMAND_LOST, 0, 0.0, now);
    if (s->lost) return;
    for (int i = 0; i < devices->setup.machine->control_count && s->unsaid_count > 0; i++) {
        unsaid *u = &s->unsaid[i];
        if (!u->waits) continue;
        if (!push(devices, index, XCH_COMMAND_SET, i, u->value, u->time)) return;
        u->waits = false;
        s->unsaid_count--;
    }
}

void devices_send_rest(io_devices *devices, int64_t now)
{
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        if (!is_linked(devices, i)) continue;
        if (s->present && s->spoken > 0 && now - s->spoken > STARVED)
            devices_send_moves(devices, io_mapper_repeat(devices->mapper, i, 0));
        send_unsaid(devices, i, now);
        if (s->present && !s->lost && now - s->spoken >= ALIVE_PERIOD)
            push(devices, i, XCH_COMMAND_ALIVE, 0, 0.0, now);
    }
}

bool devices_send_waits(const io_devices *devices)
{
    if (!devices->joined) return false;
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].lost || devices->slots[i].unsaid_count > 0) return true;
    return false;
}

void devices_send_state(io_devices *devices, int64_t now)
{
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        forget(s, devices->setup.machine->control_count);
        s->lost = false;
        s->spoken = 0;
        if (s->bindings == NULL) continue;
        if (!s->present)
            devices_send_lost(devices, i);
        else
            devices_send_moves(devices, io_mapper_repeat(devices->mapper, i, 0)); /* time 0: it is not late */
    }
    devices_send_rest(devices, now); /* devices without a state are alive too */
}

void devices_post_news(io_devices *devices, const char *format, ...)
{
    io_news news = {{0}};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(news.text, sizeof news.text, format, arguments);
    va_end(arguments);
    xch_ring_push(devices->news, &news); /* dropped if the ring is full */
}

/* ---- force feedback by the samples of the session; without samples, in a pause or at the end, the force is
 * zero ---- */
static const int64_t STALE = 200000000;  /* age of a sample that no longer counts [ns] */
static const int64_t FADING = 500000000; /* time after the last sample in which forces fade [ns] */

/* The axis of the device that is bound to 'steering', or else the first. */
static const io_axis *steering_of(const slot *s)
{
    const io_device_bindings *bindings = s->bindings;
    for (int i = 0; i < bindings->axis_count; i++)
        if (strcmp(bindings->axes[i].author->command, "steering") == 0 &&
            (s->info.axes >> bindings->axes[i].code & 1) != 0)
            return &bindings->axes[i];
    return bindings->axis_count > 0 ? &bindings->axes[0] : NULL;
}

/* Begin and end forces of a device. */
static void devices_force_begin(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    s->pushes = s->info.force && io_force_begin(&s->force, s->fd, &s->bindings->author->force);
}

static void devices_force_end(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    if (s->pushes) io_force_end(&s->force);
    s->pushes = false;
}

bool devices_force_needed(const io_devices *devices, int64_t now)
{
    if (devices->samples == NULL && now - devices->sampled > FADING) return false;
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].pushes) return true;
    return false;
}

static double sampled(const xch_sample *sample, int index)
{
    return index >= 0 && index < sample->count ? sample->values[index] : 0.0;
}

/* Read the newest sample and drop older ones. At most as many as fit into the ring: physics may be faster. */
static void read_samples(io_devices *devices, int64_t now)
{
    if (devices->samples == NULL) return;
    for (unsigned left = xch_ring_capacity(devices->samples); left > 0; left--) {
        if (!xch_ring_pop(devices->samples, &devices->newest)) return;
        devices->sampled = now;
    }
}

static io_force_state state_of(const io_devices *devices, int index, int64_t now)
{
    io_force_state state = {.stop = 1.0};
    const slot *s = &devices->slots[index];
    if (devices->samples == NULL || now - devices->sampled > STALE) return state;
    const io_axis *steering = steering_of(s);
    double shaped = 0.0;
    if (steering != NULL) {
        io_mapper_axis(devices->mapper, index, steering->code, &state.turn, &shaped);
        state.stop = steering->author->saturation;
    }
    const io_force_inputs *inputs = &devices->setup.force;
    if (devices->setup.full_torque != 0.0)
        state.torque = sampled(&devices->newest, inputs->torque) / devices->setup.full_torque;
    state.engine = sampled(&devices->newest, inputs->engine);
    state.speed = sampled(&devices->newest, inputs->speed);
    return state;
}

void devices_force_update(io_devices *devices, int64_t now)
{
    read_samples(devices, now);
    const double seconds = (double)(now - devices->forced) * 1e-9; /* s in ns */
    devices->forced = now;
    if (!devices_force_needed(devices, now)) return;
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        if (!s->pushes || io_mapper_held_back(devices->mapper, i)) continue;
        const io_force_state state = state_of(devices, i, now);
        const int error = io_force_update(&s->force, &state, seconds);
        if (error == 0) continue;
        s->pushes = false;
        devices_post_news(devices, "%s: it pushes no longer: %s", s->bindings->author->name, strerror(error));
    }
}

/* Events read from one device in a turn: several reports of the busiest devices, and at one or two
 * microseconds an event far less than a tick. */
enum { EVENTS_AT_ONCE = 256 };

bool devices_watch(io_devices *devices, int fd, uint64_t what)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = what}};
    return epoll_ctl(devices->poll, EPOLL_CTL_ADD, fd, &event) == 0;
}

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

/* Send what the device holds now. Buttons come first, since some of them change what axes mean. A held button
 * does not act as if pressed; all else is sent even if unchanged, because the session has released it. The
 * kernel reports 0 for an axis that has not moved since it was plugged in. It counts only if it is the rest
 * position: on a pedal that rests at 255 it would mean fully pressed. */
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

/* After the kernel has dropped events libevdev sends the differences to the present state. These events have
 * no time of their own. @return false: the device was removed */
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
        if (status == LIBEVDEV_READ_STATUS_SYNC) { /* enough for this turn */
            s->more = true;
            return synchronise(devices, index);
        }
        if (event.type == EV_KEY || event.type == EV_ABS || event.type == EV_REL)
            take_event(devices, index, event.type, event.code, event.value, time_of(s, &event));
    }
    s->more = true;
    return true;
}
