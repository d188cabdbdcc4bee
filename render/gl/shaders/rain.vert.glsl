// Rain: streaks in a box around the eye, which they never leave: who falls out below comes in above.
uniform float streaks; // how many

out float across; // -1 to 1 over the width
out float share;  // of the light behind that a streak changes
out vec3 world;

const float BOX = 14.0;      // [m]
const float SPEED = 8.0;     // [m/s] of drops of 2 to 3 mm
const float SHUTTER = 0.02;  // [s] of the eye: how long a streak is
const float WIDTH = 0.004;   // [m] drops of 2 to 3 mm, blurred

vec3 hash(float n)
{
    return fract(sin(vec3(n, n + 17.3, n + 41.9) * 0.7391) * vec3(43758.54, 22578.14, 19642.35));
}

void main()
{
    float number = float(gl_VertexID / 6);
    int corner = gl_VertexID % 6;
    // corners of two triangles: (0, 0) (1, 0) (1, 1), (0, 0) (1, 1) (0, 1)
    vec2 side = vec2(corner == 1 || corner == 2 || corner == 4 ? 1.0 : -1.0, corner == 2 || corner >= 4 ? 1.0 : 0.0);
    vec3 from = hash(number) * BOX;
    float speed = SPEED * (0.8 + 0.4 * fract(number * 0.618));
    vec3 velocity = vec3(0.6, 0.3, -1.0) * vec3(1.0, 1.0, speed);
    vec3 drop = mod(from + velocity * now - eye, BOX) - 0.5 * BOX + eye;
    float far = distance(drop, eye);
    vec3 middle = drop + velocity * (SHUTTER * side.y);
    // no thinner than a pixel; what it lacks in width it lacks in strength
    float pixel = far * 2.0 / (projection[1][1] * picture_.y);
    float width = max(WIDTH, pixel);
    vec3 sideways = normalize(cross(velocity, middle - eye));
    world = middle + sideways * (0.5 * width * side.x);
    across = side.x;
    share = 0.4 * sqrt(WIDTH / width) * smoothstep(0.5 * BOX, 0.3 * BOX, far) * smoothstep(0.8, 2.5, far);
    // none in the cab
    share *= smoothstep(0.3, 0.6, far - 1.8 * picture_.w);
    gl_Position = share < 0.004 ? vec4(2.0, 2.0, 2.0, 1.0) : view_projection * vec4(world, 1.0);
}
