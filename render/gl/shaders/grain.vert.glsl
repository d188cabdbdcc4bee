// Grains: clods from balls of twenty facets, or POINTS. DEPTH: into shadow maps.
layout(location = 0) in vec3 corner; // of the unit ball
layout(location = 1) in vec4 grain;  // middle, radius [m]
layout(location = 2) in uint number; // soil in the highest eight bits
layout(location = 3) in vec4 crowding; // out of the heap, 0 alone to 1 in a heap

uniform vec2 pixels; // of the target
uniform vec3 grain_colours[8]; // of the soils

#ifndef DEPTH
flat out vec3 tint;  // colour
flat out vec4 heap;  // crowding
flat out vec4 ball;  // middle, radius of what is drawn [m]
flat out vec3 own;   // 0 to 1: of this grain alone
#ifndef POINTS
out vec3 world, rounded; // rounded: normal of a smooth clod
#elif QUALITY == 0
flat out float sunlit; // found once a grain and not at every pixel
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

// Sizes in radii of the grain, alone and in a heap, where what is drawn must close the gaps between spheres.
const int PIECES = 13;                // of a clod: a core and crumbs
const vec2 CORE = vec2(0.75, 1.7);
const vec2 CRUMB = vec2(0.10, 0.20);  // the least crumb
const vec2 MORE = vec2(0.34, 0.26);   // and how much larger others are
const vec2 RIM = vec2(1.0, 1.35);     // where crumbs lie
const float FLAT = 0.5;               // lumps of a heap lie flat in its surface: not so far out of it, or of the bucket
const vec2 RAGGED = vec2(1.1, 1.7);   // points: their rims are torn
const float SUNK = 0.6;               // and in a heap they lie deeper: discs reach through walls else

float sized(vec2 alone_heap)
{
    return mix(alone_heap.x, alone_heap.y, crowding.w);
}

vec3 flattened(vec3 offset)
{
    return offset - crowding.xyz * (FLAT * crowding.w * dot(offset, crowding.xyz));
}

vec3 turn(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
    vec4 mine = hash(uvec4(number, 11u, 47u, 3u));
#ifndef DEPTH
    // a little lighter and darker, a few reddish or grey ones; less so in a heap, where sand is mixed
    tint = mix(vec3(0.92 + 0.16 * mine.x) * mix(vec3(1.0), vec3(1.03, 0.99, 0.94), mine.y), vec3(1.0), 0.6 * crowding.w);
    tint *= grain_colours[number >> 24];
    heap = crowding;
    own = mine.yzw;
#endif
#ifdef POINTS
    float radius = grain.w;
#ifndef DEPTH
    radius *= sized(RAGGED);
    ball = vec4(grain.xyz, radius);
#if QUALITY == 0
    sunlit = sun_visible(grain.xyz + to_sun * (1.5 * radius), to_sun);
#endif
#endif
    gl_Position = view_projection * vec4(grain.xyz - crowding.xyz * (SUNK * crowding.w * grain.w), 1.0);
    // lengths of the rows of view_projection: how much clip x and y change with a metre across
    float across = length(vec3(view_projection[0][1], view_projection[1][1], view_projection[2][1]));
    gl_PointSize = max(radius * across * pixels.y / gl_Position.w, 1.0);
#else
    int piece = gl_InstanceID % PIECES;
    vec4 its = hash(uvec4(number, uint(piece), 23u, 71u));
    vec4 q = normalize(its - 0.5);
    // axes of unequal length, corners in and out
    vec3 axes = vec3(1.0) + 0.35 * (vec3(mine.zwx) - 0.5);
    float dent = 0.85 + 0.3 * hash(uvec4(number, uint(gl_VertexID), 9u, uint(piece))).x;
    vec3 middle = vec3(0.0); // of the piece, from the grain's
    float radius = sized(CORE) * grain.w;
    if (piece > 0) {
        vec4 at = hash(uvec4(number, uint(piece), 5u, 1u));
        vec3 direction = normalize(at.xyz - 0.5);
        // many small ones, few large ones; where grains fly small ones fly ahead of the clod and behind it
        radius = (sized(CRUMB) + sized(MORE) * its.w * its.w) * grain.w;
        float strays = (1.0 - crowding.w) * 1.4 * at.w * at.w * (1.0 - its.w);
        middle += direction * (sized(RIM) + strays) * grain.w;
    }
    vec3 there = grain.xyz + flattened(middle + radius * turn(q, corner * axes * dent));
    gl_Position = view_projection * vec4(there, 1.0);
#ifndef DEPTH
    ball = vec4(grain.xyz, sized(CORE) * grain.w);
    world = there;
    rounded = turn(q, corner / axes);
#endif
#endif
}
