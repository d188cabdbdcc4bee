#include "resolve.h"

#include "auth/quantity.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- is everything there? ---- */

static bool check_signals(const hud_maker *maker)
{
    const rnd_hud_setup *setup = maker->setup;
    auth_signal *signals = HL_NEW(maker->arena, auth_signal, setup->signal_count);
    if (!signals) return false;
    for (int i = 0; i < setup->signal_count; i++)
        signals[i] = (auth_signal){setup->signals[i].name, setup->signals[i].unit};
    return auth_hud_check_signals(setup->layout, signals, setup->signal_count, maker->report);
}

bool hud_check(const hud_maker *maker)
{
    return check_signals(maker) && hl_report_clean(maker->report);
}

/* ---- ties ---- */

static int find_name(const rnd_signal *signals, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(signals[i].name, name) == 0) return i;
    return -1;
}

/* @param name  NULL: none is asked for */
static int find(const rnd_hud_setup *setup, const char *name)
{
    return name ? find_name(setup->signals, setup->signal_count, name) : -1;
}

int rnd_signal_of(const rnd_signal *signals, int count, const char *before, const char *name,
                  const char *after)
{
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s%s%s", before, name, after);
    for (char *c = wanted; *c; c++)
        if (isspace((unsigned char)*c)) *c = '_';
    return find_name(signals, count, wanted);
}

/* The unit in which a gauge shows: its own, or its signal's. */
static const char *unit_of(const hud_gauge *gauge, const hud_maker *maker)
{
    if (gauge->of) return gauge->of->def->unit ? gauge->of->def->unit : unit_of(gauge->of, maker);
    if (gauge->def->unit) return gauge->def->unit;
    return gauge->signal >= 0 ? maker->setup->signals[gauge->signal].unit : "1";
}

static void find_factor(hud_gauge *gauge, const hud_maker *maker)
{
    auth_dimension unused;
    double si;
    gauge->factor = 1.0;
    if (gauge->signal < 0) return;
    const rnd_signal *signal = &maker->setup->signals[gauge->signal];
    if (strcmp(unit_of(gauge, maker), signal->unit) != 0 &&
        auth_unit_read(unit_of(gauge, maker), &si, &unused))
        gauge->factor = signal->si / si;
}

/* Units as they are printed: "m^3/s" with a raised digit, "deg" as its sign. */
static void print_unit(const char *unit, char text[HUD_UNIT_LENGTH])
{
    static const struct {
        const char *written, *printed;
    } signs[] = {{"^2", "\xC2\xB2"}, {"^3", "\xC2\xB3"}, {"deg", "\xC2\xB0"}, {"N m", "N\xC2\xB7m"}};
    size_t used = 0;
    while (*unit && used + 4 < HUD_UNIT_LENGTH) {
        size_t taken = 0;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !taken; i++) {
            if (strncmp(unit, signs[i].written, strlen(signs[i].written)) != 0) continue;
            taken = strlen(signs[i].written);
            used += (size_t)snprintf(text + used, HUD_UNIT_LENGTH - used, "%s", signs[i].printed);
        }
        if (!taken) text[used++] = *unit;
        unit += taken ? taken : 1;
    }
    text[used] = '\0';
}

static bool find_conditions(hud_gauge *gauge, const hud_maker *maker)
{
    const auth_gauge *def = gauge->def;
    gauge->when = HL_NEW(maker->arena, hud_condition, def->when_count);
    for (int i = 0; i < def->when_count && gauge->when; i++) {
        const auth_condition *when = &def->when[i];
        const int signal = find(maker->setup, when->signal);
        const double unit = when->with_unit ? maker->setup->signals[signal].si : 1.0;
        gauge->when[i] = (hud_condition){signal, when->above, when->value / unit};
    }
    return gauge->when != NULL;
}

/* An inclinometer leans by the angle itself. */
static void find_angle(hud_gauge *gauge, const hud_maker *maker)
{
    auth_dimension unused;
    gauge->angle = 1.0;
    (void)auth_unit_read(unit_of(gauge, maker), &gauge->angle, &unused);
}

bool hud_resolve(hud_gauge *gauge, const hud_maker *maker)
{
    static const char *const chassis[] = {"chassis.x", "chassis.y", "chassis.heading"};
    const rnd_hud_setup *setup = maker->setup;
    gauge->signal = find(setup, gauge->def->signal.name);
    gauge->signal2 = find(setup, gauge->def->signal2.name);
    gauge->shown_by = rnd_signal_of(setup->signals, setup->signal_count, "gauge.", gauge->def->id, "");
    for (int i = 0; i < 3; i++) gauge->chassis[i] = find(setup, chassis[i]);
    gauge->decimals = hud_decimals(gauge->def);
    find_factor(gauge, maker);
    if (gauge->def->unit_text)
        snprintf(gauge->unit, sizeof gauge->unit, "%s", gauge->def->unit_text);
    else
        print_unit(strcmp(unit_of(gauge, maker), "1") == 0 ? "" : unit_of(gauge, maker), gauge->unit);
    find_angle(gauge, maker);
    return find_conditions(gauge, maker);
}
