/* Gauges: scales, traces of the last seconds, and a gauge with its picture, its texts and its visible state.
 *
 * A kind of gauge is five functions: `make` prepares texts and memory, `look` evaluates the visible state
 * from the present values, `still` draws constant parts (scales, ticks, labels), `draw` the others, only from
 * the visible state, so that equal states give equal pictures; `mark` draws a recommended value. */
#ifndef RND_HUD_GAUGE_H
#define RND_HUD_GAUGE_H

#include "auth/hud.h"
#include "hl/arena.h"
#include "pen.h"
#include "rnd/hud.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- gauge.c: scales, ticks and numbers ---- */

enum { HUD_NUMBER_LENGTH = 32 };

/** Share of the scale up to a value: 0 at `from` and below, 1 at `to` and above. */
double hud_share(const auth_gauge *gauge, double value);

/** A step of 1, 2 or 5 times a power of ten that divides a span into at most `most`. */
double hud_step(double span, int most);

/** Ticks of a scale. */
typedef struct hud_ticks {
    double major, minor; /**< [unit] */
    int decimals;        /**< of the numbers at major ticks */
    int first, last;     /**< ticks are at i * minor for i = first..last */
} hud_ticks;

/** Ticks of the layout, or chosen. @param most  numbers that fit */
hud_ticks hud_ticks_of(const auth_gauge *gauge, int most);

/** Value of tick i, and whether it is major, with a number. */
double hud_tick(const hud_ticks *ticks, int i);
bool hud_tick_is_major(const hud_ticks *ticks, int i);

/** Decimals of the number of a gauge. */
int hud_decimals(const auth_gauge *gauge);

/** A value in whole units of its last decimal, HUD_NO_NUMBER if it is not finite. */
#define HUD_NO_NUMBER INT64_MIN
int64_t hud_number(double value, int decimals);

/** Write such a number: "-12.5" with the typographic minus, "--" for HUD_NO_NUMBER. */
void hud_number_text(int64_t number, int decimals, char text[HUD_NUMBER_LENGTH]);

/* ---- traces.c: a ring of points of the last seconds, for trends and tracks ---- */

typedef struct hud_trace_point {
    double time, x, y; /**< [s]; defined by the owner; NaN: a gap */
} hud_trace_point;

typedef struct hud_trace {
    hud_trace_point *ring;
    int capacity;
    int64_t first, count; /**< number of the oldest point since the start; number of points */
} hud_trace;

/** Make an empty ring. @return false: out of memory */
bool hud_trace_begin(hud_trace *trace, int capacity, hl_arena *arena);

/** Remove all points. */
void hud_trace_clear(hud_trace *trace);

/** Add a point; a full ring drops the oldest. */
void hud_trace_add(hud_trace *trace, hud_trace_point point);

/** Remove points older than `time`. */
void hud_trace_forget(hud_trace *trace, double time);

/** Point i = 0 (oldest)..count - 1. */
hud_trace_point *hud_trace_at(const hud_trace *trace, int64_t i);

/** The newest point; NULL: none. */
hud_trace_point *hud_trace_newest(const hud_trace *trace);

enum {
    HUD_QUARTERS = 4, /**< of a pixel: the smallest drawn motion */
    HUD_UNIT_LENGTH = 64
};

/** Values of `hud_shown` for missing parts. */
#define HUD_NO_NEEDLE INT64_MIN
#define HUD_NO_RANGE  (-1)
#define HUD_LIMIT     (-2) /**< INCLINOMETER: beyond its limit */

/** Visible state in whole steps: equal bits give equal pictures. */
typedef struct hud_shown {
    int64_t needle;       /**< way along the scale [1/4 pixel], or HUD_NO_NEEDLE */
    int64_t number;       /**< in its last decimal, or HUD_NO_NUMBER */
    int64_t range;        /**< index of the range that it is in, HUD_NO_RANGE or HUD_LIMIT */
    int64_t lit;          /**< LAMP; MARKER: the gauge shows the value */
    int64_t direction;    /**< GEAR: -1, 0, 1; its number is the gear */
    int64_t place[2];     /**< MAP: of the machine [1/4 pixel] */
    int64_t turn;         /**< MAP: heading, in quarters of a pixel at the rim */
    int64_t first, count; /**< MAP, TREND: of the trace */
} hud_shown;

typedef enum hud_word { HUD_LABEL, HUD_UNIT, HUD_VALUE, HUD_TICK, HUD_WORDS, HUD_TEXTS } hud_word;

typedef struct hud_gauge hud_gauge;

/** A recommended value, in the unit of the marked gauge. */
typedef struct hud_mark {
    double value, tolerance; /**< tolerance 0: a mark alone */
    auth_colour colour;
    const hud_text *label;
} hud_mark;

/** Inputs for making a gauge. */
typedef struct hud_maker {
    const rnd_hud_setup *setup;
    const auth_signal *signals; /**< those of the setup */
    const hud_fonts *fonts;
    hl_arena *arena;
    hl_report *report;
} hud_maker;

typedef struct hud_kind {
    /** Prepare texts, memory, files. @return false: out of memory, or an error is in the report */
    bool (*make)(hud_gauge *gauge, const hud_maker *maker);
    /** Evaluate the visible state. */
    void (*look)(hud_gauge *gauge, const double *values, double time, hud_shown *shown);
    void (*still)(const hud_gauge *gauge, const hud_pen *pen);
    void (*draw)(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen);
    /** Draw a recommended value. NULL: not possible. */
    void (*mark)(const hud_gauge *gauge, const hud_mark *mark, const hud_pen *pen);
} hud_kind;

/** A condition in its signal's own unit. */
typedef struct hud_condition {
    int signal;
    bool above;
    double value;
} hud_condition;

struct hud_gauge {
    const auth_gauge *def;
    const auth_colour *roles; /**< of the layout */
    const hud_kind *kind;
    const hud_gauge *of; /**< MARKER: the gauge that it marks */
    paint_box box;       /**< of the gauge [dots]; MARKER: of the marked gauge */

    /* its values */
    int signal, signal2; /**< indices of values, -1: none */
    hud_condition *when; /**< as many as the descriptor has */
    int shown_by;        /**< signal of an exercise that hides it, -1: none */
    bool left_out;       /**< optional, without one of its signals; or a marker of such a gauge */
    int chassis[3];      /**< MAP: x, y, heading */
    double factor;       /**< from the signal's unit to the gauge's */
    double angle;        /**< INCLINOMETER: the gauge's unit [rad] */
    int decimals;
    char unit[HUD_UNIT_LENGTH]; /**< as it is printed: "km/h", the degree sign, "" for plain numbers */
    double travel;              /**< of the needle's tip over the whole scale [pixels] */
    hud_text texts[HUD_TEXTS];
    double widest;                 /**< DIAL, ARC: width of the widest number, for its clearance [dots] */
    hud_trace trace;               /**< MAP, TREND */
    hud_image_file image;          /**< IMAGE, LAMP */
    const rnd_map_object *objects; /**< MAP */
    int object_count;

    /* its picture */
    double scale;                /**< pixels a dot */
    double least;                /**< height of the smallest letters [dots]; 0: any */
    int x, y, width, height;     /**< on the canvas [pixels] */
    cairo_surface_t *background; /**< constant parts */
    cairo_surface_t *picture;
    cairo_t *canvas; /**< of the picture */

    /* now */
    bool visible;
    hud_shown shown;
    uint32_t version;
};

extern const hud_kind hud_dial, hud_ring, hud_bar, hud_digits, hud_inclinometer, hud_gear, hud_lamp,
    hud_image, hud_message, hud_marker, hud_map, hud_trend;

/** Set or replace a text of a gauge. @param size  [dots] */
void hud_gauge_text(hud_gauge *gauge, const hud_maker *maker, hud_word word, double size, bool bold,
                    const char *words);

/** Set the three texts of a gauge with a number: HUD_VALUE, HUD_UNIT (empty if the unit is a sign, which is
 * written with the number) and HUD_LABEL. @param size  of the number [dots] */
void hud_gauge_texts(hud_gauge *gauge, const hud_maker *maker, double size);

/** The value in the gauge's unit; NaN without a signal. */
double hud_gauge_value(const hud_gauge *gauge, const double *values);

/** Whether a condition holds now. @param values  of the signals, in their units */
bool hud_condition_holds(const hud_condition *when, const double *values);

/** `look` of a gauge with a scale: needle, number and range of its value. */
void hud_gauge_update_version(hud_gauge *gauge, const double *values, double time, hud_shown *shown);

/** Position of the needle as a share of the scale. */
double hud_shown_share(const hud_gauge *gauge, const hud_shown *shown);

/** Colour of needle and number: the gauge's own, or that of a critical range. */
auth_colour hud_shown_colour(const hud_gauge *gauge, const hud_shown *shown, auth_colour usual);

/** Colour of a filled part: that of the range of the value. */
auth_colour hud_fill_colour(const hud_gauge *gauge, const hud_shown *shown);

/** Write the shown number into the text HUD_VALUE, with the unit if it is a sign. */
const hud_text *hud_shown_number(const hud_gauge *gauge, const hud_shown *shown);

/** Whether it has a label. */
bool hud_has_label(const auth_gauge *def);

/** The gauge's box without a rim of `share` of its shorter side [dots]. */
paint_box hud_inside(const auth_gauge *def, double share);

/** Whether a dark plate makes a halo unnecessary: expensive parts are then drawn without. */
bool hud_on_plate(const hud_gauge *gauge);

/** Read the image of a gauge. @return false: an error is in the report */
bool hud_image_load(hud_gauge *gauge, const hud_maker *maker);

/** Draw it as large as possible in the box. */
void hud_image_draw(const hud_gauge *gauge, const hud_pen *pen, paint_box box, double opacity);

/* ---- gauge.c: signals, units and fonts by name ---- */

/** Report missing or unsuitable signals, units and fonts. @return false: an error was reported, or out of
 * memory */
bool hud_check(const hud_maker *maker);

/** Find the signals of a gauge of a checked layout. @return false: out of memory */
bool hud_resolve(hud_gauge *gauge, const hud_maker *maker);

#endif
