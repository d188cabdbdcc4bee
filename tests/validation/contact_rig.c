#include "contact_rig.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = 9.81, SLOWEST = 0.01;
static const double HERTZ = 2e7, HERTZ_DEPTH = 0.01; /* K [N/m^1.5]: stiffness K sqrt(0.01 m) at that depth */

/* ---- points of a step ---- */

static void find_planes(const rig_def *def, contact_pair *pair, contact_spot *spot)
{
    const int64_t sphere = spot->feature;
    for (int p = 0; p < def->plane_count; p++) {
        spot->plane = def->plane[p].point;
        spot->normal = def->plane[p].normal;
        spot->feature = sphere * RIG_MOST_PLANES + p;
        contact_pair_add(pair, spot);
    }
}

/* The plane is taken where the point will be: on a curved surface the force at the end of the step is then
 * that of the surface there. */
static void find(contact_rig *s, const contact_motion *a)
{
    const double h = s->def.step;
    const hl_vec3 acceleration = hl_v3(s->state->a[0], s->state->a[1], s->state->a[2]);
    const hl_vec3 way = hl_add_scaled(hl_scale(h, a->velocity), 0.5 * h * h, acceleration);
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_scale(h, a->turn)));
    s->pair.count = s->pair.overflow = 0;
    for (int k = 0; k < s->def.sphere_count; k++) {
        const hl_vec3 arm = hl_mul(&a->pose.rotation, s->def.sphere[k].centre);
        const hl_vec3 centre = hl_add(hl_add(a->pose.position, way), hl_mul(&turn, arm));
        contact_spot spot = {.centre = s->def.sphere[k].centre,
                             .radius = s->def.sphere[k].radius,
                             .reach = 0.25 * s->def.sphere[k].radius,
                             .feature = k,
                             .surface = &s->def.surface};
        if (s->def.find != NULL)
            s->def.find(s->def.context, &s->pair, &spot, centre);
        else
            find_planes(&s->def, &s->pair, &spot);
    }
    for (int k = 0; k < s->pair.count; k++) { /* as deep as they are now */
        contact_spot *spot = &s->pair.spot[k];
        const hl_vec3 centre = hl_add(a->pose.position, hl_mul(&a->pose.rotation, spot->centre));
        spot->depth = hl_dot(spot->normal, hl_sub(spot->plane, centre)) + spot->radius;
    }
}

static contact_motion motion(const contact_rig *s)
{
    return (contact_motion){mb_pose_of(s->model, s->work, 0),
                            mb_point(s->model, s->work, 0, hl_v3(0, 0, 0)).velocity,
                            mb_angular_velocity(s->model, s->work, 0)};
}

static void sense(contact_rig *s)
{
    const contact_motion a = motion(s);
    find(s, &a);
    contact_pair_recall(&s->data, &s->memory, SLOWEST, s->def.step, &a, NULL);
}

/* ---- running ---- */

bool rig_open(valid_run *run, contact_rig *s, const rig_def *def)
{
    memset(s, 0, sizeof *s);
    s->def = *def;
    s->data = (contact_pair_data){.material = def->material, .stick = def->stick, .pair = &s->pair};
    const mb_body_def body = {.name = "body",
                              .mass = def->mass,
                              .inertia = {def->inertia.x, def->inertia.y, def->inertia.z, 0, 0, 0},
                              .joint = {.type = MB_FREE,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .q0 = {def->place.x, def->place.y, def->place.z, 1, 0, 0, 0},
                                        .v0 = {def->velocity.x, def->velocity.y, def->velocity.z, def->spin.x,
                                               def->spin.y, def->spin.z}}};
    mb_effort_def efforts[2] = {{0}};
    int count = 0;
    if (def->force != NULL) efforts[count++] = *def->force;
    efforts[count++] = contact_pair_effort("contact", 0, MB_GROUND, &s->data);
    const mb_def model = {
        .gravity = def->gravity, .body_count = 1, .bodies = &body, .effort_count = count, .efforts = efforts};
    mb_step_options options = mb_step_options_default();
    options.step = def->step;
    options.tolerance = 1e-13; /* [m] of places of metres: Newton's method leaves only rounding */
    mb_def_error error;
    mb_assembly_report assembly;
    if (mb_model_build(&model, valid_arena(run), &s->model, &error) == HL_OK &&
        (s->state = mb_state_new(s->model, valid_arena(run))) != NULL &&
        (s->work = mb_work_new(s->model, &options, valid_arena(run))) != NULL) {
        mb_evaluate_poses(s->model, s->state, s->work);
        sense(s);
        if (mb_assemble(s->model, s->state, s->work, &assembly) == HL_OK) return true;
    }
    valid_failed(run, "the scene of a contact cannot be built");
    return false;
}

bool rig_step(valid_run *run, contact_rig *s)
{
    sense(s);
    const hl_status status = mb_step(s->model, s->state, s->work, &s->report);
    if (status != HL_OK) {
        valid_failed(run, "contact: step %lld: %s", (long long)s->state->tick, hl_status_text(status));
        return false;
    }
    s->iterations += s->report.iterations;
    if (s->report.iterations > s->most) s->most = s->report.iterations;
    mb_evaluate_poses(s->model, s->state, s->work);
    const contact_motion a = motion(s);
    contact_pair_remember(&s->data, &s->memory, s->def.step, &a, NULL);
    return true;
}

bool rig_run_to(valid_run *run, contact_rig *s, double seconds)
{
    while (s->state->time < seconds - 0.5 * s->def.step)
        if (!rig_step(run, s)) return false;
    return true;
}

hl_vec3 rig_place(const contact_rig *s)
{
    return hl_v3(s->state->q[0], s->state->q[1], s->state->q[2]);
}

hl_vec3 rig_velocity(const contact_rig *s)
{
    return hl_v3(s->state->v[0], s->state->v[1], s->state->v[2]);
}

hl_vec3 rig_spin(const contact_rig *s)
{
    return mb_angular_velocity(s->model, s->work, 0);
}

contact_result rig_forces(const contact_rig *s)
{
    const contact_motion a = motion(s);
    return contact_pair_look(&s->data, &a, NULL);
}

double rig_energy(contact_rig *s)
{
    mb_evaluate_state(s->model, s->state, s->work);
    const mb_energy e = mb_energies(s->model, s->work);
    return e.kinetic + e.gravity + e.stored;
}

/* ---- the ball ---- */

double rig_ball_depth(double load)
{
    return pow(load / HERTZ, 2.0 / 3.0);
}

rig_def rig_ball(double step, double friction, hl_vec3 gravity, double speed)
{
    const double mass = RIG_BALL_MASS, R = RIG_RADIUS, I = 0.4 * mass * R * R;
    return (rig_def){
        .step = step,
        .mass = mass,
        .inertia = {I, I, I},
        .sphere_count = 1,
        .plane_count = 1,
        .sphere = {{.radius = R}},
        .plane = {{.normal = {0, 0, 1}}},
        .gravity = gravity,
        .material = {.stiffness = HERTZ * sqrt(HERTZ_DEPTH), .hertz_depth = HERTZ_DEPTH},
        .surface = {.dissipation = contact_dissipation(0.5), .kinetic = friction, .stiction = friction},
        .stick = contact_stick_of(mass * GRAVITY, GRAVITY, 0.01, 1.0, fmax(friction, 0.1)),
        .place = {0, 0, R - rig_ball_depth(-mass * gravity.z)},
        .velocity = {speed, 0, 0}};
}
