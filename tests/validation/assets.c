/* Where the authored files lie. */
#include "valid/runner.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool holds_mechanisms(const char *assets)
{
    char folder[1100];
    struct stat info;
    snprintf(folder, sizeof folder, "%s/mechanisms", assets);
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
}

/* build/headland -> build/../assets: a tree that was moved after it was built. */
static bool beside_the_program(char *path, size_t size)
{
    char program[800];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) return false;
    *slash = '\0';
    snprintf(path, size, "%s/../assets", program);
    return holds_mechanisms(path);
}

bool valid_find_assets(const char *option, char *path, size_t size)
{
    const char *asked = option ? option : getenv("HEADLAND_ASSETS");
    if (asked) {
        snprintf(path, size, "%s", asked);
        return holds_mechanisms(path);
    }
    snprintf(path, size, "%s", HEADLAND_ASSETS_DIR);
    return holds_mechanisms(path) || beside_the_program(path, size);
}
