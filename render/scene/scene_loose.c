/* Grains, and dust and smoke by signals and grains. */
#include "scene_internal.h"

#include "hl/clamp.h"
#include "hl/random.h"
#include "rnd/scene.h"

#include <math.h>
#include <string.h>

/* Puffs: soft discs that start at sources, are slowed down by the air to the wind's speed, grow, and fade.
 * Random numbers are a function of the number of puffs. */

enum { SOURCES = 64 }; /* further sources are ignored */

static const double LONGEST_STEP = 1.0; /* [s] after a longer gap the old dust is removed */

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

/* Add a puff with an age at the end of the step. */
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

/* Sort in place, far puffs first (Shell's method with Ciura's gaps): qsort may allocate. */
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

/* ---- soils ---- */

/* Mean colour of assets/textures/sand_albedo.png, linear: grains look like the sand that they come from. */
static const float SAND[3] = {0.522F, 0.388F, 0.207F};

/* Factors of the sand's texture and share of the dust of dry sand, by the first matching word in the name of
 * a soil. */
typedef struct soil_look {
    const char *word;
    float colour[3];
    double dust;
} soil_look;

static const soil_look soils[] = {
    {"moist", {0.60F, 0.56F, 0.52F}, 0.35}, {"wet", {0.50F, 0.46F, 0.43F}, 0.0},
    {"loam", {0.42F, 0.36F, 0.33F}, 0.45},  {"clay", {0.62F, 0.42F, 0.36F}, 0.4},
    {"gravel", {0.66F, 0.76F, 1.1F}, 0.7},  {"top", {0.30F, 0.27F, 0.26F}, 0.45}};

static soil_look look_of_soil(const rnd_scene *scene, int soil)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const char *name =
        scenario != NULL && soil < scenario->sand.soil_count ? scenario->sand.soils[soil].name : NULL;
    for (size_t i = 0; name != NULL && i < sizeof soils / sizeof *soils; i++)
        if (strstr(name, soils[i].word) != NULL) return soils[i];
    return (soil_look){"", {1.0F, 1.0F, 1.0F}, 1.0};
}

_Static_assert((int)AUTH_MAX_SOILS <= (int)RND_SOILS, "each soil of a scenario has a colour");

void scene_soil_colours(const rnd_scene *scene, float colours[RND_SOILS][3])
{
    for (int i = 0; i < RND_SOILS; i++) {
        const soil_look look = look_of_soil(scene, i);
        memcpy(colours[i], look.colour, sizeof look.colour);
    }
}

/* ---- sources ---- */

/* Indices in the list: each source has its own. */
enum { GRAIN_SOURCES = 8, EXHAUST = AUTH_WHEELS, FIRST_GRAIN = EXHAUST + 1 };
_Static_assert(FIRST_GRAIN + GRAIN_SOURCES <= SCENE_SOURCES, "all sources find room");

static const double SLOWEST = 0.4;      /* [m/s] of a tread below which it raises no dust */
static const double ROLLING_PUFFS = 3;  /* a second and m/s: of a wheel that rolls */
static const double SLIDING_PUFFS = 12; /* a second and m/s: of one that digs */
static const double MOST_PUFFS = 40;    /* a second, of a wheel */
static const double DUST_ALPHA = 0.22, SLIDING_ALPHA = 0.40, MOST_ALPHA = 0.60;
static const double FALLING_PUFFS = 6; /* a second, of a place where soil falls */
static const float FALLING_ALPHA = 0.42F;
static const double THROWN = 0.3; /* of the tread's speed that dust leaves with */

static double signal_of(const rnd_scene *scene, int signal)
{
    const double value = signal < 0 ? 0.0 : scene->shown.signals[signal];
    return isfinite(value) ? value : 0.0;
}

static void set3(float to[3], double x, double y, double z)
{
    to[0] = (float)x;
    to[1] = (float)y;
    to[2] = (float)z;
}

/* Dust is the finest part of the soil: paler than its grains. */
static void set_dust_colour(const rnd_scene *scene, int soil, float colour[3])
{
    static const float pale[3] = {0.86F, 0.82F, 0.74F};
    for (int k = 0; k < 3; k++)
        colour[k] = 0.45F * scene->list.grain_colours[soil % RND_SOILS][k] + 0.55F * pale[k];
}

static bool on_sand(const rnd_field *field, double x, double y)
{
    const double u = (x - (double)field->origin[0]) / (double)field->cell;
    const double v = (y - (double)field->origin[1]) / (double)field->cell;
    return field->columns > 0 && u >= 0.0 && v >= 0.0 && u <= field->columns - 1 && v <= field->rows - 1;
}

/* Share of the dust of dry air and dry sand. */
static double dryness(const rnd_scene *scene, int soil)
{
    return look_of_soil(scene, soil).dust * fmax(0.0, 1.0 - 2.0 * (double)scene->list.sky.wet);
}

/* The soil at a place of the field; 0 beside it. */
static int soil_at(const rnd_field *field, double x, double y)
{
    const int column = (int)((x - (double)field->origin[0]) / (double)field->cell + 0.5),
              row = (int)((y - (double)field->origin[1]) / (double)field->cell + 0.5);
    if (column < 0 || row < 0 || column >= field->columns - 1 || row >= field->rows - 1) return 0;
    return xch_shade_soil(field->shades[(ptrdiff_t)row * field->columns + column]);
}

/* Dust under a tire on sand: a little where it rolls, much where its tread slides. */
static void set_wheel(const rnd_scene *scene, int index, rnd_source *source)
{
    const auth_machine *machine = scene->setup.machine;
    const auth_wheel *wheel = &machine->wheels[index];
    const scene_wheel_signals *signals = &scene->wheels[index];
    const double radius = machine->tires[wheel->tire].model.radius;
    const double tread = radius * signal_of(scene, signals->speed);
    const double slip = fmin(fabs(signal_of(scene, signals->slip)), 1.0);
    const matrix body = matrix_of_body(&scene->shown, wheel->body);
    const matrix chassis = matrix_of_body(&scene->shown, machine->chassis);
    const hl_vec3 at = matrix_column(&body, 3), ahead = matrix_column(&chassis, 0);
    const double foot = at.z - radius;
    *source = (rnd_source){.radius = 0.12F, .growth = 0.55F, .life = 1.8F};
    set3(source->at, at.x - 0.3 * radius * ahead.x * copysign(1.0, tread),
         at.y - 0.3 * radius * ahead.y * copysign(1.0, tread), foot + 0.1);
    set3(source->velocity, -THROWN * tread * ahead.x, -THROWN * tread * ahead.y, 0.2 + 0.15 * fabs(tread));
    const int soil = soil_at(&scene->list.field, at.x, at.y);
    set_dust_colour(scene, soil, source->colour);
    if (fabs(tread) < SLOWEST || signal_of(scene, signals->load) <= 0.0 ||
        !on_sand(&scene->list.field, at.x, at.y))
        return;
    const double rate = (ROLLING_PUFFS + SLIDING_PUFFS * slip) * fabs(tread);
    source->rate = (float)(dryness(scene, soil) * fmin(rate, MOST_PUFFS));
    source->alpha = (float)fmin(DUST_ALPHA * fmin(fabs(tread) / 2.0, 1.0) + SLIDING_ALPHA * slip, MOST_ALPHA);
}

/* Smoke: nearly invisible at idle, darker with load. */
static void set_exhaust(const rnd_scene *scene, rnd_source *source)
{
    static const double usual_speed = 2000.0; /* [rpm] at which there are `usual_puffs` a second */
    static const double usual_puffs = 16.0, idle_alpha = 0.02, load_alpha = 0.22;
    const auth_picture *picture = &scene->setup.machine->picture;
    *source = (rnd_source){.radius = 0.05F, .growth = 0.35F, .life = 1.1F, .colour = {0.06F, 0.06F, 0.065F}};
    if (!picture->exhaust || signal_of(scene, scene->running) < 0.5) return;
    const double load = hl_clamp(signal_of(scene, scene->engine_load), 0.0, 1.0);
    const double speed = fabs(signal_of(scene, scene->engine_speed)) / usual_speed;
    const matrix body = matrix_of_body(&scene->shown, picture->exhaust_body);
    const hl_vec3 at = matrix_point(&body, matrix_vec3(picture->exhaust_at));
    const hl_vec3 up = matrix_column(&body, 2);
    set3(source->at, at.x, at.y, at.z);
    set3(source->velocity, 2.5 * up.x, 2.5 * up.y, 2.5 * up.z);
    source->rate = (float)(usual_puffs * fmin(speed, 1.5));
    source->alpha = (float)(idle_alpha + load_alpha * load * load);
}

/* ---- grains that fall ---- */

/* Whether a grain is in a tool: in the box around its profile, slightly enlarged. */
static bool in_tool(const rnd_scene *scene, hl_vec3 p)
{
    static const double around = 0.2; /* [m] */
    const auth_machine *machine = scene->setup.machine;
    for (int t = 0; t < machine->tool_count; t++) {
        const auth_tool *tool = &machine->tools[t];
        const matrix body = matrix_of_body(&scene->shown, tool->body);
        const matrix own = matrix_of_turn(hl_quat_exp(matrix_vec3(tool->turn)), matrix_vec3(tool->at));
        const matrix frame = matrix_mul(&body, &own);
        const hl_vec3 d = hl_sub(p, matrix_column(&frame, 3));
        const double x = hl_dot(d, matrix_column(&frame, 0)), z = hl_dot(d, matrix_column(&frame, 2));
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int c = 0; c < tool->corners; c++)
            for (int k = 0; k < 2; k++) {
                low[k] = fmin(low[k], tool->profile[c][k] - around);
                high[k] = fmax(high[k], tool->profile[c][k] + around);
            }
        if (x > low[0] && x < high[0] && z > low[1] && z < high[1] &&
            fabs(hl_dot(d, matrix_column(&frame, 1))) < 0.5 * tool->width)
            return true;
    }
    return false;
}

/* A sample of the grains: those in the air, outside tools, raise dust where they will land. */
static void set_grains(const rnd_scene *scene, rnd_source *sources)
{
    enum { LOOKS = 96 };
    static const double hanging = 0.25; /* [m] above the ground: higher than a layer of resting grains */
    const rnd_draw_list *list = &scene->list;
    const int count = list->grain_count, stride = count > LOOKS ? count / LOOKS : 1;
    int found = 0;
    for (int s = 0; s < GRAIN_SOURCES; s++)
        sources[s] = (rnd_source){.velocity = {0, 0, 0.5F}, .radius = 0.2F, .growth = 0.5F, .life = 2.2F};
    for (int i = 0; i < count && found < GRAIN_SOURCES; i += stride) {
        const float *grain = list->grains + (ptrdiff_t)4 * i;
        const hl_vec3 at = hl_v3((double)grain[0], (double)grain[1], (double)grain[2]);
        const double ground = rnd_ground_at(scene->ground, at.x, at.y);
        if (at.z - ground < hanging || in_tool(scene, at)) continue;
        rnd_source *source = &sources[found++];
        set3(source->at, at.x, at.y, ground + 0.1);
        const int soil = list->grain_soils[i];
        set_dust_colour(scene, soil, source->colour);
        source->rate = (float)(FALLING_PUFFS * dryness(scene, soil));
        source->alpha = FALLING_ALPHA;
    }
}

/* ---- pictures ---- */

void scene_add_loose_soil(rnd_scene *scene)
{
    rnd_draw_list *list = &scene->list;
    rnd_source sources[SCENE_SOURCES] = {0};
    list->grain_count = scene->grains == NULL ? 0 : scene->grains->count;
    list->grains = scene->grains == NULL ? NULL : scene->grains->xyzr;
    list->grain_soils = scene->grains == NULL ? NULL : scene->grains->soil;
    for (int i = 0; i < RND_SOILS; i++)
        for (int k = 0; k < 3; k++)
            list->grain_colours[i][k] = fminf(SAND[k] * list->field.colours[i][k], 1.0F);
    for (int w = 0; w < scene->setup.machine->wheel_count && w < AUTH_WHEELS; w++)
        set_wheel(scene, w, &sources[w]);
    set_exhaust(scene, &sources[EXHAUST]);
    set_grains(scene, sources + FIRST_GRAIN);
    const float wind[2] = {(float)scene->weather.wind[0], (float)scene->weather.wind[1]};
    const double seconds = scene->dusty ? scene->shown.time - scene->dust_time : 0.0;
    rnd_dust_step(scene->dust, seconds, wind, FIRST_GRAIN + GRAIN_SOURCES, sources);
    scene->dust_time = scene->shown.time;
    scene->dusty = true;
    list->sprite_count = rnd_dust_sprites(scene->dust, list->views[0].eye, &list->sprites);
}
