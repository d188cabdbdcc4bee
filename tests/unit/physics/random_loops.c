#include "random_loops.h"

#include "hl/random.h"

#include <string.h>

enum { MAX_BODIES = 16, MAX_CHAINS = 4 };

static double between(hl_random *random, double low, double high)
{
    return low + (high - low) * hl_random_unit(random);
}

static hl_vec3 random_vector(hl_random *random, double size)
{
    const double x = between(random, -size, size), y = between(random, -size, size),
                 z = between(random, -size, size);
    return hl_v3(x, y, z);
}

static hl_vec3 random_direction(hl_random *random, bool planar)
{
    return planar ? hl_v3(0, 0, 1) : hl_normalized(random_vector(random, 1.0));
}

static mb_joint_type random_type(hl_random *random, bool planar)
{
    static const mb_joint_type spatial[] = {MB_REVOLUTE,    MB_REVOLUTE,  MB_REVOLUTE,
                                            MB_CYLINDRICAL, MB_UNIVERSAL, MB_SPHERICAL};
    return planar ? MB_REVOLUTE : spatial[hl_random_bits(random) % 6];
}

static mb_body_def random_body(hl_random *random, int parent, double fastest, bool planar)
{
    mb_body_def body = {.name = "link", .mass = between(random, 0.1, 4.0)};
    const double radius = between(random, 0.02, 0.4), J = body.mass * radius * radius;
    body.com = random_vector(random, 0.4);
    body.inertia = (hl_sym3){J, between(random, 0.7, 1.3) * J, between(random, 0.7, 1.3) * J, 0, 0, 0};
    const mb_joint_type type = random_type(random, planar);
    body.joint = (mb_joint_def){.type = type, .parent = parent};
    body.joint.parent_point = random_vector(random, parent == MB_GROUND ? 1.5 : 0.8);
    body.joint.axis = random_direction(random, planar);
    body.joint.axis2 = hl_any_orthogonal(body.joint.axis);
    body.joint.orientation = planar ? (hl_quat){1, 0, 0, 0} : hl_quat_exp(random_vector(random, 1.0));
    if (planar) body.joint.parent_point.z = body.com.z = 0.0;
    const double speed = between(random, 0.0, fastest);
    for (int k = 0; k < mb_joint_dof(type); k++) body.joint.v0[k] = speed * between(random, -1.0, 1.0);
    return body;
}

/* Where a body's point and axis stand before anything is closed. */
typedef struct place {
    hl_vec3 point, axis, normal;
} place;

static place place_of(const mb_model *model, const mb_work *work, int body, const place *local)
{
    const hl_mat3 R = mb_rotation(model, work, body);
    return (place){mb_point(model, work, body, local->point).position, hl_mul(&R, local->axis),
                   hl_mul(&R, local->normal)};
}

static place local_place(const mb_model *model, const mb_work *work, int body, const place *world)
{
    if (body == MB_GROUND) return *world;
    const hl_mat3 R = mb_rotation(model, work, body);
    const hl_vec3 origin = mb_point(model, work, body, hl_v3(0, 0, 0)).position;
    return (place){hl_mul_transposed(&R, hl_sub(world->point, origin)), hl_mul_transposed(&R, world->axis),
                   hl_mul_transposed(&R, world->normal)};
}

static bool open_model(random_loops *m, const mb_def *def, const mb_step_options *options)
{
    mb_def_error error;
    if (mb_model_build(def, &m->arena, &m->model, &error) != HL_OK) return false;
    m->state = mb_state_new(m->model, &m->arena);
    m->work = mb_work_new(m->model, options, &m->arena);
    return m->state != NULL && m->work != NULL;
}

/* Ties the end of a chain to `other` where it is. */
static mb_loop_def close_chain(const random_loops *open, hl_random *random, int end, int other, bool planar)
{
    static const mb_loop_type types[] = {MB_LOOP_SPHERICAL, MB_LOOP_SPHERICAL,   MB_LOOP_UNIVERSAL,
                                         MB_LOOP_DISTANCE,  MB_LOOP_CYLINDRICAL, MB_LOOP_REVOLUTE};
    const mb_loop_type type = planar
                                  ? (hl_random_bits(random) % 4 == 0 ? MB_LOOP_REVOLUTE : MB_LOOP_SPHERICAL)
                                  : types[hl_random_bits(random) % 6];
    place a = {random_vector(random, 0.8), random_direction(random, planar), {0, 0, 0}};
    if (planar) a.point.z = 0.0;
    a.normal = hl_any_orthogonal(a.axis);
    place at = place_of(open->model, open->work, end, &a);
    const double distance = between(random, 0.3, 1.0);
    if (type == MB_LOOP_UNIVERSAL) at.axis = at.normal;
    if (type == MB_LOOP_DISTANCE) at.point = hl_add_scaled(at.point, distance, at.normal);
    const place b = local_place(open->model, open->work, other, &at);
    return (mb_loop_def){.name = "loop",
                         .type = type,
                         .body_a = end,
                         .body_b = other,
                         .point_a = a.point,
                         .point_b = b.point,
                         .axis_a = a.axis,
                         .axis_b = b.axis,
                         .normal_a = a.normal,
                         .normal_b = b.normal,
                         .distance = distance};
}

bool random_loops_open(random_loops *m, uint64_t seed, double fastest, const mb_step_options *options)
{
    hl_random random = {seed};
    const bool planar = hl_random_bits(&random) % 2 == 0;
    const int chains = 1 + (int)(hl_random_bits(&random) % MAX_CHAINS);
    mb_body_def bodies[MAX_BODIES];
    mb_loop_def loops[MAX_CHAINS];
    mb_def def = {
        .gravity = planar ? hl_v3(0, -9.81, 0) : hl_v3(0, 0, -9.81), .bodies = bodies, .loops = loops};
    int ends[MAX_CHAINS];
    for (int c = 0; c < chains; c++) {
        const int length = 2 + (int)(hl_random_bits(&random) % 2);
        for (int k = 0; k < length; k++, def.body_count++)
            bodies[def.body_count] =
                random_body(&random, k == 0 ? MB_GROUND : def.body_count - 1, fastest, planar);
        ends[c] = def.body_count - 1;
    }
    memset(m, 0, sizeof *m);
    random_loops open = {.model = NULL};
    bool ok = open_model(&open, &def, options);
    if (ok) {
        mb_evaluate_poses(open.model, open.state, open.work);
        for (int c = 0; c < chains; c++)
            loops[c] =
                close_chain(&open, &random, ends[c],
                            c > 0 && hl_random_bits(&random) % 2 == 0 ? ends[c - 1] : MB_GROUND, planar);
        def.loop_count = chains;
        ok = open_model(m, &def, options) &&
             mb_assemble(m->model, m->state, m->work, &m->assembly) == HL_OK &&
             m->assembly.rank < mb_model_counts(m->model).columns;
    }
    hl_arena_free(&open.arena);
    if (!ok) random_loops_close(m);
    return ok;
}

void random_loops_close(random_loops *m)
{
    hl_arena_free(&m->arena);
}
