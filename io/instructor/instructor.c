/* The link of a seat and its thread. The thread waits for connected viewers and sends them the news ten times
 * a second. It queues hello, events and state under one lock: a viewer gets no state of a session before its
 * hello, and after io_instructor_seat has returned the buffers of the old session are no longer read. */
#include "io/instructor.h"

#include "io/thread.h"
#include "link_internal.h"
#include "xch/messages.h"
#include "xch/snapshot.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- copy of the seat's description ---- */

/* @param text  NULL: empty
 *  @param good  set to false if memory is exhausted; NULL is returned then */
static const char *keep(const char *text, hl_arena *arena, bool *good)
{
    const char *from = text ? text : "";
    const char *kept = hl_arena_string(arena, from, strlen(from));
    *good = *good && kept;
    return kept;
}

static const io_link_option *keep_options(const io_link_option *from, int count, hl_arena *arena, bool *good)
{
    io_link_option *list = HL_NEW(arena, io_link_option, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_option){keep(from[i].name, arena, good), keep(from[i].text, arena, good)};
    return list;
}

static const io_link_signal *keep_signals(const io_link_signal *from, int count, hl_arena *arena, bool *good)
{
    io_link_signal *list = HL_NEW(arena, io_link_signal, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_signal){.name = keep(from[i].name, arena, good),
                                   .unit = keep(from[i].unit, arena, good),
                                   .meaning = keep(from[i].meaning, arena, good),
                                   .signal = from[i].signal};
    return list;
}

static const io_link_fault *keep_faults(const io_link_fault *from, int count, hl_arena *arena, bool *good)
{
    io_link_fault *list = HL_NEW(arena, io_link_fault, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_fault){.name = keep(from[i].name, arena, good),
                                  .meaning = keep(from[i].meaning, arena, good),
                                  .control = from[i].control,
                                  .signal = from[i].signal};
    return list;
}

/* Copy a description with all texts and lists.
 *  @return false: out of memory; `copy` is empty then */
static bool link_seat_copy(const io_link_seat *seat, hl_arena *arena, io_link_seat *copy)
{
    bool good = true;
    *copy = (io_link_seat){.scenario = keep(seat->scenario, arena, &good),
                           .title = keep(seat->title, arena, &good),
                           .machine = keep(seat->machine, arena, &good),
                           .variants = keep(seat->variants, arena, &good),
                           .trainee = keep(seat->trainee, arena, &good),
                           .signal_count = seat->signal_count,
                           .fault_count = seat->fault_count,
                           .pattern_count = seat->pattern_count,
                           .exercise_count = seat->exercise_count,
                           .task_count = seat->task_count,
                           .signals = keep_signals(seat->signals, seat->signal_count, arena, &good),
                           .faults = keep_faults(seat->faults, seat->fault_count, arena, &good),
                           .patterns = keep_options(seat->patterns, seat->pattern_count, arena, &good),
                           .exercises = keep_options(seat->exercises, seat->exercise_count, arena, &good),
                           .tasks = keep_options(seat->tasks, seat->task_count, arena, &good),
                           .step = seat->step,
                           .picture = seat->picture};
    if (!good) *copy = (io_link_seat){0};
    return good;
}

/* Requests in terms of this seat. */

/* ---- requests ---- */

static int find_option(const io_link_option *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) return i;
    return -1;
}

static int find_fault(const io_link_seat *seat, const char *name)
{
    for (int i = 0; i < seat->fault_count; i++)
        if (strcmp(seat->faults[i].name, name) == 0) return i;
    return -1;
}

/* Translate a request into indices of this seat.
 *  @param seat  NULL: nothing is driven
 *  @param out   the request to the seat's main thread
 *  @return NULL, or the reason of a refusal */
static const char *link_resolve(const io_link_request *request, const io_link_seat *seat, xch_director *out)
{
    *out = (xch_director){.kind = request->kind};
    memcpy(out->values, request->values, sizeof out->values);
    memcpy(out->text, request->text, sizeof out->text);
    if (!seat) return "no drive is running";
    switch (request->kind) {
    case XCH_DIRECTOR_LOAD:
        out->index = find_option(seat->exercises, seat->exercise_count, request->name);
        return out->index < 0 ? "the seat has no such exercise" : NULL;
    case XCH_DIRECTOR_PATTERN:
        out->index = find_option(seat->patterns, seat->pattern_count, request->name);
        return out->index < 0 ? "the machine has no such pattern" : NULL;
    case XCH_DIRECTOR_FAULT:
        out->index = find_fault(seat, request->name);
        return out->index < 0 ? "the machine has no such fault" : NULL;
    case XCH_DIRECTOR_WEATHER: /* only visible */
        return seat->picture ? NULL : "the seat has no window";
    default:
        return NULL;
    }
}

enum {
    CLIENTS = 8,
    REQUESTS = 32, /* waiting at most */
    EVENTS = 64,   /* kept for viewers that connect later */
    BEAT = 100     /* [ms] between states */
};

static const int64_t MILLISECOND = 1000000; /* [ns] */

typedef struct counters {
    _Atomic int64_t connections, lines, refused, dropped; /* see link_counts */
} counters;

/* A connected viewer, and what it has received. */
typedef struct listener {
    link_client client;
    int64_t hello; /* number of the received hello; 0: none */
    int64_t event; /* number of the last received event */
} listener;

struct io_instructor {
    char path[IO_LINK_TEXT];
    int socket;
    int64_t instance; /* this life of the seat: when it began [ns] */
    pthread_t thread;
    atomic_bool closing;
    counters counts;

    pthread_mutex_t lock; /* for the members below */
    hl_arena arena;       /* of the seat's description */
    io_link_seat seat;
    bool driving; /* `seat` is set */
    xch_latest *snapshots;
    xch_ring *commands;
    int source;
    io_link_state state;
    int64_t hellos, events; /* so far */
    link_event kept[EVENTS];
    int first, waiting; /* of the requests */
    xch_director requests[REQUESTS];
    size_t hello_length;
    char hello[LINK_OUT];

    /* only for the thread */
    listener listeners[CLIENTS];
    char line[IO_LINK_LINE];
};

/* A fault is a control: it is injected by a command. */
static const char *inject_fault(io_instructor *link, const xch_director *request)
{
    const xch_command command = {.time = io_clock_now(),
                                 .value = request->values[0],
                                 .kind = XCH_COMMAND_SET,
                                 .control = link->seat.faults[request->index].control,
                                 .source = link->source};
    if (link->commands && xch_ring_push(link->commands, &command)) return NULL;
    return link->commands ? "the seat is busy" : "faults cannot be injected now";
}

/* @return NULL, or the reason of a refusal */
static const char *pass_on(io_instructor *link, const io_link_request *asked)
{
    xch_director request;
    const char *refused = link_resolve(asked, link->driving ? &link->seat : NULL, &request);
    if (!refused && link->waiting == REQUESTS) refused = "the seat is busy";
    if (!refused && request.kind == XCH_DIRECTOR_FAULT) refused = inject_fault(link, &request);
    if (refused) return refused;
    link->requests[(link->first + link->waiting) % REQUESTS] = request;
    link->waiting++;
    return NULL;
}

static bool take(void *link_of, link_client *client, const char *text, size_t length)
{
    io_instructor *link = link_of;
    io_link_request request;
    char why[IO_LINK_TEXT], answer[2 * IO_LINK_TEXT];
    link_line line = {.bytes = answer, .size = sizeof answer};
    if (!io_link_parse(text, length, &request, why, sizeof why)) return false;
    atomic_fetch_add(&link->counts.lines, 1);
    pthread_mutex_lock(&link->lock);
    const char *refused = pass_on(link, &request);
    pthread_mutex_unlock(&link->lock);
    link_tell_answer(&line, request.id, refused);
    return link_client_queue(client, line.bytes, line.length);
}

/* ---- sending ---- */

static bool tell_hello(const io_instructor *link, listener *to)
{
    if (to->hello == link->hellos) return true;
    to->hello = link->hellos;
    return link_client_queue(&to->client, link->hello, link->hello_length);
}

static bool tell_events(io_instructor *link, listener *to)
{
    if (to->event < link->events - EVENTS) to->event = link->events - EVENTS;
    while (to->event < link->events) {
        link_line line = {.bytes = link->line, .size = sizeof link->line};
        link_tell_event(&line, &link->kept[to->event % EVENTS]);
        if (!link_client_queue(&to->client, line.bytes, line.length)) return false;
        to->event++;
    }
    return true;
}

/* A state that would be old when it arrives is left out. @return false: too many have been */
static bool tell_state(io_instructor *link, listener *to, const link_line *state)
{
    if (!link_client_is_slow(&to->client) && link_client_queue(&to->client, state->bytes, state->length)) {
        to->client.missed = 0;
        return true;
    }
    atomic_fetch_add(&link->counts.dropped, 1);
    return ++to->client.missed < LINK_MISSED;
}

static void beat(io_instructor *link)
{
    bool good[CLIENTS] = {false};
    pthread_mutex_lock(&link->lock);
    for (int i = 0; i < CLIENTS; i++) {
        listener *to = &link->listeners[i];
        good[i] = to->client.socket >= 0 && tell_hello(link, to) && tell_events(link, to);
    }
    link_line state = {.bytes = link->line, .size = sizeof link->line};
    const xch_snapshot *snapshot = link->snapshots ? xch_latest_read(link->snapshots, NULL) : NULL;
    link_tell_state(&state, link->driving ? &link->seat : NULL, snapshot, &link->state);
    pthread_mutex_unlock(&link->lock);
    for (int i = 0; i < CLIENTS; i++) {
        listener *to = &link->listeners[i];
        if (to->client.socket < 0) continue;
        if (!good[i] || !tell_state(link, to, &state)) link_client_end(&to->client);
    }
}

/* ---- the thread ---- */

static void welcome(io_instructor *link)
{
    const int made = link_socket_accept(link->socket);
    if (made < 0) return;
    for (int i = 0; i < CLIENTS; i++) {
        listener *l = &link->listeners[i];
        if (l->client.socket >= 0) continue;
        link_client_begin(&l->client, made);
        l->hello = l->event = 0;
        atomic_fetch_add(&link->counts.connections, 1);
        return;
    }
    close(made); /* full */
}

static void hear(io_instructor *link, link_client *client)
{
    bool malformed;
    if (link_client_read(client, take, link, &malformed)) return;
    if (malformed) atomic_fetch_add(&link->counts.refused, 1);
    link_client_end(client);
}

/* Wait until `due` for input and for room for output. */
static void attend(io_instructor *link, int64_t due)
{
    struct pollfd watched[CLIENTS + 1] = {{.fd = link->socket, .events = POLLIN}};
    for (int i = 0; i < CLIENTS; i++) {
        const link_client *c = &link->listeners[i].client;
        watched[i + 1] = (struct pollfd){.fd = c->socket, .events = POLLIN};
        if (c->out_length > 0) watched[i + 1].events = POLLIN | POLLOUT;
    }
    const int64_t left = due - io_clock_now();
    if (poll(watched, CLIENTS + 1, left > 0 ? (int)(left / MILLISECOND) + 1 : 0) <= 0) return;
    for (int i = 0; i < CLIENTS; i++) {
        link_client *c = &link->listeners[i].client;
        if (watched[i + 1].revents & (POLLIN | POLLHUP | POLLERR)) hear(link, c);
        if (c->socket >= 0 && !link_client_write(c)) link_client_end(c);
    }
    if (watched[0].revents & POLLIN) welcome(link);
}

static void *run(void *link_of)
{
    io_instructor *link = link_of;
    int64_t due = io_clock_now();
    while (!atomic_load(&link->closing)) {
        attend(link, due);
        const int64_t time = io_clock_now();
        if (time < due) continue;
        beat(link);
        due = time + BEAT * MILLISECOND;
    }
    return NULL;
}

/* ---- opening and closing ---- */

static void forget(io_instructor *link)
{
    for (int i = 0; i < CLIENTS; i++) link_client_end(&link->listeners[i].client);
    if (link->socket >= 0) {
        (void)unlink(link->path);
        close(link->socket);
    }
    pthread_mutex_destroy(&link->lock);
    hl_arena_free(&link->arena);
    free(link);
}

io_instructor *io_instructor_open(const char *path, char *why, size_t why_size)
{
    io_instructor *link = calloc(1, sizeof *link);
    if (!link) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&link->lock, NULL);
    for (int i = 0; i < CLIENTS; i++) link->listeners[i].client.socket = -1;
    snprintf(link->path, sizeof link->path, "%s", path);
    link->instance = io_clock_now();
    link->socket = link_socket_listen(path, why, why_size);
    link->state = (io_link_state){.score = (double)NAN, .task = -1};
    io_instructor_seat(link, NULL, NULL, NULL, 0);
    if (link->socket >= 0 && io_thread_start(&link->thread, "headland-link", 0, run, link)) return link;
    if (link->socket >= 0) snprintf(why, why_size, "no thread: %s", strerror(EAGAIN));
    forget(link);
    return NULL;
}

void io_instructor_close(io_instructor *link)
{
    atomic_store(&link->closing, true);
    pthread_join(link->thread, NULL);
    forget(link);
}

/* ---- the seat's main thread ---- */

/* A description that is too long is cut: the last signals are left out. */
static void write_hello(io_instructor *link)
{
    link_line line;
    for (;;) {
        line = (link_line){.bytes = link->hello, .size = sizeof link->hello};
        link_tell_hello(&line, link->driving ? &link->seat : NULL, link->instance);
        if (!line.bad || link->seat.signal_count == 0) break;
        link->seat.signal_count /= 2;
    }
    link->hello_length = line.bad ? 0 : line.length;
    link->hellos++;
}

void io_instructor_seat(io_instructor *link, const io_link_seat *seat, xch_latest *snapshots,
                        xch_ring *commands, int source)
{
    pthread_mutex_lock(&link->lock);
    hl_arena_free(&link->arena);
    link->driving = seat && link_seat_copy(seat, &link->arena, &link->seat);
    link->snapshots = snapshots;
    link->commands = commands;
    link->source = source;
    link->first = link->waiting = 0;
    write_hello(link);
    pthread_mutex_unlock(&link->lock);
}

void io_instructor_state(io_instructor *link, const io_link_state *state)
{
    pthread_mutex_lock(&link->lock);
    link->state = *state;
    pthread_mutex_unlock(&link->lock);
}

void io_instructor_event(io_instructor *link, double time, const char *kind, const char *text)
{
    pthread_mutex_lock(&link->lock);
    link_event *event = &link->kept[link->events % EVENTS];
    *event = (link_event){.number = ++link->events, .time = time};
    snprintf(event->kind, sizeof event->kind, "%s", kind);
    snprintf(event->text, sizeof event->text, "%s", text);
    pthread_mutex_unlock(&link->lock);
}

bool io_instructor_request(io_instructor *link, xch_director *request)
{
    pthread_mutex_lock(&link->lock);
    const bool there = link->waiting > 0;
    if (there) {
        *request = link->requests[link->first];
        link->first = (link->first + 1) % REQUESTS;
        link->waiting--;
    }
    pthread_mutex_unlock(&link->lock);
    return there;
}

link_counts link_counts_of(const io_instructor *link)
{
    const counters *c = &link->counts;
    return (link_counts){.connections = atomic_load(&c->connections),
                         .lines = atomic_load(&c->lines),
                         .refused = atomic_load(&c->refused),
                         .dropped = atomic_load(&c->dropped)};
}
