/* Displays to test: a layout of given gauges whose colours tell the parts of a picture apart, and signals
 * that can be set by name. */
#ifndef TEST_HUD_FIXTURE_H
#define TEST_HUD_FIXTURE_H

#include "support/check.h"

#include "rnd/hud.h"

enum { FIXTURE_SIGNALS = 11 };

/** Pure colours: nothing else in a picture has them. Plates are left out. */
typedef enum fixture_ink {
    FIXTURE_RED,     /**< the role needle */
    FIXTURE_GREEN,   /**< foreground: scales, numbers, words */
    FIXTURE_BLUE,    /**< recommended */
    FIXTURE_MAGENTA, /**< critical */
    FIXTURE_CYAN,    /**< good */
    FIXTURE_INKS
} fixture_ink;

typedef struct fixture {
    hl_arena arena;
    hl_report report;
    auth_hud *layout;
    rnd_hud *hud; /**< NULL: see the report */
    double values[FIXTURE_SIGNALS];
    double time;
} fixture;

/** Make a display of 400 x 300 dots. @param gauges  list items as they stand in a file, indented by two */
void fixture_open(fixture *f, const char *gauges, double scale);
void fixture_close(fixture *f);

/** Set a signal, in its unit: engine.speed rpm, vehicle.speed m/s, chassis.roll rad, fuel.share, gear.number,
 * gear.direction, control.brake, bucket.height m, chassis.x m, chassis.y m, chassis.heading rad. */
void fixture_set(fixture *f, const char *signal, double value);

/** rnd_hud_update. */
int fixture_update(fixture *f);

/** The only, or first, complaint. */
const char *fixture_complaint(const fixture *f);

/** What pixels of an ink there are in a picture. */
typedef struct fixture_patch {
    double weight; /**< sum of opacities */
    double x, y;   /**< their middle, on the canvas [dots] */
} fixture_patch;

/** @param centre  [dots]: only pixels between `nearest` and `furthest` from it count */
fixture_patch fixture_find(const rnd_hud_gauge_view *view, fixture_ink ink, const double centre[2],
                           double nearest, double furthest);

/** The same of the whole picture. */
fixture_patch fixture_find_all(const rnd_hud_gauge_view *view, fixture_ink ink);

/** Direction of a point from a centre, clockwise from upwards [rad]. */
double fixture_direction(const double centre[2], double x, double y);

#endif
