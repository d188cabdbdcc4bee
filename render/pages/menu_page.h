/* The menu: who drives, which exercise, which machine. What keys and clicks do, apart from how it looks. */
#ifndef PAGES_MENU_H
#define PAGES_MENU_H

#include "page.h"

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

#endif
