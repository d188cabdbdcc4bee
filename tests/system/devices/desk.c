#include "desk.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void desk_sleep(int milliseconds)
{
    const struct timespec t = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static void fail_with(const hl_report *report)
{
    char line[1024] = "";
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        print_error("%s\n", line);
    }
    fail_msg("the bindings are refused");
}

const io_bindings *desk_bindings(const char *text, const auth_machine *machine, hl_arena *arena)
{
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_report report = {.count = 0};
    hl_report_begin(&report, "test");
    if (auth_bindings_parse(text, strlen(text), "test", arena, &author, &report) != HL_OK) fail_with(&report);
    if (io_bindings_resolve(author, machine, false, arena, &bindings, &report) != HL_OK) fail_with(&report);
    return bindings;
}

/* Nobody has spoken of a control. */
static void forget(desk *d, int control)
{
    d->values[control] = -99.0; /* beyond all ranges */
    d->slots[control] = -1;
}

void desk_join(desk *d, unsigned capacity)
{
    io_device_link links[IO_SLOTS];
    for (int i = 0; i < IO_SLOTS; i++) {
        d->rings[i] = xch_ring_new(&d->arena, sizeof(xch_command), capacity);
        assert_non_null(d->rings[i]);
        links[i] = (io_device_link){.commands = d->rings[i], .source = 100 + i};
        d->sets[i] = d->alive[i] = d->lost[i] = 0;
    }
    for (int i = 0; i < DESK_CONTROLS; i++) forget(d, i);
    d->samples = xch_ring_new(&d->arena, sizeof(xch_sample), 64);
    io_devices_join(d->devices, links, d->samples);
}

void desk_open_all(desk *d, const auth_machine *machine, const io_bindings *const *bindings, int count,
                   unsigned capacity)
{
    char error[200] = "";
    d->machine = machine;
    const io_devices_setup setup = {.machine = machine,
                                    .bindings = bindings,
                                    .bindings_count = count,
                                    .own_count = d->own,
                                    .full_torque = 1.0,
                                    .force = {.torque = 0, .engine = -1, .speed = -1}};
    assert_true(machine->control_count <= DESK_CONTROLS);
    d->devices = io_devices_open(&setup, &d->arena, error, sizeof error);
    if (d->devices == NULL) fail_msg("%s", error);
    desk_join(d, capacity);
}

void desk_open(desk *d, const auth_machine *machine, const io_bindings *bindings, unsigned capacity)
{
    const io_bindings **list = HL_NEW(&d->arena, const io_bindings *, 1);
    assert_non_null(list);
    list[0] = bindings;
    d->own = 1;
    desk_open_all(d, machine, list, 1, capacity);
}

void desk_close(desk *d)
{
    if (d->devices != NULL) io_devices_close(d->devices);
    hl_arena_free(&d->arena);
    *d = (desk){.machine = NULL};
}

static void hear(desk *d, int slot, const xch_command *command)
{
    assert_int_equal(command->source, 100 + slot);
    d->last[slot] = (xch_command_kind)command->kind;
    switch (d->last[slot]) {
    case XCH_COMMAND_SET:
        assert_in_range(command->control, 0, d->machine->control_count - 1);
        d->values[command->control] = command->value;
        d->times[command->control] = command->time;
        d->slots[command->control] = slot;
        d->sets[slot]++;
        break;
    case XCH_COMMAND_ALIVE:
        d->alive[slot]++;
        break;
    case XCH_COMMAND_LOST:
        d->lost[slot]++;
        for (int i = 0; i < DESK_CONTROLS; i++)
            if (d->slots[i] == slot) forget(d, i);
        break;
    default:
        fail_msg("a command of kind %d", command->kind);
    }
}

void desk_read(desk *d)
{
    xch_command command;
    for (int i = 0; i < IO_SLOTS; i++)
        while (xch_ring_pop(d->rings[i], &command)) hear(d, i, &command);
}

int desk_control(const desk *d, const char *name)
{
    for (int i = 0; i < d->machine->control_count; i++)
        if (strcmp(d->machine->controls[i].name, name) == 0) return i;
    fail_msg("no control %s", name);
    return -1;
}

void desk_await(desk *d, const char *control, double value, double tolerance)
{
    const int index = desk_control(d, control);
    for (int i = 0; i < DESK_WAIT; i++) {
        desk_read(d);
        const double error = d->values[index] - value;
        if (error <= tolerance && error >= -tolerance) return;
        desk_sleep(1);
    }
    print_error("%s does not come to %g:\n", control, value);
    io_news news;
    while (io_devices_news(d->devices, &news)) print_error("news: %s\n", news.text);
    for (int i = 0; i < IO_SLOTS; i++)
        print_error("slot %d: sets %d alive %d lost %d last %d\n", i, d->sets[i], d->alive[i], d->lost[i],
                    (int)d->last[i]);
    CHECK_NEAR(d->values[index], value, tolerance);
}

void desk_await_news(desk *d, const char *text)
{
    io_news news = {{0}};
    for (int i = 0; i < DESK_WAIT; i++) {
        while (io_devices_news(d->devices, &news))
            if (strstr(news.text, text) != NULL) return;
        desk_sleep(1);
    }
    fail_msg("no news of '%s'; the last: '%s'", text, news.text);
}
