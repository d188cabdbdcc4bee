/* Building and driving the tractor for validation cases. */
#include "tractor.h"

#include "run_internal.h"

#include <math.h>
#include <string.h>

const char *const tractor_wheel_names[TRACTOR_WHEELS] = {"front_left", "front_right", "rear_left",
                                                         "rear_right"};

static bool fail(valid_run *run, const char *what, hl_status status, const hl_report *report)
{
    char line[HL_MESSAGE_LENGTH + HL_FILE_LENGTH];
    if (report->count == 0) {
        valid_failed(run, "tractor, %s: %s", what, hl_status_text(status));
        return false;
    }
    hl_report_line(report, 0, line, sizeof line);
    valid_failed(run, "%s", line);
    return false;
}

static bool read_machine(valid_run *run, auth_machine **author)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/machines/tractor.yaml", run->results->assets);
    hl_report *report = HL_NEW(valid_arena(run), hl_report, 1);
    if (!report) {
        valid_failed(run, "tractor: %s", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    hl_report_begin(report, path);
    const hl_status status = auth_machine_read(path, valid_arena(run), author, report);
    return status == HL_OK || fail(run, "reading", status, report);
}

/* What the cases call by name. */
static bool has_parts(tractor *t)
{
    static const char *const bodies[] = {"front_axle", "pivot_left", "pivot_right", "arm", "bucket"};
    static const char *const joints[] = {"kingpin_left", "lift",   "guide_rod",
                                         "guide_plate",  "bucket", "bell_crank"};
    static const char *const cylinders[] = {"lift", "tilt"};
    bool all = true;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) all &= tractor_body(t, bodies[i]) >= 0;
    for (size_t i = 0; i < sizeof cylinders / sizeof *cylinders; i++)
        all &= tractor_cylinder(t, cylinders[i]) != NULL;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        if (tractor_joint(t->author, joints[i])) continue;
        valid_failed(t->run, "the tractor has no joint '%s'", joints[i]);
        all = false;
    }
    return all;
}

static auth_scenario *make_scenario(valid_run *run, const tractor_start *start)
{
    auth_scenario *scenario = HL_NEW(valid_arena(run), auth_scenario, 1);
    if (!scenario) return NULL;
    *scenario = (auth_scenario){
        .name = "validation",
        .step = start->step,
        .ground = {.kind = AUTH_GROUND_PLANE,
                   .surface = start->surface ? start->surface : "asphalt",
                   .slope = start->slope},
        .start = {.at = {start->x, 0.0}, .drop = start->drop, .settled = !start->unsettled, .engine = true}};
    return scenario;
}

bool tractor_build(valid_run *run, const tractor_start *start, tractor *built)
{
    auth_machine *author = NULL;
    *built = (tractor){.run = run, .failed = true};
    if (!read_machine(run, &author)) return false;
    built->author = author;
    if (!has_parts(built)) return false;
    if (start->change) start->change(author, start->with);
    const auth_scenario *scenario = make_scenario(run, start);
    hl_report *reports = HL_NEW(valid_arena(run), hl_report, 2);
    if (!scenario || !reports) {
        valid_failed(run, "tractor: %s", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    for (int i = 0; i < 2; i++) hl_report_begin(&reports[i], "tractor.yaml");
    mb_step_options options = world_machine_options(author, scenario);
    if (start->formulation && !mb_formulation_parse(start->formulation, &options.formulation)) {
        valid_failed(run, "tractor: unknown formulation '%s'", start->formulation);
        return false;
    }
    if (start->state_tolerance > 0.0) options.state_tolerance = start->state_tolerance;
    *built = (tractor){.run = run, .author = author, .scenario = scenario};
    const hl_status status = world_machine_build(author, scenario, &options, valid_arena(run), &reports[0],
                                                 &reports[1], &built->machine);
    if (status != HL_OK) return fail(run, "building", status, &reports[reports[0].count ? 0 : 1]);
    built->mechanism = world_machine_mechanism(built->machine);
    built->signals = HL_NEW(valid_arena(run), double, world_signal_count(built->machine));
    return built->signals != NULL;
}

/* ---- driving ---- */

void tractor_set(tractor *t, const char *control, double value)
{
    const int c = world_control_find(t->machine, control);
    if (c >= 0)
        world_control_set(t->machine, c, value);
    else
        valid_failed(t->run, "the tractor has no control '%s'", control);
}

bool tractor_step(tractor *t)
{
    if (t->failed) return false;
    const hl_status status = world_machine_step(t->machine);
    if (status == HL_OK) return true;
    t->failed = true;
    char unknown[128];
    world_mechanism_unknown_name(t->mechanism, world_machine_report(t->machine)->worst_unknown, unknown,
                                 sizeof unknown);
    valid_failed(t->run, "tractor, step %lld: %s (%s)", (long long)world_machine_tick(t->machine) + 1,
                 hl_status_text(status), unknown);
    return false;
}

bool tractor_drive(tractor *t, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(t->machine));
    for (long i = 0; i < steps; i++)
        if (!tractor_step(t)) return false;
    return true;
}

bool tractor_press(tractor *t, const char *button)
{
    tractor_set(t, button, 1.0);
    const bool first = tractor_step(t);
    tractor_set(t, button, 0.0);
    return first && tractor_step(t);
}

/* ---- looking ---- */

void tractor_look(tractor *t)
{
    world_machine_signals(t->machine, t->signals);
}

double tractor_signal(tractor *t, const char *name)
{
    const int s = world_signal_find(t->machine, name);
    if (s >= 0) return t->signals[s] * world_signal_info(t->machine, s).si;
    valid_failed(t->run, "the tractor has no signal '%s'", name);
    return (double)NAN;
}

double tractor_now(tractor *t, const char *name)
{
    tractor_look(t);
    return tractor_signal(t, name);
}

double tractor_wheel(tractor *t, int wheel, const char *what)
{
    char name[100];
    snprintf(name, sizeof name, "wheel.%s.%s", tractor_wheel_names[wheel], what);
    return tractor_signal(t, name);
}

int tractor_body(tractor *t, const char *name)
{
    const auth_mechanism *m = t->author->mechanism;
    for (int i = 0; i < m->body_count; i++)
        if (strcmp(m->bodies[i].name, name) == 0) return i;
    valid_failed(t->run, "the tractor has no body '%s'", name);
    return -1;
}

hl_vec3 tractor_point(const tractor *t, int body, const double at[3])
{
    return mb_point(t->mechanism->model, t->mechanism->work, body, hl_v3(at[0], at[1], at[2])).position;
}

double tractor_mass(const tractor *t, hl_vec3 *centre)
{
    const auth_mechanism *m = t->author->mechanism;
    double mass = 0.0;
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < m->body_count; i++) {
        mass += m->bodies[i].mass;
        sum = hl_add_scaled(sum, m->bodies[i].mass, tractor_point(t, i, m->bodies[i].centre));
    }
    *centre = hl_scale(1.0 / mass, sum);
    return mass;
}

/* ---- the descriptor ---- */

auth_joint *tractor_joint(const auth_machine *author, const char *name)
{
    for (int i = 0; i < author->mechanism->joint_count; i++)
        if (strcmp(author->mechanism->joints[i].name, name) == 0) return &author->mechanism->joints[i];
    return NULL;
}

static const auth_wheel *wheel_of(const tractor *t, int wheel)
{
    return &t->author->wheels[t->author->driveline.wheels[wheel]];
}

const auth_tire *tractor_tire(const tractor *t, int wheel)
{
    return &t->author->tires[wheel_of(t, wheel)->tire];
}

const auth_tire_friction *tractor_tire_friction(const tractor *t, int wheel)
{
    const auth_tire *tire = tractor_tire(t, wheel);
    for (int i = 0; i < tire->friction_count; i++)
        if (strcmp(tire->friction[i].surface, t->scenario->ground.surface) == 0) return &tire->friction[i];
    return &tire->friction[0];
}

double tractor_spin_inertia(const tractor *t, int wheel)
{
    return t->author->mechanism->bodies[wheel_of(t, wheel)->body].inertia[1];
}

const auth_cylinder *tractor_cylinder(const tractor *t, const char *name)
{
    const auth_mechanism *m = t->author->mechanism;
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].cylinder_count; i++)
            if (strcmp(m->circuits[c].cylinders[i].name, name) == 0) return &m->circuits[c].cylinders[i];
    valid_failed(t->run, "the tractor has no cylinder '%s'", name);
    return NULL;
}
