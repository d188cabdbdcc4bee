// Depth only: into shadow maps. CUT: of leaves.
#ifdef CUT
in vec2 uv_at;
#endif

void main()
{
#ifdef CUT
    if (texture(leaf, uv_at).a < 0.5)
        discard;
#endif
}
