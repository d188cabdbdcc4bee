/* The load chart of an excavator with a hook: rated loads by radius and support, and the parts that measure
 * the load.
 */
#include "auth/circuit.h"
#include "machine_tables.h"

/* ---- states of support ---- */

static int find_cylinder(const auth_item *item, const char *key, const yaml_node_t *value, int circuit)
{
    auth_item *machine = item->parent;
    while (machine->parent != NULL) machine = machine->parent;
    const auth_item in = auth_list_item(machine, auth_find_field(machine->table, "circuits"), circuit);
    return auth_item_reference(&in, key, value, "cylinders", "cylinder");
}

static bool read_pushing(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_load_state *state = item->out;
    const auth_load_chart *chart = item->parent->out;
    bool good = true;
    if (value == NULL || chart->circuit < 0) return true; /* the unknown circuit has been reported */
    state->pushing_count = auth_entry_count(value);
    state->pushing = HL_NEW(item->reader->arena, int, state->pushing_count);
    *item->reader->starved |= state->pushing == NULL;
    for (int i = 0; state->pushing != NULL && i < state->pushing_count; i++) {
        const yaml_node_t *entry = auth_document_entry(item->reader->document, value, i);
        state->pushing[i] = find_cylinder(item, field->key, entry, chart->circuit);
        good &= state->pushing[i] != AUTH_NOT_FOUND;
    }
    return good && state->pushing != NULL;
}

static void check_state(auth_item *item)
{
    const auth_load_state *state = item->out;
    const auth_load_chart *chart = item->parent->out;
    if (state->load_count != chart->radius_count)
        COMPLAIN(item, "load", "'load' has %d entries; one for each of the %d radii is expected",
                 state->load_count, chart->radius_count);
    if (item->index == 0 && (state->at_rest != AUTH_NONE || state->pushing_count > 0))
        COMPLAIN(item, "name",
                 "the first state has a condition: remove it, since the first state applies when no other "
                 "one does");
    if (item->index > 0 && state->at_rest == AUTH_NONE && state->pushing_count == 0)
        COMPLAIN(item, "name", "state '%s' has no condition: add 'at_rest' or 'pushing'", state->name);
}

static const auth_field state_fields[] = {
    NAME(auth_load_state, "Name of the state of support"),
    REFERENCE(auth_load_state, at_rest, "controls", "control",
              "Control whose response must be 0, such as the one that frees an axle",
              OTHERWISE("no such condition"), .absent = AUTH_NONE),
    READ(WORDS, "pushing", read_pushing,
         "List of cylinders of the `circuit` that must push with at least `support_force`: blade, outriggers",
         .least = 1, OTHERWISE("no such condition")),
    QUANTITIES_AS("load", auth_load_state, loads, load_count, MASS, NOT_NEGATIVE, 2, 16,
                  "List of rated loads, one for each radius"),
};
static bool begin_state(auth_item *item)
{
    ((auth_load_state *)item->out)->at_rest = AUTH_NONE;
    return true;
}

static const auth_table state =
    AUTH_TABLE(auth_load_state, state_fields, .what = "state", .place = AUTH_AT(auth_load_state, place),
               .begin = begin_state, .check = check_state);

/* ---- cut-off ---- */

static const auth_word sides[] = {
    {"both", AUTH_SIDE_BOTH}, {"positive", AUTH_SIDE_POSITIVE}, {"negative", AUTH_SIDE_NEGATIVE}};

static bool check_lever(auth_item *item, const auth_field *field)
{
    const auth_cut_off *cut = item->out;
    if (cut->control < 0 || auth_machine_of(item)->controls[cut->control].lever) return true;
    COMPLAIN(item, field->key, "control '%s' is no lever; one that moves a command is expected",
             auth_item_text(item, field->key));
    return false;
}

static const auth_field cut_fields[] = {
    REFERENCE(auth_cut_off, control, "controls", "control", "Lever that is stopped", .check = check_lever),
    CHOICE(auth_cut_off, side, sides, "Direction that is stopped", DEFAULT("both")),
};
static const auth_table cut_off = AUTH_TABLE(auth_cut_off, cut_fields, .place = AUTH_AT(auth_cut_off, place));

/* ---- the chart ---- */

static bool check_revolute(auth_item *item, const auth_field *field)
{
    const int joint = *(const int *)(const void *)((const char *)item->out + field->out);
    if (joint < 0 || auth_mechanism_of(item)->joints[joint].type == MB_REVOLUTE) return true;
    COMPLAIN(item, field->key, "joint '%s' is not revolute; a revolute joint is expected",
             auth_item_text(item, field->key));
    return false;
}

static bool read_cylinder(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_load_chart *chart = item->out;
    chart->cylinder = AUTH_NOT_FOUND;
    if (chart->circuit < 0) return false;
    chart->cylinder = find_cylinder(item, field->key, value, chart->circuit);
    return chart->cylinder != AUTH_NOT_FOUND;
}

/* The cylinder must turn the joint: one of its pins on the body before it, one on the body after it. */
static void check_chart(auth_item *item)
{
    const auth_load_chart *chart = item->out;
    const auth_mechanism *m = auth_mechanism_of(item);
    const auth_cylinder *cylinder = &m->circuits[chart->circuit].cylinders[chart->cylinder];
    const auth_joint *joint = &m->joints[chart->joint];
    if ((cylinder->a == joint->parent && cylinder->b == joint->child) ||
        (cylinder->b == joint->parent && cylinder->a == joint->child))
        return;
    COMPLAIN(item, "cylinder",
             "cylinder '%s' does not join the two bodies of joint '%s'; the cylinder that turns it is "
             "expected",
             auth_item_text(item, "cylinder"), joint->name);
}

static const auth_field chart_fields[] = {
    BODY_AS("body", auth_load_chart, body, "Body that carries the load"),
    PLACE_AS("at", auth_load_chart, at, LENGTH, "Point of the body where the load hangs, vector"),
    REFERENCE(auth_load_chart, swing, "joints", "joint",
              "Revolute joint of the upper structure: radii are horizontal distances from its origin",
              .check = check_revolute),
    REFERENCE(auth_load_chart, joint, "joints", "joint", "Revolute joint that carries the arm: the boom's",
              .check = check_revolute),
    CIRCUIT(auth_load_chart, ),
    READ_INTO(REFERENCE, "cylinder", auth_load_chart, cylinder, read_cylinder,
              "Cylinder that turns this joint: its pressures measure the load", AUTH_NAMED),
    QUANTITY(auth_load_chart, warning, NUMBER, POSITIVE, "Share of the rated load at which it warns",
             DEFAULT("0.9"), SPAN("0.1 to 1")),
    QUANTITY(auth_load_chart, support_force, FORCE, POSITIVE, "Least push of the cylinders under `pushing`",
             DEFAULT("10 kN")),
    QUANTITIES_AS("radius", auth_load_chart, radii, radius_count, LENGTH, POSITIVE, 2, 16,
                  "List of rising radii", .check = auth_check_rising),
    LIST(auth_load_chart, states, state_count, state, 1, AUTH_MAX_LOAD_STATES,
         "States of support, up to 8: the last one whose conditions hold applies. The first has no "
         "conditions"),
    LIST_AS("cut_off", auth_load_chart, cut_offs, cut_off_count, cut_off, 0, AUTH_MAX_CUT_OFFS,
            "Functions that stop at the rated load, up to 8", OTHERWISE("empty: it only warns")),
};
const auth_table auth_load_chart_table =
    AUTH_TABLE(auth_load_chart, chart_fields, .what = "load chart", .place = AUTH_AT(auth_load_chart, place),
               .check = check_chart);
