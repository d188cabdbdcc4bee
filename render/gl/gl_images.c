/* Textures: pictures from PNG files, and the set of them that materials are made of. */
#include "gl_internal.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Decoding sRGB at every texel is dear by software: there colours are made linear once, in 8 bits. */
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

/* Layers of one size from files; the first file's size counts. */
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

/* A texture of its own. */
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

bool gl_panels_open(gl *g)
{
    g->panels = calloc(1, sizeof *g->panels);
    return g->panels != NULL;
}

bool gl_panels_programs(gl *g)
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

void gl_panels_upload(gl *g, const rnd_draw_list *list)
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

static void draw(const gl_panels *panels, const rnd_panel *panel, const gl_pass *pass)
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

void gl_panels_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    glUseProgram(g->panels->program.id);
    glBindVertexArray(g->empty_array);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glDisable(GL_CULL_FACE);
    for (int i = 0; i < list->panel_count; ++i)
        if (is_shown(&list->panels[i])) draw(g->panels, &list->panels[i], pass);
    glEnable(GL_CULL_FACE);
}

void gl_panels_close(gl *g)
{
    if (g->panels == NULL) return;
    for (int i = 0; i < RND_PANELS; ++i) glDeleteTextures(1, &g->panels->slots[i].texture);
    gl_program_free(&g->panels->program);
    free(g->panels);
    g->panels = NULL;
}
