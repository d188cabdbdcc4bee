/* Painting of the menu: three columns for trainee, exercise and machine. */
#include "page.h"

#include <math.h>
#include <stdio.h>

static const double margin = 32.0, gap = 22.0, text = 14.0, small = 12.0, inset = 14.0; /* [dots] */

typedef struct columns {
    paint_box who, what, which;
} columns;

static columns divide(const page_canvas *canvas, double top, double bottom)
{
    static const double who_share = 0.22, what_share = 0.40;
    const double width = canvas->width - 2.0 * (margin + gap), height = bottom - top;
    const double who = who_share * width, what = what_share * width;
    return (columns){{margin, top, who, height},
                     {margin + who + gap, top, what, height},
                     {margin + who + what + 2.0 * gap, top, width - who - what, height}};
}

/* ---- who ---- */

/* The field of the name, with the cursor; of a long name the end is visible. */
static double paint_name(const menu_page *m, page_canvas *canvas, paint_box column, double top)
{
    static const double height = 38.0, caret = 1.5;
    const paint_box box = {column.x, top, column.w, height};
    const bool focus = m->focus == MENU_TRAINEE, empty = m->choice->trainee[0] == '\0';
    const paint_text how = {.size = 15.0, .ink = empty ? page_dim : page_text};
    const paint_colour frame = m->missing ? page_bad : page_accent;
    page_fill(canvas, box, 7.0, (paint_colour){0.0, 0.0, 0.0, 0.30});
    page_line(canvas, box, 7.0, focus || m->missing ? 1.5 : 1.0, focus || m->missing ? frame : page_hair);
    const paint_box room = {box.x + 12.0, box.y, fmax(box.w - 24.0, 1.0), box.h};
    page_clip(canvas, room);
    const char *shown = empty ? "Type a name" : m->choice->trainee;
    const double high = paint_height(canvas->c, &how, shown), y = box.y + 0.5 * (height - high);
    const double wide = paint_width(canvas->c, &how, shown);
    const double x = fmin(room.x, room.x + room.w - wide - 2.0 * caret);
    paint_write(canvas->c, empty ? room.x : x, y, &how, shown);
    if (focus)
        page_fill(canvas, (paint_box){empty ? room.x : x + wide + 0.5, y, caret, high}, 0.0, page_accent);
    page_unclip(canvas);
    page_spot_add(canvas, box, MENU_SPOT_NAME, 0);
    return box.y + height;
}

static void paint_trainee(const menu_page *m, page_canvas *canvas, paint_box row, int index)
{
    const bool chosen = menu_known(m, true) == index, near = menu_known(m, false) == index;
    const paint_text how = {.size = text,
                            .ink = chosen || near ? page_text : page_dim,
                            .bold = chosen,
                            .width = fmax(row.w - 2.0 * inset, 1.0),
                            .lines = 1};
    page_row(canvas, row, chosen, false);
    paint_write(canvas->c, row.x + inset, row.y + 7.0, &how, m->menu->trainees[index]);
    page_spot_add(canvas, row, MENU_SPOT_TRAINEE, index);
}

static void paint_who(menu_page *m, page_canvas *canvas, paint_box column)
{
    const paint_text note = {
        .size = small, .ink = m->missing ? page_bad : page_dim, .width = column.w, .lines = 2};
    double y = page_caption(canvas, column.x, column.y, column.w, "TRAINEE");
    y = paint_name(m, canvas, column, y) + 8.0;
    const bool fresh = menu_known(m, true) < 0 && !entry_blank(m->choice->trainee);
    const char *say = m->missing && m->refused      ? m->refused
                      : m->missing                  ? "Who drives? Type a name, or choose one."
                      : fresh                       ? "A new trainee."
                      : m->menu->trainee_count == 0 ? "Nobody has driven here yet."
                                                    : "";
    paint_write(canvas->c, column.x, y, &note, say);
    y += 26.0 + (m->missing ? 12.0 : 0.0);
    const paint_box list = {column.x, y, column.w, column.y + column.h - y};
    if (list.h < MENU_TRAINEE_ROW) return;
    const double top = page_scroll_begin(&m->trainees, canvas, list);
    for (int i = 0; i < m->menu->trainee_count; i++) {
        const paint_box row = {list.x, top + i * MENU_TRAINEE_ROW, list.w - 8.0, MENU_TRAINEE_ROW - 2.0};
        if (row.y + row.h > list.y && row.y < list.y + list.h) paint_trainee(m, canvas, row, i);
    }
    page_scroll_end(&m->trainees, canvas, m->menu->trainee_count * MENU_TRAINEE_ROW);
}

/* ---- what ---- */

/* Five dots; the level is the number of bright ones. */
static void paint_level(page_canvas *canvas, double right, double y, int level)
{
    enum { LEVELS = 5 };
    static const paint_colour off = {1.0, 1.0, 1.0, 0.16};
    for (int i = 0; i < LEVELS; i++)
        page_dot(canvas, right - (LEVELS - 1 - i) * 11.0 - 4.0, y, 3.6, i < level ? page_accent : off);
}

/* A disc with a ribbon; a hook for a passed exercise without a medal. @return width [dots] */
static double paint_medal(page_canvas *canvas, double x, double y, const rnd_progress *progress)
{
    static const paint_colour metals[] = {[RND_BRONZE] = {0.80, 0.50, 0.27, 1.0},
                                          [RND_SILVER] = {0.78, 0.81, 0.85, 1.0},
                                          [RND_GOLD] = {0.98, 0.80, 0.25, 1.0}};
    static const double width = 22.0;
    if (progress->medal != RND_NO_MEDAL) {
        page_fill(canvas, (paint_box){x + 2.5, y - 10.0, 3.5, 8.0}, 0.0, page_accent);
        page_fill(canvas, (paint_box){x + 8.0, y - 10.0, 3.5, 8.0}, 0.0, page_accent);
        page_dot(canvas, x + 7.0, y + 1.0, 6.0, metals[progress->medal]);
        return width;
    }
    if (!progress->passed) return 0.0;
    cairo_move_to(canvas->c, x + 1.0, y);
    cairo_line_to(canvas->c, x + 5.0, y + 4.5);
    cairo_line_to(canvas->c, x + 13.0, y - 5.5);
    paint_set_colour(canvas->c, page_good);
    cairo_set_line_width(canvas->c, 2.0);
    cairo_stroke(canvas->c);
    return width;
}

static void paint_progress(const menu_page *m, page_canvas *canvas, double x, double y, double width,
                           int index)
{
    const rnd_progress progress = menu_progress(m, index);
    const bool chosen = index == m->choice->exercise;
    const char *say = progress.locked != NULL ? "Locked" : progress.standing;
    char text_of[160];
    if (progress.next)
        snprintf(text_of, sizeof text_of, "Recommended next%s%s", *say != '\0' ? "; " : "", say);
    else
        snprintf(text_of, sizeof text_of, "%s", say);
    const double medal = paint_medal(canvas, x, y + 8.0, &progress);
    const paint_text how = {.size = small + 0.5,
                            .bold = progress.next,
                            .ink = chosen || progress.next ? page_accent : page_dim,
                            .width = fmax(width - medal, 1.0),
                            .lines = 1};
    paint_write(canvas->c, x + medal, y, &how, text_of);
}

static void paint_exercise(const menu_page *m, page_canvas *canvas, paint_box row, int index)
{
    static const double level = 70.0; /* width of its dots [dots] */
    const rnd_exercise *e = &m->menu->exercises[index];
    const bool chosen = index == m->choice->exercise, locked = menu_progress(m, index).locked != NULL;
    const double x = row.x + inset, width = fmax(row.w - 2.0 * inset, 1.0);
    const paint_text title = {.size = 15.5,
                              .bold = true,
                              .ink = locked ? page_dim : page_text,
                              .width = fmax(width - level, 1.0),
                              .lines = 1};
    const paint_text line = {.size = small + 0.5, .ink = page_dim, .width = width, .lines = 1};
    char about[160];
    snprintf(about, sizeof about, "%s%s%s", e->machine, e->duration != NULL ? ", " : "",
             e->duration != NULL ? e->duration : "");
    page_card(canvas, row);
    page_row(canvas, row, chosen, chosen && m->focus == MENU_EXERCISES);
    paint_write(canvas->c, x, row.y + 10.0, &title, e->title);
    if (!e->unreadable) paint_level(canvas, row.x + row.w - inset, row.y + 20.0, e->level);
    paint_write(canvas->c, x, row.y + 33.0, &line, about);
    paint_progress(m, canvas, x, row.y + 52.0, width, index);
    page_spot_add(canvas, row, MENU_SPOT_EXERCISE, index);
}

/* The heading of a module, with the number of its passed exercises. */
static void paint_heading(const menu_page *m, page_canvas *canvas, paint_box row, int first)
{
    static const double count_width = 110.0;
    const rnd_exercise *list = m->menu->exercises;
    int passed = 0, count = 0;
    for (int i = first; i < m->menu->exercise_count && (i == first || !menu_has_heading(m, i)); i++, count++)
        passed += menu_progress(m, i).passed;
    char share[40];
    snprintf(share, sizeof share, "%d of %d passed", passed, count);
    if (list[first].unreadable) *share = '\0';
    const paint_text title = {
        .size = text, .bold = true, .ink = page_text, .width = fmax(row.w - count_width, 1.0), .lines = 1};
    const paint_text right = {.size = small, .ink = passed == count ? page_good : page_dim};
    paint_write(canvas->c, row.x + 2.0, row.y + 12.0, &title, list[first].heading);
    paint_write(canvas->c, row.x + row.w - paint_width(canvas->c, &right, share) - 2.0, row.y + 14.0, &right,
                share);
}

static bool is_visible(paint_box row, paint_box list)
{
    return row.y + row.h > list.y && row.y < list.y + list.h;
}

static void paint_what(menu_page *m, page_canvas *canvas, paint_box column)
{
    const paint_text none = {.size = text, .ink = page_dim, .width = column.w};
    const double y = page_caption(canvas, column.x, column.y, column.w, "EXERCISES");
    if (m->menu->exercise_count == 0) paint_write(canvas->c, column.x, y, &none, "There are no exercises.");
    const paint_box list = {column.x, y, column.w, fmax(column.y + column.h - y, 1.0)};
    const double top = page_scroll_begin(&m->exercises, canvas, list);
    for (int i = 0; i < m->menu->exercise_count; i++) {
        const paint_box row = {list.x, top + menu_row_top(m, i), list.w - 8.0, MENU_EXERCISE_ROW - 8.0};
        const paint_box heading = {row.x, row.y - MENU_HEADING_ROW, row.w, MENU_HEADING_ROW};
        if (menu_has_heading(m, i) && is_visible(heading, list)) paint_heading(m, canvas, heading, i);
        if (is_visible(row, list)) paint_exercise(m, canvas, row, i);
    }
    page_scroll_end(&m->exercises, canvas, menu_row_top(m, m->menu->exercise_count));
}

/* ---- with which ---- */

static void paint_arrow(page_canvas *canvas, paint_box box, bool on, paint_colour ink)
{
    const double x = box.x + 0.5 * box.w, y = box.y + 0.5 * box.h, half = on ? 4.5 : -4.5;
    cairo_move_to(canvas->c, x - half, y - 6.0);
    cairo_line_to(canvas->c, x + half, y);
    cairo_line_to(canvas->c, x - half, y + 6.0);
    paint_set_colour(canvas->c, ink);
    cairo_set_line_width(canvas->c, 2.0);
    cairo_stroke(canvas->c);
}

/* Its name, and the choice between two arrows. @return the lower edge */
static double paint_variant(const menu_page *m, page_canvas *canvas, paint_box column, double y, int index)
{
    static const double height = 34.0, arrow = 30.0;
    const struct rnd_variant *v = &menu_exercise(m)->variants[index];
    const bool focus = m->focus == MENU_VARIANTS && m->variant == index;
    const paint_text name = {.size = small + 0.5, .ink = page_dim, .width = column.w};
    const paint_text chosen = {.size = text,
                               .ink = focus ? page_accent : page_text,
                               .width = fmax(column.w - 2.0 * arrow, 1.0),
                               .lines = 1,
                               .side = PAINT_CENTRE};
    char words[600];
    snprintf(words, sizeof words, "%s%s%s", v->name, v->meaning != NULL && v->meaning[0] != '\0' ? ": " : "",
             v->meaning != NULL ? v->meaning : "");
    y = page_paragraph(canvas, column.x, y, &name, words, 6.0);
    const paint_box box = {column.x, y, column.w, height};
    const paint_box back = {box.x, y, arrow, height}, on = {box.x + box.w - arrow, y, arrow, height};
    page_card(canvas, box);
    page_row(canvas, box, false, focus);
    paint_write(canvas->c, box.x + arrow, y + 8.0, &chosen,
                v->choice_count > 0 ? v->choices[m->choice->choices[index]] : "-");
    page_spot_add(canvas, box, MENU_SPOT_VARIANT, index);
    paint_arrow(canvas, back, false, page_hovered(canvas, back) ? page_accent : page_dim);
    paint_arrow(canvas, on, true, page_hovered(canvas, on) ? page_accent : page_dim);
    page_spot_add(canvas, back, MENU_SPOT_EARLIER, index);
    page_spot_add(canvas, on, MENU_SPOT_LATER, index);
    return y + height + 14.0;
}

static double paint_details(const menu_page *m, page_canvas *canvas, paint_box column, double y)
{
    const rnd_exercise *e = menu_exercise(m);
    const rnd_progress progress = menu_progress(m, m->choice->exercise);
    const paint_text title = {.size = 19.0, .bold = true, .ink = page_text, .width = column.w};
    const paint_text body = {.size = text, .ink = page_text, .width = column.w};
    const paint_text standing = {.size = text, .ink = page_accent, .width = column.w};
    y = page_paragraph(canvas, column.x, y, &title, e->title, 12.0);
    y = page_paragraph(canvas, column.x, y, &body, e->text, 14.0);
    y = page_paragraph(canvas, column.x, y, &standing, progress.standing, 18.0);
    if (e->variant_count > 0) y = page_caption(canvas, column.x, y, column.w, "MACHINE");
    for (int i = 0; i < e->variant_count && i < RND_MAX_VARIANTS; i++)
        y = paint_variant(m, canvas, column, y, i);
    return y;
}

static void paint_which(menu_page *m, page_canvas *canvas, paint_box column)
{
    static const double button = 46.0;
    const bool any = menu_exercise(m) != NULL;
    const paint_box card = {column.x, column.y, column.w, fmax(column.h - button - 14.0, 1.0)};
    const paint_box start = {column.x, column.y + column.h - button, column.w, button};
    page_card(canvas, card);
    if (any) {
        const paint_box room = {card.x + 18.0, card.y + 16.0, card.w - 30.0, card.h - 28.0};
        const paint_box words = {room.x, room.y, fmax(room.w - 12.0, 1.0), room.h};
        const double top = page_scroll_begin(&m->details, canvas, room);
        page_scroll_end(&m->details, canvas, paint_details(m, canvas, words, top) - top);
        if (menu_exercise(m)->unreadable) return;
        const char *locked = menu_progress(m, m->choice->exercise).locked;
        if (locked != NULL) {
            const paint_text why = {.size = text, .ink = page_dim, .width = column.w, .lines = 2};
            paint_write(canvas->c, start.x, start.y + 4.0, &why, locked);
            return;
        }
        page_button(canvas, start, "Start", true, m->focus == MENU_START);
        page_spot_add(canvas, start, MENU_SPOT_START, 0);
    }
}

void menu_paint(void *menu, page_canvas *canvas)
{
    menu_page *m = menu;
    const double top = page_head(canvas, "Training", "headland");
    const double bottom =
        page_foot(canvas, "\xE2\x86\x91 \xE2\x86\x93 choose    Tab next field    \xE2\x86\x90 "
                          "\xE2\x86\x92 change    Enter start    Esc end");
    const columns c = divide(canvas, top, bottom);
    paint_who(m, canvas, c.who);
    paint_what(m, canvas, c.what);
    paint_which(m, canvas, c.which);
}
