/* What the files of the machine share. */
#ifndef WORLD_MACHINE_INTERNAL_H
#define WORLD_MACHINE_INTERNAL_H

#include "circuit_internal.h"

#include "contact/contact.h"
#include "contact/resistance.h"
#include "drive/logic.h"
#include "terr/ground.h"
#include "terr/press.h"
#include "terr/sand.h"
#include "tire/tire.h"
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

/** A point of a body that rests on sand. */
typedef struct world_support {
    hl_vec3 point; /**< in the body's frame [m] */
    hl_vec3 press; /**< middle of the square of soil that it presses, in the body's frame [m] */
    double side;   /**< of that square [m] */
    double gap;    /**< it may lie so deep in the field without being felt: a tool's plate cuts to its upper
                      side [m] */
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
    contact_effort_data contact;
} world_hitter;

typedef struct world_drive {
    int effort;
    drive_gearbox gearbox;
    drive_brakes brakes;
    drive_effort_data data;
    drive_inputs inputs;
    drive_logic logic;
    double fuel_at_start; /**< [kg] */
} world_drive;

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

    int wheel_count, hitter_count;
    world_wheel *wheels;
    world_hitter *hitters;
    world_drive *drive; /**< NULL: none */

    terr_sand *sand; /**< NULL: the ground is rigid */
    int tool_count;  /**< that dig: 0 without sand */
    world_tool *tools;
    contact_medium *media;        /**< [tools] what surrounds them in the next step; state */
    mb_payload *payloads;         /**< [tools] what lies still in them; state */
    terr_wheel_soil *wheel_soils; /**< [wheels] what is under the tires; friction 0: not yet found; state */

    double *controls; /**< [control_count] as they stand */
    struct {
        void (*tell)(void *context);
        void *context;
    } between; /**< world_machine_between */

    int signal_count;
    world_signal_entry *signals;
    world_looks looks;

    int block_count;
    world_block *blocks;
    uint64_t model_hash;
};

/* ---- building (machine_build.c) ---- */

/** Translate engine, gearbox, brakes (machine_drive.c). */
void world_drive_define(const auth_machine *author, world_drive *drive);

/** The ports of the driveline's effort. */
void world_drive_ports(const auth_machine *author, mb_measure_def ports[DRIVE_PORTS]);

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

/** A tire's friction as its file says it (machine_build.c). */
tire_friction world_friction_of(const auth_tire_friction *from);

/** Put the machine on the ground where the scenario says, engine running or not (machine_place.c).
 *  @return HL_OK; HL_BAD_INPUT: an object stands there, as the report says; else the status of the assembly
 * or of a settling step */
hl_status world_machine_place(world_machine *machine, hl_report *report);

/** Complain about every object that some part of the machine lies in (machine_clear.c); the work must have
 * been looked at. @return true when there is none */
bool world_objects_clear(const world_machine *machine, hl_report *report);

/** A signal of a list. */
typedef struct world_signal_row {
    const char *name, *unit;
    double si;
    world_signal_function evaluate;
    const char *meaning;
} world_signal_row;

/** Add a signal under a name in the arena, spaces made underscores (machine_signals.c). */
void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, const char *last, int of, hl_arena *arena);

/** Signals of sand and tools (machine_sand_signals.c), and how many there will be. */
void world_sand_signals(world_machine *machine, hl_arena *arena);
int world_sand_signal_count(const world_machine *machine);

enum { WORLD_SEAT_SIGNALS = 6 };

/** Signals of the seat, where there is one (machine_seat.c). */
void world_seat_signals(world_machine *machine, hl_arena *arena);

/** Names of all signals (machine_signals.c). @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_signals_define(world_machine *machine, hl_arena *arena, hl_report *report);

/** The blocks of the state, once everything else stands (machine_state.c). False: out of memory. */
bool world_blocks_define(world_machine *machine, hl_arena *arena);

/* ---- in a tick ---- */

/** Controls -> control unit, brakes, commands of circuits (machine_controls.c). RT. */
void world_controls_apply(world_machine *machine);

/** Planes under the tires and contacts of the shapes at the poses of the state (machine_ground.c); the work
 * must have been looked at. RT. */
void world_ground_sense(world_machine *machine);

/** Points of a body that touch sand join its set (machine_sand.c). RT. */
void world_sand_touch(const world_machine *machine, world_hitter *hitter, const mb_pose *pose);

/** Tires stand on the soil that the sand's last step found under them (machine_sand.c). RT. */
void world_sand_stand(world_machine *machine);

/** Before the machine's step: bristles of tools come back to within the limits that hold now. RT. */
void world_sand_limit(world_machine *machine);

/** The sand's step, at the poses behind the machine's (machine_sand.c). RT. */
void world_sand_step(world_machine *machine);

/** Fill looks.tires from the looked-at state (machine_signals.c). RT. */
void world_wheels_look(world_machine *machine);

/** A body's box in the world. RT. */
contact_box world_box_at(const contact_box *box, const mb_pose *pose);

/** Look at the state's poses, sense the ground. RT. */
void world_machine_look(world_machine *machine);

/** Forget the bristles of what touches nothing. RT. */
void world_ground_forget(world_machine *machine);

#endif
