#include "io/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_LENGTH = 1024 };

bool io_settings_path(char *path, size_t size)
{
    static const char name[] = "headland/settings.yaml";
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length = -1;
    if (config != NULL &&
        config[0] == '/') /* relative paths must be ignored (XDG Base Directory Specification) */
        length = snprintf(path, size, "%s/%s", config, name);
    else if (home != NULL && home[0] != '\0')
        length = snprintf(path, size, "%s/.config/%s", home, name);
    return length > 0 && (size_t)length < size;
}

auth_settings io_settings_read(const char *path, hl_report *report)
{
    auth_settings *read = NULL, settings = auth_settings_default();
    hl_arena arena = {0};
    hl_report_begin(report, path);
    if (access(path, F_OK) == 0 && auth_settings_read(path, &arena, &read, report) == HL_OK) settings = *read;
    hl_arena_free(&arena);
    return settings;
}

/* ---- writing ---- */

/* Create all parent folders of a path; a failure shows when the file is opened. */
static void make_folders(const char *path)
{
    char part[PATH_LENGTH];
    for (size_t i = 1; path[i] != '\0'; i++) {
        if (path[i] != '/') continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        (void)mkdir(part, 0777);
    }
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    const bool good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good;
}

bool io_settings_write(const char *path, const auth_settings *settings, char *error, size_t error_size)
{
    char text[1000], other[PATH_LENGTH];
    const int length = snprintf(other, sizeof other, "%s.new", path);
    errno = ENAMETOOLONG;
    if (length > 0 && (size_t)length < sizeof other &&
        auth_settings_write(settings, text, sizeof text) < sizeof text) {
        make_folders(path);
        if (write_file(other, text) && rename(other, path) == 0) return true;
        const int trouble = errno;
        (void)unlink(other);
        errno = trouble;
    }
    snprintf(error, error_size, "%s: %s", path, strerror(errno));
    return false;
}
