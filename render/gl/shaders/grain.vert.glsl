// Grains: clods from balls of twenty facets, or POINTS. DEPTH: into shadow maps.
layout(location = 0) in vec3 corner; // of the unit ball
layout(location = 1) in vec4 grain;  // middle, radius [m]
layout(location = 2) in uint number;

uniform vec2 pixels; // of the target

#ifndef DEPTH
flat out vec3 tint; // factors on the colour
flat out float size; // radius [m]
#ifdef POINTS
flat out vec3 ball; // middle [m]
#else
out vec3 world, rounded; // rounded: normal of a smooth stone
out float inner;         // 0 at the core, 1 at the rim of a clod
#endif
#endif

// Four numbers from 0 to 1 (M. Jarzynski, M. Olano, Hash functions for GPU rendering, JCGT 9(3), 2020: pcg4d).
vec4 hash(uvec4 v)
{
    v = v * 1664525u + 1013904223u;
    v += v.yzxy * v.wxyz;
    v ^= v >> 16u;
    v += v.yzxy * v.wxyz;
    return vec4(v) * (1.0 / 4294967296.0);
}

const int PIECES = 7;            // of a clod: a core and crumbs
const float CORE = 0.98;         // radius of the core, of the grain's
const float CRUMB = 0.42, FEW = 0.24; // radii of crumbs, and how much they differ
const float RIM = 0.95;          // where crumbs lie, of the grain's radius
const float RAGGED = 1.2;        // points are larger: their rims are torn

vec3 turn(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
    vec4 own = hash(uvec4(number, 11u, 47u, 3u));
#ifndef DEPTH
    size = grain.w;
    // a little lighter and darker, a few reddish or grey ones
    tint = vec3(0.9 + 0.2 * own.x) * mix(vec3(1.0), vec3(1.04, 0.98, 0.92), own.y);
#endif
#ifdef POINTS
    gl_Position = view_projection * vec4(grain.xyz, 1.0);
    // lengths of the rows of view_projection: how much clip x and y change with a metre across
    float across = length(vec3(view_projection[0][1], view_projection[1][1], view_projection[2][1]));
    gl_PointSize = max(RAGGED * grain.w * across * pixels.y / gl_Position.w, 1.0);
#ifndef DEPTH
    ball = grain.xyz;
#endif
#else
    uint piece = uint(gl_InstanceID % PIECES);
    vec4 mine = hash(uvec4(number, piece, 23u, 71u));
    vec4 q = normalize(mine - 0.5);
    // axes of unequal length, corners in and out; as much sand as the ball has
    vec3 axes = vec3(1.0) + 0.35 * (vec3(own.zwx) - 0.5);
    float dent = 0.92 + 0.2 * hash(uvec4(number, uint(gl_VertexID), 9u, piece)).x;
    float radius = piece == 0u ? CORE : CRUMB + FEW * (mine.w - 0.5);
    vec3 middle = grain.xyz;
    if (piece != 0u)
        middle += RIM * grain.w * normalize(hash(uvec4(number, piece, 5u, 1u)).xyz - 0.5);
    vec3 there = middle + radius * grain.w * turn(q, corner * axes * dent);
    gl_Position = view_projection * vec4(there, 1.0);
#ifndef DEPTH
    world = there;
    rounded = turn(q, corner / axes);
    inner = piece == 0u ? 0.0 : clamp(dot(there - grain.xyz, there - grain.xyz) / (grain.w * grain.w), 0.0, 1.0);
#endif
#endif
}
