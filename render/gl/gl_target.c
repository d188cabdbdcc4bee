/* Targets: framebuffers with colour and depth that follow the picture's size. */
#include "gl_internal.h"

#include <stdio.h>

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

bool gl_target_make(gl *g, gl_target *target, int width, int height, int samples, GLenum colour, bool depth)
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

void gl_target_free(gl_target *target)
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
