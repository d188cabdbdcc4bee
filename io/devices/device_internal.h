/* Parts of device lists that tests look at: capability bits, classes, order of ports. */
#ifndef DEVICE_INTERNAL_H
#define DEVICE_INTERNAL_H

#include "io/device.h"

#include <linux/input.h>

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

#endif
