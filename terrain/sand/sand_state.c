/* State of the sand as one block: the core with its lots and loads, the data of particles, then what the
 * particles and the field save themselves. Every part is a multiple of 8 bytes long and has no padding. */
#include "sand_parts.h"

#include "hl/hash.h"

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

size_t terr_sand_state_size(const terr_sand *sand)
{
    return sizeof(kept) + size_of_grains(sand, (size_t)sand->core.known) +
           whole_words(terr_particles_state_size(sand->particles)) +
           whole_words(terr_field_state_size(sand->field));
}

size_t terr_sand_state_capacity(const terr_sand *sand)
{
    return sizeof(kept) + size_of_grains(sand, (size_t)sand->capacity) +
           whole_words(terr_particles_state_capacity(sand->particles)) +
           whole_words(terr_field_state_capacity(sand->field));
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
    terr_field_save(sand->field, at + whole_words(terr_particles_state_size(sand->particles)));
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
    terr_field_restore(sand->field, at + whole_words(terr_particles_state_size(sand->particles)));
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
    return field > 0 && size == at + whole_words(field);
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
    return hl_hash(hash, parts, sizeof parts);
}
