/* The files that ship with headland: machines, scenarios, exercises, layouts, models by their names;
 * bindings, beside the user's own. */
#ifndef DRV_ASSETS_H
#define DRV_ASSETS_H

#include "drv/log.h"
#include "io/bindings.h"
#include "io/device.h"

#include <stddef.h>

/** Find the folder of the shipped files: `option` if given, else $HEADLAND_ASSETS, else assets/ beside the
 * program (a build folder), else ../share/headland of the program's folder (installed). It must hold the
 * folder mechanisms/.
 *  @param option  NULL: not given
 *  @return false: not found; `path` then holds the last folder tried */
bool drv_assets_find(const char *option, char *path, size_t size);

/** The same for commands that need it. @return false after a message */
bool drv_assets_need(const drv_log *log, char *path, size_t size);

/** Find an authored file that the command line names: the name itself, if there is such a file. Otherwise a
 * shipped one: a path is looked up in the folder of the shipped files, with or without `assets/` in front; a
 * bare name (neither '/' nor '.' in it) is that of a file NAME.yaml in one of the folders.
 *  @param folders  e.g. "scenarios machines"; NULL: a bare name is not a file's and is left to the caller
 *  @param words    other words that may have been meant, ended by NULL; NULL: none
 *  @return the name itself or memory that is kept until the program ends; NULL after a message */
const char *drv_assets_file(const drv_log *log, const char *name, const char *folders,
                            const char *const *words);

/* ---- bindings: the user's own and the shipped profiles, resolved against a machine ---- */

enum { DRV_BINDINGS = 64, DRV_BINDINGS_PATH = 1024 };

/** How bindings are read. */
typedef struct drv_bindings_reader {
    const drv_log *log;
    const auth_machine *machine; /**< NULL: only the standard commands are known */
    const char *machine_path;    /**< of its file: a file of bindings that names the same one is its own */
    hl_arena *arena;
    int status; /**< out: drv_status when a file was refused, after messages */
} drv_bindings_reader;

typedef struct drv_bindings {
    int count, own;                            /**< own: number of the user's files, which come first */
    const io_bindings *bindings[DRV_BINDINGS]; /**< in the order of precedence */
    const char *paths[DRV_BINDINGS];
    const io_device_bindings *keyboard; /**< the user's keys over the shipped ones; NULL: none */
} drv_bindings;

/** Where the user's bindings are kept: bindings.yaml beside the settings (io/settings.h).
 *  @return false: neither XDG_CONFIG_HOME nor HOME is set, or the path is too long */
bool drv_bindings_own_path(char *path, size_t size);

/** Read one file and resolve its names. @return NULL: it was refused */
const io_bindings *drv_bindings_read_one(drv_bindings_reader *reader, const char *path);

/** Read the user's file, if it exists, and all shipped profiles in the order of their names.
 *  @param user  path; NULL: bindings.yaml of the user, which may be missing
 *  @return false: a file was refused, or the assets are not found */
bool drv_bindings_read(drv_bindings_reader *reader, const char *user, drv_bindings *files);

/** Read only the shipped profiles, which are the same on every computer. */
bool drv_bindings_read_shipped(drv_bindings_reader *reader, drv_bindings *files);

/** Mark the controls that any of the files moves, in any pattern: see io_bindings_reach. */
void drv_bindings_reach(const drv_bindings *files, const auth_machine *machine, bool *reached);

/** The files as an argument of io_device_choose. */
io_binding_files drv_bindings_list(const drv_bindings *files);

/** The last part of a path. */
const char *drv_file_name(const char *path);

#endif
