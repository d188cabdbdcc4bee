/* Building and driving the excavator for validation cases. */
#include "excavator.h"

#include "run_internal.h"

#include <math.h>
#include <string.h>

const double EXCAVATOR_GRAVITY = 9.81;
const double EXCAVATOR_DEGREE = 0.017453292519943295;

static bool fail(valid_run *run, const char *what, hl_status status, const hl_report *report)
{
    char line[HL_MESSAGE_LENGTH + HL_FILE_LENGTH];
    if (report->count == 0) {
        valid_failed(run, "excavator, %s: %s", what, hl_status_text(status));
        return false;
    }
    hl_report_line(report, 0, line, sizeof line);
    valid_failed(run, "%s", line);
    return false;
}

static bool read_machine(valid_run *run, const excavator_start *start, auth_machine **author)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/machines/excavator.yaml", run->results->assets);
    hl_report *report = HL_NEW(valid_arena(run), hl_report, 1);
    if (!report) {
        valid_failed(run, "excavator: %s", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    hl_report_begin(report, path);
    const auth_choice choice = {"bucket", start->bucket};
    const hl_status status =
        auth_machine_read_chosen(path, &choice, start->bucket ? 1 : 0, valid_arena(run), author, report);
    return status == HL_OK || fail(run, "reading", status, report);
}

/* What the cases call by name without asking whether it is there. */
static bool has_parts(const excavator *e)
{
    static const char *const joints[] = {"swing", "blade", "boom", "dipper", "bucket", "rocker", "link"};
    static const char *const cylinders[] = {"boom", "dipper", "bucket", "blade"};
    static const char *const reliefs[] = {"boom_a", "boom_b", "dipper_a", "dipper_b", "bucket_a", "bucket_b"};
    bool all = e->author->mechanism->circuit_count > 0 && e->author->mechanism->loop_count > 0;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        all = all && excavator_joint(e->author, joints[i]);
    for (size_t i = 0; i < sizeof cylinders / sizeof *cylinders; i++)
        all = all && excavator_cylinder(e->author, cylinders[i]);
    for (size_t i = 0; i < sizeof reliefs / sizeof *reliefs; i++)
        all = all && excavator_relief(e->author, reliefs[i]);
    if (!all) valid_failed(e->run, "the excavator lacks a joint, cylinder or valve that the case names");
    return all;
}

static auth_scenario *make_scenario(valid_run *run, const excavator_start *start)
{
    auth_scenario *scenario = HL_NEW(valid_arena(run), auth_scenario, 1);
    if (!scenario) return NULL;
    *scenario =
        (auth_scenario){.name = "validation",
                        .step = start->step,
                        .ground = {.kind = AUTH_GROUND_PLANE, .surface = "firm earth", .slope = start->slope},
                        .start = {.settled = !start->unsettled, .engine = true}};
    return scenario;
}

bool excavator_build(valid_run *run, const excavator_start *start, excavator *built)
{
    auth_machine *author = NULL;
    *built = (excavator){.run = run, .failed = true};
    if (!read_machine(run, start, &author)) return false;
    built->author = author;
    if (!has_parts(built)) return false;
    if (start->change) start->change(author, start->with);
    const auth_scenario *scenario = make_scenario(run, start);
    hl_report *reports = HL_NEW(valid_arena(run), hl_report, 2);
    if (!scenario || !reports) {
        valid_failed(run, "excavator: %s", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    for (int i = 0; i < 2; i++) hl_report_begin(&reports[i], "excavator.yaml");
    mb_step_options options = world_machine_options(author, scenario);
    if (start->state_tolerance > 0.0) options.state_tolerance = start->state_tolerance;
    const hl_status status = world_machine_build(author, scenario, &options, valid_arena(run), &reports[0],
                                                 &reports[1], &built->machine);
    if (status != HL_OK) return fail(run, "building", status, &reports[reports[0].count ? 0 : 1]);
    built->mechanism = world_machine_mechanism(built->machine);
    built->signals = HL_NEW(valid_arena(run), double, world_signal_count(built->machine));
    built->failed = built->signals == NULL;
    return !built->failed;
}

/* ---- driving ---- */

void excavator_set(excavator *e, const char *control, double value)
{
    const int c = world_control_find(e->machine, control);
    if (c >= 0)
        world_control_set(e->machine, c, value);
    else
        valid_failed(e->run, "the excavator has no control '%s'", control);
}

bool excavator_step(excavator *e)
{
    if (e->failed) return false;
    const hl_status status = world_machine_step(e->machine);
    if (status == HL_OK) return true;
    e->failed = true;
    char unknown[128];
    world_mechanism_unknown_name(e->mechanism, world_machine_report(e->machine)->worst_unknown, unknown,
                                 sizeof unknown);
    valid_failed(e->run, "excavator, step %lld: %s (%s)", (long long)world_machine_tick(e->machine) + 1,
                 hl_status_text(status), unknown);
    return false;
}

bool excavator_drive(excavator *e, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(e->machine));
    for (long i = 0; i < steps; i++)
        if (!excavator_step(e)) return false;
    return true;
}

bool excavator_until(excavator *e, const char *signal, double to, double within, double *seconds)
{
    const double start = world_machine_time(e->machine);
    const bool rising = excavator_now(e, signal) < to;
    do {
        *seconds = world_machine_time(e->machine) - start;
        if (*seconds > within) {
            valid_failed(e->run, "%s has not reached %g in %g s: %g", signal, to, within,
                         excavator_signal(e, signal));
            return false;
        }
        if (!excavator_step(e)) return false;
    } while ((excavator_now(e, signal) < to) == rising);
    *seconds = world_machine_time(e->machine) - start;
    return true;
}

/* ---- looking ---- */

void excavator_look(excavator *e)
{
    world_machine_signals(e->machine, e->signals);
}

double excavator_signal(excavator *e, const char *name)
{
    const int s = world_signal_find(e->machine, name);
    if (s >= 0) return e->signals[s] * world_signal_info(e->machine, s).si;
    valid_failed(e->run, "the excavator has no signal '%s'", name);
    return (double)NAN;
}

double excavator_now(excavator *e, const char *name)
{
    excavator_look(e);
    return excavator_signal(e, name);
}

int excavator_body(const excavator *e, const char *name)
{
    const auth_mechanism *m = e->author->mechanism;
    for (int i = 0; i < m->body_count; i++)
        if (strcmp(m->bodies[i].name, name) == 0) return i;
    valid_failed(e->run, "the excavator has no body '%s'", name);
    return -1;
}

hl_vec3 excavator_point(const excavator *e, int body, const double at[3])
{
    return mb_point(e->mechanism->model, e->mechanism->work, body, hl_v3(at[0], at[1], at[2])).position;
}

double excavator_mass(const excavator *e, hl_vec3 *centre)
{
    const auth_mechanism *m = e->author->mechanism;
    double mass = 0.0;
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < m->body_count; i++) {
        mass += m->bodies[i].mass;
        sum = hl_add_scaled(sum, m->bodies[i].mass, excavator_point(e, i, m->bodies[i].centre));
    }
    *centre = hl_scale(1.0 / mass, sum);
    return mass;
}

/* ---- the descriptor ---- */

auth_joint *excavator_joint(const auth_machine *author, const char *name)
{
    for (int i = 0; i < author->mechanism->joint_count; i++)
        if (strcmp(author->mechanism->joints[i].name, name) == 0) return &author->mechanism->joints[i];
    return NULL;
}

auth_cylinder *excavator_cylinder(const auth_machine *author, const char *name)
{
    const auth_circuit *circuit = &author->mechanism->circuits[0];
    for (int i = 0; i < circuit->cylinder_count; i++)
        if (strcmp(circuit->cylinders[i].name, name) == 0) return &circuit->cylinders[i];
    return NULL;
}

auth_relief *excavator_relief(const auth_machine *author, const char *name)
{
    const auth_circuit *circuit = &author->mechanism->circuits[0];
    for (int i = 0; i < circuit->relief_count; i++)
        if (strcmp(circuit->reliefs[i].name, name) == 0) return &circuit->reliefs[i];
    return NULL;
}
