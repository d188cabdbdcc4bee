/* A page: what it is painted by, and what it does with what happens. Pages know neither windows nor SDL. */
#ifndef PAGES_PAGE_H
#define PAGES_PAGE_H

#include "brush.h"

#include "rnd/pages.h"

typedef enum page_key {
    PAGE_NO_KEY,
    PAGE_UP,
    PAGE_DOWN,
    PAGE_BACK,   /**< arrow to the left */
    PAGE_ON,     /**< to the right */
    PAGE_NEXT,   /**< Tab */
    PAGE_BEFORE, /**< Shift+Tab */
    PAGE_ENTER,
    PAGE_ESCAPE,
    PAGE_ERASE, /**< Backspace */
    PAGE_PAGE_UP,
    PAGE_PAGE_DOWN,
    PAGE_HOME,
    PAGE_END
} page_key;

typedef enum page_event_kind {
    PAGE_KEY,
    PAGE_TYPED, /**< text, UTF-8 */
    PAGE_PRESS, /**< left button, at the mouse */
    PAGE_WHEEL
} page_event_kind;

typedef struct page_event {
    page_event_kind kind;
    page_key key;
    char text[64];
    double x, y;  /**< of the mouse [dots] */
    double wheel; /**< notches, up is above zero */
} page_event;

enum { PAGE_STAYS = -1 /**< no rnd_answer: the page goes on */ };

typedef struct page {
    const char *kind,
        *title; /**< of the window: "headland: briefing: A slalom"; title NULL: the kind alone */
    void *state;
    /** Paint all of it; places that can be hit are noted on the canvas. */
    void (*paint)(void *state, page_canvas *canvas);
    /** @param canvas  as it was painted last. @return an rnd_answer, or PAGE_STAYS */
    int (*take)(void *state, const page_event *event, const page_canvas *canvas);
    /** Called some times a second. @return whether it must be painted anew. NULL: never */
    bool (*look)(void *state);
} page;

/* ---- what scrolls ---- */

typedef struct page_scroll {
    double at;     /**< [dots] from the top */
    double whole;  /**< height of all [dots], of the last painting */
    paint_box box; /**< window on it, likewise */
} page_scroll;

/** Begin to paint what scrolls: clips to the box. @return where its upper edge is to be painted */
double page_scroll_begin(page_scroll *scroll, page_canvas *canvas, paint_box box);

/** @param whole  height of what was painted [dots] */
void page_scroll_end(page_scroll *scroll, page_canvas *canvas, double whole);

/** So that what lies from `top` to `bottom` of the whole is seen. @param room  of the window on it */
void page_scroll_show(page_scroll *scroll, double top, double bottom, double room);

/** Take keys (all that scroll) and the wheel over the box. @return whether the event was one of them */
bool page_scroll_take(page_scroll *scroll, const page_event *event);

/* ---- buttons ---- */

enum { PAGE_BUTTONS = 4, PAGE_BUTTON_SPOT = 1000 /**< `what` of their spots */ };

/** A row of buttons, of which the first is what Enter is likely to mean. */
typedef struct page_buttons {
    int count, focus;
    struct {
        const char *text;
        int answer; /**< of Enter or a click on it */
    } list[PAGE_BUTTONS];
} page_buttons;

/** Paint them, the first one at the right end of a line that ends at `right`. @return the left edge */
double page_buttons_paint(const page_buttons *buttons, page_canvas *canvas, double right, double top);

/** Arrows and Tab go round, Enter and clicks answer. @param taken  out: whether the event was theirs
 *  @return an answer, or PAGE_STAYS */
int page_buttons_take(page_buttons *buttons, const page_event *event, const page_canvas *canvas, bool *taken);

#endif
