/* Washboards: the profile along x, and its nearest points to a disc.
 *
 * The profile is smooth between breaks: the corners of a trapezoid, places of equal distance on a sine. In
 * the disc's plane its point at x lies at (s, t) from the centre C along the disc's axes f and u:
 *
 *   t = (h(x) - C_z)/u_z,   s = (x - C_x - t u_x)/f_x,   g = (s^2 + t^2)'/2 = s s' + t t'
 *
 * Minima are where g rises through zero, within a piece or at a corner; passes where it falls. */
#include "collision/washboard.h"

#include "collision/disc_minima.h"

#include "hl/clamp.h"
#include "hl/real.h"

#include <math.h>

enum { PIECES = 8 }; /* of a period of a sine: the distance has at most one extremum in each */

/* A disc whose plane is closer to that of the crests meets them as a plane [sine of the angle]. */
static const double PARALLEL = 0.1;

/* The profile at one place: height, slope, curvature. */
typedef struct place {
    double h, rise, bend;
} place;

/* ---- the profile; u is measured from the first crest of its side ---- */

static double end_of(const coll_washboard *w)
{
    return w->periods * w->wavelength;
}

static bool is_level(const coll_washboard *w, double u)
{
    return w->periods > 0 && (u < 0.0 || u > end_of(w));
}

static place sine_at(const coll_washboard *w, double phase)
{
    const double k = 2.0 * HL_PI / w->wavelength, half = 0.5 * w->height;
    double sine, cosine;
    hl_sincos(k * phase, &sine, &cosine);
    return (place){-half * (1.0 - cosine), -half * k * sine, -half * k * k * cosine};
}

/* @param within  a phase inside the piece that counts at a corner */
static place trapezoid_at(const coll_washboard *w, double phase, double within)
{
    const double way = 0.5 * (w->wavelength - w->crest - w->bottom), slope = w->height / way;
    const double down = phase - w->crest, up = phase - (w->crest + way + w->bottom);
    if (within < w->crest) return (place){0.0, 0.0, 0.0};
    if (within < w->crest + way) return (place){-slope * down, -slope, 0.0};
    if (within < w->crest + way + w->bottom) return (place){-w->height, 0.0, 0.0};
    return (place){slope * up - w->height, slope, 0.0};
}

/* @param within  a place inside the piece that counts at a corner */
static place profile_at(const coll_washboard *w, double u, double within)
{
    if (is_level(w, within)) return (place){0.0, 0.0, 0.0};
    const double start = w->wavelength * floor(within / w->wavelength);
    return w->shape == COLL_WASHBOARD_SINE ? sine_at(w, u - start)
                                           : trapezoid_at(w, u - start, within - start);
}

static double first_crest(const coll_washboard *w, double y)
{
    return w->from + (y < 0.0 ? w->shift : 0.0);
}

double coll_washboard_at(const coll_washboard *ground, double x, double y, hl_vec3 *normal)
{
    const double u = x - first_crest(ground, y);
    const place at = profile_at(ground, u, u);
    *normal = hl_normalized(hl_v3(-at.rise, 0.0, 1.0));
    return at.h;
}

double coll_washboard_upright(const coll_washboard *ground)
{
    const double way = 0.5 * (ground->wavelength - ground->crest - ground->bottom);
    const double steepest = ground->shape == COLL_WASHBOARD_SINE ? HL_PI * ground->height / ground->wavelength
                                                                 : ground->height / way;
    return 1.0 / sqrt(1.0 + steepest * steepest);
}

/* The first break after a place.
 * @param piece  out: number of the piece of a sine that begins there */
static double next_break(const coll_washboard *w, double u, int *piece)
{
    *piece = 0;
    if (w->periods > 0 && u < 0.0) return 0.0;
    if (w->periods > 0 && u >= end_of(w)) return (double)INFINITY;
    const double start = w->wavelength * floor(u / w->wavelength), phase = u - start;
    if (w->shape == COLL_WASHBOARD_SINE) {
        const double length = w->wavelength / PIECES, next = floor(phase / length) + 1.0;
        *piece = (int)next % PIECES;
        return start + length * next;
    }
    const double way = 0.5 * (w->wavelength - w->crest - w->bottom);
    const double corners[] = {w->crest, w->crest + way, w->crest + way + w->bottom};
    for (int i = 0; i < 3; i++)
        if (corners[i] > phase) return start + corners[i];
    return start + w->wavelength;
}

/* ---- the distance from a disc ---- */

typedef struct search {
    const coll_washboard *ground;
    double first, reach; /* first crest of the side; largest distance that counts [m] */
    disc_minima found;
    double farthest; /* largest distance since the last minimum */
} search;

/* A point of the profile in the disc's plane. */
typedef struct point {
    plane_vector at;
    double distance, g, g_u; /* g_u: derivative of g */
    place ground;
} point;

static point point_on(const search *in, double u, place ground)
{
    const coll_disc *disc = in->found.disc;
    const double f = in->found.f.x, up = in->found.u.z, tilt = in->found.u.x;
    point p = {.ground = ground};
    p.at.u = (p.ground.h - disc->centre.z) / up;
    p.at.f = (u + in->first - disc->centre.x - tilt * p.at.u) / f;
    const double t_u = p.ground.rise / up, s_u = (1.0 - tilt * t_u) / f;
    const double t_uu = p.ground.bend / up, s_uu = -tilt * t_uu / f;
    p.distance = sqrt(p.at.f * p.at.f + p.at.u * p.at.u);
    p.g = p.at.f * s_u + p.at.u * t_u;
    p.g_u = s_u * s_u + t_u * t_u + p.at.f * s_uu + p.at.u * t_uu;
    return p;
}

static point point_at(const search *in, double u, double within)
{
    return point_on(in, u, profile_at(in->ground, u, within));
}

/* Where g changes its sign between a and b: Newton's method within shrinking bounds. */
static point extremum(const search *in, double a, double b, bool rising)
{
    enum { MOST = 40 };
    static const double CLOSE = 1e-13; /* [m] */
    const double within = 0.5 * (a + b);
    double u = within;
    point p = point_at(in, u, within);
    for (int i = 0; i < MOST && b - a > CLOSE; i++) {
        if ((p.g > 0.0) == rising)
            b = u;
        else
            a = u;
        const double next = p.g_u != 0.0 ? u - p.g / p.g_u : a;
        const double last = u;
        u = next > a && next < b ? next : 0.5 * (a + b);
        p = point_at(in, u, within);
        if (fabs(u - last) < CLOSE) break;
    }
    return p;
}

static void add_pass(search *in, const point *p)
{
    in->farthest = hl_max(in->farthest, p->distance);
}

static void add_minimum(search *in, const point *p, bool corner)
{
    static const double AT_CENTRE = 1e-6; /* [m] */
    disc_minima *found = &in->found;
    if (p->distance > in->reach || p->distance < AT_CENTRE || found->count == DISC_MOST_MINIMA) return;
    const int i = found->count++;
    disc_minimum *m = &found->list[i];
    *m = (disc_minimum){.at = p->at,
                        .down = {p->at.f / p->distance, p->at.u / p->distance},
                        .normal = hl_normalized(hl_v3(-p->ground.rise, 0.0, 1.0)),
                        .distance = p->distance};
    if (corner) m->normal = disc_edge_normal(found, m->down, hl_v3(0.0, 1.0, 0.0));
    if (i > 0)
        found->pass[i - 1] = hl_min(hl_max(in->farthest, hl_max(found->list[i - 1].distance, m->distance)),
                                    found->disc->radius);
    in->farthest = 0.0;
}

/* Whether the distance increases at a break. At those of a sine this is known without its elementary
 * functions, unless it is close to an extremum.
 * @param piece   number of the piece that begins there
 * @param within  a place inside the piece that ends there */
static bool rises_at_break(const search *in, double u, int piece, double within)
{
    static const double NEAR_ZERO = 1e-9; /* [m] far above rounding */
    static const double SINES[PIECES] = {0, 0.70710678118654752,  1,  0.70710678118654752,
                                         0, -0.70710678118654752, -1, -0.70710678118654752};
    if (in->ground->shape == COLL_WASHBOARD_SINE) {
        const double half = 0.5 * in->ground->height, wave = 2.0 * HL_PI / in->ground->wavelength;
        const place at = {-half * (1.0 - SINES[(piece + PIECES / 4) % PIECES]), -half * wave * SINES[piece],
                          0.0};
        const double g = point_on(in, u, at).g;
        if (fabs(g) > NEAR_ZERO) return g > 0.0;
    }
    return point_at(in, u, within).g > 0.0;
}

/* All minima and passes between two places. A break closer than SAME to a place is the place itself, whatever
 * its rounding. */
static void search_between(search *in, double low, double high)
{
    enum { MOST = 1000 };
    static const double SAME = 1e-9; /* [m] */
    const bool has_corners = in->ground->shape == COLL_WASHBOARD_TRAPEZOID;
    bool first = true, before = false;
    double a = low;
    for (int i = 0; i < MOST && a < high; i++) {
        int piece;
        const double next = next_break(in->ground, a + SAME, &piece), b = hl_min(next, high),
                     within = 0.5 * (a + b);
        bool rises = before; /* a sine has no corners: pieces share their ends */
        if (first || has_corners) {
            const point from = point_at(in, a, within);
            rises = from.g > 0.0;
            if (!first && !before && rises) add_minimum(in, &from, true);
            if (!first && before && !rises) add_pass(in, &from);
        }
        const bool rose =
            next < high ? rises_at_break(in, b, piece, within) : point_at(in, b, within).g > 0.0;
        if (rises != rose) {
            const point p = extremum(in, a, b, rose);
            if (rose)
                add_minimum(in, &p, false);
            else
                add_pass(in, &p);
        }
        first = false;
        before = rose;
        a = b;
    }
}

int coll_washboard_planes(const coll_washboard *ground, const coll_disc *disc, double margin, int most,
                          int material, coll_plane *planes)
{
    search in;
    in.ground = ground;
    in.first = first_crest(ground, disc->centre.y);
    in.reach = disc->radius + margin;
    in.found.disc = disc;
    in.found.count = 0;
    in.farthest = 0.0;
    if (!disc_axes(&in.found) || fabs(in.found.f.x) < PARALLEL) return 0;
    const double middle = disc->centre.x - in.first,
                 half = in.reach * (fabs(in.found.f.x) + fabs(in.found.u.x));
    if (!(disc->centre.z > profile_at(ground, middle, middle).h)) return 0;
    search_between(&in, middle - half, middle + half);
    for (int i = 0; most == 1 && i + 1 < in.found.count; i++) in.found.pass[i] = disc->radius;
    const int count = disc_planes(&in.found, most, planes);
    for (int i = 0; i < count; i++) planes[i].material = material;
    return count;
}
