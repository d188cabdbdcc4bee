/* The devices of an operator: opened, joined to a session, closed. */
#include "devices_internal.h"

#include "io/thread.h"

#include <errno.h>
#include <libudev.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* The device thread waits for events of devices, udev, other threads and the timer. The timer runs only while
 * ramps, forces, full rings or signs of life need it. */

static const int64_t FAST = 4000000;  /* ramps, forces, full rings: 250 Hz [ns] */
static const int64_t SLOW = 50000000; /* signs of life [ns] */

enum { AT_ONCE = 16 }; /* files per epoll_wait */

static void set_timer(io_devices *devices, int64_t period)
{
    if (period == devices->period) return;
    const struct timespec t = {.tv_sec = period / 1000000000, .tv_nsec = period % 1000000000};
    const struct itimerspec setting = {.it_interval = t, .it_value = t};
    if (timerfd_settime(devices->timer, 0, &setting, NULL) == 0) devices->period = period;
}

static int64_t period_needed(const io_devices *devices, int64_t now)
{
    if (io_mapper_moving(devices->mapper) || devices_send_waits(devices) ||
        devices_force_needed(devices, now))
        return FAST;
    const bool there = atomic_load_explicit(&devices->count, memory_order_relaxed) > 0;
    return devices->joined && there ? SLOW : 0;
}

/* A counter of an eventfd or timerfd goes back to 0. */
static void swallow(int fd)
{
    uint64_t count = 0;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {
    }
}

static void read_slot(io_devices *devices, int index)
{
    if (devices->slots[index].present && !devices_slot_read(devices, index)) devices_unplug(devices, index);
}

static void handle(io_devices *devices, const struct epoll_event *event)
{
    switch (event->data.u64) {
    case WATCH_MONITOR:
        devices_plug_event(devices);
        break;
    case WATCH_WAKE:
        swallow(devices->wake);
        break;
    case WATCH_TIMER:
        swallow(devices->timer);
        break;
    default:
        read_slot(devices, (int)event->data.u64);
        /* a file in error would wake the thread endlessly */
        if ((event->events & (EPOLLERR | EPOLLHUP)) != 0 && devices->slots[event->data.u64].present &&
            !devices->slots[event->data.u64].more)
            devices_unplug(devices, (int)event->data.u64);
        break;
    }
}

/* Whether a device has events in its buffer, which epoll does not report. */
static bool read_more(io_devices *devices, const bool *had_more)
{
    bool more = false;
    for (int i = 0; i < IO_SLOTS; i++) {
        if (had_more[i] && devices->slots[i].more) read_slot(devices, i);
        more = more || devices->slots[i].more;
    }
    return more;
}

static void obey(io_devices *devices, int64_t now)
{
    const int pattern = atomic_load_explicit(&devices->pattern, memory_order_relaxed);
    if (pattern != devices->pattern_now) {
        devices->pattern_now = pattern;
        devices_send_moves(devices, io_mapper_pattern(devices->mapper, pattern, now));
    }
    if (devices->joining) {
        devices->joining = false;
        devices_send_state(devices, now);
        pthread_cond_broadcast(&devices->said);
    }
}

/* One turn with the lock held. @return true: there is more to read */
static bool turn(io_devices *devices, const struct epoll_event *events, int count)
{
    const int64_t now = io_clock_now();
    const double seconds = (double)(now - devices->advanced) * 1e-9;
    devices_send_moves(devices, io_mapper_advance(devices->mapper, seconds, now));
    devices->advanced = now;
    bool had_more[IO_SLOTS];
    for (int i = 0; i < IO_SLOTS; i++) had_more[i] = devices->slots[i].more;
    for (int i = 0; i < count; i++) handle(devices, &events[i]);
    const bool more = read_more(devices, had_more);
    obey(devices, now);
    devices_send_rest(devices, io_clock_now());
    devices_force_update(devices, now);
    set_timer(devices, period_needed(devices, now));
    return more;
}

static void *devices_thread(void *context)
{
    io_devices *devices = context;
    bool more = false;
    while (!atomic_load_explicit(&devices->stop, memory_order_acquire)) {
        struct epoll_event events[AT_ONCE];
        const int count = epoll_wait(devices->poll, events, AT_ONCE, more ? 0 : -1);
        if (count < 0 && errno != EINTR) break; /* impossible while the file is open */
        pthread_mutex_lock(&devices->lock);
        more = turn(devices, events, count < 0 ? 0 : count);
        pthread_mutex_unlock(&devices->lock);
    }
    pthread_mutex_lock(&devices->lock);
    devices->ended = true; /* do not wait for it any more */
    pthread_cond_broadcast(&devices->said);
    pthread_mutex_unlock(&devices->lock);
    return NULL;
}

enum { NEWS = 64, ACTIONS = 64 }; /* capacity of the rings */

static bool take_memory(io_devices *devices, hl_arena *arena)
{
    devices->mapper = io_mapper_new(devices->setup.machine, arena);
    devices->news = xch_ring_new(arena, sizeof(io_news), NEWS);
    devices->actions = xch_ring_new(arena, sizeof(io_action), ACTIONS);
    bool good = devices->mapper != NULL && devices->news != NULL && devices->actions != NULL;
    for (int i = 0; i < IO_SLOTS && good; i++) {
        devices->slots[i].fd = -1;
        devices->slots[i].unsaid = HL_NEW(arena, unsaid, devices->setup.machine->control_count);
        good = devices->slots[i].unsaid != NULL;
    }
    return good;
}

static bool open_udev(io_devices *devices)
{
    devices->udev = udev_new();
    if (devices->udev == NULL) return false;
    devices->monitor = udev_monitor_new_from_netlink(devices->udev, "udev");
    return devices->monitor != NULL &&
           udev_monitor_filter_add_match_subsystem_devtype(devices->monitor, "input", NULL) >= 0 &&
           udev_monitor_enable_receiving(devices->monitor) >= 0;
}

static bool open_files(io_devices *devices)
{
    devices->poll = epoll_create1(EPOLL_CLOEXEC);
    devices->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    devices->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return devices->poll >= 0 && devices->wake >= 0 && devices->timer >= 0 &&
           devices_watch(devices, devices->wake, WATCH_WAKE) &&
           devices_watch(devices, devices->timer, WATCH_TIMER) &&
           devices_watch(devices, udev_monitor_get_fd(devices->monitor), WATCH_MONITOR);
}

/* @return NULL, or the error */
static const char *start(io_devices *devices, hl_arena *arena)
{
    if (!take_memory(devices, arena)) return "out of memory";
    if (!open_udev(devices)) return "udev does not answer";
    if (!open_files(devices)) return "no epoll, eventfd or timerfd is to be had";
    if (devices->setup.pattern != 0)
        (void)io_mapper_pattern(devices->mapper, devices->setup.pattern, io_clock_now()); /* no device yet */
    if (!devices_plug_all(devices)) return "input devices cannot be listed";
    devices->advanced = io_clock_now();
    const bool started =
        io_thread_start(&devices->thread, "headland-input", IO_INPUT_PRIORITY, devices_thread, devices);
    return started ? NULL : "no thread is to be had";
}

static void close_fd(int fd)
{
    if (fd >= 0) close(fd);
}

static void release(io_devices *devices)
{
    for (int i = 0; i < IO_SLOTS; i++) devices_slot_close(devices, i);
    close_fd(devices->timer);
    close_fd(devices->wake);
    close_fd(devices->poll);
    if (devices->monitor != NULL) udev_monitor_unref(devices->monitor);
    if (devices->udev != NULL) udev_unref(devices->udev);
    pthread_cond_destroy(&devices->said);
    pthread_mutex_destroy(&devices->lock);
}

io_devices *io_devices_open(const io_devices_setup *setup, hl_arena *arena, char *error, size_t error_size)
{
    io_devices *devices = HL_NEW(arena, io_devices, 1);
    if (devices == NULL) {
        snprintf(error, error_size, "devices: out of memory");
        return NULL;
    }
    devices->setup = *setup;
    devices->pattern_now = setup->pattern;
    devices->poll = devices->wake = devices->timer = -1;
    atomic_init(&devices->pattern, setup->pattern);
    for (int i = 0; i < IO_SLOTS; i++) {
        atomic_init(&devices->names[i], "");
        atomic_init(&devices->bound[i], NULL);
    }
    pthread_mutex_init(&devices->lock, NULL);
    pthread_cond_init(&devices->said, NULL);
    const char *failure = start(devices, arena);
    if (failure == NULL) return devices;
    snprintf(error, error_size, "devices: %s", failure);
    release(devices);
    return NULL;
}

static void wake(const io_devices *devices)
{
    const uint64_t one = 1;
    /* it fails only if the counter is full, and then the thread wakes up too */
    const ssize_t written = write(devices->wake, &one, sizeof one);
    (void)written;
}

void io_devices_join(io_devices *devices, const io_device_link links[IO_SLOTS], xch_ring *samples)
{
    pthread_mutex_lock(&devices->lock);
    for (int i = 0; i < IO_SLOTS; i++) devices->links[i] = links[i];
    devices->samples = samples;
    devices->joined = devices->joining = true;
    wake(devices);
    while (devices->joining && !devices->ended) pthread_cond_wait(&devices->said, &devices->lock);
    pthread_mutex_unlock(&devices->lock);
}

void io_devices_leave(io_devices *devices)
{
    pthread_mutex_lock(&devices->lock);
    devices->joined = false;
    devices->samples = NULL;
    wake(devices); /* forces come to rest */
    pthread_mutex_unlock(&devices->lock);
}

void io_devices_pattern(io_devices *devices, int pattern)
{
    atomic_store_explicit(&devices->pattern, pattern, memory_order_relaxed);
    wake(devices);
}

int io_devices_count(const io_devices *devices)
{
    return atomic_load_explicit(&devices->count, memory_order_relaxed);
}

const char *io_devices_name(const io_devices *devices, int index)
{
    if (index < 0 || index >= IO_SLOTS) return "";
    /* the text was written before the thread began */
    return atomic_load_explicit(&devices->names[index], memory_order_acquire);
}

const io_device_bindings *io_devices_bindings(const io_devices *devices, int index)
{
    if (index < 0 || index >= IO_SLOTS) return NULL;
    return atomic_load_explicit(&devices->bound[index], memory_order_acquire);
}

bool io_devices_news(io_devices *devices, io_news *news)
{
    return xch_ring_pop(devices->news, news);
}

bool io_devices_action(io_devices *devices, io_action *action)
{
    return xch_ring_pop(devices->actions, action);
}

void io_devices_close(io_devices *devices)
{
    atomic_store_explicit(&devices->stop, true, memory_order_release);
    wake(devices);
    pthread_join(devices->thread, NULL);
    release(devices);
}
