/* headland devices monitor: opening, waiting, lines. The picture is drawn by monitor_picture.c. */
#include "devices_monitor.h"

#include "command/interrupt.h"
#include "monitor_internal.h"
#include "program.h"
#include "rt/clock.h"

#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double picture_period = 0.05; /* [s]: 20 Hz, which an eye takes for live */

static double now(void)
{
    return 1e-9 * (double)rt_now();
}

/* ---- lines ---- */

static void print_move(const monitor *m, const io_move *move)
{
    if (move->control < 0)
        printf(" -> %s", monitor_action_name(move->action));
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
            monitor_draw(m);
            drawn = time;
        }
        (void)fflush(stdout);
        wait_for_events(m);
    }
    if (m->picture) monitor_draw(m);
}

/* ---- opening ---- */

static void open_device(monitor *m, const device_setup *setup, const device_request *request,
                        const io_device_info *info)
{
    int error = 0;
    monitor_device *device = &m->devices[m->count];
    *device = (monitor_device){.info = info, .monitor = io_monitor_open(info->node, m->arena, &error)};
    if (!device->monitor) {
        char advice[DEVICE_PATH];
        io_device_advice(error, advice, sizeof advice);
        fprintf(stderr, "headland %s: %s: %s\n", request->command, info->node, advice);
        return;
    }
    const io_choice *choice = &setup->choices[info - setup->devices];
    device->bound = choice->device;
    device->label = device->bound ? device->bound->author->name : device_files_short(info->node);
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
    int chosen[IO_LISTED], status = device_setup_list(setup, request);
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
    for (int i = 0; i < count && m.count < IO_SLOTS; i++)
        open_device(&m, setup, request, &setup->devices[chosen[i]]);
    if (m.count == 0) return PROGRAM_ENVIRONMENT;
    watch(&m, seconds);
    for (int i = 0; i < m.count; i++) io_monitor_close(m.devices[i].monitor);
    return PROGRAM_DONE;
}
