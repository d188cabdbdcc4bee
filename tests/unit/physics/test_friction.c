/* Friction laws of 000 section 2.3: values worked out by hand from the equations, limits, and every partial
 * derivative against central differences. Parameters: publication II of 000, table 2. */
#include "support/check.h"

#include "mb/force.h"

#include <float.h>
#include <math.h>

static const mb_friction SEAL = {.F_c = 210.0,
                                 .F_s = 830.0,
                                 .v_s = 0.0125,
                                 .xi = 50.0,
                                 .sigma_0 = 7.348e6,
                                 .sigma_1 = 3.162e4,
                                 .sigma_2 = 330.0,
                                 .n = 0.5,
                                 .v_b = 0.70,
                                 .tau_hp = 0.25,
                                 .tau_hn = 1.5,
                                 .tau_h0 = 40.0,
                                 .v_dwell = 1e-6};

/* A formula of some ten rounded operations; exp, pow and tanh of the C library are good to 1 or 2 ulp, and an
 * exponent of up to 5 multiplies the error of its argument. */
static const double ROUNDING = 50.0 * DBL_EPSILON;

static mb_friction seal(mb_friction_law law)
{
    mb_friction f = SEAL;
    f.law = law;
    return f;
}

static double force_at(mb_friction_law law, double v)
{
    const mb_friction f = seal(law);
    return mb_friction_evaluate(&f, v, 0.0, 0.0).force;
}

/* ---- values ---- */

static void states_of_the_laws(void **state)
{
    (void)state;
    static const int states[MB_FRICTION_LAWS] = {[MB_FRICTION_LUGRE] = 1,
                                                 [MB_FRICTION_MODIFIED_LUGRE] = 2,
                                                 [MB_FRICTION_STICTION] = 1,
                                                 [MB_FRICTION_STICK_SLIDE] = 1};
    for (int law = 0; law < MB_FRICTION_LAWS; law++)
        assert_int_equal(mb_friction_states((mb_friction_law)law), states[law]);
}

/* No law pushes at rest with straight bristles, and all are odd: F(-v, -q, h) = -F(v, q, h). */
static void laws_are_odd_and_vanish_at_rest(void **state)
{
    (void)state;
    for (int law = 0; law < MB_FRICTION_LAWS; law++) {
        const mb_friction f = seal((mb_friction_law)law);
        CHECK_SAME(mb_friction_evaluate(&f, 0.0, 0.0, 0.0).force, 0.0);
        for (double v = 1e-5; v < 2.0; v *= 3.0) {
            const mb_friction_value there = mb_friction_evaluate(&f, v, 4e-5, 0.3);
            const mb_friction_value back = mb_friction_evaluate(&f, -v, -4e-5, 0.3);
            CHECK_SAME(back.force, -there.force);
            CHECK_SAME(back.force_v, there.force_v);
            CHECK_SAME(back.q_dot, -there.q_dot);
            CHECK_SAME(back.h_dot, there.h_dot);
        }
    }
}

static void viscous_by_hand(void **state)
{
    (void)state;
    CHECK_RELATIVE(force_at(MB_FRICTION_VISCOUS, -0.2), -66.0, ROUNDING);
    CHECK_SAME(force_at(MB_FRICTION_NONE, 3.0), 0.0);
}

/* (2.42): half way to v_s  -830/4 + 830 = 622.5 N;  at v_s + 0.04 m/s, 210 + 620 e^-2 + 330 * 0.0525;
 * the peak F_s is reached from below at v_s, with zero slope; far away only Coulomb and viscous friction are
 * left. */
static void bengisu_akay_by_hand(void **state)
{
    (void)state;
    const mb_friction f = seal(MB_FRICTION_BENGISU_AKAY);
    CHECK_RELATIVE(force_at(f.law, 0.00625), 622.5, ROUNDING);
    CHECK_RELATIVE(force_at(f.law, 0.0525), 210.0 + 620.0 * 0.13533528323661270 + 17.325, ROUNDING);
    const mb_friction_value peak = mb_friction_evaluate(&f, nextafter(0.0125, 0.0), 0.0, 0.0);
    CHECK_RELATIVE(peak.force, 830.0, ROUNDING);
    CHECK_NEAR(peak.force_v, 0.0, ROUNDING * 2.0 * 830.0 / 0.0125);
    for (double v = 0.0; v < 0.0125; v += 1e-4) assert_true(force_at(f.law, v) <= 830.0 * (1.0 + ROUNDING));
    CHECK_RELATIVE(force_at(f.law, 2.0), 210.0 + 660.0, ROUNDING); /* e^-99 is nothing */
    CHECK_RELATIVE(mb_friction_evaluate(&f, 0.0, 0.0, 0.0).force_v, 2.0 * 830.0 / 0.0125, ROUNDING);
    /* (2.42) as printed jumps by the viscous force where the two branches meet */
    CHECK_RELATIVE(force_at(f.law, 0.0125), 830.0 + 330.0 * 0.0125, ROUNDING);
}

/* (2.44) at v_s: F_c tanh 4 + (F_s - F_c) + sigma_2 v_s tanh 4; at 2 v_s: u/(u^2/4 + 3/4)^2 = 2/(7/4)^2 =
 * 32/49. The stiction term has its maximum at v_s, so there only tanh and viscosity have a slope. */
static void brown_mcphee_by_hand(void **state)
{
    (void)state;
    const double tanh_4 = 0.99932929973906704, tanh_8 = 0.99999977492967588;
    const mb_friction f = seal(MB_FRICTION_BROWN_MCPHEE);
    CHECK_RELATIVE(force_at(f.law, 0.0125), 210.0 * tanh_4 + 620.0 + 4.125 * tanh_4, ROUNDING);
    CHECK_RELATIVE(force_at(f.law, 0.025), 210.0 * tanh_8 + 620.0 * 32.0 / 49.0 + 8.25 * tanh_4, ROUNDING);
    CHECK_RELATIVE(mb_friction_evaluate(&f, 0.0125, 0.0, 0.0).force_v,
                   210.0 * 4.0 / 0.0125 * (1.0 - tanh_4 * tanh_4) + 330.0 * tanh_4,
                   1e-12 /* 1 - tanh^2 cancels */);
    /* the stiction term is below 620 * 16/u^3 everywhere: at u = 360 next to nothing is left of it */
    CHECK_NEAR(force_at(f.law, 4.5), 210.0 + 330.0 * 4.5 * tanh_4, 620.0 * 16.0 / (360.0 * 360.0 * 360.0));
}

/* (2.46) at v = 4 v_s with n = 1/2: g = 210 + 620 e^-2. In the steady state q = g/sigma_0 sgn v and
 * F = g sgn v + sigma_2 v; far from it, (2.45) and (2.47) are linear in q. */
static void lugre_by_hand(void **state)
{
    (void)state;
    const mb_friction f = seal(MB_FRICTION_LUGRE);
    const double v = -0.05, g = 210.0 + 620.0 * 0.13533528323661270, q = -g / f.sigma_0;
    const mb_friction_value steady = mb_friction_evaluate(&f, v, q, 0.0);
    CHECK_NEAR(steady.q_dot, 0.0, ROUNDING * 0.05);
    CHECK_NEAR(steady.force, -g - 16.5, ROUNDING * (g + f.sigma_1 * 0.05)); /* sigma_1 q_dot's rounding */
    const mb_friction_value half = mb_friction_evaluate(&f, v, 0.5 * q, 0.0);
    CHECK_RELATIVE(half.q_dot, 0.5 * v, ROUNDING);
    CHECK_RELATIVE(half.force, -0.5 * g - 0.5 * 0.05 * 3.162e4 - 16.5, ROUNDING);
    /* at the start the bristle follows the motion and brakes by sigma_1 + sigma_2 */
    const mb_friction_value start = mb_friction_evaluate(&f, v, 0.0, 0.0);
    CHECK_SAME(start.q_dot, v);
    CHECK_RELATIVE(start.force, v * (3.162e4 + 330.0), ROUNDING);
}

/* (2.49) with h: g = 210 + (0.75 * 830 - 210) e^-2 at 4 v_s and h = 1/4; a film of full thickness
 * 1 - F_c/F_s leaves only Coulomb friction at any speed; without a film it is LuGre. */
static void modified_lugre_by_hand(void **state)
{
    (void)state;
    const mb_friction f = seal(MB_FRICTION_MODIFIED_LUGRE), plain = seal(MB_FRICTION_LUGRE);
    const double g = 210.0 + 412.5 * 0.13533528323661270, full = 1.0 - 210.0 / 830.0;
    CHECK_NEAR(mb_friction_evaluate(&f, 0.05, g / f.sigma_0, 0.25).q_dot, 0.0, ROUNDING * 0.05);
    for (double v = 1e-3; v < 1.0; v *= 4.0) {
        CHECK_NEAR(mb_friction_evaluate(&f, v, 210.0 / f.sigma_0, full).q_dot, 0.0, ROUNDING * v);
        CHECK_SAME(mb_friction_evaluate(&f, v, 5e-5, 0.0).force,
                   mb_friction_evaluate(&plain, v, 5e-5, 0.0).force);
    }
}

/* (2.50)-(2.53): h_ss = (1 - F_c/F_s) (|v|/v_b)^(2/3), a quarter of the thickest at v_b/8, constant beyond
 * v_b. */
static void film_by_hand(void **state)
{
    (void)state;
    const mb_friction f = seal(MB_FRICTION_MODIFIED_LUGRE);
    const double full = 1.0 - 210.0 / 830.0, h_ss = full / 4.0, v = 0.70 / 8.0;
    CHECK_RELATIVE(mb_friction_evaluate(&f, v, 0.0, 0.0).h_dot, h_ss / 0.25, ROUNDING); /* accelerates */
    CHECK_RELATIVE(mb_friction_evaluate(&f, -v, 0.0, 0.5).h_dot, (h_ss - 0.5) / 1.5,
                   ROUNDING);                                                             /* decelerates */
    CHECK_RELATIVE(mb_friction_evaluate(&f, 0.0, 0.0, 0.5).h_dot, -0.5 / 40.0, ROUNDING); /* dwells */
    CHECK_RELATIVE(mb_friction_evaluate(&f, 5.0, 0.0, 0.0).h_dot, full / 0.25, ROUNDING);
    CHECK_SAME(mb_friction_evaluate(&f, 5.0, 0.0, 0.0).h_dot_v, 0.0);
    /* the dwell joins on without a jump of h_ss, for which both time constants are made equal here */
    mb_friction even = f;
    even.tau_hp = even.tau_hn = even.tau_h0 = 1.0;
    const double inside = mb_friction_evaluate(&even, f.v_dwell, 0.0, 0.0).h_dot;
    const double outside = mb_friction_evaluate(&even, nextafter(f.v_dwell, 1.0), 0.0, 0.0).h_dot;
    CHECK_RELATIVE(inside, outside, ROUNDING);
}

/* Held: elastic, 7.348e6 * 1e-5 + 3.162e4 * 1e-3 = 105.1 N below 830 N, and no creep. Slipping at 4 v_s: the
 * limit F_c + (F_s - F_c) e^-16; the excess sigma_1 v straightens the bristle. The blend of 004 at v_s with a
 * slider at F_s: 830/e + 210 (1 - 1/e). */
static void sliders_by_hand(void **state)
{
    (void)state;
    const mb_friction f = seal(MB_FRICTION_STICTION), blend = seal(MB_FRICTION_STICK_SLIDE);
    const mb_friction_value held = mb_friction_evaluate(&f, 1e-3, 1e-5, 0.0);
    CHECK_RELATIVE(held.force, 73.48 + 31.62 + 0.33, ROUNDING);
    CHECK_SAME(held.q_dot, 1e-3);
    const double e_16 = 1.12535174719259e-7, limit = 210.0 + 620.0 * e_16, bend = limit / 7.348e6;
    CHECK_RELATIVE(mb_friction_evaluate(&f, 0.05, bend, 0.0).force, limit + 330.0 * 0.05, 1e-12);
    CHECK_RELATIVE(mb_friction_evaluate(&f, 0.05, bend, 0.0).q_dot, 0.05 - 8.0 * 0.05, 1e-12);
    assert_true(mb_friction_evaluate(&f, 0.05, -1.1 * bend, 0.0).q_dot > -0.3);
    const double e_1 = 0.36787944117144233;
    CHECK_RELATIVE(mb_friction_evaluate(&blend, 0.0125, 1e-4, 0.0).force,
                   830.0 * e_1 + 210.0 * (1.0 - e_1) + 4.125, ROUNDING);
}

/* Every number is finite at v = 0, although (2.46) with n < 1 and (2.52) have infinite slopes there. */
static void finite_at_rest(void **state)
{
    (void)state;
    for (int law = 0; law < MB_FRICTION_LAWS; law++) {
        mb_friction f = seal((mb_friction_law)law);
        for (int threshold = 0; threshold < 2; threshold++) {
            f.v_dwell = threshold == 0 ? 0.0 : 1e-6;
            const mb_friction_value value = mb_friction_evaluate(&f, 0.0, 5e-5, 0.4);
            const double all[] = {value.force, value.force_v, value.force_q, value.force_h,
                                  value.q_dot, value.q_dot_v, value.q_dot_q, value.q_dot_h,
                                  value.h_dot, value.h_dot_v, value.h_dot_h};
            for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) assert_true(isfinite(all[i]));
        }
    }
}

/* The laws without states brake at every speed. */
static void steady_friction_brakes(void **state)
{
    (void)state;
    for (int law = MB_FRICTION_VISCOUS; law <= MB_FRICTION_BROWN_MCPHEE; law++)
        for (double v = 1e-6; v < 3.0; v *= 1.5) {
            assert_true(force_at((mb_friction_law)law, v) > 0.0);
            assert_true(force_at((mb_friction_law)law, -v) < 0.0);
        }
}

/* ---- partial derivatives ---- */

enum { VARY_V, VARY_Q, VARY_H };             /* what is varied */
enum { READ_FORCE, READ_Q_DOT, READ_H_DOT }; /* what is read */

/* The point at which a derivative is looked at, which number is varied and which one is read. */
typedef struct probe {
    mb_friction friction;
    double v, q, h;
    int vary;
    int read;
} probe;

static double probed(double x, const void *context)
{
    const probe *p = context;
    const mb_friction_value value =
        mb_friction_evaluate(&p->friction, p->vary == VARY_V ? x : p->v, p->vary == VARY_Q ? x : p->q,
                             p->vary == VARY_H ? x : p->h);
    return p->read == READ_FORCE ? value.force : p->read == READ_Q_DOT ? value.q_dot : value.h_dot;
}

static void check_partials(const mb_friction *friction, double v, double q, double h)
{
    const mb_friction_value at = mb_friction_evaluate(friction, v, q, h);
    const double analytic[3][3] = {{at.force_v, at.force_q, at.force_h},
                                   {at.q_dot_v, at.q_dot_q, at.q_dot_h},
                                   {at.h_dot_v, 0.0, at.h_dot_h}};
    /* a thousandth of the lengths on which the laws bend: |v| itself, F_s/sigma_0, a film of 1 */
    const double x[3] = {v, q, h}, step[3] = {1e-3 * fmax(fabs(v), 1e-7), 1e-7, 1e-3};
    for (int read = 0; read < 3; read++)
        for (int vary = 0; vary < 3; vary++) {
            const probe p = {*friction, v, q, h, vary, read};
            CHECK_DERIVATIVE(probed, &p, x[vary], analytic[read][vary], step[vary], ROUNDING);
        }
}

/* Speeds in each branch: dwell, below and above v_s = 0.0125, below and above v_b = 0.70. Film above and
 * below the steady thickness. Bristles bent both ways. No point is a step away from a corner. */
static void partial_derivatives(void **state)
{
    (void)state;
    const double speeds[] = {4e-7, 3e-4, 5e-3, 0.011, 0.014, 0.08, 0.5, 0.9};
    for (int law = 0; law < MB_FRICTION_LAWS; law++) {
        const mb_friction f = seal((mb_friction_law)law);
        for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++)
            for (int sign = -1; sign <= 1; sign += 2)
                for (double h = 0.15; h < 0.8; h += 0.3) {
                    check_partials(&f, sign * speeds[i], 6e-5, h);
                    check_partials(&f, sign * speeds[i], -2e-5, h);
                }
    }
}

/* At v = 0 the derivative promised is the mean of the two one-sided ones: what central differences see. */
static void partial_derivatives_at_rest(void **state)
{
    (void)state;
    for (int law = 0; law < MB_FRICTION_LAWS; law++) {
        mb_friction f = seal((mb_friction_law)law);
        check_partials(&f, 0.0, 0.0, 0.4);
        f.n = 2.0; /* a Stribeck curve that is flat at rest */
        check_partials(&f, 0.0, 5e-5, 0.4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_of_the_laws),
                                       cmocka_unit_test(laws_are_odd_and_vanish_at_rest),
                                       cmocka_unit_test(viscous_by_hand),
                                       cmocka_unit_test(bengisu_akay_by_hand),
                                       cmocka_unit_test(brown_mcphee_by_hand),
                                       cmocka_unit_test(lugre_by_hand),
                                       cmocka_unit_test(modified_lugre_by_hand),
                                       cmocka_unit_test(film_by_hand),
                                       cmocka_unit_test(sliders_by_hand),
                                       cmocka_unit_test(finite_at_rest),
                                       cmocka_unit_test(steady_friction_brakes),
                                       cmocka_unit_test(partial_derivatives),
                                       cmocka_unit_test(partial_derivatives_at_rest)};
    return cmocka_run_group_tests_name("friction", tests, NULL, NULL);
}
