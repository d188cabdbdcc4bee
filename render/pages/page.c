/* Parts of pages: what scrolls, rows of buttons. */
#include "page.h"

#include <math.h>

/* ---- what scrolls ---- */

static double most(const page_scroll *scroll)
{
    return fmax(0.0, scroll->whole - scroll->box.h);
}

double page_scroll_begin(page_scroll *scroll, page_canvas *canvas, page_box box)
{
    scroll->box = box;
    page_clip(canvas, box);
    return box.y - scroll->at;
}

/* A thin bar at the right tells that there is more. What has become too short is painted anew at the next
 * event; until then it is not lost, only higher up. */
void page_scroll_end(page_scroll *scroll, page_canvas *canvas, double whole)
{
    static const double width = 4.0; /* [dots] */
    static const page_ink ink = {1.0, 1.0, 1.0, 0.22};
    const page_box box = scroll->box;
    scroll->whole = whole;
    scroll->at = fmin(scroll->at, most(scroll));
    if (most(scroll) > 0.0 && box.h > 0.0)
        page_fill(canvas,
                  (page_box){box.x + box.w - width, box.y + box.h * scroll->at / whole, width,
                             box.h * box.h / whole},
                  0.5 * width, ink);
    page_unclip(canvas);
}

/* Move by so many dots, as far as there is something. */
static void page_scroll_by(page_scroll *scroll, double dots)
{
    scroll->at = fmax(0.0, fmin(scroll->at + dots, most(scroll)));
}

void page_scroll_show(page_scroll *scroll, double top, double bottom, double room)
{
    if (bottom > scroll->at + room) scroll->at = bottom - room;
    if (top < scroll->at) scroll->at = top;
}

bool page_scroll_take(page_scroll *scroll, const page_event *event)
{
    static const double notch = 60.0, line = 40.0, overlap = 40.0; /* [dots] */
    if (event->kind == PAGE_WHEEL && page_inside(scroll->box, event->x, event->y)) {
        page_scroll_by(scroll, -notch * event->wheel);
        return true;
    }
    if (event->kind != PAGE_KEY) return false;
    switch (event->key) {
    case PAGE_UP:
        page_scroll_by(scroll, -line);
        return true;
    case PAGE_DOWN:
        page_scroll_by(scroll, line);
        return true;
    case PAGE_PAGE_UP:
        page_scroll_by(scroll, overlap - scroll->box.h);
        return true;
    case PAGE_PAGE_DOWN:
        page_scroll_by(scroll, scroll->box.h - overlap);
        return true;
    case PAGE_HOME:
        page_scroll_by(scroll, -scroll->whole);
        return true;
    case PAGE_END:
        page_scroll_by(scroll, scroll->whole);
        return true;
    default:
        return false;
    }
}

/* ---- buttons ---- */

double page_buttons_paint(const page_buttons *buttons, page_canvas *canvas, double right, double top)
{
    static const double width = 150.0, height = 40.0, gap = 14.0; /* [dots] */
    double x = right;
    for (int i = 0; i < buttons->count; i++) {
        const page_box box = {x - width, top, width, height};
        page_button(canvas, box, buttons->list[i].text, i == 0, i == buttons->focus);
        page_spot_add(canvas, box, PAGE_BUTTON_SPOT, i);
        x -= width + gap;
    }
    return x + gap;
}

/* They stand from right to left. */
static bool move_focus(page_buttons *buttons, page_key key)
{
    const int n = buttons->count;
    if (key == PAGE_BACK || key == PAGE_NEXT)
        buttons->focus = (buttons->focus + 1) % n;
    else if (key == PAGE_ON || key == PAGE_BEFORE)
        buttons->focus = (buttons->focus + n - 1) % n;
    else
        return false;
    return true;
}

int page_buttons_take(page_buttons *buttons, const page_event *event, const page_canvas *canvas, bool *taken)
{
    *taken = true;
    if (event->kind == PAGE_KEY && event->key == PAGE_ENTER) return buttons->list[buttons->focus].answer;
    if (event->kind == PAGE_KEY && move_focus(buttons, event->key)) return PAGE_STAYS;
    if (event->kind == PAGE_PRESS) {
        const page_spot *spot = page_spot_at(canvas, event->x, event->y);
        if (spot != NULL && spot->what == PAGE_BUTTON_SPOT) return buttons->list[spot->index].answer;
    }
    *taken = false;
    return PAGE_STAYS;
}
