#include "overlay.h"
#include "window_internal.h"

#include "rnd/hud.h"

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

void overlay_show_message(overlay *o, const char *text)
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

/* ---- what the sheets say ---- */

/* What the sheets over the picture say. */

/* "E Q    gear up, down": the keys end at two blanks. */
static void add_keys(sheet_table *table, const char *line)
{
    const char *end = strstr(line, "  ");
    char keys[SHEET_TEXT];
    if (end == NULL) {
        sheet_add(table, line, NULL);
        return;
    }
    snprintf(keys, sizeof keys, "%.*s", (int)(end - line), line);
    sheet_add(table, keys, end + strspn(end, " "));
}

static void write_help(const rnd_window *w, sheet_table *table)
{
    sheet_clear(table);
    table->opaque = true;
    snprintf(table->title, sizeof table->title, "Keys");
    for (const char *const *line = w->setup.help; line != NULL && *line != NULL; line++)
        add_keys(table, *line);
    for (const char *const *line = rnd_window_help(); *line != NULL; line++) add_keys(table, *line);
    if (w->setup.reset) sheet_add(table, "F5", "begin anew");
}

static void write_menu(const rnd_window *w, sheet_table *table)
{
    sheet_clear(table);
    snprintf(table->title, sizeof table->title, "Settings");
    snprintf(table->note, sizeof table->note, "arrows or mouse; F2 or Esc: back");
    table->chosen = w->menu_at;
    table->choices = table->opaque = true;
    for (int i = 0; i < MENU_ITEMS; i++) {
        char value[MENU_TEXT + 16];
        if (i == MENU_PATTERN)
            snprintf(value, sizeof value, "%s", menu_pattern(&w->settings, w->setup.patterns));
        else
            menu_value((menu_item)i, &w->settings, w->setup.weather, value);
        if (i == MENU_QUALITY && w->settings.quality == AUTH_QUALITY_AUTO)
            snprintf(value, sizeof value, "auto: %s", rnd_quality_word(w->level));
        sheet_add(table, menu_label((menu_item)i), value);
    }
}

/* ---- figures ---- */

static void add_figure(sheet_table *table, const char *what, const char *format, double value)
{
    char text[SHEET_TEXT];
    snprintf(text, sizeof text, format, value);
    sheet_add(table, what, text);
}

static void write_figures(const rnd_window *w, const rnd_shown *shown, sheet_table *table)
{
    const figures *f = &w->figures;
    char size[SHEET_TEXT];
    sheet_clear(table);
    add_figure(table, "pictures", "%.0f /s", figures_rate(f));
    add_figure(table, "99 % within", "%.1f ms", 1e3 * figures_p99(f));
    add_figure(table, "draw list", "%.2f ms", 1e3 * f->mean.scene);
    add_figure(table, "drawing", "%.2f ms", 1e3 * f->mean.draw);
    add_figure(table, "showing", "%.2f ms", 1e3 * f->mean.show);
    if (f->age > 0.0) add_figure(table, "world to picture", "%.1f ms", 1e3 * f->age);
    if (f->answer >= 0.0) add_figure(table, "command to picture", "%.1f ms", 1e3 * f->answer);
    if (shown->newest != NULL) {
        add_figure(table, "tick", "%.0f us", 1e-3 * (double)shown->newest->step);
        add_figure(table, "missed deadlines", "%.0f", (double)shown->newest->missed);
    }
    snprintf(size, sizeof size, "%s, %d x %d", rnd_quality_word(w->level), w->width, w->height);
    sheet_add(table, "quality", size);
    sheet_add(table, rnd_window_renderer(w), NULL);
}

/* ---- banner ---- */

static void write_banner(const rnd_window *w, sheet_table *table)
{
    const bool asked = w->question[0] != '\0';
    sheet_clear(table);
    table->large = true;
    snprintf(table->title, sizeof table->title, "%s", asked ? w->question : "Paused");
    snprintf(table->note, sizeof table->note, "%s", asked ? w->answers : "Space: continue");
}

/* ---- all ---- */

void window_tables(rnd_window *w, const rnd_shown *shown)
{
    static const double rewrite = 0.25; /* [s]: figures that change more often cannot be read */
    overlay *o = &w->overlay;
    o->shown[OVERLAY_HELP] = w->help_open && !w->menu_open;
    o->shown[OVERLAY_MENU] = w->menu_open;
    o->shown[OVERLAY_BANNER] = shown->paused || w->question[0] != '\0';
    if (w->help_open) write_help(w, &o->tables[OVERLAY_HELP]);
    if (w->menu_open) write_menu(w, &o->tables[OVERLAY_MENU]);
    if (o->shown[OVERLAY_BANNER]) write_banner(w, &o->tables[OVERLAY_BANNER]);
    if (w->figures_open && (w->figures_age > rewrite || !o->shown[OVERLAY_FIGURES])) {
        write_figures(w, shown, &o->tables[OVERLAY_FIGURES]);
        w->figures_age = 0.0;
    }
    o->shown[OVERLAY_FIGURES] = w->figures_open;
}
