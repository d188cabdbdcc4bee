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

#define DOOR_HEAD                                                                                            \
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>headland instructor</title>"            \
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"                               \
    "<link rel=\"icon\" href=\"/icon.svg\"><link rel=\"stylesheet\" href=\"/style.css\">"                    \
    "<main class=\"door panel\"><h1>headland <span>instructor</span></h1>"
#define DOOR_FORM                                                                                            \
    "<form action=\"/login\" method=\"post\"><label>Token <input name=\"token\" type=\"password\" "          \
    "autofocus required autocomplete=\"off\"></label> <button class=\"primary\">Enter</button></form>"       \
    "</main></html>"

static const char DOOR[] = DOOR_HEAD
    "<p>Open the address printed by <code>headland instructor</code>, or enter its token.</p>" DOOR_FORM;
static const char WAIT[] = DOOR_HEAD "<p class=\"notice\" role=\"alert\">Too many wrong tokens from this "
                                     "address. Wait a minute, then enter the token.</p>" DOOR_FORM;

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

bool pages_is_public(const char *path)
{
    return strcmp(path, "/style.css") == 0 || strcmp(path, "/icon.svg") == 0;
}

instructor_reply pages_door(unsigned status, int wait)
{
    return (instructor_reply){.status = status,
                              .type = "text/html; charset=utf-8",
                              .body = wait > 0 ? WAIT : DOOR,
                              .length = wait > 0 ? sizeof WAIT - 1 : sizeof DOOR - 1,
                              .retry_after = wait};
}
