/* The mapper: events of input devices in, moves of controls out. Pure: no files, no clocks, no threads; it
 * allocates nothing after io_mapper_new.
 *
 * Devices take slots. An axis event becomes a share of its way, by calibration, dead zone, saturation and
 * curve, and that the value of a control; a button does what its mode says. Levers go through the pattern of
 * the machine: ISO or SAE, which can change at any time.
 *
 *   - Axes of several devices on one control follow the one that moved last, unless `join` says otherwise.
 *     Axes and buttons on one control: the last to move wins.
 *   - A button that is held and let go leaves the control to another that still holds it.
 *   - A binding `with` a modifier acts only while that is held, and takes the place of those of the same
 *     input without. When the modifier changes, axes say their places anew, what no axis holds any more goes
 *     to rest, held buttons are let go, and those held on wait for their next press.
 *   - `half` uses the upper half after inversion: with `invert` it is the lower one.
 *   - A lever in its middle leaves a control with one side (0 to 1) at its low; the upper half moves it. */
#ifndef IO_MAPPER_H
#define IO_MAPPER_H

#include "io/bindings.h"

#include <stdint.h>

enum { IO_SLOTS = 12 };

typedef struct io_mapper io_mapper;

/** Range of an axis as the device tells it: EVIOCGABS. */
typedef struct io_axis_range {
    int min, max;
} io_axis_range;

/** What has changed. */
typedef struct io_move {
    int64_t time; /**< of the event, or of the call that moved it [ns] */
    double value; /**< of the control, in its range */
    int slot;     /**< of the device that moved it */
    int control;  /**< index; -1: it is an action */
    io_action action;
} io_move;

/** What a call has moved, oldest first; of each control and action the last move. Valid until the next call.
 */
typedef struct io_moves {
    int count;
    const io_move *list;
} io_moves;

/** No devices; pattern 0.
 *  @param machine  whose controls are moved; lives as long as the mapper
 *  @return NULL when memory is exhausted */
io_mapper *io_mapper_new(const auth_machine *machine, hl_arena *arena);

/** A device comes: at rest until its events say otherwise. One that was there is forgotten.
 *  @param device  lives until the next plug or unplug of the slot
 *  @param ranges  by code of axis, ABS_CNT of them; NULL: a device without axes */
void io_mapper_plug(io_mapper *mapper, int slot, const io_device_bindings *device,
                    const io_axis_range *ranges);

/** The bindings of a slot are a guess: after io_mapper_plug nothing of the slot moves anything until one of
 * its bound axes, hats aside, has been moved through half of its range. From then on its buttons act, and
 * each axis once it has been moved so far itself. ABS_GAS and ABS_BRAKE that lay in their upper quarter
 * before count downwards. Values that a device holds when it is plugged in prove nothing and are not to be
 * told. */
void io_mapper_hold_back(io_mapper *mapper, int slot);

/** Whether a slot still waits for that movement. */
bool io_mapper_held_back(const io_mapper *mapper, int slot);

/** It goes: what it held no longer counts in what is joined. Nothing moves: safe values are the session's
 * business. The mapper takes what the device moved last to stand there. */
void io_mapper_unplug(io_mapper *mapper, int slot);

/** An event of the kernel: EV_KEY, EV_ABS or EV_REL; others do nothing. Values out of range are limited.
 *  @param time  [ns] */
io_moves io_mapper_event(io_mapper *mapper, int slot, int type, int code, int value, int64_t time);

/** Whether an axis with this count would move nothing: no lever is out of its middle, no pedal down. */
bool io_mapper_at_rest(const io_mapper *mapper, int slot, int code, int count);

/** Release all buttons of a slot: a window has lost its keys. */
io_moves io_mapper_release(io_mapper *mapper, int slot, int64_t time);

/** Say everything that the slot holds once more, whether it has changed or not: a new session begins, or one
 * had lost the device. Axes say where they are; buttons of the modes switch and hold what they hold, others
 * nothing until they are pressed: what they moved stands at its initial value again. */
io_moves io_mapper_repeat(io_mapper *mapper, int slot, int64_t time);

/** Ramps and creeps move on.
 *  @param seconds  since the last call */
io_moves io_mapper_advance(io_mapper *mapper, double seconds, int64_t time);

/** Whether a ramp or creep is under way: io_mapper_advance is to be called soon. */
bool io_mapper_moving(const io_mapper *mapper);

/** Choose the pattern of the machine by its index. Levers keep their places: what they moved before goes to
 * 0, what they move now follows. */
io_moves io_mapper_pattern(io_mapper *mapper, int pattern, int64_t time);

/** What an axis is at, for people: share of the way after calibration, before and after dead zone, saturation
 * and curve.
 *  @return false: the code is not bound */
bool io_mapper_axis(const io_mapper *mapper, int slot, int code, double *raw, double *shaped);

#endif
