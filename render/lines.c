#include "rnd/lines.h"

#include "hl/mat3.h"
#include "hl/quat.h"
#include "hl/trig.h"

#include <math.h>

enum { EDGES = 12, RIM = 16, SPOKES = 4 };

static const double TURN = 6.28318530717958647692; /* [rad] */

static hl_vec3 vec3(const double v[3])
{
    return hl_v3(v[0], v[1], v[2]);
}

static void put(rnd_lines *lines, int body, rnd_colour colour, hl_vec3 a, hl_vec3 b)
{
    lines->list[lines->count++] = (rnd_line){a, b, body, colour};
}

/* ---- boxes ---- */

static void put_box(rnd_lines *lines, int body, rnd_colour colour, hl_vec3 centre, const double turn[3],
                    const double size[3])
{
    const hl_mat3 R = hl_quat_matrix(hl_quat_exp(vec3(turn)));
    hl_vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        const hl_vec3 half = {(i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
                              (i & 4 ? 0.5 : -0.5) * size[2]};
        corners[i] = hl_add(centre, hl_mul(&R, half));
    }
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit <<= 1)
            if (!(i & bit)) put(lines, body, colour, corners[i], corners[i | bit]);
}

static void put_objects(rnd_lines *lines, const auth_scenario *scenario, const rnd_ground *ground)
{
    for (int i = 0; i < scenario->object_count; i++) {
        const auth_object *object = &scenario->objects[i];
        const double height =
            object->absolute ? 0.0 : rnd_ground_height(ground, object->at[0], object->at[1]);
        const hl_mat3 R = hl_quat_matrix(hl_quat_exp(vec3(object->turn)));
        const hl_vec3 middle = hl_mul(&R, hl_v3(0, 0, 0.5 * object->size[2]));
        put_box(lines, AUTH_GROUND, RND_OBJECT,
                hl_add(middle, hl_v3(object->at[0], object->at[1], object->at[2] + height)), object->turn,
                object->size);
    }
}

/* ---- wheels: rims of both sides, spokes ---- */

static void put_wheel(rnd_lines *lines, const auth_wheel *wheel, const auth_tire *tire)
{
    const hl_vec3 axle = vec3(wheel->axle);
    const hl_vec3 across = fabs(axle.x) < 0.9 ? hl_v3(1, 0, 0) : hl_v3(0, 0, 1);
    hl_vec3 u = hl_cross(axle, across);
    u = hl_scale(tire->radius / hl_norm(u), u);
    const hl_vec3 v = hl_cross(axle, u);
    hl_vec3 rim[RIM + 1];
    for (int i = 0; i <= RIM; i++) {
        double sine, cosine;
        hl_sincos(TURN * i / RIM, &sine, &cosine);
        rim[i] = hl_add(hl_scale(cosine, u), hl_scale(sine, v));
    }
    const hl_vec3 side = hl_scale(0.5 * tire->width, axle);
    for (int i = 0; i < RIM; i++) {
        put(lines, wheel->body, RND_WHEEL, hl_add(rim[i], side), hl_add(rim[i + 1], side));
        put(lines, wheel->body, RND_WHEEL, hl_sub(rim[i], side), hl_sub(rim[i + 1], side));
    }
    for (int i = 0; i < SPOKES; i++)
        put(lines, wheel->body, RND_WHEEL, side, hl_add(rim[i * RIM / SPOKES], side));
}

/* ---- linkage: from a body's joint to the joints of those that it carries, cylinders from pin to pin ---- */

static void put_links(rnd_lines *lines, const auth_mechanism *mechanism)
{
    for (int child = 0; child < mechanism->joint_count; child++) {
        const auth_joint *joint = &mechanism->joints[child];
        if (joint->parent == AUTH_GROUND) continue;
        put(lines, joint->parent, RND_LINK, vec3(mechanism->joints[joint->parent].child_at), vec3(joint->at));
    }
    for (int i = 0; i < mechanism->loop_count; i++) {
        const auth_loop *loop = &mechanism->loops[i];
        if (loop->a == AUTH_GROUND) continue;
        put(lines, loop->a, RND_LINK, vec3(mechanism->joints[loop->a].child_at), vec3(loop->a_at));
    }
}

/* ---- ground ---- */

double rnd_ground_height(const rnd_ground *ground, double x, double y)
{
    const double u = fmin(fmax((x - ground->origin[0]) / ground->spacing, 0.0), ground->columns - 1.0);
    const double v = fmin(fmax((y - ground->origin[1]) / ground->spacing, 0.0), ground->rows - 1.0);
    const int i = (int)fmin(u, ground->columns - 2.0), j = (int)fmin(v, ground->rows - 2.0);
    const float *h = ground->heights + j * ground->columns + i, *above = h + ground->columns;
    const double s = u - i, t = v - j;
    return (1 - t) * ((1 - s) * (double)h[0] + s * (double)h[1]) +
           t * ((1 - s) * (double)above[0] + s * (double)above[1]);
}

static hl_vec3 ground_point(const rnd_ground *ground, int i, int j)
{
    return hl_v3(ground->origin[0] + i * ground->spacing, ground->origin[1] + j * ground->spacing,
                 (double)ground->heights[j * ground->columns + i]);
}

static void put_ground(rnd_lines *lines, const rnd_ground *ground)
{
    for (int j = 0; j < ground->rows; j++)
        for (int i = 0; i < ground->columns; i++) {
            const hl_vec3 here = ground_point(ground, i, j);
            if (i + 1 < ground->columns)
                put(lines, AUTH_GROUND, RND_GROUND, here, ground_point(ground, i + 1, j));
            if (j + 1 < ground->rows)
                put(lines, AUTH_GROUND, RND_GROUND, here, ground_point(ground, i, j + 1));
        }
}

bool rnd_lines_make(const auth_machine *machine, const auth_scenario *scenario, const rnd_ground *ground,
                    hl_arena *arena, rnd_lines *lines)
{
    const int objects = scenario == NULL ? 0 : scenario->object_count;
    const int most = 2 * ground->columns * ground->rows + EDGES * (objects + machine->shape_count) +
                     (2 * RIM + SPOKES) * machine->wheel_count + machine->mechanism->joint_count +
                     machine->mechanism->loop_count;
    lines->count = 0;
    lines->list = HL_NEW(arena, rnd_line, most);
    if (lines->list == NULL) return false;
    put_ground(lines, ground);
    if (scenario != NULL) put_objects(lines, scenario, ground);
    for (int i = 0; i < machine->shape_count; i++) {
        const auth_shape *shape = &machine->shapes[i];
        put_box(lines, shape->body, RND_SHAPE, vec3(shape->at), shape->turn, shape->size);
    }
    for (int w = 0; w < machine->wheel_count; w++)
        put_wheel(lines, &machine->wheels[w], &machine->tires[machine->wheels[w].tire]);
    put_links(lines, machine->mechanism);
    return true;
}
