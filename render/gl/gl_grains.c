/* Grains of sand. What the world computes with stands for some litres of sand: near ones are clods, a core
 * with crumbs around it, no two alike; far ones, and all of them on RND_LOW, are ragged points. In a heap
 * they swell until they touch, and are lit as the heap's surface is: one mass of sand and not many balls. */
#include "gl_crowd.h"
#include "gl_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 12, FACES = 20, PIECES = 13 /* of a clod: PIECES of grain.vert */, SOIL_BITS = 24 };

/* [m] Nearer to the eye stones are drawn as stones, in millimetres of radius: one of 30 mm up to 18 m, where
 * its facets are smaller than a pixel. */
static const float STONE_REACH = 600.0F;

/* Middles of grains that lie on the field, and of those that fly above it, in radii: one that lies may be
 * half in a hollow that the field's knots do not show, or on another. */
static const float LYING = 1.3F, LIFTED = 3.0F;

/* [radii] Middle of a lump that lies, above the field: its core of 1.7 radii, half as high as wide, then
 * reaches below the field at every corner. */
static const float SUNK = 0.3F;

/* A grain as it is drawn: middle, radius; and which one it is, for its shape and colour. */
typedef struct grain {
    float at[3], radius;
    gl_crowding crowding;
    uint32_t number; /* its soil above SOIL_BITS */
} grain;

struct gl_grains {
    GLuint stones_array, points_array, corners, indices, instances;
    gl_program stones, points, stones_depth, points_depth;
    grain *staged; /* stones, then points */
    gl_crowding *crowding;
    gl_crowd crowd;
    int capacity, stone_count, point_count;
};

/* ---- once ---- */

/* An icosahedron's corners: (0, +-1, +-golden) and their cyclic permutations, scaled to the unit sphere. */
static void fill_ball(void)
{
    static const float a = 0.525731F, b = 0.850651F;
    const float corners[CORNERS][3] = {{-a, b, 0}, {a, b, 0}, {-a, -b, 0}, {a, -b, 0},
                                       {0, -a, b}, {0, a, b}, {0, -a, -b}, {0, a, -b},
                                       {b, 0, -a}, {b, 0, a}, {-b, 0, -a}, {-b, 0, a}};
    static const uint8_t faces[FACES][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                            {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                            {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                            {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof faces, faces, GL_STATIC_DRAW);
}

/* Attributes 1 to 3 of instances or points from a grain on. */
static void set_grains(const gl_grains *grains, int first)
{
    const size_t at = (size_t)first * sizeof(grain);
    glBindBuffer(GL_ARRAY_BUFFER, grains->instances);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(grain), gl_offset(at));
    glVertexAttribIPointer(2, 1, GL_UNSIGNED_INT, sizeof(grain), gl_offset(at + offsetof(grain, number)));
    glVertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, sizeof(grain), gl_offset(at + offsetof(grain, crowding)));
}

static void open_arrays(gl_grains *grains)
{
    glGenVertexArrays(1, &grains->stones_array);
    glGenVertexArrays(1, &grains->points_array);
    glGenBuffers(1, &grains->corners);
    glGenBuffers(1, &grains->indices);
    glGenBuffers(1, &grains->instances);
    glBindVertexArray(grains->stones_array);
    glBindBuffer(GL_ARRAY_BUFFER, grains->corners);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, grains->indices);
    fill_ball();
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    for (GLuint i = 0; i <= 3; ++i) glEnableVertexAttribArray(i);
    for (GLuint i = 1; i <= 3; ++i) glVertexAttribDivisor(i, PIECES);
    glBindVertexArray(grains->points_array);
    for (GLuint i = 1; i <= 3; ++i) glEnableVertexAttribArray(i);
    glBindVertexArray(0);
}

bool gl_grains_open(gl *g)
{
    g->grains = calloc(1, sizeof *g->grains);
    if (g->grains == NULL) return false;
    open_arrays(g->grains);
    return true;
}

bool gl_grains_programs(gl *g)
{
    gl_grains *grains = g->grains;
    return gl_program_make(g, &grains->stones, "grain.vert", "grain.frag", "") &&
           gl_program_make(g, &grains->points, "grain.vert", "grain.frag", "#define POINTS\n") &&
           gl_program_make(g, &grains->stones_depth, "grain.vert", "grain.frag", "#define DEPTH\n") &&
           gl_program_make(g, &grains->points_depth, "grain.vert", "grain.frag",
                           "#define DEPTH\n#define POINTS\n");
}

/* ---- once a picture ---- */

static bool grow(gl_grains *grains, int count)
{
    if (count <= grains->capacity) return true;
    grain *more = realloc(grains->staged, (size_t)count * sizeof *more);
    if (more == NULL) return false;
    grains->staged = more;
    gl_crowding *crowding = realloc(grains->crowding, (size_t)count * sizeof *crowding);
    if (crowding == NULL) return false;
    grains->crowding = crowding;
    grains->capacity = count;
    return true;
}

static bool is_near(const float *xyzr, const float *eye)
{
    const float reach = STONE_REACH * xyzr[3];
    const float x = xyzr[0] - eye[0], y = xyzr[1] - eye[1], z = xyzr[2] - eye[2];
    return x * x + y * y + z * z < reach * reach;
}

/* Height of the field and how steep it is, at a place; the nearest knots are near enough. @return false:
 * no field there */
static bool find_ground(const rnd_field *field, const float *at, float *height, float normal[3])
{
    if (field->columns < 2 || field->rows < 2) return false;
    const float x = (at[0] - field->origin[0]) / field->cell, y = (at[1] - field->origin[1]) / field->cell;
    if (!(x >= 0.0F && y >= 0.0F && x < (float)(field->columns - 1) && y < (float)(field->rows - 1)))
        return false;
    const int column = (int)x, row = (int)y;
    const float u = x - (float)column, v = y - (float)row;
    const float *low = field->heights + (ptrdiff_t)row * field->columns + column,
                *high = low + field->columns;
    const float dx = (low[1] - low[0]) * (1.0F - v) + (high[1] - high[0]) * v;
    const float dy = (high[0] - low[0]) * (1.0F - u) + (high[1] - low[1]) * u;
    const float scale = 1.0F / sqrtf(dx * dx + dy * dy + field->cell * field->cell);
    *height = low[0] + u * (low[1] - low[0]) + v * dy;
    normal[0] = -dx * scale;
    normal[1] = -dy * scale;
    normal[2] = field->cell * scale;
    return true;
}

/* Lumps lie flat in the surface: one that was drawn around the middle of its sphere would hang over the field
 * as a flake with a shadow under it. Down along the field's normal, until it is half sunk in. */
static void sink(float at[3], float radius, float radii, float lies, const float normal[3])
{
    const float down = lies * fmaxf(radii * normal[2] - SUNK, 0.0F) * radius;
    for (int k = 0; k < 3; ++k) at[k] -= down * normal[k];
}

/* What lies on the field is part of its surface. @param at  out: where it is drawn as a lump */
static void lay_on_field(gl_crowding *crowding, const float *xyzr, const rnd_field *field, float at[3])
{
    float height, normal[3];
    memcpy(at, xyzr, 3 * sizeof *at);
    if (!find_ground(field, xyzr, &height, normal)) return;
    const float radii = (xyzr[2] - height) / xyzr[3];
    const float lies = hl_clampf((LIFTED - radii) / (LIFTED - LYING), 0.0F, 1.0F);
    if (lies == 0.0F) return;
    sink(at, xyzr[3], radii, lies, normal);
    float square = 0.0F;
    for (int k = 0; k < 3; ++k) {
        crowding->out[k] += lies * (normal[k] - crowding->out[k]);
        square += crowding->out[k] * crowding->out[k];
    }
    if (square > 1.0F)
        for (int k = 0; k < 3; ++k) crowding->out[k] /= sqrtf(square);
    crowding->share = fmaxf(crowding->share, lies);
}

void gl_grains_upload(gl *g, const rnd_draw_list *list)
{
    gl_grains *grains = g->grains;
    const int count = list->grain_count;
    grains->stone_count = grains->point_count = 0;
    if (count == 0 || !grow(grains, count) ||
        !gl_crowd_find(&grains->crowd, list->grains, count, grains->crowding))
        return; /* no memory: no grains */
    for (int i = 0; i < count; ++i) {
        const float *xyzr = list->grains + (ptrdiff_t)4 * i;
        gl_crowding *crowding = &grains->crowding[i];
        float lump[3];
        lay_on_field(crowding, xyzr, &list->field, lump);
        const bool stone = g->quality != RND_LOW && is_near(xyzr, list->views[0].eye);
        /* stones from the beginning of the room, points from its end */
        grain *to = &grains->staged[stone ? grains->stone_count++ : count - ++grains->point_count];
        memcpy(to->at, stone ? lump : xyzr, sizeof to->at); /* points are sunk by grain.vert */
        to->radius = xyzr[3];
        to->crowding = *crowding;
        to->number = (uint32_t)i | (uint32_t)list->grain_soils[i] << SOIL_BITS;
    }
    glBindBuffer(GL_ARRAY_BUFFER, grains->instances);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof(grain)), grains->staged,
                 GL_STREAM_DRAW);
}

/* ---- drawing ---- */

static void draw_stones(const gl_grains *grains)
{
    glBindVertexArray(grains->stones_array);
    set_grains(grains, 0);
    glDrawElementsInstanced(GL_TRIANGLES, 3 * FACES, GL_UNSIGNED_BYTE, NULL, PIECES * grains->stone_count);
}

static void draw_points(const gl_grains *grains)
{
    glBindVertexArray(grains->points_array);
    set_grains(grains, grains->stone_count);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDrawArrays(GL_POINTS, 0, grains->point_count);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

static void use(const gl_program *program, const rnd_draw_list *list, const gl_pass *pass)
{
    glUseProgram(program->id);
    /* depth programs have none */
    glUniform3fv(gl_uniform(program, "grain_colours"), RND_SOILS, list->grain_colours[0]);
    glUniform2f(gl_uniform(program, "pixels"), (float)pass->width, (float)pass->height);
}

void gl_grains_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    const gl_grains *grains = g->grains;
    if (pass->shadow && g->quality == RND_LOW) return; /* small shadows that nobody misses there */
    if (grains->stone_count > 0) {
        use(pass->shadow ? &grains->stones_depth : &grains->stones, list, pass);
        draw_stones(grains);
    }
    if (grains->point_count > 0) {
        use(pass->shadow ? &grains->points_depth : &grains->points, list, pass);
        draw_points(grains);
    }
}

void gl_grains_close(gl *g)
{
    gl_grains *grains = g->grains;
    if (grains == NULL) return;
    gl_program_free(&grains->stones);
    gl_program_free(&grains->points);
    gl_program_free(&grains->stones_depth);
    gl_program_free(&grains->points_depth);
    glDeleteVertexArrays(1, &grains->stones_array);
    glDeleteVertexArrays(1, &grains->points_array);
    const GLuint buffers[] = {grains->corners, grains->indices, grains->instances};
    glDeleteBuffers(3, buffers);
    free(grains->staged);
    free(grains->crowding);
    gl_crowd_free(&grains->crowd);
    free(grains);
    g->grains = NULL;
}

/* ---- dust ---- */

/* Dust, smoke and splashes as soft discs that face the eye; rain as streaks around it. */

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
