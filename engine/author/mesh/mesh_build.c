/* Common code of the readers of mesh files: limits, memory, names of surfaces. */
#include "mesh_reader.h"

#include <math.h>
#include <string.h>

static const double FARTHEST = 1e5; /* [m] a site is small; digits of a place stay below a nanometre */

bool mesh_is_near(double coordinate)
{
    return fabs(coordinate) <= FARTHEST; /* false for a NaN */
}

static const hl_place WHOLE_FILE = {0, 0};

auth_mesh *mesh_new(int64_t vertices, int64_t triangles, bool lines, hl_arena *arena, hl_report *report)
{
    if (triangles == 0 || vertices == 0) {
        hl_report_add(report, WHOLE_FILE, "the file has no triangles: give a mesh with faces");
        return NULL;
    }
    if (triangles > AUTH_MESH_TRIANGLES || vertices > AUTH_MESH_VERTICES) {
        hl_report_add(report, WHOLE_FILE,
                      "the file is too large: %lld vertices and %lld triangles, but at most %d and %d are "
                      "allowed: give a coarser mesh",
                      (long long)vertices, (long long)triangles, AUTH_MESH_VERTICES, AUTH_MESH_TRIANGLES);
        return NULL;
    }
    auth_mesh *mesh = HL_NEW(arena, auth_mesh, 1);
    hl_vec3 *places = HL_NEW(arena, hl_vec3, vertices);
    int(*corners)[3] = hl_arena_take(arena, (size_t)triangles, sizeof *corners);
    int *surfaces = HL_NEW(arena, int, triangles), *numbers = HL_NEW(arena, int, lines ? triangles : 0);
    if (hl_arena_failed(arena)) return NULL;
    *mesh = (auth_mesh){
        .vertices = places, .triangles = corners, .surfaces = surfaces, .lines = lines ? numbers : NULL};
    return mesh;
}

int mesh_surface(auth_mesh *mesh, const char *name, size_t length, hl_place place, hl_arena *arena,
                 hl_report *report)
{
    const char *dot = memchr(name, '.', length);
    const size_t used = dot != NULL ? (size_t)(dot - name) : length;
    if (used == 0) return -1;
    for (int i = 0; i < mesh->surface_count; i++)
        if (strlen(mesh->surface_names[i]) == used && memcmp(mesh->surface_names[i], name, used) == 0)
            return i;
    if (mesh->surface_count == AUTH_MESH_SURFACES) {
        hl_report_add(report, place, "'%.*s': the file has more than %d materials: use fewer", (int)used,
                      name, AUTH_MESH_SURFACES);
        return -1;
    }
    mesh->surface_names[mesh->surface_count] = hl_arena_string(arena, name, used);
    return mesh->surface_count++;
}
