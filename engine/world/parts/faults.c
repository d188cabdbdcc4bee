/* Faults of a machine at the severities that their controls have: functions of the state alone. What sticks
 * or freezes is held in a block of the state; all else follows from the controls. Leaks are throttles of
 * their circuits (auth_fault). */
#include "parts/parts.h"

#include "training/training.h"

#include <math.h>

_Static_assert(sizeof(world_fault) % sizeof(double) == 0, "a fault is doubles alone");

static const double STUCK = 0.5; /* severity beyond which valves stick and sensors freeze */

/* Share of a tire's radial stiffness that its inflation gives; the rest is the carcass's: class, agricultural
 * radials carry 15 to 25 % of their load without air. */
static const double INFLATION = 0.8;

static hl_status define(world_machine *machine, world_building *with)
{
    const int count = machine->author->fault_count;
    world_faults *faults = machine->faults = HL_NEW(with->arena, world_faults, 1);
    if (faults == NULL) return HL_OUT_OF_MEMORY;
    faults->held = HL_NEW(with->arena, world_fault, count);
    faults->signals = HL_NEW(with->arena, int, count);
    return faults->held == NULL || faults->signals == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

/* Broken sensors follow signals. */
static hl_status resolve(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    hl_status status = HL_OK;
    for (int i = 0; i < author->fault_count; i++) {
        const auth_fault *fault = &author->faults[i];
        if (fault->kind != AUTH_FAULT_SENSOR) continue;
        machine->faults->signals[i] =
            world_signal_resolve(machine, fault->signal, fault->signal_place, with->machine_report);
        if (machine->faults->signals[i] < 0) status = HL_BAD_INPUT;
    }
    return status;
}

static void put_blocks(world_machine *machine)
{
    world_block_put(machine, "faults", machine->faults->held,
                    (size_t)machine->author->fault_count * sizeof *machine->faults->held, NULL, NULL);
}

static double severity(const world_machine *machine, const auth_fault *fault)
{
    return machine->controls->values[fault->control];
}

/* ---- engine and fuel ---- */

double world_fault_left(const world_machine *machine, auth_fault_kind kind)
{
    const auth_machine *author = machine->author;
    double left = 1.0;
    for (int i = 0; i < author->fault_count; i++)
        if (author->faults[i].kind == kind) left *= 1.0 - severity(machine, &author->faults[i]);
    return left;
}

/* ---- what is held ---- */

static double value_now(world_machine *machine, int index)
{
    const auth_fault *fault = &machine->author->faults[index];
    if (fault->kind == AUTH_FAULT_VALVE)
        return *world_circuit_command(machine, fault->circuit, fault->command);
    world_signals_evaluate(machine);
    return world_signal_now(machine, machine->faults->signals[index]);
}

static void hold(world_machine *machine)
{
    for (int i = 0; i < machine->author->fault_count; i++) {
        const auth_fault *fault = &machine->author->faults[i];
        world_fault *held = &machine->faults->held[i];
        if (fault->kind != AUTH_FAULT_VALVE && fault->kind != AUTH_FAULT_SENSOR) continue;
        const bool sticks = severity(machine, fault) > STUCK;
        if (sticks && held->stuck == 0.0) held->value = value_now(machine, i);
        held->stuck = sticks ? 1.0 : 0.0;
    }
}

/* ---- valves ---- */

const double *world_stuck_command(const world_machine *machine, int circuit, int command)
{
    for (int i = 0; i < machine->author->fault_count; i++) {
        const auth_fault *fault = &machine->author->faults[i];
        if (fault->kind == AUTH_FAULT_VALVE && fault->circuit == circuit && fault->command == command &&
            machine->faults->held[i].stuck > 0.0)
            return &machine->faults->held[i].value;
    }
    return NULL;
}

static void apply(world_machine *machine)
{
    for (int i = 0; i < machine->author->fault_count; i++) {
        const auth_fault *fault = &machine->author->faults[i];
        if (fault->kind == AUTH_FAULT_VALVE && machine->faults->held[i].stuck > 0.0)
            *world_circuit_command(machine, fault->circuit, fault->command) = machine->faults->held[i].value;
        if (fault->kind == AUTH_FAULT_LEAK)
            *world_circuit_command(machine, fault->circuit, fault->command) = severity(machine, fault);
    }
}

/* ---- tires ---- */

/* Rolling resistance goes with about the inverse root of the inflation: the exponent of the pressure in SAE
 * J2452 is -0.4 to -0.5. On soil what the rut takes comes on top, as it is. */
static void deflate(const world_machine *machine, world_wheel *wheel, double left)
{
    const double own = wheel->firm->rolling_resistance;
    const double base = machine->site->sand != NULL ? wheel->friction.rolling_resistance : own;
    wheel->tire.model.stiffness = left * machine->author->tires[wheel->author->tire].model.stiffness;
    wheel->friction.rolling_resistance = base + own * (1.0 / sqrt(left) - 1.0);
}

static void stand(world_machine *machine)
{
    const auth_machine *author = machine->author;
    for (int w = 0; w < machine->wheels->count && author->fault_count > 0; w++) {
        double left = 1.0;
        for (int i = 0; i < author->fault_count; i++)
            if (author->faults[i].kind == AUTH_FAULT_TIRE && author->faults[i].wheel == w)
                left *= 1.0 - INFLATION * severity(machine, &author->faults[i]);
        deflate(machine, &machine->wheels->list[w], left);
    }
}

/* ---- sensors ---- */

static void show(world_machine *machine, double *values)
{
    for (int i = 0; i < machine->author->fault_count; i++) {
        const auth_fault *fault = &machine->author->faults[i];
        if (fault->kind == AUTH_FAULT_SENSOR && machine->faults->held[i].stuck > 0.0)
            values[machine->faults->signals[i]] =
                fault->mode == AUTH_SENSOR_DEAD ? 0.0 : machine->faults->held[i].value;
    }
}

const world_part_row world_faults_row = {.name = "faults",
                                         .define = define,
                                         .resolve = resolve,
                                         .blocks = put_blocks,
                                         .hold = hold,
                                         .stand = stand,
                                         .apply = apply,
                                         .show = show};
