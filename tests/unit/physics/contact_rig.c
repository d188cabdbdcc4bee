#include "contact_rig.h"

#include "support/check.h"

contact_box rig_box(hl_vec3 centre, hl_vec3 turn, hl_vec3 half)
{
    return (contact_box){centre, hl_quat_matrix(hl_quat_exp(turn)), half};
}

hl_vec3 rig_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

contact_box rig_random_box(uint64_t *seed, double spread)
{
    const hl_vec3 centre = rig_vector(seed, spread), turn = rig_vector(seed, 3.0);
    return rig_box(centre, turn, hl_add(hl_v3(0.6, 0.6, 0.6), rig_vector(seed, 0.5)));
}

double rig_reach(const contact_box *box, hl_vec3 u)
{
    double most = hl_dot(u, contact_box_corner(box, 0));
    for (int i = 1; i < 8; i++) most = fmax(most, hl_dot(u, contact_box_corner(box, i)));
    return most;
}

double rig_overlap_along(const contact_box *a, const contact_box *b, hl_vec3 u)
{
    return rig_reach(b, u) + rig_reach(a, hl_neg(u));
}

static hl_vec3 local(const contact_box *box, hl_vec3 place)
{
    return hl_mul_transposed(&box->axes, hl_sub(place, box->centre));
}

double rig_outside(const contact_box *box, hl_vec3 place)
{
    const hl_vec3 p = local(box, place);
    return fmax(fabs(p.x) - box->half.x, fmax(fabs(p.y) - box->half.y, fabs(p.z) - box->half.z));
}

static double clamped(double x, double most)
{
    return fmin(fmax(x, -most), most);
}

static hl_vec3 nearest(const contact_box *box, hl_vec3 place)
{
    const hl_vec3 p = local(box, place), h = box->half;
    return hl_add(box->centre,
                  hl_mul(&box->axes, hl_v3(clamped(p.x, h.x), clamped(p.y, h.y), clamped(p.z, h.z))));
}

rig_verdict rig_meet(const contact_box *a, const contact_box *b)
{
    const double rounding = 1e-12; /* of places a few metres from the origin, with room */
    hl_vec3 p = a->centre;
    for (int turn = 0; turn < 2000; turn++) {
        const hl_vec3 q = nearest(b, p);
        if (hl_norm(hl_sub(p, q)) < rounding) return RIG_MEET;
        p = nearest(a, q);
        const hl_vec3 gap = hl_sub(p, q);
        if (hl_norm(gap) < rounding) return RIG_MEET;
        if (rig_overlap_along(a, b, hl_normalized(gap)) < -rounding) return RIG_APART;
    }
    return RIG_UNDECIDED;
}
