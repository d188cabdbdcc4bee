/* The cockpit: opening, joining, leaving. Each of its three parts may be missing. */
#include "cockpit.h"

#include "cockpit_parts.h"
#include "command/nearest.h"
#include "picture/ears.h"
#include "program.h"

#include <stdio.h>
#include <strings.h>

struct cockpit {
    const auth_machine *machine;
    cockpit_hands *hands; /* NULL: devices do not drive */
    ears *ears;           /* NULL: no sound */
    cockpit_seat *seat;   /* NULL: no platform */
    int pattern;
};

/* ---- pattern ---- */

/* Patterns are known as SAE and ISO: nobody is to care how a file writes them. */
static int find_pattern(const auth_machine *machine, const char *name)
{
    for (int i = 0; i < machine->pattern_count; i++)
        if (strcasecmp(machine->patterns[i].name, name) == 0) return i;
    return -1;
}

static bool refuse_pattern(const auth_machine *machine, const char *name)
{
    enum { MOST = 32 };
    const char *names[MOST];
    int count = 0;
    for (; count < machine->pattern_count && count < MOST; count++)
        names[count] = machine->patterns[count].name;
    if (count == 0)
        fprintf(stderr, "headland %s: --pattern: the machine has no patterns\n", options_command());
    else
        (void)nearest_choose(options_command(), "pattern", name, names, count);
    return false;
}

/* The command line's word, else the settings' where this machine knows it, else the machine's first. */
static bool choose_pattern(const cockpit_setup *setup, int *pattern)
{
    const auth_machine *machine = setup->files->machine;
    const char *asked = setup->request->pattern;
    *pattern = find_pattern(machine, asked ? asked : setup->settings->pattern);
    if (asked && *pattern < 0) return refuse_pattern(machine, asked);
    if (*pattern < 0) *pattern = 0;
    return true;
}

/* ---- opening ---- */

/* A file that was asked for is not to be missing in silence. */
static bool refuse_sound(const cockpit_setup *setup, int *status)
{
    fprintf(stderr, "headland %s: --sound: the machine '%s' has no 'sounds'\n", options_command(),
            world_machine_name(setup->machine));
    *status = PROGRAM_USAGE;
    return false;
}

static bool refuse_bindings(int *status)
{
    fprintf(stderr,
            "headland %s: --bindings has no effect here: no device is used; drive in a window without a "
            "script, or give --operator devices\n",
            options_command());
    *status = PROGRAM_USAGE;
    return false;
}

/* All files before anything is opened: a bad one must not cost the file that --sound would write over. */
static bool read_parts(cockpit *c, const cockpit_setup *setup, hl_arena *arena, int *status)
{
    const bool hands = setup->keyboard || setup->devices;
    if (setup->request->sound && !ears_needed(setup->files->machine, setup->machine))
        return refuse_sound(setup, status);
    if (setup->request->bindings && !hands) return refuse_bindings(status);
    if (hands) {
        c->hands = cockpit_hands_read(setup, arena, status);
        if (!c->hands) return false;
    }
    if (!setup->request->motion) return true;
    c->seat = cockpit_seat_read(setup, arena, status);
    return c->seat != NULL;
}

static bool open_parts(cockpit *c, const cockpit_setup *setup, hl_arena *arena, int *status)
{
    const bool wanted = setup->request->sound || (setup->sound && !setup->request->mute);
    *status = PROGRAM_ENVIRONMENT;
    if (wanted &&
        ears_needed(setup->files->machine, setup->machine)) { /* first: it wants to be before other threads */
        const ears_setup sound = {.command = options_command(),
                                  .author = setup->files->machine,
                                  .machine = setup->machine,
                                  .settings = setup->settings,
                                  .wav = setup->request->sound};
        c->ears = ears_open(&sound, arena);
        if (!c->ears) return false;
    }
    return (!c->hands || cockpit_hands_open(c->hands, setup, c->pattern, arena)) &&
           (!c->seat || cockpit_seat_open(c->seat, setup, arena));
}

/* What cannot be driven is said before the drive. */
static void tell_unreached(const cockpit *c)
{
    char names[300];
    if (cockpit_unreached(c, names, sizeof names) > 0)
        fprintf(stderr, "headland %s: no input is bound to: %s; see docs/bindings.md\n", options_command(),
                names);
}

cockpit *cockpit_open(const cockpit_setup *setup, hl_arena *arena, int *status)
{
    cockpit *c = HL_NEW(arena, cockpit, 1);
    *status = PROGRAM_USAGE;
    if (c == NULL) return NULL;
    c->machine = setup->files->machine;
    if (!choose_pattern(setup, &c->pattern)) return NULL;
    if (read_parts(c, setup, arena, status) && open_parts(c, setup, arena, status)) {
        tell_unreached(c);
        return c;
    }
    (void)cockpit_close(c);
    return NULL;
}

const io_device_bindings *cockpit_keyboard(const cockpit *c)
{
    return c->hands ? cockpit_hands_keyboard(c->hands) : NULL;
}

int cockpit_pattern(const cockpit *c)
{
    return c->pattern;
}

int cockpit_unreached(const cockpit *c, char *text, size_t size)
{
    *text = '\0';
    return c->hands ? cockpit_hands_unreached(c->hands, c->pattern, text, size) : 0;
}

/* ---- sessions ---- */

bool cockpit_join(cockpit *c, rt_session *session)
{
    return (!c->hands || cockpit_hands_join(c->hands, session)) &&
           (!c->ears || ears_join(c->ears, session)) && (!c->seat || cockpit_seat_join(c->seat, session));
}

void cockpit_leave(cockpit *c)
{
    if (c->hands) cockpit_hands_leave(c->hands);
    if (c->ears) ears_leave(c->ears);
    if (c->seat) cockpit_seat_leave(c->seat);
}

void cockpit_listen(cockpit *c, const rnd_eye *eye)
{
    if (c->ears) ears_listen(c->ears, eye);
}

void cockpit_choose(cockpit *c, const auth_settings *settings)
{
    const int pattern = find_pattern(c->machine, settings->pattern);
    if (c->ears) ears_volumes(c->ears, settings);
    if (pattern < 0 || pattern == c->pattern) return;
    c->pattern = pattern;
    if (c->hands) cockpit_hands_pattern(c->hands, pattern);
}

bool cockpit_motion(const cockpit *c, io_motion_counts *counts)
{
    if (c->seat) *counts = cockpit_seat_counts(c->seat);
    return c->seat != NULL;
}

bool cockpit_news(cockpit *c, char *text, size_t size)
{
    return (c->hands && cockpit_hands_news(c->hands, text, size)) ||
           (c->ears && ears_news(c->ears, text, size)) || (c->seat && cockpit_seat_news(c->seat, text, size));
}

bool cockpit_action(cockpit *c, io_action *action)
{
    return c->hands && cockpit_hands_action(c->hands, action);
}

bool cockpit_close(cockpit *c)
{
    if (c->hands) cockpit_hands_close(c->hands);
    if (c->seat) cockpit_seat_close(c->seat);
    return !c->ears || ears_close(c->ears);
}
