// Leaves and grass on cards: cut out, lit from both sides, light shines through.
in vec3 world, world_normal;
in vec2 uv_at;
in vec4 vertex_colour;
out vec4 colour;

uniform vec4 material_colour;

void main()
{
    vec4 texel = texture(leaf, uv_at);
    if (texel.a < 0.5)
        discard;
    vec3 n = normalize(world_normal);
    float facing = dot(n, to_sun);
    // wrap around: crowns are rough spheres; leaves pass about a third of the light on
    float wrap = 0.35 + 0.65 * max(facing * 0.7 + 0.3, 0.0);
    vec3 albedo = texel.rgb * material_colour.rgb;
    // leaves in the mass are greyer than one against the light
    albedo = mix(vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), albedo, 0.7) * vec3(1.0, 0.88, 0.9);
    float open = clamp(max(max(vertex_colour.r, vertex_colour.g), vertex_colour.b), 0.0, 1.0);
    float light = wrap * sun_visible(world, vec3(0.0, 0.0, 1.0)) * (0.5 + 0.5 * open) / PI;
    vec3 through = albedo * vec3(1.1, 1.15, 0.5) * max(-dot(normalize(eye - world), to_sun), 0.0) * 0.6;
    vec3 direct = (albedo + through) * sun_turbidity.rgb * light;
    vec3 indirect = albedo * ambient(vec3(0.0, 0.0, n.z * 0.5 + 0.4)) * open;
    float share = dot(indirect, vec3(1.0)) / max(dot(direct + indirect, vec3(1.0)), 1e-4);
    colour = opaque(vec4(direct + indirect, share), world);
}
