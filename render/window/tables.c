/* What the sheets over the picture say. */
#include "window_internal.h"

#include <stdio.h>
#include <string.h>

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
