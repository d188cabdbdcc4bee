// Meshes. DEPTH: into shadow maps, CUT: of leaves.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 colour;

#include "place.glsl"

#ifdef DEPTH
#ifdef CUT
out vec2 uv_at;
#endif
#else
out vec3 world, world_normal; // [m]
out vec3 own, own_normal;     // in the mesh's own frame [m]
out vec2 uv_at;
out vec4 vertex_colour;
#endif

void main()
{
    Place at = place();
    vec3 there = point_of(at, position);
    gl_Position = view_projection * vec4(there, 1.0);
#ifdef DEPTH
#ifdef CUT
    uv_at = uv;
#endif
#else
    world = there;
    world_normal = direction_of(at, normal);
    own = position;
    own_normal = normal;
    uv_at = uv;
    vertex_colour = colour;
#endif
}
