/* Shadow maps: depth as the sun sees it, a layer a cascade. */
#include "gl_internal.h"

#include <math.h>
#include <stdlib.h>

enum { FAR_TURN = 4 }; /* pictures from one far map to the next on RND_LOW */

struct gl_shadow {
    GLuint maps, framebuffer;
    int size;                           /* [pixels]; 0: no maps yet */
    int drawn;                          /* maps that hold something */
    rnd_cascade cascades[RND_CASCADES]; /* with which they were drawn */
    bool due[RND_CASCADES];             /* in this picture */
};

static const struct {
    int size, count;
} wanted[RND_QUALITIES] = {[RND_LOW] = {1024, 2}, [RND_MEDIUM] = {2048, 2}, [RND_HIGH] = {2048, 3}};

/* Bias of depth in maps: multiples of the slope and of the least step of depth. The shaders move along the
 * normal besides (common.glsl), so it need not be large, and shadows do not come loose. */
static const float slope_bias = 1.5F, constant_bias = 2.0F;

bool gl_shadow_open(gl *g)
{
    g->shadow = calloc(1, sizeof *g->shadow);
    if (g->shadow == NULL) return false;
    glGenFramebuffers(1, &g->shadow->framebuffer);
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

bool gl_shadow_programs(gl *g)
{
    gl_shadow *shadow = g->shadow;
    const int size = wanted[g->quality].size;
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

/* Whether a map lies elsewhere by more than a tenth of its half width: another camera, another display. */
static bool has_moved(const rnd_cascade *from, const rnd_cascade *to)
{
    static const float FAR = 0.1F;
    return fabsf(to->view_projection[3][0] - from->view_projection[3][0]) > FAR ||
           fabsf(to->view_projection[3][1] - from->view_projection[3][1]) > FAR;
}

/* By software corners are dear: the far map, in which hardly anything moves, rests most of the time. */
static bool is_due(const gl *g, const rnd_draw_list *list, int cascade)
{
    return g->quality != RND_LOW || cascade == 0 || cascade >= g->shadow->drawn ||
           g->pictures % FAR_TURN == 0 || has_moved(&g->shadow->cascades[cascade], &list->cascades[cascade]);
}

void gl_shadow_plan(gl *g, const rnd_draw_list *list)
{
    const int count = gl_shadow_count(g, list);
    for (int i = 0; i < count; ++i) {
        g->shadow->due[i] = is_due(g, list, i);
        if (g->shadow->due[i]) g->shadow->cascades[i] = list->cascades[i];
    }
}

const rnd_cascade *gl_shadow_cascade(const gl *g, int cascade)
{
    return &g->shadow->cascades[cascade];
}

int gl_shadow_size(const gl *g)
{
    return g->shadow->size;
}

void gl_shadow_begin(const gl *g, int cascade)
{
    glBindFramebuffer(GL_FRAMEBUFFER, g->shadow->framebuffer);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, g->shadow->maps, 0, cascade);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(slope_bias, constant_bias);
    /* what stands nearer to the sun than the box still casts */
    glEnable(GL_DEPTH_CLAMP);
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
    free(g->shadow);
    g->shadow = NULL;
}
