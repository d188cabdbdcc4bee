/* The back end for OpenGL: its life, and the order in which a picture is drawn (gl_internal.h). */
#include "gl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Programs: shaders put together with what all share, compiled for a quality, and bound to the units and the
 * block that gl_internal.h fixes. */

static const char *const samplers[GL_UNITS] = {
#define X(unit, sampler) sampler,
    GL_UNIT_LIST(X)
#undef X
};

/* Compile a stage; 0: g->error. */
static GLuint compile(gl *g, GLenum stage, const char *name, const char *defines)
{
    const char *text = gl_shader_source(name);
    if (text == NULL) {
        (void)snprintf(g->error, sizeof g->error, "this build does not contain the shader %s", name);
        return 0;
    }
    char head[64];
    (void)snprintf(head, sizeof head, "#version 330 core\n#define QUALITY %d\n", (int)g->quality);
    const char *const parts[] = {head, defines, gl_shader_source("common"), "#line 1\n", text};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 5, parts, NULL);
    glCompileShader(shader);
    GLint fine = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    if (fine == GL_TRUE) return shader;
    const int length = snprintf(g->error, sizeof g->error, "shader %s: ", name);
    glGetShaderInfoLog(shader, (GLsizei)sizeof g->error - length, NULL, g->error + length);
    glDeleteShader(shader);
    return 0;
}

/* Look at what is fixed for all programs. */
static void bind_shared(GLuint id)
{
    const GLuint block = glGetUniformBlockIndex(id, "Frame");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(id, block, GL_FRAME_BLOCK);
    glUseProgram(id);
    for (int unit = 0; unit < GL_UNITS; ++unit) glUniform1i(glGetUniformLocation(id, samplers[unit]), unit);
}

bool gl_program_make(gl *g, gl_program *program, const char *vertex, const char *fragment,
                     const char *defines)
{
    gl_program_free(program);
    const GLuint first = compile(g, GL_VERTEX_SHADER, vertex, defines);
    if (first == 0) return false;
    const GLuint second = compile(g, GL_FRAGMENT_SHADER, fragment, defines);
    if (second == 0) {
        glDeleteShader(first);
        return false;
    }
    const GLuint id = glCreateProgram();
    glAttachShader(id, first);
    glAttachShader(id, second);
    glLinkProgram(id);
    glDetachShader(id, first);
    glDetachShader(id, second);
    glDeleteShader(first);
    glDeleteShader(second);
    GLint fine = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &fine);
    if (fine != GL_TRUE) {
        const int length = snprintf(g->error, sizeof g->error, "program %s, %s: ", vertex, fragment);
        glGetProgramInfoLog(id, (GLsizei)sizeof g->error - length, NULL, g->error + length);
        glDeleteProgram(id);
        return false;
    }
    bind_shared(id);
    program->id = id;
    return true;
}

void gl_program_free(gl_program *program)
{
    glDeleteProgram(program->id);
    program->id = 0;
}

GLint gl_uniform(const gl_program *program, const char *name)
{
    return glGetUniformLocation(program->id, name);
}

void gl_draw_whole(const gl *g)
{
    glBindVertexArray(g->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

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

/* Errors also without KHR_debug. */
static void count_errors(gl *g)
{
    for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
        char text[32];
        (void)snprintf(text, sizeof text, "glGetError: 0x%04x", error);
        note(g, text);
    }
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

/* ---- a picture ---- */

static void draw_world(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    gl_meshes_draw_opaque(g, list, pass);
    gl_field_draw(g, list, pass);
    gl_grains_draw(g, list, pass);
}

static void draw_shadows(gl *g, const rnd_draw_list *list)
{
    const int count = gl_shadow_count(g, list), size = gl_shadow_size(g);
    for (int i = 0; i < count; ++i) {
        if (!gl_shadow_due(g, i)) continue;
        const gl_pass pass = gl_pass_of(list, RND_VIEWS + i, size, size);
        gl_shadow_begin(g, i);
        gl_pass_begin(g, list, &pass);
        draw_world(g, list, &pass);
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

static void draw_view(gl *g, const rnd_draw_list *list, int width, int height)
{
    if (!gl_post_begin(g, width, height)) {
        note(g, g->error);
        return;
    }
    const gl_pass pass = gl_pass_of(list, 0, width, height);
    gl_pass_begin(g, list, &pass);
    draw_world(g, list, &pass);
    gl_sky_draw(g);
    gl_post_blended(g);
    draw_blended(g, list, &pass);
    gl_post_picture(g);
    draw_panels(g, list, &pass);
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

/* The state that all parts find and leave (gl_internal.h). */
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
        upload(g, list, width, height);
        draw_shadows(g, list);
        draw_mirrors(g, list);
        draw_view(g, list, width, height);
        gl_post_copy(g, (GLuint)target, width, height);
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

static void find_name(gl *g)
{
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    (void)snprintf(g->name, sizeof g->name, "%s, OpenGL %d.%d", renderer == NULL ? "unknown" : renderer,
                   major, minor);
    g->software = strstr(g->name, "llvmpipe") != NULL || strstr(g->name, "softpipe") != NULL ||
                  strstr(g->name, "swrast") != NULL || strstr(g->name, "Software Rasterizer") != NULL;
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
    find_name(g);
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
