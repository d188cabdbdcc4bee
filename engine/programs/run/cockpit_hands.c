/* The input devices of a run. */
#include "cockpit_parts.h"

#include "devices/device_files.h"
#include "program.h"

#include "io/devices.h"

#include <stdio.h>
#include <string.h>

enum { FORCE_SIGNALS = 3, NAME = 64 };

struct cockpit_hands {
    const io_device_bindings *keyboard; /* NULL: none */
    io_devices *devices;                /* NULL: the keyboard alone */
    const world_machine *machine;
    const auth_machine *author;
    device_files files;
    char names[IO_SLOTS][NAME]; /* of the sources of a session */
};

/* ---- opening ---- */

static int force_signals(const cockpit_hands *hands, int signals[FORCE_SIGNALS], io_force_inputs *inputs)
{
    const char *const names[FORCE_SIGNALS] = {hands->author->feel.torque, "engine.speed", "vehicle.speed"};
    int *const places[FORCE_SIGNALS] = {&inputs->torque, &inputs->engine, &inputs->speed};
    int count = 0;
    for (int i = 0; i < FORCE_SIGNALS; i++) {
        const int signal = names[i] ? world_signal_find(hands->machine, names[i]) : -1;
        *places[i] = signal < 0 ? -1 : count;
        if (signal >= 0) signals[count++] = signal;
    }
    return count;
}

/* Without udev or without a device the keyboard is there, unless devices were asked for. */
bool cockpit_hands_open(cockpit_hands *hands, const cockpit_setup *setup, int pattern, hl_arena *arena)
{
    if (!setup->devices) return true;
    char error[300];
    int signals[FORCE_SIGNALS];
    io_devices_setup devices = {.machine = setup->files->machine,
                                .bindings = hands->files.bindings,
                                .bindings_count = hands->files.count,
                                .own_count = hands->files.own,
                                .pattern = pattern,
                                .full_torque = setup->files->machine->feel.full};
    (void)force_signals(hands, signals, &devices.force);
    hands->devices = io_devices_open(&devices, arena, error, sizeof error);
    if (hands->devices == NULL) {
        fprintf(stderr, "headland %s: input devices: %s\n", options_command(), error);
        return !setup->need;
    }
    if (!setup->need || io_devices_count(hands->devices) > 0) return true;
    fprintf(stderr, "headland %s: no input device with bindings found; see headland devices\n",
            options_command());
    io_devices_close(hands->devices);
    hands->devices = NULL;
    return false;
}

cockpit_hands *cockpit_hands_read(const cockpit_setup *setup, hl_arena *arena, int *status)
{
    cockpit_hands *hands = HL_NEW(arena, cockpit_hands, 1);
    *status = PROGRAM_ENVIRONMENT;
    if (hands == NULL) return NULL;
    device_reader reader = {.command = options_command(),
                            .machine = setup->files->machine,
                            .machine_path = setup->files->machine_text.path,
                            .arena = arena};
    if (!device_files_read(&reader, setup->request->bindings, &hands->files)) {
        *status = reader.status;
        return NULL;
    }
    hands->machine = setup->machine;
    hands->author = setup->files->machine;
    if (setup->keyboard) hands->keyboard = hands->files.keyboard;
    return hands;
}

const io_device_bindings *cockpit_hands_keyboard(const cockpit_hands *hands)
{
    return hands->keyboard;
}

int cockpit_hands_unreached(const cockpit_hands *hands, int pattern, char *text, size_t size)
{
    enum { MOST = 1024 };
    bool reached[MOST] = {false};
    const auth_machine *machine = hands->author;
    if (machine->control_count > MOST) return 0;
    if (hands->keyboard) io_bindings_reach(hands->keyboard, machine, pattern, reached);
    for (int i = 0; hands->devices && i < IO_SLOTS; i++) {
        const io_device_bindings *bound = io_devices_bindings(hands->devices, i);
        if (bound) io_bindings_reach(bound, machine, pattern, reached);
    }
    return io_bindings_unreached(machine, reached, text, size);
}

/* ---- sessions ---- */

/* Sources keep the names of the bindings that their slots hold. */
static void name_slots(cockpit_hands *hands)
{
    for (int slot = 0; slot < IO_SLOTS; slot++)
        snprintf(hands->names[slot], NAME, "%s", io_devices_name(hands->devices, slot));
}

bool cockpit_hands_join(cockpit_hands *hands, rt_session *session)
{
    static const double patience = 0.5; /* [s] */
    io_device_link links[IO_SLOTS];
    io_force_inputs inputs;
    int signals[FORCE_SIGNALS];
    if (hands->devices == NULL) return true;
    for (int slot = 0; slot < IO_SLOTS; slot++) {
        links[slot].source =
            rt_session_add_source(session, hands->names[slot], patience, &links[slot].commands);
        if (links[slot].source < 0) return false;
    }
    xch_ring *samples = rt_session_add_listener(session, signals, force_signals(hands, signals, &inputs));
    if (samples == NULL) return false;
    name_slots(hands);
    io_devices_join(hands->devices, links, samples);
    return true;
}

void cockpit_hands_leave(cockpit_hands *hands)
{
    if (hands->devices != NULL) io_devices_leave(hands->devices);
}

void cockpit_hands_pattern(cockpit_hands *hands, int pattern)
{
    if (hands->devices != NULL) io_devices_pattern(hands->devices, pattern);
}

bool cockpit_hands_news(cockpit_hands *hands, char *text, size_t size)
{
    io_news news;
    if (hands->devices == NULL || !io_devices_news(hands->devices, &news)) return false;
    name_slots(hands);
    snprintf(text, size, "%s", news.text);
    return true;
}

bool cockpit_hands_action(cockpit_hands *hands, io_action *action)
{
    return hands->devices != NULL && io_devices_action(hands->devices, action);
}

void cockpit_hands_close(cockpit_hands *hands)
{
    if (hands->devices != NULL) io_devices_close(hands->devices);
}
