/* Parts of the mapper. A target is what bindings move: a control of the machine, or a lever, which moves the
 * control that the pattern gives it. Targets are numbered: the controls first, then the levers.
 *
 * Axes hold a target: their values are joined. Buttons move it: the last move counts. */
#ifndef MAPPER_INTERNAL_H
#define MAPPER_INTERNAL_H

#include "io/mapper.h"

#include <linux/input.h>

/** Shares of the way that an axis goes through. */
typedef struct axis_way {
    double from, centre, to; /**< [counts]; `to` may be the smaller */
    bool two_sided;          /**< -1 to 1 about the centre; else 0 to 1 */
} axis_way;

typedef struct axis_state {
    const io_axis *binding;
    axis_way way;
    int slot;
    int target;                /**< -1: none */
    bool known;                /**< an event has told where it is */
    bool active;               /**< its modifier allows it to act */
    double raw, shaped, value; /**< shares before and after dead zone, saturation and curve; of the target */
    uint64_t moved;            /**< mapper.turn when it last moved */
    bool held_back;            /**< it has not yet been moved through half of its range: it moves nothing */
    bool seen;                 /**< while held back: it has had an event */
    int first, low, high;      /**< while held back: first, lowest and highest count */
    struct axis_state *next;   /**< of the same target */
} axis_state;

typedef struct button_state {
    const io_button *binding;
    axis_way way; /**< of a button that is an axis beyond a place */
    int slot;
    int target;         /**< -1: none, or an action */
    double value, rest; /**< of the target */
    bool down;          /**< as the device has it */
    bool held;          /**< pressed while its modifier allowed it */
    int at;             /**< cycle: value that was said last */
    uint64_t pressed;   /**< mapper.turn */
} button_state;

typedef struct slot_state {
    int axis_count, button_count;
    bool held_back;     /**< no axis has been moved through half of its range: buttons do nothing */
    bool keys[KEY_CNT]; /**< held buttons, by code */
    axis_state axes[IO_DEVICE_AXES];
    button_state buttons[IO_DEVICE_BUTTONS];
} slot_state;

typedef struct target_state {
    double low, high, start, safe;
    double value;
    int slot;                 /**< that moved it last; -1: none yet */
    axis_state *axes;         /**< that are bound to it */
    const button_state *ramp; /**< that moves it or, let go, brings it back; NULL: none */
    double ramped_to;         /**< where the ramp has put it */
    uint64_t taken;           /**< mapper.turn of the advance that gave it to the ramp */
    bool crept;
    double crept_to; /**< where ramps come back to then */
} target_state;

/** Where a lever goes. */
typedef struct lever_route {
    int control; /**< -1: the pattern does not use it */
    bool invert;
} lever_route;

struct io_mapper {
    const auth_machine *machine;
    int control_count, lever_count, pattern;
    target_state *targets;
    lever_route *routes;  /**< by lever */
    lever_route *earlier; /**< scratch: those of the pattern before */
    uint64_t turn;        /**< counts what moves, so that the latest is known */
    int move_count;
    io_move *moves; /**< of the call in progress: the last one of each control and action */
    slot_state slots[IO_SLOTS];
};

/* ---- mapper_target.c: targets, moves, patterns, ramps ---- */

/** Add a move to those of the call in progress. */
void moves_add(io_mapper *mapper, const io_move *move);

/** All targets at their initial values. @return false: out of memory */
bool targets_new(io_mapper *mapper, hl_arena *arena);

/** Number of the target; -1: none, or an action. */
int target_of(const io_mapper *mapper, const io_target *target);

/** Whether it moves to both sides of 0. */
bool target_two_sided(const target_state *target);

/** Value of a share of the way: two-sided over 0, one-sided from low. */
double target_value(const target_state *target, double share);

/** Its rest: 0 if the range contains it, else its low end. */
double target_rest(const target_state *target);

double target_limit(const target_state *target, double value);

/** Move it.
 *  @param again  add the move even if the value does not change */
void target_put(io_mapper *mapper, int target, double value, int slot, int64_t time, bool again);

/** Reset the targets that the slot moved last, without moves: to their safe values when the slot is lost,
 * else to their initial values. Creeps are reset too. */
void targets_forget(io_mapper *mapper, int slot, bool lost);

/** Which lever goes where, by the pattern. */
void routes_find(io_mapper *mapper);

/** The same by another pattern: levers keep their places, what they moved before goes to rest. */
void routes_change(io_mapper *mapper, int pattern, int64_t time);

/** Move a target by `way` and let it stay there, or move the place where its ramp comes back to. */
void creep_by(io_mapper *mapper, int target, double way, int slot, int64_t time);

/** Move ramps and creeps on. @param seconds  since the last call */
void targets_advance(io_mapper *mapper, double seconds, int64_t time);

/* ---- mapper_axis.c: one axis, and several on one target ---- */

/** By calibration; what is left out is the device's own. `range` may be NULL. */
axis_way axis_way_of(const auth_axis *axis, const io_axis_range *range, bool two_sided);

/** Share of the way of a count, limited. */
double axis_share(const axis_way *way, double count);

/** Share after inversion and `half`. */
double axis_turn(const auth_axis *axis, bool two_sided, double share);

/** Whether the axis' whole way is one side of its command. */
bool axis_has_side(const auth_axis *axis);

/** Dead zone, saturation, curve. Odd about 0. */
double axis_shape(const auth_axis *axis, double share);

/** An axis has a new count. */
void axis_event(io_mapper *mapper, axis_state *axis, int count, int64_t time);

/** Whether an axis may act; of one that was held back this event may be the one that proves it. */
bool axis_proven(axis_state *axis, int count);

/** A relative axis has turned by some detents. */
void axis_turned(io_mapper *mapper, const axis_state *axis, int detents, int64_t time);

/** Update the lists of axes by target, after a device was plugged in or unplugged. */
void join_lists(io_mapper *mapper);

/** Move a target to the joint value of its axes; to its rest if no axis holds it.
 *  @param slot  of the event, for a target that no axis holds */
void join_put(io_mapper *mapper, int target, int slot, int64_t time, bool again);

/** Whether an axis holds it. */
bool join_holds(const target_state *target);

#endif
