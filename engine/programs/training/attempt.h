/* What an attempt at an exercise is of, and what came of it, from authored texts and the world as it stands:
 * the same for who drives and for who proves a drive. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "rt/recording.h"
#include "train/store.h"
#include "world/machine.h"

enum { ATTEMPT_HASH = 17 /* sixteen digits */ };

/** Hash of the texts of an exercise: scenario, machine, soils in the scenario's order. */
void attempt_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *soils, int soil_count,
                        char hash[ATTEMPT_HASH]);

/** Hash of a file, as of a recording.
 *  @param why  out: TRAIN_WHY, when false: it cannot be read */
bool attempt_file_hash(const char *path, char hash[ATTEMPT_HASH], char *why);

/** What it is of; neither reference nor practice.
 *  @param hash     of attempt_texts_hash; must live on
 *  @param choices  of the machine's variants
 *  @return false: out of memory */
bool attempt_exercise(const auth_scenario *scenario, const char *machine, const auth_choice *choices,
                      int choice_count, const char *hash, hl_arena *arena, train_exercise *exercise);

/** Without tasks the scenario's goal decides; the signals must have been looked at. What ends behind the
 * scenario's own time is stopped.
 *  @param end  of the drive */
train_result attempt_result(const auth_scenario *scenario, const world_machine *machine, rt_end end);

/** Why it has ended, for people. NULL: out of memory.
 *  @param end  of the drive */
const char *attempt_reason(const auth_scenario *scenario, const world_machine *machine, rt_end end,
                           hl_arena *arena);

/** What came of it: all but the hash of the recording, the marks and messages of an instructor, and whether a
 * fault acted on the way. Practice when it was stopped in its first ten seconds. Looks at the signals.
 *  @param end  of the drive
 *  @return false: out of memory */
bool attempt_outcome(const auth_scenario *scenario, world_machine *machine, rt_end end, hl_arena *arena,
                     train_outcome *outcome);

/** Whether a control that is a fault stands elsewhere than at its start. RT. */
bool attempt_fault_acts(const world_machine *machine);

#endif
