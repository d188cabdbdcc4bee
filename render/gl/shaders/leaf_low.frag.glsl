// Leaves by software: see leaf_low.vert.
in vec3 light, air;
in vec2 uv_at;
out vec4 colour;

void main()
{
    vec4 texel = texture(leaf, uv_at);
    if (texel.a < 0.5)
        discard;
    // leaves in the mass are greyer than one against the light
    vec3 albedo = mix(vec3(dot(texel.rgb, vec3(0.3, 0.6, 0.1))), texel.rgb, 0.7);
    colour = vec4(tones(albedo * light + air), 1.0);
}
