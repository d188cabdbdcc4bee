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
 * Grousers, one rib a shoe, move back with the lower run: on a track that does not slip they stand still on
 * the ground and leave their imprint. A rib sinks as a plate of its own width that bears its shoe's load, at
 * most as deep as it is high. Shown by rows one cell wide, as long as three cells fit into a shoe.
 *
 * A station's plane is fitted to the cells about it, each weighed with its share in the station's load: shoes
 * bridge what is smaller than they are. Grooves of ribs do not count, for they are filled by steel. mu = tan
 * phi + c/p and K as for tires (press_wheel.c): soil shears on soil between the grousers. R_c is Bekker's
 * work of the rut, from what the ground ahead has borne to the most that it has borne under the track.
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
    const terr_soil *soil;       /* NULL: rigid ground */
} station;

/* Sums over the cells of a station, for its plane and its offer. */
typedef struct fit {
    double weight, s, u, h, ss, uu, su, sh, uh, firmness, bank;
} fit;

typedef struct belt {
    const terr_track *track;
    terr_area area;
    double half_length, half_width; /* of what bears [m] */
    double per_cell, yield;
    double first_s; /* s of a body-fixed mark, from which grousers are counted [m] */
    bool grooves;   /* the cells show them */
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
    b->yield = -expm1(-step / TERR_YIELD_TIME);
    b->grooves = track->grouser > 0.0 && CELLS_A_SHOE * def->cell <= track->shoe_pitch;
    bool over = false;
    for (int i = 0; i <= last; i++) {
        load_station(b, field, i, step);
        over = over || b->station[i].soil != NULL;
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

static place stations_about(const belt *b, double s)
{
    const int last = b->track->stations - 1;
    int i = 0;
    while (i < last && b->station[i + 1].s > s) i++;
    if (i == last || s >= b->station[i].s) {
        const double beyond = fabs(s - b->station[i].s) / (0.5 * b->track->share[i]);
        return (place){i, i, 0.0, larger(1.0 - beyond, 0.0)};
    }
    const double from = b->station[i].s, way = from - b->station[i + 1].s;
    return (place){i, i + 1, (from - s) / way, 1.0};
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
    const double shoes = (s - b->first_s + b->track->run) / b->track->shoe_pitch;
    const double away = fabs(shoes - nearbyint(shoes)) * b->track->shoe_pitch;
    return terr_area_cover(0.5 * b->area.def->cell, away, b->per_cell);
}

/* A cell under the belt. */
typedef struct pressed {
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

static surface look_at(const belt *b, const terr_field *field, int column, int row)
{
    const terr_field_def *def = b->area.def;
    const field_column held = field_column_at(field, column, row);
    const double loose =
        terr_kilograms(held.loose) / (def->soils[held.soil].loose_density * def->cell * def->cell);
    return (surface){.height = terr_field_height(field, column, row),
                     .firmness = held.firmness * FIELD_FIRMNESS_QUANTUM,
                     .bank = larger(1.0 - loose / TERR_LUG_DEPTH, 0.0)};
}

/* @return whether it has yielded */
static bool yield_cell(const belt *b, terr_field *field, int column, int row, const pressed *cell,
                       const surface *lies)
{
    const station *one = &b->station[cell->at.a], *other = &b->station[cell->at.b];
    const double w = cell->at.w, rib = cell->groove * between(one->groove, other->groove, w);
    const double carried = cell->cover * (between(one->carried, other->carried, w) + rib),
                 dug = cell->cover * (between(one->dug, other->dug, w) + rib);
    if (!(dug > TERR_LEAST_PRESS)) return false;
    const double height = lies->height, firmness = lies->firmness,
                 bottom = between(one->bottom, other->bottom, w) - rib;
    if (height > bottom - TERR_REACH) terr_field_bear(field, column, row);
    const double sinks = b->yield * left(carried, firmness) +
                         between(one->dig, other->dig, w) * left(dug, larger(carried, firmness));
    const double depth = smaller(sinks, height - bottom);
    if (!(depth > 0.0)) return false;
    const double rim =
        b->area.half_width + b->area.def->cell; /* u of the cells that take what is pushed out */
    const terr_aside aside[] = {terr_area_aside(&b->area, cell->s, rim, rim - cell->u),
                                terr_area_aside(&b->area, cell->s, -rim, rim + cell->u)};
    terr_field_squeeze(field, column, row, depth, cell->cover * between(one->load, other->load, w), aside, 2);
    return true;
}

/* ---- planes ---- */

static void add_to_fit(fit *sum, double weight, const pressed *cell, const surface *lies)
{
    const double s = cell->s, u = cell->u, h = lies->height;
    sum->weight += weight;
    sum->s += weight * s, sum->u += weight * u, sum->h += weight * h;
    sum->ss += weight * s * s, sum->uu += weight * u * u, sum->su += weight * s * u;
    sum->sh += weight * s * h, sum->uh += weight * u * h;
    sum->firmness += weight * lies->firmness;
    sum->bank += weight * lies->bank;
}

static void fit_cell(belt *b, const pressed *cell, const surface *lies)
{
    const double weight = cell->cover * cell->at.firm * larger(1.0 - GROOVE_FADE * cell->groove, 0.0);
    add_to_fit(&b->fit[cell->at.a], weight * (1.0 - cell->at.w), cell, lies);
    if (cell->at.w > 0.0) add_to_fit(&b->fit[cell->at.b], weight * cell->at.w, cell, lies);
}

/* Least squares: h = h_0 + a (s - mean s) + c (u - mean u). */
static terr_sample plane_of(const belt *b, const fit *sum, double s)
{
    const double n = sum->weight, mean_s = sum->s / n, mean_u = sum->u / n, mean_h = sum->h / n;
    const double ss = sum->ss / n - mean_s * mean_s, uu = sum->uu / n - mean_u * mean_u,
                 su = sum->su / n - mean_s * mean_u, sh = sum->sh / n - mean_s * mean_h,
                 uh = sum->uh / n - mean_u * mean_h;
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

static void press_cells(belt *b, terr_field *field)
{
    const terr_span rows = terr_area_rows(&b->area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(&b->area, j);
        for (int i = columns.first; i <= columns.last; i++) {
            pressed cell;
            terr_area_place(&b->area, i, j, &cell.s, &cell.u);
            cell.at = stations_about(b, cell.s);
            cell.cover = terr_area_cover(b->half_length, fabs(cell.s), b->per_cell) *
                         terr_area_cover(b->half_width, fabs(cell.u), b->per_cell);
            cell.groove = groove_at(b, cell.s);
            if (!(cell.cover > 0.0)) continue;
            surface lies = look_at(b, field, i, j);
            if (yield_cell(b, field, i, j, &cell, &lies)) lies = look_at(b, field, i, j);
            fit_cell(b, &cell, &lies);
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
    const double p = at->pressure, cohesion = at->soil->cohesion * b->fit[i].bank / b->fit[i].weight;
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
        if (at->soil == NULL || !(track->force[i] > 0.0 && b->fit[i].weight > 0.0)) continue;
        force += track->force[i];
        area += track->share[i] * track->width;
        const double here = smaller(b->fit[i].firmness / b->fit[i].weight, at->dug);
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
        const bool stands = over && b.station[i].soil != NULL && b.fit[i].weight > 0.0;
        const terr_sample sample = stands ? plane_of(&b, &b.fit[i], b.station[i].s)
                                          : terr_field_sample(field, track->foot[i].x, track->foot[i].y);
        soil->height[i] = sample.height;
        soil->normal[i] = sample.normal;
        if (stands) offer_shear(&b, i, soil);
    }
}
