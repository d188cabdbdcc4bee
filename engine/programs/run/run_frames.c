/* Pictures of a run without a window. At maximum speed the world waits for each of them, so that a picture
 * shows the tick that it is of; in real time it does not wait, and a picture shows what is there when it is
 * drawn. */
#include "command/folder.h"
#include "program.h"
#include "run.h"

#include <stdatomic.h>
#include <stdio.h>

struct run_frames {
    frames *pictures;
    rt_session *session;
    int64_t every;          /* ticks */
    bool waits;             /* the world, for its pictures */
    int64_t due;            /* tick of the newest picture that is to be drawn: of the world's thread */
    _Atomic int64_t served; /* tick whose sand has been sent */
    _Atomic int64_t drawn;  /* tick whose picture has been drawn */
};

static bool after_tick(void *context, world_machine *machine, const double *signals)
{
    run_frames *f = context;
    (void)signals;
    const int64_t tick = world_machine_tick(machine);
    if (tick % f->every != 0) return true;
    f->due = tick;
    if (!f->waits) atomic_store_explicit(&f->served, tick, memory_order_release);
    return true;
}

/* A picture that is due gets the sand of its tick, which may take several calls, and then is waited for. */
static bool ready(void *context)
{
    run_frames *f = context;
    if (atomic_load_explicit(&f->drawn, memory_order_acquire) >= f->due) return true;
    if (atomic_load_explicit(&f->served, memory_order_relaxed) < f->due &&
        rt_session_send_terrain(f->session))
        atomic_store_explicit(&f->served, f->due, memory_order_release);
    return false;
}

/* Sand, the tick of pictures, and the world as it is before the first tick. */
static bool join(run *r, run_frames *f)
{
    const rt_hook hook = {.context = f, .after_tick = after_tick, .ready = ready};
    double at[2];
    site_middle(r->files.scenario, at);
    xch_terrain *terrain = frames_terrain(f->pictures);
    if (terrain != NULL) {
        if (!rt_session_add_terrain_reader(r->session, at[0], at[1], terrain)) return false;
        rt_session_whole_terrain(r->session, frames_tile, f->pictures);
    }
    return rt_session_add_hook(r->session, &hook);
}

run_frames *run_frames_open(run *r, int *status)
{
    char folder[RUN_PATH];
    run_frames *f = HL_NEW(&r->arena, run_frames, 1);
    const site_request site = {.command = options_command(),
                               .author = r->files.machine,
                               .scenario = r->files.scenario,
                               .machine_path = r->files.machine_text.path,
                               .scenario_path = r->files.scenario_text.path,
                               .hud = r->request.window.hud};
    *status = PROGRAM_ENVIRONMENT;
    if (f == NULL || !make_folder(options_command(), run_path(r, "frames", folder))) return NULL;
    f->pictures = frames_open(&r->pictures, folder, r->machine, &site, &r->arena, status);
    if (f->pictures == NULL) return NULL;
    f->every = frames_ticks(f->pictures);
    f->session = r->session;
    f->waits = !r->realtime;
    f->due = r->first_tick;
    atomic_init(&f->served, f->waits ? r->first_tick - 1 : r->first_tick);
    atomic_init(&f->drawn, r->first_tick - 1);
    if (join(r, f)) return f;
    fprintf(stderr, "headland %s: %s\n", options_command(), hl_status_text(HL_OUT_OF_MEMORY));
    frames_close(f->pictures);
    return NULL;
}

/* The last tick may be due for a picture too: then nobody asks for more ticks, and its sand is sent here. */
static void serve_the_last(run_frames *f)
{
    while (f->waits && !rt_session_send_terrain(f->session)) (void)frames_sand(f->pictures);
    atomic_store_explicit(&f->served, f->due, memory_order_relaxed);
}

bool run_frames_take(run_frames *pictures, const xch_snapshot *snapshot, bool ended)
{
    (void)frames_sand(pictures->pictures); /* always: what waits fills its ring */
    if (ended) serve_the_last(pictures);
    const int64_t due = atomic_load_explicit(&pictures->served, memory_order_acquire);
    if (snapshot->tick < due || atomic_load_explicit(&pictures->drawn, memory_order_relaxed) >= due)
        return true;
    const bool written = frames_take(pictures->pictures, snapshot);
    atomic_store_explicit(&pictures->drawn, due, memory_order_release);
    return written;
}

void run_frames_close(run_frames *pictures)
{
    frames_close(pictures->pictures);
}
