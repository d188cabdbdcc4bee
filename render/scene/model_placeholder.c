/* What stands in for a model that cannot be read. */
#include "rnd/model.h"
#include "solid.h"

#include <string.h>

bool rnd_model_placeholder(const char *name, const float size[3], hl_arena *arena, rnd_model *model)
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
