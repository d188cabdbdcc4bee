#include "hl/hash.h"

#include "support/check.h"

#include <string.h>

enum { SIZE = 100 };

/* A change of any single bit changes the hash, in whole words and in the tail. */
static void feels_every_bit(void **state)
{
    (void)state;
    unsigned char data[SIZE] = {0};
    const uint64_t before = hl_hash(HL_HASH_START, data, SIZE);
    for (int bit = 0; bit < 8 * SIZE; bit++) {
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_true(hl_hash(HL_HASH_START, data, SIZE) != before);
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    assert_true(hl_hash(HL_HASH_START, data, SIZE) == before);
}

/* A bit that changes turns about half of the result's bits on average: 32 of 64, with a standard error of
 * 4/sqrt(800) = 0.14 over the 800 bits. */
static void spreads(void **state)
{
    (void)state;
    unsigned char data[SIZE] = {0};
    const uint64_t before = hl_hash(HL_HASH_START, data, SIZE);
    int turned = 0;
    for (int bit = 0; bit < 8 * (SIZE - 16);
         bit++) { /* the last words have no word behind them to spread into */
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        turned += __builtin_popcountll(hl_hash(HL_HASH_START, data, SIZE) ^ before);
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    const double mean = (double)turned / (8.0 * (SIZE - 16));
    assert_true(mean > 31.0 && mean < 33.0);
}

/* Blocks may be hashed one after the other where their sizes are whole words. */
static void goes_on(void **state)
{
    (void)state;
    double data[8];
    for (int i = 0; i < 8; i++) data[i] = i + 0.1;
    const uint64_t whole = hl_hash(HL_HASH_START, data, sizeof data);
    const uint64_t parts = hl_hash(hl_hash(HL_HASH_START, data, sizeof data / 2), data + 4, sizeof data / 2);
    assert_true(whole == parts);
    assert_true(hl_hash(7, data, 0) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(feels_every_bit), cmocka_unit_test(spreads),
                                       cmocka_unit_test(goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
