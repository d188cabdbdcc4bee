/* headland devices calibrate: the course of the dialogue. */
#include "devices_calibrate.h"

#include "calibrate.h"
#include "command/interrupt.h"
#include "program.h"
#include "rt/clock.h"

#include <linux/input.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the device while people think ---- */

static void note(calibration *c, const io_monitor_event *event)
{
    if (event->type == EV_ABS) calibrate_see(&c->spans[event->code], event->value);
    if (event->type == EV_REL) {
        c->pressed = (calibrate_press){.seen = true, .dial = true};
        io_monitor_name(event->type, event->code, c->pressed.name);
        return;
    }
    const bool hat = event->type == EV_ABS && event->code >= ABS_HAT0X && event->code <= ABS_HAT3Y;
    if ((event->type != EV_KEY && !hat) || event->value == 0) return;
    c->pressed = (calibrate_press){
        .seen = true, .hat = hat, .beyond = event->value > 0 ? 0.5 : -0.5}; /* half of the way of a hat */
    io_monitor_name(event->type, event->code, c->pressed.name);
}

/* All events that wait. @return false: the device has gone */
static bool drain(calibration *c)
{
    io_monitor_event event;
    io_monitor_got got = io_monitor_next(c->monitor, &event);
    for (; got == IO_MONITOR_EVENT; got = io_monitor_next(c->monitor, &event)) note(c, &event);
    if (got != IO_MONITOR_GONE) return true;
    fprintf(stderr, "headland %s: the device was unplugged\n", c->request->command);
    c->lost = true;
    return false;
}

calibrate_answer calibrate_ask(calibration *c, bool presses, char line[CONSOLE_LINE])
{
    fputs("> ", stdout);
    (void)fflush(stdout);
    c->pressed.seen = false;
    for (;;) {
        const console_got got = console_wait(&c->console, io_monitor_descriptor(c->monitor), -1, line);
        if (got == CONSOLE_END) c->lost = true;
        if (got == CONSOLE_END || !drain(c)) return CALIBRATE_QUIT;
        if (presses && c->pressed.seen) return CALIBRATE_PRESSED;
        if (got != CONSOLE_LINE_READ) continue;
        if (strcmp(line, "b") == 0) return CALIBRATE_BACK;
        return strcmp(line, "q") == 0 ? CALIBRATE_QUIT : CALIBRATE_NEXT;
    }
}

static int64_t now_ms(void)
{
    return rt_now() / 1000000;
}

void calibrate_follow(calibration *c, int milliseconds)
{
    const int64_t end = now_ms() + milliseconds;
    for (int64_t left = milliseconds; left > 0; left = end - now_ms()) {
        const console_got got = console_wait(&c->console, io_monitor_descriptor(c->monitor), (int)left, NULL);
        if (got == CONSOLE_END || !drain(c)) return;
    }
}

void calibrate_begin_span(calibration *c, int axis)
{
    const io_monitor_axis now = io_monitor_axis_at(c->monitor, axis);
    c->spans[now.code] = (calibrate_span){now.value, now.value};
}

/* ---- steps: three an axis, then the buttons, then the force, then the end ---- */

enum { ASK_RANGE, ASK_COMMAND, ASK_DIRECTION, AXIS_STEPS };

/* Behind the steps of the axes. */
enum { ASK_BUTTONS, ASK_FORCE, ASK_SAVE, LAST_STEPS };

static bool has_switches(const calibration *c)
{
    bool hats = false;
    for (int i = 0; i < c->axis_count; i++) hats = hats || calibrate_is_hat(&c->axes[i].device);
    return hats || io_monitor_button_count(c->monitor) > 0 || io_monitor_has_dial(c->monitor);
}

static bool is_asked(const calibration *c, int step)
{
    const int axis = step / AXIS_STEPS, question = step % AXIS_STEPS,
              last = step - c->axis_count * AXIS_STEPS;
    if (last == ASK_BUTTONS) return !c->yes && has_switches(c);
    if (last == ASK_FORCE) return !c->yes && c->info->force;
    if (last >= ASK_SAVE) return true;
    const calibrate_axis *a = &c->axes[axis];
    if (calibrate_is_hat(&a->device)) return false;
    if (question == ASK_RANGE) return !c->yes || a->before != NULL;
    if (c->yes || !a->range.moved) return false;
    return question == ASK_COMMAND || a->command != NULL;
}

static calibrate_answer take_step(calibration *c, int step, int *status)
{
    const int axis = step / AXIS_STEPS, last = step - c->axis_count * AXIS_STEPS;
    if (last >= ASK_SAVE) return calibrate_save(c, status);
    if (last >= ASK_BUTTONS) return last == ASK_FORCE ? calibrate_ask_force(c) : calibrate_ask_buttons(c);
    switch (step % AXIS_STEPS) {
    case ASK_RANGE:
        return calibrate_ask_range(c, axis);
    case ASK_COMMAND:
        return calibrate_ask_command(c, axis);
    default:
        return calibrate_ask_direction(c, axis);
    }
}

static int step_before(const calibration *c, int step)
{
    for (int before = step - 1; before >= 0; before--)
        if (is_asked(c, before)) return before;
    return step;
}

static int take_steps(calibration *c)
{
    const int steps = c->axis_count * AXIS_STEPS + LAST_STEPS;
    int status = PROGRAM_DONE;
    for (int step = 0; step < steps;) {
        if (!is_asked(c, step)) {
            step++;
            continue;
        }
        const calibrate_answer answer = take_step(c, step, &status);
        if (answer == CALIBRATE_QUIT) {
            puts("\nNothing was written.");
            return c->lost ? PROGRAM_FAILED : PROGRAM_DONE;
        }
        step = answer == CALIBRATE_BACK ? step_before(c, step) : step + 1;
    }
    return status;
}

/* ---- beginning ---- */

static const auth_axis *bound_axis(const auth_device *device, const char *name)
{
    for (int i = 0; device && i < device->axis_count; i++)
        if (!device->axes[i].with && strcmp(device->axes[i].axis, name) == 0) return &device->axes[i];
    return NULL;
}

static bool has_axis(const calibration *c, int code)
{
    for (int i = 0; i < io_monitor_axis_count(c->monitor); i++)
        if (io_monitor_axis_at(c->monitor, i).code == code) return true;
    return false;
}

static bool has_button(const calibration *c, int code)
{
    for (int i = 0; i < io_monitor_button_count(c->monitor); i++)
        if (io_monitor_button_at(c->monitor, i).code == code) return true;
    return false;
}

bool calibrate_has_axis(const calibration *c, int axis)
{
    return c->before->axes[axis].relative || has_axis(c, c->bound->axes[axis].code);
}

/* Of the buttons that are bound now those that the device has. */
static void take_buttons(calibration *c)
{
    for (int i = 0; c->before && i < c->before->button_count; i++) {
        const io_button *button = &c->bound->buttons[i];
        if (button->axis >= 0 ? has_axis(c, button->axis) : has_button(c, button->code))
            c->buttons[c->button_count++] = c->before->buttons[i];
    }
}

static bool begin(calibration *c)
{
    int error = 0;
    c->spans = HL_NEW(c->arena, calibrate_span, ABS_CNT);
    c->monitor = c->spans ? io_monitor_open(c->info->node, c->arena, &error) : NULL;
    if (!c->monitor) {
        char advice[DEVICE_PATH];
        io_device_advice(error, advice, sizeof advice);
        fprintf(stderr, "headland %s: %s: %s\n", c->request->command, c->info->node, advice);
        return false;
    }
    for (int i = 0; i < io_monitor_axis_count(c->monitor); i++) {
        calibrate_axis *axis = &c->axes[c->axis_count++];
        axis->device = io_monitor_axis_at(c->monitor, i);
        axis->before = bound_axis(c->before, axis->device.name);
        axis->command = axis->before ? axis->before->command : NULL;
        axis->invert = axis->before && axis->before->invert;
    }
    take_buttons(c);
    calibrate_begin_force(c);
    return true;
}

/* The file that the device's bindings shall go into. */
static bool read_existing(calibration *c, int *status)
{
    const device_files *files = &c->setup->files;
    if (access(c->out, F_OK) != 0) return true;
    if (files->count > 0 && strcmp(files->paths[0], c->out) == 0) {
        c->existing = files->bindings[0]->author;
        return true;
    }
    device_reader reader = {.command = c->request->command,
                            .machine = c->setup->machine.machine,
                            .machine_path = c->setup->machine.machine_text.path,
                            .arena = c->arena};
    const io_bindings *read = device_files_read_one(&reader, c->out);
    *status = reader.status;
    c->existing = read ? read->author : NULL;
    return read != NULL;
}

static int run(calibration *c)
{
    int failed = PROGRAM_USAGE;
    if (!read_existing(c, &failed)) return failed;
    c->own = c->request->machine || (c->existing && c->existing->machine);
    const io_device_bindings *bound = c->setup->choices[c->info - c->setup->devices].device;
    c->bound = bound;
    c->before = bound ? bound->author : NULL;
    if (c->yes && !c->before) {
        fprintf(
            stderr,
            "headland %s: '%s' has no bindings yet, so --yes has no commands to keep; run it without --yes\n",
            c->request->command, c->info->name);
        return PROGRAM_USAGE;
    }
    if (!calibrate_can_save(c) || !begin(c)) return PROGRAM_ENVIRONMENT;
    printf("%s (%s), %s%s\nAt every question: Enter continues, b goes back, q quits without writing.\n",
           c->info->name, c->info->node, c->before ? "bound as " : "not bound yet",
           c->before ? c->before->name : "");
    interrupt_begin();
    const int status = take_steps(c);
    io_monitor_close(c->monitor);
    return status;
}

int devices_calibrate(device_setup *setup, const device_request *request, const char *out, bool yes)
{
    static calibration c; /* too large for the stack */
    static char own[DEVICE_PATH];
    int chosen[IO_LISTED], status = device_setup_list(setup, request);
    if (status != PROGRAM_DONE) return status;
    const int count = device_setup_choose(setup, request, chosen, &status);
    if (count == 0) return status;
    if (count > 1) {
        fprintf(stderr, "headland %s: several devices found; name one of\n", request->command);
        for (int i = 0; i < count; i++)
            fprintf(stderr, "  %s  %s\n", setup->devices[chosen[i]].node, setup->devices[chosen[i]].name);
        return PROGRAM_USAGE;
    }
    if (!out && !device_files_own_path(own, sizeof own)) {
        fprintf(stderr, "headland %s: no folder for settings; set HOME, or give --out FILE\n",
                request->command);
        return PROGRAM_ENVIRONMENT;
    }
    c = (calibration){.setup = setup,
                      .request = request,
                      .out = out ? out : own,
                      .yes = yes,
                      .info = &setup->devices[chosen[0]],
                      .arena = &setup->arena};
    return run(&c);
}
