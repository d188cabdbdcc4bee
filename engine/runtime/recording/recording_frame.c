/* Frames of a recording: compressed, with checksums, each readable alone. */
#include "recording_format.h"
#include "refuse.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

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
            "not a recording of headland; a recording.hlr written by headland run --out is expected");
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
    /* The size that zstd kept is asked first: a forged one must not take memory that is never filled. */
    if (ZSTD_getFrameContentSize(payload, frame->packed) != frame->plain) return HL_BAD_INPUT;
    if (!rt_bytes_reserve(plain, frame->plain)) return HL_OUT_OF_MEMORY;
    const size_t size = ZSTD_decompress(plain->data, plain->room, payload, frame->packed);
    if (ZSTD_isError(size) || size != frame->plain) return HL_BAD_INPUT;
    plain->size = size;
    return HL_OK;
}
