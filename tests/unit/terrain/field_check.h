/* Small sand fields for tests, and what must hold of every field at any time. */
#ifndef FIELD_CHECK_H
#define FIELD_CHECK_H

#include "field/field_internal.h"

extern const double DEGREE; /* [rad] */

/** Dry sand without cohesion, repose 34 degrees. */
terr_soil field_sand(void);

/** A square of `cells` x `cells` with its corner in the origin, flat, 0.5 m deep, 0.1 m of it loose, in steps
 * of a millisecond. */
terr_field_def field_square(const terr_soil *soil, double cell, int cells, hl_arena *arena);

/** Make it; fails the test when that is refused. */
terr_field *field_made(const terr_field_def *def, hl_arena *arena);

/** The ledger is what the field weighs, the hash is that of the cells, no cell is negative, and derived
 * numbers are those that the state says. */
void field_consistent(const terr_field *field);

/** Let it flow until all sleep. @return steps; fails the test after `most` */
int field_settle(terr_field *field, int most);

/** Pour loose soil over a place, `portion` [kg] a step, with a kernel of 0.1 m. */
void field_pour(terr_field *field, double x, double y, double mass, double portion);

#endif
