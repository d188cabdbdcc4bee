#include "cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void cart_read(char *text, size_t room)
{
    FILE *file = fopen(CART_FILE, "rb");
    assert_non_null(file);
    const size_t length = fread(text, 1, room - 1, file);
    fclose(file);
    assert_true(length < room - 1);
    text[length] = '\0';
}

hl_status cart_try(cart *c, const char *machine, const char *scenario)
{
    *c = (cart){.machine = NULL};
    auth_machine *author;
    auth_scenario *site = NULL;
    hl_status status =
        auth_machine_parse(machine, strlen(machine), "cart.yaml", &c->arena, &author, &c->machine_report);
    if (status == HL_OK && scenario != NULL)
        status = auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site,
                                     &c->scenario_report);
    if (status == HL_OK && site != NULL)
        status = auth_scenario_read_mesh(site, &c->arena, &c->scenario_report);
    if (status != HL_OK) return status;
    const mb_step_options options = world_machine_options(author, site);
    return world_machine_build(author, site, &options, &c->arena, &c->machine_report, &c->scenario_report,
                               &c->machine);
}

static void print_complaints(const hl_report *report)
{
    for (int i = 0; i < report->count; i++) {
        char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH];
        hl_report_line(report, i, line, sizeof line);
        print_error("%s\n", line);
    }
}

void cart_build(cart *c, const char *scenario)
{
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    const hl_status status = cart_try(c, text, scenario);
    if (status != HL_OK) {
        print_complaints(&c->machine_report);
        print_complaints(&c->scenario_report);
    }
    assert_int_equal(status, HL_OK);
    assert_true(world_signal_count(c->machine) <= CART_SIGNALS);
}

void cart_free(cart *c)
{
    hl_arena_free(&c->arena);
}

void cart_run(cart *c, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(c->machine));
    for (long i = 0; i < steps; i++) assert_int_equal(world_machine_step(c->machine), HL_OK);
}

void cart_set(cart *c, const char *control, double value)
{
    const int index = world_control_find(c->machine, control);
    assert_true(index >= 0);
    world_control_set(c->machine, index, value);
}

double cart_signal(cart *c, const char *signal)
{
    double values[CART_SIGNALS];
    const int index = world_signal_find(c->machine, signal);
    assert_true(index >= 0);
    world_machine_evaluate_signals(c->machine, values);
    return values[index];
}
