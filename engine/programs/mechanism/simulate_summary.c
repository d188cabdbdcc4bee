/* What came out of a run: as a table for people and as JSON for machines. */
#include "simulate.h"

#include "command/terminal.h"
#include "file/json.h"

#include <inttypes.h>

static double per_step(const world_run *run, double sum)
{
    return run->steps ? sum / (double)run->steps : 0.0;
}

/* ---- table ---- */

static void print_model(const simulation *s)
{
    const world_mechanism *m = s->run.mechanism;
    const mb_counts counts = mb_model_counts(m->model);
    printf("%-22s %s\n", "mechanism", m->author->name ? m->author->name : s->path);
    printf("%-22s %d bodies, %d joint coordinates, %d closure equations of rank %d, %d effort states\n",
           "model", counts.bodies, counts.columns, counts.equations, m->assembly.rank, counts.effort_states);
    printf("%-22s %d\n", "degrees of freedom", world_mechanism_freedom(m));
    printf("%-22s %s, %s, step %g s\n", "formulation", mb_formulation_name(m->options.formulation),
           mb_solver_name(m->options.solver), m->options.step);
}

static void print_energies(const simulation *s)
{
    printf("%-22s kinetic %.9g, gravity %.9g, stored %.9g, total %.9g J\n", "energy at the end",
           s->run.at_end.kinetic, s->run.at_end.gravity, s->run.at_end.stored,
           world_energy_total(s->run.at_end));
    printf("%-22s %.3g J\n", "change of total energy",
           world_energy_total(s->run.at_end) - world_energy_total(s->run.at_start));
}

static void print_times(simulation *s)
{
    const double wall = 1e-6 * s->times.sum;
    printf("%-22s median %.3g us, p99 %.3g us, max %.3g us; %.3g s in all, %.3g times real time\n",
           "time of a step", bench_samples_quantile(&s->times, 0.5), bench_samples_quantile(&s->times, 0.99),
           s->times.max, wall,
           wall > 0.0 ? (double)s->run.steps * s->run.mechanism->options.step / wall : 0.0);
}

void simulate_print_open_loops(const simulation *s, FILE *to)
{
    fprintf(
        to,
        "%-22s loops open by more than %g: %ld of %ld steps, first at %.9g s, extreme %.3g (m, rad or 1)\n",
        "event", mb_loop_bounds_of(&s->run.mechanism->options).noted, s->run.open, s->run.steps,
        s->run.first_open, s->run.violation[0]);
}

void simulate_print_summary(simulation *s)
{
    print_model(s);
    printf("%-22s %ld of %ld, to %.9g s\n", "steps", s->run.steps, s->steps_wanted,
           s->run.mechanism->state->time);
    if (s->run.steps > 0) print_times(s);
    printf("%-22s mean %.3f, max %d\n", "iterations of a step", per_step(&s->run, s->run.iterations),
           s->run.most_iterations);
    if (s->run.cut > 0)
        printf("%-22s %ld of %ld; largest remaining increment %.3g tolerances\n", "steps not converged",
               s->run.cut, s->run.steps, s->run.largest_left);
    print_energies(s);
    printf("%-22s position %.3g, velocity %.3g, acceleration %.3g\n", "largest violations",
           s->run.violation[0], s->run.violation[1], s->run.violation[2]);
    if (s->run.open > 0) simulate_print_open_loops(s, stdout);
    for (int i = 0; i < world_mechanism_event_count(s->run.mechanism); i++) {
        const world_event event = world_mechanism_event(s->run.mechanism, i);
        if (event.count > 0)
            printf("%-22s %s of %s, circuit %s: %ld times, extreme %.4g (SI)\n", "event", event.kind,
                   event.name, event.circuit, event.count, event.extreme);
    }
}

/* ---- JSON ---- */

static void add_energy(cJSON *root, const char *key, mb_energy e)
{
    cJSON *energy = cJSON_AddObjectToObject(root, key);
    json_add_number(energy, "kinetic", e.kinetic);
    json_add_number(energy, "gravity", e.gravity);
    json_add_number(energy, "stored", e.stored);
    json_add_number(energy, "total", world_energy_total(e));
}

static void add_model(cJSON *root, const simulation *s)
{
    const world_mechanism *m = s->run.mechanism;
    const mb_counts counts = mb_model_counts(m->model);
    cJSON_AddStringToObject(root, "model", m->author->name ? m->author->name : s->path);
    cJSON_AddNumberToObject(root, "bodies", counts.bodies);
    cJSON_AddNumberToObject(root, "joint_coordinates", counts.columns);
    cJSON_AddNumberToObject(root, "equations", counts.equations);
    cJSON_AddNumberToObject(root, "rank", m->assembly.rank);
    cJSON_AddNumberToObject(root, "degrees_of_freedom", world_mechanism_freedom(m));
    cJSON_AddNumberToObject(root, "effort_states", counts.effort_states);
    cJSON_AddStringToObject(root, "formulation", mb_formulation_name(m->options.formulation));
    cJSON_AddStringToObject(root, "solver", mb_solver_name(m->options.solver));
    cJSON_AddNumberToObject(root, "step_seconds", m->options.step);
}

static void add_times(cJSON *root, simulation *s)
{
    cJSON *times = cJSON_AddObjectToObject(root, "step_us");
    json_add_number(times, "median", bench_samples_quantile(&s->times, 0.5));
    json_add_number(times, "p99", bench_samples_quantile(&s->times, 0.99));
    json_add_number(times, "max", s->times.max);
    cJSON *iterations = cJSON_AddObjectToObject(root, "iterations");
    json_add_number(iterations, "mean", per_step(&s->run, s->run.iterations));
    cJSON_AddNumberToObject(iterations, "max", s->run.most_iterations);
    cJSON_AddNumberToObject(iterations, "cut", (double)s->run.cut);
    json_add_number(iterations, "largest_left", s->run.largest_left);
}

/* Of the mechanism itself: it has no circuit and no name. */
static void add_open_loops(cJSON *events, const simulation *s)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "kind", "loops-open");
    cJSON_AddNumberToObject(object, "count", (double)s->run.open);
    json_add_number(object, "extreme", s->run.violation[0]);
    json_add_number(object, "first_seconds", s->run.first_open);
    cJSON_AddItemToArray(events, object);
}

/* What has been watched and happened: open loops, end stops, cavitation ... */
static void add_events(cJSON *root, const simulation *s)
{
    cJSON *events = cJSON_AddArrayToObject(root, "events");
    if (s->run.open > 0) add_open_loops(events, s);
    for (int i = 0; i < world_mechanism_event_count(s->run.mechanism); i++) {
        const world_event event = world_mechanism_event(s->run.mechanism, i);
        if (event.count == 0) continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "circuit", event.circuit);
        cJSON_AddStringToObject(object, "kind", event.kind);
        cJSON_AddStringToObject(object, "name", event.name);
        cJSON_AddNumberToObject(object, "count", (double)event.count);
        json_add_number(object, "extreme", event.extreme);
        cJSON_AddItemToArray(events, object);
    }
}

static void add_violations(cJSON *root, const simulation *s)
{
    cJSON *violation = cJSON_AddObjectToObject(root, "violation");
    json_add_number(violation, "position", s->run.violation[0]);
    json_add_number(violation, "velocity", s->run.violation[1]);
    json_add_number(violation, "acceleration", s->run.violation[2]);
}

int simulate_print_json(simulation *s)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, mb_state_hash(s->run.mechanism->state));
    cJSON *root = cJSON_CreateObject();
    add_model(root, s);
    cJSON_AddNumberToObject(root, "steps", (double)s->run.steps);
    cJSON_AddNumberToObject(root, "seconds", s->run.mechanism->state->time);
    add_times(root, s);
    add_energy(root, "energy_at_start", s->run.at_start);
    add_energy(root, "energy", s->run.at_end);
    add_violations(root, s);
    add_events(root, s);
    cJSON_AddStringToObject(root, "state_hash", hash);
    cJSON_AddStringToObject(root, "result", s->failure[0] ? "failed" : "finished");
    if (s->failure[0]) cJSON_AddStringToObject(root, "failure", s->failure);
    return print_json(root);
}
