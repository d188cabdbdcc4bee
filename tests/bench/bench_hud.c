/* The head-up display of the tractor, on 1600 x 900 dots at a pixel a dot.
 *
 *   hud/tractor/all-change   every value has moved by what an eye sees: every gauge is drawn anew
 *   hud/tractor/quiet        nothing has changed
 *   hud/gallery/all-change   the same of one gauge of every kind */
#include "bench/bench.h"

#include "auth/quantity.h"
#include "rnd/hud.h"

#include <math.h>
#include <string.h>

enum { MOST_SIGNALS = 512, QUIET = 0, ALL_CHANGE = 1 };

static const double FRAME = 1.0 / 60.0; /* [s] */

typedef struct display {
    rnd_hud *hud;
    bool moves;
    int count;
    rnd_signal signals[MOST_SIGNALS];
    double middle[MOST_SIGNALS], swing[MOST_SIGNALS], values[MOST_SIGNALS]; /* in the signals' units */
    long frames;
    double drawn;
    hl_report report;
} display;

/* ---- signals: those that the layout names, in its units, each swinging over its scale ---- */

static void add_signal(display *d, const char *name, const char *unit, double middle, double swing)
{
    for (int i = 0; i < d->count; i++)
        if (name && strcmp(d->signals[i].name, name) == 0) return;
    if (!name || d->count == MOST_SIGNALS) return;
    auth_dimension unused;
    double si = 1.0;
    (void)auth_unit_read(unit ? unit : "1", &si, &unused);
    d->signals[d->count] = (rnd_signal){name, unit ? unit : "1", "", si};
    d->middle[d->count] = middle;
    d->swing[d->count++] = swing;
}

static void add_signals(display *d, const auth_hud *layout)
{
    for (int i = 0; i < layout->gauge_count; i++) {
        const auth_gauge *g = &layout->gauges[i];
        const char *unit = g->of_index >= 0 ? layout->gauges[g->of_index].unit : g->unit;
        const bool scale = g->to > g->from;
        add_signal(d, g->signal.name, unit, scale ? 0.5 * (g->from + g->to) : 3.0,
                   scale ? 0.3 * (g->to - g->from) : 2.0);
        add_signal(d, g->signal2.name, "1", 0.0, 1.2);
    }
    for (int i = 0; i < layout->gauge_count; i++) /* lamps and messages come and go */
        for (int k = 0; k < layout->gauges[i].when_count; k++) {
            const auth_condition *when = &layout->gauges[i].when[k];
            add_signal(d, when->signal, "1", when->value, 1.0);
        }
    add_signal(d, "chassis.x", "m", 0.0, 0.0);
    add_signal(d, "chassis.y", "m", 0.0, 0.0);
    add_signal(d, "chassis.heading", "rad", 0.0, 0.0);
}

/* ---- the display ---- */

static void *setup(const bench_case *bench, hl_arena *arena)
{
    static const char *const names[] = {"tractor", "gallery"};
    auth_hud *layout;
    display *d = HL_NEW(arena, display, 1);
    if (d == NULL) return NULL;
    if (auth_hud_read(bench_asset("hud", names[bench->variant], arena), arena, &layout, &d->report) != HL_OK)
        return NULL;
    add_signals(d, layout);
    memcpy(d->values, d->middle, sizeof d->values);
    d->moves = bench->size == ALL_CHANGE;
    const rnd_hud_setup made = {
        .layout = layout, .signals = d->signals, .signal_count = d->count, .scale = 1.0};
    d->hud = rnd_hud_new(&made, &d->report);
    return d->hud ? d : NULL;
}

/* From one side of its middle to the other in every frame, never to the same place: needles jump, lamps and
 * gears change. */
static void move(void *subject)
{
    static const double rate = 0.37; /* [rad/s] */
    display *d = subject;
    const double side = ++d->frames % 2 ? 1.0 : -1.0;
    for (int i = 0; i < d->count && d->moves; i++)
        d->values[i] =
            d->middle[i] + side * d->swing[i] * (0.8 + 0.2 * sin(rate * FRAME * (double)d->frames + i));
}

/* Round and round, so that a map's track crosses itself. */
static void drive(void *subject)
{
    static const double radius = 12.0, turning = 0.5; /* [m], [rad/s]: 6 m/s */
    display *d = subject;
    move(subject);
    const double t = FRAME * (double)d->frames, angle = turning * t;
    for (int i = 0; i < d->count && d->moves; i++) {
        if (strcmp(d->signals[i].name, "chassis.x") == 0) d->values[i] = radius * sin(angle) + 0.1 * t;
        if (strcmp(d->signals[i].name, "chassis.y") == 0) d->values[i] = -radius * cos(angle);
        if (strcmp(d->signals[i].name, "chassis.heading") == 0) d->values[i] = angle;
    }
}

static bool step(void *subject)
{
    display *d = subject;
    d->drawn += rnd_hud_update(d->hud, d->values, d->moves ? FRAME * (double)d->frames : 0.0);
    return true;
}

static void tell(void *subject, char *note, size_t size)
{
    const display *d = subject;
    snprintf(note, size, "%.1f of %d gauges drawn anew", d->drawn / (double)d->frames,
             rnd_hud_gauge_count(d->hud));
}

static void teardown(void *subject)
{
    display *d = subject;
    if (d) rnd_hud_free(d->hud);
}

void bench_group_hud(bench_list *list)
{
    static const struct {
        const char *name, *bar;
        int layout, size;
    } variants[] = {{"tractor/all-change", "2000", 0, ALL_CHANGE},
                    {"tractor/quiet", "costs nothing", 0, QUIET},
                    {"gallery/all-change", NULL, 1, ALL_CHANGE}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = {.setup = setup,
                            .prepare = drive,
                            .step = step,
                            .finish = tell,
                            .teardown = teardown,
                            .size = variants[i].size,
                            .variant = variants[i].layout,
                            .bar = variants[i].bar};
        snprintf(bench.name, sizeof bench.name, "hud/%s", variants[i].name);
        bench_register(list, &bench);
    }
}
