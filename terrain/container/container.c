/* The heap of a container: how it flows, what leaves it, what it weighs. */
#include "container/container.h"

#include "hl/hash.h"
#include "hl/real.h"

#include <string.h>

static const double KG = TERR_QUANTUM;

/* Flow: explicit diffusion of the height above the stable slope. */
enum { BANDS = 4 /* steps of a sweep */, REST_SWEEPS = 3 /* without flow until the heap is at rest */ };
static const double MOBILITY = 0.2;     /* share of a difference that flows in a sweep; stable below 1/4 */
static const double STOPS_AT = 0.985;   /* of the slope at which it starts: flowing soil stops there */
static const double AIMS_AT = 0.975;    /* it flows as if to this slope, so that it gets there */
static const double FLOW_SPEED = 2.0;   /* [m/s] of a sliding layer at a slope far above repose */
static const double FLOW_LAYER = 0.5;   /* [m] thickest layer that slides at once */
static const double THINNEST = 5e-4;    /* [m] a thinner layer flows as a whole */
static const double STEEPEST = 5.0;     /* tangent to which the tilt of gravity is limited */
static const double HELD_TILT = 0.2;    /* share of gravity along -z below which walls hold no soil back */
static const double WAKE_TILT = 0.0087; /* [rad] 0.5 degrees since the last sweep */
static const double ACCELERATION_TIME = 0.1; /* [s] as for the loads of tools */
static const double PRESS_TIME = 0.05;       /* [s] in which falling soil gives up its momentum */
static const double OVER_RIM = 1e-3;         /* [m] soil this little above the rim stays */

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

static hl_vec3 middle_of(const container *c, int cell)
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
        const hl_vec3 at = middle_of(c, i);
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

/* [0, 1), by chance that is a function of the state. */
static double draw(container *c)
{
    return (double)(mixed((uint64_t)c->core.draws++) >> 11) * 0x1p-53;
}

/* Soil of two kinds becomes one of them, with its share as probability. */
static int joined_soil(container *c, int soil, terr_mass mass, int added, terr_mass more)
{
    if (mass == 0 || soil == added) return added;
    return draw(c) * (double)(mass + more) < (double)more ? added : soil;
}

static void change_cell(container *c, int i, terr_mass mass, int soil)
{
    c->hash -= hash_of_cell(c, i);
    c->total += mass - c->mass[i];
    c->mass[i] = mass;
    c->soil[i] = (uint8_t)(mass == 0 ? 0 : soil);
    c->hash += hash_of_cell(c, i);
    c->core.dirty = 1;
    c->version++;
    set_height(c, i);
}

static void set_moving(container *c, int i, bool moving)
{
    if ((c->moving[i] != 0) == moving) return;
    c->hash -= hash_of_cell(c, i);
    c->moving[i] = moving;
    c->hash += hash_of_cell(c, i);
}

void container_put(container *c, int cell, terr_mass mass, int soil)
{
    const int kind = joined_soil(c, c->soil[cell], c->mass[cell], soil, mass);
    change_cell(c, cell, c->mass[cell] + mass, kind);
    c->core.taken += mass;
    c->core.sweeps = REST_SWEEPS;
}

terr_mass container_take(container *c, int cell, terr_mass mass)
{
    const terr_mass taken = mass < c->mass[cell] ? mass : c->mass[cell];
    if (taken == 0) return 0;
    change_cell(c, cell, c->mass[cell] - taken, c->soil[cell]);
    c->core.sweeps = REST_SWEEPS;
    return taken;
}

void container_open(container *c, double share)
{
    const double open = c->def.gate >= 0 && share > 0.0 ? fmin(share, 1.0) : 0.0;
    if (open == c->core.open) return;
    c->core.open = open;
    c->core.sweeps = REST_SWEEPS;
}

bool container_touches(const container *c, hl_vec3 at)
{
    const int i = container_cell(c, at.x, at.y);
    return i >= 0 && at.z > c->floor[i] - 0.5 * c->radius && at.z < c->height[i] + c->radius;
}

/* ---- tilt ---- */

/* Follows the acceleration. @return g - a, container axes [m/s^2] */
static hl_vec3 apparent_gravity(container *c, const terr_tool_motion *motion)
{
    container_core *core = &c->core;
    const hl_vec3 down = hl_v3(0.0, 0.0, -c->gravity);
    if (!hl_v3_is_finite(motion->velocity)) {
        core->known = 0;
    } else {
        const hl_vec3 rate = hl_scale(1.0 / c->step, hl_sub(motion->velocity, core->velocity));
        if (core->known)
            core->acceleration =
                hl_add_scaled(core->acceleration, c->smoothing, hl_sub(rate, core->acceleration));
        core->velocity = motion->velocity;
        core->known = 1;
    }
    return hl_mul_transposed(&motion->rotation, hl_sub(down, core->acceleration));
}

static bool is_tilted(hl_vec3 now, hl_vec3 before)
{
    const hl_vec3 across = hl_cross(now, before);
    return hl_dot(now, before) <= 0.0 ||
           hl_dot(across, across) > WAKE_TILT * WAKE_TILT * hl_dot(now, now) * hl_dot(before, before);
}

/* What the flow of a sweep depends on. */
typedef struct slope {
    double level[2]; /* gradient of a level surface in the container's frame */
    double tilt;     /* its magnitude */
    bool holds;      /* walls hold soil back */
} slope;

/* In a container on its side or its head soil flows to the lowest side. */
static slope slope_of(hl_vec3 pull)
{
    const double whole = hl_norm(pull), along = hl_hypot(pull.x, pull.y);
    if (!(whole > 0.0)) return (slope){.holds = true};
    const bool holds = -pull.z > HELD_TILT * whole;
    const double tilt = holds ? fmin(along / -pull.z, STEEPEST) : STEEPEST;
    if (!(along > 0.0)) return (slope){{holds ? 0.0 : tilt, 0.0}, holds ? 0.0 : tilt, holds};
    return (slope){{tilt * pull.x / along, tilt * pull.y / along}, tilt, holds};
}

/* Tangent of the angle between the surface with a gradient and a level one. */
static double steepness(const slope *s, double gx, double gy)
{
    const double x = s->level[0] - gx, y = s->level[1] - gy, z = gx * s->level[1] - gy * s->level[0];
    const double dot = 1.0 + gx * s->level[0] + gy * s->level[1];
    return dot > 0.0 ? sqrt(x * x + y * y + z * z) / dot : HUGE_VAL;
}

/* ---- flow ---- */

/* Derivative of the surface along an axis at a cell; one-sided at a wall. */
static double gradient(const container *c, int i, int axis)
{
    const int at = axis == 0 ? i % c->columns : i / c->columns, last = (axis == 0 ? c->columns : c->rows) - 1;
    const int step = axis == 0 ? 1 : c->columns;
    const int before = at > 0 ? 1 : 0, after = at < last ? 1 : 0;
    return (c->height[i + after * step] - c->height[i - before * step]) / (c->pitch[axis] * (before + after));
}

/* Share of the slope that is too steep, 0: it stands. */
static double excess(const container *c, const slope *s, int donor, bool moving, double steep)
{
    const int soil = c->soil[donor];
    const double slides = s->tilt > c->friction[soil] ? c->friction[soil] : HUGE_VAL;
    const double stable = fmin(c->repose[soil], slides);
    if (!(steep > (moving ? STOPS_AT : 1.0) * stable)) return 0.0;
    return 1.0 - AIMS_AT * stable / steep;
}

/* Height that flows in a sweep along a drive (a difference of slopes), from a layer. */
static double flow(const container *c, double pitch, double drive, double share, double layer)
{
    if (layer < THINNEST) return layer;
    const double most = FLOW_SPEED * share * (BANDS * c->step) / pitch * fmin(layer, FLOW_LAYER);
    return fmin(fmin(MOBILITY * pitch * drive * share, most), layer);
}

/* Height that flows from cell i to the next one along an axis; negative: back. */
static double shift_between(const container *c, const slope *s, int i, int axis)
{
    const int j = i + (axis == 0 ? 1 : c->columns);
    double g[2];
    if (c->mass[i] == 0 && c->mass[j] == 0) return 0.0;
    g[axis] = (c->height[j] - c->height[i]) / c->pitch[axis];
    const double drive = s->level[axis] - g[axis];
    const int donor = drive > 0.0 ? i : j;
    if (c->mass[donor] == 0) return 0.0;
    g[1 - axis] = 0.5 * (gradient(c, i, 1 - axis) + gradient(c, j, 1 - axis));
    const double share = excess(c, s, donor, c->moving[i] || c->moving[j], steepness(s, g[0], g[1]));
    if (!(share > 0.0)) return 0.0;
    const double height = flow(c, c->pitch[axis], fabs(drive), share, c->height[donor] - c->floor[donor]);
    return drive > 0.0 ? height : -height;
}

static void pour(container *c, int from, int to, double height)
{
    const int soil = c->soil[from];
    const terr_mass wish = (terr_mass)(height * c->area * c->soils[soil].loose_density / KG) + 1;
    const terr_mass mass = wish < c->mass[from] ? wish : c->mass[from];
    if (mass <= 0) return;
    change_cell(c, from, c->mass[from] - mass, soil);
    const int kind = joined_soil(c, c->soil[to], c->mass[to], soil, mass);
    change_cell(c, to, c->mass[to] + mass, kind);
    set_moving(c, from, true);
    set_moving(c, to, true);
    c->core.flowed = 1;
}

/* ---- rim ---- */

/* A side: its outward normal, and the cells along it. */
typedef struct border {
    int axis;
    double sign;
} border;

static border border_of(int side)
{
    return (border){side / 2, side % 2 == 0 ? 1.0 : -1.0};
}

static hl_vec3 away_from(border b)
{
    return b.axis == 0 ? hl_v3(b.sign, 0, 0) : hl_v3(0, b.sign, 0);
}

static bool is_open(const container *c, int side)
{
    return side == (int)c->def.gate && c->core.open > 0.0;
}

/* Place over the middle of a cell's outer edge, outside the wall, at a height. */
static hl_vec3 outlet(const container *c, int side, int cell, double height)
{
    const border b = border_of(side);
    const double outside = 0.5 * c->def.size[b.axis] + c->def.thickness + 1.1 * c->radius;
    hl_vec3 at = middle_of(c, cell);
    if (b.axis == 0)
        at.x = b.sign * outside;
    else
        at.y = b.sign * outside;
    at.z = height;
    return at;
}

/* By how much the field beside an outlet is higher [m], along z of the container. */
static double held_by(const terr_tool_motion *motion, const terr_field *field, hl_vec3 at)
{
    int column, row;
    if (field == NULL) return 0.0;
    const hl_vec3 world = hl_add(motion->position, hl_mul(&motion->rotation, at));
    if (!terr_field_cell(field, world.x, world.y, &column, &row)) return 0.0;
    const double over = terr_field_height(field, column, row) - world.z;
    return over > 0.0 ? over / fmax(motion->rotation.m[2][2], HELD_TILT) : 0.0;
}

/* Height of a cell's column that leaves over a side in a sweep [m]. */
static double leaving(const container *c, const slope *s, int side, int cell, const terr_tool_motion *motion,
                      const terr_field *field)
{
    const border b = border_of(side);
    const bool open = is_open(c, side);
    double rim = open || !s->holds ? c->floor[cell] : c->def.size[2];
    if (c->height[cell] - rim <= (open || !s->holds ? 0.0 : OVER_RIM)) return 0.0;
    rim += held_by(motion, field, outlet(c, side, cell, rim));
    double layer = c->height[cell] - rim;
    if (open && s->holds) layer = fmin(layer, c->core.open * c->def.size[2]);
    if (!(layer > 0.0)) return 0.0;
    double g[2];
    g[b.axis] = b.sign * (rim - c->height[cell]) / (0.5 * c->pitch[b.axis]);
    g[1 - b.axis] = gradient(c, cell, 1 - b.axis);
    const double drive = b.sign * (s->level[b.axis] - g[b.axis]);
    if (!(drive > 0.0)) return 0.0;
    const double share = excess(c, s, cell, true, steepness(s, g[0], g[1]));
    return share > 0.0 ? flow(c, c->pitch[b.axis], drive, share, layer) : 0.0;
}

/* What leaves in a step. */
typedef struct outflow {
    int most, count;
    container_out *out;
} outflow;

static bool is_full(const container *c, int side)
{
    return c->core.rim[side] >= 2 * c->grain[c->core.rim_soil[side]];
}

/* Release particles of what has come over a side. `last`: the rest, too, however little. */
static void release(container *c, int side, bool last, outflow *flows)
{
    container_core *core = &c->core;
    const int soil = (int)core->rim_soil[side], cell = (int)core->rim_cell[side];
    const terr_mass grain = c->grain[soil];
    while (flows->count < flows->most && core->rim[side] > 0 && (last || core->rim[side] >= grain)) {
        const terr_mass mass = core->rim[side] < grain ? core->rim[side] : grain;
        const bool open = is_open(c, side);
        const double bottom = open ? c->floor[cell] : c->def.size[2];
        const double deep = open ? fmin(c->height[cell] - bottom, core->open * c->def.size[2]) : 0.0;
        const double layers = fmax(floor(deep / (2.0 * c->radius)), 1.0);
        const int along = 1 - side / 2;
        const double across = (draw(c) - 0.5) * c->pitch[along];
        const double height = bottom + c->radius * (1.0 + 2.0 * floor(draw(c) * layers));
        container_out *out = &flows->out[flows->count++];
        *out = (container_out){mass, soil, outlet(c, side, cell, height), away_from(border_of(side))};
        if (side / 2 == 0)
            out->at.y += across;
        else
            out->at.x += across;
        core->rim[side] -= mass;
        c->total -= mass;
        core->spilled += mass;
    }
}

static void spill(container *c, int side, int cell, double height, outflow *flows)
{
    const int soil = c->soil[cell];
    const terr_mass wish = (terr_mass)(height * c->area * c->soils[soil].loose_density / KG) + 1;
    const terr_mass mass = wish < c->mass[cell] ? wish : c->mass[cell];
    change_cell(c, cell, c->mass[cell] - mass, soil);
    c->core.rim_soil[side] = joined_soil(c, (int)c->core.rim_soil[side], c->core.rim[side], soil, mass);
    c->core.rim[side] += mass;
    c->total += mass;
    c->core.rim_cell[side] = cell;
    set_moving(c, cell, true);
    c->core.flowed = 1;
    release(c, side, false, flows);
}

static void spill_at(container *c, const slope *s, int side, int cell, const terr_tool_motion *motion,
                     const terr_field *field, outflow *flows)
{
    if (c->mass[cell] == 0 || is_full(c, side)) return;
    const double height = leaving(c, s, side, cell, motion, field);
    if (height > 0.0) spill(c, side, cell, height, flows);
}

static void spill_row(container *c, const slope *s, int row, const terr_tool_motion *motion,
                      const terr_field *field, outflow *flows)
{
    const int first = row * c->columns, last = first + c->columns - 1;
    spill_at(c, s, TERR_SIDE_FRONT, last, motion, field, flows);
    spill_at(c, s, TERR_SIDE_REAR, first, motion, field, flows);
    for (int i = first; i <= last; i++) {
        if (row == c->rows - 1) spill_at(c, s, TERR_SIDE_LEFT, i, motion, field, flows);
        if (row == 0) spill_at(c, s, TERR_SIDE_RIGHT, i, motion, field, flows);
    }
}

/* ---- a step ---- */

/* Flow of some rows: differences of the state before, then the changes. */
static void move_rows(container *c, const slope *s, int first, int end)
{
    const int cells = container_cells(c);
    for (int row = first; row < end; row++)
        for (int i = row * c->columns; i < (row + 1) * c->columns; i++) {
            c->shift[i] = (i + 1) % c->columns == 0 ? 0.0 : shift_between(c, s, i, 0);
            c->shift[cells + i] = row + 1 < c->rows ? shift_between(c, s, i, 1) : 0.0;
        }
    for (int i = first * c->columns; i < end * c->columns; i++) set_moving(c, i, false);
    for (int i = first * c->columns; i < end * c->columns; i++)
        for (int axis = 0; axis < 2; axis++) {
            const double height = c->shift[axis * cells + i];
            const int next = i + (axis == 0 ? 1 : c->columns);
            if (height > 0.0) pour(c, i, next, height);
            if (height < 0.0) pour(c, next, i, -height);
        }
}

static void weigh_soil(container *c);

static void end_sweep(container *c)
{
    container_core *core = &c->core;
    core->row = 0;
    core->sweeps = core->flowed ? REST_SWEEPS : core->sweeps - 1;
    core->flowed = 0;
    if (core->dirty) weigh_soil(c);
}

int container_step(container *c, const terr_tool_motion *motion, const terr_field *field, int most,
                   container_out *out)
{
    container_core *core = &c->core;
    outflow flows = {.most = most < CONTAINER_MOST_OUT ? most : CONTAINER_MOST_OUT, .out = out};
    const hl_vec3 pull = apparent_gravity(c, motion);
    if (c->total == 0) {
        if (core->dirty) weigh_soil(c);
        core->sweeps = core->row = core->flowed = 0;
        return 0;
    }
    if (core->sweeps == 0 && is_tilted(pull, core->settled)) core->sweeps = REST_SWEEPS;
    for (int side = 0; side < TERR_SIDES; side++)
        if (core->rim[side] > 0) release(c, side, core->sweeps == 0, &flows);
    if (core->sweeps == 0) return flows.count;
    core->settled = pull;
    const slope s = slope_of(pull);
    const int band = (c->rows + BANDS - 1) / BANDS, first = (int)core->row;
    const int end = first + band < c->rows ? first + band : c->rows;
    move_rows(c, &s, first, end);
    for (int row = first; row < end; row++) spill_row(c, &s, row, motion, field, &flows);
    core->row = end;
    if (end == c->rows) end_sweep(c);
    return flows.count;
}

/* ---- payload ---- */

/* A column: a prism; its own inertia by its edges. */
static void weigh_column(const container *c, int i, double *mass, double *volume, double first[3],
                         double second[6])
{
    const double m = (double)c->mass[i] * KG, tall = c->height[i] - c->floor[i];
    const hl_vec3 at = middle_of(c, i);
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

static void weigh_soil(container *c)
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

/* More than any container holds; sums of it do not overflow. */
static const terr_mass MOST_MASS = (terr_mass)1 << 48;

static bool core_fits(const container *c, const container_core *core)
{
    bool good = within(core->known, 0, 1) && within(core->sweeps, 0, REST_SWEEPS) &&
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
