/* Mutated recordings: whatever comes in, the reader ends, gives what it promises or refuses with a reason.
 * Half of the rounds mutate the bytes of the file, which checksums find; the other half the payloads before
 * they are packed, so that everything behind the checksums is met as well. Reproducible: the seed is fixed, a
 * failure names its round, which is its own seed. Run under the sanitizers this also looks for memory errors.
 */
#include "support/check.h"

#include "drive.h"
#include "recording_format.h"
#include "rt/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, ROOM = 1 << 18, MUTATIONS = 4 };

static unsigned char original[ROOM];
static size_t original_size;

/* ---- random choices ---- */

static size_t below(uint64_t *seed, size_t bound)
{
    const size_t choice = (size_t)((check_random(seed) + 1.0) / 2.0 * (double)bound);
    return choice < bound ? choice : bound - 1;
}

/* ---- mutations ---- */

static void cut(rt_bytes *b, size_t at, size_t count)
{
    if (count > b->size - at) count = b->size - at;
    memmove(b->data + at, b->data + at + count, b->size - at - count);
    b->size -= count;
}

/* Numbers that readers may trip over, anywhere. */
static void overwrite(rt_bytes *b, uint64_t *seed)
{
    static const uint64_t values[] = {0,          1,          0x7F,       0x80,
                                      0xFFFF,     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                                      0x10000000, UINT64_MAX, INT64_MAX,  0x7FF0000000000000};
    static const size_t sizes[] = {1, 2, 4, 8};
    const size_t size = sizes[below(seed, 4)];
    if (b->size < size) return;
    const uint64_t value = values[below(seed, sizeof values / sizeof *values)];
    memcpy(b->data + below(seed, b->size - size + 1), &value, size);
}

static void mutate(rt_bytes *b, uint64_t *seed)
{
    const size_t count = 1 + below(seed, MUTATIONS);
    for (size_t i = 0; i < count && b->size > 0; i++) {
        switch (below(seed, 4)) {
        case 0:
            b->data[below(seed, b->size)] = (unsigned char)below(seed, 256);
            break;
        case 1:
            overwrite(b, seed);
            break;
        case 2:
            cut(b, below(seed, b->size), 1 + below(seed, 16));
            break;
        default:
            if (below(seed, 4) == 0)
                b->size = below(seed, b->size + 1);
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
    int chosen = (int)below(seed, (size_t)frames);
    rt_put(out, original, RT_FILE_HEAD);
    for (size_t at = RT_FILE_HEAD; at < original_size; at += RT_FRAME_HEAD + frame.packed, chosen--) {
        assert_true(rt_frame_head(original + at, &frame));
        assert_int_equal(rt_frame_unpack(original + at + RT_FRAME_HEAD, &frame, &plain), HL_OK);
        rt_frame put = frame;
        if (chosen == 0) mutate(&plain, seed);
        if (chosen == 0 && below(seed, 4) == 0) put.count = (uint32_t)below(seed, 2 * RT_MOST_TICKS);
        if (chosen == 0 && below(seed, 8) == 0) put.tick = (int64_t)below(seed, 200);
        if (chosen == 0 && below(seed, 8) == 0) put.kind = RT_FRAME_STATE;
        assert_true(rt_frame_put(out, packer, put, &plain));
    }
    rt_bytes_free(&plain);
    rt_packer_free(packer);
}

/* ---- reading ---- */

static void read_everything(rt_recording *r)
{
    const rt_recording_info *info = rt_recording_about(r);
    const int64_t first = rt_recording_first(r), last = rt_recording_last(r);
    assert_true(first <= last && rt_recording_states(r) >= 1);
    for (int i = 0; i < rt_recording_states(r); i++) {
        void *state = malloc(rt_recording_state_size(r, i) + 1);
        assert_non_null(state);
        (void)rt_recording_state(r, i, state);
        free(state);
    }
    double sum = 0.0;
    for (int64_t t = first + 1; t <= last; t++) {
        rt_tick tick;
        if (rt_recording_tick(r, t, &tick) != HL_OK) continue;
        assert_int_equal(tick.tick, t);
        for (int c = 0; c < info->control_count; c++) sum += tick.controls[c];
        for (int b = 0; b < info->block_count; b++) sum += tick.block_hashes[b];
    }
    const rt_recording_ending ending = rt_recording_how_ended(r);
    assert_non_null(ending.note);
    assert_true(strlen(rt_end_text(ending.end)) > 0);
    assert_true(sum >= 0.0 || sum < 0.0 || sum != sum); /* all of it has been read */
}

/* A replay, which may differ at once, but ends. */
static void replay_everything(const char *path)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH] = "";
    if (rt_replay_open(path, DRIVE_VERSION, &replay, why) != HL_OK) {
        assert_true(why[0] != '\0');
        return;
    }
    while (rt_replay_step(replay) == RT_REPLAY_OK) {
    }
    rt_replay_close(replay);
}

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
        rt_recording *r;
        char why[RT_WHY_LENGTH] = "";
        if (rt_recording_open(path, &r, why) == HL_OK) {
            read_everything(r);
            rt_recording_close(r);
            replay_everything(path);
            opened++;
        } else {
            if (!why[0]) fail_msg("round %lu: refused without a reason", (unsigned long)round);
            refused++;
        }
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
