/* Hands for the soak test in real time: mock devices that are pulled out and plugged in at random while they
 * drive.
 *
 * soak_hands FOLDER SECONDS SEED PROGRAM ARGUMENT...: under umockdev-wrapper. Starts the program with its
 * messages in FOLDER/drive.txt, moves wheel, pedals, stick and buttons at random until the program ends,
 * which it is expected to do by itself, and writes what was pulled out and plugged in again to
 * FOLDER/hands.json. For the last tenth of the SECONDS all devices stay. Exit status: the program's. */
#include "support/check.h"

#include "mock.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DEVICES = 2, BEAT = 50 }; /* [ms] between two movements */

typedef struct seat {
    mock_bed bed;
    mock_device *devices[DEVICES]; /* wheel with pedals, stick */
    double until[DEVICES];         /* when it is pulled out, or plugged in again [s] */
    int pulled[DEVICES], plugged[DEVICES];
    unsigned seed;
} seat;

static const char *const names[DEVICES] = {"wheel", "stick"};

static double draw(seat *s, double low, double high)
{
    return low + (high - low) * rand_r(&s->seed) / RAND_MAX;
}

static double now(void)
{
    return 1e-9 * (double)mock_now();
}

/* ---- the program ---- */

static pid_t start(const char *log, char *const arguments[])
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    const int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
}

/* ---- coming and going ---- */

static void come_and_go(seat *s, double time, double last)
{
    for (int i = 0; i < DEVICES; i++) {
        mock_device *device = s->devices[i];
        if (time < s->until[i] || (device->plugged && time > last)) continue;
        if (device->plugged) {
            mock_unplug(device);
            s->pulled[i]++;
            s->until[i] = time + draw(s, 0.2, 6.0);
        } else {
            mock_plug(device);
            s->plugged[i]++;
            s->until[i] = time + draw(s, 5.0, 45.0);
        }
    }
}

/* ---- driving ---- */

static void axis(mock_device *device, int code, double share)
{
    const struct input_absinfo *range = &device->description.axes[code];
    if (device->plugged)
        mock_event(device, EV_ABS, code,
                   (int)lround(range->minimum + share * (range->maximum - range->minimum)));
}

static void hold(mock_device *device, int button, bool down)
{
    if (device->plugged) mock_event(device, EV_KEY, button, down);
}

static void tap(mock_device *device, int button)
{
    hold(device, button, true);
    hold(device, button, false);
}

/* The engine dies now and then: whoever brakes hard in gear stalls it. Once in 6 s the starter turns it for
 * 2 s; one that runs does not mind. */
static void start_engine(mock_device *wheel, int beat)
{
    if (beat % 120 == 60) hold(wheel, BTN_THUMB2, true);
    if (beat % 120 == 100) hold(wheel, BTN_THUMB2, false);
}

/* Circles to the left more than to the right, forward more than back: it stays about where it is. */
static void move(seat *s, int beat)
{
    mock_device *wheel = s->devices[0], *stick = s->devices[1];
    start_engine(wheel, beat);
    if (beat % 20 == 0) tap(wheel, BTN_TOP); /* parking brake off, which every loss puts on */
    if (beat % 10 == 0) axis(wheel, ABS_X, draw(s, 0.1, 0.7));
    if (beat % 14 == 0) axis(wheel, ABS_Z, draw(s, 0.2, 0.9));
    if (beat % 60 == 0) axis(wheel, ABS_RZ, draw(s, -2.0, 1.0) > 0.0 ? 0.6 : 1.0); /* 1: let go */
    if (beat % 80 == 0) tap(wheel, draw(s, 0.0, 1.0) < 0.7 ? BTN_TRIGGER : BTN_THUMB);
    if (beat % 6 == 0) axis(stick, ABS_X, draw(s, 0.2, 0.8));
    if (beat % 8 == 0) axis(stick, ABS_Y, draw(s, 0.2, 0.8));
}

static int drive(seat *s, pid_t child, double seconds)
{
    const struct timespec pause = {.tv_nsec = BEAT * 1000000L};
    const double last = now() + 0.9 * seconds;
    int status = 0;
    for (int beat = 0; waitpid(child, &status, WNOHANG) == 0; beat++) {
        come_and_go(s, now(), last);
        move(s, beat);
        nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- all of it ---- */

static void write_counts(const seat *s, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "{\n");
    for (int i = 0; i < DEVICES; i++)
        fprintf(file, "  \"%s\": {\"pulled\": %d, \"plugged\": %d}%s\n", names[i], s->pulled[i],
                s->plugged[i], i + 1 < DEVICES ? "," : "");
    fprintf(file, "}\n");
    assert_int_equal(fclose(file), 0);
}

static char **arguments;
static int status;

static void sit_and_drive(void **unused)
{
    static seat s;
    char log[512], counts[512];
    (void)unused;
    snprintf(log, sizeof log, "%s/drive.txt", arguments[0]);
    snprintf(counts, sizeof counts, "%s/hands.json", arguments[0]);
    s.seed = (unsigned)strtoul(arguments[2], NULL, 10);
    s.bed = mock_bed_new();
    const mock_description read[DEVICES] = {mock_read("g29"), mock_read("t16000m")};
    for (int i = 0; i < DEVICES; i++) {
        s.devices[i] = mock_new(&s.bed, &read[i], i ? "usb-2/input0" : "usb-1/input0");
        mock_plug(s.devices[i]);
        s.until[i] = now() + draw(&s, 15.0, 30.0); /* the program needs some seconds to begin */
    }
    status = drive(&s, start(log, arguments + 3), strtod(arguments[1], NULL));
    write_counts(&s, counts);
    mock_bed_free(&s.bed);
}

int main(int count, char **given)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sit_and_drive)};
    if (count < 5) {
        fprintf(stderr, "usage: umockdev-wrapper soak_hands FOLDER SECONDS SEED PROGRAM ARGUMENT...\n");
        return 2;
    }
    arguments = given + 1;
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : status;
}
