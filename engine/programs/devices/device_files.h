/* Files of bindings: the user's own and the profiles that come with headland, resolved against a machine. */
#ifndef DEVICE_FILES_H
#define DEVICE_FILES_H

#include "io/bindings.h"
#include "io/device.h"

#include <stdbool.h>
#include <stddef.h>

enum { DEVICE_FILES = 64, DEVICE_PATH = 1024 };

/** Who reads, and for which machine. */
typedef struct device_reader {
    const char *command;         /**< sub-command, for messages */
    const auth_machine *machine; /**< NULL: only the standard commands are known */
    const char *machine_path;    /**< of its file: a file of bindings that names the same one is its own */
    hl_arena *arena;
    int status; /**< out: the exit status when something is refused, which comes after complaints on stderr */
} device_reader;

typedef struct device_files {
    int count, own;                            /**< own: the first so many are the user's */
    const io_bindings *bindings[DEVICE_FILES]; /**< in the order in which they are asked: the user's first */
    const char *paths[DEVICE_FILES];
    const io_device_bindings *keyboard; /**< the user's keys over the shipped ones; NULL: none */
} device_files;

/** Where the user's bindings are kept: bindings.yaml beside the settings (io/settings.h).
 *  @return false: neither XDG_CONFIG_HOME nor HOME is set, or the path is too long */
bool device_files_own_path(char *path, size_t size);

/** Read one file and resolve it. @return NULL: it is bad */
const io_bindings *device_files_read_one(device_reader *reader, const char *path);

/** Read the user's file, where there is one, and all shipped profiles, in the order of their names.
 *  @param user  path; NULL: bindings.yaml of the user, which need not be there
 *  @return false: one of them is bad, or the assets are not found */
bool device_files_read(device_reader *reader, const char *user, device_files *files);

/** The shipped profiles alone: what is the same on every computer. */
bool device_files_read_shipped(device_reader *reader, device_files *files);

/** Mark the controls that any of the files moves, in any pattern: see io_bindings_reach. */
void device_files_reach(const device_files *files, const auth_machine *machine, bool *reached);

/** The files as io_device_choose wants them. */
io_binding_files device_files_list(const device_files *files);

/** The last part of a path. */
const char *device_files_short(const char *path);

#endif
