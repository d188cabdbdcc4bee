#include "symbols.h"

#include "pen.h"

#include <stddef.h>
#include <string.h>

static void lines(cairo_t *c, const double (*points)[2], int count)
{
    cairo_move_to(c, points[0][0], points[0][1]);
    for (int i = 1; i < count; i++) cairo_line_to(c, points[i][0], points[i][1]);
}

static void circle(cairo_t *c, double x, double y, double radius)
{
    cairo_new_sub_path(c);
    cairo_arc(c, x, y, radius, 0.0, 2.0 * HUD_PI);
    cairo_close_path(c);
}

#define LINES(c, points) lines((c), (points), (int)(sizeof(points) / sizeof *(points)))

static void exclamation(cairo_t *c, double top, double bottom)
{
    cairo_rectangle(c, -0.07, top, 0.14, 0.70 * (bottom - top));
    circle(c, 0.0, bottom - 0.08, 0.085);
}

/* ---- brakes: a drum between its shoes ---- */

static void drum(cairo_t *c)
{
    static const double shoe = 0.92; /* half angle [rad] */
    circle(c, 0.0, 0.0, 0.58);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.0, 0.0, 0.86, -shoe, shoe);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.0, 0.0, 0.86, HUD_PI - shoe, HUD_PI + shoe);
}

static void brake_solid(cairo_t *c)
{
    exclamation(c, -0.36, 0.36);
}

static void parking(cairo_t *c)
{
    static const double stem[][2] = {{-0.15, 0.34}, {-0.15, -0.34}, {0.05, -0.34}};
    drum(c);
    LINES(c, stem);
    cairo_arc(c, 0.05, -0.14, 0.20, -0.5 * HUD_PI, 0.5 * HUD_PI);
    cairo_line_to(c, -0.15, 0.06);
}

/* ---- fuel pump ---- */

static void fuel(cairo_t *c)
{
    static const double body[][2] = {{-0.62, 0.80}, {-0.62, -0.78}, {0.20, -0.78}, {0.20, 0.80}};
    static const double base[][2] = {{-0.80, 0.80}, {0.38, 0.80}};
    static const double spout[][2] = {{0.78, 0.40}, {0.78, -0.34}, {0.48, -0.64}};
    LINES(c, body);
    LINES(c, base);
    cairo_rectangle(c, -0.40, -0.56, 0.38, 0.40);
    cairo_move_to(c, 0.20, 0.05);
    cairo_line_to(c, 0.34, 0.05);
    cairo_curve_to(c, 0.46, 0.05, 0.48, 0.14, 0.48, 0.24);
    cairo_line_to(c, 0.48, 0.44);
    cairo_curve_to(c, 0.48, 0.66, 0.78, 0.66, 0.78, 0.44);
    LINES(c, spout);
}

/* ---- a machine that tips over on a slope ---- */

static void rollover(cairo_t *c)
{
    static const double slope[][2] = {{-0.92, 0.30}, {0.30, 0.90}, {0.92, 0.90}};
    static const double tilt = 0.46; /* [rad], that of the slope */
    LINES(c, slope);
    cairo_save(c);
    cairo_translate(c, -0.06, 0.06);
    cairo_rotate(c, tilt);
    cairo_rectangle(c, -0.56, 0.08, 0.24, 0.46);
    cairo_rectangle(c, 0.32, 0.08, 0.24, 0.46);
    cairo_move_to(c, -0.32, 0.26);
    cairo_line_to(c, 0.32, 0.26);
    cairo_move_to(c, -0.30, 0.08);
    cairo_line_to(c, -0.24, -0.50);
    cairo_line_to(c, 0.24, -0.50);
    cairo_line_to(c, 0.30, 0.08);
    cairo_restore(c);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.05, 0.10, 0.92, -0.40 * HUD_PI, -0.08 * HUD_PI);
}

static void rollover_solid(cairo_t *c)
{
    cairo_move_to(c, 1.00, 0.08); /* point of the arrow */
    cairo_line_to(c, 0.72, -0.14);
    cairo_line_to(c, 1.06, -0.30);
    cairo_close_path(c);
}

/* ---- engine block ---- */

static void engine(cairo_t *c)
{
    static const double block[][2] = {
        {-0.56, -0.32}, {-0.30, -0.32}, {-0.14, -0.50}, {0.30, -0.50}, {0.30, -0.32}, {0.46, -0.32},
        {0.58, -0.16},  {0.58, 0.02},   {0.80, 0.02},   {0.80, -0.20}, {0.94, -0.20}, {0.94, 0.54},
        {0.80, 0.54},   {0.80, 0.32},   {0.58, 0.32},   {0.40, 0.62},  {-0.30, 0.62}, {-0.56, 0.36}};
    static const double fan[][2] = {{-0.86, -0.22}, {-0.86, 0.34}},
                        shaft[][2] = {{-0.86, 0.04}, {-0.56, 0.04}};
    static const double cap[][2] = {{-0.12, -0.74}, {0.28, -0.74}},
                        neck[][2] = {{0.08, -0.74}, {0.08, -0.50}};
    LINES(c, block);
    cairo_close_path(c);
    LINES(c, fan);
    LINES(c, shaft);
    LINES(c, cap);
    LINES(c, neck);
}

/* ---- padlock ---- */

static void lock(cairo_t *c)
{
    cairo_rectangle(c, -0.58, -0.08, 1.16, 0.88);
    cairo_move_to(c, -0.36, -0.08);
    cairo_line_to(c, -0.36, -0.42);
    cairo_arc(c, 0.0, -0.42, 0.36, HUD_PI, 0.0);
    cairo_line_to(c, 0.36, -0.08);
}

static void lock_solid(cairo_t *c)
{
    circle(c, 0.0, 0.26, 0.13);
    cairo_rectangle(c, -0.055, 0.30, 0.11, 0.28);
}

/* ---- signs ---- */

static void warning(cairo_t *c)
{
    static const double triangle[][2] = {{0.0, -0.76}, {0.88, 0.74}, {-0.88, 0.74}};
    LINES(c, triangle);
    cairo_close_path(c);
}

static void warning_solid(cairo_t *c)
{
    exclamation(c, -0.26, 0.56);
}

static void recommended(cairo_t *c)
{
    static const double tick[][2] = {{-0.38, 0.02}, {-0.10, 0.32}, {0.42, -0.32}};
    circle(c, 0.0, 0.0, 0.82);
    LINES(c, tick);
}

static const hud_symbol symbols[] = {
    {"brake", drum, brake_solid},           {"parking", parking, NULL},         {"fuel", fuel, NULL},
    {"rollover", rollover, rollover_solid}, {"engine", engine, NULL},           {"lock", lock, lock_solid},
    {"warning", warning, warning_solid},    {"recommended", recommended, NULL},
};

const hud_symbol *hud_symbol_find(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(symbols[i].name, name) == 0) return &symbols[i];
    return NULL;
}
