/* What the files of the mechanism share. Body i of the author is body i of the model, loop i is loop i;
 * efforts stand in one list: springs, joint springs, stops, friction, bushings, joint forces, circuits. */
#ifndef WORLD_MECHANISM_INTERNAL_H
#define WORLD_MECHANISM_INTERNAL_H

#include "hl/real.h"
#include "mb/force.h"
#include "mb/guest.h"
#include "world/mechanism.h"

static inline hl_vec3 world_vec3(const double v[3])
{
    return hl_v3(v[0], v[1], v[2]);
}

/** The quaternion of a rotation vector [rad]. */
static inline hl_quat world_turn(const double rotation[3])
{
    return hl_quat_exp(world_vec3(rotation));
}

/** The shortest turn that brings z to a unit vector. */
static inline hl_quat world_tilt_to(hl_vec3 up)
{
    const hl_vec3 axis = hl_cross(hl_v3(0, 0, 1), up);
    const double sine = hl_norm(axis);
    if (!(sine > 0.0)) return (hl_quat){1, 0, 0, 0};
    return hl_quat_exp(hl_scale(hl_atan2(sine, up.z) / sine, axis));
}

/** Efforts that do not stand in the mechanism's file: they follow the authored ones in the model. And
 * payloads of the bodies. */
typedef struct world_more_efforts {
    int count;
    const mb_effort_def *efforts;
    const mb_payload *const *payloads; /**< [bodies], each may be NULL; NULL: none */
    const mb_guest *guest;             /**< mb/guest.h; NULL: none */
} world_more_efforts;

/** world_mechanism_build with more efforts. */
hl_status world_mechanism_build_with(const auth_mechanism *author, const world_more_efforts *more,
                                     const mb_step_options *options, hl_arena *arena, hl_report *report,
                                     world_mechanism **mechanism);

/** Number of efforts of an authored mechanism, all kinds together. */
int world_effort_count(const auth_mechanism *author);

/** Index in the model of the first effort of a kind. */
int world_effort_first(const auth_mechanism *author, auth_effort_kind kind);

/** Index in the model of the effort of circuit `circuit`. */
int world_circuit_effort(const auth_mechanism *author, int circuit);

/** Fill the list of efforts, circuits left out; their parameters are the author's. */
void world_efforts_define(const auth_mechanism *author, mb_effort_def *efforts);

/** A scalar joint coordinate as a measure. */
mb_measure_def world_joint_measure(auth_joint_coordinate on);

/** Why mb_assemble failed with `status`: a complaint with its place. */
void world_report_assembly(const world_mechanism *mechanism, hl_status status, hl_report *report);

/** Complain about springs that push along no direction at the assembled start.
 *  @return HL_OK or HL_BAD_INPUT */
hl_status world_check_springs(const world_mechanism *mechanism, hl_report *report);

/** Count the output columns and name them; fills output_count, output_names, output_units. */
bool world_outputs_define(world_mechanism *mechanism, hl_arena *arena);

/** world_mechanism_outputs after an mb_evaluate_poses at the present state. RT. */
void world_mechanism_outputs_evaluated(const world_mechanism *mechanism, double *values);

#endif
