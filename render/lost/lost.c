/* The end of the display. When an X server goes away Xlib ends the process, in the midst of whatever it does:
 * recordings would be cut off. Whoever asks Xlib on (Mesa does) works with sizes that never came, and
 * crashes. So what talks to the display is called under guard: from Xlib's handler of such errors the way
 * leads straight back to the guard, past all that was going on, and nobody calls SDL or OpenGL any more. */
#include "rnd/lost.h"

#include <SDL2/SDL_syswm.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t lost, guarded;
static SDL_threadID guarded_thread;
static jmp_buf way_out;

bool window_lost_display(void)
{
    return lost != 0;
}

bool window_guard(void (*call)(void *context), void *context)
{
    if (lost) return false;
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

/* Outside of the guard Xlib's call returns, without having done anything. */
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
