/* The three-point hitch of the tractor (variant `rear`): what its cylinders carry at rest, what they lift at
 * relief pressure, how fast. Positions come from the simulation, forces from the statics of the plane linkage
 * by virtual work, as rates of all points for a unit rate of the lower links. */
#include "tractor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double RELIEF = 19.5e6;                /* [Pa] over the tank: class */
static const double LENGTH = 0.95, DESIGN = -0.095; /* [m] lower links; their pins below the pivot, at zero */
static const double PIVOT = 0.545;                  /* [m] pivot above the ground, as geometry.py has it */
static const double HOOKS = 0.10, BEHIND = 0.61; /* [m] behind the lower pins, behind the hooks: ISO 789-2 */
static const double LOAD = 2000.0;               /* [kg] */
static const double REST = 16.0;                 /* [s] in which the swinging on the tires decays */
static const double DISPLACEMENT = 45e-6 / 6.283185307; /* [m3/rad] */
static const double LEAKAGE = 0.022e-3 / 60.0 / 1e5;    /* [m3/s/Pa] */

static const char geometry[] = "three_point_geometry.py, plane mechanism on its own";
static const char virtual_work[] = "exact: virtual work";

/* ---- the linkage in the plane of the tractor's frame ---- */

typedef struct plane {
    double x, z;
} plane;

static plane minus(plane a, plane b)
{
    return (plane){a.x - b.x, a.z - b.z};
}

static double dot(plane a, plane b)
{
    return a.x * b.x + a.z * b.z;
}

/* Rate of an arm that turns about y, positive raises what is behind. */
static plane rate_of(double spin, plane arm)
{
    return (plane){spin * arm.z, -spin * arm.x};
}

static plane sum(plane a, plane b)
{
    return (plane){a.x + b.x, a.z + b.z};
}

static plane in_frame(const driven *t, int body, const double at[3])
{
    const int frame = driven_body(t, "frame");
    const hl_vec3 o = driven_point(t, frame, (const double[3]){0, 0, 0}),
                  x = hl_sub(driven_point(t, frame, (const double[3]){1, 0, 0}), o),
                  z = hl_sub(driven_point(t, frame, (const double[3]){0, 0, 1}), o),
                  p = hl_sub(driven_point(t, body, at), o);
    return (plane){hl_dot(p, x), hl_dot(p, z)};
}

static plane origin_of(const driven *t, const char *body)
{
    return in_frame(t, driven_body(t, body), (const double[3]){0, 0, 0});
}

/* Pin of a closed loop, as its second body has it; 0 when there is no such loop, and rows fail. */
static plane loop_pin(const driven *t, const char *name)
{
    const auth_mechanism *m = t->author->mechanism;
    for (int i = 0; i < m->loop_count; i++) {
        const hl_vec3 at = m->loops[i].point_b;
        if (strcmp(m->loops[i].name, name) == 0)
            return in_frame(t, m->loops[i].body_b, (const double[3]){at.x, at.y, at.z});
    }
    return (plane){0.0, 0.0};
}

/* A body of the linkage: a point of it, the point's rate, the spin. */
typedef struct moving {
    const char *body;
    plane at, rate;
    double spin;
} moving;

enum { LINKS, FRAME, TOP, ARMS, RODS, BODIES };

typedef struct linkage {
    const driven *t;
    moving bodies[BODIES];
    double cylinder; /* rate of its length */
} linkage;

static plane rate_at(const moving *m, plane at)
{
    return sum(m->rate, rate_of(m->spin, minus(at, m->at)));
}

/* Spin about `at` with which a point moves square to `along` as `rate` demands. */
static double spin_for(plane at, plane point, plane along, plane rate)
{
    return dot(along, rate) / dot(along, rate_of(1.0, minus(point, at)));
}

static linkage linkage_of(const driven *t)
{
    const auth_cylinder *lift = driven_cylinder(t->author, "rear_lift");
    const plane pivot = origin_of(t, "lower_links"), lower = origin_of(t, "coupler_frame"),
                upper = origin_of(t, "top_link"), shaft = origin_of(t, "lift_arms"),
                arm = origin_of(t, "lift_rods"), link_pin = loop_pin(t, "lift_rod_pin"),
                top_pin = loop_pin(t, "top_link_pin"), foot = in_frame(t, lift->a, lift->a_at),
                pin = in_frame(t, lift->b, lift->b_at);
    linkage l = {.t = t, .bodies = {{"lower_links", pivot, {0, 0}, 1.0}}};
    const plane lower_rate = rate_at(&l.bodies[LINKS], lower),
                link_rate = rate_at(&l.bodies[LINKS], link_pin);
    const plane along_top = minus(upper, top_pin), along_rod = minus(arm, link_pin), along = minus(pin, foot);
    const plane against = {-lower_rate.x, -lower_rate.z};
    l.bodies[FRAME] =
        (moving){"coupler_frame", lower, lower_rate, spin_for(lower, upper, along_top, against)};
    const plane upper_rate = rate_at(&l.bodies[FRAME], upper), square = rate_of(1.0, along_top);
    l.bodies[TOP] = (moving){"top_link", top_pin, {0, 0}, dot(upper_rate, square) / dot(square, square)};
    l.bodies[ARMS] = (moving){"lift_arms", shaft, {0, 0}, spin_for(shaft, arm, along_rod, link_rate)};
    const plane arm_rate = rate_at(&l.bodies[ARMS], arm), across = rate_of(1.0, along_rod);
    l.bodies[RODS] =
        (moving){"lift_rods", arm, arm_rate, dot(minus(arm_rate, link_rate), across) / dot(across, across)};
    l.cylinder = dot(along, rate_at(&l.bodies[ARMS], pin)) / sqrt(dot(along, along));
    return l;
}

/* Upwards in the plane, by the attitude of the frame. */
static plane upwards(const driven *t)
{
    const int frame = driven_body(t, "frame");
    const hl_vec3 o = driven_point(t, frame, (const double[3]){0, 0, 0});
    return (plane){driven_point(t, frame, (const double[3]){1, 0, 0}).z - o.z,
                   driven_point(t, frame, (const double[3]){0, 0, 1}).z - o.z};
}

/* Force of both cylinders under the weights of the linkage [N]. */
static double own_force(const linkage *l, plane up)
{
    double power = 0.0;
    for (int i = 0; i < BODIES; i++) {
        const int body = driven_body(l->t, l->bodies[i].body);
        const auth_body *b = &l->t->author->mechanism->bodies[body];
        power += b->mass * DRIVEN_GRAVITY * dot(up, rate_at(&l->bodies[i], in_frame(l->t, body, b->centre)));
    }
    return power / l->cylinder;
}

/* Load that the relief pressure carries at a point of the U-frame [N], the tractor level. */
static double capacity(const linkage *l, double back)
{
    static const plane level = {0.0, 1.0};
    const plane at = in_frame(l->t, driven_body(l->t, "coupler_frame"), (const double[3]){-back, 0, 0});
    const double push = RELIEF * driven_cylinder(l->t->author, "rear_lift")->def.cylinder.area_a;
    return (push - own_force(l, level)) * l->cylinder / rate_at(&l->bodies[FRAME], at).z;
}

/* ---- building and moving ---- */

/* A load on the U-frame, 610 mm behind its hooks: a point mass. */
static void load(auth_machine *author, const void *with)
{
    (void)with;
    auth_mechanism *m = author->mechanism;
    for (int i = 0; i < m->body_count; i++) {
        auth_body *b = &m->bodies[i];
        if (strcmp(b->name, "coupler_frame") != 0) continue;
        const double share = LOAD / (b->mass + LOAD), x = -HOOKS - BEHIND - b->centre[0], z = -b->centre[2];
        const double reduced = b->mass * share;
        b->inertia[0] += reduced * z * z;
        b->inertia[1] += reduced * (x * x + z * z);
        b->inertia[2] += reduced * x * x;
        b->inertia[4] -= reduced * x * z;
        b->centre[0] += share * x;
        b->centre[2] += share * z;
        b->mass += LOAD;
    }
}

static bool build(valid_run *v, bool loaded, driven *t)
{
    static const driven_kind kind = {
        .name = "tractor",
        .surface = "asphalt",
        .bodies = {"frame", "lower_links", "coupler_frame", "top_link", "lift_arms", "lift_rods"},
        .joints = {"lower_links"},
        .cylinders = {"rear_lift"}};
    return driven_build(
        v, &kind, &(driven_start){.choice = {"rear", "three-point"}, .change = loaded ? load : NULL}, t);
}

/* Of the lower links, for a height of their pins above the ground with the tractor level. */
static double angle_at(double height)
{
    return asin((height - PIVOT) / LENGTH) - asin(DESIGN / LENGTH);
}

static bool reach(driven *t, double height)
{
    double seconds;
    const double angle = angle_at(height);
    driven_set(t, "rear_lift", driven_now(t, "hitch.angle") < angle ? 1.0 : -0.6);
    return driven_until(t, "hitch.angle", angle, 12.0, &seconds);
}

static bool rest_at(driven *t, double height)
{
    if (!reach(t, height)) return false;
    driven_set(t, "rear_lift", 0.0);
    return driven_drive(t, REST);
}

/* ---- rows ---- */

static void compare(valid_run *v, driven *t, const char *load_text)
{
    driven_look(t);
    const linkage l = linkage_of(t);
    const double force = own_force(&l, upwards(t));
    char text[140];
    snprintf(text, sizeof text, "three-point hitch, %s, lower pins at %.2f m: force of the cylinders",
             load_text, driven_signal(t, "hitch.height"));
    valid_published(v, text, "N", virtual_work, force, driven_signal(t, "cylinder.rear_lift.force"),
                    2e-4 * fabs(force), "swinging on the tires that is left after 16 s");
}

static bool lifts(valid_run *v, driven *t, double height, double at_hooks, double behind)
{
    char text[120];
    if (!reach(t, height)) return false;
    driven_look(t);
    const linkage l = linkage_of(t);
    snprintf(text, sizeof text, "lift at the hooks, 19.5 MPa, lower pins at %.2f m", height);
    valid_published(v, text, "kN", geometry, at_hooks, 1e-3 * capacity(&l, HOOKS), 0.06, "printed to 0.1 kN");
    snprintf(text, sizeof text, "lift 610 mm behind the hooks, 19.5 MPa, lower pins at %.2f m", height);
    valid_published(v, text, "kN", geometry, behind, 1e-3 * capacity(&l, HOOKS + BEHIND), 0.06,
                    "printed to 0.1 kN");
    return true;
}

static void empty(valid_run *v)
{
    driven t;
    if (!build(v, false, &t)) return;
    if (!rest_at(&t, 0.25)) return;
    compare(v, &t, "empty");
    if (!lifts(v, &t, 0.35, 46.4, 41.6) || !lifts(v, &t, 0.5, 45.3, 39.9) || !lifts(v, &t, 0.8, 43.3, 35.8))
        return;
    if (!rest_at(&t, 0.85)) return;
    compare(v, &t, "empty");
}

/* Time of a way of the cylinders: volume over what the pump delivers, at its speed and pressure of that time.
 */
static bool timed(valid_run *v, driven *t)
{
    static const double FROM = 0.54, TO = 0.74;
    double seconds = 0.0, delivered = 0.0;
    driven_set(t, "rear_lift", 1.0);
    if (!driven_until(t, "cylinder.rear_lift.length", FROM, 6.0, &seconds)) return false;
    seconds = 0.0;
    while (driven_now(t, "cylinder.rear_lift.length") < TO && seconds < 8.0) {
        delivered += 1e-3 * (DISPLACEMENT * driven_signal(t, "engine.speed") -
                             LEAKAGE * (driven_signal(t, "pump.pressure") - 1e5));
        if (!driven_step(t)) return false;
        seconds += 1e-3;
    }
    const double volume = driven_cylinder(t->author, "rear_lift")->def.cylinder.area_a * (TO - FROM);
    valid_published(v, "time of the lift of 2 t, cylinders 0.20 m, engine at idle speed", "s",
                    "volume over the pump's flow", volume * seconds / delivered, seconds, 0.02 * seconds,
                    "oil that is compressed while the pressure changes");
    return true;
}

static void loaded(valid_run *v)
{
    driven t;
    static const char load_text[] = "2 t 610 mm behind the hooks";
    if (!build(v, true, &t)) return;
    if (!rest_at(&t, 0.25)) return;
    compare(v, &t, load_text);
    if (!timed(v, &t) || !rest_at(&t, 0.85)) return;
    compare(v, &t, load_text);
}

static void run(valid_run *v)
{
    empty(v);
    loaded(v);
}

const valid_case valid_case_three_point = {
    "three-point", "three-point hitch of the tractor: lift forces, lifting time", run};
