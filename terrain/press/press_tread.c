/* Yielding of the field under a tire's discs.
 *
 * In the frame of the wheel, s is the coordinate along the rolling direction and u to the left; the origin is
 * below the wheel's centre. To first order in s/R, as for Bekker's wheel, the height of a disc's tread is
 *     max(h + beta s, foot + s^2/(2 R)).
 * Where the tire is deflected, the tread is flat on the plane with height h and slope beta at the foot; ahead
 * and behind it is a circle. With the deflection delta, the flat part has the length 2 a, a = sqrt(2 R
 * delta), around s = R beta.
 *
 * Load carried at a sinkage z, Bekker's plate under the flat part and Bekker's wheel under the arc before it:
 *     W(z) = b k z^n [2 a + (3 - n)/3 (sqrt(a^2 + 2 R z) - a)]
 * This is the plate for z much smaller than delta, and the rigid wheel for delta -> 0. The disc's force gives
 * the sinkage z_t at which it is carried, W(z_t) = F. Slip digs deeper, to z_s = S(i) z_t.
 *
 * Cells store the largest previous sinkage (firmness f). They yield up to z_s only: firmer ground does not
 * change (multi-pass effect). Within this limit,
 *   - soil above the tread is pressed down to it at once, when the tire rolls onto fresh ground;
 *   - the flat part sinks, dz/dt = (z_t - f)/tau + |v| (z_s - max(f, z_t))/l: the second term moves soil out
 *     of the contact of length l with the slip velocity v, which takes some lengths of slip.
 * z_t, a, h and beta run linearly from disc to disc across the tire. Cells that the tire covers in part yield
 * in proportion, so that the edge of a rut is sloped.
 *
 * Cells under the tread are loaded: no soil flows under the tire, and soil heaped up beside it stays there
 * (h' = h + F(f)) until the tire moves on or lifts off.
 *
 * Simplifications: loads are those at the beginning of the step; all soil properties of a disc are those of
 * the cell under its foot. A strip of one cell's width outside the outermost feet is pressed too, because the
 * planes under the feet are means over three cells. */
#include "press_internal.h"

#include "field/field_internal.h"
#include "hl/real.h"
#include "terr/press.h"

#include <math.h>

/* Cells of a rectangle, row by row. With dx, dy from its middle to a cell's: |s| <= half_length and |u| <=
 * half_width are two pairs of straight lines; in a row, where dy is fixed, each pair bounds dx. */

/* Indices of the cells, of `count`, whose middles lie between two places, measured from the grid's origin. */
static terr_span cells_between(double low, double high, double cell, int count)
{
    const double first = fmax(ceil(low / cell - 0.5), 0.0),
                 last = fmin(floor(high / cell - 0.5), count - 1.0);
    if (!(first <= last)) return (terr_span){0, -1}; /* a NaN too */
    return (terr_span){(int)first, (int)last};
}

terr_span terr_area_rows(const terr_area *area)
{
    const double reach =
        fabs(area->forward[1]) * area->half_length + fabs(area->forward[0]) * area->half_width;
    const double y = area->y - area->def->origin[1];
    return cells_between(y - reach, y + reach, area->def->cell, area->def->rows);
}

/* Narrow [low, high] to where |slope dx + offset| <= bound. */
static void clip(double slope, double offset, double bound, double *low, double *high)
{
    static const double LEVEL = 1e-9; /* slopes below this move by nothing that matters over a field */
    if (fabs(slope) < LEVEL) {
        if (fabs(offset) > bound) *high = -(double)INFINITY;
        return;
    }
    const double a = (-bound - offset) / slope, b = (bound - offset) / slope;
    *low = hl_max(*low, hl_min(a, b));
    *high = hl_min(*high, hl_max(a, b));
}

terr_span terr_area_columns(const terr_area *area, int row)
{
    const terr_field_def *def = area->def;
    const double dy = def->origin[1] + (row + 0.5) * def->cell - area->y;
    double low = -(double)INFINITY, high = (double)INFINITY;
    clip(area->forward[0], area->forward[1] * dy, area->half_length, &low, &high);
    clip(-area->forward[1], area->forward[0] * dy, area->half_width, &low, &high);
    const double x = area->x - def->origin[0];
    return cells_between(x + low, x + high, def->cell, def->columns);
}

/* ---- counts ---- */

void terr_area_count(terr_field *field, terr_span columns)
{
    if (columns.last >= columns.first) field->covered += columns.last - columns.first + 1;
}

terr_press_work terr_press_take_work(terr_field *field)
{
    const terr_press_work work = {field->covered, field->yielded};
    field->covered = field->yielded = 0;
    return work;
}

/* Cells whose middles lie in a rectangle: their squares lie in one that is half a diagonal larger on each
 * side. Areas have half a cell on each side beyond the load. */
static int64_t most_cells(const terr_field *field, double length, double width)
{
    const double d = terr_field_definition(field)->cell, more = d + sqrt(2.0) * d;
    return (int64_t)ceil((length + more) * (width + more) / (d * d));
}

int64_t terr_wheel_most_cells(const terr_field *field, double radius, double width)
{
    const double d = terr_field_definition(field)->cell;
    return most_cells(field, 2.0 * fmax(radius, d), 2.0 * (width + d));
}

int64_t terr_track_most_cells(const terr_field *field, double length, double width)
{
    const double d = terr_field_definition(field)->cell;
    return most_cells(field, fmax(length, 2.0 * d), fmax(width, 2.0 * d));
}

int64_t terr_plate_most_cells(const terr_field *field, double side)
{
    const double whole = fmax(side, 2.0 * terr_field_definition(field)->cell);
    return most_cells(field, whole, whole);
}

/* ---- the discs ---- */

const terr_soil *press_soil(const terr_field *field, hl_vec3 place)
{
    int column, row;
    if (!terr_field_cell(field, place.x, place.y, &column, &row)) return NULL;
    const terr_cell cell = terr_field_look(field, column, row);
    return cell.wall ? NULL : &terr_field_definition(field)->soils[cell.soil];
}

bool press_tread_set_up(tire *t, const terr_field *field, const terr_wheel *wheel, double step)
{
    const int last = wheel->discs - 1;
    const hl_vec3 *foot = wheel->foot;
    const double x = 0.5 * (foot[0].x + foot[last].x), y = 0.5 * (foot[0].y + foot[last].y);
    t->wheel = wheel;
    t->area = (terr_area){
        .x = x, .y = y, .forward = {wheel->forward.x, wheel->forward.y}, .def = terr_field_definition(field)};
    t->first = wheel->forward.x * (foot[0].y - y) - wheel->forward.y * (foot[0].x - x);
    t->per_spacing = t->first < 0.0 ? -0.5 * last / t->first : 0.0;
    t->per_cell = 1.0 / t->area.def->cell;
    t->speed = sqrt(wheel->slip_velocity[0] * wheel->slip_velocity[0] +
                    wheel->slip_velocity[1] * wheel->slip_velocity[1]);
    t->yield = -hl_expm1(-step / TERR_YIELD_TIME);
    t->dig = t->speed * step;
    bool over = false;
    for (int i = 0; i < wheel->discs; i++) {
        t->soil[i] = press_soil(field, foot[i]);
        over = over || t->soil[i] != NULL;
    }
    return over;
}

/* z with W(z) = F, by Newton in ln z: ln W is nearly straight there, its slope n to n + 1/2. From the smaller
 * of plate and rigid wheel, both of which are too deep, three steps leave less than 1e-8 of z. */
static double carrying_sinkage(const terr_soil *soil, double width, double radius, double flat, double force,
                               double strip)
{
    enum { NEWTON_STEPS = 3 };
    if (!(force > 0.0)) return 0.0;
    const double n = soil->bekker_exponent, shape = (3.0 - n) / 3.0;
    const double target = hl_log(force / (strip * terr_bekker_pressure(soil, width, 1.0))); /* ln F/(b k) */
    double y = (target - hl_log(shape * sqrt(2.0 * radius))) / (n + 0.5);                   /* ln z */
    if (flat > 0.0) y = hl_min(y, (target - hl_log(2.0 * flat)) / n);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const double z = hl_exp(y), end = sqrt(flat * flat + 2.0 * radius * z);
        const double length = 2.0 * flat + shape * (end - flat),
                     slope = n + z * shape * radius / (end * length);
        y += (target - n * y - hl_log(length)) / slope;
    }
    return hl_min(hl_exp(y), radius);
}

double press_slip(double slip_speed, double rolling, double moving)
{
    return hl_min(slip_speed / hl_max(hl_max(fabs(rolling), fabs(moving)), TERR_SLOW), 1.0);
}

static void load_disc(tire *t, const terr_field *field, int i, double slip_sinkage)
{
    const terr_wheel *wheel = t->wheel;
    const double R = wheel->radius, strip = wheel->width / wheel->discs, d = t->area.def->cell;
    const terr_sample plane = terr_field_sample(field, wheel->foot[i].x, wheel->foot[i].y);
    tread *disc = &t->disc[i];
    disc->height = plane.height;
    disc->slope =
        -(plane.normal.x * t->area.forward[0] + plane.normal.y * t->area.forward[1]) / plane.normal.z;
    disc->bottom = wheel->foot[i].z;
    /* the plane over the parabola: largest at s = R beta */
    const double deflection = plane.height - disc->bottom + 0.5 * R * disc->slope * disc->slope;
    disc->deflection = hl_clamp(deflection, 0.0, R);
    disc->flat = sqrt(2.0 * R * disc->deflection);
    disc->carried = disc->dug = disc->load = 0.0;
    if (t->soil[i] == NULL || !(wheel->force[i] > 0.0)) return;
    disc->carried = carrying_sinkage(t->soil[i], wheel->width, R, disc->flat, wheel->force[i], strip);
    disc->dug = hl_min(slip_sinkage * disc->carried, R);
    const double length = disc->flat + sqrt(2.0 * R * (disc->deflection + disc->carried));
    disc->load = wheel->force[i] / (strip * length) * d * d;
}

/* Half the length of what any disc can reach: flat part and arcs. */
static double reach_of(const tire *t)
{
    double reach = 0.0;
    for (int i = 0; i < t->wheel->discs; i++) {
        const tread *disc = &t->disc[i];
        if (!(disc->dug > 0.0)) continue;
        reach = hl_max(reach, t->wheel->radius * fabs(disc->slope) +
                                  sqrt(2.0 * t->wheel->radius * (disc->deflection + disc->dug)));
    }
    return hl_min(reach, t->wheel->radius);
}

/* ---- yielding ---- */

enum { GROUP = 8 }; /* cells that vector registers take at once */

/* Part of a row of cells that lies in one tile, in whole groups of its cells. */
typedef struct strip {
    int row, first, groups; /* first: column of the first group */
    uint32_t inside;        /* bit: cell under the tire, counted from `first` */
    int tile, cell;         /* that of column `first`, and its place in it */
    int32_t touched;
} strip;

static strip strip_from(const terr_field *field, int row, int column, int last)
{
    const int end = column | (TERR_TILE - 1), tile = field_tile_of(field, column, row);
    const int first = column - column % GROUP, cells = (last < end ? last : end) - first + 1;
    return (strip){.row = row,
                   .first = first,
                   .groups = (cells + GROUP - 1) / GROUP,
                   .inside = UINT32_MAX >> (TERR_TILE - cells) >> (column - first) << (column - first),
                   .tile = tile,
                   .cell = field_cell_of(first, row),
                   .touched = field->index[tile]};
}

/* Quantities of a disc that run linearly to the next one, as in `tread`. */
enum { HEIGHT, SLOPE, BOTTOM, DUG, QUANTITIES };

/* The discs, and what each quantity gains to the next one; from the last one nothing. */
typedef struct disc_table {
    double of[TERR_MAX_DISCS][QUANTITIES], gain[TERR_MAX_DISCS][QUANTITIES];
} disc_table;

static void list_discs(const tire *t, disc_table *table)
{
    const int last = t->wheel->discs - 1;
    for (int i = 0; i <= last; i++) {
        const tread *a = &t->disc[i], *b = &t->disc[i < last ? i + 1 : last];
        const double of[QUANTITIES] = {a->height, a->slope, a->bottom, a->dug},
                     next[QUANTITIES] = {b->height, b->slope, b->bottom, b->dug};
        for (int q = 0; q < QUANTITIES; q++) {
            table->of[i][q] = of[q];
            table->gain[i][q] = next[q] - of[q];
        }
    }
}

/* Cells of a strip under the tire. Loops over them have no branches, so that the compiler takes four at once.
 */
typedef struct strip_cells {
    double s[TERR_TILE], u[TERR_TILE];
    double side[TERR_TILE];                         /* share of a cell under the tire's breadth */
    double share[TERR_TILE];                        /* between disc and the next one, of the latter */
    double disc_of[QUANTITIES][TERR_TILE];          /* of the disc that would be in the cell's place */
    double surface[TERR_TILE], firmness[TERR_TILE]; /* of the field [m] */
    double height[TERR_TILE];                       /* of the tread [m] */
    int disc[TERR_TILE];
} strip_cells;

static void place_cells(const tire *t, const strip *part, strip_cells *cells)
{
    const double last = t->wheel->discs - 1, half_width = t->area.half_width - 0.5 * t->area.def->cell;
    for (int first = 0; first < GROUP * part->groups; first += GROUP) {
        for (int k = first; k < first + GROUP; k++) {
            terr_area_place(&t->area, part->first + k, part->row, &cells->s[k], &cells->u[k]);
            cells->side[k] = terr_area_cover(half_width, fabs(cells->u[k]), t->per_cell);
        }
        for (int k = first; k < first + GROUP; k++) {
            const double place = hl_clamp((cells->u[k] - t->first) * t->per_spacing, 0.0, last);
            cells->disc[k] = (int)place;
            cells->share[k] = place - cells->disc[k];
        }
    }
}

/* The disc that would be in the place of each cell. Along the tire, whole groups lie between the same discs.
 */
static void place_discs(const disc_table *discs, int groups, strip_cells *cells)
{
    for (int first = 0; first < GROUP * groups; first += GROUP) {
        const int *disc = &cells->disc[first];
        const double *share = &cells->share[first];
        if (disc[0] != disc[GROUP - 1]) {
            for (int k = 0; k < GROUP; k++)
                for (int q = 0; q < QUANTITIES; q++)
                    cells->disc_of[q][first + k] = discs->of[disc[k]][q] + share[k] * discs->gain[disc[k]][q];
            continue;
        }
        for (int q = 0; q < QUANTITIES; q++) {
            const double of = discs->of[disc[0]][q], gain = discs->gain[disc[0]][q];
            for (int k = 0; k < GROUP; k++) cells->disc_of[q][first + k] = of + share[k] * gain;
        }
    }
}

/* Heights as terr_field_height gives them. */
static void read_cells(const terr_field *field, const strip *part, strip_cells *cells)
{
    if (part->touched == FIELD_UNTOUCHED) {
        const field_ground *ground = &field->model[part->tile];
        for (int k = 0; k < GROUP * part->groups; k++) {
            const int cell = part->cell + k;
            const float surface =
                ground->flags[cell] == FIELD_WALL ? ground->bottom[cell] : ground->surface[cell];
            cells->surface[k] = (double)surface;
            cells->firmness[k] = 0.0;
        }
        return;
    }
    const float *height = &field->view[part->touched].height[part->cell];
    const int32_t *firmness = &field->tile[part->touched].firmness[part->cell];
    for (int k = 0; k < GROUP * part->groups; k++) {
        cells->surface[k] = (double)height[k];
        cells->firmness[k] = firmness[k] * FIELD_FIRMNESS_QUANTUM;
    }
}

/* Bits of the cells that bear the tire, and of those that have not borne as much before. */
static void compare_cells(const tire *t, int groups, strip_cells *cells, uint32_t *bear, uint32_t *fresh)
{
    const double R = t->wheel->radius;
    uint32_t bearing = 0, yielding = 0;
    for (int k = 0; k < GROUP * groups; k++) {
        const double s = cells->s[k], deepest = cells->side[k] * cells->disc_of[DUG][k];
        const double height = hl_max(cells->disc_of[HEIGHT][k] + cells->disc_of[SLOPE][k] * s,
                                     cells->disc_of[BOTTOM][k] + s * s / (2.0 * R));
        const bool pressed = deepest > TERR_LEAST_PRESS;
        cells->height[k] = height;
        bearing |= (uint32_t)(pressed & (cells->surface[k] > height - TERR_REACH)) << k;
        yielding |= (uint32_t)(pressed & (deepest - cells->firmness[k] > TERR_LEAST_PRESS)) << k;
    }
    *bear = bearing;
    *fresh = yielding;
}

/* The disc that would be in the place of a cell. */
static tread disc_between(const tire *t, const strip_cells *cells, int k)
{
    const int last = t->wheel->discs - 1, i = cells->disc[k];
    const tread *a = &t->disc[i], *b = &t->disc[i < last ? i + 1 : last];
    const double w = cells->share[k];
    return (tread){.height = between(a->height, b->height, w),
                   .slope = between(a->slope, b->slope, w),
                   .flat = between(a->flat, b->flat, w),
                   .carried = between(a->carried, b->carried, w),
                   .dug = between(a->dug, b->dug, w),
                   .load = between(a->load, b->load, w)};
}

/* How far a cell goes down in this step [m].
 * @param above_tread  its height over the tread
 * @param s, side  of its middle along the wheel, and share of it under the tire's breadth */
static double yield_of(const tire *t, const tread *disc, double height, double above_tread, double firmness,
                       double s, double side)
{
    const double R = t->wheel->radius, d = t->area.def->cell, most = side * disc->dug - firmness;
    const double plane = disc->height + disc->slope * s;
    const double above = hl_min(above_tread, most); /* geometry */
    /* the flat part: its ends cover cells in part, and hollows deeper than TERR_REACH bear nothing */
    const double cover = terr_area_cover(hl_max(disc->flat, d), fabs(s - R * disc->slope), t->per_cell);
    const double touch = hl_clamp(2.0 * (1.0 + (height - plane) / TERR_REACH), 0.0, 1.0);
    const double part = side * cover * touch, carried = part * disc->carried, dug = part * disc->dug;
    const double share = hl_min(t->dig / hl_max(2.0 * disc->flat, TERR_SHORTEST_CONTACT), t->yield);
    const double sinks = t->yield * left(carried, firmness) + share * left(dug, hl_max(carried, firmness));
    return hl_max(left(above, 0.0), sinks);
}

/* @return whether the cell has gone down; the cells around it must be woken */
static bool yield_cell(const tire *t, terr_field *field, const strip *part, const strip_cells *cells, int k)
{
    const terr_area *area = &t->area;
    const tread disc = disc_between(t, cells, k);
    const double s = cells->s[k], u = cells->u[k], side = cells->side[k],
                 depth = yield_of(t, &disc, cells->surface[k], cells->surface[k] - cells->height[k],
                                  cells->firmness[k], s, side);
    if (!(depth > 0.0)) return false;
    const double rim = area->half_width + area->def->cell; /* u of the cells that take what is pushed out */
    const terr_aside aside[] = {terr_area_aside(area, s, rim, rim - u),
                                terr_area_aside(area, s, -rim, rim + u)};
    return field_squeeze(field, part->first + k, part->row, depth, side * disc.load, aside, 2) > 0.0;
}

/* Wake cells and their neighbours, run by run. */
static void wake_cells(terr_field *field, const strip *part, uint32_t cells)
{
    while (cells != 0) {
        const int first = __builtin_ctz(cells);
        const uint32_t after = ~(cells >> first); /* 0 where the run is */
        const int length = after == 0 ? TERR_TILE : __builtin_ctz(after);
        const int column = part->first + first;
        field_activate_block(field, column - 1, part->row - 1, column + length, part->row + 1);
        cells &= cells + (UINT32_C(1) << first); /* without this run */
    }
}

/* Cells of a strip yield one after another; none of them takes soil from the others.
 * @return the column after the last one done: when a cell touches its tile, the others must be read anew */
static int yield_strip(const tire *t, const disc_table *discs, terr_field *field, const strip *part)
{
    strip_cells cells;
    place_cells(t, part, &cells);
    place_discs(discs, part->groups, &cells);
    read_cells(field, part, &cells);
    uint32_t bear, fresh, woken = 0;
    compare_cells(t, part->groups, &cells, &bear, &fresh);
    /* Tiles are touched in the order of the cells that wake them, which is part of the state. */
    const int end = part->first + GROUP * part->groups;
    const bool one_by_one =
        !field_is_touched_block(field, part->first - 1, part->row - 1, end, part->row + 1);
    for (fresh &= part->inside; fresh != 0; fresh &= fresh - 1) {
        const int k = __builtin_ctz(fresh);
        const uint32_t bit = UINT32_C(1) << k;
        const bool lowered = yield_cell(t, field, part, &cells, k);
        if (lowered && !one_by_one) woken |= bit;
        if (lowered && one_by_one) wake_cells(field, part, bit);
        if (part->touched != field->index[part->tile]) return part->first + k + 1;
    }
    wake_cells(field, part, woken);
    if (part->touched != FIELD_UNTOUCHED)
        field_load_row(field, part->touched, part->row % TERR_TILE,
                       (bear & part->inside) << (part->first % TERR_TILE));
    return end;
}

static void yield(const tire *t, terr_field *field)
{
    disc_table discs;
    list_discs(t, &discs);
    const terr_span rows = terr_area_rows(&t->area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(&t->area, j);
        terr_area_count(field, columns);
        for (int first = columns.first; first <= columns.last;) {
            const strip part = strip_from(field, j, first, columns.last);
            first = yield_strip(t, &discs, field, &part);
        }
    }
}

void press_activate_sides(const terr_area *area, terr_field *field)
{
    const terr_span rows = terr_area_rows(area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(area, j);
        if (columns.first <= columns.last)
            field_activate_block(field, columns.first - 1, j - 1, columns.last + 1, j + 1);
    }
}

bool press_is_moving(double speed)
{
    static const double STANDS = 1e-4; /* [m/s] */
    return speed > STANDS;
}

/* Above its rut, not far yet. */
static bool lifts_off(const tire *t, double force)
{
    if (force > 0.0) return false;
    for (int i = 0; i < t->wheel->discs; i++)
        if (t->disc[i].bottom - t->disc[i].height < TERR_REACH) return true;
    return false;
}

double press_tread_yield(tire *t, terr_field *field)
{
    const terr_wheel *wheel = t->wheel;
    const double d = t->area.def->cell,
                 slip_sinkage = terr_slip_sinkage(press_slip(t->speed, wheel->rolling_speed,
                                                             wheel->rolling_speed + wheel->slip_velocity[0]));
    double force = 0.0;
    for (int i = 0; i < wheel->discs; i++) {
        load_disc(t, field, i, slip_sinkage);
        if (t->soil[i] != NULL) force += hl_max(wheel->force[i], 0.0);
    }
    const double half_width =
        wheel->discs > 1 ? hl_min(fabs(t->first), wheel->width) + d : hl_max(0.5 * wheel->width, d);
    t->area.half_length = hl_max(reach_of(t), d) + 0.5 * d;
    t->area.half_width = half_width + 0.5 * d;
    const bool lifts = lifts_off(t, force);
    /* as long as the contact was, a bit more deflected than tires are */
    if (lifts) t->area.half_length = sqrt(2.0 * wheel->radius * 2.0 * TERR_REACH);
    if (force > 0.0) yield(t, field);
    if (lifts || press_is_moving(fabs(wheel->rolling_speed) + t->speed))
        press_activate_sides(&t->area, field);
    return force;
}
