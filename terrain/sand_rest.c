/* Lots that rest: sand that lies still in a tool is frozen. Its particles become a rigid part of the tool,
 * the body carries their mass, and nothing of it is computed.
 *
 * A lot freezes when everything that the tool holds has been slow in the tool for a while and nothing else
 * touches it: neither the ground nor a particle that moves. Particles heaped on top that lean on it freeze
 * with it. It wakes when
 *   - apparent gravity g - a, seen from the tool, leaves the direction that it had when the lot came to rest,
 *     or changes its magnitude for a while. Turning the tool acts at once; acceleration is smoothed, so that
 *     jolts shorter than the time in which sand moves do not count
 *   - the tool digs
 *   - a particle comes near it
 * The decision falls at the beginning of a step, before particles push: in every step either the body carries
 * the lot or the particles press on the tool, never both. */
#include "sand_parts.h"

#include "hl/trig.h"

static const double CALM_TIME = 0.2;     /* [s] of rest before freezing: grains fall some layers in it */
static const double CALM_SPEED = 0.02;   /* [m/s] root of mean square: what contacts jitter by */
static const double CALM_FASTEST = 0.15; /* [m/s] of a single grain: one that rolls may settle where it is */
static const double WAKE_TILT = 0.10472; /* [rad], 6 degrees: what a heap in a bucket stands */
static const double WAKE_JOLT = 0.5;     /* of g: change of magnitude that loosens grains */
static const double JOLT_TIME = 0.03;    /* [s] for which it must last */

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
        lot->acceleration = hl_add_scaled(lot->acceleration, sand->smoothing, hl_sub(now, lot->acceleration));
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

static bool must_wake(const terr_sand *sand, int tool, sand_lot *lot, const terr_tool_motion *motion)
{
    double sine, cosine;
    hl_sincos(WAKE_TILT, &sine, &cosine);
    const hl_vec3 now = apparent_gravity(sand, lot, motion);
    const double pull = hl_norm(now), settled = hl_norm(lot->settled);
    const bool jolts = fabs(pull - settled) > WAKE_JOLT * sand->gravity;
    lot->jolted = jolts ? lot->jolted + 1 : 0;
    return sand->sum[tool].entered || hl_dot(now, lot->settled) < cosine * pull * settled ||
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

/* Within so many layers of particles above what the tool holds. */
bool terr_sand_leans(const terr_sand *sand, int tool, hl_vec3 local, int layers)
{
    const double down = layers * SAND_LAYER * sand->radius;
    return terr_sand_holds(&sand->region[tool], sand->digger[tool],
                           hl_add_scaled(local, -down, sand->region[tool].outwards));
}

static bool is_calm(const sand_sum *sum)
{
    return sum->count > 0 && sum->fastest < CALM_FASTEST * CALM_FASTEST &&
           sum->square < CALM_SPEED * CALM_SPEED * sum->count;
}

/* Whether a particle that is not held may lean on the lot: on its top, over a side wall's rim, over the edge.
 */
static bool leans_on_rim(const terr_sand *sand, int tool, hl_vec3 local)
{
    const sand_region *region = &sand->region[tool];
    const terr_digger *digger = sand->digger[tool];
    const double layer = SAND_LAYER * sand->radius;
    return terr_sand_leans(sand, tool, local, 1) ||
           terr_sand_holds(region, digger, hl_v3(local.x, local.y - layer, local.z)) ||
           terr_sand_holds(region, digger, hl_v3(local.x, local.y + layer, local.z)) ||
           terr_sand_holds(region, digger, hl_add_scaled(local, layer, region->sensor));
}

/* What a particle is to a lot that is about to freeze. */
typedef enum bond {
    APART,
    PART,   /* of the lot: held, or leaning on what is held */
    HINDERS /* would fall into the frozen lot, or props it up from the ground */
} bond;

static bond bond_of(const terr_sand *sand, int tool, const terr_tool_motion *motion, int index)
{
    if (sand->grain.carrier[index] != TERR_AWAKE) return APART;
    const terr_particle particle = terr_particles_look(sand->particles, index);
    const hl_vec3 local = terr_sand_in_tool(motion, particle.position);
    const bool held = (sand->grain.held[index] >> tool & 1U) != 0;
    const bool near = held || leans_on_rim(sand, tool, local);
    if (!near && !terr_sand_leans(sand, tool, local, 2)) return APART;
    const bool slow = terr_sand_squared_speed(motion, &particle) < CALM_FASTEST * CALM_FASTEST;
    return near && slow && !particle.grounded && sand->grain.sinking[index] == 0 ? PART : HINDERS;
}

static bool is_hindered(const terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    for (int i = 0; i < (int)sand->core.known; i++)
        if (bond_of(sand, tool, motion, i) == HINDERS) return true;
    return false;
}

static void freeze(terr_sand *sand, int tool, const terr_tool_motion *motion)
{
    sand_lot *lot = &sand->lot[tool];
    sand->sum[tool] = (sand_sum){0};
    for (int i = 0; i < (int)sand->core.known; i++) {
        if (bond_of(sand, tool, motion, i) != PART) continue;
        const terr_particle particle = terr_particles_look(sand->particles, i);
        terr_sand_add(&sand->sum[tool], particle.mass, terr_sand_in_tool(motion, particle.position));
        terr_particles_freeze(sand->particles, i, tool);
        sand->grain.carrier[i] = (int8_t)tool;
        sand->grain.held[i] = (uint8_t)(1U << tool);
    }
    terr_sand_set_payload(sand, tool);
    lot->frozen = 1;
    lot->settled = apparent_gravity(sand, lot, motion);
}

/* A lot that is awake. */
static void let_rest(terr_sand *sand, int tool, const terr_tool_motion *motion, bool digs)
{
    sand_lot *lot = &sand->lot[tool];
    lot->calm = is_calm(&sand->sum[tool]) && !digs ? lot->calm + 1 : 0;
    if ((double)lot->calm * sand->step < CALM_TIME) return;
    lot->calm = 0; /* when it may not freeze now it is asked again in CALM_TIME */
    if (!is_hindered(sand, tool, motion)) freeze(sand, tool, motion);
}

void terr_sand_rest(terr_sand *sand, int tool, const terr_tool_motion *motion, bool digs)
{
    follow_acceleration(sand, tool, motion);
    if (!sand->lot[tool].frozen)
        let_rest(sand, tool, motion, digs);
    else if (must_wake(sand, tool, &sand->lot[tool], motion) || digs)
        terr_sand_wake(sand, tool);
}
