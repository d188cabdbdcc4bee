/* Mirrors: pictures of their views, layers of one texture that mirrors' glasses show. */
#include "gl_internal.h"
#include "gl_pieces.h"

#include <stdlib.h>
#include <string.h>

struct gl_mirrors {
    GLuint pictures, depth, framebuffer;
    int width, height;
    GLenum format;
    int64_t drawn_at[RND_MIRRORS]; /* number of the picture, from 1; 0: never */
};

static const struct {
    int width, height;
    GLenum format; /* as the picture's: tones are mapped by the shaders on RND_LOW */
} wanted[RND_QUALITIES] = {[RND_LOW] = {256, 192, GL_RGBA8},
                           [RND_MEDIUM] = {384, 288, GL_RGBA16F},
                           [RND_HIGH] = {512, 384, GL_RGBA16F}};

bool gl_mirrors_open(gl *g)
{
    gl_mirrors *mirrors = g->mirrors = calloc(1, sizeof *mirrors);
    if (mirrors == NULL) return false;
    glGenFramebuffers(1, &mirrors->framebuffer);
    glGenRenderbuffers(1, &mirrors->depth);
    glGenTextures(1, &mirrors->pictures);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_MIRRORS);
    glBindTexture(GL_TEXTURE_2D_ARRAY, mirrors->pictures);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return true;
}

bool gl_mirrors_programs(gl *g)
{
    gl_mirrors *mirrors = g->mirrors;
    mirrors->width = wanted[g->quality].width;
    mirrors->height = wanted[g->quality].height;
    memset(mirrors->drawn_at, 0, sizeof mirrors->drawn_at);
    const bool eight = wanted[g->quality].format == GL_RGBA8;
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_MIRRORS);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, (GLint)wanted[g->quality].format, mirrors->width, mirrors->height,
                 RND_MIRRORS, 0, GL_RGBA, eight ? GL_UNSIGNED_BYTE : GL_HALF_FLOAT, NULL);
    glBindRenderbuffer(GL_RENDERBUFFER, mirrors->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, mirrors->width, mirrors->height);
    glBindFramebuffer(GL_FRAMEBUFFER, mirrors->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, mirrors->depth);
    return true;
}

/* Whether a mesh at a place may be in the picture; more exact than the sphere by which scenes judge. */
static bool is_in_picture(const rnd_draw_list *list, const rnd_mesh *mesh, const rnd_instance *instance)
{
    if (mesh->vertex_count == 0) return false;
    gl_piece box = {.count = mesh->index_count};
    memcpy(box.low, mesh->vertices->position, sizeof box.low);
    memcpy(box.high, mesh->vertices->position, sizeof box.high);
    for (int i = 1; i < mesh->vertex_count; ++i) {
        glm_vec3_minv(box.low, mesh->vertices[i].position, box.low);
        glm_vec3_maxv(box.high, mesh->vertices[i].position, box.high);
    }
    mat4 to_clip;
    glm_mat4_mul((vec4 *)list->views[0].projection, (vec4 *)list->views[0].view, to_clip);
    glm_mat4_mul(to_clip, (vec4 *)instance->model, to_clip);
    return gl_piece_seen(&box, (const vec4 *)to_clip);
}

/* Whether the glass of a mirror is in the picture. */
static bool is_looked_at(const gl *g, const rnd_draw_list *list, int mirror)
{
    for (int i = 0; i < list->instance_count; ++i) {
        const rnd_instance *instance = &list->instances[i];
        if ((instance->seen & rnd_in_view(0)) == 0 || instance->mesh < 0 ||
            instance->mesh >= g->stock->mesh_count)
            continue;
        const rnd_mesh *mesh = &g->stock->meshes[instance->mesh];
        if (mesh->material.substance == RND_MIRROR && mesh->material.mirror == mirror &&
            is_in_picture(list, mesh, instance))
            return true;
    }
    return false;
}

bool gl_mirror_due(const gl *g, const rnd_draw_list *list, int mirror)
{
    if (!is_looked_at(g, list, mirror)) return false;
    if (g->quality != RND_LOW || g->mirrors->drawn_at[mirror] == 0) return true;
    /* by software one a picture: the oldest of those in it */
    for (int i = 0; i < list->view_count - 1; ++i) {
        const int64_t other = g->mirrors->drawn_at[i];
        if (other > g->pictures) return false;
        if (other < g->mirrors->drawn_at[mirror] && is_looked_at(g, list, i)) return false;
    }
    return true;
}

void gl_mirror_begin(gl *g, int mirror, int *width, int *height)
{
    gl_mirrors *mirrors = g->mirrors;
    mirrors->drawn_at[mirror] = g->pictures + 1;
    *width = mirrors->width;
    *height = mirrors->height;
    glBindFramebuffer(GL_FRAMEBUFFER, mirrors->framebuffer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, mirrors->pictures, 0, mirror);
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
}

void gl_mirrors_close(gl *g)
{
    if (g->mirrors == NULL) return;
    glDeleteTextures(1, &g->mirrors->pictures);
    glDeleteRenderbuffers(1, &g->mirrors->depth);
    glDeleteFramebuffers(1, &g->mirrors->framebuffer);
    free(g->mirrors);
    g->mirrors = NULL;
}
