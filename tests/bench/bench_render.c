/* Pictures without a graphics card: from a snapshot to a draw list, in the default scenario.
 *
 *   render/draw-list/default   in the cab, with mirrors
 *   render/draw-list/chase     from behind
 *
 * All of the sand has come, 5000 grains are in the air, dust flies. For every picture a new snapshot, 16 ms
 * later, and two changed tiles have come; taking them over is not timed. */
#include "bench/bench.h"
#include "hl/random.h"
#include "rnd/scene.h"
#include "world/machine.h"

#include <math.h>
#include <stdio.h>

enum { GRAINS = 5000, TICKS = 16, TILES = 2, WIDTH = 1920, HEIGHT = 1080 };

typedef struct pictures {
    world_machine *machine;
    rnd_scene *scene;
    rnd_backend *null; /* checks lists after the last step */
    rnd_picture picture;
    const rnd_draw_list *list;
    xch_snapshot snapshot;
    xch_tile tile;
    xch_grains grains;
    int next_tile, columns, rows;
    hl_report machine_report, scenario_report;
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
    world_machine_signals(p->machine, p->snapshot.signals);
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
    p->grains.count = GRAINS;
    for (int i = 0; i < GRAINS; i++) {
        float *grain = p->grains.xyzr + 4 * (ptrdiff_t)i;
        grain[0] = (float)(5.0 + 1.5 * hl_random_unit(&random));
        grain[1] = (float)(2.2 * hl_random_unit(&random) - 1.1);
        grain[2] = (float)(2.5 * hl_random_unit(&random));
        grain[3] = 0.025F;
    }
}

/* ---- the benchmark ---- */

static world_machine *load(pictures *p, hl_arena *arena, auth_machine **author, auth_scenario **scenario)
{
    world_machine *machine;
    if (auth_scenario_read(HEADLAND_ASSETS_DIR "/scenarios/sand-field.yaml", arena, scenario,
                           &p->scenario_report) != HL_OK ||
        auth_scenario_read_soils(*scenario, arena, &p->scenario_report) != HL_OK ||
        auth_machine_read((*scenario)->machine, arena, author, &p->machine_report) != HL_OK)
        return NULL;
    const mb_step_options options = world_machine_options(*author, *scenario);
    const hl_status status = world_machine_build(*author, *scenario, &options, arena, &p->machine_report,
                                                 &p->scenario_report, &machine);
    return status == HL_OK && world_machine_sand(machine) != NULL ? machine : NULL;
}

static bool make_scene(pictures *p, const auth_machine *author, const auth_scenario *scenario,
                       hl_arena *arena)
{
    const terr_field_def *field = terr_field_definition(terr_sand_field(world_machine_sand(p->machine)));
    const int count = world_signal_count(p->machine);
    rnd_signal *signals = HL_NEW(arena, rnd_signal, count);
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
                                   .ground = {rigid_height, p->machine},
                                   .field_columns = p->columns,
                                   .field_rows = p->rows,
                                   .assets = HEADLAND_ASSETS_DIR,
                                   .machine_file = HEADLAND_ASSETS_DIR "/machines/tractor.yaml",
                                   .scenario_file = HEADLAND_ASSETS_DIR "/scenarios/sand-field.yaml"};
    p->scene = rnd_scene_new(&setup, arena);
    return p->scene != NULL;
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    pictures *p = HL_NEW(arena, pictures, 1);
    auth_machine *author;
    auth_scenario *scenario;
    if (p == NULL || (p->machine = load(p, arena, &author, &scenario)) == NULL ||
        !make_scene(p, author, scenario, arena))
        return NULL;
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++) give_tile(p, column, row);
    look(p);
    dig(p);
    scatter_grains(p);
    rnd_scene_grains(p->scene, &p->grains);
    p->picture = (rnd_picture){.camera = {.kind = (rnd_camera_kind)bench->variant},
                               .width = WIDTH,
                               .height = HEIGHT,
                               .quality = RND_HIGH,
                               .mirrors = true};
    p->null = rnd_null_new(rnd_scene_stock(p->scene));
    return p->null == NULL ? NULL : p;
}

static void prepare(void *subject)
{
    pictures *p = subject;
    p->snapshot.tick += TICKS;
    p->snapshot.time = 1e-3 * (double)p->snapshot.tick;
    p->snapshot.bodies[0].position[2] += p->snapshot.tick % (2 * TICKS) == 0 ? 1e-3F : -1e-3F;
    rnd_scene_snapshot(p->scene, &p->snapshot);
    for (int t = 0; t < TILES; t++) {
        give_tile(p, p->next_tile % p->columns, p->next_tile / p->columns);
        p->next_tile = (p->next_tile + 1) % (p->columns * p->rows);
    }
    p->picture.time = p->snapshot.time;
}

static bool step(void *subject)
{
    pictures *p = subject;
    p->list = rnd_scene_picture(p->scene, &p->picture);
    return p->list != NULL;
}

static void finish(void *subject, char *note, size_t size)
{
    pictures *p = subject;
    if (p->list == NULL) {
        snprintf(note, size, "no picture");
        return;
    }
    p->null->draw(p->null, p->list, WIDTH, HEIGHT);
    const rnd_null_counts counts = rnd_null_look(p->null);
    snprintf(note, size, "%ld instances, %ld patches, %ld grains, %ld sprites, %d views%s", counts.instances,
             counts.patches, counts.grains, counts.sprites, p->list->view_count,
             counts.bad > 0 ? "; the list is bad" : "");
}

static void teardown(void *subject)
{
    pictures *p = subject;
    p->null->free(p->null);
}

void bench_group_render(bench_list *list)
{
    static const struct {
        const char *name;
        rnd_camera_kind camera;
    } variants[] = {{"render/draw-list/default", RND_CAB}, {"render/draw-list/chase", RND_CHASE}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = {.variant = (int)variants[i].camera,
                            .setup = setup,
                            .prepare = prepare,
                            .step = step,
                            .finish = finish,
                            .teardown = teardown,
                            .bar = "1000"};
        snprintf(bench.name, sizeof bench.name, "%s", variants[i].name);
        bench_register(list, &bench);
    }
}
