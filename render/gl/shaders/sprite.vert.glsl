// Soft discs that face the eye.
layout(location = 0) in vec4 disc; // middle, radius [m]
layout(location = 1) in vec4 tint; // colour, alpha
layout(location = 2) in float turned;

out vec2 at;    // -1 to 1 across the disc
out vec2 uv;    // of the puff's texture
out vec3 world; // [m]
flat out vec4 look;
flat out vec4 ball;

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    // rows of `view` are the eye's axes
    vec3 right = vec3(view[0][0], view[1][0], view[2][0]), up = vec3(view[0][1], view[1][1], view[2][1]);
    world = disc.xyz + disc.w * (corner.x * right + corner.y * up);
    // no walls before the eye: what is nearer than 2 m fades, and is gone at 0.5 m
    float far = distance(disc.xyz, eye);
    look = vec4(tint.rgb, tint.a * smoothstep(0.5, 2.0, far));
    ball = disc;
    at = corner;
    float c = cos(turned), s = sin(turned);
    uv = mat2(c, s, -s, c) * corner * 0.5 + 0.5;
    // what cannot be seen costs nothing
    gl_Position = look.a < 0.004 ? vec4(2.0, 2.0, 2.0, 1.0) : view_projection * vec4(world, 1.0);
}
