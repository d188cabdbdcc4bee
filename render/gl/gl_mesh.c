/* Meshes: all corners in one buffer, all instances of a picture in another, and a draw call for each run of
 * instances of the same mesh. */
#include "gl_crowd.h"
#include "gl_facets.h"
#include "gl_internal.h"

#include "hl/status.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How meshes are drawn; in this order, so that what hides most comes first. */
typedef enum kind { SOLID, MIRROR, LEAF, GROUND, GLASS, KINDS } kind;

/* Triangles in the buffers. */
typedef struct shape {
    GLsizei index_count;
    GLint first_corner;
    size_t first_index; /* [bytes] */
} shape;

/* Shape in which a mesh is drawn; OUT: it is left out. */
typedef enum look { FINE, COARSE, ROUGH, LOOKS, OUT = LOOKS } look;

/* A mesh in the buffers; shapes are equal where there is nothing to leave out. */
typedef struct part {
    kind kind;
    shape shapes[LOOKS];
} part;

/* A run of instances of a mesh. */
typedef struct draw {
    int mesh;
    GLint first;
    GLsizei count;
    float distance; /* of the nearest of them from the eye [m] */
    look look;
} draw;

/* Three rows of a matrix. */
typedef struct place {
    vec4 rows[3];
} place;

/* Uniforms of mesh.vert and of the fragment shaders; -1 where there is none. */
typedef struct surface_program {
    gl_program program;
    GLint first, single, colour, look, emission, detail, reach, paved, leaf;
} surface_program;

struct gl_meshes {
    GLuint array, corners, indices, places, places_texture;
    int count;
    part *parts;
    surface_program programs[KINDS], depth, depth_leaf;
    int capacity; /* of the following, per pass */
    place *staged;
    draw *draws;
    int draw_first[GL_PASSES], draw_count[GL_PASSES]; /* opaque */
    int glass_first, glass_count;                     /* in view 0 */
    int staged_count, drawn_count;
    gl_piece pieces[GL_PIECES]; /* of the far ground */
    vec4 cut;                   /* the sand for which they were made */
    mat4 sight;                 /* view and projection of the pass that is being drawn */
};

/* On RND_LOW: radii of meshes [pixels] below which they are left out, rough and coarse. In shadow maps solids
 * are rough: 3 cm of a wheel, about a texel of the near map. */
static const float LEAST_PIXELS = 0.8F, ROUGH_PIXELS = 12.0F, COARSE_PIXELS = 60.0F;

/* Factor on the latter two in sparing pictures (gl_internal.h). */
static const float SPARING = 3.0F;

/* Errors of shapes, as shares of a mesh's size: half a pixel at these radii. */
static const float ERRORS[LOOKS] = {[COARSE] = 0.004F, [ROUGH] = 0.02F};

/* Fine detail of a substance: layer of GL_UNIT_DETAIL (-1: none), tiles a metre, and how much of its factor
 * on albedo and of its height is used. */
static const struct {
    int layer;
    float tiles, albedo, height;
} details[RND_SUBSTANCES] = {
    [RND_PLAIN] = {-1, 1, 0, 0},  [RND_PAINT] = {0, 1, 0.6F, 0.5F}, [RND_STEEL] = {1, 1, 1, 1},
    [RND_CHROME] = {-1, 1, 0, 0}, [RND_RUBBER] = {2, 2, 1, 1},      [RND_PLASTIC] = {3, 2, 0.7F, 0.7F},
    [RND_FABRIC] = {4, 2, 1, 1},  [RND_WOOD] = {5, 1, 1, 1},        [RND_BARK] = {6, 1, 1, 2},
    [RND_LEAF] = {-1, 1, 0, 0},   [RND_CONCRETE] = {7, 1, 1, 1},    [RND_GLASS] = {-1, 1, 0, 0},
    [RND_MIRROR] = {-1, 1, 0, 0}, [RND_LAMP] = {-1, 1, 0, 0},       [RND_SCREEN] = {-1, 1, 0, 0},
    [RND_SOIL] = {7, 1, 1, 1},    [RND_GRASS] = {-1, 1, 0, 0},      [RND_ASPHALT] = {-1, 1, 0, 0},
};

static const float PAVED = 150.0F; /* [m] half the side of a ground of asphalt; behind it is meadow */

static kind kind_of(const rnd_stock *stock, int mesh)
{
    if (mesh == stock->ground_mesh) return GROUND;
    switch (stock->meshes[mesh].material.substance) {
    case RND_GLASS:
        return GLASS;
    case RND_MIRROR:
        return MIRROR;
    case RND_LEAF:
    case RND_GRASS:
        return LEAF;
    default:
        return SOLID;
    }
}

/* ---- buffers ---- */

static void set_attributes(void)
{
    static const struct {
        GLint size;
        GLenum type;
        GLboolean normalised;
        size_t at;
    } attributes[] = {{3, GL_FLOAT, GL_FALSE, offsetof(rnd_vertex, position)},
                      {3, GL_FLOAT, GL_FALSE, offsetof(rnd_vertex, normal)},
                      {2, GL_FLOAT, GL_FALSE, offsetof(rnd_vertex, uv)},
                      {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(rnd_vertex, colour)}};
    for (GLuint i = 0; i < 4; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, attributes[i].size, attributes[i].type, attributes[i].normalised,
                              sizeof(rnd_vertex), gl_offset(attributes[i].at));
    }
}

/* What has been put into the buffers so far. */
typedef struct filling {
    size_t corners, indices;
} filling;

static shape put(filling *f, const rnd_vertex *vertices, int vertex_count, const uint32_t *indices,
                 int index_count)
{
    const shape s = {index_count, (GLint)f->corners, f->indices * sizeof(uint32_t)};
    glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(f->corners * sizeof(rnd_vertex)),
                    (GLsizeiptr)vertex_count * (GLsizeiptr)sizeof(rnd_vertex), vertices);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)s.first_index,
                    (GLsizeiptr)index_count * (GLsizeiptr)sizeof(uint32_t), indices);
    f->corners += (size_t)vertex_count;
    f->indices += (size_t)index_count;
    return s;
}

/* Coarser solids go on using the corners of the fine ones. */
static shape put_coarser(filling *f, const rnd_mesh *mesh, const part *p, look as, rnd_vertex *vertices,
                         uint32_t *indices)
{
    int vertex_count = 0, count = 0;
    if (!mesh->changes && p->kind == SOLID) count = gl_coarse_solid(mesh, ERRORS[as], indices);
    if (!mesh->changes && p->kind == LEAF && as == COARSE)
        count = gl_coarse_leaves(mesh, vertices, indices, &vertex_count);
    if (count == 0) return p->shapes[as - 1];
    shape s = put(f, vertices, vertex_count, indices, count);
    if (p->kind == SOLID) s.first_corner = p->shapes[FINE].first_corner;
    return s;
}

static bool fill_buffers(gl_meshes *meshes, const rnd_stock *stock)
{
    size_t corners = 0, indices = 0, most_corners = 1, most_indices = 1;
    for (int i = 0; i < stock->mesh_count; ++i) {
        const size_t vertex_count = (size_t)stock->meshes[i].vertex_count,
                     index_count = (size_t)stock->meshes[i].index_count;
        corners += vertex_count;
        indices += index_count;
        most_corners = vertex_count > most_corners ? vertex_count : most_corners;
        most_indices = index_count > most_indices ? index_count : most_indices;
    }
    rnd_vertex *some_vertices = malloc(most_corners * sizeof *some_vertices);
    uint32_t *some_indices = malloc(most_indices * sizeof *some_indices);
    /* corners of fine shapes and of coarse leaves */
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(2 * corners * sizeof(rnd_vertex)), NULL, GL_STATIC_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(LOOKS * indices * sizeof(uint32_t)), NULL,
                 GL_STATIC_DRAW);
    filling f = {0};
    const bool good = some_vertices != NULL && some_indices != NULL;
    for (int i = 0; good && i < stock->mesh_count; ++i) {
        const rnd_mesh *mesh = &stock->meshes[i];
        part *p = &meshes->parts[i];
        p->kind = kind_of(stock, i);
        p->shapes[FINE] = put(&f, mesh->vertices, mesh->vertex_count, mesh->indices, mesh->index_count);
        for (look as = COARSE; as < LOOKS; ++as)
            p->shapes[as] = put_coarser(&f, mesh, p, as, some_vertices, some_indices);
    }
    free(some_vertices);
    free(some_indices);
    return good;
}

/* Pieces of the far ground, made anew when the sand is another: its indices change places. */
static void cut_ground(gl *g, const rnd_field *field)
{
    gl_meshes *meshes = g->meshes;
    const int ground = g->stock->ground_mesh;
    vec4 cut;
    gl_field_bounds(field, cut);
    if (ground < 0 || glm_vec4_eqv(cut, meshes->cut)) return;
    const rnd_mesh *mesh = &g->stock->meshes[ground];
    uint32_t *indices = malloc((size_t)mesh->index_count * sizeof *indices + 1);
    if (indices == NULL) return; /* tried again with the next picture */
    gl_pieces_make(mesh, cut, indices, meshes->pieces);
    memcpy(meshes->cut, cut, sizeof cut);
    const gl_piece *last = &meshes->pieces[GL_PIECES - 1];
    glBindVertexArray(meshes->array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, meshes->indices);
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)meshes->parts[ground].shapes[FINE].first_index,
                    (GLsizeiptr)(last->first + last->count) * (GLsizeiptr)sizeof *indices, indices);
    free(indices);
}

bool gl_meshes_open(gl *g)
{
    gl_meshes *meshes = g->meshes = calloc(1, sizeof *meshes);
    if (meshes == NULL) return false;
    meshes->count = g->stock->mesh_count;
    meshes->parts = calloc((size_t)meshes->count + 1, sizeof *meshes->parts);
    if (meshes->parts == NULL) return false;
    glGenVertexArrays(1, &meshes->array);
    glGenBuffers(1, &meshes->corners);
    glGenBuffers(1, &meshes->indices);
    glBindVertexArray(meshes->array);
    glBindBuffer(GL_ARRAY_BUFFER, meshes->corners);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, meshes->indices);
    set_attributes();
    glGenBuffers(1, &meshes->places);
    glGenTextures(1, &meshes->places_texture);
    return fill_buffers(meshes, g->stock);
}

/* ---- programs ---- */

static bool make(gl *g, surface_program *surface, const char *vertex, const char *fragment,
                 const char *defines)
{
    if (!gl_program_make(g, &surface->program, vertex, fragment, defines)) return false;
    surface->first = gl_uniform(&surface->program, "first");
    surface->single = gl_uniform(&surface->program, "single");
    surface->colour = gl_uniform(&surface->program, "material_colour");
    surface->look = gl_uniform(&surface->program, "material_look");
    surface->emission = gl_uniform(&surface->program, "material_emission");
    surface->detail = gl_uniform(&surface->program, "material_detail");
    surface->reach = gl_uniform(&surface->program, "reach");
    surface->paved = gl_uniform(&surface->program, "paved");
    surface->leaf = gl_uniform(&surface->program, "leaf");
    return true;
}

bool gl_meshes_programs(gl *g)
{
    gl_meshes *meshes = g->meshes;
    const bool low = g->quality == RND_LOW;
    surface_program *programs = meshes->programs;
    return make(g, &programs[SOLID], low ? "solid_low.vert" : "mesh.vert",
                low ? "solid_low.frag" : "solid.frag", "") &&
           make(g, &programs[MIRROR], "mesh.vert", "mirror.frag", "") &&
           make(g, &programs[LEAF], low ? "leaf_low.vert" : "mesh.vert", low ? "leaf_low.frag" : "leaf.frag",
                "") &&
           make(g, &programs[GROUND], "mesh.vert", "ground.frag", "") &&
           make(g, &programs[GLASS], "mesh.vert", "glass.frag", "") &&
           make(g, &meshes->depth, "mesh.vert", "depth.frag", "#define DEPTH\n") &&
           make(g, &meshes->depth_leaf, "mesh.vert", "depth.frag", "#define DEPTH\n#define CUT\n");
}

/* ---- what a picture draws ---- */

static bool grow(gl_meshes *meshes, int instances)
{
    if (instances <= meshes->capacity) return true;
    const size_t most = (size_t)instances * 2 * GL_PASSES;
    place *staged = realloc(meshes->staged, most * sizeof *staged);
    if (staged != NULL) meshes->staged = staged;
    draw *draws = realloc(meshes->draws, most * sizeof *draws);
    if (draws != NULL) meshes->draws = draws;
    if (staged == NULL || draws == NULL) return false;
    meshes->capacity = 2 * instances;
    return true;
}

static void stage(gl_meshes *meshes, const mat4 model)
{
    place *p = &meshes->staged[meshes->staged_count++];
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) p->rows[row][column] = model[column][row];
}

/* Of the sphere around a mesh at a place [m]. */
static float radius_of(const rnd_mesh *mesh, const mat4 model)
{
    float longest = 0.0F;
    for (int k = 0; k < 3; ++k) longest = fmaxf(longest, glm_vec3_norm2((float *)model[k]));
    return mesh->radius * sqrtf(longest);
}

static float distance_of(const rnd_mesh *mesh, const mat4 model, const vec3 eye)
{
    vec3 centre;
    glm_mat4_mulv3((vec4 *)model, (float *)mesh->centre, 1.0F, centre);
    return glm_vec3_distance(centre, (float *)eye) - radius_of(mesh, model);
}

/* Pixels that a length of 1 m has in a pass, at a distance [m]. */
static float pixels_a_metre(const gl *g, const rnd_draw_list *list, const gl_pass *pass, float distance)
{
    if (pass->shadow)
        return (float)gl_shadow_size(g) /
               (RND_MAP_PIXELS * gl_shadow_cascade(g, pass->number - RND_VIEWS)->texel);
    return 0.5F * (float)pass->height * list->views[pass->number].projection[1][1] / fmaxf(distance, 0.1F);
}

/* How a mesh looks in simple pictures. Crowns are coarse always: they would be seen to change. */
static look look_of(const gl *g, const rnd_draw_list *list, const rnd_instance *instance, const gl_pass *pass,
                    float distance)
{
    const kind of = g->meshes->parts[instance->mesh].kind;
    if (g->quality != RND_LOW || of == GROUND) return FINE;
    const float pixels = radius_of(&g->stock->meshes[instance->mesh], instance->model) *
                         pixels_a_metre(g, list, pass, distance);
    if (pixels < LEAST_PIXELS) return OUT;
    if (of == LEAF) return COARSE;
    const float factor = g->sparing ? SPARING : 1.0F;
    if (pass->shadow || pixels < factor * ROUGH_PIXELS) return ROUGH;
    return pass->number != 0 || pixels < factor * COARSE_PIXELS ? COARSE : FINE;
}

/* Add an instance to the draws that begin at `first`: to the last run, or a new one. */
static void add(gl *g, const rnd_draw_list *list, const rnd_instance *instance, int first,
                const gl_pass *pass)
{
    gl_meshes *meshes = g->meshes;
    const float distance = distance_of(&g->stock->meshes[instance->mesh], instance->model, pass->eye);
    const look as = look_of(g, list, instance, pass, distance);
    if (as == OUT) return;
    HL_ASSERT(meshes->draws != NULL && meshes->staged != NULL); /* grown before */
    draw *last = meshes->drawn_count > first ? &meshes->draws[meshes->drawn_count - 1] : NULL;
    if (last != NULL && last->mesh == instance->mesh && last->look == as) {
        ++last->count;
        last->distance = fminf(last->distance, distance);
    } else {
        meshes->draws[meshes->drawn_count++] = (draw){.mesh = instance->mesh,
                                                      .first = meshes->staged_count,
                                                      .count = 1,
                                                      .distance = distance,
                                                      .look = as};
    }
    stage(meshes, instance->model);
}

static void add_range(gl *g, const rnd_draw_list *list, int from, int to, const gl_pass *pass)
{
    const int first = g->meshes->drawn_count;
    for (int i = from; i < to; ++i) {
        const rnd_instance *instance = &list->instances[i];
        if ((instance->seen & pass->seen) == 0 || instance->mesh < 0 || instance->mesh >= g->meshes->count)
            continue;
        add(g, list, instance, first, pass);
    }
}

/* By kind, so that programs change seldom; then near ones first, which hide the others. */
static int compare(const gl_meshes *meshes, const draw *a, const draw *b)
{
    const int order = (int)meshes->parts[a->mesh].kind - (int)meshes->parts[b->mesh].kind;
    if (order != 0) return order;
    return a->distance < b->distance ? -1 : a->distance > b->distance;
}

static void sort(gl_meshes *meshes, int first, int count)
{
    draw *d = meshes->draws + first;
    /* by insertion: some hundred, and nearly the order of the last picture */
    for (int i = 1; i < count; ++i) {
        const draw moved = d[i];
        int j = i;
        for (; j > 0 && compare(meshes, &moved, &d[j - 1]) < 0; --j) d[j] = d[j - 1];
        d[j] = moved;
    }
}

static void collect(gl *g, const rnd_draw_list *list, int number, int height)
{
    gl_meshes *meshes = g->meshes;
    const gl_pass pass = gl_pass_of(list, number, 0, height);
    meshes->draw_first[number] = meshes->drawn_count;
    add_range(g, list, 0, list->glass_first, &pass);
    meshes->draw_count[number] = meshes->drawn_count - meshes->draw_first[number];
    sort(meshes, meshes->draw_first[number], meshes->draw_count[number]);
}

/* Corners of meshes that have changed. */
static void refill(const gl *g, const rnd_draw_list *list)
{
    const gl_meshes *meshes = g->meshes;
    if (list->changed_count == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, meshes->corners);
    for (int i = 0; i < list->changed_count; i++) {
        const rnd_mesh *mesh = &g->stock->meshes[list->changed[i]];
        const size_t first = (size_t)meshes->parts[list->changed[i]].shapes[FINE].first_corner;
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(first * sizeof(rnd_vertex)),
                        (GLsizeiptr)mesh->vertex_count * (GLsizeiptr)sizeof(rnd_vertex), mesh->vertices);
    }
}

void gl_meshes_upload(gl *g, const rnd_draw_list *list, int height)
{
    refill(g, list);
    gl_meshes *meshes = g->meshes;
    meshes->staged_count = meshes->drawn_count = 0;
    memset(meshes->draw_count, 0, sizeof meshes->draw_count);
    meshes->glass_count = 0;
    cut_ground(g, &list->field);
    if (!grow(meshes, list->instance_count)) return; /* no memory: nothing of meshes is drawn */
    for (int i = 0; i < list->view_count; ++i) collect(g, list, i, height);
    for (int i = 0; i < gl_shadow_count(g, list); ++i)
        if (gl_shadow_due(g, i)) collect(g, list, RND_VIEWS + i, height);
    const gl_pass view = gl_pass_of(list, 0, 0, height);
    meshes->glass_first = meshes->drawn_count;
    add_range(g, list, list->glass_first, list->instance_count, &view);
    meshes->glass_count = meshes->drawn_count - meshes->glass_first;

    glBindBuffer(GL_TEXTURE_BUFFER, meshes->places);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)((size_t)(meshes->staged_count + 1) * sizeof(place)), NULL,
                 GL_STREAM_DRAW);
    glBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)((size_t)meshes->staged_count * sizeof(place)),
                    meshes->staged);
}

/* ---- drawing ---- */

static void set_material(const surface_program *surface, const rnd_mesh *mesh)
{
    const rnd_material *material = &mesh->material;
    glUniform4fv(surface->colour, 1, material->colour);
    glUniform4f(surface->look, material->metallic, material->roughness, (float)material->mirror,
                (float)material->substance);
    glUniform3fv(surface->emission, 1, material->emission);
    const int substance = (int)material->substance;
    glUniform4f(surface->detail, (float)details[substance].layer, details[substance].tiles,
                details[substance].albedo, details[substance].height);
    glUniform1i(surface->leaf, material->substance == RND_GRASS ? GL_UNIT_GRASS_CARD : GL_UNIT_LEAF);
    glUniform1f(surface->reach, mesh->radius);
    glUniform3f(surface->paved, mesh->centre[0], mesh->centre[1],
                material->substance == RND_ASPHALT ? PAVED : 0.0F);
}

/* A place alone goes straight into uniforms, which is cheaper than texels at every corner. */
static void set_place(const surface_program *surface, const place *p)
{
    glUniform1i(surface->first, -1);
    glUniform4fv(surface->single, 3, p->rows[0]);
}

static const surface_program *program_for(const gl_meshes *meshes, kind of, bool shadow)
{
    if (!shadow) return &meshes->programs[of];
    return of == LEAF ? &meshes->depth_leaf : &meshes->depth;
}

static void draw_shape(const shape *s, GLsizei count)
{
    glDrawElementsInstancedBaseVertex(GL_TRIANGLES, s->index_count, GL_UNSIGNED_INT,
                                      gl_offset(s->first_index), count, s->first_corner);
}

/* The pieces that are seen, neighbours at once. */
static void draw_ground(const gl_meshes *meshes, const part *p)
{
    shape s = p->shapes[FINE];
    for (int i = 0; i < GL_PIECES;) {
        s.first_index = p->shapes[FINE].first_index + (size_t)meshes->pieces[i].first * sizeof(uint32_t);
        s.index_count = 0;
        for (; i < GL_PIECES && gl_piece_seen(&meshes->pieces[i], meshes->sight); ++i)
            s.index_count += meshes->pieces[i].count;
        if (s.index_count > 0)
            draw_shape(&s, 1);
        else
            ++i;
    }
}

/* Whether a pass draws meshes of a kind. */
static bool draws_kind(const gl_pass *pass, kind of)
{
    if (pass->shadow && of == GROUND) return false; /* it would only shade itself */
    return pass->of == GL_ALL_MESHES || (pass->of == GL_LEAVES) == (of == LEAF);
}

static void run(const gl *g, const draw *draws, int count, const gl_pass *pass)
{
    const gl_meshes *meshes = g->meshes;
    glBindVertexArray(meshes->array);
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_OWN);
    glBindTexture(GL_TEXTURE_BUFFER, meshes->places_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, meshes->places);
    const surface_program *used = NULL;
    for (int i = 0; i < count; ++i) {
        const part *p = &meshes->parts[draws[i].mesh];
        if (!draws_kind(pass, p->kind)) continue;
        const surface_program *surface = program_for(meshes, p->kind, pass->shadow);
        if (surface != used) glUseProgram(surface->program.id);
        used = surface;
        if (p->kind == LEAF) glDisable(GL_CULL_FACE);
        set_material(surface, &g->stock->meshes[draws[i].mesh]);
        if (draws[i].count > 1)
            glUniform1i(surface->first, draws[i].first);
        else
            set_place(surface, &meshes->staged[draws[i].first]);
        if (p->kind == GROUND)
            draw_ground(meshes, p);
        else
            draw_shape(&p->shapes[draws[i].look], draws[i].count);
        if (p->kind == LEAF) glEnable(GL_CULL_FACE);
    }
}

void gl_meshes_draw_opaque(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    if (!pass->shadow)
        glm_mat4_mul((vec4 *)list->views[pass->number].projection, (vec4 *)list->views[pass->number].view,
                     g->meshes->sight);
    run(g, g->meshes->draws + g->meshes->draw_first[pass->number], g->meshes->draw_count[pass->number], pass);
}

void gl_meshes_draw_glass(gl *g, const rnd_draw_list *list, const gl_pass *pass)
{
    /* from the cab panes fill the picture and are hardly seen: not worth their price there */
    if (g->quality == RND_LOW && list->views[pass->number].inside) return;
    glDisable(GL_CULL_FACE);
    run(g, g->meshes->draws + g->meshes->glass_first, g->meshes->glass_count, pass);
    glEnable(GL_CULL_FACE);
}

void gl_meshes_close(gl *g)
{
    gl_meshes *meshes = g->meshes;
    if (meshes == NULL) return;
    for (int i = 0; i < KINDS; ++i) gl_program_free(&meshes->programs[i].program);
    gl_program_free(&meshes->depth.program);
    gl_program_free(&meshes->depth_leaf.program);
    glDeleteVertexArrays(1, &meshes->array);
    glDeleteBuffers(1, &meshes->corners);
    glDeleteBuffers(1, &meshes->indices);
    glDeleteBuffers(1, &meshes->places);
    glDeleteTextures(1, &meshes->places_texture);
    free(meshes->parts);
    free(meshes->staged);
    free(meshes->draws);
    free(meshes);
    g->meshes = NULL;
}
