/* The devices of an operator: opened, joined to a session, closed. */
#include "devices_internal.h"

#include "io/thread.h"

#include <libudev.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { NEWS = 64, ACTIONS = 64 }; /* that wait for their readers */

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

/* @return NULL, or what has failed */
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
    /* it fails only when the counter is full, and then the thread wakes up all the same */
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
    /* the text itself was there before the thread began */
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
