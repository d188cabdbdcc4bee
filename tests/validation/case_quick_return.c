/* The hydraulically driven quick-return mechanism of 002 sections 5 and 6. Readings as in case_four_bar.c:
 * only `fit` meets the published work; that of `viscous` follows from the four-bar mechanism's friction. */
#include "hydraulic.h"

static const valid_drive_published published = {
    .work = 357.47, .drift = 0.23, .average = {1.57, 1.49}, .most = {6, 3}, .independent = 4};

static void run(valid_run *v)
{
    valid_drive_rows(v, "quick-return-viscous", "viscous", &published, 359.3, 0.05,
                     "own: independent integration of this set (002: 357.47 J)");
    valid_drive_rows(v, "quick-return-fit", "fit", &published, published.work, 0.005, "002 section 6.2");
    valid_driven reference = valid_driven_quick_return();
    reference.seal = (mb_friction){.law = MB_FRICTION_VISCOUS, .sigma_2 = 1.9436e5};
    const valid_reach reach = {3.4e-6, 8e3};
    valid_drive_accuracy(v, "viscous, ali3p", "quick-return-viscous", "ali3p", &reference, reach);
    valid_drive_accuracy(v, "viscous, double-step", "quick-return-viscous", "double-step", &reference, reach);
    const valid_driven nominal = valid_driven_quick_return();
    valid_drive_rings(v, "quick-return-nominal", &nominal);
    valid_drive_plot(v, "viscous", "quick-return-viscous", "ali3p", 5);
    valid_drive_plot(v, "fit", "quick-return-fit", "double-step", 5);
}

const valid_case valid_case_quick_return = {"quick-return",
                                            "quick-return mechanism driven by a cylinder, 002", run};
