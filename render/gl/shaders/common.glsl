// What all shaders share: the frame block, light, fog, tones. #version and QUALITY (0 low, 1 medium, 2 high)
// stand before it.
//
// A fragment shader of something opaque:
//     Surface s = Surface(albedo, normal, roughness, metallic, occlusion);
//     vec4 lit = shade(s, geometric_normal, position);
//     colour = opaque(lit, position);
// of something blended (premultiplied):
//     colour = blended(radiance, alpha, position);

layout(std140) uniform Frame // gl_frame
{
    mat4 view_projection, view, projection, inverse_view_projection;
    mat4 cascades[3];    // world to shadow map: x, y, depth from 0 to 1
    vec4 cascade_until;  // [m] from the eye
    vec4 cascade_texel;  // [m]
    vec4 eye_time;       // [m], [s]
    vec4 to_sun_;        // w: cascades
    vec4 sun_turbidity;  // irradiance
    vec4 zenith_cloud;   // radiance
    vec4 horizon_rain;   // radiance
    vec4 ground_wet;     // radiance
    vec4 fog_;           // colour, extinction [1/m]
    vec4 picture_;       // width, height [pixels], exposure, 1 inside the cab
    vec4 field_;         // of the sand: least x, y, greatest x, y [m]
    vec4 drift_;         // x, y: how far clouds have gone [tiles]
};

#define eye (eye_time.xyz)
#define now (eye_time.w)
#define to_sun (to_sun_.xyz)
#define wet (ground_wet.w)

const float PI = 3.14159265;

uniform sampler2D noise; // four octaves, tiles

uniform sampler2DArrayShadow shadow_maps;

struct Surface {
    vec3 albedo;     // linear
    vec3 normal;     // unit, with detail
    float roughness; // 0 ... 1
    float metallic;  // 0 ... 1
    float occlusion; // of ambient light: 1 open
};

// ---- leaves ----

uniform sampler2D leaf; // or a blade of grass, by mesh: software would look up both

// ---- sky ----

// Radiance of the sky without sun's disc and clouds: horizon to zenith, brighter about the sun.
// The ground's below.
vec3 sky_radiance(vec3 direction)
{
    float up = direction.z;
    // air mass falls off steeply above the horizon
    float low = exp2(-9.0 * max(up, 0.0));
    vec3 radiance = mix(zenith_cloud.rgb, horizon_rain.rgb, low);
    // Film shows a clear sky bluer and brighter than a grey card would have it
    float clear = 1.0 - zenith_cloud.w;
    radiance = max(mix(vec3(dot(radiance, vec3(0.2126, 0.7152, 0.0722))), radiance, 1.0 + 0.3 * clear), 0.0);
    radiance *= 1.0 + 0.25 * clear;
    // forward scattering by haze: a wide glow about the sun, wider low down
    float towards = max(dot(direction, to_sun), 0.0);
    float p4 = towards * towards * towards * towards;
    float p16 = p4 * p4 * p4 * p4;
    float glow = 0.06 * p4 + 0.12 * p16 * (0.3 + low);
    radiance += sun_turbidity.rgb * (0.02 * sun_turbidity.w * glow) * (1.0 - zenith_cloud.w);
    return up >= 0.0 ? radiance : mix(radiance, ground_wet.rgb, min(-12.0 * up, 1.0));
}

// What a rough surface sees of the sky in a direction: no more than three colours.
vec3 sky_soft(vec3 direction)
{
    vec3 upper = mix(horizon_rain.rgb, zenith_cloud.rgb, max(direction.z, 0.0));
    return mix(ground_wet.rgb, upper, clamp(direction.z * 2.0 + 0.5, 0.0, 1.0));
}

// Irradiance / pi on a surface from sky and ground.
vec3 ambient(vec3 normal)
{
    vec3 upper = mix(horizon_rain.rgb, zenith_cloud.rgb, 0.5 + 0.25 * normal.z);
    return mix(ground_wet.rgb, upper, 0.5 + 0.5 * normal.z);
}

// ---- sun ----

// Which shadow map is looked at from so far away, by selection and not by index: indices that differ from pixel to
// pixel are dear by software.
struct Cascade {
    vec3 at;     // in the map, and depth
    float layer;
    float until; // the last map's end [m]
};

Cascade cascade_at(vec3 from, float far)
{
    vec4 p = vec4(from, 1.0);
    Cascade c = Cascade((cascades[0] * p).xyz, 0.0, cascade_until.x);
    if (to_sun_.w > 1.5) {
        if (far > cascade_until.x) {
            c.at = (cascades[1] * p).xyz;
            c.layer = 1.0;
        }
        c.until = cascade_until.y;
    }
#if QUALITY == 2
    if (to_sun_.w > 2.5) {
        if (far > cascade_until.y) {
            c.at = (cascades[2] * p).xyz;
            c.layer = 2.0;
        }
        c.until = cascade_until.z;
    }
#endif
    return c;
}

// Place from which to look for what stands before the sun: moved along the normal, more where light grazes, so that
// surfaces do not shade themselves.
vec3 shadow_from(vec3 position, vec3 geometric_normal)
{
    float far = distance(position, eye);
    float texel = far > cascade_until.x && to_sun_.w > 1.5 ? cascade_texel.y : cascade_texel.x;
#if QUALITY == 2
    texel = far > cascade_until.y && to_sun_.w > 2.5 ? cascade_texel.z : texel;
#endif
    float facing = dot(geometric_normal, to_sun);
    float slope = sqrt(max(1.0 - facing * facing, 0.0));
    return position + geometric_normal * (texel * (0.6 + 1.4 * slope));
}

// Share of the sun's light that comes to a place of shadow_from: 0 in shadow.
float sun_seen(vec3 from)
{
    float far = distance(from, eye);
    Cascade c = cascade_at(from, far);
#if QUALITY == 0
    float light = texture(shadow_maps, vec4(c.at.xy, c.layer, c.at.z));
#else
    // some bilinear taps a texel apart: soft edges without noise
    vec2 texel = 1.0 / vec2(textureSize(shadow_maps, 0).xy);
    const int SIDE = QUALITY + 1;
    float light = 0.0;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        vec2 shift = vec2(float(i % SIDE), float(i / SIDE)) - 0.5 * float(SIDE - 1);
        light += texture(shadow_maps, vec4(c.at.xy + 1.1 * shift * texel, c.layer, c.at.z));
    }
    light *= 1.0 / float(SIDE * SIDE);
#endif
    // fades out before the last map's end, so that its edge is not seen
    float end = clamp((far / c.until - 0.8) * 5.0, 0.0, 1.0);
    return to_sun_.w > 0.5 ? mix(light, 1.0, end) : 1.0;
}

// Share of the sun's light that comes to a place on a surface.
float sun_visible(vec3 position, vec3 geometric_normal)
{
    return sun_seen(shadow_from(position, geometric_normal));
}

// ---- surfaces ----

// Water makes rough surfaces darker (it fills pores) and shinier.
void make_wet(inout Surface s)
{
    float lies = wet * clamp(s.normal.z * 0.7 + 0.4, 0.0, 1.0);
    float porous = s.roughness * (1.0 - s.metallic);
    s.albedo *= 1.0 - 0.45 * lies * porous;
    s.roughness = mix(s.roughness, 0.25, 0.7 * lies);
}

// Radiance towards the eye from sun and from sky.
struct Light {
    vec3 direct; // where nothing stands before the sun
    vec3 indirect;
};

// Cook-Torrance with GGX under the sun; Karis' approximation of the environment's share under the sky.
Light light_on(Surface s, vec3 geometric_normal, vec3 position)
{
    make_wet(s);
    vec3 to_eye = normalize(eye - position);
    vec3 f0 = mix(vec3(0.04), s.albedo, s.metallic);
    vec3 diffuse = s.albedo * (1.0 - s.metallic);
    float alpha = max(s.roughness * s.roughness, 0.02);
    float n_l = dot(s.normal, to_sun), n_v = max(dot(s.normal, to_eye), 1e-3);

    float facing = dot(geometric_normal, to_sun);
    vec3 halfway = normalize(to_sun + to_eye);
    float n_h = max(dot(s.normal, halfway), 0.0), l_h = max(dot(to_sun, halfway), 0.0);
    float d = n_h * n_h * (alpha * alpha - 1.0) + 1.0;
    // GGX, visibility 1 / (4 (l.h)^2 (roughness + 0.5)), both times pi
    float shine = alpha * alpha / (4.0 * d * d * max(l_h * l_h, 0.1) * (s.roughness + 0.5));
    vec3 fresnel = f0 + (1.0 - f0) * exp2(-9.0 * l_h);
    float light = max(n_l, 0.0) * clamp(facing * 8.0 + 0.5, 0.0, 1.0);
    // baked occlusion may only dim what a small sun lights as dirt in corners would: a little
    light *= 0.75 + 0.25 * s.occlusion;
    Light l;
    l.direct = (diffuse + fresnel * shine) * sun_turbidity.rgb * (light / PI);

    vec3 reflected = reflect(-to_eye, s.normal);
    // Karis 2014, "Physically based shading on mobile"
    vec4 r = s.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a004 = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
    vec2 ab = vec2(-1.04, 1.04) * a004 + r.zw;
#if QUALITY == 0
    vec3 mirrored = sky_soft(reflected);
#else
    vec3 mirrored = mix(sky_radiance(reflected), sky_soft(reflected), s.roughness);
#endif
    // a surface in a hollow sees less sky in its reflection too
    float open = clamp(s.occlusion * 1.3, 0.0, 1.0);
    l.indirect = diffuse * ambient(s.normal) * s.occlusion + mirrored * (f0 * ab.x + ab.y) * open;
    return l;
}

// Radiance towards the eye under sun, shadows and sky; a: share of ambient light in it.
vec4 shade(Surface s, vec3 geometric_normal, vec3 position)
{
    Light l = light_on(s, geometric_normal, position);
    vec3 sum = l.direct * sun_visible(position, geometric_normal) + l.indirect;
    return vec4(sum, dot(l.indirect, vec3(1.0)) / max(dot(sum, vec3(1.0)), 1e-4));
}

// As shade, for what does not shine: ground, sand. QUALITY 0 leaves out shine and reflections.
vec4 shade_rough(Surface s, vec3 geometric_normal, vec3 position)
{
#if QUALITY == 0
    make_wet(s);
    float light = max(dot(s.normal, to_sun), 0.0) * sun_visible(position, geometric_normal);
    vec3 soft = ambient(s.normal) * s.occlusion;
    return vec4(s.albedo * (sun_turbidity.rgb * (light / PI) + soft), 0.0);
#else
    return shade(s, geometric_normal, position);
#endif
}

// ---- air and tones ----

// Colour of haze in a direction: the horizon's, brighter towards the sun.
vec3 haze(vec3 direction)
{
    float towards = max(dot(direction, to_sun), 0.0);
    float p4 = towards * towards * towards * towards;
    return fog_.rgb + sun_turbidity.rgb * (0.0012 * sun_turbidity.w * p4) * (1.0 - zenith_cloud.w);
}

// Share of light from a place that haze has scattered away.
float fogged(float far)
{
    return 1.0 - exp2(-1.442695 * fog_.w * far);
}

// Radiance to picture, 0 to 1, sRGB encoded. Narkowicz' fit of ACES' filmic curve.
vec3 tones(vec3 radiance)
{
    vec3 x = radiance * picture_.z;
    x = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    // sRGB's curve in square roots, which are cheaper than powers (within 0.004)
    vec3 s1 = sqrt(x), s2 = sqrt(s1), s3 = sqrt(s2);
    return 0.662002687 * s1 + 0.684122060 * s2 - 0.323583601 * s3 - 0.0225411470 * x;
}

// What an opaque surface writes. lit.a: share of ambient light.
vec4 opaque(vec4 lit, vec3 position)
{
    vec3 ray = position - eye;
    float far = length(ray);
    float gone = fogged(far);
    // a glint is 20 times white at most: brighter ones would make edges of samples jagged
    vec3 radiance = min(mix(lit.rgb, haze(ray / far), gone), vec3(20.0 / picture_.z));
#if QUALITY == 0
    return vec4(tones(radiance), 1.0);
#else
    return vec4(radiance, lit.a * (1.0 - gone));
#endif
}

// What a blended surface writes, premultiplied: radiance of what it shows itself, before alpha.
vec4 blended(vec3 radiance, float alpha, vec3 position)
{
    vec3 ray = position - eye;
    float far = length(ray);
    radiance = mix(radiance, haze(ray / far), fogged(far));
#if QUALITY == 0
    return vec4(tones(radiance) * alpha, alpha);
#else
    return vec4(radiance * alpha, alpha);
#endif
}
