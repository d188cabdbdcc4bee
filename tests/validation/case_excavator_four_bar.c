/* The bucket's four-bar, rocker K-J, link J-L, bucket O3-L: the assembled loop against its closed form, over
 * the whole stroke. Once with the machine's pins, once with those of a published 8 t model of another shape.
 */
#include "excavator.h"
#include "excavator_arm.h"

#include <math.h>

/* In the dipper's frame [m]: K, O3; lengths JK, JL, O3-L; L's direction from the bucket's x axis [rad]. */
typedef struct four_bar {
    double k[2], o3[2], rocker, link, bucket, at;
} four_bar;

static four_bar of_machine(const auth_machine *author)
{
    const auth_joint *rocker = driven_joint(author, "rocker"), *bucket = driven_joint(author, "bucket"),
                     *link = driven_joint(author, "link");
    const mb_loop_def *loop = &author->mechanism->loops[0];
    return (four_bar){{rocker->at[0], rocker->at[2]},          {bucket->at[0], bucket->at[2]},
                      hypot(link->at[0], link->at[2]),         hypot(loop->point_a.x, loop->point_a.z),
                      hypot(loop->point_b.x, loop->point_b.z), atan2(loop->point_b.z, loop->point_b.x)};
}

/* Law of cosines in the triangle K J L, J to the left of the line from K to L. @return angle of the rocker */
static double closed_form(const four_bar *f, double bucket, double j[2])
{
    const double lx = f->o3[0] + f->bucket * cos(bucket + f->at) - f->k[0],
                 lz = f->o3[1] + f->bucket * sin(bucket + f->at) - f->k[1], e = hypot(lx, lz);
    const double rocker =
        atan2(lz, lx) + acos((f->rocker * f->rocker + e * e - f->link * f->link) / (2.0 * f->rocker * e));
    j[0] = f->k[0] + f->rocker * cos(rocker);
    j[1] = f->k[1] + f->rocker * sin(rocker);
    return rocker;
}

/* Largest differences of the rocker's angle and of the cylinder's length between two angles of the bucket. */
typedef struct difference {
    double angle, length;
} difference;

static bool compare(arm *a, double from, double to, valid_curve *curve, difference *most)
{
    enum { POINTS = 60 };
    const four_bar f = of_machine(a->e->author);
    const auth_cylinder *c = driven_cylinder(a->e->author, "bucket");
    *most = (difference){0};
    for (int i = 0; i <= POINTS; i++) {
        const double bucket = from + (to - from) * i / POINTS;
        double j[2];
        if (!arm_turn(a, ARM_BUCKET, bucket)) return false;
        const double rocker = closed_form(&f, bucket, j),
                     length = hypot(j[0] - c->a_at[0], j[1] - c->a_at[2]);
        most->angle =
            fmax(most->angle, fabs(remainder(arm_angle_of(a, "rocker") - rocker, 2.0 * acos(-1.0))));
        most->length = fmax(most->length, fabs(arm_length(a, ARM_BUCKET) - length));
        if (curve) valid_curve_add(curve, arm_length(a, ARM_BUCKET), bucket / DRIVEN_DEGREE);
    }
    return true;
}

static const char assembly[] = "closure to 1e-10 m over a lever of 0.4 m, safety 4";

static void own(valid_run *v)
{
    driven e;
    arm a;
    difference most;
    if (!excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    if (!arm_extend(&a, ARM_BUCKET, 1.0)) return;
    const double curled = arm_angle(&a, ARM_BUCKET);
    if (!arm_extend(&a, ARM_BUCKET, 0.0)) return;
    valid_plot *plot = valid_plot_new(v, "four-bar", "bucket's four-bar over the whole stroke",
                                      "bucket cylinder [m]", "bucket against dipper [deg]");
    if (!compare(&a, arm_angle(&a, ARM_BUCKET), curled, valid_plot_curve(plot, "assembled", false), &most))
        return;
    valid_bound(v, "bucket's four-bar over the whole stroke: rocker's angle", "rad", "exact: law of cosines",
                most.angle, 1e-9, assembly);
    valid_bound(v, "the same: length of the bucket cylinder", "m", "exact: law of cosines", most.length, 1e-9,
                assembly);
}

/* ---- another machine's pins ---- */

/* KennyVilella/excavator_simulator_mujoco: K (1.522, 0.065), M = O3 (1.996, 0), JK 0.454, JL 0.449, L 0.379
 * from M. The cylinder's foot I (0.240, 0.378); its rod is 0.866 m long. */
static void take_pins(auth_machine *author, const void *with)
{
    (void)with;
    auth_joint *rocker = driven_joint(author, "rocker"), *bucket = driven_joint(author, "bucket");
    mb_loop_def *loop = &author->mechanism->loops[0];
    auth_cylinder *c = driven_cylinder(author, "bucket");
    rocker->at[0] = 1.522, rocker->at[2] = 0.065;
    bucket->at[0] = 1.996, bucket->at[2] = 0.0;
    driven_joint(author, "link")->at[0] = 0.454;
    loop->point_a.x = 0.449, loop->point_a.z = 0.0;
    loop->point_b.x = 0.379 * cos(65.0 * DRIVEN_DEGREE), loop->point_b.z = 0.379 * sin(65.0 * DRIVEN_DEGREE);
    c->a_at[0] = 0.240, c->a_at[2] = 0.378;
    c->b_at[0] = 0.454;
    c->def.cylinder.length_0 = 0.866;
    c->def.cylinder.stroke = 1.2;
    bucket->position[0] = -60.0 * DRIVEN_DEGREE;
    double j[2];
    const four_bar f = of_machine(author);
    rocker->position[0] = closed_form(&f, bucket->position[0], j);
}

static void published(valid_run *v)
{
    driven e;
    arm a;
    difference most;
    if (!excavator_build(v, &(driven_start){.unsettled = true, .change = take_pins}, &e) ||
        !arm_begin(&e, &a))
        return;
    if (!arm_turn(&a, ARM_BUCKET, -120.0 * DRIVEN_DEGREE) ||
        !compare(&a, -120.0 * DRIVEN_DEGREE, 20.0 * DRIVEN_DEGREE, NULL, &most))
        return;
    valid_bound(v, "pins of an 8 t model, bucket from -120 to 20 deg: rocker's angle", "rad",
                "pins of excavator_simulator_mujoco; law of cosines", most.angle, 1e-9, assembly);
}

void excavator_four_bar(valid_run *v)
{
    own(v);
    published(v);
}
