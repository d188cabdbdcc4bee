/* How many of what: the model's structure beside that of 000 publications IV (sections II and III) and V
 * (section III, table 1). */
#include "tractor.h"

static const char source[] = "000 publications IV, V: section III, table 1";
static const char a_count[] = "a count";

static void count(valid_run *v, const char *what, double published, double here)
{
    valid_published(v, what, "1", source, published, here, 0.0, a_count);
}

/* Bodies that the paper does not have: wheels and crankshaft. */
static bool is_extra(const auth_machine *m, int body)
{
    for (int w = 0; w < m->wheel_count; w++)
        if (m->wheels[w].body == body) return true;
    return m->mechanism->joints[m->engine.crankshaft.joint].child == body;
}

static void count_joints(valid_run *v, const auth_machine *m)
{
    int joints[MB_FREE + 1] = {0}, cut = 0, bodies = 0, coordinates = 0;
    const auth_mechanism *mechanism = m->mechanism;
    for (int i = 0; i < mechanism->joint_count; i++) {
        const auth_joint *joint = &mechanism->joints[i];
        if (is_extra(m, joint->child)) continue;
        bodies++;
        joints[joint->type]++;
        coordinates += joint->dof;
    }
    for (int i = 0; i < mechanism->loop_count; i++) cut += mechanism->loops[i].type == MB_LOOP_REVOLUTE;
    count(v, "bodies without wheels and crankshaft", 13, bodies);
    count(v, "revolute joints, the cut ones included", 8, joints[MB_REVOLUTE] + cut);
    count(v, "cut revolute joints", 3, cut);
    count(v, "spherical joints", 3, joints[MB_SPHERICAL]);
    count(v, "universal joints", 2, joints[MB_UNIVERSAL]);
    count(v, "fixed joints", 2, joints[MB_FIXED]);
    count(v, "joints, the cut ones included", 15,
          joints[MB_REVOLUTE] + cut + joints[MB_SPHERICAL] + joints[MB_UNIVERSAL] + joints[MB_FIXED]);
    count(v, "joint coordinates with the spins of the wheels, without the crankshaft", 28,
          coordinates + m->wheel_count);
}

void tractor_counts(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){.unsettled = true, .drop = 0.3}, &t)) return;
    count_joints(v, t.author);
    const mb_counts counts = mb_model_counts(t.mechanism->model);
    const int rank = t.mechanism->assembly.rank;
    count(v, "closure equations", 15, counts.equations);
    valid_published(v, "rank of their Jacobian", "1", "exact: none of the 15 equations is redundant", 15,
                    rank, 0.0, a_count);
    count(v, "degrees of freedom without wheels and crankshaft", 9,
          counts.columns - rank - t.author->wheel_count - 1);
    valid_published(v, "velocities of the model: 28 and the crankshaft", "1", "exact: one coordinate more",
                    29, counts.columns, 0.0, a_count);
}
