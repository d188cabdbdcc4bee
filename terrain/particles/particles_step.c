/* One step of all awake particles. */
#include "particles_internal.h"

#include "hl/quat.h"

#include <string.h>

static void place_tool(const terr_particles *p, const terr_tool_motion *m, tool_place *place)
{
    const double position[AXES] = {m->position.x, m->position.y, m->position.z},
                 velocity[AXES] = {m->velocity.x, m->velocity.y, m->velocity.z},
                 spin[AXES] = {m->spin.x, m->spin.y, m->spin.z};
    for (int c = 0; c < AXES; c++) {
        place->position[c] = (float)(position[c] - p->base[c]);
        place->velocity[c] = (float)velocity[c];
        place->spin[c] = (float)spin[c];
        for (int k = 0; k < AXES; k++) place->rotation[c][k] = (float)m->rotation.m[c][k];
    }
}

/* Where a tool is at the end of the step, as far as its motion tells: there the particles are as well. */
static terr_tool_motion go_on(const terr_tool_motion *m, double dt)
{
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_scale(dt, m->spin)));
    return (terr_tool_motion){hl_add_scaled(m->position, dt, m->velocity), hl_mat3_mul(&turn, &m->rotation),
                              m->velocity, m->spin};
}

static void begin_touches(terr_particles *p)
{
    const touch_list old = p->touched;
    p->touched = p->old_touched;
    p->old_touched = old;
    p->touched.count = 0;
    for (int i = 0; i < p->awake; i++) p->touched.head[i] = NO_TOUCH;
}

void terr_particles_step(terr_particles *p, const terr_field *field, const terr_tool_motion *motion,
                         terr_tool_load *loads)
{
    const size_t quads = (size_t)p->awake * sizeof(quad);
    if (!terr_particles_lists_hold(p)) terr_particles_list(p);
    p->changes = 0;
    begin_touches(p);
    terr_particles_touch_ground(p, field);
    for (int t = 0; t < p->def.tool_count; t++) {
        place_tool(p, &motion[t], &p->tools[t]);
        terr_particles_touch_tool(p, t, &p->tools[t]);
    }
    memset(p->force, 0, quads);
    memset(p->moment, 0, quads);
    memset(p->roll, 0, quads);
    p->contacts = 0;
    terr_particles_pair_forces(p);
    terr_particles_touch_forces(p, motion, loads);
    terr_particles_move(p, field, p->tools);
    for (int t = 0; t < p->def.tool_count; t++) p->motion[t] = go_on(&motion[t], p->def.step);
}
