/* headland check of an exercise: its layout with the gauges that instructions name, its images. */
#include "check_training.h"

#include "check_hud.h"
#include "command/complaints.h"
#include "program.h"

#include "hl/spelling.h"

#include <string.h>

static hl_report report, of_layout; /* too large for the stack */

static void unknown_gauge(const auth_instruction *instruction, const auth_hud *hud, const char *path)
{
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_nearest_begin(instruction->text);
    for (int i = 0; i < hud->gauge_count; i++) hl_nearest_offer(&nearest, hud->gauges[i].id);
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
    complaints_print(&of_layout);
    complaints_print(&report);
    return PROGRAM_USAGE;
}
