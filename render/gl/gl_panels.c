/* Panels: pictures of gauges and messages over the picture, each slot a texture that is filled anew when its
 * picture has changed. */
#include "gl_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
