/* The format of recording.hlr: its bytes, frames and their contents, and error messages. docs/recording.md
 * describes it. */
#ifndef RECORDING_FORMAT_H
#define RECORDING_FORMAT_H

#include "hl/arena.h"
#include "rt/recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- bytes ---- */

/* Bytes of a recording: numbers are little-endian on every processor; texts follow their length. */

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

/* ---- frames ---- */

/* The frames:
 *
 *   file   magic (8), format u32, crc32c u32 of those; then frames to the end
 *   frame  kind u32, packed u32, plain u32, count u32, tick i64, reserved u32 = 0,
 *          crc32c u32 of the header before it and of the payload;
 *          payload: `packed` bytes, zstd, of `plain` bytes
 *   order  META, STATE (the start), then TICKS and STATE as they come, END */

enum { RT_FILE_HEAD = 16, RT_FRAME_HEAD = 32 };

/* Limits for readers: a file that exceeds them is damaged. */
enum {
    RT_MOST_PLAIN = 1 << 28, /**< bytes of a payload */
    RT_MOST_TICKS = 1024,    /**< in a frame: one second, lost if a write fails */
    RT_MOST_CONTROLS = 1024, /**< of a machine */
    RT_MOST_BLOCKS = 1024,   /**< of a state */
    RT_MOST_TEXTS = 64,      /**< of further files */
    RT_MOST_CHOICES = AUTH_MAX_VARIANTS + AUTH_MAX_PARAMETERS,
    RT_COMPRESSION_LEVEL = 3 /**< zstd's default: several 100 MB/s */
};

/** Four letters, readable in a dump. */
typedef enum rt_frame_kind {
    RT_FRAME_META = 0x4154454D,  /**< "META" */
    RT_FRAME_STATE = 0x54415453, /**< "STAT" */
    RT_FRAME_TICKS = 0x4B434954, /**< "TICK" */
    RT_FRAME_END = 0x2E444E45    /**< "END." */
} rt_frame_kind;

typedef struct rt_frame {
    uint32_t kind, packed, plain, count;
    int64_t tick; /**< STATE: tick of the state; TICKS: the first tick; END: the last good tick */
    uint32_t crc;
} rt_frame;

/* ---- file and frame heads ---- */

/** Append the head of a file of this format. */
void rt_file_head_put(rt_bytes *out);

/** @return HL_OK or HL_BAD_INPUT with the reason in `why` */
hl_status rt_file_head_check(const unsigned char *head, size_t size, char *why);

/** zstd's working memory, reused for all frames: allocating and freeing a megabyte for each would disturb the
 * other threads of the process. */
typedef struct ZSTD_CCtx_s rt_packer;
rt_packer *rt_packer_new(void);
void rt_packer_free(rt_packer *packer);

/** Append a frame, compressed, to `out`; the caller sets its kind, count and tick, the function the rest.
 *  @return false: out of memory */
bool rt_frame_put(rt_bytes *out, rt_packer *packer, rt_frame frame, const rt_bytes *payload);

/** Read a head. False: it is not valid. */
bool rt_frame_head(const unsigned char head[RT_FRAME_HEAD], rt_frame *frame);

/** Whether the checksum holds. */
bool rt_frame_whole(const unsigned char head[RT_FRAME_HEAD], const unsigned char *payload,
                    const rt_frame *frame);

/** Whether the payload is cut off: the file has only `left` bytes after the head, less than the head states.
 * False if they contain a whole payload, or none: then the head is wrong. */
bool rt_frame_cut(const unsigned char *payload, size_t left);

/** Uncompress a payload into `plain`: HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY. */
hl_status rt_frame_unpack(const unsigned char *payload, const rt_frame *frame, rt_bytes *plain);

/* ---- payloads ---- */

void rt_meta_put(rt_bytes *out, const rt_recording_info *info);
hl_status rt_meta_get(rt_cursor in, hl_arena *arena, rt_recording_info *info);

/** Decoded ticks of one frame: arrays of `count` x blocks and `count` x controls. */
typedef struct rt_chunk {
    uint32_t count;
    int64_t first;
    uint64_t *state_hashes;
    uint16_t *block_hashes;
    double *controls;
} rt_chunk;

/** Memory for `count` ticks, at most RT_MOST_TICKS; free with rt_chunk_free. HL_OK, HL_OUT_OF_MEMORY. */
hl_status rt_chunk_new(rt_chunk *chunk, uint32_t count, int controls, int blocks);
void rt_chunk_free(rt_chunk *chunk);
void rt_chunk_put(rt_bytes *out, const rt_chunk *chunk, int controls, int blocks);
hl_status rt_chunk_get(rt_cursor in, rt_chunk *chunk, int controls, int blocks);

void rt_ending_put(rt_bytes *out, const rt_recording_ending *ending, int controls);
hl_status rt_ending_get(rt_cursor in, hl_arena *arena, rt_recording_ending *ending, int controls);

/* ---- errors ---- */

/* Error messages for callers with a message buffer. */

/** Write the message. Not RT.
 *  @param why  out: RT_WHY_LENGTH
 *  @return `status`, for a return statement */
hl_status rt_set_error(hl_status status, char *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The same for HL_OUT_OF_MEMORY, with a fixed message. */
hl_status rt_out_of_memory(char *why);

#endif
