/* Load chart of a machine with hooks: measured load, rated load by radius and state of support, warning and
 * cut-off.
 *
 * The load is measured as on real machines: the moment of the boom cylinder about the boom's pin, from its
 * two pressures, less that of the arm's weight, over the horizontal distance of the load from that pin. Seal
 * friction, accelerations and soil in the bucket are part of the measured load. The signal `lift.hook` has
 * the true load on the slings. */
#include "parts/objects.h"

#include <math.h>

static const double LAG = 0.3;         /* [s] time constant of the filter of the measured load */
static const double RESUME = 0.95;     /* [1] share of the rated load below which the cut-off ends */
static const double LEAST_ARM = 0.5;   /* [m] of the hook about the boom's pin, for a measurement */
static const double MOST_SHARE = 9.99; /* [1] largest share that is shown; also where the rated load is 0 */

static const auth_load_chart *chart_of(const world_machine *machine)
{
    return &machine->author->load_chart;
}

/* ---- building ---- */

/* Find the bodies of the arm: those that joints connect to the first body or to one that was found. */
static int find_arm(const auth_mechanism *m, int first, int *arm)
{
    int count = 0;
    arm[count++] = first;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < m->joint_count; j++)
            if (m->joints[j].parent == arm[i]) arm[count++] = m->joints[j].child;
    return count;
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_mechanism *m = machine->author->mechanism;
    if (!chart_of(machine)->present) return HL_OK;
    world_lift *lift = machine->lift = HL_NEW(with->arena, world_lift, 1);
    if (lift == NULL) return HL_OUT_OF_MEMORY;
    lift->arm = HL_NEW(with->arena, int, m->body_count);
    if (lift->arm == NULL) return HL_OUT_OF_MEMORY;
    lift->arm_count = find_arm(m, m->joints[chart_of(machine)->joint].child, lift->arm);
    return HL_OK;
}

static void start(world_machine *machine)
{
    if (machine->lift != NULL) machine->lift->state = (world_lift_state){.load = 0.0};
}

/* ---- measuring ---- */

static hl_vec3 point(const world_machine *machine, int body, const double at[3])
{
    const world_mechanism *m = machine->mechanism;
    return mb_point(m->model, m->work, body, world_vec3(at)).position;
}

static double pressure(const world_machine *machine, int node)
{
    return world_circuit_output(
        machine->mechanism,
        &(auth_output){.quantity = AUTH_OUT_PRESSURE, .circuit = chart_of(machine)->circuit, .of = node});
}

/* Push of a cylinder from its pressures, without friction of its seals [N]. */
static double push(const world_machine *machine, int cylinder)
{
    const auth_circuit *circuit = &machine->author->mechanism->circuits[chart_of(machine)->circuit];
    const hyd_cylinder_def *def = &circuit->cylinders[cylinder].def;
    return def->cylinder.area_a * pressure(machine, def->a) -
           def->cylinder.area_b * pressure(machine, def->b);
}

/* The boom's pin: a point of it and its axis. */
static hl_vec3 pin_of(const world_machine *machine, hl_vec3 *axis)
{
    const auth_joint *joint = &machine->author->mechanism->joints[chart_of(machine)->joint];
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = mb_rotation(m->model, m->work, joint->parent);
    *axis = hl_mul(&R, world_vec3(joint->axis));
    return point(machine, joint->parent, joint->at);
}

static double moment(hl_vec3 axis, hl_vec3 pin, hl_vec3 at, hl_vec3 force)
{
    return hl_dot(axis, hl_cross(hl_sub(at, pin), force));
}

static double cylinder_moment(const world_machine *machine, hl_vec3 axis, hl_vec3 pin)
{
    const auth_load_chart *chart = chart_of(machine);
    const auth_mechanism *m = machine->author->mechanism;
    const auth_cylinder *c = &m->circuits[chart->circuit].cylinders[chart->cylinder];
    const hl_vec3 a = point(machine, c->a, c->a_at), b = point(machine, c->b, c->b_at);
    const hl_vec3 along = hl_normalized(hl_sub(b, a));
    const double force = push(machine, chart->cylinder);
    const bool on_b = c->b == m->joints[chart->joint].child;
    return moment(axis, pin, on_b ? b : a, hl_scale(on_b ? force : -force, along));
}

/* Moment of the arm's own weight, with the masses of the machine file. */
static double arm_moment(const world_machine *machine, hl_vec3 axis, hl_vec3 pin, hl_vec3 gravity)
{
    double sum = 0.0;
    for (int i = 0; i < machine->lift->arm_count; i++) {
        const int body = machine->lift->arm[i];
        const auth_body *author = &machine->author->mechanism->bodies[body];
        sum += moment(axis, pin, point(machine, body, author->centre), hl_scale(author->mass, gravity));
    }
    return sum;
}

/* At an end of its stroke the cylinder pushes against its stop: its pressures do not depend on the load. */
static bool at_stop(const world_machine *machine)
{
    static const double NEAR = 2e-3; /* [m] */
    const auth_load_chart *chart = chart_of(machine);
    const world_circuit *circuit = &machine->mechanism->circuits[chart->circuit];
    const auth_cylinder *c = &circuit->author->cylinders[chart->cylinder];
    const hyd_cylinder *cylinder = circuit->hydraulics->cylinders[chart->cylinder].cylinder;
    const double apart = hl_norm(hl_sub(point(machine, c->b, c->b_at), point(machine, c->a, c->a_at)));
    const double position = cylinder->chamber_0 + apart - cylinder->length_0;
    return position < NEAR || position > cylinder->stroke - NEAR;
}

/* Load at the hook that balances the moments [kg]; the last value if the hook is too near to the pin or the
 * cylinder is at a stop. */
static double measure_load(const world_machine *machine)
{
    const auth_load_chart *chart = chart_of(machine);
    const hl_vec3 gravity = world_vec3(machine->author->mechanism->gravity);
    hl_vec3 axis;
    const hl_vec3 pin = pin_of(machine, &axis);
    const double of_a_kilogram = moment(axis, pin, point(machine, chart->body, chart->at), gravity);
    if (!(fabs(of_a_kilogram) > LEAST_ARM * hl_norm(gravity)) || at_stop(machine))
        return machine->lift->state.load;
    const double rest = cylinder_moment(machine, axis, pin) + arm_moment(machine, axis, pin, gravity);
    return fmax(-rest / of_a_kilogram, 0.0);
}

/* Horizontal distance of the hook from the origin of the swing joint. */
static double find_radius(const world_machine *machine)
{
    const auth_load_chart *chart = chart_of(machine);
    const auth_joint *swing = &machine->author->mechanism->joints[chart->swing];
    const hl_vec3 gravity = world_vec3(machine->author->mechanism->gravity);
    const double g = hl_norm(gravity);
    const hl_vec3 apart =
        hl_sub(point(machine, chart->body, chart->at), point(machine, swing->parent, swing->at));
    if (!(g > 0.0)) return hl_norm(apart);
    return hl_norm(hl_add_scaled(apart, -hl_dot(apart, gravity) / (g * g), gravity));
}

/* ---- the chart ---- */

double world_rated_load(const auth_load_chart *chart, int state, double radius)
{
    const double *r = chart->radii, *load = chart->states[state].loads;
    int i = 1;
    while (i < chart->radius_count - 1 && radius > r[i]) i++;
    const double share = (fmax(radius, r[0]) - r[i - 1]) / (r[i] - r[i - 1]);
    return fmax(load[i - 1] + share * (load[i] - load[i - 1]), 0.0);
}

static bool state_holds(const world_machine *machine, const auth_load_state *state)
{
    if (state->at_rest >= 0 && world_lever(machine, state->at_rest) != 0.0) return false;
    for (int i = 0; i < state->pushing_count; i++)
        if (push(machine, state->pushing[i]) < chart_of(machine)->support_force) return false;
    return true;
}

static int find_row(const world_machine *machine)
{
    int row = chart_of(machine)->state_count - 1;
    while (row > 0 && !state_holds(machine, &chart_of(machine)->states[row])) row--;
    return row;
}

static double share_of(double load, double rated)
{
    return load < MOST_SHARE * rated ? load / rated : load > 0.0 ? MOST_SHARE : 0.0;
}

/* Warning and cut-off act only while a hook attaches, so that they do not limit digging. */
static bool is_on(const world_machine *machine)
{
    for (int k = 0; k < machine->author->hook_count; k++)
        if (machine->controls->values[machine->author->hooks[k].control] > 0.5) return true;
    return false;
}

/* ---- in a tick ---- */

static void apply(world_machine *machine)
{
    world_lift *lift = machine->lift;
    if (lift == NULL || machine->author->hook_count == 0) return;
    const double step = machine->mechanism->options.step, load = measure_load(machine);
    world_lift_state *s = &lift->state;
    s->load = s->begun > 0.0 ? s->load + step / (LAG + step) * (load - s->load) : load;
    s->begun = 1.0;
    const double rated = world_rated_load(chart_of(machine), find_row(machine), find_radius(machine));
    const double share = share_of(s->load, rated);
    if (!is_on(machine) || share < RESUME)
        s->stopped = 0.0;
    else if (share >= 1.0)
        s->stopped = 1.0;
}

static void put_blocks(world_machine *machine)
{
    if (machine->lift != NULL && machine->author->hook_count > 0)
        world_block_put(machine, "load chart", &machine->lift->state, sizeof machine->lift->state, NULL,
                        NULL);
}

/* ---- signals ---- */

static void look(world_machine *machine)
{
    world_lift *lift = machine->lift;
    if (lift == NULL) return;
    lift->measured =
        machine->author->hook_count > 0 && lift->state.begun > 0.0 ? lift->state.load : measure_load(machine);
    lift->radius = find_radius(machine);
    lift->row = find_row(machine);
}

static double load(const world_machine *machine, int of)
{
    (void)of;
    return machine->lift->measured;
}

static double rated(const world_machine *machine, int of)
{
    (void)of;
    return world_rated_load(chart_of(machine), machine->lift->row, machine->lift->radius);
}

static double percent(const world_machine *machine, int of)
{
    return 100.0 * share_of(load(machine, of), rated(machine, of));
}

static double radius(const world_machine *machine, int of)
{
    (void)of;
    return machine->lift->radius;
}

static double row(const world_machine *machine, int of)
{
    (void)of;
    return machine->lift->row + 1;
}

static double on(const world_machine *machine, int of)
{
    (void)of;
    return is_on(machine) ? 1.0 : 0.0;
}

static double warning(const world_machine *machine, int of)
{
    const double now = 0.01 * percent(machine, of);
    return !is_on(machine) || now < chart_of(machine)->warning ? 0.0 : now < 1.0 ? 1.0 : 2.0;
}

static double stopped(const world_machine *machine, int of)
{
    (void)of;
    return chart_of(machine)->cut_off_count > 0 ? machine->lift->state.stopped : 0.0;
}

static double on_hooks(const world_machine *machine, int of)
{
    (void)of;
    return world_slings_load(machine);
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"load", "kg", 1.0, load, "at the hook, measured from the pressures of the boom cylinder"},
        {"rated", "kg", 1.0, rated, "rated load at this radius and state of support"},
        {"percent", "%", 0.01, percent, "measured load over rated load"},
        {"radius", "m", 1.0, radius, "horizontal distance of the hook from the swing axis"},
        {"state", "1", 1.0, row, "state of support that applies, from 1 in the order of the load chart"},
        {"on", "1", 1.0, on, "1 while a hook attaches: warning and cut-off can act"},
        {"warning", "1", 1.0, warning, "1 from the warning on, 2 from the rated load on, else 0"},
        {"stopped", "1", 1.0, stopped, "1 while the cut-off stops functions"},
        {"hook", "kg", 1.0, on_hooks, "true load on the slings of all hooks"},
    };
    if (machine->lift != NULL) world_signals_put(machine, WORLD_ROWS(rows), "lift.", "", 0, arena);
}

const world_part_row world_lift_row = {.name = "lift",
                                       .define = define,
                                       .signals = put_signals,
                                       .blocks = put_blocks,
                                       .start = start,
                                       .apply = apply,
                                       .look = look};
