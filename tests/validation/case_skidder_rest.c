/* Where the skidder comes to rest on washboards.
 *
 * The design's figures are of a rigid machine with its articulation straight and its wheels free, on elastic
 * tires: circles of the free radius of 0.915 m in the vertical plane through the wheel, 520 kN/m at each
 * nearest point of the ground. (It calls them rigid, but only elastic ones give its loads, heights and
 * energies at once: assets/machines/skidder_geometry.py finds all of them, as least energy.) So a model of
 * two bodies is made from the machine's masses for them: the machine, which moves along x and z, pitches and
 * rolls, and its front axle. Its equilibrium is found by drainage and by Newton's method. Then the machine
 * itself is put there. */
#include "skidder.h"

#include "collision/washboard.h"
#include "mb/equilibrium.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { X, Z, PITCH, ROLL, AXLE, COORDINATES, WHEELS = 4, PORTS = 6, MOST_CONTACTS = 8 };

static const double RADIUS = 0.915, STIFFNESS = 520e3; /* [m], [N/m] */
static const double HALF_TRACK = 1.22;

/* ---- a tire as a circle in the vertical plane ---- */

typedef struct circle {
    const coll_washboard *ground;
    double forces[COLL_DISC_PLANES]; /* of its contacts, at the last evaluation [N] */
    int count;
} circle;

static hl_vec3 circle_force(const coll_washboard *ground, hl_vec3 centre, double *potential, circle *keep)
{
    const coll_disc disc = {.centre = centre, .axle = {0, 1, 0}, .radius = RADIUS};
    coll_plane planes[COLL_DISC_PLANES];
    const int count = coll_washboard_planes(ground, &disc, 0.0, COLL_DISC_PLANES, 0, planes);
    hl_vec3 force = {0, 0, 0};
    *potential = 0.0;
    if (keep) keep->count = 0;
    for (int i = 0; i < count; i++) {
        if (!(planes[i].depth > 0.0)) continue;
        force = hl_add_scaled(force, STIFFNESS * planes[i].depth, planes[i].normal);
        *potential += 0.5 * STIFFNESS * planes[i].depth * planes[i].depth;
        if (keep) keep->forces[keep->count++] = STIFFNESS * planes[i].depth;
    }
    return force;
}

/* The force acts on the wheel's centre: it does not depend on rotations. Derivatives by differences. */
static void evaluate(const void *parameters, mb_effort_io *io)
{
    static const double STEP = 1e-6; /* [m] */
    const circle *c = parameters;
    const hl_vec3 at = hl_v3(io->s[0], io->s[1], io->s[2]);
    const hl_vec3 force = circle_force(c->ground, at, &io->potential, NULL);
    io->force[0] = force.x, io->force[1] = force.y, io->force[2] = force.z;
    for (int j = 0; j < 3 && io->jacobian; j++) {
        const hl_vec3 way = hl_v3(j == 0 ? STEP : 0.0, j == 1 ? STEP : 0.0, j == 2 ? STEP : 0.0);
        double ignored;
        const hl_vec3 change =
            hl_scale(0.5 / STEP, hl_sub(circle_force(c->ground, hl_add(at, way), &ignored, NULL),
                                        circle_force(c->ground, hl_sub(at, way), &ignored, NULL)));
        io->force_s[j] = change.x, io->force_s[PORTS + j] = change.y, io->force_s[2 * PORTS + j] = change.z;
    }
}

/* ---- the model ---- */

typedef struct rest {
    coll_washboard ground;
    double start; /* x [m] */
    circle circles[WHEELS];
    mb_model *model;
    mb_state *state;
    mb_work *work;
    mb_equilibrium_report report;
} rest;

/* Masses of the bodies that belong to the front axle, or of all others, as one body in the frame of its
 * pivot. */
static bool is_on_axle(const char *body)
{
    return strcmp(body, "front_axle") == 0 || strncmp(body, "wheel_front", 11) == 0;
}

static mb_body_def weld(driven *e, bool axle, hl_vec3 origin)
{
    const auth_mechanism *m = e->author->mechanism;
    mb_body_def body = {.name = axle ? "axle" : "machine"};
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < m->body_count; i++) {
        if (is_on_axle(m->bodies[i].name) != axle) continue;
        body.mass += m->bodies[i].mass;
        sum = hl_add_scaled(sum, m->bodies[i].mass, driven_point(e, i, m->bodies[i].centre));
    }
    body.com = hl_sub(hl_scale(1.0 / body.mass, sum), origin);
    /* without effect on an equilibrium */
    body.inertia = (hl_sym3){.xx = body.mass, .yy = 2.0 * body.mass, .zz = 2.0 * body.mass};
    return body;
}

static mb_body_def slider(const char *name, int parent, mb_joint_type type, hl_vec3 axis, double q0)
{
    return (mb_body_def){
        .name = name,
        .joint = {.type = type, .parent = parent, .orientation = {1, 0, 0, 0}, .axis = axis, .q0 = {q0}}};
}

static bool build(valid_run *v, driven *e, rest *r)
{
    static const char *const names[WHEELS] = {"rear left", "rear right", "front left", "front right"};
    static const double ABOVE = 0.75; /* [m] */
    const hl_vec3 rear = driven_point(e, driven_body(e, "rear_frame"), (const double[3]){0});
    mb_body_def bodies[COORDINATES] = {
        slider("x", MB_GROUND, MB_PRISMATIC, hl_v3(1, 0, 0), r->start),
        slider("z", 0, MB_PRISMATIC, hl_v3(0, 0, 1), ABOVE),
        slider("pitch", 1, MB_REVOLUTE, hl_v3(0, 1, 0), 0.0),
        weld(e, false, rear),
        weld(e, true, hl_add(rear, hl_v3(SKIDDER_WHEELBASE, 0, 0))),
    };
    bodies[ROLL].joint = slider("", PITCH, MB_REVOLUTE, hl_v3(1, 0, 0), 0.0).joint;
    bodies[AXLE].joint = slider("", ROLL, MB_REVOLUTE, hl_v3(1, 0, 0), 0.0).joint;
    bodies[AXLE].joint.parent_point = hl_v3(SKIDDER_WHEELBASE, 0, 0);
    mb_effort_def efforts[WHEELS];
    for (int w = 0; w < WHEELS; w++) {
        r->circles[w].ground = &r->ground;
        efforts[w] = (mb_effort_def){
            .name = names[w], .ports = PORTS, .evaluate = evaluate, .parameters = &r->circles[w]};
        mb_body_ports(efforts[w].measure, w < 2 ? ROLL : AXLE, hl_v3(0, w % 2 ? -HALF_TRACK : HALF_TRACK, 0));
    }
    const mb_def def = {.gravity = {0, 0, -DRIVEN_GRAVITY},
                        .body_count = COORDINATES,
                        .bodies = bodies,
                        .effort_count = WHEELS,
                        .efforts = efforts};
    mb_def_error error;
    const mb_step_options options = mb_step_options_default();
    hl_status status = mb_model_build(&def, valid_arena(v), &r->model, &error);
    if (status == HL_OK) r->state = mb_state_new(r->model, valid_arena(v));
    if (status == HL_OK) r->work = mb_work_new(r->model, &options, valid_arena(v));
    if (status == HL_OK && (!r->state || !r->work)) status = HL_OUT_OF_MEMORY;
    if (status != HL_OK) valid_failed(v, "model of the skidder at rest: %s", hl_status_text(status));
    return status == HL_OK;
}

static bool settle(valid_run *v, driven *e, rest *r, mb_equilibrium_method method, const char *name)
{
    mb_equilibrium_options options = mb_equilibrium_options_default();
    options.method = method;
    if (!build(v, e, r)) return false;
    const hl_status status = mb_equilibrium(r->model, r->state, &options, valid_arena(v), &r->report);
    if (status != HL_OK) {
        valid_failed(v, "%s: no equilibrium: %s", name, hl_status_text(status));
        return false;
    }
    mb_evaluate_state(r->model, r->state, r->work);
    for (int w = 0; w < WHEELS; w++) {
        const hl_vec3 local = hl_v3(0, w % 2 ? -HALF_TRACK : HALF_TRACK, 0);
        double ignored;
        circle_force(&r->ground, mb_point(r->model, r->work, w < 2 ? ROLL : AXLE, local).position, &ignored,
                     &r->circles[w]);
    }
    return true;
}

/* ---- rows ---- */

typedef struct figures {
    const char *name;
    coll_washboard ground;
    double start;                 /* x [m] */
    double x, z, pitch, roll;     /* [m], [deg]; x may be NaN */
    double axle, energy;          /* [deg], [J] */
    double forces[MOST_CONTACTS]; /* of the contacts, smaller first on each axle [kN] */
    int contacts;
} figures;

static const figures cases[] = {
    {.name = "S1",
     .ground = {.shape = COLL_WASHBOARD_SINE, .wavelength = 4.0, .height = 0.3},
     .start = 0.9,
     .x = 2.17,
     .z = 0.5568,
     .pitch = 0.354,
     .energy = 157349.0,
     .forces = {34.25, 34.25, 44.47, 44.47},
     .contacts = 4},
    {.name = "S2",
     .ground = {.shape = COLL_WASHBOARD_SINE, .wavelength = 4.0, .height = 0.3, .shift = 2.0},
     .start = 0.9,
     .x = (double)NAN,
     .z = 0.7006,
     .pitch = 0.305,
     .roll = 7.17,
     .axle = 0.33,
     .energy = 179701.0,
     .forces = {30.7, 37.6, 44.4, 44.5},
     .contacts = 4},
    {.name = "S3",
     .ground =
         {.shape = COLL_WASHBOARD_TRAPEZOID, .wavelength = 2.2, .height = 0.3, .crest = 1.0, .bottom = 0.3},
     .start = 1.45,
     .x = 1.6,
     .z = 0.65166,
     .pitch = -2.772,
     .energy = 189361.0,
     .forces = {20.78, 20.78, 20.78, 20.78, 43.90, 43.90},
     .contacts = 6}};

static void row(valid_run *v, const figures *f, const char *what, const char *unit, double published,
                double here, double tolerance, const char *reason)
{
    char text[120];
    snprintf(text, sizeof text, "%s, %s", f->name, what);
    if (!isnan(published))
        valid_published(v, text, unit, "design, least energy", published, here, tolerance, reason);
}

/* Largest difference from the design's, each axle's in rising order. */
static double force_error(const rest *r, const figures *f)
{
    double all[MOST_CONTACTS] = {0}, worst = 0.0;
    int count = 0;
    for (int axle = 0; axle < 2; axle++) {
        const int first = count;
        for (int w = 2 * axle; w < 2 * axle + 2; w++)
            for (int i = 0; i < r->circles[w].count && count < MOST_CONTACTS; i++) {
                int k = count++;
                for (; k > first && all[k - 1] > r->circles[w].forces[i]; k--) all[k] = all[k - 1];
                all[k] = r->circles[w].forces[i];
            }
    }
    if (count != f->contacts) return HUGE_VAL;
    for (int i = 0; i < count; i++) worst = fmax(worst, fabs(1e-3 * all[i] - f->forces[i]));
    return worst;
}

static void design_rows(valid_run *v, const figures *f, const rest *r)
{
    static const char required[] = "required: 2 mm, 0.05 deg";
    const double *q = r->state->q;
    row(v, f, "x of the rear axle", "m", f->x, q[X], 0.002, required);
    row(v, f, "height of the axles' line there", "m", f->z, q[Z], 0.002, required);
    row(v, f, "pitch, nose down", "deg", f->pitch, q[PITCH] / DRIVEN_DEGREE, 0.05, required);
    row(v, f, "roll", "deg", f->roll, fabs(q[ROLL]) / DRIVEN_DEGREE, 0.05, required);
    row(v, f, "front axle against the frame", "deg", f->axle, fabs(q[AXLE]) / DRIVEN_DEGREE, 0.05, required);
    row(v, f, "potential energy, of the tires too", "J", f->energy, r->report.potential, 20.0,
        "masses are put together from pins printed to 0.1 mm");
    row(v, f, "forces of the contacts, largest difference", "kN", 0.0, force_error(r, f),
        (f->roll > 0.0 ? 0.05 : 0.005) + 0.021,
        "printed to 0.01 kN, those of S2 to 0.1 kN; 1 mm of the centre of mass moves 21 N to a tire");
}

static void agree(valid_run *v, const figures *f, const rest *drained, const rest *newton)
{
    double worst = 0.0;
    for (int i = 0; i < COORDINATES; i++)
        worst = fmax(worst, fabs(drained->state->q[i] - newton->state->q[i]));
    char text[120];
    snprintf(text, sizeof text, "%s, by drainage and by Newton's method: largest difference of a coordinate",
             f->name);
    valid_bound(v, text, "1", "exact: the same point", worst, 1e-6,
                "unbalanced forces of 1e-10 of the weight over the softest direction");
}

/* The machine itself on its own tires of five discs, brakes on, let go level where the model rests. */
static void put_machine(valid_run *v, const figures *f, const rest *r)
{
    const auth_ground ground = {.kind = AUTH_GROUND_WASHBOARD,
                                .shape = f->ground.shape == COLL_WASHBOARD_SINE ? AUTH_WASHBOARD_SINE
                                                                                : AUTH_WASHBOARD_TRAPEZOID,
                                .wavelength = f->ground.wavelength,
                                .height = f->ground.height,
                                .crest = f->ground.crest,
                                .bottom = f->ground.bottom,
                                .shift = f->ground.shift};
    driven e;
    if (!skidder_build(v, &(driven_start){.ground = &ground, .x = r->state->q[X], .unsettled = true}, &e))
        return;
    if (!driven_drive(&e, 10.0)) return;
    driven_look(&e);
    const double lean = RADIUS * (1.0 - cos(r->state->q[ROLL]));
    const char *reason = "brakes and friction of the tires hold it beside the point of least energy";
    char text[120];
    snprintf(text, sizeof text, "%s, the driven machine put there: it moves in 10 s by", f->name);
    valid_bound(v, text, "m", "the same point", fabs(driven_signal(&e, "chassis.x") - r->state->q[X]),
                f->roll > 0.0 ? 0.06 : 0.03,
                f->roll > 0.0 ? "not derived: the design prints no x of S2" : reason);
    snprintf(text, sizeof text, "%s, the driven machine: height", f->name);
    valid_published(v, text, "m", "model, less what tires that lean lack of circles", r->state->q[Z] - lean,
                    driven_signal(&e, "chassis.z"), 0.005, reason);
    snprintf(text, sizeof text, "%s, the driven machine: pitch, nose down", f->name);
    valid_published(v, text, "deg", "model", r->state->q[PITCH] / DRIVEN_DEGREE,
                    -driven_signal(&e, "chassis.pitch") / DRIVEN_DEGREE, 0.1, reason);
}

void skidder_rests(valid_run *v)
{
    driven e;
    if (!skidder_build(v, &(driven_start){.unsettled = true}, &e)) return;
    driven_look(&e);
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        const figures *f = &cases[i];
        rest drained = {.ground = f->ground, .start = f->start}, newton = drained;
        if (!settle(v, &e, &drained, MB_EQUILIBRIUM_DRAINAGE, f->name)) continue;
        design_rows(v, f, &drained);
        newton.start = drained.state->q[X] + 0.02;
        if (settle(v, &e, &newton, MB_EQUILIBRIUM_NEWTON, f->name)) agree(v, f, &drained, &newton);
        put_machine(v, f, &drained);
    }
}
