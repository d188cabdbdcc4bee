#include "page.h"

#include <stdio.h>
#include <string.h>

/* ---- what is chosen ---- */

const rnd_exercise *menu_exercise(const menu_page *m)
{
    return m->menu->exercise_count > 0 ? &m->menu->exercises[m->choice->exercise] : NULL;
}

int menu_known(const menu_page *m, bool whole)
{
    const char *name = m->choice->trainee;
    for (int i = 0; i < m->menu->trainee_count; i++)
        if (strcmp(m->menu->trainees[i], name) == 0) return i;
    for (int i = 0; i < m->menu->trainee_count; i++)
        if (entry_same(m->menu->trainees[i], name)) return i;
    for (int i = 0; !whole && name[0] != '\0' && i < m->menu->trainee_count; i++)
        if (entry_begins(m->menu->trainees[i], name)) return i;
    return -1;
}

rnd_progress menu_progress(const menu_page *m, int exercise)
{
    const rnd_menu *menu = m->menu;
    const int known = menu_known(m, true);
    const char *trainee = known >= 0 ? menu->trainees[known] : m->choice->trainee;
    rnd_progress progress = {.standing = ""};
    if (menu->progress != NULL && !menu->exercises[exercise].unreadable)
        progress = menu->progress(menu->context, trainee, exercise);
    return progress;
}

bool menu_has_heading(const menu_page *m, int exercise)
{
    const rnd_exercise *list = m->menu->exercises;
    const char *own = list[exercise].heading, *before = exercise > 0 ? list[exercise - 1].heading : NULL;
    return own != NULL && (before == NULL || strcmp(own, before) != 0);
}

double menu_row_top(const menu_page *m, int exercise)
{
    int headings = 0;
    for (int i = 0; i <= exercise && i < m->menu->exercise_count; i++) headings += menu_has_heading(m, i);
    return exercise * MENU_EXERCISE_ROW + headings * MENU_HEADING_ROW;
}

static int variant_count(const menu_page *m)
{
    const rnd_exercise *e = menu_exercise(m);
    const int count = e == NULL ? 0 : e->variant_count;
    return count < RND_MAX_VARIANTS ? count : RND_MAX_VARIANTS;
}

static void show_trainee(menu_page *m)
{
    const int known = menu_known(m, false);
    if (known >= 0)
        page_scroll_show(&m->trainees, known * MENU_TRAINEE_ROW, (known + 1) * MENU_TRAINEE_ROW,
                         m->trainees.box.h);
}

static void choose_trainee(menu_page *m, int index)
{
    snprintf(m->choice->trainee, sizeof m->choice->trainee, "%s", m->menu->trainees[index]);
    m->missing = false;
    show_trainee(m);
}

static void show_exercise(menu_page *m)
{
    const int at = m->choice->exercise;
    const double top = menu_row_top(m, at), heading = menu_has_heading(m, at) ? MENU_HEADING_ROW : 0.0;
    page_scroll_show(&m->exercises, top - heading, top + MENU_EXERCISE_ROW, m->exercises.box.h);
}

/* Other machines may have other variants. */
static void choose_exercise(menu_page *m, int index)
{
    if (index == m->choice->exercise || index < 0 || index >= m->menu->exercise_count) return;
    m->choice->exercise = index;
    memset(m->choice->choices, 0, sizeof m->choice->choices);
    m->variant = 0;
    m->details.at = 0.0;
    show_exercise(m);
}

static void step_choice(menu_page *m, int variant, int step)
{
    const int count = menu_exercise(m)->variants[variant].choice_count;
    int *chosen = &m->choice->choices[variant];
    if (count > 0) *chosen = (*chosen + step + count) % count;
}

void menu_begin(menu_page *m, const rnd_menu *menu, rnd_choice *choice)
{
    *m = (menu_page){.menu = menu, .choice = choice};
    if (choice->exercise < 0 || choice->exercise >= menu->exercise_count) choice->exercise = 0;
    choice->trainee[sizeof choice->trainee - 1] = '\0';
    for (int i = 0; i < variant_count(m); i++)
        if (choice->choices[i] < 0 || choice->choices[i] >= menu_exercise(m)->variants[i].choice_count)
            choice->choices[i] = 0;
    m->focus = entry_blank(choice->trainee) ? MENU_TRAINEE : MENU_EXERCISES;
}

/* ---- keys ---- */

static void set_focus(menu_page *m, menu_focus focus)
{
    m->focus = focus;
    m->variant = 0;
}

/* Whether the attempt can be stored under the typed name; if not, the page shows the reason. */
static bool has_usable_name(menu_page *m)
{
    const rnd_menu *menu = m->menu;
    const bool blank = entry_blank(m->choice->trainee);
    m->refused = !blank && menu->refuse != NULL ? menu->refuse(menu->context, m->choice->trainee) : NULL;
    m->missing = blank || m->refused != NULL;
    return !m->missing;
}

/* A known trainee is stored under the known spelling of the name. */
static int start(menu_page *m)
{
    const int known = menu_known(m, true);
    if (menu_exercise(m) == NULL || menu_exercise(m)->unreadable) return PAGE_STAYS;
    if (known >= 0) choose_trainee(m, known);
    if (has_usable_name(m))
        return menu_progress(m, m->choice->exercise).locked == NULL ? RND_ANSWER_GO : PAGE_STAYS;
    set_focus(m, MENU_TRAINEE);
    return PAGE_STAYS;
}

/* Tab: to the next field; each variant is one. */
static void step_field(menu_page *m, int step)
{
    static const menu_focus round[] = {MENU_TRAINEE, MENU_EXERCISES, MENU_VARIANTS, MENU_START};
    enum { FIELDS = sizeof round / sizeof *round };
    const int next = m->variant + step;
    if (m->focus == MENU_VARIANTS && next >= 0 && next < variant_count(m)) {
        m->variant = next;
        return;
    }
    set_focus(m, round[((int)m->focus + step + FIELDS) % FIELDS]);
    if (m->focus != MENU_VARIANTS) return;
    if (variant_count(m) == 0)
        set_focus(m, step > 0 ? MENU_START : MENU_EXERCISES);
    else if (step < 0)
        m->variant = variant_count(m) - 1;
}

static int step_trainee(menu_page *m, int step)
{
    const int exact = menu_known(m, true), near = menu_known(m, false);
    int next = exact >= 0 ? exact + step : near >= 0 ? near : 0;
    if (next < 0) next = 0;
    if (next < m->menu->trainee_count) choose_trainee(m, next);
    return PAGE_STAYS;
}

static int trainee_key(menu_page *m, page_key key)
{
    switch (key) {
    case PAGE_UP:
        return step_trainee(m, -1);
    case PAGE_DOWN:
        return step_trainee(m, 1);
    case PAGE_ERASE:
        entry_erase(m->choice->trainee);
        m->missing = false;
        show_trainee(m);
        break;
    case PAGE_ENTER:
    case PAGE_ON:
        if (key == PAGE_ON || has_usable_name(m)) set_focus(m, MENU_EXERCISES);
        break;
    default:
        (void)page_scroll_take(&m->trainees, &(page_event){.kind = PAGE_KEY, .key = key});
        break;
    }
    return PAGE_STAYS;
}

static int exercises_key(menu_page *m, page_key key)
{
    const int at = m->choice->exercise, last = m->menu->exercise_count - 1;
    const int screen =
        m->exercises.box.h > MENU_EXERCISE_ROW ? (int)(m->exercises.box.h / MENU_EXERCISE_ROW) : 1;
    switch (key) {
    case PAGE_UP:
        choose_exercise(m, at - 1);
        break;
    case PAGE_DOWN:
        choose_exercise(m, at + 1);
        break;
    case PAGE_PAGE_UP:
        choose_exercise(m, at > screen ? at - screen : 0);
        break;
    case PAGE_PAGE_DOWN:
        choose_exercise(m, at + screen < last ? at + screen : last);
        break;
    case PAGE_HOME:
        choose_exercise(m, 0);
        break;
    case PAGE_END:
        choose_exercise(m, last);
        break;
    case PAGE_BACK:
        set_focus(m, MENU_TRAINEE);
        break;
    case PAGE_ON:
        step_field(m, 1);
        break;
    case PAGE_ENTER:
        return start(m);
    default:
        break;
    }
    return PAGE_STAYS;
}

static int variants_key(menu_page *m, page_key key)
{
    if (key == PAGE_BACK || key == PAGE_ON)
        step_choice(m, m->variant, key == PAGE_ON ? 1 : -1);
    else if (key == PAGE_DOWN || key == PAGE_UP)
        step_field(m, key == PAGE_DOWN ? 1 : -1);
    else if (key == PAGE_ENTER)
        return start(m);
    else
        (void)page_scroll_take(&m->details, &(page_event){.kind = PAGE_KEY, .key = key});
    return PAGE_STAYS;
}

static int start_key(menu_page *m, page_key key)
{
    if (key == PAGE_ENTER) return start(m);
    if (key == PAGE_UP) step_field(m, -1);
    if (key == PAGE_BACK) set_focus(m, MENU_EXERCISES);
    return PAGE_STAYS;
}

static int take_key(menu_page *m, page_key key)
{
    if (key == PAGE_ESCAPE) return RND_ANSWER_QUIT;
    if (key == PAGE_NEXT || key == PAGE_BEFORE) {
        step_field(m, key == PAGE_NEXT ? 1 : -1);
        return PAGE_STAYS;
    }
    switch (m->focus) {
    case MENU_TRAINEE:
        return trainee_key(m, key);
    case MENU_EXERCISES:
        return exercises_key(m, key);
    case MENU_VARIANTS:
        return variants_key(m, key);
    default:
        return start_key(m, key);
    }
}

/* ---- mouse ---- */

static int take_press(menu_page *m, const page_spot *spot)
{
    switch ((menu_spot)spot->what) {
    case MENU_SPOT_NAME:
        set_focus(m, MENU_TRAINEE);
        break;
    case MENU_SPOT_TRAINEE:
        set_focus(m, MENU_TRAINEE);
        choose_trainee(m, spot->index);
        break;
    case MENU_SPOT_EXERCISE:
        set_focus(m, MENU_EXERCISES);
        choose_exercise(m, spot->index);
        break;
    case MENU_SPOT_VARIANT:
    case MENU_SPOT_LATER:
    case MENU_SPOT_EARLIER:
        set_focus(m, MENU_VARIANTS);
        m->variant = spot->index;
        step_choice(m, spot->index, spot->what == MENU_SPOT_EARLIER ? -1 : 1);
        break;
    case MENU_SPOT_START:
        return start(m);
    }
    return PAGE_STAYS;
}

/* Typed letters are added to the name from any focus, and set the focus there. A space cannot begin a name.
 */
static void take_typed(menu_page *m, const char *text)
{
    char *name = m->choice->trainee;
    if (m->focus != MENU_TRAINEE && entry_blank(text)) return;
    if (m->focus != MENU_TRAINEE) name[0] = '\0';
    set_focus(m, MENU_TRAINEE);
    m->missing = false;
    if (name[0] != '\0' || !entry_blank(text)) entry_add(name, sizeof m->choice->trainee, text);
    show_trainee(m);
}

int menu_take(void *menu, const page_event *event, const page_canvas *canvas)
{
    menu_page *m = menu;
    const page_spot *spot;
    switch (event->kind) {
    case PAGE_KEY:
        return take_key(m, event->key);
    case PAGE_TYPED:
        take_typed(m, event->text);
        break;
    case PAGE_PRESS:
        spot = page_spot_at(canvas, event->x, event->y);
        return spot == NULL ? PAGE_STAYS : take_press(m, spot);
    case PAGE_WHEEL:
        if (!page_scroll_take(&m->trainees, event) && !page_scroll_take(&m->exercises, event))
            (void)page_scroll_take(&m->details, event);
        break;
    }
    return PAGE_STAYS;
}
