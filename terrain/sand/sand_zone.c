/* Mass of soil in a box, as field and as particles, each quantum once. */
#include "sand_parts.h"

static bool within(hl_vec3 at, hl_vec3 low, hl_vec3 high)
{
    return at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y && at.z >= low.z && at.z < high.z;
}

terr_mass terr_sand_mass_in(const terr_sand *sand, hl_vec3 low, hl_vec3 high)
{
    const double from[2] = {low.x, low.y}, to[2] = {high.x, high.y};
    terr_mass sum = terr_field_mass_above(sand->field, from, to, low.z);
    const int count = terr_particles_count(sand->particles);
    for (int i = 0; i < count; i++) {
        terr_mass mass;
        if (!within(terr_particles_place(sand->particles, i, &mass), low, high)) continue;
        sum += i < sand->core.known ? terr_sand_left_of(sand, i, mass) : mass;
    }
    return sum;
}
