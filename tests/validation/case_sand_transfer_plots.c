/* Figures 11 to 15 of 000 publication V: path, mass, step time, lift and tilt cylinders. Marks are what the
 * publication says in words. */
#include "sand_cycle.h"

#include "hl/real.h"

#include <math.h>
#include <stdio.h>

/* Times of the publication [s]. */
static const double CONTACT = 10.12, DUG = 10.85, FILLED = 12.85, BACK = 15.09, TIPPED = 37.20,
                    MERGED = 41.78, END = 44.0;

static const double MEGA = 1e-6, MILLI = 1e3;
static const double EACH = 0.5e-3; /* [kN] of a pair's force [N] */

/* ---- figure 11 ---- */

static void circle(valid_curve *curve, const double at[2], double radius)
{
    enum { CORNERS = 72 };
    static const double TURN = 6.283185307179586; /* [rad] */
    for (int i = 0; i <= CORNERS; i++) {
        double sine, cosine;
        hl_sincos(TURN * i / CORNERS, &sine, &cosine);
        valid_curve_add(curve, at[0] + radius * cosine, at[1] + radius * sine);
    }
}

static const sand_sample *sample_at(const sand_cycle *c, double time)
{
    int i = 0;
    while (i < c->count - 1 && c->samples[i].time < time) i++;
    return &c->samples[i];
}

static void mark(valid_curve *curve, const sand_sample *s)
{
    valid_curve_add(curve, s->edge[0], s->edge[1]);
}

static void path(valid_run *v, const sand_cycle *c)
{
    valid_plot *plot =
        valid_plot_new(v, "path", "The work cycle from above (000 publication V, figure 11)", "x, m", "y, m");
    valid_plot_equal(plot);
    valid_curve *edge_forward = valid_plot_curve(plot, "middle of the cutting edge, forward", false),
                *edge_back = valid_plot_curve(plot, "and back", false),
                *chassis = valid_plot_curve(plot, "chassis", false),
                *foot = valid_plot_curve(plot, "foot of the pile", false);
    for (int i = 0; i < c->count; i++) {
        const sand_sample *s = &c->samples[i];
        mark(s->time < BACK ? edge_forward : edge_back, s);
        valid_curve_add(chassis, s->signal[SAND_X], s->signal[SAND_Y]);
    }
    const auth_sand *sand = &c->tractor.scenario->sand;
    for (int i = 0; i < sand->pile_count; i++)
        circle(foot, sand->piles[i].at,
               sand->piles[i].height / tan(sand->soils[sand->piles[i].soil].soil->repose));
    mark(valid_plot_curve(plot, "10.12 s: the bucket meets the pile", true), sample_at(c, CONTACT));
    mark(valid_plot_curve(plot, "37.20 s: it dumps", true), sample_at(c, TIPPED));
}

/* ---- over time ---- */

/* One signal over time, scaled. */
static void trace(valid_plot *plot, const char *name, const sand_cycle *c, sand_signal signal, double scale)
{
    valid_curve *curve = valid_plot_curve(plot, name, false);
    for (int i = 0; i < c->count; i++)
        valid_curve_add(curve, c->samples[i].time, scale * c->samples[i].signal[signal]);
}

/* A row of marks at one height. */
static void row_of_marks(valid_curve *curve, double from, double to, double height)
{
    enum { MARKS = 24 };
    for (int i = 0; i <= MARKS; i++) valid_curve_add(curve, from + (to - from) * i / MARKS, height);
}

static void mass(valid_run *v, const sand_cycle *c)
{
    valid_plot *plot =
        valid_plot_new(v, "mass", "Sand in the bucket (000 publication V, figure 12)", "time, s", "mass, kg");
    trace(plot, "mass sensor near the teeth", c, SAND_SENSOR, 1.0);
    trace(plot, "all grains in the bucket", c, SAND_MASS, 1.0);
    valid_curve *printed = valid_plot_curve(plot, "published: 0, approximately 600 kg, 0", true);
    row_of_marks(printed, 0.0, CONTACT, 0.0);
    row_of_marks(printed, FILLED, TIPPED, 600.0);
    row_of_marks(printed, MERGED, END, 0.0);
}

static void durations(valid_run *v, const sand_cycle *c)
{
    static const double STEP = 1.2, LEAST = 0.26, MOST = 0.43; /* [ms] published */
    valid_plot *plot =
        valid_plot_new(v, "durations", "Computing time of a step of 1 ms (000 publication V, figure 13)",
                       "time, s", "duration, ms");
    valid_curve *longest = valid_plot_curve(plot, "step, longest of 10", false),
                *soil = valid_plot_curve(plot, "soil, mean", false),
                *machine = valid_plot_curve(plot, "machine, mean", false),
                *step = valid_plot_curve(plot, "published: step size", true),
                *range = valid_plot_curve(plot, "published: machine", true);
    for (int i = 0; i < c->count; i++) {
        const sand_sample *s = &c->samples[i];
        valid_curve_add(longest, s->time, MILLI * s->longest);
        valid_curve_add(soil, s->time, MILLI * s->soil);
        valid_curve_add(machine, s->time, MILLI * s->machine);
    }
    row_of_marks(step, 0.0, END, STEP);
    row_of_marks(range, 0.0, END, LEAST);
    row_of_marks(range, 0.0, END, MOST);
}

/* ---- figures 14 and 15 ---- */

/* What belongs to a pair of cylinders. */
typedef struct cylinders {
    const char *name, *figure;
    sand_signal force, piston, rod;
    bool tilt;
} cylinders;

static void pressures(valid_run *v, const sand_cycle *c, const cylinders *pair)
{
    char name[40], title[120];
    snprintf(name, sizeof name, "%s-pressures", pair->name);
    snprintf(title, sizeof title, "Pressures of a %s cylinder (000 publication V, figure %s a)", pair->name,
             pair->figure);
    valid_plot *plot = valid_plot_new(v, name, title, "time, s", "pressure, MPa");
    trace(plot, "piston side, port A", c, pair->piston, MEGA);
    trace(plot, "rod side, port B", c, pair->rod, MEGA);
}

static void forces(valid_run *v, const sand_cycle *c, const cylinders *pair)
{
    char name[40], title[120];
    snprintf(name, sizeof name, "%s-forces", pair->name);
    snprintf(title, sizeof title, "Force of each %s cylinder (000 publication V, figure %s b)", pair->name,
             pair->figure);
    valid_plot *plot = valid_plot_new(v, name, title, "time, s", "force, kN");
    trace(plot, "dynamic", c, pair->force, EACH);
    valid_curve *statics = valid_plot_curve(plot, "static, by virtual work, from 12.85 to 37.20 s", false),
                *dig = valid_plot_curve(plot, "published: dig, 10.12 to 10.85 s", true);
    double low = 0.0, high = 0.0;
    for (int i = 0; i < c->count; i++) {
        const sand_sample *s = &c->samples[i];
        low = fmin(low, EACH * s->signal[pair->force]);
        high = fmax(high, EACH * s->signal[pair->force]);
        if (s->held)
            valid_curve_add(statics, s->time, EACH * (pair->tilt ? s->statics.tilt : s->statics.lift));
    }
    row_of_marks(dig, CONTACT, CONTACT, low);
    row_of_marks(dig, DUG, DUG, low);
    row_of_marks(dig, CONTACT, CONTACT, high);
    row_of_marks(dig, DUG, DUG, high);
}

void sand_transfer_plots(valid_run *v, const sand_cycle *c)
{
    static const cylinders pairs[] = {{"lift", "14", SAND_LIFT, SAND_LIFT_A, SAND_LIFT_B, false},
                                      {"tilt", "15", SAND_TILT, SAND_TILT_A, SAND_TILT_B, true}};
    path(v, c);
    mass(v, c);
    durations(v, c);
    for (int i = 0; i < 2; i++) {
        pressures(v, c, &pairs[i]);
        forces(v, c, &pairs[i]);
    }
}
