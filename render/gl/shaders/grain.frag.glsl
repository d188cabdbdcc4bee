// Grains: stones with edges worn smooth, or POINTS that look like balls. DEPTH: into shadow maps.
#ifdef DEPTH
void main()
{
#ifdef POINTS
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    if (dot(at, at) > 1.0)
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
#endif

void main()
{
#ifdef POINTS
    vec2 at = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float square = dot(at, at);
    if (square > 1.0)
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
    s.albedo = tint * grain_colour;
#if QUALITY > 0
    // rough and speckled as sand is, each in its own way
    vec3 place = vec3((position.xy + position.z * vec2(0.7, -0.4)) * 2.3 + tint.xy, SAND);
    s.albedo = tint * mix(grain_colour, texture(ground_albedo, place).rgb, 0.5);
    vec3 rough = texture(ground_normal, place).rgb;
    n = normalize(n + 0.9 * (rough - vec3(0.5, 0.5, 1.0)));
#endif
    // light bounces from grain to grain: no dark sides
    s.normal = normalize(n + vec3(0.0, 0.0, 0.35));
    s.roughness = 0.95;
    s.metallic = 0.0;
    s.occlusion = 0.72 + 0.28 * n.z;
    // a shadow map is too coarse for the grain's own shadow: look past it
    vec4 lit = shade_rough(s, n, position + to_sun * (1.5 * size));
    colour = opaque(lit, position);
}
#endif
