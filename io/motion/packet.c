/* Binary packets: docs/motion.md has the same tables.
 *
 *   pose                                       heartbeat
 *    0  4  "HLMP"                               0  4  "HLMB"
 *    4  2  version, 1                           4  2  version, 1
 *    6  2  size, 104                            6  2  size, 16
 *    8  4  sequence                             8  4  sequence
 *   12  1  state                               12  4  fault
 *   13  1  axes that exist, bits
 *   14  2  0
 *   16  8  time [ns]
 *   24  8  time of the world [ns]
 *   32 24  6 positions [m, rad]
 *   56 24  6 speeds
 *   80 24  6 accelerations
 *
 * No checksum: UDP has one, and magic, version and size distinguish other datagrams. */
#include "io/motion.h"

#include "hl/clamp.h"
#include "io/address.h"
#include "motion_internal.h"

#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    VERSION = 1,
    MAGIC = 4,
    STATE = 12,
    AXES = 13,
    TIME = 16,
    WORLD = 24,
    POSITION = 32,
    SPEED = 56,
    ACCELERATION = 80
};

static const char POSE_MAGIC[MAGIC + 1] = "HLMP", BEAT_MAGIC[MAGIC + 1] = "HLMB";

_Static_assert(ACCELERATION + 4 * AUTH_RIG_AXES == IO_PACKET_SIZE, "six accelerations are the last");
_Static_assert(sizeof(float) == sizeof(uint32_t), "single precision has 32 bits");

/* ---- little-endian numbers ---- */

static void put(uint8_t *bytes, int size, uint64_t value)
{
    for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++) value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void put_axes(uint8_t *bytes, const double values[AUTH_RIG_AXES])
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const float single = (float)values[i];
        uint32_t bits;
        memcpy(&bits, &single, sizeof bits);
        put(bytes + 4 * i, 4, bits);
    }
}

/* @return false: one is not finite */
static bool get_axes(const uint8_t *bytes, double values[AUTH_RIG_AXES])
{
    bool finite = true;
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const uint32_t bits = (uint32_t)get(bytes + 4 * i, 4);
        float single;
        memcpy(&single, &bits, sizeof single);
        values[i] = (double)single;
        finite = finite && isfinite(values[i]);
    }
    return finite;
}

/* ---- the head of both ---- */

static void put_head(uint8_t *bytes, const char *magic, uint32_t size, uint32_t sequence)
{
    memcpy(bytes, magic, MAGIC);
    put(bytes + 4, 2, VERSION);
    put(bytes + 6, 2, size);
    put(bytes + 8, 4, sequence);
}

static bool has_head(const uint8_t *bytes, size_t length, const char *magic, uint32_t size)
{
    return length == size && memcmp(bytes, magic, MAGIC) == 0 && get(bytes + 4, 2) == VERSION &&
           get(bytes + 6, 2) == size;
}

/* ---- poses ---- */

uint32_t io_packet_axes(const auth_rig *rig)
{
    uint32_t axes = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        if (rig->channels[i].present) axes |= 1U << i;
    return axes;
}

size_t io_packet_write(const io_packet *packet, uint8_t bytes[IO_PACKET_SIZE])
{
    memset(bytes, 0, IO_PACKET_SIZE);
    put_head(bytes, POSE_MAGIC, IO_PACKET_SIZE, packet->sequence);
    put(bytes + STATE, 1, (uint64_t)packet->pose.state);
    put(bytes + AXES, 1, packet->axes);
    put(bytes + TIME, 8, (uint64_t)packet->time);
    put(bytes + WORLD, 8, (uint64_t)packet->world);
    put_axes(bytes + POSITION, packet->pose.position);
    put_axes(bytes + SPEED, packet->pose.speed);
    put_axes(bytes + ACCELERATION, packet->pose.acceleration);
    return IO_PACKET_SIZE;
}

bool io_packet_read(const uint8_t *bytes, size_t size, io_packet *packet)
{
    if (!has_head(bytes, size, POSE_MAGIC, IO_PACKET_SIZE)) return false;
    io_packet read = {.sequence = (uint32_t)get(bytes + 8, 4),
                      .axes = (uint32_t)get(bytes + AXES, 1),
                      .time = (int64_t)get(bytes + TIME, 8),
                      .world = (int64_t)get(bytes + WORLD, 8)};
    const uint64_t state = get(bytes + STATE, 1);
    const bool finite = get_axes(bytes + POSITION, read.pose.position) &&
                        get_axes(bytes + SPEED, read.pose.speed) &&
                        get_axes(bytes + ACCELERATION, read.pose.acceleration);
    if (!finite || state > IO_MOTION_STOPPED || read.axes >> AUTH_RIG_AXES) return false;
    read.pose.state = (io_motion_state)state;
    *packet = read;
    return true;
}

/* ---- heartbeats ---- */

size_t io_heartbeat_write(const io_heartbeat *heartbeat, uint8_t bytes[IO_HEARTBEAT_SIZE])
{
    put_head(bytes, BEAT_MAGIC, IO_HEARTBEAT_SIZE, heartbeat->sequence);
    put(bytes + 12, 4, heartbeat->fault);
    return IO_HEARTBEAT_SIZE;
}

bool io_heartbeat_read(const uint8_t *bytes, size_t size, io_heartbeat *heartbeat)
{
    if (!has_head(bytes, size, BEAT_MAGIC, IO_HEARTBEAT_SIZE)) return false;
    *heartbeat =
        (io_heartbeat){.sequence = (uint32_t)get(bytes + 8, 4), .fault = (uint32_t)get(bytes + 12, 4)};
    return true;
}

/* ---- as text ---- */

/* Text packets for hobby rigs: a template with the names of axes in braces, each of which becomes a whole
 * number, 0 to 2^bits - 1. The middle code, 2^(bits-1), is the centre; a step of the code is the same way on
 * both sides, position limit / 2^(bits-1), so that the upper limit itself would be 2^bits and is held at
 * 2^bits - 1. */

enum { DIGITS = 5 }; /* of 2^16 - 1 */

/* A piece of a template: a character of its own, or an axis. */
typedef struct piece {
    bool is_axis;
    auth_rig_axis axis;
    size_t length; /* in the template; 0: the braces do not contain an axis */
} piece;

static piece piece_at(const char *at)
{
    if (*at != '{') return (piece){.length = 1};
    for (auth_rig_axis axis = AUTH_RIG_SURGE; axis < AUTH_RIG_AXES; axis++) {
        const char *word = auth_rig_axis_word(axis);
        const size_t length = strlen(word);
        if (strncmp(at + 1, word, length) == 0 && at[length + 1] == '}')
            return (piece){.is_axis = true, .axis = axis, .length = length + 2};
    }
    return (piece){.length = 0};
}

static long middle_of(const auth_rig *rig)
{
    return 1L << (rig->output.bits - 1);
}

/* A missing axis stays in the middle. */
static long code_of(const auth_rig *rig, auth_rig_axis axis, double position)
{
    const auth_rig_channel *channel = &rig->channels[axis];
    const long middle = middle_of(rig), most = 2 * middle - 1;
    const double part = channel->present ? hl_clamp(position / channel->position, -1.0, 1.0) : 0.0;
    const long code = middle + lround(part * (double)middle);
    return code < most ? code : most;
}

/* Decimal digits, without a sign. @return their number */
static size_t print_code(long code, char digits[DIGITS])
{
    size_t count = 0;
    for (long rest = code; rest > 0 || count == 0; rest /= 10) count++;
    for (size_t i = count; i > 0; i--, code /= 10) digits[i - 1] = (char)('0' + code % 10);
    return count;
}

size_t io_packet_text(const auth_rig *rig, const io_packet *packet, char *text, size_t size)
{
    size_t used = 0;
    for (const char *at = rig->output.text; *at != '\0';) {
        char digits[DIGITS];
        const piece p = piece_at(at);
        const size_t length =
            p.is_axis ? print_code(code_of(rig, p.axis, packet->pose.position[p.axis]), digits) : p.length;
        if (length == 0 || length > size - used) return 0;
        memcpy(text + used, p.is_axis ? digits : at, length);
        used += length;
        at += p.length;
    }
    return used;
}

/* @return digits read; 0: not a code */
static size_t scan_code(const char *text, size_t length, long most, long *code)
{
    size_t count = 0;
    for (*code = 0; count < length && count < DIGITS && text[count] >= '0' && text[count] <= '9'; count++)
        *code = 10 * *code + (text[count] - '0');
    return *code <= most ? count : 0;
}

bool io_packet_text_read(const auth_rig *rig, const char *text, size_t length, double position[AUTH_RIG_AXES])
{
    const long middle = middle_of(rig);
    double read[AUTH_RIG_AXES];
    memcpy(read, position, sizeof read);
    size_t used = 0;
    for (const char *at = rig->output.text; *at != '\0';) {
        const piece p = piece_at(at);
        long code = 0;
        const size_t taken = p.is_axis ? scan_code(text + used, length - used, 2 * middle - 1, &code)
                                       : (size_t)(used < length && text[used] == *at);
        if (p.length == 0 || taken == 0) return false;
        if (p.is_axis)
            read[p.axis] = rig->channels[p.axis].position * (double)(code - middle) / (double)middle;
        used += taken;
        at += p.length;
    }
    if (used != length) return false;
    memcpy(position, read, sizeof read);
    return true;
}

/* ---- sockets: IPv4 or IPv6 by name for sending, both by one socket for listening ---- */

/* Connect to the first possible address of the host. */
static int connect_first(const struct addrinfo *list)
{
    for (const struct addrinfo *at = list; at; at = at->ai_next) {
        const int made =
            socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
        if (made >= 0 && connect(made, at->ai_addr, at->ai_addrlen) == 0) return made;
        const int why = errno;
        if (made >= 0) close(made);
        errno = why;
    }
    return -1;
}

int udp_connect(const char *host, int port, char *error, size_t error_size)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *list = NULL;
    const char *trouble = io_address_find(host, port, &hints, &list);
    if (trouble) {
        snprintf(error, error_size, "the host of the motion platform, '%s', cannot be resolved: %s", host,
                 trouble);
        return -1;
    }
    const int made = connect_first(list);
    if (made < 0)
        snprintf(error, error_size, "cannot connect to the motion platform at %s, port %d: %s", host, port,
                 strerror(errno));
    freeaddrinfo(list);
    return made;
}

/* Bind one socket for IPv6 and IPv4; without IPv6 in the kernel, for IPv4. */
static int bind_any(int port)
{
    const int both = 0;
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = IN6ADDR_ANY_INIT};
    const struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int made = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made >= 0) {
        (void)setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &both, sizeof both);
        if (bind(made, (const struct sockaddr *)&six, sizeof six) == 0) return made;
    } else {
        made = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (made >= 0 && bind(made, (const struct sockaddr *)&four, sizeof four) == 0) return made;
    }
    const int why = errno;
    if (made >= 0) close(made);
    errno = why;
    return -1;
}

int udp_listen(int port, char *error, size_t error_size)
{
    const int made = bind_any(port);
    if (made < 0) snprintf(error, error_size, "cannot listen on UDP port %d: %s", port, strerror(errno));
    return made;
}
