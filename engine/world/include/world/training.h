/* The tasks and the score of an exercise: part of a machine's state, of its hash and of its signals. They are
 * updated in world_machine_step, after the machine and the sand, from the true signals of the new state.
 * After the end of the exercise they no longer change. Pure and deterministic.
 *
 * Signals of a scenario with tasks or a score:
 *   task.current   number, from 1, of the task whose text is shown: of the active tasks with a text, the one
 *                  that began last; 0: none
 *   task.result    0 in progress, 1 finished, -1 failed
 *   task.message   1 + number of the instruction whose message is shown (message, fail, finish); 0: none
 *   task.image     the same for images
 *   task.NAME.state, .time, .count   see auth_task
 *   cue.chime, cue.tick, cue.warning, cue.success, cue.failure   number of sounds so far; finish counts as
 *                  success and fail as failure, without a sound instruction
 *   region.NAME.inside, region.NAME.marked, counter.NAME
 *   gauge.ID       0 hidden, 1 shown; only for gauges that an instruction names. Initially 1 if the first
 *                  instruction on the gauge hides it, otherwise 0
 *   profile.NAME.within, .rms, .left, .missing
 *   score.total    points of all components and of `score` instructions so far, 0 to 100; 0 after failure and
 *                  in practice
 *   score.extra    points of `score` instructions
 *   score.NAME     points of a component
 *
 * Every machine has controls.travel [1], the total travel of all levers and pedals, each as a share of its
 * range, and fuel.used [l].
 *
 * Order within a tick:
 *   1 the score is measured; a component with `during` only in ticks in which its task is tested
 *   2 the active tasks are tested in their order; the instructions of those that are done or late are
 *     executed at once
 *   3 tasks begin, in their order, if their `after` is fulfilled or a `next` has named them; they are tested
 *     from the next tick on. `next` restarts a task in any state; tasks after it that have already begun do
 *     not begin again
 *
 * The floor of a region and the middle of a profile are at the height of the scenario's ground without piles
 * of sand, like zones and objects. */
#ifndef WORLD_TRAINING_H
#define WORLD_TRAINING_H

#include "world/machine.h"

typedef enum world_result {
    WORLD_GOES_ON,
    WORLD_FINISHED,
    WORLD_FAILED,
    WORLD_PRACTICE /**< only in the state; world_exercise_result gives WORLD_GOES_ON */
} world_result;

/** Practise: from now on the exercise has no end and no score. Its tasks, messages and sounds are those of
 * the exercise; the text of a failure is shown for some seconds. It is part of the state, so a replay
 * practises too. Call it before the first tick; nothing happens without tasks and score. */
void world_exercise_practise(world_machine *machine);

/** Whether it is practised. RT. */
bool world_exercise_is_practised(const world_machine *machine);

/** State of the exercise; WORLD_GOES_ON without tasks. It finishes when all tasks that are not optional are
 * done, or by an instruction. RT. */
world_result world_exercise_result(const world_machine *machine);

/** Time at which it ended [s]; 0: in progress. RT. */
double world_exercise_ended(const world_machine *machine);

/** The instruction that ended it: fail, finish, or an instruction of a late task. NULL: in progress, all
 * tasks are done, or a task without `late` was late (world_exercise_late). RT. */
const auth_instruction *world_exercise_reason(const world_machine *machine);

/** The late task that failed the exercise without an instruction; -1: none. RT. */
int world_exercise_late(const world_machine *machine);

/** Events of the exercise, for logs and lists. They are part of the state, so a replay gives the same events.
 */
typedef enum world_note_kind {
    WORLD_NOTE_TASK_BEGAN, /**< of: task; only the first time if it repeats */
    WORLD_NOTE_TASK_DONE,
    WORLD_NOTE_TASK_LATE,
    WORLD_NOTE_INSTRUCTION /**< of: number of the instruction that was executed */
} world_note_kind;

typedef struct world_note {
    int64_t tick;
    int32_t kind; /**< world_note_kind */
    int32_t of;
} world_note;

enum { WORLD_NOTES_KEPT = 256 /**< the most recent */ };

/** Number of all notes since the start; note `index`, which must be one of the last WORLD_NOTES_KEPT. RT. */
int64_t world_note_count(const world_machine *machine);
world_note world_note_at(const world_machine *machine, int64_t index);

/** Present values of a component of the score. */
typedef struct world_points {
    double value;  /**< measured value; NaN: not yet measured */
    double share;  /**< 0 to 1 of its points */
    double points; /**< of `most` */
    double most;   /**< weight over all weights, times 100 */
    double best, worst;
    const char *unit; /**< of value, best, worst: % for a share, otherwise the unit of `best` in the file, by
                         default the signal's */
} world_points;

/** Component 0 to component_count - 1 of the scenario's score. RT. */
world_points world_score_component(const world_machine *machine, int component);

/** Points of all components and instructions (score.total); points of instructions alone (score.extra). RT.
 */
double world_score_total(const world_machine *machine);
double world_score_extra(const world_machine *machine);

#endif
