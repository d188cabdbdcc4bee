/* Forces of the loader: what the relief pressure lifts at the bucket's pin and breaks out at the edge; what
 * the cylinders carry while the loader stands still, over its range. */
#include "tractor_loader.h"

#include <math.h>
#include <stdio.h>

static const double RELIEF = 19.5e6; /* [Pa] over the tank: class */
static const double TIP_LEVER = 0.9; /* [m] from the pin */

static const char geometry[] = "tractor_geometry.py, plane mechanism on its own";

/* ---- at relief pressure ---- */

typedef struct lifting {
    const char *where;
    double published, table; /* [kN] */
} lifting;

static bool lift_force(valid_run *v, loader *l, const lifting *at)
{
    loader_pair own, per_newton;
    if (!loader_statics(l, &own, &per_newton)) return false;
    const double push = RELIEF * driven_cylinder(l->t->author, "lift")->def.cylinder.area_a;
    char text[120], source[160];
    snprintf(text, sizeof text, "lift force at the pin, 19.5 MPa, %s", at->where);
    snprintf(source, sizeof source, "%s; class table %.1f, of another weight and lever", geometry, at->table);
    valid_published(v, text, "kN", source, at->published, 1e-3 * (push - own.lift) / per_newton.lift, 0.05,
                    "printed to 0.1 kN");
    return true;
}

/* The arms from their lowest to their highest position with the tilt cylinder held: attitude of the bucket.
 */
static bool guidance(valid_run *v, loader *l, double top, double tilt_length)
{
    double most = 0.0;
    for (int i = 0; i <= 20; i++) {
        if (!loader_raise(l, top * i / 20, tilt_length)) return false;
        most = fmax(most, fabs(loader_arm(l) + loader_bucket(l)));
    }
    valid_bound(v, "attitude of the bucket while lifting, tilt cylinder held", "deg",
                "class: parallel to 2 deg", most / DRIVEN_DEGREE, 2.0, "class");
    return true;
}

static void at_relief(valid_run *v)
{
    static const lifting low = {"lowest", 28.9, 27.6}, middle = {"middle", 25.9, 23.3},
                         high = {"top", 33.8, 24.0};
    driven t;
    loader l;
    double lever;
    if (!tractor_build(v, &(driven_start){.unsettled = true, .drop = 1.0}, &t)) return;
    if (!loader_begin(&t, true, &l) || !loader_move(&l, 0.0, 0.0)) return;
    const double level = loader_lengths(&l).tilt;
    if (!loader_tilt_lever(&l, &lever)) return;
    valid_published(v, "breakout force 0.9 m before the pin, 19.5 MPa", "kN", geometry, 38.8,
                    1e-3 * RELIEF * driven_cylinder(t.author, "tilt")->def.cylinder.area_b * fabs(lever) /
                        TIP_LEVER,
                    0.05, "printed to 0.1 kN");
    const auth_cylinder *lift = driven_cylinder(t.author, "lift");
    if (!lift_force(v, &l, &low) || !loader_raise(&l, 1.5, level) ||
        !loader_raise_to(&l, lift->def.cylinder.length_0 + lift->def.cylinder.stroke, level))
        return;
    const double top = loader_arm(&l);
    if (!lift_force(v, &l, &high) || !loader_raise(&l, 0.5 * top, level) || !lift_force(v, &l, &middle))
        return;
    guidance(v, &l, top, level);
}

/* ---- while it stands still ---- */

/* Come to rest; how far the bucket's pin still swings up and down in the last second. */
static bool rest(driven *t, double seconds, double *swing)
{
    const int bucket = driven_body(t, "bucket");
    if (!driven_drive(t, seconds - 1.0)) return false;
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < 100; i++) {
        if (!driven_drive(t, 0.01)) return false;
        driven_look(t);
        const double z = driven_point(t, bucket, (const double[3]){0, 0, 0}).z;
        low = fmin(low, z), high = fmax(high, z);
    }
    *swing = 0.5 * (high - low);
    return true;
}

/* Swinging of amplitude s at 2 Hz adds s omega^2/g to the weight, twice that where the bucket's pin is not
 * what swings most. Newton's tolerance of 1e-7 m is a force in the oil's spring: 480 MPa with its hoses, 88
 * cm2, at least 0.6 l. */
static double force_tolerance(const driven *t, double force, double swing)
{
    static const double OMEGA = 12.6, OIL = 480e6 * 88e-4 * 88e-4 / 3.2e-3;
    return 2.0 * fabs(force) * swing * OMEGA * OMEGA / DRIVEN_GRAVITY + OIL * t->mechanism->options.tolerance;
}

static bool compare(valid_run *v, driven *t, double swing)
{
    static const char source[] = "exact: virtual work",
                      reason[] = "swinging that is left, and Newton's tolerance in the oil's spring";
    loader l;
    loader_pair own, per_newton;
    driven_look(t);
    const loader_pair here = {driven_signal(t, "cylinder.lift.force"),
                              driven_signal(t, "cylinder.tilt.force")};
    const double length = driven_signal(t, "cylinder.lift.length"), tilt = driven_signal(t, "bucket.tilt");
    if (!loader_begin(t, false, &l) || !loader_statics(&l, &own, &per_newton)) return false;
    driven_look(t);
    char text[120];
    snprintf(text, sizeof text, "lift cylinders at %.3f m, bucket at %+.1f deg: force", length,
             tilt / DRIVEN_DEGREE);
    valid_published(v, text, "N", source, own.lift, here.lift, force_tolerance(t, own.lift, swing), reason);
    snprintf(text, sizeof text, "tilt cylinders, lift cylinders at %.3f m, bucket at %+.1f deg: force",
             length, tilt / DRIVEN_DEGREE);
    valid_published(v, text, "N", source, own.tilt, here.tilt, force_tolerance(t, own.tilt, swing), reason);
    return true;
}

/* A lever for some time. */
typedef struct nudge {
    const char *lever;
    double value, seconds;
} nudge;

static bool obey(valid_run *v, driven *t, const nudge *n)
{
    double swing;
    driven_set(t, n->lever, n->value);
    if (!driven_drive(t, n->seconds)) return false;
    driven_set(t, n->lever, 0.0);
    return rest(t, 10.0, &swing) && compare(v, t, swing);
}

static void standing(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "throttle", 0.5);
    static const nudge nudges[] = {{"lift", 0.0, 0.0},  {"lift", 1.0, 1.25}, {"lift", 1.0, 1.25},
                                   {"lift", 1.0, 1.25}, {"lift", 1.0, 1.25}, {"tilt", -0.8, 1.0},
                                   {"tilt", 0.8, 2.0},  {"lift", -0.8, 1.5}};
    for (size_t i = 0; i < sizeof nudges / sizeof *nudges; i++)
        if (!obey(v, &t, &nudges[i])) return;
}

void tractor_loader_forces(valid_run *v)
{
    at_relief(v);
    standing(v);
}
