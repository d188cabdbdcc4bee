// Panels: colours as they are, premultiplied; after tone mapping.
in vec2 uv;
out vec4 colour;

uniform sampler2D own_0; // the picture
uniform float alpha;
uniform bool exact; // a pixel of the picture for each of the target

void main()
{
    vec4 here = exact ? texelFetch(own_0, ivec2(uv * vec2(textureSize(own_0, 0))), 0) : texture(own_0, uv, -0.5);
    colour = here * alpha;
}
