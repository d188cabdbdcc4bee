/* Parts of the devices of an operator: what the thread and its slots share.
 *
 * Everything behind the lock belongs to the device thread while it works; other threads take the lock only to
 * join, leave and close. The physics never takes it: it meets the thread in rings alone. */
#ifndef DEVICES_INTERNAL_H
#define DEVICES_INTERNAL_H

#include "force.h"
#include "io/device.h"
#include "io/devices.h"
#include "xch/messages.h"

#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <pthread.h>
#include <stdatomic.h>

/* ---- device_list.c: capability bits, classes and order of devices ---- */

/** What an input device can send and take: bit by code, as sysfs tells it. */
typedef struct device_bits {
    unsigned char ev[(EV_CNT + 7) / 8], key[(KEY_CNT + 7) / 8], rel[(REL_CNT + 7) / 8],
        abs[(ABS_CNT + 7) / 8], ff[(FF_CNT + 7) / 8];
} device_bits;

/** Whether a code's bit is set. */
bool device_bit(const unsigned char *bits, int code);

/** Read a bitmap of sysfs: words of a long in hexadecimal, the highest first. What is no such text or too
 * long sets nothing beyond `count` bits. */
void device_parse_bits(const char *text, unsigned char *bits, int count);

/** Fill in type, numbers of axes and buttons, and force, from the bits, ids and name that are there. */
void device_classify(io_device_info *info, const device_bits *bits);

/** Mice, keyboards and buttons of the case: bound only where an id or a name is asked for. */
bool device_is_common(const io_device_info *info);

/** Whether a device is what a binding wants. */
bool device_matches(const io_device_info *info, const auth_match *match);

/** Order of texts with numbers in them by their values: "usb-2" before "usb-10". Like strcmp. */
int device_natural_order(const char *a, const char *b);

/** The same id and name: only the port tells them apart. */
bool device_same_kind(const io_device_info *a, const io_device_info *b);

/** The same device in the same port. */
bool device_same_port(const io_device_info *a, const io_device_info *b);

/** Sort by port and count instances among those of the same kind from 1. */
void device_number(io_device_info *list, int count);

struct udev;
struct udev_device;

/** Describe an event node.
 *  @return false: it is not one, or it has just gone */
bool device_describe(struct udev_device *node, io_device_info *info);

/** As io_device_list, with a udev at hand. */
int device_scan(struct udev *udev, io_device_info list[IO_LISTED]);

/** The newest value of a control that the ring had no room for. */
typedef struct unsaid {
    bool waits;
    double value;
    int64_t time;
} unsaid;

/** A device's place. Once taken it stays with that device until no other place is free. */
typedef struct slot {
    const io_device_bindings *bindings; /**< NULL: never taken */
    io_device_info info;                /**< of the device that is or was here */
    bool present;
    bool generic;   /**< its bindings are a guess: io_mapper_hold_back */
    bool monotonic; /**< event times are of CLOCK_MONOTONIC; else of CLOCK_REALTIME */
    bool pushes;    /**< `force` has begun */
    bool more;      /**< events wait that were read from the node already */
    int fd;
    struct libevdev *evdev;
    io_force force;
    io_axis_range ranges[ABS_CNT];
    bool lost; /**< that it has gone is still to be said; before all that waits */
    int unsaid_count;
    unsaid *unsaid; /**< by control */
    int64_t spoken; /**< time of the last command [ns] */
} slot;

/** A port and the number that the device in it has among those of its kind. */
typedef struct port {
    io_device_info info;
    bool present;
} port;

struct io_devices {
    io_devices_setup setup;
    struct udev *udev;
    struct udev_monitor *monitor;
    int poll, wake, timer; /**< epoll, eventfd, timerfd */
    int64_t period;        /**< of the timer [ns]; 0: it rests */
    io_mapper *mapper;
    int64_t advanced; /**< until when ramps have moved [ns] */
    slot slots[IO_SLOTS];
    int port_count;
    port ports[IO_LISTED];
    xch_ring *news, *actions;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t said; /**< the thread has told a new session what devices hold */
    bool joined, joining, ended;
    io_device_link links[IO_SLOTS];
    xch_ring *samples;
    xch_sample newest;
    int64_t sampled; /**< when the newest came [ns] */
    int64_t forced;  /**< when forces were last updated [ns] */

    atomic_bool stop;
    atomic_int pattern, count; /**< asked for; bound and there */
    int pattern_now;
    _Atomic(const char *) names[IO_SLOTS];
    _Atomic(const io_device_bindings *) bound[IO_SLOTS]; /**< of devices that are there */
};

/* ---- devices_slot.c: the node of a device, with its events and forces ---- */

/** Time of an event on CLOCK_MONOTONIC.
 *  @param stamp  that it carries, on a clock that says `clock_now` now
 *  @param now    CLOCK_MONOTONIC, its arrival
 *  @return `now` when the stamp lies in the future or more than a second back: it is of another clock, or
 *          nobody has set it */
int64_t devices_event_time(int64_t stamp, int64_t clock_now, int64_t now);

/** Open the node of slot->info and plug it into the mapper, with all that it holds.
 *  @return 0, or errno */
int devices_slot_open(io_devices *devices, int index);

/** Read what has come, a bounded number of events.
 *  @return false: the device has gone */
bool devices_slot_read(io_devices *devices, int index);

/** Let go of the node, if there is one; forces off. */
void devices_slot_close(io_devices *devices, int index);

enum { WATCH_MONITOR = IO_SLOTS, WATCH_WAKE, WATCH_TIMER };

/** Wait for a file with epoll; what comes out is `what`: a slot, or WATCH_*. */
bool devices_watch(io_devices *devices, int fd, uint64_t what);

/* ---- devices_plug.c: which device takes which slot ---- */

/** Take what is there now: what has gone is unplugged, what has come plugged in. @return false: that cannot
 * be listed */
bool devices_plug_all(io_devices *devices);

/** Handle an event of udev: a device was added, removed or changed. */
void devices_plug_event(io_devices *devices);

/** A device has gone. */
void devices_unplug(io_devices *devices, int index);

/* ---- devices_slot.c: commands for the session, messages for the user ---- */

/** Send moves of the mapper. */
void devices_send_moves(io_devices *devices, io_moves moves);

/** Send that the device of a slot is unplugged. */
void devices_send_lost(io_devices *devices, int index);

/** Send waiting moves, and a sign of life of each slot that has sent nothing for a while. */
void devices_send_rest(io_devices *devices, int64_t now);

/** Whether something waits for room in a ring. */
bool devices_send_waits(const io_devices *devices);

/** Send the state of all devices: a session has joined. */
void devices_send_state(io_devices *devices, int64_t now);

/** Add a message for people. */
void devices_post_news(io_devices *devices, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- devices_slot.c: force feedback by the samples of the session ---- */

/** Whether a wheel is pushed now. */
bool devices_force_needed(const io_devices *devices, int64_t now);

/** Push by the newest sample. */
void devices_force_update(io_devices *devices, int64_t now);

#endif
