/* A mapper with bindings written as in a file, for tests. */
#ifndef MAPPING_H
#define MAPPING_H

#include "io/mapper.h"
#include "support/check.h"

#include <linux/input-event-codes.h>

typedef struct mapping {
    hl_arena arena;
    io_bindings *bindings;
    io_mapper *mapper;
    int64_t time; /* of the last event [ns] */
    int count, taken, capacity;
    io_move *log; /* of all moves so far */
} mapping;

/* Controls of the machine that tests drive. */
enum { THROTTLE, STEERING, BOOM, BUCKET, SWING, GEAR, PARK, LOWERED, CONTROLS };
extern const auth_machine test_machine;

/* Axes of every test device: ABS_X and Y 0 to 65535, Z and RZ 0 to 255, RX -32768 to 32767, hats -1 to 1; all
 * others without a range. */
extern const io_axis_range test_ranges[ABS_CNT];

/* Bindings of a file's devices, without its head; fails the test when they are not right. */
io_bindings *bind(const auth_machine *machine, const char *devices, hl_arena *arena);

/* Each device plugged into the slot of its number. */
mapping map(const char *devices);
void unmap(mapping *m);

void axis(mapping *m, int slot, int code, int value);
void key(mapping *m, int slot, int code, int down);

/* Append what a call has moved to the log; take the oldest move of it that was not taken yet. */
void collect(mapping *m, io_moves moves);
bool next_move(mapping *m, io_move *move);

/* Take all moves out: how many, and the last value of a control, NaN when it was not said. */
int moves(mapping *m);
double said(mapping *m, int control);

#endif
