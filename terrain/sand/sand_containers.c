/* Containers in the sand: particles that fall in become soil of a container, soil that leaves one becomes
 * particles again. */
#include "particles/particles_internal.h"

#include "hl/real.h"
#include "sand_parts.h"

#include <stdio.h>

enum { MOST_TAKEN = 64 /* particles a container takes in a step; others wait on its heap */ };

/* Speed relative to the container at which soil leaves over a rim [m/s]: estimate, a fall of 18 mm. */
static const double LEAVING_SPEED = 0.6;

/* ---- making ---- */

/* Corners of the profile of a shell, from the front wall's rim along the floor to the rear wall's: open at
 * the top. */
enum { FRONT_RIM, FRONT_FLOOR, REAR_FLOOR, REAR_RIM, SHELL_CORNERS };

/* Plates have their thickness on both sides of the profile: inner faces are where the container's are. Walls
 * that lean to the sides are upright to particles, at the rim. */
terr_tool_def terr_sand_shell(const terr_container_def *def)
{
    const double half = 0.5 * def->thickness, rim = 0.5 * def->size[0] + half, floor = rim - def->taper[0];
    return (terr_tool_def){.corners = SHELL_CORNERS,
                           .profile = {[FRONT_RIM] = {rim, def->size[2]},
                                       [FRONT_FLOOR] = {floor, -half},
                                       [REAR_FLOOR] = {-floor, -half},
                                       [REAR_RIM] = {-rim, def->size[2]}},
                           .width = def->size[1] + def->thickness,
                           .thickness = def->thickness,
                           .sides = true};
}

hl_status terr_sand_new_containers(terr_sand *sand, const terr_sand_def *def, hl_arena *arena, char *why)
{
    terr_mass masses[TERR_MAX_SOILS];
    for (int s = 0; s < def->field.soil_count; s++) {
        masses[s] = terr_particle_mass(sand->particles, s);
        if (masses[s] > 0) continue;
        (void)snprintf(why, HL_MESSAGE_LENGTH, "a particle of soil %d has no mass: larger ones are expected",
                       s);
        return HL_BAD_INPUT;
    }
    sand->containers = HL_NEW(arena, container, def->container_count);
    if (!sand->containers) return HL_OUT_OF_MEMORY;
    for (int c = 0; c < def->container_count; c++, sand->container_count++)
        if (!container_new(&sand->containers[c], &def->containers[c], def->field.soils, def->field.soil_count,
                           masses, def->particle_radius, def->gravity, def->field.step, arena))
            return HL_OUT_OF_MEMORY;
    return HL_OK;
}

/* ---- shells ---- */

/* An open gate lets particles through. */
static uint64_t open_features(const container *c)
{
    if (!c->def.shell) return UINT64_MAX;
    if (!(c->core.open > 0.0)) return 0;
    switch (c->def.gate) {
    case TERR_SIDE_FRONT:
        return TERR_PLATE_FEATURE(FRONT_RIM) | TERR_CORNER_FEATURE(FRONT_RIM);
    case TERR_SIDE_REAR:
        return TERR_PLATE_FEATURE(REAR_FLOOR) | TERR_CORNER_FEATURE(REAR_RIM);
    case TERR_SIDE_LEFT:
        return TERR_WALL_FEATURES(1);
    case TERR_SIDE_RIGHT:
        return TERR_WALL_FEATURES(0);
    default:
        return 0;
    }
}

void terr_sand_set_shells(terr_sand *sand)
{
    for (int c = 0; c < sand->container_count; c++)
        terr_particles_leave_out(sand->particles, sand->tool_count + c, open_features(&sand->containers[c]));
}

/* ---- what falls in ---- */

/* Sphere around a container with its heap [m]. */
static double reach_of(const container *c)
{
    const double *size = c->def.size;
    return hl_hypot(hl_hypot(0.5 * size[0], 0.5 * size[1]), 2.0 * size[2]) + c->radius;
}

static bool is_near(const terr_particles *p, hl_vec3 middle, double reach)
{
    const double at[AXES] = {middle.x, middle.y, middle.z};
    for (int k = 0; k < AXES; k++)
        if (p->base[k] + (double)p->low.c[k] > at[k] + reach ||
            p->base[k] + (double)p->high.c[k] < at[k] - reach)
            return false;
    return p->awake > 0;
}

/* Indices of free particles that touch the heap, in falling order. @return their number */
static int find_fallen(const terr_sand *sand, const container *c, const terr_tool_motion *motion, int *fallen)
{
    const terr_particles *p = sand->particles;
    const double reach = reach_of(c), square = reach * reach;
    int count = 0;
    if (!is_near(p, motion->position, reach)) return 0;
    for (int slot = 0; slot < p->awake && count < MOST_TAKEN; slot++) {
        const float *x = p->position[slot].c;
        const hl_vec3 at =
            hl_v3(p->base[0] + (double)x[0], p->base[1] + (double)x[1], p->base[2] + (double)x[2]);
        const hl_vec3 d = hl_sub(at, motion->position);
        if (hl_dot(d, d) > square || !terr_sand_is_free(sand, p->grains[slot].index)) continue;
        if (!container_touches(c, terr_sand_in_tool(motion, at))) continue;
        int place = count++;
        for (; place > 0 && fallen[place - 1] < p->grains[slot].index; place--)
            fallen[place] = fallen[place - 1];
        fallen[place] = p->grains[slot].index;
    }
    return count;
}

/* The particle's momentum against the container acts on its body. */
static void keep_momentum(container *c, const terr_tool_motion *motion, const terr_particle *particle,
                          terr_mass mass)
{
    const hl_vec3 arm = hl_sub(particle->position, motion->position);
    const hl_vec3 own = hl_add(motion->velocity, hl_cross(motion->spin, arm));
    const hl_vec3 push = hl_scale(terr_kilograms(mass), hl_sub(particle->velocity, own));
    c->core.push = hl_add(c->core.push, push);
    c->core.twist = hl_add(c->core.twist, hl_cross(arm, push));
}

static void take_in(terr_sand *sand, container *c, const terr_tool_motion *motion)
{
    int fallen[MOST_TAKEN];
    const int count = find_fallen(sand, c, motion, fallen);
    for (int k = 0; k < count; k++) {
        const terr_particle particle = terr_particles_get(sand->particles, fallen[k]);
        const hl_vec3 at = terr_sand_in_tool(motion, particle.position);
        const terr_mass left = terr_sand_left_of(sand, fallen[k], particle.mass);
        container_put(c, container_cell(c, at.x, at.y), left, particle.soil);
        keep_momentum(c, motion, &particle, left);
        sand->core.sunk -= particle.mass - left;
        if (sand->grain.sinking[fallen[k]] > 0) sand->core.sinking--;
        terr_sand_remove_particle(sand, fallen[k]);
    }
}

/* ---- what leaves ---- */

/* Places for particles that are not kept free for tools. */
static int free_places(const terr_sand *sand)
{
    const int count = terr_particles_count(sand->particles);
    const int most = sand->capacity - sand->capacity / DIG_FREE_SHARE;
    return count < most ? most - count : 0;
}

static void give_birth(terr_sand *sand, const terr_tool_motion *motion, const container_out *out)
{
    int column, row;
    hl_vec3 at = hl_add(motion->position, hl_mul(&motion->rotation, out->at));
    if (terr_field_cell(sand->field, at.x, at.y, &column, &row))
        at.z = fmax(at.z, terr_field_height(sand->field, column, row) + sand->radius);
    const hl_vec3 own = hl_add(motion->velocity, hl_cross(motion->spin, hl_sub(at, motion->position)));
    const hl_vec3 away = hl_mul(&motion->rotation, out->away);
    (void)terr_particles_add(sand->particles, at, hl_add_scaled(own, LEAVING_SPEED, away), out->mass,
                             out->soil);
}

/* ---- step ---- */

void terr_sand_step_containers(terr_sand *sand, const terr_tool_motion *motion)
{
    for (int k = 0; k < sand->container_count; k++) {
        container *c = &sand->containers[k];
        terr_tool_load *load = &sand->load[sand->tool_count + k];
        container_out out[CONTAINER_MOST_OUT];
        take_in(sand, c, &motion[k]);
        const int count = container_step(c, &motion[k], sand->field, free_places(sand), out);
        for (int i = 0; i < count; i++) give_birth(sand, &motion[k], &out[i]);
        terr_sand_register_new(sand, false);
        container_press(c, load);
        load->payload = container_payload(c);
    }
}

terr_mass terr_sand_contained(const terr_sand *sand)
{
    terr_mass mass = 0;
    for (int c = 0; c < sand->container_count; c++) mass += sand->containers[c].total;
    return mass;
}

/* ---- from outside ---- */

int terr_sand_container_count(const terr_sand *sand)
{
    return sand->container_count;
}

terr_content terr_sand_content(const terr_sand *sand, int index)
{
    const container *c = &sand->containers[index];
    return (terr_content){.mass = c->total,
                          .taken = c->core.taken,
                          .spilled = c->core.spilled,
                          .volume = c->core.volume,
                          .centre = container_payload(c).centre,
                          .moving = c->core.sweeps > 0};
}

void terr_sand_open_gate(terr_sand *sand, int index, double share)
{
    container_open(&sand->containers[index], share);
}

void terr_sand_fill_container(terr_sand *sand, int index, terr_mass mass, int soil)
{
    container *c = &sand->containers[index];
    const int cells = container_cells(c);
    const terr_mass taken = c->core.taken;
    for (int i = 0; i < cells; i++) container_put(c, i, mass / cells + (i < mass % cells), soil);
    c->core.taken = taken;
    sand->core.foreign += mass;
}

terr_heap terr_sand_heap(const terr_sand *sand, int index)
{
    const container *c = &sand->containers[index];
    return (terr_heap){c->columns, c->rows,   {c->pitch[0], c->pitch[1]}, c->floor, c->height,
                       c->soil,    c->version};
}

bool terr_sand_heap_at(const terr_sand *sand, int index, hl_vec3 at, double *height, hl_vec3 *normal)
{
    return container_surface(&sand->containers[index], at, height, normal);
}
