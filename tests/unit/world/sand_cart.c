#include "sand_cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 0.25 m3 struck, its edge level at z = -0.1 of the boom's tip. */
static const char bucket[] =
    "tools:\n"
    "  - {name: bucket, body: boom, at: [2.2, 0, -1.1], width: 1.2, thickness: 20 mm,\n"
    "     profile: [[0.6, -0.1], [0.05, -0.1], [0, 0], [0, 0.45]]}\n";
static const char floor_shape[] =
    "  - {name: bucket floor, body: boom, at: [2.5, 0, -1.2], size: [0.6, 1.2, 0.02]}\n";

static void add_bucket(char *machine, size_t room)
{
    static const char shapes[] = "shapes:\n";
    char *at = strstr(machine, shapes);
    if (at == NULL) abort();
    assert_true(strlen(machine) + sizeof bucket + sizeof floor_shape < room);
    at += strlen(shapes);
    memmove(at + strlen(floor_shape), at, strlen(at) + 1);
    memcpy(at, floor_shape, strlen(floor_shape));
    memcpy(machine + strlen(machine), bucket, sizeof bucket);
}

static void put_soils(auth_scenario *site, cart *c)
{
    for (int i = 0; i < site->sand.soil_count; i++)
        if (auth_soil_read(SOILS_FOLDER "/dry-sand.yaml", &c->arena, &site->sand.soils[i].soil,
                           &c->scenario_report) != HL_OK)
            fail_msg("no soil");
}

hl_status sand_cart_try(cart *c, const char *lines, const char *more, const char *rest)
{
    static char machine[CART_ROOM];
    char scenario[1000];
    auth_machine *author = NULL;
    auth_scenario *site = NULL;
    *c = (cart){.machine = NULL};
    cart_read(machine, sizeof machine);
    add_bucket(machine, sizeof machine);
    snprintf(machine + strlen(machine), sizeof machine - strlen(machine), "%s", lines);
    snprintf(scenario, sizeof scenario,
             "headland: scenario\nversion: 1\nname: sand\nmachine: cart.yaml\nground: {kind: plane}\n"
             "sand: {soils: [{file: dry-sand.yaml}], from: [-4 m, -3 m], to: [12 m, 3 m], particles: 4000, "
             "particle_radius: 0.04%s%s}\n%s",
             *more ? ", " : "", more, rest);
    if (auth_machine_parse(machine, strlen(machine), "cart.yaml", &c->arena, &author, &c->machine_report) !=
            HL_OK ||
        auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site, &c->scenario_report) !=
            HL_OK)
        fail_msg("the cart or its site cannot be read");
    if (site == NULL) abort();
    put_soils(site, c);
    const mb_step_options options = world_machine_options(author, site);
    return world_machine_build(author, site, &options, &c->arena, &c->machine_report, &c->scenario_report,
                               &c->machine);
}

void sand_cart_build(cart *c, const char *more, const char *rest)
{
    if (sand_cart_try(c, "", more, rest) != HL_OK) fail_msg("the cart cannot be built");
    assert_true(world_signal_count(c->machine) <= CART_SIGNALS);
}

terr_ledger sand_cart_ledger(const cart *c)
{
    return terr_sand_ledger(world_machine_sand(c->machine));
}

void sand_cart_run(cart *c, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(c->machine));
    for (long i = 0; i < steps; i++) {
        assert_int_equal(world_machine_step(c->machine), HL_OK);
        const terr_ledger l = sand_cart_ledger(c);
        assert_true(l.initial == l.field + l.particles + l.containers + l.outside);
    }
}
