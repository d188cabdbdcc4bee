#include "room.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- seats ---- */

void seat_begin(srv_seat *seat)
{
    seat->connected = true;
    seat->hello_length = seat->state_length = 0;
    seat->in_length = seat->out_length = 0;
    seat->first_event = seat->events;
}

/* ---- lines ---- */

/* Every line of a seat begins with its type. */
static bool is_of(const char *line, size_t length, const char *type)
{
    char begin[40];
    const int count = snprintf(begin, sizeof begin, "{\"type\":\"%s\"", type);
    return length > (size_t)count && strncmp(line, begin, (size_t)count) == 0;
}

static bool add_to_hello(srv_seat *seat, const char *line, size_t length)
{
    if (length + 1 > sizeof seat->hello - seat->hello_length) return false;
    memcpy(seat->hello + seat->hello_length, line, length);
    seat->hello_length += length;
    seat->hello[seat->hello_length++] = '\n';
    seat->hellos++;
    return true;
}

static bool begin_hello(srv_seat *seat, const char *line, size_t length)
{
    seat->hello_length = seat->state_length = 0; /* the state belongs to the drive before */
    return add_to_hello(seat, line, length);
}

static bool keep_state(srv_seat *seat, const char *line, size_t length)
{
    memcpy(seat->state, line, length);
    seat->state_length = length;
    seat->states++;
    return true;
}

static bool keep_event(srv_seat *seat, const char *line, size_t length)
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

static bool take_line(srv_seat *seat, const char *line, size_t length, seat_answered *answered, void *context)
{
    seat_answer answer;
    if (is_of(line, length, "state")) return keep_state(seat, line, length);
    if (is_of(line, length, "event")) return keep_event(seat, line, length);
    if (is_of(line, length, "hello")) return begin_hello(seat, line, length);
    if (is_of(line, length, "list")) return add_to_hello(seat, line, length);
    if (!is_of(line, length, "answer") || !read_answer(line, length, &answer)) return false;
    answered(context, &answer);
    return true;
}

static bool take_lines(srv_seat *seat, seat_answered *answered, void *context)
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

bool seat_receive(srv_seat *seat, const char *bytes, size_t count, seat_answered *answered, void *context)
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

/* Append a request to what is to be sent. @return false: no space */
static bool seat_request(srv_seat *seat, const io_link_request *request)
{
    const size_t room = sizeof seat->out - seat->out_length;
    const size_t length = io_link_print(request, seat->out + seat->out_length, room);
    if (length == 0 || length == room) return false;
    seat->out_length += length;
    seat->out[seat->out_length++] = '\n';
    return true;
}

void seat_sent(srv_seat *seat, size_t count)
{
    seat->out_length -= count;
    memmove(seat->out, seat->out + count, seat->out_length);
}

/* The id of a request to a seat: the number of the viewer, and the viewer's own id of the request. */
static const int64_t IDS = (int64_t)1 << 31;

/* ---- viewers ---- */

static srv_viewer *find_viewer(srv_room *room, int number)
{
    for (int i = 0; i < ROOM_VIEWERS && number > 0; i++)
        if (room->viewers[i].number == number) return &room->viewers[i];
    return NULL;
}

srv_viewer *room_enter(srv_room *room, void *connection, int64_t now)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        srv_viewer *v = &room->viewers[i];
        if (v->number != 0) continue;
        *v = (srv_viewer){
            .number = ++room->numbers, .connection = connection, .allowance = ROOM_BURST, .told = now};
        room->changes++;
        return v;
    }
    return NULL;
}

void room_leave(srv_room *room, srv_viewer *viewer)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->controller[i] == viewer->number) room->controller[i] = 0;
    viewer->number = 0;
    room->changes++;
}

/* ---- answers ---- */

static void add_text(cJSON *object, const char *key, const char *text)
{
    (void)cJSON_AddStringToObject(object, key, text);
}

/* If a viewer reads too slowly, its oldest unread answer is dropped. */
static void note(srv_viewer *v, double id, bool ok, const char *why)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "type", "answer");
    (void)cJSON_AddNumberToObject(object, "id", id);
    (void)cJSON_AddBoolToObject(object, "ok", ok);
    if (!ok) add_text(object, "why", why);
    if (v->notes == ROOM_NOTES) {
        v->first_note = (v->first_note + 1) % ROOM_NOTES;
        v->notes--;
    }
    char *to = v->note[(v->first_note + v->notes) % ROOM_NOTES];
    if (cJSON_PrintPreallocated(object, to, ROOM_NOTE, false)) v->notes++;
    cJSON_Delete(object);
}

void room_answer(void *room, const seat_answer *answer)
{
    srv_viewer *v = find_viewer(room, (int)(answer->id / IDS));
    if (v) note(v, (double)(answer->id % IDS), answer->ok, answer->why);
}

/* ---- requests to the room ---- */

/* Members of an object, all of them known. */
static bool has_only(const cJSON *object, const char *const *names, int count)
{
    if (cJSON_GetArraySize(object) != count) return false;
    for (int i = 0; i < count; i++)
        if (!cJSON_GetObjectItemCaseSensitive(object, names[i])) return false;
    return true;
}

static const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

/* {"type": "watch", "seat": NAME} */
static int watch(srv_room *room, srv_viewer *v, const cJSON *message)
{
    static const char *const names[] = {"type", "seat"};
    const char *name = text_of(message, "seat");
    if (!has_only(message, names, 2)) return ROOM_HANG_UP;
    for (int i = 0; i < room->seat_count; i++) {
        if (strcmp(room->seats[i].name, name) != 0) continue;
        if (room->controller[v->seat] == v->number && v->seat != i) room->controller[v->seat] = 0;
        v->seat = i;
        v->hellos = v->states = v->events = 0;
        room->changes++;
        return ROOM_NO_SEAT;
    }
    return ROOM_HANG_UP;
}

/* {"type": "control", "action": "take" | "release" | "give", "to": number}; only "give" has the last. */
static int control(srv_room *room, srv_viewer *v, const cJSON *message)
{
    static const char *const names[] = {"type", "action", "to"};
    const char *action = text_of(message, "action");
    const bool give = strcmp(action, "give") == 0, take = strcmp(action, "take") == 0;
    int *controller = &room->controller[v->seat];
    if (!has_only(message, names, give ? 3 : 2)) return ROOM_HANG_UP;
    if (take) {
        if (*controller == 0) *controller = v->number;
        if (*controller != v->number) note(v, 0.0, false, "another instructor has the control");
    } else if (give) {
        const double number = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(message, "to"));
        if (!(number >= 1.0 && number <= (double)room->numbers) || number != floor(number))
            return ROOM_HANG_UP;
        const srv_viewer *to = find_viewer(room, (int)number);
        if (*controller == v->number && to && to->seat == v->seat) *controller = to->number;
    } else if (strcmp(action, "release") == 0) {
        if (*controller == v->number) *controller = 0;
    } else {
        return ROOM_HANG_UP;
    }
    room->changes++;
    return ROOM_NO_SEAT;
}

/* ---- requests to a seat ---- */

static int command(srv_room *room, srv_viewer *v, const char *text, size_t length)
{
    io_link_request request;
    char why[IO_LINK_TEXT];
    if (!io_link_parse(text, length, &request, why, sizeof why) || request.id >= IDS) return ROOM_HANG_UP;
    const double id = (double)request.id;
    srv_seat *seat = &room->seats[v->seat];
    request.id += v->number * IDS;
    if (room->controller[v->seat] != v->number)
        note(v, id, false, "take the control first");
    else if (!seat->connected)
        note(v, id, false, "no seat is connected");
    else if (!seat_request(seat, &request))
        note(v, id, false, "the seat is busy");
    else
        return v->seat;
    return ROOM_NO_SEAT;
}

/* ---- messages ---- */

/* A leaking bucket. */
static bool is_allowed(srv_viewer *v, int64_t now)
{
    static const double second = 1e9; /* [ns] */
    v->allowance += (double)(now - v->told) / second * ROOM_RATE;
    if (v->allowance > ROOM_BURST) v->allowance = ROOM_BURST;
    v->told = now;
    v->allowance -= 1.0;
    return v->allowance >= 0.0;
}

int room_message(srv_room *room, srv_viewer *v, const char *text, size_t length, int64_t now)
{
    int result = ROOM_HANG_UP;
    if (is_allowed(v, now)) {
        cJSON *message = io_link_read(text, length);
        const char *type = text_of(message, "type");
        if (strcmp(type, "watch") == 0)
            result = watch(room, v, message);
        else if (strcmp(type, "control") == 0)
            result = control(room, v, message);
        else if (strcmp(type, "active") == 0)
            result = has_only(message, (const char *const[]){"type"}, 1) ? ROOM_NO_SEAT : ROOM_HANG_UP;
        else
            result = command(room, v, text, length);
        cJSON_Delete(message);
    }
    if (result == ROOM_HANG_UP) room->refused++;
    return result;
}

/* ---- texts for viewers ---- */

static cJSON *seats_of(const srv_room *room)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < room->seat_count; i++) {
        cJSON *item = cJSON_CreateObject();
        add_text(item, "name", room->seats[i].name);
        (void)cJSON_AddBoolToObject(item, "connected", room->seats[i].connected);
        (void)cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *viewers_of(const srv_room *room, int seat)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < ROOM_VIEWERS; i++)
        if (room->viewers[i].number && room->viewers[i].seat == seat)
            (void)cJSON_AddItemToArray(list, cJSON_CreateNumber(room->viewers[i].number));
    return list;
}

static size_t print_room(const srv_room *room, const srv_viewer *v, char *text)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "type", "room");
    (void)cJSON_AddNumberToObject(object, "you", v->number);
    add_text(object, "seat", room->seats[v->seat].name);
    (void)cJSON_AddBoolToObject(object, "connected", room->seats[v->seat].connected);
    (void)cJSON_AddNumberToObject(object, "controller", room->controller[v->seat]);
    (void)cJSON_AddItemToObject(object, "viewers", viewers_of(room, v->seat));
    (void)cJSON_AddItemToObject(object, "seats", seats_of(room));
    const bool printed = cJSON_PrintPreallocated(object, text, SEAT_HELLO, false);
    cJSON_Delete(object);
    return printed ? strlen(text) : 0;
}

static size_t copy(char *text, const char *from, size_t length)
{
    memcpy(text, from, length);
    return length;
}

static size_t next_note(srv_viewer *v, char *text)
{
    const char *from = v->note[v->first_note];
    v->first_note = (v->first_note + 1) % ROOM_NOTES;
    v->notes--;
    return copy(text, from, strlen(from));
}

/* The next event for this viewer. Events that are not kept, or of a connection before, are skipped. */
static int64_t event_for(const srv_viewer *v, const srv_seat *seat)
{
    const int64_t kept = seat->events - SEAT_EVENTS;
    const int64_t first = kept > seat->first_event ? kept : seat->first_event;
    return v->events > first ? v->events : first;
}

static size_t next_event(srv_viewer *v, const srv_seat *seat, char *text)
{
    const int64_t event = event_for(v, seat), at = event % SEAT_EVENTS;
    v->events = event + 1;
    return copy(text, seat->kept[at].line, seat->kept[at].length);
}

/* Kinds of texts for viewers, in the order in which they are sent. */
typedef enum text_kind { TEXT_NONE, TEXT_NOTE, TEXT_ROOM, TEXT_HELLO, TEXT_EVENT, TEXT_STATE } text_kind;

static text_kind next_kind(const srv_room *room, const srv_viewer *v)
{
    const srv_seat *seat = &room->seats[v->seat];
    if (v->notes > 0) return TEXT_NOTE;
    if (v->changes < room->changes) return TEXT_ROOM;
    if (!seat->connected) return TEXT_NONE;
    if (v->hellos < seat->hellos && seat->hello_length > 0) return TEXT_HELLO;
    if (event_for(v, seat) < seat->events) return TEXT_EVENT;
    return v->states < seat->states && seat->state_length > 0 ? TEXT_STATE : TEXT_NONE;
}

size_t room_next(srv_room *room, srv_viewer *v, char *text)
{
    const srv_seat *seat = &room->seats[v->seat];
    switch (next_kind(room, v)) {
    case TEXT_NOTE:
        return next_note(v, text);
    case TEXT_ROOM:
        v->changes = room->changes;
        return print_room(room, v, text);
    case TEXT_HELLO:
        v->hellos = seat->hellos;
        return copy(text, seat->hello, seat->hello_length);
    case TEXT_EVENT:
        return next_event(v, seat, text);
    case TEXT_STATE:
        v->states = seat->states;
        return copy(text, seat->state, seat->state_length);
    case TEXT_NONE:
        break;
    }
    return 0;
}

bool room_has_next(const srv_room *room, const srv_viewer *v)
{
    return next_kind(room, v) != TEXT_NONE;
}
