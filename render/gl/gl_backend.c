/* The back end for OpenGL: begin and end, panels, and the order in which a picture is drawn (gl_internal.h).
 */
#include "gl_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- complaints ---- */

static void note(gl *g, const char *text)
{
    ++g->complaints;
    (void)snprintf(g->last_complaint, sizeof g->last_complaint, "%s", text);
}

/* Not counted: notifications, which say how a driver does things, and warnings about performance, which
 * depend on the machine and not on what is right. */
static void GLAPIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                            const GLchar *message, const void *user)
{
    (void)source, (void)id, (void)length;
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || type == GL_DEBUG_TYPE_PERFORMANCE) return;
    note((gl *)user, message);
}

static void listen(gl *g)
{
    if (!GLEW_KHR_debug) return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(hear, g);
}

/* Count errors also without KHR_debug. */
static void count_errors(gl *g)
{
    for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
        char text[32];
        (void)snprintf(text, sizeof text, "glGetError: 0x%04x", error);
        note(g, text);
    }
}

/* ---- panels ---- */

/* Panels: pictures of gauges and messages over the picture, each slot a texture that is filled anew when its
 * picture has changed. */

/* A slot's texture and what is in it. */
typedef struct slot {
    GLuint texture;
    int width, height;
    uint32_t version;
    const uint8_t *pixels;
} slot;

struct gl_panels {
    slot slots[RND_PANELS];
    gl_program program;
    GLint corners_at, in_world_at, alpha_at, exact_at;
};

/* In front of everything: no depth at all; colours go straight to the picture, after tone mapping. Frame
 * block of view 0 for panels in the world. */
static bool gl_panels_open(gl *g)
{
    g->panels = calloc(1, sizeof *g->panels);
    return g->panels != NULL;
}

static bool gl_panels_programs(gl *g)
{
    gl_panels *panels = g->panels;
    if (!gl_program_make(g, &panels->program, "panel.vert", "panel.frag", "")) return false;
    panels->corners_at = gl_uniform(&panels->program, "corners");
    panels->in_world_at = gl_uniform(&panels->program, "in_world");
    panels->alpha_at = gl_uniform(&panels->program, "alpha");
    panels->exact_at = gl_uniform(&panels->program, "exact");
    return true;
}

/* ---- textures ---- */

static bool is_shown(const rnd_panel *panel)
{
    const rnd_hud_gauge_view *picture = &panel->picture;
    return picture->visible && picture->pixels != NULL && picture->width > 0 && picture->height > 0 &&
           panel->alpha > 0.0F && panel->slot >= 0 && panel->slot < RND_PANELS;
}

static bool is_current(const slot *s, const rnd_hud_gauge_view *picture)
{
    return s->texture != 0 && s->version == picture->version && s->pixels == picture->pixels &&
           s->width == picture->width && s->height == picture->height;
}

static void put(slot *s, const rnd_hud_gauge_view *picture)
{
    const bool resized = s->texture == 0 || s->width != picture->width || s->height != picture->height;
    if (s->texture == 0) glGenTextures(1, &s->texture);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glBindTexture(GL_TEXTURE_2D, s->texture);
    if (resized) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture->width, picture->height, 0, GL_BGRA,
                     GL_UNSIGNED_INT_8_8_8_8_REV, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    /* cairo's ARGB32 is a number of 32 bits in native byte order */
    glPixelStorei(GL_UNPACK_ROW_LENGTH, picture->stride / 4);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture->width, picture->height, GL_BGRA,
                    GL_UNSIGNED_INT_8_8_8_8_REV, picture->pixels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glGenerateMipmap(GL_TEXTURE_2D);
    *s = (slot){s->texture, picture->width, picture->height, picture->version, picture->pixels};
}

static void gl_panels_upload(gl *g, const rnd_draw_list *list)
{
    for (int i = 0; i < list->panel_count; ++i) {
        const rnd_panel *panel = &list->panels[i];
        if (!is_shown(panel)) continue;
        slot *s = &g->panels->slots[panel->slot];
        if (!is_current(s, &panel->picture)) put(s, &panel->picture);
    }
}

/* ---- drawing ---- */

/* From -1 ... 1 to pixels, and back for a whole number of them. */
static float pixels_of(float at, int size)
{
    return 0.5F * (at + 1.0F) * (float)size;
}
static float place_of(float pixels, int size)
{
    return 2.0F * pixels / (float)size - 1.0F;
}

/* Pixels by which a panel's size may be off to count as its picture's: rounding of its corners. */
static const float SAME = 0.25F;

/* A panel on the screen that is as large as its picture, upright: moved to whole pixels, so that each pixel
 * of the picture becomes one. @return false: it is larger, smaller or turned, and stays as it is */
static bool snap(const rnd_panel *panel, const gl_pass *pass, vec3 corners[4])
{
    const float left = pixels_of(corners[0][0], pass->width), top = pixels_of(corners[0][1], pass->height);
    const float right = pixels_of(corners[2][0], pass->width),
                bottom = pixels_of(corners[2][1], pass->height);
    const float width = (float)panel->picture.width, height = (float)panel->picture.height;
    const bool upright = corners[0][1] == corners[1][1] && corners[0][0] == corners[3][0];
    if (panel->in_world || !upright || fabsf(right - left - width) > SAME ||
        fabsf(top - bottom - height) > SAME)
        return false;
    const float x0 = place_of(roundf(left), pass->width), x1 = place_of(roundf(left) + width, pass->width);
    const float y0 = place_of(roundf(top), pass->height), y1 = place_of(roundf(top) - height, pass->height);
    const float snapped[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    for (int i = 0; i < 4; ++i) memcpy(corners[i], snapped[i], sizeof snapped[i]);
    return true;
}

static void draw_panel(const gl_panels *panels, const rnd_panel *panel, const gl_pass *pass)
{
    vec3 corners[4];
    memcpy(corners, panel->corners, sizeof corners);
    const bool exact = snap(panel, pass, corners);
    glBindTexture(GL_TEXTURE_2D, panels->slots[panel->slot].texture);
    glUniform3fv(panels->corners_at, 4, corners[0]);
    glUniform1i(panels->in_world_at, panel->in_world);
    glUniform1f(panels->alpha_at, panel->alpha);
    glUniform1i(panels->exact_at, exact);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void gl_panels_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    glUseProgram(g->panels->program.id);
    glBindVertexArray(g->empty_array);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glDisable(GL_CULL_FACE);
    for (int i = 0; i < list->panel_count; ++i)
        if (is_shown(&list->panels[i])) draw_panel(g->panels, &list->panels[i], pass);
    glEnable(GL_CULL_FACE);
}

static void gl_panels_close(gl *g)
{
    if (g->panels == NULL) return;
    for (int i = 0; i < RND_PANELS; ++i) glDeleteTextures(1, &g->panels->slots[i].texture);
    gl_program_free(&g->panels->program);
    free(g->panels);
    g->panels = NULL;
}

/* ---- quality ---- */

static bool make_programs(gl *g)
{
    gl_textures_programs(g);
    return gl_shadow_programs(g) && gl_mirrors_programs(g) && gl_post_programs(g) && gl_meshes_programs(g) &&
           gl_sky_programs(g) && gl_field_programs(g) && gl_grains_programs(g) && gl_sprites_programs(g) &&
           gl_panels_programs(g);
}

static void apply_quality(gl *g)
{
    if (g->ready && g->quality == g->next_quality) return;
    g->quality = g->next_quality;
    g->ready = make_programs(g);
    if (!g->ready) note(g, g->error);
}

static void set_quality(rnd_backend *backend, rnd_quality quality)
{
    ((gl *)backend)->next_quality = quality;
}

/* ---- fences ---- */

/* Mesa's llvmpipe takes a fence for signalled without its mutex (22.3, lp_fence_signalled) and frees it with
 * its last user, while the thread that has signalled it may not have unlocked the mutex yet: interrupted
 * there, it writes into freed memory. So a fence of each pass is held until GL_FENCES later ones exist. */
static GLsync hold_fence(gl *g)
{
    GLsync *fence = &g->fences[g->fence];
    g->fence = (g->fence + 1) % GL_FENCES;
    glDeleteSync(*fence); /* ignores 0 */
    *fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return *fence;
}

static void end_pass(gl *g)
{
    if (g->software) (void)hold_fence(g);
}

static void free_fences(gl *g)
{
    for (int i = 0; i < GL_FENCES; ++i) glDeleteSync(g->fences[i]);
}

/* ---- passes of a picture ---- */

static void draw_world(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    gl_meshes_draw_opaque(g, list, pass);
    gl_field_draw(g, list, pass);
    gl_grains_draw(g, list, pass);
}

/* The pass goes on with everything else. */
static void draw_kept_leaves(gl *g, const rnd_draw_list *list, gl_pass *pass)
{
    pass->of = GL_LEAVES;
    if (gl_shadow_leaves_due(g)) {
        gl_shadow_begin_leaves(g);
        gl_pass_begin(g, list, pass);
        gl_meshes_draw_opaque(g, list, pass);
        end_pass(g);
    }
    pass->of = GL_ALL_BUT_LEAVES;
}

static void draw_shadows(gl *g, const rnd_draw_list *list)
{
    const int count = gl_shadow_count(g, list), size = gl_shadow_size(g);
    for (int i = 0; i < count; ++i) {
        if (!gl_shadow_due(g, i)) continue;
        gl_pass pass = gl_pass_of(list, RND_VIEWS + i, size, size);
        if (gl_shadow_keeps_leaves(g, i)) draw_kept_leaves(g, list, &pass);
        gl_shadow_begin(g, i);
        gl_pass_begin(g, list, &pass);
        draw_world(g, list, &pass);
        end_pass(g);
    }
    gl_shadow_end(g, count);
}

static void draw_mirrors(gl *g, const rnd_draw_list *list)
{
    for (int i = 0; i + 1 < list->view_count; ++i) {
        if (!gl_mirror_due(g, list, i)) continue;
        int width = 0, height = 0;
        gl_mirror_begin(g, i, &width, &height);
        const gl_pass pass = gl_pass_of(list, i + 1, width, height);
        gl_pass_begin(g, list, &pass);
        draw_world(g, list, &pass);
        gl_sky_draw(g);
        end_pass(g);
    }
}

static void draw_blended(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    gl_sprites_draw(g, list, pass);
    gl_meshes_draw_glass(g, list, pass);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

static void draw_panels(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    glEnable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    gl_panels_draw(g, list, pass);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
}

/* ---- work during a picture ---- */

static void attend(const gl *g)
{
    if (g->backend.meanwhile.call != NULL) g->backend.meanwhile.call(g->backend.meanwhile.context);
}

/* Software draws on threads of its own, and the next call that needs the picture would block until they have
 * finished: some 10 ms. A graphics card draws much faster and is not waited for. */
static void attend_until_drawn(gl *g)
{
    static const GLuint64 interval = 1000000; /* [ns] */
    attend(g);
    if (g->backend.meanwhile.call == NULL || !g->software) return;
    GLsync drawn = hold_fence(g);
    while (glClientWaitSync(drawn, GL_SYNC_FLUSH_COMMANDS_BIT, interval) == GL_TIMEOUT_EXPIRED) attend(g);
}

/* ---- a picture ---- */

/* @param world  size of the world's picture [pixels] */
static void draw_view(gl *g, const rnd_draw_list *list, int width, int height, const int world[2])
{
    if (!gl_post_begin(g, width, height, world[0], world[1])) {
        note(g, g->error);
        return;
    }
    const gl_pass pass = gl_pass_of(list, 0, world[0], world[1]);
    const gl_pass screen = gl_pass_of(list, 0, width, height);
    gl_pass_begin(g, list, &pass);
    draw_world(g, list, &pass);
    gl_sky_draw(g);
    attend_until_drawn(g);
    gl_post_blended(g);
    end_pass(g);
    draw_blended(g, list, &pass);
    end_pass(g);
    gl_post_picture(g);
    end_pass(g);
    draw_panels(g, list, &screen);
    attend_until_drawn(g);
}

static void upload(gl *g, const rnd_draw_list *list, int width, int height)
{
    gl_shadow_plan(g, list);
    gl_frames_upload(g, list, width, height);
    gl_meshes_upload(g, list, height);
    gl_field_upload(g, list);
    gl_grains_upload(g, list);
    gl_sprites_upload(g, list);
    gl_panels_upload(g, list);
}

/* The state that all parts expect and restore (gl_internal.h). */
static void set_state(void)
{
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void draw(rnd_backend *backend, const rnd_draw_list *list, int width, int height)
{
    gl *g = (gl *)backend;
    if (width < 1 || height < 1 || list->view_count < 1) return; /* a window without a face */
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    set_state();
    apply_quality(g);
    if (g->ready) {
        const double share = backend->resolution > 0.0 ? fmin(backend->resolution, 1.0) : 1.0;
        const int world[2] = {(int)ceil(share * width), (int)ceil(share * height)};
        g->sparing = g->quality == RND_LOW && share < 1.0;
        upload(g, list, world[0], world[1]);
        attend(g);
        draw_shadows(g, list);
        draw_mirrors(g, list);
        attend(g);
        draw_view(g, list, width, height, world);
        gl_post_copy(g, (GLuint)target, width, height);
        attend_until_drawn(g);
        ++g->pictures;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    count_errors(g);
}

static bool read_picture(rnd_backend *backend, int width, int height, uint8_t *rgb)
{
    return gl_post_read((const gl *)backend, width, height, rgb);
}

/* ---- life ---- */

static bool open_frames(gl *g)
{
    GLint alignment = 1;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    g->frame_stride = ((GLint)sizeof(gl_frame) + alignment - 1) / alignment * alignment;
    glGenBuffers(1, &g->frames);
    glGenVertexArrays(1, &g->empty_array);
    return true;
}

static bool open_parts(gl *g)
{
    return open_frames(g) && gl_textures_open(g) && gl_shadow_open(g) && gl_mirrors_open(g) &&
           gl_post_open(g) && gl_meshes_open(g) && gl_sky_open(g) && gl_field_open(g) && gl_grains_open(g) &&
           gl_sprites_open(g) && gl_panels_open(g);
}

static void free_backend(rnd_backend *backend)
{
    gl *g = (gl *)backend;
    gl_panels_close(g);
    gl_sprites_close(g);
    gl_grains_close(g);
    gl_field_close(g);
    gl_sky_close(g);
    gl_meshes_close(g);
    gl_post_close(g);
    gl_mirrors_close(g);
    gl_shadow_close(g);
    gl_textures_close(g);
    glDeleteBuffers(1, &g->frames);
    glDeleteVertexArrays(1, &g->empty_array);
    free_fences(g);
    glUseProgram(0);
    if (GLEW_KHR_debug) glDebugMessageCallback(NULL, NULL);
    free(g);
}

bool gl_load_functions(char *error, size_t error_size)
{
    glewExperimental = GL_TRUE;
    const GLenum status = glewInit();
    /* under EGL GLEW misses an X display after it has loaded all functions */
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
        (void)snprintf(error, error_size, "OpenGL is not available: %s",
                       (const char *)glewGetErrorString(status));
        return false;
    }
    (void)glGetError(); /* GLEW may leave one behind in core profiles */
    if (GLEW_VERSION_3_3) return true;
    const GLubyte *version = glGetString(GL_VERSION);
    (void)snprintf(error, error_size, "OpenGL 3.3 is required, this is %s",
                   version == NULL ? "none" : (const char *)version);
    return false;
}

bool rnd_gl_find_name(char *name, size_t size)
{
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    (void)snprintf(name, size, "%s, OpenGL %d.%d", renderer == NULL ? "unknown" : renderer, major, minor);
    return strstr(name, "llvmpipe") != NULL || strstr(name, "softpipe") != NULL ||
           strstr(name, "swrast") != NULL || strstr(name, "Software Rasterizer") != NULL;
}

rnd_backend *rnd_gl_new(const rnd_stock *stock, rnd_quality quality, bool debug, char *error,
                        size_t error_size)
{
    if (!gl_load_functions(error, error_size)) return NULL;
    gl *g = calloc(1, sizeof *g);
    if (g == NULL) {
        (void)snprintf(error, error_size, "out of memory");
        return NULL;
    }
    g->backend =
        (rnd_backend){.draw = draw, .read = read_picture, .set_quality = set_quality, .free = free_backend};
    g->stock = stock;
    g->quality = g->next_quality = quality;
    g->software = rnd_gl_find_name(g->name, sizeof g->name);
    if (debug) listen(g);
    (void)snprintf(g->error, sizeof g->error, "out of memory");
    GLint bound = 0; /* opening parts binds theirs */
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    g->ready = open_parts(g) && make_programs(g);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
    if (g->ready) return &g->backend;
    (void)snprintf(error, error_size, "%s", g->error);
    free_backend(&g->backend);
    return NULL;
}

int rnd_gl_complaints(const rnd_backend *backend, const char **last)
{
    const gl *g = (const gl *)backend;
    if (last != NULL) *last = g->last_complaint;
    return g->complaints;
}

bool rnd_gl_is_software(const rnd_backend *backend)
{
    return ((const gl *)backend)->software;
}

const char *rnd_gl_name(const rnd_backend *backend)
{
    return ((const gl *)backend)->name;
}
