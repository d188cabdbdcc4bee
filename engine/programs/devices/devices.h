/* The actions of `headland devices`, and what they share: a machine, the files of bindings, the devices. */
#ifndef DEVICES_H
#define DEVICES_H

#include "command/options.h"
#include "drv/assets.h"

typedef struct device_request {
    const char *machine;  /**< --machine; NULL: that of the bindings, or the tractor */
    const char *bindings; /**< --bindings; NULL: the user's own */
    const char *device;   /**< node, "event5", id, or pattern of a name; NULL: all */
} device_request;

typedef struct device_setup {
    hl_arena arena;
    drv_files machine;
    char machine_path[DRV_BINDINGS_PATH];
    drv_bindings files;
    int count;
    io_device_info devices[IO_LISTED];
    io_choice choices[IO_LISTED]; /**< what binds each of them */
} device_setup;

/** Options that the actions share. */
#define DEVICE_OPTIONS(request)                                                                              \
    {"bindings", OPTION_FILE, &(request)->bindings, "FILE",                                                  \
     "bindings to use (default: the user's own bindings.yaml)"},                                             \
    {                                                                                                        \
        "machine", OPTION_FILE, &(request)->machine, "FILE",                                                 \
            "machine or scenario whose controls are used (default: the one named in the bindings, else "     \
            "the tractor)"                                                                                   \
    }

/** Read the machine and the bindings. @return exit status; other than PROGRAM_DONE after complaints */
int device_setup_read(device_setup *setup, const device_request *request);

/** List the devices. @return exit status, likewise */
int device_setup_list(device_setup *setup);

/** The devices that the request asks for, by their indices.
 *  @param chosen  out: IO_LISTED of them
 *  @return their number; 0 after a complaint: none is it, or none is there; *status then is the exit status
 */
int device_setup_choose(const device_setup *setup, const device_request *request, int chosen[IO_LISTED],
                        int *status);

/** Print the devices, with what binds them. @return exit status */
int devices_list(device_setup *setup, bool json);

/** Print which input of the file's devices moves which control. @return exit status */
int devices_bindings(device_setup *setup, bool json);

/** Watch until the end is asked for. On a terminal a picture in place, else a line a change.
 *  @param seconds  how long; 0: open end
 *  @return exit status */
int devices_monitor(device_setup *setup, const device_request *request, double seconds);

/** A dialogue that finds the ranges of a device and what it shall drive.
 *  @param out  file to write; NULL: bindings.yaml of the user
 *  @param yes  take ranges only, and the commands as they are bound now
 *  @return exit status */
int devices_calibrate(device_setup *setup, const device_request *request, const char *out, bool yes);

#endif
