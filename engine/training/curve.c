#include "curve.h"

#include "file/template.h"

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
