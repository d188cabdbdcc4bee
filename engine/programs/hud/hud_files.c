#include "hud_files.h"

#include "hl/hash.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* [ns] Times of files go in ticks of the kernel, 10 ms at most: what stands for longer is not written any
 * more. */
static const int64_t still = 30000000;
static const int64_t still_without = 300000000; /* an editor's pause between taking away and putting back */

void hud_files_add(hud_files *files, const char *path)
{
    if (path == NULL || files->count == HUD_FILES_MOST || strlen(path) >= HUD_FILE_LENGTH) return;
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0) return;
    snprintf(files->paths[files->count++], HUD_FILE_LENGTH, "%s", path);
}

/* What changes whenever one of them is written. @param whole  out: none is empty or missing */
static uint64_t look(const hud_files *files, bool *whole)
{
    uint64_t hash = HL_HASH_START;
    *whole = true;
    for (int i = 0; i < files->count; i++) {
        struct stat info;
        int64_t here[4] = {0};
        if (stat(files->paths[i], &info) == 0) {
            here[0] = (int64_t)info.st_ino;
            here[1] = (int64_t)info.st_size;
            here[2] = (int64_t)info.st_mtim.tv_sec;
            here[3] = (int64_t)info.st_mtim.tv_nsec;
        }
        *whole = *whole && here[1] > 0;
        hash = hl_hash(hash, here, sizeof here);
    }
    return hash;
}

bool hud_files_changed(hud_files *files, int64_t now)
{
    bool whole;
    const uint64_t here = look(files, &whole);
    if (here != files->seen) {
        files->seen = here;
        files->since = now;
    }
    if (here == files->taken || now - files->since < (whole ? still : still_without)) return false;
    files->taken = here;
    return true;
}
