/* Loads at rest: sand at rest in a tool is frozen. Its particles become a rigid part of the tool, the body
 * carries their mass, and they need no computation.
 *
 * A load freezes when its particles have been slow relative to the tool for a while and touch neither the
 * ground nor moving particles. Heaped particles freeze with it. A few rolling grains do not keep a load
 * awake: up to one in QUICK_SHARE is stopped. In a shaken tool the load oscillates elastically; the limit of
 * slowness includes this motion. It wakes when
 *   - apparent gravity g - a, seen from the tool, leaves the direction that it had when the lot came to rest,
 *     or changes its magnitude for a while. Turning the tool acts at once; acceleration is smoothed, so that
 *     jolts shorter than the time in which sand moves do not count
 *   - the tool digs
 *   - a particle comes near it
 * The decision is made at the start of a step, before contact forces: in each step either the body carries
 * the load or the particles press on the tool, never both. */
#include "particles/particles_internal.h"
#include "sand_parts.h"

#include "hl/real.h"

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

int terr_sand_layer(const terr_sand *sand, int tool, hl_vec3 local, int most)
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

double terr_sand_settling_speed(const sand_lot *lot)
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

void terr_sand_rest(terr_sand *sand, int tool, const terr_tool_motion *motion, bool digs)
{
    follow_acceleration(sand, tool, motion);
    if (!sand->lot[tool].frozen)
        let_rest(sand, tool, motion, digs);
    else if (must_wake(sand, tool, &sand->lot[tool], motion) || digs)
        terr_sand_wake(sand, tool);
}
