/* Leakage: laminar flow through a gap, in proportion to the pressure difference. */
#include "hyd/valves.h"

hyd_flow hyd_leakage_flow(double K, double p_a, double p_b)
{
    return (hyd_flow){.Q = K * (p_a - p_b), .Q_a = K, .Q_b = -K};
}
