/* A machine joined with its implements: their lists one after the other, with references renumbered. */
#include "machine_tables.h"

#include <stdio.h>
#include <string.h>

/* Offsets added to the references of an implement: lengths of the lists before it. */
typedef struct joining {
    hl_arena *arena;
    const char *name; /* of the implement */
    bool starved;
    int body; /* and joint */
    int circuit, point, loop, tire, control, wheel;
    int springs, joint_springs, stops, friction, joint_forces;
} joining;

/* Concatenate both lists. @return the first item of the second list in the result */
static void *append(joining *j, void **list, int *count, const void *more, int more_count, size_t size)
{
    char *all = hl_arena_take(j->arena, (size_t)(*count + more_count), size);
    if (all == NULL) {
        j->starved = true;
        return NULL;
    }
    if (*count > 0) memcpy(all, *list, (size_t)*count * size);
    char *added = all + (size_t)*count * size;
    if (more_count > 0) memcpy(added, more, (size_t)more_count * size);
    *list = all;
    *count += more_count;
    return added;
}

/* "trailer" "axle" -> "trailer.axle" */
static const char *prefixed(joining *j, const char *name)
{
    char text[2 * AUTH_NAME_LENGTH + 2];
    snprintf(text, sizeof text, "%s.%s", j->name, name);
    const char *kept = hl_arena_string(j->arena, text, strlen(text));
    j->starved |= kept == NULL;
    return kept;
}

static void move(int *reference, int by)
{
    if (*reference >= 0) *reference += by;
}

/* Append `list` of `from` to that of `to` and run the statement for each appended item, `it`. */
#define APPEND(T, to, from, list, count, ...)                                                                \
    do {                                                                                                     \
        void *all_ = (to)->list;                                                                             \
        T *it = append(j, &all_, &(to)->count, (from)->list, (from)->count, sizeof(T));                      \
        if (it == NULL) return;                                                                              \
        (to)->list = all_;                                                                                   \
        for (int i_ = 0; i_ < (from)->count; i_++, it++) {                                                   \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    } while (0)
#define NAMED_AGAIN it->name = prefixed(j, it->name), it->place = (hl_place){0, 0};

/* ---- the mechanism ---- */

static void append_tree(joining *j, auth_mechanism *to, const auth_mechanism *from)
{
    APPEND(auth_body, to, from, bodies, body_count, NAMED_AGAIN);
    APPEND(auth_joint, to, from, joints, joint_count, NAMED_AGAIN move(&it->parent, j->body);
           move(&it->child, j->body););
    APPEND(mb_loop_def, to, from, loops, loop_count, NAMED_AGAIN move(&it->body_a, j->body);
           move(&it->body_b, j->body););
    APPEND(auth_point, to, from, points, point_count, NAMED_AGAIN move(&it->body, j->body););
}

static void append_efforts(joining *j, auth_mechanism *to, const auth_mechanism *from)
{
    APPEND(auth_spring, to, from, springs, spring_count, NAMED_AGAIN move(&it->a, j->body);
           move(&it->b, j->body););
    APPEND(auth_joint_spring, to, from, joint_springs, joint_spring_count,
           NAMED_AGAIN it->on.joint += j->body;);
    APPEND(auth_stop, to, from, stops, stop_count, NAMED_AGAIN it->on.joint += j->body;);
    APPEND(auth_friction, to, from, friction, friction_count, NAMED_AGAIN it->on.joint += j->body;);
    APPEND(auth_bushing, to, from, bushings, bushing_count, NAMED_AGAIN move(&it->a, j->body);
           move(&it->b, j->body););
    APPEND(auth_driver, to, from, drivers, driver_count, NAMED_AGAIN it->on.joint += j->body;);
    APPEND(mb_wrench_def, to, from, forces, force_count, NAMED_AGAIN move(&it->body, j->body););
    APPEND(auth_joint_force, to, from, joint_forces, joint_force_count, NAMED_AGAIN it->on.joint += j->body;);
}

/* Pumps, motors and cylinders of a circuit, in lists of its own. */
static void move_circuit(joining *j, auth_circuit *circuit)
{
    const auth_circuit from = *circuit;
    circuit->def.name = prefixed(j, from.def.name);
    circuit->def.place = (hl_place){0, 0};
    circuit->pumps = HL_NEW(j->arena, auth_pump, from.def.pump_count);
    circuit->motors = HL_NEW(j->arena, auth_motor, from.def.motor_count);
    circuit->cylinders = HL_NEW(j->arena, auth_cylinder, from.def.cylinder_count);
    j->starved |= circuit->pumps == NULL || circuit->motors == NULL || circuit->cylinders == NULL;
    if (j->starved) return;
    for (int i = 0; i < from.def.pump_count; i++) {
        circuit->pumps[i] = from.pumps[i];
        circuit->pumps[i].on.joint += j->body; /* of a pump at a constant speed it is unused */
    }
    for (int i = 0; i < from.def.motor_count; i++) {
        circuit->motors[i] = from.motors[i];
        circuit->motors[i].on.joint += j->body;
    }
    for (int i = 0; i < from.def.cylinder_count; i++) {
        circuit->cylinders[i] = from.cylinders[i];
        move(&circuit->cylinders[i].a, j->body);
        move(&circuit->cylinders[i].b, j->body);
    }
}

static int before_effort(const joining *j, auth_effort_kind kind)
{
    switch (kind) {
    case AUTH_EFFORT_SPRING:
        return j->springs;
    case AUTH_EFFORT_JOINT_SPRING:
        return j->joint_springs;
    case AUTH_EFFORT_STOP:
        return j->stops;
    case AUTH_EFFORT_FRICTION:
        return j->friction;
    case AUTH_EFFORT_JOINT_FORCE:
        return j->joint_forces;
    }
    return 0;
}

/* `of` counts in another list for each quantity; of circuits it counts within the circuit. */
static void move_output(const joining *j, auth_output *output)
{
    if (output->circuit >= 0) {
        output->circuit += j->circuit;
        return;
    }
    move(&output->of2, j->point);
    switch (output->quantity) {
    case AUTH_OUT_POINT_POSITION:
    case AUTH_OUT_POINT_VELOCITY:
    case AUTH_OUT_DISTANCE:
    case AUTH_OUT_REACH:
    case AUTH_OUT_HEIGHT:
    case AUTH_OUT_SPEED:
        move(&output->of, j->point);
        break;
    case AUTH_OUT_LENGTH:
    case AUTH_OUT_RATE:
    case AUTH_OUT_FORCE:
    case AUTH_OUT_BRISTLE:
    case AUTH_OUT_FILM:
        move(&output->of, before_effort(j, output->effort_kind));
        break;
    case AUTH_OUT_POSITION_VIOLATION:
    case AUTH_OUT_VELOCITY_VIOLATION:
    case AUTH_OUT_ACCELERATION_VIOLATION:
        move(&output->of, j->loop);
        break;
    default: /* joints and bodies have the same numbers */
        move(&output->of, j->body);
    }
}

static void append_outputs(joining *j, auth_mechanism *to, const auth_mechanism *from)
{
    APPEND(auth_circuit, to, from, circuits, circuit_count, move_circuit(j, it););
    APPEND(auth_output, to, from, outputs, output_count, NAMED_AGAIN move_output(j, it););
}

/* ---- the machine ---- */

static void append_rolling(joining *j, auth_machine *to, const auth_machine *from)
{
    APPEND(auth_tire, to, from, tires, tire_count, NAMED_AGAIN);
    APPEND(auth_wheel, to, from, wheels, wheel_count, NAMED_AGAIN it->body += j->body; it->joint += j->body;
           it->tire += j->tire;);
    APPEND(auth_track, to, from, tracks, track_count, NAMED_AGAIN it->body += j->body; it->joint += j->body;);
    APPEND(auth_shape, to, from, shapes, shape_count, NAMED_AGAIN it->body += j->body;);
    APPEND(auth_tool, to, from, tools, tool_count, NAMED_AGAIN it->body += j->body;);
    APPEND(auth_coupling, to, from, couplings, coupling_count, NAMED_AGAIN it->body += j->body;
           move(&it->control, j->control););
    APPEND(auth_hook, to, from, hooks, hook_count, NAMED_AGAIN it->body += j->body;
           it->control += j->control;);
}

/* Items of the machine come first: they have precedence. */
static void append_materials(joining *j, auth_materials *to, const auth_materials *from)
{
    auth_material_pair *pairs = HL_NEW(j->arena, auth_material_pair, to->count + from->count);
    j->starved |= pairs == NULL;
    if (pairs == NULL) return;
    for (int i = 0; i < to->count; i++) pairs[i] = to->pairs[i];
    for (int i = 0; i < from->count; i++) pairs[to->count + i] = from->pairs[i];
    to->pairs = pairs;
    to->count += from->count;
}

/* Lists of controls within an item are copied: the implement's own file keeps its numbers. */
static void move_list(joining *j, int **controls, int count)
{
    int *moved = HL_NEW(j->arena, int, count);
    j->starved |= moved == NULL;
    for (int i = 0; moved != NULL && i < count; i++) moved[i] = (*controls)[i] + j->control;
    *controls = moved;
}

static void move_pilot(joining *j, auth_pilot *pilot)
{
    struct auth_yield *yields = HL_NEW(j->arena, struct auth_yield, pilot->yield_count);
    pilot->control += j->control;
    pilot->circuit += j->circuit;
    j->starved |= yields == NULL;
    for (int i = 0; yields != NULL && i < pilot->yield_count; i++) {
        yields[i] = pilot->yields[i];
        yields[i].control += j->control;
    }
    pilot->yields = yields;
}

static void append_controls(joining *j, auth_machine *to, const auth_machine *from)
{
    const int faults = to->fault_count;
    APPEND(auth_control, to, from, controls, control_count, NAMED_AGAIN move(&it->circuit, j->circuit);
           it->follow.joint += j->body; move(&it->blocked_by, j->control); move(&it->fault, faults););
    APPEND(auth_bypass, to, from, bypasses, bypass_count, NAMED_AGAIN it->circuit += j->circuit;
           move_list(j, &it->controls, it->control_count););
    APPEND(auth_brake, to, from, brakes, brake_count, NAMED_AGAIN it->on.joint += j->body;
           move_list(j, &it->controls, it->control_count); move_list(j, &it->appliers, it->applier_count););
    APPEND(auth_pilot, to, from, pilots, pilot_count, NAMED_AGAIN move_pilot(j, it););
    APPEND(auth_fault, to, from, faults, fault_count, NAMED_AGAIN it->control += j->control;
           move(&it->circuit, j->circuit); it->wheel += j->wheel;
           it->signal = it->signal == NULL ? NULL : prefixed(j, it->signal););
}

static bool append_implement(joining *j, auth_machine *to, const auth_machine *from)
{
    const auth_mechanism *m = to->mechanism;
    j->body = m->body_count;
    j->circuit = m->circuit_count;
    j->point = m->point_count;
    j->loop = m->loop_count;
    j->springs = m->spring_count;
    j->joint_springs = m->joint_spring_count;
    j->stops = m->stop_count;
    j->friction = m->friction_count;
    j->joint_forces = m->joint_force_count;
    j->tire = to->tire_count;
    j->wheel = to->wheel_count;
    j->control = to->control_count;
    if (to->shape_count == 0 && from->shape_count > 0) to->contact = from->contact;
    append_tree(j, to->mechanism, from->mechanism);
    if (!j->starved) append_efforts(j, to->mechanism, from->mechanism);
    if (!j->starved) append_outputs(j, to->mechanism, from->mechanism);
    if (!j->starved) append_rolling(j, to, from);
    if (!j->starved) append_materials(j, &to->materials, &from->materials);
    if (!j->starved) append_controls(j, to, from);
    return !j->starved;
}

/* ---- fitting couplings ---- */

static const char *kind_word(auth_coupling_kind kind)
{
    static const char *const words[] = {"ball", "three-point", "quick"};
    return words[kind];
}

/* Same kind, one with and one without control: only the sizes differ. */
static bool complain_size(const auth_machine *machine, const auth_implement *implement,
                          const auth_coupling *eye, hl_report *report)
{
    for (int i = 0; i < machine->coupling_count; i++) {
        const auth_coupling *coupling = &machine->couplings[i];
        if (!coupling->fitted || coupling->control == AUTH_NONE || coupling->kind != eye->kind) continue;
        hl_report_add(
            report, implement->place,
            "implement '%s' does not fit: its coupling '%s' has a size of %g mm, '%s' of the machine %g "
            "mm; give both the same 'size'",
            implement->name, eye->name, 1e3 * eye->size, coupling->name, 1e3 * coupling->size);
        return true;
    }
    return false;
}

static bool is_taken(const auth_machine *joined, const auth_coupling *eye)
{
    for (int i = 0; i < joined->coupling_count; i++)
        if (auth_coupling_takes(&joined->couplings[i], eye)) return true;
    return false;
}

/* Refuse an implement that the machine cannot couple. Of several couplings one must fit. */
static bool check_fit(const auth_machine *machine, const auth_machine *joined,
                      const auth_implement *implement, hl_report *report)
{
    const auth_coupling *open = NULL;
    for (int i = 0; i < implement->machine->coupling_count; i++) {
        const auth_coupling *eye = &implement->machine->couplings[i];
        if (eye->control != AUTH_NONE) continue;
        if (is_taken(joined, eye)) return true;
        if (open == NULL) open = eye;
    }
    if (open == NULL)
        hl_report_add(
            report, implement->place,
            "implement '%s' has no coupling that a machine can take: give its file 'couplings' with an "
            "item without 'control'",
            implement->name);
    else if (!complain_size(machine, implement, open, report))
        hl_report_add(report, implement->place,
                      "implement '%s' has a coupling of kind '%s', but the machine has no such coupling with "
                      "a 'control': "
                      "add one to 'couplings' of its file",
                      implement->name, kind_word(open->kind));
    return false;
}

static bool check_drive(const auth_implement *implement, hl_report *report)
{
    if (!implement->machine->has_engine && !implement->machine->has_driveline) return true;
    hl_report_add(report, implement->place,
                  "implement '%s' has an engine or a driveline: list it under 'machines' instead",
                  implement->name);
    return false;
}

hl_status auth_machine_join(const auth_machine *machine, const auth_implement *implements, int count,
                            hl_arena *arena, hl_report *report, auth_machine **joined)
{
    auth_machine *all = HL_NEW(arena, auth_machine, 1);
    auth_mechanism *mechanism = HL_NEW(arena, auth_mechanism, 1);
    auth_implement *list = HL_NEW(arena, auth_implement, count);
    bool good = true;
    *joined = NULL;
    if (all == NULL || mechanism == NULL || list == NULL) return HL_OUT_OF_MEMORY;
    *all = *machine;
    *mechanism = *machine->mechanism;
    all->mechanism = mechanism;
    all->alone = machine;
    all->implements = list;
    all->implement_count = count;
    for (int i = 0; i < count; i++) {
        joining j = {.arena = arena, .name = implements[i].name};
        list[i] = implements[i];
        list[i].first_body = mechanism->body_count;
        good = check_drive(&implements[i], report) && good;
        if (!append_implement(&j, all, implements[i].machine)) return HL_OUT_OF_MEMORY;
    }
    for (int i = 0; i < count && good; i++) good = check_fit(machine, all, &implements[i], report) && good;
    *joined = all;
    return good ? HL_OK : HL_BAD_INPUT;
}
