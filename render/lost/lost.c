/* Begin and end of the display. When an X server ends, Xlib ends the process at any point: recordings would
 * be cut off. If Xlib returned instead, callers like Mesa would use undefined results and crash. So functions
 * that use the display are called under guard: Xlib's error handler jumps back to the guard, and SDL and
 * OpenGL are not called any more. */
#include "rnd/lost.h"

#include <SDL2/SDL_syswm.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t lost, guarded;
static SDL_threadID guarded_thread;
static jmp_buf way_out;

bool window_begin_video(void)
{
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* useless for pictures of cairo */
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return false;
    const char *driver = SDL_GetCurrentVideoDriver();
    if (SDL_getenv("SDL_VIDEODRIVER") != NULL || driver == NULL || SDL_strcmp(driver, "offscreen") != 0)
        return true;
    SDL_SetError("no display found");
    return false;
}

bool window_lost_display(void)
{
    return lost != 0;
}

bool window_guard(void (*call)(void *context), void *context)
{
    if (lost) return false;
    if (guarded) { /* called by a guarded function: a loss leaves that one, too */
        call(context);
        return true;
    }
    guarded_thread = SDL_ThreadID();
    if (setjmp(way_out) == 0) {
        guarded = 1;
        call(context);
    }
    guarded = 0;
    return !lost;
}

#ifdef SDL_VIDEO_DRIVER_X11

static int note_error(Display *display)
{
    (void)display;
    lost = 1;
    if (guarded && SDL_ThreadID() == guarded_thread) longjmp(way_out, 1);
    return 0;
}

/* Outside the guard Xlib's call returns without effect. */
static void do_not_exit(Display *display, void *context)
{
    (void)display;
    (void)context;
}

void window_watch_display(SDL_Window *window)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    lost = 0;
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return;
    XSetIOErrorHandler(note_error);
    XSetIOErrorExitHandler(info.info.x11.display, do_not_exit, NULL);
}

#else

void window_watch_display(SDL_Window *window)
{
    (void)window;
    lost = 0;
}

#endif
