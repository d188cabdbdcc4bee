// Dust and smoke in sun and sky. Thins out where it touches the sand, so that no edge shows.
in vec2 at, uv;
in vec3 world;
flat in vec4 look;
flat in vec4 ball;
out vec4 colour;

uniform sampler2D dust;
uniform sampler2D own_0; // heights of the sand [m]
uniform vec3 grid;       // its origin, cell [m]; cell 0: there is none

void main()
{
    float square = dot(at, at);
    if (square > 1.0)
        discard;
    float alpha = look.a * texture(dust, uv).r * (1.0 - square);
    if (grid.z > 0.0) {
        ivec2 knot = clamp(ivec2((world.xy - grid.xy) / grid.z + 0.5), ivec2(0), textureSize(own_0, 0) - 1);
        float above = world.z - texelFetch(own_0, knot, 0).r;
        alpha *= clamp(above / (0.5 * ball.w), 0.0, 1.0);
    }
    vec3 n = transpose(mat3(view)) * vec3(at, sqrt(1.0 - square));
    // light wanders through dust: hardly a shadow side, and brighter against the sun (forward scattering)
    float side = 0.7 + 0.3 * dot(n, to_sun);
    float forward = max(dot(normalize(world - eye), to_sun), 0.0);
    float sunlit = side + forward * forward * forward * forward;
#if QUALITY > 0
    sunlit *= sun_visible(ball.xyz, to_sun);
#endif
    vec3 radiance = look.rgb * (sun_turbidity.rgb * (sunlit / PI) + ambient(vec3(0.0, 0.0, 0.4 + 0.6 * n.z)));
    colour = blended(radiance, alpha, world);
}
