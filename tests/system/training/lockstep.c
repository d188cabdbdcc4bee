/* lockstep SCENARIO FOLDER: an exercise driven by keys of the shipped keyboard profile, without a window and
 * not in real time. The keys pass the keyboard's mapper and the ring of a source, as those of the window. It
 * prints the names and units of the signals as JSON; then it reads lines of USB key codes, +26 pressed, -26
 * released, and answers each one after LOOK_TICKS with "." or, every STATE_LOOKS lines, with the state as
 * JSON: time, result, values. FOLDER gets recording, telemetry. */
#include "auth/file.h"
#include "drv/assets.h"
#include "drv/attempt.h"
#include "drv/drive.h"
#include "io/devices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    UPDATE_TICKS = 5, /* between two looks at the keyboard, as the window does */
    LOOK_TICKS = 15,
    STATE_LOOKS = 7, /* about ten states a second, as the instructor's link has */
    LONGEST = 600    /* [s] */
};

typedef struct lockstep {
    drv_world world;
    rt_session *session;
    io_keyboard *keyboard;
    xch_ring *commands;
    int64_t ticks;
    int count, result; /* signals */
    double *values;    /* of the last tick, in their units */
} lockstep;

static void write_message(void *context, drv_message kind, const char *text)
{
    (void)context;
    (void)kind;
    fprintf(stderr, "%s\n", text);
}

static const drv_log messages = {write_message, NULL};

static bool take_values(void *context, world_machine *machine, const double *signals)
{
    lockstep *l = context;
    (void)machine;
    for (int i = 0; i < l->count; i++) l->values[i] = signals[i];
    return true;
}

static bool open_keyboard(lockstep *l, hl_arena *arena)
{
    static drv_bindings files;
    drv_bindings_reader reader = {
        .log = &messages, .machine = l->world.files.machine, .machine_path = NULL, .arena = arena};
    if (!drv_bindings_read_shipped(&reader, &files)) return false;
    const int source = rt_session_add_source(l->session, "keyboard", 0.0, &l->commands);
    l->keyboard = io_keyboard_new(l->world.files.machine, files.keyboard, source, arena);
    return source >= 0 && l->keyboard != NULL;
}

static bool open_session(lockstep *l, hl_arena *arena)
{
    int status;
    world_operator **others = HL_NEW(arena, world_operator *, AUTH_MAX_MACHINES);
    const rt_session_options options = {.seconds = LONGEST, .cpu = -1, .ends_with_exercise = true};
    l->count = world_signal_count(l->world.machine);
    l->result = world_signal_find(l->world.machine, "task.result");
    l->values = HL_NEW(arena, double, l->count);
    l->session = rt_session_new(l->world.machine, &options, arena);
    if (!others || !l->values || !l->session || l->result < 0) return false;
    const int count = drv_load_others(&messages, &l->world.files, l->world.machine, arena, others, &status);
    if (count < 0) return false;
    rt_session_drive_others(l->session, others, count);
    const rt_hook hook = {.context = l, .after_tick = take_values};
    return rt_session_add_hook(l->session, &hook) && open_keyboard(l, arena);
}

/* ---- the exchange ---- */

static void print_names(const lockstep *l)
{
    for (int i = 0; i < l->count; i++) {
        const world_signal signal = world_signal_info(l->world.machine, i);
        printf("%s[\"%s\", \"%s\"]", i == 0 ? "[" : ", ", signal.name, signal.unit);
    }
    printf("]\n");
}

static void print_state(const lockstep *l)
{
    printf("{\"time\": %.3f, \"result\": %.0f, \"values\": [", world_machine_time(l->world.machine),
           l->values[l->result]);
    for (int i = 0; i < l->count; i++)
        if (isfinite(l->values[i]))
            printf("%s%.9g", i == 0 ? "" : ", ", l->values[i]);
        else
            printf("%snull", i == 0 ? "" : ", ");
    printf("]}\n");
}

static bool read_keys(const lockstep *l)
{
    char line[400];
    if (!fgets(line, sizeof line, stdin)) return false;
    char *at = line;
    for (char *end; *at != '\0'; at = end) {
        const long code = strtol(at, &end, 10);
        if (end == at) break;
        io_keyboard_key(l->keyboard, (int)labs(code), code > 0);
    }
    return true;
}

/* @return false: it was the last tick */
static bool advance(lockstep *l)
{
    bool more = true;
    for (int i = 0; i < LOOK_TICKS && more; i++, l->ticks++) {
        const int64_t now = 1000000 * (l->ticks + 1);
        if (l->ticks % UPDATE_TICKS == 0)
            io_keyboard_update(l->keyboard, 1e-3 * UPDATE_TICKS, now, l->commands);
        more = rt_session_tick(l->session, 0);
    }
    return more;
}

static void print_events(const lockstep *l)
{
    char text[DRV_EVENT_TEXT];
    xch_event event;
    while (xch_ring_pop(rt_session_events(l->session), &event)) {
        if (!drv_event_is_news(&event)) continue;
        drv_event_text(&l->world.files, l->session, &event, text, sizeof text);
        drv_say(&messages, "%.1f s: %s", 1e-3 * (double)event.tick, text);
    }
}

static void follow(lockstep *l)
{
    bool more = true;
    print_names(l);
    for (int look = 1; more; look++) {
        fflush(stdout);
        if (!read_keys(l)) break;
        more = advance(l);
        print_events(l);
        if (!more || look % STATE_LOOKS == 0)
            print_state(l);
        else
            printf(".\n");
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static lockstep l;
    hl_arena arena = {0};
    const drv_settings none = {.count = 0};
    char assets[1024];
    int status = DRV_USAGE;
    if (argc != 3) return DRV_USAGE;
    auth_ship_from(drv_assets_find(NULL, assets, sizeof assets) ? assets : NULL);
    if (!drv_world_load(&l.world, &messages, argv[1], &none, &status)) return status;
    if (!open_session(&l, &arena)) return DRV_ENVIRONMENT;
    drv_record record;
    const drv_record_setup setup = {.log = &messages,
                                    .files = &l.world.files,
                                    .machine = l.world.machine,
                                    .session = l.session,
                                    .folder = argv[2]};
    if (!drv_record_open(&record, &setup, &arena)) return DRV_ENVIRONMENT;
    follow(&l);
    const char *reason = drv_reason_of(l.world.files.scenario, l.world.machine, RT_END_FINISHED, &arena);
    drv_say(&messages, "%s", reason ? reason : "no end");
    drv_record_close(&record, l.world.machine, l.session);
    hl_arena_free(&arena);
    drv_world_free(&l.world);
    return DRV_DONE;
}
