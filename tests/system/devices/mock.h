/* Mock input devices: descriptions (evemu's format) put into a test bed of umockdev. The nodes are pipes, so
 * that a test writes what the kernel would; ioctls are answered from the description and from what was
 * written. */
#ifndef MOCK_H
#define MOCK_H

#include <linux/input.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <umockdev.h>

enum { MOCK_TYPES = 0x20 };

/** A description, as it can be changed before the device is plugged in. */
typedef struct mock_description {
    char name[256];
    struct input_id id;
    unsigned char bits[MOCK_TYPES][96]; /**< by type of events; that of 0: the types */
    struct input_absinfo axes[ABS_CNT]; /**< `value`: at rest */
} mock_description;

typedef struct mock_bed mock_bed;

typedef struct mock_device {
    mock_description description;
    mock_bed *bed;
    char phys[64], syspath[96], parent[64], path[512], node[64];
    int fd; /**< of the pipe */
    UMockdevIoctlBase *handler;
    bool plugged, refuse_clock, dead; /**< dead: reading it fails with ENODEV */
    pthread_mutex_t lock;             /**< of what the handler's thread reads */
    unsigned char keys[96];
    int effects, plays, gain, last_level; /**< uploaded; of writes: played, gain; of constant forces: level */
} mock_device;

enum { MOCK_DEVICES = 128 };

struct mock_bed {
    UMockdevTestbed *testbed;
    int next; /**< number of the next event node */
    int device_count;
    mock_device *devices[MOCK_DEVICES];
};

mock_bed mock_bed_new(void);
void mock_bed_free(mock_bed *bed);

/** Read a description of tests/system/devices/descriptions. Fails the test when it is none. */
mock_description mock_read(const char *name);

/** A device that is not plugged in yet, at rest. */
mock_device *mock_new(mock_bed *bed, const mock_description *description, const char *phys);

/** Plug in: sysfs, node and an "add" event; with no event, before anybody listens, likewise. */
void mock_plug(mock_device *device);

/** Pull out: a "remove" event. */
void mock_unplug(mock_device *device);

/** Pull out without a word of udev: the next read fails. */
void mock_die(mock_device *device);

/** Pull out for good. Its memory goes with the bed: who had it open may still be letting go of it. */
void mock_free(mock_device *device);

/** The state changes and an event with its report is written. */
void mock_event(mock_device *device, int type, int code, int value);

/** The state changes in silence: events that the kernel has thrown away. */
void mock_set(mock_device *device, int type, int code, int value);

/** An event as it stands, with any stamp; the state does not change. It waits while the pipe is full. */
void mock_write(mock_device *device, int type, int code, int value, int64_t stamp);

/** CLOCK_MONOTONIC [ns] */
int64_t mock_now(void);

#endif
