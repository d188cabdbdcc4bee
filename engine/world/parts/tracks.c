/* Crawler tracks: from the file, what their stations stand on, what they do to sand, their signals. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <math.h>

_Static_assert(sizeof(terr_track_soil) % sizeof(double) == 0, "the soil under a track is doubles alone");
_Static_assert((int)TRACK_MAX_STATIONS == (int)TERR_MAX_STATIONS, "physics and soil know as many stations");

/* ---- building ---- */

/* Until the machine has been put somewhere there is nothing under it. */
static void define_track(const world_machine *machine, world_track *track, const auth_track *author,
                         const auth_tire_friction *usual)
{
    static const hl_vec3 far_below = {0, 0, -1e6}, up = {0, 0, 1};
    track->author = author;
    track->body = author->body;
    track->track = (track_effort_data){author->model, &track->ground};
    world_site_frictions(machine->site, author->friction, author->friction_count, usual, track->firm_on);
    for (int i = 0; i < TRACK_MAX_STATIONS; i++) {
        track->ground.point[i] = far_below;
        track->ground.normal[i] = up;
        track->firm[i] = &usual->law;
        track->ground.friction[i] = usual->law;
    }
}

static hl_status define(world_machine *machine, world_building *with)
{
    const int count = machine->author->track_count;
    world_tracks *tracks = machine->tracks = HL_NEW(with->arena, world_tracks, 1);
    if (tracks == NULL) return HL_OUT_OF_MEMORY;
    tracks->count = count;
    tracks->list = HL_NEW(with->arena, world_track, count);
    tracks->soils = HL_NEW(with->arena, terr_track_soil, machine->site->sand == NULL ? 0 : count);
    tracks->looks = HL_NEW(with->arena, track_contact, count);
    if (tracks->list == NULL || tracks->soils == NULL || tracks->looks == NULL) return HL_OUT_OF_MEMORY;
    for (int t = 0; t < count; t++) {
        const auth_track *author = &machine->author->tracks[t];
        const auth_tire_friction *usual =
            world_site_friction(machine->site, author->friction, author->friction_count, "track",
                                author->name, machine->name, with->scenario_report);
        if (usual == NULL) return HL_BAD_INPUT;
        define_track(machine, &tracks->list[t], author, usual);
    }
    return HL_OK;
}

static auth_joint_coordinate sprocket_of(const world_track *track)
{
    return (auth_joint_coordinate){.joint = track->author->joint, .coordinate = 0, .angular = true};
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int t = 0; t < machine->tracks->count; t++) {
        world_track *track = &machine->tracks->list[t];
        track->effort =
            world_effort_put(with, track_effort(track->author->name, track->body,
                                                world_joint_measure(sprocket_of(track)), &track->track));
    }
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    for (int t = 0; t < machine->tracks->count; t++)
        hash = hl_hash(hash, machine->tracks->list[t].ground.friction,
                       sizeof machine->tracks->list[t].ground.friction);
    return hash;
}

/* ---- in a tick ---- */

static double spin_of(const world_machine *machine, const world_track *track)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->v[mb_model_column(m->model, track->author->joint)];
}

static const double *bristles_of(const world_machine *machine, const world_track *track)
{
    return world_effort_states(machine, track->effort);
}

/* A station stands on the plane of the ground under its foot; on sand on that of the shoes around it; on a
 * mesh on that of its profile in which it is deepest.
 * @return the kind of surface */
static int sense_station(const world_machine *machine, world_track *track, const mb_pose *pose, int i,
                         double margin, const terr_track_soil *soil)
{
    const track_model *model = &track->track.model;
    const hl_vec3 up = {0, 0, 1}, foot = track_foot(model, pose, i, up);
    const coll_disc disc = {.centre =
                                hl_add(pose->position, hl_mul(&pose->rotation, model->station[i].centre)),
                            .axle = hl_mat3_column(&pose->rotation, 1),
                            .radius = model->station[i].radius};
    const bool pressed = soil != NULL && soil->friction[i] > 0.0;
    coll_plane plane;
    if (!pressed && world_site_disc(machine->site, &disc, foot, margin, 1, &plane) > 0) {
        track->ground.point[i] = plane.point;
        track->ground.normal[i] = plane.normal;
        return plane.material;
    }
    const terr_sample sample = pressed ? (terr_sample){.height = soil->height[i], .normal = soil->normal[i]}
                                       : terr_ground_at(machine->site->ground, foot.x, foot.y);
    track->ground.point[i] = hl_v3(foot.x, foot.y, sample.height);
    track->ground.normal[i] = sample.normal;
    return sample.surface;
}

/* @return whether the surface under a station has changed */
static bool sense_track(const world_machine *machine, world_track *track, const terr_track_soil *soil)
{
    const track_model *model = &track->track.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, track->body);
    const double margin = world_site_has_profile(machine->site) ? world_margin(machine, track->body) : 0.0;
    bool changed = false;
    for (int i = 0; i < model->stations; i++) {
        const int surface = sense_station(machine, track, &pose, i, margin, soil);
        if (track->firm[i] == track->firm_on[surface]) continue;
        track->firm[i] = track->firm_on[surface];
        track->ground.friction[i] = *track->firm[i];
        changed = true;
    }
    track_inflow(model, spin_of(machine, track), bristles_of(machine, track), track->ground.inflow);
    return changed;
}

static void sense(world_machine *machine)
{
    bool changed = false;
    for (int t = 0; t < machine->tracks->count; t++)
        changed |= sense_track(machine, &machine->tracks->list[t],
                               machine->site->sand == NULL ? NULL : &machine->tracks->soils[t]);
    if (changed) WORLD_EACH_PART(machine, stand);
}

static void look(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int t = 0; t < machine->tracks->count; t++) {
        const world_track *track = &machine->tracks->list[t];
        const mb_pose pose = mb_pose_of(m->model, m->work, track->body);
        machine->tracks->looks[t] = track_evaluate(
            &track->track, &pose, mb_point(m->model, m->work, track->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, track->body), spin_of(machine, track),
            bristles_of(machine, track));
    }
}

/* ---- on sand ---- */

/* The track's law with the soil's strength, where there is soil. */
static void stand(world_machine *machine)
{
    for (int t = 0; t < machine->tracks->count && machine->site->sand != NULL; t++) {
        world_track *track = &machine->tracks->list[t];
        const terr_track_soil *soil = &machine->tracks->soils[t];
        for (int i = 0; i < track->track.model.stations; i++) {
            tire_friction *friction = &track->ground.friction[i];
            *friction = *track->firm[i];
            if (!(soil->friction[i] > 0.0)) continue;
            friction->kinetic = friction->stiction = soil->friction[i];
            friction->rolling_resistance += soil->rolling_resistance;
            for (int k = 0; k < 2; k++) {
                friction->stiffness[k] = soil->bristle_stiffness[i];
                friction->viscous[k] = 0.0;
            }
        }
    }
}

static hl_vec3 horizontal(hl_vec3 v)
{
    v.z = 0.0;
    return hl_normalized(v);
}

static void press_with_track(world_machine *machine, int t)
{
    const world_mechanism *m = machine->mechanism;
    const world_track *track = &machine->tracks->list[t];
    const track_model *model = &track->track.model;
    const track_contact *look = &machine->tracks->looks[t];
    const mb_pose pose = mb_pose_of(m->model, m->work, track->body);
    const hl_vec3 up = {0, 0, 1}, axle = hl_mat3_column(&pose.rotation, 1);
    const double angle = m->state->q[mb_model_q_index(m->model, track->author->joint)];
    terr_track pressing = {.stations = model->stations,
                           .width = model->width,
                           .shoe_pitch = track->author->shoe_pitch,
                           .grouser = track->author->grouser,
                           .run = model->pitch_radius * angle,
                           .belt_speed = look->belt_speed,
                           .forward = horizontal(hl_cross(axle, up)),
                           .turn = (int)(m->state->tick % TERR_TRACK_TURNS)};
    for (int i = 0; i < model->stations; i++) {
        pressing.foot[i] = track_foot(model, &pose, i, up);
        pressing.share[i] = track_share(model, i);
        pressing.force[i] = look->force[i];
        for (int k = 0; k < 2; k++) pressing.slip_velocity[i][k] = look->slip[i][k];
    }
    terr_track_press(terr_sand_field(machine->site->sand), &pressing, m->options.step,
                     &machine->tracks->soils[t]);
}

static void press(world_machine *machine)
{
    look(machine);
    for (int t = 0; t < machine->tracks->count; t++) press_with_track(machine, t);
}

/* ---- signals ---- */

static const track_contact *look_of(const world_machine *machine, int track)
{
    return &machine->tracks->looks[track];
}

static double belt_speed(const world_machine *machine, int track)
{
    return look_of(machine, track)->belt_speed;
}

/* Slip: what the belt runs faster than the ground under the track's middle, over the faster of the two; below
 * a creep over that, since a ratio of two small numbers says nothing. */
static double slip(const world_machine *machine, int track)
{
    static const double SLOW = 0.1; /* [m/s] a tenth of usual travel speeds */
    const double belt = look_of(machine, track)->belt_speed, ground = look_of(machine, track)->ground_speed;
    return (belt - ground) / fmax(fmax(fabs(belt), fabs(ground)), SLOW);
}

static double load(const world_machine *machine, int track)
{
    return look_of(machine, track)->load + world_track_load(machine, track);
}

static double traction(const world_machine *machine, int track)
{
    return look_of(machine, track)->traction;
}

static double side_force(const world_machine *machine, int track)
{
    return look_of(machine, track)->side_force;
}

static double sinkage(const world_machine *machine, int track)
{
    return machine->site->sand == NULL ? 0.0 : machine->tracks->soils[track].sinkage;
}

static const world_signal_row rows[] = {
    {".speed", "m/s", 1.0, belt_speed, "of the belt against the machine, positive driving forward"},
    {".slip", "1", 1.0, slip, "longitudinal slip, positive driving"},
    {".load", "N", 1.0, load, "normal force on the ground, and what objects carry"},
    {".traction", "N", 1.0, traction, "force of the ground, positive forward"},
    {".side_force", "N", 1.0, side_force, "force of the ground, positive to the left"},
    {".sinkage", "m", 1.0, sinkage, "in the soil, deepest"},
};

static void put_signals(world_machine *machine, hl_arena *arena)
{
    for (int t = 0; t < machine->tracks->count; t++)
        world_signals_put(machine, WORLD_ROWS(rows), "track.", machine->tracks->list[t].author->name, t,
                          arena);
}

const world_part_row world_tracks_row = {.name = "tracks",
                                         .define = define,
                                         .efforts = put_efforts,
                                         .signals = put_signals,
                                         .fingerprint = fingerprint,
                                         .stand = stand,
                                         .sense = sense,
                                         .press = press,
                                         .look = look};
