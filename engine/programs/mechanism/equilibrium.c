/* headland equilibrium: where a mechanism comes to rest, and how it vibrates about that. */
#include "mb/equilibrium.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/load.h"
#include "program.h"

#include "world/mechanism.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

typedef struct result {
    const world_mechanism *mechanism;
    mb_equilibrium_report report;
    const mb_mode *modes;
    int mode_count;
    int shown; /* modes whose shapes are printed */
} result;

static const char *method_name(mb_equilibrium_method method)
{
    return method == MB_EQUILIBRIUM_NEWTON ? "newton" : "drainage";
}

/* ---- table ---- */

static void print_coordinates(const world_mechanism *m)
{
    puts("\ncoordinates");
    for (int i = 0; i < m->author->joint_count; i++)
        for (int k = 0; k < m->author->joints[i].dof; k++) {
            const world_coordinate c = world_mechanism_coordinate(m, i, k);
            printf("  %-20s %20.12g %s\n", c.name, c.is_angle ? c.value * 180 / pi : c.value,
                   c.is_angle ? "deg" : "m");
        }
}

static void print_frequencies(const result *r)
{
    puts("\nmode    omega [rad/s]   frequency [Hz]");
    for (int i = 0; i < r->mode_count; i++) {
        const double omega = r->modes[i].frequency;
        printf("%4d %16.9f %16.9f  %s\n", i + 1, fabs(omega), fabs(omega) / (2 * pi),
               omega < 0.0 ? "unstable (grows at this rate)" : "stable");
    }
}

static void print_shapes(const result *r)
{
    const world_mechanism *m = r->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    if (r->shown == 0) return;
    printf("\n%-34s", "mode shapes");
    for (int i = 0; i < r->shown; i++) printf(" %10d", i + 1);
    putchar('\n');
    for (int k = 0; k < columns; k++) {
        char name[128];
        world_mechanism_unknown_name(m, k, name, sizeof name);
        printf("  %-32s", name);
        for (int i = 0; i < r->shown; i++) printf(" %10.6f", r->modes[i].shape[k]);
        putchar('\n');
    }
}

static void print_table(const result *r)
{
    const mb_equilibrium_report *e = &r->report;
    printf("%-22s %s (%d drainage steps, %d Newton iterations)\n", "found by", method_name(e->method),
           e->drainage_steps, e->newton_iterations);
    printf("%-22s %.3g N or N m\n", "unbalanced force", e->unbalanced);
    printf("%-22s %.17g J\n", "potential energy", e->potential);
    printf("%-22s %s\n", "equilibrium", e->stable ? "stable" : "unstable");
    print_coordinates(r->mechanism);
    print_frequencies(r);
    print_shapes(r);
}

/* ---- JSON: SI throughout ---- */

static void add_coordinates(cJSON *root, const world_mechanism *m)
{
    cJSON *list = cJSON_AddArrayToObject(root, "coordinates");
    for (int i = 0; i < m->author->joint_count; i++)
        for (int k = 0; k < m->author->joints[i].dof; k++) {
            const world_coordinate c = world_mechanism_coordinate(m, i, k);
            cJSON *item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "name", c.name);
            cJSON_AddStringToObject(item, "unit", c.is_angle ? "rad" : "m");
            cJSON_AddNumberToObject(item, "value", c.value);
            cJSON_AddItemToArray(list, item);
        }
}

static void add_modes(cJSON *root, const result *r)
{
    const int columns = mb_model_counts(r->mechanism->model).columns;
    cJSON *list = cJSON_AddArrayToObject(root, "modes");
    for (int i = 0; i < r->mode_count; i++) {
        const double omega = r->modes[i].frequency;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "omega", fabs(omega));
        cJSON_AddNumberToObject(item, "hertz", fabs(omega) / (2 * pi));
        cJSON_AddBoolToObject(item, "stable", omega >= 0.0);
        if (i < r->shown)
            cJSON_AddItemToObject(item, "shape", cJSON_CreateDoubleArray(r->modes[i].shape, columns));
        cJSON_AddItemToArray(list, item);
    }
}

static cJSON *make_json(const result *r)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "method", method_name(r->report.method));
    cJSON_AddNumberToObject(root, "drainage_steps", r->report.drainage_steps);
    cJSON_AddNumberToObject(root, "newton_iterations", r->report.newton_iterations);
    cJSON_AddNumberToObject(root, "unbalanced", r->report.unbalanced);
    cJSON_AddNumberToObject(root, "potential", r->report.potential);
    cJSON_AddBoolToObject(root, "stable", r->report.stable);
    add_coordinates(root, r->mechanism);
    add_modes(root, r);
    return root;
}

/* ---- the command ---- */

typedef struct request {
    bool newton, drainage, json;
    int modes; /* shapes to print */
} request;

static int fail(const char *path, const char *what, hl_status status)
{
    drv_say(&program_log, "%s: %s: %s", path, what, hl_status_text(status));
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_FAILED;
}

static int find_equilibrium(const char *path, const request *asked, hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    const auth_mechanism *author = drv_load_mechanism(&program_log, path, arena, &status);
    if (!author) return status;
    const mb_step_options step = world_mechanism_options(author);
    const world_mechanism *m = drv_build_mechanism(&program_log, path, author, &step, arena, &status);
    if (!m) return status;

    mb_equilibrium_options options = mb_equilibrium_options_default();
    options.method = asked->drainage ? MB_EQUILIBRIUM_DRAINAGE : MB_EQUILIBRIUM_NEWTON;
    result r = {.mechanism = m};
    hl_status found = mb_equilibrium(m->model, m->state, &options, arena, &r.report);
    if (found != HL_OK) return fail(path, "no equilibrium was found", found);
    mb_mode *modes = NULL;
    found = mb_modes(m->model, m->state, arena, &modes, &r.mode_count);
    if (found != HL_OK) return fail(path, "no natural frequencies", found);
    r.modes = modes;
    r.shown = asked->modes < r.mode_count ? asked->modes : r.mode_count;
    if (asked->json) return print_json(make_json(&r));
    print_table(&r);
    return PROGRAM_DONE;
}

static const help_text help = {.summary =
                                   "Find a static equilibrium near the initial position of a mechanism, and "
                                   "the natural frequencies and mode shapes of the undamped mechanism there.",
                               .arguments = {{"MODEL", "file of a mechanism"}},
                               .examples = {"equilibrium assets/mechanisms/pendulum.yaml",
                                            "equilibrium assets/mechanisms/five-bar.yaml --modes 2 --json"},
                               .failed = "no equilibrium was found",
                               .page = "docs/mechanism.md"};

int program_equilibrium(int argc, char **argv)
{
    request r = {.modes = 3};
    const option options[] = {
        {"newton", OPTION_FLAG, &r.newton, NULL,
         "Newton's method on the equilibrium equations, energy drainage if it fails (default); models with "
         "states in their force elements (circuits, bristle friction) always use drainage"},
        {"drainage", OPTION_FLAG, &r.drainage, NULL, "energy drainage, finished by Newton's method"},
        {"modes", OPTION_COUNT, &r.modes, "N", "mode shapes to print (default: 3)"},
        OPTION_JSON(&r.json),
        OPTION_END};
    command_line line = {.command = "equilibrium",
                         .arguments = "MODEL",
                         .help = &help,
                         .options = options,
                         .files = "mechanisms"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (r.newton && r.drainage)
        return program_end(PROGRAM_USAGE, "give either --newton or --drainage, not both");
    hl_arena arena = {0};
    status = find_equilibrium(line.words[0], &r, &arena);
    hl_arena_free(&arena);
    return status;
}
