#include "briefing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* "W  lift": what comes before two blanks is the key. */
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
    *b = (briefing_page){
        .briefing = briefing,
        .buttons = {.count = 2, .list = {{"Drive", RND_ANSWER_GO}, {"Menu", RND_ANSWER_BACK}}}};
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
