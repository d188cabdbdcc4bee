/* glTF files by assimp: nodes with their places and meshes, in headland's axes. */
#include "rnd/model.h"
#include "model_file.h"
#include "model_material.h"
#include "solid.h"

#include "hl/clamp.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
