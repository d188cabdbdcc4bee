/* Pages: painting and handling of events, without windows and SDL; and the pages before, between and after
 * drives. */
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

enum { PAGE_STAYS = -1 /**< not an rnd_answer: the page continues */ };

typedef struct page {
    const char *kind,
        *title; /**< of the window: "headland: briefing: A slalom"; title NULL: the kind alone */
    void *state;
    /** Paint it; clickable areas are recorded on the canvas. */
    void (*paint)(void *state, page_canvas *canvas);
    /** Handle an event. @param canvas  as last painted. @return an rnd_answer, or PAGE_STAYS */
    int (*take)(void *state, const page_event *event, const page_canvas *canvas);
    /** Called several times a second. @return whether it must be painted again. NULL: never */
    bool (*look)(void *state);
} page;

/* ---- what scrolls ---- */

typedef struct page_scroll {
    double at;     /**< [dots] from the top */
    double whole;  /**< height of the contents in the last painting [dots] */
    paint_box box; /**< visible part, likewise */
} page_scroll;

/** Begin to paint scrolled contents, clipped to the box. @return position of their upper edge */
double page_scroll_begin(page_scroll *scroll, page_canvas *canvas, paint_box box);

/** End it. @param whole  height of the contents [dots] */
void page_scroll_end(page_scroll *scroll, page_canvas *canvas, double whole);

/** Scroll so that the contents from `top` to `bottom` are visible. @param room  height of the visible part */
void page_scroll_show(page_scroll *scroll, double top, double bottom, double room);

/** Handle scrolling keys and the wheel over the box. @return whether the event was one of them */
bool page_scroll_take(page_scroll *scroll, const page_event *event);

/* ---- buttons ---- */

enum { PAGE_BUTTONS = 4, PAGE_BUTTON_SPOT = 1000 /**< `what` of their spots */ };

/** A row of buttons; the first is the default. */
typedef struct page_buttons {
    int count, focus;
    struct {
        const char *text;
        int answer; /**< after Enter or a click */
    } list[PAGE_BUTTONS];
} page_buttons;

/** Paint them, the first one at the right end of a line that ends at `right`. @return the left edge */
double page_buttons_paint(const page_buttons *buttons, page_canvas *canvas, double right, double top);

/** Handle events of buttons: arrows and Tab are cyclic, Enter and clicks answer. @param taken  out: whether
 * the event was handled
 *  @return an answer, or PAGE_STAYS */
int page_buttons_take(page_buttons *buttons, const page_event *event, const page_canvas *canvas, bool *taken);

/* ---- page.c: the page before a drive: tasks, end, score, keys ---- */

typedef struct briefing_page {
    const rnd_briefing *briefing;
    page_scroll scroll;
    page_buttons buttons;
} briefing_page;

void briefing_begin(briefing_page *b, const rnd_briefing *briefing);
int briefing_take(void *briefing, const page_event *event, const page_canvas *canvas);
void briefing_paint(void *briefing, page_canvas *canvas);

/** A message with a button, or a waiting message without one. */
typedef struct tell_page {
    const char *title, *text, *foot;
    page_scroll scroll;
    page_buttons buttons;
} tell_page;

void tell_begin(tell_page *t, const char *title, const char *text);
void tell_begin_waiting(tell_page *t, const char *title, const char *text);
int tell_take(void *tell, const page_event *event, const page_canvas *canvas);
void tell_paint(void *tell, page_canvas *canvas);

/* ---- menu.c, menu_draw.c: the menu of trainees, exercises and machines ---- */

/** The part with the focus of the keyboard. */
typedef enum menu_focus { MENU_TRAINEE, MENU_EXERCISES, MENU_VARIANTS, MENU_START } menu_focus;

/** Clickable areas: `what` of their spots. */
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
#define MENU_HEADING_ROW  40.0

typedef struct menu_page {
    const rnd_menu *menu;
    rnd_choice *choice;
    menu_focus focus;
    int variant;         /**< the highlighted one */
    bool missing;        /**< start was requested without a usable name */
    const char *refused; /**< why the name cannot be used; NULL: there is no name */
    page_scroll trainees, exercises, details;
} menu_page;

/** Begin with `choice`, as far as possible. */
void menu_begin(menu_page *m, const rnd_menu *menu, rnd_choice *choice);

/** The known trainee whose name begins with the typed text; -1: none. @param whole  the whole name must be
 * typed */
int menu_known(const menu_page *m, bool whole);

/** The chosen exercise; NULL: there are none. */
const rnd_exercise *menu_exercise(const menu_page *m);

/** What the chosen trainee has reached in it. */
rnd_progress menu_progress(const menu_page *m, int exercise);

/** Whether a heading is above an exercise. */
bool menu_has_heading(const menu_page *m, int exercise);

/** Upper edge of an exercise's row, below its heading, from the top of the list [dots]. For the number of
 * exercises: the height of the list. */
double menu_row_top(const menu_page *m, int exercise);

int menu_take(void *menu, const page_event *event, const page_canvas *canvas);
void menu_paint(void *menu, page_canvas *canvas);

/* ---- names (page.c) ---- */

/** Append text, UTF-8, to a name; without control characters, and only if all fits. */
void entry_add(char *name, size_t size, const char *text);

/** Remove the last letter. */
void entry_erase(char *name);

/** Whether it has no visible letters. */
bool entry_blank(const char *name);

/** Whether a name begins with a text, regardless of case. */
bool entry_begins(const char *name, const char *text);

/** Whether a name equals a text, regardless of case and of blanks at its ends. */
bool entry_same(const char *name, const char *text);

/* ---- debrief.c: the page after a drive: score, points with reasons, figures ---- */

enum { DEBRIEF_SPOT_FIGURE, DEBRIEF_SPOT_CLOSE };

typedef struct debrief_page {
    rnd_debrief *debrief;
    bool (*look)(void *context);
    void *context;
    int figure;  /**< with the focus; -1: the buttons have it */
    bool large;  /**< it is enlarged */
    int columns; /**< of figures, as last painted */
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
