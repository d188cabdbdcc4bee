/* What a machine stands on: wheels and tracks on their sides, tires under their load, the balance of the
 * whole. */
#include "plausible.h"

#include "parts/parts.h"

#include "hl/real.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const hl_vec3 origin = {0, 0, 0};

/* Of a wheel's centre, in the frame of the chassis. */
static hl_vec3 centre_of(const world_doubts *d, int wheel)
{
    return world_chassis_point(d, d->parts->wheels[wheel].body, origin);
}

/* ---- left and right ---- */

static const struct {
    int left, right;
} axles[] = {{0, 1}, {2, 3}}; /* of a driveline's wheels */
enum { AXLES = sizeof axles / sizeof *axles };

static void doubt_driveline_sides(const world_doubts *d)
{
    const auth_driveline *line = &d->parts->driveline;
    for (int i = 0; d->parts->has_driveline && i < AXLES; i++) {
        const auth_wheel *left = &d->parts->wheels[line->wheels[axles[i].left]],
                         *right = &d->parts->wheels[line->wheels[axles[i].right]];
        const double y = centre_of(d, line->wheels[axles[i].left]).y,
                     other = centre_of(d, line->wheels[axles[i].right]).y;
        if (y > other) continue;
        hl_report_add(d->report, line->place,
                      "driveline: its left wheel '%s' is at y = %.3g m of the chassis, its right wheel '%s' "
                      "at %.3g m: place the left wheel on the side of +y",
                      left->name, y, right->name, other);
    }
}

/* Whether a name has a word: "wheel_front_left" has "left". */
static bool has_word(const char *name, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(name, word); at != NULL; at = strstr(at + 1, word)) {
        const bool begins = at == name || !isalpha((unsigned char)at[-1]);
        if (begins && !isalpha((unsigned char)at[length])) return true;
    }
    return false;
}

static void doubt_side(const world_doubts *d, hl_place place, const char *kind, const char *name, double y)
{
    static const double middle = 0.05; /* [m] of a wheel in the middle, which has no side */
    const bool left = has_word(name, "left"), right = has_word(name, "right");
    if (left == right || (left ? y > -middle : y < middle)) return;
    hl_report_add(d->report, place,
                  "%s '%s' is at y = %.3g m of the chassis, on the %s; y points to the left: choose another "
                  "body or name",
                  kind, name, y, left ? "right" : "left");
}

void world_doubt_sides(const world_doubts *d)
{
    doubt_driveline_sides(d);
    for (int w = 0; w < d->parts->wheel_count; w++)
        doubt_side(d, d->parts->wheels[w].place, "wheel", d->parts->wheels[w].name, centre_of(d, w).y);
    for (int t = 0; t < d->parts->track_count; t++) {
        const auth_track *track = &d->parts->tracks[t];
        doubt_side(d, track->place, "track", track->name,
                   world_chassis_point(d, track->body, hl_v3(0, track->y, 0)).y);
    }
}

/* ---- the two wheels of an axle ---- */

void world_doubt_axles(const world_doubts *d)
{
    static const double most = 0.1; /* of the distance between both: sideways, lengthways */
    const auth_driveline *line = &d->parts->driveline;
    for (int i = 0; d->parts->has_driveline && i < AXLES; i++) {
        const int left = line->wheels[axles[i].left], right = line->wheels[axles[i].right];
        const hl_vec3 a = centre_of(d, left), b = centre_of(d, right);
        const double apart = fabs(a.y - b.y), aside = fabs(a.y + b.y), ahead = fabs(a.x - b.x);
        if (aside <= most * apart && ahead <= most * apart) continue;
        hl_report_add(d->report, d->parts->wheels[left].place,
                      "wheels '%s' and '%s' of an axle are at x, y = %.3g, %.3g m and %.3g, %.3g m of the "
                      "chassis: place them side by side, at the same distance to the left and to the right",
                      d->parts->wheels[left].name, d->parts->wheels[right].name, a.x, a.y, b.x, b.y);
    }
}

/* ---- tires and tracks under their load ---- */

static double weight_of(const world_doubts *d)
{
    return d->mass * d->gravity;
}

/* A tire carries its share with 4 to 6 % of its radius; solid rubber and run-flat tires lie within 0.5 to 20
 * %. */
static void doubt_tire(const world_doubts *d, const auth_tire *tire)
{
    static const double most = 0.25, least = 1e-4; /* of the radius */
    const double load = weight_of(d) / (d->parts->wheel_count > 0 ? d->parts->wheel_count : 1);
    const double sinks = load / tire->model.stiffness;
    if (sinks <= most * tire->model.radius && sinks >= least * tire->model.radius) return;
    hl_report_add(d->report, tire->place,
                  "tire '%s' has a stiffness of %.4g N/m: under its share of the machine's weight, %.3g kN, "
                  "it sinks in "
                  "by %.3g m at a radius of %.3g m; 4 to 6 %% of the radius are usual, %.2g N/m",
                  tire->name, tire->model.stiffness, 1e-3 * load, sinks, tire->model.radius,
                  load / (0.05 * tire->model.radius));
}

/* Share of critical damping of the machine's share of mass on its tire: rubber has 0.03 to 0.3. */
static void doubt_damping(const world_doubts *d, const auth_tire *tire)
{
    static const double least = 0.003, most = 3.0;
    const double mass = d->mass / (d->parts->wheel_count > 0 ? d->parts->wheel_count : 1);
    const double critical = 2.0 * sqrt(tire->model.stiffness * mass), share = tire->model.damping / critical;
    if (share >= least && share <= most) return;
    hl_report_add(d->report, tire->place,
                  "tire '%s' has a damping of %.3g N s/m, %.2g of critical under its share of the mass; 0.03 "
                  "to 0.3 are "
                  "usual, %.2g N s/m",
                  tire->name, tire->model.damping, share, 0.1 * critical);
}

static void doubt_friction(const world_doubts *d, const char *kind, const char *name,
                           const auth_tire_friction *f)
{
    if (f->law.stiction <= 2.0 && f->law.rolling_resistance <= 0.3) return;
    hl_report_add(d->report, f->place,
                  "%s '%s' has friction coefficients of %.3g and %.3g on '%s' and a rolling resistance of "
                  "%.3g: below 2 and below 0.3 are usual",
                  kind, name, f->law.kinetic, f->law.stiction, f->surface, f->law.rolling_resistance);
}

static bool is_used(const world_doubts *d, int tire)
{
    for (int w = 0; w < d->parts->wheel_count; w++)
        if (d->parts->wheels[w].tire == tire) return true;
    return false;
}

void world_doubt_tires(const world_doubts *d)
{
    for (int i = 0; i < d->parts->tire_count; i++) {
        const auth_tire *tire = &d->parts->tires[i];
        if (is_used(d, i) && d->parts->track_count == 0) doubt_tire(d, tire), doubt_damping(d, tire);
        for (int k = 0; k < tire->friction_count; k++)
            doubt_friction(d, "tire", tire->name, &tire->friction[k]);
    }
}

void world_doubt_tracks(const world_doubts *d)
{
    for (int t = 0; t < d->parts->track_count; t++) {
        const auth_track *track = &d->parts->tracks[t];
        const double load = weight_of(d) / d->parts->track_count, radius = track->model.station[0].radius;
        const double sinks = load / (track->model.stiffness * track->model.stations);
        for (int k = 0; k < track->friction_count; k++)
            doubt_friction(d, "track", track->name, &track->friction[k]);
        if (sinks <= 0.2 * radius && sinks >= 1e-4 * radius) continue;
        hl_report_add(d->report, track->place,
                      "track '%s' has stations of %.4g N/m: under the machine's weight of %.3g kN they give "
                      "way by %.3g m: some millimetres are usual",
                      track->name, track->model.stiffness, 1e-3 * load, sinks);
    }
}

/* ---- balance ---- */

/* Where the machine touches the ground, along its length, in the frame of the chassis. */
typedef struct footprint {
    double rear, front, right, left;
} footprint;

static void widen(footprint *f, hl_vec3 at)
{
    f->rear = fmin(f->rear, at.x), f->front = fmax(f->front, at.x);
    f->right = fmin(f->right, at.y), f->left = fmax(f->left, at.y);
}

static bool find_footprint(const world_doubts *d, footprint *f)
{
    *f = (footprint){HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (int w = 0; w < d->parts->wheel_count; w++) widen(f, centre_of(d, w));
    for (int t = 0; t < d->parts->track_count; t++) {
        const auth_track *track = &d->parts->tracks[t];
        for (int i = 0; i < track->model.stations; i++)
            widen(f,
                  world_chassis_point(d, track->body, hl_v3(track->model.station[i].centre.x, track->y, 0)));
    }
    return d->parts->wheel_count >= 3 || d->parts->track_count >= 2;
}

/* The body whose weight leads most to where the centre of mass is. */
static int heaviest_towards(const world_doubts *d, hl_vec3 middle, hl_vec3 direction)
{
    int most = d->parts->chassis;
    double moment = -HUGE_VAL;
    for (int b = 0; b < d->author->body_count; b++) {
        const auth_body *body = &d->author->bodies[b];
        const hl_vec3 at = hl_sub(world_chassis_point(d, b, world_vec3(body->centre)), middle);
        if (body->mass * hl_dot(at, direction) <= moment) continue;
        moment = body->mass * hl_dot(at, direction);
        most = b;
    }
    return most;
}

void world_doubt_balance(const world_doubts *d)
{
    footprint f;
    hl_vec3 centre = origin;
    if (!find_footprint(d, &f) || !(d->mass > 0.0)) return;
    for (int b = 0; b < d->author->body_count; b++)
        centre = hl_add_scaled(centre, d->author->bodies[b].mass / d->mass,
                               world_chassis_point(d, b, world_vec3(d->author->bodies[b].centre)));
    if (centre.x >= f.rear && centre.x <= f.front && centre.y >= f.right && centre.y <= f.left) return;
    const hl_vec3 middle = {0.5 * (f.rear + f.front), 0.5 * (f.right + f.left), centre.z};
    const auth_body *body = &d->author->bodies[heaviest_towards(d, middle, hl_sub(centre, middle))];
    hl_report_add(
        d->report, body->place,
        "the machine tips over at its start: its centre of mass is at x, y = %.3g, %.3g m of the chassis, "
        "what it stands on reaches from %.3g to %.3g and from %.3g to %.3g m; body '%s' of %.4g kg pulls it "
        "there most",
        centre.x, centre.y, f.rear, f.front, f.right, f.left, body->name, body->mass);
}

/* ---- at rest on level ground ---- */

static const auth_wheel *idle_wheel(const world_doubts *d)
{
    const double share = weight_of(d) / d->parts->wheel_count;
    for (int w = 0; w < d->parts->wheel_count; w++)
        if (d->machine->wheels->looks[w].normal_force < 0.02 * share) return &d->parts->wheels[w];
    return NULL;
}

static double degrees(double radians)
{
    return radians * 57.295779513082320877;
}

static double lean(double sine)
{
    return degrees(hl_asin(fmin(fmax(sine, -1.0), 1.0)));
}

void world_doubt_stand(const world_doubts *d)
{
    static const double most = 6.0; /* [deg] on level ground, loader down or arm ahead */
    if (!d->settled || d->machine->site->scenario != NULL || d->parts->wheel_count == 0) return;
    const double pitch = lean(d->rest.m[2][0]), roll = lean(d->rest.m[2][1]);
    const auth_wheel *idle = idle_wheel(d);
    if (idle != NULL && d->parts->track_count == 0)
        hl_report_add(
            d->report, idle->place,
            "wheel '%s' carries nothing while the machine stands on level ground (it leans by %.2g deg): "
            "correct its radius or the height of its axle, so that all wheels touch the ground",
            idle->name, fmax(fabs(pitch), fabs(roll)));
    if (fabs(pitch) <= most && fabs(roll) <= most) return;
    hl_report_add(d->report, d->author->bodies[d->parts->chassis].place,
                  "the machine stands on level ground with its nose %.2g deg up and its left side %.2g deg "
                  "up: correct radii, heights of axles or the centre of mass, so that it stands level",
                  pitch, roll);
}
