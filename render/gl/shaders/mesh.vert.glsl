// Meshes: instances' places are rows of a buffer of texels, three a place; they turn, shift and scale evenly.
// DEPTH: into shadow maps, CUT: of leaves.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 colour;

uniform samplerBuffer own_0;
uniform int first;      // place of instance 0; -1: there is one instance
uniform vec4 single[3]; // its place

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
    vec4 x = single[0], y = single[1], z = single[2];
    if (first >= 0) {
        int row = 3 * (first + gl_InstanceID);
        x = texelFetch(own_0, row);
        y = texelFetch(own_0, row + 1);
        z = texelFetch(own_0, row + 2);
    }
    vec4 p = vec4(position, 1.0);
    vec3 there = vec3(dot(x, p), dot(y, p), dot(z, p));
    gl_Position = view_projection * vec4(there, 1.0);
#ifdef DEPTH
#ifdef CUT
    uv_at = uv;
#endif
#else
    world = there;
    world_normal = vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal));
    own = position;
    own_normal = normal;
    uv_at = uv;
    vertex_colour = colour;
#endif
}
