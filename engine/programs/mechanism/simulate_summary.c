/* What came out of a run: as a table for people and as JSON for machines. */
#include "simulate.h"

#include "command/print_json.h"
#include "file/json.h"

#include <inttypes.h>

static int degrees_of_freedom(const world_mechanism *m)
{
    return mb_model_counts(m->model).columns - m->assembly.rank;
}

static double total(mb_energy e)
{
    return e.kinetic + e.gravity + e.stored;
}

static double per_step(const simulation *run, double sum)
{
    return run->steps ? sum / (double)run->steps : 0.0;
}

/* ---- table ---- */

static void print_model(const simulation *run)
{
    const world_mechanism *m = run->mechanism;
    const mb_counts counts = mb_model_counts(m->model);
    printf("%-22s %s\n", "mechanism", m->author->name ? m->author->name : run->path);
    printf("%-22s %d bodies, %d joint coordinates, %d closure equations of rank %d, %d effort states\n",
           "model", counts.bodies, counts.columns, counts.equations, m->assembly.rank, counts.effort_states);
    printf("%-22s %d\n", "degrees of freedom", degrees_of_freedom(m));
    printf("%-22s %s, %s, step %g s\n", "formulation", mb_formulation_name(m->options.formulation),
           mb_solver_name(m->options.solver), m->options.step);
}

static void print_energies(const simulation *run)
{
    printf("%-22s kinetic %.9g, gravity %.9g, stored %.9g, total %.9g J\n", "energy at the end",
           run->at_end.kinetic, run->at_end.gravity, run->at_end.stored, total(run->at_end));
    printf("%-22s %.3g J\n", "change of total energy", total(run->at_end) - total(run->at_start));
}

static void print_times(simulation *run)
{
    const double wall = 1e-6 * run->times.sum;
    printf("%-22s median %.3g us, p99 %.3g us, max %.3g us; %.3g s in all, %.3g times real time\n",
           "time of a step", bench_samples_quantile(&run->times, 0.5),
           bench_samples_quantile(&run->times, 0.99), run->times.max, wall,
           wall > 0.0 ? (double)run->steps * run->mechanism->options.step / wall : 0.0);
}

void simulate_print_open_loops(const simulation *run, FILE *to)
{
    fprintf(
        to,
        "%-22s loops open by more than %g: %ld of %ld steps, first at %.9g s, extreme %.3g (m, rad or 1)\n",
        "event", mb_loop_bounds_of(&run->mechanism->options).noted, run->open, run->steps, run->first_open,
        run->violation[0]);
}

void simulate_print_summary(simulation *run)
{
    print_model(run);
    printf("%-22s %ld of %ld, to %.9g s\n", "steps", run->steps, run->steps_wanted,
           run->mechanism->state->time);
    if (run->steps > 0) print_times(run);
    printf("%-22s mean %.3f, max %d\n", "iterations of a step", per_step(run, run->iterations),
           run->most_iterations);
    if (run->cut > 0)
        printf("%-22s %ld of %ld; largest increment left %.3g tolerances\n", "steps cut at the bound",
               run->cut, run->steps, run->largest_left);
    print_energies(run);
    printf("%-22s position %.3g, velocity %.3g, acceleration %.3g\n", "largest violations", run->violation[0],
           run->violation[1], run->violation[2]);
    if (run->open > 0) simulate_print_open_loops(run, stdout);
    for (int i = 0; i < world_mechanism_event_count(run->mechanism); i++) {
        const world_event event = world_mechanism_event(run->mechanism, i);
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
    json_add_number(energy, "total", total(e));
}

static void add_model(cJSON *root, const simulation *run)
{
    const world_mechanism *m = run->mechanism;
    const mb_counts counts = mb_model_counts(m->model);
    cJSON_AddStringToObject(root, "model", m->author->name ? m->author->name : run->path);
    cJSON_AddNumberToObject(root, "bodies", counts.bodies);
    cJSON_AddNumberToObject(root, "joint_coordinates", counts.columns);
    cJSON_AddNumberToObject(root, "equations", counts.equations);
    cJSON_AddNumberToObject(root, "rank", m->assembly.rank);
    cJSON_AddNumberToObject(root, "degrees_of_freedom", degrees_of_freedom(m));
    cJSON_AddNumberToObject(root, "effort_states", counts.effort_states);
    cJSON_AddStringToObject(root, "formulation", mb_formulation_name(m->options.formulation));
    cJSON_AddStringToObject(root, "solver", mb_solver_name(m->options.solver));
    cJSON_AddNumberToObject(root, "step_seconds", m->options.step);
}

static void add_times(cJSON *root, simulation *run)
{
    cJSON *times = cJSON_AddObjectToObject(root, "step_us");
    json_add_number(times, "median", bench_samples_quantile(&run->times, 0.5));
    json_add_number(times, "p99", bench_samples_quantile(&run->times, 0.99));
    json_add_number(times, "max", run->times.max);
    cJSON *iterations = cJSON_AddObjectToObject(root, "iterations");
    json_add_number(iterations, "mean", per_step(run, run->iterations));
    cJSON_AddNumberToObject(iterations, "max", run->most_iterations);
    cJSON_AddNumberToObject(iterations, "cut", (double)run->cut);
    json_add_number(iterations, "largest_left", run->largest_left);
}

/* Of the mechanism itself: it has no circuit and no name. */
static void add_open_loops(cJSON *events, const simulation *run)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "kind", "loops-open");
    cJSON_AddNumberToObject(object, "count", (double)run->open);
    json_add_number(object, "extreme", run->violation[0]);
    json_add_number(object, "first_seconds", run->first_open);
    cJSON_AddItemToArray(events, object);
}

/* What has been watched and happened: open loops, end stops, cavitation ... */
static void add_events(cJSON *root, const simulation *run)
{
    cJSON *events = cJSON_AddArrayToObject(root, "events");
    if (run->open > 0) add_open_loops(events, run);
    for (int i = 0; i < world_mechanism_event_count(run->mechanism); i++) {
        const world_event event = world_mechanism_event(run->mechanism, i);
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

static void add_violations(cJSON *root, const simulation *run)
{
    cJSON *violation = cJSON_AddObjectToObject(root, "violation");
    json_add_number(violation, "position", run->violation[0]);
    json_add_number(violation, "velocity", run->violation[1]);
    json_add_number(violation, "acceleration", run->violation[2]);
}

int simulate_print_json(simulation *run)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, mb_state_hash(run->mechanism->state));
    cJSON *root = cJSON_CreateObject();
    add_model(root, run);
    cJSON_AddNumberToObject(root, "steps", (double)run->steps);
    cJSON_AddNumberToObject(root, "seconds", run->mechanism->state->time);
    add_times(root, run);
    add_energy(root, "energy_at_start", run->at_start);
    add_energy(root, "energy", run->at_end);
    add_violations(root, run);
    add_events(root, run);
    cJSON_AddStringToObject(root, "state_hash", hash);
    cJSON_AddStringToObject(root, "result", run->failure[0] ? "failed" : "finished");
    if (run->failure[0]) cJSON_AddStringToObject(root, "failure", run->failure);
    return print_json(root);
}
