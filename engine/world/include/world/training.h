/* The tasks and the score of an exercise, as they stand: part of a machine's state, of its hash and of its
 * signals. All of it moves in world_machine_step, behind the machine and the sand, from the true signals of
 * the new state; once the exercise has ended nothing of it moves any more. Pure and deterministic.
 *
 * Signals, where the scenario has tasks or a score:
 *   task.current   1-based number of the task whose text is to be shown: the one that began last of those
 *                  that go on and have a text; 0: none
 *   task.result    0 it goes on, 1 finished, -1 failed
 *   task.message   1 + number of the instruction whose message shows (message, fail, finish); 0: none
 *   task.image     likewise of images
 *   task.NAME.state, .time, .count   see auth_task
 *   cue.chime, cue.tick, cue.warning, cue.success, cue.failure   sounds asked for so far; a finish is a
 *                  success, a fail a failure, without being asked for
 *   region.NAME.inside, region.NAME.marked, counter.NAME
 *   gauge.ID       0 hidden, 1 shown; only of gauges that some instruction names. Before the first: 1, when
 *                  the first instruction about it hides it, else 0
 *   profile.NAME.within, .rms, .left, .missing
 *   score.total    of 100 [1]: points of all components and of `score` instructions as they stand, 0 to 100;
 *                  0 when the exercise has failed
 *   score.extra    points of `score` instructions
 *   score.NAME     points of a component
 *
 * Of every machine: controls.travel [1], the way that all levers and pedals have been moved, each in shares
 * of its range; fuel.used [l].
 *
 * Within a tick the score is measured first. Then the tasks that go on are tested in their order, and what
 * those that are done or late instruct takes effect at once; then those begin, in their order, that may or
 * that a `next` has named: they are tested from the next tick on. `next` makes a task begin plainly anew,
 * whatever it is doing; what comes after it and has begun already does not begin again. A component with
 * `during` is measured in the ticks in which its task is tested. The floor of a region and the middle of a
 * profile stand on the scenario's ground, piles of sand left away, as zones and objects do. */
#ifndef WORLD_TRAINING_H
#define WORLD_TRAINING_H

#include "world/machine.h"

typedef enum world_result { WORLD_GOES_ON, WORLD_FINISHED, WORLD_FAILED } world_result;

/** How the exercise stands; WORLD_GOES_ON where there are no tasks. It finishes when every task that is not
 * optional is done, or by an instruction. RT. */
world_result world_exercise_result(const world_machine *machine);

/** Time at which it ended [s]; 0: it goes on. RT. */
double world_exercise_ended(const world_machine *machine);

/** The instruction that ended it (fail, finish, or of a task that was late); NULL: it goes on, all tasks are
 * done, or a task without `late` was late, which world_exercise_late tells. RT. */
const auth_instruction *world_exercise_reason(const world_machine *machine);

/** The task that was late and so failed the exercise without any instruction; -1: none. RT. */
int world_exercise_late(const world_machine *machine);

/** What happened, told once each, for logs and lists: state of the world, so that a replay tells the same. */
typedef enum world_note_kind {
    WORLD_NOTE_TASK_BEGAN, /**< of: task; not of its further turns when it repeats */
    WORLD_NOTE_TASK_DONE,
    WORLD_NOTE_TASK_LATE,
    WORLD_NOTE_INSTRUCTION /**< of: number of the instruction */
} world_note_kind;

typedef struct world_note {
    int64_t tick;
    int32_t kind; /**< world_note_kind */
    int32_t of;
} world_note;

enum { WORLD_NOTES_KEPT = 256 /**< the last ones */ };

/** Notes since the start, all of them; note `index`, which must be one of the last WORLD_NOTES_KEPT. RT. */
int64_t world_note_count(const world_machine *machine);
world_note world_note_at(const world_machine *machine, int64_t index);

/** A component of the score as it stands. */
typedef struct world_points {
    double value;  /**< what was measured; NaN: nothing was measured yet */
    double share;  /**< 0 to 1 of its points */
    double points; /**< of `most` */
    double most;   /**< weight over all weights, times 100 */
    double best, worst;
    const char *unit; /**< of value, best, worst: of a share %, else the one that `best` is written with, or
                         the signal's */
} world_points;

/** Component 0 to component_count - 1 of the scenario's score. RT. */
world_points world_score_component(const world_machine *machine, int component);

/** All of them and the points of instructions, as score.total; and those of instructions alone. RT. */
double world_score_total(const world_machine *machine);
double world_score_extra(const world_machine *machine);

#endif
