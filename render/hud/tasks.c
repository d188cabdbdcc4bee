/* The panels of an exercise: made, brought up to date, looked at. */
#include "tasks.h"

#include "hl/clamp.h"
#include "hl/hash.h"

#include <math.h>
#include <stdlib.h>

enum { LARGEST_PICTURE = 8192 /* [pixels] of a side */ };

/* A panel's picture as it was drawn last. */
typedef struct panel {
    cairo_surface_t *surface; /* NULL: none yet */
    uint64_t hash;            /* of what it says; 0: nothing yet */
    int x, y, width, height;  /* in the picture [pixels]; width 0: nothing is to be seen */
    uint32_t version;
} panel;

struct rnd_tasks {
    hl_arena arena;
    const auth_training *training;
    tasks_signals signals;
    tasks_clock clock;
    tasks_said said;
    tasks_place place;
    paint_box tool; /* in the picture [pixels]; w 0: not seen */
    paint_box band; /* as it was measured last [dots]; w 0: not shown */
    hud_fonts fonts;
    hud_image_file *images; /* of each instruction, most of them none */
    panel panels[RND_TASK_PANELS];
};

_Static_assert((int)TASKS_MESSAGE + 1 == (int)RND_TASK_PANELS, "panels");

double rnd_screen_scale(int width, int height)
{
    static const double usual = 720.0, wide = 1280.0; /* pixels at a scale of one */
    return hl_clamp(fmin(height / usual, width / wide), 0.6, 3.0);
}

/* ---- making ---- */

static bool read_images(rnd_tasks *t, hl_report *report)
{
    const auth_training *training = t->training;
    char why[200];
    t->images = HL_NEW(&t->arena, hud_image_file, training->instruction_count + 1);
    if (t->images == NULL) return false;
    for (int i = 0; i < training->instruction_count; i++) {
        const auth_instruction *instruction = training->instructions[i];
        if (instruction->kind != AUTH_DO_IMAGE ||
            hud_image_file_read(&t->images[i], instruction->text, why, sizeof why))
            continue;
        hl_report_add(report, instruction->place,
                      "the image '%s' cannot be read: %s; a PNG or an SVG file is expected",
                      instruction->text, why);
    }
    return true;
}

rnd_tasks *rnd_tasks_new(const auth_training *training, bool practice, const rnd_signal *signals,
                         int signal_count, hl_report *report)
{
    if (training->task_count == 0 && training->component_count == 0) return NULL;
    rnd_tasks *t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->training = training;
    tasks_find(&t->signals, training, signals, signal_count);
    t->signals.practice = practice;
    if (hud_fonts_begin(&t->fonts) && read_images(t, report)) return t;
    rnd_tasks_free(t);
    return NULL;
}

void rnd_tasks_free(rnd_tasks *tasks)
{
    if (tasks == NULL) return;
    for (int i = 0; tasks->images != NULL && i < tasks->training->instruction_count; i++)
        hud_image_file_free(&tasks->images[i]);
    for (int i = 0; i < RND_TASK_PANELS; i++)
        if (tasks->panels[i].surface != NULL) cairo_surface_destroy(tasks->panels[i].surface);
    hud_fonts_end(&tasks->fonts);
    hl_arena_free(&tasks->arena);
    free(tasks);
}

/* ---- drawing ---- */

static uint64_t hash_of(const tasks_said *said, int which, bool low, int width, int height)
{
    const int size[3] = {width, height, low};
    uint64_t hash = hl_hash(HL_HASH_START, size, sizeof size);
    switch ((tasks_panel)which) {
    case TASKS_BAND:
        return hl_hash(hash, &said->band, sizeof said->band);
    case TASKS_IMAGE:
        return hl_hash(hash, &said->image, sizeof said->image);
    default:
        return hl_hash(hash, &said->message, sizeof said->message);
    }
}

static bool fit(panel *p, int width, int height)
{
    if (p->surface != NULL && p->width == width && p->height == height) return true;
    if (p->surface != NULL) cairo_surface_destroy(p->surface);
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    if (cairo_surface_status(p->surface) == CAIRO_STATUS_SUCCESS) return true;
    cairo_surface_destroy(p->surface);
    p->surface = NULL;
    return false;
}

static void draw(rnd_tasks *t, int which, paint_box box, double scale)
{
    panel *p = &t->panels[which];
    const hud_image_file *image = t->said.image > 0 ? &t->images[t->said.image - 1] : NULL;
    const int width = (int)fmin(ceil(scale * (box.w + 2.0 * HUD_MARGIN)), LARGEST_PICTURE),
              height = (int)fmin(ceil(scale * (box.h + 2.0 * HUD_MARGIN)), LARGEST_PICTURE);
    if (!fit(p, width, height)) {
        p->width = 0;
        return;
    }
    p->width = width;
    p->height = height;
    p->x = (int)floor(scale * (box.x - HUD_MARGIN));
    p->y = (int)floor(scale * (box.y - HUD_MARGIN));
    cairo_t *c = cairo_create(p->surface);
    cairo_set_operator(c, CAIRO_OPERATOR_CLEAR);
    cairo_paint(c);
    cairo_set_operator(c, CAIRO_OPERATOR_OVER);
    cairo_scale(c, scale, scale);
    cairo_translate(c, HUD_MARGIN, HUD_MARGIN);
    for (int ink = 0; ink < 2; ink++) {
        const hud_pen pen = {.c = c, .halo = !ink, .soft = true, .pixel = 1.0 / scale};
        tasks_draw(&t->fonts, (tasks_panel)which, &t->said, image, &pen, box);
    }
    cairo_destroy(c);
    cairo_surface_flush(p->surface);
    p->version++;
}

static bool update_panel(rnd_tasks *t, int which, int width, int height)
{
    panel *p = &t->panels[which];
    const double scale = rnd_screen_scale(width, height), room[2] = {width / scale, height / scale};
    const hud_image_file *image = t->said.image > 0 ? &t->images[t->said.image - 1] : NULL;
    const uint64_t hash = hash_of(&t->said, which, t->place.low, width, height);
    paint_box box;
    if (hash == p->hash) return false;
    p->hash = hash;
    tasks_measure(&t->fonts, (tasks_panel)which, &t->said, image, t->place.low, room, &box);
    if (which == TASKS_BAND) t->band = box;
    if (box.w > 0.0 && box.h > 0.0) {
        draw(t, which, box, scale);
        return true;
    }
    p->width = 0;
    return false;
}

void rnd_tasks_tool(rnd_tasks *tasks, const double box[4])
{
    tasks->tool = (paint_box){box[0], box[1], box[2], box[3]};
}

/* The band keeps away from the tool. */
static void place_band(rnd_tasks *t, double time, int width, int height)
{
    const double scale = rnd_screen_scale(width, height), room[2] = {width / scale, height / scale};
    t->fonts.least = RND_LEAST_TEXT / scale;
    const paint_box tool = {t->tool.x / scale, t->tool.y / scale, t->tool.w / scale, t->tool.h / scale};
    if (!t->place.begun) tasks_measure(&t->fonts, TASKS_BAND, &t->said, NULL, false, room, &t->band);
    if (t->band.w > 0.0) tasks_place_update(&t->place, tool, t->band, room[1], time);
}

int rnd_tasks_update(rnd_tasks *tasks, const double *values, double time, int width, int height)
{
    int drawn = 0;
    if (width <= 0 || height <= 0) return 0;
    tasks_look(tasks->training, &tasks->signals, values, time, &tasks->clock, &tasks->said);
    place_band(tasks, time, width, height);
    for (int i = 0; i < RND_TASK_PANELS; i++) drawn += update_panel(tasks, i, width, height);
    return drawn;
}

rnd_hud_gauge_view rnd_tasks_panel(const rnd_tasks *tasks, int which)
{
    const panel *p = &tasks->panels[which];
    if (p->surface == NULL || p->width == 0) return (rnd_hud_gauge_view){.visible = false};
    return (rnd_hud_gauge_view){
        .visible = true,
        .surface = AUTH_SCREEN,
        .at = {p->x, p->y},
        .size = {p->width, p->height},
        .width = p->width,
        .height = p->height,
        .stride = cairo_image_surface_get_stride(p->surface),
        .pixels = cairo_image_surface_get_data(p->surface),
        .version = p->version,
    };
}
