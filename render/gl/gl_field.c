/* The sand: heights, facets and shades as textures; tiles as instances of one grid of knots, whose corners
 * fetch their heights.
 *
 * Tiles of different levels of detail meet without a gap: on an edge with a coarser tile the finer one's
 * corners move to the knots that the coarser one has, so that both edges are the same lines. A seam
 * (gl_facets.h) closes what is left at the border between the field and the ground around it. */
#include "gl_facets.h"
#include "gl_internal.h"
#include "xch/terrain.h"

#include <stdlib.h>
#include <string.h>

enum { KNOTS = XCH_KNOTS * XCH_KNOTS, EDGES = 4 };

/* A tile to be drawn: its place, and how many cells a step of the neighbours at left, right, below and above
 * is, at least its own. */
typedef struct tile_instance {
    uint16_t column, row;
    uint8_t edges[EDGES];
} tile_instance;

/* Instances of what is listed at a level in a pass. */
typedef struct run {
    GLint first;
    GLsizei count;
} run;

struct gl_field {
    GLuint array, knots, indices, instances;
    GLuint seam_array, seam;
    GLsizei seam_count;
    float *around; /* heights of the ground at the points of the seam; NULL: there is no seam */
    size_t level_first[RND_LEVELS]; /* [bytes] */
    GLsizei level_count[RND_LEVELS];
    GLuint heights, facets_texture, shades;
    gl_facets facets;
    int columns, rows; /* knots of what is uploaded; 0: nothing */
    float grid[3];     /* origin, cell [m] */
    float soils[RND_SOILS][3];
    GLint least; /* filter of facets made smaller */
    bool one_soil;
    gl_program program, depth, seam_program;
    GLint grid_at, depth_grid_at, seam_grid_at, soils_at, one_soil_at;
    uint8_t *levels; /* at which each tile is listed in this picture */
    tile_instance *staged;
    int staged_count;
    run runs[GL_PASSES][RND_LEVELS];
};

static void set_filters(GLint least, GLint most, int levels)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, least);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, most);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

/* ---- once ---- */

/* Two triangles a cell of each level, cut from (0, 0) to (1, 1) as levels of detail are judged. */
static void fill_indices(gl_field *field)
{
    uint16_t indices[6 * XCH_TILE * XCH_TILE];
    size_t total = 0;
    for (int level = 0; level < RND_LEVELS; ++level) {
        const int cells = XCH_TILE >> level;
        field->level_first[level] = total;
        field->level_count[level] = 6 * cells * cells;
        total += (size_t)field->level_count[level] * sizeof *indices;
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, field->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)total, NULL, GL_STATIC_DRAW);
    for (int level = 0; level < RND_LEVELS; ++level) {
        const int step = 1 << level;
        uint16_t *next = indices;
        for (int j = 0; j < XCH_TILE; j += step)
            for (int i = 0; i < XCH_TILE; i += step) {
                const int a = j * XCH_KNOTS + i, b = a + step, c = a + step * XCH_KNOTS, d = c + step;
                const int cell[6] = {a, b, d, a, d, c};
                for (int k = 0; k < 6; ++k) *next++ = (uint16_t)cell[k];
            }
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)field->level_first[level],
                        (GLsizeiptr)field->level_count[level] * (GLsizeiptr)sizeof *indices, indices);
    }
}

static void fill_knots(gl_field *field)
{
    uint8_t knots[KNOTS][4]; /* four bytes each: what hardware likes */
    for (int i = 0; i < KNOTS; ++i) {
        knots[i][0] = (uint8_t)(i % XCH_KNOTS);
        knots[i][1] = (uint8_t)(i / XCH_KNOTS);
        knots[i][2] = knots[i][3] = 0;
    }
    glBindBuffer(GL_ARRAY_BUFFER, field->knots);
    glBufferData(GL_ARRAY_BUFFER, sizeof knots, knots, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 2, GL_UNSIGNED_BYTE, 4, NULL);
}

static void open_arrays(gl_field *field)
{
    glGenVertexArrays(1, &field->array);
    glGenBuffers(1, &field->knots);
    glGenBuffers(1, &field->indices);
    glGenBuffers(1, &field->instances);
    glBindVertexArray(field->array);
    fill_knots(field);
    fill_indices(field);
    for (GLuint i = 1; i <= 2; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glGenVertexArrays(1, &field->seam_array);
    glGenBuffers(1, &field->seam);
    glBindVertexArray(field->seam_array);
    glBindBuffer(GL_ARRAY_BUFFER, field->seam);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindVertexArray(0);
}

bool gl_field_open(gl *g)
{
    g->field = calloc(1, sizeof *g->field);
    if (g->field == NULL) return false;
    open_arrays(g->field);
    return true;
}

bool gl_field_programs(gl *g)
{
    gl_field *field = g->field;
    field->least = g->quality == RND_LOW ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
    if (field->facets_texture != 0) {
        gl_bind(GL_UNIT_OWN_1, field->facets_texture);
        set_filters(field->least, GL_LINEAR, GL_FACET_LEVELS);
    }
    if (!gl_program_make(g, &field->program, "field.vert", "field.frag", "") ||
        !gl_program_make(g, &field->depth, "field.vert", "depth.frag", "#define DEPTH\n") ||
        !gl_program_make(g, &field->seam_program, "field.vert", "field.frag", "#define SEAM\n"))
        return false;
    field->grid_at = gl_uniform(&field->program, "grid");
    field->depth_grid_at = gl_uniform(&field->depth, "grid");
    field->seam_grid_at = gl_uniform(&field->seam_program, "grid");
    field->soils_at = gl_uniform(&field->program, "soils");
    field->one_soil_at = gl_uniform(&field->program, "one_soil");
    return true;
}

/* ---- textures ---- */

static void delete_textures(gl_field *field)
{
    glDeleteTextures(1, &field->heights);
    glDeleteTextures(1, &field->facets_texture);
    glDeleteTextures(1, &field->shades);
    field->heights = field->facets_texture = field->shades = 0;
    gl_facets_free(&field->facets);
    free(field->levels);
    free(field->staged);
    field->levels = NULL;
    field->staged = NULL;
    field->columns = field->rows = 0;
}

static void make_textures(gl_field *field, int columns, int rows)
{
    glGenTextures(1, &field->heights);
    gl_bind(GL_UNIT_OWN, field->heights);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, NULL);
    set_filters(GL_NEAREST, GL_NEAREST, 1);
    glGenTextures(1, &field->facets_texture);
    gl_bind(GL_UNIT_OWN_1, field->facets_texture);
    for (int level = 0; level < GL_FACET_LEVELS; ++level)
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA16_SNORM, field->facets.columns >> level,
                     field->facets.rows >> level, 0, GL_RGBA, GL_SHORT, NULL);
    set_filters(field->least, GL_LINEAR, GL_FACET_LEVELS);
    glGenTextures(1, &field->shades);
    gl_bind(GL_UNIT_OWN_2, field->shades);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, columns, rows, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, NULL);
    set_filters(GL_NEAREST, GL_NEAREST, 1);
}

/* @return false: no memory, nothing of the field is drawn */
static bool make(gl_field *field, const rnd_field *of)
{
    const size_t tiles = (size_t)(of->columns / XCH_TILE) * (size_t)(of->rows / XCH_TILE);
    delete_textures(field);
    field->levels = malloc(tiles);
    field->staged = malloc(tiles * GL_PASSES * sizeof *field->staged);
    if (field->levels == NULL || field->staged == NULL ||
        !gl_facets_make(&field->facets, of->columns - 1, of->rows - 1)) {
        delete_textures(field);
        return false;
    }
    make_textures(field, of->columns, of->rows);
    field->columns = of->columns;
    field->rows = of->rows;
    return true;
}

/* A rectangle of knots that has changed. */
static void put(gl_field *field, const rnd_field *of, gl_rectangle knots)
{
    const ptrdiff_t first = (ptrdiff_t)knots.row * of->columns + knots.column;
    gl_rectangle changed[GL_FACET_LEVELS];
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, of->columns);
    gl_bind(GL_UNIT_OWN, field->heights);
    glTexSubImage2D(GL_TEXTURE_2D, 0, knots.column, knots.row, knots.columns, knots.rows, GL_RED, GL_FLOAT,
                    of->heights + first);
    gl_bind(GL_UNIT_OWN_2, field->shades);
    glTexSubImage2D(GL_TEXTURE_2D, 0, knots.column, knots.row, knots.columns, knots.rows, GL_RED_INTEGER,
                    GL_UNSIGNED_BYTE, of->shades + first);
    gl_bind(GL_UNIT_OWN_1, field->facets_texture);
    gl_facets_update(&field->facets, of, knots, changed);
    for (int level = 0; level < GL_FACET_LEVELS; ++level) {
        const gl_rectangle *r = &changed[level];
        const int across = field->facets.columns >> level;
        glPixelStorei(GL_UNPACK_ROW_LENGTH, across);
        glTexSubImage2D(GL_TEXTURE_2D, level, r->column, r->row, r->columns, r->rows, GL_RGBA, GL_SHORT,
                        field->facets.levels[level] + (ptrdiff_t)r->row * across + r->column);
    }
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

/* ---- seam ---- */

static void make_seam(gl_field *field, const rnd_field *of)
{
    float(*corners)[3] = field->around == NULL ? NULL : malloc((size_t)gl_seam_corners(of) * sizeof *corners);
    field->seam_count = 0;
    if (corners == NULL) return; /* a hair's breadth of sky may show */
    field->seam_count = gl_seam_make(of, field->around, corners);
    glBindBuffer(GL_ARRAY_BUFFER, field->seam);
    glBufferData(GL_ARRAY_BUFFER, field->seam_count * (GLsizeiptr)sizeof *corners, corners, GL_DYNAMIC_DRAW);
    free(corners);
}

static void measure_around(gl_field *field, const rnd_stock *stock, const rnd_field *of)
{
    free(field->around);
    field->around = malloc((size_t)gl_seam_points(of) * sizeof *field->around);
    if (field->around != NULL) gl_seam_measure(stock, of, field->around);
    make_seam(field, of);
}

static bool is_at_border(const rnd_field *of, const int tile[2])
{
    return tile[0] == 0 || tile[1] == 0 || tile[0] == (of->columns - 1) / XCH_TILE - 1 ||
           tile[1] == (of->rows - 1) / XCH_TILE - 1;
}

/* ---- once a picture ---- */

static void upload_surface(gl_field *field, const rnd_stock *stock, const rnd_field *of)
{
    if (field->columns != of->columns || field->rows != of->rows) {
        if (!make(field, of)) return;
        put(field, of, (gl_rectangle){0, 0, of->columns, of->rows});
        measure_around(field, stock, of);
    } else {
        bool border = false;
        for (int i = 0; i < of->dirty_count; ++i) {
            put(field, of,
                (gl_rectangle){XCH_TILE * of->dirty[i][0], XCH_TILE * of->dirty[i][1], XCH_KNOTS, XCH_KNOTS});
            border |= is_at_border(of, of->dirty[i]);
        }
        if (border) make_seam(field, of);
    }
    field->grid[0] = of->origin[0];
    field->grid[1] = of->origin[1];
    field->grid[2] = of->cell;
    memcpy(field->soils, of->colours, sizeof field->soils);
    field->one_soil = true;
    for (int i = 1; i < RND_SOILS; ++i)
        for (int k = 0; k < 3; ++k)
            if (of->colours[0][k] != of->colours[i][k]) field->one_soil = false;
}

static int level_at(const gl_field *field, int column, int row)
{
    const int columns = field->columns / XCH_TILE;
    if (column < 0 || column >= columns || row < 0 || row >= field->rows / XCH_TILE) return 0;
    return field->levels[row * columns + column];
}

/* Level at which a pass draws what is listed at a level. RND_LOW is for small pictures and slow machines: all
 * tiles a level coarser, a further one in shadow maps, and a further one in sparing pictures. */
static int drawn_level(const gl *g, int pass, int level)
{
    const int coarser = g->quality != RND_LOW ? 0 : 1 + (pass >= RND_VIEWS) + g->sparing;
    return level + coarser < RND_LEVELS ? level + coarser : RND_LEVELS - 1;
}

static void stage(const gl *g, const rnd_patch *patch, int pass)
{
    static const int beside[EDGES][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    gl_field *field = g->field;
    tile_instance *to = &field->staged[field->staged_count++];
    const int own = drawn_level(g, pass, level_at(field, patch->column, patch->row));
    to->column = (uint16_t)patch->column;
    to->row = (uint16_t)patch->row;
    for (int i = 0; i < EDGES; ++i) {
        const int listed = level_at(field, patch->column + beside[i][0], patch->row + beside[i][1]);
        const int other = drawn_level(g, pass, listed);
        to->edges[i] = (uint8_t)(1 << (other > own ? other : own));
    }
}

static void stage_pass(const gl *g, const rnd_draw_list *list, int pass)
{
    gl_field *field = g->field;
    for (int level = 0; level < RND_LEVELS; ++level) {
        run *to = &field->runs[pass][level];
        to->first = field->staged_count;
        for (int i = 0; i < list->patch_count[level]; ++i)
            if ((list->patches[level][i].seen & (1U << pass)) != 0) stage(g, &list->patches[level][i], pass);
        to->count = field->staged_count - to->first;
    }
}

void gl_field_upload(gl *g, const rnd_draw_list *list)
{
    gl_field *field = g->field;
    memset(field->runs, 0, sizeof field->runs);
    if (list->field.columns < XCH_KNOTS || list->field.rows < XCH_KNOTS) return;
    upload_surface(field, g->stock, &list->field);
    if (field->columns == 0) return;
    memset(field->levels, 0, (size_t)(field->columns / XCH_TILE) * (size_t)(field->rows / XCH_TILE));
    for (int level = 0; level < RND_LEVELS; ++level)
        for (int i = 0; i < list->patch_count[level]; ++i) {
            const rnd_patch *patch = &list->patches[level][i];
            field->levels[patch->row * (field->columns / XCH_TILE) + patch->column] = (uint8_t)level;
        }
    field->staged_count = 0;
    for (int i = 0; i < list->view_count; ++i) stage_pass(g, list, i);
    for (int i = 0; i < gl_shadow_count(g, list); ++i)
        if (gl_shadow_due(g, i)) stage_pass(g, list, RND_VIEWS + i);
    glBindBuffer(GL_ARRAY_BUFFER, field->instances);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)(field->staged_count + 1) * sizeof *field->staged),
                 NULL, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)((size_t)field->staged_count * sizeof *field->staged),
                    field->staged);
}

/* ---- drawing ---- */

bool gl_field_bind_heights(const gl *g, gl_unit unit, float grid[3])
{
    if (g->field->columns == 0) return false;
    gl_bind(unit, g->field->heights);
    memcpy(grid, g->field->grid, sizeof g->field->grid);
    return true;
}

static void draw_seam(const gl_field *field)
{
    glUseProgram(field->seam_program.id);
    glUniform3fv(field->seam_grid_at, 1, field->grid);
    glBindVertexArray(field->seam_array);
    glDisable(GL_CULL_FACE);
    glDrawArrays(GL_TRIANGLES, 0, field->seam_count);
    glEnable(GL_CULL_FACE);
}

void gl_field_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    gl_field *field = g->field;
    if (field->columns == 0 || list->field.columns == 0) return;
    gl_bind(GL_UNIT_OWN, field->heights);
    gl_bind(GL_UNIT_OWN_1, field->facets_texture);
    gl_bind(GL_UNIT_OWN_2, field->shades);
    glUseProgram(pass->shadow ? field->depth.id : field->program.id);
    glUniform3fv(pass->shadow ? field->depth_grid_at : field->grid_at, 1, field->grid);
    if (!pass->shadow) {
        glUniform3fv(field->soils_at, RND_SOILS, field->soils[0]);
        glUniform1i(field->one_soil_at, field->one_soil);
    }
    glBindVertexArray(field->array);
    glBindBuffer(GL_ARRAY_BUFFER, field->instances);
    for (int level = 0; level < RND_LEVELS; ++level) {
        const run *r = &field->runs[pass->number][level];
        if (r->count == 0) continue;
        const size_t at = (size_t)r->first * sizeof(tile_instance);
        glVertexAttribIPointer(1, 2, GL_UNSIGNED_SHORT, sizeof(tile_instance), gl_offset(at));
        glVertexAttribIPointer(2, EDGES, GL_UNSIGNED_BYTE, sizeof(tile_instance),
                               gl_offset(at + offsetof(tile_instance, edges)));
        const int drawn = drawn_level(g, pass->number, level);
        glDrawElementsInstanced(GL_TRIANGLES, field->level_count[drawn], GL_UNSIGNED_SHORT,
                                gl_offset(field->level_first[drawn]), r->count);
    }
    if (!pass->shadow) draw_seam(field);
}

void gl_field_close(gl *g)
{
    gl_field *field = g->field;
    if (field == NULL) return;
    delete_textures(field);
    gl_program_free(&field->program);
    gl_program_free(&field->depth);
    gl_program_free(&field->seam_program);
    glDeleteVertexArrays(1, &field->array);
    glDeleteVertexArrays(1, &field->seam_array);
    const GLuint buffers[] = {field->knots, field->indices, field->instances, field->seam};
    glDeleteBuffers(4, buffers);
    free(field->around);
    free(field);
    g->field = NULL;
}
