/* Loads at rest: sand at rest in a tool is frozen. Its particles become a rigid part of the tool, the body
 * carries their mass, and they need no computation.
 *
 * A load freezes when its particles have been slow relative to the tool for a while and touch neither the
 * ground nor moving particles. Heaped particles freeze with it. A few rolling grains do not keep a load
 * awake: up to one in QUICK_SHARE is stopped. In a shaken tool the load oscillates elastically; the limit of
 * slowness includes this motion. It wakes when
 *   - apparent gravity g - a in the tool's frame changes its direction, compared with that at freezing,
 *     or its magnitude for a while. A rotation of the tool is effective at once. Acceleration is smoothed,
 *     so that jolts shorter than the response time of sand have no effect
 *   - the tool digs
 *   - a particle comes near it
 * The decision is made at the start of a step, before contact forces: in each step either the body carries
 * the load or the particles press on the tool, never both. */
#include "particles/particles_internal.h"

#include "hl/real.h"
#include "sand_parts.h"

static const double CALM_TIME = 0.2;     /* [s] of rest before freezing: grains fall some layers in it */
static const double CALM_SPEED = 0.02;   /* [m/s] root of mean square: what contacts jitter by */
static const double CALM_FASTEST = 0.15; /* [m/s] of a single grain: one that rolls may settle where it is */
/* [s] in which a load springs back: springs of 20 layers bend by 10 mm under them, sqrt(10 mm/g) */
static const double SPRING_TIME = 0.03;
static const double WAKE_TILT = 0.10472; /* [rad], 6 degrees: what a heap in a bucket stands */
static const double WAKE_JOLT = 0.5;     /* of g: change of magnitude that loosens grains */
static const double JOLT_TIME = 0.03;    /* [s] for which it must last */

enum {
    QUICK_SHARE = 256, /* one in so many may be quicker */
    HEAP_LAYERS = 12   /* as far a heap may reach beyond what the tool holds and freeze with it */
};

/* ---- waking ---- */

static void follow_acceleration(terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    sand_lot *lot = &sand->lot[tool];
    const hl_vec3 arm = hl_mul(&motion->rotation, sand->region[tool].middle);
    const hl_vec3 velocity = hl_add(motion->velocity, hl_cross(motion->spin, arm));
    if (!isfinite(velocity.x + velocity.y + velocity.z)) {
        lot->moved = 0; /* a tool gone wild must not leave its mark here */
        return;
    }
    if (lot->moved) {
        const hl_vec3 now = hl_scale(1.0 / sand->step, hl_sub(velocity, lot->velocity));
        const hl_vec3 jolt = hl_sub(now, lot->acceleration);
        lot->acceleration = hl_add_scaled(lot->acceleration, sand->smoothing, jolt);
        lot->shaking += sand->smoothing * (hl_dot(jolt, jolt) - lot->shaking);
    }
    lot->velocity = velocity;
    lot->moved = 1;
}

/* g - a, tool axes [m/s^2] */
static hl_vec3 apparent_gravity(const terr_sand *sand, const sand_lot *lot, const terr_tool_motion *motion)
{
    const hl_vec3 world = hl_sub(hl_v3(0, 0, -sand->gravity), lot->acceleration);
    return hl_mul_transposed(&motion->rotation, world);
}

static bool is_tilted(hl_vec3 now, hl_vec3 before, double angle)
{
    double sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    return hl_dot(now, before) < cosine * hl_norm(now) * hl_norm(before);
}

static bool must_wake(const terr_sand *sand, int tool, sand_lot *lot, const terr_tool_motion *motion)
{
    const hl_vec3 now = apparent_gravity(sand, lot, motion);
    const double pull = hl_norm(now), settled = hl_norm(lot->settled);
    const bool jolts = fabs(pull - settled) > WAKE_JOLT * sand->gravity;
    lot->jolted = jolts ? lot->jolted + 1 : 0;
    return sand->sum[tool].entered || is_tilted(now, lot->settled, WAKE_TILT) ||
           (double)lot->jolted * sand->step >= JOLT_TIME;
}

void terr_sand_wake(terr_sand *sand, int tool)
{
    for (int i = 0; i < (int)sand->core.known; i++) {
        if (sand->grain.carrier[i] != tool) continue;
        terr_particles_wake(sand->particles, i);
        sand->grain.carrier[i] = TERR_AWAKE;
        sand->grain.held[i] = (uint8_t)(1U << tool);
    }
    sand->lot[tool].frozen = 0;
    sand->lot[tool].calm = 0;
    sand->lot[tool].jolted = 0;
}

/* ---- freezing ---- */

/* In which layer of particles above what the tool holds a point of its frame lies.
 * @return 1 to `most`; 0: further up, or elsewhere */
static int terr_sand_layer(const terr_sand *sand, int tool, hl_vec3 local, int most)
{
    const sand_region *region = &sand->region[tool];
    const double layer = SAND_LAYER * sand->radius;
    for (int k = 1; k <= most; k++)
        if (terr_sand_holds(region, sand->digger[tool], hl_add_scaled(local, -k * layer, region->outwards)))
            return k;
    return 0;
}

/* What a lot jitters by when it is shaken [m/s]. */
static double jitter(const sand_lot *lot)
{
    return SPRING_TIME * sqrt(lot->shaking);
}

/* Speed up to which a particle of a lot may settle where it is, squared [m^2/s^2]. */
static double terr_sand_settling_speed(const sand_lot *lot)
{
    const double fastest = CALM_FASTEST + jitter(lot);
    return fastest * fastest;
}

static bool is_calm(const sand_lot *lot, const sand_sum *sum)
{
    const double speed = CALM_SPEED + jitter(lot);
    return sum->count > 0 && sum->quick <= sum->count / QUICK_SHARE &&
           sum->square < speed * speed * sum->count;
}

static bool is_held(const terr_sand *sand, int tool, int index)
{
    return (sand->grain.held[index] & 1U << tool) != 0;
}

static void hold(terr_sand *sand, int tool, int index)
{
    sand->grain.held[index] = (uint8_t)(sand->grain.held[index] | 1U << tool);
}

/* Whatever touches what the tool holds counts as held, too, and what touches that: a heap on it, what leans
 * over its rims. @return false: it does not end within HEAP_LAYERS */
static bool spread(terr_sand *sand, int tool)
{
    const terr_particles *p = sand->particles;
    const float reach = 2.0f * p->radius, near = reach * reach;
    bool spreads = !p->dirty;
    for (int layer = 0; layer < HEAP_LAYERS && spreads; layer++) {
        spreads = false;
        for (int k = 0; k < p->pairs.count; k++) {
            const int i = p->pairs.first[k], j = p->pairs.second[k];
            if (j == no_one(p)) continue;
            const int a = p->grains[i].index, b = p->grains[j].index;
            if (is_held(sand, tool, a) == is_held(sand, tool, b)) continue;
            const quad_value d = quad_less(quad_load(&p->position[i]), quad_load(&p->position[j]));
            if (quad_dot(d, d) > near) continue;
            hold(sand, tool, is_held(sand, tool, a) ? b : a);
            spreads = true;
        }
    }
    return !p->dirty && !spreads;
}

/* What a particle is to a lot that is about to freeze. */
typedef enum bond {
    APART,
    PART,
    QUICK,  /* part of it, but it still moves */
    HINDERS /* would fall onto the frozen lot, or props it up from the ground */
} bond;

/* @param layer  out: above what the tool holds, 0: among it or beside it */
static bond bond_of(const terr_sand *sand, int tool, const terr_tool_motion *motion, int index, int *layer)
{
    *layer = 0;
    if (sand->grain.carrier[index] != TERR_AWAKE) return APART;
    const terr_particle particle = terr_particles_get(sand->particles, index);
    const hl_vec3 local = terr_sand_in_tool(motion, particle.position);
    if (!terr_sand_holds(&sand->region[tool], sand->digger[tool], local))
        *layer = terr_sand_layer(sand, tool, local, HEAP_LAYERS);
    if (!is_held(sand, tool, index)) return *layer > 0 ? HINDERS : APART;
    if (particle.grounded || sand->grain.sinking[index] > 0) return HINDERS;
    const double square = terr_sand_squared_speed(motion, &particle);
    return square < terr_sand_settling_speed(&sand->lot[tool]) ? PART : QUICK;
}

/* Find what would freeze: it counts as held from now on. @return false: something hinders it */
static bool gather(terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    sand_lot *lot = &sand->lot[tool];
    int quick = 0;
    lot->layers = 0;
    if (!spread(sand, tool)) return false;
    for (int i = 0; i < (int)sand->core.known; i++) {
        int layer;
        const bond is = bond_of(sand, tool, motion, i, &layer);
        if (is == HINDERS) return false;
        if (is == APART) continue;
        quick += is == QUICK;
        lot->layers = layer > lot->layers ? layer : lot->layers;
    }
    return quick <= sand->sum[tool].count / QUICK_SHARE;
}

/* Inertia of a solid sphere over its mass, 2/5 r^2, is added for each particle. */
static void terr_sand_set_payload(terr_sand *sand, int tool)
{
    const sand_sum *sum = &sand->sum[tool];
    terr_payload *payload = &sand->load[tool].payload;
    payload->mass = terr_kilograms(sum->mass);
    payload->particles = sum->count;
    payload->centre = hl_v3(0, 0, 0);
    payload->inertia = (hl_sym3){0};
    if (sum->mass <= 0) return;
    const double m = payload->mass, sphere = 0.4 * sand->radius * sand->radius * m;
    const double x = sum->first[0] / m, y = sum->first[1] / m, z = sum->first[2] / m;
    const double xx = sum->second[0] - m * x * x, yy = sum->second[1] - m * y * y,
                 zz = sum->second[2] - m * z * z;
    payload->centre = hl_v3(x, y, z);
    payload->inertia = (hl_sym3){.xx = yy + zz + sphere,
                                 .yy = xx + zz + sphere,
                                 .zz = xx + yy + sphere,
                                 .xy = m * x * y - sum->second[3],
                                 .xz = m * x * z - sum->second[4],
                                 .yz = m * y * z - sum->second[5]};
}

static void freeze(terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    sand->sum[tool] = (sand_sum){0};
    for (int i = 0; i < (int)sand->core.known; i++) {
        if (sand->grain.carrier[i] != TERR_AWAKE || !is_held(sand, tool, i)) continue;
        const terr_particle particle = terr_particles_get(sand->particles, i);
        terr_sand_add(&sand->sum[tool], particle.mass, terr_sand_in_tool(motion, particle.position));
        terr_particles_freeze(sand->particles, i, tool);
        sand->grain.carrier[i] = (int8_t)tool;
        sand->grain.held[i] = (uint8_t)(1U << tool);
    }
    terr_sand_set_payload(sand, tool);
    sand->lot[tool].frozen = 1;
}

/* A lot that is awake. */
static void let_rest(terr_sand *sand, int tool, const terr_tool_motion *motion, bool digs)
{
    sand_lot *lot = &sand->lot[tool];
    const hl_vec3 pull = apparent_gravity(sand, lot, motion);
    lot->calm = is_calm(lot, &sand->sum[tool]) && !digs ? lot->calm + 1 : 0;
    /* mean of the calm time: in a tool that rocks no moment is like the other */
    if (lot->calm > 0)
        lot->settled = hl_add_scaled(lot->settled, 1.0 / (double)lot->calm, hl_sub(pull, lot->settled));
    if ((double)lot->calm * sand->step < CALM_TIME) return;
    lot->calm = 0; /* when it may not freeze now it is asked again in CALM_TIME */
    /* in a tool that is being tilted it would wake at once */
    if (is_tilted(pull, lot->settled, 0.5 * WAKE_TILT)) return;
    if (gather(sand, tool, motion)) freeze(sand, tool, motion);
}

/* Freeze the lot of a tool when it rests, wake it when it must move. RT.
 * @param digs  the tool digs in this step */
static void terr_sand_rest(terr_sand *sand, int tool, const terr_tool_motion *motion, bool digs)
{
    follow_acceleration(sand, tool, motion);
    if (!sand->lot[tool].frozen)
        let_rest(sand, tool, motion, digs);
    else if (must_wake(sand, tool, &sand->lot[tool], motion) || digs)
        terr_sand_wake(sand, tool);
}

/* Loads of tools: mass, centre and inertia from the particles, and two sensors.
 *
 * The virtual mass sensor is the filtered mass of the particles in the tool.
 *
 * The inflow is the bucket load signal of 000 publication IV: it counts the mass of particles that cross a
 * plane near the teeth inwards, over the floor, less that which crosses it outwards. Particles that fall in
 * from above, or out over the sides, do not cross it. It is reset to zero when the tool has been empty for a
 * while. */

/* Slower than this a particle may merge [m/s]: it falls so fast after half a millimetre; rolling down a slope
 * it is faster within a few hundredths of a second. */
static const double SLOW = 0.1;
static const double EMPTY_TIME = 1.0; /* [s] after which the inflow is set to zero */
/* The scale follows what the tool holds with this time constant [s]: within 5 % after three of them. */
static const double SCALE_TIME = 0.25;

/* ---- weighing ---- */

/* Whether a point is between the sides of a tool and on the inner side of its floor, carried on to the front.
 */
static bool over_floor(const sand_region *region, hl_vec3 point)
{
    const double height =
        (point.x - region->edge.x) * region->inwards.x + (point.z - region->edge.z) * region->inwards.z;
    return height > 0.0 && fabs(point.y) <= region->half_width;
}

/* A particle that comes close is seen where it is; from then on crossings count. */
static inline void sense(terr_sand *sand, const sand_region *region, int tool, int index, terr_mass mass,
                         hl_vec3 local)
{
    const unsigned bit = 1U << tool, was = sand->grain.behind[index] & bit;
    const double depth = region->sensor_0 + region->sensor.x * local.x + region->sensor.y * local.y +
                         region->sensor.z * local.z;
    const unsigned is = depth > 0.0 ? bit : 0U;
    const bool seen = (sand->grain.close[index] & bit) != 0;
    sand->grain.close[index] = (uint8_t)(sand->grain.close[index] | bit);
    if (is == was) return;
    sand->grain.behind[index] = (uint8_t)(sand->grain.behind[index] ^ bit);
    if (seen && over_floor(region, local)) sand->lot[tool].sensed += is ? mass : -mass;
}

static void lose_sight(terr_sand *sand, int tool, int index)
{
    const unsigned others = ~(1U << tool);
    sand->grain.close[index] = (uint8_t)(sand->grain.close[index] & others);
    sand->grain.behind[index] = (uint8_t)(sand->grain.behind[index] & others);
}

/* A tool while it weighs: copies, which no store to the particles' bytes can reach, stay in registers. */
typedef struct scale {
    int tool, layers; /* layers: of the frozen lot, and one; 0: it is awake */
    sand_region region;
    terr_tool_motion motion;
    hl_vec3 middle; /* of the region, world [m] */
    double settling;
    sand_sum sum;
} scale;

/* An awake particle in the region of a tool. */
static inline void weigh_particle(terr_sand *sand, scale *at, int index, const terr_particle *particle)
{
    const int tool = at->tool;
    const hl_vec3 local = terr_sand_in_tool(&at->motion, particle->position);
    const bool held = terr_sand_holds(&at->region, sand->digger[tool], local);
    sense(sand, &at->region, tool, index, particle->mass, local);
    if (at->layers > 0 && (held || terr_sand_layer(sand, tool, local, at->layers) > 0))
        at->sum.entered = true;
    if (!held) return;
    sand->grain.held[index] = (uint8_t)(sand->grain.held[index] | 1U << tool);
    terr_sand_add(&at->sum, particle->mass, local);
    const double square = terr_sand_squared_speed(&at->motion, particle);
    const bool quick = square > at->settling;
    at->sum.quick += quick;
    at->sum.square += quick ? 0.0 : square;
}

static void count_slow(uint16_t *steps, hl_vec3 v)
{
    const bool slow = v.x * v.x + v.y * v.y + v.z * v.z < SLOW * SLOW;
    *steps = (uint16_t)(!slow ? 0 : *steps < UINT16_MAX ? *steps + 1 : UINT16_MAX);
}

/* An awake particle by its slot: what weighing needs of it, without what looking costs. */
static terr_particle awake_in(const terr_particles *particles, int slot)
{
    const float *x = particles->position[slot].c, *v = particles->velocity[slot].c;
    const double *base = particles->base;
    const grain *g = &particles->grains[slot];
    return (terr_particle){.position =
                               hl_v3(base[0] + (double)x[0], base[1] + (double)x[1], base[2] + (double)x[2]),
                           .velocity = hl_v3((double)v[0], (double)v[1], (double)v[2]),
                           .mass = g->mass,
                           .carrier = TERR_AWAKE};
}

/* All awake particles, in the order of their slots. */
static void weigh_tool(terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    const terr_particles *particles = sand->particles;
    const sand_lot *lot = &sand->lot[tool];
    const sand_region *region = &sand->region[tool];
    scale at = {.tool = tool,
                .layers = lot->frozen ? (int)lot->layers + 1 : 0,
                .region = *region,
                .motion = *motion,
                .middle = hl_add(motion->position, hl_mul(&motion->rotation, region->middle)),
                .settling = terr_sand_settling_speed(lot)};
    const double square = region->radius * region->radius;
    for (int slot = 0; slot < particles->awake; slot++) {
        const terr_particle particle = awake_in(particles, slot);
        const int i = particles->grains[slot].index;
        const double x = particle.position.x - at.middle.x, y = particle.position.y - at.middle.y,
                     z = particle.position.z - at.middle.z;
        if (x * x + y * y + z * z <= square)
            weigh_particle(sand, &at, i, &particle);
        else
            lose_sight(sand, tool, i);
    }
    sand->sum[tool] = at.sum;
}

static void weigh(terr_sand *sand, const terr_tool_motion *motion)
{
    const terr_particles *particles = sand->particles;
    for (int slot = 0; slot < particles->awake; slot++) {
        const float *v = particles->velocity[slot].c;
        const int i = particles->grains[slot].index;
        sand->grain.held[i] = 0;
        count_slow(&sand->grain.slow[i], hl_v3((double)v[0], (double)v[1], (double)v[2]));
    }
    for (int t = 0; t < sand->tool_count; t++) weigh_tool(sand, t, &motion[t]);
}

/* ---- step ---- */

static void report(terr_sand *sand, int tool)
{
    sand_lot *lot = &sand->lot[tool];
    terr_payload *payload = &sand->load[tool].payload;
    lot->empty = payload->particles == 0 ? lot->empty + 1 : 0;
    if ((double)lot->empty * sand->step >= EMPTY_TIME) lot->sensed = 0;
    payload->frozen = lot->frozen != 0;
    payload->inflow = terr_kilograms(lot->sensed);
    payload->weighed += fmin(sand->step / SCALE_TIME, 1.0) * (payload->mass - payload->weighed);
}

void terr_sand_update_loads(terr_sand *sand, const terr_tool_motion *motion, unsigned digging)
{
    weigh(sand, motion);
    for (int t = 0; t < sand->tool_count; t++) {
        if (!sand->lot[t].frozen) terr_sand_set_payload(sand, t);
        terr_sand_rest(sand, t, &motion[t], (digging >> t & 1U) != 0);
        report(sand, t);
    }
}
