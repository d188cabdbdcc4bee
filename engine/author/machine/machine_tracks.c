/* Crawler tracks of a machine. */
#include "machine_reader.h"
#include "mechanism/mechanism_tables.h"

#include "hl/real.h"

#include <math.h>

/* ---- sizes ---- */

static const auth_rule track_rules[] = {
    AUTH_SCALAR(track, pitch_radius, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(track, y, LENGTH, ANY, 0.0),
    AUTH_SCALAR(track, width, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(track, stiffness, STIFFNESS, POSITIVE, 0.0),
    AUTH_SCALAR(track, damping, DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(track, shoe_pitch, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(track, grouser, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(track, resistance, NUMBER, NOT_NEGATIVE, 0.0),
};

/* ---- stations ---- */

/* Stations nearer to each other than this would share their belt in nothing [m]. */
static const double nearest = 0.01;
/* Far beyond the largest crawlers, near enough that a unit left out is noticed [m]. */
static const double farthest = 20.0, smallest_radius = 0.02, largest_radius = 3.0;

static bool check_cell(const auth_machine_reader *m, const yaml_node_t *item, int station, int column,
                       const char *text, double value)
{
    const double low = column == 2 ? smallest_radius : -farthest,
                 high = column == 2 ? largest_radius : farthest;
    if (value >= low && value <= high) return true;
    static const char *const what[] = {"x", "z", "radius"};
    hl_report_add(m->file->report, auth_cell_place(m->file, item, "stations", station, column),
                  "'stations': %s of station %d is %s; %s is expected", what[column], station + 1, text,
                  column == 2 ? "20 mm to 3 m" : "-20 m to 20 m");
    return false;
}

/* @return false after a complaint about a number */
static bool read_stations(const auth_machine_reader *m, const yaml_node_t *item, const raw_track *raw,
                          auth_track *track)
{
    bool good = true;
    track->station_count = (int)raw->stations_count;
    for (int i = 0; i < track->station_count; i++) {
        double *station = track->stations[i];
        for (int k = 0; k < 3; k++)
            good &= auth_read_cell(m->file, item, "stations", i, k, raw->stations[i][k], AUTH_KIND_LENGTH,
                                   k == 2 ? AUTH_POSITIVE : AUTH_ANY, &station[k]) &&
                    check_cell(m, item, i, k, raw->stations[i][k], station[k]);
        if (!good || i == 0 || station[0] <= track->stations[i - 1][0] - nearest) continue;
        hl_report_add(
            m->file->report, auth_entry_place(m->file, item, "stations", i),
            "'stations': x of station %d is %g, that of the one before %g; x falling from the front "
            "to the rear by 1 cm at least is expected",
            i + 1, station[0], track->stations[i - 1][0]);
    }
    return good;
}

/* ---- sprocket ---- */

static void check_sprocket(const auth_machine_reader *m, const yaml_node_t *item, const auth_track *track,
                           const auth_joint *joint)
{
    static const double tolerance = 1e-4; /* [rad] axes are written with a few digits */
    if (joint->type != MB_REVOLUTE)
        AUTH_COMPLAIN(m, item, "sprocket",
                      "the sprocket is carried by the %s joint '%s'; a revolute joint is expected",
                      auth_joint_type_word((int)joint->type), joint->name);
    else if (joint->parent != track->body)
        AUTH_COMPLAIN(m, item, "sprocket",
                      "joint '%s' bears the sprocket on another body than '%s'; the body that carries the "
                      "track is expected",
                      joint->name, m->file->out->bodies[track->body].name);
    else if (hl_hypot(joint->axis[0], joint->axis[2]) > tolerance || joint->axis[1] < 0.0)
        AUTH_COMPLAIN(m, item, "sprocket",
                      "joint '%s' of the sprocket turns about (%g, %g, %g); the y axis of '%s', to the "
                      "left, is expected",
                      joint->name, joint->axis[0], joint->axis[1], joint->axis[2],
                      m->file->out->bodies[track->body].name);
}

static void find_sprocket(const auth_machine_reader *m, const yaml_node_t *item, const raw_track *raw,
                          auth_track *track)
{
    const auth_mechanism *mechanism = m->file->out;
    const int sprocket = auth_reference(m->file, item, "sprocket", raw->sprocket, AUTH_BODIES);
    if (sprocket == AUTH_NOT_FOUND || track->body == AUTH_NOT_FOUND) return;
    while (track->joint < mechanism->joint_count && mechanism->joints[track->joint].child != sprocket)
        track->joint++;
    if (track->joint == mechanism->joint_count) return; /* complained about already */
    for (const auth_track *other = m->out->tracks; other < track; other++)
        if (other->joint == track->joint)
            AUTH_COMPLAIN(m, item, "sprocket",
                          "sprocket '%s' drives track '%s' already; another body is expected", raw->sprocket,
                          other->name);
    check_sprocket(m, item, track, &mechanism->joints[track->joint]);
}

/* A station at the sprocket's centre is the sprocket: its pins run inside the shoes. */
static void check_pitch_radius(const auth_machine_reader *m, const yaml_node_t *item, const raw_track *raw,
                               const auth_track *track)
{
    if (track->body == AUTH_NOT_FOUND || track->joint >= m->file->out->joint_count) return;
    const auth_joint *joint = &m->file->out->joints[track->joint];
    for (int i = 0; i < track->station_count; i++) {
        const double *station = track->stations[i];
        if (hl_hypot(station[0] - joint->at[0], station[1] - joint->at[2]) > nearest) continue;
        if (track->pitch_radius > station[2])
            AUTH_COMPLAIN(m, item, "pitch_radius",
                          "'pitch_radius' is %s, but station %d, at the sprocket, has a radius of %g m to "
                          "the outside of the shoes; at most this is expected",
                          raw->pitch_radius, i + 1, station[2]);
    }
}

/* Refuse numbers that no track has. */
static bool check_sizes(const auth_machine_reader *m, const yaml_node_t *item, const raw_track *raw,
                        const auth_track *track)
{
    const auth_reader *file = m->file;
    bool good = auth_check_span(file, item, "shoe_pitch", raw->shoe_pitch, track->shoe_pitch, 0.02, 1.0,
                                "20 mm to 1 m");
    good &= auth_check_span(file, item, "y", raw->y, track->y, -farthest, farthest, "-20 m to 20 m");
    good &= auth_check_span(file, item, "width", raw->width, track->width, 0.05, 5.0, "50 mm to 5 m");
    good &= auth_check_span(file, item, "pitch_radius", raw->pitch_radius, track->pitch_radius,
                            smallest_radius, largest_radius, "20 mm to 3 m");
    return good;
}

/* ---- surfaces ---- */

static void check_tire_keys(const auth_machine_reader *m, const yaml_node_t *item, int count)
{
    const yaml_node_t *list = auth_document_value(m->file->document, item, "friction");
    for (int i = 0; i < count; i++) {
        const yaml_node_t *friction = auth_document_entry(m->file->document, list, i);
        auth_refuse(m->file, friction, "slip_stiffness",
                    "has no effect on a track, whose belt carries its bristles along");
        auth_refuse(m->file, friction, "resistance_doubles", "has no effect on a track");
    }
}

void auth_read_track(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_track *from = raw;
    auth_track *track = out;
    track->body = auth_reference(m->file, item, "body", from->body, AUTH_BODIES);
    const bool placed = read_stations(m, item, from, track);
    find_sprocket(m, item, from, track);
    check_tire_keys(m, item, (int)from->friction_count);
    if (auth_apply_rules(m->file, item, AUTH_RULES(track_rules), false, raw, out) &&
        check_sizes(m, item, from, track) && placed)
        check_pitch_radius(m, item, from, track);
    track->friction_count = (int)from->friction_count;
    track->friction = auth_read_surfaces(m, item, from->friction, (int)from->friction_count, "track");
}
