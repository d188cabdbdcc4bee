/* A tick of the sand, behind the machine's own step: tires, tracks and plates press the field, tools dig,
 * grains move. What the sand does to the machine in its next step is part of the state: friction under the
 * tires, what resists and loads the tools, payloads. */
#include "machine_internal.h"

#include <string.h>

/* ---- tires ---- */

static hl_vec3 horizontal(hl_vec3 v)
{
    v.z = 0.0;
    return hl_normalized(v);
}

static void press_with_wheel(world_machine *machine, int w)
{
    const world_mechanism *m = machine->mechanism;
    const world_wheel *wheel = &machine->wheels[w];
    const tire_model *tire = &wheel->tire.model;
    const tire_contact *look = &machine->looks.tires[w];
    const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
    const hl_vec3 up = {0, 0, 1}, axle = hl_mul(&pose.rotation, tire->axle);
    const double spin = hl_dot(axle, mb_angular_velocity(m->model, m->work, wheel->body));
    terr_wheel pressing = {.radius = tire->radius,
                           .width = tire->width,
                           .discs = tire->discs,
                           .forward = horizontal(hl_cross(axle, up)),
                           .axle = axle,
                           .rolling_speed = look->rolling_radius * spin,
                           .slip_velocity = {look->slip_velocity[0], look->slip_velocity[1]}};
    for (int d = 0; d < tire->discs; d++) {
        pressing.foot[d] = tire_disc_foot(tire, &pose, d, up);
        pressing.force[d] = look->disc_force[d];
    }
    terr_wheel_press(terr_sand_field(machine->sand), &pressing, m->options.step, &machine->wheel_soils[w]);
}

/* The tire's law with the soil's strength: shear stiffness and strength stand for sigma_0 and mu. Beyond the
 * field's border it is that of firm ground. */
static void stand_on_soil(world_wheel *wheel, const terr_wheel_soil *soil)
{
    tire_friction *friction = &wheel->friction;
    *friction = world_friction_of(wheel->firm);
    if (!(soil->friction > 0.0)) return;
    friction->kinetic = friction->stiction = soil->friction;
    friction->rolling_resistance += soil->rolling_resistance;
    friction->rolling_growth = 0.0;
    for (int k = 0; k < 2; k++) {
        friction->stiffness[k] = soil->bristle_stiffness;
        friction->slip_stiffness[k] = soil->slip_stiffness;
        friction->viscous[k] = 0.0;
    }
}

/* ---- plates ---- */

/* Depth of a support below the field, along the normal, and its plane. @return false: well above */
static bool sense_support(const terr_field *field, const world_support *support, const mb_pose *pose,
                          hl_vec3 *point, terr_sample *sample, double *depth)
{
    static const double ABOVE = 0.3; /* [m] higher than this over its cell nothing can touch */
    *point = hl_add(pose->position, hl_mul(&pose->rotation, support->point));
    int column, row;
    if (terr_field_cell(field, point->x, point->y, &column, &row) &&
        point->z > terr_field_height(field, column, row) + ABOVE)
        return false;
    *sample = terr_field_sample(field, point->x, point->y);
    *depth = (sample->height - support->gap - point->z) * sample->normal.z;
    return *depth > -WORLD_NEAR;
}

void world_sand_touch(const world_machine *machine, world_hitter *hitter, const mb_pose *pose)
{
    const terr_field *field = terr_sand_field(machine->sand);
    for (int i = 0; i < hitter->support_count; i++) {
        hl_vec3 point;
        terr_sample sample;
        double depth;
        if (!sense_support(field, &hitter->supports[i], pose, &point, &sample, &depth)) continue;
        const double z = sample.height - hitter->supports[i].gap;
        world_touch(machine, hitter, hitter->supports[i].shape, -1, hitter->supports[i].point,
                    hl_v3(point.x, point.y, z), sample.normal, depth);
    }
}

static void press_with_body(const world_machine *machine, const world_hitter *hitter)
{
    const world_mechanism *m = machine->mechanism;
    terr_field *field = terr_sand_field(machine->sand);
    const mb_pose pose = mb_pose_of(m->model, m->work, hitter->body);
    for (int i = 0; i < hitter->support_count; i++) {
        const world_support *support = &hitter->supports[i];
        hl_vec3 point;
        terr_sample sample;
        double depth;
        if (!sense_support(field, support, &pose, &point, &sample, &depth) || !(depth > 0.0)) continue;
        const double force = contact_elastic_force(&hitter->contact.material, depth) * sample.normal.z;
        const hl_vec3 middle = hl_add(pose.position, hl_mul(&pose.rotation, support->press));
        terr_plate_press(field, middle.x, middle.y, support->side, force, middle.z + support->gap,
                         m->options.step);
    }
}

/* ---- tools ---- */

static terr_tool_motion tool_motion(const world_machine *machine, const world_tool *tool)
{
    const world_mechanism *m = machine->mechanism;
    const mb_point_motion origin = mb_point(m->model, m->work, tool->body, tool->at);
    const hl_mat3 body = mb_rotation(m->model, m->work, tool->body);
    return (terr_tool_motion){origin.position, hl_mat3_mul(&body, &tool->turn), origin.velocity,
                              mb_angular_velocity(m->model, m->work, tool->body)};
}

static hl_vec3 velocity_at(const terr_tool_motion *motion, hl_vec3 point)
{
    return hl_add(motion->velocity, hl_cross(motion->spin, hl_mul(&motion->rotation, point)));
}

/* [m] Way after which soil shears and resists in full. Estimate; the limits, not this, decide what digging
 * takes. */
static const double SOIL_BEND = 0.01;
/* [s] Half of critical behind a blade's full 50 kN with half a ton behind it. Without, a tool that is stopped
 * rings. */
static const double SOIL_LEAD = 0.01;

/* On which side of its axes the soil resists: that to which the bristle presses, so that at rest rounding
 * does not decide. */
static void set_resistance(const world_machine *machine, const world_tool *tool,
                           const terr_tool_motion *motion, const terr_resistance *soil,
                           contact_medium *medium)
{
    medium->resists = soil->cuts;
    if (!soil->cuts) return;
    const double *z = world_effort_states(machine, tool->effort);
    const hl_vec3 bend = hl_add_scaled(world_vec3(z), SOIL_LEAD, velocity_at(motion, soil->point));
    const double limits[3] = {hl_dot(bend, soil->axis[0]) >= 0.0 ? soil->ahead : soil->back, soil->across,
                              hl_dot(bend, soil->axis[2]) <= 0.0 ? soil->down : soil->up};
    medium->point = world_in_body(tool, soil->point);
    medium->bend = SOIL_BEND;
    medium->lead = SOIL_LEAD;
    for (int i = 0; i < 3; i++) {
        medium->axis[i] = soil->axis[i];
        medium->limit[i] = limits[i];
    }
}

/* The wrench of grains, brought to the body's origin, and the weight on the edge. */
static void set_load(const world_machine *machine, const world_tool *tool, const terr_tool_motion *motion,
                     const terr_tool_load *load, contact_medium *medium)
{
    const hl_mat3 body = mb_rotation(machine->mechanism->model, machine->mechanism->work, tool->body);
    const hl_vec3 arm = hl_mul(&body, tool->at);
    medium->force = load->force;
    medium->moment = hl_add(load->moment, hl_cross(arm, load->force));
    if (load->resistance.cuts) {
        const hl_vec3 weight = load->resistance.weight;
        const hl_vec3 edge = hl_add(arm, hl_mul(&motion->rotation, load->resistance.point));
        medium->force = hl_add(medium->force, weight);
        medium->moment = hl_add(medium->moment, hl_cross(edge, weight));
    }
    medium->loaded = hl_norm(medium->force) + hl_norm(medium->moment) > 0.0;
    medium->K = load->stiffness;
    medium->C = load->damping;
    medium->load_point = world_in_body(tool, load->contact_point);
    medium->start = hl_add(motion->position, hl_mul(&motion->rotation, load->contact_point));
    medium->velocity = velocity_at(motion, load->contact_point);
    medium->time = machine->mechanism->state->time;
}

static void set_payload(const world_tool *tool, const terr_payload *carried, mb_payload *payload)
{
    payload->mass = carried->frozen ? carried->mass : 0.0;
    payload->com = world_in_body(tool, carried->centre);
    payload->inertia = hl_sym_rotated(&tool->turn, &carried->inertia);
}

static void work_with_tools(world_machine *machine)
{
    terr_tool_motion motion[TERR_MAX_TOOLS];
    terr_tool_load loads[TERR_MAX_TOOLS];
    for (int t = 0; t < machine->tool_count; t++) motion[t] = tool_motion(machine, &machine->tools[t]);
    terr_sand_step(machine->sand, motion, loads);
    for (int t = 0; t < machine->tool_count; t++) {
        const world_tool *tool = &machine->tools[t];
        contact_medium *medium = &machine->media[t];
        memset(medium, 0, sizeof *medium);
        set_resistance(machine, tool, &motion[t], &loads[t].resistance, medium);
        set_load(machine, tool, &motion[t], &loads[t], medium);
        set_payload(tool, &loads[t].payload, &machine->payloads[t]);
    }
}

/* ---- the tick ---- */

void world_sand_step(world_machine *machine)
{
    world_machine_look(machine);
    world_wheels_look(machine);
    for (int w = 0; w < machine->wheel_count; w++) press_with_wheel(machine, w);
    world_tracks_press(machine);
    for (int h = 0; h < machine->hitter_count; h++) press_with_body(machine, &machine->hitters[h]);
    world_part_ended(machine, WORLD_PART_PRESS);
    work_with_tools(machine);
}

void world_sand_stand(world_machine *machine)
{
    for (int w = 0; w < machine->wheel_count; w++)
        stand_on_soil(&machine->wheels[w], &machine->wheel_soils[w]);
    world_tracks_stand(machine);
}

void world_sand_release(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int t = 0; t < machine->tool_count; t++) {
        const int first = mb_model_effort_state(m->model, machine->tools[t].effort);
        contact_medium_release(&machine->media[t], m->state->x + first, m->state->x_dot + first);
    }
}
