// A streak of rain: light of the whole sky through a drop.
in float across, share;
in vec3 world;
out vec4 colour;

void main()
{
    vec3 light = 0.6 * horizon_rain.rgb + 0.6 * zenith_cloud.rgb + sun_turbidity.rgb * 0.03;
    colour = blended(light, share * (1.0 - across * across), world);
}
