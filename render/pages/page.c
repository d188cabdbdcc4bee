/* Parts of pages: scrolling, rows of buttons, typed names; and the page before a drive. */
#include "page.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what scrolls ---- */

static double most(const page_scroll *scroll)
{
    return fmax(0.0, scroll->whole - scroll->box.h);
}

double page_scroll_begin(page_scroll *scroll, page_canvas *canvas, paint_box box)
{
    scroll->box = box;
    page_clip(canvas, box);
    return box.y - scroll->at;
}

/* A thin bar at the right shows that there is more. Contents that have become shorter are moved down at the
 * next event. */
void page_scroll_end(page_scroll *scroll, page_canvas *canvas, double whole)
{
    static const double width = 4.0; /* [dots] */
    static const paint_colour ink = {1.0, 1.0, 1.0, 0.22};
    const paint_box box = scroll->box;
    scroll->whole = whole;
    scroll->at = fmin(scroll->at, most(scroll));
    if (most(scroll) > 0.0 && box.h > 0.0)
        page_fill(canvas,
                  (paint_box){box.x + box.w - width, box.y + box.h * scroll->at / whole, width,
                              box.h * box.h / whole},
                  0.5 * width, ink);
    page_unclip(canvas);
}

/* Scroll by a distance, within the contents. */
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
        const paint_box box = {x - width, top, width, height};
        page_button(canvas, box, buttons->list[i].text, i == 0, i == buttons->focus);
        page_spot_add(canvas, box, PAGE_BUTTON_SPOT, i);
        x -= width + gap;
    }
    return x + gap;
}

/* Placed from right to left. */
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

/* ---- fields of text ---- */

/* ---- typed names, UTF-8 ---- */

void entry_add(char *name, size_t size, const char *text)
{
    const size_t length = strlen(name), more = strlen(text);
    if (length + more >= size || !g_utf8_validate(text, -1, NULL)) return;
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (g_unichar_iscntrl(g_utf8_get_char(at))) return;
    memcpy(name + length, text, more + 1);
}

/* With its combining marks: an accent is part of a letter. */
void entry_erase(char *name)
{
    for (char *at = name + strlen(name); at > name;) {
        at = g_utf8_find_prev_char(name, at);
        if (at == NULL) break;
        const bool mark = g_unichar_ismark(g_utf8_get_char(at));
        *at = '\0';
        if (!mark) return;
    }
}

bool entry_blank(const char *name)
{
    for (const char *at = name; *at != '\0'; at = g_utf8_next_char(at)) {
        const gunichar sign = g_utf8_get_char(at);
        if (!g_unichar_isspace(sign) && !g_unichar_iszerowidth(sign)) return false;
    }
    return true;
}

bool entry_begins(const char *name, const char *text)
{
    char *a = g_utf8_casefold(name, -1), *b = g_utf8_casefold(text, -1);
    const bool begins = g_str_has_prefix(a, b);
    g_free(a);
    g_free(b);
    return begins;
}

/* Stored names have no blanks at their ends. */
bool entry_same(const char *name, const char *text)
{
    char *a = g_utf8_casefold(name, -1), *b = g_utf8_casefold(text, -1);
    const bool same = strcmp(g_strstrip(a), g_strstrip(b)) == 0;
    g_free(a);
    g_free(b);
    return same;
}

/* ---- notices ---- */

/* ---- before a drive ---- */

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
    const paint_text how = {.size = 15.0, .ink = page_text, .width = fmax(width - 2.0 * inset, 1.0)};
    const double high = paint_height(canvas->c, &how, t->text);
    const double lower =
        0.3 * fmax(bottom - top - high - 2.0 * inset, 0.0); /* the card is above the middle */
    const paint_box card = {x, top + lower, width, fmin(high + 2.0 * inset, bottom - top - lower)};
    page_card(canvas, card);
    page_fill(canvas, (paint_box){card.x, card.y + 7.0, 3.0, card.h - 14.0}, 1.5, page_accent);
    const paint_box room = {card.x + inset, card.y + inset, width - 1.5 * inset, card.h - 2.0 * inset};
    const double y = page_scroll_begin(&t->scroll, canvas, room);
    paint_write(canvas->c, room.x, y, &how, t->text);
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

static const double margin = 32.0, gap = 28.0, inset = 20.0, text = 14.0; /* [dots] */
static const double bar = 60.0;                                           /* of the buttons, over the foot */

/* ---- parts ---- */

/* "1  Drive to the gate": a number in a disc. */
static double paint_task(page_canvas *canvas, double x, double y, double width, int number, const char *task)
{
    static const double disc = 11.5, indent = 36.0;
    char digits[12];
    const paint_text how = {.size = text, .ink = page_text, .width = fmax(width - indent, 1.0)};
    const paint_text count = {
        .size = 11.0, .bold = true, .ink = page_dark, .width = 2.0 * disc, .lines = 1, .side = PAINT_CENTRE};
    snprintf(digits, sizeof digits, "%d", number);
    page_dot(canvas, x + disc, y + 9.0, disc, page_accent);
    paint_write(canvas->c, x, y + 9.0 - 0.5 * paint_height(canvas->c, &count, digits), &count, digits);
    return page_paragraph(canvas, x + indent, y, &how, task, 12.0);
}

static double paint_point(page_canvas *canvas, double x, double y, double width, paint_colour ink,
                          const char *line)
{
    static const double indent = 20.0;
    const paint_text how = {.size = text, .ink = page_text, .width = fmax(width - indent, 1.0)};
    page_dot(canvas, x + 5.0, y + 9.0, 3.5, ink);
    return page_paragraph(canvas, x + indent, y, &how, line, 9.0);
}

static double paint_points(page_canvas *canvas, double x, double y, double width, const char *caption,
                           paint_colour ink, int count, const char *const *lines)
{
    if (count == 0) return y;
    y = page_caption(canvas, x, y, width, caption);
    for (int i = 0; i < count; i++) y = paint_point(canvas, x, y, width, ink, lines[i]);
    return y + 14.0;
}

/* "W  lift": the key ends at two blanks. */
static double paint_key(page_canvas *canvas, double x, double y, double width, const char *line)
{
    static const double share = 0.36;
    const char *two = strstr(line, "  ");
    char key[160] = "";
    const paint_text what = {.size = text - 0.5, .ink = page_text, .width = fmax((1.0 - share) * width, 1.0)};
    const paint_text how = {
        .size = text - 0.5, .bold = true, .ink = page_accent, .width = fmax(share * width - 12.0, 1.0)};
    if (two != NULL) snprintf(key, sizeof key, "%.*s", (int)(two - line), line);
    const char *rest = two == NULL ? line : two + strspn(two, " ");
    const double left = paint_height(canvas->c, &how, key), right = paint_height(canvas->c, &what, rest);
    paint_write(canvas->c, x, y, &how, key);
    paint_write(canvas->c, x + share * width, y, &what, rest);
    return y + fmax(left, right) + 6.0;
}

/* ---- columns ---- */

static double paint_left(const rnd_briefing *b, page_canvas *canvas, double x, double y, double width)
{
    const paint_text body = {.size = text + 0.5, .ink = page_text, .width = width};
    y = page_paragraph(canvas, x, y, &body, b->text, 22.0);
    if (b->task_count > 0) y = page_caption(canvas, x, y, width, "WHAT TO DO");
    for (int i = 0; i < b->task_count; i++) y = paint_task(canvas, x, y, width, i + 1, b->tasks[i]);
    return y;
}

static double paint_right(const rnd_briefing *b, page_canvas *canvas, double x, double y, double width)
{
    y = paint_points(canvas, x, y, width, "WHAT ENDS IT", page_bad, b->rule_count, b->rules);
    y = paint_points(canvas, x, y, width, "WHAT SCORES", page_good, b->score_count, b->scores);
    if (b->key_count > 0) y = page_caption(canvas, x, y, width, "CONTROLS");
    for (int i = 0; i < b->key_count; i++) y = paint_key(canvas, x, y, width, b->keys[i]);
    return y;
}

void briefing_begin(briefing_page *b, const rnd_briefing *briefing)
{
    *b = (briefing_page){.briefing = briefing,
                         .buttons = {.count = 3,
                                     .list = {{"Drive", RND_ANSWER_GO},
                                              {"Practise", RND_ANSWER_PRACTISE},
                                              {"Menu", RND_ANSWER_BACK}}}};
}

void briefing_paint(void *briefing, page_canvas *canvas)
{
    static const double share = 0.52; /* of the left column */
    briefing_page *b = briefing;
    const double top = page_head(canvas, b->briefing->title, "Briefing");
    const double bottom =
        page_foot(canvas, "Enter drive    \xE2\x86\x91 \xE2\x86\x93 scroll    Esc menu") - bar;
    const paint_box card = {margin, top, canvas->width - 2.0 * margin, bottom - top};
    const paint_box room = {card.x + inset, card.y + 6.0, card.w - inset - 8.0, fmax(card.h - 12.0, 1.0)};
    const double width = fmax(room.w - inset - gap, 2.0), left = share * width;
    page_card(canvas, card);
    const double y = page_scroll_begin(&b->scroll, canvas, room);
    const double l = paint_left(b->briefing, canvas, room.x, y + 14.0, left);
    const double r = paint_right(b->briefing, canvas, room.x + left + gap, y + 14.0, width - left);
    page_scroll_end(&b->scroll, canvas, fmax(l, r) - y);
    page_buttons_paint(&b->buttons, canvas, canvas->width - margin, bottom + 15.0);
}

int briefing_take(void *briefing, const page_event *event, const page_canvas *canvas)
{
    briefing_page *b = briefing;
    bool taken;
    const int answer = page_buttons_take(&b->buttons, event, canvas, &taken);
    if (taken || page_scroll_take(&b->scroll, event)) return answer;
    return event->kind == PAGE_KEY && event->key == PAGE_ESCAPE ? RND_ANSWER_BACK : PAGE_STAYS;
}
