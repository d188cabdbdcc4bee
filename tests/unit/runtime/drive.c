/* Drives of the fake machine. */
#define _POSIX_C_SOURCE 200809L
#include "drive.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 8, PATH = 128 };
static char folder[PATH];
static char paths[FILES][2 * PATH];
static int path_count;

const char *drive_path(const char *name)
{
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/headland-test-XXXXXX");
        assert_non_null(mkdtemp(folder));
    }
    char wanted[2 * PATH];
    snprintf(wanted, sizeof wanted, "%s/%s", folder, name);
    for (int i = 0; i < path_count; i++)
        if (strcmp(paths[i], wanted) == 0) return paths[i];
    assert_true(path_count < FILES);
    memcpy(paths[path_count], wanted, sizeof wanted);
    return paths[path_count++];
}

void drive_clean(void)
{
    for (int i = 0; i < path_count; i++) (void)unlink(paths[i]);
    if (folder[0]) (void)rmdir(folder);
    folder[0] = '\0';
    path_count = 0;
}

rt_recorder_setup drive_setup(const char *path)
{
    rt_recorder_setup setup = {
        .path = path,
        .version = DRIVE_VERSION,
        .machine_text = {.path = "digger.yaml", .text = DRIVE_MACHINE, .length = strlen(DRIVE_MACHINE)},
        .scenario_text = {.path = "pit.yaml", .text = "pit", .length = 3},
        .options = mb_step_options_default(),
        .checkpoint_seconds = 0.1};
    return setup;
}

void drive_controls(world_machine *machine, int64_t tick)
{
    world_control_set(machine, 2, (double)(tick % 1000) / 1000.0 - 0.3);
    if (tick % 37 == 0) world_control_set(machine, 0, (double)(tick % 5) / 5.0);
}

static void wait_for_room(const rt_recorder *recorder)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    while (rt_recorder_free_places(recorder) <= 0) nanosleep(&pause, NULL);
}

rt_recorder_outcome drive_record(const rt_recorder_setup *setup, int64_t ticks, int64_t fail_at)
{
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    world_machine *machine = fake_machine_new(setup->machine_text.text, &arena);
    assert_int_equal(rt_recorder_open(setup, machine, &arena, &recorder, why), HL_OK);
    hl_status status = HL_OK;
    for (int64_t tick = 1; tick <= ticks; tick++) {
        wait_for_room(recorder);
        drive_controls(machine, tick);
        if (tick == fail_at) world_control_set(machine, 3, FAKE_FAIL);
        status = world_machine_step(machine);
        if (status != HL_OK) break;
        rt_recorder_tick(recorder, machine);
    }
    rt_recorder_close(recorder, machine, status == HL_OK ? RT_END_FINISHED : RT_END_FAILED, status, &outcome);
    hl_arena_free(&arena);
    return outcome;
}
