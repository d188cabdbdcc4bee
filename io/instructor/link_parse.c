/* Requests: the bytes are checked, then parsed with cJSON, then each field is checked. */
#include "io/link_parse.h"

#include "hl/status.h"
#include "link_internal.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VALUES = 6, WIND_AT = 4, MOST_FIELDS = 8 };

/* ---- what is expected ---- */

typedef enum field_kind { FIELD_NAME, FIELD_TEXT, FIELD_NUMBER, FIELD_PAIR } field_kind;

typedef struct request_field {
    const char *name;
    field_kind kind;
    bool required;
    int at; /* of `values` */
    double least, most;
} request_field;

typedef struct request_form {
    const char *type;
    xch_director_kind kind;
    request_field fields[MOST_FIELDS]; /* ended by a name of NULL */
} request_form;

static const request_form forms[] = {
    {"pause", XCH_DIRECTOR_PAUSE, {{0}}},
    {"resume", XCH_DIRECTOR_RESUME, {{0}}},
    {"reset", XCH_DIRECTOR_RESET, {{0}}},
    {"stop", XCH_DIRECTOR_STOP, {{0}}},
    {"load", XCH_DIRECTOR_LOAD, {{.name = "exercise", .kind = FIELD_NAME, .required = true}}},
    {"pattern", XCH_DIRECTOR_PATTERN, {{.name = "pattern", .kind = FIELD_NAME, .required = true}}},
    {"weather",
     XCH_DIRECTOR_WEATHER,
     {{"time_of_day", FIELD_NUMBER, false, 0, 0.0, IO_LINK_DAY},
      {"cloud", FIELD_NUMBER, false, 1, 0.0, 1.0},
      {"rain", FIELD_NUMBER, false, 2, 0.0, 1.0},
      {"visibility", FIELD_NUMBER, false, 3, IO_LINK_VISIBILITY, IO_LINK_FAR},
      {"wind", FIELD_PAIR, false, WIND_AT, -IO_LINK_WIND, IO_LINK_WIND}}},
    {"message", XCH_DIRECTOR_MESSAGE, {{.name = "text", .kind = FIELD_TEXT, .required = true}}},
    {"mark", XCH_DIRECTOR_MARK, {{.name = "text", .kind = FIELD_TEXT, .required = true}}},
    {"fault",
     XCH_DIRECTOR_FAULT,
     {{.name = "fault", .kind = FIELD_NAME, .required = true},
      {"severity", FIELD_NUMBER, true, 0, 0.0, 1.0}}},
};
enum { FORMS = sizeof forms / sizeof *forms };

static const request_form *find_form(const char *type)
{
    for (int i = 0; i < FORMS; i++)
        if (strcmp(forms[i].type, type) == 0) return &forms[i];
    return NULL;
}

static int find_field(const request_form *form, const char *name)
{
    for (int i = 0; i < MOST_FIELDS && form->fields[i].name; i++)
        if (strcmp(form->fields[i].name, name) == 0) return i;
    return -1;
}

/* ---- bytes ---- */

bool io_link_is_text(const char *text, size_t length)
{
    size_t count;
    for (size_t at = 0; at < length; at += count) {
        count = link_character(text + at, length - at);
        if (count == 0) return false;
    }
    return true;
}

/* A NUL written as an escape would silently end a string. */
static bool has_escaped_nul(const char *line, size_t length)
{
    static const char nul[] = "u0000";
    const size_t after = sizeof nul - 1;
    for (size_t at = 0; at + 1 < length; at++) {
        if (line[at] != '\\') continue;
        at++;
        if (length - at >= after && strncmp(line + at, nul, after) == 0) return true;
    }
    return false;
}

/* ---- fields ---- */

typedef struct reading {
    io_link_request *request;
    char *why;
    size_t why_size;
} reading;

static bool refuse(const reading *r, const char *name, const char *expected)
{
    snprintf(r->why, r->why_size, "%s: expected %s", name, expected);
    return false;
}

static bool read_string(const reading *r, const cJSON *item, const char *name, char *out, size_t size)
{
    const char *text = cJSON_GetStringValue(item);
    if (!text || strlen(text) >= size || !io_link_is_text(text, strlen(text)))
        return refuse(r, name, "a short text without control characters");
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_number(const reading *r, const cJSON *item, const request_field *field, double *out)
{
    const double value = cJSON_GetNumberValue(item); /* of anything else NaN */
    if (!(value >= field->least && value <= field->most)) {
        char expected[80];
        snprintf(expected, sizeof expected, "a number from %g to %g", field->least, field->most);
        return refuse(r, field->name, expected);
    }
    *out = value;
    return true;
}

static bool read_pair(const reading *r, const cJSON *item, const request_field *field, double *out)
{
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != 2) return refuse(r, field->name, "two numbers");
    return read_number(r, item->child, field, out) && read_number(r, item->child->next, field, out + 1);
}

static bool read_field(const reading *r, const cJSON *item, const request_field *field)
{
    io_link_request *request = r->request;
    switch (field->kind) {
    case FIELD_NAME:
        return read_string(r, item, field->name, request->name, sizeof request->name);
    case FIELD_TEXT:
        return read_string(r, item, field->name, request->text, sizeof request->text);
    case FIELD_NUMBER:
        return read_number(r, item, field, &request->values[field->at]);
    case FIELD_PAIR:
        break;
    }
    return read_pair(r, item, field, &request->values[field->at]);
}

static bool read_id(const reading *r, const cJSON *item)
{
    const double id = cJSON_GetNumberValue(item);
    if (!(id >= 0.0 && id <= (double)IO_LINK_MOST_ID) || floor(id) < id)
        return refuse(r, "id", "a whole number from 0 to 2^53");
    r->request->id = (int64_t)id;
    return true;
}

/* ---- the request ---- */

/* Names that every request may have in addition. */
enum { TYPE_BIT = MOST_FIELDS, ID_BIT };

/* The field as a bit in the set of present fields. */
static int bit_of(const request_form *form, const char *name)
{
    if (strcmp(name, "type") == 0) return TYPE_BIT;
    if (strcmp(name, "id") == 0) return ID_BIT;
    return find_field(form, name);
}

static bool all_there(const reading *r, const request_form *form, unsigned seen)
{
    bool some = form->fields[0].name == NULL;
    for (int i = 0; i < MOST_FIELDS && form->fields[i].name; i++) {
        const bool there = (seen & 1U << i) != 0;
        some = some || there;
        if (form->fields[i].required && !there) return refuse(r, form->fields[i].name, "a value");
    }
    return some || refuse(r, form->type, "at least one field to change");
}

static bool read_request(const reading *r, const cJSON *root)
{
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "type"));
    const request_form *form = type ? find_form(type) : NULL;
    unsigned seen = 0;
    if (!form)
        return refuse(r, "type",
                      "pause, resume, reset, stop, load, pattern, weather, message, mark or fault");
    r->request->kind = (int32_t)form->kind;
    for (const cJSON *item = root->child; item; item = item->next) {
        const int bit = bit_of(form, item->string);
        if (bit < 0 || (seen & 1U << bit))
            return refuse(r, form->type, "only known fields, each at most once");
        seen |= 1U << bit;
        if (bit == ID_BIT && !read_id(r, item)) return false;
        if (bit < MOST_FIELDS && !read_field(r, item, &form->fields[bit])) return false;
    }
    return all_there(r, form, seen);
}

/* cJSON takes the first of two members of one name, other readers the last. */
static bool has_members_once(const cJSON *root)
{
    for (const cJSON *item = root->child; item; item = item->next)
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0) return false;
    return true;
}

cJSON *io_link_read(const char *line, size_t length)
{
    char text[IO_LINK_REQUEST + 1];
    if (length > IO_LINK_REQUEST || !io_link_is_text(line, length) || has_escaped_nul(line, length))
        return NULL;
    memcpy(text, line, length);
    text[length] = '\0';
    cJSON *root = cJSON_ParseWithOpts(text, NULL, true);
    if (cJSON_IsObject(root) && has_members_once(root)) return root;
    cJSON_Delete(root);
    return NULL;
}

static bool read_line(const reading *r, const char *line, size_t length)
{
    cJSON *root = io_link_read(line, length);
    if (!root)
        return refuse(r, "request",
                      "one JSON object of at most 4096 bytes of UTF-8, without control characters and "
                      "duplicate fields");
    const bool read = read_request(r, root);
    cJSON_Delete(root);
    return read;
}

bool io_link_parse(const char *line, size_t length, io_link_request *request, char *why, size_t why_size)
{
    reading r;
    r.request = request;
    r.why = why;
    r.why_size = why_size;
    *request = (io_link_request){0};
    for (int i = 0; i < VALUES; i++) request->values[i] = (double)NAN;
    return read_line(&r, line, length);
}

/* ---- writing ---- */

static bool is_said(const io_link_request *request, const request_field *field)
{
    return field->kind == FIELD_NAME || field->kind == FIELD_TEXT || isfinite(request->values[field->at]);
}

static cJSON *field_value(const io_link_request *request, const request_field *field)
{
    enum { EXACT = 17 }; /* digits that give the same double back */
    const double *values = &request->values[field->at];
    cJSON *pair;
    switch (field->kind) {
    case FIELD_NAME:
        return link_text(request->name, sizeof request->name);
    case FIELD_TEXT:
        return link_text(request->text, sizeof request->text);
    case FIELD_PAIR:
        pair = cJSON_CreateArray();
        for (int i = 0; i < 2; i++) cJSON_AddItemToArray(pair, link_number(values[i], EXACT));
        return pair;
    case FIELD_NUMBER:
    default:
        return link_number(values[0], EXACT);
    }
}

size_t io_link_print(const io_link_request *request, char *line, size_t size)
{
    link_line out = {.size = size};
    out.bytes = line;
    const request_form *form = forms;
    while (form < forms + FORMS && (int32_t)form->kind != request->kind) form++;
    HL_ASSERT(form < forms + FORMS);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "type", form->type);
    if (request->id > 0) cJSON_AddItemToObject(document, "id", link_whole(request->id));
    for (const request_field *field = form->fields; field < form->fields + MOST_FIELDS && field->name;
         field++)
        if (is_said(request, field))
            cJSON_AddItemToObject(document, field->name, field_value(request, field));
    link_put(&out, document, "");
    return out.bad ? 0 : out.length;
}
