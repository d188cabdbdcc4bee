/* The law of one contact between spheres, or a sphere and a surface: numbers in, numbers out, without a
 * branch, so that loops over contacts become vector code.
 *
 *   n        normal, from the partner to the sphere
 *   delta    overlap [m]
 *   v        velocity of the sphere against the partner [m/s], v_n = n.v
 *   m        reduced mass, 1/m = 1/m_i + 1/m_j [kg]
 *   F_n    = m (kappa delta/dt^2 - 2 zeta sqrt(kappa) v_n/dt), at least 0: nothing sticks
 *   xi       tangential displacement since they touch, kept in the plane of contact [m]
 *   u        velocity of slip [m/s]
 *   F_t    = - m (kappa_t xi/dt^2 + eta u/dt), at most mu F_n: there it slides and xi goes back to what bears
 *
 * P. A. Cundall and O. D. L. Strack, A discrete numerical model for granular assemblies, Geotechnique 29
 * (1979) 47-65, with a damper in the tangential direction. zeta follows from the restitution by collisions in
 * steps of this very law (terr_contact_damping): the formula for the linear oscillator does not know that
 * nothing sticks (T. Schwager and T. Poeschel, Granular Matter 9 (2007) 465-469), nor the step. */
#ifndef TERR_PARTICLES_CONTACT_H
#define TERR_PARTICLES_CONTACT_H

#include <emmintrin.h>
#include <math.h>
#include <stdalign.h>

/* Four floats in one register: a vector and a related scalar. Loads, sums and stores of a whole quad are
 * single instructions with SSE2; the plain twin gives the same bits. */

#ifdef __SSE2__
#endif

typedef struct quad {
    alignas(16) float c[4];
} quad;

#ifdef __SSE2__

typedef __m128 quad_value;

static inline quad_value quad_load(const quad *from)
{
    return _mm_load_ps(from->c);
}
static inline void quad_store(quad *to, quad_value v)
{
    _mm_store_ps(to->c, v);
}
static inline quad_value quad_add(quad_value a, quad_value b)
{
    return _mm_add_ps(a, b);
}

/** a b, component by component. */
static inline quad_value quad_times(quad_value a, quad_value b)
{
    return _mm_mul_ps(a, b);
}

static inline quad_value quad_less(quad_value a, quad_value b)
{
    return _mm_sub_ps(a, b);
}
static inline quad_value quad_smaller(quad_value a, quad_value b)
{
    return _mm_min_ps(a, b);
}
static inline quad_value quad_larger(quad_value a, quad_value b)
{
    return _mm_max_ps(a, b);
}

/** (s, s, s, last) */
static inline quad_value quad_of(float s, float last)
{
    return _mm_set_ps(last, s, s, s);
}

/** Scalar product of the first three. */
static inline float quad_dot(quad_value a, quad_value b)
{
    const quad_value m = _mm_mul_ps(a, b);
    const quad_value y = _mm_shuffle_ps(m, m, _MM_SHUFFLE(1, 1, 1, 1)), z = _mm_movehl_ps(m, m);
    return _mm_cvtss_f32(_mm_add_ss(_mm_add_ss(m, y), z));
}

/** The last component four times. */
static inline quad_value quad_last(quad_value v)
{
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 3, 3, 3));
}

/** One component four times. */
static inline quad_value quad_lane_x(quad_value v)
{
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(0, 0, 0, 0));
}
static inline quad_value quad_lane_y(quad_value v)
{
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(1, 1, 1, 1));
}
static inline quad_value quad_lane_z(quad_value v)
{
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(2, 2, 2, 2));
}

/** Whether each of the first three lies between two bounds. */
static inline int quad_is_between(quad_value v, quad_value low, quad_value high)
{
    const __m128 within = _mm_and_ps(_mm_cmpgt_ps(v, low), _mm_cmplt_ps(v, high));
    return (_mm_movemask_ps(within) & 7) == 7;
}

/** The first three with the other sign. */
static inline quad_value quad_turned(quad_value v)
{
    return _mm_xor_ps(v, _mm_set_ps(0.0f, -0.0f, -0.0f, -0.0f));
}

#else

typedef quad quad_value;

static inline quad_value quad_load(const quad *from)
{
    return *from;
}
static inline void quad_store(quad *to, quad_value v)
{
    *to = v;
}
static inline quad_value quad_add(quad_value a, quad_value b)
{
    return (quad){{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2], a.c[3] + b.c[3]}};
}
static inline quad_value quad_times(quad_value a, quad_value b)
{
    return (quad){{a.c[0] * b.c[0], a.c[1] * b.c[1], a.c[2] * b.c[2], a.c[3] * b.c[3]}};
}
static inline quad_value quad_less(quad_value a, quad_value b)
{
    return (quad){{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2], a.c[3] - b.c[3]}};
}
static inline quad_value quad_smaller(quad_value a, quad_value b)
{
    quad least;
    for (int k = 0; k < 4; k++) least.c[k] = a.c[k] < b.c[k] ? a.c[k] : b.c[k];
    return least;
}
static inline quad_value quad_larger(quad_value a, quad_value b)
{
    quad most;
    for (int k = 0; k < 4; k++) most.c[k] = a.c[k] > b.c[k] ? a.c[k] : b.c[k];
    return most;
}
static inline quad_value quad_of(float s, float last)
{
    return (quad){{s, s, s, last}};
}
static inline float quad_dot(quad_value a, quad_value b)
{
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}
static inline quad_value quad_last(quad_value v)
{
    return (quad){{v.c[3], v.c[3], v.c[3], v.c[3]}};
}
static inline quad_value quad_lane_x(quad_value v)
{
    return (quad){{v.c[0], v.c[0], v.c[0], v.c[0]}};
}
static inline quad_value quad_lane_y(quad_value v)
{
    return (quad){{v.c[1], v.c[1], v.c[1], v.c[1]}};
}
static inline quad_value quad_lane_z(quad_value v)
{
    return (quad){{v.c[2], v.c[2], v.c[2], v.c[2]}};
}
static inline int quad_is_between(quad_value v, quad_value low, quad_value high)
{
    int inside = 1;
    for (int k = 0; k < 3; k++) inside &= v.c[k] > low.c[k] && v.c[k] < high.c[k];
    return inside;
}
static inline quad_value quad_turned(quad_value v)
{
    return (quad){{-v.c[0], -v.c[1], -v.c[2], v.c[3]}};
}

#endif

enum { AXES = 3, CONTACT_BATCH = 64 };

/* kappa = k dt^2/m of the reduced mass: the square of the phase that a contact's oscillation goes through in
 * a step. Semi-implicit Euler with explicit damping needs K + 2 D < 4, where K and D are the sums of k dt^2
 * and d dt over the mass of the fastest mode. In the densest packing, 12 neighbours, that mode has K = 8
 * (kappa/2) and D = 8 zeta sqrt(kappa): with 0.2 and the largest zeta K + 2 D = 3.95. A contact lasts 7
 * steps. */
#define CONTACT_STIFFNESS 0.2

/* kappa_t/kappa: a solid sphere's surface moves 7/2 times as easily as its centre, so that both oscillations
 * take the same time (Schaefer, Dippel, Wolf 1996). */
#define CONTACT_SHEAR (2.0 / 7.0)

/* Damping ratio of the tangential oscillation: dies out within some periods, far from the bound above. */
#define CONTACT_SHEAR_DAMPING 0.2

/* Largest damping ratio of the normal oscillation, see CONTACT_STIFFNESS. It leaves a third of the speed of a
 * collision: a smaller restitution becomes that. */
#define CONTACT_DAMPING_MOST 0.44

/* Fastest separation that a spring brings about in one step [m/s]: what is born overlapping does not explode.
 */
#define CONTACT_SEPARATION 1.0

typedef struct contact_law {
    float step;       /* [s] */
    float stiffness;  /* kappa/dt^2 [1/s^2] */
    float damping;    /* 2 sqrt(kappa)/dt [1/s], to be multiplied by zeta */
    float shear;      /* kappa_t/dt^2 [1/s^2] */
    float shear_time; /* eta dt/kappa_t [s] */
    float rate;       /* 1/dt [1/s] */
} contact_law;

/* Contacts on their way through the law; a quad of each. */
typedef struct contact_batch {
    quad normal[CONTACT_BATCH];   /* pairs: x_i - x_j, 1/m; touches: n, overlap */
    quad velocity[CONTACT_BATCH]; /* v_i - v_j, and the sum of the frictions */
    quad spin[CONTACT_BATCH];     /* w_i + w_j, and the sum of the damping ratios */
    float spring[AXES][CONTACT_BATCH];
    float inverse_mass[CONTACT_BATCH]; /* touches only */
    quad force[CONTACT_BATCH];         /* on i, and F_n */
    quad moment[CONTACT_BATCH];        /* of F_t on i and on j alike, and 0 */
} contact_batch;

typedef struct contact_vector {
    float x, y, z;
} contact_vector;

static inline float contact_dot(contact_vector a, contact_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline contact_vector contact_cross(contact_vector a, contact_vector b)
{
    return (contact_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline contact_vector contact_scale(float s, contact_vector a)
{
    return (contact_vector){s * a.x, s * a.y, s * a.z};
}
static inline contact_vector contact_add_scaled(contact_vector a, float s, contact_vector b)
{
    return (contact_vector){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/* One contact. */
typedef struct contact {
    contact_vector normal;
    float overlap;                 /* delta [m] */
    contact_vector velocity, spin; /* v [m/s], w_i + w_j [rad/s] */
    contact_vector spring;         /* xi [m] */
    float lever;                   /* from a centre to the contact [m] */
    float mass, friction, damping; /* m [kg], mu, zeta */
} contact;

/* What it does. */
typedef struct contact_effect {
    contact_vector force, moment; /* on i [N], of F_t on i [N m] */
    contact_vector spring;        /* xi after it slid [m] */
    float press;                  /* F_n [N] */
} contact_effect;

static inline contact_effect contact_evaluate(const contact_law *law, contact c)
{
    const contact_vector n = c.normal;
    const float v_n = contact_dot(c.velocity, n);
    const float wanted = law->stiffness * c.overlap - law->damping * c.damping * v_n;
    const float most = law->rate * ((float)CONTACT_SEPARATION - v_n);
    const float limited = wanted < most ? wanted : most;
    const float pressed = limited > 0.0f ? limited : 0.0f;
    const float push = c.overlap > 0.0f ? pressed : 0.0f; /* F_n/m */

    /* u = v - v_n n - l (w_i + w_j) x n */
    const contact_vector u =
        contact_add_scaled(contact_add_scaled(c.velocity, -v_n, n), -c.lever, contact_cross(c.spin, n));
    const contact_vector turned = contact_add_scaled(c.spring, -contact_dot(c.spring, n), n);
    const contact_vector xi = contact_add_scaled(turned, law->step, u);
    const contact_vector wish = contact_add_scaled(xi, law->shear_time, u);
    const float length = sqrtf(contact_dot(wish, wish)), limit = c.friction * push / law->shear;
    const float kept = length > limit ? limit / length : 1.0f;
    const contact_vector bearing = contact_scale(kept, wish);
    const contact_vector F_t = contact_scale(-c.mass * law->shear, bearing);
    const float F_n = c.mass * push;
    const contact_vector spring = {length > limit ? bearing.x : xi.x, length > limit ? bearing.y : xi.y,
                                   length > limit ? bearing.z : xi.z};
    return (contact_effect){contact_add_scaled(F_t, F_n, n), contact_scale(c.lever, contact_cross(F_t, n)),
                            spring, F_n};
}

/* @param dt  step [s] */
contact_law terr_contact_law(double dt);

/* zeta of a restitution, up to CONTACT_DAMPING_MOST. Not RT: searches. */
double terr_contact_damping(double restitution);

#endif
