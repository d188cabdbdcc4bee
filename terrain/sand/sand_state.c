/* State of the sand as one block: the core with its lots and loads, the data of particles, then the saved
 * states of particles, field and containers. Every part is a multiple of 8 bytes long and has no padding. */
#include "sand_parts.h"

#include "hl/hash.h"
#include "hl/real.h"
#include "tool/tool_internal.h"

#include <string.h>

/* A terr_tool_load without padding. */
typedef struct kept_load {
    hl_vec3 force, moment;
    hl_sym3 stiffness, damping;
    hl_vec3 contact_point;
    int64_t cuts;
    hl_vec3 point, axis[3];
    double ahead, back, across, down, up;
    hl_vec3 weight;
    double mass;
    hl_vec3 centre;
    hl_sym3 inertia;
    int64_t particles, frozen;
    double weighed, inflow, dug, depth;
    int64_t front_known;
    hl_vec3 front;
    double uncut, lift, idle;
} kept_load;

/* Core, lots and loads as they are saved. */
typedef struct kept {
    sand_core core;
    sand_lot lot[TERR_MAX_TOOLS];
    kept_load load[TERR_MAX_TOOLS];
} kept;

static kept_load keep_load(const terr_tool_load *load)
{
    const terr_resistance none = {0}, *r = load->resistance.cuts ? &load->resistance : &none;
    const terr_payload *p = &load->payload;
    return (kept_load){load->force,
                       load->moment,
                       load->stiffness,
                       load->damping,
                       load->contact_point,
                       r->cuts,
                       r->point,
                       {r->axis[0], r->axis[1], r->axis[2]},
                       r->ahead,
                       r->back,
                       r->across,
                       r->down,
                       r->up,
                       r->weight,
                       p->mass,
                       p->centre,
                       p->inertia,
                       p->particles,
                       p->frozen,
                       p->weighed,
                       p->inflow,
                       load->dug,
                       load->depth,
                       load->front.known,
                       load->front.at,
                       load->front.uncut,
                       load->front.lift,
                       load->front.idle};
}

static terr_tool_load load_of(const kept_load *k)
{
    const terr_resistance resistance = {.cuts = k->cuts != 0,
                                        .point = k->point,
                                        .axis = {k->axis[0], k->axis[1], k->axis[2]},
                                        .ahead = k->ahead,
                                        .back = k->back,
                                        .across = k->across,
                                        .down = k->down,
                                        .up = k->up,
                                        .weight = k->weight};
    const terr_payload payload = {.mass = k->mass,
                                  .centre = k->centre,
                                  .inertia = k->inertia,
                                  .particles = (int)k->particles,
                                  .frozen = k->frozen != 0,
                                  .weighed = k->weighed,
                                  .inflow = k->inflow};
    const terr_cut_front front = {
        .known = k->front_known != 0, .at = k->front, .uncut = k->uncut, .lift = k->lift, .idle = k->idle};
    return (terr_tool_load){.force = k->force,
                            .moment = k->moment,
                            .stiffness = k->stiffness,
                            .damping = k->damping,
                            .contact_point = k->contact_point,
                            .resistance = resistance,
                            .payload = payload,
                            .dug = k->dug,
                            .depth = k->depth,
                            .front = front};
}

static void keep(const terr_sand *sand, kept *to)
{
    memset(to, 0, sizeof *to);
    to->core = sand->core;
    for (int t = 0; t < sand->tool_count; t++) {
        to->lot[t] = sand->lot[t];
        to->load[t] = keep_load(&sand->load[t]);
    }
}

/* ---- data of particles ---- */

enum { ARRAYS = 5 };

typedef struct array {
    void *data;
    size_t size; /* [bytes] of one particle's */
} array;

static void list_arrays(const sand_grains *grain, array list[ARRAYS])
{
    list[0] = (array){grain->serial, sizeof *grain->serial};
    list[1] = (array){grain->sinking, sizeof *grain->sinking};
    list[2] = (array){grain->slow, sizeof *grain->slow};
    list[3] = (array){grain->close, sizeof *grain->close};
    list[4] = (array){grain->behind, sizeof *grain->behind};
}

static size_t whole_words(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static size_t size_of_grains(const terr_sand *sand, size_t count)
{
    array list[ARRAYS];
    list_arrays(&sand->grain, list);
    size_t size = 0;
    for (int k = 0; k < ARRAYS; k++) size += whole_words(count * list[k].size);
    return size;
}

static void save_grains(const terr_sand *sand, char *to)
{
    array list[ARRAYS];
    list_arrays(&sand->grain, list);
    for (int k = 0; k < ARRAYS; k++) {
        const size_t size = (size_t)sand->core.known * list[k].size;
        memset(to + size, 0, whole_words(size) - size);
        memcpy(to, list[k].data, size);
        to += whole_words(size);
    }
}

static void restore_grains(terr_sand *sand, const char *from)
{
    array list[ARRAYS];
    list_arrays(&sand->grain, list);
    for (int k = 0; k < ARRAYS; k++) {
        const size_t size = (size_t)sand->core.known * list[k].size;
        memcpy(list[k].data, from, size);
        from += whole_words(size);
    }
}

/* ---- state ---- */

static size_t size_of_containers(const terr_sand *sand)
{
    size_t size = 0;
    for (int c = 0; c < sand->container_count; c++) size += container_state_size(&sand->containers[c]);
    return size;
}

static void save_containers(const terr_sand *sand, char *to)
{
    for (int c = 0; c < sand->container_count; to += container_state_size(&sand->containers[c++]))
        container_save(&sand->containers[c], to);
}

static void restore_containers(terr_sand *sand, const char *from)
{
    for (int c = 0; c < sand->container_count; from += container_state_size(&sand->containers[c++]))
        container_restore(&sand->containers[c], from);
}

static bool containers_fit(const terr_sand *sand, const char *from)
{
    for (int c = 0; c < sand->container_count; from += container_state_size(&sand->containers[c++]))
        if (!container_fits(&sand->containers[c], from)) return false;
    return true;
}

size_t terr_sand_state_size(const terr_sand *sand)
{
    return sizeof(kept) + size_of_grains(sand, (size_t)sand->core.known) +
           whole_words(terr_particles_state_size(sand->particles)) +
           whole_words(terr_field_state_size(sand->field)) + size_of_containers(sand);
}

size_t terr_sand_state_capacity(const terr_sand *sand)
{
    return sizeof(kept) + size_of_grains(sand, (size_t)sand->capacity) +
           whole_words(terr_particles_state_capacity(sand->particles)) +
           whole_words(terr_field_state_capacity(sand->field)) + size_of_containers(sand);
}

void terr_sand_save(const terr_sand *sand, void *to)
{
    kept own;
    keep(sand, &own);
    memcpy(to, &own, sizeof own);
    char *at = (char *)to + sizeof own;
    save_grains(sand, at);
    at += size_of_grains(sand, (size_t)sand->core.known);
    terr_particles_save(sand->particles, at);
    at += whole_words(terr_particles_state_size(sand->particles));
    terr_field_save(sand->field, at);
    save_containers(sand, at + whole_words(terr_field_state_size(sand->field)));
}

void terr_sand_restore(terr_sand *sand, const void *from)
{
    kept own;
    memcpy(&own, from, sizeof own);
    sand->core = own.core;
    for (int t = 0; t < sand->tool_count; t++) {
        sand->lot[t] = own.lot[t];
        sand->load[t] = load_of(&own.load[t]);
    }
    const char *at = (const char *)from + sizeof own;
    restore_grains(sand, at);
    at += size_of_grains(sand, (size_t)sand->core.known);
    terr_particles_restore(sand->particles, at);
    at += whole_words(terr_particles_state_size(sand->particles));
    terr_field_restore(sand->field, at);
    restore_containers(sand, at + whole_words(terr_field_state_size(sand->field)));
    for (int i = 0; i < (int)sand->core.known; i++)
        sand->grain.carrier[i] = (int8_t)terr_particles_get(sand->particles, i).carrier;
}

/* Counts of the core are not negative, and there are places for as many particles. */
static bool core_fits(const terr_sand *sand, const sand_core *core)
{
    return core->known >= 0 && core->known <= sand->capacity && core->next >= 0 && core->sinking >= 0 &&
           core->sinking <= core->known;
}

bool terr_sand_fits(terr_sand *sand, const void *from, size_t size)
{
    kept own;
    if (size < sizeof own) return false;
    memcpy(&own, from, sizeof own);
    if (!core_fits(sand, &own.core)) return false;
    size_t at = sizeof own + size_of_grains(sand, (size_t)own.core.known);
    if (size < at) return false;
    const size_t particles = terr_particles_fits(sand->particles, (const char *)from + at, size - at);
    at += whole_words(particles);
    if (particles == 0 || size < at) return false;
    const size_t field = terr_field_state_is_valid(sand->field, (const char *)from + at, size - at);
    at += whole_words(field);
    return field > 0 && size == at + size_of_containers(sand) &&
           containers_fit(sand, (const char *)from + at);
}

uint64_t terr_sand_hash(const terr_sand *sand)
{
    kept own;
    array list[ARRAYS];
    keep(sand, &own);
    list_arrays(&sand->grain, list);
    uint64_t hash = hl_hash(HL_HASH_START, &own, sizeof own);
    for (int k = 0; k < ARRAYS; k++)
        hash = hl_hash(hash, list[k].data, (size_t)sand->core.known * list[k].size);
    const uint64_t parts[2] = {terr_particles_hash(sand->particles), terr_field_hash(sand->field)};
    hash = hl_hash(hash, parts, sizeof parts);
    for (int c = 0; c < sand->container_count; c++) hash = container_hash(&sand->containers[c], hash);
    return hash;
}

/* The region of a tool's load. Testing a polygon for each particle in each step would be the most expensive
 * part; a grid over the profile's plane has the result wherever no border passes. */

enum { CELLS_ACROSS = 64 }; /* of the longer side: borders pass through a tenth of the cells */

static const double HALF_DIAGONAL = 0.7071067811865476; /* of a cell */

/* ---- distance to the border ---- */

static double distance_to_segment(terr_flat a, terr_flat b, double x, double z)
{
    const double dx = b.x - a.x, dz = b.z - a.z, square = dx * dx + dz * dz;
    const double share = square > 0.0 ? ((x - a.x) * dx + (z - a.z) * dz) / square : 0.0;
    const double s = share < 0.0 ? 0.0 : share < 1.0 ? share : 1.0;
    return hl_hypot(x - a.x - s * dx, z - a.z - s * dz);
}

/* The border consists of plates, the mouth and an arc above it. */
static double distance_to_border(const terr_shape *shape, double x, double z)
{
    double least = distance_to_segment(shape->lip, shape->edge, x, z);
    for (int i = 0; i < shape->plates; i++) {
        const terr_flat next = i + 1 < shape->plates ? shape->plate[i + 1].from : shape->lip;
        least = fmin(least, distance_to_segment(shape->plate[i].from, next, x, z));
    }
    return fmin(least, fabs(hl_hypot(x - shape->heap.x, z - shape->heap.z) - shape->heap_radius));
}

/* ---- making ---- */

/* The heap above the mouth stays within half a mouth of the mouth's middle. */
static double half_mouth(const terr_shape *shape)
{
    return 0.5 * hl_hypot(shape->lip.x - shape->edge.x, shape->lip.z - shape->edge.z);
}

static bool lay_grid(const terr_shape *shape, const terr_digger *digger, hl_arena *arena, sand_region *region)
{
    const double half = half_mouth(shape);
    const double x = 0.5 * (shape->lip.x + shape->edge.x), z = 0.5 * (shape->lip.z + shape->edge.z);
    const double high[2] = {fmax(shape->high.x, x + half), fmax(shape->high.z, z + half)};
    region->low[0] = fmin(shape->low.x, x - half);
    region->low[1] = fmin(shape->low.z, z - half);
    const double cell = fmax(high[0] - region->low[0], high[1] - region->low[1]) / CELLS_ACROSS;
    region->per_cell = 1.0 / cell;
    region->columns = (int)((high[0] - region->low[0]) / cell) + 1;
    region->rows = (int)((high[1] - region->low[1]) / cell) + 1;
    region->kind = HL_NEW(arena, uint8_t, region->columns * region->rows);
    if (!region->kind) return false;
    for (int j = 0; j < region->rows; j++)
        for (int i = 0; i < region->columns; i++) {
            const hl_vec3 at =
                hl_v3(region->low[0] + (i + 0.5) * cell, 0.0, region->low[1] + (j + 0.5) * cell);
            const bool border = distance_to_border(shape, at.x, at.z) <= HALF_DIAGONAL * cell;
            const sand_kind sure = terr_digger_holds(digger, at) ? SAND_INSIDE : SAND_OUTSIDE;
            region->kind[j * region->columns + i] = (uint8_t)(border ? SAND_BORDER : sure);
        }
    return true;
}

bool terr_sand_region(const terr_tool_def *tool, const terr_digger *digger, double particle_radius,
                      hl_arena *arena, sand_region *region)
{
    const terr_shape shape = terr_shape_of(tool);
    const double half = hl_hypot(0.5 * (shape.high.x - shape.low.x), 0.5 * (shape.high.z - shape.low.z));
    region->middle = hl_v3(0.5 * (shape.low.x + shape.high.x), 0.0, 0.5 * (shape.low.z + shape.high.z));
    region->radius =
        hl_hypot(half, shape.half_width) + half_mouth(&shape) + 2.0 * SAND_LAYER * particle_radius;
    region->outwards = hl_v3(shape.outwards.x, 0.0, shape.outwards.z);
    region->edge = hl_v3(shape.edge.x, 0.0, shape.edge.z);
    region->inwards = hl_v3(shape.plate[0].inside.x, 0.0, shape.plate[0].inside.z);
    region->half_width = shape.half_width;
    region->sensor_0 = terr_digger_sensor(digger, hl_v3(0, 0, 0));
    region->sensor = hl_v3(terr_digger_sensor(digger, hl_v3(1, 0, 0)) - region->sensor_0,
                           terr_digger_sensor(digger, hl_v3(0, 1, 0)) - region->sensor_0,
                           terr_digger_sensor(digger, hl_v3(0, 0, 1)) - region->sensor_0);
    return lay_grid(&shape, digger, arena, region);
}

/* ---- zones ---- */

/* Mass of soil in a box, as field and as particles, each quantum once. */

static bool within(hl_vec3 at, hl_vec3 low, hl_vec3 high)
{
    return at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y && at.z >= low.z && at.z < high.z;
}

terr_mass terr_sand_mass_in(const terr_sand *sand, hl_vec3 low, hl_vec3 high)
{
    const double from[2] = {low.x, low.y}, to[2] = {high.x, high.y};
    terr_mass sum = terr_field_mass_above(sand->field, from, to, low.z);
    const int count = terr_particles_count(sand->particles);
    for (int i = 0; i < count; i++) {
        terr_mass mass;
        if (!within(terr_particles_place(sand->particles, i, &mass), low, high)) continue;
        sum += i < sand->core.known ? terr_sand_left_of(sand, i, mass) : mass;
    }
    return sum;
}
