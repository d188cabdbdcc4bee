/* What a body and its payload weigh together. In a file of its own: it is seldom called, and must not burden
 * the loop over the bodies (backward.c) by being expanded there. */
#include "model_internal.h"

/* Huygens-Steiner: both about their common centre of mass. */
mass_properties mb_merged_mass(const body_model *body)
{
    const mass_properties *own = &body->own;
    const mb_payload *load = body->payload;
    const double mass = own->mass + load->mass, share = load->mass / mass;
    const hl_vec3 d = hl_sub(load->com, own->com);
    const double r = own->mass * share; /* reduced mass */
    const hl_sym3 apart = {r * (d.y * d.y + d.z * d.z),
                           r * (d.x * d.x + d.z * d.z),
                           r * (d.x * d.x + d.y * d.y),
                           -r * d.x * d.y,
                           -r * d.x * d.z,
                           -r * d.y * d.z};
    return (mass_properties){mass, hl_add_scaled(own->com, share, d),
                             hl_sym_add(hl_sym_add(own->inertia, load->inertia), apart)};
}
