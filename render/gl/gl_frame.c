/* Frame blocks: what all shaders must know of a picture, once a pass; and the state each pass begins with. */
#include "gl_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Clip space (-1 to 1) to the coordinates of a map (0 to 1). */
static const mat4 to_map = {{0.5F, 0, 0, 0}, {0, 0.5F, 0, 0}, {0, 0, 0.5F, 0}, {0.5F, 0.5F, 0.5F, 1}};

/* Times of the world go on for ever, single precision does not: rain starts anew each hour, the drift of
 * clouds where their noise repeats (sky.frag.glsl). */
static const double time_period = 3600.0, /* [s] */
    drift_period = 100.0;                 /* [tiles] */

static const double cloud_drift[2] = {0.004, 0.0014}; /* [tiles/s] */

static void set_vec4(vec4 to, const vec3 from, float w)
{
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = w;
}

static void fill_sky(gl_frame *frame, const rnd_sky *sky)
{
    set_vec4(frame->sun, sky->sun, sky->turbidity);
    set_vec4(frame->zenith, sky->zenith, sky->cloud);
    set_vec4(frame->horizon, sky->horizon, sky->rain);
    set_vec4(frame->ground, sky->ground, sky->wet);
    set_vec4(frame->fog_colour, sky->fog_colour, sky->fog);
}

void gl_field_bounds(const rnd_field *field, vec4 bounds)
{
    const bool any = field->columns > 1 && field->rows > 1;
    const float width = field->cell * (float)(field->columns - 1);
    const float depth = field->cell * (float)(field->rows - 1);
    const vec4 rectangle = {field->origin[0], field->origin[1], field->origin[0] + width,
                            field->origin[1] + depth};
    const vec4 none = {1, 1, -1, -1};
    memcpy(bounds, any ? rectangle : none, sizeof none);
}

static void fill_cascades(const gl *g, gl_frame *frame, const rnd_draw_list *list)
{
    const int count = gl_shadow_count(g, list);
    for (int i = 0; i < count; ++i) {
        const rnd_cascade *cascade = gl_shadow_cascade(g, i);
        glm_mat4_mul((vec4 *)to_map, (vec4 *)cascade->view_projection, frame->cascades[i]);
        frame->cascade_until[i] = cascade->until;
        frame->cascade_texel[i] = cascade->texel * RND_MAP_PIXELS / (float)gl_shadow_size(g);
    }
    set_vec4(frame->to_sun, list->sky.to_sun, (float)count);
}

/* What all passes share. */
static void fill_shared(const gl *g, gl_frame *frame, const rnd_draw_list *list)
{
    memset(frame, 0, sizeof *frame);
    fill_sky(frame, &list->sky);
    gl_field_bounds(&list->field, frame->field);
    fill_cascades(g, frame, list);
    frame->picture[2] = list->sky.exposure;
    frame->eye[3] = (float)fmod(list->time, time_period);
    for (int i = 0; i < 2; ++i) frame->drift[i] = (float)fmod(cloud_drift[i] * list->time, drift_period);
}

static void fill_view(gl_frame *frame, const rnd_view *view)
{
    glm_mat4_copy((vec4 *)view->view, frame->view);
    glm_mat4_copy((vec4 *)view->projection, frame->projection);
    glm_mat4_mul(frame->projection, frame->view, frame->view_projection);
    glm_mat4_inv(frame->view_projection, frame->inverse);
    set_vec4(frame->eye, view->eye, frame->eye[3]);
    frame->picture[3] = view->inside ? 1.0F : 0.0F;
}

static void put(const gl *g, int number, gl_frame *frame)
{
    glBufferSubData(GL_UNIFORM_BUFFER, (GLintptr)number * g->frame_stride, sizeof *frame, frame);
}

void gl_frames_upload(const gl *g, const rnd_draw_list *list, int width, int height)
{
    gl_frame frame;
    fill_shared(g, &frame, list);
    glBindBuffer(GL_UNIFORM_BUFFER, g->frames);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)GL_PASSES * g->frame_stride, NULL, GL_STREAM_DRAW);
    for (int i = list->view_count - 1; i >= 0; --i) { /* view 0 last: cascades go on with its eye */
        fill_view(&frame, &list->views[i]);
        frame.picture[0] = (float)width;
        frame.picture[1] = (float)height;
        put(g, i, &frame);
    }
    for (int i = 0; i < gl_shadow_count(g, list); ++i) {
        glm_mat4_copy((vec4 *)gl_shadow_cascade(g, i)->view_projection, frame.view_projection);
        put(g, RND_VIEWS + i, &frame);
    }
}

gl_pass gl_pass_of(const rnd_draw_list *list, int number, int width, int height)
{
    const bool shadow = number >= RND_VIEWS;
    gl_pass pass = {
        .number = number, .seen = 1U << number, .shadow = shadow, .width = width, .height = height};
    memcpy(pass.eye, list->views[shadow ? 0 : number].eye, sizeof pass.eye);
    return pass;
}

/* Whether a matrix turns left to right: fronts of triangles then wind the other way. */
static bool is_mirrored(const mat4 view, const mat4 projection)
{
    mat4 product;
    glm_mat4_mul((vec4 *)projection, (vec4 *)view, product);
    vec3 a = {product[0][0], product[1][0], product[2][0]}, b = {product[0][1], product[1][1], product[2][1]};
    vec3 c = {product[0][3], product[1][3], product[2][3]}, across;
    /* the rows of x, y and w: w is the distance before the eye, and (x, y, forwards) is left-handed */
    glm_vec3_cross(a, b, across);
    return glm_vec3_dot(across, c) > 0.0F;
}

void gl_pass_begin(const gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    glViewport(0, 0, pass->width, pass->height);
    glBindBufferRange(GL_UNIFORM_BUFFER, GL_FRAME_BLOCK, g->frames, (GLintptr)pass->number * g->frame_stride,
                      sizeof(gl_frame));
    const bool turned =
        !pass->shadow && is_mirrored(list->views[pass->number].view, list->views[pass->number].projection);
    glFrontFace(turned ? GL_CW : GL_CCW);
}

/* ---- the sky ---- */

/* The sky: behind everything, where nothing else has been drawn. */

struct gl_sky {
    gl_program program;
};

bool gl_sky_open(gl *g)
{
    g->sky = calloc(1, sizeof *g->sky);
    return g->sky != NULL;
}

bool gl_sky_programs(gl *g)
{
    return gl_program_make(g, &g->sky->program, "sky.vert", "sky.frag", "");
}

void gl_sky_draw(const gl *g)
{
    glUseProgram(g->sky->program.id);
    glDepthFunc(GL_LEQUAL); /* it lies on the far plane itself */
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    gl_draw_whole(g);
    glEnable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

void gl_sky_close(gl *g)
{
    if (g->sky == NULL) return;
    gl_program_free(&g->sky->program);
    free(g->sky);
    g->sky = NULL;
}
