/* Costs of a tick: times and counts of all ticks of some drives. */
#include "bench/calibrate.h"

#include "drv/drive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 3, DRIVES = 8 };

/* Machines and work of different sizes: rigid ground, sand that is dug, poured and driven on, points of
 * contact, logs, two machines, tasks. Terms can be told apart where their counts vary independently. */
static const struct {
    const char *scenario, *script; /* script NULL: that of the scenario */
    int lengths;                   /* of the usual length: the skidder reaches its logs after 40 s */
} drives[DRIVES] = {{"scenarios/field", "operators/loader", 1},
                    {"scenarios/sand-transfer", NULL, 1},
                    {"scenarios/excavator-hopper", NULL, 1},
                    {"scenarios/skidder", NULL, 3},
                    {"scenarios/pipe-laying", NULL, 1},
                    {"scenarios/tipping-trailer", NULL, 1},
                    {"scenarios/yard", NULL, 1},
                    {"exercises/1-slalom", NULL, 1}};
enum { LENGTHS = 10 /* of all together */ };

/* Samples of all drives. */
typedef struct store {
    int capacity, ticks; /* ticks: of complete drives */
    float *us;           /* [RUNS][capacity][RT_PARTS] */
    int32_t *counts;     /* [capacity][WORLD_COUNTS] */
} store;

/* One run of a drive. */
typedef struct run {
    const drv_log *log;
    store *store;
    drv_world *world;
    rt_session *session;
    xch_terrain terrain;
    bool sand;
    xch_tile tile; /* too large for the stack, as the budget is */
    rt_budget budget;
    int number, ticks;
} run;

/* ---- samples ---- */

static bool make_store(store *s, int capacity)
{
    *s = (store){.capacity = capacity};
    s->us = calloc((size_t)RUNS * (size_t)capacity * RT_PARTS, sizeof *s->us);
    s->counts = calloc((size_t)capacity * WORLD_COUNTS, sizeof *s->counts);
    return s->us && s->counts;
}

static void free_store(store *s)
{
    free(s->us);
    free(s->counts);
}

static void keep(run *r)
{
    const int tick = r->store->ticks + r->ticks;
    if (tick >= r->store->capacity) return;
    float *us = r->store->us + ((size_t)r->number * (size_t)r->store->capacity + (size_t)tick) * RT_PARTS;
    int32_t *counts = r->store->counts + (size_t)tick * WORLD_COUNTS;
    for (int i = 0; i < RT_PARTS; i++) us[i] = (float)(1e-3 * (double)r->budget.spent[i]);
    for (int i = 0; i < WORLD_COUNTS; i++) counts[i] = (int32_t)r->budget.counts[i];
    r->ticks++;
}

/* ---- a run ---- */

/* The reader of the pictures: a full ring would receive no tiles. */
static void read_tiles(run *r)
{
    while (r->sand && xch_ring_pop(r->terrain.tiles, &r->tile)) {
    }
}

static void work(void *context)
{
    run *r = context;
    const rt_clock clock = rt_clock_monotonic();
    const bool paced = r->number == 0;
    const int64_t period = rt_nanoseconds(world_machine_step_size(r->world->machine));
    int64_t due = rt_now();
    for (bool more = true; more;) {
        if (paced) {
            due += period;
            if (due < rt_now()) due = rt_now(); /* late: the grid moves on */
            clock.sleep_until(clock.context, due);
        }
        more = rt_session_tick(r->session, 0);
        keep(r);
        read_tiles(r);
    }
}

static const char *script_of(int drive, const drv_files *files, const char *assets, char *path, size_t size)
{
    if (drives[drive].script == NULL) return files->scenario->operator_script;
    snprintf(path, size, "%s/%s.yaml", assets, drives[drive].script);
    return path;
}

/* Scripts, readers, recorder. @return false after a message */
static bool prepare(run *r, const char *script, const char *folder, drv_record *record, hl_arena *arena)
{
    int status;
    drv_world *w = r->world;
    world_operator **others = HL_NEW(arena, world_operator *, AUTH_MAX_MACHINES);
    const auth_operator *read;
    world_operator *driver =
        others ? drv_load_script(r->log, script, &w->files, w->machine, arena, &read, &status) : NULL;
    const int count = driver ? drv_load_others(r->log, &w->files, w->machine, arena, others, &status) : -1;
    if (count < 0) return false;
    rt_session_drive(r->session, driver);
    rt_session_drive_others(r->session, others, count);
    const drv_record_setup setup = {
        .log = r->log, .files = &w->files, .machine = w->machine, .session = r->session, .folder = folder};
    r->sand = world_machine_sand(w->machine) != NULL;
    if (rt_session_add_reader(r->session) == NULL ||
        (r->sand && !rt_session_add_terrain_reader(r->session, 0.0, 0.0, &r->terrain)))
        return drv_say(r->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return drv_record_open(record, &setup, arena);
}

/* The paced run has the priority and the locked memory of a drive; at maximum speed it would stop the system.
 */
static bool drive_in_thread(run *r)
{
    rt_thread thread;
    rt_process process = {.awake = -1};
    const rt_thread_options options = {
        .name = "physics", .priority = r->number == 0 ? DRV_PRIORITY : 0, .cpu = -1};
    if (r->number == 0) rt_process_begin(&process);
    const bool started = rt_thread_start(&thread, &options, work, r);
    if (started) rt_thread_join(&thread);
    if (r->number == 0) rt_process_end(&process);
    return started || drv_say(r->log, "no thread can be started");
}

static bool drive_once(run *r, const char *script, const char *folder, double seconds)
{
    hl_arena arena = {0};
    drv_record record = {.folder = NULL};
    world_state_restore(r->world->machine, r->world->start);
    rt_budget_begin(&r->budget, rt_clock_monotonic());
    const rt_session_options options = {.seconds = seconds, .cpu = -1, .budget = &r->budget};
    r->ticks = 0;
    r->session = rt_session_new(r->world->machine, &options, &arena);
    bool good = r->session && prepare(r, script, folder, &record, &arena) && drive_in_thread(r);
    if (r->session) drv_record_close(&record, r->world->machine, r->session);
    if (good && rt_session_outcome(r->session).end == RT_END_FAILED)
        good = drv_say(r->log, "%s: the world stopped; no costs can be measured",
                       r->world->files.scenario_text.path);
    hl_arena_free(&arena);
    return good;
}

/* ---- all drives ---- */

static const char *folder_of(const run *r, int drive, const char *folder, char *path, size_t size)
{
    snprintf(path, size, "%s/%d-%d", folder, drive, r->number);
    return path;
}

/* @return drv_status */
static int drive_all_runs(run *r, int drive, const char *assets, const char *folder, double seconds)
{
    char path[1200], script[1200], own[1200];
    int status = DRV_FAILED;
    const drv_settings none = {.count = 0};
    drv_world world;
    snprintf(path, sizeof path, "%s/%s.yaml", assets, drives[drive].scenario);
    r->world = &world;
    bool good = drv_world_load(&world, r->log, path, &none, &status);
    if (good) status = DRV_FAILED;
    for (r->number = 0; r->number < RUNS && good; r->number++)
        good = drive_once(r, script_of(drive, &world.files, assets, script, sizeof script),
                          folder_of(r, drive, folder, own, sizeof own), drives[drive].lengths * seconds);
    drv_world_free(&world);
    r->world = NULL;
    if (good) r->store->ticks += r->ticks; /* the same in all runs */
    return good ? DRV_DONE : status;
}

static int drive_all(run *r, const char *assets, const char *folder, double seconds,
                     const drv_progress *progress)
{
    int status = DRV_DONE;
    for (int i = 0; i < DRIVES && status == DRV_DONE; i++) {
        if (!drv_advance(progress, i, DRIVES)) return DRV_FAILED;
        status = drive_all_runs(r, i, assets, folder, seconds);
    }
    return status;
}

int bench_calibrate(const drv_log *log, const char *assets, double seconds, const drv_progress *progress,
                    rt_costs *costs)
{
    char folder[1024];
    store s;
    static run r;                                              /* too large for the stack */
    const int most = LENGTHS * ((int)ceil(1e3 * seconds) + 1); /* steps of at least 1 ms */
    const int held = drv_make_temporary("calibrate", folder, sizeof folder);
    if (held < 0) {
        drv_say(log, "%s: cannot be created", folder);
        return DRV_ENVIRONMENT;
    }
    int status = DRV_ENVIRONMENT;
    if (make_store(&s, most)) {
        r = (run){.log = log, .store = &s};
        status = drive_all(&r, assets, folder, seconds, progress);
        const rt_cost_samples samples = {s.ticks, RUNS, s.capacity, s.us, s.counts};
        if (status == DRV_DONE && rt_costs_fit(&samples, costs) != HL_OK) status = DRV_ENVIRONMENT;
    }
    if (status == DRV_ENVIRONMENT) drv_say(log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    free_store(&s);
    drv_remove_temporary(held, folder);
    return status;
}
