/* Templates of HTML pages. They are short: they are scanned again for each item of a list. */
#include "file/template.h"

#include "file/read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

uint32_t file_utf8_next(const char **text)
{
    enum { BAD = 0xfffd };
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* of 1, 2, 3, 4 bytes */
    const unsigned char *at = (const unsigned char *)*text;
    const int more = *at < 0x80 ? 0 : (*at & 0xe0) == 0xc0 ? 1 : (*at & 0xf0) == 0xe0 ? 2 : 3;
    uint32_t code = more == 0 ? *at : *at & (0x3fU >> more);
    const bool begins = more < 3 || (*at & 0xf8) == 0xf0;
    (*text)++;
    for (int i = 1; begins && i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) return BAD;
        code = code << 6 | (at[i] & 0x3fU);
    }
    if (!begins || code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return BAD;
    *text += more;
    return code;
}

/* Characters that HTML and XML allow in texts. */
static bool is_allowed(uint32_t code)
{
    return code >= 0x20 ? code != 0x7f && code != 0xfffe && code != 0xffff : code == '\n' || code == '\t';
}

static const char *entity_of(uint32_t code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return code == 0xfffd || !is_allowed(code) ? "\xef\xbf\xbd" /* U+FFFD */ : NULL;
    }
}

void file_html_write(const char *text, FILE *out)
{
    while (*text) {
        const char *from = text, *entity = entity_of(file_utf8_next(&text));
        if (entity)
            fputs(entity, out);
        else
            fwrite(from, 1, (size_t)(text - from), out);
    }
}

/* ---- tags ---- */

enum { DEPTH = 16 /* nested sections at most */, NAME = 64 };

typedef struct filling {
    const char *text; /* the whole template, for line numbers */
    FILE *out;
    char *why;
    int depth;
    const cJSON *items[DEPTH]; /* of the sections around, outermost first */
} filling;

/* A tag: {{#name}}. */
typedef struct tag {
    char kind; /* '#', '^', '/', '!', '{'; 'v': a value */
    char name[NAME];
    const char *begin, *end; /* of the tag, or of its line if a section's tag is alone on it */
} tag;

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
refuse(const filling *f, const char *at, const char *format, ...)
{
    va_list arguments;
    int line = 1;
    for (const char *c = f->text; c < at; c++) line += *c == '\n';
    const int length = snprintf(f->why, FILE_TEMPLATE_WHY, "line %d: ", line);
    va_start(arguments, format);
    vsnprintf(f->why + length, FILE_TEMPLATE_WHY - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* A tag alone on its line takes the whole line. */
static void take_line(const filling *f, tag *t)
{
    const char *from = t->begin, *to = t->end;
    while (from > f->text && (from[-1] == ' ' || from[-1] == '\t')) from--;
    while (*to == ' ' || *to == '\t' || *to == '\r') to++;
    if ((from > f->text && from[-1] != '\n') || (*to != '\n' && *to != '\0')) return;
    t->begin = from;
    t->end = *to == '\n' ? to + 1 : to;
}

static bool read_name(const filling *f, const char *from, const char *end, tag *t)
{
    while (from < end && isspace((unsigned char)*from)) from++;
    while (end > from && isspace((unsigned char)end[-1])) end--;
    const size_t length = (size_t)(end - from);
    if (length == 0 || length >= NAME)
        return refuse(f, from, "a tag needs a name of 1 to %d characters", NAME - 1);
    memcpy(t->name, from, length);
    t->name[length] = '\0';
    return true;
}

/* Find the next tag; kind 0: no further tag. */
static bool next_tag(const filling *f, const char *from, tag *t)
{
    t->kind = 0;
    t->begin = strstr(from, "{{");
    if (!t->begin) return true;
    const char *inside = t->begin + 2;
    const bool whole = *inside == '{';
    const char *closing = whole ? "}}}" : "}}", *end = strstr(inside, closing);
    if (!end) return refuse(f, t->begin, "'{{' without '%s'", closing);
    t->end = end + strlen(closing);
    t->kind = *inside && strchr("#^/!{", *inside) ? *inside : 'v';
    if (t->kind != '{' && t->kind != 'v') take_line(f, t);
    return t->kind == '!' || read_name(f, inside + (t->kind != 'v'), end, t);
}

/* The tag that closes a section. */
static bool find_close(const filling *f, const tag *open, tag *close)
{
    int inner = 0;
    for (const char *from = open->end;; from = close->end) {
        if (!next_tag(f, from, close)) return false;
        if (close->kind == 0) return refuse(f, open->begin, "section '%s' has no end", open->name);
        if (close->kind == '!' || strcmp(close->name, open->name) != 0) continue;
        if (close->kind == '/' && inner-- == 0) return true;
        if (close->kind == '#' || close->kind == '^') inner++;
    }
}

/* ---- values ---- */

static const cJSON *find_value(const filling *f, const char *name)
{
    if (strcmp(name, ".") == 0) return f->items[f->depth - 1];
    for (int i = f->depth - 1; i >= 0; i--) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(f->items[i], name);
        if (value) return value;
    }
    return NULL;
}

static bool is_shown(const cJSON *value)
{
    if (cJSON_IsArray(value)) return cJSON_GetArraySize(value) > 0;
    if (cJSON_IsString(value)) return *value->valuestring != '\0';
    if (cJSON_IsNumber(value)) return value->valuedouble != 0.0;
    return !cJSON_IsFalse(value) && !cJSON_IsNull(value);
}

static bool write_value(const filling *f, const tag *t)
{
    const cJSON *value = find_value(f, t->name);
    if (!value) return refuse(f, t->begin, "there is no value '%s' here", t->name);
    if (cJSON_IsNumber(value))
        fprintf(f->out, "%.15g", value->valuedouble);
    else if (cJSON_IsString(value) && t->kind == '{')
        fputs(value->valuestring, f->out);
    else if (cJSON_IsString(value))
        file_html_write(value->valuestring, f->out);
    else if (!cJSON_IsNull(value))
        return refuse(f, t->begin, "'%s' is not a text or a number: write it as a section, {{#%s}}", t->name,
                      t->name);
    return true;
}

/* ---- sections ---- */

static bool write_part(filling *f, const char *from, const char *end);

static bool write_item(filling *f, const cJSON *item, const tag *open, const tag *close)
{
    if (f->depth == DEPTH)
        return refuse(f, open->begin, "more than %d sections inside each other", DEPTH - 1);
    f->items[f->depth++] = item;
    const bool good = write_part(f, open->end, close->begin);
    f->depth--;
    return good;
}

static bool write_section(filling *f, const tag *open, const tag *close)
{
    const cJSON *value = find_value(f, open->name);
    if (!value) return refuse(f, open->begin, "there is no value '%s' here", open->name);
    const bool shown = is_shown(value);
    if (open->kind == '^') return shown || write_part(f, open->end, close->begin);
    if (!shown) return true;
    if (!cJSON_IsArray(value)) return write_item(f, value, open, close);
    for (const cJSON *item = value->child; item; item = item->next)
        if (!write_item(f, item, open, close)) return false;
    return true;
}

static bool write_part(filling *f, const char *from, const char *end)
{
    tag t, close;
    while (next_tag(f, from, &t)) {
        const char *literal = t.kind != 0 && t.begin < end ? t.begin : end;
        fwrite(from, 1, (size_t)(literal - from), f->out);
        if (literal == end) return true;
        from = t.end;
        if (t.kind == '/') return refuse(f, t.begin, "'%s' ends a section that has not begun", t.name);
        if (t.kind == '#' || t.kind == '^') {
            if (!find_close(f, &t, &close) || !write_section(f, &t, &close)) return false;
            from = close.end;
        } else if (t.kind != '!' && !write_value(f, &t)) {
            return false;
        }
    }
    return false;
}

hl_status file_template_write(const char *text, const cJSON *data, FILE *out, char *why)
{
    filling f = {.text = text, .out = out, .why = why, .depth = 1, .items = {data}};
    *why = '\0';
    if (!write_part(&f, text, text + strlen(text))) return HL_BAD_INPUT;
    return ferror(out) ? HL_IO_ERROR : HL_OK;
}

char *file_template_print(const char *text, const cJSON *data, size_t *length, char *why)
{
    char *printed = NULL;
    FILE *out = open_memstream(&printed, length);
    hl_status status = out ? file_template_write(text, data, out, why) : HL_OUT_OF_MEMORY;
    if (out && fclose(out) != 0 && status == HL_OK) status = HL_OUT_OF_MEMORY;
    if (status == HL_OK) return printed;
    if (status != HL_BAD_INPUT) snprintf(why, FILE_TEMPLATE_WHY, "%s", hl_status_text(status));
    free(printed);
    return NULL;
}

const char *file_template_read(const char *folder, const char *name, hl_arena *arena, char *why)
{
    char path[1200], trouble[FILE_WHY];
    file_bytes bytes;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_read(path, FILE_PAGE, arena, &bytes, trouble) == HL_OK) return bytes.data;
    snprintf(why, FILE_TEMPLATE_WHY, "%.220s: %s", path, trouble);
    return NULL;
}
