/* Crawler tracks of a machine: what their stations stand on, and what they do to sand. */
#include "machine_internal.h"

_Static_assert((int)TRACK_MAX_STATIONS == AUTH_TRACK_STATIONS &&
                   (int)TERR_MAX_STATIONS == AUTH_TRACK_STATIONS,
               "files, physics and soil know as many stations");

/* ---- building ---- */

static track_model model_of(const auth_track *author)
{
    track_model model = {.stations = author->station_count,
                         .pitch_radius = author->pitch_radius,
                         .width = author->width,
                         .stiffness = author->stiffness,
                         .damping = author->damping,
                         .resistance = author->resistance};
    for (int i = 0; i < author->station_count; i++) {
        const double *station = author->stations[i];
        model.station[i] = (track_station){hl_v3(station[0], author->y, station[1]), station[2]};
    }
    return model;
}

bool world_tracks_define(world_machine *machine, hl_arena *arena)
{
    static const hl_vec3 far_below = {0, 0, -1e6}, up = {0, 0, 1};
    machine->track_count = machine->author->track_count;
    machine->tracks = HL_NEW(arena, world_track, machine->track_count);
    if (machine->tracks == NULL) return false;
    for (int t = 0; t < machine->track_count; t++) {
        const auth_track *author = &machine->author->tracks[t];
        world_track *track = &machine->tracks[t];
        track->author = author;
        track->body = author->body;
        track->firm = world_track_friction(machine, author);
        track->track = (track_effort_data){model_of(author), &track->ground};
        for (int i = 0; i < TRACK_MAX_STATIONS; i++) {
            /* until the machine has been put somewhere there is nothing under it */
            track->ground.point[i] = far_below;
            track->ground.normal[i] = up;
            track->ground.friction[i] = world_friction_of(track->firm);
        }
    }
    return true;
}

static auth_joint_coordinate sprocket_of(const world_track *track)
{
    return (auth_joint_coordinate){.joint = track->author->joint, .coordinate = 0, .angular = true};
}

void world_track_efforts(world_machine *machine, int first, mb_effort_def *efforts)
{
    for (int t = 0; t < machine->track_count; t++) {
        world_track *track = &machine->tracks[t];
        track->effort = first + t;
        efforts[t] = track_effort(track->author->name, track->body, world_joint_measure(sprocket_of(track)),
                                  &track->track);
    }
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

/* Each station stands on the plane of the ground under its foot; on sand on that of the shoes around it. */
static void sense_track(const world_machine *machine, world_track *track, const terr_track_soil *soil)
{
    const track_model *model = &track->track.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, track->body);
    const hl_vec3 up = {0, 0, 1};
    for (int i = 0; i < model->stations; i++) {
        const hl_vec3 foot = track_foot(model, &pose, i, up);
        const bool pressed = soil != NULL && soil->friction[i] > 0.0;
        const terr_sample sample = pressed
                                       ? (terr_sample){.height = soil->height[i], .normal = soil->normal[i]}
                                       : terr_ground_at(machine->ground, foot.x, foot.y);
        track->ground.point[i] = hl_v3(foot.x, foot.y, sample.height);
        track->ground.normal[i] = sample.normal;
    }
    track_inflow(model, spin_of(machine, track), bristles_of(machine, track), track->ground.inflow);
}

void world_tracks_sense(world_machine *machine)
{
    for (int t = 0; t < machine->track_count; t++)
        sense_track(machine, &machine->tracks[t], machine->sand == NULL ? NULL : &machine->track_soils[t]);
}

void world_tracks_look(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int t = 0; t < machine->track_count; t++) {
        const world_track *track = &machine->tracks[t];
        const mb_pose pose = mb_pose_of(m->model, m->work, track->body);
        machine->looks.tracks[t] = track_look(
            &track->track, &pose, mb_point(m->model, m->work, track->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, track->body), spin_of(machine, track),
            bristles_of(machine, track));
    }
}

/* ---- on sand ---- */

/* The track's law with the soil's strength, where there is soil. */
void world_tracks_stand(world_machine *machine)
{
    for (int t = 0; t < machine->track_count; t++) {
        world_track *track = &machine->tracks[t];
        const terr_track_soil *soil = &machine->track_soils[t];
        for (int i = 0; i < track->track.model.stations; i++) {
            tire_friction *friction = &track->ground.friction[i];
            *friction = world_friction_of(track->firm);
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
    const world_track *track = &machine->tracks[t];
    const track_model *model = &track->track.model;
    const track_contact *look = &machine->looks.tracks[t];
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
    terr_track_press(terr_sand_field(machine->sand), &pressing, m->options.step, &machine->track_soils[t]);
}

void world_tracks_press(world_machine *machine)
{
    world_tracks_look(machine);
    for (int t = 0; t < machine->track_count; t++) press_with_track(machine, t);
}
