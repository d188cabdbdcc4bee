/* Four floats in one register: a vector and a related scalar. Loads, sums and stores of a whole quad are
 * single instructions with SSE2; the plain twin gives the same bits. */
#ifndef TERR_PARTICLES_QUAD_H
#define TERR_PARTICLES_QUAD_H

#include <stdalign.h>

#ifdef __SSE2__
#include <emmintrin.h>
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
static inline quad_value quad_turned(quad_value v)
{
    return (quad){{-v.c[0], -v.c[1], -v.c[2], v.c[3]}};
}

#endif

#endif
