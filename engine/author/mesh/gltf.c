/* glTF files by assimp: triangles with their places in the scene, and names of materials. */
#include "mesh_reader.h"

#include "hl/mat3.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 32 /* of nodes in nodes */ };

/* ---- the file in memory ---- */

/* assimp opens the file by its name and reads these bytes; other files, which a glTF file may name, are
 * missing: a recording keeps one file. */
typedef struct memory_file {
    const char *name, *bytes;
    size_t length, at;
} memory_file;

static size_t read_items(struct aiFile *file, char *to, size_t size, size_t count)
{
    memory_file *memory = (memory_file *)(void *)file->UserData;
    if (size == 0) return 0;
    const size_t left = (memory->length - memory->at) / size, items = count < left ? count : left;
    memcpy(to, memory->bytes + memory->at, items * size);
    memory->at += items * size;
    return items;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    return ((memory_file *)(void *)file->UserData)->at;
}

static size_t length_of(struct aiFile *file)
{
    return ((memory_file *)(void *)file->UserData)->length;
}

static aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    memory_file *memory = (memory_file *)(void *)file->UserData;
    const size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? memory->at : memory->length;
    if (offset > memory->length - base) return aiReturn_FAILURE;
    memory->at = base + offset;
    return aiReturn_SUCCESS;
}

static void flush(struct aiFile *file)
{
    (void)file;
}

static struct aiFile *open_memory(struct aiFileIO *io, const char *path, const char *mode)
{
    memory_file *memory = (memory_file *)(void *)io->UserData;
    (void)mode;
    struct aiFile *file = strcmp(path, memory->name) == 0 ? malloc(sizeof *file) : NULL;
    if (file == NULL) return NULL;
    memory->at = 0;
    *file = (struct aiFile){.ReadProc = read_items,
                            .WriteProc = write_nothing,
                            .TellProc = tell,
                            .FileSizeProc = length_of,
                            .SeekProc = seek,
                            .FlushProc = flush,
                            .UserData = (aiUserData)(void *)memory};
    return file;
}

static void close_memory(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    free(file);
}

/* ---- nodes ---- */

typedef struct gltf_reader {
    const struct aiScene *scene;
    bool marked; /* some nodes have the mark in their name: only these and their descendants count */
    int64_t vertices, triangles;
    auth_mesh *mesh; /* NULL: count only */
    hl_arena *arena;
    hl_report *report;
} gltf_reader;

static const char MARK[] = "_collision";

static bool has_mark(const struct aiNode *node)
{
    return strstr(node->mName.data, MARK) != NULL;
}

static bool has_marked_node(const struct aiNode *node, int depth)
{
    if (has_mark(node)) return true;
    for (unsigned i = 0; i < node->mNumChildren && depth < MOST_DEPTH; i++)
        if (has_marked_node(node->mChildren[i], depth + 1)) return true;
    return false;
}

/* Transforms of nodes, with own arithmetic: another build of the library may round differently. */
typedef struct placement {
    hl_mat3 turn; /* and scale */
    hl_vec3 at;
} placement;

static placement placement_of(const struct aiMatrix4x4 *m)
{
    return (placement){{{{(double)m->a1, (double)m->a2, (double)m->a3},
                         {(double)m->b1, (double)m->b2, (double)m->b3},
                         {(double)m->c1, (double)m->c2, (double)m->c3}}},
                       hl_v3((double)m->a4, (double)m->b4, (double)m->c4)};
}

static placement placed(const placement *parent, const placement *own)
{
    return (placement){hl_mat3_mul(&parent->turn, &own->turn),
                       hl_add(parent->at, hl_mul(&parent->turn, own->at))};
}

static bool is_mirrored(const placement *place)
{
    return hl_dot(hl_mat3_column(&place->turn, 0),
                  hl_cross(hl_mat3_column(&place->turn, 1), hl_mat3_column(&place->turn, 2))) < 0.0;
}

/* y is up in the file. @return false after a complaint */
static bool add_vertices(gltf_reader *r, const struct aiMesh *from, const placement *place)
{
    for (unsigned i = 0; i < from->mNumVertices; i++) {
        const struct aiVector3D *own = &from->mVertices[i];
        const hl_vec3 v =
            hl_add(place->at, hl_mul(&place->turn, hl_v3((double)own->x, (double)own->y, (double)own->z)));
        const hl_vec3 at = hl_v3(v.x, -v.z, v.y);
        if (!mesh_is_near(at.x) || !mesh_is_near(at.y) || !mesh_is_near(at.z)) {
            hl_report_add(r->report, (hl_place){0, 0},
                          "a vertex at (%g, %g, %g): coordinates of at most 100 km [m] are expected", at.x,
                          at.y, at.z);
            return false;
        }
        r->mesh->vertices[r->mesh->vertex_count++] = at;
    }
    return true;
}

static int surface_of(gltf_reader *r, const struct aiMesh *from)
{
    struct aiString name = {0};
    if (from->mMaterialIndex >= r->scene->mNumMaterials) return -1;
    (void)aiGetMaterialString(r->scene->mMaterials[from->mMaterialIndex], AI_MATKEY_NAME, &name);
    return mesh_surface(r->mesh, name.data, name.length, (hl_place){0, 0}, r->arena, r->report);
}

/* A mirroring transform reverses the windings. */
static void add_mesh(gltf_reader *r, const struct aiMesh *from, const placement *place)
{
    const int base = r->mesh->vertex_count, surface = surface_of(r, from);
    const bool mirrored = is_mirrored(place);
    if (!add_vertices(r, from, place)) return;
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        const struct aiFace *face = &from->mFaces[f];
        if (face->mNumIndices != 3) continue;
        const int i = r->mesh->triangle_count++;
        for (int k = 0; k < 3; k++)
            r->mesh->triangles[i][k] = base + (int)face->mIndices[mirrored ? 2 - k : k];
        r->mesh->surfaces[i] = surface;
    }
}

static void visit(gltf_reader *r, const struct aiNode *node, const placement *parent, bool counts, int depth)
{
    const placement own = placement_of(&node->mTransformation), place = placed(parent, &own);
    counts = counts || has_mark(node);
    for (unsigned i = 0; i < node->mNumMeshes && counts && hl_report_clean(r->report); i++) {
        const struct aiMesh *mesh = r->scene->mMeshes[node->mMeshes[i]];
        if ((mesh->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) == 0) continue;
        if (r->mesh != NULL) add_mesh(r, mesh, &place);
        r->vertices += mesh->mNumVertices;
        r->triangles += mesh->mNumFaces;
    }
    for (unsigned i = 0; i < node->mNumChildren && depth < MOST_DEPTH; i++)
        visit(r, node->mChildren[i], &place, counts, depth + 1);
}

static void read_scene(gltf_reader *r)
{
    const placement origin = {hl_mat3_identity(), hl_v3(0, 0, 0)};
    if (r->scene->mRootNode == NULL) return;
    r->marked = has_marked_node(r->scene->mRootNode, 0);
    visit(r, r->scene->mRootNode, &origin, !r->marked, 0);
    r->mesh = mesh_new(r->vertices, r->triangles, false, r->arena, r->report);
    if (r->mesh != NULL) visit(r, r->scene->mRootNode, &origin, !r->marked, 0);
}

auth_mesh *mesh_parse_gltf(const char *bytes, size_t length, const char *name, hl_arena *arena,
                           hl_report *report)
{
    memory_file memory = {.name = name, .bytes = bytes, .length = length};
    struct aiFileIO files = {
        .OpenProc = open_memory, .CloseProc = close_memory, .UserData = (aiUserData)(void *)&memory};
    gltf_reader r = {.arena = arena, .report = report};
    r.scene = aiImportFileEx(name, aiProcess_Triangulate | aiProcess_SortByPType, &files);
    if (r.scene == NULL) {
        hl_report_add(report, (hl_place){0, 0}, "%s; a glTF 2.0 file without further files is expected",
                      aiGetErrorString());
        return NULL;
    }
    read_scene(&r);
    aiReleaseImport(r.scene);
    return r.mesh;
}
