/* Sand that is dug, carried, dumped and driven on: field, particles and tools with a common state.
 *
 * A step, at the present poses of the machine:
 *   1 tools dig, in the field and in containers: soil above their floors becomes particles; the resistance of
 *     the edges is computed
 *   2 the content of tools is weighed; resting content freezes and becomes part of the tool's body, other
 *     content is awake
 *   3 particles move; their forces on the tools
 *   4 lost particles return their mass; containers take in what falls into them, their heaps flow, soil over
 *     their rims leaves; slow particles on the field merge into it gradually
 *   5 the field flows
 * Tires and plates press the field (terr/press.h) before or after this step.
 *
 * The ledger balances all mass, in whole quanta: field + particles + containers + outside = initial. */
#ifndef TERR_SAND_H
#define TERR_SAND_H

#include "terr/container.h"
#include "terr/particles.h"

typedef struct terr_sand_def {
    terr_field_def field;
    int particle_capacity;  /**< budget of particles */
    double particle_radius; /**< [m] */
    double gravity;         /**< [m/s^2] */
    const terr_tool_def *tools;
    int tool_count;
    const terr_box *boxes; /**< obstacles for particles; the field has its own walls */
    int box_count;
    const terr_container_def *containers;
    int container_count;
    int relax_budget; /**< cells per step; 0: 20000 */
} terr_sand_def;

typedef struct terr_sand terr_sand;

/** @param def  tools, boxes and containers are copied; shape and soils of its field outlive the sand
 *  @param why  out: HL_MESSAGE_LENGTH, what is wrong and what is expected when HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status terr_sand_new(const terr_sand_def *def, hl_arena *arena, terr_sand **sand, char *why);

terr_field *terr_sand_field(terr_sand *sand);
terr_particles *terr_sand_particles(terr_sand *sand);

/** One step. RT. Particles may be added between steps (terr_particles_add); only the sand removes, freezes
 * and wakes them.
 *  @param motion  of each tool, then of each container, at the beginning of the machine's step
 *  @param loads   out: of each tool, for the machine's step; then of each container: force, moment,
 * stiffness, damping, contact_point, payload */
void terr_sand_step(terr_sand *sand, const terr_tool_motion *motion, terr_tool_load *loads);

/** Parts of a step, in their order. */
typedef enum terr_part {
    TERR_PART_DIG,       /**< tools dig and carry */
    TERR_PART_PARTICLES, /**< particles move, return their mass, merge */
    TERR_PART_FLOW,      /**< the field flows */
    TERR_PARTS
} terr_part;

/** Callback at the end of each part of each step, for time measurements by the caller. Not state.
 *  @param ended  NULL: none, the default; called in the step, so RT */
void terr_sand_set_timer(terr_sand *sand, void (*ended)(void *context, terr_part part), void *context);

/** Compute the following steps with a team: the same bits. Not part of the state. Not RT.
 *  @param team   NULL: none, the default. It must outlive the steps
 *  @param arena  for its work memory; unused without a team
 *  @return HL_OK, HL_OUT_OF_MEMORY: no team */
hl_status terr_sand_set_team(terr_sand *sand, const hl_team *team, hl_arena *arena);

/** Counts from which the time of a step follows. Not state. */
typedef struct terr_sand_counts {
    int64_t particles, awake; /**< with resting ones; without */
    int64_t contacts;         /**< of particles with each other and with everything else */
    int64_t born;             /**< particles that tools dug, in containers too */
    int64_t sinking;          /**< particles that merge */
    int64_t cells;            /**< of the field that were looked at for flow */
    int64_t deferred;         /**< cells that wait for the next step because there was too much work */
} terr_sand_counts;

/** Of the last step. RT. */
terr_sand_counts terr_sand_counted(const terr_sand *sand);

/** The largest that are possible in a step, whatever happens; not all of them together. RT. */
terr_sand_counts terr_sand_limits(const terr_sand *sand);

/** The largest that are possible in a step with at least so many particles awake, of which so many were dug,
 * or fewer if so many are impossible: work that can wait has what this leaves of the step. RT. */
terr_sand_counts terr_sand_limits_at(const terr_sand *sand, int64_t awake, int64_t born);

/** The loads of the last step, zero before the first. */
const terr_tool_load *terr_sand_load(const terr_sand *sand, int tool);

/** The mass balance. */
typedef struct terr_ledger {
    terr_mass initial; /**< of the field at the start, and of added particles */
    terr_mass field;
    terr_mass particles; /**< minus the mass that merging particles have given to the field */
    terr_mass containers;
    terr_mass
        outside;   /**< of particles at rest outside the field, or lost where the field cannot accept them */
    terr_mass dug; /**< total taken from the field by tools */
    terr_mass merged; /**< total returned to it */
    int64_t born, merged_particles;
    int64_t squeezed; /**< particles merged or not created because of the budget */
    int64_t lost;     /**< particles that were not finite or far away; their mass was returned to the field */
} terr_ledger;
terr_ledger terr_sand_ledger(const terr_sand *sand);

/* ---- containers ---- */

int terr_sand_container_count(const terr_sand *sand);

/** The content of a container.
 *  @param index  in the order of the definition. RT. */
terr_content terr_sand_content(const terr_sand *sand, int index);

/** Open the gate of a container, from the next step on.
 *  @param share  0: closed, 1: open over the whole height. RT. */
void terr_sand_open_gate(terr_sand *sand, int index, double share);

/** Deposit soil in a container, spread evenly: what it holds at the start. Mass is added to the initial mass
 * of the ledger. Not RT. */
void terr_sand_fill_container(terr_sand *sand, int index, terr_mass mass, int soil);

/** The heap in a container; valid until the next step. RT. */
terr_heap terr_sand_heap(const terr_sand *sand, int index);

/** Surface of the heap in a container under or over a point of its frame [m]. RT.
 *  @return false: no soil there, or the point lies below the floor */
bool terr_sand_heap_at(const terr_sand *sand, int index, hl_vec3 at, double *height, hl_vec3 *normal);

/** Soil in a box with sides along the world's axes, each quantum once: soil above its floor, at any height,
 * in columns with their centre in its rectangle, and particles with their centre in the box, including those
 * in tools, minus the mass already given to the field; not soil in containers. RT: about ten nanoseconds a
 * cell and a particle.
 *  @param low,high  corners [m]; the low sides belong to the box */
terr_mass terr_sand_mass_in(const terr_sand *sand, hl_vec3 low, hl_vec3 high);

/* ---- state: see terr/field.h ---- */

size_t terr_sand_state_size(const terr_sand *sand);
size_t terr_sand_state_capacity(const terr_sand *sand);
void terr_sand_save(const terr_sand *sand, void *to);
void terr_sand_restore(terr_sand *sand, const void *from);

/** For untrusted bytes: whether they have the size of a state and restoring them is safe, with all counts and
 * indices within bounds. Not RT. */
bool terr_sand_fits(terr_sand *sand, const void *from, size_t size);

/** Hash of the state: ledger, resting loads, loads of tools, particles and field. RT. */
uint64_t terr_sand_hash(const terr_sand *sand);

#endif
