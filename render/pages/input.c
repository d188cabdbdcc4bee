/* What SDL tells, as pages know it. */
#include "pages_internal.h"

#include <stdio.h>

/* A key of the keyboard as pages know it. */
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
    if (alt) return; /* Alt+F4 and the like are the desktop's */
    const page_key known = pages_key(key->keysym.sym, (key->keysym.mod & KMOD_SHIFT) != 0);
    if (key->repeat != 0 && (known == PAGE_ENTER || known == PAGE_ESCAPE))
        return; /* held from the page before */
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

/* Painted anew only when something else lies under it. */
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

/* The first three buttons of every pad: on, back, to the next field. */
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

void pages_event(rnd_pages *pages, const SDL_Event *event)
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
