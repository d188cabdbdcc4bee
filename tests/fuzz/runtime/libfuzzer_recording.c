/* Recordings under libFuzzer. Changed bytes never come past the checksums, so an input is either the bytes of
 * a file, which begins as files do, or a row of frames that are packed and checksummed here: kind (M, S, T,
 * E: one letter), count (2 bytes), tick (4), length (2), payload */
#include "memory_file.h"
#include "recording_try.h"

#include "support/check.h"

#include "recording/recording_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t kind_of(uint8_t letter)
{
    switch (letter) {
    case 'M':
        return RT_FRAME_META;
    case 'S':
        return RT_FRAME_STATE;
    case 'T':
        return RT_FRAME_TICKS;
    default:
        return RT_FRAME_END;
    }
}

static void put_frames(rt_bytes *out, rt_cursor in)
{
    rt_packer *packer = rt_packer_new();
    assert_non_null(packer);
    rt_file_head_put(out);
    while (in.left > 0 && !in.bad) {
        rt_frame frame = {.kind = kind_of(rt_get_u8(&in)), .count = rt_get_u16(&in)};
        frame.tick = rt_get_u32(&in);
        size_t length = rt_get_u16(&in);
        if (length > in.left) length = in.left;
        rt_bytes payload = {0};
        rt_put(&payload, rt_get(&in, length), length);
        assert_true(rt_frame_put(out, packer, frame, &payload));
        rt_bytes_free(&payload);
    }
    rt_packer_free(packer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rt_bytes file = {0};
    if (size > 0 && data[0] != 0x89)
        put_frames(&file, (rt_cursor){.at = data, .left = size});
    else
        rt_put(&file, data, size);
    recording_try(memory_file(file.data, file.size));
    rt_bytes_free(&file);
    return 0;
}
