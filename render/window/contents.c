/* Contents of the sheets over the picture: keys, settings, figures, banner; and what each setting does. */
#include "window_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double degree = 0.017453292519943295; /* [rad] */

static const char *const labels[MENU_ITEMS] = {
#define X(item, label) [MENU_##item] = (label),
    MENU_LIST(X)
#undef X
};

const char *menu_label(menu_item item)
{
    return labels[item];
}

/* ---- values ---- */

static void weather_value(menu_item item, const auth_weather *weather, char text[MENU_TEXT])
{
    if (weather == NULL) {
        snprintf(text, MENU_TEXT, "-");
        return;
    }
    const int minutes = (int)lround(60.0 * weather->time);
    switch (item) {
    case MENU_TIME:
        snprintf(text, MENU_TEXT, "%d:%02d", minutes / 60 % 24, minutes % 60);
        break;
    case MENU_VISIBILITY:
        if (weather->visibility < 1000.0)
            snprintf(text, MENU_TEXT, "%.0f m", weather->visibility);
        else
            snprintf(text, MENU_TEXT, "%.0f km", 1e-3 * weather->visibility);
        break;
    case MENU_CLOUD:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * weather->cloud);
        break;
    default:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * weather->rain);
        break;
    }
}

static const char *on_or_off(bool on)
{
    return on ? "on" : "off";
}

void menu_value(menu_item item, const auth_settings *settings, const auth_weather *weather,
                char text[MENU_TEXT])
{
    switch (item) {
    case MENU_QUALITY:
        snprintf(text, MENU_TEXT, "%s", auth_quality_word(settings->quality));
        break;
    case MENU_CAMERA:
        snprintf(text, MENU_TEXT, "%s", auth_camera_word(settings->camera));
        break;
    case MENU_ANGLE:
        if (settings->view_angle == 0.0)
            snprintf(text, MENU_TEXT, "the camera's own");
        else
            snprintf(text, MENU_TEXT, "%.0f deg", settings->view_angle / degree);
        break;
    case MENU_MIRRORS:
        snprintf(text, MENU_TEXT, "%s", on_or_off(settings->mirrors));
        break;
    case MENU_HUD:
        snprintf(text, MENU_TEXT, "%s", on_or_off(settings->hud));
        break;
    case MENU_SCALE:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * settings->hud_scale);
        break;
    case MENU_FULL_SCREEN:
        snprintf(text, MENU_TEXT, "%s", on_or_off(settings->full_screen));
        break;
    case MENU_SOUND:
        snprintf(text, MENU_TEXT, "%s", on_or_off(settings->sound));
        break;
    case MENU_VOLUME:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * settings->volume);
        break;
    case MENU_VOLUME_MACHINE:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * settings->volume_machine);
        break;
    case MENU_VOLUME_SIGNALS:
        snprintf(text, MENU_TEXT, "%.0f %%", 100.0 * settings->volume_signals);
        break;
    default:
        weather_value(item, weather, text);
        break;
    }
}

/* ---- steps ---- */

/* The next number of a list beyond `value`; limited at its ends. */
static double climb(double value, int direction, const double *rungs, int count)
{
    static const double near = 1e-9; /* of a rung */
    double found = direction > 0 ? rungs[count - 1] : rungs[0];
    for (int i = 0; i < count; i++) {
        const double rung = direction > 0 ? rungs[count - 1 - i] : rungs[i];
        if (direction * (rung - value) > near * fabs(rung)) found = rung;
    }
    return found;
}

static int around(int value, int direction, int count)
{
    return (value + direction + count) % count;
}

static void step_weather(menu_item item, int direction, auth_weather *weather)
{
    static const double distances[] = {50.0, 100.0, 200.0, 400.0, 800.0, 2e3, 5e3, 10e3, 20e3, 40e3, 80e3};
    static const double quarter = 0.25, tenth = 0.1; /* of an hour, of all */
    if (weather == NULL) return;
    switch (item) {
    case MENU_TIME:
        weather->time = fmod(weather->time + direction * quarter + 24.0, 24.0);
        break;
    case MENU_VISIBILITY:
        weather->visibility =
            climb(weather->visibility, direction, distances, sizeof distances / sizeof *distances);
        break;
    case MENU_CLOUD:
        weather->cloud = hl_clamp(weather->cloud + direction * tenth, 0.0, 1.0);
        break;
    default:
        weather->rain = hl_clamp(weather->rain + direction * tenth, 0.0, 1.0);
        break;
    }
}

/* Below the smallest angle the camera's own is used; the step up from there is the usual one. */
static void step_angle(int direction, double *angle)
{
    static const double step = 5.0 * 0.017453292519943295;
    static const double usual = 75.0 * 0.017453292519943295;
    static const double rounding = 1e-9; /* [rad] */
    if (*angle == 0.0) {
        if (direction > 0) *angle = usual;
        return;
    }
    *angle += direction * step;
    *angle = *angle < AUTH_ANGLE_LEAST - rounding ? 0.0 : fmin(*angle, AUTH_ANGLE_MOST);
}

static void step_volume(int direction, double *volume)
{
    static const double step = 0.1;
    *volume = hl_clamp(*volume + direction * step, 0.0, 1.0);
}

bool menu_step(menu_item item, int direction, auth_settings *settings, auth_weather *weather)
{
    static const double scale_step = 0.05;
    switch (item) {
    case MENU_QUALITY:
        settings->quality = (auth_quality)around((int)settings->quality, direction, AUTH_QUALITY_WORDS);
        break;
    case MENU_CAMERA:
        settings->camera = (auth_camera)around((int)settings->camera, direction, AUTH_CAMERA_WORDS);
        break;
    case MENU_ANGLE:
        step_angle(direction, &settings->view_angle);
        break;
    case MENU_MIRRORS:
        settings->mirrors = !settings->mirrors;
        break;
    case MENU_HUD:
        settings->hud = !settings->hud;
        break;
    case MENU_SCALE:
        settings->hud_scale =
            hl_clamp(settings->hud_scale + direction * scale_step, AUTH_HUD_SCALE_LEAST, AUTH_HUD_SCALE_MOST);
        break;
    case MENU_FULL_SCREEN:
        settings->full_screen = !settings->full_screen;
        break;
    case MENU_SOUND:
        settings->sound = !settings->sound;
        break;
    case MENU_VOLUME:
        step_volume(direction, &settings->volume);
        break;
    case MENU_VOLUME_MACHINE:
        step_volume(direction, &settings->volume_machine);
        break;
    case MENU_VOLUME_SIGNALS:
        step_volume(direction, &settings->volume_signals);
        break;
    default:
        step_weather(item, direction, weather);
        return false;
    }
    return true;
}

/* ---- patterns ---- */

static int find_pattern(const char *name, const char *const *patterns, int *count)
{
    int found = 0;
    for (*count = 0; patterns != NULL && patterns[*count] != NULL; ++*count)
        if (strcmp(patterns[*count], name) == 0) found = *count;
    return found;
}

const char *menu_pattern(const auth_settings *settings, const char *const *patterns)
{
    int count;
    const int at = find_pattern(settings->pattern, patterns, &count);
    return count > 0 ? patterns[at] : "-";
}

bool menu_step_pattern(int direction, auth_settings *settings, const char *const *patterns)
{
    int count;
    const int at = find_pattern(settings->pattern, patterns, &count);
    if (count < 2) return false;
    snprintf(settings->pattern, sizeof settings->pattern, "%s", patterns[around(at, direction, count)]);
    return true;
}

/* ---- contents of the sheets ---- */

static const char *const help[] = {"F1       this help",
                                   "F2       settings",
                                   "F3       figures: pictures a second, delays",
                                   "F4       head-up display on, off",
                                   "F11      full screen",
                                   "F12      write the picture to a file",
                                   "V        next camera",
                                   "arrows   look around",
                                   "mouse    right button: look around; wheel: distance",
                                   "Space    pause",
                                   "Esc      end",
                                   NULL};

const char *const *rnd_window_help(void)
{
    return help;
}

/* "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" */
static const char *renderer_name(const rnd_window *window)
{
    return window->setup.backend == NULL ? rnd_gl_name(window->backend) : "no OpenGL";
}

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

double window_resolution(const rnd_window *w)
{
    return w->settings.quality == AUTH_QUALITY_AUTO ? w->chooser.resolution : 1.0;
}

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
    if (window_resolution(w) < 1.0)
        add_figure(table, "resolution of the world", "%.0f %%", 100.0 * window_resolution(w));
    sheet_add(table, renderer_name(w), NULL);
}

/* ---- banner ---- */

static void write_banner(const rnd_window *w, bool waits, sheet_table *table)
{
    const bool asked = w->question[0] != '\0';
    sheet_clear(table);
    table->large = true;
    snprintf(table->title, sizeof table->title, "%s", asked ? w->question : waits ? "Ready" : "Paused");
    snprintf(table->note, sizeof table->note, "%s",
             asked   ? w->answers
             : waits ? "The time starts when you move a control"
                     : "Space: continue");
}

/* ---- all ---- */

void window_tables(rnd_window *w, const rnd_shown *shown)
{
    static const double rewrite = 0.25; /* [s]: faster changes cannot be read */
    overlay *o = &w->overlay;
    o->shown[OVERLAY_HELP] = w->help_open && !w->menu_open;
    o->shown[OVERLAY_MENU] = w->menu_open;
    o->shown[OVERLAY_BANNER] = (shown->paused && !w->help_open) || w->question[0] != '\0';
    if (w->help_open) write_help(w, &o->tables[OVERLAY_HELP]);
    if (w->menu_open) write_menu(w, &o->tables[OVERLAY_MENU]);
    if (o->shown[OVERLAY_BANNER]) write_banner(w, shown->waits, &o->tables[OVERLAY_BANNER]);
    if (w->figures_open && (w->figures_age > rewrite || !o->shown[OVERLAY_FIGURES])) {
        write_figures(w, shown, &o->tables[OVERLAY_FIGURES]);
        w->figures_age = 0.0;
    }
    o->shown[OVERLAY_FIGURES] = w->figures_open;
}
