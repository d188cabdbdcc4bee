#include "assets.h"

#include "auth/file.h"
#include "hl/report.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder ---- */

static bool holds_mechanisms(const char *assets)
{
    char folder[PATH_MAX + 16];
    struct stat info;
    snprintf(folder, sizeof folder, "%s/mechanisms", assets);
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The folder of the program, or the one that holds it, wherever both were moved with their files. */
static bool near_the_program(int above, const char *where, char *path, size_t size)
{
    char folder[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    for (int i = 0; i <= above; i++) {
        char *slash = strrchr(folder, '/');
        if (slash) *slash = '\0';
    }
    snprintf(path, size, "%s/%s", folder, where);
    return holds_mechanisms(path);
}

bool assets_find(const char *option, char *path, size_t size)
{
    const char *asked = option ? option : getenv("HEADLAND_ASSETS");
    if (asked) {
        snprintf(path, size, "%s", asked);
        return holds_mechanisms(path);
    }
    return near_the_program(0, "assets", path, size) || near_the_program(1, "share/headland", path, size);
}

bool assets_need(const char *command, char *path, size_t size)
{
    if (assets_find(NULL, path, size)) return true;
    fprintf(stderr, "headland %s: the assets are not found in %s; set HEADLAND_ASSETS to their folder\n",
            command, path);
    return false;
}

/* ---- one file ---- */

/* Names that were found, for as long as the program runs. */
typedef struct kept_name {
    struct kept_name *next;
    char text[];
} kept_name;

static char *keep(const char *text)
{
    static kept_name *names;
    const size_t size = strlen(text) + 1;
    kept_name *name = malloc(sizeof *name + size);
    if (!name) return NULL;
    memcpy(name->text, text, size);
    name->next = names;
    names = name;
    return name->text;
}

static bool is_path(const char *name)
{
    return strpbrk(name, "/.") != NULL;
}

/* Why this is no file, 0: it is one. */
static int trouble_with(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return errno;
    return S_ISDIR(info.st_mode) ? EISDIR : 0;
}

/* NAME, or NAME.yaml where it has no ending, in one of the folders. */
static const char *find_by_name(const char *assets, const char *name, const char *folders)
{
    char path[2 * PATH_MAX];
    const char *ending = strchr(name, '.') ? "" : ".yaml";
    for (const char *at = folders; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        snprintf(path, sizeof path, "%s/%.*s/%s%s", assets, (int)length, at, name, ending);
        if (trouble_with(path) == 0) return keep(path);
        at += length;
    }
    return NULL;
}

static void offer(hl_nearest *nearest, const char *file)
{
    static const char ending[] = ".yaml";
    char *name = keep(file);
    char *dot = name ? strrchr(name, '.') : NULL;
    if (!dot || strcmp(dot, ending) != 0) return;
    *dot = '\0';
    hl_spelling_offer(nearest, name);
}

/* What may have been meant: NULL: nothing that is spelt like it. */
static const char *nearest_by_name(const char *assets, const char *name, const char *folders,
                                   const char *const *words)
{
    char path[2 * PATH_MAX];
    hl_nearest nearest = hl_spelling_begin(name);
    for (; words && *words; words++) hl_spelling_offer(&nearest, *words);
    for (const char *at = folders; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        snprintf(path, sizeof path, "%s/%.*s", assets, (int)length, at);
        DIR *list = opendir(path);
        for (const struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list))
            offer(&nearest, entry->d_name);
        if (list) (void)closedir(list);
        at += length;
    }
    return nearest.best;
}

static const char *find_by_path(const char *assets, const char *name)
{
    char path[2 * PATH_MAX];
    return auth_find_shipped(assets, name, path, sizeof path) ? keep(path) : NULL;
}

static void refuse(const char *command, const char *name, int trouble, const char *assets,
                   const char *folders, const char *const *words)
{
    const bool missing = trouble == ENOENT && *name != '/';
    const char *meant = missing ? nearest_by_name(assets, name, folders, words) : NULL;
    fprintf(stderr, "headland %s: %s: %s", command, name, strerror(trouble));
    if (missing) fprintf(stderr, ", neither here nor in the folder of the assets, %s", assets);
    if (meant) fprintf(stderr, "; did you mean '%s'?", meant);
    fputs(trouble == EISDIR ? "; a file is expected\n" : "\n", stderr);
}

const char *assets_file(const char *command, const char *name, const char *folders, const char *const *words)
{
    char assets[PATH_MAX] = "";
    const char *found = NULL;
    const bool path = is_path(name);
    const int trouble = trouble_with(name);
    if (trouble == 0 || (!path && !folders)) return name;
    if (*name != '/' && assets_find(NULL, assets, sizeof assets))
        found = path ? find_by_path(assets, name) : NULL;
    if (!found && folders && !strchr(name, '/') && *assets) found = find_by_name(assets, name, folders);
    if (!found) refuse(command, name, trouble, assets, path ? "" : folders, words);
    return found;
}
