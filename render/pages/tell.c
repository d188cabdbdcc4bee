/* A line to read, and a key to go on. */
#include "briefing.h"

#include <math.h>

void tell_begin(tell_page *t, const char *title, const char *text)
{
    *t = (tell_page){.title = title,
                     .text = text,
                     .foot = "Enter continue",
                     .buttons = {.count = 1, .list = {{"Continue", RND_ANSWER_GO}}}};
}

void tell_begin_waiting(tell_page *t, const char *title, const char *text)
{
    *t = (tell_page){.title = title, .text = text, .foot = ""};
}

void tell_paint(void *tell, page_canvas *canvas)
{
    static const double margin = 32.0, widest = 760.0, inset = 24.0, bar = 60.0; /* [dots] */
    tell_page *t = tell;
    const double top = page_head(canvas, t->title, "");
    const double bottom = page_foot(canvas, t->foot) - bar;
    const double width = fmin(canvas->width - 2.0 * margin, widest), x = 0.5 * (canvas->width - width);
    const page_words how = {.size = 15.0, .ink = page_text, .width = fmax(width - 2.0 * inset, 1.0)};
    const double high = page_height(canvas, &how, t->text);
    const double lower =
        0.3 * fmax(bottom - top - high - 2.0 * inset, 0.0); /* the card stands above the middle */
    const page_box card = {x, top + lower, width, fmin(high + 2.0 * inset, bottom - top - lower)};
    page_card(canvas, card);
    page_fill(canvas, (page_box){card.x, card.y + 7.0, 3.0, card.h - 14.0}, 1.5, page_accent);
    const page_box room = {card.x + inset, card.y + inset, width - 1.5 * inset, card.h - 2.0 * inset};
    const double y = page_scroll_begin(&t->scroll, canvas, room);
    page_write(canvas, room.x, y, &how, t->text);
    page_scroll_end(&t->scroll, canvas, high);
    page_buttons_paint(&t->buttons, canvas, card.x + card.w, card.y + card.h + 20.0);
}

int tell_take(void *tell, const page_event *event, const page_canvas *canvas)
{
    tell_page *t = tell;
    bool taken;
    const int answer = page_buttons_take(&t->buttons, event, canvas, &taken);
    if (taken || page_scroll_take(&t->scroll, event)) return answer;
    return event->kind == PAGE_KEY && event->key == PAGE_ESCAPE ? RND_ANSWER_BACK : PAGE_STAYS;
}
