/* Building, driving and looking at machines for validation cases, see driven.h. */
#include "driven.h"

#include "run_internal.h"

#include <math.h>
#include <string.h>

const double DRIVEN_GRAVITY = 9.81;
const double DRIVEN_DEGREE = 0.017453292519943295;

/* ---- building ---- */

bool driven_refused(valid_run *run, const char *what, hl_status status, const hl_report *report)
{
    char line[HL_MESSAGE_LENGTH + HL_FILE_LENGTH];
    if (report->count > 0) {
        hl_report_line(report, 0, line, sizeof line);
        valid_failed(run, "%s", line);
    } else {
        valid_failed(run, "%s: %s", what, hl_status_text(status));
    }
    return false;
}

hl_report *driven_report(valid_run *run, const char *file)
{
    hl_report *report = HL_NEW(valid_arena(run), hl_report, 1);
    if (report)
        hl_report_begin(report, file);
    else
        valid_failed(run, "%s: %s", file, hl_status_text(HL_OUT_OF_MEMORY));
    return report;
}

static bool read_machine(valid_run *run, const driven_kind *kind, const auth_choice *choice,
                         auth_machine **author)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/machines/%s.yaml", run->results->assets, kind->name);
    hl_report *report = driven_report(run, path);
    if (!report) return false;
    const hl_status status =
        auth_machine_read_chosen(path, choice, choice->variant ? 1 : 0, valid_arena(run), author, report);
    return status == HL_OK || driven_refused(run, path, status, report);
}

static bool has_loop_and_circuit(const driven *d)
{
    const auth_mechanism *m = d->author->mechanism;
    if (m->loop_count > 0 && m->circuit_count > 0) return true;
    valid_failed(d->run, "the %s has no loop or no circuit", d->name);
    return false;
}

static bool miss(const driven *d, const char *what, const char *name)
{
    valid_failed(d->run, "the %s has no %s '%s'", d->name, what, name);
    return false;
}

/* The cases call these by name without asking whether they are there. */
static bool has_parts(const driven *d, const driven_kind *kind)
{
    bool all = has_loop_and_circuit(d);
    for (int i = 0; i < DRIVEN_NAMES; i++) {
        const char *body = kind->bodies[i], *joint = kind->joints[i], *cylinder = kind->cylinders[i],
                   *relief = kind->reliefs[i];
        if (body) all &= driven_body(d, body) >= 0;
        if (joint && !driven_joint(d->author, joint)) all = miss(d, "joint", joint);
        if (cylinder && !driven_cylinder(d->author, cylinder)) all = miss(d, "cylinder", cylinder);
        if (relief && !driven_relief(d->author, relief)) all = miss(d, "relief valve", relief);
    }
    return all;
}

static const auth_scenario *make_scenario(valid_run *run, const driven_kind *kind, const driven_start *start)
{
    auth_scenario *scenario = HL_NEW(valid_arena(run), auth_scenario, 1);
    if (!scenario) {
        valid_failed(run, "%s: %s", kind->name, hl_status_text(HL_OUT_OF_MEMORY));
        return NULL;
    }
    *scenario = (auth_scenario){
        .name = "validation",
        .step = start->step,
        .ground = {.kind = AUTH_GROUND_PLANE,
                   .surface = start->surface ? start->surface : kind->surface,
                   .slope = start->slope},
        .start = {.at = {start->x, 0.0}, .drop = start->drop, .settled = !start->unsettled, .engine = true}};
    if (start->ground) {
        const char *surface = scenario->ground.surface;
        scenario->ground = *start->ground;
        scenario->ground.surface = surface;
    }
    return scenario;
}

bool driven_make(driven *d, const char *scenario_file, const mb_step_options *options)
{
    d->failed = true;
    char machine_file[100];
    snprintf(machine_file, sizeof machine_file, "%s.yaml", d->name);
    hl_report *of_machine = driven_report(d->run, machine_file),
              *of_scenario = driven_report(d->run, scenario_file);
    if (!of_machine || !of_scenario) return false;
    const hl_status status = world_machine_build(d->author, d->scenario, options, valid_arena(d->run),
                                                 of_machine, of_scenario, &d->machine);
    if (status != HL_OK)
        return driven_refused(d->run, d->name, status, of_machine->count ? of_machine : of_scenario);
    d->mechanism = world_machine_mechanism(d->machine);
    d->signals = HL_NEW(valid_arena(d->run), double, world_signal_count(d->machine));
    if (!d->signals) valid_failed(d->run, "%s: %s", d->name, hl_status_text(HL_OUT_OF_MEMORY));
    d->failed = d->signals == NULL;
    return !d->failed;
}

bool driven_build(valid_run *run, const driven_kind *kind, const driven_start *start, driven *built)
{
    auth_machine *author = NULL;
    *built = (driven){.run = run, .name = kind->name, .failed = true};
    if (!read_machine(run, kind, &start->choice, &author)) return false;
    built->author = author;
    if (!has_parts(built, kind)) return false;
    if (start->change) start->change(author, start->with);
    built->scenario = make_scenario(run, kind, start);
    if (!built->scenario) return false;
    mb_step_options options = world_machine_options(author, built->scenario);
    if (start->formulation && !mb_formulation_parse(start->formulation, &options.formulation)) {
        valid_failed(run, "%s: unknown formulation '%s'", kind->name, start->formulation);
        return false;
    }
    if (start->state_tolerance > 0.0) options.state_tolerance = start->state_tolerance;
    return driven_make(built, built->scenario->name, &options);
}

/* ---- driving ---- */

void driven_set(driven *d, const char *control, double value)
{
    const int c = world_control_find(d->machine, control);
    if (c >= 0)
        world_control_set(d->machine, c, value);
    else
        miss(d, "control", control);
}

bool driven_step(driven *d)
{
    if (d->failed) return false;
    const hl_status status = world_machine_step(d->machine);
    if (status == HL_OK) return true;
    d->failed = true;
    char unknown[128];
    world_mechanism_unknown_name(d->mechanism, world_machine_report(d->machine)->worst_unknown, unknown,
                                 sizeof unknown);
    valid_failed(d->run, "%s, step %lld: %s (%s)", d->name, (long long)world_machine_tick(d->machine) + 1,
                 hl_status_text(status), unknown);
    return false;
}

bool driven_drive(driven *d, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(d->machine));
    for (long i = 0; i < steps; i++)
        if (!driven_step(d)) return false;
    return true;
}

bool driven_press(driven *d, const char *button)
{
    driven_set(d, button, 1.0);
    const bool first = driven_step(d);
    driven_set(d, button, 0.0);
    return first && driven_step(d);
}

bool driven_until(driven *d, const char *signal, double to, double within, double *seconds)
{
    const double start = world_machine_time(d->machine);
    const bool rising = driven_now(d, signal) < to;
    do {
        *seconds = world_machine_time(d->machine) - start;
        if (*seconds > within) {
            valid_failed(d->run, "%s has not reached %g in %g s: %g", signal, to, within,
                         driven_signal(d, signal));
            return false;
        }
        if (!driven_step(d)) return false;
    } while ((driven_now(d, signal) < to) == rising);
    *seconds = world_machine_time(d->machine) - start;
    return true;
}

/* ---- the brake car ---- */

static const double ROPE_AT[3] = {-1.5, 0.0, 0.46};
static const double DAMPING = 1e6; /* [N s/m] */

static void grip(auth_tire_friction *friction, int count)
{
    for (int i = 0; i < count; i++) friction[i].law.kinetic = friction[i].law.stiction = 1.2;
}

void driven_tow(auth_machine *author, const void *with)
{
    static const double LENGTH = 20.0, LIGHT = 1.0; /* [m], [N/m]: a spring has to have some */
    auth_spring *const *rope = with;
    **rope = (auth_spring){.name = "rope",
                           .a = author->chassis,
                           .b = MB_GROUND,
                           .a_at = {ROPE_AT[0], ROPE_AT[1], ROPE_AT[2]},
                           .b_at = {ROPE_AT[0] - LENGTH, ROPE_AT[1], ROPE_AT[2]},
                           .parameters = {.stiffness = LIGHT, .damping = DAMPING, .free = LENGTH}};
    author->mechanism->springs = *rope;
    author->mechanism->spring_count = 1;
    for (int t = 0; t < author->track_count; t++)
        grip(author->tracks[t].friction, author->tracks[t].friction_count);
    for (int t = 0; t < author->tire_count; t++)
        grip(author->tires[t].friction, author->tires[t].friction_count);
}

double driven_pull(driven *d)
{
    driven_look(d);
    return DAMPING * mb_point(d->mechanism->model, d->mechanism->work, d->author->chassis,
                              hl_v3(ROPE_AT[0], ROPE_AT[1], ROPE_AT[2]))
                         .velocity.x;
}

/* ---- looking ---- */

void driven_look(driven *d)
{
    world_machine_evaluate_signals(d->machine, d->signals);
}

double driven_signal(driven *d, const char *name)
{
    const int s = world_signal_find(d->machine, name);
    if (s >= 0) return d->signals[s] * world_signal_info(d->machine, s).si;
    miss(d, "signal", name);
    return (double)NAN;
}

double driven_now(driven *d, const char *name)
{
    driven_look(d);
    return driven_signal(d, name);
}

int driven_body(const driven *d, const char *name)
{
    const auth_mechanism *m = d->author->mechanism;
    for (int i = 0; i < m->body_count; i++)
        if (strcmp(m->bodies[i].name, name) == 0) return i;
    miss(d, "body", name);
    return -1;
}

hl_vec3 driven_point(const driven *d, int body, const double at[3])
{
    return mb_point(d->mechanism->model, d->mechanism->work, body, hl_v3(at[0], at[1], at[2])).position;
}

double driven_mass(const driven *d, hl_vec3 *centre)
{
    const auth_mechanism *m = d->author->mechanism;
    double mass = 0.0;
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < m->body_count; i++) {
        mass += m->bodies[i].mass;
        sum = hl_add_scaled(sum, m->bodies[i].mass, driven_point(d, i, m->bodies[i].centre));
    }
    *centre = hl_scale(1.0 / mass, sum);
    return mass;
}

/* ---- the descriptor ---- */

auth_joint *driven_joint(const auth_machine *author, const char *name)
{
    for (int i = 0; i < author->mechanism->joint_count; i++)
        if (strcmp(author->mechanism->joints[i].name, name) == 0) return &author->mechanism->joints[i];
    return NULL;
}

auth_cylinder *driven_cylinder(const auth_machine *author, const char *name)
{
    const auth_mechanism *m = author->mechanism;
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].def.cylinder_count; i++)
            if (strcmp(m->circuits[c].cylinders[i].def.name, name) == 0) return &m->circuits[c].cylinders[i];
    return NULL;
}

hyd_relief_def *driven_relief(const auth_machine *author, const char *name)
{
    const auth_mechanism *m = author->mechanism;
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].def.relief_count; i++)
            if (strcmp(m->circuits[c].def.reliefs[i].name, name) == 0) return &m->circuits[c].def.reliefs[i];
    return NULL;
}
