/* Single runs of a sweep: their commands and results; the table and the plots of all. */
#include "batch_internal.h"

#include "drv/log.h"
#include "swp/result.h"

#include "file/read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- single runs ---- */

bool bat_words(bat_sweep *s, int run, const char **words)
{
    char name[SWP_NAME_MOST], path[BAT_PATH];
    swp_grid_name(&s->plan.grid, run, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "", path)) return false;
    const char *folder = hl_arena_string(&s->arena, path, strlen(path));
    const char **settings = swp_settings(&s->plan.grid, run, &s->arena);
    return (folder && settings &&
            swp_command(&s->job, settings, s->plan.grid.axis_count, folder, &s->arena, words)) ||
           drv_say(s->request.log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

swp_result batch_read(bat_sweep *s, int run)
{
    char name[SWP_NAME_MOST], path[BAT_PATH];
    file_bytes text = {0};
    swp_grid_name(&s->plan.grid, run, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "report.json", path))
        return swp_result_none(SWP_MISSING, "");
    if (access(path, F_OK) == 0) (void)file_read(path, FILE_REPORT, &s->arena, &text, NULL);
    return swp_result_of(text.data, &s->plan, run, &s->arena);
}

bool batch_read_all(bat_sweep *s)
{
    s->results = HL_NEW(&s->arena, swp_result, s->plan.grid.run_count);
    if (!s->results) return drv_say(s->request.log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < s->plan.grid.run_count; i++) s->results[i] = batch_read(s, i);
    return true;
}

/* ---- table and plots ---- */

static void print_table_csv(const void *context, FILE *out)
{
    const bat_sweep *s = context;
    swp_print_csv(&s->plan.grid, s->results, out);
}

bool bat_write_table(const bat_sweep *s, char table[BAT_PATH], char plots[BAT_PATH])
{
    const drv_log *log = s->request.log;
    return batch_path(log, s->request.out, "table.csv", table) &&
           batch_path(log, s->request.out, "plots", plots) &&
           batch_write_file(log, table, print_table_csv, s) && drv_make_folder(log, plots);
}

static int cannot(const drv_log *log, const char *path)
{
    drv_say(log, "%s: %s", path, strerror(errno));
    return DRV_ENVIRONMENT;
}

static int draw(const bat_sweep *s, swp_measure measure, const char *folder)
{
    enum { LONGEST = BAT_PATH + 100, TROUBLE = LONGEST + 300 };
    char path[LONGEST], trouble[TROUBLE];
    snprintf(path, sizeof path, "%s/%s.gnuplot", folder, swp_style_of(measure)->plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(s->request.log, path);
    swp_plot_script(&s->plan.grid, s->results, measure, script);
    const bool good = !ferror(script);
    if (fclose(script) != 0 || !good) return cannot(s->request.log, path);
    if (s->request.plot(folder, path, trouble, sizeof trouble)) return DRV_DONE;
    drv_say(s->request.log, "%s", trouble);
    return DRV_ENVIRONMENT;
}

int bat_draw(const bat_sweep *s, const char *plots)
{
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_measure measure = (swp_measure)m;
        if (!swp_style_of(measure)->plot || !swp_plot_has_bars(&s->plan.grid, s->results, measure)) continue;
        const int status = draw(s, measure, plots);
        if (status != DRV_DONE) return status;
    }
    return DRV_DONE;
}
