/* Bytes and frames of a recording: compressed, with checksums, each readable alone. */
#include "recording_format.h"

#include "file/read.h"
#include "rt/recording.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

/* ---- writing bytes ---- */

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

/* ---- reading bytes ---- */

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

/* Remainder of a half byte, bit by bit. A table of these is eight times faster than bits and small enough to
 * be computed in each call. */
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

/* As in PNG: the top bit and the line ends show a file that was treated as text. */
static const unsigned char magic[8] = {0x89, 'H', 'L', 'R', '\r', '\n', 0x1A, '\n'};

/* ---- file head ---- */

void rt_file_head_put(rt_bytes *out)
{
    const size_t begin = out->size;
    rt_put(out, magic, sizeof magic);
    rt_put_u32(out, RT_RECORDING_FORMAT);
    if (!out->lost) rt_put_u32(out, rt_crc32c(0, out->data + begin, out->size - begin));
}

hl_status rt_file_head_check(const unsigned char *head, size_t size, char *why)
{
    rt_cursor in = {.at = head, .left = size};
    const unsigned char *start = rt_get(&in, sizeof magic);
    if (!start || memcmp(start, magic, sizeof magic) != 0)
        return rt_set_error(
            HL_BAD_INPUT, why,
            "not a recording of headland: give a recording.hlr written by headland run --out");
    const uint32_t format = rt_get_u32(&in), crc = rt_get_u32(&in);
    if (in.bad || crc != rt_crc32c(0, head, RT_FILE_HEAD - 4))
        return rt_set_error(HL_BAD_INPUT, why, "the header of the recording is damaged");
    if (format != RT_RECORDING_FORMAT)
        return rt_set_error(HL_BAD_INPUT, why,
                            "the recording has format version %u; this program reads version %d: replay it "
                            "with the program that recorded it",
                            format, RT_RECORDING_FORMAT);
    return HL_OK;
}

/* ---- frames ---- */

rt_packer *rt_packer_new(void)
{
    return ZSTD_createCCtx();
}

void rt_packer_free(rt_packer *packer)
{
    ZSTD_freeCCtx(packer);
}

/* The head without its checksum. */
static void put_head(rt_bytes *out, const rt_frame *frame)
{
    rt_put_u32(out, frame->kind);
    rt_put_u32(out, frame->packed);
    rt_put_u32(out, frame->plain);
    rt_put_u32(out, frame->count);
    rt_put_u64(out, (uint64_t)frame->tick);
    rt_put_u32(out, 0);
}

bool rt_frame_put(rt_bytes *out, rt_packer *packer, rt_frame frame, const rt_bytes *payload)
{
    const size_t begin = out->size, bound = ZSTD_compressBound(payload->size);
    if (payload->lost || out->lost || payload->size > RT_MOST_PLAIN) return false;
    if (!rt_bytes_reserve(out, begin + RT_FRAME_HEAD + bound)) return false;
    unsigned char *packed = out->data + begin + RT_FRAME_HEAD;
    const size_t size =
        ZSTD_compressCCtx(packer, packed, bound, payload->data, payload->size, RT_COMPRESSION_LEVEL);
    if (ZSTD_isError(size)) return false;
    frame.plain = (uint32_t)payload->size;
    frame.packed = (uint32_t)size;
    put_head(out, &frame);
    const uint32_t crc = rt_crc32c(0, out->data + begin, RT_FRAME_HEAD - 4);
    rt_put_u32(out, rt_crc32c(crc, packed, size));
    out->size += size;
    return !out->lost;
}

bool rt_frame_head(const unsigned char head[RT_FRAME_HEAD], rt_frame *frame)
{
    rt_cursor in = {.at = head, .left = RT_FRAME_HEAD};
    frame->kind = rt_get_u32(&in);
    frame->packed = rt_get_u32(&in);
    frame->plain = rt_get_u32(&in);
    frame->count = rt_get_u32(&in);
    frame->tick = (int64_t)rt_get_u64(&in);
    const uint32_t reserved = rt_get_u32(&in);
    frame->crc = rt_get_u32(&in);
    return frame->plain <= RT_MOST_PLAIN && frame->packed <= ZSTD_compressBound(RT_MOST_PLAIN) &&
           frame->count <= RT_MOST_TICKS && frame->tick >= 0 && frame->tick < INT64_MAX - RT_MOST_TICKS &&
           reserved == 0;
}

bool rt_frame_whole(const unsigned char head[RT_FRAME_HEAD], const unsigned char *payload,
                    const rt_frame *frame)
{
    const uint32_t crc = rt_crc32c(0, head, RT_FRAME_HEAD - 4);
    return rt_crc32c(crc, payload, frame->packed) == frame->crc;
}

bool rt_frame_cut(const unsigned char *payload, size_t left)
{
    const size_t size = ZSTD_findFrameCompressedSize(payload, left);
    return ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_srcSize_wrong;
}

hl_status rt_frame_unpack(const unsigned char *payload, const rt_frame *frame, rt_bytes *plain)
{
    /* The size in the zstd frame is compared first: a forged size must not allocate memory. */
    if (ZSTD_getFrameContentSize(payload, frame->packed) != frame->plain) return HL_BAD_INPUT;
    if (!rt_bytes_reserve(plain, frame->plain)) return HL_OUT_OF_MEMORY;
    const size_t size = ZSTD_decompress(plain->data, plain->room, payload, frame->packed);
    if (ZSTD_isError(size) || size != frame->plain) return HL_BAD_INPUT;
    plain->size = size;
    return HL_OK;
}

/* ---- errors ---- */

hl_status rt_set_error(hl_status status, char *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, RT_WHY_LENGTH, format, arguments);
    va_end(arguments);
    return status;
}

hl_status rt_out_of_memory(char *why)
{
    return rt_set_error(HL_OUT_OF_MEMORY, why, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

/* ---- texts of authored files ---- */

static hl_status read_as(const char *path, file_kind kind, hl_arena *arena, rt_text *text, char *why)
{
    char reason[FILE_WHY];
    file_bytes bytes;
    const hl_status status = file_read(path, kind, arena, &bytes, reason);
    *text = (rt_text){.path = path, .text = bytes.data, .length = bytes.length};
    if (status == HL_OUT_OF_MEMORY) return rt_out_of_memory(why);
    return status == HL_OK ? HL_OK : rt_set_error(status, why, "%s", reason);
}

hl_status rt_text_read(const char *path, hl_arena *arena, rt_text *text, char *why)
{
    return read_as(path, FILE_AUTHORED, arena, text, why);
}

hl_status rt_mesh_read(const char *path, hl_arena *arena, rt_text *text, char *why)
{
    return read_as(path, FILE_MESH, arena, text, why);
}
