/* The sand's step: field, particles and tools in their order, and the ledger. sand_merge.c selects merging
 * particles, sand_payload.c evaluates the loads of tools. */
#include "sand_parts.h"

#include "hl/real.h"
#include "hl/status.h"

#include <stdio.h>

enum { RELAX_BUDGET = 20000 }; /* cells a step: some tenths of a millisecond */

/* Apparent gravity follows the tool's acceleration within this time [s]: jolts of wheels and cylinders are
 * shorter, braking and slewing longer. */
static const double ACCELERATION_TIME = 0.1;

/* A particle that merges sinks for so long [s]: the field around it rises by about its radius, slowly against
 * what its contacts take for a kick. */
static const double SINK_TIME = 0.25;

/* ---- making ---- */

static hl_status wrong(const terr_sand_def *def, char *why)
{
    if (def->tool_count < 0 || def->tool_count > TERR_MAX_TOOLS) {
        (void)snprintf(why, HL_MESSAGE_LENGTH, "%d tools on the sand: expected 0 to %d", def->tool_count,
                       (int)TERR_MAX_TOOLS);
        return HL_BAD_INPUT;
    }
    if (!(def->gravity >= 0.0)) {
        (void)snprintf(why, HL_MESSAGE_LENGTH, "gravity is %g m/s^2: expected 0 or more", def->gravity);
        return HL_BAD_INPUT;
    }
    for (int t = 0; t < def->tool_count; t++) {
        const char *bad = terr_tool_validate(&def->tools[t]);
        if (bad) {
            (void)snprintf(why, HL_MESSAGE_LENGTH, "tool %d: %s", t, bad);
            return HL_BAD_INPUT;
        }
    }
    return HL_OK;
}

static bool take_grains(terr_sand *sand, hl_arena *arena)
{
    sand_grains *grain = &sand->grain;
    grain->close = HL_NEW(arena, uint8_t, sand->capacity);
    grain->behind = HL_NEW(arena, uint8_t, sand->capacity);
    grain->sinking = HL_NEW(arena, uint16_t, sand->capacity);
    grain->slow = HL_NEW(arena, uint16_t, sand->capacity);
    grain->serial = HL_NEW(arena, uint32_t, sand->capacity);
    grain->carrier = HL_NEW(arena, int8_t, sand->capacity);
    grain->held = HL_NEW(arena, uint8_t, sand->capacity);
    return !hl_arena_failed(arena);
}

static hl_status make_particles(terr_sand *sand, const terr_sand_def *def, hl_arena *arena, char *why)
{
    const terr_tool_def *tools = HL_COPY(arena, terr_tool_def, def->tools, def->tool_count);
    const terr_box *boxes = HL_COPY(arena, terr_box, def->boxes, def->box_count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    const terr_particles_def particles = {.capacity = def->particle_capacity,
                                          .radius = def->particle_radius,
                                          .step = def->field.step,
                                          .gravity = def->gravity,
                                          .soils = def->field.soils,
                                          .soil_count = def->field.soil_count,
                                          .tools = tools,
                                          .tool_count = def->tool_count,
                                          .boxes = boxes,
                                          .box_count = def->box_count};
    const hl_status status = terr_particles_new(&particles, arena, &sand->particles, why);
    if (status != HL_OK) return status;
    for (int t = 0; t < def->tool_count; t++) {
        sand->digger[t] = terr_digger_new(&tools[t], sand->field, arena);
        if (!sand->digger[t]) return HL_OUT_OF_MEMORY;
        if (!terr_sand_region(&tools[t], sand->digger[t], def->particle_radius, arena, &sand->region[t]))
            return HL_OUT_OF_MEMORY;
    }
    return HL_OK;
}

hl_status terr_sand_new(const terr_sand_def *def, hl_arena *arena, terr_sand **sand, char *why)
{
    hl_status status = wrong(def, why);
    if (status != HL_OK) return status;
    terr_sand *made = HL_NEW(arena, terr_sand, 1);
    if (!made) return HL_OUT_OF_MEMORY;
    made->capacity = def->particle_capacity;
    made->tool_count = def->tool_count;
    made->relax_budget = def->relax_budget > 0 ? def->relax_budget : RELAX_BUDGET;
    made->radius = def->particle_radius;
    made->gravity = def->gravity;
    made->step = def->field.step;
    made->slices = (int)fmax(1.0, rint(fmin(SINK_TIME / (SLICE_STEPS * def->field.step), UINT16_MAX)));
    made->smoothing = 1.0 - hl_exp(-def->field.step / ACCELERATION_TIME);
    status = terr_field_new(&def->field, arena, &made->field, why);
    if (status == HL_OK) status = make_particles(made, def, arena, why);
    if (status != HL_OK) return status;
    if (!take_grains(made, arena)) return HL_OUT_OF_MEMORY;
    *sand = made;
    return HL_OK;
}

terr_field *terr_sand_field(terr_sand *sand)
{
    return sand->field;
}

terr_particles *terr_sand_particles(terr_sand *sand)
{
    return sand->particles;
}

/* ---- data of particles ---- */

/* Put down the data of particles that have come since: from `core.known` on. RT.
 * @param dug  they were dug: they come over the edges of tools, and are taken to be in front of all sensors
 */
static void register_new(terr_sand *sand, bool dug)
{
    const int count = terr_particles_count(sand->particles);
    HL_ASSERT(count >= sand->core.known);
    for (int i = (int)sand->core.known; i < count; i++) {
        sand->grain.close[i] = dug ? UINT8_MAX : 0;
        sand->grain.behind[i] = 0;
        sand->grain.sinking[i] = 0;
        sand->grain.slow[i] = 0;
        sand->grain.held[i] = 0;
        sand->grain.carrier[i] = TERR_AWAKE;
        sand->grain.serial[i] = (uint32_t)sand->core.serial++;
    }
    sand->core.known = count;
}

void terr_sand_remove_particle(terr_sand *sand, int index)
{
    sand_grains *grain = &sand->grain;
    const int last = terr_particles_count(sand->particles) - 1;
    terr_particles_remove(sand->particles, index);
    grain->close[index] = grain->close[last];
    grain->behind[index] = grain->behind[last];
    grain->sinking[index] = grain->sinking[last];
    grain->slow[index] = grain->slow[last];
    grain->held[index] = grain->held[last];
    grain->carrier[index] = grain->carrier[last];
    grain->serial[index] = grain->serial[last];
    sand->core.known = last;
}

/* ---- step ---- */

/* Mass of particles that others have put in since the last step. */
static terr_mass mass_of_strangers(const terr_sand *sand)
{
    terr_mass mass = 0;
    for (int i = (int)sand->core.known; i < terr_particles_count(sand->particles); i++)
        mass += terr_particles_get(sand->particles, i).mass;
    return mass;
}

/* @return the tools that dug, a bit each */
static unsigned dig(terr_sand *sand, const terr_tool_motion *motion)
{
    unsigned digging = 0;
    for (int t = 0; t < sand->tool_count; t++) {
        const terr_payload carried = sand->load[t].payload;
        const terr_dig done = terr_digger_step(sand->digger[t], &motion[t], &carried, sand->field,
                                               sand->particles, &sand->load[t]);
        sand->core.dug += done.dug;
        sand->core.born += done.born;
        sand->core.squeezed += done.squeezed;
        if (done.born > 0) digging |= 1U << t;
    }
    register_new(sand, true);
    return digging;
}

/* A particle that went wild must not take the machine along. */
static void refuse_wild_forces(terr_tool_load *load)
{
    const hl_vec3 *f = &load->force, *m = &load->moment, *p = &load->contact_point;
    const hl_sym3 *k = &load->stiffness, *c = &load->damping;
    const double any = f->x + f->y + f->z + m->x + m->y + m->z + p->x + p->y + p->z + k->xx + k->yy + k->zz +
                       k->xy + k->xz + k->yz + c->xx + c->yy + c->zz + c->xy + c->xz + c->yz;
    if (isfinite(any)) return;
    load->force = load->moment = load->contact_point = hl_v3(0, 0, 0);
    load->stiffness = load->damping = (hl_sym3){0};
}

void terr_sand_set_timer(terr_sand *sand, void (*ended)(void *context, terr_part part), void *context)
{
    sand->watch.ended = ended;
    sand->watch.context = context;
}

static void tell(const terr_sand *sand, terr_part part)
{
    if (sand->watch.ended) sand->watch.ended(sand->watch.context, part);
}

void terr_sand_step(terr_sand *sand, const terr_tool_motion *motion, terr_tool_load *loads)
{
    sand->core.foreign += mass_of_strangers(sand);
    register_new(sand, false);
    const unsigned digging = dig(sand, motion);
    terr_sand_update_loads(sand, motion, digging);
    tell(sand, TERR_PART_DIG);
    terr_particles_step(sand->particles, sand->field, motion, sand->load);
    for (int t = 0; t < sand->tool_count; t++) refuse_wild_forces(&sand->load[t]);
    terr_sand_return_lost_mass(sand);
    terr_sand_merge(sand);
    tell(sand, TERR_PART_PARTICLES);
    terr_field_relax(sand->field, sand->relax_budget);
    tell(sand, TERR_PART_FLOW);
    for (int t = 0; t < sand->tool_count; t++) loads[t] = sand->load[t];
}

const terr_tool_load *terr_sand_load(const terr_sand *sand, int tool)
{
    return &sand->load[tool];
}

terr_ledger terr_sand_ledger(const terr_sand *sand)
{
    const terr_field_counts field = terr_field_count(sand->field);
    const sand_core *core = &sand->core;
    return (terr_ledger){.initial = field.initial + core->foreign + mass_of_strangers(sand),
                         .field = field.mass,
                         .particles = terr_particles_mass(sand->particles) - core->sunk,
                         .outside = core->outside,
                         .dug = core->dug,
                         .merged = core->merged,
                         .born = core->born,
                         .merged_particles = core->merged_particles,
                         .squeezed = core->squeezed,
                         .lost = core->lost};
}
