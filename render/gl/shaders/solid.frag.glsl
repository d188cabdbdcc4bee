// Solid things: the material's colour, dirt and occlusion of the corners, fine detail laid on along the axes of the
// mesh's own frame, so that it moves with the mesh.
in vec3 world, world_normal, own, own_normal;
in vec4 vertex_colour;
out vec4 colour;

uniform vec4 material_colour, material_look; // look: metallic, roughness
uniform vec3 material_emission;
uniform vec4 material_detail; // layer, tiles a metre, strength on albedo, strength of height
uniform sampler2DArray detail;

vec3 detail_at(vec2 uv)
{
    return texture(detail, vec3(uv, material_detail.x)).rgb;
}

// Detail: factor on albedo, offset of roughness, height, each around 0.5.
vec3 detail_texel()
{
    vec3 p = own * material_detail.y;
    vec3 weight = abs(own_normal);
#if QUALITY == 0
    // only along the axis that the surface faces most
    return detail_at(weight.z > max(weight.x, weight.y) ? p.xy : weight.x > weight.y ? p.yz : p.xz);
#else
    weight = max(weight - 0.25, 0.0);
    weight /= weight.x + weight.y + weight.z;
    return detail_at(p.yz) * weight.x + detail_at(p.xz) * weight.y + detail_at(p.xy) * weight.z;
#endif
}

#if QUALITY > 0
// Normal of a surface with a height on it, from how both change across the picture (Mikkelsen 2010, "Bump mapping
// unparametrized surfaces on the GPU").
vec3 bumped(vec3 n, float height)
{
    vec3 across = dFdx(world), down = dFdy(world);
    vec3 r1 = cross(down, n), r2 = cross(n, across);
    float area = dot(across, r1);
    if (abs(area) < 1e-12) // seen from the edge
        return n;
    vec3 slope = sign(area) * (dFdx(height) * r1 + dFdy(height) * r2);
    return normalize(abs(area) * n - slope);
}
#endif

void main()
{
    vec3 n = normalize(world_normal);
    // with samples colours are carried on beyond a triangle's edge: back into range
    vec3 tint = clamp(vertex_colour.rgb, 0.02, 1.0);
    float open = max(max(tint.r, tint.g), tint.b);
    Surface s;
    s.albedo = material_colour.rgb * (tint / open);
    s.roughness = material_look.y;
    s.metallic = material_look.x;
    s.occlusion = open;
    s.normal = n;
    if (material_detail.x >= 0.0) {
        vec3 d = detail_texel() - 0.5;
        s.albedo *= 1.0 + 2.0 * material_detail.z * d.r;
        s.roughness = clamp(s.roughness + d.g, 0.05, 1.0);
#if QUALITY > 0
        // heights of -1 to 1 are about 1 mm
        s.normal = bumped(n, material_detail.w * 0.002 * d.b);
#endif
    }
    vec4 lit = shade(s, n, world);
    colour = opaque(vec4(lit.rgb + material_emission, lit.a), world);
}
