// The scene with ambient occlusion: alpha is the share of ambient light, which hollows lack. Occlusion is averaged
// over 4 x 4 of its pixels at about the same distance.
in vec2 at;
out vec4 colour;

uniform sampler2D own_0; // scene
uniform sampler2D own_1; // occlusion, distance

void main()
{
    vec4 scene = texture(own_0, at);
    if (scene.a <= 0.0) {
        colour = vec4(scene.rgb, 1.0);
        return;
    }
    vec2 texel = 1.0 / vec2(textureSize(own_1, 0));
    float distance_here = texture(own_1, at).g;
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 16; ++i) {
        vec2 shift = vec2(float(i % 4), float(i / 4)) - 1.5;
        vec2 found = texture(own_1, at + shift * texel).rg;
        float alike = max(1.0 - abs(found.g - distance_here) / (0.05 * distance_here + 0.02), 0.001);
        sum += vec2(found.r, 1.0) * alike;
    }
    float open = sum.x / sum.y;
    colour = vec4(scene.rgb * (1.0 - scene.a * (1.0 - open)), 1.0);
}
