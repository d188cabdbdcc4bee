/* The list of a body's points of contact during one step, and the approach speeds that their patches keep
 * from step to step. */
#include "contact/contact.h"

#include <math.h>

/* The least deep point; of equally deep ones the last. */
static int shallowest(const contact_set *set)
{
    int least = 0;
    for (int k = 1; k < set->count; k++)
        if (set->depth[k] <= set->depth[least]) least = k;
    return least;
}

int contact_set_add(contact_set *set, hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth, int patch,
                    const contact_surface *surface)
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
    set->moving[place] = hl_v3(0, 0, 0);
    set->depth[place] = depth;
    set->patch[place] = patch;
    set->surface[place] = surface;
    set->approach[place] = HUGE_VAL;
    return place;
}

/* ---- approach speeds ---- */

/* v0 of a patch in the step before, 0: it is not known. */
static double remembered(const contact_memory *memory, int patch)
{
    for (int i = 0; i < memory->count; i++)
        if (memory->patch[i] == patch) return memory->approach[i];
    return 0.0;
}

/* Points of a patch: whether one of them presses, and the largest speeds of those that press, of those that
 * come to press within the step, and of all [m/s]. */
typedef struct patch_speeds {
    bool presses;
    double pressing, coming, any;
} patch_speeds;

static patch_speeds speeds_of(const contact_set *set, int patch, double step, const double *speed)
{
    patch_speeds all = {.presses = false};
    for (int k = 0; k < set->count; k++) {
        if (set->patch[k] != patch) continue;
        const bool presses = set->depth[k] > 0.0;
        all.presses |= presses;
        all.any = fmax(all.any, speed[k]);
        if (presses)
            all.pressing = fmax(all.pressing, speed[k]);
        else if (set->depth[k] + 2.0 * speed[k] * step > 0.0) /* twice: it may become faster */
            all.coming = fmax(all.coming, speed[k]);
    }
    return all;
}

static double patch_approach(const patch_speeds *all, double known)
{
    if (!all->presses) return all->any;
    return fmax(known > 0.0 ? known : all->pressing, all->coming);
}

void contact_set_approach(contact_set *set, contact_memory *memory, double slowest, double step,
                          const mb_pose *pose, hl_vec3 velocity, hl_vec3 turn)
{
    const contact_memory before = *memory;
    double speed[CONTACT_MAX_POINTS];
    for (int k = 0; k < set->count; k++) {
        const hl_vec3 arm = hl_mul(&pose->rotation, set->point[k]);
        speed[k] = -hl_dot(set->normal[k], hl_sub(hl_add(velocity, hl_cross(turn, arm)), set->moving[k]));
    }
    *memory = (contact_memory){.count = 0};
    for (int k = 0; k < set->count; k++) {
        const int patch = set->patch[k];
        double v0 = remembered(memory, patch);
        if (v0 == 0.0) {
            const patch_speeds all = speeds_of(set, patch, step, speed);
            v0 = fmax(slowest, patch_approach(&all, remembered(&before, patch)));
            memory->patch[memory->count] = patch;
            memory->approach[memory->count++] = v0;
        }
        set->approach[k] = v0;
    }
}
