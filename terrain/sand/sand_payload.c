/* Loads of tools: mass, centre and inertia from the particles, and two sensors.
 *
 * The virtual mass sensor is the filtered mass of the particles in the tool.
 *
 * The inflow is the bucket load signal of 000 publication IV: it counts the mass of particles that cross a
 * plane near the teeth inwards, over the floor, less that which crosses it outwards. Particles that fall in
 * from above, or out over the sides, do not cross it. It is reset to zero when the tool has been empty for a
 * while. */
#include "particles/particles_internal.h"
#include "sand_parts.h"

/* Slower than this a particle may merge [m/s]: it falls so fast after half a millimetre; rolling down a slope
 * it is faster within a few hundredths of a second. */
static const double SLOW = 0.1;
static const double EMPTY_TIME = 1.0; /* [s] after which the inflow is set to zero */
/* The scale follows what the tool holds with this time constant [s]: within 5 % after three of them. */
static const double SCALE_TIME = 0.25;

/* ---- weighing ---- */

/* Inertia of a solid sphere over its mass, 2/5 r^2, is added for each particle. */
void terr_sand_set_payload(terr_sand *sand, int tool)
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
