/* Pictures of the default scenario.
 *
 *   render/draw-list/default     from a snapshot to a draw list, without graphics: in the cab, with mirrors
 *   render/draw-list/chase       from behind
 *   render/picture/low-cab       whole pictures by OpenGL, 640 x 360, with mirrors and display
 *   render/picture/low-chase
 *   render/picture/high-chase    1280 x 720
 *   render/picture/full-cab      1920 x 1080
 *   render/picture/full-chase
 *
 * All of the sand has come, dust flies; 5000 grains are in the air for draw lists, 2000 for pictures. For
 * every picture a new snapshot, 16 ms later, and two changed tiles have come; taking them over is not timed.
 *
 * A picture is timed until the driver has finished it. A driver that draws by the processor uses threads of
 * its own, so times depend on what else the machine does: the note has the processor time of a picture, over
 * all threads. */
#include "bench_world.h"
#include "hl/random.h"
#include "rnd/backend.h"
#include "rnd/scene.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { TICKS = 16, TILES = 2, LISTED_GRAINS = 5000, DRAWN_GRAINS = 2000 };
enum { SETTLED = 40 }; /* pictures until programs are compiled and textures uploaded */

/* What is asked for. */
typedef struct variant {
    const char *name;
    rnd_camera_kind camera;
    rnd_quality quality;
    bool drawn; /* by OpenGL, with the display */
    int width, height, grains;
    const char *bar; /* [us] */
} variant;

static const variant variants[] = {
    {"render/draw-list/default", RND_CAB, RND_HIGH, false, 1920, 1080, LISTED_GRAINS, "1000"},
    {"render/draw-list/chase", RND_CHASE, RND_HIGH, false, 1920, 1080, LISTED_GRAINS, "1000"},
    {"render/picture/low-cab", RND_CAB, RND_LOW, true, 640, 360, DRAWN_GRAINS, "50000"},
    {"render/picture/low-chase", RND_CHASE, RND_LOW, true, 640, 360, DRAWN_GRAINS, "50000"},
    {"render/picture/high-chase", RND_CHASE, RND_HIGH, true, 1280, 720, DRAWN_GRAINS, NULL},
    {"render/picture/full-cab", RND_CAB, RND_HIGH, true, 1920, 1080, DRAWN_GRAINS, NULL},
    {"render/picture/full-chase", RND_CHASE, RND_HIGH, true, 1920, 1080, DRAWN_GRAINS, NULL},
};

typedef struct pictures {
    const variant *asked;
    world_machine *machine;
    rnd_scene *scene;
    rnd_backend *backend; /* draws, or only checks lists after the last step */
    rnd_offscreen *offscreen;
    rnd_signal *signals;
    rnd_hud *hud;
    long count;
    double cpu_before, cpu_preparing; /* [s] of all threads; of the time since, spent in prepare */
    rnd_picture picture;
    const rnd_draw_list *list;
    xch_snapshot snapshot;
    xch_tile tile;
    xch_grains grains;
    int next_tile, columns, rows;
    hl_report hud_report;
} pictures;

static double rigid_height(void *context, double x, double y)
{
    return world_ground_height(context, x, y);
}

/* ---- what comes from the world ---- */

static void give_tile(pictures *p, int column, int row)
{
    const terr_field *field = terr_sand_field(world_machine_sand(p->machine));
    xch_tile *tile = &p->tile;
    tile->column = column;
    tile->row = row;
    tile->version++;
    tile->cell = terr_field_definition(field)->cell;
    terr_field_centre(field, XCH_TILE * column, XCH_TILE * row, &tile->origin[0], &tile->origin[1]);
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++)
            tile->heights[j][i] = (float)terr_field_height(field, XCH_TILE * column + i, XCH_TILE * row + j);
    rnd_scene_tile(p->scene, tile);
}

static void look(pictures *p)
{
    p->snapshot.body_count = world_body_count(p->machine);
    p->snapshot.signal_count = world_signal_count(p->machine);
    world_machine_evaluate_signals(p->machine, p->snapshot.signals);
    for (int b = 0; b < p->snapshot.body_count; b++) {
        hl_vec3 at;
        hl_quat q;
        world_body_pose(p->machine, b, &at, &q);
        p->snapshot.bodies[b] = (xch_pose){{(float)at.x, (float)at.y, (float)at.z},
                                           {(float)q.w, (float)q.x, (float)q.y, (float)q.z}};
    }
}

/* Signals of digging: wheels that slip raise dust. */
static void dig(pictures *p)
{
    static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};
    for (int w = 0; w < 4; w++) {
        char name[64];
        snprintf(name, sizeof name, "wheel.%s.speed", wheels[w]);
        const int speed = world_signal_find(p->machine, name);
        snprintf(name, sizeof name, "wheel.%s.slip", wheels[w]);
        const int slip = world_signal_find(p->machine, name);
        if (speed >= 0) p->snapshot.signals[speed] = 2.0;
        if (slip >= 0) p->snapshot.signals[slip] = 0.4;
    }
}

static void scatter_grains(pictures *p)
{
    hl_random random = {5};
    p->grains.count = p->asked->grains;
    for (int i = 0; i < p->grains.count; i++) {
        float *grain = p->grains.xyzr + 4 * (ptrdiff_t)i;
        grain[0] = (float)(5.0 + 1.5 * hl_random_unit(&random));
        grain[1] = (float)(2.2 * hl_random_unit(&random) - 1.1);
        grain[2] = (float)(2.5 * hl_random_unit(&random));
        grain[3] = 0.025F;
    }
}

/* ---- the scene ---- */

static bool make_scene(pictures *p, const auth_machine *author, const auth_scenario *scenario,
                       hl_arena *arena)
{
    const terr_field_def *field = terr_field_definition(terr_sand_field(world_machine_sand(p->machine)));
    const int count = world_signal_count(p->machine);
    rnd_signal *signals = p->signals = HL_NEW(arena, rnd_signal, count);
    if (signals == NULL || count > XCH_SIGNALS) return false;
    for (int i = 0; i < count; i++) {
        const world_signal info = world_signal_info(p->machine, i);
        signals[i] = (rnd_signal){info.name, info.unit, info.meaning, info.si};
    }
    p->columns = (field->columns + XCH_TILE - 1) / XCH_TILE;
    p->rows = (field->rows + XCH_TILE - 1) / XCH_TILE;
    const rnd_scene_setup setup = {.machine = author,
                                   .scenario = scenario,
                                   .signals = signals,
                                   .signal_count = count,
                                   .ground = {.height = rigid_height, .context = p->machine},
                                   .field_columns = p->columns,
                                   .field_rows = p->rows,
                                   .assets = bench_assets(),
                                   .machine_file = bench_asset("machines", "tractor", arena),
                                   .scenario_file = bench_asset("scenarios", "sand-field", arena)};
    p->scene = rnd_scene_new(&setup, arena);
    return p->scene != NULL;
}

/* ---- who draws ---- */

static bool make_display(pictures *p, hl_arena *arena)
{
    auth_hud *layout;
    if (auth_hud_read(bench_asset("hud", "tractor", arena), arena, &layout, &p->hud_report) != HL_OK)
        return false;
    const rnd_hud_setup setup = {.layout = layout,
                                 .signals = p->signals,
                                 .signal_count = world_signal_count(p->machine),
                                 .scale = p->asked->width / layout->size[0]};
    p->hud = p->picture.hud = rnd_hud_new(&setup, &p->hud_report);
    return p->hud != NULL;
}

static bool make_backend(pictures *p, hl_arena *arena)
{
    const variant *asked = p->asked;
    if (!asked->drawn) {
        p->backend = rnd_null_new(rnd_scene_stock(p->scene));
        return p->backend != NULL;
    }
    char error[400] = "out of memory";
    p->offscreen = rnd_offscreen_open(asked->width, asked->height, error, sizeof error);
    if (p->offscreen != NULL)
        p->backend = rnd_gl_new(rnd_scene_stock(p->scene), asked->quality, false, error, sizeof error);
    if (p->backend == NULL) fprintf(stderr, "%s: %s\n", asked->name, error);
    return p->backend != NULL && make_display(p, arena);
}

static void teardown(void *subject)
{
    pictures *p = subject;
    if (p->backend != NULL) p->backend->free(p->backend);
    rnd_offscreen_close(p->offscreen);
    if (p->hud != NULL) rnd_hud_free(p->hud);
}

/* ---- the benchmarks ---- */

static void *setup(const bench_case *bench, hl_arena *arena)
{
    pictures *p = HL_NEW(arena, pictures, 1);
    bench_world world;
    if (p == NULL) return NULL;
    p->asked = &variants[bench->variant];
    if (!bench_world_build("sand-field", NULL, arena, &world) || world_machine_sand(world.machine) == NULL)
        return NULL;
    p->machine = world.machine;
    if (!make_scene(p, world.author, world.scenario, arena)) return NULL;
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++) give_tile(p, column, row);
    look(p);
    dig(p);
    scatter_grains(p);
    rnd_scene_grains(p->scene, &p->grains);
    p->picture = (rnd_picture){.camera = {.kind = p->asked->camera},
                               .width = p->asked->width,
                               .height = p->asked->height,
                               .quality = p->asked->quality,
                               .mirrors = true};
    if (make_backend(p, arena)) return p;
    teardown(p);
    return NULL;
}

/* Processor time so far, of all threads or of this one [s]. */
static double cpu_time(clockid_t clock)
{
    struct timespec t = {0};
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void prepare(void *subject)
{
    pictures *p = subject;
    const double start = cpu_time(CLOCK_THREAD_CPUTIME_ID);
    p->snapshot.tick += TICKS;
    p->snapshot.time = 1e-3 * (double)p->snapshot.tick;
    p->snapshot.bodies[0].position[2] += p->snapshot.tick % (2 * TICKS) == 0 ? 1e-3F : -1e-3F;
    rnd_scene_snapshot(p->scene, &p->snapshot);
    for (int t = 0; t < TILES; t++) {
        give_tile(p, p->next_tile % p->columns, p->next_tile / p->columns);
        p->next_tile = (p->next_tile + 1) % (p->columns * p->rows);
    }
    p->picture.time = p->snapshot.time;
    p->cpu_preparing += cpu_time(CLOCK_THREAD_CPUTIME_ID) - start;
    if (p->count++ == SETTLED) {
        p->cpu_before = cpu_time(CLOCK_PROCESS_CPUTIME_ID);
        p->cpu_preparing = 0.0;
    }
}

static bool step(void *subject)
{
    pictures *p = subject;
    p->list = rnd_scene_picture(p->scene, &p->picture);
    if (p->list != NULL && p->asked->drawn)
        p->backend->draw(p->backend, p->list, p->asked->width, p->asked->height);
    rnd_offscreen_finish(p->offscreen);
    return p->list != NULL;
}

static void tell_list(const pictures *p, char *note, size_t size)
{
    p->backend->draw(p->backend, p->list, p->asked->width, p->asked->height);
    const rnd_null_counts counts = rnd_null_look(p->backend);
    snprintf(note, size, "%ld instances, %ld patches, %ld grains, %ld sprites, %d views%s", counts.instances,
             counts.patches, counts.grains, counts.sprites, p->list->view_count,
             counts.bad > 0 ? "; the list is bad" : "");
}

static void tell_picture(const pictures *p, char *note, size_t size)
{
    const double spent = cpu_time(CLOCK_PROCESS_CPUTIME_ID) - p->cpu_before - p->cpu_preparing;
    const char *name = rnd_gl_name(p->backend);
    if (p->count <= SETTLED)
        snprintf(note, size, "%s", name);
    else
        snprintf(note, size, "%s; processor time of all threads: %.1f ms a picture", name,
                 1e3 * spent / (double)(p->count - SETTLED));
}

static void finish(void *subject, char *note, size_t size)
{
    const pictures *p = subject;
    if (p->list == NULL)
        snprintf(note, size, "no picture");
    else if (p->asked->drawn)
        tell_picture(p, note, size);
    else
        tell_list(p, note, size);
}

void bench_group_render(bench_list *list)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = {.variant = (int)i,
                            .setup = setup,
                            .prepare = prepare,
                            .step = step,
                            .finish = finish,
                            .teardown = teardown,
                            .bar = variants[i].bar};
        snprintf(bench.name, sizeof bench.name, "%s", variants[i].name);
        bench_register(list, &bench);
    }
}
