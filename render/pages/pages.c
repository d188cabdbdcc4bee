/* The window of the pages, and their loop. */
#include "hl/clamp.h"
#include "page.h"
#include "rnd/lost.h"

#include <SDL2/SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the window ---- */

enum { PAGES_STICKS = 8 };

struct rnd_pages {
    SDL_Window *window;
    bool (*ended)(void); /* whether the program must end; NULL: never */
    SDL_Joystick *sticks[PAGES_STICKS];
    page_canvas canvas; /* as last painted; `c` only while painting */
    const page *page;
    int answer; /* of the page; PAGE_STAYS: none yet */
    bool stale; /* the window must be painted again */
};

/* ---- events of SDL as events of pages ---- */

/* A key of the keyboard as a key of pages. */
static page_key pages_key(SDL_Keycode code, bool shift)
{
    static const struct {
        SDL_Keycode code;
        page_key key;
    } keys[] = {{SDLK_UP, PAGE_UP},          {SDLK_DOWN, PAGE_DOWN},
                {SDLK_LEFT, PAGE_BACK},      {SDLK_RIGHT, PAGE_ON},
                {SDLK_RETURN, PAGE_ENTER},   {SDLK_KP_ENTER, PAGE_ENTER},
                {SDLK_ESCAPE, PAGE_ESCAPE},  {SDLK_BACKSPACE, PAGE_ERASE},
                {SDLK_PAGEUP, PAGE_PAGE_UP}, {SDLK_PAGEDOWN, PAGE_PAGE_DOWN},
                {SDLK_HOME, PAGE_HOME},      {SDLK_END, PAGE_END}};
    if (code == SDLK_TAB) return shift ? PAGE_BEFORE : PAGE_NEXT;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code) return keys[i].key;
    return PAGE_NO_KEY;
}

static void put(rnd_pages *p, const page_event *event)
{
    p->answer = p->page->take(p->page->state, event, &p->canvas);
    p->stale = true;
}

static void put_key(rnd_pages *p, page_key key)
{
    if (key == PAGE_NO_KEY) return;
    p->canvas.keyed = true;
    put(p, &(page_event){.kind = PAGE_KEY, .key = key});
}

/* ---- keyboard ---- */

static void take_key(rnd_pages *p, const SDL_KeyboardEvent *key)
{
    const bool alt = (key->keysym.mod & KMOD_ALT) != 0, enter = key->keysym.sym == SDLK_RETURN;
    const bool full = (SDL_GetWindowFlags(p->window) & (Uint32)SDL_WINDOW_FULLSCREEN) != 0;
    if (key->keysym.sym == SDLK_F11 || (alt && enter)) {
        if (key->repeat == 0)
            (void)SDL_SetWindowFullscreen(p->window, full ? 0U : (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP);
        return;
    }
    if (alt) return; /* Alt+F4 and the like belong to the desktop */
    const page_key known = pages_key(key->keysym.sym, (key->keysym.mod & KMOD_SHIFT) != 0);
    if (key->repeat != 0 && (known == PAGE_ENTER || known == PAGE_ESCAPE))
        return; /* held since the previous page */
    put_key(p, known);
}

static void take_text(rnd_pages *p, const SDL_TextInputEvent *text)
{
    page_event event = {.kind = PAGE_TYPED};
    p->canvas.keyed = true;
    snprintf(event.text, sizeof event.text, "%s", text->text);
    put(p, &event);
}

/* ---- mouse ---- */

/* Windows are measured in points, pictures in pixels. */
static void move_mouse(rnd_pages *p, int x, int y)
{
    int width = 0, height = 0;
    SDL_GetWindowSize(p->window, &width, &height);
    if (width <= 0 || height <= 0) return;
    p->canvas.mouse[0] = x * p->canvas.width / width;
    p->canvas.mouse[1] = y * p->canvas.height / height;
}

/* Painted again only if another area is under the mouse. */
static void take_motion(rnd_pages *p, int x, int y)
{
    const page_canvas *canvas = &p->canvas;
    const page_spot *before = page_spot_at(canvas, canvas->mouse[0], canvas->mouse[1]);
    move_mouse(p, x, y);
    p->stale |= canvas->keyed || page_spot_at(canvas, canvas->mouse[0], canvas->mouse[1]) != before;
    p->canvas.keyed = false;
}

static void take_button(rnd_pages *p, const SDL_MouseButtonEvent *button)
{
    move_mouse(p, button->x, button->y);
    p->canvas.keyed = false;
    const page_event event = {.kind = PAGE_PRESS, .x = p->canvas.mouse[0], .y = p->canvas.mouse[1]};
    if (button->button == SDL_BUTTON_LEFT) put(p, &event);
}

static void take_wheel(rnd_pages *p, const SDL_MouseWheelEvent *wheel)
{
    put(p, &(page_event){.kind = PAGE_WHEEL,
                         .x = p->canvas.mouse[0],
                         .y = p->canvas.mouse[1],
                         .wheel = (double)wheel->preciseY});
}

/* ---- pads ---- */

static void open_stick(rnd_pages *p, int device)
{
    for (int i = 0; i < PAGES_STICKS; i++) {
        if (p->sticks[i] != NULL) continue;
        p->sticks[i] = SDL_JoystickOpen(device);
        return;
    }
}

static void close_stick(rnd_pages *p, SDL_JoystickID which)
{
    for (int i = 0; i < PAGES_STICKS; i++) {
        if (p->sticks[i] == NULL || SDL_JoystickInstanceID(p->sticks[i]) != which) continue;
        SDL_JoystickClose(p->sticks[i]);
        p->sticks[i] = NULL;
    }
}

static page_key hat_key(Uint8 hat)
{
    switch (hat) {
    case SDL_HAT_UP:
        return PAGE_UP;
    case SDL_HAT_DOWN:
        return PAGE_DOWN;
    case SDL_HAT_LEFT:
        return PAGE_BACK;
    case SDL_HAT_RIGHT:
        return PAGE_ON;
    default:
        return PAGE_NO_KEY;
    }
}

/* The first three buttons of each pad: on, back, to the next field. */
static page_key button_key(Uint8 button)
{
    static const page_key keys[] = {PAGE_ENTER, PAGE_ESCAPE, PAGE_NEXT};
    return button < sizeof keys / sizeof *keys ? keys[button] : PAGE_NO_KEY;
}

/* ---- all ---- */

static void take_window(rnd_pages *p, const SDL_WindowEvent *event)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE:
        p->answer = RND_ANSWER_QUIT;
        break;
    case SDL_WINDOWEVENT_LEAVE:
        p->canvas.mouse[0] = p->canvas.mouse[1] = -1.0;
        p->stale = true;
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_EXPOSED:
        p->stale = true;
        break;
    default:
        break;
    }
}

/* Handle an event of SDL: those of the window at once, the others are passed to the page. */
static void pages_event(rnd_pages *pages, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        pages->answer = RND_ANSWER_QUIT;
        break;
    case SDL_WINDOWEVENT:
        take_window(pages, &event->window);
        break;
    case SDL_KEYDOWN:
        take_key(pages, &event->key);
        break;
    case SDL_TEXTINPUT:
        take_text(pages, &event->text);
        break;
    case SDL_MOUSEMOTION:
        take_motion(pages, event->motion.x, event->motion.y);
        break;
    case SDL_MOUSEBUTTONDOWN:
        take_button(pages, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        take_wheel(pages, &event->wheel);
        break;
    case SDL_JOYDEVICEADDED:
        open_stick(pages, event->jdevice.which);
        break;
    case SDL_JOYDEVICEREMOVED:
        close_stick(pages, event->jdevice.which);
        break;
    case SDL_JOYHATMOTION:
        put_key(pages, hat_key(event->jhat.value));
        break;
    case SDL_JOYBUTTONDOWN:
        put_key(pages, button_key(event->jbutton.button));
        break;
    default:
        break;
    }
}

enum { WIDTH = 1280, HEIGHT = 720, LEAST_WIDTH = 480, LEAST_HEIGHT = 340 };

/* Pixels a dot in a window of that size, at most so large that the canvas has the least size of pages. */
static double pages_scale(int width, int height)
{
    static const double usual[2] = {1180.0, 680.0}, least[2] = {780.0, 540.0}; /* [dots] of a canvas */
    static const double smallest = 0.8, largest = 3.0;                         /* pixels a dot */
    const double grown = fmin(width / usual[0], height / usual[1]);
    const double fits = fmin(width / least[0], height / least[1]);
    return fmax(fmin(hl_clamp(grown, smallest, largest), fits), 0.05);
}

/* ---- opening ---- */

rnd_pages *rnd_pages_open(const char *title, const auth_settings *settings, bool (*ended)(void), char *error,
                          size_t error_size)
{
    rnd_pages *p = calloc(1, sizeof *p);
    snprintf(error, error_size, "out of memory");
    if (p == NULL) return NULL;
    if (window_lost_display()) { /* SDL cannot be used after it */
        snprintf(error, error_size, "the display is gone");
        free(p);
        return NULL;
    }
    p->ended = ended;
    const Uint32 full = settings->full_screen ? (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP : 0U;
    if (window_begin_video()) {
        (void)SDL_InitSubSystem(SDL_INIT_JOYSTICK); /* optional */
        p->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT,
                                     SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | full);
    }
    if (p->window == NULL || SDL_GetWindowSurface(p->window) == NULL) {
        snprintf(error, error_size, "no window: %s; set DISPLAY", SDL_GetError());
        rnd_pages_close(p);
        return NULL;
    }
    SDL_SetWindowMinimumSize(p->window, LEAST_WIDTH, LEAST_HEIGHT);
    SDL_StartTextInput();
    window_watch_display(p->window);
    return p;
}

void rnd_pages_close(rnd_pages *pages)
{
    if (!window_lost_display()) { /* nothing of a lost display can be released */
        for (int i = 0; i < PAGES_STICKS; i++)
            if (pages->sticks[i] != NULL) SDL_JoystickClose(pages->sticks[i]);
        SDL_StopTextInput(); /* a window of a drive may exist already */
        if (pages->window != NULL) SDL_DestroyWindow(pages->window);
        SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    free(pages);
}

/* ---- loop ---- */

static void collect(void *context)
{
    rnd_pages *p = context;
    SDL_Event event;
    while (p->answer == PAGE_STAYS && SDL_PollEvent(&event)) pages_event(p, &event);
}

static void paint(void *context)
{
    rnd_pages *p = context;
    SDL_Surface *shown = SDL_GetWindowSurface(p->window);
    if (shown == NULL) return;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(shown->pixels, CAIRO_FORMAT_RGB24,
                                                                   shown->w, shown->h, shown->pitch);
    page_canvas *canvas = &p->canvas;
    canvas->c = cairo_create(surface);
    canvas->pixels = pages_scale(shown->w, shown->h);
    canvas->width = shown->w / canvas->pixels;
    canvas->height = shown->h / canvas->pixels;
    cairo_scale(canvas->c, canvas->pixels, canvas->pixels);
    page_begin(canvas);
    p->page->paint(p->page->state, canvas);
    cairo_destroy(canvas->c);
    canvas->c = NULL;
    cairo_surface_destroy(surface);
    p->stale = SDL_UpdateWindowSurface(p->window) != 0;
}

static void entitle(void *context)
{
    const rnd_pages *p = context;
    const page *shown = p->page;
    char text[300];
    snprintf(text, sizeof text, "headland: %s%s%s", shown->kind, shown->title != NULL ? ": " : "",
             shown->title != NULL ? shown->title : "");
    SDL_SetWindowTitle(p->window, text);
}

/* Events are polled: SDL_WaitEventTimeout is woken by each key through a second connection to the X server,
 * which answers BadWindow and ends the program if the window of the key was closed before. */
static rnd_answer pages_run(rnd_pages *pages, const page *shown)
{
    enum { BREATH = 10, LOOK = 200 }; /* [ms] */
    pages->page = shown;
    pages->answer = PAGE_STAYS;
    pages->stale = true;
    if (!window_guard(entitle, pages)) return RND_ANSWER_LOST;
    for (Uint32 looked = 0; pages->answer == PAGE_STAYS;) {
        if (pages->stale && !window_guard(paint, pages)) return RND_ANSWER_LOST;
        SDL_Delay(BREATH);
        if (!window_guard(collect, pages)) return RND_ANSWER_LOST;
        if (pages->ended != NULL && pages->ended()) return RND_ANSWER_QUIT;
        if (shown->look == NULL || SDL_GetTicks() - looked < (Uint32)LOOK) continue;
        looked = SDL_GetTicks();
        pages->stale |= shown->look(shown->state);
    }
    return (rnd_answer)pages->answer;
}

/* ---- pages ---- */

rnd_answer rnd_pages_menu(rnd_pages *pages, const rnd_menu *menu, rnd_choice *choice)
{
    menu_page m;
    menu_begin(&m, menu, choice);
    return pages_run(pages, &(page){.kind = "training", .state = &m, .paint = menu_paint, .take = menu_take});
}

rnd_answer rnd_pages_briefing(rnd_pages *pages, const rnd_briefing *briefing)
{
    briefing_page b;
    briefing_begin(&b, briefing);
    return pages_run(pages, &(page){.kind = "briefing",
                                    .title = briefing->title,
                                    .state = &b,
                                    .paint = briefing_paint,
                                    .take = briefing_take});
}

rnd_answer rnd_pages_debrief(rnd_pages *pages, rnd_debrief *debrief, bool (*look)(void *context),
                             void *context)
{
    debrief_page d;
    debrief_begin(&d, debrief, look, context);
    const rnd_answer answer = pages_run(pages, &(page){.kind = "debriefing",
                                                       .title = debrief->title,
                                                       .state = &d,
                                                       .paint = debrief_paint,
                                                       .take = debrief_take,
                                                       .look = debrief_update});
    debrief_end(&d);
    return answer;
}

void rnd_pages_wait(rnd_pages *pages, const char *title, const char *text)
{
    tell_page t;
    tell_begin_waiting(&t, title, text);
    pages->page = &(page){.kind = "setting up", .state = &t, .paint = tell_paint, .take = tell_take};
    if (window_guard(entitle, pages)) (void)window_guard(paint, pages);
    pages->page = NULL;
}

rnd_answer rnd_pages_tell(rnd_pages *pages, const char *title, const char *text)
{
    tell_page t;
    tell_begin(&t, title, text);
    return pages_run(pages, &(page){.kind = title, .state = &t, .paint = tell_paint, .take = tell_take});
}
