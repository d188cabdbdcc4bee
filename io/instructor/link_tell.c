/* Messages of the seat, and the writer of JSON that makes them. */
#include "link_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(link_line *line, const char *bytes, size_t count)
{
    line->bad = line->bad || count > line->size - line->length;
    if (line->bad) return;
    memcpy(line->bytes + line->length, bytes, count);
    line->length += count;
}

void link_put(link_line *line, const char *text)
{
    put(line, text, strlen(text));
}

void link_put_key(link_line *line, const char *name)
{
    link_put(line, ",\"");
    link_put(line, name);
    link_put(line, "\":");
}

void link_put_number(link_line *line, double number, int digits)
{
    char text[40];
    if (isfinite(number))
        snprintf(text, sizeof text, "%.*g", digits, number);
    else
        snprintf(text, sizeof text, "null");
    link_put(line, text);
}

void link_put_whole(link_line *line, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    link_put(line, text);
}

/* ---- text ---- */

/* Characters of two to four bytes: what the first byte says, and the least that may be written with so many
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

void link_put_text(link_line *line, const char *text, size_t most)
{
    const size_t length = strlen(text);
    size_t count;
    link_put(line, "\"");
    for (size_t at = 0; at < length; at += count ? count : 1) {
        count = link_character(text + at, length - at);
        if (at + (count ? count : 1) > most) break;
        if (text[at] == '"' || text[at] == '\\') put(line, "\\", 1);
        put(line, count ? text + at : "?", count ? count : 1);
    }
    link_put(line, "\"");
}

enum {
    ITEMS = 32,     /* of a list in one line: with the longest texts, all quotes, still below IO_LINK_LINE */
    SHOWN = 7,      /* digits of signals: what a page shows, and more than a plot needs */
    EXACT = 17,     /* digits that give the same double back */
    ITEM_TEXT = 240 /* bytes of a text in a list */
};

static void put_text(link_line *out, const char *key, const char *text)
{
    link_put_key(out, key);
    link_put_text(out, text, IO_LINK_TEXT);
}

static void put_whole(link_line *out, const char *key, int64_t number)
{
    link_put_key(out, key);
    link_put_whole(out, number);
}

static void put_number(link_line *out, const char *key, double number, int digits)
{
    link_put_key(out, key);
    link_put_number(out, number, digits);
}

static void put_flag(link_line *out, const char *key, bool flag)
{
    link_put_key(out, key);
    link_put(out, flag ? "true" : "false");
}

/* ---- hello ---- */

/* What a list tells of its item, as ["...", "..."]. */
typedef void item_writer(link_line *out, const io_link_seat *seat, int item);

static void put_item(link_line *out, const char *const *texts, int count)
{
    for (int i = 0; i < count; i++) {
        link_put(out, i ? "," : "[");
        link_put_text(out, texts[i], ITEM_TEXT);
    }
    link_put(out, "]");
}

static void put_signal(link_line *out, const io_link_seat *seat, int item)
{
    const io_link_signal *s = &seat->signals[item];
    put_item(out, (const char *const[]){s->name, s->unit, s->meaning}, 3);
}

static void put_fault(link_line *out, const io_link_seat *seat, int item)
{
    put_item(out, (const char *const[]){seat->faults[item].name, seat->faults[item].meaning}, 2);
}

static void put_option(link_line *out, const io_link_option *option)
{
    put_item(out, (const char *const[]){option->name, option->text}, 2);
}

static void put_pattern(link_line *out, const io_link_seat *seat, int item)
{
    put_option(out, &seat->patterns[item]);
}

static void put_exercise(link_line *out, const io_link_seat *seat, int item)
{
    put_option(out, &seat->exercises[item]);
}

static void put_task(link_line *out, const io_link_seat *seat, int item)
{
    put_option(out, &seat->tasks[item]);
}

static void put_list(link_line *out, const io_link_seat *seat, const char *name, int count,
                     item_writer *write)
{
    for (int first = 0; first < count; first += ITEMS) {
        link_put(out, "{\"type\":\"list\"");
        put_text(out, "list", name);
        put_whole(out, "first", first);
        link_put_key(out, "items");
        for (int i = first; i < count && i < first + ITEMS; i++) {
            link_put(out, i > first ? "," : "[");
            write(out, seat, i);
        }
        link_put(out, "]}\n");
    }
}

void link_tell_hello(link_line *out, const io_link_seat *seat, int64_t instance)
{
    link_put(out, "{\"type\":\"hello\"");
    put_whole(out, "protocol", LINK_PROTOCOL);
    put_whole(out, "instance", instance);
    put_flag(out, "driving", seat != NULL);
    if (seat) {
        put_text(out, "scenario", seat->scenario);
        put_text(out, "title", seat->title);
        put_text(out, "machine", seat->machine);
        put_text(out, "variants", seat->variants);
        put_text(out, "trainee", seat->trainee);
        put_number(out, "step", seat->step, EXACT);
        put_flag(out, "picture", seat->picture);
    }
    link_put(out, "}\n");
    if (!seat) return;
    put_list(out, seat, "signals", seat->signal_count, put_signal);
    put_list(out, seat, "faults", seat->fault_count, put_fault);
    put_list(out, seat, "patterns", seat->pattern_count, put_pattern);
    put_list(out, seat, "exercises", seat->exercise_count, put_exercise);
    put_list(out, seat, "tasks", seat->task_count, put_task);
}

/* ---- state ---- */

static void put_value(link_line *out, const xch_snapshot *snapshot, int signal)
{
    if (signal >= 0 && signal < snapshot->signal_count)
        link_put_number(out, snapshot->signals[signal], SHOWN);
    else
        link_put(out, "null");
}

static void put_snapshot(link_line *out, const io_link_seat *seat, const xch_snapshot *snapshot)
{
    put_whole(out, "tick", snapshot->tick);
    put_number(out, "time", snapshot->time, EXACT);
    put_whole(out, "missed", snapshot->missed);
    put_number(out, "slipped", (double)snapshot->slipped * seat->step, SHOWN);
    link_put(out, ",\"values\":[");
    for (int i = 0; i < seat->signal_count; i++) {
        if (i) link_put(out, ",");
        put_value(out, snapshot, seat->signals[i].signal);
    }
    link_put(out, "],\"faults\":[");
    for (int i = 0; i < seat->fault_count; i++) {
        if (i) link_put(out, ",");
        put_value(out, snapshot, seat->faults[i].signal);
    }
    link_put(out, "]");
}

void link_tell_state(link_line *out, const io_link_seat *seat, const xch_snapshot *snapshot,
                     const io_link_state *state)
{
    link_put(out, "{\"type\":\"state\"");
    put_whole(out, "attempt", state->attempt);
    put_number(out, "score", state->score, SHOWN);
    put_flag(out, "paused", state->paused);
    put_flag(out, "ended", state->ended);
    put_whole(out, "pattern", state->pattern);
    put_whole(out, "task", state->task);
    put_whole(out, "result", state->result);
    put_number(out, "time_of_day", state->time_of_day, SHOWN);
    put_number(out, "cloud", state->cloud, SHOWN);
    put_number(out, "rain", state->rain, SHOWN);
    put_number(out, "visibility", state->visibility, SHOWN);
    link_put(out, ",\"wind\":[");
    link_put_number(out, state->wind[0], SHOWN);
    link_put(out, ",");
    link_put_number(out, state->wind[1], SHOWN);
    link_put(out, "]");
    put_text(out, "message", state->message);
    if (seat && snapshot) put_snapshot(out, seat, snapshot);
    link_put(out, "}\n");
}

/* ---- the others ---- */

void link_tell_event(link_line *out, const link_event *event)
{
    link_put(out, "{\"type\":\"event\"");
    put_whole(out, "number", event->number);
    put_number(out, "time", event->time, EXACT);
    put_text(out, "kind", event->kind);
    put_text(out, "text", event->text);
    link_put(out, "}\n");
}

void link_tell_answer(link_line *out, int64_t id, const char *refused)
{
    link_put(out, "{\"type\":\"answer\"");
    put_whole(out, "id", id);
    put_flag(out, "ok", refused == NULL);
    if (refused) put_text(out, "why", refused);
    link_put(out, "}\n");
}
