/* headland devices calibrate: the device, the terminal and the file of a calibration. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "command/terminal.h"
#include "devices.h"
#include "drv/log.h"
#include "program.h"

#include "io/bindings.h"
#include "io/calibration.h"
#include "rt/loop.h"

#include <errno.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITTEN_PATH = DRV_BINDINGS_PATH + 8 /* of the file, with an ending */ };

_Static_assert((int)CONSOLE_LINE == (int)IO_WIZARD_LINE, "the console reads the wizard's answers");

typedef struct calibrating {
    io_calibration c;
    const device_setup *setup;
    const device_request *request;
    const char *out; /* file to write */
    io_monitor *monitor;
    io_wizard_desk desk;
    console console;
    bool lost; /* the input has ended, or the device is gone */
    int status;
} calibrating;

/* ---- the device and the terminal ---- */

/* All events that wait. @return false: the device is gone */
static bool drain(calibrating *s)
{
    io_monitor_event event;
    io_monitor_got got = io_monitor_next(s->monitor, &event);
    for (; got == IO_MONITOR_EVENT; got = io_monitor_next(s->monitor, &event))
        io_calibration_event(&s->c, event.type, event.code, event.value);
    if (got != IO_MONITOR_GONE) return true;
    drv_say(&program_log, "the device was unplugged");
    s->lost = true;
    return false;
}

static io_wizard_got wait_for_answer(void *context, char line[IO_WIZARD_LINE])
{
    calibrating *s = context;
    const console_got got = console_wait(&s->console, io_monitor_descriptor(s->monitor), -1, line);
    if (got == CONSOLE_END) s->lost = true;
    if (got == CONSOLE_END || !drain(s)) return IO_WIZARD_END;
    return got == CONSOLE_LINE_READ ? IO_WIZARD_ANSWER : IO_WIZARD_EVENT;
}

static bool follow(void *context, int milliseconds)
{
    calibrating *s = context;
    const int64_t million = 1000000, end = rt_now() / million + milliseconds;
    for (int64_t left = milliseconds; left > 0; left = end - rt_now() / million) {
        const console_got got = console_wait(&s->console, io_monitor_descriptor(s->monitor), (int)left, NULL);
        if (got == CONSOLE_END || !drain(s)) break;
    }
    return !s->lost;
}

/* ---- the file ---- */

static bool trouble(const char *path)
{
    return drv_say(&program_log, "%s: %s", path, strerror(errno));
}

/* The file beside the one that it shall replace, in a folder that is made if need be. */
static FILE *open_new(const calibrating *s, char path[WRITTEN_PATH])
{
    char folder[DRV_BINDINGS_PATH];
    snprintf(folder, sizeof folder, "%s", s->out);
    snprintf(path, WRITTEN_PATH, "%s.new", s->out);
    char *slash = strrchr(folder, '/');
    if (slash && slash > folder) {
        *slash = '\0';
        if (!drv_make_folder(&program_log, folder)) return NULL;
    }
    FILE *file = fopen(path, "w");
    if (!file) (void)trouble(path);
    return file;
}

/* Checked before the first question. */
static bool can_save(const calibrating *s)
{
    char path[WRITTEN_PATH];
    FILE *file = open_new(s, path);
    if (!file) return false;
    (void)fclose(file);
    (void)unlink(path);
    return true;
}

static bool write_new(const calibrating *s, char path[WRITTEN_PATH], const auth_bindings *bindings)
{
    FILE *file = open_new(s, path);
    if (!file) return false;
    io_bindings_write(bindings, file);
    const bool good = !ferror(file);
    return (fclose(file) == 0 && good) || trouble(path);
}

static const io_bindings *read_file(const calibrating *s, const char *path, int *status)
{
    drv_bindings_reader reader = {.log = &program_log,
                                  .machine = s->setup->machine.machine,
                                  .machine_path = s->setup->machine.machine_text.path,
                                  .arena = s->c.arena};
    const io_bindings *bindings = drv_bindings_read_one(&reader, path);
    *status = reader.status;
    return bindings;
}

static bool replace(const calibrating *s, const char *path)
{
    char old[WRITTEN_PATH];
    snprintf(old, sizeof old, "%s.old", s->out);
    if (s->c.existing && rename(s->out, old) != 0) return trouble(old);
    if (rename(path, s->out) != 0) {
        (void)trouble(s->out);
        if (s->c.existing) (void)rename(old, s->out);
        return false;
    }
    printf("Written: %s%s%s%s\n", s->out, s->c.existing ? " (before: " : "", s->c.existing ? old : "",
           s->c.existing ? ")" : "");
    return true;
}

/* ---- the last question ---- */

static io_wizard_step confirm(calibrating *s, const io_device_bindings *device)
{
    char line[IO_WIZARD_LINE], input[320];
    text_table table;
    if (!table_begin(&table, s->c.arena, NULL, 2, device->axis_count + device->button_count))
        return IO_WIZARD_NEXT;
    for (int i = 0; i < device->axis_count; i++) {
        io_axis_text(&device->axes[i], input, sizeof input);
        table_cell(&table, "%s", input);
        table_cell(&table, "%s", device->axes[i].author->command);
    }
    for (int i = 0; i < device->button_count; i++) {
        io_button_text(&device->buttons[i], input, sizeof input);
        table_cell(&table, "%s", input);
        table_cell(&table, "%s", device->buttons[i].author->command);
    }
    printf("\n%s:\n", device->author->name);
    table_print(&table);
    if (s->c.ranges_only) return IO_WIZARD_NEXT;
    printf("\nWrite this to %s? Enter: yes.\n", s->out);
    return io_wizard_ask(&s->c, &s->desk, line);
}

static const io_device_bindings *find_device(const io_bindings *bindings, const char *name)
{
    int at = 0;
    while (at < bindings->device_count - 1 && strcmp(bindings->devices[at].author->name, name) != 0) at++;
    return &bindings->devices[at];
}

/* The file is written beside the other and read back before it is shown. */
static io_wizard_step save(void *context)
{
    calibrating *s = context;
    char path[WRITTEN_PATH] = "";
    int refused;
    auth_bindings bindings;
    s->status = PROGRAM_ENVIRONMENT;
    const auth_device *device = io_calibration_bindings(&s->c, &bindings);
    if (!device) {
        drv_say(&program_log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return IO_WIZARD_NEXT;
    }
    const bool written = write_new(s, path, &bindings);
    const io_bindings *read = written ? read_file(s, path, &refused) : NULL;
    if (written && !read) s->status = PROGRAM_FAILED;
    const io_wizard_step answer = read ? confirm(s, find_device(read, device->name)) : IO_WIZARD_NEXT;
    if (read && answer == IO_WIZARD_NEXT && replace(s, path)) s->status = PROGRAM_DONE;
    (void)unlink(path); /* not there after it has replaced the other */
    return answer;
}

/* ---- beginning ---- */

static bool open_device(calibrating *s)
{
    int error = 0;
    io_monitor_axis axes[IO_CALIBRATED_AXES];
    static int buttons[KEY_CNT];
    s->monitor = io_monitor_open(s->c.info->node, s->c.arena, &error);
    if (!s->monitor) {
        char advice[DRV_BINDINGS_PATH];
        io_device_advice(error, advice, sizeof advice);
        return drv_say(&program_log, "%s: %s", s->c.info->node, advice);
    }
    io_calibrated_device device = {.axes = axes,
                                   .buttons = buttons,
                                   .button_count = io_monitor_button_count(s->monitor),
                                   .has_dial = io_monitor_has_dial(s->monitor)};
    for (int i = 0; i < io_monitor_axis_count(s->monitor) && i < IO_CALIBRATED_AXES; i++)
        axes[device.axis_count++] = io_monitor_axis_at(s->monitor, i);
    for (int i = 0; i < device.button_count; i++) buttons[i] = io_monitor_button_at(s->monitor, i).code;
    io_calibration_begin(&s->c, &device);
    return true;
}

/* The file that the device's bindings shall go into. */
static bool read_existing(calibrating *s, int *status)
{
    const drv_bindings *files = &s->setup->files;
    if (access(s->out, F_OK) != 0) return true;
    const bool known = files->count > 0 && strcmp(files->paths[0], s->out) == 0;
    const io_bindings *read = known ? files->bindings[0] : read_file(s, s->out, status);
    s->c.existing = read ? read->author : NULL;
    return read != NULL;
}

/* A file that names its machine, or shall, has the whole path of it. @return false: it cannot be found */
static bool name_machine(calibrating *s)
{
    if (!s->request->machine && !(s->c.existing && s->c.existing->machine)) return true;
    char *whole = realpath(s->setup->machine.machine_text.path, NULL);
    s->c.machine_path = whole ? hl_arena_string(s->c.arena, whole, strlen(whole)) : NULL;
    free(whole);
    return s->c.machine_path != NULL || trouble(s->setup->machine.machine_text.path);
}

static int run(calibrating *s)
{
    int failed = PROGRAM_USAGE;
    if (!read_existing(s, &failed)) return failed;
    if (!name_machine(s)) return PROGRAM_ENVIRONMENT;
    const io_device_info *info = s->c.info;
    const auth_device *before = s->c.bound ? s->c.bound->author : NULL;
    if (s->c.ranges_only && !before) {
        return program_end(PROGRAM_USAGE,
                           "'%s' has no bindings yet, so --yes has no commands to keep; run it without --yes",
                           info->name);
    }
    if (!can_save(s) || !open_device(s)) return PROGRAM_ENVIRONMENT;
    printf("%s (%s), %s%s\nAt every question: Enter continues, b goes back, q quits without writing.\n",
           info->name, info->node, before ? "bound as " : "not bound yet", before ? before->name : "");
    interrupt_begin();
    s->desk = (io_wizard_desk){
        .context = s, .out = stdout, .wait = wait_for_answer, .follow = follow, .save = save};
    const bool done = io_wizard_run(&s->c, &s->desk);
    io_monitor_close(s->monitor);
    if (done) return s->status;
    puts("\nNothing was written.");
    return s->lost ? PROGRAM_FAILED : PROGRAM_DONE;
}

int devices_calibrate(device_setup *setup, const device_request *request, const char *out, bool yes)
{
    static calibrating s; /* too large for the stack */
    static char own[DRV_BINDINGS_PATH];
    int chosen[IO_LISTED], status = device_setup_list(setup);
    if (status != PROGRAM_DONE) return status;
    const int count = device_setup_choose(setup, request, chosen, &status);
    if (count == 0) return status;
    if (count > 1) {
        drv_say(&program_log, "several devices found; name one of");
        for (int i = 0; i < count; i++)
            fprintf(stderr, "  %s  %s\n", setup->devices[chosen[i]].node, setup->devices[chosen[i]].name);
        return PROGRAM_USAGE;
    }
    if (!out && !drv_bindings_own_path(own, sizeof own)) {
        return program_end(PROGRAM_ENVIRONMENT, "no folder for settings; set HOME, or give --out FILE");
    }
    s = (calibrating){.setup = setup, .request = request, .out = out ? out : own};
    s.c = (io_calibration){.arena = &setup->arena,
                           .machine = setup->machine.machine,
                           .info = &setup->devices[chosen[0]],
                           .devices = setup->devices,
                           .device_count = setup->count,
                           .bound = setup->choices[chosen[0]].device,
                           .ranges_only = yes};
    return run(&s);
}
