/* Forces of contacts, in batches: gather what the law needs, evaluate it in a loop without branches, add up.
 * Pairs are antisymmetric: both get the same force with opposite signs. */
#include "particles_internal.h"

#include "hl/status.h"
#include "particles_contact.h"

#include <string.h>

/* Parameters of the contact law from step and soil. */

enum { PHASES = 16, HALVINGS = 40, STEPS_MOST = 1000 };

/* Speed after a collision over that before, in steps of the law: mean over the phases of a step at which two
 * spheres may meet. Masses and steps are 1, so is the speed. */
static double rebound(double zeta)
{
    double sum = 0.0;
    for (int phase = 0; phase < PHASES; phase++) {
        double overlap = (phase + 0.5) / PHASES, speed = 1.0; /* of approach */
        for (int step = 0; step < STEPS_MOST && overlap > 0.0; step++) {
            const double push = CONTACT_STIFFNESS * overlap + 2.0 * zeta * sqrt(CONTACT_STIFFNESS) * speed;
            speed -= push > 0.0 ? push : 0.0;
            overlap += speed;
        }
        sum -= speed;
    }
    return sum / PHASES;
}

double terr_contact_damping(double restitution)
{
    double low = 0.0, high = CONTACT_DAMPING_MOST;
    if (rebound(high) > restitution) return high;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (low + high);
        if (rebound(middle) > restitution)
            low = middle;
        else
            high = middle;
    }
    return low;
}

contact_law terr_contact_law(double dt)
{
    const double kappa = CONTACT_STIFFNESS, kappa_t = CONTACT_SHEAR * kappa;
    /* the tangential oscillation of a sphere has 2/7 of the reduced mass */
    const double eta = 2.0 * CONTACT_SHEAR_DAMPING * sqrt(2.0 / 7.0 * kappa_t);
    return (contact_law){.step = (float)dt,
                         .stiffness = (float)(kappa / (dt * dt)),
                         .damping = (float)(2.0 * sqrt(kappa) / dt),
                         .shear = (float)(kappa_t / (dt * dt)),
                         .shear_time = (float)(eta * dt / kappa_t),
                         .rate = (float)(1.0 / dt)};
}

static inline contact_vector from(const quad *q)
{
    return (contact_vector){q->c[0], q->c[1], q->c[2]};
}

static inline contact_vector spring_of(const contact_batch *batch, int k)
{
    return (contact_vector){batch->spring[0][k], batch->spring[1][k], batch->spring[2][k]};
}

static inline void put_effect(contact_batch *batch, int k, contact_effect e)
{
    batch->spring[0][k] = e.spring.x;
    batch->spring[1][k] = e.spring.y;
    batch->spring[2][k] = e.spring.z;
    batch->force[k] = (quad){{e.force.x, e.force.y, e.force.z, e.press}};
    batch->moment[k] = (quad){{e.moment.x, e.moment.y, e.moment.z, 0.0f}};
}

/* ---- pairs ---- */

/* Sort pairs `from` on: those that touch, and those that no longer do. Without a branch: a quarter to a half
 * of the list touches, in no order. */
static void sort_lanes(const terr_particles *p, int from, float square, unsigned within, int *touching,
                       int *parted, int *count, int *gone)
{
    const pair_list *pairs = &p->pairs;
    const unsigned near = lanes_near(p->position, &pairs->first[from], &pairs->second[from], square) & within,
                   was_near = lanes_of_bytes(&pairs->touched[from]);
    *count += lanes_count(near, from, &touching[*count]);
    *gone += lanes_count(was_near & ~near & within, from, &parted[*gone]);
    lanes_to_bytes(near, &pairs->touched[from]);
}

/* Pairs from `from` to before `to` that touch, and those that no longer do, both listed from there on. Only
 * the end of the list may be within lanes, so nothing is written behind other ends. */
static int find_touching(terr_particles *p, int from, int to, int *parted_count)
{
    const float square = 4.0f * p->radius * p->radius;
    const int whole = from + (to - from) / LANES * LANES, left = to - whole;
    int *touching = p->touching + from, *parted = p->parted + from;
    int count = 0, gone = 0;
    for (int k = from; k < whole; k += LANES)
        sort_lanes(p, k, square, (1u << LANES) - 1u, touching, parted, &count, &gone);
    if (left > 0) {
        for (int k = to; k < whole + LANES; k++) p->pairs.first[k] = p->pairs.second[k] = 0;
        sort_lanes(p, whole, square, (1u << left) - 1u, touching, parted, &count, &gone);
    }
    *parted_count = gone;
    return count;
}

static void clear_springs(terr_particles *p, const int *restrict parted, int count)
{
    for (int c = 0; c < AXES; c++)
        for (int k = 0; k < count; k++) p->pairs.spring[c][parted[k]] = 0.0f;
}

/* Differences, but sums of what stands last: inverse masses, frictions, damping ratios. */
static void gather_pairs(const terr_particles *p, const int *restrict touching, int count,
                         contact_batch *restrict batch)
{
    const quad *position = p->position, *velocity = p->velocity, *spin = p->spin;
    for (int k = 0; k < count; k++) {
        const int i = p->pairs.first[touching[k]], j = p->pairs.second[touching[k]];
        quad_store(&batch->normal[k],
                   quad_add(quad_load(&position[i]), quad_turned(quad_load(&position[j]))));
        quad_store(&batch->velocity[k],
                   quad_add(quad_load(&velocity[i]), quad_turned(quad_load(&velocity[j]))));
        quad_store(&batch->spin[k], quad_add(quad_load(&spin[i]), quad_load(&spin[j])));
    }
    for (int c = 0; c < AXES; c++)
        for (int k = 0; k < count; k++) batch->spring[c][k] = p->pairs.spring[c][touching[k]];
}

static void evaluate_pairs(const contact_law *law, float diameter, int count, contact_batch *restrict batch)
{
    const contact_law l = *law;
    for (int k = 0; k < count; k++) {
        const contact_vector d = from(&batch->normal[k]);
        /* two at one place push each other nowhere: n = 0 */
        const float distance = sqrtf(contact_dot(d, d)), inverse = distance > 0.0f ? 1.0f / distance : 0.0f;
        put_effect(batch, k,
                   contact_evaluate(&l, (contact){.normal = contact_scale(inverse, d),
                                                  .overlap = diameter - distance,
                                                  .velocity = from(&batch->velocity[k]),
                                                  .spin = from(&batch->spin[k]),
                                                  .spring = spring_of(batch, k),
                                                  .lever = 0.5f * distance,
                                                  .mass = 1.0f / batch->normal[k].c[3],
                                                  .friction = batch->velocity[k].c[3],
                                                  .damping = batch->spin[k].c[3]}));
    }
}

static inline void add_to(quad *sum, quad_value v)
{
    quad_store(sum, quad_add(quad_load(sum), v));
}

static void keep_springs(const contact_batch *restrict batch, const int *restrict touching, int count,
                         terr_particles *p)
{
    for (int c = 0; c < AXES; c++)
        for (int k = 0; k < count; k++) p->pairs.spring[c][touching[k]] = batch->spring[c][k];
}

static void scatter_pairs(const contact_batch *restrict batch, const int *restrict touching, int count,
                          terr_particles *p)
{
    quad *force = p->force, *moment = p->moment, *roll = p->roll;
    for (int k = 0; k < count; k++) {
        const int i = p->pairs.first[touching[k]], j = p->pairs.second[touching[k]];
        const quad_value f = quad_load(&batch->force[k]), t = quad_load(&batch->moment[k]);
        const quad_value w = quad_times(quad_last(f), quad_load(&batch->spin[k]));
        add_to(&force[i], f);
        add_to(&force[j], quad_turned(f));
        add_to(&moment[i], t);
        add_to(&moment[j], t);
        add_to(&roll[i], w);
        add_to(&roll[j], w);
    }
    keep_springs(batch, touching, count, p);
}

static int pressed(const contact_batch *batch, int count)
{
    int touching = 0;
    for (int k = 0; k < count; k++) touching += batch->force[k].c[3] > 0.0f;
    return touching;
}

static void pair_forces_alone(terr_particles *p)
{
    contact_batch *batch = &p->batch;
    int parted = 0;
    const int all = find_touching(p, 0, p->pairs.count, &parted);
    clear_springs(p, p->parted, parted);
    for (int from_pair = 0; from_pair < all; from_pair += CONTACT_BATCH) {
        const int left = all - from_pair, count = left < CONTACT_BATCH ? left : CONTACT_BATCH;
        const int *touching = p->touching + from_pair;
        gather_pairs(p, touching, count, batch);
        evaluate_pairs(&p->law, 2.0f * p->radius, count, batch);
        scatter_pairs(batch, touching, count, p);
        p->contacts += pressed(batch, count);
    }
}

/* ---- pairs, with a team ---- */

/* First all effects, in blocks of pairs; then the sums, in blocks of particles. A particle gets its effects
 * in the order of the list, as without a team. */

static void keep_effects(const terr_particles *p, const contact_batch *restrict batch,
                         const int *restrict touching, int count, pair_effect *restrict effects,
                         pair_ends *restrict ends, pair_block *block)
{
    for (int k = 0; k < count; k++) {
        const int i = p->pairs.first[touching[k]], j = p->pairs.second[touching[k]];
        const int low = i < j ? i : j, high = i < j ? j : i;
        if (low < block->low) block->low = low;
        if (high > block->high) block->high = high;
        const quad_value f = quad_load(&batch->force[k]);
        quad_store(&effects[k].force, f);
        quad_store(&effects[k].moment, quad_load(&batch->moment[k]));
        quad_store(&effects[k].roll, quad_times(quad_last(f), quad_load(&batch->spin[k])));
        ends[k] = (pair_ends){i, j};
    }
}

static void evaluate_block(void *context, int index)
{
    terr_particles *p = context;
    const int from = index * BLOCK_PAIRS;
    contact_batch batch;
    int parted = 0;
    pair_block block = {.low = no_one(p), .high = -1};
    block.touching = find_touching(p, from, block_end(index, BLOCK_PAIRS, p->pairs.count), &parted);
    clear_springs(p, p->parted + from, parted);
    for (int k = 0; k < block.touching; k += CONTACT_BATCH) {
        const int left = block.touching - k, count = left < CONTACT_BATCH ? left : CONTACT_BATCH;
        const int *touching = p->touching + from + k;
        gather_pairs(p, touching, count, &batch);
        evaluate_pairs(&p->law, 2.0f * p->radius, count, &batch);
        keep_effects(p, &batch, touching, count, p->work.effects + from + k, p->work.ends + from + k, &block);
        keep_springs(&batch, touching, count, p);
        block.pressed += pressed(&batch, count);
    }
    p->work.pairs[index] = block;
}

/* Add the effects of a block of pairs to the particles from `low` to before `high`. */
static void add_effects(terr_particles *p, int index, int low, int high)
{
    const int from = index * BLOCK_PAIRS, count = p->work.pairs[index].touching;
    const pair_ends *restrict ends = p->work.ends + from;
    const pair_effect *restrict effects = p->work.effects + from;
    quad *force = p->force, *moment = p->moment, *roll = p->roll;
    for (int k = 0; k < count; k++) {
        const int i = ends[k].first, j = ends[k].second;
        const quad_value f = quad_load(&effects[k].force), t = quad_load(&effects[k].moment),
                         w = quad_load(&effects[k].roll);
        if (i >= low && i < high) {
            add_to(&force[i], f);
            add_to(&moment[i], t);
            add_to(&roll[i], w);
        }
        if (j >= low && j < high) {
            add_to(&force[j], quad_turned(f));
            add_to(&moment[j], t);
            add_to(&roll[j], w);
        }
    }
}

static int sum_size(const terr_particles *p)
{
    const int size = hl_blocks_of(p->awake, SUMS);
    return size > BLOCK_SLOTS ? size : BLOCK_SLOTS;
}

static void sum_block(void *context, int index)
{
    terr_particles *p = context;
    const int low = index * sum_size(p), high = block_end(index, sum_size(p), p->awake);
    const int blocks = hl_blocks_of(p->pairs.count, BLOCK_PAIRS);
    for (int b = 0; b < blocks; b++)
        if (p->work.pairs[b].low < high && p->work.pairs[b].high >= low) add_effects(p, b, low, high);
}

static void pair_forces_together(terr_particles *p)
{
    const int blocks = hl_blocks_of(p->pairs.count, BLOCK_PAIRS);
    hl_team_run(p->work.team, blocks, evaluate_block, p);
    hl_team_run(p->work.team, hl_blocks_of(p->awake, sum_size(p)), sum_block, p);
    for (int b = 0; b < blocks; b++) p->contacts += p->work.pairs[b].pressed;
}

void terr_particles_pair_forces(terr_particles *p)
{
    if (has_team(p))
        pair_forces_together(p);
    else
        pair_forces_alone(p);
}

/* ---- touches ---- */

static void gather_touches(const terr_particles *p, int from_touch, int count, contact_batch *restrict batch)
{
    for (int k = 0; k < count; k++) {
        const touch *t = &p->touched.touches[from_touch + k];
        const touch_place *place = &p->places[from_touch + k];
        const float *v = p->velocity[t->slot].c, *w = p->spin[t->slot].c, *u = place->velocity;
        const float *n = place->normal;
        batch->normal[k] = (quad){{n[0], n[1], n[2], n[3]}};
        batch->velocity[k] = (quad){{v[0] - u[0], v[1] - u[1], v[2] - u[2], u[3]}};
        batch->spin[k] = (quad){{w[0], w[1], w[2], 2.0f * w[3]}}; /* half the damping ratio is kept */
        batch->inverse_mass[k] = p->position[t->slot].c[3];
        for (int c = 0; c < AXES; c++) batch->spring[c][k] = t->spring[c];
    }
}

static void evaluate_touches(const contact_law *law, float radius, int count, contact_batch *restrict batch)
{
    const contact_law l = *law;
    for (int k = 0; k < count; k++)
        put_effect(batch, k,
                   contact_evaluate(&l, (contact){.normal = from(&batch->normal[k]),
                                                  .overlap = batch->normal[k].c[3],
                                                  .velocity = from(&batch->velocity[k]),
                                                  .spin = from(&batch->spin[k]),
                                                  .spring = spring_of(batch, k),
                                                  .lever = radius,
                                                  .mass = 1.0f / batch->inverse_mass[k],
                                                  .friction = batch->velocity[k].c[3],
                                                  .damping = batch->spin[k].c[3]}));
}

static void add_outer(hl_sym3 *sum, double k, hl_vec3 n)
{
    *sum = hl_sym_add(*sum, (hl_sym3){k * n.x * n.x, k * n.y * n.y, k * n.z * n.z, k * n.x * n.y,
                                      k * n.x * n.z, k * n.y * n.z});
}

/* A contact's part of what a tool bears. The places are summed in contact_point, weighted by stiffness, and
 * divided by their weight at the end (trace of the stiffness, as the trace of n n^T is 1). */
static void load_tool(const terr_particles *p, const terr_tool_motion *motion, const touch *at_plate,
                      const float *normal, const float *f, float damping, terr_tool_load *load)
{
    const float *x = p->position[at_plate->slot].c;
    const hl_vec3 n = hl_v3((double)normal[0], (double)normal[1], (double)normal[2]);
    const hl_vec3 at = hl_v3(p->base[0] + (double)x[0], p->base[1] + (double)x[1], p->base[2] + (double)x[2]);
    const hl_vec3 arm = hl_add_scaled(hl_sub(at, motion->position), -(double)p->radius, n);
    const hl_vec3 force = hl_v3(-(double)f[0], -(double)f[1], -(double)f[2]);
    const double mass = 1.0 / (double)x[3];
    const double stiffness = mass * (double)p->law.stiffness;
    load->force = hl_add(load->force, force);
    load->moment = hl_add(load->moment, hl_cross(arm, force));
    add_outer(&load->stiffness, stiffness, n);
    add_outer(&load->damping, mass * (double)p->law.damping * (double)damping, n);
    load->contact_point = hl_add_scaled(load->contact_point, stiffness, arm);
}

static void scatter_touches(terr_particles *p, int from_touch, int count, const terr_tool_motion *motion,
                            terr_tool_load *loads)
{
    const contact_batch *batch = &p->batch;
    for (int k = 0; k < count; k++) {
        touch *t = &p->touched.touches[from_touch + k];
        const touch_place *place = &p->places[from_touch + k];
        const float *f = batch->force[k].c;
        for (int c = 0; c < AXES; c++) t->spring[c] = batch->spring[c][k];
        t->pressed = f[3] > 0.0f;
        if (!t->pressed) continue;
        for (int c = 0; c < 4; c++) p->force[t->slot].c[c] += f[c];
        for (int c = 0; c < 4; c++) p->moment[t->slot].c[c] += batch->moment[k].c[c];
        p->moment[t->slot].c[3] += f[3] * place->rolling;
        for (int c = 0; c < AXES; c++) p->roll[t->slot].c[c] += f[3] * 2.0f * place->spin[c];
        const int tool = tool_of_key(p, t->key);
        if (tool >= 0)
            load_tool(p, &motion[tool], t, batch->normal[k].c, f, batch->spin[k].c[3], &loads[tool]);
    }
}

static void begin_load(terr_tool_load *load)
{
    load->force = load->moment = load->contact_point = hl_v3(0.0, 0.0, 0.0);
    load->stiffness = load->damping = (hl_sym3){0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
}

/* Mean of the contacts, in the tool's frame. */
static void end_load(terr_tool_load *load, const terr_tool_motion *motion)
{
    const double weight = load->stiffness.xx + load->stiffness.yy + load->stiffness.zz;
    if (weight > 0.0)
        load->contact_point =
            hl_mul_transposed(&motion->rotation, hl_scale(1.0 / weight, load->contact_point));
}

void terr_particles_touch_forces(terr_particles *p, const terr_tool_motion *motion, terr_tool_load *loads)
{
    for (int t = 0; t < touched_count(p); t++) begin_load(&loads[t]);
    for (int first = 0; first < p->touched.count; first += CONTACT_BATCH) {
        const int left = p->touched.count - first, count = left < CONTACT_BATCH ? left : CONTACT_BATCH;
        gather_touches(p, first, count, &p->batch);
        evaluate_touches(&p->law, p->radius, count, &p->batch);
        scatter_touches(p, first, count, motion, loads);
        p->contacts += pressed(&p->batch, count);
    }
    for (int t = 0; t < touched_count(p); t++) end_load(&loads[t], &motion[t]);
}
