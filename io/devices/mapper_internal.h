/* Parts of the mapper. A target of bindings is a control of the machine, or a lever, which moves the control
 * given by the pattern. Targets are numbered: the controls first, then the levers.
 *
 * Axes hold a target: their values are joined. Buttons move it: the last move counts. */
#ifndef MAPPER_INTERNAL_H
#define MAPPER_INTERNAL_H

#include "io/mapper.h"

#include <linux/input.h>

/** The way of an axis. */
typedef struct axis_way {
    double from, centre, to; /**< [counts]; `to` may be the smaller */
    bool two_sided;          /**< -1 to 1 about the centre; else 0 to 1 */
} axis_way;

typedef struct axis_state {
    const io_axis *binding;
    axis_way way;
    int slot;
    int target;                /**< -1: none */
    bool known;                /**< an event has given its position */
    bool active;               /**< its modifier allows it to act */
    double raw, shaped, value; /**< shares before and after dead zone, saturation and curve; of the target */
    uint64_t moved;            /**< mapper.turn when it last moved */
    bool held_back;            /**< inactive until it has been moved through half of its range */
    bool seen;                 /**< while held back: it has had an event */
    int first, low, high;      /**< while held back: first, lowest and highest count */
    struct axis_state *next;   /**< of the same target */
} axis_state;

typedef struct button_state {
    const io_button *binding;
    axis_way way; /**< of a button that is an axis beyond a threshold */
    int slot;
    int target;         /**< -1: none, or an action */
    double value, rest; /**< of the target */
    bool down;          /**< state on the device */
    bool held;          /**< pressed while its modifier allowed it */
    int at;             /**< cycle: the last value */
    uint64_t pressed;   /**< mapper.turn */
} button_state;

typedef struct slot_state {
    int axis_count, button_count;
    bool held_back;     /**< buttons are inactive until an axis has been moved through half of its range */
    bool keys[KEY_CNT]; /**< held buttons, by code */
    axis_state axes[IO_DEVICE_AXES];
    button_state buttons[IO_DEVICE_BUTTONS];
} slot_state;

typedef struct target_state {
    double low, high, start, safe;
    double value;
    int slot;                 /**< of the last move; -1: none yet */
    axis_state *axes;         /**< bound to it */
    const button_state *ramp; /**< moves it, or returns it after release; NULL: none */
    double ramped_to;         /**< last value set by the ramp */
    uint64_t taken;           /**< mapper.turn of the advance in which the ramp took it */
    bool crept;
    double crept_to; /**< the value to which ramps then return */
} target_state;

/** The control of a lever. */
typedef struct lever_route {
    int control; /**< -1: the pattern does not use it */
    bool invert;
} lever_route;

struct io_mapper {
    const auth_machine *machine;
    int control_count, lever_count, pattern;
    target_state *targets;
    lever_route *routes;  /**< by lever */
    lever_route *earlier; /**< scratch: of the previous pattern */
    uint64_t turn;        /**< counts moves, to find the latest */
    int move_count;
    io_move *moves; /**< of the call in progress: the last one of each control and action */
    slot_state slots[IO_SLOTS];
};

/* ---- mapper_target.c: targets, moves, patterns, ramps ---- */

/** Add a move of the current call. */
void moves_add(io_mapper *mapper, const io_move *move);

/** Make all targets, at their initial values. @return false: out of memory */
bool targets_new(io_mapper *mapper, hl_arena *arena);

/** Number of the target; -1: none, or an action. */
int target_of(const io_mapper *mapper, const io_target *target);

/** Whether its range has both sides of 0. */
bool target_two_sided(const target_state *target);

/** Value of a share of the way: two-sided over 0, one-sided from low. */
double target_value(const target_state *target, double share);

/** The rest of a target: 0 if the range contains it, else its low end. */
double target_rest(const target_state *target);

double target_limit(const target_state *target, double value);

/** Move it.
 *  @param again  add the move even if the value does not change */
void target_put(io_mapper *mapper, int target, double value, int slot, int64_t time, bool again);

/** Reset the targets that the slot moved last, without moves: to their safe values when the slot is lost,
 * else to their initial values. Creeps are reset too. */
void targets_forget(io_mapper *mapper, int slot, bool lost);

/** Find the controls of the levers by the pattern. */
void routes_find(io_mapper *mapper);

/** Change the pattern: levers keep their positions, controls that they no longer move go to rest. */
void routes_change(io_mapper *mapper, int pattern, int64_t time);

/** Move a target by `way`, or while a ramp moves it, the value to which the ramp returns. */
void creep_by(io_mapper *mapper, int target, double way, int slot, int64_t time);

/** Advance ramps and creeps. @param seconds  since the last call */
void targets_advance(io_mapper *mapper, double seconds, int64_t time);

/* ---- mapper_axis.c: one axis, and several on one target ---- */

/** The way of an axis by calibration; values left out are those of the device. `range` may be NULL. */
axis_way axis_way_of(const auth_axis *axis, const io_axis_range *range, bool two_sided);

/** A count as a share of the way, limited. */
double axis_share(const axis_way *way, double count);

/** Share after inversion and `half`. */
double axis_turn(const auth_axis *axis, bool two_sided, double share);

/** Whether the whole way of the axis is one side of its command. */
bool axis_has_side(const auth_axis *axis);

/** Apply dead zone, saturation and curve. Odd about 0. */
double axis_shape(const auth_axis *axis, double share);

/** Handle a new count of an axis. */
void axis_event(io_mapper *mapper, axis_state *axis, int count, int64_t time);

/** Whether an axis may act; an event may end its holding back. */
bool axis_proven(axis_state *axis, int count);

/** Handle detents of a relative axis. */
void axis_turned(io_mapper *mapper, const axis_state *axis, int detents, int64_t time);

/** Update the lists of axes by target, after a device was plugged in or unplugged. */
void join_lists(io_mapper *mapper);

/** Move a target to the joint value of its axes; to its rest if no axis holds it.
 *  @param slot  of the event, for a target that no axis holds */
void join_put(io_mapper *mapper, int target, int slot, int64_t time, bool again);

/** Whether an axis holds the target. */
bool join_holds(const target_state *target);

#endif
