#define _XOPEN_SOURCE 700 /* nftw */
#include "drive_rig.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- folder ---- */

static char folder[] = "/tmp/headland-drive-XXXXXX";
const char *rig_folder = folder;

int rig_folder_make(void **state)
{
    (void)state;
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    if (!mkdtemp(folder)) return -1;
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

int rig_folder_remove(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *rig_path(const char *name)
{
    enum { KEPT = 8, LENGTH = 300 };
    static char paths[KEPT][LENGTH];
    static int next;
    char *path = paths[next++ % KEPT];
    (void)snprintf(path, LENGTH, "%s/%s", folder, name);
    return path;
}

const char *rig_write(const char *name, const char *text)
{
    const char *path = rig_path(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

char *rig_read(const char *name)
{
    FILE *file = fopen(rig_path(name), "r");
    if (!file) return NULL;
    enum { MOST = 1 << 20 };
    char *text = calloc(1, MOST);
    assert_non_null(text);
    (void)!fread(text, 1, MOST - 1, file);
    (void)fclose(file);
    return text;
}

/* ---- files ---- */

const char *rig_scenario(const char *name, const char *lines)
{
    char text[4000];
    (void)snprintf(text, sizeof text,
                   "headland: scenario\nversion: 1\nname: touch\nmachine: %s/machines/tractor.yaml\n"
                   "ground: {kind: plane, surface: firm gravel}\n%s",
                   HEADLAND_ASSETS, lines);
    return rig_write(name, text);
}

const char rig_exercise[] =
    "operator: script.yaml\nlevel: 2\nattempts: 2\ntexts: {title: Touch, briefing: \"Open\\nit.\"}\n"
    "tasks:\n"
    "  - {name: throttle, text: open the throttle, when: [{signal: control.throttle, above: 0.5}],\n"
    "     do: [{score: 1, text: opened}, {message: well done, seconds: 1 s}, {finish: all is done}]}\n"
    "score:\n  pass: 10\n  components:\n"
    "    - {name: calm, text: calm hands, signal: controls.travel, best: 0, worst: 20, weight: 1}\n";

const char *rig_exercise_write(void)
{
    (void)rig_write("script.yaml", "headland: operator\nversion: 1\nname: s\nseconds: 2 s\nactions:\n"
                                   "  - {control: throttle, to: 0.8, from: 50 ms}\n");
    return rig_scenario("exercise.yaml", rig_exercise);
}

/* ---- messages ---- */

static char logged[16000];

static void collect(void *context, drv_message kind, const char *text)
{
    (void)context;
    (void)kind;
    const size_t length = strlen(logged);
    (void)snprintf(logged + length, sizeof logged - length, "%s\n", text);
}

const drv_log rig_log = {.write = collect};

const char *rig_logged(void)
{
    return logged;
}

void rig_log_clear(void)
{
    *logged = '\0';
}

/* ---- drives ---- */

static void tell(void *context, const drv_drive *drive, const char *report, bool written)
{
    rig *r = context;
    (void)drive;
    r->told++;
    free(r->report);
    r->report = strdup(report);
    r->written = written;
}

static bool advance(void *context, int64_t done, int64_t total)
{
    const rig *r = context;
    (void)total;
    return r->stop_after == 0 || done < r->stop_after;
}

void rig_load(rig *r, const char *path)
{
    int status = -1;
    rig_log_clear();
    memset(r, 0, sizeof *r);
    r->options = (drv_options){.cpu = -1, .assets = HEADLAND_ASSETS};
    if (!drv_world_load(&r->world, &rig_log, path, &r->options.set, &status))
        fail_msg("status %d: %s", status, rig_logged());
    r->drive = (drv_drive){.log = &rig_log,
                           .options = &r->options,
                           .world = &r->world,
                           .attempt = &r->attempt,
                           .settings = auth_settings_default(),
                           .progress = {advance, r},
                           .tell = tell,
                           .tell_context = r};
    const drv_cockpit_setup empty = {.log = &rig_log,
                                     .files = &r->world.files,
                                     .machine = r->world.machine,
                                     .settings = &r->drive.settings};
    r->drive.cockpit = drv_cockpit_open(&empty, &r->world.arena, &status);
    assert_non_null(r->drive.cockpit);
}

int rig_prepare(rig *r)
{
    int status = DRV_DONE;
    return drv_drive_prepare(&r->drive, &status) ? DRV_DONE : status;
}

int rig_drive(rig *r)
{
    const int prepared = rig_prepare(r);
    return prepared == DRV_DONE ? drv_drive_run(&r->drive) : prepared;
}

cJSON *rig_report(const rig *r)
{
    cJSON *report = cJSON_Parse(r->report);
    assert_non_null(report);
    return report;
}

void rig_free(rig *r)
{
    drv_drive_free(&r->drive);
    drv_attempt_close(&r->attempt);
    (void)drv_cockpit_close(r->drive.cockpit);
    drv_world_free(&r->world);
    free(r->report);
}
