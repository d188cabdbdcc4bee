/* Scenes of free bodies for tests: one material, flat ground or none. */
#ifndef OBJECT_RIG_H
#define OBJECT_RIG_H

#include "object/object.h"

#include "hl/report.h"

enum { RIG_BODIES = 256 };

typedef struct object_rig {
    hl_arena arena;
    hl_report report;
    obj_def def;
    int count;
    obj_body_def bodies[RIG_BODIES];
    obj_piece pieces[RIG_BODIES];
    obj_law law;
    double slope; /**< of the ground: height = slope x */
    obj_port_def ports[4];
    obj_piece port_pieces[4];
    contact_motion motions[4];
    obj_model *model;
    obj_state *state;
    obj_work *work;
    int steps;
} object_rig;

/** Gravity along -z; flat ground at z = 0 if `ground`. 1 ms. */
object_rig *rig_new(bool ground);

/** Add a body at a place, upright; its number. */
int rig_add(object_rig *rig, coll_shape shape, double mass, hl_vec3 place);
int rig_add_box(object_rig *rig, hl_vec3 half, double mass, hl_vec3 place);
int rig_add_ball(object_rig *rig, double radius, double mass, hl_vec3 place);

/** A port of machine 0 with a box; returns its number. */
int rig_add_port(object_rig *rig, hl_vec3 half, hl_vec3 place);

void rig_open(object_rig *rig);
void rig_set_velocity(object_rig *rig, int body, hl_vec3 velocity, hl_vec3 spin);
void rig_step(object_rig *rig);
void rig_run(object_rig *rig, int steps);

/** Kinetic and potential [J] of bodies that are awake. */
double rig_energy(const object_rig *rig);

/** Force of a guest on the only body of its machine that it touches, when its own bodies are in equilibrium
 * with the body's motion, and the tangent of the force. */
void rig_solve_guest(const mb_guest *guest, const mb_guest_motion *motion, double force[6],
                     double tangent[36]);

/** Check the tangent against solved forces at small moves.
 *  @param move   [m], [rad]
 *  @param force  out: at the motion */
void rig_check_guest_tangent(const mb_guest *guest, const mb_guest_motion *motion, double move,
                             double force[6]);

void rig_free(object_rig *rig);

#endif
