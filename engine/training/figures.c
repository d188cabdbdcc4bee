/* Which figures a debriefing has. */
#include "figures.h"

static bool there(const train_debrief *debrief, int figure)
{
    switch (figure) {
    case TRAIN_FIGURE_PATH:
        return figure_path_there(debrief);
    case TRAIN_FIGURE_SCORE:
        return figure_score_there(debrief);
    case TRAIN_FIGURE_CYCLES:
        return figure_cycles_there(debrief);
    default:
        return figure_curve_there(debrief, figure);
    }
}

int train_figures(const train_debrief *debrief, int figure[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS])
{
    const int all = TRAIN_FIGURE_SIGNAL + debrief->scenario->training.plot_count;
    int count = 0;
    for (int i = 0; i < all; i++)
        if (there(debrief, i)) figure[count++] = i;
    return count;
}

const char *train_figure_title(const train_debrief *debrief, int figure)
{
    static const char *const titles[TRAIN_FIGURE_SIGNAL] = {
        "Path over the field",   "Points of each component", "Fuel used", "Hits",
        "Duration of each task", "Movement of the controls"};
    if (figure == TRAIN_FIGURE_PATH && figure_path_of_tool(debrief))
        return "Path of the bucket over the field";
    if (figure == TRAIN_FIGURE_CYCLES && figure_cycles_repeat(debrief)) return "Duration of each turn";
    if (figure < TRAIN_FIGURE_SIGNAL) return titles[figure];
    return debrief->scenario->training.plots[figure - TRAIN_FIGURE_SIGNAL].title;
}

void train_figure_script(const train_debrief *debrief, int figure, const char *svg, FILE *script)
{
    switch (figure) {
    case TRAIN_FIGURE_PATH:
        figure_path(debrief, svg, script);
        break;
    case TRAIN_FIGURE_SCORE:
        figure_score(debrief, svg, script);
        break;
    case TRAIN_FIGURE_CYCLES:
        figure_cycles(debrief, svg, script);
        break;
    default:
        figure_curve(debrief, figure, svg, script);
        break;
    }
    fputs("unset output\n", script);
}
