/* From a machine's and a scenario's files to a machine that can be driven. */
#include "machine_internal.h"

#include "hl/hash.h"

#include <string.h>

/* [units of mb_effort_def.x_scale] Increments of effort states that end an iteration: 100 Pa, 10 um of a
 * tire's bristle, 1 N m of the engine. What is left then is smaller in square: 1 Pa of 1e7. */
static const double STATE_TOLERANCE = 1e-2;

mb_step_options world_machine_options(const auth_machine *machine, const auth_scenario *scenario)
{
    mb_step_options options = world_mechanism_options(machine->mechanism);
    if (!(machine->mechanism->simulation.tolerance > 0.0))
        options.tolerance = 1e-7; /* [rad or m] 002 section 5 */
    options.state_tolerance = STATE_TOLERANCE;
    options.bounded = true; /* a drive goes on with what the last iteration left; `solver.cut` tells */
    if (scenario != NULL && scenario->step > 0.0) options.step = scenario->step;
    return options;
}

/* ---- wheels ---- */

tire_friction world_friction_of(const auth_tire_friction *from)
{
    tire_friction to = {.kinetic = from->kinetic,
                        .stiction = from->stiction,
                        .stribeck_velocity = from->stribeck_velocity,
                        .exponent = from->exponent,
                        .rolling_resistance = from->rolling_resistance};
    if (from->resistance_doubles > 0.0)
        to.rolling_growth = 1.0 / (from->resistance_doubles * from->resistance_doubles);
    for (int k = 0; k < 2; k++) {
        to.stiffness[k] = from->bristle_stiffness[k];
        to.damping[k] = from->bristle_damping[k];
        to.viscous[k] = from->viscous[k];
        to.slip_stiffness[k] = from->slip_stiffness[k];
    }
    return to;
}

/* Until the machine has been put somewhere there is nothing under it. */
static void hang_in_the_air(tire_ground *ground)
{
    static const hl_vec3 far_below = {0, 0, -1e6}, up = {0, 0, 1};
    for (int d = 0; d < TIRE_MAX_DISCS; d++) {
        ground->point[d] = far_below;
        ground->normal[d] = up;
    }
}

static void define_wheels(world_machine *machine)
{
    for (int w = 0; w < machine->wheel_count; w++) {
        const auth_wheel *author = &machine->author->wheels[w];
        const auth_tire *tire = &machine->author->tires[author->tire];
        world_wheel *wheel = &machine->wheels[w];
        wheel->author = author;
        wheel->body = author->body;
        wheel->firm = world_wheel_friction(machine, author);
        wheel->friction = world_friction_of(wheel->firm);
        wheel->ground.friction = &wheel->friction;
        hang_in_the_air(&wheel->ground);
        wheel->tire.model = (tire_model){.radius = tire->radius,
                                         .width = tire->width,
                                         .discs = tire->discs,
                                         .stiffness = tire->stiffness,
                                         .damping = tire->damping,
                                         .axle = world_vec3(author->axle)};
        wheel->tire.ground = &wheel->ground;
    }
}

/* ---- shapes, body by body ---- */

static int count_hitters(const auth_machine *author)
{
    int count = 0;
    for (int b = 0; b < author->mechanism->body_count; b++) {
        bool any = false;
        for (int i = 0; i < author->shape_count; i++) any |= author->shapes[i].body == b;
        count += any;
    }
    return count;
}

/* No stiffer than steps can follow where the body falls on a face of four points. */
static double limited_stiffness(const auth_machine *author, int body, double step)
{
    const double mass = author->mechanism->bodies[body].mass, stiffness = author->contact.stiffness;
    return mass > 0.0 ? fmin(stiffness, contact_stiffness_limit(mass, 4, step)) : stiffness;
}

static bool define_hitter(const auth_machine *author, int body, double step, hl_arena *arena,
                          world_hitter *hitter)
{
    for (int i = 0; i < author->shape_count; i++) hitter->shape_count += author->shapes[i].body == body;
    if (hitter->shape_count == 0) return true;
    const auth_contact *c = &author->contact;
    hitter->body = body;
    hitter->contact = (contact_effort_data){.material = {.stiffness = limited_stiffness(author, body, step),
                                                         .hertz_depth = c->hertz_depth,
                                                         .bristle_stiffness = c->bristle_stiffness,
                                                         .bristle_damping = c->bristle_damping,
                                                         .stribeck_velocity = c->stribeck_velocity},
                                            .set = &hitter->set};
    hitter->boxes = HL_NEW(arena, contact_box, hitter->shape_count);
    bool *grounded = HL_NEW(arena, bool, hitter->shape_count);
    if (hitter->boxes == NULL || grounded == NULL) return false;
    hitter->grounded = grounded;
    int at = 0;
    for (int i = 0; i < author->shape_count; i++) {
        const auth_shape *shape = &author->shapes[i];
        if (shape->body != body) continue;
        hitter->boxes[at] = (contact_box){world_vec3(shape->at), hl_quat_matrix(world_turn(shape->turn)),
                                          hl_scale(0.5, world_vec3(shape->size))};
        grounded[at++] = shape->ground;
    }
    return true;
}

static bool define_hitters(world_machine *machine, double step, hl_arena *arena)
{
    int at = 0;
    for (int b = 0; b < machine->author->mechanism->body_count; b++) {
        world_hitter hitter = {.shape_count = 0};
        if (!define_hitter(machine->author, b, step, arena, &hitter)) return false;
        if (hitter.shape_count == 0) continue;
        machine->hitters[at] = hitter;
        machine->hitters[at].contact.set = &machine->hitters[at].set;
        at++;
    }
    return true;
}

static const double AIR_DENSITY = 1.225; /* [kg/m^3] at sea level and 15 degrees, ISO 2533 */

/* ---- efforts of the machine behind the authored ones: drive, brakes, tires, tracks, contacts, tools ---- */

static bool define_efforts(world_machine *machine, hl_arena *arena, world_more_efforts *more)
{
    const auth_machine *author = machine->author;
    mb_effort_def *efforts = HL_NEW(arena, mb_effort_def,
                                    2 + author->brake_count + machine->wheel_count + machine->track_count +
                                        machine->hitter_count + machine->tool_count);
    const mb_payload **payloads = HL_NEW(arena, const mb_payload *, author->mechanism->body_count);
    if (efforts == NULL || payloads == NULL) return false;
    const int first = world_effort_count(author->mechanism);
    int count = 0;
    if (machine->drive != NULL) {
        machine->drive->effort = first + count;
        efforts[count++] = world_drive_effort(author, machine->drive);
    }
    world_brake_efforts(machine, first + count, &efforts[count]);
    count += author->brake_count;
    for (int w = 0; w < machine->wheel_count; w++) {
        world_wheel *wheel = &machine->wheels[w];
        wheel->effort = first + count;
        efforts[count++] = tire_effort(wheel->author->name, wheel->body, &wheel->tire);
    }
    world_track_efforts(machine, first + count, &efforts[count]);
    count += machine->track_count;
    if (author->air_drag.present) {
        machine->air_drag_effort = first + count;
        machine->air_drag = (mb_drag){AIR_DENSITY, author->air_drag.area};
        efforts[count++] =
            mb_drag_effort("air", author->air_drag.body, world_vec3(author->air_drag.at), &machine->air_drag);
    }
    for (int h = 0; h < machine->hitter_count; h++) {
        world_hitter *hitter = &machine->hitters[h];
        hitter->effort = first + count;
        efforts[count++] =
            contact_effort(author->mechanism->bodies[hitter->body].name, hitter->body, &hitter->contact);
    }
    for (int t = 0; t < machine->tool_count; t++) {
        world_tool *tool = &machine->tools[t];
        tool->effort = first + count;
        efforts[count++] = contact_resistance(tool->author->name, tool->body, &machine->media[t]);
        payloads[tool->body] = &machine->payloads[t];
    }
    *more = (world_more_efforts){count, efforts, payloads};
    return true;
}

/* ---- the whole ---- */

static hl_status define(world_machine *machine, double step, hl_arena *arena, hl_report *machine_report,
                        hl_report *scenario_report, world_more_efforts *more)
{
    const auth_machine *author = machine->author;
    machine->chassis = author->chassis;
    machine->wheel_count = author->wheel_count;
    machine->hitter_count = count_hitters(author);
    machine->wheels = HL_NEW(arena, world_wheel, machine->wheel_count);
    machine->hitters = HL_NEW(arena, world_hitter, machine->hitter_count);
    machine->controls = HL_NEW(arena, double, author->control_count);
    if (author->has_engine) machine->drive = HL_NEW(arena, world_drive, 1);
    if (machine->wheels == NULL || machine->hitters == NULL || machine->controls == NULL ||
        (author->has_engine && machine->drive == NULL) || !world_brakes_define(machine, arena) ||
        !world_travel_define(machine, arena) || !world_faults_define(machine, arena))
        return HL_OUT_OF_MEMORY;
    world_levers_define(machine);
    hl_status status = world_scene_build(machine, arena, scenario_report);
    if (status == HL_OK) status = world_training_define(machine, step, arena, scenario_report);
    if (status == HL_OK && machine->scenario != NULL && machine->scenario->sand.present)
        status = world_soil_build(machine, step, arena, machine_report, scenario_report);
    if (status == HL_OK) status = world_tools_define(machine, arena, machine_report);
    if (status != HL_OK) return status;
    define_wheels(machine);
    if (!world_tracks_define(machine, arena)) return HL_OUT_OF_MEMORY;
    if (machine->drive != NULL) world_drive_define(author, machine->drive);
    if (!define_hitters(machine, step, arena) || !define_efforts(machine, arena, more))
        return HL_OUT_OF_MEMORY;
    status = world_surfaces_define(machine, arena, machine_report, scenario_report);
    if (status != HL_OK) return status;
    return machine->sand == NULL || world_supports_define(machine, arena) ? HL_OK : HL_OUT_OF_MEMORY;
}

/* The start state depends on nearly every number of the files, by way of settling; names and options come on
 * top. */
static uint64_t fingerprint(const world_machine *machine)
{
    const mb_step_options *o = &machine->mechanism->options;
    const double numbers[] = {
        o->step,      o->penalty,        o->stabilisation_frequency, o->stabilisation_damping,
        o->tolerance, o->state_tolerance};
    const int choices[] = {(int)o->formulation, (int)o->solver,   o->max_iterations,
                           (int)o->bounded,     o->weak_substeps, (int)o->numeric_tangent};
    uint64_t hash = world_state_hash(machine);
    hash = hl_hash(hash, numbers, sizeof numbers);
    hash = hl_hash(hash, choices, sizeof choices);
    for (int i = 0; i < machine->signal_count; i++)
        hash = hl_hash(hash, machine->signals[i].info.name, strlen(machine->signals[i].info.name));
    for (int i = 0; i < machine->block_count; i++)
        hash = hl_hash(hash, &machine->blocks[i].size, sizeof machine->blocks[i].size);
    hash = world_training_fingerprint(machine, hash);
    if (machine->drive != NULL && !machine->drive->alone)
        hash = hl_hash(hash, &machine->drive->gearbox.ratio, sizeof machine->drive->gearbox.ratio);
    for (int w = 0; w < machine->wheel_count; w++)
        hash = hl_hash(hash, &machine->wheels[w].friction, sizeof machine->wheels[w].friction);
    for (int t = 0; t < machine->track_count; t++)
        hash = hl_hash(hash, machine->tracks[t].ground.friction, sizeof machine->tracks[t].ground.friction);
    return hash;
}

static hl_status place(world_machine *machine, hl_report *machine_report, hl_report *scenario_report)
{
    const bool alone = machine->scenario == NULL;
    const hl_status status = world_machine_place(machine, alone ? machine_report : scenario_report);
    if (status == HL_OK || status == HL_OUT_OF_MEMORY) return status;
    world_complain_placed(machine, status, machine_report);
    if (status == HL_BAD_INPUT) return status;
    const bool restless = status == HL_NOT_CONVERGED && machine->mechanism->report.status == HL_OK;
    if (!alone)
        hl_report_add(scenario_report, machine->scenario->machine_place,
                      "the machine %s here, as the complaint about its file says; another machine, ground or "
                      "'start', or 'settled: false' there, is expected",
                      restless ? "does not come to rest" : "cannot start");
    return HL_BAD_INPUT;
}

/* What is wrong with the goal hides nothing that is wrong with the tasks. */
static hl_status resolve_scenario(world_machine *machine, hl_report *report)
{
    const hl_status goal = world_goal_define(machine, report);
    const hl_status training = world_training_resolve(machine, report);
    return goal != HL_OK ? goal : training;
}

hl_status world_machine_build(const auth_machine *author, const auth_scenario *scenario,
                              const mb_step_options *options, hl_arena *arena, hl_report *machine_report,
                              hl_report *scenario_report, world_machine **built)
{
    *built = NULL;
    world_machine *machine = HL_NEW(arena, world_machine, 1);
    if (machine == NULL) return HL_OUT_OF_MEMORY;
    machine->author = author;
    machine->scenario = scenario;
    world_more_efforts more;
    hl_status status = define(machine, options->step, arena, machine_report, scenario_report, &more);
    if (status != HL_OK) return status;
    status = world_mechanism_build_with(author->mechanism, &more, options, arena, machine_report,
                                        &machine->mechanism);
    if (status != HL_OK) return status;
    status = world_signals_define(machine, arena, machine_report);
    if (status == HL_OK) status = resolve_scenario(machine, scenario_report);
    if (status != HL_OK) return status;
    if (!world_hits_define(machine, arena) || !world_blocks_define(machine, arena)) return HL_OUT_OF_MEMORY;
    status = place(machine, machine_report, scenario_report);
    if (status != HL_OK) return status;
    world_hits_forget(machine); /* what settling has touched */
    world_zones_weigh(machine);
    world_travel_start(machine);
    world_training_start(machine);
    machine->model_hash = fingerprint(machine);
    *built = machine;
    return HL_OK;
}

world_mechanism *world_machine_mechanism(world_machine *machine)
{
    return machine->mechanism;
}

const char *world_machine_name(const world_machine *machine)
{
    return machine->author->mechanism->name;
}
