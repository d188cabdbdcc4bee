#include "instructor_seat.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

void seat_begin(instructor_seat *seat)
{
    seat->connected = true;
    seat->hello_length = seat->state_length = 0;
    seat->in_length = seat->out_length = 0;
    seat->first_event = seat->events;
}

/* ---- lines ---- */

/* The seat writes its lines in one way; all begin with their type. */
static bool is_of(const char *line, size_t length, const char *type)
{
    char begin[40];
    const int count = snprintf(begin, sizeof begin, "{\"type\":\"%s\"", type);
    return length > (size_t)count && strncmp(line, begin, (size_t)count) == 0;
}

static bool add_to_hello(instructor_seat *seat, const char *line, size_t length)
{
    if (length + 1 > sizeof seat->hello - seat->hello_length) return false;
    memcpy(seat->hello + seat->hello_length, line, length);
    seat->hello_length += length;
    seat->hello[seat->hello_length++] = '\n';
    seat->hellos++;
    return true;
}

static bool begin_hello(instructor_seat *seat, const char *line, size_t length)
{
    seat->hello_length = seat->state_length = 0; /* a state of what was driven before means nothing now */
    return add_to_hello(seat, line, length);
}

static bool keep_state(instructor_seat *seat, const char *line, size_t length)
{
    memcpy(seat->state, line, length);
    seat->state_length = length;
    seat->states++;
    return true;
}

static bool keep_event(instructor_seat *seat, const char *line, size_t length)
{
    if (length > SEAT_EVENT) return false;
    memcpy(seat->kept[seat->events % SEAT_EVENTS].line, line, length);
    seat->kept[seat->events % SEAT_EVENTS].length = length;
    seat->events++;
    return true;
}

static bool read_answer(const char *line, size_t length, seat_answer *answer)
{
    cJSON *root = cJSON_ParseWithLength(line, length);
    const double id = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(root, "id"));
    const char *why = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "why"));
    const bool good = id >= 0.0 && id <= (double)IO_LINK_MOST_ID;
    if (good) *answer = (seat_answer){.id = (int64_t)id, .ok = why == NULL};
    if (good && why) snprintf(answer->why, sizeof answer->why, "%s", why);
    cJSON_Delete(root);
    return good;
}

static bool take_line(instructor_seat *seat, const char *line, size_t length, seat_answered *answered,
                      void *context)
{
    seat_answer answer;
    if (is_of(line, length, "state")) return keep_state(seat, line, length);
    if (is_of(line, length, "event")) return keep_event(seat, line, length);
    if (is_of(line, length, "hello")) return begin_hello(seat, line, length);
    if (is_of(line, length, "list")) return add_to_hello(seat, line, length);
    if (!is_of(line, length, "answer") || !read_answer(line, length, &answer)) return false;
    answered(context, seat, &answer);
    return true;
}

static bool take_lines(instructor_seat *seat, seat_answered *answered, void *context)
{
    const char *from = seat->in;
    size_t left = seat->in_length;
    for (const char *end = memchr(from, '\n', left); end; end = memchr(from, '\n', left)) {
        const size_t length = (size_t)(end - from);
        if (!take_line(seat, from, length, answered, context)) return false;
        from = end + 1;
        left -= length + 1;
    }
    memmove(seat->in, from, left);
    seat->in_length = left;
    return true;
}

bool seat_hear(instructor_seat *seat, const char *bytes, size_t count, seat_answered *answered, void *context)
{
    while (count > 0) {
        const size_t room = sizeof seat->in - seat->in_length, piece = count < room ? count : room;
        memcpy(seat->in + seat->in_length, bytes, piece);
        seat->in_length += piece;
        bytes += piece;
        count -= piece;
        if (!take_lines(seat, answered, context) || seat->in_length == sizeof seat->in) return false;
    }
    return true;
}

/* ---- requests ---- */

bool seat_ask(instructor_seat *seat, const io_link_request *request)
{
    const size_t room = sizeof seat->out - seat->out_length;
    const size_t length = io_link_print(request, seat->out + seat->out_length, room);
    if (length == 0 || length == room) return false;
    seat->out_length += length;
    seat->out[seat->out_length++] = '\n';
    return true;
}

void seat_sent(instructor_seat *seat, size_t count)
{
    seat->out_length -= count;
    memmove(seat->out, seat->out + count, seat->out_length);
}
