/* IMAGE: a picture from a PNG or SVG file, as large as it fits. */
#include "gauge.h"

bool hud_image_load(hud_gauge *gauge, const hud_maker *maker)
{
    char why[200];
    if (hud_image_file_read(&gauge->image, gauge->def->image, why, sizeof why)) return true;
    hl_report_add(maker->report, gauge->def->image_place,
                  "the image '%s' cannot be read: %s; a PNG or an SVG file is expected", gauge->def->image,
                  why);
    return false;
}

void hud_image_draw(const hud_gauge *gauge, const hud_pen *pen, hud_box box, double opacity)
{
    if (pen->halo) return; /* pictures bring their own background */
    hud_image_file_paint(&gauge->image, pen->c, box, opacity);
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)gauge, (void)values, (void)time, (void)shown;
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    hud_image_draw(gauge, pen, gauge->box, 1.0);
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    (void)gauge, (void)shown, (void)pen;
}

const hud_kind hud_image = {hud_image_load, look, still, draw, NULL};
