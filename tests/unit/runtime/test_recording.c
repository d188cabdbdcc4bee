/* The bytes of recordings: numbers, checksums, frames; files that were cut or damaged. */
#include "support/check.h"

#include "drive.h"
#include "recording/recording_format.h"
#include "rt/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

typedef struct image {
    unsigned char *bytes;
    size_t size;
} image;

static image image_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    image it = {.bytes = malloc(1 << 20)};
    assert_non_null(it.bytes);
    it.size = fread(it.bytes, 1, 1 << 20, file);
    (void)fclose(file);
    return it;
}

static void image_write(const char *path, const unsigned char *bytes, size_t size)
{
    (void)remove(
        path); /* a new file costs less than a truncated one, which some file systems write out at once */
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Read everything there is. The number of ticks; -1 when the recording is refused. */
static int64_t read_all(const char *path)
{
    rt_recording *r;
    char why[RT_WHY_LENGTH] = "";
    if (rt_recording_open(path, &r, why) != HL_OK) {
        assert_null(r);
        assert_true(why[0] != '\0');
        return -1;
    }
    const int64_t first = rt_recording_first(r), last = rt_recording_last(r);
    for (int i = 0; i < rt_recording_states(r); i++) {
        void *state = malloc(rt_recording_state_size(r, i));
        assert_non_null(state);
        assert_int_equal(rt_recording_state(r, i, state), HL_OK);
        assert_in_range(rt_recording_state_tick(r, i), first, last);
        free(state);
    }
    rt_tick tick;
    for (int64_t t = first + 1; t <= last; t++) {
        assert_int_equal(rt_recording_tick(r, t, &tick), HL_OK);
        assert_int_equal(tick.tick, t);
    }
    rt_recording_close(r);
    return last - first;
}

/* ---- numbers ---- */

static void test_numbers_survive(void **unused)
{
    (void)unused;
    const uint32_t shorts[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX};
    const double doubles[] = {0.0, -0.0, 1.0 / 3.0, 5e-324, 1.7976931348623157e308};
    hl_arena arena = {0};
    rt_bytes bytes = {0};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) rt_put_short(&bytes, shorts[i]);
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) rt_put_double(&bytes, doubles[i]);
    rt_put_u8(&bytes, 0xAB);
    rt_put_u16(&bytes, 0xABCD);
    rt_put_u32(&bytes, 0x89ABCDEF);
    rt_put_u64(&bytes, 0x0123456789ABCDEF);
    rt_put_text(&bytes, "text");
    rt_put_text(&bytes, NULL);

    rt_cursor in = {.at = bytes.data, .left = bytes.size};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        assert_int_equal(rt_get_short(&in), shorts[i]);
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        const double value = rt_get_double(&in);
        assert_memory_equal(&value, &doubles[i], sizeof value);
    }
    assert_int_equal(rt_get_u8(&in), 0xAB);
    assert_int_equal(rt_get_u16(&in), 0xABCD);
    assert_int_equal(rt_get_u32(&in), 0x89ABCDEF);
    assert_true(rt_get_u64(&in) == 0x0123456789ABCDEF);
    size_t length;
    assert_string_equal(rt_get_text(&in, &arena, &length), "text");
    assert_int_equal(length, 4);
    assert_string_equal(rt_get_text(&in, &arena, &length), "");
    assert_int_equal(in.left, 0);
    assert_false(in.bad);
    assert_int_equal(rt_get_u32(&in), 0);
    assert_true(in.bad);
    rt_bytes_free(&bytes);
    hl_arena_free(&arena);
}

/* The order of bytes is the file's, not the processor's; a short that never ends is none. */
static void test_bytes(void **unused)
{
    (void)unused;
    rt_bytes bytes = {0};
    rt_put_u32(&bytes, 0x01020304);
    assert_memory_equal(bytes.data, "\x04\x03\x02\x01", 4);
    rt_bytes_free(&bytes);
    rt_cursor in = {.at = (const unsigned char *)"\xFF\xFF\xFF\xFF\xFF\xFF", .left = 6};
    assert_int_equal(rt_get_short(&in), 0);
    assert_true(in.bad);
}

/* The check value of CRC-32C: of "123456789", and of 32 zero bytes (RFC 3720 section B.4). */
static void test_checksum(void **unused)
{
    (void)unused;
    const unsigned char zeros[32] = {0};
    assert_int_equal(rt_crc32c(0, "123456789", 9), 0xE3069283);
    assert_int_equal(rt_crc32c(0, zeros, sizeof zeros), 0x8A9136AA);
    assert_int_equal(rt_crc32c(rt_crc32c(0, "1234", 4), "56789", 5), 0xE3069283);
}

/* ---- contents ---- */

static void test_about(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.options.formulation = MB_DOUBLE_STEP;
    setup.options.solver = MB_SOLVER_DENSE;
    setup.options.tolerance = 1.0 / 3.0;
    setup.options.weak_substeps = 7;
    setup.options.bounded = true;
    assert_true(drive_record(&setup, 250, 0).recorded);
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    const rt_recording_info *info = rt_recording_about(r);
    assert_string_equal(info->version, DRIVE_VERSION);
    assert_string_equal(info->machine, "digger");
    assert_string_equal(info->machine_text.path, "digger.yaml");
    assert_string_equal(info->machine_text.text, DRIVE_MACHINE);
    assert_int_equal(info->machine_text.length, strlen(DRIVE_MACHINE));
    assert_string_equal(info->scenario_text.text, "pit");
    assert_memory_equal(&info->options.step, &setup.options.step, sizeof(double));
    assert_int_equal(info->options.formulation, MB_DOUBLE_STEP);
    assert_int_equal(info->options.solver, MB_SOLVER_DENSE);
    CHECK_SAME(info->options.tolerance, 1.0 / 3.0);
    CHECK_SAME(info->options.state_tolerance, setup.options.state_tolerance);
    CHECK_SAME(info->options.penalty, setup.options.penalty);
    CHECK_SAME(info->options.stabilisation_frequency, setup.options.stabilisation_frequency);
    CHECK_SAME(info->options.stabilisation_damping, setup.options.stabilisation_damping);
    assert_int_equal(info->options.max_iterations, setup.options.max_iterations);
    assert_int_equal(info->options.weak_substeps, 7);
    assert_true(info->options.bounded);
    assert_false(info->options.numeric_tangent);
    assert_int_equal(info->control_count, FAKE_CONTROLS);
    assert_string_equal(info->controls[2], "steering");
    assert_int_equal(info->block_count, 3);
    assert_string_equal(info->blocks[2].name, "cells");
    assert_int_equal(info->blocks[2].size, FAKE_CELLS * sizeof(double));
    assert_int_equal(rt_recording_first(r), 0);
    assert_int_equal(rt_recording_last(r), 250);
    assert_int_equal(rt_recording_how_ended(r).end, RT_END_FINISHED);
    assert_int_equal(rt_recording_cut(r), 0);
    rt_recording_close(r);
}

/* Controls and states come back bit for bit, in any order of asking. */
static void test_ticks(void **unused)
{
    (void)unused;
    enum { TICKS = 2 * RT_MOST_TICKS + 100 };
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.flush_seconds = 1e9; /* whole frames of RT_MOST_TICKS */
    setup.checkpoint_seconds = 1e6;
    setup.ring_seconds = 1e3;
    assert_true(drive_record(&setup, TICKS, 0).recorded);
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_last(r), TICKS);
    hl_arena arena = {0};
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    rt_tick tick;
    for (int64_t t = 1; t <= TICKS; t++) {
        drive_controls(machine, t);
        assert_int_equal(world_machine_step(machine), HL_OK);
        assert_int_equal(rt_recording_tick(r, t, &tick), HL_OK);
        assert_true(tick.state_hash == world_state_hash(machine));
        for (int c = 0; c < FAKE_CONTROLS; c++) CHECK_SAME(tick.controls[c], world_control_get(machine, c));
    }
    const int64_t order[] = {TICKS, 1, RT_MOST_TICKS, RT_MOST_TICKS + 1, 2 * RT_MOST_TICKS + 1, 5};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(rt_recording_tick(r, order[i], &tick), HL_OK);
        assert_int_equal(tick.tick, order[i]);
        CHECK_SAME(tick.controls[2], (double)(order[i] % 1000) / 1000.0 - 0.3);
    }
    rt_recording_close(r);
    hl_arena_free(&arena);
}

/* ---- damage ---- */

/* A recording of 60 ticks with three states behind the start. */
static image small_recording(const char *path)
{
    rt_recorder_setup setup = drive_setup(path);
    setup.checkpoint_seconds = 0.02;
    setup.flush_seconds = 1e-9;
    assert_true(drive_record(&setup, 60, 0).recorded);
    assert_int_equal(read_all(path), 60);
    return image_read(path);
}

/* Ends of the frames in a file, from the heads alone. */
static int frame_ends(image it, size_t *ends, int room)
{
    int count = 0;
    rt_frame frame;
    for (size_t at = RT_FILE_HEAD; at < it.size; at = ends[count++]) {
        assert_true(count < room && rt_frame_head(it.bytes + at, &frame));
        ends[count] = at + RT_FRAME_HEAD + frame.packed;
    }
    return count;
}

/* Cut anywhere: refused before the end of the start state; after it everything up to the last whole frame. */
static void test_cut_anywhere(void **unused)
{
    (void)unused;
    enum { FRAMES = 200 };
    const char *path = drive_path("cut.hlr");
    const image whole = small_recording(path);
    size_t ends[FRAMES] = {0};
    const int frames = frame_ends(whole, ends, FRAMES);
    assert_true(frames >= 5);
    int64_t before = -1;
    for (size_t size = 0; size <= whole.size; size++) {
        image_write(path, whole.bytes, size);
        const int64_t ticks = read_all(path);
        assert_int_equal(ticks < 0, size < ends[1]); /* META, STATE */
        assert_true(ticks >= before);
        before = ticks;
        if (ticks < 0) continue;
        rt_recording *r;
        char why[RT_WHY_LENGTH];
        assert_int_equal(rt_recording_open(path, &r, why), HL_OK);
        size_t last_end = 0;
        for (int i = 0; i < frames && ends[i] <= size; i++) last_end = ends[i];
        assert_int_equal(rt_recording_cut(r), size - last_end);
        assert_false(rt_recording_is_damaged(r));
        assert_int_equal(rt_recording_how_ended(r).end, size == whole.size ? RT_END_FINISHED : RT_END_NONE);
        rt_recording_close(r);
    }
    assert_int_equal(before, 60);
    free(whole.bytes);
}

/* Any byte changed: nothing of its frame or of what follows is believed. */
static void test_damage_anywhere(void **unused)
{
    (void)unused;
    enum { FRAMES = 200 };
    const char *path = drive_path("damaged.hlr");
    const image whole = small_recording(path);
    size_t ends[FRAMES] = {0};
    const int frames = frame_ends(whole, ends, FRAMES);
    for (size_t at = 0; at < whole.size; at++) {
        for (int bit = 0; bit < 8; bit += 7) {
            whole.bytes[at] ^= (unsigned char)(1 << bit);
            image_write(path, whole.bytes, whole.size);
            whole.bytes[at] ^= (unsigned char)(1 << bit);
            if (at < ends[1]) {
                assert_int_equal(read_all(path), -1);
                continue;
            }
            rt_recording *r;
            char why[RT_WHY_LENGTH];
            assert_int_equal(rt_recording_open(path, &r, why), HL_OK);
            size_t good = 0;
            for (int i = 0; i < frames && ends[i] <= at; i++) good = ends[i];
            assert_int_equal(rt_recording_cut(r), whole.size - good);
            assert_true(rt_recording_is_damaged(r));
            rt_recording_close(r);
        }
    }
    free(whole.bytes);
}

/* Bytes behind the end are not read but told. */
static void test_more_than_all(void **unused)
{
    (void)unused;
    const char *path = drive_path("more.hlr");
    const image whole = small_recording(path);
    memset(whole.bytes + whole.size, 'x', 10);
    image_write(path, whole.bytes, whole.size + 10);
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(path, &r, why), HL_OK);
    assert_int_equal(rt_recording_cut(r), 10);
    assert_true(rt_recording_is_damaged(r));
    assert_int_equal(rt_recording_how_ended(r).end, RT_END_FINISHED);
    rt_recording_close(r);
    free(whole.bytes);
}

/* ---- refusals ---- */

static void test_foreign_files(void **unused)
{
    (void)unused;
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(drive_path("missing.hlr"), &r, why), HL_IO_ERROR);
    assert_non_null(strstr(why, "No such file"));
    assert_int_equal(rt_recording_open("/tmp", &r, why), HL_IO_ERROR);
    const char *path = drive_path("foreign.hlr");
    image_write(path, (const unsigned char *)"time,z,dz\n0,1,2\n0,1,2\n", 22);
    assert_int_equal(rt_recording_open(path, &r, why), HL_BAD_INPUT);
    assert_non_null(strstr(why, "not a recording"));
    image_write(path, (const unsigned char *)"", 0);
    assert_int_equal(rt_recording_open(path, &r, why), HL_BAD_INPUT);
}

/* An earlier and a later format are refused, and both versions are told. */
static void check_foreign_format(uint32_t format)
{
    const char *path = drive_path("foreign.hlr");
    const image whole = small_recording(path);
    rt_bytes head = {0};
    rt_put(&head, whole.bytes, 8);
    rt_put_u32(&head, format);
    rt_put_u32(&head, rt_crc32c(0, head.data, head.size));
    memcpy(whole.bytes, head.data, RT_FILE_HEAD);
    image_write(path, whole.bytes, whole.size);
    rt_recording *r;
    char why[RT_WHY_LENGTH], expected[128];
    assert_int_equal(rt_recording_open(path, &r, why), HL_BAD_INPUT);
    snprintf(expected, sizeof expected,
             "version %u; this program reads version %d: replay it with the program that recorded it", format,
             RT_RECORDING_FORMAT);
    assert_non_null(strstr(why, expected));
    rt_bytes_free(&head);
    free(whole.bytes);
}

static void test_foreign_format(void **unused)
{
    (void)unused;
    check_foreign_format(1);
    check_foreign_format(RT_RECORDING_FORMAT - 1);
    check_foreign_format(RT_RECORDING_FORMAT + 1);
}

/* A state smaller than the rigid part of the machine's, or larger than it can become: not read. */
static void test_state_of_impossible_size(void **unused)
{
    (void)unused;
    const char *path = drive_path("sizes.hlr");
    const image whole = small_recording(path);
    size_t ends[200] = {0};
    (void)frame_ends(whole, ends, 200);
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(path, &r, why), HL_OK);
    const size_t size = rt_recording_state_size(r, 0); /* it does not grow here: the only one possible */
    rt_recording_close(r);
    for (int more = -1; more <= 1; more++) {
        rt_bytes out = {0}, state = {0};
        rt_packer *packer = rt_packer_new();
        const unsigned char zeros[1024] = {0};
        rt_put(&out, whole.bytes, ends[0]); /* META */
        rt_put(&state, zeros, (size_t)((int64_t)size + more));
        assert_true(rt_frame_put(&out, packer, (rt_frame){.kind = RT_FRAME_STATE}, &state));
        image_write(path, out.data, out.size);
        assert_int_equal(rt_recording_open(path, &r, why), more == 0 ? HL_OK : HL_BAD_INPUT);
        rt_recording_close(r);
        rt_packer_free(packer);
        rt_bytes_free(&out);
        rt_bytes_free(&state);
    }
    free(whole.bytes);
}

static int clean(void **unused)
{
    (void)unused;
    drive_clean();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_survive),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_checksum),
        cmocka_unit_test_teardown(test_about, clean),
        cmocka_unit_test_teardown(test_ticks, clean),
        cmocka_unit_test_teardown(test_cut_anywhere, clean),
        cmocka_unit_test_teardown(test_damage_anywhere, clean),
        cmocka_unit_test_teardown(test_more_than_all, clean),
        cmocka_unit_test_teardown(test_foreign_files, clean),
        cmocka_unit_test_teardown(test_foreign_format, clean),
        cmocka_unit_test_teardown(test_state_of_impossible_size, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
