/* Bytes of a recording. */
#include "recording_bytes.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

void rt_bytes_free(rt_bytes *bytes)
{
    free(bytes->data);
    *bytes = (rt_bytes){0};
}

bool rt_bytes_reserve(rt_bytes *bytes, size_t size)
{
    if (size <= bytes->room) return true;
    size_t room = bytes->room > 0 ? bytes->room : 256;
    while (room < size) {
        if (room > SIZE_MAX / 2) return false;
        room *= 2;
    }
    unsigned char *data = realloc(bytes->data, room);
    if (!data) return false;
    bytes->data = data;
    bytes->room = room;
    return true;
}

void rt_put(rt_bytes *bytes, const void *data, size_t size)
{
    if (bytes->lost || size == 0) return;
    if (size > SIZE_MAX - bytes->size || !rt_bytes_reserve(bytes, bytes->size + size)) {
        bytes->lost = true;
        return;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static void put_number(rt_bytes *bytes, uint64_t value, size_t size)
{
    unsigned char raw[8];
    for (size_t i = 0; i < size; i++) raw[i] = (unsigned char)(value >> (8 * i) & 0xFF);
    rt_put(bytes, raw, size);
}

void rt_put_u8(rt_bytes *bytes, uint8_t value)
{
    put_number(bytes, value, 1);
}

void rt_put_u16(rt_bytes *bytes, uint16_t value)
{
    put_number(bytes, value, 2);
}

void rt_put_u32(rt_bytes *bytes, uint32_t value)
{
    put_number(bytes, value, 4);
}

void rt_put_u64(rt_bytes *bytes, uint64_t value)
{
    put_number(bytes, value, 8);
}

void rt_put_double(rt_bytes *bytes, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    rt_put_u64(bytes, bits);
}

void rt_put_short(rt_bytes *bytes, uint32_t value)
{
    for (; value >= 0x80; value >>= 7) rt_put_u8(bytes, (uint8_t)(value | 0x80));
    rt_put_u8(bytes, (uint8_t)value);
}

void rt_put_text(rt_bytes *bytes, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    rt_put_u32(bytes, (uint32_t)length);
    rt_put(bytes, text, length);
}

/* ---- reading ---- */

const unsigned char *rt_get(rt_cursor *cursor, size_t size)
{
    if (cursor->bad || size > cursor->left) {
        cursor->bad = true;
        return NULL;
    }
    const unsigned char *data = cursor->at;
    cursor->at += size;
    cursor->left -= size;
    return data;
}

static uint64_t get_number(rt_cursor *cursor, size_t size)
{
    const unsigned char *raw = rt_get(cursor, size);
    uint64_t value = 0;
    for (size_t i = 0; raw && i < size; i++) value |= (uint64_t)raw[i] << (8 * i);
    return value;
}

uint8_t rt_get_u8(rt_cursor *cursor)
{
    return (uint8_t)get_number(cursor, 1);
}

uint16_t rt_get_u16(rt_cursor *cursor)
{
    return (uint16_t)get_number(cursor, 2);
}

uint32_t rt_get_u32(rt_cursor *cursor)
{
    return (uint32_t)get_number(cursor, 4);
}

uint64_t rt_get_u64(rt_cursor *cursor)
{
    return get_number(cursor, 8);
}

double rt_get_double(rt_cursor *cursor)
{
    const uint64_t bits = rt_get_u64(cursor);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t rt_get_short(rt_cursor *cursor)
{
    uint32_t value = 0;
    for (int shift = 0; shift < 32; shift += 7) {
        const uint8_t part = rt_get_u8(cursor);
        value |= (uint32_t)(part & 0x7F) << shift;
        if (!(part & 0x80)) return value;
    }
    cursor->bad = true;
    return 0;
}

const char *rt_get_text(rt_cursor *cursor, hl_arena *arena, size_t *length)
{
    const uint32_t claimed = rt_get_u32(cursor);
    const unsigned char *raw = rt_get(cursor, claimed);
    *length = raw ? claimed : 0;
    return hl_arena_string(arena, (const char *)raw, *length);
}

/* ---- checksum ---- */

static const uint32_t polynomial = 0x82F63B78; /* Castagnoli's, reflected */

/* The remainder of a byte, bit by bit, would do; a table of half bytes is eight times faster and small enough
 * to be written without being filled in at run time. Entry i: remainder of the half byte i. */
static uint32_t half_byte(uint32_t crc)
{
    for (int bit = 0; bit < 4; bit++) crc = crc & 1 ? crc >> 1 ^ polynomial : crc >> 1;
    return crc;
}

uint32_t rt_crc32c(uint32_t crc, const void *data, size_t size)
{
    uint32_t table[16];
    for (uint32_t i = 0; i < 16; i++) table[i] = half_byte(i);
    const unsigned char *bytes = data;
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}
