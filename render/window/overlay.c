#include "overlay.h"

#include "rnd/tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 100 /* bytes: what a window has room for */ };

static const double lifetime = 7.0, fading = 1.5; /* of a message [s] */

void overlay_free(overlay *o)
{
    for (int i = 0; i < OVERLAY_SHEETS; i++) sheet_free(&o->sheets[i]);
}

/* ---- messages ---- */

static void drop_oldest(overlay *o)
{
    o->message_count--;
    memmove(&o->messages[0], &o->messages[1], (size_t)o->message_count * sizeof o->messages[0]);
}

/* Bytes of a text up to the end of a character, `most` at most. */
static size_t cut(const char *text, size_t most)
{
    if (strlen(text) <= most) return strlen(text);
    size_t end = most;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--; /* UTF-8: not the first of one */
    return end > 0 ? end : most;
}

/* The same for a line: up to a blank, where there is one. */
static size_t break_line(const char *text)
{
    const size_t most = cut(text, LINE);
    size_t end = most;
    while (text[most] != '\0' && end > 0 && text[end] != ' ') end--;
    return end > 0 ? end : most;
}

static void add_note(sheet_table *notes, const char *text)
{
    do {
        char line[LINE + 1];
        const size_t length = break_line(text);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        sheet_add(notes, line, NULL);
        text += length;
        text += strspn(text, " ");
    } while (*text != '\0');
}

void overlay_say(overlay *o, const char *text)
{
    if (o->message_count == OVERLAY_MESSAGES) drop_oldest(o);
    overlay_message *message = &o->messages[o->message_count++];
    snprintf(message->text, sizeof message->text, "%.*s", (int)cut(text, sizeof message->text - 1), text);
    message->age = 0.0;
}

void overlay_age(overlay *o, double seconds)
{
    for (int i = 0; i < o->message_count; i++) o->messages[i].age += seconds;
    while (o->message_count > 0 && o->messages[0].age > lifetime) drop_oldest(o);
    sheet_table *notes = &o->tables[OVERLAY_NOTES];
    sheet_clear(notes);
    for (int i = 0; i < o->message_count; i++) add_note(notes, o->messages[i].text);
    o->shown[OVERLAY_NOTES] = o->message_count > 0;
}

/* They fade with the newest. */
static double alpha_of(const overlay *o, int which)
{
    if (which != OVERLAY_NOTES || o->message_count == 0) return 1.0;
    return fmin(1.0, (lifetime - o->messages[o->message_count - 1].age) / fading);
}

/* ---- places ---- */

/* Share of the room that is left of and above a sheet. */
static const double places[OVERLAY_SHEETS][2] = {[OVERLAY_BANNER] = {0.5, 0.30},
                                                 [OVERLAY_FIGURES] = {1.0, 0.0},
                                                 [OVERLAY_NOTES] = {0.0, 1.0},
                                                 [OVERLAY_HELP] = {0.5, 0.5},
                                                 [OVERLAY_MENU] = {0.5, 0.4}};

static overlay_box place(int which, const sheet *s, int width, int height, double scale)
{
    const double rim = floor(12.0 * scale); /* [dots] */
    const double room[2] = {width - s->width - 2.0 * rim, height - s->height - 2.0 * rim};
    return (overlay_box){rim + floor(places[which][0] * fmax(room[0], 0.0)),
                         rim + floor(places[which][1] * fmax(room[1], 0.0)), s->width, s->height};
}

void overlay_list(overlay *o, rnd_draw_list *list, int width, int height)
{
    const double scale = rnd_screen_scale(width, height);
    for (int i = 0; i < OVERLAY_SHEETS; i++) {
        if (!o->shown[i] || list->panel_count == RND_PANELS) continue;
        sheet_draw(&o->sheets[i], &o->tables[i], scale, width, height);
        if (o->sheets[i].surface == NULL) continue;
        o->boxes[i] = place(i, &o->sheets[i], width, height, scale);
        list->panels[list->panel_count++] = sheet_panel(&o->sheets[i], RND_PANELS - 1 - i, o->boxes[i].x,
                                                        o->boxes[i].y, width, height, alpha_of(o, i));
    }
}

int overlay_row_at(const overlay *o, overlay_sheet which, double x, double y)
{
    const overlay_box *box = &o->boxes[which];
    if (!o->shown[which] || x < box->x || x >= box->x + box->w || y < box->y || y >= box->y + box->h)
        return -1;
    return sheet_row_at(&o->sheets[which], o->tables[which].count, y - box->y);
}
