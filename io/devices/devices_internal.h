/* Parts of the devices of an operator, shared by the thread and its slots.
 *
 * The device thread holds the lock while it works; other threads take it only to join, leave and close. The
 * physics never takes it: it only shares rings with the thread. */
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

/** Capabilities of an input device: a bit for each code, as in sysfs. */
typedef struct device_bits {
    unsigned char ev[(EV_CNT + 7) / 8], key[(KEY_CNT + 7) / 8], rel[(REL_CNT + 7) / 8],
        abs[(ABS_CNT + 7) / 8], ff[(FF_CNT + 7) / 8];
} device_bits;

/** Whether a code's bit is set. */
bool device_bit(const unsigned char *bits, int code);

/** Read a bitmap of sysfs: words of a long in hexadecimal, the highest first. Invalid or too long texts set
 * no bits beyond `count`. */
void device_parse_bits(const char *text, unsigned char *bits, int count);

/** Fill in type, numbers of axes and buttons, and force, from bits, ids and name. */
void device_classify(io_device_info *info, const device_bits *bits);

/** Whether it is a mouse, a keyboard or the buttons of the case: bound only by a binding with an id or a
 * name. */
bool device_is_common(const io_device_info *info);

/** Whether a device matches a binding. */
bool device_matches(const io_device_info *info, const auth_match *match);

/** Order of texts with numbers in them by their values: "usb-2" before "usb-10". Like strcmp. */
int device_natural_order(const char *a, const char *b);

/** Whether id and name are the same: only the port differs. */
bool device_same_kind(const io_device_info *a, const io_device_info *b);

/** Whether it is the same device in the same port. */
bool device_same_port(const io_device_info *a, const io_device_info *b);

/** Sort by port and count instances among those of the same kind from 1. */
void device_number(io_device_info *list, int count);

struct udev;
struct udev_device;

/** Describe an event node.
 *  @return false: not an event node, or just removed */
bool device_describe(struct udev_device *node, io_device_info *info);

/** As io_device_list, with an open udev. */
int device_scan(struct udev *udev, io_device_info list[IO_LISTED]);

/** The newest value of a control that did not fit into the ring. */
typedef struct unsaid {
    bool waits;
    double value;
    int64_t time;
} unsaid;

/** The place of a device. It stays reserved for that device until no other place is free. */
typedef struct slot {
    const io_device_bindings *bindings; /**< NULL: never used */
    io_device_info info;                /**< of the current or the last device */
    bool present;
    bool generic;   /**< generic bindings: see io_mapper_hold_back */
    bool monotonic; /**< event times are of CLOCK_MONOTONIC; else of CLOCK_REALTIME */
    bool pushes;    /**< `force` has begun */
    bool more;      /**< events already read from the node are waiting */
    int fd;
    struct libevdev *evdev;
    io_force force;
    io_axis_range ranges[ABS_CNT];
    bool lost; /**< its removal must still be sent, before waiting values */
    int unsaid_count;
    unsaid *unsaid; /**< by control */
    int64_t spoken; /**< time of the last command [ns] */
} slot;

/** A port and the number of its device among identical ones. */
typedef struct port {
    io_device_info info;
    bool present;
} port;

struct io_devices {
    io_devices_setup setup;
    struct udev *udev;
    struct udev_monitor *monitor;
    int poll, wake, timer; /**< epoll, eventfd, timerfd */
    int64_t period;        /**< of the timer [ns]; 0: stopped */
    io_mapper *mapper;
    int64_t advanced; /**< time of the last advance of ramps [ns] */
    slot slots[IO_SLOTS];
    int port_count;
    port ports[IO_LISTED];
    xch_ring *news, *actions;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t said; /**< signals that a new session has received the state of the devices */
    bool joined, joining, ended;
    io_device_link links[IO_SLOTS];
    xch_ring *samples;
    xch_sample newest;
    int64_t sampled; /**< arrival of the newest [ns] */
    int64_t forced;  /**< when forces were last updated [ns] */

    atomic_bool stop;
    atomic_int pattern, count; /**< requested pattern; bound devices present */
    int pattern_now;
    _Atomic(const char *) names[IO_SLOTS];
    _Atomic(const io_device_bindings *) bound[IO_SLOTS]; /**< of present devices */
};

/* ---- devices_slot.c: the node of a device, with its events and forces ---- */

/** Time of an event on CLOCK_MONOTONIC.
 *  @param stamp  its time stamp, on a clock that is now at `clock_now`
 *  @param now    CLOCK_MONOTONIC, its arrival
 *  @return `now` if the stamp is in the future or older than a second: of another clock, or unset */
int64_t devices_event_time(int64_t stamp, int64_t clock_now, int64_t now);

/** Open the node of slot->info and plug it into the mapper, with its present state.
 *  @return 0, or errno */
int devices_slot_open(io_devices *devices, int index);

/** Read the waiting events, a bounded number.
 *  @return false: the device was removed */
bool devices_slot_read(io_devices *devices, int index);

/** Close the node, if open, after setting forces to zero. */
void devices_slot_close(io_devices *devices, int index);

enum { WATCH_MONITOR = IO_SLOTS, WATCH_WAKE, WATCH_TIMER };

/** Watch a file with epoll; its events carry `what`: a slot, or WATCH_*. */
bool devices_watch(io_devices *devices, int fd, uint64_t what);

/* ---- devices_plug.c: assignment of devices to slots ---- */

/** Unplug removed devices and plug in new ones. @return false: devices cannot be listed */
bool devices_plug_all(io_devices *devices);

/** Handle an event of udev: a device was added, removed or changed. */
void devices_plug_event(io_devices *devices);

/** Unplug the device of a slot. */
void devices_unplug(io_devices *devices, int index);

/* ---- devices_slot.c: commands for the session, messages for the user ---- */

/** Send moves of the mapper. */
void devices_send_moves(io_devices *devices, io_moves moves);

/** Send that the device of a slot is unplugged. */
void devices_send_lost(io_devices *devices, int index);

/** Send waiting moves, and a sign of life of each slot that has sent nothing for a while. */
void devices_send_rest(io_devices *devices, int64_t now);

/** Whether a value waits for room in a ring. */
bool devices_send_waits(const io_devices *devices);

/** Send the state of all devices: a session has joined. */
void devices_send_state(io_devices *devices, int64_t now);

/** Add a message for the user. */
void devices_post_news(io_devices *devices, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- devices_slot.c: force feedback by the samples of the session ---- */

/** Whether forces must be updated. */
bool devices_force_needed(const io_devices *devices, int64_t now);

/** Update forces by the newest sample. */
void devices_force_update(io_devices *devices, int64_t now);

#endif
