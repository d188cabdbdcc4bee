/* Tracks in whole steps: a crawler of 20 t on two of them, its sprockets free to spin, thrown onto the ground
 * while it turns: momentum against the forces of the tracks, energy that only falls; holding and sliding
 * sideways. */
#include "support/check.h"
#include "track_rig.h"

#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = 9.81, MASS = 20e3, SPROCKET_INERTIA = 160.0, MU = 0.7, SIGMA_0 = 28.0,
                    DAMPING = 0.6;
static const double GAUGE = 2.4; /* [m] */

enum { TRACKS = 2, STATIONS = 10, FRAME = 0, SPINS = 6 /* column of the first sprocket */ };

typedef struct crawler {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    track_rig rig[TRACKS];
    mb_effort_def tracks[TRACKS];
} crawler;

/* `lift` over where the springs carry it. */
static void crawler_open(crawler *c, double lift, hl_vec3 velocity, double yaw_rate, double spin, double bank)
{
    mb_body_def bodies[1 + TRACKS];
    memset(bodies, 0, sizeof bodies);
    memset(c, 0, sizeof *c);
    bodies[FRAME] = (mb_body_def){.name = "frame",
                                  .mass = MASS,
                                  .com = {0.0, 0.0, 1.0},
                                  .inertia = {30e3, 50e3, 60e3, 0, 0, 0},
                                  .joint = {.type = MB_FREE,
                                            .parent = MB_GROUND,
                                            .orientation = {1, 0, 0, 0},
                                            .q0 = {0.0, 0.0, lift - MASS * GRAVITY / 60e6, 1.0},
                                            .v0 = {velocity.x, velocity.y, velocity.z, 0.0, 0.0, yaw_rate},
                                            .hold = true}};
    for (int t = 0; t < TRACKS; t++) {
        const double y = t == 0 ? 0.5 * GAUGE : -0.5 * GAUGE;
        mb_body_def *sprocket = &bodies[1 + t];
        sprocket->name = "sprocket";
        sprocket->inertia = (hl_sym3){80.0, SPROCKET_INERTIA, 80.0, 0, 0, 0};
        sprocket->joint = (mb_joint_def){.type = MB_REVOLUTE,
                                         .parent = FRAME,
                                         .parent_point = {-1.8, y, 0.46},
                                         .orientation = {1, 0, 0, 0},
                                         .axis = {0, 1, 0},
                                         .v0 = {spin},
                                         .hold = true};
        track_rig_open(&c->rig[t], STATIONS, y);
        for (int i = 0; i < STATIONS; i++)
            for (int k = 0; k < 2; k++) c->rig[t].ground.friction[i].damping[k] = DAMPING;
        c->tracks[t] = track_effort(
            "track", FRAME, (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = 1 + t}, &c->rig[t].track);
    }
    const mb_def def = {.gravity = {0.0, -GRAVITY * sin(bank), -GRAVITY * cos(bank)},
                        .body_count = 1 + TRACKS,
                        .bodies = bodies,
                        .effort_count = TRACKS,
                        .efforts = c->tracks};
    mb_def_error error;
    mb_assembly_report report;
    mb_step_options options = mb_step_options_default();
    options.step = 1e-3;
    if (mb_model_build(&def, &c->arena, &c->model, &error) != HL_OK) fail_msg("%s", error.text);
    c->state = mb_state_new(c->model, &c->arena);
    c->work = mb_work_new(c->model, &options, &c->arena);
    assert_int_equal(mb_assemble(c->model, c->state, c->work, &report), HL_OK);
}

static const double *bristles(const crawler *c, int track)
{
    return c->state->x + mb_model_effort_state(c->model, track);
}

/* A step, the belts carrying along what they hold at its beginning. */
static void step(crawler *c)
{
    mb_step_report report;
    for (int t = 0; t < TRACKS; t++)
        track_inflow(&c->rig[t].track.model, c->state->v[SPINS + t], bristles(c, t), c->rig[t].ground.inflow);
    assert_int_equal(mb_step(c->model, c->state, c->work, &report), HL_OK);
}

static mb_energy energies(const crawler *c)
{
    mb_evaluate_state(c->model, c->state, c->work);
    return mb_energies(c->model, c->work);
}

/* Force of both tracks on the frame, world axes. */
static hl_vec3 ground_force(const crawler *c)
{
    hl_vec3 sum = {0, 0, 0};
    for (int t = 0; t < TRACKS; t++) {
        double force[3];
        for (int p = 0; p < 3; p++) force[p] = mb_effort_port(c->model, c->work, t, p).force;
        sum = hl_add(sum, hl_v3(force[0], force[1], force[2]));
    }
    return sum;
}

/* m dv = (F + m g) dt by the trapezoidal rule that the steps follow, to their tolerance: 1e-9 m in a step of
 * a millisecond is 1e-6 m/s, 2e-2 N s. */
static void momentum_is_what_the_ground_gives(void **state)
{
    (void)state;
    crawler c;
    crawler_open(&c, 0.02, hl_v3(1.5, 0.8, 0.0), 0.8, 2.0, 0.0);
    mb_energy before = energies(&c);
    hl_vec3 force = ground_force(&c);
    for (int n = 0; n < 500; n++) {
        step(&c);
        const mb_energy after = energies(&c);
        const hl_vec3 now = ground_force(&c);
        const double dt = 1e-3, tolerance = 5e-4 * dt * (hl_norm(now) + hl_norm(force)) + 2e-2;
        CHECK_NEAR(after.momentum.x - before.momentum.x, 0.5 * dt * (force.x + now.x), tolerance);
        CHECK_NEAR(after.momentum.y - before.momentum.y, 0.5 * dt * (force.y + now.y), tolerance);
        before = after;
        force = now;
    }
    hl_arena_free(&c.arena);
}

/* Energy never rises above the lowest that it has been by more than the bristles can give back, F_n sigma_0
 * z^2/2 with z at most mu/sigma_0 in each direction and F_n at most four times the weight, and the rule's own
 * errors, per mille of what moves. */
static void energy_falls(void **state)
{
    (void)state;
    const double spins[] = {0.0, 6.0, -4.0};
    for (int k = 0; k < 3; k++) {
        crawler c;
        crawler_open(&c, 0.03, hl_v3(2.0, -1.0, 0.0), 1.0, spins[k], 0.0);
        const double kept = 4.0 * MASS * GRAVITY * MU * MU / SIGMA_0;
        double lowest = HUGE_VAL, first = 0.0, last = 0.0;
        for (int i = 0; i < 3000; i++) {
            const mb_energy e = energies(&c);
            last = e.kinetic + e.gravity + e.stored;
            if (i == 0) first = last;
            lowest = fmin(lowest, last);
            assert_true(last <= lowest + kept + 1e-3 * e.kinetic);
            step(&c);
        }
        assert_true(first - last > 0.5 * MASS * 0.9); /* of the sideways speed nothing is left */
        hl_arena_free(&c.arena);
    }
}

/* On a slope of 20 degrees across its belts it stays, without creep; thrown sideways on level ground it slows
 * down with mu g. */
static void holds_and_slides_sideways(void **state)
{
    (void)state;
    crawler c;
    crawler_open(&c, 0.0, hl_v3(0, 0, 0), 0.0, 0.0, 0.35);
    for (int n = 0; n < 7000; n++) step(&c); /* the swing on its bristles dies, 2.2/s */
    const double y = c.state->q[1];
    for (int n = 0; n < 3000; n++) step(&c);
    CHECK_NEAR(c.state->q[1], y, 1e-8);
    hl_arena_free(&c.arena);
    crawler_open(&c, 0.0, hl_v3(0, 3.0, 0), 0.0, 0.0, 0.0);
    for (int n = 0; n < 200; n++) step(&c); /* its bristles have bent after 0.1 m */
    const double speed = c.state->v[1];
    for (int n = 0; n < 100; n++) step(&c);
    CHECK_RELATIVE((speed - c.state->v[1]) / 0.1, MU * GRAVITY, 0.02);
    hl_arena_free(&c.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_is_what_the_ground_gives),
        cmocka_unit_test(energy_falls),
        cmocka_unit_test(holds_and_slides_sideways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
