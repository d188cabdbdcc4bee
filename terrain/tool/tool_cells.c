/* Cells from which a tool takes soil in a step, and the amounts.
 *
 * The edge cuts: if the middle of a cell is less than half a cell before or behind the edge, the share
 *
 *   s = 1/2 + (distance behind the edge)/(size of the cell)
 *
 * of the cell has been cut. A step that increases s by ds takes the share ds/(1 - s) of the soil that remains
 * above the edge or the floor. Then h - z is proportional to 1 - s, and no progress per cell needs to be
 * stored. From cells further behind, soil that flowed in or was left is taken if it is more than a thin
 * layer.
 *
 * Plates push: a floor that moves down onto a cell presses it (terr_field_press). If the tool moves backwards
 * or sideways, soil that passes through the back or a side onto the floor is deposited outside the plate.
 * Upright plates do not move soil; an upright blade dragged backwards and soil between two close walls are
 * not modelled. */
#include "field/field_internal.h"
#include "tool_internal.h"

#include "hl/clamp.h"
#include "hl/real.h"
#include "hl/status.h"

#include <math.h>

/* What lies less than this above the floor stays [m]: a cell of 5 cm then holds less than a gram more. */
static const double SKIN = 2e-4;
/* Layer behind the edge that stays [m]: a plate that has been pressed into the ground stands that deep in it,
 * and what lies under a floor must not come to lie on it. */
static const double LAYER = 0.01;
/* Steps to look back when asking whether a cell has just come over the floor: one, and one for rounding. */
static const double LOOK_BACK = 2.0;
/* A floor that falls faster than this presses [m/s]; below, it is the play of a tool that slides along. */
static const double FALLING = 0.02;
/* Soil is put down beyond a plate by this much, in cells: its kernel stays clear of the tool. */
static const double BEYOND = 1.5;
/* A loose heap of this radius, in cells, comes of what is moved. */
static const double HEAP_RADIUS = 0.5;

/* Of a direction's unit vector: rows are parallel to it when it rises less. */
static const double LEVEL = 1e-9;

/* Moved at once from a cell: 256 kg; the field takes no more than some hundred kilograms. */
static const terr_mass MOST_MOVED = (terr_mass)1 << 28;

/* Mass of a cell's uppermost `depth` metres. RT. */
static terr_mass mass_above(const terr_soil *soil, const terr_cell *cell, double area, double depth)
{
    const double loose_depth = terr_kilograms(cell->loose) / (area * soil->loose_density);
    if (depth <= loose_depth) return terr_quanta(depth * area * soil->loose_density);
    const terr_mass bank = terr_quanta((depth - loose_depth) * area * soil->bank_density);
    const terr_mass mass = cell->loose + bank;
    return mass < cell->mass ? mass : cell->mass;
}

terr_mass dig_move(terr_field *field, int column, int row, terr_mass mass, int soil, double x, double y)
{
    const double radius = HEAP_RADIUS * terr_field_definition(field)->cell;
    const terr_mass taken = terr_field_take(field, column, row, mass < MOST_MOVED ? mass : MOST_MOVED);
    if (taken == 0 || terr_field_put(field, x, y, radius, taken, soil)) return taken;
    terr_field_centre(field, column, row, &x, &y);
    const bool back = terr_field_put(field, x, y, radius, taken, soil);
    HL_ASSERT(back); /* its tile has just been touched, and it has just become lighter */
    (void)back;
    return 0;
}

/* A cell under the tool. */
typedef struct looked_cell {
    int column, row;
    double x, y;            /* its middle [m] */
    double behind;          /* the edge [m] */
    double surface, floor;  /* heights [m] */
    const dig_plane *plane; /* the floor's; NULL: there is only the edge */
} looked_cell;

/* Share of a cell that has been cut when its middle is so far behind the edge. */
static double cut_share(double behind, double cell)
{
    return hl_clamp(0.5 + behind / cell, 0.0, 1.0);
}

/* A place in the list for what the edge cuts: those that it leaves in this step come first, so that their
 * rest does not stay behind. */
static dig_want *place_for_cut(terr_digger *digger, bool final)
{
    if (digger->cuts == DIG_MOST_WANTS) return NULL;
    if (digger->cuts + digger->flowed == DIG_MOST_WANTS) digger->flowed--; /* cutting goes first */
    dig_want *place = &digger->want[digger->cuts++];
    if (!final) return place;
    dig_want *first = &digger->want[digger->finals++];
    *place = *first;
    return first;
}

dig_want *dig_place_for_flowed(terr_digger *digger)
{
    if (digger->cuts + digger->flowed == DIG_MOST_WANTS) return NULL;
    return &digger->want[DIG_MOST_WANTS - ++digger->flowed];
}

/* @param cut  by the edge; else it has flowed in, or was left over */
static void want(terr_digger *digger, const terr_field *field, const looked_cell *at, double share, bool cut)
{
    const double size = digger->area->cell;
    const terr_cell cell = terr_field_look(field, at->column, at->row);
    if (cell.wall) return;
    const terr_soil *soil = &digger->area->soils[cell.soil];
    const terr_mass mass = mass_above(soil, &cell, size * size, share * (at->surface - at->floor));
    if (mass <= 0) return;
    dig_want *place = cut ? place_for_cut(digger, at->behind >= 0.5 * size) : dig_place_for_flowed(digger);
    if (!place) return;
    *place = (dig_want){.column = at->column,
                        .row = at->row,
                        .soil = cell.soil,
                        .mass = mass,
                        .x = at->x,
                        .y = at->y,
                        .behind = at->behind,
                        .surface = at->surface};
}

static bool under_floor(const void *context, int column, int row)
{
    const terr_digger *digger = context;
    const double size = digger->area->cell;
    double height;
    return dig_floor_at(&digger->pose, digger->shape.half_width,
                        fma(column + 0.5, size, digger->area->origin[0]),
                        fma(row + 0.5, size, digger->area->origin[1]), &height) != NULL;
}

/* A floor on its way down presses what it meets, with what the soil bears at that sinkage (Bekker). */
static void press(terr_digger *digger, terr_field *field, const looked_cell *at)
{
    if (digger->moved == DIG_MOST_MOVED) return;
    digger->moved++;
    const double size = digger->area->cell, depth = at->surface - at->floor;
    const terr_cell cell = terr_field_look(field, at->column, at->row);
    if (cell.wall) return;
    const terr_soil *soil = &digger->area->soils[cell.soil];
    const double load = terr_bekker_pressure(soil, size, cell.firmness + depth) * size * size;
    (void)terr_field_press(field, at->column, at->row, depth, load, under_floor, digger);
}

/* Whether the cell's middle came over the floor in this step, and not over the edge. */
static bool came_through_plate(const terr_digger *digger, const looked_cell *at, hl_vec3 velocity)
{
    const double step = LOOK_BACK * digger->area->step;
    double height;
    /* The place as the tool stood before: the tool has moved by v dt, so the place by -v dt against it */
    return at->behind - digger->pose.speed * step > 0.5 * digger->area->cell &&
           dig_floor_at(&digger->pose, digger->shape.half_width, at->x + step * velocity.x,
                        at->y + step * velocity.y, &height) == NULL;
}

static void shove(terr_digger *digger, terr_field *field, const looked_cell *at, hl_vec3 velocity)
{
    if (digger->moved == DIG_MOST_MOVED) return;
    digger->moved++;
    const double speed = hl_hypot(velocity.x, velocity.y), size = digger->area->cell;
    const terr_cell cell = terr_field_look(field, at->column, at->row);
    if (cell.wall || !(speed > 0.0)) return;
    const terr_mass mass =
        mass_above(&digger->area->soils[cell.soil], &cell, size * size, at->surface - at->floor);
    const double far = BEYOND * size / speed;
    (void)dig_move(field, at->column, at->row, mass, cell.soil, fma(far, velocity.x, at->x),
                   fma(far, velocity.y, at->y));
}

/* The cells about the edge: of what stands above it, the share that this step cuts. */
static double cut_now(const terr_digger *digger, double behind)
{
    const double before = cut_share(behind - digger->advance, digger->area->cell);
    const double now = cut_share(behind, digger->area->cell);
    return before < 1.0 ? (now - before) / (1.0 - before) : 0.0;
}

/* Whether a floor on its way down presses the cell. Soil that has flowed in over the edge lies on the floor
 * of a tool that rocks: pressed out it would flow back in, endlessly. So more than what the floor has just
 * met is pressed only as far as the tool is displaced. */
static bool presses(const terr_digger *digger, terr_cut_front *front, const looked_cell *at, double above)
{
    const hl_vec3 origin = digger->pose.motion.position;
    const double falling = -dig_at(&at->plane->rise, at->x - origin.x, at->y - origin.y);
    if (falling <= (digger->sinks ? 0.0 : FALLING)) return false;
    if (above <= LAYER + LOOK_BACK * falling * digger->area->step) return true;
    const double size = digger->area->cell, mass = above * size * size * digger->area->soils[0].bank_density;
    if (front->lift < mass) return false;
    front->lift -= mass;
    return true;
}

/* Plates and a cell behind the edge. */
static void run_into(terr_digger *digger, terr_field *field, terr_cut_front *front, const looked_cell *at,
                     double above)
{
    if (presses(digger, front, at, above)) {
        press(digger, field, at);
        return;
    }
    const hl_vec3 velocity = dig_velocity(&digger->pose, hl_v3(at->x, at->y, at->floor));
    if (came_through_plate(digger, at, velocity))
        shove(digger, field, at, velocity);
    else if (above > LAYER)
        want(digger, field, at, 1.0, false);
}

static void look_at(terr_digger *digger, terr_field *field, terr_cut_front *front, looked_cell *at)
{
    const dig_pose *pose = &digger->pose;
    const double size = digger->area->cell, half_width = digger->shape.half_width;
    const double across = dig_across(pose, at->x, at->y), edge_height = dig_edge_height(pose, across);
    at->behind = dig_behind(pose, at->x, at->y);
    const double passed = 0.5 * size + digger->advance;
    const bool edge = at->behind >= -0.5 * size && at->behind <= passed && fabs(across) <= pose->half_width;
    at->plane = dig_floor_at(pose, half_width, at->x, at->y, &at->floor);
    if (!at->plane && !edge) return;
    /* a floor that rises behind the edge has not cut what it hangs over: the edge has */
    if (edge) at->floor = at->plane ? fmin(at->floor, edge_height) : edge_height;
    const double above = at->surface - at->floor;
    if (above <= SKIN || dig_is_covered(pose, half_width, at->x, at->y, at->floor, at->surface)) return;
    const double share = cut_now(digger, at->behind);
    if (share > 0.0)
        want(digger, field, at, share, true);
    else if (!edge)
        run_into(digger, field, front, at, above);
}

static int cell_index(double x, double origin, double size, int count)
{
    const double index = floor((x - origin) / size);
    return index < 0.0 ? 0 : index > count - 1 ? count - 1 : (int)index;
}

/* A part of a row [m]. */
typedef struct row_part {
    double low, high;
} row_part;

/* The part in which at + rise x lies between two bounds. */
static row_part clip(row_part part, double rise, double at, double least, double most)
{
    if (fabs(rise) < LEVEL) return at < least || at > most ? (row_part){1.0, 0.0} : part;
    const double a = (least - at) / rise, b = (most - at) / rise;
    return (row_part){fmax(part.low, fmin(a, b)), fmin(part.high, fmax(a, b))};
}

/* Part of a row between the planes of the tool's sides, and a margin. */
static row_part between_sides(const dig_pose *pose, row_part part, double y, double margin)
{
    const double at = (y - pose->edge.y) * pose->across.y - pose->edge.x * pose->across.x;
    return clip(part, pose->across.x, at, -pose->half_width - margin, pose->half_width + margin);
}

/* A blade at work and the pile before it keep the soil about it from flowing to where they stand, as long as
 * the blade is taller than that soil. Into the mouth of a bucket soil flows. */
static bool holds_back(const terr_digger *digger)
{
    const dig_pose *pose = &digger->pose;
    return !digger->def->sides && digger->works && digger->deepest > 0.0 &&
           digger->deepest < pose->highest - pose->edge.z;
}

static void hold_row(const terr_digger *digger, terr_field *field, int row, row_part part)
{
    const dig_pose *pose = &digger->pose;
    const terr_field_def *area = digger->area;
    const double size = area->cell, y = fma(row + 0.5, size, area->origin[1]);
    const double at = dig_behind(pose, 0.0, y);
    part = clip(between_sides(pose, part, y, 0.0), -pose->ahead.x, at, -0.5 * size,
                fmax(0.5 * size, -pose->rear));
    const double first = ceil((part.low - area->origin[0]) / size - 0.5),
                 last = floor((part.high - area->origin[0]) / size - 0.5);
    if (first <= last) field_block_row(field, row, (int)fmax(first, 0.0), (int)fmin(last, area->columns - 1));
}

void dig_collect_cells(terr_digger *digger, terr_field *field, terr_cut_front *front)
{
    const dig_pose *pose = &digger->pose;
    const terr_field_def *area = digger->area;
    const double size = area->cell, x_0 = area->origin[0], y_0 = area->origin[1];
    digger->finals = digger->cuts = digger->flowed = digger->moved = 0;
    if (pose->high[0] < x_0 - size || pose->low[0] > x_0 + (area->columns + 1) * size ||
        pose->high[1] < y_0 - size || pose->low[1] > y_0 + (area->rows + 1) * size)
        return;
    /* A tool that leans sideways: its corners are further out than its edge */
    const double lean = fabs(pose->slope) * (digger->shape.high.z - digger->shape.low.z) + size;
    const int first = cell_index(pose->low[1] - size, y_0, size, area->rows);
    const int last = cell_index(pose->high[1] + size, y_0, size, area->rows);
    const bool holds = holds_back(digger);
    for (int row = first; row <= last; row++) {
        const row_part whole = {pose->low[0] - size, pose->high[0] + size};
        const double y = fma(row + 0.5, size, y_0);
        const row_part part = between_sides(pose, whole, y, lean);
        if (part.low > part.high) continue;
        if (holds) hold_row(digger, field, row, part);
        const int begin = cell_index(part.low, x_0, size, area->columns),
                  end = cell_index(part.high, x_0, size, area->columns);
        if (!field_row_rises(field, row, begin, end, pose->lowest + SKIN)) continue;
        for (int column = begin; column <= end; column++) {
            const double surface = terr_field_height(field, column, row);
            if (surface <= pose->lowest + SKIN) continue;
            looked_cell at = {.column = column, .row = row, .y = y, .surface = surface};
            at.x = fma(column + 0.5, size, x_0);
            look_at(digger, field, front, &at);
        }
    }
}
