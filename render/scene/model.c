/* Models: glTF files, read by assimp. */
#include "geometry.h"

#include "file/read.h"
#include "hl/clamp.h"
#include "rnd/mesh.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files, as assimp asks for them ---- */

static size_t read_items(struct aiFile *file, char *to, size_t size, size_t count)
{
    return fread(to, size, count, (FILE *)file->UserData);
}

static size_t write_items(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0; /* models are only read */
}

static size_t tell(struct aiFile *file)
{
    const long at = ftell((FILE *)file->UserData);
    return at < 0 ? 0 : (size_t)at;
}

static size_t length(struct aiFile *file)
{
    FILE *stream = (FILE *)file->UserData;
    const long at = ftell(stream);
    const bool sought = fseek(stream, 0, SEEK_END) == 0;
    const long size = sought ? ftell(stream) : 0;
    (void)fseek(stream, at, SEEK_SET);
    return size < 0 ? 0 : (size_t)size;
}

static aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    const int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return fseek((FILE *)file->UserData, (long)offset, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static void flush(struct aiFile *file)
{
    (void)file;
}

static struct aiFile *open_model(struct aiFileIO *io, const char *path, const char *mode)
{
    (void)io;
    (void)mode;
    FILE *stream = file_stream(path, FILE_MODEL, NULL, NULL);
    struct aiFile *file = stream != NULL ? malloc(sizeof *file) : NULL;
    if (file == NULL && stream != NULL) (void)fclose(stream);
    if (file == NULL) return NULL;
    *file = (struct aiFile){.ReadProc = read_items,
                            .WriteProc = write_items,
                            .TellProc = tell,
                            .FileSizeProc = length,
                            .SeekProc = seek,
                            .FlushProc = flush,
                            .UserData = (aiUserData)stream};
    return file;
}

static void close_model(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)fclose((FILE *)file->UserData);
    free(file);
}

/* The one way for files of users. A glTF file may name buffers and pictures of its own: they too are regular
 * files of bounded length, or are missing. */
static struct aiFileIO model_files(void)
{
    return (struct aiFileIO){.OpenProc = open_model, .CloseProc = close_model};
}

/* ---- materials ---- */

/* In the order of auth_mirror's names. */
static const char *const mirrors[] = {"left", "right", "rear"};

/* The substance that a material's name begins with, "paint.green"; RND_PLAIN for others. */
static rnd_substance substance_of(const char *name)
{
    static const char *const words[] = {
#define X(kind, word) word,
        RND_SUBSTANCE_LIST(X)
#undef X
    };
    const size_t length = strcspn(name, ".");
    for (int s = 0; s < RND_SUBSTANCES; s++)
        if (strlen(words[s]) == length && strncmp(words[s], name, length) == 0) return (rnd_substance)s;
    return RND_PLAIN;
}

static int mirror_of(const char *name)
{
    const char *dot = strchr(name, '.');
    for (int m = 0; dot != NULL && m < (int)(sizeof mirrors / sizeof *mirrors); m++)
        if (strncmp(dot + 1, mirrors[m], strlen(mirrors[m])) == 0) return m;
    return 0;
}

/* Not aiGetMaterialFloat: it is inline in C++'s sense, and without optimisation C finds no such function. */
static float factor(const struct aiMaterial *from, const char *key, float otherwise)
{
    ai_real value = otherwise;
    return aiGetMaterialFloatArray(from, key, 0, 0, &value, NULL) == aiReturn_SUCCESS ? value : otherwise;
}

/* Keys without their macros, which stand for three arguments each. */
static struct aiColor4D colour(const struct aiMaterial *from, const char *key, struct aiColor4D otherwise)
{
    struct aiColor4D value = otherwise;
    return aiGetMaterialColor(from, key, 0, 0, &value) == aiReturn_SUCCESS ? value : otherwise;
}

/* Substance from the name, factors of physically based shading; what it does not say is what glTF's defaults
 * say. */
static void model_material(const struct aiMaterial *from, rnd_material *to)
{
    struct aiString name = {0};
    (void)aiGetMaterialString(from, AI_MATKEY_NAME, &name);
    const struct aiColor4D base = colour(from, "$clr.base", (struct aiColor4D){1, 1, 1, 1});
    const struct aiColor4D glow = colour(from, "$clr.emissive", (struct aiColor4D){0, 0, 0, 1});
    const float strength = factor(from, "$mat.emissiveIntensity", 1.0F);
    *to = (rnd_material){.substance = substance_of(name.data),
                         .colour = {base.r, base.g, base.b, base.a},
                         .metallic = factor(from, "$mat.metallicFactor", 1.0F),
                         .roughness = factor(from, "$mat.roughnessFactor", 1.0F),
                         .emission = {strength * glow.r, strength * glow.g, strength * glow.b}};
    if (to->substance != RND_GLASS) to->colour[3] = 1.0F;
    if (to->substance == RND_MIRROR) to->mirror = mirror_of(name.data);
}

/* ---- models ---- */

/* glTF files by assimp: nodes with their places and meshes, in headland's axes. */

/* Triangles alone, each vertex once, normals where a file has none, triangles in an order that graphics
 * hardware likes. Nodes stay as they are. */
enum {
    STEPS = aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_SortByPType |
            aiProcess_GenSmoothNormals | aiProcess_ImproveCacheLocality,
    MOST_DEPTH = 32 /* of nodes in nodes */
};

typedef struct reader {
    const struct aiScene *scene;
    hl_arena *arena;
    rnd_model *model;
} reader;

/* ---- axes: glTF has y up, z towards the viewer; headland z up: (x, y, z) of glTF is (x, -z, y) here ---- */

static void turn_up(const struct aiVector3D *from, float to[3])
{
    to[0] = from->x;
    to[1] = -from->z;
    to[2] = from->y;
}

/* C T C^-1 with C as in turn_up; assimp's matrices are row-major. */
static void turn_place(const struct aiMatrix4x4 *t, mat4 to)
{
    const float rows[4][4] = {{t->a1, -t->a3, t->a2, t->a4},
                              {-t->c1, t->c3, -t->c2, -t->c4},
                              {t->b1, -t->b3, t->b2, t->b4},
                              {0, 0, 0, 1}};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) to[column][row] = rows[row][column];
}

/* ---- meshes ---- */

static uint8_t byte_of(float share)
{
    return (uint8_t)lroundf(255.0F * hl_clampf(share, 0.0F, 1.0F));
}

static void copy_vertex(const struct aiMesh *from, unsigned i, rnd_vertex *to)
{
    static const struct aiColor4D white = {1, 1, 1, 1};
    const struct aiColor4D *colour = from->mColors[0] != NULL ? &from->mColors[0][i] : &white;
    turn_up(&from->mVertices[i], to->position);
    if (from->mNormals != NULL) turn_up(&from->mNormals[i], to->normal);
    if (from->mTextureCoords[0] != NULL) {
        to->uv[0] = from->mTextureCoords[0][i].x;
        to->uv[1] = from->mTextureCoords[0][i].y;
    }
    to->colour[0] = byte_of(colour->r);
    to->colour[1] = byte_of(colour->g);
    to->colour[2] = byte_of(colour->b);
    to->colour[3] = byte_of(colour->a);
}

static bool is_drawn(const struct aiMesh *mesh)
{
    return (mesh->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0 && mesh->mNumFaces > 0;
}

static void copy_mesh(reader *r, const struct aiMesh *from, rnd_mesh *to)
{
    to->vertices = HL_NEW(r->arena, rnd_vertex, from->mNumVertices);
    to->indices = HL_NEW(r->arena, uint32_t, 3 * (size_t)from->mNumFaces);
    if (hl_arena_failed(r->arena)) return;
    to->vertex_count = (int)from->mNumVertices;
    for (unsigned i = 0; i < from->mNumVertices; i++) copy_vertex(from, i, &to->vertices[i]);
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        if (from->mFaces[f].mNumIndices != 3) continue;
        for (int k = 0; k < 3; k++) to->indices[to->index_count++] = from->mFaces[f].mIndices[k];
    }
    model_material(r->scene->mMaterials[from->mMaterialIndex], &to->material);
    solid_bound(to);
}

/* ---- nodes ---- */

static void count_nodes(reader *r, const struct aiNode *node, int depth)
{
    int meshes = 0;
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        meshes += is_drawn(r->scene->mMeshes[node->mMeshes[i]]) ? 1 : 0;
    r->model->mesh_count += meshes;
    r->model->node_count += meshes > 0 ? 1 : 0;
    for (unsigned i = 0; i < node->mNumChildren && depth < MOST_DEPTH; i++)
        count_nodes(r, node->mChildren[i], depth + 1);
}

static void copy_nodes(reader *r, const struct aiNode *node, const struct aiMatrix4x4 *parent, int depth)
{
    struct aiMatrix4x4 place = *parent;
    rnd_model *model = r->model;
    const int first = model->mesh_count;
    aiMultiplyMatrix4(&place, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes && !hl_arena_failed(r->arena); i++) {
        const struct aiMesh *mesh = r->scene->mMeshes[node->mMeshes[i]];
        if (is_drawn(mesh)) copy_mesh(r, mesh, &model->meshes[model->mesh_count++]);
    }
    if (model->mesh_count > first) {
        rnd_node *to = &model->nodes[model->node_count++];
        to->name = hl_arena_string(r->arena, node->mName.data, node->mName.length);
        to->first_mesh = first;
        to->mesh_count = model->mesh_count - first;
        turn_place(&place, to->place);
    }
    for (unsigned i = 0; i < node->mNumChildren && depth < MOST_DEPTH; i++)
        copy_nodes(r, node->mChildren[i], &place, depth + 1);
}

static bool copy_scene(reader *r)
{
    struct aiMatrix4x4 identity;
    aiIdentityMatrix4(&identity);
    r->model->meshes = HL_NEW(r->arena, rnd_mesh, r->model->mesh_count);
    r->model->nodes = HL_NEW(r->arena, rnd_node, r->model->node_count);
    if (hl_arena_failed(r->arena)) return false;
    r->model->mesh_count = r->model->node_count = 0;
    copy_nodes(r, r->scene->mRootNode, &identity, 0);
    return !hl_arena_failed(r->arena);
}

/* Numbers that are none would be drawn as nothing. */
static bool is_finite(const rnd_model *model)
{
    for (int m = 0; m < model->mesh_count; m++) {
        const rnd_mesh *mesh = &model->meshes[m];
        for (int v = 0; v < mesh->vertex_count; v++)
            for (int k = 0; k < 3; k++)
                if (!isfinite(mesh->vertices[v].position[k]) || !isfinite(mesh->vertices[v].normal[k]))
                    return false;
    }
    for (int n = 0; n < model->node_count; n++)
        for (int k = 0; k < 16; k++)
            if (!isfinite(model->nodes[n].place[k / 4][k % 4])) return false;
    return true;
}

bool rnd_model_read(const char *path, hl_arena *arena, rnd_model *model, char *error, size_t error_size)
{
    *model = (rnd_model){0};
    struct aiFileIO files = model_files();
    const struct aiScene *scene = aiImportFileEx(path, STEPS, &files);
    if (scene == NULL) {
        snprintf(error, error_size, "%s; a glTF 2.0 file is expected", aiGetErrorString());
        return false;
    }
    reader r = {.scene = scene, .arena = arena, .model = model};
    bool good = scene->mRootNode != NULL;
    if (good) count_nodes(&r, scene->mRootNode, 0);
    good = good && model->mesh_count > 0;
    if (!good) snprintf(error, error_size, "no triangles; a glTF 2.0 file with meshes is expected");
    if (good && !copy_scene(&r)) {
        snprintf(error, error_size, "memory is exhausted");
        good = false;
    }
    if (good && !is_finite(model)) {
        snprintf(error, error_size,
                 "a vertex or a node lies nowhere (not a number); finite numbers are expected");
        good = false;
    }
    aiReleaseImport(scene);
    if (!good) *model = (rnd_model){0};
    return good;
}

/* ---- box shown instead of a model that cannot be read ---- */

bool rnd_model_striped_box(const char *name, const float size[3], hl_arena *arena, rnd_model *model)
{
    *model = (rnd_model){.node_count = 1,
                         .mesh_count = 1,
                         .nodes = HL_NEW(arena, rnd_node, 1),
                         .meshes = HL_NEW(arena, rnd_mesh, 1)};
    if (hl_arena_failed(arena)) return false;
    model->nodes[0] = (rnd_node){.name = hl_arena_text(arena, name),
                                 .place = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                                 .mesh_count = 1};
    return model->nodes[0].name != NULL && solid_striped(size, arena, &model->meshes[0]);
}
