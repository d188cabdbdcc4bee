/* Where things lie in the preview's window. However small that is, no place has a size below one pixel. */
#include "preview_internal.h"

#include <math.h>

static double side_width(const rnd_preview *p)
{
    static const double MOST = 0.4; /* of the window */
    return fmin(PREVIEW_SIDE, MOST * p->width);
}

static double bar_height(double length)
{
    return length > 0.0 ? PREVIEW_BAR : 0.0;
}

preview_box preview_stage(const rnd_preview *p, double length)
{
    return (preview_box){
        PREVIEW_MARGIN, PREVIEW_MARGIN, fmax(1.0, p->width - side_width(p) - PREVIEW_MARGIN),
        fmax(1.0, p->height - PREVIEW_MARGIN - (double)PREVIEW_FOOT - 8.0 - bar_height(length))};
}

preview_box preview_canvas(const rnd_preview *p, const double canvas[2], double length)
{
    const preview_box stage = preview_stage(p, length);
    const double scale = fmin(stage.w / canvas[0], stage.h / canvas[1]);
    const double w = scale * canvas[0], h = scale * canvas[1];
    return (preview_box){stage.x + 0.5 * (stage.w - w), stage.y + 0.5 * (stage.h - h), w, h};
}

preview_box preview_column(const rnd_preview *p)
{
    return (preview_box){p->width - side_width(p), 0.0, side_width(p),
                         fmax(1.0, p->height - (double)PREVIEW_FOOT)};
}

preview_box preview_track(const rnd_preview *p, int slider)
{
    const preview_box column = preview_column(p);
    return (preview_box){column.x + PREVIEW_MARGIN,
                         PREVIEW_MARGIN + slider * (double)PREVIEW_ROW + 26.0 - p->scroll,
                         fmax(1.0, column.w - 2.0 * PREVIEW_MARGIN), PREVIEW_TRACK};
}

double preview_most_scroll(const rnd_preview *p, int sliders)
{
    return fmax(0.0, sliders * (double)PREVIEW_ROW + PREVIEW_MARGIN - preview_column(p).h);
}

static double bar_middle(const rnd_preview *p)
{
    return p->height - PREVIEW_FOOT - 0.5 * PREVIEW_BAR;
}

preview_box preview_play_button(const rnd_preview *p)
{
    return (preview_box){PREVIEW_MARGIN, bar_middle(p) - 9.0, 18.0, 18.0};
}

preview_box preview_time_track(const rnd_preview *p)
{
    static const double BUTTON = 40.0, NUMBERS = 130.0; /* [pixels] to the left and to the right */
    const preview_box stage = preview_stage(p, 1.0);
    return (preview_box){stage.x + BUTTON, bar_middle(p) - 0.5 * PREVIEW_TRACK,
                         fmax(1.0, stage.w - BUTTON - NUMBERS), PREVIEW_TRACK};
}

bool preview_inside(preview_box box, double margin, int x, int y)
{
    return x >= box.x - margin && x <= box.x + box.w + margin && y >= box.y - margin &&
           y <= box.y + box.h + margin;
}
