/* Dust, smoke and splashes as soft discs that face the eye; rain as streaks around it. */
#include "gl_internal.h"

#include <stdlib.h>

/* Streaks of the heaviest rain. */
static const int streaks[RND_QUALITIES] = {[RND_LOW] = 2000, [RND_MEDIUM] = 6000, [RND_HIGH] = 9000};

enum { DISC_CORNERS = 4, STREAK_CORNERS = 6 };

struct gl_sprites {
    GLuint array, instances;
    gl_program discs, rain;
    GLint grid_at, streaks_at;
    int count;
};

/* ---- once ---- */

bool gl_sprites_open(gl *g)
{
    gl_sprites *sprites = g->sprites = calloc(1, sizeof *sprites);
    if (sprites == NULL) return false;
    glGenVertexArrays(1, &sprites->array);
    glGenBuffers(1, &sprites->instances);
    glBindVertexArray(sprites->array);
    glBindBuffer(GL_ARRAY_BUFFER, sprites->instances);
    static const struct {
        GLint size;
        size_t at;
    } attributes[] = {
        {4, offsetof(rnd_sprite, at)}, {4, offsetof(rnd_sprite, colour)}, {1, offsetof(rnd_sprite, turn)}};
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, attributes[i].size, GL_FLOAT, GL_FALSE, sizeof(rnd_sprite),
                              gl_offset(attributes[i].at));
        glVertexAttribDivisor(i, 1);
    }
    glBindVertexArray(0);
    return true;
}

bool gl_sprites_programs(gl *g)
{
    gl_sprites *sprites = g->sprites;
    if (!gl_program_make(g, &sprites->discs, "sprite.vert", "sprite.frag", "") ||
        !gl_program_make(g, &sprites->rain, "rain.vert", "rain.frag", ""))
        return false;
    sprites->grid_at = gl_uniform(&sprites->discs, "grid");
    sprites->streaks_at = gl_uniform(&sprites->rain, "streaks");
    return true;
}

/* ---- drawing ---- */

void gl_sprites_upload(gl *g, const rnd_draw_list *list)
{
    g->sprites->count = list->sprite_count;
    if (list->sprite_count == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, g->sprites->instances);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)list->sprite_count * sizeof(rnd_sprite)),
                 list->sprites, GL_STREAM_DRAW);
}

static void draw_discs(const gl *g)
{
    const gl_sprites *sprites = g->sprites;
    float grid[3] = {0, 0, 0}; /* no cells: no ground to fade towards */
    gl_field_bind_heights(g, GL_UNIT_OWN, grid);
    glUseProgram(sprites->discs.id);
    glUniform3fv(sprites->grid_at, 1, grid);
    glBindVertexArray(sprites->array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, DISC_CORNERS, sprites->count);
}

static void draw_rain(const gl *g, float rain)
{
    const int count = (int)((float)streaks[g->quality] * rain);
    glUseProgram(g->sprites->rain.id);
    glUniform1f(g->sprites->streaks_at, (float)count);
    glBindVertexArray(g->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, STREAK_CORNERS * count);
}

void gl_sprites_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    (void)pass;
    glDisable(GL_CULL_FACE);
    if (g->sprites->count > 0) draw_discs(g);
    if (list->sky.rain > 0.0F) draw_rain(g, list->sky.rain);
    glEnable(GL_CULL_FACE);
}

void gl_sprites_close(gl *g)
{
    gl_sprites *sprites = g->sprites;
    if (sprites == NULL) return;
    gl_program_free(&sprites->discs);
    gl_program_free(&sprites->rain);
    glDeleteVertexArrays(1, &sprites->array);
    glDeleteBuffers(1, &sprites->instances);
    free(sprites);
    g->sprites = NULL;
}
