#include "reply.h"

#include "file/read.h"
#include "file/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char html[] = "text/html; charset=utf-8";

srv_reply reply_text(unsigned status, const char *text)
{
    return (srv_reply){
        .status = status, .type = "text/plain; charset=utf-8", .body = text, .length = strlen(text)};
}

srv_reply reply_owned(const char *type, char *text)
{
    if (!text) return reply_text(500, "out of memory");
    return (srv_reply){.status = 200, .type = type, .body = text, .length = strlen(text), .owned = text};
}

srv_reply reply_json(cJSON *document)
{
    char *text = cJSON_PrintUnformatted(document);
    cJSON_Delete(document);
    return reply_owned("application/json", text);
}

void reply_free(srv_reply *reply)
{
    free(reply->owned);
    reply->owned = NULL;
}

/* ---- pages ---- */

static const struct {
    const char *path, *file, *type;
} files[PAGES] = {{"/", "index.html", html},
                  {"/style.css", "style.css", "text/css; charset=utf-8"},
                  {"/instructor.js", "instructor.js", "text/javascript; charset=utf-8"},
                  {"/icon.svg", "icon.svg", "image/svg+xml"}};

static char *print_door(const srv_pages *pages, bool wait, char *why)
{
    size_t length;
    cJSON *data = cJSON_CreateObject();
    (void)cJSON_AddBoolToObject(data, "wait", wait);
    char *text = file_template_print(pages->door, data, &length, why);
    cJSON_Delete(data);
    return text;
}

/* The template is tried once, so that a mistake in it is reported when the server begins. */
static bool read_door(srv_pages *pages, const char *folder, hl_arena *arena, char *why, size_t why_size)
{
    char trouble[FILE_TEMPLATE_WHY];
    pages->door = file_template_read(folder, "door.html", arena, trouble);
    char *text = pages->door ? print_door(pages, true, trouble) : NULL;
    if (!text) snprintf(why, why_size, "%s%s", pages->door ? "door.html: " : "", trouble);
    free(text);
    return text != NULL;
}

bool pages_read(srv_pages *pages, const char *assets, hl_arena *arena, char *why, size_t why_size)
{
    char folder[1000], path[1100], trouble[FILE_WHY];
    file_bytes bytes;
    snprintf(folder, sizeof folder, "%s/instructor", assets);
    for (int i = 0; i < PAGES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].file);
        if (file_read(path, FILE_PAGE, arena, &bytes, trouble) != HL_OK) {
            snprintf(why, why_size, "%s: %s", path, trouble);
            return false;
        }
        pages->list[i].path = files[i].path;
        pages->list[i].type = files[i].type;
        pages->list[i].body = bytes.data;
        pages->list[i].length = bytes.length;
    }
    return read_door(pages, folder, arena, why, why_size);
}

srv_reply pages_find(const srv_pages *pages, const char *path)
{
    for (int i = 0; i < PAGES; i++)
        if (strcmp(pages->list[i].path, path) == 0)
            return (srv_reply){.status = 200,
                               .type = pages->list[i].type,
                               .body = pages->list[i].body,
                               .length = pages->list[i].length};
    return reply_text(404, "there is no such page");
}

bool pages_is_public(const char *path)
{
    return strcmp(path, "/style.css") == 0 || strcmp(path, "/icon.svg") == 0;
}

srv_reply pages_door(const srv_pages *pages, unsigned status, int wait)
{
    char why[FILE_TEMPLATE_WHY];
    srv_reply reply = reply_owned(html, print_door(pages, wait > 0, why));
    if (reply.status != 200) return reply;
    reply.status = status;
    reply.retry_after = wait;
    return reply;
}
