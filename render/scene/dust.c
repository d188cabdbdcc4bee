/* Puffs: soft discs that are born at sources, are slowed down by the air to the wind's speed, grow, and fade.
 * All that looks random is a function of how many puffs there have been. */
#include "rnd/scene.h"

#include "hl/random.h"

#include <math.h>
#include <string.h>

enum { SOURCES = 64 }; /* more are silent */

static const double LONGEST_STEP = 1.0; /* [s] beyond it the old dust has nothing to do with the new */

/* [s] Air takes a puff's own speed: dust of some tenths of a millimetre falls at about 1 m/s, and g times
 * this time is its falling speed; the finer dust that stays visible is slowed down no less. */
static const float SLOWING = 0.35F;
static const float SETTLING = 0.12F; /* [m/s] at which clouds of dust sink */
static const float SWIRL = 0.25F;    /* [m/s] of the air's own turning about */
static const float SPREAD = 0.35F;   /* share of a source's speed by which puffs differ */
static const float FADE_IN = 0.12F;  /* share of a life */
static const float FULL_TURN = 6.2831853F;

typedef struct puff {
    float at[3], velocity[3];
    float age, life; /* [s]; life 0: none */
    float radius, growth, colour[3], alpha;
    float turn, spin; /* [rad], [rad/s] */
    float phase;      /* of its swirl [rad] */
} puff;

typedef struct rank {
    float square; /* distance from the eye [m^2] */
    int puff;
} rank;

struct rnd_dust {
    hl_random random;
    int next; /* the oldest place: the next puff's */
    float due[SOURCES];
    puff puffs[RND_SPRITES];
    rank ranks[RND_SPRITES];
    rnd_sprite sprites[RND_SPRITES];
};

rnd_dust *rnd_dust_new(hl_arena *arena)
{
    return HL_NEW(arena, rnd_dust, 1);
}

static void begin_anew(rnd_dust *dust)
{
    dust->random = (hl_random){0};
    dust->next = 0;
    memset(dust->due, 0, sizeof dust->due);
    memset(dust->puffs, 0, sizeof dust->puffs);
}

/* In [-1, 1). */
static float either_way(rnd_dust *dust)
{
    return (float)(2.0 * hl_random_unit(&dust->random) - 1.0);
}

/* ---- steps ---- */

static void move(puff *p, float dt, const float wind[2])
{
    const float keeps = expf(-dt / SLOWING);
    const float air[3] = {wind[0] + SWIRL * sinf(p->phase + 1.7F * p->age),
                          wind[1] + SWIRL * sinf(1.3F * p->phase + 2.1F * p->age), -SETTLING};
    for (int i = 0; i < 3; i++) {
        p->velocity[i] = air[i] + (p->velocity[i] - air[i]) * keeps;
        p->at[i] += p->velocity[i] * dt;
    }
    p->age += dt;
    p->radius += p->growth * dt;
    p->turn += p->spin * dt;
    if (p->age >= p->life) p->life = 0.0F;
}

/* A puff that has been out for `age` when the step ends. */
static void give_off(rnd_dust *dust, const rnd_source *source, float age, const float wind[2])
{
    puff *p = &dust->puffs[dust->next];
    dust->next = (dust->next + 1) % RND_SPRITES;
    const float *v = source->velocity;
    const float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    *p = (puff){.life = source->life * (1.0F + 0.25F * either_way(dust)),
                .growth = source->growth,
                .alpha = source->alpha};
    p->radius = source->radius * (1.0F + 0.25F * either_way(dust));
    for (int i = 0; i < 3; i++) {
        p->velocity[i] = v[i] + SPREAD * speed * either_way(dust);
        p->at[i] = source->at[i] + 0.5F * source->radius * either_way(dust);
        p->colour[i] = source->colour[i];
    }
    p->turn = FULL_TURN * 0.5F * either_way(dust);
    p->spin = 0.6F * either_way(dust);
    p->phase = FULL_TURN * 0.5F * either_way(dust);
    move(p, age, wind);
}

void rnd_dust_step(rnd_dust *dust, double seconds, const float wind[2], int source_count,
                   const rnd_source *sources)
{
    if (seconds < 0.0 || seconds > LONGEST_STEP) {
        begin_anew(dust);
        return;
    }
    const float dt = (float)seconds;
    for (int i = 0; i < RND_SPRITES; i++)
        if (dust->puffs[i].life > 0.0F) move(&dust->puffs[i], dt, wind);
    for (int i = 0; i < source_count && i < SOURCES; i++) {
        if (sources[i].rate <= 0.0F || sources[i].life <= 0.0F) continue;
        dust->due[i] = fminf(dust->due[i] + sources[i].rate * dt, (float)RND_SPRITES);
        /* the last one is due - whole puffs ago, those before it at the source's pace */
        for (; dust->due[i] >= 1.0F; dust->due[i] -= 1.0F)
            give_off(dust, &sources[i], fminf((dust->due[i] - 1.0F) / sources[i].rate, dt), wind);
    }
}

/* ---- sprites ---- */

static bool is_before(const rank *p, const rank *q)
{
    return p->square != q->square ? p->square > q->square : p->puff < q->puff;
}

/* Far ones first, in place (Shell's method with Ciura's gaps): the C library's sort takes memory. */
static void sort_ranks(rank *ranks, int count)
{
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < count; i++) {
            const rank r = ranks[i];
            int at = i;
            for (; at >= gaps[g] && is_before(&r, &ranks[at - gaps[g]]); at -= gaps[g])
                ranks[at] = ranks[at - gaps[g]];
            ranks[at] = r;
        }
}

static rnd_sprite sprite_of(const puff *p)
{
    const float share = p->age / p->life;
    const float rises = fminf(share / FADE_IN, 1.0F), falls = 1.0F - share;
    rnd_sprite sprite = {.radius = p->radius, .alpha = p->alpha * rises * falls, .turn = p->turn};
    memcpy(sprite.at, p->at, sizeof sprite.at);
    memcpy(sprite.colour, p->colour, sizeof sprite.colour);
    return sprite;
}

int rnd_dust_sprites(rnd_dust *dust, const vec3 eye, const rnd_sprite **sprites)
{
    int count = 0;
    for (int i = 0; i < RND_SPRITES; i++) {
        const puff *p = &dust->puffs[i];
        if (p->life <= 0.0F) continue;
        rank *r = &dust->ranks[count++];
        *r = (rank){.puff = i};
        for (int k = 0; k < 3; k++) r->square += (p->at[k] - eye[k]) * (p->at[k] - eye[k]);
    }
    sort_ranks(dust->ranks, count);
    for (int i = 0; i < count; i++) dust->sprites[i] = sprite_of(&dust->puffs[dust->ranks[i].puff]);
    *sprites = dust->sprites;
    return count;
}
