// Radiance to picture. QUALITY 1 has no samples: edges are smoothed here (after Lottes' FXAA, on mapped tones).
in vec2 at;
out vec4 colour;

uniform sampler2D own_0; // radiance

vec3 tone_at(vec2 where)
{
    return tones(texture(own_0, where).rgb);
}

#if QUALITY == 1
float light(vec3 tone)
{
    return dot(tone, vec3(0.299, 0.587, 0.114));
}

vec3 smoothed()
{
    vec2 texel = 1.0 / picture_.xy;
    vec3 here = tone_at(at);
    float nw = light(tone_at(at + vec2(-0.5, 0.5) * texel)), ne = light(tone_at(at + vec2(0.5, 0.5) * texel));
    float sw = light(tone_at(at + vec2(-0.5, -0.5) * texel)), se = light(tone_at(at + vec2(0.5, -0.5) * texel));
    float middle = light(here);
    float least = min(middle, min(min(nw, ne), min(sw, se))), most = max(middle, max(max(nw, ne), max(sw, se)));
    if (most - least < max(0.04, 0.12 * most))
        return here;
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    // steep steps are followed up to 8 pixels
    along = clamp(along / (min(abs(along.x), abs(along.y)) + 0.03), -8.0, 8.0) * texel;
    vec3 two = 0.5 * (tone_at(at + along * (1.0 / 3.0 - 0.5)) + tone_at(at + along * (2.0 / 3.0 - 0.5)));
    vec3 four = 0.5 * two + 0.25 * (tone_at(at - along * 0.5) + tone_at(at + along * 0.5));
    float mixed = light(four);
    return mixed < least || mixed > most ? two : four;
}
#endif

void main()
{
#if QUALITY == 1
    vec3 tone = smoothed();
#else
    vec3 tone = tone_at(at);
#endif
    // half a step of noise: no bands in the sky
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    colour = vec4(tone + grain / 255.0, 1.0);
}
