// Leaves by software: see leaf.frag; light, shadow and haze are found at the corners.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 colour;

#include "place.glsl"

uniform vec4 material_colour;

out vec3 light; // on the texture's colour
out vec3 air;   // what haze adds
out vec2 uv_at;

void main()
{
    Place at = place();
    vec3 world = point_of(at, position);
    vec3 n = normalize(direction_of(at, normal));
    float wrap = 0.35 + 0.65 * max(dot(n, to_sun) * 0.7 + 0.3, 0.0);
    float open = clamp(max(max(colour.r, colour.g), colour.b), 0.0, 1.0);
    float sun = wrap * sun_visible(world, vec3(0.0, 0.0, 1.0)) * (0.5 + 0.5 * open) / PI;
    vec3 through = vec3(1.1, 1.15, 0.5) * max(-dot(normalize(eye - world), to_sun), 0.0) * 0.6;
    light = ((1.0 + through) * sun_turbidity.rgb * sun + ambient(vec3(0.0, 0.0, n.z * 0.5 + 0.4)) * open) *
            material_colour.rgb * vec3(1.0, 0.88, 0.9);
    vec3 ray = world - eye;
    float far = length(ray), gone = fogged(far);
    light *= 1.0 - gone;
    air = haze(ray / max(far, 1e-3)) * gone;
    uv_at = uv;
    gl_Position = view_projection * vec4(world, 1.0);
}
