/* A machine in a scenario, ready to drive: the multibody model with hydraulics, driveline, tires and
 * contacts, solved as one Newton system; the operator's controls; the signals. Pure: no files, no clocks, no
 * threads.
 *
 * One tick of world_machine_step: ground under tires and tracks, contacts -> control units (gears, levers,
 * valves) -> step of the multibody model -> sand -> zones, tasks, score. Controls set before the step act in
 * it. The same controls at the same state give the same bits. */
#ifndef WORLD_MACHINE_H
#define WORLD_MACHINE_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "collision/mesh.h"
#include "terr/sand.h"
#include "world/mechanism.h"

typedef struct world_machine world_machine;

/** Options for a machine in a scenario: the defaults of a real-time machine, overridden by those of the
 * files. */
mb_step_options world_machine_options(const auth_machine *machine, const auth_scenario *scenario);

/** Build the machine, assemble it, place it, and let it settle if the scenario requires it. All memory comes
 * from the arena.
 *  @param scenario         NULL: flat rigid ground with the first surface of the tires, settled at the origin
 *  @param machine_report   complaints about the machine's file
 *  @param scenario_report  complaints about the scenario's file, e.g. a surface without tire friction
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_machine_build(const auth_machine *author, const auth_scenario *scenario,
                              const mb_step_options *options, hl_arena *arena, hl_report *machine_report,
                              hl_report *scenario_report, world_machine **built);

/** The file of a machine, and the report for complaints about it. */
typedef struct world_file {
    const auth_machine *author;
    hl_report *report;
} world_file;

/** The same with all machines of a scenario. The driven machine represents the whole world: its steps, state,
 * signals and controls are those of all machines, and zones, goal, tasks and score of the scenario refer to
 * it. Signals and controls of the other machines have the machine's name as prefix: "other.chassis.x".
 *  @param files   [1 + auth_scenario_others]: the driven machine, then the others
 *  @param driven  out: the driven machine */
hl_status world_build(const world_file *files, const auth_scenario *scenario, const mb_step_options *options,
                      hl_arena *arena, hl_report *scenario_report, world_machine **driven);

/** Number of machines in the world, including the driven one; machine `index`, 0: the driven one. */
int world_machine_count(const world_machine *machine);
world_machine *world_machine_at(const world_machine *machine, int index);

/** The descriptor that a machine was built from; the prefix of its signals, NULL for the driven machine. */
const auth_machine *world_machine_author(const world_machine *machine);
const char *world_machine_prefix(const world_machine *machine);

/** Warn about allowed but improbable values in the machine's file, see world_mechanism_warn. Call it before
 * the first step. It does not change the state. Not RT. */
void world_machine_warn(world_machine *machine, hl_report *warnings);

/** The same for the scenario's file: conditions of goal, tasks and score that never or always hold because of
 * the signal's range. */
void world_scenario_warn(const world_machine *machine, hl_report *warnings);

/** The mechanism of the machine: model, state, work, outputs. */
world_mechanism *world_machine_mechanism(world_machine *machine);

const char *world_machine_name(const world_machine *machine);

/* ---- controls ---- */

typedef struct world_control {
    const char *name, *meaning;
    double low, high, safe, initial;
} world_control;

int world_control_count(const world_machine *machine);
world_control world_control_info(const world_machine *machine, int control);

/** Index of a control by its name; -1: not found. Spaces may be written as underscores, as in names of
 * signals. */
int world_control_find(const world_machine *machine, const char *name);

/** Set a control, limited to its range; not-a-number sets the safe value. Effective in the next step. RT. */
void world_control_set(world_machine *machine, int control, double value);
double world_control_get(const world_machine *machine, int control);

/** Take the present controls as the initial ones: `controls.travel` and travels of the score start from them.
 * Call it before the first step if controls were set after world_machine_build. */
void world_controls_start(world_machine *machine);

/* ---- steps ---- */

/** One tick: the machine's step, then the step of the sand (if any) at the new poses. After a failure
 * (HL_NOT_CONVERGED, HL_SINGULAR, HL_NOT_FINITE) coordinates, time and sand are those of the last good tick,
 * but the control unit has advanced and hits of the failed step are counted. The state is then inconsistent
 * until a state saved before the step is restored (world_rigid_state_restore, world_state_restore). RT. */
hl_status world_machine_step(world_machine *machine);

/** Parts of a step, in their order; parts of the sand only with sand. */
typedef enum world_part {
    WORLD_PART_GROUND,    /**< poses, ground under tires and tracks, contacts, hits */
    WORLD_PART_CONTROLS,  /**< control unit, levers, valves */
    WORLD_PART_NEWTON,    /**< step of the multibody system with hydraulics and driveline */
    WORLD_PART_PRESS,     /**< tires, tracks and plates on the sand */
    WORLD_PART_DIG,       /**< from here on as terr_part (terr/sand.h) */
    WORLD_PART_PARTICLES, /**< ... */
    WORLD_PART_FLOW,      /**< ... */
    WORLD_PART_TASKS,     /**< zones, travels, tasks, score */
    WORLD_PARTS
} world_part;

/** Set a callback at the end of each part of each step, for time measurements by the caller. Not part of the
 * state.
 *  @param ended  NULL: none, the default; called within the step, so RT */
void world_machine_set_timer(world_machine *machine, void (*ended)(void *context, world_part part),
                             void *context);

/** Compute the following steps with a team of threads: the same bits. Not part of the state. Not RT.
 *  @param team   NULL: none, the default. It must outlive the steps
 *  @param arena  for its work memory; unused without a team
 *  @return HL_OK, HL_OUT_OF_MEMORY: no team */
hl_status world_machine_set_team(world_machine *machine, const hl_team *team, hl_arena *arena);

/** Report of the last step. */
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

/** Index of a signal by its name; -1: not found. */
int world_signal_find(const world_machine *machine, const char *name);

/** Name of the signal that is most similar to `name`; NULL: none is similar. */
const char *world_signal_nearest(const world_machine *machine, const char *name);

/** Evaluate all signals at the present state, in their units. RT.
 *  @param values  out: world_signal_count numbers */
void world_machine_evaluate_signals(world_machine *machine, double *values);

/* ---- hits: impacts of the machine on objects ---- */

/** An impact of a body's `shapes` on an object: from the first contact with 100 N or more until body and
 * object have been apart for half a second. Only normal forces count. A body that leans on an object is one
 * long hit. At most 32 hits are active at once. */
typedef struct world_hit {
    double began, ended; /**< first and last contact [s]; ended 0: still active */
    int body, object;    /**< object: index in the scenario */
    double impulse;      /**< of all normal forces between the two [N s] */
    double peak;         /**< largest force [N] */
} world_hit;

enum { WORLD_HITS_KEPT = 64 /**< the first hits; later ones are only counted */ };

/** Number of all hits since the start; one of the kept hits, 0 to min(count, WORLD_HITS_KEPT) - 1. Part of
 * the state. Signals: `hits.count`, `hits.impulse`. RT. */
int world_hit_count(const world_machine *machine);
world_hit world_hit_at(const world_machine *machine, int hit);

/* ---- couplings ---- */

/** Action of a coupling with a control, or the reason of a refusal. */
typedef enum world_coupling_act {
    WORLD_COUPLING_TAKES,
    WORLD_COUPLING_LOCKS,
    WORLD_COUPLING_OPENS,
    WORLD_COUPLING_BREAKS,
    WORLD_COUPLING_TOO_FAR, /**< this and the following are refusals: farther than `reach` */
    WORLD_COUPLING_SKEW,    /**< rolled or yawed by more than `skew` */
    WORLD_COUPLING_TOO_FAST,
    WORLD_COUPLING_ANGLE, /**< it cannot lock: pitched by more than `lock_angle` */
    WORLD_COUPLING_BROKEN,
    WORLD_COUPLING_NONE_LEFT, /**< other couplings have taken all that fit */
    WORLD_COUPLING_ACTS
} world_coupling_act;

/** Without padding: part of the state. */
typedef struct world_coupling_note {
    int16_t act, coupling, other; /**< indices in `couplings` of the file; other -1: no other coupling */
    int16_t error[3];             /**< position error of the other coupling: ahead, to the left, above [mm] */
    int16_t angle;                /**< rotation error in the limiting direction [0.1 deg] */
    int16_t spare;                /**< 0 */
} world_coupling_note;

enum { WORLD_COUPLING_NOTES = 16 /**< number of latest notes that are kept */ };

/** Number of notes of all couplings since the start; a note by its number, of the latest ones. RT. */
int64_t world_coupling_note_count(const world_machine *machine);
world_coupling_note world_coupling_note_at(const world_machine *machine, int64_t note);

/** Pack a note into the members of an event, and unpack it. */
void world_coupling_note_pack(const world_coupling_note *note, int32_t *subject, double *value);
world_coupling_note world_coupling_note_unpack(int32_t subject, double value);

/** "hitch does not take trailer.eye: it is 84 mm too low and 120 mm too far to the left".
 *  @param author  the machine joined with its implements */
void world_coupling_note_text(const auth_machine *author, const world_coupling_note *note, char *text,
                              size_t size);

/* ---- slings ---- */

/** Action of a hook, or the reason of a refusal. */
typedef enum world_sling_act {
    WORLD_SLING_TAKES,
    WORLD_SLING_LETS_GO,
    WORLD_SLING_BREAKS,
    WORLD_SLING_TOO_FAR, /**< this and the following are refusals: farther than `reach` */
    WORLD_SLING_BROKEN,
    WORLD_SLING_NONE_LEFT, /**< other hooks hold all eyes */
    WORLD_SLING_ACTS
} world_sling_act;

/** Without padding: part of the state. */
typedef struct world_sling_note {
    int32_t act, hook; /**< hook: of the file's list */
    int32_t object;    /**< of the scenario; -1: none */
    int32_t spare;     /**< 0 */
    double value; /**< distance of the eye from the hanging sling [m]; if the sling breaks, its force [N] */
    double
        above; /**< height of the eye above the hook, or, negative, below the sling's end [m]; otherwise 0 */
} world_sling_note;

enum { WORLD_SLING_NOTES = 16 /**< number of latest notes that are kept */ };

/** As for couplings. RT. */
int64_t world_sling_note_count(const world_machine *machine);
world_sling_note world_sling_note_at(const world_machine *machine, int64_t at);

/** Pack a note into the members of an event, and unpack it; lengths in millimetres. */
void world_sling_note_pack(const world_sling_note *note, int32_t *subject, double *value);
world_sling_note world_sling_note_unpack(int32_t subject, double value);

/** "hook does not reach pipe 2: the eye is 812 mm from the sling, 640 mm below its end". */
void world_sling_note_text(const auth_machine *author, const auth_scenario *scenario,
                           const world_sling_note *note, char *text, size_t size);

/** Soil in a zone of the scenario [kg]. It is weighed at the start and every twenty ticks. RT. */
double world_zone_mass(const world_machine *machine, int zone);

/** Violation |Phi| of the loop closures after the last step [m, rad or 1]; 0 before the first step. RT. */
double world_loop_violation(const world_machine *machine);

/** Whether this violation exceeds the bounds of mb_loop_bounds. RT. */
bool world_loops_open(const world_machine *machine);

/** Whether the scenario's goal holds for the signals of the last world_machine_evaluate_signals; false
 * without a goal. RT. */
bool world_goal_reached(const world_machine *machine);

/* ---- state ---- */

/** A named part of the state; headland replay --verify reports the first part that differs. */
typedef struct world_block {
    const char *name;
    void *data;
    size_t size;                        /**< [bytes]; 0: the sand, whose size varies */
    uint64_t (*hash)(const void *data); /**< NULL: the hash of its bytes */
} world_block;

/** The blocks of the state, in the machine's own memory.
 *  @return number of blocks; blocks and their number are constant */
int world_state_blocks(const world_machine *machine, const world_block **blocks);

/** Present size of the state, which varies with sand, and its maximum size [bytes]. RT. */
size_t world_state_size(const world_machine *machine);
size_t world_state_capacity(const world_machine *machine);

/** Save the state (world_state_size bytes); restore a saved state of the same model, of any size. RT: with
 * sand about 0.1 ms per MB. */
void world_state_save(const world_machine *machine, void *to);
void world_state_restore(world_machine *machine, const void *from);

/** For untrusted bytes, e.g. from a file: whether they have the size of a saved state and restoring them is
 * safe, with all counts and indices within bounds. Not RT. */
bool world_state_fits(world_machine *machine, const void *from, size_t size);

/** The state without the sand: small, of constant size. It includes all that a failed step may have changed.
 * RT. */
size_t world_rigid_state_size(const world_machine *machine);
void world_rigid_state_save(const world_machine *machine, void *to);
void world_rigid_state_restore(world_machine *machine, const void *from);

/** Hash of one block; hash of the whole state. Equal bits give equal hashes. RT. */
uint64_t world_block_hash(const world_block *block);
uint64_t world_state_hash(const world_machine *machine);

/** Compute the hash of the whole state from the hashes of its blocks: start with HL_HASH_START (hl/hash.h)
 * and add the blocks in their order. RT. */
uint64_t world_hash_join(uint64_t whole, uint64_t of_block);

/** Fingerprint of the model: start state, options, names of signals, gears, friction of the tires. Most other
 * parameters affect the start state of the settled machine. Parameters that do not, such as an engine curve
 * or a distant object, affect the states of a replay. Recordings contain the fingerprint. */
uint64_t world_model_hash(const world_machine *machine);

/* ---- rendering ---- */

/** Number of bodies of all machines; bodies are numbered machine by machine. */
int world_body_count(const world_machine *machine);

/** Pose of a body's frame at the state of the last world_machine_evaluate_signals. RT. */
void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation);

/** Number of free objects: the last of the scenario's objects. */
int world_object_count(const world_machine *machine);

/** Sound classes of free objects, by their material. */
typedef enum world_sound_class {
    WORLD_SOUNDS_STEEL,
    WORLD_SOUNDS_STONE, /**< concrete and all other materials too */
    WORLD_SOUNDS_WOOD,
    WORLD_SOUNDS_SOFT, /**< rubber, straw */
    WORLD_SOUND_CLASSES
} world_sound_class;

/** "steel"; signals `objects.steel.force`, `.scrape`, `.roll`. */
const char *world_sound_class_word(world_sound_class kind);

/** Pose of a free object's frame at the present state. RT.
 *  @param object  0 to world_object_count - 1 */
void world_object_pose(const world_machine *machine, int object, hl_vec3 *position, hl_quat *rotation);

/** The sand; NULL: the ground is rigid. */
terr_sand *world_machine_sand(world_machine *machine);

/** The mesh of the ground; NULL: the ground is not a mesh. */
const coll_mesh *world_ground_mesh(const world_machine *machine);

/** Distance of a point from the mesh of the ground, in plan [m]; 0: on the mesh, or the ground is not a mesh.
 */
double world_ground_beyond(const world_machine *machine, double x, double y);

/** Height of the rigid ground at a point, without sand [m]. Constant: any thread may ask. */
double world_ground_height(const world_machine *machine, double x, double y);

#endif
