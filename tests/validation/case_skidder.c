/* The grapple skidder of 003: counts, mass, axle loads. The paper prints the structure of the model alone;
 * figures of the machine are those of its class and what follows from its pins by other means than the
 * simulation's (assets/machines/skidder_geometry.py). */
#include "skidder.h"

#include <math.h>

const double SKIDDER_WHEELBASE = 3.70;

static const char a_count[] = "a count";

bool skidder_build(valid_run *run, const driven_start *start, driven *built)
{
    static const driven_kind kind = {
        .name = "skidder",
        .surface = "asphalt",
        .bodies = {"rear_frame", "front_frame", "front_axle", "arch", "boom", "grapple"},
        .joints = {"articulation", "front_axle", "arch", "boom", "tong_left"},
        .cylinders = {"arch", "boom", "tongs", "blade", "steering_left"},
        .reliefs = {"main"}};
    return driven_build(run, &kind, start, built);
}

static void counts(valid_run *v, const driven *e)
{
    const auth_mechanism *m = e->author->mechanism;
    const mb_counts counts = mb_model_counts(e->mechanism->model);
    const int rank = e->mechanism->assembly.rank, crankshaft = 1;
    valid_published(v, "bodies without crankshaft", "1", "003 as the design reads it", 14,
                    m->body_count - crankshaft, 0.0, a_count);
    valid_published(v, "closed loops: rod between the tongs", "1", "design", 1, m->loop_count, 0.0, a_count);
    valid_published(v, "degrees of freedom without crankshaft", "1",
                    "6, articulation, axle, 4 wheels, arch, boom, 2 of the hanger, rotator, tongs, blade", 19,
                    counts.columns - rank - crankshaft, 0.0, a_count);
}

static void masses(valid_run *v, driven *e)
{
    hl_vec3 centre;
    driven_look(e);
    const double mass = driven_mass(e, &centre);
    const hl_vec3 axle = driven_point(e, driven_body(e, "rear_frame"), (const double[3]){0});
    valid_published(v, "mass", "kg", "design", 16000.0, mass, 1e-6, "a sum of decimal numbers");
    valid_published(v, "centre of mass before the rear axle", "m", "design", 2.09, centre.x - axle.x, 0.001,
                    "centre of the front frame printed to 0.1 mm");
    valid_published(v, "the same above the axles", "m", "design", 0.42, centre.z - axle.z, 0.001, "the same");
}

static void axle_loads(valid_run *v)
{
    driven e;
    if (!skidder_build(v, &(driven_start){0}, &e)) return;
    driven_look(&e);
    const double front =
        driven_signal(&e, "wheel.front_left.load") + driven_signal(&e, "wheel.front_right.load");
    const double rear =
        driven_signal(&e, "wheel.rear_left.load") + driven_signal(&e, "wheel.rear_right.load");
    valid_published(v, "share of the front axle, at rest on level ground", "%", "design: 56 %", 56.0,
                    100.0 * front / (front + rear), 1.0,
                    "half of a per cent printed, tires sink in by 85 and 66 mm");
    valid_published(v, "load of all tires", "kN", "exact: weight", 16.0 * DRIVEN_GRAVITY,
                    1e-3 * (front + rear), 0.05, "the rest of its swaying");
}

static void run(valid_run *v)
{
    driven e;
    if (!skidder_build(v, &(driven_start){.unsettled = true}, &e)) return;
    counts(v, &e);
    masses(v, &e);
    axle_loads(v);
    skidder_rests(v);
    skidder_drives(v);
}

const valid_case valid_case_skidder = {
    "skidder", "grapple skidder of 003: counts, rest positions on washboards, their response, travel", run};
