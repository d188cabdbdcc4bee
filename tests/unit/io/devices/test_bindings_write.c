/* What is written is what is read: a file with every key, and all shipped profiles. */
#include "support/check.h"

#include "io/bindings.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static hl_report report;

static char *text_of(const auth_bindings *bindings)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    io_bindings_write(bindings, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static auth_bindings *read_text(const char *text, hl_arena *arena)
{
    auth_bindings *bindings = NULL;
    hl_report_begin(&report, "text");
    if (auth_bindings_parse(text, strlen(text), "text", arena, &bindings, &report) != HL_OK)
        fail_msg("%s\n%s", report.list[0].text, text);
    return bindings;
}

/* In the writer's own form, so that it must come out to the letter. */
static const char every_key[] =
    "headland: bindings\n"
    "version: 1\n"
    "name: \"a rig\"\n"
    "description: \"with a \\\"quote\\\" and a back\\\\slash\"\n"
    "devices:\n"
    "  - name: \"wheel\"\n"
    "    match: {ids: [\"046d:c24f\", \"046d:c266:0111\"], phys: \"usb-*\"}\n"
    "    axes:\n"
    "      - {axis: ABS_X, command: steering, with: BTN_A, min: -5, centre: 2.5, max: 1000, invert: true, "
    "half: true, "
    "dead_zone: 0.1, saturation: 0.9, curve: 0.25, join: largest}\n"
    "      - {axis: ABS_Y, command: throttle, curve: [[0, 0], [0.5, 0.2], [1, 1]], values: [0, 0.5, 1], "
    "join: sum}\n"
    "      - {axis: ABS_GAS, command: drive, join: largest, side: negative, unless: [brake, direction]}\n"
    "      - {axis: REL_DIAL, command: throttle, detent: 0.02}\n"
    "    buttons:\n"
    "      - {button: BTN_TRIGGER, command: horn}\n"
    "      - {button: 0x12c, command: key, with: BTN_A, value: 2, rest: 1, help: \"start\"}\n"
    "      - {button: BTN_TOP, command: direction, mode: cycle, values: [-1, 0, 1]}\n"
    "      - {axis: ABS_HAT0X, beyond: -0.5, command: tilt, mode: ramp, value: -1, rate: 3}\n"
    "      - {button: BTN_THUMB, command: throttle, mode: step, step: -0.25, unless: [drive]}\n"
    "    force: {gain: 0.5, vibration: 0, invert: true}\n"
    "\n"
    "  - name: \"stick\"\n"
    "    match: {name: \"*stick*\", type: \"joystick\", instance: 2}\n"
    "\n"
    "  - name: \"keyboard\"\n"
    "    match: {keyboard: true}\n"
    "    buttons:\n"
    "      - {button: KEY_W, command: throttle, mode: creep, rate: 1}\n";

static void writes_every_key(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char *text = text_of(read_text(every_key, &arena));
    assert_string_equal(text, every_key);
    free(text);
    hl_arena_free(&arena);
}

static void writes_all_profiles(void **state)
{
    (void)state;
    glob_t files;
    assert_int_equal(glob(HEADLAND_ASSETS "/devices/*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        hl_arena arena = {0};
        auth_bindings *bindings = NULL;
        hl_report_begin(&report, files.gl_pathv[i]);
        assert_int_equal(auth_bindings_read(files.gl_pathv[i], &arena, &bindings, &report), HL_OK);
        char *once = text_of(bindings);
        const auth_bindings *again = read_text(once, &arena);
        char *twice = text_of(again);
        assert_int_equal(again->device_count, bindings->device_count);
        assert_string_equal(once, twice);
        free(once);
        free(twice);
        hl_arena_free(&arena);
    }
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_every_key),
        cmocka_unit_test(writes_all_profiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
