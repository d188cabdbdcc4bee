/* Motion of one step, semi-implicit Euler: velocities from the forces, positions from the new velocities.
 *
 * Rolling resistance is dry friction, integrated implicitly: the moment mu_r r F_n, summed over the contacts,
 * changes the spin towards the target spin but not beyond it, so that grains come to rest and stay at rest.
 * The target spin is w* = sum F_n (w_i + w_j)/2 / sum F_n: the mean for two grains, the surface's spin for a
 * surface. Rolling moments are not exchanged pair by pair: they damp relative spins. */
#include "particles_internal.h"

#include "hl/quat.h"

#include <string.h>

/* Slower than this is still [m/s]: two steps of free fall. */
#define STILL_SPEED 0.02f

/* Speeds, and spins in rad/s, beyond this are not those of a particle: it is lost [m/s]. Its position stays
 * finite, too. */
#define FASTEST 1e5f

/* Beyond the field's borders by this, a particle is lost [m]. */
#define LEFT_EVERYTHING 1000.0

typedef struct limits {
    float low[AXES], high[AXES]; /* about the base [m] */
} limits;

static limits find_limits(const terr_particles *p, const terr_field *field)
{
    const terr_field_def *f = terr_field_definition(field);
    const double low[AXES] = {f->origin[0], f->origin[1], 0.0},
                 high[AXES] = {f->origin[0] + f->columns * f->cell, f->origin[1] + f->rows * f->cell, 0.0};
    limits l;
    for (int c = 0; c < AXES; c++) {
        l.low[c] = (float)(low[c] - LEFT_EVERYTHING - p->base[c]);
        l.high[c] = (float)(high[c] + LEFT_EVERYTHING - p->base[c]);
    }
    return l;
}

enum { TURN_BLOCK = 32 }; /* particles that turn at a time */

/* Spins of a block after this step. Parts of the loops are vector code. */
typedef struct turning {
    quad free[TURN_BLOCK],
        towards[TURN_BLOCK];                   /* spin without rolling resistance; from there to the target */
    float eased[TURN_BLOCK];                   /* dt over the inertia [s/(kg m^2)] */
    float press[TURN_BLOCK], half[TURN_BLOCK]; /* sum of F_n [N]; 1/2 of its inverse */
    float resists[TURN_BLOCK];                 /* sum of F_n mu_r [N] */
    float square[TURN_BLOCK], share[TURN_BLOCK]; /* of `towards`; part of it that the resistance turns [1] */
} turning;

/* What keeps a particle from rolling turns it towards the target, at most to it. */
static void turn_block(const terr_particles *p, int first, int count, turning *t)
{
    const float dt = p->law.step, r = p->radius;
    for (int k = 0; k < count; k++) {
        const int i = first + k;
        t->eased[k] = p->position[i].c[3];
        t->press[k] = p->force[i].c[3];
        /* the moment's last: sum of F_n times what surfaces resist beyond mu_r */
        t->resists[k] = p->rolling[p->grains[i].soil] * t->press[k] + p->moment[i].c[3];
    }
    for (int k = 0; k < count; k++) {
        t->eased[k] = dt * (t->eased[k] / (0.4f * r * r)); /* solid sphere: 2/5 m r^2 */
        t->half[k] = 0.5f / (t->press[k] > 0.0f ? t->press[k] : 1.0f);
    }
    for (int k = 0; k < count; k++) {
        const int i = first + k;
        const quad_value free = quad_add(quad_load(&p->spin[i]),
                                         quad_times(quad_of(t->eased[k], 0.0f), quad_load(&p->moment[i])));
        const quad_value towards =
            quad_less(quad_times(quad_of(t->half[k], 0.0f), quad_load(&p->roll[i])), free);
        quad_store(&t->free[k], free);
        quad_store(&t->towards[k], towards);
        t->square[k] = quad_dot(towards, towards);
    }
    for (int k = 0; k < count; k++) {
        const float most = t->eased[k] * r * t->resists[k], wish = sqrtf(t->square[k]);
        t->share[k] = wish > most ? most / wish : 1.0f;
    }
}

static inline quad_value turned(const turning *t, int k)
{
    const quad_value free = quad_load(&t->free[k]);
    if (!(t->press[k] > 0.0f)) return free;
    return quad_add(free, quad_times(quad_of(t->share[k], 0.0f), quad_load(&t->towards[k])));
}

/* Marked, stopped where it was: others go on undisturbed until it is removed. @return whether it is new */
static bool lose(terr_particles *p, int i)
{
    const bool new = !p->grains[i].lost;
    p->grains[i].lost = true;
    for (int c = 0; c < AXES; c++) p->velocity[i].c[c] = p->spin[i].c[c] = 0.0f;
    return new;
}

/* Square of the speed against the tool that holds the particle [m^2/s^2]. */
static float square_in_tool(const terr_particles *p, int i, const tool_place *t)
{
    const float *x = p->position[i].c, *v = p->velocity[i].c;
    const contact_vector arm = {x[0] - t->position[0], x[1] - t->position[1], x[2] - t->position[2]};
    const contact_vector turned = contact_cross((contact_vector){t->spin[0], t->spin[1], t->spin[2]}, arm);
    const contact_vector u = {v[0] - t->velocity[0] - turned.x, v[1] - t->velocity[1] - turned.y,
                              v[2] - t->velocity[2] - turned.z};
    return contact_dot(u, u);
}

/* Mark what left everything: asked only when the bounds say so. */
static void lose_far_ones(terr_particles *p, const limits *l)
{
    bool near = true;
    for (int c = 0; c < AXES; c++) near = near && p->low.c[c] > l->low[c] && p->high.c[c] < l->high[c];
    for (int i = 0; i < p->awake && !near; i++)
        for (int c = 0; c < AXES; c++)
            if (!(p->position[i].c[c] > l->low[c] && p->position[i].c[c] < l->high[c])) p->lost += lose(p, i);
}

static move_range no_range(void)
{
    move_range r = {.lost = 0};
    quad_store(&r.low, quad_of(HUGE_VALF, 0.0f));
    quad_store(&r.high, quad_of(-HUGE_VALF, 0.0f));
    r.moved_low = r.low;
    r.moved_high = r.high;
    return r;
}

/* Move the particles from `from` to before `to`. */
static move_range move_particles(terr_particles *p, const tool_place *tools, int from, int to)
{
    const float dt = p->law.step;
    const quad fall = {{0.0f, 0.0f, -dt * (float)p->def.gravity, 0.0f}};
    const quad_value steps = quad_of(dt, 0.0f), gravity = quad_load(&fall);
    move_range r = no_range();
    quad_value low = quad_load(&r.low), high = quad_load(&r.high), moved_low = low, moved_high = high,
               sum = quad_load(&r.moved);
    turning block;
    for (int i = from; i < to; i++) {
        const int at = (i - from) % TURN_BLOCK, left = to - i;
        if (at == 0) turn_block(p, i, left < TURN_BLOCK ? left : TURN_BLOCK, &block);
        const float inverse_mass = p->position[i].c[3];
        quad_value x = quad_load(&p->position[i]), v = quad_load(&p->velocity[i]);
        v = quad_add(
            v, quad_add(gravity, quad_times(quad_of(dt * inverse_mass, 0.0f), quad_load(&p->force[i]))));
        const quad_value w = turned(&block, at), there = quad_add(x, quad_times(steps, v));
        float square = quad_dot(v, v);
        if (square + quad_dot(w, w) < FASTEST * FASTEST) {
            x = there;
            quad_store(&p->position[i], x);
            quad_store(&p->velocity[i], v);
            quad_store(&p->spin[i], w);
        } else {
            r.lost += lose(p, i);
        }
        grain *g = &p->grains[i];
        if (g->holder >= 0) square = square_in_tool(p, i, &tools[g->holder]);
        g->holder = -1;
        g->still = square < STILL_SPEED * STILL_SPEED ? g->still + 1 : 0;
        const quad_value moved = quad_less(x, quad_load(&p->built[i]));
        low = quad_smaller(low, x);
        high = quad_larger(high, x);
        moved_low = quad_smaller(moved_low, moved);
        moved_high = quad_larger(moved_high, moved);
        sum = quad_add(sum, moved);
    }
    quad_store(&r.low, low);
    quad_store(&r.high, high);
    quad_store(&r.moved_low, moved_low);
    quad_store(&r.moved_high, moved_high);
    quad_store(&r.moved, sum);
    return r;
}

static void move_block(void *context, int index)
{
    terr_particles *p = context;
    p->work.moves[index] =
        move_particles(p, p->tools, index * BLOCK_SLOTS, block_end(index, BLOCK_SLOTS, p->awake));
}

/* The mean is summed in the order of the particles, as without a team. */
static move_range move_together(terr_particles *p)
{
    const int blocks = hl_blocks_of(p->awake, BLOCK_SLOTS);
    hl_team_run(p->work.team, blocks, move_block, p);
    move_range all = no_range();
    for (int b = 0; b < blocks; b++) {
        const move_range *r = &p->work.moves[b];
        quad_store(&all.low, quad_smaller(quad_load(&all.low), quad_load(&r->low)));
        quad_store(&all.high, quad_larger(quad_load(&all.high), quad_load(&r->high)));
        quad_store(&all.moved_low, quad_smaller(quad_load(&all.moved_low), quad_load(&r->moved_low)));
        quad_store(&all.moved_high, quad_larger(quad_load(&all.moved_high), quad_load(&r->moved_high)));
        all.lost += r->lost;
    }
    quad_value sum = quad_load(&all.moved);
    for (int i = 0; i < p->awake; i++)
        sum = quad_add(sum, quad_less(quad_load(&p->position[i]), quad_load(&p->built[i])));
    quad_store(&all.moved, sum);
    return all;
}

static void terr_particles_move(terr_particles *p, const terr_field *field)
{
    const move_range r = has_team(p) ? move_together(p) : move_particles(p, p->tools, 0, p->awake);
    p->low = r.low;
    p->high = r.high;
    p->moved_low = r.moved_low;
    p->moved_high = r.moved_high;
    quad_store(&p->moved,
               quad_times(quad_of(p->awake > 0 ? 1.0f / (float)p->awake : 0.0f, 0.0f), quad_load(&r.moved)));
    p->lost += r.lost;
    const limits l = find_limits(p, field);
    lose_far_ones(p, &l);
}

/* ---- steps ---- */

/* One step of all awake particles. */

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
    if (!terr_particles_lists_are_valid(p)) terr_particles_list(p);
    p->changes = 0;
    begin_touches(p);
    terr_particles_touch_ground(p, field);
    for (int t = 0; t < touched_count(p); t++) {
        place_tool(p, &motion[t], &p->tools[t]);
        terr_particles_touch_tool(p, t, &p->tools[t]);
    }
    memset(p->force, 0, quads);
    memset(p->moment, 0, quads);
    memset(p->roll, 0, quads);
    p->contacts = 0;
    terr_particles_pair_forces(p);
    terr_particles_touch_forces(p, motion, loads);
    terr_particles_move(p, field);
    for (int t = 0; t < touched_count(p); t++) p->motion[t] = go_on(&motion[t], p->def.step);
}
