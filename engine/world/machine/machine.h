/* What all parts of a machine share: the machine, the row of a part, and what parts are built with.
 *
 * A part is a section of a file in parts/ (or a folder, as training/) and one line of WORLD_PART_ROWS, in
 * machine/rows.h. Its row names the functions that build it and take part in a tick; a phase that a part has
 * nothing to do in is NULL. What other parts may read of it stands in parts/parts.h. The order of a
 * tick is written out in machine/step.c. */
#ifndef WORLD_MACHINE_INTERNAL_H
#define WORLD_MACHINE_INTERNAL_H

#include "circuit/circuit.h"
#include "machine/rows.h"
#include "site/site.h"
#include "terr/press.h"
#include "world/machine.h"

#include "mb/force.h"

/* ---- a part ---- */

/** What parts are built with. */
typedef struct world_building {
    double step; /**< [s] */
    hl_arena *arena;
    hl_report *machine_report, *scenario_report;
    int first_effort, effort_count; /**< number of the first in the model; put so far */
    mb_effort_def *efforts;         /**< NULL: they are counted only */
    const mb_payload **payloads;    /**< [bodies] */
} world_building;

/** The functions of a part. Rows are called in the order of WORLD_PART_ROWS, phase by phase; functions in a
 * tick are RT. */
struct world_part_row {
    const char *name;
    bool of_exercise; /**< what a scenario asks of the machine that is driven: other machines lack it */

    /* ---- building, in this order ---- */
    /** Memory and model; of the rows of the exercise before the others, and before there is sand.
     *  @return HL_OK, HL_BAD_INPUT with a complaint, HL_OUT_OF_MEMORY */
    hl_status (*define)(world_machine *machine, world_building *with);
    /** world_effort_put for each effort; called twice, see there. */
    void (*efforts)(world_machine *machine, world_building *with);
    /** world_signal_put for each signal; called twice, see there. */
    void (*signals)(world_machine *machine, hl_arena *arena);
    /** Find the signals that the part's file names. @return HL_OK, HL_BAD_INPUT */
    hl_status (*resolve)(world_machine *machine, world_building *with);
    /** world_block_put for each block of the state; called twice, see there. */
    void (*blocks)(world_machine *machine);
    /** Sums since the start are zero again: the machine has come to rest. */
    void (*forget)(world_machine *machine);
    /** The drive begins. */
    void (*start)(world_machine *machine);
    /** Continue a fingerprint over what the start state does not show. */
    uint64_t (*fingerprint)(const world_machine *machine, uint64_t hash);

    /* ---- in a tick ---- */
    void (*hold)(world_machine *machine);     /**< before anything moves: hold faulty valves and sensors */
    void (*stand)(world_machine *machine);    /**< after mb_evaluate_poses: laws of friction of this step */
    void (*sense)(world_machine *machine);    /**< planes and points of contact at the poses of the state */
    void (*release)(world_machine *machine);  /**< evaluate the contact points: hits; drop the memory of
                                                 contacts that have ended */
    void (*apply)(world_machine *machine);    /**< controls become inputs and commands */
    void (*remember)(world_machine *machine); /**< after the Newton step, before anything is found anew */
    void (*press)(world_machine *machine);    /**< the sand, at the new poses; only with sand */
    void (*step)(world_machine *machine);     /**< after the step: sums, tasks */
    void (*look)(world_machine *machine);     /**< evaluate the state once for all signals */
    /** Replace true signals by those that displays show. */
    void (*show)(world_machine *machine, double *values);
};

/* ---- signals ---- */

/** What a signal shows; `of` is the index of the wheel, control, output ... */
typedef double (*world_signal_function)(const world_machine *machine, int of);

/** A signal of a list. */
typedef struct world_signal_row {
    const char *name; /**< or the end of it, where each of several things has such a signal */
    const char *unit;
    double si;
    world_signal_function evaluate; /**< NULL: the mechanism's output number `of` */
    const char *meaning;
} world_signal_row;

/** A list of them and its length, as two arguments. */
#define WORLD_ROWS(rows) (rows), (int)(sizeof(rows) / sizeof *(rows))

/** Add a signal: first, name and the row's name in one, spaces made underscores; or only count it while
 * there is no memory for signals. */
void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, int of, hl_arena *arena);

/** All rows of a list. */
void world_signals_put(world_machine *machine, const world_signal_row *rows, int count, const char *first,
                       const char *name, int of, hl_arena *arena);

typedef struct world_signal_entry {
    world_signal info;
    const char *own; /**< the end of its name, without that of the machine */
    const world_machine *machine;
    world_signal_function evaluate; /**< NULL: taken from the list of outputs */
    int of;
} world_signal_entry;

/* ---- blocks of the state ---- */

/** Whether bytes from elsewhere fit a block: every count and index within its bounds. */
typedef bool (*world_block_fits)(const world_machine *machine, const void *from);

/** Add a block, unless it is empty and has no hash of its own; or only count it while there is no memory for
 * blocks.
 *  @param hash, fits  NULL: of its bytes; any bytes */
void world_block_put(world_machine *machine, const char *name, void *data, size_t size,
                     uint64_t (*hash)(const void *), world_block_fits fits);

typedef struct world_block_check {
    const world_machine *machine;
    world_block_fits fits; /**< NULL: any bytes */
} world_block_check;

/* ---- efforts ---- */

/** Add an effort, or only count it while `efforts` is NULL.
 *  @return its number in the model */
static inline int world_effort_put(world_building *with, mb_effort_def effort)
{
    const int at = with->effort_count++;
    if (with->efforts != NULL) with->efforts[at] = effort;
    return with->first_effort + at;
}

/* ---- the machine and its world ---- */

/** What is shared by all machines: the site, one clock, one state, one list of signals and controls. The
 * first machine is the one that is driven. */
struct world {
    world_site site;
    int machine_count;
    world_machine **machines;
    int signal_count;
    world_signal_entry *signals;
    int block_count;
    world_block *blocks;
    world_block_check *checks; /**< [blocks] */
    struct {
        void (*ended)(void *context, world_part part);
        void *context;
    } watch;                 /**< world_machine_set_timer */
    bool settling;           /**< world_settle: free objects stand still */
    terr_press_work pressed; /**< of the last step; not state */
    uint64_t model_hash;
};

#define WORLD_PART_FIELD(part) struct world_##part *part;

struct world_machine {
    world *world;
    const world_site *site;
    const char *name;        /**< NULL: it is driven, its signals and controls have no prefix */
    const auth_start *start; /**< where and how it begins */
    const auth_machine *author;
    world_mechanism *mechanism;
    double *output_values; /**< the mechanism's outputs when it was looked at last */
    bool placed;           /**< its poses are those of its start, or of later */
    bool held;             /**< left out while the others settle: it starts as it is placed */
    bool asleep;           /**< left out of this tick: parts/machines.c */
    bool ground_noted;     /**< the soil under it, since it came to rest or its state was restored */
    bool looked;           /**< at the state as it is now: nothing has moved since world_signals_evaluate */
    bool posed;            /**< the work holds the poses of the state as it is now */
    bool faults_set;       /**< the severity of a fault was set since the last tick */
    int row_count;
    const world_part_row **rows; /**< those that this machine has, in their order */

    /** What each part keeps, NULL where it keeps nothing or the machine lacks it. */
    WORLD_PART_ROWS(WORLD_PART_FIELD)
};

/** Call a phase of all parts in their order. */
#define WORLD_EACH_PART(machine, phase)                                                                      \
    for (int row_ = 0; row_ < (machine)->row_count; row_++)                                                  \
        if ((machine)->rows[row_]->phase != NULL) (machine)->rows[row_]->phase(machine)

/** The scenario; NULL: none. */
static inline const auth_scenario *world_scenario_of(const world_machine *machine)
{
    return machine->site->scenario;
}

/** States of an effort of the machine's model: to be read, and to be written. RT. */
static inline const double *world_effort_states(const world_machine *machine, int effort)
{
    return machine->mechanism->state->x + mb_model_effort_state(machine->mechanism->model, effort);
}

static inline double *world_effort_set(world_machine *machine, int effort)
{
    return machine->mechanism->state->x + mb_model_effort_state(machine->mechanism->model, effort);
}

/** An external command of a circuit, where the circuit reads it. RT. */
static inline double *world_circuit_command(world_machine *machine, int circuit, int command)
{
    return &machine->mechanism->circuits[circuit].hydraulics->commands[command];
}

/* ---- looking (signals.c) ---- */

/** Look at the state's poses, sense the ground. RT. */
void world_machine_look(world_machine *machine);

/** Look at the state, all that signals show of it, unless that has been done. RT. */
void world_signals_evaluate(world_machine *machine);

/** A signal in its unit, once its machine has been looked at. RT. */
double world_signal_now(const world_machine *machine, int signal);

/** Names of all signals of the world. @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_signals_define(world *world, hl_arena *arena, hl_report *report);

/** The blocks of the state of the world, once everything else is built (state.c). False: out of memory. */
bool world_blocks_define(world *world, hl_arena *arena);

/** The rows that a machine has (build.c). False: out of memory. */
bool world_rows_define(world_machine *machine, bool with_exercise, hl_arena *arena);

/* ---- placing (place.c, clear.c) ---- */

/** A unit: the machine (0) or one of its implements. It has bodies first to end - 1. */
typedef struct world_unit {
    const char *name; /**< NULL: the machine itself */
    int chassis, first, end;
    const auth_start *start;
} world_unit;

world_unit world_unit_at(const world_machine *machine, int unit);

/** Put the machine on the ground where the scenario says, engine running or not.
 *  @return HL_OK; HL_BAD_INPUT: an object or another machine stands there, as the report says; else the
 *          status of the assembly */
hl_status world_machine_place(world_machine *machine, hl_report *report);

/** Let the machines that start settled come to rest under their own laws, the others and the clock standing
 * still; but ticks are counted, since sand yields under tracks in turns. @return HL_NOT_CONVERGED: they do
 * not; the status of a step */
hl_status world_settle(world *world);

/** Whether a machine that world_settle could not bring to rest still moves. */
bool world_is_restless(const world_machine *machine);

/** Complain about a machine that world_machine_place refused or could not bring to rest: about the
 * implausible figures of its file; without any, and without a complaint so far (HL_BAD_INPUT), about what
 * moved most (plausible/start_plausible.c). */
void world_report_unsettled(const world_machine *machine, hl_status status, hl_report *report);

/** Complain about every object that some part of the machine lies in; the work must have been looked at.
 *  @return true when there is none */
bool world_objects_clear(const world_machine *machine, hl_report *report);

/** The same of machines that come before it in the world, and have been placed. */
bool world_machines_clear(const world_machine *machine, hl_report *report);

/** The same of its implements, of each with those before it and with the machine. */
bool world_units_clear(const world_machine *machine, hl_report *report);

/** Where the scenario says how the machine starts, or names its file. */
hl_place world_start_place(const world_machine *machine);

/** The same of the ground: complain about the part that lies deepest below it. */
bool world_ground_clear(const world_machine *machine, hl_report *report);

/* ---- a tick (step.c) ---- */

/** One tick of all machines and their sand, as world_machine_step. RT. */
hl_status world_step(world *world);

/** The sand's part of it, at the poses of the state. RT. */
void world_sand_step(world *world);

#endif
