#include "drv/cockpit.h"

#include <math.h>
#include <stdio.h>

static const double wanted = 0.3;   /* share of its way from which a lever or a pedal is meant */
static const double standing = 0.1; /* [m/s] */
static const double patience = 1.0; /* of the world, for which nothing happens [s] */

enum { OFTEN = 3 /* after so many hints the driver knows it */ };

/* ---- signals ---- */

static int control_signal(const auth_machine *author, int control, drv_hints_find find, const void *machine)
{
    char name[200];
    snprintf(name, sizeof name, "control.%s", author->controls[control].name);
    return find(machine, name);
}

void drv_hints_begin(drv_hints *h, const auth_machine *author, drv_hints_find find, const void *machine)
{
    *h = (drv_hints){.running = find(machine, "engine.running"), .speed = find(machine, "vehicle.speed")};
    for (int i = 0; i < AUTH_DRIVE_ROLES; i++) h->controls[i] = -1;
    for (int i = 0; i < author->control_count; i++) {
        const auth_control *control = &author->controls[i];
        const int signal = control_signal(author, i, find, machine);
        if (control->drive != AUTH_DRIVE_NONE) {
            h->controls[control->drive] = i;
            h->signals[control->drive] = signal;
        } else if (control->lever && h->lever_count < DRV_HINT_LEVERS) {
            h->levers[h->lever_count++] = signal;
        }
    }
}

/* What the snapshot does not have is 0. */
static double value_of(const xch_snapshot *s, int signal)
{
    return signal >= 0 && signal < s->signal_count ? s->signals[signal] : 0.0;
}

static double drive_of(const drv_hints *h, const xch_snapshot *s, auth_drive_role role)
{
    return h->controls[role] < 0 ? 0.0 : value_of(s, h->signals[role]);
}

/* ---- what is in the way ---- */

static bool moves_a_lever(const drv_hints *h, const xch_snapshot *s)
{
    for (int i = 0; i < h->lever_count; i++)
        if (fabs(value_of(s, h->levers[i])) > wanted) return true;
    return false;
}

/* A machine with a reverser drives by its accelerator; of others the throttle is a dial. */
static bool accelerates(const drv_hints *h, const xch_snapshot *s)
{
    return h->controls[AUTH_DRIVE_DIRECTION] >= 0 && drive_of(h, s, AUTH_DRIVE_THROTTLE) > wanted;
}

static drv_hint in_the_way(const drv_hints *h, const xch_snapshot *s)
{
    const bool pedal = accelerates(h, s), lever = moves_a_lever(h, s);
    if (!pedal && !lever) return DRV_HINT_NONE;
    if (h->running >= 0 && value_of(s, h->running) < 0.5) return DRV_HINT_ENGINE;
    if (lever && drive_of(h, s, AUTH_DRIVE_LOCK) > 0.5) return DRV_HINT_LOCK;
    if (!pedal || fabs(value_of(s, h->speed)) > standing) return DRV_HINT_NONE;
    if (drive_of(h, s, AUTH_DRIVE_PARKING_BRAKE) > 0.5) return DRV_HINT_PARKING;
    return fabs(drive_of(h, s, AUTH_DRIVE_DIRECTION)) < 0.5 ? DRV_HINT_NEUTRAL : DRV_HINT_NONE;
}

drv_hint drv_hints_look(drv_hints *h, const xch_snapshot *s)
{
    const drv_hint now = in_the_way(h, s);
    if (now != h->seen) {
        h->seen = now;
        h->since = s->time;
        h->told = false;
    }
    if (now == DRV_HINT_NONE || h->told || s->time - h->since < patience) return DRV_HINT_NONE;
    h->told = true;
    return h->times[now]++ < OFTEN ? now : DRV_HINT_NONE;
}

/* ---- words ---- */

static const char *key_of(const drv_hints *h, const io_keyboard *keyboard, auth_drive_role role, double value)
{
    return keyboard == NULL ? NULL : io_keyboard_key_for(keyboard, h->controls[role], value);
}

void drv_hints_text(const drv_hints *h, drv_hint of, const io_keyboard *keyboard, char text[DRV_HINT_TEXT])
{
    static const struct {
        const char *what, *before, *after; /* the key */
        auth_drive_role role;
        double value;
    } all[DRV_HINT_KINDS] = {
        [DRV_HINT_ENGINE] = {"The engine stands", ": hold ", " until it runs", AUTH_DRIVE_KEY, 2.0},
        [DRV_HINT_LOCK] = {"The safety lever is up, the levers are dead", ": ", " brings it down",
                           AUTH_DRIVE_LOCK, 0.0},
        [DRV_HINT_PARKING] = {"The parking brake is on", ": ", " releases it", AUTH_DRIVE_PARKING_BRAKE, 0.0},
        [DRV_HINT_NEUTRAL] = {"It stands in neutral", ": ", " goes forward", AUTH_DRIVE_DIRECTION, 1.0}};
    const char *key = key_of(h, keyboard, all[of].role, all[of].value);
    if (key == NULL)
        snprintf(text, DRV_HINT_TEXT, "%s", all[of].what);
    else
        snprintf(text, DRV_HINT_TEXT, "%s%s%s%s", all[of].what, all[of].before, key, all[of].after);
}
