/* A picture that needs no programs: what a window shows while they are made, which takes seconds where the
 * processor draws. */
#include "gl_internal.h"

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
