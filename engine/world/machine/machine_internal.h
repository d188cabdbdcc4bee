/* What the files of the machine share. */
#ifndef WORLD_MACHINE_INTERNAL_H
#define WORLD_MACHINE_INTERNAL_H

#include "circuit/circuit_internal.h"
#include "training/condition.h"

#include "contact/contact.h"
#include "contact/resistance.h"
#include "drive/brake.h"
#include "drive/engine_effort.h"
#include "drive/logic.h"
#include "mb/force.h"
#include "terr/ground.h"
#include "terr/press.h"
#include "terr/sand.h"
#include "tire/tire.h"
#include "track/track.h"
#include "world/machine.h"

enum { WORLD_MAX_NEAR = 64 /**< boxes of the scenery that one shape is tried against in a tick */ };

/** Within this [m] points count as met: two steps of 1 ms at 10 m/s. */
#define WORLD_NEAR 0.02

/** A wheel: its tire, what it stands on, where it is in the model. */
typedef struct world_wheel {
    const auth_wheel *author;
    int body, effort;
    const auth_tire_friction *firm; /**< what the file says: on the scenario's surface, or the first */
    tire_friction friction;         /**< as it is in this step */
    tire_ground ground;
    tire_effort_data tire;
} world_wheel;

/** A crawler track: its stations, what they stand on, where it is in the model. */
typedef struct world_track {
    const auth_track *author;
    int body, effort;
    const auth_tire_friction *firm; /**< what the file says: on the scenario's surface, or the first */
    track_ground ground;
    track_effort_data track;
} world_track;

/** A point of a body that rests on sand. */
typedef struct world_support {
    hl_vec3 point; /**< in the body's frame [m] */
    hl_vec3 press; /**< middle of the square of soil that it presses, in the body's frame [m] */
    double side;   /**< of that square [m] */
    double gap;    /**< it may lie so deep in the field without being felt: a tool's plate cuts to its upper
                      side [m] */
    int shape;     /**< of the body whose corner it is; a tool counts as the first */
} world_support;

/** A tool in the sand; what the sand does to it stands in media[] and payloads[] of the machine. */
typedef struct world_tool {
    const auth_tool *author;
    int body, effort;
    hl_vec3 at;   /**< of its frame in the body's [m] */
    hl_mat3 turn; /**< its frame to the body's */
} world_tool;

/** A point of a tool's frame in its body's [m]. */
static inline hl_vec3 world_in_body(const world_tool *tool, hl_vec3 point)
{
    return hl_add(tool->at, hl_mul(&tool->turn, point));
}

/** A body with shapes. */
typedef struct world_hitter {
    int body, effort;
    int shape_count;
    contact_box *boxes;   /**< in the body's frame */
    const bool *grounded; /**< of each box: its corners touch the ground too */
    int support_count;    /**< on sand */
    world_support *supports;
    int left_out; /**< boxes and points that found no room in this tick */
    contact_set set;
    int object[CONTACT_MAX_POINTS]; /**< of each point of the set: whose it is, -1: the ground's */
    contact_surface *surfaces;      /**< [shapes][materials] */
    contact_memory next;            /**< what the patches keep when the step has been made */
    contact_effort_data contact;
} world_hitter;

/** A hit that goes on. */
typedef struct world_open_hit {
    int body, object;
    int64_t kept;   /**< where it is among the kept ones, -1: it is only counted */
    double touched; /**< last [s] */
} world_open_hit;

enum { WORLD_HITS_OPEN = 32 /**< that go on at once; more begin when others have ended */ };

/** All hits so far; a block of the state. */
typedef struct world_hits {
    int64_t count;
    double impulse; /**< of all [N s] */
    int64_t open_count;
    world_open_hit open[WORLD_HITS_OPEN];
    world_hit kept[WORLD_HITS_KEPT];
} world_hits;

/** Tasks, regions, profiles and the score of the scenario; see machine_training.h. */
typedef struct world_training world_training;

/** A zone of the scenario: corners of its box in the world [m]. */
typedef struct world_zone {
    hl_vec3 low, high;
} world_zone;

/** Engine and driveline; or the engine alone: of `inputs` only its own count then, and gearbox, brakes, data
 * and logic stand idle. */
typedef struct world_drive {
    int effort;
    bool alone;
    drive_engine_data engine; /**< of the engine alone */
    drive_gearbox gearbox;
    drive_brakes brakes;
    drive_effort_data data;
    drive_inputs inputs;
    drive_logic logic;
    int fuel_state, work_state, loss_state; /**< of the effort */
    double fuel_at_start;                   /**< [kg] */
} world_drive;

/** What the file says of levers; see machine_levers.c. */
typedef struct world_levers {
    int lock, auto_idle; /**< controls with these roles, -1: none */
} world_levers;

/** Brakes on joints, closed at the start, and auto idle: capacities and times are state. */
typedef struct world_brakes {
    int *efforts;           /**< [brake_count] */
    drive_brake_data *data; /**< [brake_count] */
    double *capacities;     /**< [brake_count] now [N m] */
    double *closing;        /**< [brake_count] time until it is closed, if its levers rest [s] */
    double idle_rest;       /**< how long all levers have rested, no longer than auto idle's delay [s] */
} world_brakes;

/** What a fault of a valve or a sensor holds; of the others nothing. Doubles alone: a block of the state. */
typedef struct world_fault {
    double stuck; /**< 1: it holds */
    double value; /**< of the command, or of the signal in its unit, when it stuck */
} world_fault;

/** What a signal shows; `of` is the index of the wheel, control, output ... */
typedef double (*world_signal_function)(const world_machine *machine, int of);

typedef struct world_signal_entry {
    world_signal info;
    world_signal_function evaluate; /**< NULL: taken from the list of outputs */
    int of;
} world_signal_entry;

/** Results that several signals read, of the last world_machine_signals. */
typedef struct world_looks {
    tire_contact *tires;      /**< [wheels] */
    track_contact *tracks;    /**< [tracks] */
    contact_result *contacts; /**< [hitters] */
    drive_values drive;
    mb_energy energy;
    double *outputs; /**< the mechanism's */
} world_looks;

struct world_machine {
    const auth_machine *author;
    const auth_scenario *scenario; /**< may be NULL */
    world_mechanism *mechanism;
    int chassis;

    const terr_ground *ground;
    int object_count;
    contact_box *objects;
    contact_tree *tree;
    int material_count; /**< of all that may be touched, the ground's first */
    const char **materials;
    int *object_materials;    /**< [objects] */
    contact_memory *memories; /**< [hitters] v0 of the patches that press; state */

    mb_drag air_drag; /**< area 0: none */
    int air_drag_effort;
    int wheel_count, track_count, hitter_count;
    world_wheel *wheels;
    world_track *tracks;
    world_hitter *hitters;
    world_drive *drive; /**< NULL: none */
    world_levers levers;
    world_brakes brakes;
    world_fault *faults; /**< [fault_count]; state */
    int *fault_signals;  /**< [fault_count] of sensors: what they show */

    terr_sand *sand; /**< NULL: the ground is rigid */
    int tool_count;  /**< that dig: 0 without sand */
    world_tool *tools;
    contact_medium *media;        /**< [tools] what surrounds them in the next step; state */
    mb_payload *payloads;         /**< [tools] what lies still in them; state */
    terr_wheel_soil *wheel_soils; /**< [wheels] what is under the tires; friction 0: not yet found; state */
    terr_track_soil *track_soils; /**< [tracks] the same; state */

    world_hits *hits;    /**< state; NULL: nothing that could be hit */
    double *object_hits; /**< [objects] hits of each so far; state */
    int zone_count;
    world_zone *zones;
    double *zone_masses; /**< [zones] when they were weighed last [kg]; state */
    world_condition goal;
    bool goal_reached; /**< at the last world_machine_signals */

    world_training *training; /**< NULL: none */

    double *controls;        /**< [control_count] as they stand */
    double *controls_before; /**< [control_count] at the end of the last tick; state */
    double *travel;          /**< way of them all since the start, in their ranges; state */
    struct {
        void (*ended)(void *context, world_part part);
        void *context;
    } watch; /**< world_machine_watch */

    int signal_count;
    world_signal_entry *signals;
    world_looks looks;
    bool looked; /**< at the state as it is now: nothing has moved since world_signals_look */

    int block_count;
    world_block *blocks;
    uint64_t model_hash;
};

/* ---- building (machine_build.c) ---- */

/** Translate engine, gearbox, brakes (machine_drive.c). */
void world_drive_define(const auth_machine *author, world_drive *drive);

/** The effort of the driveline, or of the engine alone. */
mb_effort_def world_drive_effort(const auth_machine *author, const world_drive *drive);

/** Roles that act on levers; brakes; the brakes' efforts, of which the first is number `first` in the model
 * (machine_levers.c, machine_brakes.c). False: out of memory. */
void world_levers_define(world_machine *machine);
bool world_brakes_define(world_machine *machine, hl_arena *arena);
void world_brake_efforts(world_machine *machine, int first, mb_effort_def *efforts);

/** Memory of the faults (machine_faults.c). False: out of memory. */
bool world_faults_define(world_machine *machine, hl_arena *arena);

/** Ground and objects of the scenario (machine_scene.c). @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_scene_build(world_machine *machine, hl_arena *arena, hl_report *report);

/** The sand of the scenario, on the ground that the scene has (machine_soil.c).
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_soil_build(world_machine *machine, double step, hl_arena *arena, hl_report *machine_report,
                           hl_report *scenario_report);

/** The tools, before the efforts are defined; the points that rest on sand, after the shapes are. */
hl_status world_tools_define(world_machine *machine, hl_arena *arena, hl_report *report);
bool world_supports_define(world_machine *machine, hl_arena *arena);

/** Friction of a wheel's tire on the ground's surface; NULL when the tire does not know it. */
const auth_tire_friction *world_wheel_friction(const world_machine *machine, const auth_wheel *wheel);

/** The same of a track. */
const auth_tire_friction *world_track_friction(const world_machine *machine, const auth_track *track);

/** The tracks, and their efforts, of which the first is number `first` in the model (machine_tracks.c).
 * False: out of memory. */
bool world_tracks_define(world_machine *machine, hl_arena *arena);
void world_track_efforts(world_machine *machine, int first, mb_effort_def *efforts);

/** A tire's friction as its file says it (machine_build.c). */
tire_friction world_friction_of(const auth_tire_friction *from);

/** Put the machine on the ground where the scenario says, engine running or not (machine_place.c).
 *  @return HL_OK; HL_BAD_INPUT: an object stands there, as the report says; else the status of the assembly
 * or of a settling step */
hl_status world_machine_place(world_machine *machine, hl_report *report);

/** Complain about a machine that world_machine_place refused or could not bring to rest: about the
 * implausible figures of its file; without any, and without a complaint so far (HL_BAD_INPUT), about what
 * moved most (plausible/start_plausible.c). */
void world_complain_placed(const world_machine *machine, hl_status status, hl_report *report);

/** Complain about every object that some part of the machine lies in (machine_clear.c); the work must have
 * been looked at. @return true when there is none */
bool world_objects_clear(const world_machine *machine, hl_report *report);

/** The same of the ground: complain about the part that lies deepest below it. */
bool world_ground_clear(const world_machine *machine, hl_report *report);

/** A signal of a list. */
typedef struct world_signal_row {
    const char *name; /**< or the end of it, where each of several things has such a signal */
    const char *unit;
    double si;
    world_signal_function evaluate;
    const char *meaning;
} world_signal_row;

/** A list of them and its length, as two arguments. */
#define WORLD_ROWS(rows) (rows), (int)(sizeof(rows) / sizeof *(rows))

/** Add a signal: first, name and the row's name in one, spaces made underscores; or only count it while
 * machine->signals is NULL (machine_signals.c). */
void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, int of, hl_arena *arena);

/** All rows of a list. */
void world_signals_put(world_machine *machine, const world_signal_row *rows, int count, const char *first,
                       const char *name, int of, hl_arena *arena);

/** Signals of the engine and what is behind it, of wheels, tracks, sand and tools, pilots, brakes, the seat:
 * of what the machine has (machine_drive_signals.c, machine_wheel_signals.c, machine_track_signals.c,
 * machine_sand_signals.c, machine_levers.c, machine_brakes.c, machine_seat.c). */
void world_drive_signals(world_machine *machine, hl_arena *arena);
void world_wheel_signals(world_machine *machine, hl_arena *arena);
void world_track_signals(world_machine *machine, hl_arena *arena);
void world_sand_signals(world_machine *machine, hl_arena *arena);
void world_pilot_signals(world_machine *machine, hl_arena *arena);
void world_brake_signals(world_machine *machine, hl_arena *arena);
void world_seat_signals(world_machine *machine, hl_arena *arena);

/** Memory of the hits, where there is something to hit; their signals (machine_hits.c). */
bool world_hits_define(world_machine *machine, hl_arena *arena);
void world_hit_signals(world_machine *machine, hl_arena *arena);

/** None so far. */
void world_hits_forget(world_machine *machine);

/** Of the block of state. */
uint64_t world_hits_hash(const void *data);
bool world_hits_fit(const world_machine *machine, const void *from);

/** Boxes of the zones, on the ground of the scene; their signals; their masses as of now (machine_zones.c).
 */
bool world_zones_define(world_machine *machine, hl_arena *arena);
void world_zone_signals(world_machine *machine, hl_arena *arena);
void world_zones_weigh(world_machine *machine);

/** Hits of an object of the scenario so far. RT. */
double world_object_hits(const world_machine *machine, int object);

/** Way of the controls: its memory, its signal, none so far, a tick (machine_travel.c). False: out of memory.
 */
bool world_travel_define(world_machine *machine, hl_arena *arena);
void world_travel_start(world_machine *machine);
void world_travel_step(world_machine *machine);
void world_travel_signals(world_machine *machine, hl_arena *arena);

/** The scenario's regions, profiles, tasks and score, on the ground of the scene, where there are any
 * (machine_training.c); and their signals. @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_training_define(world_machine *machine, double step, hl_arena *arena, hl_report *report);
void world_training_signals(world_machine *machine, hl_arena *arena);

/** Find the signals that tasks and score name, once there are all. @return HL_OK, HL_BAD_INPUT */
hl_status world_training_resolve(world_machine *machine, hl_report *report);

/** The exercise begins: the tasks that may at once do. */
void world_training_start(world_machine *machine);

/** Continue a fingerprint over all that tasks and score are made of. */
uint64_t world_training_fingerprint(const world_machine *machine, uint64_t hash);

/** Its blocks of the state, and their number at most; whether bytes from elsewhere fit the one at `data`. */
enum { WORLD_TRAINING_BLOCKS = 10 };
int world_training_blocks(const world_machine *machine, world_block *blocks);
bool world_training_fits(const world_machine *machine, const void *data, const void *from);

/** Behind a good step: measure, test, instruct. RT. */
void world_training_step(world_machine *machine);

/** How far the scenario's goal is (machine_goal.c); of every machine, so that displays may show it. */
void world_goal_signals(world_machine *machine, hl_arena *arena);

/** Find the signal of the scenario's goal, once there are all. @return HL_OK, HL_BAD_INPUT */
hl_status world_goal_define(world_machine *machine, hl_report *report);

/** Names of all signals (machine_signals.c). @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_signals_define(world_machine *machine, hl_arena *arena, hl_report *report);

/** The blocks of the state, once everything else stands (machine_state.c). False: out of memory. */
bool world_blocks_define(world_machine *machine, hl_arena *arena);

/* ---- in a tick ---- */

/** Tell whoever watches (machine_step.c). RT. */
void world_part_ended(const world_machine *machine, world_part part);

/** States of an effort of the machine's model. RT. */
static inline double *world_effort_states(const world_machine *machine, int effort)
{
    return machine->mechanism->state->x + mb_model_effort_state(machine->mechanism->model, effort);
}

/** Look at the state, all that signals show of it, unless that has been done (machine_signals.c). RT. */
void world_signals_look(world_machine *machine);

/** A signal in its unit, once the machine has been looked at (machine_signals.c). RT. */
double world_signal_now(const world_machine *machine, int signal);

/** An external command of a circuit, where the circuit reads it. RT. */
static inline double *world_circuit_command(const world_machine *machine, int circuit, int command)
{
    return &machine->mechanism->circuits[circuit].hydraulics->commands[command];
}

/** Share of full load or of the fuel at the start that faults of a kind leave, 1: all (machine_faults.c). RT.
 */
double world_fault_left(const world_machine *machine, auth_fault_kind kind);

/** Fuel in the tank [kg] (machine_drive.c). RT. */
double world_fuel_left(const world_machine *machine);

/** Valves stick and sensors freeze as they stand when a step begins, or are free again. RT. */
void world_faults_watch(world_machine *machine);

/** The value that a stuck command holds; NULL: it moves. RT. */
const double *world_stuck_command(const world_machine *machine, int circuit, int command);

/** Commands of what leaks and sticks, behind those of the levers. RT. */
void world_faults_apply(world_machine *machine);

/** Tires that have lost air, once they stand on their soil. RT. */
void world_faults_deflate(world_machine *machine);

/** What broken sensors show in place of the true values. RT. */
void world_faults_show(const world_machine *machine, double *values);

/** Controls -> control unit, brakes, commands of circuits (machine_controls.c). RT. */
void world_controls_apply(world_machine *machine);

/** Share of a control's range, -1 to 1 about its zero. */
static inline double world_share(const auth_control *control, double value)
{
    const double end = value >= 0.0 ? control->high : -control->low;
    return end > 0.0 ? value / end : 0.0;
}

/** Response of a control that moves a command directly, or that a pilot hears of, -1 to 1: 0 in its dead
 * band, and of a lever while the lock has taken its oil (machine_levers.c). RT. */
double world_lever(const world_machine *machine, int control);

/** What a pilot gives its command. RT. */
double world_pilot_command(const world_machine *machine, const auth_pilot *pilot);

/** Throttle after auto idle, and its timer. RT. */
double world_auto_idle(world_machine *machine, double throttle);

/** Capacities of the brakes, as their levers stand (machine_brakes.c). RT. */
void world_brakes_apply(world_machine *machine);

/** Planes under the tires and contacts of the shapes at the poses of the state (machine_ground.c); the work
 * must have been looked at. RT. */
void world_ground_sense(world_machine *machine);

/** Add up the forces between bodies and objects, which must have been looked at, for the step to come: a step
 * that fails is taken back by restoring a state, see world_machine_step (machine_hits.c). RT. */
void world_hits_watch(world_machine *machine);

/** Weigh what is in the zones, when it is time (machine_zones.c). RT. */
void world_zones_step(world_machine *machine);

/** Materials, and the surfaces between shapes and what they touch; once there are hitters, objects and sand.
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_surfaces_define(world_machine *machine, hl_arena *arena, hl_report *machine_report,
                                hl_report *scenario_report);

/** Surface between a shape of a body and an object, -1: the ground. RT. */
const contact_surface *world_surface(const world_machine *machine, const world_hitter *hitter, int shape,
                                     int object);

/** Approach speeds of all points in the sets; in a step keep them, and forget the bristles of what touches
 * nothing. RT. */
void world_contacts_approach(world_machine *machine);
void world_contacts_keep(world_machine *machine);

/** Whether bytes from elsewhere fit the block of the memories. */
bool world_contacts_fit(const world_machine *machine, const void *from);

/** Add a point to the set of a body; one shape and one object make a patch.
 *  @param object  whose it is, -1: the ground's. RT. */
static inline void world_touch(const world_machine *machine, world_hitter *hitter, int shape, int object,
                               hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth)
{
    const int at =
        contact_set_add(&hitter->set, point, plane, normal, depth, shape + hitter->shape_count * (object + 1),
                        world_surface(machine, hitter, shape, object));
    if (at >= 0) hitter->object[at] = object;
}

/** Planes under the stations of the tracks, and what the belts carry along (machine_tracks.c). RT. */
void world_tracks_sense(world_machine *machine);

/** Friction that the sand's last step found under the tracks; their part of the sand's step. RT. */
void world_tracks_stand(world_machine *machine);
void world_tracks_press(world_machine *machine);

/** Fill looks.tracks from the looked-at state. RT. */
void world_tracks_look(world_machine *machine);

/** Points of a body that touch sand join its set (machine_sand.c). RT. */
void world_sand_touch(const world_machine *machine, world_hitter *hitter, const mb_pose *pose);

/** Tires stand on the soil that the sand's last step found under them (machine_sand.c). RT. */
void world_sand_stand(world_machine *machine);

/** Before the machine's step: bristles of tools that no longer cut straighten (machine_sand.c). RT. */
void world_sand_release(world_machine *machine);

/** The sand's step, at the poses behind the machine's (machine_sand.c). RT. */
void world_sand_step(world_machine *machine);

/** Fill looks.tires from the looked-at state (machine_wheel_signals.c), looks.drive, where there is an engine
 * (machine_drive_signals.c). RT. */
void world_wheels_look(world_machine *machine);
void world_drive_look(world_machine *machine);

/** A body's box in the world. RT. */
contact_box world_box_at(const contact_box *box, const mb_pose *pose);

/** Look at the state's poses, sense the ground. RT. */
void world_machine_look(world_machine *machine);

#endif
