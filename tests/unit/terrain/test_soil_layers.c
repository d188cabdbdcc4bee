/* Layer weights against the binomials and against 000 publication V Eq. (14) term by term. */
#include "support/check.h"
#include "terr/soil.h"

#include <math.h>

enum { MOST = 26 };

static void weights_are_binomials(void **state)
{
    (void)state;
    for (int n = 0; n <= MOST; n++) {
        double weight[2 * MOST + 1], sum = 0.0, binomial = ldexp(1.0, -2 * n); /* C(2n, k)/4^n, exact */
        terr_layer_weights(n, weight);
        for (int k = 0; k <= 2 * n; k++) {
            CHECK_SAME(weight[k], binomial);
            sum += weight[k];
            binomial = binomial * (2 * n - k) / (k + 1);
        }
        CHECK_SAME(sum, 1.0);
    }
}

static double phi(int k)
{
    return k == 0 ? 0.5 : 0.25;
}

/* Eq. (14): the sum over all k_1 + ... + k_n = s and l_1 + ... + l_n = t of phi_k1l1 ... phi_knln, every
 * sequence written out, with phi_kl = phi_k phi_l. */
static double every_path(int n, int s, int t)
{
    if (n == 0) return s == 0 && t == 0 ? 1.0 : 0.0;
    double sum = 0.0;
    for (int k = -1; k <= 1; k++)
        for (int l = -1; l <= 1; l++) sum += phi(k) * phi(l) * every_path(n - 1, s - k, t - l);
    return sum;
}

static void separable_weights_are_the_paper_s(void **state)
{
    (void)state;
    for (int n = 0; n <= 4; n++) {
        double weight[9];
        terr_layer_weights(n, weight);
        for (int s = -n; s <= n; s++)
            for (int t = -n; t <= n; t++)
                CHECK_SAME(weight[n + s] * weight[n + t], every_path(n, s, t)); /* multiples of 16^-n */
    }
}

/* Eq. (13): pressure at the base of a column under blocks of weight m, layer by layer handed down by Eq.
 * (12), and at once by the weights. */
static void pressure_at_the_base(void **state)
{
    (void)state;
    enum { LAYERS = 5, SIDE = 11 };
    double pressure[SIDE][SIDE] = {{0.0}}, direct = 0.0;
    uint64_t seed = 7;
    for (int n = LAYERS; n >= 0; n--) {
        double next[SIDE][SIDE], weight[2 * LAYERS + 1];
        terr_layer_weights(n, weight);
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                const double m = check_random(&seed);
                const int s = i - SIDE / 2, t = j - SIDE / 2;
                next[j][i] = m;
                if (s >= -n && s <= n && t >= -n && t <= n) direct += weight[n + s] * weight[n + t] * m;
                for (int k = -1; k <= 1; k++)
                    for (int l = -1; l <= 1; l++)
                        if (i + k >= 0 && i + k < SIDE && j + l >= 0 && j + l < SIDE)
                            next[j][i] += phi(k) * phi(l) * pressure[j + l][i + k];
            }
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) pressure[j][i] = next[j][i];
    }
    CHECK_NEAR(pressure[SIDE / 2][SIDE / 2], direct, 1e-14); /* sums of some hundred numbers below 1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_binomials),
                                       cmocka_unit_test(separable_weights_are_the_paper_s),
                                       cmocka_unit_test(pressure_at_the_base)};
    return cmocka_run_group_tests_name("soil layers", tests, NULL, NULL);
}
