// Where an instance of a mesh stands: three rows of its matrix, which turns, shifts and scales evenly.
uniform samplerBuffer own_0; // rows of all instances
uniform int first;           // place of instance 0; -1: there is one instance
uniform vec4 single[3];      // its place

struct Place {
    vec4 x, y, z;
};

Place place()
{
    if (first < 0)
        return Place(single[0], single[1], single[2]);
    int row = 3 * (first + gl_InstanceID);
    return Place(texelFetch(own_0, row), texelFetch(own_0, row + 1), texelFetch(own_0, row + 2));
}

// A point and a direction of the mesh's own frame in the world.
vec3 point_of(Place at, vec3 point)
{
    vec4 p = vec4(point, 1.0);
    return vec3(dot(at.x, p), dot(at.y, p), dot(at.z, p));
}

vec3 direction_of(Place at, vec3 direction)
{
    return vec3(dot(at.x.xyz, direction), dot(at.y.xyz, direction), dot(at.z.xyz, direction));
}
