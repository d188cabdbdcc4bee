/* Stability: loads of the tracks at rest against a balance of moments; a load that grows at the bucket's pin,
 * and tips the machine where statics says so, over the front and over the side. */
#include "excavator.h"
#include "excavator_arm.h"
#include "load_chart.h"

#include <math.h>
#include <stdio.h>

/* ---- at rest ---- */

static void at_rest(valid_run *v)
{
    driven e;
    if (!excavator_build(v, &(driven_start){0}, &e)) return;
    driven_look(&e);
    hl_vec3 centre;
    const double weight = DRIVEN_GRAVITY * driven_mass(&e, &centre);
    const double left = driven_signal(&e, "track.left.load"), right = driven_signal(&e, "track.right.load");
    const hl_vec3 middle = driven_point(&e, driven_body(&e, "undercarriage"), (const double[3]){0, 0, 0});
    /* Newton's iterations end at increments below their tolerance: of twenty stations' deflection */
    const double stations = 2.0 * e.author->tracks[0].model.stations,
                 tolerance = stations * e.author->tracks[0].model.stiffness * e.mechanism->options.tolerance;
    static const char reason[] = "Newton's tolerance times the stiffness of the stations";
    valid_published(v, "load of both tracks, settled", "N", "exact: weight", weight, left + right, tolerance,
                    reason);
    valid_published(v, "load of the left track, settled", "N", "exact: moments of masses and centres",
                    weight * (0.5 + (centre.y - middle.y) / (2.0 * e.author->tracks[0].y)), left, tolerance,
                    reason);
    double first[3] = {0}, most = 0.0;
    static const char *const names[] = {"chassis.x", "chassis.y", "chassis.z"};
    for (int i = 0; i < 3; i++) first[i] = driven_signal(&e, names[i]);
    if (!driven_drive(&e, 5.0)) return;
    driven_look(&e);
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(driven_signal(&e, names[i]) - first[i]));
    valid_bound(v, "settled: the most that the undercarriage moves in 5 s", "m", "exact: equilibrium", most,
                5.0 * 1e-7, "the rest that settling leaves, 1e-7 m/s, for 5 s");
}

/* ---- statics of a machine on the springs of its stations ---- */

/* In the plane in which it tips: u outwards, z up, in the undercarriage's frame. */
typedef struct tipping {
    int count;
    double u[2 * TRACK_MAX_STATIONS], z[2 * TRACK_MAX_STATIONS], radius[2 * TRACK_MAX_STATIONS];
    bool rolls;           /* the stations' circles lie in this plane; else their lowest points are corners */
    double stiffness;     /* of one [N/m] */
    double weight, at[2]; /* of the machine [N], its centre [m] */
    double load[2];       /* where the load hangs [m] */
} tipping;

static double lowered(const double p[2], double tilt)
{
    return p[1] * cos(tilt) - p[0] * sin(tilt);
}

static double outwards(const double p[2], double tilt)
{
    return p[0] * cos(tilt) + p[1] * sin(tilt);
}

/* Force of the stations with the origin at `height`, and their moment. */
static double support(const tipping *t, double tilt, double height, double *moment)
{
    double sum = 0.0;
    *moment = 0.0;
    for (int i = 0; i < t->count; i++) {
        const double p[2] = {t->u[i], t->rolls ? t->z[i] : t->z[i] - t->radius[i]};
        const double gap = height + lowered(p, tilt) - (t->rolls ? t->radius[i] : 0.0);
        if (gap >= 0.0) continue;
        sum -= t->stiffness * gap;
        *moment -= t->stiffness * gap * outwards(p, tilt);
    }
    return sum;
}

/* The load that holds the machine at a tilt: bisection on the height until the moments are balanced. */
static double load_at(const tipping *t, double tilt)
{
    double low = -1.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        double moment;
        const double sum = support(t, tilt, middle, &moment), load = sum - t->weight;
        const double rest = moment - t->weight * outwards(t->at, tilt) - load * outwards(t->load, tilt);
        if (rest < 0.0)
            low = middle;
        else
            high = middle;
    }
    double moment;
    return support(t, tilt, low, &moment) - t->weight;
}

/* The largest load of all tilts, and the tilt that belongs to it. */
static double tipping_load(const tipping *t, double *tilt)
{
    static const double STEP = 2e-4, MOST = 0.3; /* [rad] */
    double largest = *tilt = 0.0;
    for (double at = 0.0; at < MOST; at += STEP) {
        const double load = load_at(t, at);
        if (load > largest) largest = load, *tilt = at;
    }
    return largest;
}

/* From the pose as it stands. */
static tipping look(driven *e, bool side)
{
    hl_vec3 centre;
    const int undercarriage = driven_body(e, "undercarriage"), bucket = driven_body(e, "bucket");
    const double mass = driven_mass(e, &centre);
    const mb_pose pose = mb_pose_of(e->mechanism->model, e->mechanism->work, undercarriage);
    const hl_vec3 load = driven_point(e, bucket, (const double[3]){0, 0, 0}),
                  c = hl_mul_transposed(&pose.rotation, hl_sub(centre, pose.position)),
                  l = hl_mul_transposed(&pose.rotation, hl_sub(load, pose.position));
    tipping t = {.rolls = !side,
                 .stiffness = e->author->tracks[0].model.stiffness,
                 .weight = DRIVEN_GRAVITY * mass,
                 .at = {side ? c.y : c.x, c.z},
                 .load = {side ? l.y : l.x, l.z}};
    for (int k = 0; k < e->author->track_count; k++)
        for (int i = 0; i < e->author->tracks[k].model.stations; i++) {
            const auth_track *track = &e->author->tracks[k];
            t.u[t.count] = side ? track->y : track->model.station[i].centre.x;
            t.z[t.count] = track->model.station[i].centre.z;
            t.radius[t.count++] = track->model.station[i].radius;
        }
    return t;
}

/* ---- the run ---- */

/* A load that hangs from the bucket's pin from the start, and grows. */
typedef struct hanging {
    double swing;         /* [rad] */
    double first, each;   /* [N] */
    mb_wrench_def *parts; /* room for them; NULL: no load */
} hanging;

enum { PARTS = 350 };

static const double PART_SECONDS = 0.05; /* from one part of the load to the next */

/* Stretched arm, blade up, port reliefs shut so that the arm holds what the machine cannot. */
static void hang(auth_machine *author, const void *with)
{
    static const char *const held[] = {"boom_a", "boom_b", "dipper_a", "dipper_b", "bucket_a", "bucket_b"};
    const hanging *h = with;
    driven_joint(author, "boom")->position[0] = 35.0 * DRIVEN_DEGREE;
    driven_joint(author, "dipper")->position[0] = -85.0 * DRIVEN_DEGREE;
    driven_joint(author, "bucket")->position[0] = -60.0 * DRIVEN_DEGREE;
    driven_joint(author, "blade")->position[0] = 14.0 * DRIVEN_DEGREE;
    driven_joint(author, "swing")->position[0] = h->swing;
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        driven_relief(author, held[i])->relief.setting *= 4.0;
    if (!h->parts) return;
    const int bucket = driven_joint(author, "bucket")->child;
    for (int i = 0; i < PARTS; i++)
        h->parts[i] = (mb_wrench_def){.name = "load",
                                      .body = bucket,
                                      .force = {0.0, 0.0, i == 0 ? -h->first : -h->each},
                                      .from = i * PART_SECONDS};
    author->mechanism->forces = h->parts;
    author->mechanism->force_count = PARTS;
}

static double tilt_of(driven *e, bool side)
{
    const mb_pose pose = mb_pose_of(e->mechanism->model, e->mechanism->work, driven_body(e, "undercarriage"));
    const hl_vec3 out = hl_mul(&pose.rotation, side ? hl_v3(0, 1, 0) : hl_v3(1, 0, 0));
    return asin(-out.z);
}

/* The arm as statics finds it without load, then the machine with the first of the load hanging, settled. */
static bool load_up(valid_run *v, driven *e, bool side, hanging *h)
{
    static const double SHARE = 0.80, GROWTH = 0.001; /* of what statics says of the empty arm's pose */
    static const double QUARTER = 1.5707963267948966;
    double tilt;
    *h = (hanging){.swing = side ? QUARTER : 0.0};
    if (!excavator_build(v, &(driven_start){.change = hang, .with = h}, e)) return false;
    driven_look(e);
    const tipping empty = look(e, side);
    const double estimate = tipping_load(&empty, &tilt);
    h->first = SHARE * estimate, h->each = GROWTH * estimate;
    h->parts = HL_NEW(valid_arena(v), mb_wrench_def, PARTS);
    if (!h->parts || !excavator_build(v, &(driven_start){.change = hang, .with = h}, e)) return false;
    driven_look(e);
    return true;
}

/* Let the load grow until the machine falls. @return the load with which it went over; not a number: it did
 * not. The pose of that moment is left in `t`. */
static double grow(driven *e, bool side, const hanging *h, valid_curve *curve, tipping *t)
{
    static const double FALLS = 1.25; /* of the tilt at which statics gives it up */
    double tilt, load, here = (double)NAN;
    (void)tipping_load(t, &tilt);
    for (int i = 0; i < PARTS && driven_drive(e, PART_SECONDS); i++) {
        driven_look(e);
        load = h->first + h->each * i;
        valid_curve_add(curve, 1e-3 * load, tilt_of(e, side) / DRIVEN_DEGREE);
        if (tilt_of(e, side) > FALLS * tilt) return here;
        const bool over = side ? driven_signal(e, "track.right.load") <= 0.0 : tilt_of(e, side) >= tilt;
        if (!over || !isnan(here)) continue;
        here = load;
        *t = look(e, side); /* the arm has given way a little under the load */
    }
    return (double)NAN;
}

static void draw_statics(const tipping *t, double from, valid_curve *curve)
{
    double tilt;
    (void)tipping_load(t, &tilt);
    for (double at = 0.0; curve && at < 1.3 * tilt; at += 0.01 * tilt) {
        const double load = load_at(t, at);
        if (load > from) valid_curve_add(curve, 1e-3 * load, at / DRIVEN_DEGREE);
    }
}

static void tip(valid_run *v, bool side)
{
    driven e;
    hanging h;
    if (!load_up(v, &e, side, &h)) return;
    tipping t = look(&e, side);
    valid_plot *plot = valid_plot_new(v, side ? "tip-side" : "tip-front",
                                      side ? "tipping over the side" : "tipping over the front",
                                      "load at the bucket's pin [kN]", "tilt [deg]");
    draw_statics(&t, 0.9 * h.first, valid_plot_curve(plot, "statics", false));
    const double here =
        grow(&e, side, &h, valid_plot_curve(plot, "dynamic model, load growing by 2 % a second", false), &t);
    double tilt;
    const double statics = tipping_load(&t, &tilt);
    char text[160];
    snprintf(text, sizeof text, "load at the bucket's pin, %.2f m out, that tips it over the %s", t.load[0],
             side ? "side" : "front");
    valid_published(v, text, "kN", "exact: statics of masses on the springs of the stations", 1e-3 * statics,
                    1e-3 * here, 0.02 * 1e-3 * statics,
                    "a second of growing while it begins to fall, 2 % a second");
}

/* ---- its load chart ---- */

static void load_chart(valid_run *v)
{
    driven e;
    arm a;
    if (!excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    const auth_track *track = &e.author->tracks[0];
    const double x = track->model.station[1].centre.x, y = track->y; /* the first roller: idlers are higher */
    const chart_stand tracks = {"tracks", false, false, 4, {{x, -y}, {x, y}, {-x, y}, {-x, -y}}};
    chart_rows(v, &a, &tracks, 0);
}

void excavator_stability(valid_run *v)
{
    at_rest(v);
    tip(v, false);
    tip(v, true);
    load_chart(v);
}
