// Three corners on the far plane, with the direction from the eye to them.
out vec3 ray;

void main()
{
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 1.0, 1.0);
    vec4 there = inverse_view_projection * vec4(at, 0.0, 1.0);
    ray = there.xyz / there.w - eye;
}
