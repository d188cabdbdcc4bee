/* Motion rigs: what a file becomes, the rigs that come with headland, and every way in which one can be
 * wrong. */
#include "refusal.h"

#include "auth/rig.h"

#include <stdio.h>

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

#define HEAD   "headland: rig\nversion: 1\nname: r\n"
#define LIMITS "{position: 0.1, speed: 0.1, acceleration: 1}"

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_rig *rig = NULL;
    const hl_status status = auth_rig_parse(text, length, "folder/file", arena, &rig, report);
    *out = rig;
    return status;
}

/* ---- what is read ---- */

static void axes_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_rig *rig = read_good(parse, read_base("rig.yaml"), &arena);
    assert_string_equal(rig->name, "bench");
    const auth_rig_channel *surge = &rig->channels[AUTH_RIG_SURGE], *roll = &rig->channels[AUTH_RIG_ROLL];
    for (auth_rig_axis axis = AUTH_RIG_SURGE; axis < AUTH_RIG_AXES; axis++)
        assert_int_equal(rig->channels[axis].present, axis != AUTH_RIG_SWAY);
    NEARLY(surge->scale, 0.4);
    NEARLY(surge->high_pass, 2.0);
    NEARLY(surge->damping, 0.9);
    NEARLY(surge->back, 0.3);
    NEARLY(surge->position, 0.25);
    NEARLY(surge->speed, 0.5);
    NEARLY(surge->acceleration, 6.0);
    NEARLY(roll->scale, 0.6);
    NEARLY(roll->high_pass, 1.0);
    NEARLY(roll->position, PI / 10);
    NEARLY(roll->speed, PI / 5);
    NEARLY(roll->acceleration, 2 * PI);
    NEARLY(rig->channels[AUTH_RIG_PITCH].acceleration, 8.0); /* bare numbers are in SI */
    hl_arena_free(&arena);
}

static void the_rest_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_rig *rig = read_good(parse, read_base("rig.yaml"), &arena);
    NEARLY(rig->tilt.scale, 0.7);
    NEARLY(rig->tilt.low_pass, 4.0);
    NEARLY(rig->tilt.damping, 1.2);
    NEARLY(rig->tilt.angle, PI / 20);
    NEARLY(rig->tilt.rate, PI / 30);
    NEARLY(rig->tilt.acceleration, PI / 10);
    NEARLY(rig->vibration, 0.25);
    NEARLY(rig->engage, 3.0);
    NEARLY(rig->silence, 0.2);
    const auth_rig_output *output = &rig->output;
    assert_string_equal(output->host, "rig.example.org");
    assert_int_equal(output->port, 4123);
    NEARLY(output->rate, 60.0);
    assert_int_equal(output->format, AUTH_RIG_TEXT);
    assert_string_equal(output->text, "<R{roll}><P{pitch}>\r\n");
    assert_int_equal(output->bits, 10);
    NEARLY(output->heartbeat, 0.5);
    hl_arena_free(&arena);
}

static void check_default_tilt(const auth_rig_tilt *tilt)
{
    NEARLY(tilt->scale, 0.5);
    NEARLY(tilt->low_pass, 3.0);
    NEARLY(tilt->damping, 1.0);
    NEARLY(tilt->angle, 8 * PI / 180);
    NEARLY(tilt->rate, PI / 60);
    NEARLY(tilt->acceleration, PI / 60);
}

static void defaults_of_rigs(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_rig *rig =
        read_good(parse, HEAD "sway: " LIMITS "\npitch: " LIMITS "\noutput: {port: 9}\n", &arena);
    const auth_rig_channel *sway = &rig->channels[AUTH_RIG_SWAY], *pitch = &rig->channels[AUTH_RIG_PITCH];
    NEARLY(sway->scale, 0.5);
    NEARLY(sway->high_pass, 2.5);
    NEARLY(sway->damping, 1.0);
    NEARLY(sway->back, 0.2);
    NEARLY(pitch->scale, 0.5);
    NEARLY(pitch->high_pass, 0.7);
    check_default_tilt(&rig->tilt);
    CHECK_SAME(rig->vibration, 0.0);
    NEARLY(rig->engage, 4.0);
    NEARLY(rig->silence, 0.15);
    assert_string_equal(rig->description, "");
    assert_string_equal(rig->output.host, "127.0.0.1");
    NEARLY(rig->output.rate, 250.0);
    assert_int_equal(rig->output.format, AUTH_RIG_BINARY);
    assert_null(rig->output.text);
    CHECK_SAME(rig->output.heartbeat, 0.0);
    rig = read_good(parse, HEAD "surge: " LIMITS "\nyaw: " LIMITS "\noutput: {port: 9, format: text}\n",
                    &arena);
    assert_string_equal(rig->output.text, "<{surge}><{yaw}>");
    assert_int_equal(rig->output.bits, 16);
    CHECK_SAME(rig->tilt.scale, 0.0); /* nothing that could tilt */
    hl_arena_free(&arena);
}

static void words_of_axes(void **state)
{
    (void)state;
    assert_string_equal(auth_rig_axis_word(AUTH_RIG_SURGE), "surge");
    assert_string_equal(auth_rig_axis_word(AUTH_RIG_YAW), "yaw");
}

/* ---- rigs that come with headland ---- */

static const auth_rig *read_shipped(const char *name, hl_arena *arena)
{
    static hl_report report; /* too large for the stack */
    char path[1024], line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    auth_rig *rig;
    snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/rigs/%s.yaml", name);
    const hl_status status = auth_rig_read(path, arena, &rig, &report);
    if (report.count > 0) hl_report_line(&report, 0, line, sizeof line);
    if (status != HL_OK) fail_msg("%s: %s", hl_status_text(status), line);
    assert_string_equal(rig->name, name);
    return rig;
}

static int count_axes(const auth_rig *rig)
{
    int count = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) count += rig->channels[i].present;
    return count;
}

static void shipped_rigs_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_rig *hexapod = read_shipped("hexapod-small", &arena),
                   *moog = read_shipped("moog-6dof", &arena);
    assert_int_equal(count_axes(hexapod), 6);
    NEARLY(hexapod->channels[AUTH_RIG_HEAVE].position, 0.18);
    NEARLY(hexapod->channels[AUTH_RIG_YAW].position, 22 * PI / 180);
    assert_int_equal(count_axes(moog), 6);
    NEARLY(moog->channels[AUTH_RIG_ROLL].position, PI / 18);
    NEARLY(moog->output.rate, 500.0);
    const auth_rig *seat = read_shipped("seat-2dof", &arena);
    assert_int_equal(count_axes(seat), 2);
    assert_true(seat->channels[AUTH_RIG_ROLL].present && seat->channels[AUTH_RIG_PITCH].present);
    assert_int_equal(seat->output.format, AUTH_RIG_TEXT);
    hl_arena_free(&arena);
}

static void the_manuals_rig_is_good(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_rig *rig = read_good(parse, read_example("rig.md"), &arena);
    assert_true(count_axes(rig) > 0);
    hl_arena_free(&arena);
}

/* ---- what is refused ---- */

static void axes_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"scale: 0.4", "scale: @2.1", "'scale' is 2.1; 0 to 2 is expected"},
        {"scale: 0.4", "scale: @-0.1", "'scale' is -0.1; 0 to 2 is expected"},
        {"high_pass: 2 rad/s", "high_pass: @0", "'high_pass' is 0; 0.01 to 100 rad/s is expected"},
        {"high_pass: 2 rad/s", "high_pass: @200 rad/s", "'high_pass' is 200 rad/s; 0.01 to 100 rad/s"},
        {"damping: 0.9", "damping: @0.05", "'damping' is 0.05; 0.1 to 10 is expected"},
        {"return: 0.3 rad/s", "return: @11", "'return' is 11; 0 to 10 rad/s is expected"},
        {"return: 0.3 rad/s", "return: @-1", "'return' is -1; 0 to 10 rad/s is expected"},
        {"return: 0.3 rad/s", "@retrun: 1", "unknown key 'retrun' in 'surge'; did you mean 'return'?"},
        {"position: 25 cm", "position: @0 cm", "'position' is 0 cm; 1 mm to 10 m is expected"},
        {"position: 25 cm", "position: @11 m", "'position' is 11 m; 1 mm to 10 m is expected"},
        {"position: 25 cm", "position: @25 deg", "'25 deg' is an angle; a length"},
        {"speed: 0.5 m/s", "speed: @-1 m/s", "'speed' is -1 m/s; 1 mm/s to 10 m/s is expected"},
        {"speed: 0.5 m/s", "speed: @11 m/s", "'speed' is 11 m/s; 1 mm/s to 10 m/s"},
        {"acceleration: 6 m/s2", "acceleration: @101", "'acceleration' is 101; 0.01 to 100 m/s2"},
        {"acceleration: 6 m/s2", "acceleration: @6 m/s", "'6 m/s' is a velocity; an acceleration"},
        {"roll: {", "roll: {@damping: 1, ", "unknown key 'damping' in 'roll'"},
        {"roll: {", "roll: {@return: 1, ", "unknown key 'return' in 'roll'"},
        {"position: 18 deg", "position: @181 deg", "'position' is 181 deg; 0.1 to 180 deg"},
        {"speed: 36 deg/s", "speed: @1001 deg/s", "'speed' is 1001 deg/s; 0.1 to 1000 deg/s"},
        {"acceleration: 360 deg/s2", "acceleration: @0.05 deg/s2",
         "'acceleration' is 0.05 deg/s2; 0.1 to 10000 deg/s2"},
        {"roll: {", "@rol: {", "unknown key 'rol' in the file; did you mean 'roll'?"},
    };
    CHECK_VARIATIONS(parse, read_base("rig.yaml"), list);
    static const far_variation missing[] = {
        {", speed: 0.4 m/s", "", "{position: 0.18", "missing in 'heave': speed"},
        {", acceleration: 4 m/s2", "", "{position: 0.18", "missing in 'heave': acceleration"},
        {"position: 0.18 m, ", "", "{speed: 0.4", "missing in 'heave': position"},
    };
    CHECK_FAR_VARIATIONS(parse, read_base("rig.yaml"), missing);
}

static void the_rest_is_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"scale: 0.7", "scale: @3", "'scale' is 3; 0 to 2 is expected"},
        {"low_pass: 4 rad/s", "low_pass: @0", "'low_pass' is 0; 0.01 to 100 rad/s is expected"},
        {"damping: 1.2", "damping: @20", "'damping' is 20; 0.1 to 10 is expected"},
        {"angle: 9 deg", "angle: @46 deg", "'angle' is 46 deg; 0.1 to 45 deg is expected"},
        {"rate: 6 deg/s", "rate: @101 deg/s", "'rate' is 101 deg/s; 0.1 to 100 deg/s"},
        {"rate: 6 deg/s", "rate: @6", "(a bare number is in rad/s)"},
        {"acceleration: 18 deg/s2", "acceleration: @0",
         "'acceleration' is 0; 0.1 to 1000 deg/s2 is expected"},
        {"vibration: 0.25", "vibration: @1.5", "'vibration' is 1.5; 0 to 1 is expected"},
        {"engage: 3 s", "engage: @0.5 s", "'engage' is 0.5 s; 1 to 20 s is expected"},
        {"engage: 3 s", "engage: @21 s", "'engage' is 21 s; 1 to 20 s is expected"},
        {"silence: 200 ms", "silence: @10 ms", "'silence' is 10 ms; 50 ms to 1 s is expected"},
        {"silence: 200 ms", "silence: @2 s", "'silence' is 2 s; 50 ms to 1 s is expected"},
        {"host: rig.example.org", "host: @rig one", "'host' is 'rig one'; the name or address of a computer"},
        {"port: 4123", "port: @0", "'port' is 0; 1 to 65535 is expected"},
        {"port: 4123", "port: @65536", "'port' is 65536; 1 to 65535 is expected"},
        {"rate: 60 Hz", "rate: @9 Hz", "'rate' is 9 Hz; 10 to 500 Hz is expected"},
        {"rate: 60 Hz", "rate: @501", "'rate' is 501; 10 to 500 Hz is expected"},
        {"rate: 60 Hz", "rate: @60 m", "'rate' is 60 m; a frequency, like \"420 Hz\" or 420, is expected"},
        {"rate: 60 Hz", "rate: @sixty", "'rate': "},
        {"format: text", "format: @texts", "unknown value 'texts' in 'format'; did you mean 'text'?"},
        {"bits: 10", "bits: @7", "'bits' is 7; 8 to 16 is expected"},
        {"bits: 10", "bits: @17", "'bits' is 17; 8 to 16 is expected"},
        {"heartbeat: 0.5 s", "heartbeat: @-1 s", "'heartbeat' is -1 s; a time of zero or more"},
        {"heartbeat: 0.5 s", "heartbeat: @1 ms", "'heartbeat' is 1 ms; 0 (none), or 10 ms to 10 s"},
        {"heartbeat: 0.5 s", "heartbeat: @33 ms",
         "'heartbeat' is 33 ms, in which less than two poses are sent; at least 0.0333 s is expected"},
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"headland: rig", "headland: @machine", "the file is a machine file; a rig file is expected"},
    };
    CHECK_VARIATIONS(parse, read_base("rig.yaml"), list);
}

static void templates_are_refused(void **state)
{
    (void)state;
#define TEXT "text: \"<R{roll}><P{pitch}>\\r\\n\""
    static const variation list[] = {
        {TEXT, "text: @\"<R{rol}>\"",
         "unknown axis 'rol' in 'text'; surge, sway, heave, roll, pitch or yaw is expected; did you mean "
         "'roll'?"},
        {TEXT, "text: @\"{}\"", "unknown axis '' in 'text'"},
        {TEXT, "text: @\"{ROLL}\"", "unknown axis 'ROLL' in 'text'"},
        {TEXT, "text: @\"<{sway}>\"",
         "'text' names the axis 'sway', which this rig does not have; axes of the rig are expected"},
        {TEXT, "text: @\"<R{roll\"", "'text': the character 3 opens a brace that is not closed"},
        {TEXT, "text: @\"{roll{pitch}\"", "'text': the character 1 opens a brace that is not closed"},
        {TEXT, "text: @\"{roll}}\"", "'text': the character 7 closes a brace that was not opened"},
        {TEXT, "text: @\"{roll}\\a\"", "'text': the character 7 is a control character"},
        {TEXT, "text: @\"level\"", "'text' names no axis"},
        {TEXT, "text: @\"\"", "'text' names no axis"},
    };
    CHECK_VARIATIONS(parse, read_base("rig.yaml"), list);
}

static void keys_without_effect_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"# here", "tilt: @{scale: 1}", "'tilt' has no effect without 'roll' or 'pitch'; the key is"},
        {"# here", "vibration: @0.5", "'vibration' has no effect without 'heave'"},
        {"port: 9", "port: 9, text: @\"{yaw}\"", "'text' has no effect without 'format: text'"},
        {"port: 9", "port: 9, bits: @8", "'bits' has no effect without 'format: text'"},
    };
    CHECK_VARIATIONS(parse, HEAD "yaw: " LIMITS "\n# here\noutput: {port: 9}\n", list);
    static const far_variation far[] = {
        {"yaw: " LIMITS "\n", "", "headland",
         "a rig without an axis; at least one of surge, sway, heave, roll"},
        {"{port: 9}", "{rate: 60}", "{rate", "missing in 'output': port"},
        {"output: {port: 9}\n", "", "headland", "missing in the file: output"},
    };
    CHECK_FAR_VARIATIONS(parse, HEAD "yaw: " LIMITS "\noutput: {port: 9}\n", far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_read),         cmocka_unit_test(the_rest_is_read),
        cmocka_unit_test(defaults_of_rigs),      cmocka_unit_test(words_of_axes),
        cmocka_unit_test(shipped_rigs_are_read), cmocka_unit_test(the_manuals_rig_is_good),
        cmocka_unit_test(axes_are_refused),      cmocka_unit_test(the_rest_is_refused),
        cmocka_unit_test(templates_are_refused), cmocka_unit_test(keys_without_effect_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
