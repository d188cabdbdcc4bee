/* Render targets, and how what was drawn into them becomes the picture. */
#include "gl_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- targets ---- */

static GLuint make_texture(GLenum format, GLenum external, GLenum type, int width, int height)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, external, type, NULL);
    const GLint filter = external == GL_DEPTH_COMPONENT ? GL_NEAREST : GL_LINEAR;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static GLuint make_buffer(GLenum format, GLenum attachment, int width, int height, int samples)
{
    GLuint buffer = 0;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    return buffer;
}

static void attach_colour(gl_target *target, GLenum format)
{
    if (target->samples > 0) {
        target->colour =
            make_buffer(format, GL_COLOR_ATTACHMENT0, target->width, target->height, target->samples);
        return;
    }
    const bool half = format == GL_RGBA16F || format == GL_RG16F;
    target->colour = make_texture(format, format == GL_RG16F ? GL_RG : GL_RGBA,
                                  half ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE, target->width, target->height);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->colour, 0);
}

static void attach_depth(gl_target *target)
{
    if (target->samples > 0) {
        target->depth = make_buffer(GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, target->width, target->height,
                                    target->samples);
        return;
    }
    target->depth = make_texture(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, target->width,
                                 target->height);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, target->depth, 0);
}

static void gl_target_free(gl_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    if (target->samples > 0) {
        glDeleteRenderbuffers(1, &target->colour);
        glDeleteRenderbuffers(1, &target->depth);
    } else {
        glDeleteTextures(1, &target->colour);
        glDeleteTextures(1, &target->depth);
    }
    *target = (gl_target){0};
}

/* Make a target, or change its size; nothing happens when all is as asked for.
 *  @param colour  format: GL_RGBA8, GL_RGBA16F or GL_RG16F
 *  @param depth   whether there is a depth buffer
 *  @return false: g->error; the target is empty then */
static bool gl_target_make(gl *g, gl_target *target, int width, int height, int samples, GLenum colour,
                           bool depth)
{
    if (target->framebuffer != 0 && target->width == width && target->height == height &&
        target->samples == samples && target->format == colour && (target->depth != 0) == depth)
        return true;
    gl_target_free(target);
    target->width = width;
    target->height = height;
    target->samples = samples;
    target->format = colour;
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    attach_colour(target, colour);
    if (depth) attach_depth(target);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status == GL_FRAMEBUFFER_COMPLETE) return true;
    (void)snprintf(g->error, sizeof g->error, "cannot create a framebuffer of %d x %d with %d samples: 0x%x",
                   width, height, samples, status);
    gl_target_free(target);
    return false;
}

/* ---- light to the colours of the screen ---- */

/* What becomes of the whole picture: its targets, ambient occlusion, tone mapping, and reading it back. */

struct gl_post {
    gl_target many;      /* RND_HIGH: with samples */
    gl_target scene;     /* RND_MEDIUM and up: radiance, depth; RND_LOW: the world at a lower resolution */
    gl_target occlusion; /* half size: ambient occlusion, distance */
    gl_target lit;       /* radiance, darkened where hollow, on the scene's depth */
    gl_target picture;   /* 8 bits, all pixels; on RND_LOW with depth: the world is drawn to it */
    gl_program occlude, darken, tones;
};

enum { SAMPLES = 4 };

bool gl_post_open(gl *g)
{
    g->post = calloc(1, sizeof *g->post);
    return g->post != NULL;
}

static void free_targets(gl_post *post)
{
    gl_target_free(&post->many);
    gl_target_free(&post->scene);
    gl_target_free(&post->occlusion);
    gl_target_free(&post->lit);
    gl_target_free(&post->picture);
}

bool gl_post_programs(gl *g)
{
    gl_post *post = g->post;
    free_targets(post);
    if (g->quality == RND_LOW) return true;
    return gl_program_make(g, &post->occlude, "whole.vert", "occlude.frag", "") &&
           gl_program_make(g, &post->darken, "whole.vert", "darken.frag", "") &&
           gl_program_make(g, &post->tones, "whole.vert", "tones.frag", "");
}

static int samples_of(const gl *g)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    return g->quality == RND_HIGH ? (most < SAMPLES ? most : SAMPLES) : 0;
}

/* Targets of RND_MEDIUM and up. */
static bool make_deep(gl *g, int width, int height)
{
    gl_post *post = g->post;
    const int samples = samples_of(g);
    if (samples > 0 && !gl_target_make(g, &post->many, width, height, samples, GL_RGBA16F, true))
        return false;
    if (!gl_target_make(g, &post->scene, width, height, 0, GL_RGBA16F, true) ||
        !gl_target_make(g, &post->occlusion, (width + 1) / 2, (height + 1) / 2, 0, GL_RG16F, false) ||
        !gl_target_make(g, &post->lit, width, height, 0, GL_RGBA16F, false))
        return false;
    glBindFramebuffer(GL_FRAMEBUFFER, post->lit.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, post->scene.depth, 0);
    return true;
}

/* Of RND_LOW: the picture itself, if its resolution is that of the world. */
static bool make_low(gl *g, int width, int height)
{
    gl_post *post = g->post;
    if (width != post->picture.width || height != post->picture.height)
        return gl_target_make(g, &post->scene, width, height, 0, GL_RGBA8, true);
    gl_target_free(&post->scene);
    return true;
}

static const gl_target *opaque_target(const gl *g)
{
    const gl_post *post = g->post;
    if (post->many.framebuffer != 0) return &post->many;
    return post->scene.framebuffer != 0 ? &post->scene : &post->picture;
}

bool gl_post_begin(gl *g, int width, int height, int world_width, int world_height)
{
    const bool low = g->quality == RND_LOW;
    if (!gl_target_make(g, &g->post->picture, width, height, 0, GL_RGBA8, low)) return false;
    if (!(low ? make_low : make_deep)(g, world_width, world_height)) return false;
    glBindFramebuffer(GL_FRAMEBUFFER, opaque_target(g)->framebuffer);
    glViewport(0, 0, world_width, world_height);
    /* the sky covers what is left: colour need not be cleared, depth must be */
    glClear(GL_DEPTH_BUFFER_BIT);
    return true;
}

static void resolve(const gl_target *from, const gl_target *to)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(0, 0, from->width, from->height, 0, 0, to->width, to->height,
                      GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
}

/* A program over a whole target. */
static void fill(const gl *g, const gl_target *target, const gl_program *program)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
    glUseProgram(program->id);
    gl_draw_whole(g);
}

void gl_post_blended(gl *g)
{
    gl_post *post = g->post;
    if (g->quality == RND_LOW) return;
    if (post->many.framebuffer != 0) resolve(&post->many, &post->scene);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    gl_bind(GL_UNIT_OWN, post->scene.depth);
    fill(g, &post->occlusion, &post->occlude);
    gl_bind(GL_UNIT_OWN, post->scene.colour);
    gl_bind(GL_UNIT_OWN_1, post->occlusion.colour);
    fill(g, &post->lit, &post->darken);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
}

/* The world of a lower resolution becomes the picture. */
static void enlarge(const gl_post *post)
{
    const gl_target *from = &post->scene, *to = &post->picture;
    if (from->framebuffer == 0) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(0, 0, from->width, from->height, 0, 0, to->width, to->height, GL_COLOR_BUFFER_BIT,
                      GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glViewport(0, 0, to->width, to->height);
}

void gl_post_picture(gl *g)
{
    gl_post *post = g->post;
    if (g->quality == RND_LOW) {
        enlarge(post);
        return;
    }
    glDisable(GL_DEPTH_TEST);
    gl_bind(GL_UNIT_OWN, post->lit.colour);
    fill(g, &post->picture, &post->tones);
    glEnable(GL_DEPTH_TEST);
}

void gl_post_copy(const gl *g, GLuint framebuffer, int width, int height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    /* a context without a surface has no framebuffer of its own: there the picture is only read back */
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, g->post->picture.framebuffer);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
}

bool gl_post_read(const gl *g, int width, int height, uint8_t *rgb)
{
    const gl_target *picture = &g->post->picture;
    if (picture->framebuffer == 0 || picture->width != width || picture->height != height) return false;
    uint8_t *row = malloc((size_t)width * 3);
    if (row == NULL) return false;
    GLint before = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, picture->framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)before);
    const size_t stride = (size_t)width * 3;
    for (int y = 0; y < height / 2; ++y) { /* GL's rows come from the bottom */
        uint8_t *upper = rgb + stride * (size_t)y, *lower = rgb + stride * (size_t)(height - 1 - y);
        memcpy(row, upper, stride);
        memcpy(upper, lower, stride);
        memcpy(lower, row, stride);
    }
    free(row);
    return true;
}

void gl_post_close(gl *g)
{
    if (g->post == NULL) return;
    free_targets(g->post);
    gl_program_free(&g->post->occlude);
    gl_program_free(&g->post->darken);
    gl_program_free(&g->post->tones);
    free(g->post);
    g->post = NULL;
}
