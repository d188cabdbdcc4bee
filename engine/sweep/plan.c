/* A sweep as it was asked for. */
#include "swp/plan.h"

#include <stdio.h>
#include <string.h>

static bool refuse(char why[SWP_WHY], const char *text)
{
    snprintf(why, SWP_WHY, "%s", text);
    return false;
}

bool swp_is_line(const char *text)
{
    return !text || !strpbrk(text, "\r\n");
}

static bool check_lines(const swp_plan *plan, char why[SWP_WHY])
{
    bool good = swp_is_line(plan->scenario) && swp_is_line(plan->script);
    for (int i = 0; i < plan->set_count; i++) good = good && swp_is_line(plan->sets[i]);
    return good || refuse(why, "paths and settings must not contain line breaks");
}

static bool check_script(const char *script, char why[SWP_WHY])
{
    if (!script || (strcmp(script, "devices") != 0 && strcmp(script, "keyboard") != 0)) return true;
    return refuse(why, "a sweep needs an operator script: give --operator SCRIPT");
}

static bool make_grid(swp_grid *grid, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY])
{
    *grid = (swp_grid){.run_count = 1};
    for (int i = 0; i < count; i++)
        if (!swp_grid_add(grid, vary[i], arena, why)) return false;
    return grid->axis_count > 0 || refuse(why, "no key is varied; give --vary KEY=V1,V2,...");
}

static bool check_sets(const swp_plan *plan, char why[SWP_WHY])
{
    for (int i = 0; i < plan->set_count; i++) {
        char key[256];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(plan->sets[i], "="), plan->sets[i]);
        if (!swp_grid_has(&plan->grid, key)) continue;
        snprintf(why, SWP_WHY, "'%s' is both in --set and in --vary", key);
        return false;
    }
    return plan->set_count + plan->grid.axis_count < SWP_SETS || refuse(why, "too many --set");
}

bool swp_plan_vary(swp_plan *plan, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY])
{
    return check_lines(plan, why) && check_script(plan->script, why) &&
           make_grid(&plan->grid, vary, count, arena, why) && check_sets(plan, why);
}
