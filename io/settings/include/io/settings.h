/* Where the settings of the window are kept: $XDG_CONFIG_HOME/headland/settings.yaml, or the same in
 * ~/.config (XDG Base Directory Specification). */
#ifndef IO_SETTINGS_H
#define IO_SETTINGS_H

#include "auth/settings.h"

#include <stddef.h>

/** @return false: neither XDG_CONFIG_HOME nor HOME is set, or the path is too long */
bool io_settings_path(char *path, size_t size);

/** Read them. A file that is not there, or is bad, stands for the default.
 *  @param report  out: what is wrong with the file; clean without one */
auth_settings io_settings_read(const char *path, hl_report *report);

/** Write them, with the folders above. An old file is kept until the new one is whole.
 *  @param error  out: why not
 *  @return false: it cannot be written */
bool io_settings_write(const char *path, const auth_settings *settings, char *error, size_t error_size);

#endif
