/* What yields under a crawler track, and what the soil offers it.
 *
 * In the frame of the belt s runs along the track and u to the left, from below the middle of the run. Each
 * station i, at s_i, stands for its share l_i of the belt, b wide, and presses with p_i = F_i/(l_i b);
 * between stations the pressure runs linearly, beyond the outer ones it stays, so that it carries the forces
 * exactly. Bekker's plate gives the sinkage at which it is carried, z_t = (p/k)^(1/n), and slip digs deeper,
 * to z_s = S(i) z_t. Cells under the belt yield as under the flat part of a tire (press_tread.c),
 *     dz/dt = (z_t - f)/tau + |v| (z_s - max(f, z_t))/l,
 * while they stand above the belt, which hangs straight from foot to foot; cells that the belt covers in part
 * yield in proportion. The front of the belt runs onto fresh ground before its first station does: half a
 * share ahead of it, in which the ground has yielded. A track that spins digs itself in as a tire does.
 *
 * Cells take turns: in each step one of four yields, for the time of four steps. Against tau that is short.
 *
 * Grousers, one rib a shoe, move back with the lower run: on a track that does not slip they stand still on
 * the ground and leave their imprint. A rib sinks as a plate of its own width that bears its shoe's load, at
 * most as deep as it is high. Shown by rows one cell wide, as long as three cells fit into a shoe.
 *
 * A station's plane is fitted to the cells about it, each weighed with its share in the station's load: shoes
 * bridge what is smaller than they are. Where cells are small every second one stands for its neighbours.
 * Grooves of ribs do not count, for they are filled by steel. mu = tan phi + c/p and K as for tires
 * (press_wheel.c): soil shears on soil between the grousers. R_c is Bekker's work of the rut, from what the
 * ground ahead has borne to the most that it has borne under the track.
 *
 * Departures: as for tires, loads are those of the step's beginning, soil of a station is that under its
 * foot. */
#include "field_internal.h"
#include "press_tread.h"

#include "hl/assert.h"
#include "hl/trig.h"

/* Edge of a grouser [m]: flat bars of excavator shoes are 10 to 20 mm thick. */
static const double GROUSER_EDGE = 0.015;

/* Coarser than this many cells a shoe, the ground between grousers would have none of its own [1]. */
static const double CELLS_A_SHOE = 3.0;
/* So many cells across the belt and more, every second one tells enough of its plane [1]. */
static const double FINE_CELLS = 8.0;
/* A cell counts for the plane under the shoes as far as less than 1/4 of it lies under a grouser [1]. */
static const double GROOVE_FADE = 4.0;

/* A station on its soil. */
typedef struct station {
    double s;                    /* [m] */
    double bottom;               /* height of the undeflected belt [m] */
    double pressure;             /* p [Pa] */
    double carried, dug, groove; /* z_t, z_s, depth of a grouser's imprint below the shoes [m] */
    double dig;                  /* share of what is left to z_s that slip moves in this step [1] */
    double load;                 /* on a cell under it [N] */
    double per_way;              /* 1/distance to the next station; of the last: unused [1/m] */
    double per_end;              /* 1/half its share of the belt [1/m] */
    const terr_soil *soil;       /* NULL: rigid ground */
} station;

/* Sums over the cells of a station, for its plane and its offer. An array, padded to whole vector registers,
 * so that the compiler adds four at once. */
enum {
    FIT_WEIGHT,
    FIT_S,
    FIT_U,
    FIT_H,
    FIT_SS,
    FIT_UU,
    FIT_SU,
    FIT_SH,
    FIT_UH,
    FIT_FIRMNESS,
    FIT_BANK,
    FIT_SUMS
};

typedef struct fit {
    double of[(FIT_SUMS + 3) / 4 * 4];
} fit;

typedef struct belt {
    const terr_track *track;
    terr_area area;
    double half_length, half_width; /* of what bears [m] */
    double per_cell, per_shoe, yield;
    double rim;                   /* u of the cells that take what is pushed out [m] */
    double first_s;               /* s of a body-fixed mark, from which grousers are counted [m] */
    bool fine;                    /* cells are small against the belt's width */
    bool grooves;                 /* the cells show them */
    double loose[TERR_MAX_SOILS]; /* depth of a quantum of loose soil over that of the grousers [1] */
    station station[TERR_MAX_STATIONS];
    fit fit[TERR_MAX_STATIONS];
} belt;

/* ---- stations ---- */

static bool in_order(const terr_track *track)
{
    double sum = track->width + track->run + track->belt_speed + track->forward.x + track->forward.y;
    for (int i = 0; i < track->stations; i++)
        sum += track->foot[i].x + track->foot[i].y + track->foot[i].z + track->force[i] + track->share[i] +
               track->slip_velocity[i][0] + track->slip_velocity[i][1];
    const double forward = track->forward.x * track->forward.x + track->forward.y * track->forward.y;
    /* a track that lies on its side has no direction */
    return isfinite(sum) && track->width > 0.0 && forward > 0.5;
}

static double slip_speed(const terr_track *track, int i)
{
    const double *v = track->slip_velocity[i];
    return sqrt(v[0] * v[0] + v[1] * v[1]);
}

static void load_station(belt *b, const terr_field *field, int i, double step)
{
    const terr_track *track = b->track;
    const double d = b->area.def->cell, force = larger(track->force[i], 0.0), speed = slip_speed(track, i);
    station *at = &b->station[i];
    at->s = b->area.forward[0] * (track->foot[i].x - b->area.x) +
            b->area.forward[1] * (track->foot[i].y - b->area.y);
    at->bottom = track->foot[i].z;
    at->soil = press_soil(field, track->foot[i]);
    at->pressure = force / (track->share[i] * track->width);
    at->carried = at->dug = at->groove = at->load = 0.0;
    at->dig = smaller(speed * step / track->share[i], b->yield);
    if (at->soil == NULL || !(force > 0.0)) return;
    const double slip = press_slip(speed, track->belt_speed, track->belt_speed + track->slip_velocity[i][0]);
    at->carried = terr_bekker_sinkage(at->soil, track->width, at->pressure);
    at->dug = terr_slip_sinkage(slip) * at->carried;
    at->load = at->pressure * d * d;
    if (!b->grooves) return;
    const double bar = at->pressure * track->shoe_pitch / GROUSER_EDGE;
    at->groove = smaller(terr_bekker_sinkage(at->soil, GROUSER_EDGE, bar), track->grouser);
}

/* @return false: nothing of it is over the field */
static bool set_up(belt *b, const terr_field *field, double step)
{
    const terr_track *track = b->track;
    const int last = track->stations - 1;
    const terr_field_def *def = terr_field_definition(field);
    const hl_vec3 *front = &track->foot[0], *rear = &track->foot[last];
    const double ahead = 0.5 * track->share[0], behind = 0.5 * track->share[last];
    const double x = 0.5 * (front->x + rear->x), y = 0.5 * (front->y + rear->y);
    const double length = track->forward.x * (front->x - rear->x) + track->forward.y * (front->y - rear->y);
    const double shift = 0.5 * (ahead - behind); /* of the run's middle */
    b->area = (terr_area){.x = x + shift * track->forward.x,
                          .y = y + shift * track->forward.y,
                          .forward = {track->forward.x, track->forward.y},
                          .def = def};
    b->half_length = larger(0.5 * (length + ahead + behind), def->cell);
    b->half_width = larger(0.5 * track->width, def->cell);
    b->area.half_length = b->half_length + 0.5 * def->cell;
    b->area.half_width = b->half_width + 0.5 * def->cell;
    b->per_cell = 1.0 / def->cell;
    b->per_shoe = track->grouser > 0.0 ? 1.0 / track->shoe_pitch : 0.0;
    b->yield = -expm1(-TERR_TRACK_TURNS * step / TERR_YIELD_TIME);
    b->fine = FINE_CELLS * def->cell <= track->width;
    b->rim = b->area.half_width + def->cell;
    for (int k = 0; k < def->soil_count; k++) b->loose[k] = field->laws[k].loose_height / TERR_LUG_DEPTH;
    b->grooves = track->grouser > 0.0 && CELLS_A_SHOE * def->cell <= track->shoe_pitch;
    bool over = false;
    for (int i = 0; i <= last; i++) {
        load_station(b, field, i, TERR_TRACK_TURNS * step);
        over = over || b->station[i].soil != NULL;
    }
    for (int i = 0; i <= last; i++) {
        station *at = &b->station[i];
        at->per_way = i < last ? 1.0 / (at->s - b->station[i + 1].s) : 0.0;
        at->per_end = 2.0 / track->share[i];
    }
    b->first_s = b->station[0].s;
    return over;
}

/* ---- yielding ---- */

/* Between which stations s lies; they fall from the front. */
typedef struct place {
    int a, b;
    double w;    /* of b */
    double firm; /* weight for planes: beyond the outer stations shoes hang from them more and more freely */
} place;

/* @param i  station behind which s may lie: the cell before lay there */
static place stations_about(const belt *b, double s, int i)
{
    const int last = b->track->stations - 1;
    while (i > 0 && b->station[i].s <= s) i--;
    while (i < last && b->station[i + 1].s > s) i++;
    const station *at = &b->station[i];
    if (i == last || s >= at->s) {
        const double beyond = fabs(s - at->s) * at->per_end;
        return (place){i, i, 0.0, larger(1.0 - beyond, 0.0)};
    }
    return (place){i, i + 1, (at->s - s) * at->per_way, 1.0};
}

static double between(double a, double b, double share)
{
    return a + share * (b - a);
}

static double left(double to, double from)
{
    return to - from > TERR_LEAST_PRESS ? to - from : 0.0;
}

/* Share of a cell's length that the grouser nearest to s takes. */
static double groove_at(const belt *b, double s)
{
    if (!b->grooves) return 0.0;
    const double shoes = (s - b->first_s + b->track->run) * b->per_shoe;
    const double away = fabs(shoes - nearbyint(shoes)) * b->track->shoe_pitch;
    return terr_area_cover(0.5 * b->area.def->cell, away, b->per_cell);
}

/* Of four neighbours one has its turn in a step. */
static bool has_turn(const belt *b, int column, int row)
{
    return (column + 2 * row + b->track->turn) % TERR_TRACK_TURNS == 0;
}

/* Every second cell stands for its neighbours in planes, like the black ones of a chessboard. */
static bool counts(const belt *b, int column, int row)
{
    return !b->fine || (column + row) % 2 == 0;
}

/* Part of a row of cells that lies in one tile. */
typedef struct strip {
    int row, first, last; /* columns */
    int tile, cell;       /* that of column `first`, and its place in it */
    int32_t touched;
    uint32_t bears;      /* bit: cell of the tile's row that bears */
    double s, u;         /* of column `first` [m] */
    double per_s, per_u; /* from column to column [m] */
} strip;

static strip strip_from(const belt *b, const terr_field *field, int row, int column, int last)
{
    const int end = column | (TERR_TILE - 1), tile = field_tile_of(field, column, row);
    strip part = {.row = row,
                  .first = column,
                  .last = last < end ? last : end,
                  .tile = tile,
                  .cell = field_cell_of(column, row),
                  .touched = field->index[tile],
                  .per_s = b->area.forward[0] * b->area.def->cell,
                  .per_u = -b->area.forward[1] * b->area.def->cell};
    terr_area_place(&b->area, column, row, &part.s, &part.u);
    return part;
}

/* A cell under the belt. */
typedef struct pressed {
    int column;
    place at;
    double s, u;
    double cover;  /* share of it under the belt */
    double groove; /* and under a grouser */
} pressed;

/* What lies in a cell. */
typedef struct surface {
    double height, firmness; /* [m] */
    double bank;             /* share of shear that bank soil bears [1] */
} surface;

static double bank_share(const belt *b, int32_t loose, uint8_t soil)
{
    return larger(1.0 - loose * b->loose[soil], 0.0);
}

static surface look_at_untouched(const belt *b, const terr_field *field, const strip *part, int column)
{
    const field_column held = field_column_at(field, column, part->row);
    return (surface){.height = terr_field_height(field, column, part->row),
                     .firmness = 0.0,
                     .bank = bank_share(b, held.loose, held.soil)};
}

static inline surface look_at(const belt *b, const terr_field *field, const strip *part, int column)
{
    if (part->touched == FIELD_UNTOUCHED) return look_at_untouched(b, field, part, column);
    const int cell = part->cell + column - part->first;
    const field_tile *tile = &field->tile[part->touched];
    return (surface){.height = (double)field->view[part->touched].height[cell],
                     .firmness = tile->firmness[cell] * FIELD_FIRMNESS_QUANTUM,
                     .bank = bank_share(b, tile->loose[cell], tile->soil[cell])};
}

/* The belt over a cell. */
typedef struct shoe {
    double rib;    /* how deep the grouser's share in the cell goes [m] */
    double dug;    /* z_s there [m] */
    double bottom; /* [m] */
} shoe;

static shoe shoe_over(const belt *b, const pressed *cell)
{
    const station *one = &b->station[cell->at.a], *other = &b->station[cell->at.b];
    const double w = cell->at.w, rib = cell->groove * between(one->groove, other->groove, w);
    return (shoe){.rib = rib,
                  .dug = cell->cover * (between(one->dug, other->dug, w) + rib),
                  .bottom = between(one->bottom, other->bottom, w) - rib};
}

/* @return whether it has yielded */
static bool yield_cell(const belt *b, terr_field *field, strip *part, const pressed *cell, const shoe *over,
                       const surface *lies)
{
    const double firmness = lies->firmness, dug = over->dug, w = cell->at.w;
    if (!(dug - firmness > TERR_LEAST_PRESS)) return false; /* most cells: they have borne it */
    const station *one = &b->station[cell->at.a], *other = &b->station[cell->at.b];
    const double carried = cell->cover * (between(one->carried, other->carried, w) + over->rib);
    const double sinks = b->yield * left(carried, firmness) +
                         between(one->dig, other->dig, w) * left(dug, larger(carried, firmness));
    const double depth = smaller(sinks, lies->height - over->bottom);
    if (!(depth > 0.0)) return false;
    const terr_aside aside[] = {terr_area_aside(&b->area, cell->s, b->rim, b->rim - cell->u),
                                terr_area_aside(&b->area, cell->s, -b->rim, b->rim + cell->u)};
    terr_field_squeeze(field, cell->column, part->row, depth,
                       cell->cover * between(one->load, other->load, w), aside, 2);
    part->touched = field->index[part->tile];
    return true;
}

/* ---- planes ---- */

static void add_weighed(fit *sum, double weight, const fit *cell)
{
    for (size_t k = 0; k < sizeof sum->of / sizeof sum->of[0]; k++) sum->of[k] += weight * cell->of[k];
}

static void fit_cell(belt *b, const pressed *cell, const surface *lies)
{
    const double weight = cell->cover * cell->at.firm * larger(1.0 - GROOVE_FADE * cell->groove, 0.0);
    const double s = cell->s, u = cell->u, h = lies->height;
    const fit one = {{[FIT_WEIGHT] = 1.0,
                      [FIT_S] = s,
                      [FIT_U] = u,
                      [FIT_H] = h,
                      [FIT_SS] = s * s,
                      [FIT_UU] = u * u,
                      [FIT_SU] = s * u,
                      [FIT_SH] = s * h,
                      [FIT_UH] = u * h,
                      [FIT_FIRMNESS] = lies->firmness,
                      [FIT_BANK] = lies->bank}};
    add_weighed(&b->fit[cell->at.a], weight * (1.0 - cell->at.w), &one);
    if (cell->at.w > 0.0) add_weighed(&b->fit[cell->at.b], weight * cell->at.w, &one);
}

/* Least squares: h = h_0 + a (s - mean s) + c (u - mean u). */
static terr_sample plane_of(const belt *b, const fit *sum, double s)
{
    const double n = sum->of[FIT_WEIGHT], mean_s = sum->of[FIT_S] / n, mean_u = sum->of[FIT_U] / n,
                 mean_h = sum->of[FIT_H] / n;
    const double ss = sum->of[FIT_SS] / n - mean_s * mean_s, uu = sum->of[FIT_UU] / n - mean_u * mean_u,
                 su = sum->of[FIT_SU] / n - mean_s * mean_u, sh = sum->of[FIT_SH] / n - mean_s * mean_h,
                 uh = sum->of[FIT_UH] / n - mean_u * mean_h;
    const double det = ss * uu - su * su;
    const double cell = b->area.def->cell, flat = cell * cell / 12.0; /* one row of cells has no slope */
    double along = 0.0, across = 0.0;
    if (det > flat * flat) {
        along = (sh * uu - uh * su) / det;
        across = (uh * ss - sh * su) / det;
    }
    const double *t = b->area.forward; /* left is (-t_y, t_x) */
    return (terr_sample){
        .height = mean_h + along * (s - mean_s) - across * mean_u,
        .normal = hl_normalized(hl_v3(-along * t[0] + across * t[1], -along * t[1] - across * t[0], 1.0))};
}

static void press_strip(belt *b, terr_field *field, strip *part)
{
    int behind = 0;
    for (int column = part->first; column <= part->last; column++) {
        const int k = column - part->first;
        pressed cell = {.column = column, .s = part->s + k * part->per_s, .u = part->u + k * part->per_u};
        cell.cover = terr_area_cover(b->half_length, fabs(cell.s), b->per_cell) *
                     terr_area_cover(b->half_width, fabs(cell.u), b->per_cell);
        if (!(cell.cover > 0.0)) continue;
        cell.at = stations_about(b, cell.s, behind);
        behind = cell.at.a;
        cell.groove = groove_at(b, cell.s);
        surface lies = look_at(b, field, part, column);
        const shoe over = shoe_over(b, &cell);
        if (over.dug > TERR_LEAST_PRESS && lies.height > over.bottom - TERR_REACH)
            part->bears |= UINT32_C(1) << (column % TERR_TILE);
        if (has_turn(b, column, part->row) && yield_cell(b, field, part, &cell, &over, &lies))
            lies = look_at(b, field, part, column);
        if (counts(b, column, part->row)) fit_cell(b, &cell, &lies);
    }
    if (part->touched != FIELD_UNTOUCHED)
        field_bear_row(field, part->touched, part->row % TERR_TILE, part->bears);
}

static void press_cells(belt *b, terr_field *field)
{
    const terr_span rows = terr_area_rows(&b->area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(&b->area, j);
        for (int first = columns.first; first <= columns.last;) {
            strip part = strip_from(b, field, j, first, columns.last);
            press_strip(b, field, &part);
            first = part.last + 1;
        }
    }
}

/* ---- the offer ---- */

/* What the ground beyond an end of the belt has borne, mean over its width [m]. */
static double firmness_beyond(const belt *b, const terr_field *field, double end)
{
    enum { PLACES = 3 };
    static const double APART = 1.0 / 3.0; /* of the width */
    /* 1.5 d beyond: all four cells about it are untouched by this track */
    const double d = b->area.def->cell, s = end * (b->half_length + 1.5 * d);
    double sum = 0.0;
    for (int k = 0; k < PLACES; k++) {
        const double u = (k - 1) * APART * b->track->width;
        sum += press_firmness(field, b->area.x + s * b->area.forward[0] - u * b->area.forward[1],
                              b->area.y + s * b->area.forward[1] + u * b->area.forward[0]);
    }
    return sum / PLACES;
}

static double firmness_ahead(const belt *b, const terr_field *field)
{
    const double onwards = clamp(0.5 + 0.5 * b->track->belt_speed / TERR_SLOW, 0.0, 1.0);
    return between(firmness_beyond(b, field, -1.0), firmness_beyond(b, field, 1.0), onwards);
}

/* v/v_b, 0 to 1, and 0 at rest: the share of the belt's run that makes rut. */
static double share_of_travel(const belt *b)
{
    const terr_track *track = b->track;
    double slip = 0.0;
    for (int i = 0; i < track->stations; i++) slip += track->slip_velocity[i][0] / track->stations;
    const double run = track->belt_speed;
    return clamp((run + slip) * run / larger(run * run, TERR_SLOW * TERR_SLOW), 0.0, 1.0);
}

static void offer_shear(const belt *b, int i, terr_track_soil *soil)
{
    const station *at = &b->station[i];
    double sine, cosine;
    hl_sincos(at->soil->friction_angle, &sine, &cosine);
    const double p = at->pressure,
                 cohesion = at->soil->cohesion * b->fit[i].of[FIT_BANK] / b->fit[i].of[FIT_WEIGHT];
    soil->friction[i] =
        sine / cosine + cohesion * p / (p * p + TERR_LIGHT_PRESSURE * TERR_LIGHT_PRESSURE); /* c/p */
    soil->bristle_stiffness[i] = soil->friction[i] / at->soil->janosi_displacement;
}

static void offer_resistance(const belt *b, const terr_field *field, terr_track_soil *soil)
{
    const terr_track *track = b->track;
    const terr_soil *deepest = NULL;
    double force = 0.0, area = 0.0, borne = 0.0;
    for (int i = 0; i < track->stations; i++) {
        const station *at = &b->station[i];
        if (at->soil == NULL || !(track->force[i] > 0.0 && b->fit[i].of[FIT_WEIGHT] > 0.0)) continue;
        force += track->force[i];
        area += track->share[i] * track->width;
        const double here = smaller(b->fit[i].of[FIT_FIRMNESS] / b->fit[i].of[FIT_WEIGHT], at->dug);
        if (deepest != NULL && here <= borne) continue;
        borne = here;
        deepest = at->soil;
    }
    if (deepest == NULL) return;
    const double before = smaller(firmness_ahead(b, field), borne);
    const double work = terr_compaction_resistance(deepest, track->width, borne) -
                        terr_compaction_resistance(deepest, track->width, before);
    soil->sinkage = borne - before;
    soil->pressure = force / area;
    soil->rolling_resistance = work / force * share_of_travel(b);
}

/* ---- the whole ---- */

/* Above its rut, not far yet. */
static bool lifts_off(const belt *b, const terr_field *field)
{
    bool near = false;
    for (int i = 0; i < b->track->stations; i++) {
        const hl_vec3 foot = b->track->foot[i];
        if (b->track->force[i] > 0.0) return false;
        near = near || foot.z - terr_field_sample(field, foot.x, foot.y).height < TERR_REACH;
    }
    return near;
}

static bool goes_on(const terr_track *track)
{
    double speed = fabs(track->belt_speed);
    for (int i = 0; i < track->stations; i++) speed = larger(speed, slip_speed(track, i));
    return press_goes_on(speed);
}

void terr_track_press(terr_field *field, const terr_track *track, double step, terr_track_soil *soil)
{
    HL_ASSERT(track->stations >= 1 && track->stations <= TERR_MAX_STATIONS);
    *soil = (terr_track_soil){.sinkage = 0.0};
    belt b = {.track = track};
    const bool over = in_order(track) && set_up(&b, field, step);
    if (over) {
        press_cells(&b, field);
        offer_resistance(&b, field, soil);
        if (goes_on(track) || lifts_off(&b, field)) press_wake_sides(&b.area, field);
    }
    for (int i = 0; i < track->stations; i++) {
        const bool stands = over && b.station[i].soil != NULL && b.fit[i].of[FIT_WEIGHT] > 0.0;
        const terr_sample sample = stands ? plane_of(&b, &b.fit[i], b.station[i].s)
                                          : terr_field_sample(field, track->foot[i].x, track->foot[i].y);
        soil->height[i] = sample.height;
        soil->normal[i] = sample.normal;
        if (stands) offer_shear(&b, i, soil);
    }
}
