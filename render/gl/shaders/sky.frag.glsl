// The sky: gradient, haze, clouds on a plane high above, the sun's disc, stars.
in vec3 ray;
out vec4 colour;

#define cloud (zenith_cloud.w)

// Thickness of cloud over a place of their plane. Drift starts anew each 100 tiles, unseen: 0.11 and 0.53 of that are
// whole numbers.
float cloud_at(vec2 at)
{
    vec4 a = texture(noise, at * 0.11);
    float sum = dot(a, vec4(0.50, 0.28, 0.15, 0.07));
#if QUALITY > 0
    vec4 b = texture(noise, at * 0.53 + 0.21);
    sum += dot(b, vec4(0.06, 0.04, 0.03, 0.02)) - 0.075;
#endif
    // noise lies around a half: this share of it is above
    float above = mix(0.72, 0.34, cloud);
    return smoothstep(above, above + 0.22, sum);
}

void main()
{
    vec3 direction = normalize(ray);
    vec3 radiance = sky_radiance(direction);
    float towards = dot(direction, to_sun);
    float veil = 0.0;
    if (direction.z > 0.01) {
        // a plane that bends down to the horizon
        vec2 at = direction.xy / (direction.z + 0.12) + drift_.xy;
        float thick = cloud_at(at);
        // light comes through thin edges and from the sun's side
#if QUALITY == 0
        float shaded = thick;
#else
        float shaded = cloud_at(at + to_sun.xy * 0.35);
#endif
        float t8 = max(towards, 0.0);
        t8 *= t8;
        t8 *= t8;
        t8 *= t8;
        float day = clamp(to_sun.z * 4.0 + 0.4, 0.0, 1.0);
        vec3 soft = mix(horizon_rain.rgb, zenith_cloud.rgb, 0.35);
        vec3 bright = soft * 1.1 + sun_turbidity.rgb * (0.16 + 0.25 * t8) * day;
        vec3 dark = soft * mix(0.85, 0.45, horizon_rain.w);
        vec3 lit = mix(bright, dark, clamp(0.75 * shaded * thick + 0.5 * horizon_rain.w, 0.0, 1.0));
        veil = thick * smoothstep(0.01, 0.16, direction.z);
        radiance = mix(radiance, lit, 0.92 * veil);
    }
    // the disc: half a degree across
    radiance += sun_turbidity.rgb * (smoothstep(0.99996, 0.99999, towards) * 30.0) * (1.0 - veil);
    if (direction.z < 0.0)
        radiance = haze(direction);
    // fog hides the sky too, along the horizon first
    float thickness = fog_.w * 300.0 / max(direction.z + 0.02, 0.02);
    radiance = mix(radiance, haze(direction), 1.0 - exp2(-thickness));
#if QUALITY == 0
    colour = vec4(tones(radiance), 1.0);
#else
    colour = vec4(radiance, 0.0);
#endif
}
