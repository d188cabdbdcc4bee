/* What the actions of `headland devices` share: a machine, the files of bindings, the devices that there are.
 */
#ifndef DEVICE_SETUP_H
#define DEVICE_SETUP_H

#include "device_files.h"
#include "drv/load.h"

typedef struct device_request {
    const char *command;  /**< for messages: "devices monitor" */
    const char *machine;  /**< --machine; NULL: that of the bindings, or the tractor */
    const char *bindings; /**< --bindings; NULL: the user's own */
    const char *device;   /**< node, "event5", id, or pattern of a name; NULL: all */
} device_request;

typedef struct device_setup {
    hl_arena arena;
    drv_files machine;
    char machine_path[DEVICE_PATH];
    device_files files;
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
int device_setup_list(device_setup *setup, const device_request *request);

/** The devices that the request asks for, by their indices.
 *  @param chosen  out: IO_LISTED of them
 *  @return their number; 0 after a complaint: none is it, or none is there; *status then is the exit status
 */
int device_setup_choose(const device_setup *setup, const device_request *request, int chosen[IO_LISTED],
                        int *status);

#endif
