/* The step of the sand: field, particles and tools in their order; the ledger; particles that merge into the
 * field. sand_rest.c evaluates the loads of tools. */
#include "sand_parts.h"

#include "hl/real.h"
#include "hl/status.h"

#include <stdio.h>

/* ---- merging ---- */

/* Particles at rest on the field become field again (000 publication V section II.B.3); a kernel of their
 * size spreads their volume.
 *
 * A particle does not merge at once: it sinks. Within SINK_TIME the field takes its mass in steps and rises
 * around it, while the particle keeps its position and supports others; then it is removed. The particles of
 * a layer sink together: loose soil of the layer's volume replaces it, and particles above it then rest on
 * the field at the height of the layer's top. If particles merged at once, each would push its neighbours up
 * by half its radius and leave a hole for those above, which would stir a heap during merging.
 *
 * Particles in a tool do not begin to merge, even if the tool rests on the ground, because they will be
 * carried away. A particle at rest on rigid ground outside the field is removed; the ledger keeps its mass.
 * On a box of the scenery it merges as on the field: cells under walls have the wall's top as their bottom.
 *
 * Work is bounded: MOST_LOOKS particles are checked in a step, in turn, and MOST_SINKING sink at a time.
 *
 * When few places are left, the least important of the checked particles merge at once, wherever they are, so
 * that places remain for newly dug soil: first those on the ground, then the longest at rest, then the
 * oldest. */

enum {
    MOST_LOOKS = 256,  /* particles a step; a thousand particles are gone through in 4 ms */
    MOST_SQUEEZED = 16 /* a step */
};

static const double SLOW_TIME = 0.1;    /* [s] so long a particle must have been slow */
static const double ON_WALL_GAP = 0.25; /* of a radius: gap under a particle that lies on a wall's top */

/* Whether a particle lies on the top of a wall, or in what has merged around it there. */
static bool on_wall(const terr_sand *sand, const terr_particle *particle)
{
    int column, row;
    const hl_vec3 at = particle->position;
    if (!terr_field_cell(sand->field, at.x, at.y, &column, &row)) return false;
    const terr_cell cell = terr_field_look(sand->field, column, row);
    return cell.wall && at.z - sand->radius < cell.height + ON_WALL_GAP * sand->radius;
}

/* Put mass down at a place. @return false: the field has no tile free there */
static bool put_down(terr_sand *sand, double x, double y, terr_mass mass, int soil)
{
    if (terr_field_put(sand->field, x, y, sand->radius, mass, soil)) {
        sand->core.merged += mass;
        return true;
    }
    int column, row;
    if (terr_field_cell(sand->field, x, y, &column, &row)) return false;
    sand->core.outside += mass;
    return true;
}

/* Take a particle away that has given everything. */
static void vanish(terr_sand *sand, int index, terr_mass mass)
{
    sand->core.sunk -= mass - terr_sand_left_of(sand, index, mass);
    if (sand->grain.sinking[index] > 0) sand->core.sinking--;
    terr_sand_remove_particle(sand, index);
}

/* Give the field all of a particle at once. @return false: the field has no tile free there */
static bool merge(terr_sand *sand, int index, const terr_particle *particle)
{
    const terr_mass left = terr_sand_left_of(sand, index, particle->mass);
    if (!put_down(sand, particle->position.x, particle->position.y, left, particle->soil)) return false;
    vanish(sand, index, particle->mass);
    sand->core.merged_particles++;
    return true;
}

/* ---- sinking ---- */

static void begin_to_sink(terr_sand *sand, int index)
{
    sand->grain.sinking[index] = (uint16_t)sand->slices;
    sand->core.sinking++;
    terr_particles_fix(sand->particles, index);
}

/* Whether a particle gives a slice in this step: they take turns. */
static bool gives(const terr_sand *sand, int index)
{
    return sand->grain.sinking[index] > 0 &&
           ((uint32_t)sand->core.tick + sand->grain.serial[index]) % SLICE_STEPS == 0;
}

/* One slice. @return false: it was the last, another particle is at this index now */
static bool sink(terr_sand *sand, int index)
{
    const terr_particle particle = terr_particles_get(sand->particles, index);
    if (sand->grain.sinking[index] == 1) return !merge(sand, index, &particle);
    const terr_mass before = terr_sand_left_of(sand, index, particle.mass);
    sand->grain.sinking[index]--;
    const terr_mass part = before - terr_sand_left_of(sand, index, particle.mass);
    if (put_down(sand, particle.position.x, particle.position.y, part, particle.soil))
        sand->core.sunk += part;
    else
        sand->grain.sinking[index]++; /* again in the next step */
    return true;
}

static void sink_all(terr_sand *sand)
{
    int i = 0;
    while (i < terr_particles_count(sand->particles) && sand->core.sinking > 0)
        if (!gives(sand, i) || sink(sand, i)) i++;
}

static bool rests(const terr_sand *sand, int index, const terr_particle *particle)
{
    return sand->grain.slow[index] * sand->step >= SLOW_TIME &&
           (particle->grounded || on_wall(sand, particle));
}

static bool is_pushed(const terr_sand *sand, hl_vec3 place)
{
    for (int t = 0; t < sand->tool_count; t++)
        if (terr_digger_pushes(sand->digger[t], &sand->load[t].front, place)) return true;
    return false;
}

/* Particle to look at next; turns round. */
static int next_index(terr_sand *sand, int count)
{
    if (sand->core.next >= count) sand->core.next = 0;
    return (int)sand->core.next;
}

/* ---- few places ---- */

/* A candidate and what makes it unimportant. */
typedef struct candidate {
    int index;
    bool grounded;
    uint16_t slow;
    uint32_t serial;
} candidate;

/* Whether a matters less than b. */
static bool matters_less(const candidate *a, const candidate *b)
{
    if (a->grounded != b->grounded) return a->grounded;
    if (a->slow != b->slow) return a->slow > b->slow;
    return a->serial < b->serial;
}

/* Keep a list of at most `most`, the least important first. @return its length */
static int keep_least(candidate *list, int length, int most, candidate added)
{
    int at = length < most ? length : most - 1;
    if (length == most && !matters_less(&added, &list[at])) return length;
    for (; at > 0 && matters_less(&added, &list[at - 1]); at--) list[at] = list[at - 1];
    list[at] = added;
    return length < most ? length + 1 : most;
}

static void sort_by_falling_index(candidate *list, int length)
{
    for (int i = 1; i < length; i++) {
        const candidate moved = list[i];
        int at = i;
        for (; at > 0 && list[at - 1].index < moved.index; at--) list[at] = list[at - 1];
        list[at] = moved;
    }
}

static void squeeze(terr_sand *sand, int wanted)
{
    const int count = terr_particles_count(sand->particles);
    const int looks = count < MOST_LOOKS ? count : MOST_LOOKS;
    const int most = wanted < MOST_SQUEEZED ? wanted : MOST_SQUEEZED;
    candidate list[MOST_SQUEEZED];
    int length = 0;
    for (int k = 0; k < looks; k++, sand->core.next++) {
        const int i = next_index(sand, count);
        if (!terr_sand_is_free(sand, i)) continue;
        const terr_particle particle = terr_particles_get(sand->particles, i);
        length = keep_least(list, length, most,
                            (candidate){i, particle.grounded, sand->grain.slow[i], sand->grain.serial[i]});
    }
    sort_by_falling_index(list, length); /* the last particle moves into a hole: none of the list does */
    for (int k = 0; k < length; k++) {
        const terr_particle particle = terr_particles_get(sand->particles, list[k].index);
        if (merge(sand, list[k].index, &particle)) sand->core.squeezed++;
    }
}

/* ---- step ---- */

/* Merge particles that lie on the field, and, when places get few, others too. RT: MOST_LOOKS particles. */
static void terr_sand_merge(terr_sand *sand)
{
    sand->core.tick++;
    sink_all(sand);
    const int count = terr_particles_count(sand->particles);
    const int looks = count < MOST_LOOKS ? count : MOST_LOOKS;
    for (int k = 0; k < looks && sand->core.sinking < MOST_SINKING; k++, sand->core.next++) {
        const int i = next_index(sand, count);
        if (!terr_sand_is_free(sand, i) || sand->grain.sinking[i] > 0) continue;
        const terr_particle particle = terr_particles_get(sand->particles, i);
        if (rests(sand, i, &particle) && !is_pushed(sand, particle.position)) begin_to_sink(sand, i);
    }
    const int missing = sand->capacity / DIG_FREE_SHARE - (sand->capacity - count);
    if (missing > 0) squeeze(sand, missing);
}

/* ---- lost particles ---- */

/* The place of a field's cell that is nearest to x [m]. */
static double within(double x, double origin, double cell, int cells)
{
    const double low = origin + 0.5 * cell, high = origin + (cells - 0.5) * cell;
    return x > low ? x < high ? x : high : low;
}

/* Lost particles have stopped at their last good place. Where the field takes nothing their mass is kept with
 * that which is outside. */
static void terr_sand_return_lost_mass(terr_sand *sand)
{
    const terr_field_def *def = terr_field_definition(sand->field);
    for (int i = terr_particles_find_lost(sand->particles, 0); i >= 0;
         i = terr_particles_find_lost(sand->particles, i)) {
        const terr_particle particle = terr_particles_get(sand->particles, i);
        const double x = within(particle.position.x, def->origin[0], def->cell, def->columns);
        const double y = within(particle.position.y, def->origin[1], def->cell, def->rows);
        const terr_mass left = terr_sand_left_of(sand, i, particle.mass);
        if (!put_down(sand, x, y, left, particle.soil)) sand->core.outside += left;
        /* a lot that loses a particle is weighed anew */
        if (sand->grain.carrier[i] != TERR_AWAKE) terr_sand_wake(sand, sand->grain.carrier[i]);
        vanish(sand, i, particle.mass);
        sand->core.lost++;
    }
}

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
    if (def->container_count < 0 || def->container_count > TERR_MAX_CONTAINERS) {
        (void)snprintf(why, HL_MESSAGE_LENGTH, "%d containers on the sand: expected 0 to %d",
                       def->container_count, (int)TERR_MAX_CONTAINERS);
        return HL_BAD_INPUT;
    }
    for (int c = 0; c < def->container_count; c++) {
        const char *bad = terr_container_validate(&def->containers[c]);
        if (bad) {
            (void)snprintf(why, HL_MESSAGE_LENGTH, "container %d: %s", c, bad);
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
    terr_tool_def *tools = HL_NEW(arena, terr_tool_def, def->tool_count + def->container_count);
    const terr_box *boxes = HL_COPY(arena, terr_box, def->boxes, def->box_count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int t = 0; t < def->tool_count; t++) tools[t] = def->tools[t];
    for (int c = 0; c < def->container_count; c++)
        tools[def->tool_count + c] = terr_sand_shell(&def->containers[c]);
    const terr_particles_def particles = {.capacity = def->particle_capacity,
                                          .radius = def->particle_radius,
                                          .step = def->field.step,
                                          .gravity = def->gravity,
                                          .soils = def->field.soils,
                                          .soil_count = def->field.soil_count,
                                          .tools = tools,
                                          .tool_count = def->tool_count,
                                          .shell_count = def->container_count,
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
    if (status == HL_OK) status = terr_sand_new_containers(made, def, arena, why);
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

/* ---- step ---- */

/* Mass of particles that others have put in since the last step. */
static terr_mass mass_of_strangers(const terr_sand *sand)
{
    terr_mass mass = 0;
    for (int i = (int)sand->core.known; i < terr_particles_count(sand->particles); i++)
        mass += terr_particles_get(sand->particles, i).mass;
    return mass;
}

/* Of what a tool digs next; `born`: particles dug before in this step. Resting loads count as awake: they may
 * wake after digging. */
static void limit_births(const terr_sand *sand, int tool, int64_t born)
{
    const int64_t old = terr_particles_count(sand->particles) - born;
    terr_digger_limit(sand->digger[tool], terr_sand_govern(sand, old, sand->core.sinking, born).born);
}

/* @return the tools that dug, a bit each */
static unsigned dig(terr_sand *sand, const terr_tool_motion *motion)
{
    unsigned digging = 0;
    const int64_t before = sand->core.born;
    for (int t = 0; t < sand->tool_count; t++) {
        limit_births(sand, t, sand->core.born - before);
        const terr_payload carried = sand->load[t].payload;
        const terr_dig done = terr_digger_step(sand->digger[t], &motion[t], &carried, sand->field,
                                               sand->particles, &sand->load[t]);
        sand->core.dug += done.dug;
        sand->core.born += done.born;
        sand->core.squeezed += done.squeezed;
        int born = done.born;
        for (int c = 0; c < sand->container_count; c++) {
            limit_births(sand, t, sand->core.born - before - done.born + born);
            born +=
                terr_digger_scoop(sand->digger[t], &carried, &sand->containers[c],
                                  &motion[sand->tool_count + c], sand->field, sand->particles, &sand->load[t])
                    .born;
        }
        sand->core.born += born - done.born;
        if (born > 0) digging |= 1U << t;
    }
    sand->born = sand->core.born - before;
    terr_sand_register_new(sand, true);
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

static void relax(terr_sand *sand)
{
    const int64_t before = terr_field_count(sand->field).postponed;
    const int awake = terr_particles_counted(sand->particles).awake;
    terr_field_relax(sand->field, terr_sand_govern(sand, awake, sand->core.sinking, sand->born).cells);
    sand->deferred = terr_field_count(sand->field).postponed - before;
}

void terr_sand_set_timer(terr_sand *sand, void (*ended)(void *context, terr_part part), void *context)
{
    sand->watch.ended = ended;
    sand->watch.context = context;
}

hl_status terr_sand_set_team(terr_sand *sand, const hl_team *team, hl_arena *arena)
{
    terr_field_set_team(sand->field, team);
    return terr_particles_set_team(sand->particles, team, arena);
}

static void tell(const terr_sand *sand, terr_part part)
{
    if (sand->watch.ended) sand->watch.ended(sand->watch.context, part);
}

void terr_sand_step(terr_sand *sand, const terr_tool_motion *motion, terr_tool_load *loads)
{
    sand->core.foreign += mass_of_strangers(sand);
    terr_sand_register_new(sand, false);
    const unsigned digging = dig(sand, motion);
    terr_sand_update_loads(sand, motion, digging);
    tell(sand, TERR_PART_DIG);
    const int count = sand->tool_count + sand->container_count;
    terr_sand_set_shells(sand);
    terr_particles_step(sand->particles, sand->field, motion, sand->load);
    for (int t = 0; t < count; t++) refuse_wild_forces(&sand->load[t]);
    terr_sand_return_lost_mass(sand);
    if (sand->container_count > 0) terr_sand_step_containers(sand, motion + sand->tool_count);
    terr_sand_merge(sand);
    tell(sand, TERR_PART_PARTICLES);
    relax(sand);
    tell(sand, TERR_PART_FLOW);
    for (int t = 0; t < count; t++) loads[t] = sand->load[t];
}

terr_sand_counts terr_sand_counted(const terr_sand *sand)
{
    const terr_particles_counts particles = terr_particles_counted(sand->particles);
    return (terr_sand_counts){.particles = particles.count,
                              .awake = particles.awake,
                              .contacts = particles.contacts,
                              .born = sand->born,
                              .sinking = sand->core.sinking,
                              .cells = terr_field_count(sand->field).looked,
                              .deferred = sand->deferred};
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
                         .containers = terr_sand_contained(sand),
                         .outside = core->outside,
                         .dug = core->dug,
                         .merged = core->merged,
                         .born = core->born,
                         .merged_particles = core->merged_particles,
                         .squeezed = core->squeezed,
                         .lost = core->lost};
}
