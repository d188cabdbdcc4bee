#include "rolling.h"

#include "parts/parts.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

void rolling_build(cart *c, const char *name, const char *surface, const char *rest)
{
    static hl_report machine_report, scenario_report; /* too large for the stack */
    auth_machine *author;
    auth_scenario *site;
    char path[300], text[600];
    *c = (cart){.machine = NULL};
    snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/machines/%s.yaml", name);
    snprintf(text, sizeof text,
             "headland: scenario\nversion: 1\nname: site\nmachine: m.yaml\n"
             "ground: {kind: plane, surface: %s}\n%s",
             surface, rest);
    assert_int_equal(auth_machine_read(path, &c->arena, &author, &machine_report), HL_OK);
    assert_int_equal(auth_scenario_parse(text, strlen(text), "site.yaml", &c->arena, &site, &scenario_report),
                     HL_OK);
    const mb_step_options options = world_machine_options(author, site);
    assert_int_equal(world_machine_build(author, site, &options, &c->arena, &machine_report, &scenario_report,
                                         &c->machine),
                     HL_OK);
}

void rolling_lift_loader(cart *c, double seconds)
{
    cart_set(c, "throttle", 1.0);
    cart_set(c, "lift", 1.0);
    cart_run(c, seconds);
    cart_set(c, "lift", 0.0);
    cart_set(c, "parking_brake", 0.0);
}

double rolling_radius(cart *c, int wheel)
{
    world_signals_evaluate(c->machine);
    return c->machine->wheels->looks[wheel].rolling_radius;
}

void rolling_set(cart *c, double speed)
{
    world_mechanism *m = world_machine_mechanism(c->machine);
    m->state->v[mb_model_column(m->model, c->machine->chassis->body)] = speed;
    for (int w = 0; w < c->machine->wheels->count; w++)
        m->state->v[mb_model_column(m->model, c->machine->wheels->list[w].body)] =
            speed / rolling_radius(c, w);
    mb_evaluate_poses(m->model, m->state, m->work);
    mb_assembly_report report;
    assert_int_equal(mb_assemble(m->model, m->state, m->work, &report), HL_OK);
}
