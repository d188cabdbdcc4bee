/* The excavator of validation cases: what they call by name. */
#include "excavator.h"

bool excavator_build(valid_run *run, const driven_start *start, driven *built)
{
    static const driven_kind kind = {
        .name = "excavator",
        .surface = "firm earth",
        .bodies = {"undercarriage", "upper", "boom", "dipper", "bucket", "blade"},
        .joints = {"swing", "blade", "boom", "dipper", "bucket", "rocker", "link"},
        .cylinders = {"boom", "dipper", "bucket", "blade"},
        .reliefs = {"boom_a", "boom_b", "dipper_a", "dipper_b", "bucket_a", "bucket_b"}};
    return driven_build(run, &kind, start, built);
}
