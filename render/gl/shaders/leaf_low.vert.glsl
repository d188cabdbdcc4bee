// Leaves by software: see leaf.frag; light, shadow and haze are found at the corners.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 colour;

uniform samplerBuffer own_0;
uniform int first; // see mesh.vert
uniform vec4 single[3];
uniform vec4 material_colour;

out vec3 light; // on the texture's colour
out vec3 air;   // what haze adds
out vec2 uv_at;

void main()
{
    vec4 x = single[0], y = single[1], z = single[2];
    if (first >= 0) {
        int row = 3 * (first + gl_InstanceID);
        x = texelFetch(own_0, row);
        y = texelFetch(own_0, row + 1);
        z = texelFetch(own_0, row + 2);
    }
    vec4 p = vec4(position, 1.0);
    vec3 world = vec3(dot(x, p), dot(y, p), dot(z, p));
    vec3 n = normalize(vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)));
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
