/* Working range: the assembled arm driven to the ends of its cylinders. */
#include "excavator.h"
#include "excavator_arm.h"

#include <math.h>

static const char table[] = "data sheets of the class";

static void ends(valid_run *v, arm *a)
{
    static const struct {
        int joint;
        double share, published;
        const char *what;
    } rows[] = {{ARM_BOOM, 0.0, -47.0, "boom's chord, cylinders closed"},
                {ARM_BOOM, 1.0, 62.3, "boom's chord, cylinders open"},
                {ARM_DIPPER, 1.0, -149.9, "dipper against the chord, cylinder open"},
                {ARM_DIPPER, 0.0, -28.0, "dipper against the chord, cylinder closed"}};
    static const double PINS = 1.5e-3; /* [m] three pins printed to 1 mm */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double lever;
        if (!arm_extend(a, rows[i].joint, rows[i].share) || !arm_lever(a, rows[i].joint, &lever)) return;
        valid_published(v, rows[i].what, "deg", "design of the pins: plane triangles", rows[i].published,
                        arm_angle(a, rows[i].joint) / DRIVEN_DEGREE,
                        0.05 + PINS / fabs(lever) / DRIVEN_DEGREE,
                        "printed to 0.1 deg; pins to 1 mm over the cylinder's lever");
    }
    if (!arm_extend(a, ARM_BUCKET, 1.0)) return;
    const double curled = arm_angle(a, ARM_BUCKET);
    if (!arm_extend(a, ARM_BUCKET, 0.0)) return;
    valid_published(v, "bucket: turn from end to end", "deg", "design of the pins: plane triangles", 171.0,
                    (arm_angle(a, ARM_BUCKET) - curled) / DRIVEN_DEGREE, 1.0,
                    "172 deg printed to a degree; 138.1 + 32.9 deg in assets/machines/README.md");
}

static void ground(valid_run *v, arm *a)
{
    if (!arm_straight(a, 0.5, 0.0) || !arm_reach_ground(a)) return;
    valid_published(v, "reach at ground line, bucket in line with the dipper", "m", table, 9.86, arm_tip(a).x,
                    0.02, "printed to 0.01 m, joints to 0.1 deg of 9.8 m");
    double best = 0.0;
    for (int i = 0; i <= 30; i++) {
        if (!arm_turn(a, ARM_BUCKET, i * DRIVEN_DEGREE) || !arm_reach_ground(a)) return;
        best = fmax(best, arm_tip(a).x);
    }
    valid_published(v, "the same, bucket as it reaches furthest", "m",
                    "excavator_geometry.py, plane mechanism on its own; class 9.85", 9.94, best, 0.005,
                    "printed to 0.01 m");
}

static void depth(valid_run *v, arm *a)
{
    if (!arm_straight(a, 0.0, 0.5) || !arm_hang(a, ARM_DIPPER, ARM_DIPPER)) return;
    valid_published(v, "digging depth: boom at its lower end, dipper and bucket hanging", "m", table, 6.71,
                    -arm_tip(a).z, 0.01, "printed to 0.01 m");
}

static void height(valid_run *v, arm *a)
{
    if (!arm_straight(a, 1.0, 0.0)) return;
    valid_published(v, "cutting height, bucket in line with the dipper", "m", table, 9.34, arm_tip(a).z, 0.05,
                    "of the dipper's end 1.4 deg: ends of strokes to 1 cm");
    if (!arm_extend(a, ARM_BUCKET, 0.0)) return;
    valid_published(
        v, "cutting height, bucket dumped", "m",
        "excavator_geometry.py, plane mechanism on its own; class 9.4 to 9.6, of buckets that open less",
        9.90, arm_tip(a).z, 0.005, "printed to 0.01 m");
    if (!arm_hang(a, ARM_BUCKET, ARM_BUCKET)) return;
    valid_published(v, "dump height: tip of the hanging bucket", "m",
                    "excavator_geometry.py, plane mechanism on its own; class 6.5", 7.07,
                    arm_pin(a).z - arm_tip_radius(a), 0.005, "printed to 0.01 m");
}

void excavator_range(valid_run *v)
{
    driven e;
    arm a;
    if (!excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    ends(v, &a);
    ground(v, &a);
    depth(v, &a);
    height(v, &a);
}
