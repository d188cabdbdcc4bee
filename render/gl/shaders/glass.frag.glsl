// Panes: what lies behind shines through, sky and sun are mirrored, a little dust lies on them.
in vec3 world, world_normal, own;
out vec4 colour;

uniform vec4 material_colour;

void main()
{
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    float n_v = dot(n, to_eye);
    if (n_v < 0.0) {
        n = -n;
        n_v = -n_v;
    }
    float fresnel = 0.04 + 0.96 * exp2(-9.0 * n_v);
    vec3 reflected = reflect(-to_eye, n);
#if QUALITY == 0
    vec3 mirrored = sky_soft(reflected);
#else
    vec3 mirrored = sky_radiance(reflected);
#endif
    float towards = max(dot(reflected, to_sun), 0.0);
    float t8 = towards * towards;
    t8 *= t8;
    t8 *= t8;
    mirrored += sun_turbidity.rgb * (t8 * t8 * t8 * t8) * 4.0;
    // dust, less where wipers and hands have been
    vec4 spots = texture(noise, own.yz * 0.7 + own.x * 0.31);
    float dirt = (0.02 + 0.06 * spots.g * spots.b) * (1.0 - 0.6 * wet);
    vec3 dusty = vec3(0.45, 0.40, 0.33) * (ambient(n) + sun_turbidity.rgb * max(dot(n, to_sun), 0.0) / PI);
    float alpha = max(material_colour.a, 0.02) * (1.0 - picture_.w * 0.7);
    vec3 own_light = material_colour.rgb * ambient(n);
    // premultiplied: each layer hides what is behind it
    float cover = 1.0 - (1.0 - alpha) * (1.0 - dirt) * (1.0 - fresnel);
    vec3 radiance = mirrored * fresnel + dusty * dirt + own_light * alpha;
    colour = blended(radiance / cover, cover, world);
}
