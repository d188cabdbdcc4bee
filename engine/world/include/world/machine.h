/* A machine in a scenario, ready to drive: the multibody model with hydraulics, driveline, tires and contacts
 * as one Newton system, the operator's controls, the signals. Pure: no files, no clocks, no threads.
 *
 * One tick of world_machine_step: ground under tires and tracks, contacts -> control units (gears, levers,
 * valves) -> step of the multibody model -> sand -> zones, tasks, score. Controls set before the step act in
 * it, and the same controls on the same state give the same bits. */
#ifndef WORLD_MACHINE_H
#define WORLD_MACHINE_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "terr/sand.h"
#include "world/mechanism.h"

typedef struct world_machine world_machine;

/** Options for a machine in a scenario: the defaults of a real-time machine, overridden by the files' own. */
mb_step_options world_machine_options(const auth_machine *machine, const auth_scenario *scenario);

/** Build, assemble, place and, where the scenario says so, let settle. All memory comes from the arena.
 *  @param scenario         NULL: flat firm ground of the first surface that the tires know, settled at the
 * origin
 *  @param machine_report   complaints about the machine's file
 *  @param scenario_report  complaints about the scenario's file, e.g. a surface that no tire knows
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_machine_build(const auth_machine *author, const auth_scenario *scenario,
                              const mb_step_options *options, hl_arena *arena, hl_report *machine_report,
                              hl_report *scenario_report, world_machine **built);

/** The file of a machine, and where complaints about it go. */
typedef struct world_file {
    const auth_machine *author;
    hl_report *report;
} world_file;

/** The same with all machines of a scenario on its site. The driven one stands for the whole world: steps,
 * state, signals and controls are those of all machines, and what the scenario asks (zones, goal, tasks,
 * score) is asked of it. Signals and controls of the others have their names before them: "other.chassis.x".
 *  @param files   [1 + auth_scenario_others] of the driven machine, then of the others
 *  @param driven  out: the driven machine */
hl_status world_build(const world_file *files, const auth_scenario *scenario, const mb_step_options *options,
                      hl_arena *arena, hl_report *scenario_report, world_machine **driven);

/** Machines of the world, the driven one among them; and one of them, 0: the driven one. */
int world_machine_count(const world_machine *machine);
world_machine *world_machine_at(const world_machine *machine, int index);

/** What a machine was built from; and the name before those of its signals, NULL: it is the driven one. */
const auth_machine *world_machine_author(const world_machine *machine);
const char *world_machine_prefix(const world_machine *machine);

/** Warn about what the machine's file may say but hardly means, as world_mechanism_warn; call it before the
 * first step. Leaves the state as it is. Not RT. */
void world_machine_warn(world_machine *machine, hl_report *warnings);

/** The same of the scenario's file: conditions of its goal, tasks and score that never or always hold, since
 * the signal lies elsewhere. */
void world_scenario_warn(const world_machine *machine, hl_report *warnings);

/** The mechanism inside: model, state, work, outputs. */
world_mechanism *world_machine_mechanism(world_machine *machine);

const char *world_machine_name(const world_machine *machine);

/* ---- controls ---- */

typedef struct world_control {
    const char *name, *meaning;
    double low, high, safe, initial;
} world_control;

int world_control_count(const world_machine *machine);
world_control world_control_info(const world_machine *machine, int control);

/** Index of a control by its name, -1 when there is none. Spaces may be written as underscores, as they are
 * in the names of signals. */
int world_control_find(const world_machine *machine, const char *name);

/** Set a control, limited to its range; not-a-number is the safe value. Acts in the next step. RT. */
void world_control_set(world_machine *machine, int control, double value);
double world_control_get(const world_machine *machine, int control);

/** The controls as they stand are those of the start: nobody has moved them. Where some were set behind
 * world_machine_build and before the first step. */
void world_controls_start(world_machine *machine);

/* ---- steps ---- */

/** One tick: the machine's step, then, where there is sand, its step at the new poses. On a failure
 * (HL_NOT_CONVERGED, HL_SINGULAR, HL_NOT_FINITE) coordinates, time and sand are those of the last good tick,
 * but the control unit has moved on and hits have been counted for the step that was not made: nothing but
 * world_rigid_state_restore or world_state_restore of a state saved before it makes the machine whole. RT. */
hl_status world_machine_step(world_machine *machine);

/** Parts of a step, in their order; those of the sand only where there is some. */
typedef enum world_part {
    WORLD_PART_GROUND,    /**< poses, ground under tires and tracks, contacts, hits */
    WORLD_PART_CONTROLS,  /**< control unit, levers, valves */
    WORLD_PART_NEWTON,    /**< everything that moves, as one system */
    WORLD_PART_PRESS,     /**< tires, tracks and plates on the sand */
    WORLD_PART_DIG,       /**< from here on as terr_part (terr/sand.h) */
    WORLD_PART_PARTICLES, /**< ... */
    WORLD_PART_FLOW,      /**< ... */
    WORLD_PART_TASKS,     /**< zones, ways, tasks, score */
    WORLD_PARTS
} world_part;

/** Whom to tell, at the end of each part of each step: for clocks, which this library has none of. Not state.
 *  @param ended  NULL: nobody, as at the start; called in the step, so RT */
void world_machine_set_timer(world_machine *machine, void (*ended)(void *context, world_part part),
                             void *context);

/** Of the last step. */
const mb_step_report *world_machine_report(const world_machine *machine);

int64_t world_machine_tick(const world_machine *machine);
double world_machine_time(const world_machine *machine);
double world_machine_step_size(const world_machine *machine);

/* ---- signals ---- */

typedef struct world_signal {
    const char *name; /**< "engine.speed" */
    const char *unit; /**< "rpm"; "1" for plain numbers */
    const char *meaning;
    double si; /**< one unit in SI */
} world_signal;

int world_signal_count(const world_machine *machine);
world_signal world_signal_info(const world_machine *machine, int signal);

/** Index of a signal by its name, -1 when there is none. */
int world_signal_find(const world_machine *machine, const char *name);

/** Name of the signal spelt most like `name`; NULL when none is near. */
const char *world_signal_nearest(const world_machine *machine, const char *name);

/** All signals at the present state, in their units. RT.
 *  @param values  out: world_signal_count numbers */
void world_machine_evaluate_signals(world_machine *machine, double *values);

/* ---- hits: what the machine has struck of the scenery ---- */

/** A blow of a body's `shapes` against an object: from the first touch with 100 N or more until the two have
 * been apart for half a second. Of the forces between them the normal ones count; what leans on an object is
 * one long hit. At most 32 go on at once. */
typedef struct world_hit {
    double began, ended; /**< first and last touch [s]; ended 0: still going on */
    int body, object;    /**< object: of the scenario, from 0 */
    double impulse;      /**< of all forces between the two [N s] */
    double peak;         /**< largest force [N] */
} world_hit;

enum { WORLD_HITS_KEPT = 64 /**< the first; more are only counted */ };

/** Hits since the start, all of them; and one of the kept ones, 0 to smaller(count, WORLD_HITS_KEPT) - 1.
 * Part of the state. Signals: `hits.count`, `hits.impulse`. RT. */
int world_hit_count(const world_machine *machine);
world_hit world_hit_at(const world_machine *machine, int hit);

/** Soil in a zone of the scenario [kg], as it was weighed last: at the start and once in twenty ticks. RT.
 */
double world_zone_mass(const world_machine *machine, int zone);

/** What the last step left of the loop closures, as |Phi| [m, rad or 1]; 0 before the first one. RT. */
double world_loop_violation(const world_machine *machine);

/** Whether that is more than a step may leave without a note (mb_loop_bounds). RT. */
bool world_loops_open(const world_machine *machine);

/** Whether the scenario's goal holds at the signals of the last world_machine_evaluate_signals; false where
 * there is none. RT. */
bool world_goal_reached(const world_machine *machine);

/* ---- state ---- */

/** A piece of the state under a name: as headland replay --verify names the first that differs */
typedef struct world_block {
    const char *name;
    void *data;
    size_t size;                        /**< [bytes]; 0: the sand, whose size changes */
    uint64_t (*hash)(const void *data); /**< NULL: the hash of its bytes */
} world_block;

/** All that changes, in the machine's own memory.
 *  @return their number; they are constant */
int world_state_blocks(const world_machine *machine, const world_block **blocks);

/** Bytes of the state as it is now: with sand it grows and shrinks; and how large it can become. RT. */
size_t world_state_size(const world_machine *machine);
size_t world_state_capacity(const world_machine *machine);

/** Save world_state_size bytes; restore what was saved of the same model, whatever its size. RT: with sand
 * about 0.1 ms per MB. */
void world_state_save(const world_machine *machine, void *to);
void world_state_restore(world_machine *machine, const void *from);

/** Whether bytes from elsewhere, a file, have the size of a saved state, and restoring them is safe: every
 * count and index in them within its bounds. Not RT. */
bool world_state_fits(world_machine *machine, const void *from, size_t size);

/** Without the sand, small and of constant size: what a step that fails may have changed. RT. */
size_t world_rigid_state_size(const world_machine *machine);
void world_rigid_state_save(const world_machine *machine, void *to);
void world_rigid_state_restore(world_machine *machine, const void *from);

/** Hash of one block, and of the whole state: equal bits, equal hash. RT. */
uint64_t world_block_hash(const world_block *block);
uint64_t world_state_hash(const world_machine *machine);

/** The hash of the whole state out of those of its blocks: begin with HL_HASH_START (hl/hash.h), join them in
 * their order. RT. */
uint64_t world_hash_join(uint64_t whole, uint64_t of_block);

/** Fingerprint of the model: start state, options, names of signals, gears, friction of the tires. Most other
 * parameters show in the start state, once the machine has settled; those that do not, a curve of the engine
 * or an object far away, show in the states of a replay. Recordings carry it. */
uint64_t world_model_hash(const world_machine *machine);

/* ---- pictures ---- */

/** Bodies of all machines, machine by machine in their order. */
int world_body_count(const world_machine *machine);

/** Pose of a body's frame at the state of the last world_machine_evaluate_signals. RT. */
void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation);

/** The sand; NULL: the ground is rigid. */
terr_sand *world_machine_sand(world_machine *machine);

/** Height of the ground at a place [m]. */
double world_ground_height(const world_machine *machine, double x, double y);

#endif
