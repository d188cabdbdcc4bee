/* How the heap of a container flows, and what leaves it over a rim or through a gate. */
#include "container/container.h"

#include "hl/real.h"

/* Explicit diffusion of the height above the stable slope. */
/* Numbers of the method are choices; FLOW_SPEED and FLOW_LAYER are estimates, not measured. */
enum { BANDS = 4 /* steps of a sweep */ };
static const double MOBILITY = 0.2;     /* share of a difference that flows in a sweep; stable below 1/4 */
static const double STOPS_AT = 0.985;   /* of the slope at which it starts: flowing soil stops there */
static const double AIMS_AT = 0.975;    /* target slope of the flow, below STOPS_AT so that it is reached */
static const double FLOW_SPEED = 2.0;   /* [m/s] of a sliding layer at a slope far above repose */
static const double FLOW_LAYER = 0.5;   /* [m] thickest layer that slides at once */
static const double THINNEST = 5e-4;    /* [m] a thinner layer flows as a whole */
static const double STEEPEST = 5.0;     /* tangent to which the tilt of gravity is limited */
static const double HELD_TILT = 0.2;    /* share of gravity along -z below which walls hold no soil back */
static const double WAKE_TILT = 0.0087; /* [rad] 0.5 degrees since the last sweep */
static const double OVER_RIM = 1e-3;    /* [m] soil this little above the rim stays */

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

/* Conditions of the flow in a sweep. */
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

/* Excess share of the slope; 0: stable. */
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
    const terr_mass wish = (terr_mass)(height * c->area * c->soils[soil].loose_density / TERR_QUANTUM) + 1;
    const terr_mass mass = wish < c->mass[from] ? wish : c->mass[from];
    if (mass <= 0) return;
    container_change_cell(c, from, c->mass[from] - mass, soil);
    const int kind = container_mix_soil(c, c->soil[to], c->mass[to], soil, mass);
    container_change_cell(c, to, c->mass[to] + mass, kind);
    container_set_moving(c, from, true);
    container_set_moving(c, to, true);
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
    hl_vec3 at = container_middle(c, cell);
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

/* Outflow of a step. */
typedef struct outflow {
    int most, count;
    container_out *out;
} outflow;

static bool is_full(const container *c, int side)
{
    return c->core.rim[side] >= 2 * c->grain[c->core.rim_soil[side]];
}

/* Release soil that has passed a side as particles. `last`: also a remainder smaller than a particle. */
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
        const double across = (container_draw(c) - 0.5) * c->pitch[along];
        const double height = bottom + c->radius * (1.0 + 2.0 * floor(container_draw(c) * layers));
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
    const terr_mass wish = (terr_mass)(height * c->area * c->soils[soil].loose_density / TERR_QUANTUM) + 1;
    const terr_mass mass = wish < c->mass[cell] ? wish : c->mass[cell];
    container_change_cell(c, cell, c->mass[cell] - mass, soil);
    c->core.rim_soil[side] =
        container_mix_soil(c, (int)c->core.rim_soil[side], c->core.rim[side], soil, mass);
    c->core.rim[side] += mass;
    c->total += mass;
    c->core.rim_cell[side] = cell;
    container_set_moving(c, cell, true);
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
    for (int i = first * c->columns; i < end * c->columns; i++) container_set_moving(c, i, false);
    for (int i = first * c->columns; i < end * c->columns; i++)
        for (int axis = 0; axis < 2; axis++) {
            const double height = c->shift[axis * cells + i];
            const int next = i + (axis == 0 ? 1 : c->columns);
            if (height > 0.0) pour(c, i, next, height);
            if (height < 0.0) pour(c, next, i, -height);
        }
}

static void end_sweep(container *c)
{
    container_core *core = &c->core;
    core->row = 0;
    core->sweeps = core->flowed ? CONTAINER_REST_SWEEPS : core->sweeps - 1;
    core->flowed = 0;
    if (core->dirty) container_weigh(c);
}

int container_step(container *c, const terr_tool_motion *motion, const terr_field *field, int most,
                   container_out *out)
{
    container_core *core = &c->core;
    outflow flows = {.most = most < CONTAINER_MOST_OUT ? most : CONTAINER_MOST_OUT, .out = out};
    const hl_vec3 pull = apparent_gravity(c, motion);
    if (c->total == 0) {
        if (core->dirty) container_weigh(c);
        core->sweeps = core->row = core->flowed = 0;
        return 0;
    }
    if (core->sweeps == 0 && is_tilted(pull, core->settled)) core->sweeps = CONTAINER_REST_SWEEPS;
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
