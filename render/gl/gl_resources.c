/* Programs, made from shaders, and textures, made from PNG files. */
#include "gl_internal.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs ---- */

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

/* Bind what is fixed for all programs. */
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

/* ---- textures ---- */

/* Files of the layers of arrays. */
static const char *const albedo_files[GL_GROUND_LAYERS] = {"sand_albedo", "ground_albedo", "grass_albedo",
                                                           "asphalt_albedo"};
static const char *const normal_files[GL_GROUND_LAYERS] = {"sand_normal", "ground_normal", "grass_normal",
                                                           "asphalt_normal"};
static const char *const detail_files[GL_DETAILS] = {"detail_paint",   "detail_steel",   "detail_rubber",
                                                     "detail_plastic", "detail_fabric",  "detail_wood",
                                                     "detail_bark",    "detail_concrete"};

/* ---- files ---- */

static void gl_image_free(gl_image *image)
{
    free(image->pixels);
    *image = (gl_image){0};
}

static bool gl_image_read(const char *path, gl_image *image, char *error, size_t error_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    *image = (gl_image){0};
    if (png_image_begin_read_from_file(&png, path) == 0) {
        (void)snprintf(error, error_size, "%s: %s", path, png.message);
        return false;
    }
    const bool colour = (png.format & PNG_FORMAT_FLAG_COLOR) != 0;
    const bool alpha = (png.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    png.format = alpha ? PNG_FORMAT_RGBA : colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    image->width = (int)png.width;
    image->height = (int)png.height;
    image->channels = alpha ? 4 : colour ? 3 : 1;
    image->pixels = malloc(PNG_IMAGE_SIZE(png));
    /* a negative row stride: from the bottom */
    const png_int_32 row = -(png_int_32)PNG_IMAGE_ROW_STRIDE(png);
    if (image->pixels != NULL && png_image_finish_read(&png, NULL, image->pixels, row, NULL) != 0)
        return true;
    (void)snprintf(error, error_size, "%s: %s", path, image->pixels == NULL ? "out of memory" : png.message);
    png_image_free(&png);
    gl_image_free(image);
    return false;
}

static bool read_named(gl *g, const char *name, gl_image *image)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s.png", g->stock->textures, name);
    return gl_image_read(path, image, g->error, sizeof g->error);
}

/* ---- into GL ---- */

void gl_bind(gl_unit unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

/* Decoding sRGB at every texel is slow in software: there colours are made linear once, in 8 bits. */
static GLint colour_format(const gl *g, gl_image *image)
{
    if (!g->software) return image->channels == 4 ? GL_SRGB8_ALPHA8 : GL_SRGB8;
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i)
        for (size_t channel = 0; channel < 3; ++channel) {
            uint8_t *c = &image->pixels[i * (size_t)image->channels + channel];
            const float encoded = (float)*c / 255.0F; /* IEC 61966-2-1 */
            const float linear =
                encoded <= 0.04045F ? encoded / 12.92F : powf((encoded + 0.055F) / 1.055F, 2.4F);
            *c = (uint8_t)lroundf(255.0F * linear);
        }
    return image->channels == 4 ? GL_RGBA8 : GL_RGB8;
}

static void set_filters(const gl *g, GLenum kind, GLint wrap)
{
    glTexParameteri(kind, GL_TEXTURE_MIN_FILTER,
                    g->software ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(kind, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(kind, GL_TEXTURE_WRAP_T, wrap);
    /* by software it would cost more than all the rest, and Mesa 22's never ends where a derivative is not
     * finite */
    if (GLEW_EXT_texture_filter_anisotropic && !g->software) {
        GLfloat most = 1.0F;
        glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
        glTexParameterf(kind, GL_TEXTURE_MAX_ANISOTROPY_EXT, fminf(most, 8.0F));
    }
}

static void bind_new(gl *g, gl_unit unit, GLenum kind)
{
    glGenTextures(1, &g->textures[unit]);
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(kind, g->textures[unit]);
}

/* Layers of equal size from files, given by the first file. */
static bool load_array(gl *g, gl_unit unit, int count, const char *const *files, bool colour)
{
    bind_new(g, unit, GL_TEXTURE_2D_ARRAY);
    int width = 0, height = 0;
    for (int layer = 0; layer < count; ++layer) {
        gl_image image;
        if (!read_named(g, files[layer], &image)) return false;
        const GLint format = colour ? colour_format(g, &image) : GL_RGB8;
        if (layer == 0) {
            width = image.width;
            height = image.height;
            glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, format, width, height, count, 0, GL_RGB, GL_UNSIGNED_BYTE,
                         NULL);
        }
        const bool fits = image.width == width && image.height == height && image.channels == 3;
        if (fits)
            glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, layer, width, height, 1, GL_RGB, GL_UNSIGNED_BYTE,
                            image.pixels);
        else
            (void)snprintf(g->error, sizeof g->error, "%s/%s.png: must be RGB of %d x %d like %s.png",
                           g->stock->textures, files[layer], width, height, files[0]);
        gl_image_free(&image);
        if (!fits) return false;
    }
    set_filters(g, GL_TEXTURE_2D_ARRAY, GL_REPEAT);
    glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
    return true;
}

/* A single texture. */
static bool load_single(gl *g, gl_unit unit, const char *name, int channels, bool colour, GLint wrap)
{
    static const GLenum external[] = {0, GL_RED, 0, GL_RGB, GL_RGBA};
    static const GLint plain[] = {0, GL_R8, 0, GL_RGB8, GL_RGBA8};
    gl_image image;
    if (!read_named(g, name, &image)) return false;
    if (image.channels != channels) {
        (void)snprintf(g->error, sizeof g->error, "%s/%s.png: must have %d channels, has %d",
                       g->stock->textures, name, channels, image.channels);
        gl_image_free(&image);
        return false;
    }
    bind_new(g, unit, GL_TEXTURE_2D);
    const GLint format = colour ? colour_format(g, &image) : plain[channels];
    glTexImage2D(GL_TEXTURE_2D, 0, format, image.width, image.height, 0, external[channels], GL_UNSIGNED_BYTE,
                 image.pixels);
    gl_image_free(&image);
    set_filters(g, GL_TEXTURE_2D, wrap);
    glGenerateMipmap(GL_TEXTURE_2D);
    return true;
}

bool gl_textures_open(gl *g)
{
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const bool fine = load_single(g, GL_UNIT_NOISE, "noise", 4, false, GL_REPEAT) &&
                      load_array(g, GL_UNIT_DETAIL, GL_DETAILS, detail_files, false) &&
                      load_array(g, GL_UNIT_ALBEDO, GL_GROUND_LAYERS, albedo_files, true) &&
                      load_array(g, GL_UNIT_NORMAL, GL_GROUND_LAYERS, normal_files, false) &&
                      load_single(g, GL_UNIT_LEAF, "leaf", 4, true, GL_CLAMP_TO_EDGE) &&
                      load_single(g, GL_UNIT_GRASS_CARD, "grass_card", 4, true, GL_CLAMP_TO_EDGE) &&
                      load_single(g, GL_UNIT_DUST, "dust", 1, false, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return fine;
}

void gl_textures_programs(const gl *g)
{
    /* without a blend of mipmaps: a fifth of a picture's time by software */
    const GLint filter = g->quality == RND_LOW ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
    for (int unit = 0; unit < GL_UNITS; ++unit) {
        if (g->textures[unit] == 0) continue;
        const bool array = unit == GL_UNIT_DETAIL || unit == GL_UNIT_ALBEDO || unit == GL_UNIT_NORMAL;
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        glTexParameteri(array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    }
}

void gl_textures_close(gl *g)
{
    for (int unit = 0; unit < GL_UNITS; ++unit) glDeleteTextures(1, &g->textures[unit]);
    memset(g->textures, 0, sizeof g->textures);
}
