#include "instructor_room.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A seat's answer carries the viewer and the viewer's own number of the request in one. */
static const int64_t IDS = (int64_t)1 << 31;

/* ---- coming and going ---- */

static instructor_viewer *find_viewer(instructor_room *room, int number)
{
    for (int i = 0; i < ROOM_VIEWERS && number > 0; i++)
        if (room->viewers[i].number == number) return &room->viewers[i];
    return NULL;
}

instructor_viewer *room_enter(instructor_room *room, void *who, int64_t now)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        instructor_viewer *v = &room->viewers[i];
        if (v->number != 0) continue;
        *v = (instructor_viewer){.number = ++room->numbers, .who = who, .allowance = ROOM_BURST, .told = now};
        room->changes++;
        return v;
    }
    return NULL;
}

void room_leave(instructor_room *room, instructor_viewer *viewer)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->controller[i] == viewer->number) room->controller[i] = 0;
    viewer->number = 0;
    room->changes++;
}

/* ---- notes ---- */

static void add_text(cJSON *object, const char *key, const char *text)
{
    (void)cJSON_AddStringToObject(object, key, text);
}

/* He who asks more than he listens to loses the oldest answer. */
static void note(instructor_viewer *v, double id, bool ok, const char *why)
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

void room_answered(void *room_of, instructor_seat *seat, const seat_answer *answer)
{
    instructor_viewer *v = find_viewer(room_of, (int)(answer->id / IDS));
    (void)seat;
    if (v) note(v, (double)(answer->id % IDS), answer->ok, answer->why);
}

/* ---- what is asked of the room ---- */

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
static int watch(instructor_room *room, instructor_viewer *v, const cJSON *message)
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
static int control(instructor_room *room, instructor_viewer *v, const cJSON *message)
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
        const instructor_viewer *to = find_viewer(room, (int)number);
        if (*controller == v->number && to && to->seat == v->seat) *controller = to->number;
    } else if (strcmp(action, "release") == 0) {
        if (*controller == v->number) *controller = 0;
    } else {
        return ROOM_HANG_UP;
    }
    room->changes++;
    return ROOM_NO_SEAT;
}

/* ---- what is asked of the seat ---- */

static int command(instructor_room *room, instructor_viewer *v, const char *text, size_t length)
{
    io_link_request request;
    char why[IO_LINK_TEXT];
    if (!io_link_parse(text, length, &request, why, sizeof why) || request.id >= IDS) return ROOM_HANG_UP;
    const double id = (double)request.id;
    instructor_seat *seat = &room->seats[v->seat];
    request.id += v->number * IDS;
    if (room->controller[v->seat] != v->number)
        note(v, id, false, "take the control first");
    else if (!seat->connected)
        note(v, id, false, "no seat is connected");
    else if (!seat_ask(seat, &request))
        note(v, id, false, "the seat is busy");
    else
        return v->seat;
    return ROOM_NO_SEAT;
}

/* ---- messages ---- */

/* A leaking bucket. */
static bool may_speak(instructor_viewer *v, int64_t now)
{
    static const double second = 1e9; /* [ns] */
    v->allowance += (double)(now - v->told) / second * ROOM_RATE;
    if (v->allowance > ROOM_BURST) v->allowance = ROOM_BURST;
    v->told = now;
    v->allowance -= 1.0;
    return v->allowance >= 0.0;
}

int room_message(instructor_room *room, instructor_viewer *v, const char *text, size_t length, int64_t now)
{
    int result = ROOM_HANG_UP;
    if (may_speak(v, now)) {
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

/* ---- what is sent ---- */

static cJSON *seats_of(const instructor_room *room)
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

static cJSON *viewers_of(const instructor_room *room, int seat)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < ROOM_VIEWERS; i++)
        if (room->viewers[i].number && room->viewers[i].seat == seat)
            (void)cJSON_AddItemToArray(list, cJSON_CreateNumber(room->viewers[i].number));
    return list;
}

static size_t print_room(const instructor_room *room, const instructor_viewer *v, char *text)
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

static size_t next_note(instructor_viewer *v, char *text)
{
    const char *from = v->note[v->first_note];
    v->first_note = (v->first_note + 1) % ROOM_NOTES;
    v->notes--;
    return copy(text, from, strlen(from));
}

/* The next event that this viewer can hear of: those that are not kept, or were a former connection's, are
 * gone. */
static int64_t event_for(const instructor_viewer *v, const instructor_seat *seat)
{
    const int64_t kept = seat->events - SEAT_EVENTS;
    const int64_t first = kept > seat->first_event ? kept : seat->first_event;
    return v->events > first ? v->events : first;
}

static size_t next_event(instructor_viewer *v, const instructor_seat *seat, char *text)
{
    const int64_t event = event_for(v, seat), at = event % SEAT_EVENTS;
    v->events = event + 1;
    return copy(text, seat->kept[at].line, seat->kept[at].length);
}

size_t room_next(instructor_room *room, instructor_viewer *v, char *text)
{
    const instructor_seat *seat = &room->seats[v->seat];
    if (v->notes > 0) return next_note(v, text);
    if (v->changes < room->changes) {
        v->changes = room->changes;
        return print_room(room, v, text);
    }
    if (!seat->connected) return 0;
    if (v->hellos < seat->hellos && seat->hello_length > 0) {
        v->hellos = seat->hellos;
        return copy(text, seat->hello, seat->hello_length);
    }
    if (event_for(v, seat) < seat->events) return next_event(v, seat, text);
    if (v->states < seat->states && seat->state_length > 0) {
        v->states = seat->states;
        return copy(text, seat->state, seat->state_length);
    }
    return 0;
}

bool room_waits(const instructor_room *room, const instructor_viewer *v)
{
    const instructor_seat *seat = &room->seats[v->seat];
    return v->notes > 0 || v->changes < room->changes ||
           (seat->connected &&
            ((v->hellos < seat->hellos && seat->hello_length > 0) || event_for(v, seat) < seat->events ||
             (v->states < seat->states && seat->state_length > 0)));
}
