/* Check of a layout against a machine: names and units of its signals. */
#include "auth/condition.h"
#include "auth/hud.h"

#include "hl/report.h"
#include "reader/reader.h"

#include <math.h>
#include <string.h>

typedef struct checker {
    const auth_signal *signals;
    int count;
    hl_report *report;
} checker;

static const auth_signal *find(const checker *c, const char *name)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->signals[i].name, name) == 0) return &c->signals[i];
    return NULL;
}

/* NULL after a complaint. */
static const auth_signal *find_used(const checker *c, const char *name, hl_place place)
{
    const auth_signal *found = find(c, name);
    if (found) return found;
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < c->count; i++) hl_spelling_offer(&nearest, c->signals[i].name);
    auth_report_unknown_signal(c->report, place, name, nearest.best);
    return NULL;
}

static bool same_dimension(const char *unit, const char *other)
{
    double si;
    auth_dimension dimension;
    return auth_unit_read(other, &si, &dimension) && auth_unit_fits(unit, dimension);
}

static void check_unit(const checker *c, const auth_signal *signal, const char *unit, hl_place place)
{
    if (unit && !same_dimension(unit, signal->unit))
        hl_report_add(c->report, place,
                      "the unit '%s' does not fit the signal '%s', which is in '%s'; a unit into which that "
                      "can be converted is expected",
                      unit, signal->name, signal->unit);
}

static void check_condition(const checker *c, const auth_condition *when)
{
    const auth_signal *signal = find_used(c, when->signal, when->place);
    if (!signal || !when->with_unit || auth_unit_fits(signal->unit, when->dimension)) return;
    hl_report_add(c->report, when->value_place,
                  "the value's unit does not fit the signal '%s'; a value in '%s' is expected", signal->name,
                  signal->unit);
}

/* The unit in which a marker's signal must be: its gauge's, which may be that of the gauge's signal. */
static const char *unit_of_marked(const checker *c, const auth_gauge *marked)
{
    const auth_signal *signal = marked->unit ? NULL : find(c, marked->signal.name);
    return signal ? signal->unit : marked->unit;
}

/* Maps show where a machine is without being told which signals say so. */
static void check_map(const checker *c, const auth_gauge *gauge)
{
    static const char *const needed[] = {"chassis.x", "chassis.y", "chassis.heading"};
    for (int i = 0; i < 3; i++)
        if (!find(c, needed[i]))
            hl_report_add(c->report, gauge->place,
                          "a map needs the signal '%s', which the machine does not have; a machine with it "
                          "is expected",
                          needed[i]);
}

static void check_angle(const checker *c, const auth_gauge *gauge, const auth_signal *signal)
{
    static const auth_dimension angle = {0, 0, 0, 1};
    if (!auth_unit_fits(signal->unit, angle))
        hl_report_add(c->report, gauge->signal.place,
                      "an inclinometer of the signal '%s', which is in '%s'; an angle is expected",
                      signal->name, signal->unit);
    else if (!gauge->unit && fmax(fabs(gauge->from), fabs(gauge->to)) > AUTH_PI)
        hl_report_add(
            c->report, gauge->place,
            "an inclinometer without 'unit' is in rad, and this one goes from %g to %g; 'unit: deg' "
            "is expected",
            gauge->from, gauge->to);
}

static void check_gauge(const checker *c, const auth_hud *hud, const auth_gauge *gauge)
{
    const bool marker = gauge->kind == AUTH_GAUGE_MARKER;
    const auth_signal *signal =
        gauge->signal.name ? find_used(c, gauge->signal.name, gauge->signal.place) : NULL;
    if (signal && marker)
        check_unit(c, signal, unit_of_marked(c, &hud->gauges[gauge->of_index]), gauge->signal.place);
    else if (signal)
        check_unit(c, signal, gauge->unit, gauge->unit_place);
    if (signal && gauge->kind == AUTH_GAUGE_INCLINOMETER) check_angle(c, gauge, signal);
    if (gauge->signal2.name) find_used(c, gauge->signal2.name, gauge->signal2.place);
    for (int i = 0; i < gauge->when_count; i++) check_condition(c, &gauge->when[i]);
    if (gauge->kind == AUTH_GAUGE_MAP) check_map(c, gauge);
}

bool auth_gauge_is_left_out(const auth_gauge *gauge, const auth_signal *signals, int count)
{
    const checker c = {.signals = signals, .count = count};
    bool complete = true;
    if (gauge->signal.name) complete &= find(&c, gauge->signal.name) != NULL;
    if (gauge->signal2.name) complete &= find(&c, gauge->signal2.name) != NULL;
    for (int i = 0; i < gauge->when_count; i++) complete &= find(&c, gauge->when[i].signal) != NULL;
    return gauge->optional && !complete;
}

static bool marks_left_out(const checker *c, const auth_hud *hud, const auth_gauge *gauge)
{
    return gauge->kind == AUTH_GAUGE_MARKER &&
           auth_gauge_is_left_out(&hud->gauges[gauge->of_index], c->signals, c->count);
}

bool auth_hud_check_signals(const auth_hud *hud, const auth_signal *signals, int count, hl_report *report)
{
    const checker c = {.signals = signals, .count = count, .report = report};
    for (int i = 0; i < hud->gauge_count; i++) {
        const auth_gauge *gauge = &hud->gauges[i];
        if (!auth_gauge_is_left_out(gauge, signals, count) && !marks_left_out(&c, hud, gauge))
            check_gauge(&c, hud, gauge);
    }
    return hl_report_clean(report);
}
