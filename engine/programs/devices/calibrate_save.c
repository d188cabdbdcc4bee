/* The end of the dialogue: the device goes into the file's bindings, and the file is written. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "bindings_write.h"
#include "calibrate.h"
#include "command/device_table.h"
#include "command/folder.h"
#include "devices_list.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the device ---- */

static const calibrate_axis *find_axis(const calibration *c, const char *name)
{
    for (int i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].device.name, name) == 0) return &c->axes[i];
    return NULL;
}

/* An axis that is bound already, with what was found. One axis may be bound to several commands: they stay
 * together, or another command takes the place of all. What bends its way belongs to its command.
 * @return false: this one drives nothing any more */
static bool renew_axis(const calibrate_axis *found, bool first, auth_axis *axis)
{
    if (!found || !found->before || !found->range.moved) return true;
    const bool turned = found->invert != found->before->invert;
    const bool same = found->command && strcmp(found->command, found->before->command) == 0;
    axis->invert = axis->invert != turned;
    if (!axis->with && !same) {
        if (!first || !found->command) return false;
        *axis = (auth_axis){.axis = axis->axis,
                            .command = found->command,
                            .invert = found->invert,
                            .saturation = 1.0,
                            .join = AUTH_JOIN_LARGEST};
    }
    calibrate_apply(&found->range, axis);
    return true;
}

static void gather_axes(const calibration *c, auth_device *device)
{
    for (int i = 0; c->before && i < c->before->axis_count; i++) {
        auth_axis axis = c->before->axes[i];
        if (!calibrate_has_axis(c, i)) continue;
        const calibrate_axis *found = find_axis(c, axis.axis);
        const bool first = found && found->before == &c->before->axes[i];
        if (renew_axis(found, first, &axis)) device->axes[device->axis_count++] = axis;
    }
    for (int i = 0; i < c->axis_count; i++) {
        const calibrate_axis *found = &c->axes[i];
        if (found->before || !found->range.moved || !found->command) continue;
        auth_axis *axis = &device->axes[device->axis_count++];
        *axis = (auth_axis){.axis = found->device.name,
                            .command = found->command,
                            .invert = found->invert,
                            .saturation = 1.0,
                            .join = AUTH_JOIN_LARGEST};
        calibrate_apply(&found->range, axis);
    }
}

static bool has_twin(const calibration *c)
{
    for (int i = 0; i < c->setup->count; i++) {
        const io_device_info *other = &c->setup->devices[i];
        if (other != c->info && other->vendor == c->info->vendor && other->product == c->info->product &&
            strcmp(other->name, c->info->name) == 0)
            return true;
    }
    return false;
}

/* A pattern that fits a text and no other (fnmatch). NULL: no memory. */
static const char *exact_pattern(hl_arena *arena, const char *text)
{
    char pattern[2 * IO_NAME];
    size_t length = 0;
    for (; *text && length < sizeof pattern - 2; text++) {
        if (strchr("*?[]\\", *text)) pattern[length++] = '\\';
        pattern[length++] = *text;
    }
    return hl_arena_string(arena, pattern, length);
}

static bool make_match(const calibration *c, auth_match *match)
{
    const io_device_info *info = c->info;
    const bool known = info->vendor != 0 || info->product != 0, twin = has_twin(c);
    *match = (auth_match){.vendor = known ? info->vendor : -1,
                          .product = known ? info->product : -1,
                          .version = -1,
                          .name = known ? NULL : exact_pattern(c->arena, info->name),
                          .phys = twin ? exact_pattern(c->arena, info->phys) : NULL};
    return (known || match->name) && (!twin || match->phys);
}

/* ---- the file ---- */

/* An entry that speaks of this device and of no other that is plugged in. */
static bool is_replaced(const calibration *c, const auth_device *device)
{
    const auth_match *match = &device->match;
    if (io_device_rank(c->info, match) == 0) return false;
    if (has_twin(c)) return match->phys || match->instance > 0;
    return match->vendor >= 0 || match->name || match->phys;
}

static int place_in_file(const calibration *c)
{
    for (int i = 0; c->existing && i < c->existing->device_count; i++)
        if (is_replaced(c, &c->existing->devices[i])) return i;
    return -1;
}

static bool name_is_free(const auth_bindings *bindings, const auth_device *own, const char *name)
{
    for (int i = 0; i < bindings->device_count; i++)
        if (&bindings->devices[i] != own && strcmp(bindings->devices[i].name, name) == 0) return false;
    return true;
}

/* Names in a file differ: a second one gets a number. */
static bool make_name_differ(const calibration *c, const auth_bindings *bindings, auth_device *device)
{
    char name[IO_NAME];
    snprintf(name, sizeof name, "%s", device->name);
    for (int number = 2; !name_is_free(bindings, device, name); number++)
        snprintf(name, sizeof name, "%.100s %d", device->name, number);
    device->name = hl_arena_string(c->arena, name, strlen(name));
    return device->name != NULL;
}

/* Two axes on one command need the same rule: that of the other, else the one farther from rest counts. */
static void join_axes(auth_axis *axis, const auth_bindings *bindings)
{
    for (int i = 0; i < bindings->device_count; i++) {
        for (int k = 0; k < bindings->devices[i].axis_count; k++) {
            auth_axis *other = &bindings->devices[i].axes[k];
            if (other == axis || other->relative || strcmp(other->command, axis->command) != 0) continue;
            if (other->join == AUTH_JOIN_NONE) other->join = AUTH_JOIN_LARGEST;
            axis->join = other->join;
        }
    }
}

/* The axes of other devices are copied: their rule may change. */
static bool copy_axes(const calibration *c, auth_bindings *bindings)
{
    for (int i = 0; i < bindings->device_count; i++) {
        auth_device *device = &bindings->devices[i];
        auth_axis *axes = HL_NEW(c->arena, auth_axis, device->axis_count);
        if (!axes) return false;
        if (device->axis_count > 0) memcpy(axes, device->axes, sizeof *axes * (size_t)device->axis_count);
        device->axes = axes;
    }
    return true;
}

static bool make_device(calibration *c, auth_device *device)
{
    const int most = (c->before ? c->before->axis_count : 0) + c->axis_count + c->dial_count;
    *device = (auth_device){.name = c->before ? c->before->name : c->info->type,
                            .axes = HL_NEW(c->arena, auth_axis, most),
                            .buttons = c->buttons,
                            .button_count = c->button_count};
    if (!device->axes || !make_match(c, &device->match)) return false;
    gather_axes(c, device);
    calibrate_gather_dials(c, device);
    device->force = c->force;
    return true;
}

/* Where the machine of the file is; NULL with `good`: it names none. */
static const char *machine_path(const calibration *c, bool *good)
{
    *good = true;
    if (!c->own) return NULL;
    char *whole = realpath(c->setup->machine.machine_text.path, NULL);
    const char *path = whole ? hl_arena_string(c->arena, whole, strlen(whole)) : NULL;
    free(whole);
    *good = path != NULL;
    return path;
}

/* @return the device in them; NULL: no memory */
static const auth_device *make_bindings(calibration *c, auth_bindings *bindings)
{
    bool good;
    const int count = c->existing ? c->existing->device_count : 0;
    *bindings = (auth_bindings){.name = "devices of this computer", .machine = machine_path(c, &good)};
    if (c->existing) {
        bindings->name = c->existing->name;
        bindings->description = c->existing->description;
    }
    bindings->devices = HL_NEW(c->arena, auth_device, count + 1);
    if (!good || !bindings->devices) return NULL;
    for (int i = 0; i < count; i++) bindings->devices[i] = c->existing->devices[i];
    const int place = place_in_file(c);
    auth_device *device = &bindings->devices[place < 0 ? count : place];
    const auth_device old = *device;
    bindings->device_count = place < 0 ? count + 1 : count;
    if (!make_device(c, device)) return NULL;
    if (place >= 0) {
        device->name = old.name;
        device->match = old.match;
    }
    if (!make_name_differ(c, bindings, device) || !copy_axes(c, bindings)) return NULL;
    for (int i = 0; i < device->axis_count; i++)
        if (!device->axes[i].relative) join_axes(&device->axes[i], bindings);
    return device;
}

/* ---- writing ---- */

static bool trouble(const calibration *c, const char *path)
{
    fprintf(stderr, "headland %s: %s: %s\n", c->request->command, path, strerror(errno));
    return false;
}

/* The file beside the one that it shall replace, in a folder that is made if need be. */
static FILE *open_new(const calibration *c, char path[CALIBRATE_PATH])
{
    char folder[DEVICE_PATH];
    snprintf(folder, sizeof folder, "%s", c->out);
    snprintf(path, CALIBRATE_PATH, "%s.new", c->out);
    char *slash = strrchr(folder, '/');
    if (slash && slash > folder) {
        *slash = '\0';
        if (!make_folder(c->request->command, folder)) return NULL;
    }
    FILE *file = fopen(path, "w");
    if (!file) (void)trouble(c, path);
    return file;
}

bool calibrate_can_save(const calibration *c)
{
    char path[CALIBRATE_PATH];
    FILE *file = open_new(c, path);
    if (!file) return false;
    (void)fclose(file);
    (void)unlink(path);
    return true;
}

static bool write_new(const calibration *c, char path[CALIBRATE_PATH], const auth_bindings *bindings)
{
    FILE *file = open_new(c, path);
    if (!file) return false;
    bindings_write(bindings, file);
    const bool good = !ferror(file);
    return (fclose(file) == 0 && good) || trouble(c, path);
}

/* What was written must be what is read. */
static const io_bindings *read_back(const calibration *c, const char *path)
{
    device_reader reader = {.command = c->request->command,
                            .machine = c->setup->machine.machine,
                            .machine_path = c->setup->machine.machine_text.path,
                            .arena = c->arena};
    return device_files_read_one(&reader, path);
}

static bool replace(const calibration *c, const char *path)
{
    char old[CALIBRATE_PATH];
    snprintf(old, sizeof old, "%s.old", c->out);
    if (c->existing && rename(c->out, old) != 0) return trouble(c, old);
    if (rename(path, c->out) != 0) {
        (void)trouble(c, c->out);
        if (c->existing) (void)rename(old, c->out);
        return false;
    }
    printf("Written: %s%s%s%s\n", c->out, c->existing ? " (before: " : "", c->existing ? old : "",
           c->existing ? ")" : "");
    return true;
}

/* ---- the question ---- */

static calibrate_answer confirm(calibration *c, const io_device_bindings *device)
{
    static device_row rows[CALIBRATE_AXES + CALIBRATE_BUTTONS];
    char line[CONSOLE_LINE];
    int count = 0;
    for (int i = 0; i < device->axis_count && count < CALIBRATE_AXES; i++, count++) {
        devices_axis_text(&device->axes[i], rows[count].cells[0], DEVICE_CELL);
        snprintf(rows[count].cells[1], DEVICE_CELL, "%s", device->axes[i].author->command);
    }
    for (int i = 0; i < device->button_count && i < CALIBRATE_BUTTONS; i++, count++) {
        devices_button_text(&device->buttons[i], rows[count].cells[0], DEVICE_CELL);
        snprintf(rows[count].cells[1], DEVICE_CELL, "%s", device->buttons[i].author->command);
    }
    printf("\n%s:\n", device->author->name);
    device_table_print(rows, count, 2);
    if (c->yes) return CALIBRATE_NEXT;
    printf("\nWrite this to %s? Enter: yes.\n", c->out);
    return calibrate_ask(c, false, line);
}

static const io_device_bindings *find_device(const io_bindings *bindings, const char *name)
{
    int at = 0;
    while (at < bindings->device_count - 1 && strcmp(bindings->devices[at].author->name, name) != 0) at++;
    return &bindings->devices[at];
}

calibrate_answer calibrate_save(calibration *c, int *status)
{
    char path[CALIBRATE_PATH] = "";
    auth_bindings bindings;
    *status = PROGRAM_ENVIRONMENT;
    const auth_device *device = make_bindings(c, &bindings);
    if (!device) {
        fprintf(stderr, "headland %s: %s\n", c->request->command, hl_status_text(HL_OUT_OF_MEMORY));
        return CALIBRATE_NEXT;
    }
    const bool written = write_new(c, path, &bindings);
    const io_bindings *read = written ? read_back(c, path) : NULL;
    if (written && !read) *status = PROGRAM_FAILED;
    const calibrate_answer answer = read ? confirm(c, find_device(read, device->name)) : CALIBRATE_NEXT;
    if (read && answer == CALIBRATE_NEXT && replace(c, path)) *status = PROGRAM_DONE;
    (void)unlink(path); /* there no more once it has replaced the other */
    return answer;
}
