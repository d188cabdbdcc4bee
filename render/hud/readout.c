/* Gauges that are read as words or signs: numbers, gears, messages, lamps. */
#include "gauge.h"

#include "pen.h"

#include <cairo.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Symbols of lamps, after ISO 7000's: drawn in a square from -1 to 1, y down. */

typedef struct hud_symbol {
    const char *name;
    void (*lines)(cairo_t *c); /**< path to be stroked */
    void (*solid)(cairo_t *c); /**< path to be filled; NULL: none */
} hud_symbol;

/** Width of the lines. */
#define HUD_SYMBOL_LINE 0.12

static void lines(cairo_t *c, const double (*points)[2], int count)
{
    cairo_move_to(c, points[0][0], points[0][1]);
    for (int i = 1; i < count; i++) cairo_line_to(c, points[i][0], points[i][1]);
}

static void circle(cairo_t *c, double x, double y, double radius)
{
    cairo_new_sub_path(c);
    cairo_arc(c, x, y, radius, 0.0, 2.0 * HUD_PI);
    cairo_close_path(c);
}

#define LINES(c, points) lines((c), (points), (int)(sizeof(points) / sizeof *(points)))

static void exclamation(cairo_t *c, double top, double bottom)
{
    cairo_rectangle(c, -0.07, top, 0.14, 0.70 * (bottom - top));
    circle(c, 0.0, bottom - 0.08, 0.085);
}

/* ---- brakes: a drum between its shoes ---- */

static void drum(cairo_t *c)
{
    static const double shoe = 0.92; /* half angle [rad] */
    circle(c, 0.0, 0.0, 0.58);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.0, 0.0, 0.86, -shoe, shoe);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.0, 0.0, 0.86, HUD_PI - shoe, HUD_PI + shoe);
}

static void brake_solid(cairo_t *c)
{
    exclamation(c, -0.36, 0.36);
}

static void parking(cairo_t *c)
{
    static const double stem[][2] = {{-0.15, 0.34}, {-0.15, -0.34}, {0.05, -0.34}};
    drum(c);
    LINES(c, stem);
    cairo_arc(c, 0.05, -0.14, 0.20, -0.5 * HUD_PI, 0.5 * HUD_PI);
    cairo_line_to(c, -0.15, 0.06);
}

/* ---- fuel pump ---- */

static void fuel(cairo_t *c)
{
    static const double body[][2] = {{-0.62, 0.80}, {-0.62, -0.78}, {0.20, -0.78}, {0.20, 0.80}};
    static const double base[][2] = {{-0.80, 0.80}, {0.38, 0.80}};
    static const double spout[][2] = {{0.78, 0.40}, {0.78, -0.34}, {0.48, -0.64}};
    LINES(c, body);
    LINES(c, base);
    cairo_rectangle(c, -0.40, -0.56, 0.38, 0.40);
    cairo_move_to(c, 0.20, 0.05);
    cairo_line_to(c, 0.34, 0.05);
    cairo_curve_to(c, 0.46, 0.05, 0.48, 0.14, 0.48, 0.24);
    cairo_line_to(c, 0.48, 0.44);
    cairo_curve_to(c, 0.48, 0.66, 0.78, 0.66, 0.78, 0.44);
    LINES(c, spout);
}

/* ---- a machine that tips over on a slope ---- */

static void rollover(cairo_t *c)
{
    static const double slope[][2] = {{-0.92, 0.30}, {0.30, 0.90}, {0.92, 0.90}};
    static const double tilt = 0.46; /* [rad], that of the slope */
    LINES(c, slope);
    cairo_save(c);
    cairo_translate(c, -0.06, 0.06);
    cairo_rotate(c, tilt);
    cairo_rectangle(c, -0.56, 0.08, 0.24, 0.46);
    cairo_rectangle(c, 0.32, 0.08, 0.24, 0.46);
    cairo_move_to(c, -0.32, 0.26);
    cairo_line_to(c, 0.32, 0.26);
    cairo_move_to(c, -0.30, 0.08);
    cairo_line_to(c, -0.24, -0.50);
    cairo_line_to(c, 0.24, -0.50);
    cairo_line_to(c, 0.30, 0.08);
    cairo_restore(c);
    cairo_new_sub_path(c);
    cairo_arc(c, 0.05, 0.10, 0.92, -0.40 * HUD_PI, -0.08 * HUD_PI);
}

static void rollover_solid(cairo_t *c)
{
    cairo_move_to(c, 1.00, 0.08); /* point of the arrow */
    cairo_line_to(c, 0.72, -0.14);
    cairo_line_to(c, 1.06, -0.30);
    cairo_close_path(c);
}

/* ---- engine block ---- */

static void engine(cairo_t *c)
{
    static const double block[][2] = {
        {-0.56, -0.32}, {-0.30, -0.32}, {-0.14, -0.50}, {0.30, -0.50}, {0.30, -0.32}, {0.46, -0.32},
        {0.58, -0.16},  {0.58, 0.02},   {0.80, 0.02},   {0.80, -0.20}, {0.94, -0.20}, {0.94, 0.54},
        {0.80, 0.54},   {0.80, 0.32},   {0.58, 0.32},   {0.40, 0.62},  {-0.30, 0.62}, {-0.56, 0.36}};
    static const double fan[][2] = {{-0.86, -0.22}, {-0.86, 0.34}},
                        shaft[][2] = {{-0.86, 0.04}, {-0.56, 0.04}};
    static const double cap[][2] = {{-0.12, -0.74}, {0.28, -0.74}},
                        neck[][2] = {{0.08, -0.74}, {0.08, -0.50}};
    LINES(c, block);
    cairo_close_path(c);
    LINES(c, fan);
    LINES(c, shaft);
    LINES(c, cap);
    LINES(c, neck);
}

/* ---- padlock ---- */

static void lock(cairo_t *c)
{
    cairo_rectangle(c, -0.58, -0.08, 1.16, 0.88);
    cairo_move_to(c, -0.36, -0.08);
    cairo_line_to(c, -0.36, -0.42);
    cairo_arc(c, 0.0, -0.42, 0.36, HUD_PI, 0.0);
    cairo_line_to(c, 0.36, -0.08);
}

static void lock_solid(cairo_t *c)
{
    circle(c, 0.0, 0.26, 0.13);
    cairo_rectangle(c, -0.055, 0.30, 0.11, 0.28);
}

/* ---- signs ---- */

static void warning(cairo_t *c)
{
    static const double triangle[][2] = {{0.0, -0.76}, {0.88, 0.74}, {-0.88, 0.74}};
    LINES(c, triangle);
    cairo_close_path(c);
}

static void warning_solid(cairo_t *c)
{
    exclamation(c, -0.26, 0.56);
}

static void recommended(cairo_t *c)
{
    static const double tick[][2] = {{-0.38, 0.02}, {-0.10, 0.32}, {0.42, -0.32}};
    circle(c, 0.0, 0.0, 0.82);
    LINES(c, tick);
}

static const hud_symbol symbols[] = {
    {"brake", drum, brake_solid},           {"parking", parking, NULL},         {"fuel", fuel, NULL},
    {"rollover", rollover, rollover_solid}, {"engine", engine, NULL},           {"lock", lock, lock_solid},
    {"warning", warning, warning_solid},    {"recommended", recommended, NULL},
};

/* A symbol by its name: "fuel". @return NULL: unknown */
static const hud_symbol *hud_symbol_find(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(symbols[i].name, name) == 0) return &symbols[i];
    return NULL;
}

/* ---- numbers ---- */

static const double round_corner = 6.0, label_share = 0.30, padding = 0.10; /* [dots], of the height */

/* The row of the number. */
static paint_box row_of(const hud_gauge *gauge)
{
    const auth_gauge *def = gauge->def;
    const double p = padding * def->size[1], above = hud_has_label(def) ? label_share * def->size[1] : 0.0;
    return (paint_box){def->at[0] + p, def->at[1] + p + above, def->size[0] - 2.0 * p,
                       def->size[1] - 2.0 * p - above};
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const double size = 1.05 * row_of(gauge).h;
    hud_gauge_texts(gauge, maker, size);
    hud_text_end(&gauge->texts[HUD_LABEL]);
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.8 * label_share * gauge->def->size[1], false,
                   gauge->def->label);
    hud_gauge_text(gauge, maker, HUD_WORDS, 0.5 * gauge->texts[HUD_VALUE].size, false, gauge->def->text);
    return true;
}

static double baseline_of(const hud_gauge *gauge)
{
    const paint_box row = row_of(gauge);
    return row.y + 0.5 * (row.h + fmin(row.h, gauge->texts[HUD_VALUE].rise));
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const paint_box row = row_of(gauge);
    const hud_text *label = &gauge->texts[HUD_LABEL];
    const bool before = def->text && *def->text;
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    hud_write(pen, label, before ? row.x : row.x + 0.5 * row.w,
              def->at[1] + padding * def->size[1] + 1.1 * label->rise, before ? HUD_LEFT : HUD_CENTRE, row.w,
              hud_faded(def->colour, 0.8));
    hud_write(pen, &gauge->texts[HUD_WORDS], row.x, baseline_of(gauge), HUD_LEFT, 0.45 * row.w,
              hud_faded(def->colour, 0.8));
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const paint_box row = row_of(gauge);
    const hud_text *number = hud_shown_number(gauge, shown), *unit = &gauge->texts[HUD_UNIT];
    const double words = hud_text_width(&gauge->texts[HUD_WORDS]);
    const double unit_width = fmin(0.4 * row.w, hud_text_width(unit));
    const double gap = unit_width > 0.0 ? 0.2 * number->size : 0.0;
    const double room = row.w - unit_width - gap - (words > 0.0 ? fmin(words, 0.45 * row.w) + gap : 0.0);
    const double width = fmin(room, hud_text_width(number)) + gap + unit_width;
    const double right = words > 0.0 ? row.x + row.w : row.x + 0.5 * (row.w + width);
    hud_write(pen, number, right - unit_width - gap, baseline_of(gauge), HUD_RIGHT, room,
              hud_shown_colour(gauge, shown, def->colour));
    hud_write(pen, unit, right, baseline_of(gauge), HUD_RIGHT, unit_width, hud_faded(def->colour, 0.8));
}

const hud_kind hud_digits = {make, hud_gauge_update_version, still, draw, NULL};

/* ---- gears ---- */

/* GEAR: the gear's number large, beside it forward, neutral, reverse, of which one is lit. */

static const char *const letters[] = {"R", "N", "F"}; /* for -1, 0, 1 */
static const double gear_round_corner = 6.0, gear_padding = 0.09,
                    gear_label_share = 0.18; /* [dots], of the height */
static const double nearer = 0.5;            /* directions are -1, 0, 1: what is nearer */

static bool has_direction(const hud_gauge *gauge)
{
    return gauge->signal2 >= 0;
}

/* What the label leaves. */
static paint_box inner(const auth_gauge *def)
{
    const double p = gear_padding * def->size[1];
    const double above = hud_has_label(def) ? gear_label_share * def->size[1] : 0.0;
    return (paint_box){def->at[0] + p, def->at[1] + p + above, def->size[0] - 2.0 * p,
                       def->size[1] - 2.0 * p - above};
}

static bool gear_make(hud_gauge *gauge, const hud_maker *maker)
{
    const paint_box box = inner(gauge->def);
    const double size =
        gauge->def->font_size > 0.0 ? gauge->def->font_size : fmin(1.15 * box.h, 0.95 * box.w);
    gauge->decimals = 0;
    hud_gauge_text(gauge, maker, HUD_VALUE, size, false, "");
    hud_gauge_text(gauge, maker, HUD_TICK, 0.27 * box.h, true, "");
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.7 * gear_label_share * gauge->def->size[1], false,
                   gauge->def->label);
    return true;
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    const double gear = hud_gauge_value(gauge, values);
    const double direction = has_direction(gauge) ? values[gauge->signal2] : 0.0;
    shown->number = hud_number(gear, 0);
    shown->direction = direction > nearer ? 1 : direction < -nearer ? -1 : 0;
}

/* Middle of a direction's row. */
static double row(const paint_box *box, int direction)
{
    return box->y + (0.5 - direction / 3.0) * box->h;
}

static void letter(const hud_gauge *gauge, const hud_pen *pen, int direction, auth_colour colour)
{
    const paint_box box = inner(gauge->def);
    const hud_text *text = &gauge->texts[HUD_TICK];
    hud_text_set(text, letters[direction + 1]);
    hud_write(pen, text, box.x + 0.16 * box.w, row(&box, direction) + 0.5 * text->rise, HUD_CENTRE,
              0.3 * box.w, colour);
}

static void gear_still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const hud_text *label = &gauge->texts[HUD_LABEL];
    hud_panel(pen, gauge->box, gear_round_corner, def->background, def->colour);
    hud_write(pen, label, def->at[0] + 0.5 * def->size[0],
              def->at[1] + gear_padding * def->size[1] + label->rise, HUD_CENTRE, 0.9 * def->size[0],
              hud_faded(def->colour, 0.8));
    if (!has_direction(gauge)) return;
    for (int direction = -1; direction <= 1; direction++)
        letter(gauge, pen, direction, hud_faded(gauge->roles[AUTH_ROLE_DIM], 0.6));
}

/* The gear's name, from a list separated by spaces; its number, if it has none. */
static const hud_text *gear_text(const hud_gauge *gauge, const hud_shown *shown)
{
    const char *name = gauge->def->names;
    for (int64_t i = 1; i < shown->number && name != NULL; i++) {
        name = strchr(name, ' ');
        name += name != NULL;
    }
    if (name == NULL || shown->number < 1) return hud_shown_number(gauge, shown);
    char word[HUD_NUMBER_LENGTH];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " "), name);
    hud_text_set(&gauge->texts[HUD_VALUE], word);
    return &gauge->texts[HUD_VALUE];
}

static void gear_draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const paint_box box = inner(def);
    const hud_text *number = gear_text(gauge, shown);
    const double x = box.x + (has_direction(gauge) ? 0.66 : 0.5) * box.w;
    const bool neutral = has_direction(gauge) && shown->direction == 0;
    hud_write(pen, number, x, box.y + 0.5 * (box.h + number->rise), HUD_CENTRE, 0.6 * box.w,
              hud_faded(def->colour, neutral ? 0.45 : 1.0));
    if (!has_direction(gauge)) return;
    const double side = 0.33 * box.h;
    paint_round_box(pen->c,
                    (paint_box){box.x + 0.16 * box.w - 0.5 * side,
                                row(&box, (int)shown->direction) - 0.5 * side, side, side},
                    0.2 * side);
    hud_stroke(pen, 1.6, def->colour);
    letter(gauge, pen, (int)shown->direction, def->colour);
}

const hud_kind hud_gear = {gear_make, look, gear_still, gear_draw, NULL};

/* ---- messages ---- */

/* MESSAGE: words in a box, one number among them. */

enum { WORDS_LENGTH = 640 };
static const double message_round_corner = 8.0, border = 2.0,
                    message_padding = 0.14; /* [dots], [dots], of the shorter side */

static int lines_of(const char *text)
{
    int lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static bool message_make(hud_gauge *gauge, const hud_maker *maker)
{
    static const double line_height = 1.25; /* of the size */
    const auth_gauge *def = gauge->def;
    const paint_box box = hud_inside(def, message_padding);
    const double chosen = fmin(0.5 * def->size[1], box.h / (line_height * lines_of(def->text)));
    hud_gauge_text(gauge, maker, HUD_WORDS, def->font_size > 0.0 ? def->font_size : chosen, true, def->text);
    hud_text_wrap(&gauge->texts[HUD_WORDS], box.w);
    return true;
}

static void message_look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    shown->number = gauge->signal >= 0 ? hud_number(hud_gauge_value(gauge, values), gauge->decimals) : 0;
}

static void message_still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const double half = 0.5 * border;
    hud_panel(pen, gauge->box, message_round_corner, def->background, def->colour);
    paint_round_box(
        pen->c,
        (paint_box){def->at[0] + half, def->at[1] + half, def->size[0] - border, def->size[1] - border},
        message_round_corner - half);
    hud_stroke(pen, border, def->colour);
}

/* The first % of the text is number and unit. */
static void put_number(const hud_gauge *gauge, const hud_shown *shown)
{
    const char *text = gauge->def->text, *percent = strchr(text, '%');
    char words[WORDS_LENGTH], number[HUD_NUMBER_LENGTH];
    if (gauge->signal < 0 || !percent) return;
    hud_number_text(shown->number, gauge->decimals, number);
    snprintf(words, sizeof words, "%.*s%s%s%s%s", (int)(percent - text), text, number,
             *gauge->unit && *gauge->unit != '%' ? "\xC2\xA0" : "", gauge->unit, percent + 1);
    hud_text_set(&gauge->texts[HUD_WORDS], words);
}

static void message_draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    put_number(gauge, shown);
    hud_write_block(pen, &gauge->texts[HUD_WORDS], hud_inside(gauge->def, message_padding),
                    gauge->def->colour);
}

const hud_kind hud_message = {message_make, message_look, message_still, message_draw, NULL};

/* ---- lamps ---- */

/* LAMP: a symbol, a picture or words that light up; dim while they do not. */

static const double lamp_round_corner = 6.0, lamp_padding = 0.10; /* [dots], of the shorter side */
static const double unlit = 0.40, words_share = 0.28; /* opacity; height of words under a symbol */

static bool has_words(const hud_gauge *gauge)
{
    return gauge->def->text && *gauge->def->text;
}

static bool has_sign(const hud_gauge *gauge)
{
    return gauge->def->symbol || hud_image_file_exists(&gauge->image);
}

static bool lamp_make(hud_gauge *gauge, const hud_maker *maker)
{
    const paint_box box = hud_inside(gauge->def, lamp_padding);
    const double size = has_sign(gauge) ? 0.75 * words_share * box.h : 0.42 * box.h;
    hud_gauge_text(gauge, maker, HUD_WORDS, gauge->def->font_size > 0.0 ? gauge->def->font_size : size, true,
                   gauge->def->text);
    hud_text_wrap(&gauge->texts[HUD_WORDS], box.w);
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.75 * words_share * box.h, false, gauge->def->label);
    return !gauge->def->image || hud_image_load(gauge, maker);
}

static void lamp_look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time; /* blinking is the display's */
    int holding = 0;
    for (int i = 0; i < gauge->def->when_count; i++) holding += hud_condition_holds(&gauge->when[i], values);
    shown->lit = holding >= (gauge->def->any ? 1 : gauge->def->when_count);
}

static void lamp_still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    hud_panel(pen, gauge->box, lamp_round_corner, def->background, def->colour);
}

static void draw_symbol(const hud_gauge *gauge, const hud_pen *pen, paint_box box, auth_colour colour)
{
    const hud_symbol *symbol = hud_symbol_find(gauge->def->symbol);
    const double half = 0.5 * fmin(box.w, box.h);
    if (!symbol) return;
    for (int solid = 0; solid < 2; solid++) {
        if (solid && !symbol->solid) continue;
        cairo_save(pen->c);
        cairo_translate(pen->c, box.x + 0.5 * box.w, box.y + 0.5 * box.h);
        cairo_scale(pen->c, half, half);
        (solid ? symbol->solid : symbol->lines)(pen->c);
        cairo_restore(pen->c);
        if (solid)
            hud_fill(pen, colour);
        else
            hud_stroke(pen, HUD_SYMBOL_LINE * half, colour);
    }
}

/* Take a row from the lower end of a box. */
static paint_box cut_row(paint_box *box, double height)
{
    box->h -= height;
    return (paint_box){box->x, box->y + box->h, box->w, height};
}

static void lamp_draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const auth_colour colour = shown->lit ? def->colour : hud_faded(gauge->roles[AUTH_ROLE_DIM], unlit);
    paint_box box = hud_inside(def, lamp_padding);
    const double row = words_share * box.h;
    if (hud_has_label(def))
        hud_write_block(pen, &gauge->texts[HUD_LABEL], cut_row(&box, row),
                        shown->lit ? colour : gauge->roles[AUTH_ROLE_DIM]);
    if (has_words(gauge))
        hud_write_block(pen, &gauge->texts[HUD_WORDS], has_sign(gauge) ? cut_row(&box, row) : box, colour);
    if (hud_image_file_exists(&gauge->image))
        hud_image_draw(gauge, pen, box, shown->lit ? 1.0 : unlit);
    else if (def->symbol)
        draw_symbol(gauge, pen, box, colour);
    if (!shown->lit) return;
    paint_round_box(pen->c,
                    (paint_box){def->at[0] + 1.0, def->at[1] + 1.0, def->size[0] - 2.0, def->size[1] - 2.0},
                    lamp_round_corner - 1.0);
    hud_stroke(pen, 1.6, colour);
}

const hud_kind hud_lamp = {lamp_make, lamp_look, lamp_still, lamp_draw, NULL};
