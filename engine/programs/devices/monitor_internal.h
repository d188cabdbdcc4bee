/* What the files of `headland devices monitor` share. */
#ifndef MONITOR_INTERNAL_H
#define MONITOR_INTERNAL_H

#include "io/device.h"
#include "io/mapper.h"
#include "io/monitor.h"

typedef struct monitor_device {
    const io_device_info *info;
    io_monitor *monitor;             /**< NULL: gone */
    const io_device_bindings *bound; /**< NULL: nothing binds it */
    const char *label;               /**< for lines: name of the binding, or of the node */
} monitor_device;

typedef struct monitor {
    const auth_machine *machine;
    hl_arena *arena;
    io_mapper *mapper; /**< slots as in `devices` */
    double *values;    /**< of the controls, as the devices have set them */
    bool picture;      /**< on a terminal, in place */
    double start;      /**< [s] */
    int lines;         /**< of the picture on the terminal */
    int rows;          /**< of the terminal */
    int there;         /**< devices that have not gone */
    int count;
    monitor_device devices[IO_SLOTS];
} monitor;

/** Draw all devices over the picture before. */
void monitor_draw(monitor *monitor);

const char *monitor_action_name(io_action action);

#endif
