/* Reading layouts of head-up displays: canvas, palette, gauges. hud_scale.c reads values and scales,
 * hud_palette.c colours. */
#include "hud_reader.h"
#include "reader/common.h"
#include "reader/format.h"

#include <math.h>
#include <string.h>

enum {
    QUOTE_LENGTH = 48,
    UNIT_LENGTH = 24,
    LABEL_LENGTH = 120, /* bytes of UTF-8 */
    WORDS_LENGTH = 400,
    MOST_RANGES = 16,
    MOST_CONDITIONS = 8
};

/* ---- dots ---- */

static bool read_dots(const auth_item *item, const char *key, const yaml_node_t *value, double low,
                      double high, double *dots)
{
    char quoted[QUOTE_LENGTH];
    auth_dimension dimension;
    bool with_unit;
    const hl_place place = auth_node_place(value);
    if (!auth_read_any(item->reader, place, key, auth_node_text(value), dots, &dimension, &with_unit))
        return false;
    if (!with_unit && *dots >= low && *dots <= high) return true;
    hl_report_add(item->reader->report, place, "'%s' is %s; a bare number of dots, %g to %g, is expected",
                  key, auth_quote(auth_node_text(value), quoted, sizeof quoted), low, high);
    return false;
}

static bool read_two(const auth_item *item, const auth_field *field, const yaml_node_t *value, double low,
                     double high)
{
    double *dots = (double *)(void *)((char *)item->out + field->out);
    bool good = true;
    for (int i = 0; value && i < 2; i++)
        good &= read_dots(item, field->key, auth_document_entry(item->reader->document, value, i), low, high,
                          &dots[i]);
    return good;
}

static const double largest = 8000.0;

static bool read_canvas(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_hud *hud = item->out;
    if (read_two(item, field, value, 100.0, largest)) return true;
    hud->size[0] = hud->size[1] = largest; /* one complaint is enough: gauges are not measured by it */
    return false;
}

static bool read_at(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    return read_two(item, field, value, -largest, largest);
}

static bool read_size(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    return read_two(item, field, value, 1.0, largest);
}

static bool read_font_size(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_gauge *gauge = item->out;
    return !value || read_dots(item, field->key, value, 4.0, 1000.0, &gauge->font_size);
}

/* A gauge of which nothing lies on the canvas is a slip of the pen. */
static bool check_on_canvas(auth_item *item, const auth_field *field)
{
    static const char *const edges[2][2] = {{"left", "right"}, {"upper", "lower"}};
    const auth_gauge *gauge = item->out;
    (void)field;
    if (!item->good || !auth_item_has(item, "at")) return true;
    bool good = true;
    for (int i = 0; i < 2; i++) {
        const double at = gauge->at[i], end = at + gauge->size[i], canvas = auth_layout_of(item)->hud.size[i];
        if (end > 0.0 && at < canvas) continue;
        hl_report_add(item->reader->report, auth_entry_place(item->reader, item->node, "at", i),
                      "the gauge lies beyond the %s edge of the canvas, from %g to %g dots; a place within 0 "
                      "to %g dots is expected",
                      edges[i][at >= canvas], at, end, canvas);
        good = false;
    }
    return good;
}

/* ---- gauges ---- */

static bool begin_gauge(auth_item *item)
{
    auth_gauge *gauge = item->out;
    const auth_layout *layout = auth_layout_of(item);
    gauge->of_index = -1;
    gauge->kind = (auth_gauge_kind)auth_item_choice(item, "kind");
    gauge->surface = layout->surface;
    gauge->font = layout->hud.font;
    gauge->font_place = auth_item_place(item->parent, "font"); /* the file, where it says none */
    gauge->colour =
        layout->hud.roles[gauge->kind == AUTH_GAUGE_MARKER ? AUTH_ROLE_RECOMMENDED : AUTH_ROLE_FOREGROUND];
    gauge->background = layout->hud.roles[AUTH_ROLE_BACKGROUND];
    return true;
}

/* What two keys have to say about each other. */
static void check_gauge(auth_item *item)
{
    const auth_gauge *gauge = item->out;
    const bool number = gauge->signal.name != NULL;
    if (gauge->kind == AUTH_GAUGE_LAMP && !gauge->symbol && !gauge->text && !gauge->image)
        hl_report_add(item->reader->report, gauge->place,
                      "a lamp with none of 'symbol', 'text' and 'image'; one of them is expected");
    if (gauge->image) auth_item_refuse(item, "symbol", "has no effect beside 'image'");
    if (gauge->kind == AUTH_GAUGE_LAMP && gauge->when_count == 0)
        COMPLAIN(item, "when", "'when' of a lamp is empty; at least one condition is expected");
    if (gauge->kind == AUTH_GAUGE_MESSAGE && !number) {
        static const char *const keys[] = {"unit", "unit_text", "decimals"};
        for (int i = 0; i < AUTH_COUNT_OF(keys); i++)
            auth_item_refuse(item, keys[i], "has no effect without 'signal'");
    }
    if (gauge->kind == AUTH_GAUGE_MESSAGE && number && gauge->text && !strchr(gauge->text, '%'))
        COMPLAIN(item, "text",
                 "'text' has no %% for the value of 'signal'; one is expected where it is to stand");
    if (gauge->kind == AUTH_GAUGE_MARKER && number == auth_item_has(item, "value"))
        hl_report_add(item->reader->report, gauge->place,
                      "a marker with %s of 'value' and 'signal'; one of them is expected",
                      number ? "both" : "none");
}

/* ---- rows of a gauge ---- */

static bool read_surface(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_gauge *gauge = item->out;
    if (value) gauge->surface = (auth_surface)auth_item_choice(item, field->key);
    return true;
}

static bool read_font(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_gauge *gauge = item->out;
    if (!value) return true;
    gauge->font = auth_item_copy(item, value);
    gauge->font_place = auth_item_place(item, field->key);
    return true;
}

/* By auth_tie_markers, when the gauge that is marked has been read. */
static bool read_later(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)item, (void)field, (void)value;
    return true;
}

static bool check_sweep(auth_item *item, const auth_field *field)
{
    static const double least = 10.0 * AUTH_DEGREE, turn = 360.0 * AUTH_DEGREE;
    const auth_gauge *gauge = item->out;
    return auth_check_span(item->reader, auth_item_place(item, field->key), field->key,
                           auth_item_text(item, field->key), fabs(gauge->sweep), least, turn,
                           "10 to 360 deg, or as much to the left with a minus,");
}

static const auth_word surfaces[] = {{"windshield", AUTH_WINDSHIELD}, {"screen", AUTH_SCREEN}};
static const auth_word views[] = {{"behind", 0}, {"side", 1}};
static const auth_word machines[] = {{"tractor", 0}, {"excavator", 1}};
static const auth_word symbols[] = {{"brake", 0},   {"fuel", 1}, {"rollover", 2}, {"engine", 3},
                                    {"parking", 4}, {"lock", 5}, {"warning", 6},  {"recommended", 7}};

#define CHOICE_READ(key_, member, list, function, ...)                                                       \
    READ_INTO(CHOICE, key_, auth_gauge, member, function, __VA_ARGS__, .words = (list),                      \
              .word_count = AUTH_COUNT_OF(list))

static const auth_field gauge_fields[] = {
    DRAWN(auth_gauge, id, AUTH_NAME_LENGTH, "Name of the gauge, for markers and error messages", .least = 1,
          .names = true),
    CHOICE(auth_gauge, kind, auth_gauge_words, "One of those of the [gallery](#gallery)"),
    CHOICE_READ("surface", surface, surfaces, read_surface, "Surface that shows it", OF(PLACED),
                OTHERWISE("that of the file")),
    READ_INTO(VECTOR, "at", auth_gauge, at, read_at,
              "Upper left corner, [x, y] in dots, x to the right, y down", .least = 2, .most = 2,
              NEEDED(PLACED)),
    READ_INTO(VECTOR, "size", auth_gauge, size, read_size, "[width, height] in dots, 1 to 8000", .least = 2,
              .most = 2, NEEDED(PLACED), .check = check_on_canvas),
    DRAWN(auth_gauge, label, LABEL_LENGTH, "Text on the gauge, UTF-8, up to 120 bytes",
          OF(ALL - K(IMAGE) - K(MESSAGE)), .fallback = "", OTHERWISE("none")),
    READ_INTO(WORD, "font", auth_gauge, font, read_font, "Font family", .least = 1, .most = AUTH_NAME_LENGTH,
              OF(ALL - K(IMAGE)), OTHERWISE("that of the file")),
    READ_INTO(QUANTITY, "font_size", auth_gauge, font_size, read_font_size,
              "Height of the large letters in dots, 4 to 1000", OF(ALL - K(IMAGE)),
              OTHERWISE("from the size")),
    WORD_AS("signal", auth_gauge, signal.name, "Name of the signal", PLACE(auth_gauge, signal.place),
            .of = VALUED | K(GEAR) | K(MESSAGE) | K(MARKER), .needed = VALUED | K(GEAR), OPTIONAL),
    TEXT(auth_gauge, unit, UNIT_LENGTH,
         "Unit of the display and of the other values: `km/h`, `deg`, `\"%\"` ...",
         PLACE(auth_gauge, unit_place), .check = auth_check_unit, OF(VALUED | K(MESSAGE)),
         OTHERWISE("the signal's unit")),
    DRAWN(auth_gauge, unit_text, UNIT_LENGTH, "Text in place of the unit; `\"\"`: none",
          OF(VALUED | K(MESSAGE)), OTHERWISE("the unit")),
    COUNT(auth_gauge, decimals, "Decimals of the number", SPAN("0 to 6"), OF(VALUED | K(MESSAGE)),
          .absent = -1.0, OTHERWISE("from the scale")),
    READ_INTO(QUANTITY, "from", auth_gauge, from, auth_read_value, "Lower end of the scale", NEEDED(SCALED)),
    READ_INTO(QUANTITY, "to", auth_gauge, to, auth_read_value, "Upper end of the scale", NEEDED(SCALED)),
    READ_INTO(QUANTITY, "major", auth_gauge, major, auth_read_distance,
              "Distance between numbered ticks; at most 200 ticks", OF(SCALED - K(ARC)), OTHERWISE("chosen")),
    READ_INTO(QUANTITY, "minor", auth_gauge, minor, auth_read_distance,
              "Distance between ticks; at most 200 ticks", OF(SCALED - K(ARC)), OTHERWISE("chosen")),
    READ_INTO(QUANTITY, "limit", auth_gauge, limit, auth_read_distance, "Critical angle to either side",
              OF(K(INCLINOMETER)), OTHERWISE("none")),
    /* all that have a scale have it, and ranges come after it */
    COLOUR(auth_gauge, colour, "Colour of ticks, numbers and text, and of the filled or lit part",
           .check = auth_check_scale, OF(ALL - K(IMAGE)),
           OTHERWISE("`foreground`; of a marker `recommended`")),
    COLOUR(auth_gauge, background, "Colour of the plate behind it; `\"#00000000\"`: none",
           OF(PLACED - K(IMAGE)), OTHERWISE("`background`")),
    LIST(auth_gauge, ranges, range_count, auth_range_table, 0, MOST_RANGES,
         "Up to 16 coloured parts of the scale, {from, to, colour}; a missing end is that of the scale. In a "
         "range with the colour `critical`, number and needle have this colour too",
         OF(VALUED), OTHERWISE("none")),
    LIST(auth_gauge, when, when_count, auth_condition_table, 0, MOST_CONDITIONS,
         "[Conditions](#conditions) for showing it; for a lamp, conditions for lighting up", .of = ALL,
         .needed = K(LAMP), OPTIONAL),
    WORD_AS("direction", auth_gauge, signal2.name, "Signal that is 1 forward, 0 in neutral, -1 in reverse",
            PLACE(auth_gauge, signal2.place), OF(K(GEAR)), OTHERWISE("none")),
    DRAWN(auth_gauge, names, LABEL_LENGTH,
          "Names of the gears from the first one on, separated by spaces: `C 1 2 3`", .of = K(GEAR),
          OTHERWISE("their numbers")),
    DRAWN(auth_gauge, text, WORDS_LENGTH,
          "Text, `\"\\n\"` begins a line; in a message with a signal, the first `%` is replaced by number "
          "and unit; of a number, text before it",
          .of = K(MESSAGE) | K(LAMP) | K(NUMBER), .needed = K(MESSAGE), OTHERWISE("none")),
    PATH(auth_gauge, image, "PNG or SVG file, path relative to the layout; scaled to fit",
         PLACE(auth_gauge, image_place), .of = K(IMAGE) | K(LAMP), .needed = K(IMAGE), OTHERWISE("none")),
    CHOICE_READ("symbol", symbol, symbols, auth_store_word, "Built-in picture, not together with `image`",
                OF(K(LAMP)), OTHERWISE("none")),
    QUANTITY(auth_gauge, start, ANGLE, ANY,
             "Direction of the lower end of the scale, clockwise from straight up", SPAN("-360 to 360 deg"),
             OF(K(DIAL) | K(ARC)), DEFAULT("-135 deg")),
    QUANTITY(auth_gauge, sweep, ANGLE, ANY,
             "Rotation from the lower end of the scale to the upper one, negative counterclockwise",
             .check = check_sweep, OF(K(DIAL) | K(ARC)), DEFAULT("270 deg")),
    FLAG(auth_gauge, standing, "`true`: vertical bar", OF(K(BAR)), .fallback = "false",
         OTHERWISE("false: horizontal")),
    SWITCH_AS("view", auth_gauge, pitch, views, "The machine from `behind` (roll) or from the `side` (pitch)",
              OF(K(INCLINOMETER)), DEFAULT("behind")),
    SWITCH_AS("machine", auth_gauge, excavator, machines, "Machine in the picture", OF(K(INCLINOMETER)),
              DEFAULT("tractor")),
    QUANTITY(auth_gauge, seconds, TIME, ANY, "Duration of the line or of the machine's track",
             SPAN("1 s to 1 h"), OF(K(TREND) | K(MAP)), DEFAULT("30 s")),
    QUANTITY(auth_gauge, reach, LENGTH, ANY, "Distance shown to each side", SPAN("1 m to 10 km"), OF(K(MAP)),
             DEFAULT("25 m")),
    REFERENCE_AS("of", auth_gauge, of_index, "gauges", "gauge", "Id of the marked gauge", NEEDED(K(MARKER))),
    READ_INTO(QUANTITY, "value", auth_gauge, value, read_later,
              "The recommended value, in that gauge's unit; this or `signal` is required", OF(K(MARKER)),
              OPTIONAL),
    READ_INTO(QUANTITY, "tolerance", auth_gauge, tolerance, read_later,
              "Half the width of the recommended band", OF(K(MARKER)), OTHERWISE("no band")),
    FLAG(auth_gauge, any, "`true`: lit while one of the conditions holds instead of all", OF(K(LAMP)),
         DEFAULT("false")),
    FLAG(auth_gauge, blink, "Once a second", OF(K(LAMP) | K(MESSAGE)), DEFAULT("false")),
    FLAG(auth_gauge, optional,
         "`true`: the gauge and its markers are left out if the machine lacks one of its signals", OF(ALL),
         DEFAULT("false")),
};
static const auth_table gauge =
    AUTH_TABLE(auth_gauge, gauge_fields, .place = AUTH_AT(auth_gauge, place), .kind_key = "kind",
               .kind_words = "in a gauge of kind", .begin = begin_gauge, .check = check_gauge);

/* ---- the whole ---- */

static const auth_field fields[] = {
    HEAD(auth_hud, "hud"),
    PATH(auth_hud, machine,
         "File of the [machine](machine.md), or of a [scenario](scenario.md) with one, for the signals of "
         "the gauges",
         PLACE(auth_hud, machine_place), OTHERWISE("any machine with these signals")),
    {AUTH_ROW(VECTOR, "canvas", auth_hud, size), .read = read_canvas, .least = 2, .most = 2,
     .meaning = "[width, height] in dots, 100 to 8000 each"},
    WORD(auth_hud, font, "Font family", DEFAULT("DejaVu Sans")),
    CHOICE(auth_layout, surface, surfaces, "For gauges without their own `surface`", DEFAULT("windshield")),
    LIST(auth_layout, palette, palette_count, auth_palette_table, 0, 0,
         "List of `{name: NAME, colour: COLOUR}`, see [colours](#colours)", OTHERWISE("empty"),
         .check = auth_find_roles),
    LIST(auth_hud, gauges, gauge_count, gauge, 1, AUTH_MOST_GAUGES,
         "List, 1 to 200, drawn in this order: later ones cover earlier ones", .check = auth_tie_markers),
};

const auth_table auth_hud_table = AUTH_TABLE(auth_layout, fields, .what = "layout");

AUTH_FORMAT(hud, hud, HUD, NULL)
