/* What an attempt at an exercise is of, and what came of it, from authored texts and the world as it stands:
 * the same when driving and when proving a drive. */
#ifndef DRV_OUTCOME_H
#define DRV_OUTCOME_H

#include "drv/texts.h"
#include "train/store.h"
#include "world/machine.h"

/** What it is of; neither reference nor practice.
 *  @param hash     of drv_texts_hash; must live on
 *  @param choices  of the machine's variants
 *  @return false: out of memory */
bool drv_exercise_of(const auth_scenario *scenario, const char *machine, const auth_choice *choices,
                     int choice_count, const char *hash, hl_arena *arena, train_exercise *exercise);

/** Without tasks the scenario's goal decides; the signals must have been looked at. What ends behind the
 * scenario's own time is stopped.
 *  @param end  of the drive */
train_result drv_result_of(const auth_scenario *scenario, const world_machine *machine, rt_end end);

/** Why it has ended, for people. NULL: out of memory.
 *  @param end  of the drive */
const char *drv_reason_of(const auth_scenario *scenario, const world_machine *machine, rt_end end,
                          hl_arena *arena);

/** What came of it: all but the hash of the recording, the marks and messages of an instructor, and whether a
 * fault acted on the way. Practice when it was stopped in its first ten seconds. Looks at the signals.
 *  @param end  of the drive
 *  @return false: out of memory */
bool drv_outcome_of(const auth_scenario *scenario, world_machine *machine, rt_end end, hl_arena *arena,
                    train_outcome *outcome);

/** Whether a control that is a fault stands elsewhere than at its start. RT. */
bool drv_is_faulty(const world_machine *machine);

#endif
