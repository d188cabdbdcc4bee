/* Reading and writing recording.hlr; docs/recording.md describes the format. */
#ifndef RT_RECORDING_H
#define RT_RECORDING_H

#include "auth/machine.h"
#include "hl/arena.h"
#include "hl/status.h"
#include "mb/step.h"
#include "world/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- recording ---- */

/* Reading recordings, recording.hlr; docs/recording.md describes the format. A recording has the authored
 * texts, the start state, the controls and hashes of each tick and periodic saved states: everything needed
 * to compute the drive again. */

enum {
    RT_RECORDING_FORMAT = 3, /**< version of the format: counted up with every change of the bytes */
    RT_WHY_LENGTH = 512      /**< room for a message */
};

/** An authored file, as the drive read it. */
typedef struct rt_text {
    const char *path; /**< for messages; NULL: there is no such file */
    const char *text; /**< ended by NUL, which is not counted */
    size_t length;
} rt_text;

/** Read a whole file, so that what is parsed and what is recorded are the same bytes. Not RT.
 *  @param why  out: RT_WHY_LENGTH, what went wrong
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status rt_text_read(const char *path, hl_arena *arena, rt_text *text, char *why);

/** The same for the file of a mesh, whose bytes may be no text. */
hl_status rt_mesh_read(const char *path, hl_arena *arena, rt_text *text, char *why);

/** A block of the state. */
typedef struct rt_block_info {
    const char *name;
    uint64_t size; /**< [bytes]; 0: it grows and shrinks */
} rt_block_info;

enum { RT_BUILD_LENGTH = 160 };

/** Build and platform of this program: compiler, processor, version of the C library.
 *  @param text  out: RT_BUILD_LENGTH */
void rt_build_text(char *text);

/** Description of a recording. */
typedef struct rt_recording_info {
    const char *version; /**< of the program that drove */
    const char *build;   /**< rt_build_text of that program */
    const char *machine; /**< the machine's name */
    uint64_t model_hash; /**< world_model_hash */
    uint64_t rigid_size; /**< world_rigid_state_size [bytes]: minimum size of a saved state */
    uint64_t capacity;   /**< world_state_capacity [bytes]: its maximum size */
    mb_step_options options;
    rt_text machine_text, scenario_text; /**< no scenario: path NULL */
    int text_count;
    const rt_text *texts; /**< of further files that these name: soils, mesh, types of objects, machines */
    int choice_count;
    const auth_choice *choices; /**< of each variant of the machine */
    int control_count, block_count;
    const char **controls;
    rt_block_info *blocks;
} rt_recording_info;

/** Why a drive ended. */
typedef enum rt_end {
    RT_END_NONE,     /**< unknown: the file was cut off by a kill or a full disk */
    RT_END_FINISHED, /**< the script, the scenario or the given time was over */
    RT_END_STOPPED,  /**< a stop was requested */
    RT_END_FAILED,   /**< a step failed: its status and its controls follow */
    RT_END_OVERFLOW, /**< the recorder was too slow: the drive continued without it */
    RT_END_WRITE     /**< writing failed: the drive continued without it */
} rt_end;

/** Word for an end: "finished", ... */
const char *rt_end_text(rt_end end);

/** One tick: the controls that acted in it, and hashes of the state after it. */
typedef struct rt_tick {
    int64_t tick; /**< world_machine_tick after the step */
    uint64_t state_hash;
    const uint16_t *block_hashes; /**< [block_count] a folded hash of each block */
    const double *controls;       /**< [control_count] */
} rt_tick;

typedef struct rt_recording rt_recording;

/** Open and check a recording. Data after the last complete frame are not read; see rt_recording_cut.
 *  @param recording  out, to be closed; NULL after a failure
 *  @param why        out: RT_WHY_LENGTH, the reason with the file
 *  @return HL_OK; HL_IO_ERROR: cannot be read; HL_BAD_INPUT: not a recording, another version of the format,
 *          or damaged before its start state; HL_OUT_OF_MEMORY */
hl_status rt_recording_open(const char *path, rt_recording **recording, char *why);
void rt_recording_close(rt_recording *recording);

/** Lives as long as the recording. */
const rt_recording_info *rt_recording_about(const rt_recording *recording);

/** The recording has ticks first+1 to last; first is the tick of the start state. */
int64_t rt_recording_first(const rt_recording *recording);
int64_t rt_recording_last(const rt_recording *recording);

/** Saved states: their number, at least 1, tick and bytes of state `index`; the first is the start. */
int rt_recording_states(const rt_recording *recording);
int64_t rt_recording_state_tick(const rt_recording *recording, int index);
size_t rt_recording_state_size(const rt_recording *recording, int index);

/** Read a saved state into `to`: rt_recording_state_size bytes. HL_OK, HL_IO_ERROR, HL_BAD_INPUT,
 * HL_OUT_OF_MEMORY. */
hl_status rt_recording_state(rt_recording *recording, int index, void *to);

/** Read a tick, first+1 to last. In increasing order each part of the file is read once.
 *  @param tick  out; its arrays are good until the next call
 *  @return HL_OK, HL_IO_ERROR, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status rt_recording_tick(rt_recording *recording, int64_t number, rt_tick *tick);

/** How the drive ended. */
typedef struct rt_recording_ending {
    rt_end end;
    hl_status status;       /**< RT_END_FAILED: of the step that failed */
    const double *controls; /**< RT_END_FAILED: [control_count] controls of the failed step */
    const char *note;       /**< additional text, may be empty */
    int64_t postponed;      /**< saved states that had to wait */
} rt_recording_ending;
rt_recording_ending rt_recording_how_ended(const rt_recording *recording);

/** Bytes at the end of the file after the last complete frame, left by a kill or damage. */
uint64_t rt_recording_cut(const rt_recording *recording);

/** Whether these bytes are damage: a frame with a wrong checksum or out of order, or data after the end.
 * False without such bytes, or for an incomplete last frame, as after a kill. */
bool rt_recording_is_damaged(const rt_recording *recording);

/* ---- recorder ---- */

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

typedef struct rt_recorder_setup {
    const char *path;                    /**< recording.hlr; NULL: only the black box */
    const char *black_box;               /**< black-box.hlr, written when a step fails; NULL: none */
    const char *version;                 /**< of the program */
    rt_text machine_text, scenario_text; /**< must outlive the recorder, as the version must */
    int text_count;
    const rt_text *texts; /**< of further files: soils, mesh, types of objects, machines; likewise */
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
 *  @param status   of the failed step, otherwise HL_OK */
void rt_recorder_close(rt_recorder *recorder, world_machine *machine, rt_end end, hl_status status,
                       rt_recorder_outcome *outcome);

#endif
