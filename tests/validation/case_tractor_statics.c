/* At rest: axle loads against a balance of moments, masses, the rule of stability, a start without transient,
 * release from 0.3 m (000 publication V, section IV-A). */
#include "tractor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- axle loads ---- */

typedef struct axles {
    double front, rear; /* [N] */
} axles;

static axles tire_loads(driven *t)
{
    return (axles){tractor_wheel(t, FRONT_LEFT, "load") + tractor_wheel(t, FRONT_RIGHT, "load"),
                   tractor_wheel(t, REAR_LEFT, "load") + tractor_wheel(t, REAR_RIGHT, "load")};
}

static hl_vec3 wheel_centre(driven *t, int wheel)
{
    const auth_machine *m = t->author;
    return driven_point(t, m->wheels[m->driveline.wheels[wheel]].body, (const double[3]){0, 0, 0});
}

/* Forces of the ground act under the wheels' centres, so moments about them need x alone. Longitudinal forces
 * that stay locked up between braked wheels act at the rolling radius, the sum of them being zero. */
static axles balance(driven *t)
{
    hl_vec3 centre;
    const double weight = DRIVEN_GRAVITY * driven_mass(t, &centre);
    const hl_vec3 front = wheel_centre(t, FRONT_LEFT), rear = wheel_centre(t, REAR_LEFT);
    double moment = 0.0;
    for (int w = 0; w < TRACTOR_WHEELS; w++) {
        const double r = tractor_tire(t, w)->model.radius - tractor_wheel(t, w, "deflection") / 3.0;
        moment += tractor_wheel(t, w, "traction") * (wheel_centre(t, w).z - r);
    }
    const double on_front = (weight * (centre.x - rear.x) + moment) / (front.x - rear.x);
    return (axles){on_front, weight - on_front};
}

/* Newton's iterations end at increments below their tolerance, 1e-7 m (002 section 5): of two tires'
 * deflection. */
static double newton_force(const driven *t)
{
    return 2.0 * tractor_tire(t, REAR_LEFT)->model.stiffness * t->mechanism->options.tolerance;
}

static const char newton_reason[] = "Newton's tolerance, 1e-7 m, times the stiffness of two tires";

static void axle_loads(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_look(&t);
    hl_vec3 centre;
    const double mass = driven_mass(&t, &centre);
    const axles here = tire_loads(&t), exact = balance(&t);
    valid_published(v, "mass of the machine: tractor, loader, brackets, third function, bucket, ballast",
                    "kg", "assets/machines/README.md", 6100 + 480 + 160 + 40 + 330 + 900, mass, 1e-9 * mass,
                    "a sum of decimal numbers");
    const double tolerance = newton_force(&t);
    valid_published(v, "load of the front axle, settled", "N", "exact: moments of masses and centres",
                    exact.front, here.front, tolerance, newton_reason);
    valid_published(v, "load of the rear axle, settled", "N", "exact: moments of masses and centres",
                    exact.rear, here.rear, tolerance, newton_reason);
}

/* ---- stability ---- */

/* Arms horizontal, bucket level; with a mass in the bucket, `ahead` of the front axle. */
typedef struct raised {
    double arm; /* [rad] above the start's */
    double load, ahead;
} raised;

/* The parallelogram keeps guide plate and bucket level; what is left to the bell crank the assembly finds. */
static void raise(auth_machine *author, const void *with)
{
    const raised *r = with;
    driven_joint(author, "lift")->position[0] += r->arm;
    driven_joint(author, "guide_rod")->position[1] -= r->arm;
    driven_joint(author, "guide_plate")->position[1] += r->arm;
    driven_joint(author, "bucket")->position[0] -= r->arm;
    driven_joint(author, "bell_crank")->position[0] -= 0.5 * r->arm;
}

/* A point mass in the bucket, at the height of its own centre; the bucket's frame is level at the start's
 * attitude of the arms. */
static void raise_and_load(auth_machine *author, const void *with)
{
    const raised *r = with;
    raise(author, with);
    for (int i = 0; i < author->mechanism->body_count; i++) {
        auth_body *bucket = &author->mechanism->bodies[i];
        if (strcmp(bucket->name, "bucket") != 0) continue;
        const double total = bucket->mass + r->load;
        bucket->centre[0] = (bucket->mass * bucket->centre[0] + r->load * r->ahead) / total;
        bucket->mass = total;
    }
}

/* Distance from the arm's pin P0 to P1, both in the plane of the arm, and the angle of that line. */
static double arm_angle(driven *t, double *length)
{
    const int arm = driven_body(t, "arm");
    const auth_joint *bucket = driven_joint(t->author, "bucket");
    const hl_vec3 p0 = driven_point(t, arm, (const double[3]){0, 0, 0}),
                  p1 = driven_point(t, arm, bucket->at);
    *length = hl_norm(hl_sub(p1, p0));
    return asin((p1.z - p0.z) / *length);
}

/* EN 12525: M > (5 N b + I2 (P + N - 5 G))/(5 (I1 + I2) - I2); P and G without ballast. */
typedef struct ballast_rule {
    double N, b, I1, I2, P, G;
} ballast_rule;

static double least_ballast(const ballast_rule *r)
{
    return (5.0 * r->N * r->b + r->I2 * (r->P + r->N - 5.0 * r->G)) / (5.0 * (r->I1 + r->I2) - r->I2);
}

static double rear_with_load(const ballast_rule *r, double ballast)
{
    return r->G + ballast * (1.0 + r->I1 / r->I2) - r->N * r->b / r->I2;
}

static const double BALLAST = 900.0;

static void example(valid_run *v, const ballast_rule *r)
{
    static const char source[] = "EN 12525 as the manuals of MX A104 and T406 print it";
    valid_published(v, "example (G = 2990 kg): ballast that the rule asks for", "kg", source, 781.0,
                    least_ballast(r), 0.5, "printed to 1 kg");
    valid_published(v, "example (G = 2990 kg): rear axle with 2300 kg in the bucket", "kg", source, 2217.0,
                    rear_with_load(r, BALLAST), 0.5, "printed to 1 kg");
}

static void stability(valid_run *v)
{
    driven t;
    const ballast_rule published = {.N = 2300, .b = 2.4, .I1 = 1.3, .I2 = 2.6, .P = 7110, .G = 2990};
    example(v, &published);
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_look(&t);
    double reach;
    const raised empty = {.arm = -arm_angle(&t, &reach)};
    if (!tractor_build(v, &(driven_start){.change = raise_and_load, .with = &empty}, &t)) return;
    driven_look(&t);
    hl_vec3 centre;
    const double mass = driven_mass(&t, &centre);
    const hl_vec3 axle = wheel_centre(&t, FRONT_LEFT);
    const double pin =
        driven_joint(t.author, "lift")->at[0] + reach - (axle.x - wheel_centre(&t, REAR_LEFT).x);
    ballast_rule own = published;
    own.P = mass - BALLAST;
    own.G = tire_loads(&t).rear / DRIVEN_GRAVITY - BALLAST * (1.0 + own.I1 / own.I2);
    const raised loaded = {.arm = empty.arm, .load = own.N, .ahead = own.b - pin};
    if (!tractor_build(v, &(driven_start){.change = raise_and_load, .with = &loaded}, &t)) return;
    if (!driven_drive(&t, 10.0)) return; /* the oil's pressures have far to go from the empty loader's */
    driven_look(&t);
    const axles here = tire_loads(&t), exact = balance(&t);
    const double total = driven_mass(&t, &centre);
    char text[160];
    snprintf(text, sizeof text,
             "arms horizontal, 2300 kg 2.4 m before the front axle: rear axle (G = %.0f kg)", own.G);
    valid_published(v, text, "kg", "exact: moments of masses and centres", exact.rear / DRIVEN_GRAVITY,
                    here.rear / DRIVEN_GRAVITY, newton_force(&t) / DRIVEN_GRAVITY, newton_reason);
    valid_bound(v, "the same: front axle's share of the mass", "1", "EN 12525: at least 0.2 on the rear axle",
                1.0 - here.rear / DRIVEN_GRAVITY / total, 0.8, "the rule");
    valid_bound(v, "ballast that the rule asks for with this G, over the 900 kg that are there", "1",
                "EN 12525", least_ballast(&own) / BALLAST, 1.0, "the rule");
}

/* ---- start and release ---- */

static void start_without_transient(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    static const char *const names[] = {"chassis.x", "chassis.y", "chassis.z", "cylinder.lift.length",
                                        "cylinder.tilt.length"};
    enum { NAMES = sizeof names / sizeof *names };
    double first[NAMES], most = 0.0;
    driven_look(&t);
    for (int i = 0; i < NAMES; i++) first[i] = driven_signal(&t, names[i]);
    for (int k = 0; k < 50; k++) {
        if (!driven_drive(&t, 0.1)) return;
        driven_look(&t);
        for (int i = 0; i < NAMES; i++) most = fmax(most, fabs(driven_signal(&t, names[i]) - first[i]));
    }
    valid_bound(v, "settled: the most that chassis or cylinders move in 5 s", "m", "exact: equilibrium", most,
                5.0 * 1e-7, "the rest that settling leaves, 1e-7 m/s, for 5 s");
}

enum { MOST_PEAKS = 16 };

/* Heights of the chassis after a release. */
typedef struct bounce {
    double peaks[MOST_PEAKS], rest; /* tops, last height [m] */
    int count;
    double low, high; /* in the last second [m] */
} bounce;

static bool watch(driven *t, double seconds, bounce *b)
{
    const long steps = lround(seconds / world_machine_step_size(t->machine)),
               quiet = lround(1.0 / world_machine_step_size(t->machine));
    double last = 0.0;
    *b = (bounce){.rest = driven_now(t, "chassis.z"), .low = (double)INFINITY, .high = -(double)INFINITY};
    for (long i = 0; i < steps; i++) {
        if (!driven_step(t)) return false;
        const double z = driven_now(t, "chassis.z");
        if (z < b->rest && last > 0.0 && b->count < MOST_PEAKS) b->peaks[b->count++] = b->rest;
        last = z - b->rest;
        b->rest = z;
        if (i < steps - quiet) continue;
        b->low = fmin(b->low, z), b->high = fmax(b->high, z);
    }
    return true;
}

static void release(valid_run *v)
{
    driven t;
    bounce b;
    if (!tractor_build(v, &(driven_start){.surface = "firm gravel", .unsettled = true, .drop = 0.3}, &t) ||
        !watch(&t, 10.0, &b))
        return;
    double growth = 0.0;
    for (int i = 1; i < b.count; i++)
        growth = fmax(growth, fabs(b.peaks[i] - b.rest) - fabs(b.peaks[i - 1] - b.rest));
    char text[120];
    snprintf(text, sizeof text, "release from 0.3 m: growth of a bounce over the one before, of the first %d",
             b.count);
    valid_bound(v, text, "m", "000 publication V section IV-A", growth, 1e-7,
                "decreasing; Newton's tolerance");
    /* Swinging at 2 Hz: mass times amplitude times omega^2, on one axle at most all of it. */
    static const double OMEGA = 12.6;
    hl_vec3 centre;
    const double swing = driven_mass(&t, &centre) * 0.5 * (b.high - b.low) * OMEGA * OMEGA;
    const axles here = tire_loads(&t), exact = balance(&t);
    static const char reason[] = "what still swings in the last second, and Newton's tolerance";
    valid_published(v, "release from 0.3 m: front axle 10 s later", "N",
                    "exact: moments of masses and centres", exact.front, here.front, swing + newton_force(&t),
                    reason);
    valid_published(v, "release from 0.3 m: rear axle 10 s later", "N",
                    "exact: moments of masses and centres", exact.rear, here.rear, swing + newton_force(&t),
                    reason);
}

void tractor_statics(valid_run *v)
{
    axle_loads(v);
    stability(v);
    start_without_transient(v);
    release(v);
}
