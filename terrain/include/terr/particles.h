/* Soil particles: rigid spheres with six degrees of freedom (000 publication V section II.B.2 and 3).
 *
 * Spheres touch each other, the field, the plates of tools and the boxes of the scenery. Every contact is a
 * spring and damper (restitution) with a tangential spring that slides at mu F_n, so that grains stick at
 * rest, and a rolling resistance mu_r F_n r, which damps relative spin. One step of the machine is one step
 * here (semi-implicit Euler): the springs are as stiff as the step allows, k = STIFFNESS m/dt^2, with a
 * deflection of some percent of the radius under a bucket's load. The same bound on the dampers raises each
 * restitution below 0.35 to about 0.35. Springs separate grains with at most 1 m/s, so that new overlapping
 * grains do not explode. Boxes have the friction of the soil.
 *
 * Structure of arrays, particles 0 to count - 1; removal moves the last particle into the free place. All
 * loops are in index order: equal states give equal bits. Coordinates are floats relative to a base that
 * moves in whole blocks, so that precision does not decrease far from the origin. */
#ifndef TERR_PARTICLES_H
#define TERR_PARTICLES_H

#include "hl/team.h"
#include "terr/field.h"
#include "terr/tool.h"

typedef struct terr_particles terr_particles;

/** A solid box of the scenery. */
typedef struct terr_box {
    hl_vec3 centre, half; /**< [m] */
    hl_mat3 axes;         /**< box to world, columns */
} terr_box;

typedef struct terr_particles_def {
    int capacity;           /**< maximum number of particles */
    double radius;          /**< of all of them [m] */
    double step;            /**< [s] */
    double gravity;         /**< [m/s^2] */
    const terr_soil *soils; /**< outlive the particles */
    int soil_count;
    const terr_tool_def *tools; /**< outlive the particles: [tool_count + shell_count] */
    int tool_count;
    int shell_count; /**< tools that particles only touch: they hold no particles */
    const terr_box *boxes;
    int box_count;
} terr_particles_def;

/** Allocate particles. @return HL_OK, HL_BAD_INPUT (`why` has the reason), HL_OUT_OF_MEMORY */
hl_status terr_particles_new(const terr_particles_def *def, hl_arena *arena, terr_particles **particles,
                             char *why);

/** Mass of a particle of a soil: the loose soil whose solid volume is the sphere. RT. */
terr_mass terr_particle_mass(const terr_particles *particles, int soil);

/** Add a particle. RT. @return its index, -1 when full */
int terr_particles_add(terr_particles *particles, hl_vec3 position, hl_vec3 velocity, terr_mass mass,
                       int soil);

/** Remove particle `index`; the last one moves into its place, with its contacts. RT. */
void terr_particles_remove(terr_particles *particles, int index);

int terr_particles_count(const terr_particles *particles);

enum { TERR_AWAKE = -1 };

/** A particle, in the world. */
typedef struct terr_particle {
    hl_vec3 position, velocity, spin; /**< [m], [m/s], [rad/s] */
    terr_mass mass;
    int soil;
    int carrier;   /**< TERR_AWAKE, or the tool in which it rests (frozen) */
    bool grounded; /**< touched the field in the last step */
    int still;     /**< number of slow steps, in the world or in its tool */
} terr_particle;
terr_particle terr_particles_get(const terr_particles *particles, int index);

/** Position of a particle [m], and its mass, faster than a complete query. RT. */
hl_vec3 terr_particles_place(const terr_particles *particles, int index, terr_mass *mass);

/** Position of a particle in the frame of its tool [m], from the last step's motions. RT. */
hl_vec3 terr_particles_in_tool(const terr_particles *particles, int index, int tool);

/** Freeze a particle in a tool, or wake it. A frozen particle moves with the tool, without forces; a woken
 * one starts with the tool's velocity at its position. RT. */
void terr_particles_freeze(terr_particles *particles, int index, int tool);
void terr_particles_wake(terr_particles *particles, int index);

/** Fix a particle on the field: the field may then rise around it without lifting it. For particles that
 * merge: others rest on it until the field has taken its volume. Ends when it freezes or wakes. RT. */
void terr_particles_fix(terr_particles *particles, int index);

/** One step of all awake particles. RT.
 *  @param field   the field below them; not changed
 *  @param motion  of each tool and shell
 *  @param loads   out: force, moment, stiffness, damping, contact_point of each tool and shell; others
 * unchanged. Particles that are not finite after the step are marked: see terr_particles_find_lost. */
void terr_particles_step(terr_particles *particles, const terr_field *field, const terr_tool_motion *motion,
                         terr_tool_load *loads);

/** Compute the following steps with a team: the same bits. Not part of the state. Not RT.
 *  @param team   NULL: none, the default. It must outlive the steps
 *  @param arena  for its work memory; unused without a team
 *  @return HL_OK, HL_OUT_OF_MEMORY: no team */
hl_status terr_particles_set_team(terr_particles *particles, const hl_team *team, hl_arena *arena);

/** Leave features of a tool or shell out of the contacts of the next steps: a bit each, as in
 * particles_touch.c; UINT64_MAX: all of it. Not part of the state. RT. */
void terr_particles_leave_out(terr_particles *particles, int tool, uint64_t features);

/** Features of the plate between corners k and k + 1 and of corner k; of a side wall, 0: y < 0, 1: y > 0. */
#define TERR_PLATE_FEATURE(k)  (UINT64_C(1) << (k))
#define TERR_CORNER_FEATURE(k) (UINT64_C(1) << (16 + (k)))
#define TERR_WALL_FEATURES(k)  (UINT64_C(5) << (32 + (k)))

/** First particle from `from` on that is not finite or more than 1 km outside the field; -1: none. RT. */
int terr_particles_find_lost(const terr_particles *particles, int from);

terr_mass terr_particles_mass(const terr_particles *particles);

typedef struct terr_particles_counts {
    int count, awake, capacity;
    int contacts;       /**< of the last step */
    int64_t overflowed; /**< total number of neighbours beyond a particle's list */
} terr_particles_counts;
terr_particles_counts terr_particles_counted(const terr_particles *particles);

/** The largest number of contacts that a step can have: a sphere is touched by at most twelve of its size, or
 * by fewer and walls. RT. */
int64_t terr_particles_most_contacts(const terr_particles *particles);

/* ---- state ---- */

size_t terr_particles_state_size(const terr_particles *particles);
size_t terr_particles_state_capacity(const terr_particles *particles);
void terr_particles_save(const terr_particles *particles, void *to);
void terr_particles_restore(terr_particles *particles, const void *from);

/** For untrusted bytes: whether restoring them is safe, see terr_field_state_is_valid. Not RT: it overwrites
 * work memory of the particles. */
size_t terr_particles_fits(terr_particles *particles, const void *from, size_t size);

/** Hash of the number, positions, velocities, spins, masses and carriers of awake particles, and of the tools
 * that carry frozen ones. Contact springs are not included, because they affect the motion of the next step.
 * RT. */
uint64_t terr_particles_hash(const terr_particles *particles);

/* ---- rendering ---- */

/** World positions of particles, x y z r of each.
 *  @param xyzr  room for 4 `most` numbers. @return how many were written. RT. */
int terr_particles_draw(const terr_particles *particles, int most, float *xyzr);

/** Their soils, in the same order.
 *  @param soils  room for `most` indices of soils. @return how many were written. RT. */
int terr_particles_soils(const terr_particles *particles, int most, uint8_t *soils);

#endif
