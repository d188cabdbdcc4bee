#include "object_rig.h"

#include "object/object_internal.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

static const double STEP = 1e-3; /* [s] */

static void sample_ground(const void *context, double x, double y, double *height, hl_vec3 *normal,
                          int *material)
{
    const object_rig *rig = context;
    (void)y;
    *height = rig->slope * x;
    *normal = hl_normalized(hl_v3(-rig->slope, 0, 1));
    *material = 0;
}

object_rig *rig_new(bool ground)
{
    object_rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    hl_report_begin(&rig->report, "objects");
    rig->law =
        (obj_law){.normal = {.stiffness = 1e6},
                  .surface = {.dissipation = contact_dissipation(0.3), .kinetic = 0.5, .stiction = 0.5},
                  .stick_time = 0.01};
    rig->def = (obj_def){.gravity = {0, 0, -9.81},
                         .step = STEP,
                         .slowest = 0.01,
                         .bodies = rig->bodies,
                         .ports = rig->ports,
                         .material_count = 1,
                         .laws = &rig->law};
    if (ground) rig->def.ground = (obj_ground){.context = rig, .sample = sample_ground};
    return rig;
}

int rig_add(object_rig *rig, coll_shape shape, double mass, hl_vec3 place)
{
    static const char *const NAMES[4] = {"north", "east", "south", "west"};
    const int i = rig->count++;
    assert_true(i < RIG_BODIES);
    const double volume = coll_shape_mass(&shape, 1.0).mass;
    rig->pieces[i] = (obj_piece){.shape = shape, .at = {{0, 0, 0}, hl_mat3_identity()}};
    rig->bodies[i] = (obj_body_def){.name = NAMES[i % 4],
                                    .piece_count = 1,
                                    .pieces = &rig->pieces[i],
                                    .pose = {place, hl_mat3_identity()},
                                    .awake = mass > 0.0};
    if (mass > 0.0) rig->bodies[i].mass = coll_shape_mass(&shape, mass / volume);
    return i;
}

int rig_add_box(object_rig *rig, hl_vec3 half, double mass, hl_vec3 place)
{
    return rig_add(rig, coll_box(half, &rig->arena), mass, place);
}

int rig_add_ball(object_rig *rig, double radius, double mass, hl_vec3 place)
{
    return rig_add(rig, (coll_shape){.kind = COLL_SPHERE, .radius = radius}, mass, place);
}

int rig_add_port(object_rig *rig, hl_vec3 half, hl_vec3 place)
{
    const int p = rig->def.port_count++;
    rig->port_pieces[p] =
        (obj_piece){.shape = coll_box(half, &rig->arena), .at = {{0, 0, 0}, hl_mat3_identity()}};
    rig->ports[p] = (obj_port_def){
        .machine = 0, .body = p, .piece_count = 1, .pieces = &rig->port_pieces[p], .lower = {200.0, 10.0}};
    rig->motions[p] = (contact_motion){.pose = {place, hl_mat3_identity()}};
    return p;
}

void rig_open(object_rig *rig)
{
    rig->def.body_count = rig->count;
    rig->model = obj_model_new(&rig->def, &rig->arena, &rig->report);
    assert_non_null(rig->model);
    rig->state = obj_state_new(rig->model, &rig->arena);
    assert_non_null(rig->state);
    rig->work = obj_work_new(rig->model, rig->state, &rig->arena);
    assert_non_null(rig->work);
}

void rig_set_velocity(object_rig *rig, int body, hl_vec3 velocity, hl_vec3 spin)
{
    object_state *state = &rig->state->bodies[body];
    const hl_mat3 rotation = hl_quat_matrix(state->turn);
    obj_wake(rig->state, body);
    state->velocity = velocity;
    state->spin = hl_mul_transposed(&rotation, spin);
    state->acceleration = rig->def.gravity;
}

void rig_step(object_rig *rig)
{
    obj_find(rig->work, rig->motions, NULL);
    obj_step_rest(rig->work);
    obj_accept(rig->work);
    rig->steps++;
}

void rig_run(object_rig *rig, int steps)
{
    for (int i = 0; i < steps; i++) rig_step(rig);
}

double rig_energy(const object_rig *rig)
{
    const obj_report report = obj_report_of(rig->work);
    return report.kinetic + report.potential;
}

/* ---- the guest of a machine ---- */

static mb_guest_motion moved(const mb_guest_motion *m, int port, double amount)
{
    double d[6] = {0.0};
    d[port] = amount;
    mb_guest_motion to = *m;
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_v3(d[3], d[4], d[5])));
    to.pose.position = hl_add(to.pose.position, hl_v3(d[0], d[1], d[2]));
    to.pose.rotation = hl_mat3_mul(&turn, &to.pose.rotation);
    to.velocity = hl_add(to.velocity, hl_scale(2.0 / STEP, hl_v3(d[0], d[1], d[2])));
    to.turn = hl_add(to.turn, hl_scale(2.0 / STEP, hl_v3(d[3], d[4], d[5])));
    return to;
}

void rig_solve_guest(const mb_guest *guest, const mb_guest_motion *motion, double force[6],
                     double tangent[36])
{
    int active[MB_GUEST_PORTS];
    const double still[6] = {0.0};
    assert_int_equal(guest->begin(guest->context, STEP, active), 1);
    assert_int_equal(active[0], 0);
    for (int k = 0; k < 12; k++) {
        assert_int_equal(guest->evaluate(guest->context, motion, true, force, tangent), HL_OK);
        guest->follow(guest->context, still);
    }
}

void rig_check_guest_tangent(const mb_guest *guest, const mb_guest_motion *motion, double move,
                             double force[6])
{
    double tangent[36], largest = 0.0;
    rig_solve_guest(guest, motion, force, tangent);
    for (int i = 0; i < 36; i++) largest = fmax(largest, fabs(tangent[i]));
    for (int port = 0; port < 6; port++) {
        double up[6], down[6], unused[36];
        const mb_guest_motion more = moved(motion, port, move), less = moved(motion, port, -move);
        rig_solve_guest(guest, &more, up, unused);
        rig_solve_guest(guest, &less, down, unused);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(tangent[6 * i + port], (up[i] - down[i]) / (2.0 * move), 5e-3 * largest);
    }
}

void rig_free(object_rig *rig)
{
    hl_arena_free(&rig->arena);
    free(rig);
}
