/* The unknowns of a step in the words of the mechanism file: for messages. */
#include "circuit/circuit_internal.h"

#include <stdio.h>

static const hl_place nowhere = {0, 0};

static hl_place name_column(const world_mechanism *m, int column, char *text, size_t size)
{
    for (int i = 0; i < m->author->joint_count; i++) {
        const auth_joint *joint = &m->author->joints[i];
        const int first = mb_model_column(m->model, i);
        if (column < first || column >= first + joint->dof) continue;
        if (joint->dof == 1)
            snprintf(text, size, "joint %s", joint->name);
        else
            snprintf(text, size, "joint %s, coordinate %d", joint->name, column - first + 1);
        return joint->place;
    }
    snprintf(text, size, "unknown %d", column);
    return nowhere;
}

static const auth_friction *name_friction_state(const world_mechanism *m, int state, char *text, size_t size)
{
    const int first_friction = world_effort_first(m->author, AUTH_EFFORT_FRICTION);
    for (int i = 0; i < m->author->friction_count; i++) {
        const auth_friction *friction = &m->author->friction[i];
        const int first = mb_model_effort_state(m->model, first_friction + i);
        if (state < first || state >= first + mb_friction_states(friction->parameters.law)) continue;
        snprintf(text, size, "friction %s, state %d", friction->name, state - first + 1);
        return friction;
    }
    return NULL;
}

/* Friction and circuits are the authored efforts with states. */
static hl_place name_state(const world_mechanism *m, int state, char *text, size_t size)
{
    const auth_friction *friction = name_friction_state(m, state, text, size);
    if (friction != NULL) return friction->place;
    for (int i = 0; i < m->circuit_count; i++) {
        const int first = mb_model_effort_state(m->model, world_circuit_effort(m->author, i));
        if (state < first || state >= first + m->circuits[i].hydraulics->states) continue;
        world_circuit_state_name(&m->circuits[i], state - first, text, size);
        return m->circuits[i].author->def.place;
    }
    snprintf(text, size, "effort state %d", state);
    return nowhere;
}

hl_place world_mechanism_unknown_name(const world_mechanism *mechanism, int unknown, char *text, size_t size)
{
    const int columns = mb_model_counts(mechanism->model).columns;
    if (unknown >= columns) return name_state(mechanism, unknown - columns, text, size);
    if (unknown >= 0) return name_column(mechanism, unknown, text, size);
    snprintf(text, size, "none");
    return nowhere;
}
