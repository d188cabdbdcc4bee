/* Where pictures are taken from. */
#include "geometry.h"
#include "rnd/scene.h"

#include "hl/clamp.h"

#include <math.h>

static const double DEGREE = 3.14159265358979323846 / 180.0;

/* What a kind of camera does by itself. Outside the cab: it looks at its target from `distance`, in a
 * direction that is turned from the machine's heading. Lengths are in radii of the machine. */
typedef struct habit {
    const char *word;
    double across;              /* angle of view of a picture of 16:9 [deg] */
    double nearest;             /* near plane [m] */
    double turn, rise;          /* direction of the look: left of the heading, above the horizon [deg] */
    double distance;            /* [radii] */
    double ahead, up;           /* of the target before and above the machine's middle or its tool [radii] */
    double most_yaw, most_rise; /* limits of what the user may turn it to, each way [deg] */
} habit;

/* Cab: 5 cm, since a head may come as near as that to a pillar; a neck and a back turn so far. Chase: the
 * machine from behind with the way ahead. Orbit: three quarters from ahead. Bucket: from ahead, to the
 * left. */
static const habit habits[RND_CAMERAS] = {
    [RND_CAB] = {"cab", 75.0, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 160.0, 70.0},
    [RND_CHASE] = {"chase", 58.0, 0.3, 0.0, -13.0, 2.9, -0.1, 0.12, 360.0, 80.0},
    [RND_ORBIT] = {"orbit", 46.0, 0.3, 218.0, -11.0, 2.7, 0.0, -0.05, 360.0, 80.0},
    [RND_BUCKET] = {"bucket", 60.0, 0.15, 212.0, -14.0, 1.2, -0.16, 0.1, 360.0, 80.0}};

/* Of a machine that nobody has measured: a tractor with a loader, its chassis' origin in the rear axle. */
static const double USUAL_MIDDLE[3] = {2.0, 0.0, 0.7}, USUAL_RADIUS = 3.7; /* [m] */

static const double USUAL_ASPECT = 16.0 / 9.0; /* of the picture that `across` is meant for */
static const double FARTHEST = 6000.0;         /* [m]: beyond the ground's horizon */
static const double CLEARANCE = 0.6;           /* [m] that an eye keeps above the ground */
static const double HIGHEST_LOOK = 40.0;       /* [deg] above the horizon, from outside */
static const double LAG_BELOW = 0.06,
                    LAG_ABOVE = 0.2;         /* [radii] that the bucket camera lags behind its tool */
static const double NEAREST_TO_MIRROR = 0.1; /* [m]: what the glass is held by is not seen in it */

const char *rnd_camera_word(rnd_camera_kind kind)
{
    return kind >= 0 && kind < RND_CAMERAS ? habits[kind].word : "?";
}

/* ---- views ---- */

/* An eye: where it is, its axes, and the tangents of half its angles of view. */
typedef struct eye {
    hl_vec3 at, forward, up;
    double across, along; /* tangents */
    double nearest;
    bool mirrored;
} eye;

static void aim(eye *e, hl_vec3 forward, hl_vec3 up)
{
    e->forward = hl_normalized(forward);
    const hl_vec3 right = hl_normalized(hl_cross(e->forward, up));
    e->up = hl_cross(right, e->forward);
}

/* World to eye: rows are right, up, backwards. Clip space as OpenGL's. */
static rnd_view view_of(const eye *e)
{
    const hl_vec3 right = hl_cross(e->forward, e->up);
    const hl_vec3 rows[3] = {right, e->up, hl_neg(e->forward)};
    const double n = e->nearest, f = FARTHEST;
    rnd_view v = {
        .eye = {(float)e->at.x, (float)e->at.y, (float)e->at.z}, .nearest = (float)n, .farthest = (float)f};
    for (int row = 0; row < 3; row++) {
        v.view[0][row] = (float)rows[row].x;
        v.view[1][row] = (float)rows[row].y;
        v.view[2][row] = (float)rows[row].z;
        v.view[3][row] = (float)-hl_dot(rows[row], e->at);
    }
    v.view[3][3] = 1.0F;
    v.projection[0][0] = (float)((e->mirrored ? -1.0 : 1.0) / e->across);
    v.projection[1][1] = (float)(1.0 / e->along);
    v.projection[2][2] = (float)(-(f + n) / (f - n));
    v.projection[2][3] = -1.0F;
    v.projection[3][2] = (float)(-2.0 * f * n / (f - n));
    return v;
}

static hl_vec3 turned(hl_vec3 v, hl_vec3 axis, double angle)
{
    const hl_mat3 r = hl_quat_matrix(hl_quat_about(axis, angle));
    return hl_mul(&r, v);
}

/* The height of a usual picture is kept: wider ones show more to the sides. An angle that was asked for is
 * kept across. */
static void open_eye(eye *e, const rnd_camera *camera, const habit *h, int width, int height)
{
    const double aspect = width > 0 && height > 0 ? (double)width / height : USUAL_ASPECT;
    e->across = camera->angle > 0.0 ? tan(0.5 * camera->angle)
                                    : tan(0.5 * h->across * DEGREE) * aspect / USUAL_ASPECT;
    e->along = e->across / aspect;
    e->nearest = h->nearest;
}

/* ---- in the cab ---- */

static void sit(eye *e, const rnd_camera *camera, const auth_picture *picture, const xch_snapshot *snapshot)
{
    const habit *h = &habits[RND_CAB];
    const matrix cab = matrix_of_body(snapshot, picture->cab_body);
    const hl_vec3 up = matrix_column(&cab, 2);
    const double yaw = hl_clamp(camera->yaw, -h->most_yaw * DEGREE, h->most_yaw * DEGREE);
    const double pitch = hl_clamp(camera->pitch, -h->most_rise * DEGREE, h->most_rise * DEGREE);
    e->at = matrix_point(&cab, matrix_vec3(picture->eye));
    aim(e, hl_sub(matrix_point(&cab, matrix_vec3(picture->towards)), e->at), up);
    aim(e, turned(e->forward, up, yaw), up);
    const hl_vec3 right = hl_cross(e->forward, e->up);
    aim(e, turned(e->forward, right, pitch), turned(e->up, right, pitch));
}

/* ---- outside ---- */

/* Where a tool works to: square to its pins, which stay nearly level however far it is curled. An excavator's
 * bucket thus has the heading of the upper structure after a swing. */
static double heading_of_tool(const xch_snapshot *snapshot, int body, double chassis)
{
    const matrix tool = matrix_of_body(snapshot, body);
    const hl_vec3 y = matrix_column(&tool, 1);
    return y.x * y.x + y.y * y.y < 0.1 ? chassis : atan2(-y.x, y.y);
}

/* Heading of the chassis: its x in the horizontal. */
static double heading_of(const matrix *chassis)
{
    const hl_vec3 x = matrix_column(chassis, 0);
    return x.x == 0.0 && x.y == 0.0 ? 0.0 : atan2(x.y, x.x);
}

static hl_vec3 direction(double heading, double rise)
{
    return hl_v3(cos(rise) * cos(heading), cos(rise) * sin(heading), sin(rise));
}

static double radius_of(const rnd_rig *rig)
{
    return rig->radius > 0.0 ? rig->radius : USUAL_RADIUS;
}

/* The machine's middle, as if it stood level. */
static hl_vec3 middle_of(const rnd_rig *rig, const matrix *chassis, double heading)
{
    const double *middle = rig->radius > 0.0 ? rig->middle : USUAL_MIDDLE;
    const hl_vec3 turned_middle = hl_v3(cos(heading) * middle[0] - sin(heading) * middle[1],
                                        sin(heading) * middle[0] + cos(heading) * middle[1], middle[2]);
    return hl_add(matrix_column(chassis, 3), turned_middle);
}

/* What it looks at. The bucket camera goes along with the tool to both sides; up and down it lags by half of
 * the tool's height above the chassis, so that rise and fall are seen, but never so far that the tool leaves
 * the picture. */
static hl_vec3 target_of(rnd_camera_kind kind, const rnd_rig *rig, const xch_snapshot *snapshot,
                         const matrix *chassis, double heading)
{
    const habit *h = &habits[kind];
    const double radius = radius_of(rig);
    hl_vec3 target = middle_of(rig, chassis, heading);
    if (kind == RND_BUCKET) {
        const matrix body = matrix_of_body(snapshot, rig->picture->tool_body);
        const hl_vec3 tool = matrix_point(&body, matrix_vec3(rig->picture->tool_at));
        const double lag = 0.5 * (tool.z - matrix_column(chassis, 3).z);
        target = hl_v3(tool.x, tool.y, tool.z - hl_clamp(lag, -LAG_BELOW * radius, LAG_ABOVE * radius));
    }
    target = hl_add_scaled(target, h->ahead * radius, direction(heading, 0.0));
    target.z += h->up * radius;
    return target;
}

static void stand_outside(eye *e, const rnd_camera *camera, rnd_camera_kind kind, const rnd_rig *rig,
                          const xch_snapshot *snapshot, double (*ground)(void *context, double x, double y),
                          void *context)
{
    const habit *h = &habits[kind];
    const matrix chassis = matrix_of_body(snapshot, rig->chassis);
    double heading = heading_of(&chassis);
    if (kind == RND_BUCKET) heading = heading_of_tool(snapshot, rig->picture->tool_body, heading);
    const hl_vec3 target = target_of(kind, rig, snapshot, &chassis, heading);
    const double yaw = hl_clamp(camera->yaw, -h->most_yaw * DEGREE, h->most_yaw * DEGREE);
    const double rise =
        hl_clamp(h->rise * DEGREE + camera->pitch, -h->most_rise * DEGREE, HIGHEST_LOOK * DEGREE);
    const double distance = h->distance * radius_of(rig) * (camera->distance > 0.0 ? camera->distance : 1.0);
    e->at = hl_add_scaled(target, -distance, direction(heading + h->turn * DEGREE + yaw, rise));
    if (ground != NULL) e->at.z = fmax(e->at.z, ground(context, e->at.x, e->at.y) + CLEARANCE);
    aim(e, hl_sub(target, e->at), hl_v3(0, 0, 1));
}

/* ---- all ---- */

static rnd_camera_kind possible(rnd_camera_kind kind, const auth_picture *picture)
{
    const bool cab = picture != NULL && picture->cab, tool = picture != NULL && picture->tool;
    if (kind == RND_CAB && !cab) return RND_CHASE;
    return kind == RND_BUCKET && !tool ? RND_ORBIT : kind;
}

rnd_view rnd_camera_view(const rnd_camera *camera, const rnd_rig *rig, const xch_snapshot *snapshot,
                         int width, int height, double (*ground)(void *context, double x, double y),
                         void *context)
{
    const rnd_camera_kind kind = possible(camera->kind, rig->picture);
    eye e = {0};
    open_eye(&e, camera, &habits[kind], width, height);
    if (kind == RND_CAB)
        sit(&e, camera, rig->picture, snapshot);
    else
        stand_outside(&e, camera, kind, rig, snapshot, ground, context);
    if (camera->display != 0.0) aim(&e, turned(e.forward, e.up, camera->display), e.up);
    rnd_view view = view_of(&e);
    view.inside = kind == RND_CAB;
    return view;
}

bool rnd_mirror_view(int mirror, const rnd_rig *rig, const xch_snapshot *snapshot, rnd_view *view)
{
    const auth_picture *picture = rig->picture;
    if (picture == NULL || !picture->cab || mirror < 0 || mirror >= picture->mirror_count) return false;
    const auth_mirror *m = &picture->mirrors[mirror];
    const double aspect = rig->mirror_aspect[mirror] > 0.0 ? rig->mirror_aspect[mirror] : 1.0;
    const matrix cab = matrix_of_body(snapshot, picture->cab_body);
    eye e = {.at = matrix_point(&cab, matrix_vec3(m->at)), .nearest = NEAREST_TO_MIRROR, .mirrored = true};
    e.across = tan(0.5 * m->angle);
    e.along = e.across / aspect;
    aim(&e, hl_sub(matrix_point(&cab, matrix_vec3(m->towards)), e.at), matrix_column(&cab, 2));
    *view = view_of(&e);
    return true;
}
