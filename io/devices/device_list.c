/* The input devices that the system has, as udev and sysfs tell. What a device can send is read from sysfs,
 * so that one that may not be opened is known too. */
#include "device_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void copy_attribute(struct udev_device *input, const char *attribute, char *text, size_t size)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    snprintf(text, size, "%s", value != NULL ? value : "");
}

static int hexadecimal(struct udev_device *input, const char *attribute)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    return value != NULL ? (int)(strtoul(value, NULL, 16) & 0xffffUL) : 0; /* they are 16 bits wide */
}

static void read_bits(struct udev_device *input, const char *attribute, unsigned char *bits, int count)
{
    const char *value = udev_device_get_sysattr_value(input, attribute);
    device_parse_bits(value != NULL ? value : "", bits, count);
}

/* errno of opening it and asking it for its version. */
static int try_open(const char *node)
{
    const int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno;
    int version = 0;
    const int error = ioctl(fd, EVIOCGVERSION, &version) < 0 ? errno : 0;
    close(fd);
    return error;
}

/* All but whether it can be opened. */
static bool describe(struct udev_device *node, io_device_info *info)
{
    const char *path = udev_device_get_devnode(node), *name = udev_device_get_sysname(node);
    struct udev_device *input = udev_device_get_parent_with_subsystem_devtype(node, "input", NULL);
    if (path == NULL || name == NULL || strncmp(name, "event", strlen("event")) != 0 || input == NULL)
        return false;
    *info = (io_device_info){.instance = 1};
    snprintf(info->node, sizeof info->node, "%s", path);
    copy_attribute(input, "name", info->name, sizeof info->name);
    copy_attribute(input, "phys", info->phys, sizeof info->phys);
    copy_attribute(input, "uniq", info->unique, sizeof info->unique);
    info->bus = hexadecimal(input, "id/bustype");
    info->vendor = hexadecimal(input, "id/vendor");
    info->product = hexadecimal(input, "id/product");
    info->version = hexadecimal(input, "id/version");
    device_bits bits;
    read_bits(input, "capabilities/ev", bits.ev, EV_CNT);
    read_bits(input, "capabilities/key", bits.key, KEY_CNT);
    read_bits(input, "capabilities/rel", bits.rel, REL_CNT);
    read_bits(input, "capabilities/abs", bits.abs, ABS_CNT);
    read_bits(input, "capabilities/ff", bits.ff, FF_CNT);
    device_classify(info, &bits);
    return true;
}

bool device_describe(struct udev_device *node, io_device_info *info)
{
    if (!describe(node, info)) return false;
    info->error = try_open(info->node);
    return true;
}

/* Those of one sort into the list: called for the devices of operators, then, as long as there is room, for
 * the rest. */
static int gather(struct udev *udev, struct udev_enumerate *found, bool common, io_device_info *list,
                  int count)
{
    struct udev_list_entry *entry = NULL;
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(found))
    {
        struct udev_device *node = udev_device_new_from_syspath(udev, udev_list_entry_get_name(entry));
        if (node == NULL) continue; /* it has gone since */
        if (count < IO_LISTED && describe(node, &list[count]) && device_is_common(&list[count]) == common) {
            list[count].error = try_open(list[count].node);
            count++;
        }
        udev_device_unref(node);
    }
    return count;
}

int device_scan(struct udev *udev, io_device_info list[IO_LISTED])
{
    struct udev_enumerate *found = udev_enumerate_new(udev);
    if (found == NULL) return -1;
    int count = -1;
    if (udev_enumerate_add_match_subsystem(found, "input") >= 0 &&
        udev_enumerate_add_match_sysname(found, "event*") >= 0 && udev_enumerate_scan_devices(found) >= 0) {
        count = gather(udev, found, false, list, 0);
        count = gather(udev, found, true, list, count);
        device_number(list, count);
    }
    udev_enumerate_unref(found);
    return count;
}

int io_device_list(io_device_info list[IO_LISTED], char *error, size_t error_size)
{
    struct udev *udev = udev_new();
    const int count = udev != NULL ? device_scan(udev, list) : -1;
    if (count < 0) snprintf(error, error_size, "input devices cannot be listed: udev does not answer");
    if (udev != NULL) udev_unref(udev);
    return count;
}
