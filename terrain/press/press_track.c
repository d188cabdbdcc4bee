/* Crawler tracks on soil: friction and resistance of the soil, stations, planes. */
#include "press_internal.h"

#include "field/field_internal.h"
#include "hl/real.h"
#include "hl/status.h"

/* ---- what a track offers ---- */

/* Friction and rolling resistance of the soil under a crawler track.
 *
 * mu = tan phi + c/p and K as for tires (press_wheel.c): soil shears on soil between the grousers. R_c is
 * Bekker's work of the rut, from the firmness of the ground ahead to the maximum under the track. */

/* What the ground beyond an end of the belt has borne, mean over its width [m]. */
static double firmness_beyond(const track_belt *b, const terr_field *field, double end)
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

static double firmness_ahead(const track_belt *b, const terr_field *field)
{
    const double onwards = hl_clamp(0.5 + 0.5 * b->track->belt_speed / TERR_SLOW, 0.0, 1.0);
    return between(firmness_beyond(b, field, -1.0), firmness_beyond(b, field, 1.0), onwards);
}

/* v/v_b, 0 to 1, and 0 at rest: the share of the belt's run that makes rut. */
static double share_of_travel(const track_belt *b)
{
    const terr_track *track = b->track;
    double slip = 0.0;
    for (int i = 0; i < track->stations; i++) slip += track->slip_velocity[i][0] / track->stations;
    const double run = track->belt_speed;
    return hl_clamp((run + slip) * run / hl_max(run * run, TERR_SLOW * TERR_SLOW), 0.0, 1.0);
}

/* Friction and stiffness that the soil offers a station under which some cell lies (press_track.c). RT.
 */
static void press_track_shear(const track_belt *b, int station, terr_track_soil *soil)
{
    const track_station *at = &b->station[station];
    double sine, cosine;
    hl_sincos(at->soil->friction_angle, &sine, &cosine);
    const double p = at->pressure, cohesion = at->soil->cohesion * b->fit[station].of[FIT_BANK] /
                                              b->fit[station].of[FIT_WEIGHT];
    soil->friction[station] =
        sine / cosine + cohesion * p / (p * p + TERR_LIGHT_PRESSURE * TERR_LIGHT_PRESSURE); /* c/p */
    soil->bristle_stiffness[station] = soil->friction[station] / at->soil->janosi_displacement;
}

/* Sinkage, pressure and rolling resistance of the whole track, once its cells have yielded. RT. */
static void press_track_resistance(const track_belt *b, const terr_field *field, terr_track_soil *soil)
{
    const terr_track *track = b->track;
    const terr_soil *deepest = NULL;
    double force = 0.0, area = 0.0, borne = 0.0;
    for (int i = 0; i < track->stations; i++) {
        const track_station *at = &b->station[i];
        if (at->soil == NULL || !(track->force[i] > 0.0 && b->fit[i].of[FIT_WEIGHT] > 0.0)) continue;
        force += track->force[i];
        area += track->share[i] * track->width;
        const double here = hl_min(b->fit[i].of[FIT_FIRMNESS] / b->fit[i].of[FIT_WEIGHT], at->dug);
        if (deepest != NULL && here <= borne) continue;
        borne = here;
        deepest = at->soil;
    }
    if (deepest == NULL) return;
    const double before = hl_min(firmness_ahead(b, field), borne);
    const double work = terr_compaction_resistance(deepest, track->width, borne) -
                        terr_compaction_resistance(deepest, track->width, before);
    soil->sinkage = borne - before;
    soil->pressure = force / area;
    soil->rolling_resistance = work / force * share_of_travel(b);
}

/* ---- tracks ---- */

/* Yielding of the field under a crawler track.
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
 * Each cell is done in press_track_cells.c.
 *
 * Departures: as for tires, loads are those of the step's beginning, soil of a station is that under its
 * foot. */

/* Edge of a grouser [m]: flat bars of excavator shoes are 10 to 20 mm thick. */
static const double GROUSER_EDGE = 0.015;

/* Coarser than this many cells a shoe, the ground between grousers would have none of its own [1]. */
static const double CELLS_A_SHOE = 3.0;
/* So many cells across the belt and more, every second one tells enough of its plane [1]. */
static const double FINE_CELLS = 8.0;

/* ---- stations ---- */

static double slip_speed(const terr_track *track, int i)
{
    const double *v = track->slip_velocity[i];
    return sqrt(v[0] * v[0] + v[1] * v[1]);
}

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

static void load_station(track_belt *b, const terr_field *field, int i, double step)
{
    const terr_track *track = b->track;
    const double d = b->area.def->cell, force = hl_max(track->force[i], 0.0), speed = slip_speed(track, i);
    track_station *at = &b->station[i];
    at->s = b->area.forward[0] * (track->foot[i].x - b->area.x) +
            b->area.forward[1] * (track->foot[i].y - b->area.y);
    at->bottom = track->foot[i].z;
    at->soil = press_soil(field, track->foot[i]);
    at->pressure = force / (track->share[i] * track->width);
    at->carried = at->dug = at->groove = at->load = 0.0;
    at->dig = hl_min(speed * step / track->share[i], b->yield);
    if (at->soil == NULL || !(force > 0.0)) return;
    const double slip = press_slip(speed, track->belt_speed, track->belt_speed + track->slip_velocity[i][0]);
    at->carried = terr_bekker_sinkage(at->soil, track->width, at->pressure);
    at->dug = terr_slip_sinkage(slip) * at->carried;
    at->load = at->pressure * d * d;
    if (!b->grooves) return;
    const double bar = at->pressure * track->shoe_pitch / GROUSER_EDGE;
    at->groove = hl_min(terr_bekker_sinkage(at->soil, GROUSER_EDGE, bar), track->grouser);
}

/* @return false: nothing of it is over the field */
static bool set_up(track_belt *b, const terr_field *field, double step)
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
    b->half_length = hl_max(0.5 * (length + ahead + behind), def->cell);
    b->half_width = hl_max(0.5 * track->width, def->cell);
    b->area.half_length = b->half_length + 0.5 * def->cell;
    b->area.half_width = b->half_width + 0.5 * def->cell;
    b->per_cell = 1.0 / def->cell;
    b->per_shoe = track->grouser > 0.0 ? 1.0 / track->shoe_pitch : 0.0;
    b->yield = -hl_expm1(-TERR_TRACK_TURNS * step / TERR_YIELD_TIME);
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
        track_station *at = &b->station[i];
        at->per_way = i < last ? 1.0 / (at->s - b->station[i + 1].s) : 0.0;
        at->per_end = 2.0 / track->share[i];
    }
    b->first_s = b->station[0].s;
    return over;
}

/* ---- planes ---- */

/* Least squares: h = h_0 + a (s - mean s) + c (u - mean u). */
static terr_sample plane_of(const track_belt *b, const track_fit *sum, double s)
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
    /* fused, as gcc 12 does here at -O3 whatever -ffp-contract says: written out, all builds come to the same
     * bits */
    const double x = fma(-along, t[0], across * t[1]), y = fma(-along, t[1], -(across * t[0]));
    return (terr_sample){.height = mean_h + along * (s - mean_s) - across * mean_u,
                         .normal = hl_normalized(hl_v3(x, y, 1.0))};
}

/* ---- the whole ---- */

/* Above its rut, not far yet. */
static bool lifts_off(const track_belt *b, const terr_field *field)
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
    for (int i = 0; i < track->stations; i++) speed = hl_max(speed, slip_speed(track, i));
    return press_is_moving(speed);
}

void terr_track_press(terr_field *field, const terr_track *track, double step, terr_track_soil *soil)
{
    HL_ASSERT(track->stations >= 1 && track->stations <= TERR_MAX_STATIONS);
    *soil = (terr_track_soil){.sinkage = 0.0};
    track_belt b = {.track = track};
    const bool over = in_order(track) && set_up(&b, field, step);
    if (over) {
        press_track_cells(&b, field);
        press_track_resistance(&b, field, soil);
        if (goes_on(track) || lifts_off(&b, field)) press_activate_sides(&b.area, field);
    }
    for (int i = 0; i < track->stations; i++) {
        const bool stands = over && b.station[i].soil != NULL && b.fit[i].of[FIT_WEIGHT] > 0.0;
        const terr_sample sample = stands ? plane_of(&b, &b.fit[i], b.station[i].s)
                                          : terr_field_sample(field, track->foot[i].x, track->foot[i].y);
        soil->height[i] = sample.height;
        soil->normal[i] = sample.normal;
        if (stands) press_track_shear(&b, i, soil);
    }
}
