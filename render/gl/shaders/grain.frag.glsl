// Grains: clods of sand, or POINTS with torn rims. In a heap they are lit as its surface is, not as so many balls.
// DEPTH: into shadow maps.
#ifdef DEPTH
void main()
{
#ifdef POINTS
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    if (dot(at, at) > 0.8)
        discard;
#endif
}
#else
flat in vec3 tint;
flat in vec4 heap; // out of the heap, 0 alone to 1 in a heap
flat in vec4 ball; // middle, radius [m]
flat in vec3 own;  // 0 to 1
out vec4 colour;
uniform sampler2DArray ground_albedo, ground_normal;

const float SAND = 0.0; // layer
const vec3 SAND_MEAN = vec3(0.522, 0.388, 0.207); // of it

#ifdef POINTS
// 0 to 1, by the square of a point, six across, that a pixel lies in.
float crumb(vec2 at)
{
    vec2 cell = floor(at * 3.0) + 17.0 * own.xy;
    vec3 p = fract(cell.xyx * vec3(0.1031, 0.1030, 0.0973)); // D. Hoskins, hash without sine
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}
#if QUALITY == 0
flat in float sunlit;
#endif
#else
in vec3 world, rounded;
#endif

#if QUALITY > 0
// The field's own sand, laid onto a grain from the side that its surface faces. It goes with the grain.
vec2 laid(vec3 from, vec3 facing)
{
    vec3 a = abs(facing);
    vec2 at = a.z > max(a.x, a.y) ? from.xy : a.x > a.y ? from.yz : from.zx;
    return at + 7.0 * own.xy;
}
#endif

void main()
{
#ifdef POINTS
    vec2 at = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float square = dot(at, at), speck = crumb(at);
    if (square > 1.0 - 0.6 * speck)
        discard;
    // rows of `view` are the eye's axes
    vec3 n = transpose(mat3(view)) * vec3(at, sqrt(1.0 - square));
    vec3 position = ball.xyz + ball.w * n;
#else
    vec3 flat_normal = normalize(cross(dFdx(world), dFdy(world)));
    vec3 n = normalize(rounded);
    flat_normal *= sign(dot(flat_normal, n));
    n = normalize(mix(flat_normal, n, 0.55));
    vec3 position = world;
#endif
    // how far out of its grain and of the heap a place lies: crevices see less of the sky
    vec3 from = (position - ball.xyz) / ball.w;
    float surface = length(heap.xyz);
    float out_of_heap = mix(length(from), dot(from, heap.xyz) + 0.5, heap.w * surface);
    // the heap's surface carries the light, grains only roughen it
    n = normalize(n * mix(1.0, 0.5, heap.w) + heap.w * (heap.xyz + vec3(0.0, 0.0, 0.3)));
    Surface s;
    s.albedo = tint;
#if QUALITY > 0
    vec3 place = vec3(laid(position - ball.xyz, n), SAND);
    s.albedo *= texture(ground_albedo, place).rgb / SAND_MEAN;
    vec3 rough = texture(ground_normal, place).rgb * 2.0 - 1.0;
    n = normalize(n + 0.8 * vec3(rough.xy, 0.0));
#elif defined(POINTS)
    s.albedo *= 0.88 + 0.24 * speck;
#endif
    // light bounces from clod to clod: no dark sides
    s.normal = normalize(n + vec3(0.0, 0.0, 0.4));
    s.roughness = 0.95;
    s.metallic = 0.0;
    s.occlusion = mix(0.8 + 0.2 * n.z, 0.72 + 0.28 * smoothstep(-0.2, 1.0, out_of_heap), heap.w);
#if QUALITY == 0 && defined(POINTS)
    make_wet(s);
    vec3 direct = sun_turbidity.rgb * (max(dot(s.normal, to_sun), 0.0) * sunlit / PI);
    vec4 lit = vec4(s.albedo * (direct + ambient(s.normal) * s.occlusion), 0.0);
#else
    // a shadow map is too coarse for the grain's own shadow: look past it, alone past its crumbs too, or single
    // clods were dark balls on bright sand
    vec4 lit = shade_rough(s, n, position + to_sun * (mix(4.0, 1.5, heap.w) * ball.w));
    lit.a *= 1.0 - 0.6 * heap.w; // crevices are dark already
#endif
    colour = opaque(lit, position);
}
#endif
