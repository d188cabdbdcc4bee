/* A small world in place of the real one: the functions of world/machine.h and of the readers of authored
 * files, for tests of what records and replays them. Deterministic, with four controls, five signals and
 * three blocks of state, a fourth where it grows. Its file is the text "NAME COEFFICIENT"; a scenario is
 * "NAME SOIL...", with paths of soils, a soil is "DENSITY", which scales the coefficient. */
#ifndef FAKE_MACHINE_H
#define FAKE_MACHINE_H

#include "world/machine.h"

enum { FAKE_CONTROLS = 4, FAKE_CELLS = 8, FAKE_SIGNALS = 5 };

/** Control 3 at this value makes the step fail with HL_NOT_FINITE; at the other one the step goes well but
 * the first cell, and its signal, is not a number. */
#define FAKE_FAIL 1.0
#define FAKE_NAN  0.5

/** Folded into every model hash: another program. */
extern uint64_t fake_program;

/** At this tick the first cell gets another last bit; -1: never. */
extern int64_t fake_disturbed_tick;

/** The step to this tick fails with HL_SINGULAR, for no reason in the state; -1: never. */
extern int64_t fake_failing_tick;

/** Numbers that the heap, a block that grows, gains in a tick; 0: there is no heap when a machine is built.
 * It takes FAKE_HEAP numbers at most, and falls back to half of them whenever it is full. */
extern int fake_growth;
enum { FAKE_HEAP = 1 << 20 };

/** Build it from its text; memory from the arena. */
world_machine *fake_machine_new(const char *text, hl_arena *arena);

/** Numbers in its heap. */
int64_t fake_heap(const world_machine *machine);

#endif
