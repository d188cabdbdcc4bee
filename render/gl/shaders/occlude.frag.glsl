// Ambient occlusion from depth, at half size: how much of the half space before a place is taken. Out: openness,
// distance from the eye's plane [m].
in vec2 at;
out vec2 found;

uniform sampler2D own_0; // depth

const int TAPS = 12;
const float RADIUS = 0.5;  // [m]
const float STRENGTH = 1.4;

vec3 place(vec2 where)
{
    float depth = texture(own_0, where).r * 2.0 - 1.0;
    float forwards = projection[3][2] / (depth + projection[2][2]);
    vec2 clip = where * 2.0 - 1.0;
    return vec3((clip + vec2(projection[2][0], projection[2][1])) * forwards /
                    vec2(projection[0][0], projection[1][1]), -forwards);
}

void main()
{
    vec3 p = place(at);
    found = vec2(1.0, -p.z);
    if (-p.z > 80.0)
        return;
    vec3 n = normalize(cross(dFdx(p), dFdy(p)));
    // radius in the picture, kept within reason beside the eye
    float radius = min(RADIUS * projection[1][1] / -p.z * 0.5, 0.12);
    // turned from pixel to pixel (Jimenez' interleaved gradient noise), averaged later over 4 x 4
    float turn = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) * 6.2831853;
    vec2 aspect = vec2(picture_.y / picture_.x, 1.0);
    float taken = 0.0;
    for (int i = 0; i < TAPS; ++i) {
        float share = (float(i) + 0.5) / float(TAPS);
        float angle = float(i) * 2.39996 + turn; // golden angle
        vec3 q = place(at + vec2(cos(angle), sin(angle)) * (radius * sqrt(share)) * aspect) - p;
        float length2 = dot(q, q);
        // McGuire 2012, "Scalable ambient obscurance", with a fall-off at the radius
        float near = max(1.0 - length2 / (RADIUS * RADIUS), 0.0);
        taken += near * max((dot(q, n) - 0.002 * -p.z) / (sqrt(length2) + 0.01), 0.0);
    }
    found.x = clamp(1.0 - STRENGTH * taken / float(TAPS), 0.0, 1.0);
}
