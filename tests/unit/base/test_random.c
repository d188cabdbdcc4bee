/* Random numbers: the published outputs of SplitMix64, evenly spread numbers, copies that go on alike. */
#include "support/check.h"

#include "hl/random.h"

#include <math.h>

/* First outputs for the seeds 0 and 1234567, as S. Vigna's splitmix64.c prints them (also the test vectors of
 * the Rosetta Code task "Pseudo-random numbers/Splitmix64" and of the JDK's SplittableRandom). */
static void published_outputs(void **state)
{
    (void)state;
    static const uint64_t from_0[] = {UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
                                      UINT64_C(0x06c45d188009454f), UINT64_C(0xf88bb8a8724c81ec)};
    static const uint64_t from_1234567[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                            UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                            UINT64_C(16408922859458223821)};
    hl_random random = {0};
    for (size_t i = 0; i < sizeof from_0 / sizeof from_0[0]; i++)
        assert_true(hl_random_bits(&random) == from_0[i]);
    random = (hl_random){1234567};
    for (size_t i = 0; i < sizeof from_1234567 / sizeof from_1234567[0]; i++)
        assert_true(hl_random_bits(&random) == from_1234567[i]);
}

static void copies_go_on_alike(void **state)
{
    (void)state;
    hl_random random = {99};
    (void)hl_random_bits(&random);
    hl_random copy = random;
    for (int i = 0; i < 10; i++) assert_true(hl_random_bits(&copy) == hl_random_bits(&random));
}

/* The unit number is made of the upper 53 bits. Mean and variance of n numbers scatter about 1/2 and 1/12 by
 * sqrt(1/12/n) and sqrt(1/180/n); five times that is allowed, and the sequence is always the same. */
static void unit_numbers_are_even(void **state)
{
    (void)state;
    enum { N = 100000 };
    hl_random random = {1}, bits = {1};
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < N; i++) {
        const double u = hl_random_unit(&random);
        assert_true(u >= 0.0 && u < 1.0);
        CHECK_SAME(u, ldexp((double)(hl_random_bits(&bits) >> 11), -53));
        sum += u;
        squares += (u - 0.5) * (u - 0.5);
    }
    CHECK_NEAR(sum / N, 0.5, 5.0 * sqrt(1.0 / 12.0 / N));
    CHECK_NEAR(squares / N, 1.0 / 12.0, 5.0 * sqrt(1.0 / 180.0 / N));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(published_outputs),
                                       cmocka_unit_test(copies_go_on_alike),
                                       cmocka_unit_test(unit_numbers_are_even)};
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
