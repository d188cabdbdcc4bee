// A mirror's glass shows the picture of its view.
in vec2 uv_at;
out vec4 colour;

uniform vec4 material_look; // z: mirror
uniform sampler2DArray mirror_pictures;

void main()
{
    // glass takes a little of the light, more of the red
    vec3 seen = texture(mirror_pictures, vec3(uv_at, material_look.z)).rgb * vec3(0.86, 0.89, 0.90);
    colour = vec4(seen, 0.0);
}
