/* Parameters of the contact law from step and soil. */
#include "particles_contact.h"

enum { PHASES = 16, HALVINGS = 40, STEPS_MOST = 1000 };

/* Speed after a collision over that before, in steps of the law: mean over the phases of a step at which two
 * spheres may meet. Masses and steps are 1, so is the speed. */
static double rebound(double zeta)
{
    double sum = 0.0;
    for (int phase = 0; phase < PHASES; phase++) {
        double overlap = (phase + 0.5) / PHASES, speed = 1.0; /* of approach */
        for (int step = 0; step < STEPS_MOST && overlap > 0.0; step++) {
            const double push = CONTACT_STIFFNESS * overlap + 2.0 * zeta * sqrt(CONTACT_STIFFNESS) * speed;
            speed -= push > 0.0 ? push : 0.0;
            overlap += speed;
        }
        sum -= speed;
    }
    return sum / PHASES;
}

double terr_contact_damping(double restitution)
{
    double low = 0.0, high = CONTACT_DAMPING_MOST;
    if (rebound(high) > restitution) return high;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (low + high);
        if (rebound(middle) > restitution)
            low = middle;
        else
            high = middle;
    }
    return low;
}

contact_law terr_contact_law(double dt)
{
    const double kappa = CONTACT_STIFFNESS, kappa_t = CONTACT_SHEAR * kappa;
    /* the tangential oscillation of a sphere has 2/7 of the reduced mass */
    const double eta = 2.0 * CONTACT_SHEAR_DAMPING * sqrt(2.0 / 7.0 * kappa_t);
    return (contact_law){.step = (float)dt,
                         .stiffness = (float)(kappa / (dt * dt)),
                         .damping = (float)(2.0 * sqrt(kappa) / dt),
                         .shear = (float)(kappa_t / (dt * dt)),
                         .shear_time = (float)(eta * dt / kappa_t),
                         .rate = (float)(1.0 / dt)};
}
