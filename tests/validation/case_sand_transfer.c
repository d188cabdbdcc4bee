/* The 44 s work cycle of 000 publication V, section IV: what is in the bucket, when things happen, forces of
 * the cylinders, no grain lost. Scenario and script are assets/scenarios/sand-transfer.yaml and
 * assets/operators/sand-transfer.yaml. */
#include "sand_cycle.h"

#include "run_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Times of the publication [s]. */
static const double CONTACT = 10.12, DUG = 10.85, FILLED = 12.85, TIPPED = 37.20, MERGED = 41.78, END = 44.0;
static const double BACK = 15.09, STOP = 34.60;

static const char section[] = "000 publication V, section IV.B and figure 12";

/* ---- sand ---- */

static void amounts(valid_run *v, const sand_cycle *c)
{
    static const double PRINTED = 600.0, READING = 60.0, SHORT = 90.0;
    valid_published(v, "sand in the bucket, 12.85 to 37.20 s, from its grains", "kg", section, PRINTED,
                    sand_mean(c, SAND_MASS, FILLED, TIPPED), SHORT,
                    "'approximately 600 kg' read to 10 %, and what lies before the sensor's plane");
    valid_published(v, "sand in the bucket, 12.85 to 37.20 s, mass sensor", "kg", section, PRINTED,
                    sand_mean(c, SAND_SENSOR, FILLED, TIPPED), READING,
                    "'approximately 600 kg' read to 10 %");
    const double before =
                     fmax(sand_most(c, SAND_MASS, 0.0, CONTACT), sand_most(c, SAND_SENSOR, 0.0, CONTACT)),
                 after = fmax(sand_most(c, SAND_MASS, MERGED, END), sand_most(c, SAND_SENSOR, MERGED, END));
    valid_bound(v, "sand in the bucket before the dig, 0 to 10.12 s: most", "kg", section, before, 0.0,
                "zero");
    valid_bound(v, "sand in the bucket after the dump, 41.78 to 44 s: most", "kg", section, after, 0.0,
                "zero");
    valid_bound(v, "dropped on the way back, 15.09 to 34.60 s", "kg", section,
                sand_most(c, SAND_MASS, BACK, BACK + 0.1) - sand_least(c, SAND_MASS, STOP - 0.1, STOP),
                0.01 * PRINTED, "'not dropped': 1 %");
    valid_bound(v, "depth of the edge in the sand while it dumps, 34.88 to 44 s", "m", "the bucket is raised",
                sand_most(c, SAND_DEPTH, 34.88, END), 0.0, "clears the ground");
}

static void ledger(valid_run *v, const sand_cycle *c)
{
    int64_t most = 0;
    for (int i = 0; i < c->count; i++)
        if (llabs(c->samples[i].missing) > most) most = llabs(c->samples[i].missing);
    valid_bound(v, "missing from field, grains and outside, of the initial mass, at any time", "quanta",
                "exact: conservation", (double)most, 0.0, "counted in whole quanta");
}

/* ---- times ---- */

/* A lever's interval as printed. */
typedef struct interval {
    const char *what;
    sand_signal valve;
    double from, to; /* [s] */
} interval;

static void lever(valid_run *v, const sand_cycle *c, const interval *at)
{
    /* The spool is called open beyond its overlap; it follows with a time constant and a rate */
    static const double OPEN = 0.05, EARLY = 0.05, OPENS = 0.15, CLOSES = 0.35;
    static const char source[] = "000 publication V, section IV.A",
                      reason[] = "the spool follows the lever: its rate and lag; a sample of 10 ms";
    char text[120];
    const double opens = sand_when(c, at->valve, OPEN, true, at->from - EARLY),
                 closes = sand_when(c, at->valve, OPEN, false, at->to - EARLY);
    snprintf(text, sizeof text, "%s: valve opens", at->what);
    valid_published(v, text, "s", source, at->from, opens, OPENS, reason);
    snprintf(text, sizeof text, "%s: valve is closed", at->what);
    valid_published(v, text, "s", source, at->to, closes, CLOSES, reason);
}

static void times(valid_run *v, const sand_cycle *c)
{
    static const interval levers[] = {{"bucket up", SAND_VALVE_LIFT, 1.52, 2.36},
                                      {"tilted out", SAND_VALVE_TILT, 2.96, 4.10},
                                      {"tilted in, dig", SAND_VALVE_TILT, 10.32, 11.96},
                                      {"bucket up, dig", SAND_VALVE_LIFT, 10.56, 12.41},
                                      {"tilted in on the way back", SAND_VALVE_TILT, 16.78, 17.42},
                                      {"raised to dump", SAND_VALVE_LIFT, 34.88, 36.66},
                                      {"tilted out to dump", SAND_VALVE_TILT, 35.00, 39.66},
                                      {"tilted in, empty", SAND_VALVE_TILT, 40.78, 42.24}};
    static const double MOVES = 0.1; /* [m/s] */
    static const char source[] = "000 publication V, section IV.A",
                      gears[] = "reverser and clutch need 0.3 to 0.4 s, brakes 0.6 s";
    valid_published(v, "bucket meets the pile", "s", source, CONTACT,
                    sand_when(c, SAND_DEPTH, 0.0, true, 5.0), 0.045,
                    "a cell of 0.05 m at 1.45 m/s and a sample of 10 ms");
    valid_published(v, "tractor moves forward", "s", source, 4.88, sand_when(c, SAND_SPEED, MOVES, true, 4.8),
                    0.5, gears);
    valid_published(v, "tractor stands in the pile", "s", source, DUG,
                    sand_when(c, SAND_SPEED, MOVES, false, CONTACT), 0.3, gears);
    valid_published(v, "tractor moves back", "s", source, BACK,
                    sand_when(c, SAND_SPEED, MOVES, true, BACK - 0.1), 0.5, gears);
    valid_published(v, "tractor stands where it dumps", "s", source, STOP,
                    sand_when(c, SAND_SPEED, MOVES, false, 33.0), 0.5, gears);
    for (size_t i = 0; i < sizeof levers / sizeof *levers; i++) lever(v, c, &levers[i]);
}

/* ---- the cycle ---- */

/* The dig, a second of it, is taped and played again at the end from its saved state. */
static bool drive(valid_run *v, sand_cycle *c, void **dig, uint64_t *hash)
{
    static const double DIG = 10.0, TAPED = 1.0;
    if (!sand_cycle_run(c, DIG)) return false;
    world_machine *machine = c->tractor.machine;
    *dig = HL_NEW(valid_arena(v), unsigned char, world_state_size(machine));
    if (*dig == NULL) {
        valid_failed(v, "replay: %s", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    world_state_save(machine, *dig);
    if (!sand_cycle_tape(c, (int)lround(TAPED / world_machine_step_size(machine))) ||
        !sand_cycle_run(c, DIG + TAPED))
        return false;
    *hash = world_state_hash(machine);
    return sand_cycle_run(c, END);
}

static void replay(valid_run *v, sand_cycle *c, const void *dig, uint64_t hash)
{
    world_state_restore(c->tractor.machine, dig);
    if (!sand_cycle_play(c)) return;
    valid_bound(v, "the dig, 10 to 11 s, played again from its saved state: hash differs", "1",
                "exact: same controls, same bits", world_state_hash(c->tractor.machine) != hash ? 1.0 : 0.0,
                0.0, "bit for bit");
}

static void run(valid_run *v)
{
    sand_cycle c;
    void *dig = NULL;
    uint64_t hash = 0;
    if (!sand_cycle_begin(v, "sand-transfer", &c)) return;
    c.statics_from = FILLED;
    c.statics_to = TIPPED;
    if (!drive(v, &c, &dig, &hash)) return;
    amounts(v, &c);
    ledger(v, &c);
    times(v, &c);
    sand_transfer_forces(v, &c);
    sand_transfer_plots(v, &c);
    replay(v, &c, dig, hash);
}

const valid_case valid_case_sand_transfer = {
    "sand-transfer", "000 publication V: the 44 s work cycle, 600 kg of sand from the pile to another place",
    run};
