#include "drive_rig.h"

#include "support/check.h"

#include <math.h>
#include <string.h>

static const double ENGINE_INERTIA = 1.1; /* [kg m^2] with flywheel */

static const char *const NAMES[DRIVE_PORTS] = {"crankshaft", "front left", "front right", "rear left",
                                               "rear right"};

/* ---- numbers ---- */

static const double PER_GRAM_HOUR = 1e-3 / 3.6e6; /* [kg/J] of 1 g/kWh */
static const double LITRE_HOUR = 0.835 / 3600.0;  /* [kg/s] of 1 l/h, 0.835 kg/l */

static drive_engine rig_engine(void)
{
    /* the table of full load ends where the governor begins; below idle and above top it goes on flat */
    drive_engine engine = {
        .full_load = {.count = 11,
                      .x = {400, 850, 1000, 1200, 1400, 1500, 1600, 1800, 1900, 2000, 2100},
                      .y = {250, 380, 470, 575, 630, 640, 635, 610, 590, 558, 524}},
        .motoring = {.count = 2, .x = {850, 2100}, .y = {80, 160}},
        .idle_speed = 850 * RPM,
        .top_speed = 2200 * RPM,
        .droop = 0.05,
        .lag = 0.3,
        .prompt = 0.5,
        .stall_speed = 300 * RPM,
        .starter_torque = 400.0,
        .starter_speed = 450 * RPM,
        .map_speeds = 5,
        .map_loads = 5,
        .map_speed = {1000, 1300, 1500, 1800, 2100},
        .map_load = {0.10, 0.25, 0.50, 0.75, 1.00},
        .consumption = {{560, 560, 590, 680, 800},
                        {305, 295, 300, 330, 380},
                        {240, 226, 226, 240, 265},
                        {225, 211, 209, 219, 238},
                        {222, 208, 205, 213, 228}},
        .idle_consumption = {.count = 2, .x = {850, 2200}, .y = {1.8, 6.5}},
    };
    for (int i = 0; i < engine.full_load.count; i++) engine.full_load.x[i] *= RPM;
    for (int i = 0; i < 2; i++) {
        engine.motoring.x[i] *= RPM;
        engine.idle_consumption.x[i] *= RPM;
        engine.idle_consumption.y[i] *= LITRE_HOUR;
    }
    for (int i = 0; i < 5; i++) {
        engine.map_speed[i] *= RPM;
        for (int k = 0; k < 5; k++) engine.consumption[i][k] *= PER_GRAM_HOUR;
    }
    return engine;
}

/* Output shaft before the bevel gear: 24 = bevel 4.0, final drive 6.0; the front wheels turn 1.32 times as
 * fast. Twist of 0.1 rad at full torque in a low gear; damping 14 % of critical of the engine in gear 12
 * against the vehicle (36 and 7.6 kg m^2 at the output shaft, 56 rad/s).
 * The
 * clutch takes hold over the twist of a dual-mass flywheel. Locks and brakes: about a tenth of critical of
 * half the vehicle on their bristles' stiffness, capacity/slip. */
drive_model rig_drive_model(void)
{
    return (drive_model){.engine = rig_engine(),
                         .output_inertia = 0.3,
                         .shaft_stiffness = 2e4,
                         .shaft_damping = 100.0,
                         .gear_efficiency = 0.87,
                         .axle_efficiency = 0.90,
                         .drag_torque = 15.0,
                         .drag_speed = 1.0,
                         .rear_ratio = 24.0,
                         .front_ratio = 24.0 / 1.32,
                         .clutch = {.slip = 0.3, .damping = 0.003},
                         .centre = {.slip = 0.2, .damping = 0.05},
                         .lock = {.slip = 0.02, .damping = 0.5},
                         .brake = {.slip = 0.002, .damping = 2.0}};
}

/* 24 gears in steps of 1.20 up to 16.4 in all, 40 km/h */
drive_gearbox rig_gearbox(void)
{
    drive_gearbox gearbox = {.gear_count = 24,
                             .reverse_factor = 1.0,
                             .clutch_capacity = 1200.0,
                             .shift_time = 0.35,
                             .reverse_time = 0.9,
                             .start_gear = 11};
    double ratio = 16.4 / 24.0;
    for (int g = gearbox.gear_count - 1; g >= 0; g--, ratio *= 1.2) gearbox.ratio[g] = ratio;
    return gearbox;
}

drive_brakes rig_brakes(void)
{
    return (drive_brakes){.service = {0.0, 0.0, 14e3, 14e3},
                          .parking = {0.0, 0.0, 12e3, 12e3},
                          .centre_capacity = 800.0,
                          .front_capacity = 5e3,
                          .rear_capacity = 10e3,
                          .split = 0.4};
}

/* ---- the bench ---- */

drive_rig_options rig_options(void)
{
    return (drive_rig_options){
        .step = 1e-3, .engine_speed = 850 * RPM, .wheel_inertia = {22, 22, 2200, 2200}, .gear = 11};
}

static mb_body_def rotor(const char *name, double inertia, double speed)
{
    return (mb_body_def){.name = name,
                         .mass = 1.0,
                         .inertia = {inertia, inertia, inertia, 0, 0, 0},
                         .joint = {.type = MB_REVOLUTE,
                                   .parent = MB_GROUND,
                                   .orientation = {1, 0, 0, 0},
                                   .axis = {0, 1, 0},
                                   .v0 = {speed},
                                   .hold = true}};
}

void rig_open(drive_rig *rig, const drive_rig_options *options)
{
    memset(rig, 0, sizeof *rig);
    rig->data = (drive_effort_data){.model = rig_drive_model(), .inputs = &rig->inputs};
    rig->gearbox = rig_gearbox();
    rig->gearbox.start_gear = options->gear;
    rig->brakes = rig_brakes();
    rig->logic = drive_logic_start(&rig->gearbox, options->engine_speed > 0.0);
    rig->controls.key = options->engine_speed > 0.0 ? 1.0 : 0.0;
    rig->step = options->step;
    rig->fuel = 100.0;
    if (options->engine_speed > 0.0) rig->x0[DRIVE_TORQUE] = 80.0; /* friction at idle */

    mb_body_def body[DRIVE_PORTS];
    mb_measure_def port[DRIVE_PORTS];
    mb_effort_def effort[1 + 4];
    for (int p = 0; p < DRIVE_PORTS; p++) {
        body[p] = p == DRIVE_CRANK ? rotor(NAMES[p], ENGINE_INERTIA, options->engine_speed)
                                   : rotor(NAMES[p], options->wheel_inertia[p - 1], 0.0);
        port[p] = (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = p};
    }
    effort[0] = drive_effort("driveline", port, &rig->data, rig->x0);
    for (int w = 0; w < 4; w++) {
        rig->road[w] = (mb_constant_force){.force = options->road[w]};
        effort[1 + w] = mb_constant_effort("road", port[1 + w], &rig->road[w]);
    }
    const mb_def def = {.body_count = DRIVE_PORTS, .bodies = body, .effort_count = 5, .efforts = effort};
    mb_step_options step = mb_step_options_default();
    step.step = options->step;
    step.formulation = options->formulation;
    mb_def_error error;
    mb_assembly_report report;
    assert_int_equal(mb_model_build(&def, &rig->arena, &rig->model, &error), HL_OK);
    rig->state = mb_state_new(rig->model, &rig->arena);
    rig->work = mb_work_new(rig->model, &step, &rig->arena);
    assert_int_equal(mb_assemble(rig->model, rig->state, rig->work, &report), HL_OK);
}

void rig_close(drive_rig *rig)
{
    hl_arena_free(&rig->arena);
}

/* What is switched acts for the whole step; capacities are ramps, which the rule follows as they are. */
static bool is_switched(const drive_inputs *before, const drive_inputs *now)
{
    const drive_engine_inputs *a = &before->engine, *b = &now->engine;
    return a->throttle != b->throttle || a->burning != b->burning || a->starter != b->starter ||
           now->split != before->split;
}

void rig_tick(drive_rig *rig)
{
    const drive_inputs before = rig->inputs;
    mb_step_report report;
    drive_logic_tick(&rig->gearbox, &rig->brakes, &rig->data.model.engine, &rig->controls,
                     rig->state->v[DRIVE_CRANK], rig->state->x[DRIVE_OUTPUT_SPEED],
                     rig->fuel - rig->state->x[DRIVE_FUEL], rig->step, &rig->logic, &rig->inputs);
    if (is_switched(&before, &rig->inputs))
        assert_int_equal(mb_restart_after_jump(rig->model, rig->state, rig->work), HL_OK);
    assert_int_equal(mb_step(rig->model, rig->state, rig->work, &report), HL_OK);
    for (int i = 0; i < DRIVE_STATES; i++) assert_true(isfinite(rig->state->x[i]));
}

void rig_run(drive_rig *rig, double seconds)
{
    const long ticks = lround(seconds / rig->step);
    for (long i = 0; i < ticks; i++) rig_tick(rig);
}

drive_values rig_look(const drive_rig *rig)
{
    return drive_evaluate(&rig->data, rig->state->v, rig->state->x);
}

double rig_energy(const drive_rig *rig)
{
    mb_evaluate_state(rig->model, rig->state, rig->work);
    const mb_energy energy = mb_energies(rig->model, rig->work);
    return energy.kinetic + energy.stored;
}
