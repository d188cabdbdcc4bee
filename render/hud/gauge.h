/* A gauge as it is drawn: its picture, the texts that it keeps, and what the eye sees of it at the moment.
 *
 * A kind of gauge is five functions: `make` prepares texts and memory, `look` finds what is to be shown of
 * the values of now, `still` draws what never changes (scales, ticks, labels), `draw` what does, from what is
 * `shown` alone, so that a picture is the same whenever the same is shown; `mark` draws a recommended value
 * on it. */
#ifndef RND_HUD_GAUGE_H
#define RND_HUD_GAUGE_H

#include "auth/hud.h"
#include "hl/arena.h"
#include "pen.h"
#include "rnd/hud.h"

#include <stdbool.h>
#include <stdint.h>

/* Scales: where a value stands, which ticks there are, how a number is written. */

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

/** As the file says, or chosen.
 *  @param most  numbers that have room */
hud_ticks hud_ticks_of(const auth_gauge *gauge, int most);

/** Value of tick i, and whether it is a major one, with a number. */
double hud_tick(const hud_ticks *ticks, int i);
bool hud_tick_is_major(const hud_ticks *ticks, int i);

/** Decimals of the number that a gauge shows. */
int hud_decimals(const auth_gauge *gauge);

/** A value in whole units of its last decimal, HUD_NO_NUMBER when it is not finite. */
#define HUD_NO_NUMBER INT64_MIN
int64_t hud_number(double value, int decimals);

/** Write such a number: "-12.5" with the typographic minus, "--" for HUD_NO_NUMBER. */
void hud_number_text(int64_t number, int decimals, char text[HUD_NUMBER_LENGTH]);

/* The last seconds: a ring of points, for trends and tracks. Old ones make room for new ones. */

typedef struct hud_trace_point {
    double time, x, y; /**< [s]; what the owner makes of it; NaN: a gap */
} hud_trace_point;

typedef struct hud_trace {
    hud_trace_point *ring;
    int capacity;
    int64_t first, count; /**< number of the oldest point since the start, and how many there are */
} hud_trace;

/** An empty ring. @return false: out of memory */
bool hud_trace_begin(hud_trace *trace, int capacity, hl_arena *arena);

/** Forget all points. */
void hud_trace_clear(hud_trace *trace);

/** Add the newest point; of a full ring the oldest goes. */
void hud_trace_add(hud_trace *trace, hud_trace_point point);

/** Forget points that are older than `time`. */
void hud_trace_forget(hud_trace *trace, double time);

/** Point i = 0 (oldest)..count - 1. */
hud_trace_point *hud_trace_at(const hud_trace *trace, int64_t i);

/** The newest point, NULL when there is none. */
hud_trace_point *hud_trace_newest(const hud_trace *trace);

enum {
    HUD_QUARTERS = 4, /**< of a pixel: the least motion that is drawn */
    HUD_UNIT_LENGTH = 64
};

/** Marks of `hud_shown` for things that are not there. */
#define HUD_NO_NEEDLE INT64_MIN
#define HUD_NO_RANGE  (-1)
#define HUD_LIMIT     (-2) /**< INCLINOMETER: beyond its limit */

/** All that an eye can see, in whole steps: equal bits, equal picture. */
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

/** A recommended value, in the unit of the gauge that is marked. */
typedef struct hud_mark {
    double value, tolerance; /**< tolerance 0: a mark alone */
    auth_colour colour;
    const hud_text *label;
} hud_mark;

/** What the display gives a gauge when it is made. */
typedef struct hud_maker {
    const rnd_hud_setup *setup;
    const hud_fonts *fonts;
    hl_arena *arena;
    hl_report *report;
} hud_maker;

typedef struct hud_kind {
    /** Texts, memory, files. False: no memory, or a complaint is in the report. */
    bool (*make)(hud_gauge *gauge, const hud_maker *maker);
    /** What is to be shown of these values. */
    void (*look)(hud_gauge *gauge, const double *values, double time, hud_shown *shown);
    void (*still)(const hud_gauge *gauge, const hud_pen *pen);
    void (*draw)(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen);
    /** NULL: cannot be marked. */
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
    paint_box box;       /**< of the gauge [dots]; MARKER: of that which it marks */

    /* what it shows */
    int signal, signal2; /**< indices of values, -1: none */
    hud_condition *when; /**< as many as the descriptor has */
    int shown_by;        /**< signal of an exercise that shows and hides it, -1: none */
    int chassis[3];      /**< MAP: x, y, heading */
    double factor;       /**< from the signal's unit to the gauge's */
    double angle;        /**< INCLINOMETER: the gauge's unit [rad] */
    int decimals;
    char unit[HUD_UNIT_LENGTH]; /**< as it is printed: "km/h", the degree sign, "" for plain numbers */
    double travel;              /**< of the needle's tip over the whole scale [pixels] */
    hud_text texts[HUD_TEXTS];
    double widest;   /**< DIAL, ARC: of the numbers that it shows, for what must keep away from them [dots] */
    hud_trace trace; /**< MAP, TREND */
    hud_image_file image;          /**< IMAGE, LAMP */
    const rnd_map_object *objects; /**< MAP */
    int object_count;

    /* its picture */
    double scale;                /**< pixels a dot */
    double least;                /**< height of the smallest letters [dots]; 0: any */
    int x, y, width, height;     /**< on the canvas [pixels] */
    cairo_surface_t *background; /**< what never changes */
    cairo_surface_t *picture;
    cairo_t *canvas; /**< of the picture */

    /* now */
    bool visible;
    hud_shown shown;
    uint32_t version;
};

extern const hud_kind hud_dial, hud_ring, hud_bar, hud_digits, hud_inclinometer, hud_gear, hud_lamp,
    hud_image, hud_message, hud_marker, hud_map, hud_trend;

/** Give a gauge one of its texts, or another in place of it. @param size  [dots] */
void hud_gauge_text(hud_gauge *gauge, const hud_maker *maker, hud_word word, double size, bool bold,
                    const char *words);

/** The three usual texts of a gauge with a number: HUD_VALUE, HUD_UNIT (empty when the unit is a mere sign,
 * which the number carries) and HUD_LABEL. @param size  of the number [dots] */
void hud_gauge_texts(hud_gauge *gauge, const hud_maker *maker, double size);

/** The value in the gauge's unit; NaN without a signal. */
double hud_gauge_value(const hud_gauge *gauge, const double *values);

/** Whether a condition holds now. @param values  of the signals, in their units */
bool hud_condition_holds(const hud_condition *when, const double *values);

/** `look` of a gauge with a scale: needle, number and range of its value. */
void hud_gauge_update_version(hud_gauge *gauge, const double *values, double time, hud_shown *shown);

/** Share of the scale at which the needle stands. */
double hud_shown_share(const hud_gauge *gauge, const hud_shown *shown);

/** Colour of needle and number: the gauge's own, or that of a critical range. */
auth_colour hud_shown_colour(const hud_gauge *gauge, const hud_shown *shown, auth_colour usual);

/** Colour of what fills: that of any range that the value is in. */
auth_colour hud_fill_colour(const hud_gauge *gauge, const hud_shown *shown);

/** Put the shown number into the text HUD_VALUE, with a unit that is a mere sign. */
const hud_text *hud_shown_number(const hud_gauge *gauge, const hud_shown *shown);

/** Whether there are words to be written beside its value. */
bool hud_has_label(const auth_gauge *def);

/** The gauge's box without a rim of `share` of its shorter side [dots]. */
paint_box hud_inside(const auth_gauge *def, double share);

/** Whether a dark plate makes a halo needless: what costs most is then drawn without. */
bool hud_on_plate(const hud_gauge *gauge);

/** Read the image of a gauge. @return false: it cannot be read; a complaint is in the report */
bool hud_image_load(hud_gauge *gauge, const hud_maker *maker);

/** Draw it as large as it fits into the box. */
void hud_image_draw(const hud_gauge *gauge, const hud_pen *pen, paint_box box, double opacity);

/* What a gauge needs of its surroundings, found by name: signals, units, fonts. */

/** Complain about signals, units and fonts that are not there or do not fit.
 *  @return false after a complaint, or when memory is exhausted */
bool hud_check(const hud_maker *maker);

/** Tie a gauge to signals; the layout has been checked. @return false: no memory */
bool hud_resolve(hud_gauge *gauge, const hud_maker *maker);

#endif
