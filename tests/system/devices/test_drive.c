/* A whole rig of mock parts: `headland run` is driven through a mock wheel with pedals and a mock joystick,
 * through the real path of events, over the published work cycle. What is heard goes into a WAV file, the
 * seat moves a virtual platform, whose packets also tell the time of the world: the trainee's hands keep to
 * it however slow the computer is. The hands are those of the same cycle driven by its script.
 *
 * `system_drive DIR OPTION...` is the same for who measures it (tests/bench/budget.sh): files stay in DIR,
 * the options stand in place of --headless, and nothing is said about the drive but whether it came to its
 * end. */
#include "support/check.h"

#include "io/motion.h"
#include "mock.h"
#include "rt/telemetry.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 600 };

static const char scenario[] = HEADLAND_ASSETS "/scenarios/sand-transfer.yaml";
static char fresh[] = "/tmp/headland-drive-XXXXXX";
static const char *folder = fresh;
static char *headless[] = {(char *)"--headless", NULL};
static char **options = headless;
static hl_report report;

static const char *in_folder(const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/%s", folder, name);
    return path;
}

/* ---- the program ---- */

/* Start it with its messages in a file. */
static pid_t start(char *const arguments[], const char *log)
{
    char path[PATH];
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    const int file = open(in_folder(log, path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execv(HEADLAND, arguments);
    _exit(127);
}

static void print_log(const char *log)
{
    char path[PATH], line[400];
    FILE *file = fopen(in_folder(log, path), "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) print_message("  %s", line);
    if (file != NULL) fclose(file);
}

static void expect_success(pid_t child, const char *log)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0) print_log(log);
    assert_int_equal(status, 0);
}

static void read_rows(const char *name, hl_arena *arena, rt_rows *rows)
{
    char path[PATH];
    assert_int_equal(rt_rows_read(in_folder(name, path), arena, rows, &report), HL_OK);
}

static double value_at(const rt_rows *rows, const char *name, double time)
{
    const int column = rt_rows_find(rows, name);
    assert_true(column >= 0);
    return rows->values[rt_rows_at(rows, time) * rows->columns + column];
}

/* ---- the rig ---- */

/* Straight lines from counts to controls, so that what the hands do can be told from what the script did. */
static const char bindings[] = "headland: bindings\n"
                               "version: 1\n"
                               "name: test\n"
                               "devices:\n"
                               "  - name: wheel\n"
                               "    match: {id: \"046d:c24f\"}\n"
                               "    axes:\n"
                               "      - {axis: ABS_X, command: steering, invert: true}\n"
                               "      - {axis: ABS_Z, command: throttle, invert: true}\n"
                               "      - {axis: ABS_RZ, command: brake, invert: true}\n"
                               "    buttons:\n"
                               "      - {button: BTN_TRIGGER, command: direction, mode: press, value: 1}\n"
                               "      - {button: BTN_THUMB, command: direction, mode: press, value: -1}\n"
                               "      - {button: BTN_THUMB2, command: direction, mode: press, value: 0}\n"
                               "      - {button: BTN_TOP, command: parking_brake, mode: press, value: 0}\n"
                               "  - name: stick\n"
                               "    match: {id: \"044f:b10a\"}\n"
                               "    axes:\n"
                               "      - {axis: ABS_X, command: right_lever.x}\n"
                               "      - {axis: ABS_Y, command: right_lever.y, invert: true}\n";

static void write_file(const char *name, const char *text)
{
    char path[PATH];
    FILE *file = fopen(in_folder(name, path), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The small hexapod, listening here. */
static const auth_rig *read_rig(int port, hl_arena *arena)
{
    char path[PATH], text[1000];
    auth_rig *rig;
    snprintf(text, sizeof text,
             "headland: rig\nversion: 1\nname: test\n"
             "surge: {position: 0.25 m, speed: 0.5 m/s, acceleration: 6 m/s2}\n"
             "sway: {position: 0.25 m, speed: 0.5 m/s, acceleration: 6 m/s2}\n"
             "heave: {position: 0.18 m, speed: 0.5 m/s, acceleration: 6 m/s2}\n"
             "roll: {position: 20 deg, speed: 30 deg/s, acceleration: 500 deg/s2}\n"
             "pitch: {position: 20 deg, speed: 30 deg/s, acceleration: 500 deg/s2}\n"
             "yaw: {position: 22 deg, speed: 30 deg/s, acceleration: 500 deg/s2}\n"
             "output: {port: %d, rate: 250}\n",
             port);
    write_file("rig.yaml", text);
    const hl_status status = auth_rig_read(in_folder("rig.yaml", path), arena, &rig, &report);
    for (int i = 0; i < report.count; i++) print_message("rig.yaml: %s\n", report.list[i].text);
    assert_int_equal(status, HL_OK);
    return rig;
}

/* ---- the hands ---- */

typedef struct hand {
    const char *control;
    int code;
    double low, high; /* counts at -1 and 1, or at 0 and 1 */
    bool pedal;
    int said;
} hand;

typedef struct trainee {
    mock_device *wheel, *stick;
    hand hands[5];
    double direction;
} trainee;

static trainee sit_down(mock_device *wheel, mock_device *stick)
{
    return (trainee){.wheel = wheel,
                     .stick = stick,
                     .hands = {{"control.steering", ABS_X, 65535.0, 0.0, false, -1},
                               {"control.throttle", ABS_Z, 255.0, 0.0, true, -1},
                               {"control.brake", ABS_RZ, 255.0, 0.0, true, -1},
                               {"control.lift", ABS_Y, 0.0, 16383.0, false, -1},
                               {"control.tilt", ABS_X, 16383.0, 0.0, false, -1}}};
}

static void tap(mock_device *device, int button)
{
    mock_event(device, EV_KEY, button, 1);
    mock_event(device, EV_KEY, button, 0);
}

/* To where the script had the controls at that time. */
static void move_hands(trainee *t, const rt_rows *script, double time)
{
    for (int i = 0; i < 5; i++) {
        hand *h = &t->hands[i];
        const double value = value_at(script, h->control, time),
                     share = h->pedal ? value : 0.5 * (value + 1.0);
        const int counts = (int)lround(h->low + share * (h->high - h->low));
        if (counts == h->said) continue;
        h->said = counts;
        mock_event(i < 3 ? t->wheel : t->stick, EV_ABS, h->code, counts);
    }
    const double direction = value_at(script, "control.direction", time);
    if (direction == t->direction) return;
    t->direction = direction;
    tap(t->wheel, direction > 0.0 ? BTN_TRIGGER : direction < 0.0 ? BTN_THUMB : BTN_THUMB2);
}

/* ---- the ear ---- */

typedef struct sound {
    long frames;
    int rate;
    float *left;
} sound;

static sound read_sound(const char *name)
{
    char path[PATH];
    SF_INFO info = {0};
    SNDFILE *file = sf_open(in_folder(name, path), SFM_READ, &info);
    assert_non_null(file);
    float *both = calloc((size_t)(info.frames * info.channels), sizeof *both);
    assert_non_null(both);
    assert_int_equal(sf_readf_float(file, both, info.frames), info.frames);
    sf_close(file);
    for (long i = 0; i < info.frames; i++) both[i] = both[i * info.channels];
    return (sound){info.frames, info.samplerate, both};
}

/* Power of one frequency in a second about a time, under a Hann window. */
static double power_at(const sound *s, double time, double frequency)
{
    static const double around = 6.28318530717958647692;
    const long first = (long)((time - 0.5) * s->rate), count = s->rate;
    double re = 0.0, im = 0.0;
    for (long i = 0; i < count; i++) {
        const double window = 0.5 - 0.5 * cos(around * (double)i / (double)count);
        const double phase = around * frequency * (double)i / s->rate;
        re += window * (double)s->left[first + i] * cos(phase);
        im += window * (double)s->left[first + i] * sin(phase);
    }
    return re * re + im * im;
}

/* The strongest frequency within 8 % of one [Hz], to a tenth of a percent. */
static double strongest_near(const sound *s, double time, double frequency)
{
    double best = 0.0, found = 0.0;
    for (int i = -80; i <= 80; i++) {
        const double f = frequency * (1.0 + 0.001 * i), power = power_at(s, time, f);
        if (power > best) {
            best = power;
            found = f;
        }
    }
    return found;
}

/* Where the engine keeps its speed within 0.3 % for a second the firing frequency stands out: two explosions
 * a turn of the tractor's four cylinders. 1 % is what a trained ear hears. */
static void check_pitch(const sound *s, const rt_rows *rows)
{
    int checked = 0;
    for (double time = 3.0; time < 43.0; time += 1.0) {
        double least = 1e9, most = 0.0;
        for (double t = time - 0.5; t < time + 0.5; t += 0.01) {
            const double rpm = value_at(rows, "engine.speed", t);
            least = fmin(least, rpm);
            most = fmax(most, rpm);
        }
        if (most > 1.003 * least) continue;
        const double firing = 2.0 * 0.5 * (least + most) / 60.0;
        const double heard = strongest_near(s, time, firing);
        if (!(fabs(heard - firing) < 0.01 * firing))
            fail_msg("%g s: %g Hz are heard; %g are expected", time, heard, firing);
        checked++;
    }
    print_message("the engine's pitch is right in %d seconds\n", checked);
    assert_true(checked >= 5);
}

/* ---- the drive ---- */

static void drive_the_script(hl_arena *arena, rt_rows *script)
{
    char out[PATH];
    char *const arguments[] = {
        (char *)HEADLAND, "run", "--headless", "--speed", "max", "--out", (char *)in_folder("script", out),
        (char *)scenario, NULL};
    expect_success(start(arguments, "script.log"), "script.log");
    read_rows("script/telemetry.csv", arena, script);
}

static pid_t start_the_drive(void)
{
    enum { MOST = 40 };
    static char out[PATH], own[PATH], rig[PATH], wav[PATH];
    char *arguments[MOST] = {(char *)HEADLAND, "run",
                             "--operator",     "devices",
                             "--bindings",     (char *)in_folder("bindings.yaml", own),
                             "--motion",       (char *)in_folder("rig.yaml", rig),
                             "--sound",        (char *)in_folder("drive.wav", wav),
                             "--out",          (char *)in_folder("drive", out)};
    int count = 12;
    for (char **option = options; *option != NULL; option++) {
        assert_true(count < MOST - 2);
        arguments[count++] = *option;
    }
    arguments[count] = (char *)scenario;
    write_file("bindings.yaml", bindings);
    return start(arguments, "drive.log");
}

/* Until the platform hears nothing more. The world's time in its packets leads the hands. */
static io_platform_counts drive_by_hand(trainee *t, const rt_rows *script, io_platform *platform)
{
    static const double patience = 20.0; /* [s] until the world has been built and runs */
    io_platform_row row;
    bool began = false;
    double wait = patience;
    while (io_platform_wait(platform, wait, &row) && !row.alone) {
        wait = 1.0;
        if (row.world == 0.0) continue;
        if (!began) tap(t->wheel, BTN_TOP);
        began = true;
        move_hands(t, script, row.world);
    }
    print_message("the platform's last packet: %g s\n", row.world);
    return io_platform_count(platform);
}

/* The script's drive, then the same by hand. */
static io_platform_counts drive_twice(hl_arena *arena, rt_rows *script)
{
    char error[300];
    drive_the_script(arena, script);
    io_platform *platform = io_platform_open(read_rig(1, arena), 0, arena, error, sizeof error);
    if (platform == NULL) fail_msg("%s", error);
    (void)read_rig(io_platform_port(platform), arena);

    mock_bed bed = mock_bed_new();
    const mock_description g29 = mock_read("g29"), t16000m = mock_read("t16000m");
    mock_device *wheel = mock_new(&bed, &g29, "usb-1/input0"),
                *stick = mock_new(&bed, &t16000m, "usb-2/input0");
    mock_plug(wheel);
    mock_plug(stick);
    trainee t = sit_down(wheel, stick);
    const pid_t child = start_the_drive();
    const io_platform_counts counts = drive_by_hand(&t, script, platform);
    expect_success(child, "drive.log");
    io_platform_close(platform);
    mock_free(wheel);
    mock_free(stick);
    mock_bed_free(&bed);
    return counts;
}

static void cycle_through_devices(void **unused)
{
    static hl_arena arena;
    static rt_rows script, driven;
    (void)unused;
    const io_platform_counts counts = drive_twice(&arena, &script);

    /* a packet every 4 ms over 44 s, nearly all of which arrive; none beyond a limit */
    print_message("packets %ld, lost %ld\n", (long)counts.packets, (long)counts.lost);
    assert_true(counts.packets > 8000);
    assert_int_equal(counts.position, 0);
    assert_int_equal(counts.speed, 0);
    assert_int_equal(counts.acceleration, 0);

    read_rows("drive/telemetry.csv", &arena, &driven);
    const double carried = value_at(&script, "bucket.mass", 20.0),
                 mass = value_at(&driven, "bucket.mass", 20.0);
    const double left = value_at(&driven, "bucket.mass", 43.9);
    print_message("carried: %.1f kg by hand, %.1f kg by the script; %.1f kg left\n", mass, carried, left);
    /* Nobody looks: hands that are 0.1 s late because this computer does other things drive 0.14 m farther or
     * less far into a pile that a full bucket goes 0.6 m into, and lift late. */
    assert_true(mass > 0.5 * carried && mass < 1.25 * carried);
    assert_true(left < 0.1 * mass);

    const sound heard = read_sound("drive.wav");
    print_message("%g s of sound\n", (double)heard.frames / heard.rate);
    assert_true(heard.frames > 43L * heard.rate);
    check_pitch(&heard, &driven);
    free(heard.left);
    hl_arena_free(&arena);
}

static void comes_to_its_end(void **unused)
{
    static hl_arena arena;
    static rt_rows script;
    (void)unused;
    (void)drive_twice(&arena, &script);
    hl_arena_free(&arena);
}

static int measured(char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_to_its_end)};
    folder = arguments[0];
    options = arguments + 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int count, char **arguments)
{
    char command[PATH];
    const struct CMUnitTest tests[] = {cmocka_unit_test(cycle_through_devices)};
    if (count > 1) return measured(arguments + 1);
    if (mkdtemp(fresh) == NULL) return 2;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (failed && getenv("KEEP")) return 1;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
