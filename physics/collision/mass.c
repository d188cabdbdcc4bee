/* Mass properties of shapes: closed formulas, and for polyhedra the divergence theorem: signed tetrahedra
 * from one place to each triangle. Of a tetrahedron with corners 0, a, b, c and determinant D = a . (b x c):
 *
 *   volume                D/6
 *   integral of x         D/24 (a + b + c)
 *   integral of x x^T     D/120 (a a^T + b b^T + c c^T + (a + b + c)(a + b + c)^T) */
#include "collision/shape_internal.h"

#include "hl/real.h"

/* First and second moments of a volume about the origin. */
typedef struct moments {
    double volume;
    hl_vec3 first;
    hl_sym3 second;
} moments;

static hl_sym3 square(hl_vec3 v)
{
    return (hl_sym3){v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
}

static hl_sym3 add_scaled(hl_sym3 a, double s, hl_sym3 b)
{
    return (hl_sym3){a.xx + s * b.xx, a.yy + s * b.yy, a.zz + s * b.zz,
                     a.xy + s * b.xy, a.xz + s * b.xz, a.yz + s * b.yz};
}

static void add_tetrahedron(moments *sum, const hl_vec3 corner[3])
{
    const double D = hl_dot(corner[0], hl_cross(corner[1], corner[2]));
    const hl_vec3 all = hl_add(corner[0], hl_add(corner[1], corner[2]));
    sum->volume += D / 6.0;
    sum->first = hl_add_scaled(sum->first, D / 24.0, all);
    sum->second = add_scaled(sum->second, D / 120.0, square(all));
    for (int k = 0; k < 3; k++) sum->second = add_scaled(sum->second, D / 120.0, square(corner[k]));
}

/* Inertia of a second moment S: tr(S) 1 - S. */
static hl_sym3 inertia_of(hl_sym3 S)
{
    return (hl_sym3){S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
}

/* Inertia of a mass in one point, about the origin. */
static hl_sym3 point_inertia(double mass, hl_vec3 at)
{
    const hl_sym3 none = {0};
    return add_scaled(none, mass, inertia_of(square(at)));
}

coll_mass coll_mesh_mass(const coll_mesh *mesh, double density)
{
    const hl_vec3 middle = hl_scale(0.5, hl_add(mesh->info.low, mesh->info.high));
    moments sum = {0};
    for (int t = 0; t < mesh->info.triangles; t++) {
        hl_vec3 corner[3];
        for (int k = 0; k < 3; k++) corner[k] = hl_sub(mesh->vertices[mesh->triangles[t].corner[k]], middle);
        add_tetrahedron(&sum, corner);
    }
    const hl_vec3 centre = sum.volume != 0.0 ? hl_scale(1.0 / sum.volume, sum.first) : hl_v3(0, 0, 0);
    const hl_sym3 about = add_scaled(sum.second, -sum.volume, square(centre)), none = {0};
    return (coll_mass){.volume = sum.volume,
                       .mass = density * sum.volume,
                       .centre = hl_add(middle, centre),
                       .inertia = add_scaled(none, density, inertia_of(about))};
}

/* A round body whose moments about z and across are per unit of volume. */
static coll_mass round_mass(double volume, double axial, double across, double density)
{
    const double mass = density * volume;
    return (coll_mass){.volume = volume,
                       .mass = mass,
                       .inertia = {.xx = mass * across, .yy = mass * across, .zz = mass * axial}};
}

static coll_mass cylinder_mass(double r, double h, double density)
{
    return round_mass(2.0 * HL_PI * r * r * h, r * r / 2.0, r * r / 4.0 + h * h / 3.0, density);
}

/* Two half balls, each with its centre of mass 3/8 r beyond the end of the axis. */
static coll_mass capsule_mass(double r, double h, double density)
{
    const coll_mass body = cylinder_mass(r, h, density);
    const double far = h + 3.0 / 8.0 * r;
    const coll_mass ends = round_mass(4.0 / 3.0 * HL_PI * r * r * r, 2.0 / 5.0 * r * r,
                                      2.0 / 5.0 * r * r - 9.0 / 64.0 * r * r + far * far, density);
    return coll_mass_add(&body, &ends);
}

static coll_mass box_mass(hl_vec3 h, double density)
{
    const double volume = 8.0 * h.x * h.y * h.z, third = density * volume / 3.0;
    return (coll_mass){.volume = volume,
                       .mass = density * volume,
                       .inertia = {.xx = third * (h.y * h.y + h.z * h.z),
                                   .yy = third * (h.x * h.x + h.z * h.z),
                                   .zz = third * (h.x * h.x + h.y * h.y)}};
}

coll_mass coll_shape_mass(const coll_shape *shape, double density)
{
    const double r = shape->radius;
    switch (shape->kind) {
    case COLL_SPHERE:
        return round_mass(4.0 / 3.0 * HL_PI * r * r * r, 2.0 / 5.0 * r * r, 2.0 / 5.0 * r * r, density);
    case COLL_CAPSULE:
        return capsule_mass(r, shape->half_length, density);
    case COLL_CYLINDER:
        return cylinder_mass(r, shape->half_length, density);
    case COLL_BOX:
        return box_mass(shape->half, density);
    case COLL_HULL:
        break;
    }
    return coll_mesh_mass(shape->hull->mesh, density);
}

coll_mass coll_mass_moved(const coll_mass *mass, const mb_pose *pose)
{
    coll_mass moved = *mass;
    moved.centre = coll_out(pose, mass->centre);
    moved.inertia = hl_sym_rotated(&pose->rotation, &mass->inertia);
    return moved;
}

coll_mass coll_mass_add(const coll_mass *a, const coll_mass *b)
{
    coll_mass sum = {.volume = a->volume + b->volume, .mass = a->mass + b->mass};
    if (sum.mass > 0.0)
        sum.centre =
            hl_scale(1.0 / sum.mass, hl_add_scaled(hl_scale(a->mass, a->centre), b->mass, b->centre));
    sum.inertia = hl_sym_add(hl_sym_add(a->inertia, point_inertia(a->mass, hl_sub(a->centre, sum.centre))),
                             hl_sym_add(b->inertia, point_inertia(b->mass, hl_sub(b->centre, sum.centre))));
    return sum;
}
