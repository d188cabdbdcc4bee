#include "debrief.h"

void debrief_begin(debrief_page *d, rnd_debrief *debrief, bool (*look)(void *context), void *context)
{
    *d = (debrief_page){.debrief = debrief, .look = look, .context = context, .figure = -1, .columns = 1};
    page_buttons *b = &d->buttons;
    if (debrief->again) {
        b->list[b->count].text = "Once more";
        b->list[b->count++].answer = RND_ANSWER_AGAIN;
    }
    b->list[b->count].text = "Menu";
    b->list[b->count++].answer = RND_ANSWER_BACK;
}

void debrief_end(debrief_page *d)
{
    drawings_free(&d->drawings);
}

bool debrief_look(void *debrief)
{
    const debrief_page *d = debrief;
    return d->look != NULL && d->look(d->context);
}

/* ---- a figure, large ---- */

static int take_large(debrief_page *d, const page_event *event)
{
    const int count = d->debrief->figure_count;
    const page_key key = event->kind == PAGE_KEY ? event->key : PAGE_NO_KEY;
    if (key == PAGE_ON || key == PAGE_DOWN || key == PAGE_NEXT)
        d->figure = (d->figure + 1) % count;
    else if (key == PAGE_BACK || key == PAGE_UP || key == PAGE_BEFORE)
        d->figure = (d->figure + count - 1) % count;
    else if (key == PAGE_ESCAPE || key == PAGE_ENTER || event->kind == PAGE_PRESS)
        d->large = false;
    return PAGE_STAYS;
}

/* ---- all of it ---- */

/* Tab goes from the buttons to the figures and on; past the last one back to the buttons. */
static bool step_figure(debrief_page *d, page_key key)
{
    const int last = d->debrief->figure_count - 1;
    int to;
    switch (key) {
    case PAGE_NEXT:
        to = d->figure + 1;
        break;
    case PAGE_BEFORE:
        to = d->figure < 0 ? last : d->figure - 1;
        break;
    case PAGE_ON:
        to = d->figure < last ? d->figure + 1 : last;
        break;
    case PAGE_BACK:
        to = d->figure > 0 ? d->figure - 1 : 0;
        break;
    case PAGE_DOWN:
        to = d->figure + d->columns <= last ? d->figure + d->columns : d->figure;
        break;
    case PAGE_UP:
        to = d->figure >= d->columns ? d->figure - d->columns : d->figure;
        break;
    default:
        return false;
    }
    d->figure = to > last ? -1 : to;
    return true;
}

static int take_figure_key(debrief_page *d, page_key key)
{
    if (key == PAGE_ESCAPE) d->figure = -1;
    if (key == PAGE_ENTER) d->large = true;
    (void)step_figure(d, key);
    return PAGE_STAYS;
}

/* Keys of the buttons: Tab walks on into the figures behind the last one. */
static int take_button_key(debrief_page *d, const page_event *event, const page_canvas *canvas)
{
    bool taken;
    const bool leaves = event->kind == PAGE_KEY && d->debrief->figure_count > 0 &&
                        ((event->key == PAGE_NEXT && d->buttons.focus == d->buttons.count - 1) ||
                         (event->key == PAGE_BEFORE && d->buttons.focus == 0));
    if (leaves) {
        d->buttons.focus = 0;
        (void)step_figure(d, event->key);
        return PAGE_STAYS;
    }
    const int answer = page_buttons_take(&d->buttons, event, canvas, &taken);
    if (taken) return answer;
    if (event->kind == PAGE_KEY && event->key == PAGE_ESCAPE) return RND_ANSWER_BACK;
    if (!page_scroll_take(&d->points, event)) (void)page_scroll_take(&d->figures, event);
    return PAGE_STAYS;
}

int debrief_take(void *debrief, const page_event *event, const page_canvas *canvas)
{
    debrief_page *d = debrief;
    if (d->large) return take_large(d, event);
    if (d->figure >= 0 && event->kind == PAGE_KEY) return take_figure_key(d, event->key);
    if (event->kind == PAGE_PRESS) {
        const page_spot *spot = page_spot_at(canvas, event->x, event->y);
        if (spot != NULL && spot->what == DEBRIEF_SPOT_FIGURE) {
            d->figure = spot->index;
            d->large = true;
            return PAGE_STAYS;
        }
    }
    return take_button_key(d, event, canvas);
}
