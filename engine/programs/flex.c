/* headland flex: reduce a flexible body, tell how good the reduction is, write the reduced body. */
#include "auth/flexible.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/load.h"
#include "program.h"

#include "flex/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct result {
    flex_reduced reduced;
    flex_quality quality;
    double step; /* [s] */
} result;

static double hertz(double omega)
{
    return omega / (2 * pi);
}

/* Relative difference to the full model. */
static double error_of(double here, double full)
{
    return full != 0 ? here / full - 1 : 0;
}

/* omega h of the highest mode. */
static double fastest(const result *r)
{
    return r->reduced.modes.omega[r->reduced.modes.count - 1] * r->step;
}

/* ---- table ---- */

static void print_mass(const result *r)
{
    const flex_body *b = r->reduced.body;
    const flex_quality *q = &r->quality;
    printf("\n%-28s %16s %16s\n", "rigid body", "elements", "lumps");
    printf("%-28s %16.9g %16.9g\n", "mass [kg]", b->mass, q->lump_mass);
    static const char axes[] = "xyz";
    for (int d = 0; d < 3; d++)
        printf("centre %c [m] %15s %16.9g %16.9g\n", axes[d], "", b->first_moment[d] / b->mass,
               q->lump_moment[d] / q->lump_mass);
    for (int d = 0; d < 3; d++)
        printf("inertia %c%c at root [kg m2] %2s %16.9g %16.9g\n", axes[d], axes[d], "", b->inertia[4 * d],
               q->lump_inertia[4 * d]);
}

static void print_modes(const result *r)
{
    puts("\nmode   reduced [Hz]       full [Hz]        error  correlation");
    for (int k = 0; k < r->reduced.modes.count; k++) {
        const double omega = r->reduced.modes.omega[k];
        const flex_match *match = &r->quality.matches[k];
        printf("%4d %14.7f %15.7f %11.3g %% %12.6f\n", k + 1, hertz(omega), hertz(match->omega),
               100 * error_of(omega, match->omega), match->correlation);
    }
}

static void print_statics(const result *r)
{
    puts("\nunit load                           full           reduced        error");
    for (int i = 0; i < r->quality.deflection_count; i++) {
        const flex_deflection *d = &r->quality.deflections[i];
        static const char *const loads[FLEX_LOADS] = {"fx", "fy", "fz", "mx", "my", "mz"};
        printf("%-4s at %-16s %16.9g %17.9g %11.3g %%\n", loads[d->freedom],
               r->reduced.body->markers[d->marker].name, d->full, d->reduced,
               100 * error_of(d->reduced, d->full));
    }
}

static void print_table(const result *r)
{
    printf("%-28s %s\n", "flexible body", r->reduced.body->name);
    printf("%-28s %d of %d nodes, root clamped\n", "degrees of freedom", r->reduced.model->free_count,
           r->reduced.model->point_count);
    printf("%-28s %d\n", "modes", r->reduced.modes.count);
    print_mass(r);
    print_modes(r);
    print_statics(r);
    printf("\nlargest angular frequency times a step of %g s: %.3g (%s)\n", r->step, fastest(r),
           fastest(r) <= 2 ? "resolved" : "above 2: not resolved by this step");
}

/* ---- JSON: SI throughout ---- */

static void add_modes(cJSON *root, const result *r)
{
    cJSON *list = cJSON_AddArrayToObject(root, "modes");
    for (int k = 0; k < r->reduced.modes.count; k++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "hertz", hertz(r->reduced.modes.omega[k]));
        cJSON_AddNumberToObject(item, "full_hertz", hertz(r->quality.matches[k].omega));
        cJSON_AddNumberToObject(item, "correlation", r->quality.matches[k].correlation);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_statics(cJSON *root, const result *r)
{
    cJSON *list = cJSON_AddArrayToObject(root, "statics");
    for (int i = 0; i < r->quality.deflection_count; i++) {
        const flex_deflection *d = &r->quality.deflections[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "node", r->reduced.body->markers[d->marker].name);
        cJSON_AddStringToObject(item, "direction", flex_freedom_word(d->freedom));
        cJSON_AddNumberToObject(item, "full", d->full);
        cJSON_AddNumberToObject(item, "reduced", d->reduced);
        cJSON_AddItemToArray(list, item);
    }
}

static cJSON *make_json(const result *r)
{
    const flex_body *b = r->reduced.body;
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "name", b->name);
    cJSON_AddNumberToObject(root, "degrees_of_freedom", r->reduced.model->free_count);
    cJSON_AddNumberToObject(root, "mass", b->mass);
    cJSON_AddNumberToObject(root, "lump_mass", r->quality.lump_mass);
    cJSON_AddItemToObject(root, "first_moment", cJSON_CreateDoubleArray(b->first_moment, 3));
    cJSON_AddItemToObject(root, "lump_first_moment", cJSON_CreateDoubleArray(r->quality.lump_moment, 3));
    cJSON_AddItemToObject(root, "inertia", cJSON_CreateDoubleArray(b->inertia, 9));
    cJSON_AddItemToObject(root, "lump_inertia", cJSON_CreateDoubleArray(r->quality.lump_inertia, 9));
    add_modes(root, r);
    add_statics(root, r);
    cJSON_AddNumberToObject(root, "largest_frequency_times_step", fastest(r));
    return root;
}

/* ---- the command ---- */

typedef struct request {
    const char *out;
    double step;
    bool json;
} request;

static int write_body(const char *path, const flex_body *body, hl_arena *arena)
{
    const char *text = auth_flexible_body_text(body, arena);
    FILE *file = text ? fopen(path, "wb") : NULL;
    bool good = file && fputs(text, file) != EOF;
    if (file) good &= fclose(file) == 0;
    if (good) return PROGRAM_DONE;
    drv_say(&program_log, "%s: the reduced body cannot be written: %s", path,
            text ? strerror(errno) : hl_status_text(HL_OUT_OF_MEMORY));
    return PROGRAM_FAILED;
}

static int reduce(const char *path, const request *asked, hl_arena *arena, result *r)
{
    hl_report *report = HL_NEW(arena, hl_report, 1);
    auth_flexible *author;
    if (!report) return PROGRAM_ENVIRONMENT;
    hl_report_begin(report, path);
    hl_status status = auth_flexible_read(path, arena, &author, report);
    if (status == HL_OK) status = flex_reduced_new(&author->def, arena, report, &r->reduced);
    if (status == HL_OK) status = flex_quality_of(&r->reduced, arena, &r->quality);
    if (status != HL_OK) return drv_refuse(&program_log, path, status, report);
    const int written = asked->out ? write_body(asked->out, r->reduced.body, arena) : PROGRAM_DONE;
    if (written != PROGRAM_DONE) return written;
    if (asked->json) return print_json(make_json(r));
    print_table(r);
    return PROGRAM_DONE;
}

static const help_text help = {
    .summary =
        "Reduce a flexible body to a few modes: print its frequencies and deflections beside those of the "
        "full finite element model, and write the reduced body.",
    .arguments = {{"FILE", "file of a flexible body"}},
    .examples = {"flex assets/flexible/boom.yaml", "flex assets/flexible/boom.yaml --step \"2 ms\" --json"},
    .failed = "the body could not be reduced, or the file could not be written",
    .page = "docs/flexible.md"};

int program_flex(int argc, char **argv)
{
    request asked = {.step = 1e-3};
    const option options[] = {{"out", OPTION_OUTPUT, &asked.out, "FILE", "write the reduced body"},
                              {"step", OPTION_SECONDS, &asked.step, "SECONDS",
                               "step with which the modes are compared (default: 1 ms)"},
                              OPTION_JSON(&asked.json),
                              OPTION_END};
    command_line line = {
        .command = "flex", .arguments = "FILE", .help = &help, .options = options, .files = "flexible"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    result r = {.step = asked.step};
    status = reduce(line.words[0], &asked, &arena, &r);
    flex_model_free(r.reduced.model);
    hl_arena_free(&arena);
    return status;
}
