/* headland check of layouts: alone, against the machine that they name, and with what exercises name of them.
 */
#include "check.h"

#include "command/program_log.h"
#include "drv/load.h"
#include "hud/hud_layout.h"
#include "program.h"

#include "auth/file.h"
#include "auth/hud.h"
#include "hl/report.h"
#include "rnd/hud.h"

#include <stdio.h>
#include <string.h>

static hl_report report, of_layout; /* too large for the stack */

static bool list_signals(const world_machine *machine, hl_arena *arena, auth_signal **signals)
{
    const int count = world_signal_count(machine);
    *signals = HL_NEW(arena, auth_signal, count);
    for (int i = 0; i < count && *signals; i++) {
        const world_signal info = world_signal_info(machine, i);
        (*signals)[i] = (auth_signal){.name = info.name, .unit = info.unit};
    }
    return *signals != NULL;
}

bool check_hud_fits(const auth_hud *hud, const world_machine *machine, hl_arena *arena, hl_report *complaints)
{
    auth_signal *signals;
    return list_signals(machine, arena, &signals) &&
           auth_hud_check_signals(hud, signals, world_signal_count(machine), complaints);
}

static int check_signals(const char *path, const auth_hud *hud, hl_arena *arena)
{
    drv_files files;
    int status = PROGRAM_DONE;
    if (!hud_layout_names_machine(hud->machine, hud->machine_place, &report))
        return drv_refuse(&program_log, path, HL_BAD_INPUT, &report);
    const world_machine *machine =
        drv_load_and_build(&program_log, hud->machine, NULL, arena, &files, &status);
    if (!machine) return status;
    if (check_hud_fits(hud, machine, arena, &report)) return PROGRAM_DONE;
    return drv_refuse(&program_log, path, hl_report_clean(&report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT,
                      &report);
}

void check_image(const char *path, hl_place place, hl_report *complaints)
{
    char why[200];
    if (!rnd_image_check(path, why, sizeof why))
        hl_report_add(complaints, place, "'image': %s: %s; a PNG or SVG file is expected", path, why);
}

static void check_images(const auth_hud *hud, hl_report *complaints)
{
    for (int i = 0; i < hud->gauge_count; i++)
        if (hud->gauges[i].image) check_image(hud->gauges[i].image, hud->gauges[i].image_place, complaints);
}

const auth_hud *check_hud_for(const char *path, const world_machine *machine, hl_arena *arena,
                              hl_report *complaints)
{
    auth_hud *hud = NULL;
    hl_report_begin(complaints, path);
    const bool fits = auth_hud_read(path, arena, &hud, complaints) == HL_OK &&
                      check_hud_fits(hud, machine, arena, complaints);
    if (fits) check_images(hud, complaints);
    return fits && hl_report_clean(complaints) ? hud : NULL;
}

int check_hud(const char *path, hl_arena *arena)
{
    auth_hud *hud;
    const hl_status status = auth_hud_read(path, arena, &hud, &report);
    if (status != HL_OK) return drv_refuse(&program_log, path, status, &report);
    check_images(hud, &report);
    if (!hl_report_clean(&report)) return drv_refuse(&program_log, path, HL_BAD_INPUT, &report);
    const int fit = hud->machine ? check_signals(path, hud, arena) : PROGRAM_DONE;
    if (fit != PROGRAM_DONE) return fit;
    hl_report_begin_warnings(&report, path);
    rnd_hud_warn_fonts(hud, &report);
    check_warn(&report);
    return check_ok(path, "%s: %d gauges on %g x %g dots%s", hud->name, hud->gauge_count, hud->size[0],
                    hud->size[1], hud->machine ? "" : "; its signals are checked when it names a 'machine'");
}

/* ---- exercises ---- */

static void unknown_gauge(const auth_instruction *instruction, const auth_hud *hud, const char *path)
{
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(instruction->text);
    for (int i = 0; i < hud->gauge_count; i++) hl_spelling_offer(&nearest, hud->gauges[i].id);
    hl_report_add(&report, instruction->place,
                  "no gauge '%s' in %s; the id of one of its gauges is expected%s", instruction->text, path,
                  hl_did_you_mean(nearest.best, hint));
}

static bool has_gauge(const auth_hud *hud, const char *id)
{
    for (int i = 0; i < hud->gauge_count; i++)
        if (strcmp(hud->gauges[i].id, id) == 0) return true;
    return false;
}

static void check_instructions(const auth_training *training, const auth_hud *hud)
{
    for (int i = 0; i < training->instruction_count; i++) {
        const auth_instruction *instruction = training->instructions[i];
        if (instruction->kind == AUTH_DO_IMAGE) check_image(instruction->text, instruction->place, &report);
        if (instruction->kind == AUTH_DO_GAUGE && hud && !has_gauge(hud, instruction->text))
            unknown_gauge(instruction, hud, training->hud);
    }
}

/* @return NULL: it has none, or it is bad, as the reports say */
static const auth_hud *read_layout(const auth_training *training, const world_machine *machine,
                                   hl_arena *arena)
{
    if (!training->hud) return NULL;
    const auth_hud *hud = check_hud_for(training->hud, machine, arena, &of_layout);
    if (hud) return hud;
    hl_report_add(&report, training->hud_place,
                  "'hud': %s cannot be used here; a layout for this machine is expected", training->hud);
    return NULL;
}

int check_training(const drv_files *files, const world_machine *machine, hl_arena *arena)
{
    if (!files->scenario) return PROGRAM_DONE;
    const auth_training *training = &files->scenario->training;
    hl_report_begin(&report, files->scenario_text.path);
    hl_report_begin(&of_layout, "");
    check_instructions(training, read_layout(training, machine, arena));
    if (hl_report_clean(&report)) return PROGRAM_DONE;
    drv_complain(&program_log, &of_layout);
    drv_complain(&program_log, &report);
    return PROGRAM_USAGE;
}
