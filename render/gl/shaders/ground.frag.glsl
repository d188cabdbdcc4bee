// The ground around the sand, as far as the eye goes: meadow and bare soil in patches, cut out where the sand is. Where it
// is paved, a square of asphalt in slabs. A corner of a mesh with alpha 0 says what it is made of: bare soil, asphalt,
// concrete (red, green, blue).
in vec3 world, world_normal;
in vec4 vertex_colour;
out vec4 colour;

uniform float reach; // radius of the mesh [m]
uniform vec3 paved;  // middle and half the side of the square [m]; 0: none
uniform sampler2DArray ground_albedo, ground_normal;

const float BARE = 1.0, GRASS = 2.0, ASPHALT = 3.0; // layers
const float SLAB = 6.0, SEAM_WIDTH = 0.03;           // [m]

// Dark seams of tar between the slabs, no sharper than a pixel.
float seams(vec2 at)
{
    vec2 beside = SLAB * (0.5 - abs(fract(at / SLAB) - 0.5)), pixel = max(fwidth(at), 1e-4);
    vec2 line = clamp((0.5 * (SEAM_WIDTH + pixel) - beside) / pixel, 0.0, 1.0) * min(SEAM_WIDTH / pixel, 1.0);
    return max(line.x, line.y);
}

void main()
{
    if (all(greaterThan(world.xy, field_.xy)) && all(lessThan(world.xy, field_.zw)))
        discard;
    vec3 n = normalize(world_normal);
    float far = distance(world, eye);
    // patches of many metres; within them finer ones
#if QUALITY == 0
    vec4 large = texture(noise, world.xy * (1.0 / 61.0)), middle = large.wzyx;
#else
    vec4 large = texture(noise, world.xy * (1.0 / 173.0)), middle = texture(noise, world.xy * (1.0 / 23.0) + 0.37);
#endif
    float patches = dot(large, vec4(0.5, 0.3, 0.15, 0.05)) + 0.5 * dot(middle, vec4(0.4, 0.3, 0.2, 0.1)) - 0.75;
    // worn around the place of work
    vec2 beside = max(max(field_.xy - world.xy, world.xy - field_.zw), 0.0);
    float worn = field_.z > field_.x ? 1.0 - smoothstep(0.0, 6.0, length(beside)) : 0.0;
    float bare = smoothstep(0.02, 0.14, patches + 0.35 * worn);
    vec2 past = abs(world.xy - paved.xy) - paved.z;
    float hard = paved.z > 0.0 ? smoothstep(0.1, -0.1, max(past.x, past.y) + 0.5 * (middle.r - 0.5)) : 0.0;
    bool told = vertex_colour.a < 0.5;
    float slabs = 1.0, grey_stone = told ? vertex_colour.b : 0.0;
    if (told) {
        bare = vertex_colour.r;
        hard = max(vertex_colour.g, step(0.1, vertex_colour.b));
        slabs = 0.0;
    }
    vec2 uv = world.xy * 0.5; // tiles of 2 m
#if QUALITY == 0
    // one of them, not all
    hard = hard > 0.5 ? 1.0 : 0.0;
    vec3 grass = texture(ground_albedo, hard > 0.5 ? vec3(world.xy, ASPHALT) : vec3(uv, bare > 0.5 ? BARE : GRASS)).rgb,
         soil = grass, asphalt = grass;
    bare = bare > 0.5 ? 1.0 : 0.0;
#else
    vec3 grass = texture(ground_albedo, vec3(uv, GRASS)).rgb;
    vec3 soil = texture(ground_albedo, vec3(uv, BARE)).rgb;
    vec3 asphalt = texture(ground_albedo, vec3(world.xy, ASPHALT)).rgb;
#endif
    // a field in summer: less lush than a lawn, in strips and spots drier still
    float grey = dot(grass, vec3(0.3, 0.6, 0.1));
    float dry = smoothstep(0.35, 0.75, 0.6 * large.b + 0.4 * middle.r);
    grass = mix(vec3(grey), grass, 0.62) * mix(vec3(1.0, 1.0, 0.88), vec3(1.3, 1.1, 0.82), dry);
    soil = mix(vec3(dot(soil, vec3(0.3, 0.6, 0.1))), soil, 0.65) * vec3(1.06, 1.0, 0.88);
    Surface s;
    s.albedo = mix(grass, soil, bare) * (0.80 + 0.40 * (0.5 * large.g + 0.3 * middle.r + 0.2 * middle.a));
    asphalt *= (0.85 + 0.3 * (0.6 * large.g + 0.4 * middle.r)) * (1.0 - 0.6 * slabs * seams(world.xy));
    asphalt = mix(asphalt, vec3(0.34, 0.33, 0.305) * (0.7 + 0.6 * (0.6 * large.r + 0.4 * middle.g)) *
                  (1.0 - 0.35 * seams(world.xy * (SLAB / 2.5))) + 0.6 * (asphalt - vec3(0.08)), grey_stone);
    s.albedo = mix(s.albedo, asphalt, hard);
    s.roughness = 0.95;
    s.metallic = 0.0;
    s.occlusion = 1.0;
    s.normal = n;
#if QUALITY > 0
    vec3 bump = mix(texture(ground_normal, vec3(uv, GRASS)).rgb, texture(ground_normal, vec3(uv, BARE)).rgb, bare);
    bump = mix(bump, texture(ground_normal, vec3(world.xy, ASPHALT)).rgb, hard) * 2.0 - 1.0;
    s.normal = normalize(n + vec3(bump.xy, 0.0) * (0.8 / (1.0 + far * 0.02)));
#endif
    vec4 lit = shade_rough(s, n, world);
    // the mesh's end melts into the horizon
    vec3 ray = (world - eye) / far;
    float end = smoothstep(0.35, 0.95, length(world.xy - eye.xy) / reach);
    lit.rgb = mix(lit.rgb, haze(ray), end);
    lit.a *= 1.0 - end;
    colour = opaque(lit, world);
}
