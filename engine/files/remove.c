/* Every step names an entry of an open folder and follows no symbolic link, so that a link put in the way at
 * any moment is removed itself. Folders inside folders are first moved up to the top: neither the depth of
 * the tree nor the length of its paths costs descriptors or stack. */
#include "file/read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* @return -1: it is no folder, or cannot be opened; errno says which */
static int open_folder(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The next entry besides "." and "..". */
static const char *next_name(DIR *list)
{
    const struct dirent *entry;
    do entry = readdir(list);
    while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry ? entry->d_name : NULL;
}

static DIR *list_folder(int folder)
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again < 0 ? NULL : fdopendir(again);
    if (again >= 0 && !list) (void)close(again);
    return list;
}

/* Move a folder that lies in `from` to the top, under a name that is free there. */
static bool move_up(int from, const char *name, int top, unsigned *number)
{
    char moved[40];
    struct stat info;
    do (void)snprintf(moved, sizeof moved, ".removed-%u", (*number)++);
    while (fstatat(top, moved, &info, AT_SYMLINK_NOFOLLOW) == 0);
    return renameat(from, name, top, moved) == 0;
}

/* Empty a folder of the top: files go, folders move to the top. */
static bool flatten(int top, const char *name, unsigned *number)
{
    const int folder = open_folder(top, name);
    DIR *list = folder < 0 ? NULL : list_folder(folder);
    bool good = list != NULL;
    const char *entry;
    while (good && (entry = next_name(list)) != NULL) {
        struct stat info;
        good = fstatat(folder, entry, &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (good && S_ISDIR(info.st_mode))
            good = move_up(folder, entry, top, number);
        else if (good)
            good = unlinkat(folder, entry, 0) == 0;
    }
    const int trouble = errno;
    if (list) (void)closedir(list);
    if (folder >= 0) (void)close(folder);
    errno = trouble;
    return good;
}

/* One pass over the top. @param folders  out: how many folders it removed, whose own have moved to the top */
static bool empty_once(int top, int *folders, unsigned *number)
{
    DIR *list = list_folder(top);
    bool good = list != NULL;
    const char *entry;
    *folders = 0;
    while (good && (entry = next_name(list)) != NULL) {
        struct stat info;
        good = fstatat(top, entry, &info, AT_SYMLINK_NOFOLLOW) == 0;
        const bool is_folder = good && S_ISDIR(info.st_mode);
        if (is_folder) good = flatten(top, entry, number);
        if (good) good = unlinkat(top, entry, is_folder ? AT_REMOVEDIR : 0) == 0;
        *folders += is_folder;
    }
    const int trouble = errno;
    if (list) (void)closedir(list);
    errno = trouble;
    return good;
}

bool file_remove(int folder, const char *name)
{
    int folders;
    unsigned number = 0;
    const int top = open_folder(folder, name);
    if (top < 0 && (errno == ENOTDIR || errno == ELOOP))
        return unlinkat(folder, name, 0) == 0 || errno == ENOENT;
    if (top < 0) return errno == ENOENT;
    bool good;
    do good = empty_once(top, &folders, &number);
    while (good && folders > 0);
    const int trouble = errno;
    (void)close(top);
    errno = trouble;
    return good && unlinkat(folder, name, AT_REMOVEDIR) == 0;
}
