/* The sky: behind everything, where nothing else has been drawn. */
#include "gl_internal.h"

#include <stdlib.h>

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
