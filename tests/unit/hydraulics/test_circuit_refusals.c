/* Definitions that are refused: each is a good one with one thing spoilt; the complaint names list, place and
 * component. */
#include "support/check.h"

#include "plants.h"

#include <math.h>
#include <string.h>

/* List of the definition, the line of its items; their columns count from 1. */
typedef enum list_line {
    OIL = 1,
    NODE,
    PORT,
    COMMAND,
    ORIFICE,
    LEAKAGE,
    CHECK,
    RELIEF,
    COUNTERBALANCE,
    COMPENSATOR,
    DIRECTIONAL,
    LOAD_SENSING,
    PUMP,
    MOTOR,
    ACCUMULATOR,
    CYLINDER
} list_line;

static void set_places(plant *p)
{
    p->def.place = (hl_place){OIL, 1};
#define PLACES(list, word)                                                                                   \
    for (int i = 0; i < PLANT_ITEMS; i++) p->list[i].place = (hl_place){word, i + 1};
    PLACES(nodes, NODE)
    PLACES(ports, PORT)
    PLACES(commands, COMMAND)
    PLACES(orifices, ORIFICE)
    PLACES(leakages, LEAKAGE)
    PLACES(checks, CHECK)
    PLACES(reliefs, RELIEF)
    PLACES(counterbalances, COUNTERBALANCE)
    PLACES(compensators, COMPENSATOR)
    PLACES(directionals, DIRECTIONAL)
    PLACES(load_sensings, LOAD_SENSING)
    PLACES(pumps, PUMP)
    PLACES(motors, MOTOR)
    PLACES(accumulators, ACCUMULATOR)
    PLACES(cylinders, CYLINDER)
#undef PLACES
}

static hl_report report;

typedef struct refusal {
    void (*spoil)(plant *);
    list_line list;
    int index;
    const char *says; /* must be in the text */
} refusal;

static void no_density(plant *p)
{
    p->def.oil.density = 0.0;
}
static void nan_modulus(plant *p)
{
    p->def.oil.bulk_modulus = (double)NAN;
}
static void all_air(plant *p)
{
    p->def.oil.air_fraction = 2.0;
}
static void volume_without_volume(plant *p)
{
    p->nodes[1].hose = 0.0;
}
static void negative_hose(plant *p)
{
    p->nodes[4].hose = -1e-5;
}
static void starts_in_bubbles(plant *p)
{
    p->nodes[6].pressure = 5e3;
}
static void lonely_node(plant *p)
{
    p->nodes[p->def.node_count++] =
        (hyd_node_def){.name = "lost", .place = {NODE, 11}, .pressure = 1e6, .hose = 1e-4};
}
static void lonely_port(plant *p)
{
    p->ports[p->def.port_count++] =
        (hyd_port_def){.name = "spare", .place = {PORT, 5}, .kind = HYD_PORT_SHAFT};
}
static void nameless(plant *p)
{
    p->orifices[0].name = NULL;
}
static void open_end(plant *p)
{
    p->orifices[0].b = HYD_NONE;
}
static void no_such_node(plant *p)
{
    p->leakages[0].a = 77;
}
static void short_circuit(plant *p)
{
    p->checks[0].b = p->checks[0].a;
}
static void no_pilot(plant *p)
{
    p->checks[0].x = HYD_NONE;
}
static void negative_orifice(plant *p)
{
    p->orifices[0].coefficient = -1e-7;
}
static void relief_below_tank(plant *p)
{
    p->reliefs[0].relief.setting = 1e5;
}
static void counterbalance_no_range(plant *p)
{
    p->counterbalances[0].valve.range = 0.0;
}
static void compensator_no_margin(plant *p)
{
    p->compensators[0].valve.margin = 0.0;
}
static void same_ports(plant *p)
{
    p->directionals[0].T = p->directionals[0].B;
}
static void all_dead_band(plant *p)
{
    p->directionals[0].valve.dead_band = 10.0;
}
static void negative_check(plant *p)
{
    p->directionals[0].valve.check_range = -1.0;
}
static void no_lag(plant *p)
{
    p->directionals[0].valve.spool.tau = 0.0;
}
static void no_command(plant *p)
{
    p->load_sensings[0].command = 9;
}
static void no_droop(plant *p)
{
    p->pumps[0].pump.droop = 0.0;
}
static void pump_on_a_length(plant *p)
{
    p->pumps[2].port = 0;
}
static void pump_without_shaft(plant *p)
{
    p->pumps[2].port = HYD_NONE;
}
static void senses_itself(plant *p)
{
    p->pumps[0].senses = 0;
}

static void negative_torque(plant *p)
{
    p->pumps[1].pump.torque_limit = -1.0;
}

static void no_displacement_left(plant *p)
{
    p->motors[0].motor.least = 0.0;
}

static void no_gear(plant *p)
{
    p->motors[0].motor.gear = 0.0;
}
static void gas_on_the_tank(plant *p)
{
    p->accumulators[0].a = 0;
}
static void negative_area(plant *p)
{
    p->cylinders[1].cylinder.area_b = -1e-3;
}
static void piston_outside(plant *p)
{
    p->cylinders[0].cylinder.chamber_0 = 1.2;
}
static void pins_cross(plant *p)
{
    p->cylinders[0].cylinder.length_0 = 0.2;
}
static void too_efficient(plant *p)
{
    p->cylinders[2].cylinder.efficiency = 1.1;
}
static void cylinder_on_a_shaft(plant *p)
{
    p->cylinders[2].port = 1;
}

static void backward_schedule(plant *p)
{
    static const hyd_schedule_point POINTS[] = {{1.0, 0.0}, {0.5, 1.0}};
    p->commands[2].points = POINTS;
    p->commands[2].point_count = 2;
}

static const refusal REFUSALS[] = {
    {no_density, OIL, 0, "oil: density is 0"},
    {nan_modulus, OIL, 0, "bulk modulus"},
    {all_air, OIL, 0, "air fraction"},
    {volume_without_volume, NODE, 1, "node 'delivery': it has no volume"},
    {negative_hose, NODE, 4, "hose volume is -1e-05"},
    {starts_in_bubbles, NODE, 6, "vapour pressure"},
    {lonely_node, NODE, 10, "node 'lost': nothing is connected to it"},
    {lonely_port, PORT, 4, "port 'spare': nothing is connected to it"},
    {nameless, ORIFICE, 0, "has no name"},
    {open_end, ORIFICE, 0, "orifice 'neck': port b is not connected"},
    {no_such_node, LEAKAGE, 0, "there is no node 77"},
    {short_circuit, CHECK, 0, "check valve 'hold': both ends are on node 'A'"},
    {no_pilot, CHECK, 0, "port x is not connected"},
    {negative_orifice, ORIFICE, 0, "flow coefficient is -1e-07"},
    {relief_below_tank, RELIEF, 0, "relief valve 'main relief': its setting, 100000 Pa, is not above"},
    {counterbalance_no_range, COUNTERBALANCE, 0, "range is 0"},
    {compensator_no_margin, COMPENSATOR, 0, "margin is 0"},
    {same_ports, DIRECTIONAL, 0, "two of its ports are on the same node"},
    {all_dead_band, DIRECTIONAL, 0, "dead band is 10"},
    {negative_check, DIRECTIONAL, 0, "load check's range is -1"},
    {no_lag, DIRECTIONAL, 0, "time constant is 0"},
    {no_command, LOAD_SENSING, 0, "it has no command"},
    {no_droop, PUMP, 0, "droop is 0"},
    {pump_on_a_length, PUMP, 2, "pump 'charge pump': port 'lift' measures a length; it needs a shaft"},
    {pump_without_shaft, PUMP, 2, "its shaft is not connected"},
    {senses_itself, PUMP, 0, "pump 'main pump': it senses pump 0"},
    {negative_torque, PUMP, 1, "torque limit is -1"},
    {no_displacement_left, MOTOR, 0, "least displacement is 0"},
    {no_gear, MOTOR, 0, "gear is 0"},
    {gas_on_the_tank, ACCUMULATOR, 0, "'tank' is a source"},
    {negative_area, CYLINDER, 1, "cylinder 'lift right': area of the rod side is -0.001"},
    {piston_outside, CYLINDER, 0, "its stroke does not fit its pins"},
    {pins_cross, CYLINDER, 0, "retracted they would be"},
    {too_efficient, CYLINDER, 2, "efficiency is 1.1"},
    {cylinder_on_a_shaft, CYLINDER, 2, "port 'engine' measures a shaft; it needs a length"},
    {backward_schedule, COMMAND, 2, "command 'fan': the time of point 2"},
};

static void spoilt_definitions_are_refused(void **state)
{
    (void)state;
    static plant p;
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        hl_arena arena = {0};
        const hyd_circuit *circuit = NULL;
        plant_everything(&p);
        set_places(&p);
        REFUSALS[i].spoil(&p);
        hl_report_begin(&report, "plant");
        assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_BAD_INPUT);
        const hl_complaint *first = &report.list[0];
        if (!strstr(first->text, REFUSALS[i].says))
            fail_msg("\"%s\" does not say \"%s\"", first->text, REFUSALS[i].says);
        assert_int_equal(first->place.line, REFUSALS[i].list);
        assert_int_equal(first->place.column, REFUSALS[i].index + 1);
        assert_null(circuit);
        hl_arena_free(&arena);
    }
}

static void too_many_sections(void **state)
{
    (void)state;
    static plant p;
    static hyd_load_sensing_def sections[HYD_MAX_SECTIONS + 1];
    plant_everything(&p);
    for (int i = 0; i <= HYD_MAX_SECTIONS; i++) sections[i] = p.load_sensings[0];
    p.def.load_sensings = sections;
    p.def.load_sensing_count = HYD_MAX_SECTIONS + 1;
    hl_arena arena = {0};
    const hyd_circuit *circuit = NULL;
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_BAD_INPUT);
    assert_non_null(strstr(report.list[0].text, "load-sensing sections: there are 17; at most 16"));
    p.def.load_sensing_count = HYD_MAX_SECTIONS;
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_OK);
    assert_int_equal(report.count, 0);
    hl_arena_free(&arena);
}

/* A chain of lines that leak one into the next. */
static void too_many_nodes(void **state)
{
    (void)state;
    static plant p;
    static hyd_node_def nodes[HYD_MAX_NODES + 1];
    static hyd_leakage_def leakages[HYD_MAX_NODES];
    plant_closed(&p);
    for (int i = 0; i <= HYD_MAX_NODES; i++)
        nodes[i] =
            i < p.def.node_count ? p.nodes[i] : (hyd_node_def){.name = "line", .pressure = 1e6, .hose = 1e-4};
    for (int i = 0; i < HYD_MAX_NODES; i++)
        leakages[i] = (hyd_leakage_def){.name = "leak", .a = i, .b = i + 1, .conductance = 1e-12};
    p.def.nodes = nodes;
    p.def.leakages = leakages;
    p.def.node_count = HYD_MAX_NODES + 1;
    p.def.leakage_count = HYD_MAX_NODES;
    hl_arena arena = {0};
    const hyd_circuit *circuit = NULL;
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_BAD_INPUT);
    assert_non_null(strstr(report.list[0].text, "nodes: there are 129; at most 128"));
    p.def.node_count--;
    p.def.leakage_count--;
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_OK);
    hl_arena_free(&arena);
}

/* Each mistake at its place in one go, in front of it the name of the circuit. */
static void every_mistake_is_reported(void **state)
{
    (void)state;
    static plant p;
    hl_arena arena = {0};
    const hyd_circuit *circuit = NULL;
    plant_everything(&p);
    set_places(&p);
    p.def.name = "lift";
    relief_below_tank(&p);
    no_gear(&p);
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_BAD_INPUT);
    assert_int_equal(report.count, 2);
    assert_non_null(strstr(report.list[0].text, "circuit 'lift': relief valve 'main relief'"));
    assert_int_equal(report.list[1].place.line, MOTOR);
    hl_arena_free(&arena);
}

/* A pilot line may look at a source that no oil leaves. */
static void sources_may_be_looked_at(void **state)
{
    (void)state;
    static plant p;
    hl_arena arena = {0};
    const hyd_circuit *circuit = NULL;
    plant_everything(&p);
    p.nodes[p.def.node_count++] = (hyd_node_def){.name = "pilot oil", .kind = HYD_SOURCE, .pressure = 3e6};
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_BAD_INPUT);
    p.checks[0].x = p.def.node_count - 1;
    hl_report_begin(&report, "plant");
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_OK);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoilt_definitions_are_refused),
        cmocka_unit_test(too_many_sections),
        cmocka_unit_test(too_many_nodes),
        cmocka_unit_test(every_mistake_is_reported),
        cmocka_unit_test(sources_may_be_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
