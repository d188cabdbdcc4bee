/* soak_pictures PICTURES: so many pictures of a tractor that digs: memory does not grow, the driver does not
 * complain. The real world on sand, small pictures of all cameras. It counts from after a whole round of the
 * drive, a quarter of the pictures, when everything has been drawn once, and a change of quality and back:
 * drivers keep the programs and maps of those. */
#include "rnd/backend.h"
#include "rt/session.h"
#include "site.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WIDTH = 96, HEIGHT = 54 };

static int pictures = 1000;

/* Pages of memory in use [bytes]. */
static long memory(void)
{
    long size, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

typedef struct drive {
    hl_arena arena;
    site *site;
    rt_session *session;
    xch_latest *snapshots;
    xch_terrain terrain;
    rnd_scene *scene;
    rnd_offscreen *offscreen;
    rnd_backend *backend;
} drive;

static void take_tile(void *scene, const xch_tile *tile)
{
    rnd_scene_tile(scene, tile);
}

static void begin(drive *d)
{
    char error[400] = "";
    const rt_session_options options = {.realtime = false, .seconds = 0.0, .cpu = -1};
    d->site = site_new(HEADLAND_ASSETS "/scenarios/sand-transfer.yaml", &d->arena);
    d->session = rt_session_new(d->site->machine, &options, &d->arena);
    assert_non_null(d->session);
    d->snapshots = rt_session_add_reader(d->session);
    assert_true(rt_session_add_terrain_reader(d->session, 0.0, 0.0, &d->terrain));
    const terr_field_def *field =
        terr_field_definition(terr_sand_field(world_machine_sand(d->site->machine)));
    d->site->setup.field_columns = (field->columns + XCH_TILE - 1) / XCH_TILE;
    d->site->setup.field_rows = (field->rows + XCH_TILE - 1) / XCH_TILE;
    d->site->setup.scenario = NULL; /* no scenery: pictures in a row, not trees */
    d->scene = rnd_scene_new(&d->site->setup, &d->arena);
    assert_non_null(d->scene);
    rt_session_send_whole_terrain(d->session, take_tile, d->scene);
    d->offscreen = rnd_offscreen_open(WIDTH, HEIGHT, error, sizeof error);
    if (d->offscreen != NULL)
        d->backend = rnd_gl_new(rnd_scene_stock(d->scene), RND_LOW, true, error, sizeof error);
    if (d->backend == NULL) fail_msg("%s", error);
}

/* Drive into the pile and lift, again and again: levers by the picture's number. */
static void steer(const drive *d, int picture)
{
    const int phase = picture / (pictures / 20) % 4;
    const double lift[] = {0.0, 0.6, -0.6, 0.0}, tilt[] = {0.0, 0.6, -0.8, 0.3};
    world_control_set(d->site->machine, world_control_find(d->site->machine, "direction"),
                      phase < 2 ? 1.0 : -1.0);
    world_control_set(d->site->machine, world_control_find(d->site->machine, "throttle"), 0.7);
    world_control_set(d->site->machine, world_control_find(d->site->machine, "lift"), lift[phase]);
    world_control_set(d->site->machine, world_control_find(d->site->machine, "tilt"), tilt[phase]);
}

static void draw(drive *d, int picture)
{
    xch_tile tile;
    while (xch_ring_pop(d->terrain.tiles, &tile)) rnd_scene_tile(d->scene, &tile);
    const xch_grains *grains = xch_latest_read(d->terrain.grains, NULL);
    const xch_snapshot *snapshot = xch_latest_read(d->snapshots, NULL);
    if (grains != NULL) rnd_scene_grains(d->scene, grains);
    assert_non_null(snapshot);
    rnd_scene_snapshot(d->scene, snapshot);
    const rnd_quality quality = picture / 10 == pictures / 80 ? RND_HIGH : RND_LOW; /* ten of them */
    const rnd_picture wanted = {.camera = {.kind = (rnd_camera_kind)(picture / 50 % RND_CAMERAS)},
                                .width = WIDTH,
                                .height = HEIGHT,
                                .time = snapshot->time,
                                .quality = quality,
                                .mirrors = true};
    d->backend->set_quality(d->backend, quality);
    d->backend->draw(d->backend, rnd_scene_picture(d->scene, &wanted), WIDTH, HEIGHT);
}

static void pictures_leave_nothing_behind(void **unused)
{
    /* a leak of one small object a picture would be 1 kB a picture: drivers' pools fill in time */
    const long most_growth = pictures * 600L * 3 / 4;
    static drive d;
    static uint8_t rgb[HEIGHT][WIDTH][3];
    const char *last = "";
    long warm = 0;
    (void)unused;
    begin(&d);
    for (int picture = 0; picture < pictures; picture++) {
        steer(&d, picture);
        for (int tick = 0; tick < 2; tick++) assert_true(rt_session_tick(d.session, 0));
        draw(&d, picture);
        if (picture % 50 == 0) assert_true(d.backend->read(d.backend, WIDTH, HEIGHT, &rgb[0][0][0]));
        if (picture == pictures / 4) warm = memory();
    }
    const long grown = memory() - warm;
    print_message("memory has grown by %ld bytes\n", grown);
    if (grown > most_growth) fail_msg("memory has grown by %ld bytes in %d pictures", grown, pictures);
    if (rnd_gl_complaints(d.backend, &last) != 0) fail_msg("OpenGL: %s", last);
    d.backend->free(d.backend);
    rnd_offscreen_close(d.offscreen);
    hl_arena_free(&d.arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_leave_nothing_behind)};
    if (argc == 2) pictures = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
