/* The ring: order, fullness, wrap-around of its positions, and two threads with an invariant between the
 * fields of each record. */
#include "support/check.h"

#include "xch/ring.h"

#include <pthread.h>
#include <sched.h>

enum {
    CAPACITY = 5,     /* no power of two */
    LARGE = 1100,     /* bytes of the largest record */
    WORDS = 7,        /* 56 bytes: no multiple of a cache line */
    RECORDS = 400000, /* through the ring of two threads */
    PUSHES = 1000     /* of one thread */
};

/* Words of a record follow from its first one, so that a torn record shows. */
typedef struct record {
    uint64_t words[WORDS];
} record;

static record record_of(uint64_t number)
{
    record r;
    for (uint64_t i = 0; i < WORDS; i++) r.words[i] = (number + 1) * (2 * i + 1) ^ number << 32;
    return r;
}

static bool is_record_of(const record *r, uint64_t number)
{
    const record expected = record_of(number);
    for (int i = 0; i < WORDS; i++)
        if (r->words[i] != expected.words[i]) return false;
    return true;
}

static void push_number(xch_ring *ring, uint64_t number)
{
    const record r = record_of(number);
    assert_true(xch_ring_push(ring, &r));
}

static void pop_number(xch_ring *ring, uint64_t number)
{
    record r;
    assert_true(xch_ring_pop(ring, &r));
    assert_true(is_record_of(&r, number));
}

static void first_in_first_out(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_ring *ring = xch_ring_new(&arena, sizeof(record), CAPACITY);
    for (uint64_t i = 0; i < PUSHES; i += 3) {
        for (uint64_t k = 0; k < 3; k++) push_number(ring, i + k);
        assert_int_equal(xch_ring_count(ring), 3);
        for (uint64_t k = 0; k < 3; k++) pop_number(ring, i + k);
    }
    hl_arena_free(&arena);
}

static void empty_ring_leaves_the_record_alone(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_ring *ring = xch_ring_new(&arena, sizeof(record), CAPACITY);
    record r = record_of(77);
    assert_false(xch_ring_pop(ring, &r));
    assert_true(is_record_of(&r, 77));
    assert_int_equal(xch_ring_count(ring), 0);
    assert_int_equal(xch_ring_free_places(ring), xch_ring_capacity(ring));
    hl_arena_free(&arena);
}

/* Exactly `capacity` records fit, whatever the capacity; a refused record changes nothing. */
static void full_ring_refuses(void **state)
{
    (void)state;
    for (unsigned capacity = 1; capacity <= 9; capacity++) {
        hl_arena arena = {0};
        xch_ring *ring = xch_ring_new(&arena, sizeof(record), capacity);
        assert_int_equal(xch_ring_capacity(ring), capacity);
        for (uint64_t i = 0; i < capacity; i++) push_number(ring, i);
        const record refused = record_of(99);
        assert_false(xch_ring_push(ring, &refused));
        assert_int_equal(xch_ring_count(ring), capacity);
        assert_int_equal(xch_ring_free_places(ring), 0);
        for (uint64_t i = 0; i < capacity; i++) pop_number(ring, i);
        assert_int_equal(xch_ring_count(ring), 0);
        hl_arena_free(&arena);
    }
}

/* From every pair of positions the ring is full and empty again on each side of their wrap-around. */
static void positions_wrap_around(void **state)
{
    (void)state;
    for (unsigned before = 0; before <= 2 * CAPACITY; before++) {
        hl_arena arena = {0};
        xch_ring *ring = xch_ring_new(&arena, sizeof(record), CAPACITY);
        for (uint64_t i = 0; i < before; i++) {
            push_number(ring, i);
            pop_number(ring, i);
        }
        for (uint64_t i = 0; i < 4; i++) {
            for (uint64_t k = 0; k < CAPACITY; k++) {
                push_number(ring, i + k);
                assert_int_equal(xch_ring_count(ring), k + 1);
                assert_int_equal(xch_ring_free_places(ring), CAPACITY - k - 1);
            }
            const record refused = record_of(99);
            assert_false(xch_ring_push(ring, &refused));
            for (uint64_t k = 0; k < CAPACITY; k++) pop_number(ring, i + k);
            record r;
            assert_false(xch_ring_pop(ring, &r));
        }
        hl_arena_free(&arena);
    }
}

/* Bytes that follow from the number of the record. */
static void fill(unsigned char *bytes, int count, int number)
{
    for (int i = 0; i < count; i++) bytes[i] = (unsigned char)(number + i % 251);
}

/* Records of one byte and of many cache lines keep to their slots. */
static void any_size_of_record(void **state)
{
    (void)state;
    for (int size = 1; size <= LARGE; size = 3 * size + 1) {
        hl_arena arena = {0};
        unsigned char written[LARGE], copy[LARGE];
        xch_ring *ring = xch_ring_new(&arena, (size_t)size, CAPACITY);
        for (int n = 0; n < CAPACITY; n++) {
            fill(written, size, n);
            assert_true(xch_ring_push(ring, written));
        }
        for (int n = 0; n < CAPACITY; n++) {
            fill(written, size, n);
            assert_true(xch_ring_pop(ring, copy));
            assert_memory_equal(copy, written, (size_t)size);
        }
        hl_arena_free(&arena);
    }
}

static void *produce(void *ring)
{
    for (uint64_t i = 0; i < RECORDS; i++) {
        const record r = record_of(i);
        while (!xch_ring_push(ring, &r)) sched_yield();
    }
    return NULL;
}

/* Every record arrives whole, once and in order. */
static void two_threads_keep_records_whole(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_ring *ring = xch_ring_new(&arena, sizeof(record), CAPACITY);
    pthread_t producer;
    assert_int_equal(pthread_create(&producer, NULL, produce, ring), 0);
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < RECORDS; i++) {
        record r;
        while (!xch_ring_pop(ring, &r)) sched_yield();
        wrong += !is_record_of(&r, i);
    }
    pthread_join(producer, NULL);
    assert_int_equal(wrong, 0);
    record r;
    assert_false(xch_ring_pop(ring, &r));
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_in_first_out), cmocka_unit_test(empty_ring_leaves_the_record_alone),
        cmocka_unit_test(full_ring_refuses),  cmocka_unit_test(positions_wrap_around),
        cmocka_unit_test(any_size_of_record), cmocka_unit_test(two_threads_keep_records_whole)};
    return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}
