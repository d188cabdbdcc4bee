/* Drives of the fake machine for tests of the recorder: what is recorded, and where. */
#ifndef DRIVE_H
#define DRIVE_H

#include "fake_machine.h"
#include "rt/recording.h"

#define DRIVE_MACHINE "digger 1.0"
#define DRIVE_VERSION "1.2.3"

/** A folder for this test's files, made at the first call, and a file in it (static memory, a few at a time).
 */
const char *drive_path(const char *name);

/** Remove the files and the folder. */
void drive_clean(void);

/** Setup of a recorder in the usual way: checkpoints every 100 ticks. */
rt_recorder_setup drive_setup(const char *path);

/** Set the controls for a tick: steering moves at every tick, the throttle every 37, the brake never. */
void drive_controls(world_machine *machine, int64_t tick);

/** Build a machine, drive `ticks`, close. Stops at a step that fails. Waits while the recorder has no room.
 *  @param fail_at  tick whose step is made to fail; 0: none */
rt_recorder_outcome drive_record(const rt_recorder_setup *setup, int64_t ticks, int64_t fail_at);

#endif
