/* Mutated recordings: whatever comes in, the reader ends, gives what it promises or refuses with a reason.
 * Half of the rounds mutate the bytes of the file, which checksums find; the other half the payloads before
 * they are packed, so that everything behind the checksums is met as well. Reproducible: the seed is fixed, a
 * failure names its round, which is its own seed. Run under the sanitizers this also looks for memory errors.
 */
#include "support/check.h"
#include "support/mutation.h"

#include "drive.h"
#include "recording/recording_format.h"
#include "recording_try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, ROOM = 1 << 18, MUTATIONS = 4 };

static unsigned char original[ROOM];
static size_t original_size;

/* ---- mutations ---- */

static mutation_bytes bytes_of(rt_bytes *b)
{
    return (mutation_bytes){.data = b->data, .length = &b->size, .room = b->room};
}

/* Numbers that readers may trip over, anywhere. */
static void overwrite(rt_bytes *b, uint64_t *seed)
{
    static const uint64_t values[] = {0,          1,          0x7F,       0x80,
                                      0xFFFF,     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                                      0x10000000, UINT64_MAX, INT64_MAX,  0x7FF0000000000000};
    static const size_t sizes[] = {1, 2, 4, 8};
    const size_t size = sizes[mutation_below(seed, 4)];
    if (b->size < size) return;
    const uint64_t value = values[mutation_below(seed, sizeof values / sizeof *values)];
    memcpy(b->data + mutation_below(seed, b->size - size + 1), &value, size);
}

static void mutate(rt_bytes *b, uint64_t *seed)
{
    const size_t count = 1 + mutation_below(seed, MUTATIONS);
    for (size_t i = 0; i < count && b->size > 0; i++) {
        switch (mutation_below(seed, 4)) {
        case 0:
            b->data[mutation_below(seed, b->size)] = (unsigned char)mutation_below(seed, 256);
            break;
        case 1:
            overwrite(b, seed);
            break;
        case 2:
            mutation_cut(bytes_of(b), mutation_below(seed, b->size), 1 + mutation_below(seed, 16));
            break;
        default:
            if (mutation_below(seed, 4) == 0)
                b->size = mutation_below(seed, b->size + 1);
            else
                overwrite(b, seed);
        }
    }
}

/* The original with one of its payloads mutated, packed and checksummed anew; now and then its head as well.
 */
static void mutate_inside(rt_bytes *out, uint64_t *seed)
{
    rt_bytes plain = {0};
    rt_packer *packer = rt_packer_new();
    rt_frame frame;
    int frames = 0;
    assert_non_null(packer);
    for (size_t at = RT_FILE_HEAD; at < original_size; at += RT_FRAME_HEAD + frame.packed, frames++)
        assert_true(rt_frame_head(original + at, &frame));
    int chosen = (int)mutation_below(seed, (size_t)frames);
    rt_put(out, original, RT_FILE_HEAD);
    for (size_t at = RT_FILE_HEAD; at < original_size; at += RT_FRAME_HEAD + frame.packed, chosen--) {
        assert_true(rt_frame_head(original + at, &frame));
        assert_int_equal(rt_frame_unpack(original + at + RT_FRAME_HEAD, &frame, &plain), HL_OK);
        rt_frame put = frame;
        if (chosen == 0) mutate(&plain, seed);
        if (chosen == 0 && mutation_below(seed, 4) == 0)
            put.count = (uint32_t)mutation_below(seed, 2 * RT_MOST_TICKS);
        if (chosen == 0 && mutation_below(seed, 8) == 0) put.tick = (int64_t)mutation_below(seed, 200);
        if (chosen == 0 && mutation_below(seed, 8) == 0) put.kind = RT_FRAME_STATE;
        assert_true(rt_frame_put(out, packer, put, &plain));
    }
    rt_bytes_free(&plain);
    rt_packer_free(packer);
}

/* ---- the tests ---- */

static void write_file(const char *path, const rt_bytes *bytes)
{
    (void)remove(path); /* cheaper than truncating it */
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

static void test_mutated_recordings(void **unused)
{
    (void)unused;
    const char *path = drive_path("fuzz.hlr");
    int opened = 0, refused = 0;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        uint64_t seed = round;
        rt_bytes bytes = {0};
        if (round % 2) {
            rt_put(&bytes, original, original_size);
            mutate(&bytes, &seed);
        } else {
            mutate_inside(&bytes, &seed);
        }
        write_file(path, &bytes);
        rt_bytes_free(&bytes);
        if (recording_try(path))
            opened++;
        else
            refused++;
    }
    /* both happen often: what stands before the end of the start state is a third of the file */
    assert_in_range(opened, ROUNDS / 10, ROUNDS);
    assert_in_range(refused, ROUNDS / 10, ROUNDS);
}

static int begin(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("original.hlr"));
    setup.checkpoint_seconds = 0.03;
    setup.flush_seconds = 1e-9;
    (void)drive_record(&setup, 100, 99);
    FILE *file = fopen(setup.path, "rb");
    if (!file) return -1;
    original_size = fread(original, 1, sizeof original, file);
    return fclose(file);
}

static int clean(void **unused)
{
    (void)unused;
    drive_clean();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutated_recordings)};
    return cmocka_run_group_tests(tests, begin, clean);
}
