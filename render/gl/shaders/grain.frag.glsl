// Grains: clods of sand, or POINTS with torn rims. DEPTH: into shadow maps.
#ifdef POINTS
// How far the rim of a point is torn in, 0 to 1: by the direction from its middle, each in its own way.
float torn(vec2 at, float which)
{
    float turn = atan(at.y, at.x) * 2.2281692; // 14 teeth
    float tooth = fract(sin(floor(turn) * 12.9898 + which * 78.233) * 43758.5453);
    return 0.45 * tooth;
}
#endif

#ifdef DEPTH
void main()
{
#ifdef POINTS
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    if (dot(at, at) > 0.8)
        discard;
#endif
}
#else
flat in vec3 tint;
flat in float size; // radius [m]
out vec4 colour;
uniform vec3 grain_colour;
uniform sampler2DArray ground_albedo, ground_normal;

const float SAND = 0.0; // layer
#ifdef POINTS
flat in vec3 ball; // middle [m]
#else
in vec3 world, rounded;
in float inner;
#endif

void main()
{
#ifdef POINTS
    vec2 at = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float square = dot(at, at);
    if (square > 1.0 - torn(at, 97.0 * tint.x))
        discard;
    // rows of `view` are the eye's axes
    vec3 n = transpose(mat3(view)) * vec3(at, sqrt(1.0 - square));
    vec3 position = ball + size * n;
#else
    vec3 flat_normal = normalize(cross(dFdx(world), dFdy(world)));
    vec3 n = normalize(rounded);
    flat_normal *= sign(dot(flat_normal, n));
    n = normalize(mix(flat_normal, n, 0.55));
    vec3 position = world;
#endif
    Surface s;
#if QUALITY > 0
    // the field's own sand, laid over each clod in its own way
    vec3 place = vec3((position.xy + position.z * vec2(0.7, -0.4)) * 1.7 + 3.0 * tint.xy, SAND);
    s.albedo = tint * mix(grain_colour, texture(ground_albedo, place).rgb, 0.9);
    vec3 rough = texture(ground_normal, place * vec3(2.0, 2.0, 1.0)).rgb;
    n = normalize(n + 1.6 * (rough - vec3(0.5, 0.5, 1.0)));
#else
    // speckles instead of a texture
    vec2 speck = floor(gl_FragCoord.xy * 0.5);
    s.albedo = grain_colour * tint * (0.86 + 0.28 * fract(sin(dot(speck, vec2(12.9898, 78.233))) * 43758.5453));
#endif
    // light bounces from clod to clod: no dark sides
    s.normal = normalize(n + vec3(0.0, 0.0, 0.6));
    s.roughness = 0.95;
    s.metallic = 0.0;
#ifdef POINTS
    s.occlusion = 0.78 + 0.22 * n.z;
#else
    s.occlusion = (0.80 + 0.20 * n.z) * (0.82 + 0.18 * inner); // cores lie in the shade of their crumbs
#endif
    // a shadow map is too coarse for the grain's own shadow: look past it
    vec4 lit = shade_rough(s, n, position + to_sun * (1.5 * size));
    colour = opaque(lit, position);
}
#endif
