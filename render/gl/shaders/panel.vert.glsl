// Panels: quads in the picture (-1 to 1) or in the world.
uniform vec3 corners[4]; // upper left, upper right, lower right, lower left
uniform bool in_world;

out vec2 uv; // from the upper left

void main()
{
    // a strip: upper left, lower left, upper right, lower right
    int corner = gl_VertexID < 2 ? 3 * gl_VertexID : gl_VertexID - 1;
    uv = vec2(gl_VertexID >> 1, gl_VertexID & 1);
    gl_Position = in_world ? view_projection * vec4(corners[corner], 1.0) : vec4(corners[corner].xy, 0.0, 1.0);
}
