/* Normal force of one point: Hunt and Crossley's law on a linear or a Hertzian spring. Source: paper 004 Eq.
 * (11); K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as damping in vibroimpact,
 * Journal of Applied Mechanics 42 (1975) 440-445.
 *
 * A free mass m that meets E(d) (1 + D u), u = d_dot/v0, with u = 1 obeys m v0 u du/(1 + D u) = -E(d)/v0 dd,
 * whatever E is, and leaves at d = 0 with u = -e:
 *
 *   int_-e^1 u du/(1 + D u) = 0   <=>   D - ln(1 + D) = -D e - ln(1 - D e)
 *
 * Departure from the paper: it prints D = 3 (1 - e)/2, which is the first order of that equation in 1 - e. */
#include "contact_internal.h"

#include "hl/real.h"
#include "hl/status.h"

#include <math.h>

static const double DAMPING_RAMP = 1e-3; /* [m] over which C comes in, so that a force starts continuously:
                                            below what anything that weighs on K sinks in by */
static const double STEPS_OF_CONTACT = 10.0; /* fewer, and a contact makes energy: by 0.15 % at ten, 2.5 % at
                                                three (e = 1, worst phase) */

/* Its roots are 0 and the dissipation. Between them it is positive, beyond, up to D = 1/e, negative. */
static double excess(double D, double e)
{
    return D * (1.0 + e) - hl_log1p(D) + hl_log1p(-D * e);
}

double contact_dissipation(double restitution)
{
    const double e = fmax(restitution, CONTACT_LEAST_RESTITUTION);
    if (e >= 1.0) return 0.0;
    double low = 0.5 * (1.0 - e), high = 1.0 / e; /* low: a third of the printed D, which is too small */
    enum { HALVINGS = 200 };                      /* more than it takes until no double lies between */
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) break;
        if (excess(middle, e) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double contact_dissipation_printed(double restitution)
{
    return 1.5 * (1.0 - restitution);
}

double contact_stiffness_limit(double mass, int points, double step)
{
    static const double PI = 3.14159265358979323846;
    const double duration = STEPS_OF_CONTACT * step;
    return mass * PI * PI / ((double)points * duration * duration);
}

/* ---- one point ---- */

typedef struct elastic {
    double force, force_d, potential;
} elastic;

static elastic elastic_law(const contact_material *m, double d)
{
    const double K = m->stiffness;
    if (m->hertz_depth == 0.0) return (elastic){K * d, K, 0.5 * K * d * d};
    const double root = sqrt(d / m->hertz_depth);
    return (elastic){K * d * root, 1.5 * K * root, 0.4 * K * d * d * root};
}

double contact_elastic_force(const contact_material *material, double depth)
{
    return depth > 0.0 ? elastic_law(material, depth).force : 0.0;
}

/* F = E (1 + D d_dot/v0) + C S d_dot, S(u) = u^2 (3 - 2 u), u = d/ramp; where it would pull, nothing. */
contact_press contact_press_at(const contact_material *m, const contact_surface *surface, double approach,
                               double d, double d_dot)
{
    const elastic E = elastic_law(m, d);
    const double u = d < DAMPING_RAMP ? d / DAMPING_RAMP : 1.0;
    const double S = u * u * (3.0 - 2.0 * u), S_d = 6.0 * u * (1.0 - u) / DAMPING_RAMP;
    const double D = surface->dissipation / approach, C = surface->damping;
    contact_press press = {.force = E.force * (1.0 + D * d_dot) + C * S * d_dot,
                           .force_d = E.force_d * (1.0 + D * d_dot) + C * S_d * d_dot,
                           .force_d_dot = E.force * D + C * S,
                           .elastic = E.force,
                           .elastic_d = E.force_d,
                           .potential = E.potential};
    if (!(press.force > 0.0)) press.force = press.force_d = press.force_d_dot = 0.0;
    return press;
}
