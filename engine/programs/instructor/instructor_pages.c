#include "instructor_pages.h"

#include "file/read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 1200 };

static const struct {
    const char *path, *file, *type;
} files[INSTRUCTOR_PAGES] = {{"/", "index.html", "text/html; charset=utf-8"},
                             {"/style.css", "style.css", "text/css; charset=utf-8"},
                             {"/instructor.js", "instructor.js", "text/javascript; charset=utf-8"},
                             {"/icon.svg", "icon.svg", "image/svg+xml"}};

static const char DOOR[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>headland instructor</title>"
    "<meta name=\"viewport\" content=\"width=device-width\"><h1>headland instructor</h1>"
    "<p>Open the address that <code>headland instructor</code> has printed, or enter its token.</p>"
    "<form action=\"/\" method=\"get\"><label>Token <input name=\"token\" type=\"password\" autofocus "
    "autocomplete=\"off\"></label> <button>Enter</button></form></html>";

static char *read_file(const char *path, hl_arena *arena, size_t *length)
{
    file_bytes bytes;
    const hl_status status = file_read(path, FILE_PAGE, arena, &bytes, NULL);
    *length = bytes.length;
    return status == HL_OK ? bytes.data : NULL;
}

bool pages_read(instructor_pages *pages, const char *assets, hl_arena *arena, char *why, size_t why_size)
{
    for (int i = 0; i < INSTRUCTOR_PAGES; i++) {
        char path[PATH];
        snprintf(path, sizeof path, "%s/instructor/%s", assets, files[i].file);
        errno = 0;
        pages->list[i].body = read_file(path, arena, &pages->list[i].length);
        pages->list[i].path = files[i].path;
        pages->list[i].type = files[i].type;
        if (pages->list[i].body) continue;
        snprintf(why, why_size, "%s: %s", path, errno ? strerror(errno) : "larger than expected");
        return false;
    }
    return true;
}

instructor_reply pages_find(const instructor_pages *pages, const char *path)
{
    for (int i = 0; i < INSTRUCTOR_PAGES; i++)
        if (strcmp(pages->list[i].path, path) == 0)
            return (instructor_reply){.status = 200,
                                      .type = pages->list[i].type,
                                      .body = pages->list[i].body,
                                      .length = pages->list[i].length};
    return reply_text(404, "there is no such page");
}

instructor_reply pages_door(unsigned status)
{
    return (instructor_reply){
        .status = status, .type = "text/html; charset=utf-8", .body = DOOR, .length = sizeof DOOR - 1};
}
