/* Between what values signals lie: by their names, by what an output measures, by what a control may be. */
#include "plausible.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef world_signal_span span;

/* ---- by name ---- */

static const struct {
    const char *pattern; /* a star stands for a name, which has no dot */
    span range;          /* in the signal's unit */
} named[] = {
    {"chassis.heading", {-PI, PI}},
    {"chassis.roll", {-0.5 * PI, 0.5 * PI}},
    {"chassis.pitch", {-0.5 * PI, 0.5 * PI}},
    {"solver.cut", {0, 1}},
    {"engine.running", {0, 1}},
    {"fuel.share", {0, 1}},
    {"fuel.used", {0, HUGE_VAL}},
    {"gear.direction", {-1, 1}},
    {"gear.changing", {0, 1}},
    {"brake.*", {0, 1}},
    {"wheel.*.load", {0, HUGE_VAL}},
    {"wheel.*.deflection", {0, HUGE_VAL}},
    {"wheel.*.sinkage", {0, HUGE_VAL}},
    {"track.*.load", {0, HUGE_VAL}},
    {"track.*.sinkage", {0, HUGE_VAL}},
    {"contact.*.force", {0, HUGE_VAL}},
    {"*.mass", {0, HUGE_VAL}},
    {"zone.*.mass", {0, HUGE_VAL}},
    {"hits.count", {0, HUGE_VAL}},
    {"hits.impulse", {0, HUGE_VAL}},
    {"controls.travel", {0, HUGE_VAL}},
    {"goal.share", {0, 1}},
    {"region.*.inside", {0, 1}},
    {"region.*.marked", {0, 1}},
    {"object.*.speed", {0, HUGE_VAL}},
    {"object.*.awake", {0, 1}},
    {"object.*.hits", {0, HUGE_VAL}},
    {"object.*.drops", {0, HUGE_VAL}},
    {"objects.awake", {0, HUGE_VAL}},
    {"objects.waiting", {0, HUGE_VAL}},
    {"objects.drops", {0, HUGE_VAL}},
    {"profile.*.within", {0, 1}},
    {"profile.*.rms", {0, HUGE_VAL}},
    {"profile.*.left", {0, HUGE_VAL}},
    {"profile.*.missing", {0, HUGE_VAL}},
    {"task.*.state", {0, 3}},
    {"task.*.time", {0, HUGE_VAL}},
    {"task.*.count", {0, HUGE_VAL}},
};

static bool is_like(const char *name, const char *pattern)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '*') {
            if (*name++ != *pattern) return false;
            continue;
        }
        const size_t length = strcspn(name, ".");
        if (length == 0) return false;
        name += length;
    }
    return *name == '\0';
}

static bool by_name(const char *name, span *range)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (!is_like(name, named[i].pattern)) continue;
        *range = named[i].range;
        return true;
    }
    return false;
}

/* ---- by figures of the machine ---- */

static double road_speed(const auth_machine *author)
{
    const auth_driveline *line = &author->driveline;
    const auth_wheel *rear = &author->wheels[line->wheels[2]];
    return author->engine.model.top_speed * author->tires[rear->tire].model.radius /
           (line->gearbox.ratio[line->gearbox.gear_count - 1] * line->model.rear_ratio);
}

static bool by_figures(const world_machine *machine, const char *name, span *range)
{
    static const double over = 1.5, downhill = 3.0; /* times the governed speed, the road speed */
    const auth_machine *a = machine->author;
    if (strcmp(name, "time") == 0)
        *range = (span){0.0, machine->site->scenario != NULL && machine->site->scenario->seconds > 0.0
                                 ? machine->site->scenario->seconds
                                 : HUGE_VAL};
    else if (a->has_engine && strcmp(name, "engine.speed") == 0)
        *range = (span){0.0, over * a->engine.model.top_speed * 30.0 / PI};
    else if (a->has_engine && strcmp(name, "fuel.level") == 0)
        *range = (span){0.0, 1e3 * a->engine.tank};
    else if (a->has_driveline && strcmp(name, "gear.number") == 0)
        *range = (span){1.0, a->driveline.gearbox.gear_count};
    else if (a->has_driveline && strcmp(name, "vehicle.speed") == 0)
        *range = (span){-downhill * road_speed(a), downhill * road_speed(a)};
    else
        return false;
    return true;
}

/* ---- outputs ---- */

/* Joints that turn on and on: wheels, sprockets, the crankshaft. */
static bool spins(const auth_machine *author, int joint)
{
    bool any = author->has_engine && author->engine.crankshaft.joint == joint;
    for (int w = 0; w < author->wheel_count; w++) any |= author->wheels[w].joint == joint;
    for (int t = 0; t < author->track_count; t++) any |= author->tracks[t].joint == joint;
    return any;
}

/* A tenth beyond the stops: they give way. Without stops two turns, more than any arm or slewing ring is
 * asked for.
 */
static bool of_joint(const auth_machine *author, const auth_output *out, span *range)
{
    const auth_mechanism *m = author->mechanism;
    for (int i = 0; i < m->stop_count; i++) {
        const auth_stop *stop = &m->stops[i];
        if (stop->on.joint != out->of || stop->on.coordinate != out->coordinate) continue;
        const double more = 0.1 * (stop->parameters.upper - stop->parameters.lower);
        *range = (span){stop->parameters.lower - more, stop->parameters.upper + more};
        return true;
    }
    *range = (span){-4.0 * PI, 4.0 * PI};
    return out->angular && !spins(author, out->of);
}

static bool of_cylinder(const auth_mechanism *m, const auth_output *out, span *range)
{
    *range = (span){0.0, HUGE_VAL};
    if (out->circuit < 0) return !out->angular;
    const auth_cylinder *c = &m->circuits[out->circuit].cylinders[out->of];
    if (out->list != AUTH_LIST_CYLINDER || !c->length_given || c->def.cylinder.sign != HYD_SIGN_PHYSICAL)
        return true;
    const double closed = c->def.cylinder.length_0 - c->def.cylinder.chamber_0,
                 stroke = c->def.cylinder.stroke, more = 0.1 * stroke;
    *range = (span){closed - more, closed + stroke + more};
    return true;
}

static bool of_output(const auth_machine *author, const auth_output *out, span *range)
{
    switch (out->quantity) {
    case AUTH_OUT_ROLL:
    case AUTH_OUT_HEADING:
        *range = (span){-PI, PI};
        return true;
    case AUTH_OUT_PITCH:
        *range = (span){-0.5 * PI, 0.5 * PI};
        return true;
    case AUTH_OUT_DISTANCE:
    case AUTH_OUT_REACH:
    case AUTH_OUT_KINETIC:
        *range = (span){0.0, HUGE_VAL};
        return true;
    case AUTH_OUT_PRESSURE: /* 100 MPa: hoses burst before */
        *range = (span){0.0, 1e8};
        return true;
    case AUTH_OUT_SWASH:
        *range = (span){-1.0, 1.0};
        return true;
    case AUTH_OUT_JOINT_POSITION:
        return of_joint(author, out, range);
    case AUTH_OUT_LENGTH:
        return of_cylinder(author->mechanism, out, range);
    default:
        return false;
    }
}

/* The output that a column belongs to; of those with three columns there is no range. */
static const auth_output *output_of(const world_machine *machine, int signal)
{
    const auth_mechanism *m = machine->author->mechanism;
    const world_signal_entry *entry = &machine->world->signals[signal];
    if (entry->evaluate != NULL) return NULL;
    for (int i = 0; i < m->output_count; i++)
        if (strcmp(m->outputs[i].name, entry->own) == 0) return &m->outputs[i];
    return NULL;
}

static bool of_control(const world_machine *machine, const char *name, span *range)
{
    static const char start[] = "control.";
    const int control = strncmp(name, start, sizeof start - 1) == 0
                            ? world_control_find(machine, name + sizeof start - 1)
                            : -1;
    if (control < 0) return false;
    const world_control info = world_control_info(machine, control);
    *range = (span){info.low, info.high};
    return true;
}

bool world_signal_between(const world_machine *machine, int signal, world_signal_span *range)
{
    const char *name = machine->world->signals[signal].own;
    machine = machine->world->signals[signal].machine;
    const auth_output *out = output_of(machine, signal);
    if (out != NULL) return of_output(machine->author, out, range);
    return by_figures(machine, name, range) || of_control(machine, name, range) || by_name(name, range);
}
