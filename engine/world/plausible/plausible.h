/* What the plausibility checks share: doubts about what a file may say but hardly means. A check is a
 * function and a row of a table, that of mechanisms (mechanism_plausible.c) or that of machines
 * (machine_plausible.c); it adds a line to the report that names the part, the implausible figure and what is
 * expected, at the part's place. All of them look at the mechanism as it was assembled, before anything has
 * moved; not RT. */
#ifndef WORLD_PLAUSIBLE_H
#define WORLD_PLAUSIBLE_H

#include "machine/machine.h"
#include "training/training.h"

/** A mechanism, or a machine's, and where doubts go. */
typedef struct world_doubts {
    const world_machine *machine; /**< NULL: a mechanism alone */
    const world_mechanism *mechanism;
    const auth_mechanism *author;
    const auth_machine *parts; /**< NULL: a mechanism alone */
    double mass, gravity;      /**< of all bodies [kg]; magnitude [m/s^2] */
    bool settled;              /**< the machine has come to rest where it stands, as its looks show */
    hl_mat3 rest;              /**< rotation of the chassis there */
    hl_report *report;
} world_doubts;

typedef void (*world_plausibility_check)(const world_doubts *);

/** Doubts about a machine that does not start: what may be the cause. All checks but those that need it at
 * rest.
 *  @param report  receives them as complaints */
void world_machine_warn_causes(const world_machine *machine, hl_report *report);

/** Bodies, joints, loops and circuits (mechanism_plausible.c). */
void world_doubt_mechanism(const world_doubts *d);

/** What a machine stands on (stand_plausible.c): wheels, tracks, their loads. */
void world_doubt_sides(const world_doubts *d);
void world_doubt_axles(const world_doubts *d);
void world_doubt_tires(const world_doubts *d);
void world_doubt_tracks(const world_doubts *d);
void world_doubt_balance(const world_doubts *d);
void world_doubt_stand(const world_doubts *d);

/** What drives it and what the operator moves (drive_plausible.c, control_plausible.c). */
void world_doubt_engine(const world_doubts *d);
void world_doubt_driveline(const world_doubts *d);
void world_doubt_wheel_motors(const world_doubts *d);
void world_doubt_followers(const world_doubts *d);
void world_doubt_pairs(const world_doubts *d);
void world_doubt_safe_values(const world_doubts *d);
void world_doubt_commands(const world_doubts *d);

/* ---- signals and conditions ---- */

/** Least and largest value of a signal, in its unit. */
typedef struct world_signal_span {
    double low, high;
} world_signal_span;

/** Between what values a signal lies (signal_ranges.c).
 *  @return false: nothing is known */
bool world_signal_between(const world_machine *machine, int signal, world_signal_span *range);

/* ---- points ---- */

/** A point of a body, GROUND included, as the mechanism was assembled. */
static inline hl_vec3 world_start_point(const world_doubts *d, int body, hl_vec3 at)
{
    return body == MB_GROUND ? at : mb_point(d->mechanism->model, d->mechanism->work, body, at).position;
}

/** The same in the frame of the chassis. */
static inline hl_vec3 world_chassis_point(const world_doubts *d, int body, hl_vec3 at)
{
    const mb_pose chassis = mb_pose_of(d->mechanism->model, d->mechanism->work, d->parts->chassis);
    return hl_mul_transposed(&chassis.rotation, hl_sub(world_start_point(d, body, at), chassis.position));
}

#endif
