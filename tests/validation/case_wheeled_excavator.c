/* The wheeled excavator of 004 in the class that is most common: counts, mass, working range, digging forces.
 * The paper prints the structure of the model; figures of the machine are those of its class and what follows
 * from its pins by other means than the simulation's (assets/machines/wheeled_excavator_geometry.py). */
#include "wheeled_excavator.h"

#include <math.h>
#include <string.h>

static const char geometry[] = "wheeled_excavator_geometry.py, plane mechanism on its own";
static const char a_count[] = "a count";

bool wheeled_excavator_build(valid_run *run, const driven_start *start, driven *built)
{
    static const driven_kind kind = {
        .name = "wheeled_excavator",
        .surface = "asphalt",
        .bodies = {"undercarriage", "upper", "boom", "dipper", "bucket", "blade", "front_axle",
                   "outrigger_left", "outrigger_right"},
        .joints = {"swing", "blade", "boom", "dipper", "bucket", "outrigger_left", "outrigger_right"},
        .cylinders = {"boom", "dipper", "bucket", "blade"},
        .reliefs = {"main"}};
    return driven_build(run, &kind, start, built);
}

/* ---- counts ---- */

/* Bodies that the paper does not have: an axle that oscillates, knuckles on a tie rod. */
static bool is_extra(const char *body)
{
    return strcmp(body, "front_axle") == 0 || strncmp(body, "knuckle", 7) == 0;
}

static void counts(valid_run *v, const driven *e)
{
    static const char paper[] = "004, excavator";
    const auth_mechanism *m = e->author->mechanism;
    const mb_counts counts = mb_model_counts(e->mechanism->model);
    const int rank = e->mechanism->assembly.rank, crankshaft = 1,
              freedoms = counts.columns - rank - crankshaft;
    int extra = 0;
    double mass = 0.0;
    for (int i = 0; i < m->body_count; i++) {
        extra += is_extra(m->bodies[i].name);
        mass += m->bodies[i].mass;
    }
    valid_published(v, "bodies without crankshaft", "1", "design", 17, m->body_count - crankshaft, 0.0,
                    a_count);
    valid_published(v, "the same without oscillating axle and knuckles", "1", paper, 14,
                    m->body_count - crankshaft - extra, 0.0, a_count);
    valid_published(v, "closed loops: bucket's four-bar, tie rod", "1", "design", 2, m->loop_count, 0.0,
                    a_count);
    valid_published(v, "closure equations that are independent of each other", "1",
                    "exact: 2 of a pin in the plane, 1 of a rod", 3, rank, 0.0, a_count);
    valid_published(v, "degrees of freedom without crankshaft", "1", "design", 19, freedoms, 0.0, a_count);
    valid_published(v, "the same with a fixed axle, outriggers that move together", "1", paper, 17,
                    freedoms - 2, 0.0, a_count);
    valid_published(v, "mass", "kg", "design: sum of the bodies", 16870.0, mass, 1e-9 * 16870.0,
                    "a sum of decimal numbers");
}

/* ---- the arm ---- */

static void range(valid_run *v, arm *a)
{
    static const double SPREAD = 0.005; /* [m] */
    static const char printed[] = "printed to 0.01 m";
    double best = 0.0;
    if (!arm_straight(a, 0.5, 0.0)) return;
    for (int i = 0; i <= 30; i++) {
        if (!arm_turn(a, ARM_BUCKET, i * DRIVEN_DEGREE) || !arm_reach_ground(a)) return;
        best = fmax(best, arm_tip(a).x);
    }
    valid_published(v, "reach at ground line, bucket as it reaches furthest; class 8.6 to 8.9", "m", geometry,
                    8.64, best, SPREAD, printed);
    if (!arm_straight(a, 0.0, 0.5) || !arm_hang(a, ARM_DIPPER, ARM_DIPPER)) return;
    valid_published(v, "digging depth; class 5.4 to 5.7", "m", geometry, 5.65, -arm_tip(a).z, SPREAD,
                    printed);
    if (!arm_straight(a, 1.0, 0.0) || !arm_extend(a, ARM_BUCKET, 0.0)) return;
    valid_published(v, "cutting height, bucket dumped; class 8.6 to 9.0", "m", geometry, 8.80, arm_tip(a).z,
                    SPREAD, printed);
    if (!arm_hang(a, ARM_BUCKET, ARM_BUCKET)) return;
    valid_published(v, "dump height: tip of the hanging bucket; class 6.2 to 6.6", "m", geometry, 6.34,
                    arm_pin(a).z - arm_tip_radius(a), SPREAD, printed);
}

static void forces(valid_run *v, arm *a)
{
    static const double RELIEF = 35.0e6; /* [Pa] */
    double force, at;
    if (!arm_bucket_force(a, RELIEF, &force, &at)) return;
    valid_published(v, "bucket force by ISO 6015, 35 MPa", "kN", geometry, 110.2, 1e-3 * force, 0.5,
                    "largest of 80 places of the cylinder");
    if (!arm_dipper_force(a, RELIEF, at, &force)) return;
    valid_published(v, "dipper force by ISO 6015, 35 MPa", "kN", geometry, 78.3, 1e-3 * force, 0.5,
                    "largest of 60 places of the cylinder");
}

static void run(valid_run *v)
{
    driven e;
    arm a;
    if (!wheeled_excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    counts(v, &e);
    range(v, &a);
    forces(v, &a);
    wheeled_excavator_stands(v);
    wheeled_excavator_drives(v);
}

const valid_case valid_case_wheeled_excavator = {
    "wheeled-excavator", "wheeled excavator: range, stability on tires, blade and outriggers, times, travel",
    run};
