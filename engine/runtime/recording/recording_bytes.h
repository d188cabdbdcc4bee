/* Bytes of a recording: numbers are little-endian on every processor; texts follow their length. */
#ifndef RECORDING_BYTES_H
#define RECORDING_BYTES_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- writing ---- */

/** A growing piece of memory. Zero-initialise; free with rt_bytes_free. */
typedef struct rt_bytes {
    unsigned char *data;
    size_t size, room;
    bool lost; /**< out of memory: later data was not stored */
} rt_bytes;

void rt_bytes_free(rt_bytes *bytes);

/** Make room for a total of `size` bytes. False: out of memory. */
bool rt_bytes_reserve(rt_bytes *bytes, size_t size);

void rt_put(rt_bytes *bytes, const void *data, size_t size);
void rt_put_u8(rt_bytes *bytes, uint8_t value);
void rt_put_u16(rt_bytes *bytes, uint16_t value);
void rt_put_u32(rt_bytes *bytes, uint32_t value);
void rt_put_u64(rt_bytes *bytes, uint64_t value);
void rt_put_double(rt_bytes *bytes, double value);

/** Seven bits per byte, lowest first; the top bit is set if more follow. */
void rt_put_short(rt_bytes *bytes, uint32_t value);

/** u32 length, the characters. NULL is written as the empty text. */
void rt_put_text(rt_bytes *bytes, const char *text);

/* ---- reading ---- */

/** The remaining bytes. After an incomplete read `bad` is set and all further numbers are zero. */
typedef struct rt_cursor {
    const unsigned char *at;
    size_t left;
    bool bad;
} rt_cursor;

/** The next `size` bytes; NULL: fewer remain. */
const unsigned char *rt_get(rt_cursor *cursor, size_t size);
uint8_t rt_get_u8(rt_cursor *cursor);
uint16_t rt_get_u16(rt_cursor *cursor);
uint32_t rt_get_u32(rt_cursor *cursor);
uint64_t rt_get_u64(rt_cursor *cursor);
double rt_get_double(rt_cursor *cursor);
uint32_t rt_get_short(rt_cursor *cursor);

/** A text in the arena, ended by NUL; "" if it is missing. NULL: out of memory. */
const char *rt_get_text(rt_cursor *cursor, hl_arena *arena, size_t *length);

/* ---- bits ---- */

/** Whether two numbers have the same bits, including the sign of zero and the payload of a NaN. */
static inline bool rt_same_bits(double a, double b)
{
    uint64_t a_bits, b_bits;
    memcpy(&a_bits, &a, sizeof a_bits);
    memcpy(&b_bits, &b, sizeof b_bits);
    return a_bits == b_bits;
}

/* ---- checksum ---- */

/** CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `size` bytes, continued from `crc` (0 at the
 * start). Finds every error burst of up to 32 bits. */
uint32_t rt_crc32c(uint32_t crc, const void *data, size_t size);

#endif
