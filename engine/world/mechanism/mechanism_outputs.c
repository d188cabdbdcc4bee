/* The outputs that a mechanism file asks for: a table of quantities, their columns and units, and their
 * values. */
#include "circuit/circuit.h"

#include "hl/real.h"
#include "hl/status.h"

#include <string.h>

typedef void (*output_function)(const world_mechanism *m, const auth_output *out, double *value);

typedef struct quantity {
    output_function evaluate;
    int columns;                  /* 1, or 3 for x y z */
    const char *linear, *angular; /* units on a displacement and on an angle */
} quantity;

static void put_vec3(double *value, hl_vec3 v)
{
    value[0] = v.x;
    value[1] = v.y;
    value[2] = v.z;
}

/* ---- joints: only scalar joints have outputs, so q and v run side by side ---- */

static void joint_position(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = m->state->q[mb_model_q_index(m->model, out->of) + out->coordinate];
}

static void joint_velocity(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = m->state->v[mb_model_column(m->model, out->of) + out->coordinate];
}

static void joint_acceleration(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = m->state->a[mb_model_column(m->model, out->of) + out->coordinate];
}

/* ---- points and bodies ---- */

static mb_point_motion point_motion(const world_mechanism *m, int index)
{
    const auth_point *point = &m->author->points[index];
    if (point->body == MB_GROUND) return (mb_point_motion){.position = world_vec3(point->at)};
    return mb_point(m->model, m->work, point->body, world_vec3(point->at));
}

static void point_position(const world_mechanism *m, const auth_output *out, double *value)
{
    put_vec3(value, point_motion(m, out->of).position);
}

static void point_velocity(const world_mechanism *m, const auth_output *out, double *value)
{
    put_vec3(value, point_motion(m, out->of).velocity);
}

static void angular_velocity(const world_mechanism *m, const auth_output *out, double *value)
{
    put_vec3(value, mb_angular_velocity(m->model, m->work, out->of));
}

static void distance(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_vec3 from = point_motion(m, out->of).position, to = point_motion(m, out->of2).position;
    *value = hl_norm(hl_sub(to, from));
}

static void reach(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_vec3 from = point_motion(m, out->of).position, to = point_motion(m, out->of2).position;
    *value = hl_norm((hl_vec3){to.x - from.x, to.y - from.y, 0.0});
}

static void height(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = point_motion(m, out->of).position.z;
    if (out->of2 >= 0) *value -= point_motion(m, out->of2).position.z;
}

/* ---- attitude: frames with x forward, y to the left, z up ---- */

/* Body to world; the ground does not turn. */
static hl_mat3 rotation(const world_mechanism *m, int body)
{
    return body == MB_GROUND ? hl_mat3_identity() : mb_rotation(m->model, m->work, body);
}

static void speed(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_mat3 r = rotation(m, m->author->points[out->of].body);
    *value = hl_dot(hl_mat3_column(&r, 0), point_motion(m, out->of).velocity);
}

/* R = R_z(heading) R_y(-pitch) R_x(roll): the left side y rises with the roll. */
static void roll(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_mat3 r = rotation(m, out->of);
    *value = hl_atan2(r.m[2][1], r.m[2][2]);
}

static void pitch(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_mat3 r = rotation(m, out->of);
    *value = hl_atan2(r.m[2][0], hl_hypot(r.m[0][0], r.m[1][0]));
}

static void heading(const world_mechanism *m, const auth_output *out, double *value)
{
    const hl_mat3 r = rotation(m, out->of);
    *value = hl_atan2(r.m[1][0], r.m[0][0]);
}

/* ---- efforts ---- */

static bool of_circuit(const world_mechanism *m, const auth_output *out)
{
    return m->circuit_count > 0 && out->circuit >= 0;
}

static void circuit_output(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = world_circuit_output(m, out);
}

static int effort_index(const world_mechanism *m, const auth_output *out)
{
    return world_effort_first(m->author, out->effort_kind) + out->of;
}

static mb_port_value port(const world_mechanism *m, const auth_output *out)
{
    return mb_effort_port(m->model, m->work, effort_index(m, out), 0);
}

static void length(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = port(m, out).s;
}

static void rate(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = port(m, out).s_dot;
}

static void force(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = port(m, out).force;
}

static void bristle(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = m->state->x[mb_model_effort_state(m->model, effort_index(m, out))];
}

static void film(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = m->state->x[mb_model_effort_state(m->model, effort_index(m, out)) + 1];
}

/* ---- the whole world ---- */

static void kinetic(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    *value = mb_energies(m->model, m->work).kinetic;
}

static void potential(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    const mb_energy energy = mb_energies(m->model, m->work);
    *value = energy.gravity + energy.stored;
}

static void total(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    const mb_energy energy = mb_energies(m->model, m->work);
    *value = energy.kinetic + energy.gravity + energy.stored;
}

static void momentum(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    put_vec3(value, mb_energies(m->model, m->work).momentum);
}

static void angular_momentum(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    put_vec3(value, mb_energies(m->model, m->work).angular_momentum);
}

/* ---- violations: Euclidean norm over the equations of one loop, or over all ---- */

typedef enum violation_level { POSITION, VELOCITY, ACCELERATION } violation_level;

static double equation_level(mb_equation_value value, violation_level level)
{
    return level == POSITION ? value.phi : level == VELOCITY ? value.phi_dot : value.phi_dot_dot;
}

static double violation(const world_mechanism *m, int loop, violation_level level)
{
    int first = 0, count = mb_model_counts(m->model).equations;
    if (loop >= 0) {
        first = mb_model_loop_equation(m->model, loop);
        count = mb_loop_equations((mb_loop_type)m->author->loops[loop].type);
    }
    double sum = 0.0;
    for (int i = first; i < first + count; i++) {
        const double phi = equation_level(mb_equation(m->model, m->work, i), level);
        sum += phi * phi;
    }
    return sqrt(sum);
}

static void position_violation(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = violation(m, out->of, POSITION);
}

static void velocity_violation(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = violation(m, out->of, VELOCITY);
}

static void acceleration_violation(const world_mechanism *m, const auth_output *out, double *value)
{
    *value = violation(m, out->of, ACCELERATION);
}

static void iterations(const world_mechanism *m, const auth_output *out, double *value)
{
    (void)out;
    *value = m->report.iterations;
}

/* ---- the table ---- */

/* Violations mix lengths and direction cosines: their unit is named after the lengths. */
static const quantity quantities[] = {
    [AUTH_OUT_JOINT_POSITION] = {joint_position, 1, "m", "rad"},
    [AUTH_OUT_JOINT_VELOCITY] = {joint_velocity, 1, "m/s", "rad/s"},
    [AUTH_OUT_JOINT_ACCELERATION] = {joint_acceleration, 1, "m/s^2", "rad/s^2"},
    [AUTH_OUT_POINT_POSITION] = {point_position, 3, "m", "m"},
    [AUTH_OUT_POINT_VELOCITY] = {point_velocity, 3, "m/s", "m/s"},
    [AUTH_OUT_ANGULAR_VELOCITY] = {angular_velocity, 3, "rad/s", "rad/s"},
    [AUTH_OUT_LENGTH] = {length, 1, "m", "rad"},
    [AUTH_OUT_RATE] = {rate, 1, "m/s", "rad/s"},
    [AUTH_OUT_FORCE] = {force, 1, "N", "N m"},
    [AUTH_OUT_BRISTLE] = {bristle, 1, "m", "rad"},
    [AUTH_OUT_FILM] = {film, 1, "1", "1"},
    [AUTH_OUT_KINETIC] = {kinetic, 1, "J", "J"},
    [AUTH_OUT_POTENTIAL] = {potential, 1, "J", "J"},
    [AUTH_OUT_TOTAL] = {total, 1, "J", "J"},
    [AUTH_OUT_MOMENTUM] = {momentum, 3, "kg m/s", "kg m/s"},
    [AUTH_OUT_ANGULAR_MOMENTUM] = {angular_momentum, 3, "kg m^2/s", "kg m^2/s"},
    [AUTH_OUT_POSITION_VIOLATION] = {position_violation, 1, "m", "m"},
    [AUTH_OUT_VELOCITY_VIOLATION] = {velocity_violation, 1, "m/s", "m/s"},
    [AUTH_OUT_ACCELERATION_VIOLATION] = {acceleration_violation, 1, "m/s^2", "m/s^2"},
    [AUTH_OUT_ITERATIONS] = {iterations, 1, "1", "1"},
    [AUTH_OUT_PRESSURE] = {circuit_output, 1, "Pa", "Pa"},
    [AUTH_OUT_SPOOL] = {circuit_output, 1, "1", "1"},
    [AUTH_OUT_SWASH] = {circuit_output, 1, "1", "1"},
    [AUTH_OUT_FLOW] = {circuit_output, 1, "m^3/s", "m^3/s"},
    [AUTH_OUT_COMMAND] = {circuit_output, 1, "1", "1"},
    [AUTH_OUT_FRICTION_FORCE] = {circuit_output, 1, "N", "N"},
    [AUTH_OUT_WORK] = {circuit_output, 1, "J", "J"},
    [AUTH_OUT_ROLL] = {roll, 1, "rad", "rad"},
    [AUTH_OUT_PITCH] = {pitch, 1, "rad", "rad"},
    [AUTH_OUT_HEADING] = {heading, 1, "rad", "rad"},
    [AUTH_OUT_DISTANCE] = {distance, 1, "m", "m"},
    [AUTH_OUT_REACH] = {reach, 1, "m", "m"},
    [AUTH_OUT_HEIGHT] = {height, 1, "m", "m"},
    [AUTH_OUT_SPEED] = {speed, 1, "m/s", "m/s"},
};

static const quantity *quantity_of(const auth_output *out)
{
    HL_ASSERT((size_t)out->quantity < sizeof quantities / sizeof *quantities);
    return &quantities[out->quantity];
}

/* NAME, or NAME.x NAME.y NAME.z */
static const char *column_name(const auth_output *out, int columns, int column, hl_arena *arena)
{
    if (columns == 1) return out->name;
    const size_t length_of_name = strlen(out->name);
    char *name = hl_arena_take(arena, length_of_name + 3, 1);
    if (!name) return NULL;
    memcpy(name, out->name, length_of_name);
    name[length_of_name] = '.';
    name[length_of_name + 1] = "xyz"[column];
    return name;
}

bool world_outputs_define(world_mechanism *mechanism, hl_arena *arena)
{
    const auth_mechanism *author = mechanism->author;
    int count = 0;
    for (int i = 0; i < author->output_count; i++) count += quantity_of(&author->outputs[i])->columns;
    const char **names = HL_NEW(arena, const char *, count), **units = HL_NEW(arena, const char *, count),
               **meanings = HL_NEW(arena, const char *, count);
    if (!names || !units || !meanings) return false;

    int at = 0;
    for (int i = 0; i < author->output_count; i++) {
        const auth_output *out = &author->outputs[i];
        const quantity *q = quantity_of(out);
        for (int k = 0; k < q->columns; k++, at++) {
            names[at] = column_name(out, q->columns, k, arena);
            units[at] = out->angular ? q->angular : q->linear;
            meanings[at] = out->meaning;
            if (!names[at]) return false;
        }
    }
    mechanism->output_count = count;
    mechanism->output_names = names;
    mechanism->output_units = units;
    mechanism->output_meanings = meanings;
    return true;
}

void world_mechanism_outputs(const world_mechanism *mechanism, double *values)
{
    mb_evaluate_poses(mechanism->model, mechanism->state, mechanism->work);
    world_mechanism_outputs_evaluated(mechanism, values);
}

void world_mechanism_outputs_evaluated(const world_mechanism *mechanism, double *values)
{
    mb_evaluate_rest(mechanism->model, mechanism->state,
                     mechanism->work); /* the step's own evaluations came before its end */
    for (int i = 0; i < mechanism->author->output_count; i++) {
        const auth_output *out = &mechanism->author->outputs[i];
        const quantity *q = quantity_of(out);
        if (of_circuit(mechanism, out)) /* length, rate, force ... of a cylinder too */
            circuit_output(mechanism, out, values);
        else
            q->evaluate(mechanism, out, values);
        values += q->columns;
    }
}
