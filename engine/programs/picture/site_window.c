#include "site_window.h"

#include "program.h"
#include "rt/clock.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- opening ---- */

/* The first ones, the machine's own among them: the window has room for few. Standard error has all. */
static void tell_messages(const site_window *site)
{
    enum { MOST = 4 };
    const int count = rnd_scene_message_count(site->site.scene);
    char more[60];
    for (int i = 0; i < count && i < MOST; i++)
        rnd_window_message(site->window, rnd_scene_message(site->site.scene, i));
    if (count <= MOST) return;
    snprintf(more, sizeof more, "and %d more messages on standard error", count - MOST);
    rnd_window_message(site->window, more);
}

static bool open_windows(site_window *site, const site_window_setup *setup)
{
    char error[600];
    rnd_window_setup wanted = {.title = world_machine_name(site->machine),
                               .displays = setup->choice->displays,
                               .settings = setup->choice->settings,
                               .stock = rnd_scene_stock(site->site.scene),
                               .weather = rnd_scene_weather(site->site.scene),
                               .help = setup->help,
                               .patterns = setup->patterns,
                               .reset = setup->reset,
                               .pictures = setup->pictures,
                               .all_processors = rt_priority_permitted(RUN_PRIORITY)};
    for (int i = 0; i < wanted.displays; i++) wanted.angles[i] = setup->choice->angles[i];
    site->window = rnd_window_open(&wanted, error, sizeof error);
    if (site->window == NULL)
        fprintf(stderr, "headland %s: %s, or take %s\n", site->command, error, setup->instead);
    return site->window != NULL;
}

bool site_window_open(world_machine *machine, const site_window_setup *setup, hl_arena *arena,
                      site_window *site, int *status)
{
    enum { WIDTH = 1280 }; /* [pixels], until the window's own is known */
    site_request request = setup->site;
    request.hud = setup->choice->hud;
    request.hud_width = WIDTH;
    *site = (site_window){.command = request.command,
                          .choice = setup->choice,
                          .machine = machine,
                          .arena = arena,
                          .hud_width = WIDTH,
                          .speed = world_signal_find(machine, "vehicle.speed"),
                          .engine = world_signal_find(machine, "engine.speed")};
    if (!site_scene_make(machine, &request, arena, &site->site, status)) return false;
    *status = PROGRAM_ENVIRONMENT;
    if (!open_windows(site, setup)) {
        site_scene_free(&site->site);
        return false;
    }
    tell_messages(site);
    return true;
}

void site_window_close(site_window *site)
{
    window_keep(site->command, site->choice, site->window);
    rnd_window_close(site->window);
    site_scene_free(&site->site);
}

/* ---- drawing ---- */

/* The display as sharp as the picture; not while somebody still pulls at the window. */
static void fit_display(site_window *site)
{
    static const double share = 0.1; /* of the width: less than that nobody sees */
    static const double calm = 0.5;  /* [s] */
    const int width = rnd_window_width(site->window);
    const double time = 1e-9 * (double)rt_now();
    if (width == 0 || abs(width - site->hud_width) < share * site->hud_width)
        site->since_resize = time;
    else if (time - site->since_resize > calm) {
        site->hud_width = width;
        site_scene_resize(&site->site, site->machine, width, site->arena);
    }
}

/* What rounds to nothing is shown without a sign. */
static double shown(double value, double resolution)
{
    return fabs(value) < 0.5 * resolution ? 0.0 : value;
}

static double signal_of(const xch_snapshot *s, int signal)
{
    return signal >= 0 && signal < s->signal_count ? s->signals[signal] : 0.0;
}

static void write_title(site_window *site, const xch_snapshot *s)
{
    static const int64_t pause = 250000000; /* [ns] */
    static const double kmh = 3.6;
    char text[200];
    const int64_t time = rt_now();
    if (time - site->titled < pause) return;
    site->titled = time;
    snprintf(text, sizeof text, "%s   %.1f s   %.0f rpm   %.1f km/h", world_machine_name(site->machine),
             s->time, shown(signal_of(s, site->engine), 1.0), shown(kmh * signal_of(s, site->speed), 0.1));
    rnd_window_title(site->window, text);
}

void site_window_draw(site_window *site, const xch_snapshot *newest, bool paused, int64_t command)
{
    (void)site_scene_take(&site->site);
    if (newest != NULL) {
        rnd_scene_snapshot(site->site.scene, newest);
        write_title(site, newest);
    }
    fit_display(site);
    const rnd_shown picture = {.scene = site->site.scene,
                               .hud = site->site.hud,
                               .tasks = site->site.tasks,
                               .paused = paused,
                               .newest = newest,
                               .command = command};
    rnd_window_draw(site->window, &picture);
}
