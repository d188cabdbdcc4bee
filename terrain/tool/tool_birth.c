/* Creation of particles from the soil of cells.
 *
 * Cells are processed in order; their soil is summed. For each complete particle its mass is removed from the
 * cells, and the particle is created. The rest, less than one particle of each soil, stays in the field until
 * the next step, so masses are exact.
 *
 * A particle is created behind the edge, where the field's smooth surface meets the floor. This place moves
 * with the tool while earlier particles are at rest, so it is free. The particle is lifted until it touches
 * no other (overlapping springs would throw both away). The lowest of several places is used, so that the
 * column fills from the floor upwards, looser than the original soil. Its velocity is that of the ground.
 *
 * Soil flows into a tool only while the tool has room below the surface from which it flows; it never flows
 * upwards. Otherwise it is pushed ahead. In front of a tool at rest it stays, and the field comes to rest
 * around a full tool. */
#include "tool_internal.h"

#include "hl/clamp.h"
#include "hl/hash.h"
#include "hl/real.h"

#include <math.h>

enum { PLACES = 6, LIFTS = 16 }; /* tried for each particle; upwards from each place */

/* Birth behind the edge, in cells: half a cell until it is cut; the surface's kernel reaches one and a half
 * further, but with little weight at its rim. */
static const double BIRTH = 1.5;
/* A blade's wedge reaches so far ahead of its edge, of the depth [1]: its plane rises at 45 degrees less half
 * of the friction angle, about 30. */
static const double WEDGE = 1.5;
static const double BEYOND = 2.5; /* cells ahead of the edge at which the budget's soil is put down */
enum { REFUSALS = 8 };            /* births without room in a step, after which a tool is full */
/* A cell counts as passed by the edge when it is so far beyond it [m]: more than rounding. */
static const double PASSED = 1e-6;

/* ---- places ---- */

static int lane_of(const dig_crowd *crowd, double half_width, double across)
{
    const double lane = (across + half_width) / crowd->lane;
    return (int)hl_clamp(lane, 0.0, DIG_LANES - 1);
}

static void join_crowd(terr_digger *digger, double ahead, double across, double up)
{
    dig_crowd *crowd = &digger->crowd;
    if (crowd->count == DIG_CROWD) return;
    const int lane = lane_of(crowd, digger->pose.half_width, across), i = crowd->count++;
    crowd->at[i][0] = (float)ahead;
    crowd->at[i][1] = (float)across;
    crowd->at[i][2] = (float)up;
    crowd->next[i] = crowd->head[lane];
    crowd->head[lane] = i;
}

static void join_place(terr_digger *digger, hl_vec3 place)
{
    const dig_pose *pose = &digger->pose;
    join_crowd(digger, -dig_behind(pose, place.x, place.y), dig_across(pose, place.x, place.y),
               place.z - pose->edge.z);
}

/* Find the particles that can be in the way of one that is born now. */
static void gather_crowd(terr_digger *digger, const terr_particles *particles, double radius, double reach)
{
    const dig_pose *pose = &digger->pose;
    dig_crowd *crowd = &digger->crowd;
    crowd->count = 0;
    crowd->lane = fmax(2.0 * radius, 2.0 * pose->half_width / DIG_LANES);
    for (int lane = 0; lane < DIG_LANES; lane++) crowd->head[lane] = -1;
    const int count = terr_particles_draw(particles, DIG_SEEN, crowd->seen);
    const double aside = pose->half_width + 2.0 * radius;
    for (int i = 0; i < count; i++) {
        const double x = (double)crowd->seen[4 * i], y = (double)crowd->seen[4 * i + 1];
        const double behind = dig_behind(pose, x, y);
        if (!(fabs(behind) < reach)) continue;
        const double across = dig_across(pose, x, y);
        if (fabs(across) < aside)
            join_crowd(digger, -behind, across, (double)crowd->seen[4 * i + 2] - pose->edge.z);
    }
}

/* Those above and below a place: where the centre of another one must not be. */
typedef struct dig_column {
    int count;
    double up[DIG_COLUMN], clear[DIG_COLUMN]; /* [m] */
} dig_column;

static void gather_column(const terr_digger *digger, double ahead, double across, double clear,
                          dig_column *column)
{
    const dig_crowd *crowd = &digger->crowd;
    const int lane = lane_of(crowd, digger->pose.half_width, across);
    column->count = 0;
    for (int l = lane > 0 ? lane - 1 : 0; l <= lane + 1 && l < DIG_LANES; l++)
        for (int i = crowd->head[l]; i >= 0; i = crowd->next[i]) {
            const double x = (double)crowd->at[i][0] - ahead, y = (double)crowd->at[i][1] - across;
            const double left = clear * clear - x * x - y * y;
            if (!(left > 0.0) || column->count == DIG_COLUMN) continue;
            column->up[column->count] = (double)crowd->at[i][2];
            column->clear[column->count++] = sqrt(left);
        }
}

/* The lowest height from `up` on at which a centre touches no other, as far as LIFTS rounds tell; from `most`
 * on it does not matter. */
static double lifted(const dig_column *column, double up, double most)
{
    for (int lift = 0; lift < LIFTS && up < most; lift++) {
        const double before = up;
        for (int i = 0; i < column->count; i++)
            if (fabs(up - column->up[i]) < column->clear[i]) up = column->up[i] + column->clear[i];
        if (up <= before) break;
    }
    return up;
}

/* Soil for a particle, from one or more cells. */
typedef struct dig_lump {
    int first, last; /* of the wants; of the last it takes `part` */
    terr_mass part;
    double behind;      /* the edge, mean weighted by mass [m] */
    double left, right; /* of its cells' middles, across [m] */
    double surface;     /* highest, of its cells [m] */
} dig_lump;

/* Lowest height at which a particle's centre can be: above the floor, whose plate it touches, and the field.
 */
static double lowest_at(const terr_digger *digger, const dig_bed *bed, double radius, double behind,
                        double across)
{
    const dig_pose *pose = &digger->pose;
    const double x = pose->edge.x - behind * pose->ahead.x + across * pose->across.x;
    const double y = pose->edge.y - behind * pose->ahead.y + across * pose->across.y;
    const double on_bed = dig_bed_height(bed, x, y) + radius;
    double floor;
    const dig_plane *plane = dig_floor_at(pose, digger->shape.half_width, x, y, &floor);
    if (!plane) return on_bed;
    const double hx = plane->height.x, hy = plane->height.y, lean = sqrt(1.0 + hx * hx + hy * hy);
    return fmax(on_bed, floor + lean * (radius + 0.5 * digger->def->thickness));
}

/* Where a lump's particle can be born, behind the edge [m]. */
typedef struct dig_span {
    double from, to;
} dig_span;

/* Soil that an open blade cuts rises before it, over the whole wedge that it pushes: an upright one has no
 * floor behind its edge. */
static dig_span span_of(const terr_digger *digger, const dig_lump *lump, double radius)
{
    const dig_pose *pose = &digger->pose;
    const double behind = fmax(lump->behind, BIRTH * digger->area->cell);
    const double x = pose->edge.x - behind * pose->ahead.x, y = pose->edge.y - behind * pose->ahead.y;
    double height;
    const bool floor = dig_floor_at(pose, digger->shape.half_width, x, y, &height) != NULL;
    const double to = floor ? behind + 2.0 * radius : -radius;
    if (floor) return (dig_span){behind, to};
    return (dig_span){fmin(-WEDGE * digger->deepest, -radius), to};
}

static hl_vec3 place_for(terr_digger *digger, const dig_bed *bed, const dig_lump *lump, double radius)
{
    const dig_pose *pose = &digger->pose;
    const double aside = fmax(pose->half_width - radius, 0.0), middle = 0.5 * (lump->left + lump->right);
    const double wide = fmax(lump->right - lump->left + digger->area->cell, 2.0 * radius);
    const dig_span span = span_of(digger, lump, radius);
    double behind = 0.0, across = 0.0, up = HUGE_VAL;
    for (int i = 0; i < PLACES; i++) {
        const double y = fma(wide, hl_random_unit(&digger->random) - 0.5, middle);
        const double aimed = hl_clamp(y, -aside, aside);
        const double back = fma(span.to - span.from, hl_random_unit(&digger->random), span.from);
        const double lowest = lowest_at(digger, bed, radius, back, aimed) - pose->edge.z;
        if (lowest >= up) continue;
        dig_column column;
        gather_column(digger, -back, aimed, 2.0 * radius, &column);
        const double top = lifted(&column, lowest, up);
        if (top >= up) continue;
        up = top;
        across = aimed;
        behind = back;
    }
    hl_vec3 place = hl_add_scaled(pose->edge, -behind, pose->ahead);
    place = hl_add_scaled(place, across, pose->across);
    place.z = pose->edge.z + up;
    return place;
}

/* ---- lumps ---- */

/* The making of a step's particles. */
typedef struct dig_birth {
    terr_digger *digger;
    const dig_bed *bed;
    terr_particles *particles;
    terr_cut_front *front;
    int soil;                     /* that they are made of now */
    int births, places, refusals; /* left of this step */
    int kept;                     /* places for what an edge cuts */
    double radius;
    terr_dig done;
} dig_birth;

static terr_mass share_of(const dig_birth *birth, const dig_lump *lump, int i)
{
    return i == lump->last ? lump->part : birth->digger->want[i].mass;
}

static terr_mass take_lump(const dig_birth *birth, const dig_lump *lump)
{
    terr_mass taken = 0;
    for (int i = lump->first; i <= lump->last; i++) {
        const dig_want *want = &birth->digger->want[i];
        if (want->soil == birth->soil) taken += dig_bed_take(birth->bed, want, share_of(birth, lump, i));
    }
    return taken;
}

static void push_ahead(const dig_birth *birth, const dig_lump *lump)
{
    const dig_pose *pose = &birth->digger->pose;
    for (int i = lump->first; i <= lump->last; i++) {
        const dig_want *want = &birth->digger->want[i];
        if (want->soil != birth->soil) continue;
        const double far = fma(BEYOND, birth->digger->area->cell, want->behind);
        (void)dig_move(birth->bed->field, want->column, want->row, share_of(birth, lump, i), birth->soil,
                       fma(far, pose->ahead.x, want->x), fma(far, pose->ahead.y, want->y));
    }
}

/* Whether what flows gets to a place without flowing upwards. */
static bool has_room(const dig_bed *bed, const dig_lump *lump, hl_vec3 place)
{
    const double from = fmax(lump->surface, dig_bed_height(bed, place.x, place.y));
    return place.z <= from;
}

static void add_particle(dig_birth *birth, const dig_lump *lump, hl_vec3 place)
{
    const terr_mass mass = take_lump(birth, lump);
    if (mass == 0) return; /* no tile is free */
    join_place(birth->digger, place);
    (void)terr_particles_add(birth->particles, place, dig_bed_velocity(birth->bed, place), mass, birth->soil);
    birth->places--;
    birth->done.born++;
    birth->done.dug += mass;
}

/* What the edge has cut goes into the tool, however full it is. */
static void bear_cut(dig_birth *birth, const dig_lump *lump)
{
    if (birth->places > 0) {
        add_particle(birth, lump, place_for(birth->digger, birth->bed, lump, birth->radius));
        return;
    }
    push_ahead(birth, lump);
    birth->done.squeezed++;
}

/* What has flowed in finds room below the surface that it comes from; above it, as much as the tool's
 * displacement lifts. */
static void bear_flowed(dig_birth *birth, const dig_lump *lump)
{
    if (birth->places <= birth->kept || birth->refusals == 0) return;
    const double mass = terr_kilograms(terr_particle_mass(birth->particles, birth->soil));
    const hl_vec3 place = place_for(birth->digger, birth->bed, lump, birth->radius);
    const bool room = has_room(birth->bed, lump, place);
    if (!room && birth->front->lift < mass) {
        birth->refusals--;
        return;
    }
    if (!room) birth->front->lift -= mass;
    add_particle(birth, lump, place);
}

static void add_to_lump(const dig_pose *pose, dig_lump *lump, const dig_want *want, terr_mass mass,
                        terr_mass whole)
{
    const double share = (double)mass / (double)whole, across = dig_across(pose, want->x, want->y);
    lump->behind = fma(share, want->behind, lump->behind);
    lump->left = fmin(lump->left, across);
    lump->right = fmax(lump->right, across);
    lump->surface = fmax(lump->surface, want->surface);
}

/* Go through the wants from `from` on. @return the first of those that are left over */
static int bear_all(dig_birth *birth, int from, int end, void (*bear)(dig_birth *, const dig_lump *))
{
    terr_digger *digger = birth->digger;
    const terr_mass whole = terr_particle_mass(birth->particles, birth->soil);
    const dig_lump none = {.first = from, .left = HUGE_VAL, .right = -HUGE_VAL, .surface = -HUGE_VAL};
    dig_lump lump = none;
    terr_mass sum = 0;
    for (int i = from; i < end; i++) {
        dig_want *want = &digger->want[i];
        while (want->soil == birth->soil && want->mass > 0) {
            if (birth->births == 0) return lump.first;
            const terr_mass part = want->mass < whole - sum ? want->mass : whole - sum;
            add_to_lump(&digger->pose, &lump, want, part, whole);
            sum += part;
            if (sum < whole) break;
            lump.last = i;
            lump.part = part;
            birth->births--;
            bear(birth, &lump);
            want->mass -= part;
            lump = none;
            lump.first = i;
            sum = 0;
        }
        if (sum == 0) lump.first = i + 1;
    }
    return lump.first;
}

/* Mass that the edge cuts, from a place of the list on [quanta]. */
static terr_mass mass_of_cuts(const dig_birth *birth, int from)
{
    const terr_digger *digger = birth->digger;
    terr_mass mass = 0;
    for (int i = from; i < digger->cuts; i++)
        if (digger->want[i].soil == birth->soil) mass += digger->want[i].mass;
    return mass;
}

/* Advance of the front that the next step must look back over: of what makes no whole particle its share; and
 * so much that what is left over in cells that the edge has passed is taken first. */
static double uncut_after(const dig_birth *birth, int left, terr_mass wanted)
{
    const terr_digger *digger = birth->digger;
    if (wanted == 0) return 0.0;
    double uncut = digger->advance * (double)mass_of_cuts(birth, left) / (double)wanted;
    for (int i = left; i < digger->finals; i++) {
        const dig_want *want = &digger->want[i];
        if (want->soil == birth->soil && want->mass > 0)
            uncut = fmax(uncut, want->behind - 0.5 * digger->area->cell + PASSED);
    }
    return fmin(uncut, digger->advance);
}

static void bear_of_soil(dig_birth *birth, double *uncut)
{
    const terr_digger *digger = birth->digger;
    const terr_mass wanted = mass_of_cuts(birth, 0);
    const int left = bear_all(birth, 0, digger->cuts, bear_cut);
    *uncut = fmax(*uncut, uncut_after(birth, left, wanted));
    (void)bear_all(birth, DIG_MOST_WANTS - digger->flowed, DIG_MOST_WANTS, bear_flowed);
}

/* A particle of mass m is the solid share of its volume of loose soil: m = rho_loose (4/3 pi r^3)/share. */
static double radius_of(const terr_particles *particles, const terr_soil *soil)
{
    const double volume =
        terr_kilograms(terr_particle_mass(particles, 0)) * soil->solid_share / soil->loose_density;
    return hl_cbrt(3.0 * volume / (4.0 * HL_PI));
}

static double furthest_behind(const terr_digger *digger)
{
    double furthest = fmax(BIRTH * digger->area->cell, WEDGE * digger->deepest);
    for (int i = 0; i < digger->cuts; i++) furthest = fmax(furthest, digger->want[i].behind);
    for (int i = DIG_MOST_WANTS - digger->flowed; i < DIG_MOST_WANTS; i++)
        furthest = fmax(furthest, digger->want[i].behind);
    return furthest;
}

terr_dig dig_create_particles(terr_digger *digger, const dig_bed *bed, terr_particles *particles,
                              terr_cut_front *front)
{
    double uncut = digger->advance > 0.0 ? 0.0 : front->uncut;
    if (digger->cuts + digger->flowed == 0) {
        front->uncut = uncut;
        return (terr_dig){0, 0, 0};
    }
    const terr_particles_counts counts = terr_particles_counted(particles);
    dig_birth birth = {.digger = digger,
                       .bed = bed,
                       .particles = particles,
                       .front = front,
                       .births = digger->most_born,
                       .places = counts.capacity - counts.count,
                       .refusals = REFUSALS,
                       .kept = counts.capacity / DIG_FREE_SHARE,
                       .radius = radius_of(particles, &digger->area->soils[0])};
    digger->random.weyl = hl_hash(HL_HASH_START, &digger->pose.edge, sizeof digger->pose.edge);
    gather_crowd(digger, particles, birth.radius, furthest_behind(digger) + 4.0 * birth.radius);
    for (birth.soil = 0; birth.soil < digger->area->soil_count; birth.soil++) bear_of_soil(&birth, &uncut);
    front->uncut = uncut;
    return birth.done;
}
