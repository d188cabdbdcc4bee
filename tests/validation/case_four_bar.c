/* The hydraulically driven four-bar mechanism of 002 sections 5 and 6.
 *
 * The seal friction of the published run is not printed. Two readings: `viscous` (Table 1 and viscous
 * friction that meets the published work), `fit` (another friction and tank pressure that meet works and
 * drifts of both mechanisms); the rows name theirs. `nominal` is Table 1 as printed, without friction. */
#include "hydraulic.h"

static const valid_drive_published published = {
    .work = 982.95, .drift = 0.84, .average = {1.56, 1.39}, .most = {4, 3}, .independent = 3};

static void run(valid_run *v)
{
    valid_drive_rows(v, "four-bar-viscous", "viscous", &published, published.work, 0.005, "002 section 6.2");
    valid_drive_rows(v, "four-bar-fit", "fit", &published, published.work, 0.005, "002 section 6.2");
    valid_driven reference = valid_driven_four_bar();
    reference.seal = (mb_friction){.law = MB_FRICTION_VISCOUS, .sigma_2 = 1.9436e5};
    const valid_reach reach = {1.6e-6, 5e3};
    valid_drive_accuracy(v, "viscous, ali3p", "four-bar-viscous", "ali3p", &reference, reach);
    valid_drive_accuracy(v, "viscous, double-step", "four-bar-viscous", "double-step", &reference, reach);
    const valid_driven nominal = valid_driven_four_bar();
    valid_drive_rings(v, "four-bar-nominal", &nominal);
    valid_drive_plot(v, "viscous", "four-bar-viscous", "ali3p", 3);
    valid_drive_plot(v, "fit", "four-bar-fit", "double-step", 3);
}

const valid_case valid_case_four_bar = {"four-bar", "four-bar mechanism driven by a cylinder, 002", run};
