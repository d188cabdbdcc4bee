/* Wheels: from the file, the ground under their tires, what they do to sand, their signals. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <math.h>

_Static_assert(sizeof(terr_wheel_soil) % sizeof(double) == 0, "the soil under a tire is doubles alone");

/* ---- building ---- */

/* Until the machine has been put somewhere there is nothing under it. */
static void hang_in_the_air(tire_ground *ground)
{
    static const hl_vec3 far_below = {0, 0, -1e6}, up = {0, 0, 1};
    ground->extra = 0;
    for (int d = 0; d < TIRE_MAX_DISCS; d++) {
        ground->point[d] = far_below;
        ground->normal[d] = up;
    }
}

static world_wheel wheel_of(const world_machine *machine, const auth_wheel *author,
                            const auth_tire_friction *usual)
{
    const auth_tire *tire = &machine->author->tires[author->tire];
    world_wheel wheel = {.author = author,
                         .body = author->body,
                         .firm = &usual->law,
                         .friction = usual->law,
                         .tire.model = tire->model};
    world_site_frictions(machine->site, tire->friction, tire->friction_count, usual, wheel.firm_on);
    wheel.tire.model.axle = world_vec3(author->axle);
    hang_in_the_air(&wheel.ground);
    return wheel;
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    const int count = author->wheel_count;
    world_wheels *wheels = machine->wheels = HL_NEW(with->arena, world_wheels, 1);
    if (wheels == NULL) return HL_OUT_OF_MEMORY;
    wheels->count = count;
    wheels->list = HL_NEW(with->arena, world_wheel, count);
    wheels->soils = HL_NEW(with->arena, terr_wheel_soil, machine->site->sand == NULL ? 0 : count);
    wheels->looks = HL_NEW(with->arena, tire_contact, count);
    if (wheels->list == NULL || wheels->soils == NULL || wheels->looks == NULL) return HL_OUT_OF_MEMORY;
    for (int w = 0; w < count; w++) {
        const auth_tire *tire = &author->tires[author->wheels[w].tire];
        const auth_tire_friction *usual =
            world_site_friction(machine->site, tire->friction, tire->friction_count, "tire", tire->name,
                                machine->name, with->scenario_report);
        if (usual == NULL) return HL_BAD_INPUT;
        world_wheel *wheel = &wheels->list[w];
        *wheel = wheel_of(machine, &author->wheels[w], usual);
        wheel->ground.friction = &wheel->friction;
        wheel->tire.ground = &wheel->ground;
        wheel->tire.look = &wheels->looks[w]; /* of the signals' state, the last one without derivatives */
    }
    return HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int w = 0; w < machine->wheels->count; w++) {
        world_wheel *wheel = &machine->wheels->list[w];
        wheel->effort = world_effort_put(with, tire_effort(wheel->author->name, wheel->body, &wheel->tire));
    }
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    for (int w = 0; w < machine->wheels->count; w++)
        hash = hl_hash(hash, &machine->wheels->list[w].friction, sizeof machine->wheels->list[w].friction);
    return hash;
}

/* ---- in a tick ---- */

/* The surface under the deepest disc of a wheel. */
typedef struct footing {
    double depth; /* [m] */
    int surface;
} footing;

static void stand_deeper(footing *on, double depth, int surface)
{
    if (depth > on->depth) *on = (footing){depth, surface};
}

/* A disc stands on the plane of the ground under its foot; on meshes and washboards, on the planes of its
 * profile.
 * @param margin  profiles farther than this from the tire do not count [m] */
static void sense_disc(const world_machine *machine, world_wheel *wheel, const mb_pose *pose, int d,
                       double margin, footing *on)
{
    const tire_model *tire = &wheel->tire.model;
    const hl_vec3 up = {0, 0, 1}, foot = tire_disc_foot(tire, pose, d, up);
    const coll_disc disc = {.centre = tire_disc_centre(tire, pose, d),
                            .axle = hl_mul(&pose->rotation, tire->axle),
                            .radius = tire->radius};
    coll_plane planes[COLL_DISC_PLANES];
    const int count = world_site_disc(machine->site, &disc, foot, margin, COLL_DISC_PLANES, planes);
    for (int i = 0; i < count; i++) {
        stand_deeper(on, planes[i].depth, planes[i].material);
        if (i > 0) {
            tire_ground_add(&wheel->ground, tire, d, planes[i].point, planes[i].normal);
            continue;
        }
        wheel->ground.point[d] = planes[i].point;
        wheel->ground.normal[d] = planes[i].normal;
    }
    if (count > 0) return;
    const terr_sample sample = terr_ground_at(machine->site->ground, foot.x, foot.y);
    stand_deeper(on, sample.height - foot.z, sample.surface);
    wheel->ground.point[d] = hl_v3(foot.x, foot.y, sample.height);
    wheel->ground.normal[d] = sample.normal;
}

/* @return whether the surface under the wheel has changed */
static bool sense_wheel(const world_machine *machine, world_wheel *wheel)
{
    const world_mechanism *m = machine->mechanism;
    const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
    footing on = {-(double)INFINITY, 0};
    const double margin = world_site_has_profile(machine->site) ? world_margin(machine, wheel->body) : 0.0;
    wheel->ground.extra = 0;
    for (int d = 0; d < wheel->tire.model.discs; d++) sense_disc(machine, wheel, &pose, d, margin, &on);
    if (wheel->firm == wheel->firm_on[on.surface]) return false;
    wheel->firm = wheel->firm_on[on.surface];
    wheel->friction = *wheel->firm;
    return true;
}

static void sense(world_machine *machine)
{
    bool changed = false;
    for (int w = 0; w < machine->wheels->count; w++)
        changed |= sense_wheel(machine, &machine->wheels->list[w]);
    if (changed) WORLD_EACH_PART(machine, stand);
}

/* As the effort at the state of the signals, for the soil: that state is not evaluated yet. */
static void look(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int w = 0; w < machine->wheels->count; w++) {
        const world_wheel *wheel = &machine->wheels->list[w];
        const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
        machine->wheels->looks[w] = tire_evaluate(
            &wheel->tire, &pose, mb_point(m->model, m->work, wheel->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, wheel->body), world_effort_states(machine, wheel->effort));
    }
}

/* ---- on sand ---- */

/* The tire's law with the soil's strength: shear stiffness and strength stand for sigma_0 and mu. Beyond the
 * field's border it is that of firm ground. */
static void stand_on_soil(world_wheel *wheel, const terr_wheel_soil *soil)
{
    tire_friction *friction = &wheel->friction;
    *friction = *wheel->firm;
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

static void stand(world_machine *machine)
{
    for (int w = 0; w < machine->wheels->count && machine->site->sand != NULL; w++)
        stand_on_soil(&machine->wheels->list[w], &machine->wheels->soils[w]);
}

static hl_vec3 horizontal(hl_vec3 v)
{
    v.z = 0.0;
    return hl_normalized(v);
}

static void press_with_wheel(world_machine *machine, int w)
{
    const world_mechanism *m = machine->mechanism;
    const world_wheel *wheel = &machine->wheels->list[w];
    const tire_model *tire = &wheel->tire.model;
    const tire_contact *look = &machine->wheels->looks[w];
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
    terr_wheel_press(terr_sand_field(machine->site->sand), &pressing, m->options.step,
                     &machine->wheels->soils[w]);
}

static void press(world_machine *machine)
{
    look(machine);
    for (int w = 0; w < machine->wheels->count; w++) press_with_wheel(machine, w);
}

/* ---- signals ---- */

/* In a rut the discs' normals lean towards each other: what counts is across their mean plane. */
static double wheel_load(const world_machine *machine, int wheel)
{
    return machine->wheels->looks[wheel].load + world_tire_load(machine, wheel);
}

static double wheel_traction(const world_machine *machine, int wheel)
{
    return machine->wheels->looks[wheel].friction[0];
}

static double wheel_side_force(const world_machine *machine, int wheel)
{
    return machine->wheels->looks[wheel].friction[1];
}

static double wheel_side_slip(const world_machine *machine, int wheel)
{
    return machine->wheels->looks[wheel].slip_velocity[1];
}

static double wheel_deflection(const world_machine *machine, int wheel)
{
    return machine->wheels->looks[wheel].deflection;
}

static double wheel_speed(const world_machine *machine, int wheel)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->v[mb_model_column(m->model, machine->wheels->list[wheel].author->joint)];
}

/* Slip: what the tread runs faster than the ground, over the faster of the two; below walking pace over that,
 * since a ratio of two small numbers says nothing. */
static double wheel_slip(const world_machine *machine, int wheel)
{
    static const double SLOW = 0.1; /* [m/s] */
    const tire_contact *tire = &machine->wheels->looks[wheel];
    const double tread = wheel_speed(machine, wheel) * tire->rolling_radius;
    const double slip = -tire->slip_velocity[0]; /* tread backwards drives */
    return slip / fmax(fmax(fabs(tread), fabs(tread - slip)), SLOW);
}

static const world_signal_row rows[] = {
    {".load", "N", 1.0, wheel_load, "normal force on the ground, and what objects carry"},
    {".slip", "1", 1.0, wheel_slip, "longitudinal slip, positive driving"},
    {".speed", "rad/s", 1.0, wheel_speed, "of the wheel in its bearing"},
    {".traction", "N", 1.0, wheel_traction, "force of the ground, positive forward"},
    {".side_force", "N", 1.0, wheel_side_force, "force of the ground, positive to the left"},
    {".side_slip", "m/s", 1.0, wheel_side_slip, "sideways speed of the tread, positive to the left"},
    {".deflection", "m", 1.0, wheel_deflection, "of the tire, largest"},
};

static void put_signals(world_machine *machine, hl_arena *arena)
{
    for (int w = 0; w < machine->wheels->count; w++)
        world_signals_put(machine, WORLD_ROWS(rows), "wheel.", machine->wheels->list[w].author->name, w,
                          arena);
}

const world_part_row world_wheels_row = {.name = "wheels",
                                         .define = define,
                                         .efforts = put_efforts,
                                         .signals = put_signals,
                                         .fingerprint = fingerprint,
                                         .stand = stand,
                                         .sense = sense,
                                         .press = press};
