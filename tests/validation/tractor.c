/* The tractor of validation cases: what they call by name, and its wheels. */
#include "tractor.h"

#include <stdio.h>
#include <string.h>

static const char *const wheel_names[TRACTOR_WHEELS] = {"front_left", "front_right", "rear_left",
                                                        "rear_right"};

bool tractor_build(valid_run *run, const driven_start *start, driven *built)
{
    static const driven_kind kind = {
        .name = "tractor",
        .surface = "asphalt",
        .bodies = {"front_axle", "pivot_left", "pivot_right", "arm", "bucket"},
        .joints = {"kingpin_left", "lift", "guide_rod", "guide_plate", "bucket", "bell_crank"},
        .cylinders = {"lift", "tilt"}};
    return driven_build(run, &kind, start, built);
}

double tractor_wheel(driven *t, int wheel, const char *what)
{
    char name[100];
    snprintf(name, sizeof name, "wheel.%s.%s", wheel_names[wheel], what);
    return driven_signal(t, name);
}

static const auth_wheel *wheel_of(const driven *t, int wheel)
{
    return &t->author->wheels[t->author->driveline.wheels[wheel]];
}

const auth_tire *tractor_tire(const driven *t, int wheel)
{
    return &t->author->tires[wheel_of(t, wheel)->tire];
}

const auth_tire_friction *tractor_tire_friction(const driven *t, int wheel)
{
    const auth_tire *tire = tractor_tire(t, wheel);
    for (int i = 0; i < tire->friction_count; i++)
        if (strcmp(tire->friction[i].surface, t->scenario->ground.surface) == 0) return &tire->friction[i];
    return &tire->friction[0];
}

double tractor_spin_inertia(const driven *t, int wheel)
{
    return t->author->mechanism->bodies[wheel_of(t, wheel)->body].inertia[1];
}
