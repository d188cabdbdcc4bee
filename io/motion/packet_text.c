/* Text packets for hobby rigs: a template with the names of axes in braces, each of which becomes a whole
 * number, 0 to 2^bits - 1. The middle code, 2^(bits-1), is the centre; a step of the code is the same way on
 * both sides, position limit / 2^(bits-1), so that the upper limit itself would be 2^bits and is held at
 * 2^bits - 1. */
#include "io/packet.h"

#include "hl/clamp.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 5 }; /* of 2^16 - 1 */

/* A piece of a template: a character of its own, or an axis. */
typedef struct piece {
    bool is_axis;
    auth_rig_axis axis;
    size_t length; /* in the template; 0: what is in the braces is no axis */
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

/* An axis that does not exist stays in the middle. */
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

/* @return digits read; 0: this is no code */
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
