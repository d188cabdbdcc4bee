/* A layout of a head-up display (`headland: hud`): gauges tied to signals by name. docs/hud.md explains the
 * file.
 *
 * A layout has a canvas of its own units, "dots": places and sizes are in dots from its upper left corner, x
 * to the right, y down. The canvas is scaled, with its proportions kept, onto the windshield or the screen.
 *
 * Names of signals are resolved by whoever knows the machine, with the places kept here; values in a file
 * (ranges, marks) are in the gauge's `unit`, which must fit the signal's. auth_hud_check_signals says what of
 * a layout does not fit a machine. */
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

/** What carries a gauge: `surface: windshield | screen`, default the layout's, whose default is windshield.
 */
typedef enum auth_surface { AUTH_WINDSHIELD, AUTH_SCREEN } auth_surface;

/** `"#rrggbb"`, `"#rrggbbaa"`, or a name of the layout's palette. */
typedef struct auth_colour {
    uint8_t r, g, b, a;
} auth_colour;

/** Roles of colours, which layouts name and painters use. */
typedef enum auth_role {
    AUTH_ROLE_FOREGROUND,  /**< numbers, ticks, outlines */
    AUTH_ROLE_BACKGROUND,  /**< plate behind a gauge */
    AUTH_ROLE_DIM,         /**< what is off, or less important */
    AUTH_ROLE_NEEDLE,      /**< needles and the lean of a machine */
    AUTH_ROLE_GOOD,        /**< ranges to be in */
    AUTH_ROLE_RECOMMENDED, /**< recommended values */
    AUTH_ROLE_WARNING,     /**< ranges to leave soon */
    AUTH_ROLE_CRITICAL,    /**< ranges that end the work */
    AUTH_ROLES
} auth_role;

/** The built-in palette, safe for the colour-blind (Okabe and Ito): its colours (black, orange, sky-blue,
 * bluish-green, yellow, blue, vermillion, reddish-purple, white) and the roles (foreground, background, dim,
 * needle, good, recommended, warning, critical). A layout's `palette: [{name: NAME, colour: "#..."}]` adds to
 * it and overrides it. @return false: unknown */
bool auth_colour_named(const char *name, auth_colour *colour);

/** "#rrggbb", "#rrggbbaa", or a name of the built-in palette. @return false: it is none of them */
bool auth_colour_read(const char *text, auth_colour *colour);

/** A signal as a gauge uses it. */
typedef struct auth_gauge_signal {
    const char *name; /**< NULL: none */
    hl_place place;
} auth_gauge_signal;

/** A coloured part of a scale: `ranges: [{from: 0, to: 1 %, colour: critical}]`. */
typedef struct auth_gauge_range {
    hl_place place;
    double from, to; /**< in the gauge's unit; left out: the end of the scale, without one infinite */
    auth_colour colour;
    bool critical; /**< its colour was written as `critical`: the value is shown in this colour too */
} auth_gauge_range;

typedef struct auth_gauge {
    hl_place place;
    const char *id; /**< unique in the layout */
    auth_gauge_kind kind;
    auth_surface surface;
    double at[2], size[2];     /**< [dots] upper left corner, width and height; MARKER: those of its gauge */
    auth_gauge_signal signal;  /**< what it shows; GEAR: gear number; MARKER: the recommended value, or none;
                                  MESSAGE: number and unit in place of the first `%` in the text, or none;
                                  MAP, IMAGE, LAMP: none */
    auth_gauge_signal signal2; /**< GEAR: `direction:` (+1, 0, -1), or none */
    /** As shown and as values are written: "rpm", "km/h", "%", "deg"; NULL: the signal's own. */
    const char *unit;
    hl_place unit_place;
    const char *unit_text; /**< `unit_text:` printed instead of it; NULL: the unit itself */
    const char *label;     /**< printed on the gauge, UTF-8; may be empty */
    const char *text;  /**< MESSAGE, LAMP: the words, UTF-8, "\n" breaks lines; NUMBER: what stands before */
    const char *image; /**< IMAGE, LAMP: path, resolved from the layout's folder; NULL: none */
    hl_place image_place;
    const char *symbol;  /**< LAMP: a built-in symbol: brake, fuel, rollover, engine, parking, lock, warning,
                            recommended; NULL: none */
    const char *font;    /**< family; default that of the layout */
    hl_place font_place; /**< of the gauge's or the layout's `font`; of the layout when it has none */
    double font_size;    /**< [dots]; 0: chosen from the size */
    double from, to;     /**< scale, in the unit; DIAL, ARC, BAR, INCLINOMETER, TREND */
    double major, minor; /**< between ticks with numbers, and between ticks, in the unit; 0: chosen;
                            not of ARC */
    int decimals;        /**< of numbers; -1: chosen from the scale */
    double start, sweep; /**< DIAL, ARC: direction of `from` clockwise from upwards [rad], and the turn to
                            `to`; default -135 deg, 270 deg */
    bool standing;       /**< BAR: fills upwards instead of to the right */
    bool pitch;          /**< INCLINOMETER: `view: side` instead of behind */
    bool excavator;      /**< INCLINOMETER: `machine: excavator` leans instead of a tractor */
    double limit;        /**< INCLINOMETER: critical to both sides beyond it, in the unit; 0: none */
    double seconds;      /**< TREND, length of a MAP's track [s], default 30 s */
    double reach;        /**< MAP: distance shown to each side [m], default 25 m */
    const char *of;      /**< MARKER: id of the gauge that it marks */
    int of_index;        /**< MARKER: its index; -1: no marker */
    double value;        /**< MARKER: the recommended value, in that gauge's unit, unless `signal` gives it */
    double tolerance;    /**< MARKER: half width of the band shown, in that unit; 0: a mark alone */
    auth_colour colour, background; /**< of what it shows, default the layout's `foreground`, `background`;
                                       MARKER's default: `recommended` */
    bool blink;                     /**< LAMP, MESSAGE: once a second */
    int range_count;
    auth_gauge_range *ranges;
    int when_count;
    auth_condition *when; /**< all must hold. LAMP: it lights up while they hold and is dim else; all others
                             are shown while they hold */
} auth_gauge;

enum { AUTH_MOST_GAUGES = 200 };

typedef struct auth_hud {
    const char *name, *description;
    /** `machine:` whose signals these are, resolved from the layout's folder; NULL: any. */
    const char *machine;
    hl_place machine_place;
    double size[2];                /**< `canvas: [w, h]` [dots], 100 to 8000 */
    const char *font;              /**< default "DejaVu Sans" */
    auth_colour roles[AUTH_ROLES]; /**< as the layout's palette has them */
    int gauge_count;               /**< at most AUTH_MOST_GAUGES */
    auth_gauge *gauges;            /**< in the order of drawing */
} auth_hud;

/** Read a layout, as auth_mechanism_read does a mechanism: with complaints about everything that can be told
 * without a machine. */
hl_status auth_hud_read(const char *path, hl_arena *arena, auth_hud **hud, hl_report *report);
hl_status auth_hud_parse(const char *text, size_t length, const char *name, hl_arena *arena, auth_hud **hud,
                         hl_report *report);

/** A signal as far as a layout can fit it or not. */
typedef struct auth_signal {
    const char *name, *unit; /**< "engine.speed", "rpm"; unit "1" for plain numbers */
} auth_signal;

/** Complain about everything of a layout that does not fit the signals of a machine: unknown names (with the
 * nearest), units that do not fit, inclinometers of what is no angle, maps of machines without `chassis.x`,
 * `chassis.y`, `chassis.heading`.
 *  @param report  begun with the layout's file
 *  @return false after a complaint */
bool auth_hud_check_signals(const auth_hud *hud, const auth_signal *signals, int count, hl_report *report);

#endif
