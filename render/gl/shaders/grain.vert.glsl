// Grains: stones from a ball of twenty facets, or POINTS. DEPTH: into shadow maps.
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

vec3 turn(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
    vec4 own = hash(uvec4(number, 11u, 47u, 3u));
#ifndef DEPTH
    size = grain.w;
    // lighter and darker, a few reddish or grey ones
    tint = vec3(0.78 + 0.44 * own.x) * mix(vec3(1.0), vec3(1.06, 0.96, 0.86), own.y);
#endif
#ifdef POINTS
    gl_Position = view_projection * vec4(grain.xyz, 1.0);
    // lengths of the rows of view_projection: how much clip x and y change with a metre across
    float across = length(vec3(view_projection[0][1], view_projection[1][1], view_projection[2][1]));
    gl_PointSize = max(grain.w * across * pixels.y / gl_Position.w, 1.0);
#ifndef DEPTH
    ball = grain.xyz;
#endif
#else
    vec4 q = normalize(hash(uvec4(number, 5u, 23u, 71u)) - 0.5);
    // axes of unequal length, corners in and out; as much stone as the ball has
    vec3 axes = vec3(1.0) + 0.35 * (vec3(own.zwx) - 0.5);
    float dent = 0.95 + 0.3 * hash(uvec4(number, uint(gl_VertexID), 9u, 1u)).x;
    vec3 there = grain.xyz + grain.w * turn(q, corner * axes * dent);
    gl_Position = view_projection * vec4(there, 1.0);
#ifndef DEPTH
    world = there;
    rounded = turn(q, corner / axes);
#endif
#endif
}
