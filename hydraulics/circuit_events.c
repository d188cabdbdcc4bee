/* Events: conditions that do not stop a step but are reported. Evaluated after the step, never in it. */
#include "circuit_internal.h"

#include <math.h>

hyd_event hyd_circuit_event(const hyd_circuit *circuit, int event)
{
    return circuit->events[event];
}

const char *hyd_event_name(hyd_event_kind kind)
{
    static const char *const NAMES[] = {[HYD_EVENT_CAVITATION] = "cavitation",
                                        [HYD_EVENT_EMPTIED] = "emptied",
                                        [HYD_EVENT_END_STOP] = "end-stop",
                                        [HYD_EVENT_RELIEF] = "relief-open",
                                        [HYD_EVENT_BACKWARDS] = "pump-backwards"};
    return NAMES[kind];
}

hyd_watch hyd_event_counters_new(const hyd_circuit *circuit, hl_arena *arena)
{
    hyd_watch watch = {.active = HL_NEW(arena, bool, circuit->event_count),
                       .count = HL_NEW(arena, long, circuit->event_count),
                       .extreme = HL_NEW(arena, double, circuit->event_count)};
    if (!watch.count || !watch.extreme) watch.active = NULL;
    return watch;
}

/* Is it going on, and how far. */
typedef struct finding {
    bool on;
    double measure;
} finding;

static finding emptied(const hyd_circuit *circuit, int node, const double *s, const double *x)
{
    const double y = x[circuit->nodes[node].state];
    if (y >= circuit->def.oil.vapour_pressure) return (finding){false, 0.0};
    const node_oil oil = hyd_node_oil(circuit, &circuit->nodes[node], y);
    const node_capacity n = hyd_node_capacity(circuit, node, s, NULL, &oil);
    return (finding){n.G >= n.V, n.G};
}

static finding look(const hyd_circuit *circuit, const hyd_event *event, const double *s, const double *s_dot,
                    const double *x)
{
    const hyd_circuit_def *def = &circuit->def;
    const int i = event->index;
    switch (event->kind) {
    case HYD_EVENT_CAVITATION: {
        const double p = node_pressure(circuit, x, i);
        return (finding){p < def->oil.vapour_pressure, p};
    }
    case HYD_EVENT_EMPTIED:
        return emptied(circuit, i, s, x);
    case HYD_EVENT_END_STOP: {
        const hyd_cylinder_def *c = &def->cylinders[i];
        return (finding){hyd_cylinder_overrun(&c->cylinder, s[c->port]) != 0.0, fabs(s_dot[c->port])};
    }
    case HYD_EVENT_RELIEF: {
        const hyd_relief_def *r = &def->reliefs[i];
        const double dp = node_pressure(circuit, x, r->a) - node_pressure(circuit, x, r->b);
        return (finding){dp > r->relief.setting, dp};
    }
    case HYD_EVENT_BACKWARDS:
        break;
    }
    const hyd_pump_def *pump = &def->pumps[i];
    const double w = pump->driven ? pump->speed : s_dot[pump->port];
    return (finding){w < 0.0, -w};
}

/* Cavitation's extreme is the lowest, an end stop's is that of the entry, others' are the highest. */
static void note_extreme(hyd_event_kind kind, bool began, double measure, double *extreme, bool first)
{
    if (kind == HYD_EVENT_END_STOP && !began) return;
    const bool further = kind == HYD_EVENT_CAVITATION ? measure < *extreme : measure > *extreme;
    if (first || further) *extreme = measure;
}

void hyd_circuit_count_events(const hyd_circuit *circuit, const double *s, const double *s_dot,
                              const double *x, hyd_watch *watch)
{
    for (int i = 0; i < circuit->event_count; i++) {
        const finding f = look(circuit, &circuit->events[i], s, s_dot, x);
        const bool began = f.on && !watch->active[i];
        if (f.on)
            note_extreme(circuit->events[i].kind, began, f.measure, &watch->extreme[i], watch->count[i] == 0);
        if (began) watch->count[i]++;
        watch->active[i] = f.on;
    }
}
