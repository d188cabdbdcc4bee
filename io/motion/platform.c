/* A virtual motion platform. It checks limits in two ways: by the contents of a packet, and by the motion
 * between packets. With mean speeds s1, s2 over two intervals, |s| <= V, and by the mean value theorem |s2 -
 * s1| <= A (dt1 + dt2)/2 for any intervals: lost packets do not weaken the check. */
#include "io/motion.h"

#include "filter.h"
#include "io/address.h"
#include "io/thread.h"
#include "motion_internal.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BREAKS_POSITION = 1, BREAKS_SPEED = 2, BREAKS_ACCELERATION = 4 };

static const double SECOND = 1e9;      /* [ns] */
static const double WATCHDOG = 0.2;    /* [s] without a packet */
static const double ALONE_STEP = 0.02; /* [s] between rows without packets */
static const double SINGLE = 1.2e-7;   /* rounding of single precision, relative: 2^-23 */

/* The motion from the previous pose. */
typedef struct way {
    double dt; /* [s]; 0: there was none before */
    double speed[AUTH_RIG_AXES];
} way;

struct io_platform {
    const auth_rig *rig;
    int socket;
    platform_trouble trouble;
    int64_t datagrams; /* received, including dropped ones */
    io_platform_counts counts;
    bool begun; /* a packet was received, and the watchdog has not taken over since */
    uint32_t sequence;
    io_platform_row row; /* the last one */
    way last;            /* to it */
    int64_t moved;       /* when that was [ns] */
    ramp home;           /* motion of the watchdog to neutral */
    double held[AUTH_RIG_AXES];
};

io_platform *io_platform_open(const auth_rig *rig, int port, hl_arena *arena, char *error, size_t error_size)
{
    io_platform *p = HL_NEW(arena, io_platform, 1);
    if (p == NULL) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    p->rig = rig;
    p->socket = udp_listen(port, error, error_size);
    return p->socket < 0 ? NULL : p;
}

int io_platform_port(const io_platform *platform)
{
    return io_address_port(platform->socket);
}

void platform_make_trouble(io_platform *platform, const platform_trouble *trouble)
{
    platform->trouble = *trouble;
}

io_platform_counts io_platform_count(const io_platform *platform)
{
    return platform->counts;
}

void io_platform_close(io_platform *platform)
{
    close(platform->socket);
}

/* ---- limits ---- */

/* Rounding of a received position [m or rad]. */
static double rounding(const auth_rig *rig, const auth_rig_channel *channel)
{
    if (rig->output.format == AUTH_RIG_BINARY) return SINGLE * channel->position;
    return channel->position / (double)(1L << (rig->output.bits - 1)); /* one code */
}

/* Limits exceeded by the motion between the last poses. The error of a speed is that of two positions. */
static unsigned judge_way(const auth_rig_channel *c, const way *before, const way *now, int axis,
                          double error)
{
    unsigned breaks = 0;
    if (now->dt <= 0.0) return 0;
    const double speed_error = 2.0 * error / now->dt;
    if (fabs(now->speed[axis]) > c->speed + speed_error) breaks |= BREAKS_SPEED;
    if (before->dt <= 0.0) return breaks;
    const double most =
        c->acceleration * 0.5 * (now->dt + before->dt) + speed_error + 2.0 * error / before->dt;
    if (fabs(now->speed[axis] - before->speed[axis]) > most) breaks |= BREAKS_ACCELERATION;
    return breaks;
}

/* Limits exceeded by the contents of a pose. */
static unsigned judge_pose(const auth_rig_channel *c, const io_platform_pose *pose, int axis, double error)
{
    unsigned breaks = 0;
    if (fabs(pose->position[axis]) > c->position + error) breaks |= BREAKS_POSITION;
    if (fabs(pose->speed[axis]) > c->speed * (1.0 + SINGLE)) breaks |= BREAKS_SPEED;
    if (fabs(pose->acceleration[axis]) > c->acceleration * (1.0 + SINGLE)) breaks |= BREAKS_ACCELERATION;
    return breaks;
}

static void judge(io_platform *p, const io_platform_pose *pose, const way *now)
{
    unsigned breaks = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *c = &p->rig->channels[i];
        if (!c->present) continue;
        const double error = rounding(p->rig, c);
        breaks |= judge_pose(c, pose, i, error) | judge_way(c, &p->last, now, i, error);
    }
    if (breaks & BREAKS_POSITION) p->counts.position++;
    if (breaks & BREAKS_SPEED) p->counts.speed++;
    if (breaks & BREAKS_ACCELERATION) p->counts.acceleration++;
}

/* ---- packets ---- */

/* Text has only positions: the rest is filled in, see io_platform_row. */
static bool read_text(io_platform *p, const char *text, size_t size, io_packet *packet)
{
    *packet = (io_packet){.sequence = p->sequence + 1,
                          .time = llround((p->row.time + 1.0 / p->rig->output.rate) * SECOND)};
    if (!io_packet_text_read(p->rig, text, size, packet->pose.position)) return false;
    bool neutral = true;
    for (int i = 0; i < AUTH_RIG_AXES; i++) neutral = neutral && !(fabs(packet->pose.position[i]) > 0.0);
    packet->pose.state = neutral ? IO_MOTION_PARKED : IO_MOTION_RUNNING;
    return true;
}

static bool read_packet(io_platform *p, const uint8_t *bytes, size_t size, io_packet *packet)
{
    if (p->rig->output.format == AUTH_RIG_TEXT) return read_text(p, (const char *)bytes, size, packet);
    return io_packet_read(bytes, size, packet) && packet->axes == io_packet_axes(p->rig);
}

/* @return false: an old one */
static bool in_order(io_platform *p, const io_packet *packet)
{
    const int32_t ahead = (int32_t)(packet->sequence - p->sequence); /* also across 2^32 */
    if (!p->begun) return true;
    if (ahead <= 0)
        p->counts.reordered++;
    else
        p->counts.lost += ahead - 1;
    return ahead > 0;
}

static void take(io_platform *p, const io_packet *packet)
{
    const double time = (double)packet->time / SECOND;
    way now = {.dt = p->begun ? time - p->row.time : 0.0};
    for (int i = 0; i < AUTH_RIG_AXES && now.dt > 0.0; i++)
        now.speed[i] = (packet->pose.position[i] - p->row.position[i]) / now.dt;
    judge(p, &packet->pose, &now);
    p->row =
        (io_platform_row){.time = time, .world = (double)packet->world / SECOND, .state = packet->pose.state};
    memcpy(p->row.position, packet->pose.position, sizeof p->row.position);
    const bool text = p->rig->output.format == AUTH_RIG_TEXT;
    memcpy(p->row.speed, text ? now.speed : packet->pose.speed, sizeof p->row.speed);
    p->last = now;
    p->sequence = packet->sequence;
    p->begun = true;
    p->moved = io_clock_now();
    p->counts.packets++;
}

static void answer(const io_platform *p, const struct sockaddr_storage *to, socklen_t to_size)
{
    uint8_t bytes[IO_HEARTBEAT_SIZE];
    const io_heartbeat beat = {p->sequence, p->trouble.fault};
    if (p->trouble.mute) return;
    const size_t size = io_heartbeat_write(&beat, bytes);
    /* simulated loss */
    (void)sendto(p->socket, bytes, size, 0, (const struct sockaddr *)to, to_size);
}

/* @return false: no packet for a row */
static bool receive(io_platform *p)
{
    uint8_t bytes[IO_PACKET_MOST];
    struct sockaddr_storage from;
    socklen_t from_size = sizeof from;
    io_packet packet;
    const ssize_t size = recvfrom(p->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &from_size);
    if (size < 0) return false;
    p->datagrams++;
    if (p->trouble.drop > 0 && p->datagrams % p->trouble.drop == 0) return false;
    if (!read_packet(p, bytes, (size_t)size, &packet)) {
        p->counts.foreign++;
        return false;
    }
    /* while parked the watchdog does not notice the end of a sender: the next one counts from 1 */
    if (io_clock_now() - p->moved > llround(WATCHDOG * SECOND)) p->begun = false;
    if (!in_order(p, &packet)) return false;
    take(p, &packet);
    answer(p, &from, from_size);
    return true;
}

/* ---- the watchdog ---- */

static void take_over(io_platform *p)
{
    memcpy(p->held, p->row.position, sizeof p->held);
    p->home = ramp_of(p->rig->engage);
    ramp_stop(&p->home);
    ramp_park(&p->home);
    p->begun = false;
    p->counts.watchdogs++;
}

/* A step towards neutral. */
static void move_alone(io_platform *p, int64_t now)
{
    io_platform_row *row = &p->row;
    if (p->begun) take_over(p);
    ramp_step(&p->home, ALONE_STEP, true);
    const ramp_blend b = ramp_now(&p->home);
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        row->position[i] = b.factor * p->held[i];
        row->speed[i] = b.speed * p->held[i];
    }
    row->alone = true;
    row->state = p->home.state;
    row->time += (double)(now - p->moved) / SECOND;
    p->moved = now;
}

/* Due time of the next row without a packet [ns]; INT64_MAX: never. */
static int64_t next_alone(const io_platform *p)
{
    if ((!p->begun && !p->row.alone) || p->row.state == IO_MOTION_PARKED) return INT64_MAX;
    return p->moved + llround((p->begun ? WATCHDOG : ALONE_STEP) * SECOND);
}

/* @return whether a packet arrived before the time `until` */
static bool await(const io_platform *p, int64_t until)
{
    const int64_t left = until - io_clock_now(), second = (int64_t)SECOND;
    const struct timespec t = {.tv_sec = left > 0 ? left / second : 0,
                               .tv_nsec = left > 0 ? left % second : 0};
    struct pollfd ready = {.fd = p->socket, .events = POLLIN};
    return ppoll(&ready, 1, &t, NULL) > 0;
}

bool io_platform_wait(io_platform *platform, double seconds, io_platform_row *row)
{
    const int64_t until = io_clock_now() + llround(seconds * SECOND);
    for (;;) {
        const int64_t alone = next_alone(platform), next = alone < until ? alone : until;
        bool moved = await(platform, next) && receive(platform);
        const int64_t now = io_clock_now();
        if (!moved && now >= alone) {
            move_alone(platform, now);
            moved = true;
        }
        if (moved) *row = platform->row;
        if (moved || now >= until) return moved;
    }
}
