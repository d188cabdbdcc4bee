/* What the files of the machine share. */
#ifndef WORLD_MACHINE_INTERNAL_H
#define WORLD_MACHINE_INTERNAL_H

#include "circuit_internal.h"

#include "contact/contact.h"
#include "drive/logic.h"
#include "terr/ground.h"
#include "tire/tire.h"
#include "world/machine.h"

enum { WORLD_MAX_NEAR = 64 /**< boxes of the scenery that one shape is tried against in a tick */ };

/** A wheel: its tire, what it stands on, where it is in the model. */
typedef struct world_wheel {
    const auth_wheel *author;
    int body, effort;
    tire_friction friction;
    tire_ground ground;
    tire_effort_data tire;
} world_wheel;

/** A body with shapes. */
typedef struct world_hitter {
    int body, effort;
    int shape_count;
    contact_box *boxes;   /**< in the body's frame */
    const bool *grounded; /**< of each box: its corners touch the ground too */
    int left_out;         /**< boxes and points that found no room in this tick */
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

    double *controls; /**< [control_count] as they stand */

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

/** Friction of a wheel's tire on the ground's surface; NULL when the tire does not know it. */
const auth_tire_friction *world_wheel_friction(const world_machine *machine, const auth_wheel *wheel);

/** Put the machine on the ground where the scenario says, engine running or not (machine_place.c).
 *  @return HL_OK; HL_BAD_INPUT: an object stands there, as the report says; else the status of the assembly
 * or of a settling step */
hl_status world_machine_place(world_machine *machine, hl_report *report);

/** Complain about every object that some part of the machine lies in (machine_clear.c); the work must have
 * been looked at. @return true when there is none */
bool world_objects_clear(const world_machine *machine, hl_report *report);

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

/** A body's box in the world. RT. */
contact_box world_box_at(const contact_box *box, const mb_pose *pose);

/** Look at the state's poses, sense the ground. RT. */
void world_machine_look(world_machine *machine);

/** Forget the bristles of what touches nothing. RT. */
void world_ground_forget(world_machine *machine);

#endif
