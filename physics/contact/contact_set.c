/* The list of a body's points of contact during one step. */
#include "contact/contact.h"

/* The least deep point; of equally deep ones the last. */
static int shallowest(const contact_set *set)
{
    int least = 0;
    for (int k = 1; k < set->count; k++)
        if (set->depth[k] <= set->depth[least]) least = k;
    return least;
}

int contact_set_add(contact_set *set, hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth)
{
    int place = set->count;
    if (set->count == CONTACT_MAX_POINTS) {
        set->overflow++;
        place = shallowest(set);
        if (depth <= set->depth[place]) return -1;
    } else {
        set->count++;
    }
    set->point[place] = point;
    set->plane[place] = plane;
    set->normal[place] = normal;
    set->depth[place] = depth;
    return place;
}
