// Sand under light. Where loads have pressed it, moist sand from below has come up: darker, smoother.
in vec3 world;
out vec4 colour;

uniform vec3 grid;        // origin, cell [m]
uniform sampler2D own_1;  // facets: slopes / 4, open sky, depth of pressing / 0.155 m
uniform usampler2D own_2; // shades: kind of soil in the lower three bits
uniform vec3 soils[8];    // factors on the texture of sand
uniform bool one_soil;
uniform sampler2DArray ground_albedo, ground_normal;

const float SAND = 0.0, BARE = 1.0; // layers
#if QUALITY == 0
// Software looks up every texture at every pixel, whatever branches say: there are as few as can be.
const vec3 BARE_MEAN = vec3(0.194, 0.121, 0.063); // of layer BARE
#endif

// Slopes of a map of normals.
vec2 bumps(vec2 uv)
{
    vec3 n = texture(ground_normal, vec3(uv, SAND)).rgb * 2.0 - 1.0;
    return -n.xy / max(n.z, 0.3);
}

vec3 soil_factor(vec2 knots, float jitter)
{
    if (one_soil)
        return soils[0];
    // frayed borders, not rows of squares
    ivec2 at = ivec2(knots + 0.5 + 2.0 * (jitter - 0.5));
    return soils[texelFetch(own_2, clamp(at, ivec2(0), textureSize(own_2, 0) - 1), 0).r & 7u];
}

void main()
{
    vec2 knots = (world.xy - grid.xy) / grid.z;
    vec4 facet = texture(own_1, (knots + 0.5) / vec2(textureSize(own_1, 0)));
    vec2 slope = 4.0 * facet.xy;
    // neither pressed nor noise alone: edges of ruts crumble
    vec4 large = texture(noise, world.xy * (1.0 / 19.0) + 0.23);
#if QUALITY == 0
    vec4 middle = large.wzyx;
#else
    vec4 middle = texture(noise, world.xy * (1.0 / 2.7));
#endif
    float pressed = smoothstep(0.02, 0.22, facet.w + 0.1 * (middle.g - 0.5) * step(0.01, facet.w));

    vec2 uv = world.xy;
    // a turned copy at another size takes turns with the first: no pattern from afar
    vec2 turned = vec2(0.829 * uv.x - 0.559 * uv.y, 0.559 * uv.x + 0.829 * uv.y) * 0.43;
    vec3 albedo = texture(ground_albedo, vec3(uv, SAND)).rgb;
    vec2 fine = bumps(uv);
#if QUALITY > 0
    float turns = smoothstep(0.35, 0.65, large.r * 0.6 + middle.b * 0.4);
    albedo = mix(albedo, texture(ground_albedo, vec3(turned, SAND)).rgb, 0.6 * turns);
    fine = mix(fine, bumps(turned) * mat2(0.829, -0.559, 0.559, 0.829), 0.6 * turns);
#endif
    float steep = dot(slope, slope);
#if QUALITY > 0
    // steep banks: seen from the side, or grains would become stripes
    float bank = smoothstep(1.0, 2.2, steep);
    if (bank > 0.0) {
        vec2 along = normalize(vec2(-slope.y, slope.x));
        albedo = mix(albedo, texture(ground_albedo, vec3(dot(world.xy, along), world.z, SAND)).rgb, bank);
    }
#endif
    // what lies at its angle of repose has slid: no ripples there, nor in ruts
    fine *= (1.0 - 0.55 * pressed) / (1.0 + 2.0 * steep);

    Surface s;
    s.albedo = albedo * soil_factor(knots, middle.r) * (0.80 + 0.28 * large.g + 0.12 * middle.b);
    s.albedo *= mix(vec3(1.0), vec3(0.56, 0.53, 0.49), pressed);
    // towards the border more and more of the soil around
    vec2 beside = min(world.xy - field_.xy, field_.zw - world.xy);
    float soil = smoothstep(0.55, 0.45, min(beside.x, beside.y) * 0.7 + middle.r * 0.6 - 0.1);
#ifdef SEAM
    soil = 1.0;
#endif
    if (soil > 0.0)
#if QUALITY == 0
        s.albedo = mix(s.albedo, BARE_MEAN, soil);
#else
        s.albedo = mix(s.albedo, texture(ground_albedo, vec3(uv * 0.5, BARE)).rgb, soil);
#endif
    s.roughness = mix(0.95, 0.72, pressed);
    s.metallic = 0.0;
    s.occlusion = facet.z;
    vec3 geometric = normalize(vec3(-slope, 1.0));
    s.normal = normalize(vec3(-slope - fine, 1.0));
    colour = opaque(shade_rough(s, geometric, world), world);
}
