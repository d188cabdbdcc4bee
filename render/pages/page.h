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

/* The page before a drive: what there is to do, what ends it, what scores, which keys. */

typedef struct briefing_page {
    const rnd_briefing *briefing;
    page_scroll scroll;
    page_buttons buttons;
} briefing_page;

void briefing_begin(briefing_page *b, const rnd_briefing *briefing);
int briefing_take(void *briefing, const page_event *event, const page_canvas *canvas);
void briefing_paint(void *briefing, page_canvas *canvas);

/** A title, a text to read, a button: why something cannot be. Without a button: what is waited for. */
typedef struct tell_page {
    const char *title, *text, *foot;
    page_scroll scroll;
    page_buttons buttons;
} tell_page;

void tell_begin(tell_page *t, const char *title, const char *text);
void tell_begin_waiting(tell_page *t, const char *title, const char *text);
int tell_take(void *tell, const page_event *event, const page_canvas *canvas);
void tell_paint(void *tell, page_canvas *canvas);

/* The menu: who drives, which exercise, which machine. What keys and clicks do, apart from how it looks. */

/** Where keys go. */
typedef enum menu_focus { MENU_TRAINEE, MENU_EXERCISES, MENU_VARIANTS, MENU_START } menu_focus;

/** Places that can be hit: `what` of their spots. */
typedef enum menu_spot {
    MENU_SPOT_NAME,
    MENU_SPOT_TRAINEE,
    MENU_SPOT_EXERCISE,
    MENU_SPOT_VARIANT,
    MENU_SPOT_EARLIER, /**< choice of a variant */
    MENU_SPOT_LATER,
    MENU_SPOT_START
} menu_spot;

/* Heights in lists [dots]. */
#define MENU_TRAINEE_ROW  32.0
#define MENU_EXERCISE_ROW 84.0

typedef struct menu_page {
    const rnd_menu *menu;
    rnd_choice *choice;
    menu_focus focus;
    int variant;         /**< the lit one */
    bool missing;        /**< it was to start without a usable name */
    const char *refused; /**< why the name cannot be used; NULL: no name is there */
    page_scroll trainees, exercises, details;
} menu_page;

/** Begin with what `choice` says, as far as that is possible. */
void menu_begin(menu_page *m, const rnd_menu *menu, rnd_choice *choice);

/** The known trainee that is written, or that is about to be: its name begins so; -1: none.
 *  @param whole  the name must be written to its end */
int menu_known(const menu_page *m, bool whole);

/** The exercise that is chosen; NULL: there is none at all. */
const rnd_exercise *menu_exercise(const menu_page *m);

int menu_take(void *menu, const page_event *event, const page_canvas *canvas);
void menu_paint(void *menu, page_canvas *canvas);

/* ---- names (page.c) ---- */

/** Put text, UTF-8, behind a name: signs only, of which all must fit. */
void entry_add(char *name, size_t size, const char *text);

/** Take the last letter off. */
void entry_erase(char *name);

/** Whether nothing is to be seen of it. */
bool entry_blank(const char *name);

/** Whether a name begins with some text; whatever letters are large. */
bool entry_begins(const char *name, const char *text);

/** Whether it is that text; whatever letters are large, and whatever blanks stand before and behind. */
bool entry_same(const char *name, const char *text);

/* The page after a drive: score, points and why, figures, one of them large when it is chosen. */

enum { DEBRIEF_SPOT_FIGURE, DEBRIEF_SPOT_CLOSE };

typedef struct debrief_page {
    rnd_debrief *debrief;
    bool (*look)(void *context);
    void *context;
    int figure;  /**< the one that keys have reached; -1: the buttons have them */
    bool large;  /**< it is shown large */
    int columns; /**< of figures beside each other, as painted last */
    page_scroll points, figures;
    page_buttons buttons;
    drawings drawings;
} debrief_page;

void debrief_begin(debrief_page *d, rnd_debrief *debrief, bool (*look)(void *context), void *context);
void debrief_end(debrief_page *d);
int debrief_take(void *debrief, const page_event *event, const page_canvas *canvas);
void debrief_paint(void *debrief, page_canvas *canvas);
bool debrief_update(void *debrief);

#endif
