/* The recorder: the real-time loop passes each tick to it, and its thread writes recording.hlr. It never
 * delays the loop: dropped data are noted in the outcome, and the drive continues.
 *
 *   rt_recorder_open ... before the first step, at the start state
 *   loop:  [max speed: wait while rt_recorder_free_places is 0]
 *          set controls; status = world_machine_step(machine);
 *          if (status == HL_OK) rt_recorder_tick(recorder, machine);
 *   rt_recorder_close(recorder, RT_END_..., status, &outcome);
 *
 * It also keeps the last seconds in memory: the black box, written when a step fails, even without a
 * recording. */
#ifndef RT_RECORDER_H
#define RT_RECORDER_H

#include "rt/recording.h"
#include "world/machine.h"

typedef struct rt_recorder_setup {
    const char *path;                    /**< recording.hlr; NULL: only the black box */
    const char *black_box;               /**< black-box.hlr, written when a step fails; NULL: none */
    const char *version;                 /**< of the program */
    rt_text machine_text, scenario_text; /**< must outlive the recorder, as the version must */
    int text_count;
    const rt_text *texts; /**< of further files: soils, machines; likewise */
    int choice_count;
    const auth_choice *choices; /**< of each variant of the machine; likewise */
    mb_step_options options;    /**< the machine was built with */
    double checkpoint_seconds;  /**< between saved states; 0: 10 s */
    double flush_seconds;       /**< between flushes; 0: 0.5 s */
    double ring_seconds;        /**< length of the ring to the writing thread; 0: 60 s */
    double black_box_seconds;   /**< minimum length of the black box; 0: 5 s */
    int64_t reserve;            /**< bytes of disk space reserved for recording.hlr while it is written */
} rt_recorder_setup;

/** The outcome of recording. */
typedef struct rt_recorder_outcome {
    bool recorded;           /**< recording.hlr holds every tick */
    bool black_box;          /**< black-box.hlr has been written */
    int64_t ticks;           /**< in recording.hlr */
    uint64_t bytes;          /**< of recording.hlr */
    int64_t postponed;       /**< saved states that had to wait for the thread */
    int64_t ring_most;       /**< most ticks that waited in the ring */
    char why[RT_WHY_LENGTH]; /**< message about missing data; empty: complete */
} rt_recorder_outcome;

typedef struct rt_recorder rt_recorder;

/** Allocate memory, write the start state, start the thread. Not RT.
 *  @param machine  at the start state
 *  @param why      out: RT_WHY_LENGTH, what went wrong
 *  @return HL_OK; HL_IO_ERROR: the file cannot be written; HL_OUT_OF_MEMORY */
hl_status rt_recorder_open(const rt_recorder_setup *setup, world_machine *machine, hl_arena *arena,
                           rt_recorder **recorder, char *why);

/** Record a tick, after each successful step. RT: no lock, no system call, no allocation; a constant amount
 * of work, except saved states: at most one in a tick, a copy of world_state_size bytes. */
void rt_recorder_tick(rt_recorder *recorder, const world_machine *machine);

/** Free places of the ring. Without a file, or after its failure: always positive. RT. */
int64_t rt_recorder_free_places(const rt_recorder *recorder);

/** Whether recording.hlr failed (disk full, overflow) while the drive continues; the outcome has the reason.
 * RT. */
bool rt_recorder_has_failed(const rt_recorder *recorder);

/** Write waiting data, close the file, stop the thread; for RT_END_FAILED write the black box. Not RT. The
 * recorder is freed.
 *  @param machine  at the state of the last good tick, with the controls of a failed step
 *  @param status   of the step that failed, else HL_OK */
void rt_recorder_close(rt_recorder *recorder, world_machine *machine, rt_end end, hl_status status,
                       rt_recorder_outcome *outcome);

#endif
