/* A layout of a head-up display (`headland: hud`): gauges that refer to signals by name. docs/hud.md explains
 * the file.
 *
 * The unit of a layout's canvas is the dot. Positions and sizes are in dots from its upper left corner, x to
 * the right, y down. The canvas is scaled onto the windshield or the screen; its proportions are kept.
 *
 * Signal names are resolved later, with the machine; their places are kept for error messages. Values in a
 * file (ranges, marks) are in the gauge's `unit`, which must have the dimension of the signal's unit.
 * auth_hud_check_signals checks a layout against the signals of a machine. */
#ifndef AUTH_HUD_H
#define AUTH_HUD_H

#include "auth/condition.h"
#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stdint.h>

/* kind, word in the file, what it is */
#define AUTH_GAUGE_LIST(X)                                                                                   \
    X(DIAL, "dial", "round scale with ticks, numbers and a needle")                                          \
    X(ARC, "arc", "arc that fills, with the number in its middle")                                           \
    X(BAR, "bar", "straight bar that fills, lying or standing")                                              \
    X(NUMBER, "number", "digital number with its unit")                                                      \
    X(INCLINOMETER, "inclinometer",                                                                          \
      "machine from behind or from the side, that leans over a scale of angle")                              \
    X(GEAR, "gear", "gear indicator: direction and gear")                                                    \
    X(LAMP, "lamp", "symbol or text that lights up while its condition holds")                               \
    X(IMAGE, "image", "a picture from a PNG or SVG file")                                                    \
    X(MESSAGE, "message", "text in a box")                                                                   \
    X(MARKER, "marker", "recommended value on another gauge")                                                \
    X(MAP, "map", "view from above: machine, its track and objects")                                         \
    X(TREND, "trend", "line of the last seconds")

typedef enum auth_gauge_kind {
#define X(kind, word, what) AUTH_GAUGE_##kind,
    AUTH_GAUGE_LIST(X)
#undef X
        AUTH_GAUGE_KINDS
} auth_gauge_kind;

/** Word of a kind as files write it: "dial". */
const char *auth_gauge_word(auth_gauge_kind kind);

/** Where a gauge is drawn: `surface: windshield | screen`; default: the layout's `surface`, by default
 * windshield.
 */
typedef enum auth_surface { AUTH_WINDSHIELD, AUTH_SCREEN } auth_surface;

/** `"#rrggbb"`, `"#rrggbbaa"`, or a name of the layout's palette. */
typedef struct auth_colour {
    uint8_t r, g, b, a;
} auth_colour;

/** Colours by their role; layouts may set them, drawing code uses them. */
typedef enum auth_role {
    AUTH_ROLE_FOREGROUND,  /**< numbers, ticks, outlines */
    AUTH_ROLE_BACKGROUND,  /**< plate behind a gauge */
    AUTH_ROLE_DIM,         /**< inactive or less important parts */
    AUTH_ROLE_NEEDLE,      /**< needles and the tilted machine of inclinometers */
    AUTH_ROLE_GOOD,        /**< desired ranges */
    AUTH_ROLE_RECOMMENDED, /**< recommended values */
    AUTH_ROLE_WARNING,     /**< ranges that require attention */
    AUTH_ROLE_CRITICAL,    /**< ranges in which work must stop */
    AUTH_ROLES
} auth_role;

/** The built-in palette, safe for the colour-blind (Okabe and Ito): its colours (black, orange, sky-blue,
 * bluish-green, yellow, blue, vermillion, reddish-purple, white) and the roles (foreground, background, dim,
 * needle, good, recommended, warning, critical). A layout's `palette: [{name: NAME, colour: "#..."}]` adds to
 * it and overrides it. @return false: unknown */
bool auth_colour_named(const char *name, auth_colour *colour);

/** Read "#rrggbb", "#rrggbbaa", or a name of the built-in palette. @return false: not a colour */
bool auth_colour_read(const char *text, auth_colour *colour);

/** A signal as a gauge uses it. */
typedef struct auth_gauge_signal {
    const char *name; /**< NULL: none */
    hl_place place;
} auth_gauge_signal;

/** A coloured part of a scale: `ranges: [{from: 0, to: 1 %, colour: critical}]`. */
typedef struct auth_gauge_range {
    hl_place place;
    double from, to; /**< in the gauge's unit; default: end of the scale, or infinity if there is no scale */
    auth_colour colour;
    bool critical; /**< the file gives the colour `critical`: the displayed value then has this colour too */
} auth_gauge_range;

typedef struct auth_gauge {
    hl_place place;
    const char *id; /**< unique in the layout */
    auth_gauge_kind kind;
    auth_surface surface;
    double at[2], size[2];     /**< [dots] upper left corner, width and height; MARKER: those of its gauge */
    auth_gauge_signal signal;  /**< the displayed signal; GEAR: gear number; MARKER: the recommended value
                                  (optional); MESSAGE: optional, its value and unit replace the first `%` in
                                  the text; MAP, IMAGE, LAMP: unused */
    auth_gauge_signal signal2; /**< GEAR: `direction:` (+1, 0, -1), optional */
    /** Unit of the display and of the values in the file: "rpm", "km/h", "%", "deg"; NULL: the signal's unit.
     */
    const char *unit;
    hl_place unit_place;
    const char *unit_text; /**< `unit_text:` printed instead of the unit; NULL: the unit */
    const char *label;     /**< printed on the gauge, UTF-8; may be empty */
    const char
        *names; /**< GEAR: names of the gears from the first one on, separated by spaces; NULL: numbers */
    const char *text;  /**< MESSAGE, LAMP: UTF-8, "\n" breaks lines; NUMBER: text before the number */
    const char *image; /**< IMAGE, LAMP: path, resolved from the layout's folder; NULL: none */
    hl_place image_place;
    const char *symbol;  /**< LAMP: a built-in symbol: brake, fuel, rollover, engine, parking, lock, warning,
                            recommended; NULL: none */
    const char *font;    /**< family; default that of the layout */
    hl_place font_place; /**< of the gauge's or the layout's `font`; of the layout if neither is given */
    double font_size;    /**< [dots]; 0: derived from the size */
    double from, to;     /**< ends of the scale, in the unit; DIAL, ARC, BAR, INCLINOMETER, TREND */
    double major, minor; /**< spacing of numbered ticks and of all ticks, in the unit; 0: chosen
                            automatically; not used by ARC */
    int decimals;        /**< of numbers; -1: derived from the scale */
    double start, sweep; /**< DIAL, ARC: direction of `from` clockwise from upwards [rad], and the turn to
                            `to`; default -135 deg, 270 deg */
    bool standing;       /**< BAR: fills upwards instead of to the right */
    bool pitch;          /**< INCLINOMETER: `view: side`, i.e. from the side instead of from behind */
    bool excavator;      /**< INCLINOMETER: `machine: excavator` is drawn instead of a tractor */
    double limit;   /**< INCLINOMETER: larger angles to either side are critical, in the unit; 0: no limit */
    double seconds; /**< TREND, length of a MAP's track [s], default 30 s */
    double reach;   /**< MAP: distance shown to each side [m], default 25 m */
    const char *of; /**< MARKER: id of the gauge that it marks */
    int of_index;   /**< MARKER: its index; -1: no marker */
    double value;   /**< MARKER: the recommended value, in that gauge's unit, unless `signal` gives it */
    double tolerance;               /**< MARKER: half width of the band shown, in that unit; 0: only a mark */
    auth_colour colour, background; /**< default: the layout's `foreground` and `background`; for MARKER the
                                       colour is `recommended` */
    bool any;                       /**< LAMP: lit while one of the conditions holds instead of all */
    bool blink;                     /**< LAMP, MESSAGE: blinks once a second */
    bool optional; /**< left out if the machine lacks one of its signals; otherwise that is an error */
    int range_count;
    auth_gauge_range *ranges;
    int when_count;
    auth_condition *when; /**< all must hold. A LAMP is lit while they hold, otherwise dim; other gauges are
                             visible while they hold */
} auth_gauge;

enum { AUTH_MOST_GAUGES = 200 };

typedef struct auth_hud {
    const char *name, *description;
    /** `machine:` file of the machine with these signals, resolved from the layout's folder; NULL: any. */
    const char *machine;
    hl_place machine_place;
    double size[2];                /**< `canvas: [w, h]` [dots], 100 to 8000 */
    const char *font;              /**< default "DejaVu Sans" */
    auth_colour roles[AUTH_ROLES]; /**< after the layout's palette is applied */
    int gauge_count;               /**< at most AUTH_MOST_GAUGES */
    auth_gauge *gauges;            /**< in the order of drawing */
} auth_hud;

/** Read a layout; see auth_mechanism_read. Reports all errors that can be detected without a machine. */
hl_status auth_hud_read(const char *path, hl_arena *arena, auth_hud **hud, hl_report *report);
hl_status auth_hud_parse(const char *text, size_t length, const char *name, hl_arena *arena, auth_hud **hud,
                         hl_report *report);

/** The properties of a signal that a layout is checked against. */
typedef struct auth_signal {
    const char *name, *unit; /**< "engine.speed", "rpm"; unit "1" for plain numbers */
} auth_signal;

/** True if the gauge is optional and one of its signals, those of its conditions included, is missing. */
bool auth_gauge_is_left_out(const auth_gauge *gauge, const auth_signal *signals, int count);

/** Check a layout against the signals of a machine, without gauges that are left out. Reports unknown names
 * (with the most similar one), units of another dimension, inclinometers for signals that are not angles, and
 * maps for machines without `chassis.x`, `chassis.y`, `chassis.heading`.
 *  @param report  begun with the layout's file
 *  @return false after a complaint */
bool auth_hud_check_signals(const auth_hud *hud, const auth_signal *signals, int count, hl_report *report);

#endif
