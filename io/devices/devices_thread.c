/* The device thread: it sleeps until a device, udev, another thread or the timer has something to say. The
 * timer runs only while something needs time. */
#include "devices_internal.h"

#include "io/thread.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const int64_t FAST = 4000000;  /* ramps, forces, full rings: 250 Hz [ns] */
static const int64_t SLOW = 50000000; /* signs of life [ns] */

enum { AT_ONCE = 16 }; /* files that epoll tells of */

bool devices_watch(io_devices *devices, int fd, uint64_t what)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = what}};
    return epoll_ctl(devices->poll, EPOLL_CTL_ADD, fd, &event) == 0;
}

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
        /* a file in error would wake us for ever */
        if ((event->events & (EPOLLERR | EPOLLHUP)) != 0 && devices->slots[event->data.u64].present &&
            !devices->slots[event->data.u64].more)
            devices_unplug(devices, (int)event->data.u64);
        break;
    }
}

/* Whether a device has events in its buffer, of which epoll does not know. */
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

void *devices_thread(void *context)
{
    io_devices *devices = context;
    bool more = false;
    while (!atomic_load_explicit(&devices->stop, memory_order_acquire)) {
        struct epoll_event events[AT_ONCE];
        const int count = epoll_wait(devices->poll, events, AT_ONCE, more ? 0 : -1);
        if (count < 0 && errno != EINTR) break; /* the file is ours and open: this does not happen */
        pthread_mutex_lock(&devices->lock);
        more = turn(devices, events, count < 0 ? 0 : count);
        pthread_mutex_unlock(&devices->lock);
    }
    pthread_mutex_lock(&devices->lock);
    devices->ended = true; /* nobody is to wait for it */
    pthread_cond_broadcast(&devices->said);
    pthread_mutex_unlock(&devices->lock);
    return NULL;
}
