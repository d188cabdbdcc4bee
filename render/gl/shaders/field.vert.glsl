// The sand: a grid of knots a tile; heights come from a texture. DEPTH: into shadow maps. SEAM: corners of the
// strip along the border as they are.
uniform vec3 grid; // origin, cell [m]

#ifdef SEAM
layout(location = 0) in vec3 corner;
#else
layout(location = 0) in uvec2 knot;  // in the tile, 0 to 32
layout(location = 1) in uvec2 tile;  // column, row
layout(location = 2) in uvec4 edges; // steps of the tiles at left, right, below, above, at least the own [cells]
uniform sampler2D own_0;             // heights [m]
#endif

#ifndef DEPTH
out vec3 world; // [m]
#endif

const int TILE = 32;

#ifndef SEAM
// The knots of a coarser neighbour are the only ones on the edge with it.
int snapped(int along, uint step)
{
    int s = int(step);
    return (along + s / 2) / s * s;
}
#endif

void main()
{
#ifdef SEAM
    vec3 there = corner;
#else
    ivec2 k = ivec2(knot);
    if (k.x == 0 || k.x == TILE)
        k.y = snapped(k.y, k.x == 0 ? edges.x : edges.y);
    else if (k.y == 0 || k.y == TILE)
        k.x = snapped(k.x, k.y == 0 ? edges.z : edges.w);
    ivec2 at = ivec2(tile) * TILE + k;
    vec3 there = vec3(grid.xy + grid.z * vec2(at), texelFetch(own_0, at, 0).r);
#endif
    gl_Position = view_projection * vec4(there, 1.0);
#ifndef DEPTH
    world = there;
#endif
}
