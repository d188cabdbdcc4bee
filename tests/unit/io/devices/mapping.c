#include "mapping.h"

#include "auth/bindings.h"

#include <linux/input.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static auth_control controls[CONTROLS] = {
    [THROTTLE] = {.name = "throttle", .fault = -1, .low = 0, .high = 1},
    [STEERING] = {.name = "steering", .fault = -1, .low = -1, .high = 1},
    [BOOM] = {.name = "boom", .fault = -1, .low = -1, .high = 1},
    [BUCKET] = {.name = "bucket", .fault = -1, .low = -0.5, .high = 2},
    [SWING] = {.name = "swing", .fault = -1, .low = -1, .high = 1},
    [GEAR] = {.name = "gear_up", .fault = -1, .low = 0, .high = 4},
    [PARK] = {.name = "parking_brake", .fault = -1, .low = 0, .high = 1, .initial = 1, .safe = 1},
    [LOWERED] = {.name = "drive", .fault = -1, .low = 2, .high = 6, .initial = 2, .safe = 2}};

static auth_lever iso[] = {{.lever = "left_lever.x", .control = SWING},
                           {.lever = "right_lever.y", .control = BOOM, .invert = true},
                           {.lever = "right_lever.x", .control = BUCKET},
                           {.lever = "right_pedal", .control = THROTTLE}};
static auth_lever sae[] = {{.lever = "left_lever.y", .control = BOOM},
                           {.lever = "left_lever.x", .control = SWING},
                           {.lever = "right_lever.x", .control = THROTTLE},
                           {.lever = "right_pedal", .control = BUCKET, .invert = true}};
static auth_pattern patterns[] = {{.name = "iso", .lever_count = 4, .levers = iso},
                                  {.name = "sae", .lever_count = 4, .levers = sae}};

const auth_machine test_machine = {
    .control_count = CONTROLS, .controls = controls, .pattern_count = 2, .patterns = patterns};

const io_axis_range test_ranges[ABS_CNT] = {
    [ABS_X] = {0, 65535},  [ABS_Y] = {0, 65535},  [ABS_Z] = {0, 255},        [ABS_RZ] = {0, 255},
    [ABS_HAT0X] = {-1, 1}, [ABS_HAT0Y] = {-1, 1}, [ABS_RX] = {-32768, 32767}};

io_bindings *bind(const auth_machine *machine, const char *devices, hl_arena *arena)
{
    char text[8192];
    static hl_report report;
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    const int length =
        snprintf(text, sizeof text, "headland: bindings\nversion: 1\nname: test\ndevices:\n%s", devices);
    assert_in_range(length, 1, sizeof text - 1);
    hl_report_begin(&report, "test");
    hl_status status = auth_bindings_parse(text, (size_t)length, "test", arena, &author, &report);
    if (status == HL_OK) status = io_bindings_resolve(author, machine, true, arena, &bindings, &report);
    for (int i = 0; i < report.count; i++) print_message("%s\n", report.list[i].text);
    assert_int_equal(status, HL_OK);
    return bindings;
}

mapping map(const char *devices)
{
    mapping m = {.time = 0};
    m.bindings = bind(&test_machine, devices, &m.arena);
    m.mapper = io_mapper_new(&test_machine, &m.arena);
    assert_non_null(m.mapper);
    for (int i = 0; i < m.bindings->device_count; i++)
        io_mapper_plug(m.mapper, i, &m.bindings->devices[i], test_ranges);
    return m;
}

void collect(mapping *m, io_moves moves)
{
    if (m->count + moves.count > m->capacity) {
        m->capacity = 2 * (m->count + moves.count);
        m->log = realloc(m->log, (size_t)m->capacity * sizeof *m->log);
        assert_non_null(m->log);
    }
    for (int i = 0; i < moves.count; i++) m->log[m->count++] = moves.list[i];
}

bool next_move(mapping *m, io_move *move)
{
    if (m->taken == m->count) return false;
    *move = m->log[m->taken++];
    return true;
}

void unmap(mapping *m)
{
    free(m->log);
    hl_arena_free(&m->arena);
}

void axis(mapping *m, int slot, int code, int value)
{
    collect(m, io_mapper_event(m->mapper, slot, EV_ABS, code, value, ++m->time));
}

void key(mapping *m, int slot, int code, int down)
{
    collect(m, io_mapper_event(m->mapper, slot, EV_KEY, code, down, ++m->time));
}

int moves(mapping *m)
{
    io_move move;
    int count = 0;
    while (next_move(m, &move)) count++;
    return count;
}

double said(mapping *m, int control)
{
    io_move move;
    double value = (double)NAN;
    while (next_move(m, &move))
        if (move.control == control) value = move.value;
    return value;
}
