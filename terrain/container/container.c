/* A container: its definition, its cells, what its heap weighs, its state. How the heap flows:
 * container_flow.c. */
#include "container/container.h"

#include "hl/clamp.h"
#include "hl/hash.h"
#include "hl/real.h"

#include <string.h>

static const double KG = TERR_QUANTUM;
static const double ACCELERATION_TIME = 0.1; /* [s] as for the loads of tools */
static const double PRESS_TIME = 0.05;       /* [s] in which falling soil gives up its momentum: estimate */

/* ---- definition ---- */

const char *terr_container_validate(const terr_container_def *def)
{
    for (int i = 0; i < 3; i++)
        if (!(def->size[i] >= 0.1 && def->size[i] <= 20.0))
            return "inside dimensions of 0.1 to 20 m are expected";
    for (int i = 0; i < 2; i++)
        if (!(def->taper[i] >= 0.0 && def->taper[i] <= 0.45 * def->size[i]))
            return "walls lean too far: the floor must be at least a tenth as long and wide as the rim";
    if (!(def->cell >= 0.02 && def->cell <= 1.0)) return "cells of 20 mm to 1 m are expected";
    if (def->size[0] / def->cell * (def->size[1] / def->cell) > TERR_CONTAINER_CELLS)
        return "more than 8192 cells: larger cells are expected";
    if (fmin(def->size[0], def->size[1]) < 2.0 * def->cell)
        return "fewer than two cells along a side: smaller cells are expected";
    if (!(def->thickness >= 1e-3 && def->thickness <= 0.5)) return "walls of 1 mm to 0.5 m are expected";
    if (!(def->friction < 1.4)) return "an angle of friction below 80 degrees is expected";
    if (def->gate >= 0 && def->taper[def->gate / 2] > 0.0)
        return "the gate is in a wall that leans: an upright wall is expected";
    return NULL;
}

double terr_container_volume(const terr_container_def *def)
{
    const double *s = def->size, *t = def->taper; /* Simpson's rule is exact for a prismatoid */
    const double top = s[0] * s[1], floor = (s[0] - 2.0 * t[0]) * (s[1] - 2.0 * t[1]),
                 middle = (s[0] - t[0]) * (s[1] - t[1]);
    return s[2] * (top + 4.0 * middle + floor) / 6.0;
}

/* Height of floor and leaning walls [m]. */
static double floor_at(const terr_container_def *def, double x, double y)
{
    const double at[2] = {fabs(x), fabs(y)};
    double height = 0.0;
    for (int i = 0; i < 2; i++) {
        const double over = at[i] - (0.5 * def->size[i] - def->taper[i]);
        if (def->taper[i] > 0.0 && over > 0.0) height = fmax(height, over / def->taper[i] * def->size[2]);
    }
    return height;
}

hl_vec3 container_middle(const container *c, int cell)
{
    const int row = cell / c->columns;
    return hl_v3((cell % c->columns + 0.5) * c->pitch[0] - 0.5 * c->def.size[0],
                 (row + 0.5) * c->pitch[1] - 0.5 * c->def.size[1], 0.0);
}

bool container_new(container *c, const terr_container_def *def, const terr_soil *soils, int soil_count,
                   const terr_mass *grain, double radius, double gravity, double step, hl_arena *arena)
{
    *c = (container){.def = *def, .soils = soils, .soil_count = soil_count, .step = step, .gravity = gravity};
    c->columns = (int)rint(def->size[0] / def->cell);
    c->rows = (int)rint(def->size[1] / def->cell);
    c->pitch[0] = def->size[0] / c->columns;
    c->pitch[1] = def->size[1] / c->rows;
    c->area = c->pitch[0] * c->pitch[1];
    c->radius = radius;
    c->smoothing = 1.0 - hl_exp(-step / ACCELERATION_TIME);
    for (int s = 0; s < soil_count; s++) {
        c->repose[s] = hl_tan(soils[s].repose);
        c->friction[s] = hl_tan(def->friction >= 0.0 ? def->friction : soils[s].steel_friction);
        c->grain[s] = grain[s];
    }
    const int cells = container_cells(c);
    c->floor = HL_NEW(arena, double, cells);
    c->height = HL_NEW(arena, double, cells);
    c->mass = HL_NEW(arena, terr_mass, cells);
    c->soil = HL_NEW(arena, uint8_t, cells);
    c->moving = HL_NEW(arena, uint8_t, cells);
    c->shift = HL_NEW(arena, double, 2 * cells);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < cells; i++) {
        const hl_vec3 at = container_middle(c, i);
        c->floor[i] = c->height[i] = floor_at(def, at.x, at.y);
    }
    return true;
}

/* ---- cells ---- */

static uint64_t mixed(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static uint64_t hash_of_cell(const container *c, int i)
{
    if (c->mass[i] == 0 && c->soil[i] == 0 && c->moving[i] == 0) return 0;
    const uint64_t kinds = (uint64_t)i << 16 | (uint64_t)c->soil[i] << 8 | c->moving[i];
    return mixed(mixed((uint64_t)c->mass[i] + HL_HASH_START) + kinds);
}

static void set_height(container *c, int i)
{
    c->height[i] = c->floor[i] + (double)c->mass[i] * KG / (c->area * c->soils[c->soil[i]].loose_density);
}

double container_draw(container *c)
{
    return (double)(mixed((uint64_t)c->core.draws++) >> 11) * 0x1p-53;
}

int container_mix_soil(container *c, int soil, terr_mass mass, int added, terr_mass more)
{
    if (mass == 0 || soil == added) return added;
    return container_draw(c) * (double)(mass + more) < (double)more ? added : soil;
}

void container_change_cell(container *c, int cell, terr_mass mass, int soil)
{
    c->hash -= hash_of_cell(c, cell);
    c->total += mass - c->mass[cell];
    c->mass[cell] = mass;
    c->soil[cell] = (uint8_t)(mass == 0 ? 0 : soil);
    c->hash += hash_of_cell(c, cell);
    c->core.dirty = 1;
    c->version++;
    set_height(c, cell);
}

void container_set_moving(container *c, int cell, bool moving)
{
    if ((c->moving[cell] != 0) == moving) return;
    c->hash -= hash_of_cell(c, cell);
    c->moving[cell] = moving;
    c->hash += hash_of_cell(c, cell);
}

void container_put(container *c, int cell, terr_mass mass, int soil)
{
    const int kind = container_mix_soil(c, c->soil[cell], c->mass[cell], soil, mass);
    container_change_cell(c, cell, c->mass[cell] + mass, kind);
    c->core.taken += mass;
    c->core.sweeps = CONTAINER_REST_SWEEPS;
}

terr_mass container_take(container *c, int cell, terr_mass mass)
{
    const terr_mass taken = mass < c->mass[cell] ? mass : c->mass[cell];
    if (taken == 0) return 0;
    container_change_cell(c, cell, c->mass[cell] - taken, c->soil[cell]);
    c->core.sweeps = CONTAINER_REST_SWEEPS;
    return taken;
}

void container_open(container *c, double share)
{
    const double open = c->def.gate >= 0 && share > 0.0 ? fmin(share, 1.0) : 0.0;
    if (open == c->core.open) return;
    c->core.open = open;
    c->core.sweeps = CONTAINER_REST_SWEEPS;
}

bool container_touches(const container *c, hl_vec3 at)
{
    const int i = container_cell(c, at.x, at.y);
    return i >= 0 && at.z > c->floor[i] - 0.5 * c->radius && at.z < c->height[i] + c->radius;
}

bool container_surface(const container *c, hl_vec3 at, double *height, hl_vec3 *normal)
{
    const int cell = container_cell(c, at.x, at.y);
    if (cell < 0 || c->mass[cell] == 0 || at.z < c->floor[cell] - c->radius) return false;
    const int most[2] = {c->columns - 2, c->rows - 2};
    const double from[2] = {at.x, at.y};
    int low[2];
    double share[2];
    for (int k = 0; k < 2; k++) {
        const double u = (from[k] + 0.5 * c->def.size[k]) / c->pitch[k] - 0.5;
        low[k] = u < 0.0 ? 0 : u < most[k] ? (int)u : most[k];
        share[k] = hl_clamp(u - low[k], 0.0, 1.0);
    }
    const double *h = &c->height[low[1] * c->columns + low[0]], *next = h + c->columns;
    const double near = h[0] + share[0] * (h[1] - h[0]), far = next[0] + share[0] * (next[1] - next[0]);
    const double slope = (1.0 - share[1]) * (h[1] - h[0]) + share[1] * (next[1] - next[0]);
    *height = near + share[1] * (far - near);
    *normal = hl_normalized(hl_v3(-slope / c->pitch[0], -(far - near) / c->pitch[1], 1.0));
    return true;
}

/* ---- payload ---- */

/* A column: a prism; its own inertia by its edges. */
static void weigh_column(const container *c, int i, double *mass, double *volume, double first[3],
                         double second[6])
{
    const double m = (double)c->mass[i] * KG, tall = c->height[i] - c->floor[i];
    const hl_vec3 at = container_middle(c, i);
    const double x = at.x, y = at.y, z = c->floor[i] + 0.5 * tall;
    *mass += m;
    *volume += tall * c->area;
    first[0] += m * x;
    first[1] += m * y;
    first[2] += m * z;
    second[0] += m * (x * x + c->pitch[0] * c->pitch[0] / 12.0);
    second[1] += m * (y * y + c->pitch[1] * c->pitch[1] / 12.0);
    second[2] += m * (z * z + tall * tall / 12.0);
    second[3] += m * x * y;
    second[4] += m * x * z;
    second[5] += m * y * z;
}

void container_weigh(container *c)
{
    container_core *core = &c->core;
    core->mass = core->volume = 0.0;
    memset(core->first, 0, sizeof core->first);
    memset(core->second, 0, sizeof core->second);
    for (int i = 0; i < container_cells(c); i++)
        if (c->mass[i] > 0) weigh_column(c, i, &core->mass, &core->volume, core->first, core->second);
    core->dirty = 0;
}

terr_payload container_payload(const container *c)
{
    const container_core *core = &c->core;
    const double m = core->mass;
    terr_payload load = {.mass = m, .frozen = true, .weighed = m};
    if (!(m > 0.0)) return load;
    const double x = core->first[0] / m, y = core->first[1] / m, z = core->first[2] / m;
    const double xx = core->second[0] - m * x * x, yy = core->second[1] - m * y * y,
                 zz = core->second[2] - m * z * z;
    load.centre = hl_v3(x, y, z);
    load.inertia = (hl_sym3){.xx = yy + zz,
                             .yy = xx + zz,
                             .zz = xx + yy,
                             .xy = m * x * y - core->second[3],
                             .xz = m * x * z - core->second[4],
                             .yz = m * y * z - core->second[5]};
    return load;
}

void container_press(container *c, terr_tool_load *load)
{
    container_core *core = &c->core;
    const double share = fmin(c->step / PRESS_TIME, 1.0);
    load->force = hl_add_scaled(load->force, share / c->step, core->push);
    load->moment = hl_add_scaled(load->moment, share / c->step, core->twist);
    core->push = hl_scale(1.0 - share, core->push);
    core->twist = hl_scale(1.0 - share, core->twist);
}

/* ---- state ---- */

/* The core, then masses, soils and flags of the cells, each in whole words. */

static size_t whole_words(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

size_t container_state_size(const container *c)
{
    const size_t cells = (size_t)container_cells(c);
    return sizeof(container_core) + cells * sizeof *c->mass + 2 * whole_words(cells);
}

void container_save(const container *c, void *to)
{
    const size_t cells = (size_t)container_cells(c);
    char *at = to;
    memset(at, 0, container_state_size(c));
    memcpy(at, &c->core, sizeof c->core);
    at += sizeof c->core;
    memcpy(at, c->mass, cells * sizeof *c->mass);
    at += cells * sizeof *c->mass;
    memcpy(at, c->soil, cells);
    memcpy(at + whole_words(cells), c->moving, cells);
}

void container_restore(container *c, const void *from)
{
    const size_t cells = (size_t)container_cells(c);
    const char *at = from;
    memcpy(&c->core, at, sizeof c->core);
    at += sizeof c->core;
    memcpy(c->mass, at, cells * sizeof *c->mass);
    at += cells * sizeof *c->mass;
    memcpy(c->soil, at, cells);
    memcpy(c->moving, at + whole_words(cells), cells);
    c->hash = 0;
    c->total = 0;
    c->version++;
    for (int side = 0; side < TERR_SIDES; side++) c->total += c->core.rim[side];
    for (int i = 0; i < (int)cells; i++) {
        c->hash += hash_of_cell(c, i);
        c->total += c->mass[i];
        set_height(c, i);
    }
}

static bool within(int64_t value, int64_t low, int64_t high)
{
    return value >= low && value <= high;
}

/* Above the capacity of any container; sums of it do not overflow. */
static const terr_mass MOST_MASS = (terr_mass)1 << 48;

static bool core_fits(const container *c, const container_core *core)
{
    bool good = within(core->known, 0, 1) && within(core->sweeps, 0, CONTAINER_REST_SWEEPS) &&
                within(core->row, 0, c->rows - 1) && within(core->flowed, 0, 1) &&
                within(core->dirty, 0, 1) && core->draws >= 0;
    for (int side = 0; side < TERR_SIDES; side++)
        good = good && within(core->rim[side], 0, MOST_MASS) &&
               within(core->rim_soil[side], 0, c->soil_count - 1) &&
               within(core->rim_cell[side], 0, container_cells(c) - 1);
    return good;
}

bool container_fits(const container *c, const void *from)
{
    const size_t cells = (size_t)container_cells(c);
    const unsigned char *at = from;
    container_core core;
    memcpy(&core, at, sizeof core);
    if (!core_fits(c, &core)) return false;
    at += sizeof core;
    const unsigned char *soil = at + cells * sizeof(terr_mass), *moving = soil + whole_words(cells);
    for (size_t i = 0; i < cells; i++) {
        terr_mass mass;
        memcpy(&mass, at + i * sizeof mass, sizeof mass);
        if (!within(mass, 0, MOST_MASS) || soil[i] >= c->soil_count || moving[i] > 1) return false;
    }
    return true;
}

uint64_t container_hash(const container *c, uint64_t hash)
{
    return hl_hash(hl_hash(hash, &c->core, sizeof c->core), &c->hash, sizeof c->hash);
}
