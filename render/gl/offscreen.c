/* Contexts without a window: EGL on a graphics card, else surfaceless EGL, else a hidden window on the
 * display. */
#include "gl_internal.h"

#include "rnd/backend.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glew.h>
#include <SDL.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rnd_offscreen {
    EGLDisplay display; /* EGL_NO_DISPLAY: a window is used */
    EGLContext context;
    SDL_Window *window;
    SDL_GLContext window_context;
};

static bool has_word(const char *words, const char *word)
{
    return words != NULL && strstr(words, word) != NULL;
}

/* Context on an initialised display. */
static bool make_egl_current(rnd_offscreen *offscreen)
{
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
    /* clang-format off */
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                        EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE, EGL_NONE};
    /* clang-format on */
    EGLConfig config = NULL;
    EGLint count = 0;
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE ||
        eglChooseConfig(offscreen->display, wanted, &config, 1, &count) != EGL_TRUE || count < 1)
        return false;
    offscreen->context = eglCreateContext(offscreen->display, config, EGL_NO_CONTEXT, attributes);
    return offscreen->context != EGL_NO_CONTEXT &&
           eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context) == EGL_TRUE;
}

static void close_egl(rnd_offscreen *offscreen)
{
    if (offscreen->display == EGL_NO_DISPLAY) return;
    (void)eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (offscreen->context != EGL_NO_CONTEXT) (void)eglDestroyContext(offscreen->display, offscreen->context);
    /* the display itself stays initialised, there is one a process: Mesa would unload its driver with it,
     * which leaves some memory behind each time */
    offscreen->display = EGL_NO_DISPLAY;
    offscreen->context = EGL_NO_CONTEXT;
}

static bool open_egl_display(rnd_offscreen *offscreen, EGLDisplay display)
{
    offscreen->display = display;
    if (display == EGL_NO_DISPLAY) return false;
    if (eglInitialize(display, NULL, NULL) == EGL_TRUE &&
        has_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context") &&
        make_egl_current(offscreen))
        return true;
    close_egl(offscreen);
    return false;
}

/* Graphics cards before Mesa's surfaceless platform: with both installed, that one draws by the processor. */
static bool open_egl_card(rnd_offscreen *offscreen)
{
    enum { MOST_DEVICES = 16 };
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_EXT_device_enumeration") ||
        !has_word(extensions, "EGL_EXT_platform_device"))
        return false;
    const PFNEGLQUERYDEVICESEXTPROC query_devices =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    const PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    EGLDeviceEXT devices[MOST_DEVICES];
    EGLint count = 0;
    if (query_devices == NULL || query_string == NULL ||
        query_devices(MOST_DEVICES, devices, &count) != EGL_TRUE)
        return false;
    for (EGLint i = 0; i < count; i++)
        if (!has_word(query_string(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software") &&
            open_egl_display(offscreen, eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL)))
            return true;
    return false;
}

static bool open_egl(rnd_offscreen *offscreen)
{
    if (open_egl_card(offscreen)) return true;
    return has_word(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless") &&
           open_egl_display(offscreen,
                            eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL));
}

static void close_window(rnd_offscreen *offscreen)
{
    if (offscreen->window == NULL) return;
    if (offscreen->window_context != NULL) SDL_GL_DeleteContext(offscreen->window_context);
    SDL_DestroyWindow(offscreen->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    offscreen->window = NULL;
}

static bool open_window(rnd_offscreen *offscreen, int width, int height)
{
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return false;
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_DEBUG_FLAG);
    offscreen->window = SDL_CreateWindow("headland", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width,
                                         height, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (offscreen->window == NULL) {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return false;
    }
    offscreen->window_context = SDL_GL_CreateContext(offscreen->window);
    if (offscreen->window_context != NULL) return true;
    close_window(offscreen);
    return false;
}

rnd_offscreen *rnd_offscreen_open(int width, int height, char *error, size_t error_size)
{
    rnd_offscreen *offscreen = calloc(1, sizeof *offscreen);
    if (offscreen == NULL) {
        (void)snprintf(error, error_size, "out of memory");
        return NULL;
    }
    if (open_egl(offscreen) || open_window(offscreen, width, height)) return offscreen;
    (void)snprintf(error, error_size,
                   "OpenGL 3.3 is not available: neither surfaceless EGL (Debian: libegl-mesa0, "
                   "libgl1-mesa-dri) nor a display (%s)",
                   SDL_GetError());
    free(offscreen);
    return NULL;
}

void rnd_offscreen_finish(const rnd_offscreen *offscreen)
{
    if (offscreen != NULL) glFinish();
}

void rnd_offscreen_close(rnd_offscreen *offscreen)
{
    if (offscreen == NULL) return;
    close_egl(offscreen);
    close_window(offscreen);
    free(offscreen);
}

/* ---- still pictures ---- */

/* A picture that needs no programs: what a window shows while they are made, which takes seconds where the
 * processor draws. */

bool rnd_gl_still(const uint8_t *pixels, int width, int height)
{
    char error[GL_ERROR_SIZE];
    GLuint texture = 0, source = 0;
    if (!gl_load_functions(error, sizeof error)) return false;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    glGenFramebuffers(1, &source);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    /* rows from the top become rows from the bottom */
    glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &source);
    glDeleteTextures(1, &texture);
    return glGetError() == GL_NO_ERROR;
}

/* ---- PNG files ---- */

/* Pictures to PNG files. */

bool rnd_png_write(const char *path, int width, int height, const uint8_t *rgb, char *error,
                   size_t error_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = PNG_FORMAT_RGB};
    if (png_image_write_to_file(&png, path, 0, rgb, 0, NULL) != 0) return true;
    (void)snprintf(error, error_size, "%s: %s", path, png.message);
    return false;
}
