/* headland check of a layout: alone, and against the machine that it names. */
#include "check_hud.h"

#include "check_verdict.h"
#include "command/complaints.h"
#include "command/program_log.h"
#include "drv/load.h"
#include "hud/hud_layout.h"
#include "program.h"

#include "auth/file.h"
#include "auth/hud.h"
#include "rnd/hud.h"

#include <stdio.h>
#include <string.h>

static hl_report report; /* too large for the stack */

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
        return complaints_refuse(path, HL_BAD_INPUT, &report);
    const world_machine *machine =
        drv_load_and_build(&program_log, hud->machine, NULL, arena, &files, &status);
    if (!machine) return status;
    if (check_hud_fits(hud, machine, arena, &report)) return PROGRAM_DONE;
    return complaints_refuse(path, hl_report_clean(&report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT, &report);
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
    if (status != HL_OK) return complaints_refuse(path, status, &report);
    check_images(hud, &report);
    if (!hl_report_clean(&report)) return complaints_refuse(path, HL_BAD_INPUT, &report);
    const int fit = hud->machine ? check_signals(path, hud, arena) : PROGRAM_DONE;
    if (fit != PROGRAM_DONE) return fit;
    hl_report_begin_warnings(&report, path);
    rnd_hud_warn_fonts(hud, &report);
    check_warn(&report);
    return check_ok(path, "%s: %d gauges on %g x %g dots%s", hud->name, hud->gauge_count, hud->size[0],
                    hud->size[1], hud->machine ? "" : "; its signals are checked when it names a 'machine'");
}
