// Solid things by software: see solid_low.vert.
in vec3 from, direct, indirect, air;
in vec2 detail_uv;
out vec4 colour;

uniform vec4 material_detail; // layer, tiles a metre, strength on albedo
uniform sampler2DArray detail;

void main()
{
    float factor = 1.0;
    if (material_detail.x >= 0.0)
        factor += 2.0 * material_detail.z * (texture(detail, vec3(detail_uv, material_detail.x)).r - 0.5);
    colour = vec4(tones((direct * sun_seen(from) + indirect) * factor + air), 1.0);
}
