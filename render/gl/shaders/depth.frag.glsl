// Depth only: into shadow maps. CUT: of leaves.
#ifdef CUT
in vec2 uv_at;
uniform vec4 material_look;
#endif

void main()
{
#ifdef CUT
    if (leaf_texel(uv_at, material_look.w).a < 0.5)
        discard;
#endif
}
