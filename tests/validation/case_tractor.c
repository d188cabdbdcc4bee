/* The tractor with front loader of 000 publications IV and V: count, statics, driving, loader, numerics. The
 * papers print the structure of the model but no numbers of the machine; what is compared here is exact,
 * derived from the machine's file by other means than the simulation's, or class-typical where rows say so.
 */
#include "tractor.h"

static void run(valid_run *v)
{
    tractor_counts(v);
    tractor_statics(v);
    tractor_rolling(v);
    tractor_gears(v);
    tractor_steering(v);
    tractor_energy(v);
    tractor_loader(v);
    tractor_loader_forces(v);
    tractor_numerics(v);
}

const valid_case valid_case_tractor = {"tractor",
                                       "tractor with front loader: statics, driving, loader, numerics", run};
