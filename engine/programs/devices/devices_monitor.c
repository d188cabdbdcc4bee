/* headland devices monitor: what devices say, and what becomes of it. On a terminal a picture is drawn in
 * place, else a line a change is printed. */
#include "command/terminal.h"
#include "devices.h"
#include "program.h"

#include "io/device.h"
#include "io/mapper.h"
#include "rt/loop.h"

#include <limits.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct monitor_device {
    const io_device_info *info;
    io_monitor *monitor;             /**< NULL: gone */
    const io_device_bindings *bound; /**< NULL: nothing binds it */
    const char *label;               /**< for lines: name of the binding, or of the node */
} monitor_device;

typedef struct monitor {
    const auth_machine *machine;
    hl_arena *arena;
    io_mapper *mapper; /**< slots as in `devices` */
    double *values;    /**< of the controls, as the devices have set them */
    bool picture;      /**< on a terminal, in place */
    double start;      /**< [s] */
    int lines;         /**< of the picture on the terminal */
    int rows;          /**< of the terminal */
    int there;         /**< devices that have not gone */
    int count;
    monitor_device devices[IO_SLOTS];
} monitor;

static const double picture_period = 0.05; /* [s]: 20 Hz, which an eye takes for live */

static double now(void)
{
    return 1e-9 * (double)rt_now();
}

/* ---- lines ---- */

static void print_move(const monitor *m, const io_move *move)
{
    if (move->control < 0)
        printf(" -> %s", io_action_name(move->action));
    else
        printf(" -> %s %.3f", m->machine->controls[move->control].name, move->value);
}

static void take_moves(monitor *m, io_moves moves)
{
    for (int i = 0; i < moves.count; i++)
        if (moves.list[i].control >= 0) m->values[moves.list[i].control] = moves.list[i].value;
}

static void print_event(monitor *m, const monitor_device *device, const io_monitor_event *event,
                        io_moves moves)
{
    char name[IO_EVENT_NAME];
    io_monitor_name(event->type, event->code, name);
    printf("%.3f %s %s %d", now() - m->start, device->label, name, event->value);
    for (int i = 0; i < moves.count; i++) print_move(m, &moves.list[i]);
    putchar('\n');
}

/* Ramps move without events. */
static void advance(monitor *m, double seconds)
{
    if (!io_mapper_moving(m->mapper)) return;
    const io_moves moves = io_mapper_advance(m->mapper, seconds, 0);
    take_moves(m, moves);
    for (int i = 0; i < moves.count && !m->picture; i++) {
        printf("%.3f %s", now() - m->start, m->devices[moves.list[i].slot].label);
        print_move(m, &moves.list[i]);
        putchar('\n');
    }
}

/* ---- the picture ----
 * A line an axis with a bar, the buttons that are down. ANSI escape sequences (ECMA-48): up so many lines,
 * erase to the end of the line, reverse video; and mode 7 of DEC: lines end at the margin instead of
 * continuing below it, so that the number of drawn lines is known. */

enum { BAR = 24 }; /* characters */

static void end_line(monitor *m)
{
    fputs("\033[K\n", stdout);
    m->lines++;
}

/* The cursor stands below the last line: without scrolling there is no room for more. */
static bool is_full(const monitor *m)
{
    return m->lines >= m->rows - 1;
}

static int terminal_rows(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : INT_MAX;
}

/* From the lower end of the device's own range to where it is. */
static void draw_bar(const io_monitor_axis *axis)
{
    char bar[BAR + 1];
    const double way = (double)axis->max - (double)axis->min;
    const double share = way > 0.0 ? ((double)axis->value - (double)axis->min) / way : 0.0;
    const int filled = share < 0.0 ? 0 : share > 1.0 ? BAR : (int)(share * BAR + 0.5);
    memset(bar, ' ', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    printf("[%s]", bar);
}

/* The control of a lever, by the machine's first pattern; -1: none. */
static int lever_control(const monitor *m, const char *lever)
{
    if (m->machine->pattern_count == 0) return -1;
    const auth_pattern *pattern = &m->machine->patterns[0];
    for (int i = 0; i < pattern->lever_count; i++)
        if (strcmp(pattern->levers[i].lever, lever) == 0) return pattern->levers[i].control;
    return -1;
}

static void draw_target(const monitor *m, io_target target, const char *command)
{
    int control = -1;
    if (target.kind == IO_TARGET_CONTROL) control = target.index;
    if (target.kind == IO_TARGET_LEVER) control = lever_control(m, command);
    printf("  %s", command);
    if (target.kind == IO_TARGET_LEVER && control >= 0) printf(" = %s", m->machine->controls[control].name);
    if (control >= 0) printf(" %+.3f", m->values[control]);
}

static void draw_axis(monitor *m, int slot, const io_monitor_axis *axis)
{
    double raw, shaped;
    const io_device_bindings *bound = m->devices[slot].bound;
    printf("  %-14s %6d ", axis->name, axis->value);
    draw_bar(axis);
    if (bound && io_mapper_axis(m->mapper, slot, axis->code, &raw, &shaped)) printf(" %+.3f", raw);
    for (int i = 0; bound && i < bound->axis_count; i++)
        if (bound->axes[i].code == axis->code)
            draw_target(m, bound->axes[i].target, bound->axes[i].author->command);
    end_line(m);
}

static void draw_button(const monitor *m, const io_device_bindings *bound, const io_monitor_button *button)
{
    printf(" \033[7m%s\033[0m", button->name);
    for (int i = 0; bound && i < bound->button_count; i++)
        if (bound->buttons[i].code == button->code)
            draw_target(m, bound->buttons[i].target, bound->buttons[i].author->command);
}

static void draw_device(monitor *m, int slot)
{
    const monitor_device *device = &m->devices[slot];
    if (is_full(m)) return;
    printf("%s  %s  %s", device->info->name, device->info->node,
           !device->monitor ? "gone"
           : device->bound  ? device->label
                            : "not bound");
    end_line(m);
    if (!device->monitor) return;
    for (int i = 0; i < io_monitor_axis_count(device->monitor) && !is_full(m); i++) {
        const io_monitor_axis axis = io_monitor_axis_at(device->monitor, i);
        draw_axis(m, slot, &axis);
    }
    if (is_full(m)) return;
    const int count = io_monitor_button_count(device->monitor);
    printf("  %d buttons", count);
    for (int i = 0; i < count; i++) {
        const io_monitor_button button = io_monitor_button_at(device->monitor, i);
        if (button.down) draw_button(m, device->bound, &button);
    }
    end_line(m);
}

static void draw(monitor *m)
{
    if (m->lines > 0) printf("\033[%dA", m->lines);
    m->lines = 0;
    m->rows = terminal_rows();
    fputs("\033[?7l", stdout);
    for (int i = 0; i < m->count; i++) draw_device(m, i);
    fputs("\033[J\033[?7h", stdout); /* what a device that has gone leaves below */
}

/* ---- events ---- */

static void take_events(monitor *m, int slot)
{
    monitor_device *device = &m->devices[slot];
    io_monitor_event event;
    io_monitor_got got;
    while ((got = io_monitor_next(device->monitor, &event)) == IO_MONITOR_EVENT) {
        io_moves moves = {0};
        if (device->bound)
            moves = io_mapper_event(m->mapper, slot, event.type, event.code, event.value, event.time);
        take_moves(m, moves);
        if (!m->picture) print_event(m, device, &event, moves);
    }
    if (got != IO_MONITOR_GONE) return;
    io_mapper_unplug(m->mapper, slot);
    io_monitor_close(device->monitor);
    device->monitor = NULL;
    m->there--;
    if (!m->picture) printf("%.3f %s was unplugged\n", now() - m->start, device->label);
}

static void wait_for_events(monitor *m)
{
    struct pollfd waited[IO_SLOTS];
    for (int i = 0; i < m->count; i++)
        waited[i] =
            (struct pollfd){.fd = m->devices[i].monitor ? io_monitor_descriptor(m->devices[i].monitor) : -1,
                            .events = POLLIN};
    if (poll(waited, (nfds_t)m->count, (int)(1e3 * picture_period)) <= 0) return;
    for (int i = 0; i < m->count; i++)
        if (waited[i].revents) take_events(m, i);
}

static void watch(monitor *m, double seconds)
{
    double last = m->start, drawn = m->start - picture_period;
    interrupt_begin();
    while (!interrupt_asked() && m->there > 0) {
        const double time = now();
        if (seconds > 0.0 && time - m->start >= seconds) break;
        advance(m, time - last);
        last = time;
        if (m->picture && time - drawn >= picture_period) {
            draw(m);
            drawn = time;
        }
        (void)fflush(stdout);
        wait_for_events(m);
    }
    if (m->picture) draw(m);
}

/* ---- opening ---- */

static void open_device(monitor *m, const device_setup *setup, const io_device_info *info)
{
    int error = 0;
    monitor_device *device = &m->devices[m->count];
    *device = (monitor_device){.info = info, .monitor = io_monitor_open(info->node, m->arena, &error)};
    if (!device->monitor) {
        char advice[DRV_BINDINGS_PATH];
        io_device_advice(error, advice, sizeof advice);
        drv_say(&program_log, "%s: %s", info->node, advice);
        return;
    }
    const io_choice *choice = &setup->choices[info - setup->devices];
    device->bound = choice->device;
    device->label = device->bound ? device->bound->author->name : drv_file_name(info->node);
    if (device->bound) io_mapper_plug(m->mapper, m->count, device->bound, io_monitor_ranges(device->monitor));
    if (choice->generic) io_mapper_hold_back(m->mapper, m->count);
    /* Where its axes are now. */
    for (int i = 0; device->bound && !choice->generic && i < io_monitor_axis_count(device->monitor); i++) {
        const io_monitor_axis axis = io_monitor_axis_at(device->monitor, i);
        take_moves(m, io_mapper_event(m->mapper, m->count, EV_ABS, axis.code, axis.value, 0));
    }
    if (!m->picture)
        printf("%.3f %s is %s (%s)%s\n", now() - m->start, device->label, info->name, info->node,
               choice->generic ? "; it has no effect until an axis is moved through half of its range" : "");
    m->count++;
    m->there++;
}

int devices_monitor(device_setup *setup, const device_request *request, double seconds)
{
    static monitor m; /* too large for the stack */
    int chosen[IO_LISTED], status = device_setup_list(setup);
    if (status != PROGRAM_DONE) return status;
    const int count = device_setup_choose(setup, request, chosen, &status);
    if (count == 0) return status;
    m = (monitor){.machine = setup->machine.machine,
                  .arena = &setup->arena,
                  .mapper = io_mapper_new(setup->machine.machine, &setup->arena),
                  .values = HL_NEW(&setup->arena, double, setup->machine.machine->control_count),
                  .picture = isatty(STDOUT_FILENO) == 1,
                  .start = now()};
    if (!m.mapper || !m.values) return PROGRAM_ENVIRONMENT;
    for (int i = 0; i < count && m.count < IO_SLOTS; i++) open_device(&m, setup, &setup->devices[chosen[i]]);
    if (m.count == 0) return PROGRAM_ENVIRONMENT;
    watch(&m, seconds);
    for (int i = 0; i < m.count; i++) io_monitor_close(m.devices[i].monitor);
    return PROGRAM_DONE;
}
