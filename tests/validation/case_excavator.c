/* The crawler excavator of 000 publication VI: count, working range, stability, forces, times, travel,
 * energy. The paper prints the structure of the model, buckets and dipper cylinders; figures of the machine
 * are those of data sheets and service manuals of its class, and what is exact is derived here by other means
 * than the simulation's. */
#include "excavator.h"

static void run(valid_run *v)
{
    excavator_counts(v);
    excavator_range(v);
    excavator_four_bar(v);
    excavator_stability(v);
    excavator_forces(v);
    excavator_times(v);
    excavator_travel(v);
    excavator_energy(v);
}

const valid_case valid_case_excavator = {
    "excavator", "crawler excavator: range, stability, forces, times, travel, energy", run};
