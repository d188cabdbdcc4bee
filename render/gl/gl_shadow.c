/* Shadow maps: depth as the sun sees it, a layer a cascade. */
#include "gl_crowd.h"
#include "gl_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 4, /* pictures from one far map to the next on RND_LOW, at most from one near map to the next */
    NEAR_LOW = 0,
    FAR_LOW = 1, /* the far map of RND_LOW */
    LEAVES = 2   /* layer of its leaves, which do not move: copied into each new far map */
};

/* A mesh in the near map of RND_LOW. */
typedef struct caster {
    int mesh;
    mat4 model;
} caster;

struct gl_shadow {
    GLuint maps, framebuffer, leaves;   /* leaves: framebuffer of their layer */
    int size;                           /* [pixels]; 0: no maps yet */
    int drawn;                          /* maps that hold something */
    rnd_cascade cascades[RND_CASCADES]; /* with which they were drawn */
    bool due[RND_CASCADES];             /* in this picture */
    bool leaves_due;
    caster *casters; /* in the near map of RND_LOW */
    int caster_count, caster_capacity;
    long near_drawn; /* picture of the near map of RND_LOW */
};

static const struct {
    int size, count;
} wanted[RND_QUALITIES] = {[RND_LOW] = {1024, 2}, [RND_MEDIUM] = {2048, 2}, [RND_HIGH] = {2048, 3}};

enum { SPARING_SIZE = 512 }; /* [pixels] of sparing pictures (gl_internal.h) */

/* Bias of depth in maps: multiples of the slope and of the least step of depth. The shaders move along the
 * normal besides (common.glsl), so it need not be large, and shadows do not come loose. */
static const float slope_bias = 1.5F, constant_bias = 2.0F;

bool gl_shadow_open(gl *g)
{
    g->shadow = calloc(1, sizeof *g->shadow);
    if (g->shadow == NULL) return false;
    glGenFramebuffers(1, &g->shadow->framebuffer);
    glGenFramebuffers(1, &g->shadow->leaves);
    return true;
}

static void set_sampling(void)
{
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    /* outside a map nothing casts */
    static const float lit[] = {1.0F, 1.0F, 1.0F, 1.0F};
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, lit);
}

/* Make the maps of a size [pixels]; what they hold is drawn anew. */
static void make_maps(gl_shadow *shadow, int size)
{
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_SHADOW);
    if (shadow->maps == 0) {
        glGenTextures(1, &shadow->maps);
        glBindTexture(GL_TEXTURE_2D_ARRAY, shadow->maps);
        set_sampling();
    }
    if (shadow->size != size)
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT24, size, size, RND_CASCADES, 0,
                     GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    shadow->size = size;
    shadow->drawn = 0;
}

bool gl_shadow_programs(gl *g)
{
    make_maps(g->shadow, wanted[g->quality].size);
    return true;
}

int gl_shadow_count(const gl *g, const rnd_draw_list *list)
{
    const int most = wanted[g->quality].count;
    return list->cascade_count < most ? list->cascade_count : most;
}

bool gl_shadow_due(const gl *g, int cascade)
{
    return g->shadow->due[cascade];
}

/* Whether a map lies elsewhere by more than a share of its half width (another camera, another display), or
 * the sun has moved. */
static bool has_moved(const rnd_cascade *from, const rnd_cascade *to, float share)
{
    static const float TURNED = 1e-4F;
    float turned = 0.0F;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 2; ++row)
            turned =
                fmaxf(turned, fabsf(to->view_projection[column][row] - from->view_projection[column][row]));
    return fabsf(to->view_projection[3][0] - from->view_projection[3][0]) > share ||
           fabsf(to->view_projection[3][1] - from->view_projection[3][1]) > share || turned > TURNED;
}

/* By software corners are dear: the far map, in which hardly anything moves, rests most of the time, and
 * keeps its place and its leaves as long as the camera is near. */
static void plan_far(gl *g, const rnd_draw_list *list)
{
    static const float SHARE = 0.1F;
    gl_shadow *shadow = g->shadow;
    shadow->leaves_due =
        FAR_LOW >= shadow->drawn || has_moved(&shadow->cascades[FAR_LOW], &list->cascades[FAR_LOW], SHARE);
    shadow->due[FAR_LOW] = shadow->leaves_due || g->pictures % TURN == 0;
    if (shadow->leaves_due) shadow->cascades[FAR_LOW] = list->cascades[FAR_LOW];
}

/* The longest way of a point of a mesh between two places [m]. Turned by an angle a, the matrices differ by a
 * matrix of norm 2 sin(a/2), and the sum of its squares is twice the square of that. */
static float way_of(const rnd_mesh *mesh, const mat4 from, const mat4 to)
{
    float middle = 0.0F, squares = 0.0F;
    for (int row = 0; row < 3; ++row) {
        float way = to[3][row] - from[3][row];
        for (int column = 0; column < 3; ++column) {
            const float change = to[column][row] - from[column][row];
            way += change * mesh->centre[column];
            squares += change * change;
        }
        middle += way * way;
    }
    return sqrtf(middle) + mesh->radius * sqrtf(0.5F * squares);
}

/* Whether the near map holds the same meshes as this picture's would, each within a texel. */
static bool holds_casters(const gl *g, const rnd_draw_list *list)
{
    const gl_shadow *shadow = g->shadow;
    const float texel = list->cascades[NEAR_LOW].texel * RND_MAP_PIXELS / (float)shadow->size;
    int count = 0;
    for (int i = 0; i < list->instance_count; ++i) {
        const rnd_instance *instance = &list->instances[i];
        if ((instance->seen & rnd_in_cascade(NEAR_LOW)) == 0) continue;
        if (count == shadow->caster_count) return false;
        const caster *known = &shadow->casters[count++];
        if (known->mesh != instance->mesh ||
            way_of(&g->stock->meshes[instance->mesh], known->model, instance->model) > texel)
            return false;
    }
    return count == shadow->caster_count;
}

static void keep_casters(gl_shadow *shadow, const rnd_draw_list *list)
{
    shadow->caster_count = 0;
    if (list->instance_count > shadow->caster_capacity) {
        caster *more = realloc(shadow->casters, (size_t)list->instance_count * sizeof *more);
        if (more == NULL) return; /* the next picture's meshes differ: the map is drawn anew */
        shadow->casters = more;
        shadow->caster_capacity = list->instance_count;
    }
    for (int i = 0; i < list->instance_count; ++i) {
        if ((list->instances[i].seen & rnd_in_cascade(NEAR_LOW)) == 0) continue;
        caster *to = &shadow->casters[shadow->caster_count++];
        to->mesh = list->instances[i].mesh;
        glm_mat4_copy((vec4 *)list->instances[i].model, to->model);
    }
}

/* The near map rests, with its place, while nothing in it has moved by more than a texel. The sand changes
 * more slowly. */
static void plan_near(gl *g, const rnd_draw_list *list)
{
    static const float SHARE =
        0.02F; /* of a map's half width: a strip along its border may be without shadows */
    gl_shadow *shadow = g->shadow;
    shadow->due[NEAR_LOW] =
        NEAR_LOW >= shadow->drawn || g->pictures - shadow->near_drawn >= TURN || list->changed_count > 0 ||
        has_moved(&shadow->cascades[NEAR_LOW], &list->cascades[NEAR_LOW], SHARE) || !holds_casters(g, list);
    if (!shadow->due[NEAR_LOW]) return;
    shadow->cascades[NEAR_LOW] = list->cascades[NEAR_LOW];
    shadow->near_drawn = g->pictures;
    keep_casters(shadow, list);
}

void gl_shadow_plan(gl *g, const rnd_draw_list *list)
{
    const int count = gl_shadow_count(g, list), size = g->sparing ? SPARING_SIZE : wanted[g->quality].size;
    if (size != g->shadow->size) make_maps(g->shadow, size);
    for (int i = 0; i < count; ++i) {
        if (g->quality == RND_LOW) {
            (i == NEAR_LOW ? plan_near : plan_far)(g, list);
            continue;
        }
        g->shadow->due[i] = true;
        g->shadow->cascades[i] = list->cascades[i];
    }
}

bool gl_shadow_keeps_leaves(const gl *g, int cascade)
{
    return g->quality == RND_LOW && cascade == FAR_LOW;
}

bool gl_shadow_leaves_due(const gl *g)
{
    return g->shadow->leaves_due;
}

const rnd_cascade *gl_shadow_cascade(const gl *g, int cascade)
{
    return &g->shadow->cascades[cascade];
}

int gl_shadow_size(const gl *g)
{
    return g->shadow->size;
}

static void begin_drawing(void)
{
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(slope_bias, constant_bias);
    /* what stands nearer to the sun than the box still casts */
    glEnable(GL_DEPTH_CLAMP);
}

static void bind_layer(const gl *g, GLuint framebuffer, int layer)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, g->shadow->maps, 0, layer);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

void gl_shadow_begin_leaves(const gl *g)
{
    bind_layer(g, g->shadow->leaves, LEAVES);
    glClear(GL_DEPTH_BUFFER_BIT);
    begin_drawing();
}

void gl_shadow_begin(const gl *g, int cascade)
{
    const gl_shadow *shadow = g->shadow;
    bind_layer(g, shadow->framebuffer, cascade);
    if (gl_shadow_keeps_leaves(g, cascade)) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, shadow->leaves);
        glBlitFramebuffer(0, 0, shadow->size, shadow->size, 0, 0, shadow->size, shadow->size,
                          GL_DEPTH_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, shadow->framebuffer);
    } else {
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    begin_drawing();
}

void gl_shadow_end(const gl *g, int count)
{
    g->shadow->drawn = count;
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_CLAMP);
}

void gl_shadow_close(gl *g)
{
    if (g->shadow == NULL) return;
    glDeleteTextures(1, &g->shadow->maps);
    glDeleteFramebuffers(1, &g->shadow->framebuffer);
    glDeleteFramebuffers(1, &g->shadow->leaves);
    free(g->shadow->casters);
    free(g->shadow);
    g->shadow = NULL;
}

/* ---- mirrors ---- */

/* Mirrors: pictures of their views, layers of one texture that mirrors' glasses show. */

struct gl_mirrors {
    GLuint pictures, depth, framebuffer;
    int width, height;
    GLenum format;
    int64_t drawn_at[RND_MIRRORS]; /* number of the picture, from 1; 0: never */
};

static const struct {
    int width, height;
    GLenum format; /* as the picture's: tones are mapped by the shaders on RND_LOW */
} mirror_sizes[RND_QUALITIES] = {[RND_LOW] = {256, 192, GL_RGBA8},
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
    mirrors->width = mirror_sizes[g->quality].width;
    mirrors->height = mirror_sizes[g->quality].height;
    memset(mirrors->drawn_at, 0, sizeof mirrors->drawn_at);
    const bool eight = mirror_sizes[g->quality].format == GL_RGBA8;
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_MIRRORS);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, (GLint)mirror_sizes[g->quality].format, mirrors->width,
                 mirrors->height, RND_MIRRORS, 0, GL_RGBA, eight ? GL_UNSIGNED_BYTE : GL_HALF_FLOAT, NULL);
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
