/* Figures of attempts: learning curves, signals of a drive. */
#include "figures.h"

#include "file/template.h"

/* ---- learning curves ---- */

enum { WIDTH = 440, HEIGHT = 200, LEFT = 38, RIGHT = 12, TOP = 12, BOTTOM = 34 /* of a picture [px] */ };

static double place_of(int index, int count)
{
    const double width = WIDTH - LEFT - RIGHT;
    return count > 1 ? LEFT + width * index / (count - 1) : LEFT + 0.5 * width;
}

static double height_of(double score)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - score / 100.0);
}

static void print_frame(FILE *out, int count)
{
    enum { STEP = 25, LABELS = 10 };
    const int every = (count + LABELS - 1) / LABELS;
    for (int score = 0; score <= 100; score += STEP)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\" "
                "stroke-opacity=\"%s\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                LEFT, WIDTH - RIGHT, height_of(score), height_of(score), score == 0 ? "0.6" : "0.18",
                LEFT - 6, height_of(score) + 4.0, score);
    for (int i = 0; i < count; i += every)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", place_of(i, count),
                HEIGHT - BOTTOM + 16, i + 1);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">attempt</text>\n", WIDTH - RIGHT, HEIGHT - 4);
}

static void print_cross(FILE *out, double x, double y)
{
    static const double arm = 4.0; /* [px] */
    fprintf(out,
            "<path d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\" stroke=\"#d55e00\" stroke-width=\"2\"/>\n",
            x - arm, y - arm, x + arm, y + arm, x - arm, y + arm, x + arm, y - arm);
}

void curve_svg(FILE *out, const char *title, const curve_point *points, int count)
{
    fprintf(out,
            "<svg class=\"curve\" role=\"img\" viewBox=\"0 0 %d %d\" xmlns=\"http://www.w3.org/2000/svg\" "
            "font-size=\"12\" fill=\"currentColor\">",
            WIDTH, HEIGHT);
    fputs("<title>", out);
    file_html_write(title, out);
    fputs("</title>\n", out);
    print_frame(out, count);
    fputs("<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "", place_of(i, count), height_of(points[i].score));
    fputs("\"/>\n", out);
    for (int i = 0; i < count; i++) {
        const double x = place_of(i, count), y = height_of(points[i].score);
        if (points[i].finished)
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#0072b2\"/>\n", x, y);
        else
            print_cross(out, x, y);
    }
    fputs("</svg>\n", out);
}

/* ---- figures of a drive ---- */

/* Which figures a debriefing has. */

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
        return figure_has_curve(debrief, figure);
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
