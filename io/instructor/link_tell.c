/* Messages of the seat as lines of JSON. */
#include "link_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void link_put(link_line *line, cJSON *document, const char *end)
{
    const size_t room = line->size - line->length, count = strlen(end);
    char *at = line->bytes + line->length;
    line->bad =
        line->bad || !cJSON_PrintPreallocated(document, at, (int)room, false) || strlen(at) + count > room;
    cJSON_Delete(document);
    if (line->bad) return;
    const size_t length = strlen(at);
    memcpy(at + length, end, count);
    line->length += length + count;
}

cJSON *link_number(double number, int digits)
{
    char text[40];
    if (!isfinite(number)) return cJSON_CreateNull();
    snprintf(text, sizeof text, "%.*g", digits, number);
    return cJSON_CreateRaw(text);
}

cJSON *link_whole(int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return cJSON_CreateRaw(text);
}

/* ---- text ---- */

/* Characters of two to four bytes: mask and bits of the first byte, and the least code of this length
 * (RFC 3629, section 3). */
static const struct {
    unsigned char mask, lead;
    uint32_t least;
} forms[] = {{0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

static bool is_allowed(uint32_t code, uint32_t least)
{
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least && code <= 0x10FFFF && !control && !surrogate;
}

size_t link_character(const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text;
    if (length == 0) return 0;
    if (at[0] < 0x80) return is_allowed(at[0], 0) ? 1 : 0;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        const size_t count = form + 2;
        if ((at[0] & forms[form].mask) != forms[form].lead) continue;
        if (length < count) return 0;
        uint32_t code = at[0] & (0xFFU >> (count + 1));
        for (size_t i = 1; i < count; i++) {
            if ((at[i] & 0xC0) != 0x80) return 0;
            code = code << 6 | (at[i] & 0x3FU);
        }
        return is_allowed(code, forms[form].least) ? count : 0;
    }
    return 0;
}

cJSON *link_text(const char *text, size_t most)
{
    const size_t length = strlen(text);
    char *clean = malloc(length + 1);
    size_t count, to = 0;
    if (!clean) return NULL;
    for (size_t at = 0; at < length; at += count ? count : 1) {
        count = link_character(text + at, length - at);
        if (to + (count ? count : 1) > most) break;
        memcpy(clean + to, count ? text + at : "?", count ? count : 1);
        to += count ? count : 1;
    }
    clean[to] = '\0';
    cJSON *string = cJSON_CreateString(clean);
    free(clean);
    return string;
}

enum {
    ITEMS = 32,     /* of a list in one line: with the longest texts, all quotes, still below IO_LINK_LINE */
    SHOWN = 7,      /* digits of signals: what a page shows, and more than a plot needs */
    EXACT = 17,     /* digits that give the same double back */
    ITEM_TEXT = 240 /* bytes of a text in a list */
};

static void add_text(cJSON *out, const char *key, const char *text)
{
    cJSON_AddItemToObject(out, key, link_text(text, IO_LINK_TEXT));
}

static void add_whole(cJSON *out, const char *key, int64_t number)
{
    cJSON_AddItemToObject(out, key, link_whole(number));
}

static void add_number(cJSON *out, const char *key, double number, int digits)
{
    cJSON_AddItemToObject(out, key, link_number(number, digits));
}

/* Each line begins with its type. */
static cJSON *begin(const char *type)
{
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "type", type);
    return out;
}

/* ---- hello ---- */

/* An item of a list: ["...", "..."]. */
typedef cJSON *item_maker(const io_link_seat *seat, int item);

static cJSON *make_item(const char *const *texts, int count)
{
    cJSON *item = cJSON_CreateArray();
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(item, link_text(texts[i], ITEM_TEXT));
    return item;
}

static cJSON *make_signal(const io_link_seat *seat, int item)
{
    const io_link_signal *s = &seat->signals[item];
    return make_item((const char *const[]){s->name, s->unit, s->meaning}, 3);
}

static cJSON *make_fault(const io_link_seat *seat, int item)
{
    return make_item((const char *const[]){seat->faults[item].name, seat->faults[item].meaning}, 2);
}

static cJSON *make_option(const io_link_option *option)
{
    return make_item((const char *const[]){option->name, option->text}, 2);
}

static cJSON *make_pattern(const io_link_seat *seat, int item)
{
    return make_option(&seat->patterns[item]);
}

static cJSON *make_exercise(const io_link_seat *seat, int item)
{
    return make_option(&seat->exercises[item]);
}

static cJSON *make_task(const io_link_seat *seat, int item)
{
    return make_option(&seat->tasks[item]);
}

static void put_list(link_line *line, const io_link_seat *seat, const char *name, int count, item_maker *make)
{
    for (int first = 0; first < count; first += ITEMS) {
        cJSON *out = begin("list");
        add_text(out, "list", name);
        add_whole(out, "first", first);
        cJSON *items = cJSON_AddArrayToObject(out, "items");
        for (int i = first; i < count && i < first + ITEMS; i++) cJSON_AddItemToArray(items, make(seat, i));
        link_put(line, out, "\n");
    }
}

void link_tell_hello(link_line *line, const io_link_seat *seat, int64_t instance)
{
    cJSON *out = begin("hello");
    add_whole(out, "protocol", LINK_PROTOCOL);
    add_whole(out, "instance", instance);
    cJSON_AddBoolToObject(out, "driving", seat != NULL);
    if (seat) {
        add_text(out, "scenario", seat->scenario);
        add_text(out, "title", seat->title);
        add_text(out, "machine", seat->machine);
        add_text(out, "variants", seat->variants);
        add_text(out, "trainee", seat->trainee);
        add_number(out, "step", seat->step, EXACT);
        cJSON_AddBoolToObject(out, "picture", seat->picture);
    }
    link_put(line, out, "\n");
    if (!seat) return;
    put_list(line, seat, "signals", seat->signal_count, make_signal);
    put_list(line, seat, "faults", seat->fault_count, make_fault);
    put_list(line, seat, "patterns", seat->pattern_count, make_pattern);
    put_list(line, seat, "exercises", seat->exercise_count, make_exercise);
    put_list(line, seat, "tasks", seat->task_count, make_task);
}

/* ---- state ---- */

static cJSON *value_of(const xch_snapshot *snapshot, int signal)
{
    const bool known = signal >= 0 && signal < snapshot->signal_count;
    return link_number(known ? snapshot->signals[signal] : (double)NAN, SHOWN);
}

static void add_snapshot(cJSON *out, const io_link_seat *seat, const xch_snapshot *snapshot)
{
    add_whole(out, "tick", snapshot->tick);
    add_number(out, "time", snapshot->time, EXACT);
    add_whole(out, "missed", snapshot->missed);
    add_number(out, "slipped", (double)snapshot->slipped * seat->step, SHOWN);
    cJSON *values = cJSON_AddArrayToObject(out, "values"), *faults = cJSON_AddArrayToObject(out, "faults");
    for (int i = 0; i < seat->signal_count; i++)
        cJSON_AddItemToArray(values, value_of(snapshot, seat->signals[i].signal));
    for (int i = 0; i < seat->fault_count; i++)
        cJSON_AddItemToArray(faults, value_of(snapshot, seat->faults[i].signal));
}

void link_tell_state(link_line *line, const io_link_seat *seat, const xch_snapshot *snapshot,
                     const io_link_state *state)
{
    cJSON *out = begin("state");
    add_whole(out, "attempt", state->attempt);
    add_number(out, "score", state->score, SHOWN);
    cJSON_AddBoolToObject(out, "paused", state->paused);
    cJSON_AddBoolToObject(out, "ended", state->ended);
    add_whole(out, "pattern", state->pattern);
    add_whole(out, "task", state->task);
    add_whole(out, "result", state->result);
    add_number(out, "time_of_day", state->time_of_day, SHOWN);
    add_number(out, "cloud", state->cloud, SHOWN);
    add_number(out, "rain", state->rain, SHOWN);
    add_number(out, "visibility", state->visibility, SHOWN);
    cJSON *wind = cJSON_AddArrayToObject(out, "wind");
    for (int i = 0; i < 2; i++) cJSON_AddItemToArray(wind, link_number(state->wind[i], SHOWN));
    add_text(out, "message", state->message);
    if (seat && snapshot) add_snapshot(out, seat, snapshot);
    link_put(line, out, "\n");
}

/* ---- the others ---- */

void link_tell_event(link_line *line, const link_event *event)
{
    cJSON *out = begin("event");
    add_whole(out, "number", event->number);
    add_number(out, "time", event->time, EXACT);
    add_text(out, "kind", event->kind);
    add_text(out, "text", event->text);
    link_put(line, out, "\n");
}

void link_tell_answer(link_line *line, int64_t id, const char *refused)
{
    cJSON *out = begin("answer");
    add_whole(out, "id", id);
    cJSON_AddBoolToObject(out, "ok", refused == NULL);
    if (refused) add_text(out, "why", refused);
    link_put(line, out, "\n");
}
