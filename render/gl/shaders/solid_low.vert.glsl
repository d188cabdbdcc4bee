// Solid things by software: light and haze are found at the corners, shadows and detail at the pixels.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 3) in vec4 colour;

#include "place.glsl"

uniform vec4 material_colour, material_look, material_detail;
uniform vec3 material_emission;

out vec3 from; // [m]
out vec3 direct, indirect, air; // air: what haze adds
out vec2 detail_uv;

void main()
{
    Place at = place();
    vec3 world = point_of(at, position);
    vec3 n = normalize(direction_of(at, normal));
    float open = max(max(colour.r, colour.g), colour.b);
    vec3 albedo = material_colour.rgb * (colour.rgb / max(open, 0.02));
    Light l = light_on(Surface(albedo, n, material_look.y, material_look.x, open), n, world);
    vec3 ray = world - eye;
    float far = length(ray), gone = fogged(far);
    direct = l.direct * (1.0 - gone);
    indirect = (l.indirect + material_emission) * (1.0 - gone);
    air = haze(ray / max(far, 1e-3)) * gone;
    from = shadow_from(world, n);
    // one oblique projection instead of three along the axes; it stretches only on slopes that are rare
    detail_uv = (position.xy + position.z * vec2(0.62, 0.78)) * material_detail.y;
    gl_Position = view_projection * vec4(world, 1.0);
}
