/* The thread of motion. It wakes at absolute times, at the rate of the datagrams or more often, computes the
 * washout's steps up to the planned time, so that poses are evenly spaced even if it is late, and sends the
 * last pose. The command to the platform is decided at every wake: stop while it does not answer, follow
 * while ticks arrive, otherwise park. */
#include "io/motion.h"

#include "hl/status.h"
#include "io/thread.h"
#include "motion_internal.h"
#include "xch/snapshot.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    NEWS = 8,        /* waiting messages at most */
    NEWS_TEXT = 120, /* characters */
    BEATS = 64,      /* heartbeats read at a wake at most */
    SPACE = 3
};

static const double SECOND = 1e9;         /* [ns] */
static const double HOLD = 5e-3;          /* [s] for which the last tick is used when ticks are missing */
static const double LONGEST_SLEEP = 4e-3; /* [s] so that rings of samples may be short */
static const double OUT_OF_STEP = 0.1;    /* [s] if it is later, the passed time is left out */
static const double CLOSING = 1.0;        /* [s] for stopping, in addition to the ramp */

typedef struct news {
    char text[NEWS_TEXT];
} news;

typedef struct counts {
    _Atomic int64_t sent, failed, missing, late, stops;
} counts;

/* Known state of the platform. */
typedef struct listener {
    int64_t heard;     /* when it last answered [ns] */
    uint32_t sequence; /* of its last answer */
    uint32_t fault;
    bool ill; /* it does not answer, or reports a fault */
} listener;

struct io_motion {
    io_motion_setup setup;
    io_washout *washout;
    int socket;
    pthread_t thread;
    atomic_bool closing;
    counts counts;
    xch_ring *news;

    pthread_mutex_t lock; /* of the session: held while the thread reads the ring */
    xch_ring *samples;    /* NULL: no session */

    /* only for the thread */
    int64_t start; /* of its time [ns] */
    double world;  /* time of the last tick [s] */
    int64_t steps; /* made since then */
    int64_t idle;  /* steps since the last sample */
    int64_t tick;  /* of the last sample; -1: none yet in this session */
    io_seat seat;  /* of the last sample */
    uint32_t sequence;
    listener platform;
    io_platform_pose pose;
};

static int64_t nanoseconds(double seconds)
{
    return llround(seconds * SECOND);
}

/* ---- news ---- */

static void tell(io_motion *m, const char *text)
{
    news piece = {0};
    snprintf(piece.text, sizeof piece.text, "%s", text);
    (void)xch_ring_push(m->news, &piece); /* dropped if the ring is full */
}

bool io_motion_news(io_motion *motion, char *text, size_t size)
{
    news piece;
    if (!xch_ring_pop(motion->news, &piece)) return false;
    snprintf(text, size, "%s", piece.text);
    return true;
}

/* ---- the platform's answers ---- */

/* An answer counts if it is to a sent packet and newer than the last one: a platform that repeats an answer
 * no longer processes poses. */
static void hear(io_motion *m, const io_heartbeat *beat, int64_t now)
{
    listener *p = &m->platform;
    const uint32_t newer = beat->sequence - p->sequence, sent = m->sequence - p->sequence;
    if (newer == 0 || newer > sent) return;
    *p = (listener){now, beat->sequence, beat->fault, p->ill};
}

static void listen_to(io_motion *m, int64_t now)
{
    uint8_t bytes[IO_PACKET_MOST];
    for (int i = 0; i < BEATS; i++) {
        const ssize_t size = recv(m->socket, bytes, sizeof bytes, 0);
        io_heartbeat beat;
        if (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK) /* the last pose was refused */
            atomic_fetch_add(&m->counts.failed, 1);
        if (size < 0) return;
        if (io_heartbeat_read(bytes, (size_t)size, &beat)) hear(m, &beat, now);
    }
}

/* Stop it at an error; report errors and recovery. */
static void look_after(io_motion *m, int64_t now)
{
    listener *p = &m->platform;
    const double within = m->setup.rig->output.heartbeat;
    const bool silent = within > 0.0 && (double)(now - p->heard) > within * SECOND;
    const bool ill = silent || p->fault != 0;
    char text[NEWS_TEXT];
    if (ill && !p->ill) {
        if (silent)
            snprintf(text, sizeof text, "the motion platform does not answer: stopped");
        else
            snprintf(text, sizeof text, "the motion platform reports fault %u: stopped", (unsigned)p->fault);
        tell(m, text);
        atomic_fetch_add(&m->counts.stops, 1);
        io_washout_stop(m->washout);
    } else if (!ill && p->ill) {
        tell(m, "the motion platform works again");
    }
    p->ill = ill;
}

/* ---- samples ---- */

static void note(io_motion *m, const xch_sample *sample)
{
    if (m->tick >= 0 && sample->tick > m->tick + 1)
        atomic_fetch_add(&m->counts.missing, sample->tick - m->tick - 1);
    const double *values = sample->values + m->setup.first;
    memcpy(m->seat.force, values, sizeof m->seat.force);
    memcpy(m->seat.rate, values + SPACE, sizeof m->seat.rate);
    m->tick = sample->tick;
    m->world = sample->time;
    m->idle = 0;
}

/* Samples for the next steps: one, and those that arrived after the time `due`. */
static void drop_late(io_motion *m, int64_t due, int64_t now)
{
    const double after = (double)(now - due) / (m->setup.step * SECOND);
    xch_sample sample;
    while (xch_ring_count(m->samples) > 1.0 + after && xch_ring_pop(m->samples, &sample)) {
        note(m, &sample);
        atomic_fetch_add(&m->counts.late, 1);
    }
}

/* Compute the steps up to the time `due`, each with the next sample. */
static void advance(io_motion *m, int64_t due, int64_t now)
{
    const int64_t until = (int64_t)floor((double)(due - m->start) / (m->setup.step * SECOND));
    xch_sample sample;
    pthread_mutex_lock(&m->lock);
    for (; m->steps < until; m->steps++) {
        if (m->samples && xch_ring_pop(m->samples, &sample))
            note(m, &sample);
        else
            m->idle++;
        const bool held = m->samples && m->tick >= 0 && (double)m->idle * m->setup.step <= HOLD;
        io_washout_step(m->washout, held ? &m->seat : NULL, &m->pose);
    }
    if (m->samples) drop_late(m, due, now);
    pthread_mutex_unlock(&m->lock);
}

static bool ticks_come(io_motion *m)
{
    pthread_mutex_lock(&m->lock);
    const bool come = m->samples && m->tick >= 0 && (double)m->idle * m->setup.step <= m->setup.rig->silence;
    pthread_mutex_unlock(&m->lock);
    return come;
}

/* ---- sending ---- */

static void send_pose(io_motion *m)
{
    uint8_t bytes[IO_PACKET_MOST];
    const auth_rig *rig = m->setup.rig;
    const io_packet packet = {.sequence = ++m->sequence,
                              .axes = io_packet_axes(rig),
                              .time = llround((double)m->steps * m->setup.step * SECOND),
                              .world = llround(m->world * SECOND),
                              .pose = m->pose};
    const size_t size = rig->output.format == AUTH_RIG_TEXT
                            ? io_packet_text(rig, &packet, (char *)bytes, sizeof bytes)
                            : io_packet_write(&packet, bytes);
    const bool sent = size > 0 && send(m->socket, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
    atomic_fetch_add(sent ? &m->counts.sent : &m->counts.failed, 1);
}

static bool stands(const io_motion *m)
{
    if (m->pose.state == IO_MOTION_PARKED) return true;
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        if (fabs(m->pose.speed[i]) > 0.0) return false;
    return m->pose.state == IO_MOTION_STOPPED && m->platform.ill;
}

/* ---- the thread ---- */

/* Times of a run: wakes lie at start + count period, datagrams at every `every`th of them. */
typedef struct schedule {
    double period; /* [ns] */
    int64_t every;
    int64_t count;
} schedule;

static schedule schedule_of(const auth_rig *rig)
{
    const double between = 1.0 / rig->output.rate, every = ceil(between / LONGEST_SLEEP);
    return (schedule){.period = between / every * SECOND, .every = (int64_t)every};
}

static int64_t sleep_to(const io_motion *m, const schedule *s)
{
    const int64_t due = m->start + llround((double)s->count * s->period), second = (int64_t)SECOND;
    const struct timespec t = {.tv_sec = due / second, .tv_nsec = due % second};
    (void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL); /* signals are blocked in this thread */
    return due;
}

/* After the computer was suspended: the passed time is left out. */
static int64_t leave_out(io_motion *m, int64_t due, int64_t now)
{
    const int64_t lag = now - due;
    if ((double)lag <= OUT_OF_STEP * SECOND) return due;
    m->start += lag;
    m->platform.heard += lag;
    return due + lag;
}

static void decide(io_motion *m, bool closing)
{
    if (m->platform.ill) return;
    if (ticks_come(m) && !closing)
        io_washout_engage(m->washout);
    else
        io_washout_park(m->washout);
}

static void *run(void *motion_of)
{
    io_motion *m = motion_of;
    schedule s = schedule_of(m->setup.rig);
    int64_t give_up = INT64_MAX; /* when closing [ns] */
    bool done = false;
    while (!done) {
        s.count++;
        int64_t due = sleep_to(m, &s);
        const int64_t now = io_clock_now();
        due = leave_out(m, due, now);
        const bool closing = atomic_load(&m->closing);
        if (closing && give_up == INT64_MAX) give_up = now + nanoseconds(m->setup.rig->engage + CLOSING);
        listen_to(m, now);
        look_after(m, now);
        decide(m, closing);
        advance(m, due, now);
        if (s.count % s.every != 0) continue;
        done = closing && (stands(m) || now > give_up);
        if (done || (double)(now - due) < s.period * (double)s.every)
            send_pose(m); /* otherwise the next one is due */
    }
    return NULL;
}

/* ---- opening, joining, closing ---- */

static io_motion *prepare(const io_motion_setup *setup, hl_arena *arena)
{
    HL_ASSERT(setup->first >= 0 && setup->first + 2 * SPACE <= XCH_SAMPLED);
    io_motion *m = HL_NEW(arena, io_motion, 1);
    if (m == NULL) return NULL;
    m->setup = *setup;
    m->washout = io_washout_new(setup->rig, setup->step, arena);
    m->news = xch_ring_new(arena, sizeof(news), NEWS);
    m->tick = -1;
    return hl_arena_failed(arena) ? NULL : m;
}

io_motion *io_motion_open(const io_motion_setup *setup, hl_arena *arena, char *error, size_t error_size)
{
    io_motion *m = prepare(setup, arena);
    if (m == NULL) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    m->socket = udp_connect(setup->rig->output.host, setup->rig->output.port, error, error_size);
    if (m->socket < 0) return NULL;
    pthread_mutex_init(&m->lock, NULL);
    m->start = m->platform.heard = io_clock_now();
    if (io_thread_start(&m->thread, "headland-motion", IO_MOTION_PRIORITY, run, m)) return m;
    snprintf(error, error_size, "the thread of the motion platform cannot be started");
    pthread_mutex_destroy(&m->lock);
    close(m->socket);
    return NULL;
}

static void set_samples(io_motion *motion, xch_ring *samples)
{
    pthread_mutex_lock(&motion->lock);
    motion->samples = samples;
    motion->tick = -1;
    pthread_mutex_unlock(&motion->lock);
}

void io_motion_join(io_motion *motion, xch_ring *samples)
{
    set_samples(motion, samples);
}

void io_motion_leave(io_motion *motion)
{
    set_samples(motion, NULL);
}

io_motion_counts io_motion_count(const io_motion *motion)
{
    const counts *c = &motion->counts;
    return (io_motion_counts){.sent = atomic_load(&c->sent),
                              .failed = atomic_load(&c->failed),
                              .missing = atomic_load(&c->missing),
                              .late = atomic_load(&c->late),
                              .stops = atomic_load(&c->stops)};
}

void io_motion_close(io_motion *motion)
{
    atomic_store(&motion->closing, true);
    pthread_join(motion->thread, NULL);
    pthread_mutex_destroy(&motion->lock);
    close(motion->socket);
}
