/* The single runs of a sweep: their commands, and what is there of their results. */
#include "sweep.h"

#include "file/read.h"

#include <string.h>
#include <unistd.h>

bool sweep_words(sweep *s, int run, const char **words)
{
    char name[SWP_NAME_MOST], path[SWEEP_PATH];
    swp_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "", path)) return false;
    const char *folder = hl_arena_string(&s->arena, path, strlen(path));
    const char **settings = swp_settings(&s->plan.grid, run, &s->arena);
    return (folder && settings &&
            swp_command(&s->job, settings, s->plan.grid.axis_count, folder, &s->arena, words)) ||
           sweep_refuse(hl_status_text(HL_OUT_OF_MEMORY));
}

swp_result sweep_read(sweep *s, int run)
{
    char name[SWP_NAME_MOST], path[SWEEP_PATH];
    file_bytes text = {0};
    swp_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "report.json", path)) return swp_result_none(SWP_MISSING, "");
    if (access(path, F_OK) == 0) (void)file_read(path, FILE_REPORT, &s->arena, &text, NULL);
    return swp_result_of(text.data, &s->plan, run, &s->arena);
}

bool sweep_read_all(sweep *s)
{
    s->results = HL_NEW(&s->arena, swp_result, s->plan.grid.run_count);
    if (!s->results) return sweep_refuse(hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < s->plan.grid.run_count; i++) s->results[i] = sweep_read(s, i);
    return true;
}
