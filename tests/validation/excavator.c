/* The excavator of validation cases: what they call by name. */
#include "excavator.h"

bool excavator_build(valid_run *run, const driven_start *start, driven *built)
{
    static const char *const bodies[] = {"undercarriage", "upper", "boom", "dipper", "bucket", "blade", NULL};
    static const char *const joints[] = {"swing",  "blade",  "boom", "dipper",
                                         "bucket", "rocker", "link", NULL};
    static const char *const cylinders[] = {"boom", "dipper", "bucket", "blade", NULL};
    static const char *const reliefs[] = {"boom_a",   "boom_b",   "dipper_a", "dipper_b",
                                          "bucket_a", "bucket_b", NULL};
    static const driven_kind kind = {.name = "excavator",
                                     .surface = "firm earth",
                                     .bodies = bodies,
                                     .joints = joints,
                                     .cylinders = cylinders,
                                     .reliefs = reliefs};
    return driven_build(run, &kind, start, built);
}
