/* headland devices as people use it, with mock devices: listing, monitoring, calibrating. The program runs as
 * a child; its questions are awaited, answers are typed, the devices are moved meanwhile. */
#include "support/check.h"

#include "mock.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the program as a child ---- */

enum {
    OUTPUT = 1 << 16,
    PATIENCE =
        60000 /* [ms] until a test gives up: a sanitized build on a busy machine takes seconds to start */
};

typedef struct child {
    pid_t pid;
    int in, out; /* we write to the one, read from the other */
    size_t length, seen;
    char output[OUTPUT];
} child;

static child program;
static char folder[] = "/tmp/headland-commands-XXXXXX";

static void become(int in, int out, const char *const arguments[])
{
    char *words[16] = {(char *)HEADLAND, (char *)"devices"};
    int count = 2;
    for (; arguments[count - 2] != NULL; count++) words[count] = (char *)arguments[count - 2];
    words[count] = NULL;
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(HEADLAND, words);
    _exit(127);
}

/* @param out  descriptor for its output, -1: a pipe of its own */
static void start_on(int terminal, const char *const arguments[])
{
    int in[2], out[2];
    program = (child){.pid = -1};
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    program.pid = fork();
    assert_true(program.pid >= 0);
    if (program.pid == 0) become(in[0], terminal >= 0 ? terminal : out[1], arguments);
    close(in[0]);
    close(out[1]);
    program.in = in[1];
    program.out = out[0];
}

static void start(const char *const arguments[])
{
    start_on(-1, arguments);
}

#define START(...) start((const char *const[]){__VA_ARGS__, NULL})

/* What has come so far, and more within a time. @return false: it has ended or says nothing */
static bool read_output(int patience)
{
    struct pollfd waited = {.fd = program.out, .events = POLLIN};
    if (poll(&waited, 1, patience) <= 0) return false;
    const ssize_t got = read(program.out, program.output + program.length, OUTPUT - 1 - program.length);
    if (got <= 0) return false;
    program.length += (size_t)got;
    program.output[program.length] = '\0';
    return true;
}

/* Wait until it has said a text, behind what was awaited before. */
static void await(const char *text)
{
    for (;;) {
        const char *found = strstr(program.output + program.seen, text);
        if (found != NULL) {
            program.seen = (size_t)(found - program.output) + strlen(text);
            return;
        }
        if (!read_output(PATIENCE)) break;
    }
    fail_msg("never said: %s\n%s", text, program.output + program.seen);
}

static void type(const char *text)
{
    assert_int_equal(write(program.in, text, strlen(text)), (ssize_t)strlen(text));
}

static void finish(int status)
{
    int ended = 0;
    close(program.in);
    while (read_output(PATIENCE)) {
    }
    assert_int_equal(waitpid(program.pid, &ended, 0), program.pid);
    close(program.out);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != status)
        fail_msg("ended with %d instead of %d:\n%s", WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, status,
                 program.output);
}

static bool said(const char *text)
{
    return strstr(program.output, text) != NULL;
}

/* ---- devices ---- */

static mock_device *plug(mock_bed *bed, const char *name, const char *phys)
{
    const mock_description description = mock_read(name);
    mock_device *device = mock_new(bed, &description, phys);
    mock_plug(device);
    return device;
}

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void read_file(const char *name, char *text, size_t size)
{
    FILE *file = fopen(path_of(name), "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* ---- listing ---- */

static void lists_devices(void **state)
{
    (void)state;
    mock_bed bed = mock_bed_new();
    START("--json");
    finish(0);
    assert_true(said("\"devices\":\t[]"));
    START("monitor");
    finish(3);
    assert_true(said("no input device found"));

    mock_device *wheel = plug(&bed, "g29", "usb-1/input0"), *pedals = plug(&bed, "tfrp", "usb-2/input0");
    START("--json");
    finish(0);
    assert_true(said("Logitech G29") && said("046d:c24f:0111") && said("usb-1/input0"));
    assert_true(said("\"binding\":\t\"wheel\"") && said("logitech-g29.yaml") &&
                said("thrustmaster-pedals.yaml"));
    start((const char *const[]){NULL});
    finish(0);
    assert_true(said("NAME") && said("logitech-g29.yaml: wheel") && said("/dev/input/event1"));
    START("monitor", "no-such-device");
    finish(2);
    assert_true(said("no device matches 'no-such-device'") && said("/dev/input/event2"));
    START("calibrate");
    finish(2);
    assert_true(said("several devices found"));
    mock_free(wheel);
    mock_free(pedals);
    mock_bed_free(&bed);
}

/* ---- monitoring ---- */

static void monitors_changes(void **state)
{
    (void)state;
    mock_bed bed = mock_bed_new();
    mock_device *wheel = plug(&bed, "g29", "usb-1/input0");
    START("monitor", "*G29*", "--seconds", "60");
    await("wheel is Logitech G29");
    mock_event(wheel, EV_ABS, ABS_Z, 0); /* the pedal is down at 0 */
    await("wheel ABS_Z 0 -> throttle 1.000");
    mock_event(wheel, EV_KEY, BTN_TOP2, 1);
    await("wheel BTN_TOP2 1 -> gear_up 1.000");
    mock_event(wheel, EV_KEY, BTN_TOP2, 0);
    await("wheel BTN_TOP2 0 -> gear_up 0.000");
    mock_set(wheel, EV_ABS, ABS_RZ, 0); /* what the kernel had to drop is told as what is different now */
    mock_write(wheel, EV_SYN, SYN_DROPPED, 0, mock_now());
    mock_write(wheel, EV_SYN, SYN_REPORT, 0, mock_now());
    await("wheel ABS_RZ 0 -> brake 1.000");
    kill(program.pid, SIGINT);
    finish(0);

    START("monitor", "046d:c24f");
    await("wheel is");
    mock_unplug(wheel);
    await("wheel was unplugged");
    finish(0);
    mock_free(wheel);
    mock_bed_free(&bed);
}

static void monitors_what_is_held_back(void **state)
{
    (void)state;
    mock_bed bed = mock_bed_new();
    mock_device *wheel = plug(&bed, "unknown-wheel", "usb-1/input0");
    START("monitor", "--seconds", "60");
    await("it has no effect until an axis is moved");
    mock_event(wheel, EV_ABS, ABS_X, 32768);
    mock_event(wheel, EV_ABS, ABS_X, 40000);
    await("wheel ABS_X 40000\n");
    mock_event(wheel, EV_ABS, ABS_X, 65535);
    await("wheel ABS_X 65535 -> steering -1.000");
    kill(program.pid, SIGINT);
    finish(0);
    mock_free(wheel);
    mock_bed_free(&bed);
}

static void draws_on_a_terminal(void **state)
{
    (void)state;
    mock_bed bed = mock_bed_new();
    mock_device *wheel = plug(&bed, "g29", "usb-1/input0");
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
    start_on(other, (const char *const[]){"monitor", "event1", "--seconds", "60", NULL});
    close(program.out);
    program.out = terminal;
    await("ABS_Z             255 [########################]"); /* let go */
    mock_event(wheel, EV_ABS, ABS_Z, 0);
    mock_event(wheel, EV_KEY, BTN_TOP2, 1);
    await("\033["); /* up again: in place */
    await("ABS_Z               0 [                        ]");
    await("throttle +1.000");
    await("BTN_TOP2");
    await("gear_up +1.000");
    kill(program.pid, SIGINT);
    close(other);
    finish(0);
    mock_free(wheel);
    mock_bed_free(&bed);
}

/* ---- calibrating ---- */

/* Through its way, and back to its rest. */
static void move(mock_device *device, int code, int low, int high, int rest)
{
    mock_event(device, EV_ABS, code, low);
    mock_event(device, EV_ABS, code, high);
    mock_event(device, EV_ABS, code, rest);
}

/* Pedals that nobody has bound yet, whose range is narrower than they tell: two axes bound, one left out. */
static void calibrates_pedals(void **state)
{
    (void)state;
    char text[2000];
    mock_bed bed = mock_bed_new();
    mock_device *pedals = plug(&bed, "tfrp", "usb-2/input0");
    START("calibrate", "--out", path_of("pedals.yaml"));
    await("ABS_X (0 to 1023");
    await("> ");
    move(pedals, ABS_X, 10, 1000, 12);
    type("\n");
    await("10 to 1000, at rest 12 (at an end), noise 0: dead zone 0.005");
    await("What does ABS_X drive?");
    type("thotle\n");
    await("did you mean 'throttle'?");
    type("throttle\n");
    await("fully to where 'throttle' is most");
    await("> ");
    mock_event(pedals, EV_ABS, ABS_X, 990);
    type("\n");
    await("up there");
    await("ABS_Y (0 to 1023");
    type("b\n"); /* the direction once more: pressed the other way round */
    await("Push or press ABS_X");
    await("> ");
    type("\n");
    await("up there"); /* not moved: as before */
    await("ABS_Y (0 to 1023");
    await("> ");
    type("\n");
    await("ABS_Y has hardly moved");
    await("ABS_Z (0 to 1023");
    await("> ");
    move(pedals, ABS_Z, 0, 1023, 1023);
    type("\n");
    await("0 to 1023, at rest 1023 (at an end)");
    type("brake\n");
    await("fully to where 'brake' is most");
    await("> ");
    mock_event(pedals, EV_ABS, ABS_Z, 0);
    type("\n");
    await("down there: inverted");
    await("Write this to");
    type("\n");
    await("Written:");
    finish(0);
    read_file("pedals.yaml", text, sizeof text);
    assert_non_null(strstr(text, "id: \"044f:b679\""));
    assert_null(strstr(text, "phys"));
    const char *found = strstr(text, "{axis: ABS_X, command: throttle");
    assert_non_null(found);
    assert_null(strstr(found + strlen("{axis: ABS_X"), "ABS_X")); /* in the place of all that it drove */
    assert_non_null(strstr(text, "min: 10, max: 1000"));
    assert_non_null(strstr(text, "{axis: ABS_Z, command: brake"));
    assert_non_null(strstr(text, "min: 0, max: 1023, invert: true"));
    mock_free(pedals);
    mock_bed_free(&bed);
}

/* One of two identical sticks: its port is written; the other device of the file stays, the old file too. */
static void tells_twins_apart(void **state)
{
    (void)state;
    char text[4000], old[2000];
    mock_bed bed = mock_bed_new();
    mock_device *left = plug(&bed, "t16000m", "usb-1/input0"), *right = plug(&bed, "t16000m", "usb-2/input0");
    read_file("pedals.yaml", old, sizeof old);
    START("calibrate", "event2", "--out", path_of("pedals.yaml"));
    await("ABS_X (0 to 16383");
    await("> ");
    move(right, ABS_X, 0, 16383, 8100);
    type("\n");
    await("(in the middle)");
    type("\n"); /* as the profile has it */
    await("fully");
    await("> ");
    mock_event(right, EV_ABS, ABS_X, 16383);
    type("\n");
    for (int rest = 0; rest < 3; rest++) { /* the other axes stay */
        await("press Enter.\n> ");
        type("\n");
    }
    await("Press a button");
    await("> ");
    mock_event(right, EV_KEY, BTN_TOP, 1);
    await("BTN_TOP: what does it drive?");
    mock_event(right, EV_KEY, BTN_TOP, 0);
    type("four_wheel_drive\n");
    await("How?");
    type("cycle\n");
    await("Which values");
    type("0 3\n"); /* beyond its range */
    await("expected");
    type("0 1 2\n");
    await("Press a button");
    type("\n");
    await("Write this to");
    type("\n");
    await("Written:");
    finish(0);
    read_file("pedals.yaml", text, sizeof text);
    assert_non_null(strstr(text, "phys: \"usb-2/input0\""));
    assert_non_null(strstr(text, "centre: 8100"));
    assert_non_null(
        strstr(text, "{button: BTN_TOP, command: four_wheel_drive, mode: cycle, values: [0, 1, 2]}"));
    assert_non_null(strstr(text, "id: \"044f:b679\""));
    read_file("pedals.yaml.old", text, sizeof text);
    assert_string_equal(text, old);
    mock_free(left);
    mock_free(right);
    mock_bed_free(&bed);
}

/* Ranges only: no question but for the ways. Done twice, the device is replaced and not added. */
static void takes_ranges_only(void **state)
{
    (void)state;
    char text[4000];
    mock_bed bed = mock_bed_new();
    mock_device *wheel = plug(&bed, "g29", "usb-1/input0");
    for (int round = 0; round < 2; round++) {
        START("calibrate", "--yes", "--out", path_of("wheel.yaml"));
        for (int axis = 0; axis < 4; axis++) {
            await("press Enter.\n> ");
            if (axis == 1) move(wheel, ABS_Y, 5, 250, 250);
            type("\n");
        }
        await("Written:");
        finish(0);
    }
    read_file("wheel.yaml", text, sizeof text);
    const char *found = strstr(text, "{axis: ABS_Y, command: clutch, min: 5, max: 250, invert: true");
    assert_non_null(found);
    assert_null(strstr(found + strlen("{axis: ABS_Y"), "ABS_Y, command: clutch"));
    assert_non_null(strstr(text, "{axis: ABS_X, command: steering, invert: true"));
    assert_non_null(strstr(text, "force: {gain: 0.7, vibration: 0.3, invert: false}"));
    mock_free(wheel);
    mock_bed_free(&bed);
}

/* An unknown wheel: of the generic profile it keeps what it has, ABS_WHEEL is not there; it may push. */
static void keeps_what_the_device_has(void **state)
{
    (void)state;
    char text[4000];
    mock_bed bed = mock_bed_new();
    mock_device *wheel = plug(&bed, "unknown-wheel", "usb-1/input0");
    START("calibrate", "--out", path_of("wheel.yaml"));
    for (int axis = 0; axis < 3; axis++) {
        await("press Enter.\n> ");
        type("\n");
    }
    await("Press a button");
    await("> ");
    mock_event(wheel, EV_KEY, BTN_TRIGGER, 1);
    await("BTN_TRIGGER: what does it drive?");
    mock_event(wheel, EV_KEY, BTN_TRIGGER, 0);
    type("throttle\n");
    await("How?");
    type("step\n");
    await("How far with each press");
    type("-0.25\n");
    await("Press a button");
    type("\n");
    await("The device has force feedback.");
    type("2\n");
    await("A number from 0 to 1 is expected.");
    type("0.4\n");
    await("Write this to");
    type("b\n");
    await("Enter: 0.4;");
    type("\n");
    await("Write this to");
    type("\n");
    await("Written:");
    finish(0);
    read_file("wheel.yaml", text, sizeof text);
    assert_non_null(strstr(text, "{axis: ABS_X, command: steering"));
    assert_non_null(strstr(text, "{axis: ABS_GAS, command: throttle"));
    assert_null(strstr(text, "ABS_WHEEL"));
    assert_non_null(strstr(text, "{button: BTN_TRIGGER, command: throttle, mode: step, step: -0.25}"));
    assert_non_null(strstr(text, "force: {gain: 0.4, vibration: 0.2, invert: false}"));
    mock_free(wheel);
    mock_bed_free(&bed);
}

static void binds_a_dial(void **state)
{
    (void)state;
    char text[2000];
    mock_bed bed = mock_bed_new();
    mock_device *panel = plug(&bed, "dial-panel", "usb-1/input0");
    START("calibrate", "--out", path_of("dial.yaml"));
    await("or turn a dial");
    await("> ");
    mock_event(panel, EV_REL, REL_DIAL, 1);
    await("REL_DIAL, turned: what does it drive?");
    type("throttle\n");
    await("is one detent");
    type("-0.02\n");
    await("or turn a dial");
    type("\n");
    await("Write this to");
    type("\n");
    await("Written:");
    finish(0);
    read_file("dial.yaml", text, sizeof text);
    assert_non_null(strstr(text, "{axis: REL_DIAL, command: throttle, invert: true, detent: 0.02}"));
    mock_free(panel);
    mock_bed_free(&bed);
}

static void leaves_without_a_trace(void **state)
{
    (void)state;
    mock_bed bed = mock_bed_new();
    mock_device *pedals = plug(&bed, "tfrp", "usb-2/input0");
    START("calibrate", "--out", path_of("none.yaml"));
    await("> ");
    type("q\n");
    await("Nothing was written.");
    finish(0);
    START("calibrate", "--out", path_of("none.yaml"));
    await("> ");
    finish(1); /* its input ends */
    assert_true(said("Nothing was written."));
    START("calibrate", "--out", path_of("none.yaml"));
    await("> ");
    mock_unplug(pedals);
    await("the device was unplugged");
    finish(1);
    assert_int_equal(access(path_of("none.yaml"), F_OK), -1);
    mock_plug(pedals);
    START("calibrate", "--out", path_of("pedals.yaml/none.yaml")); /* a file is no folder: said before all */
    finish(3);
    assert_true(said("Not a directory"));
    assert_false(said("move it through its whole range"));
    mock_free(pedals);
    mock_bed_free(&bed);
}

int main(void)
{
    if (mkdtemp(folder) == NULL) return 1;
    setenv("XDG_CONFIG_HOME", folder, 1);
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_devices),
        cmocka_unit_test(monitors_changes),
        cmocka_unit_test(monitors_what_is_held_back),
        cmocka_unit_test(draws_on_a_terminal),
        cmocka_unit_test(calibrates_pedals),
        cmocka_unit_test(tells_twins_apart),
        cmocka_unit_test(takes_ranges_only),
        cmocka_unit_test(keeps_what_the_device_has),
        cmocka_unit_test(binds_a_dial),
        cmocka_unit_test(leaves_without_a_trace),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const files[] = {"pedals.yaml", "pedals.yaml.old", "wheel.yaml", "wheel.yaml.old",
                                        "dial.yaml"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) (void)unlink(path_of(files[i]));
    (void)rmdir(folder);
    return failed;
}
