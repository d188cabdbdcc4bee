/* State: a restored field goes on to the same bits; versions count changes; a full pool refuses. */
#include "support/check.h"

#include "field_check.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = 128 };
static const double CELL = 0.05, MIDDLE = 3.2; /* [m] */

static void go_on(terr_field *field, int steps)
{
    for (int i = 0; i < steps; i++) {
        (void)terr_field_put(field, MIDDLE + 0.01 * i, MIDDLE, 0.1, terr_quanta(2.0), 0);
        (void)terr_field_press(field, i % CELLS, 20, 0.03, 800.0, NULL, NULL);
        (void)terr_field_take(field, 64 + i % 8, 64, terr_quanta(0.3));
        terr_field_relax(field, 800);
    }
}

/* Saved in the midst of a flow with a budget, gone on, restored into the same field and into another one of
 * the same definition, gone on again. */
static void restored_fields_go_on_alike(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena), *other = field_made(&def, &arena);
    go_on(field, 150);
    assert_true(terr_field_count(field).active > 0);
    const size_t size = terr_field_state_size(field);
    assert_true(size <= terr_field_state_capacity(field));
    void *saved = malloc(size), *end = malloc(terr_field_state_capacity(field)),
         *again = malloc(terr_field_state_capacity(field));
    assert_true(saved != NULL && end != NULL && again != NULL);
    terr_field_save(field, saved);
    const uint64_t hash = terr_field_hash(field);
    go_on(field, 200);
    terr_field_save(field, end);
    const uint64_t end_hash = terr_field_hash(field);
    assert_true(end_hash != hash);
    go_on(other, 30); /* tiles touched in vain */
    terr_field *fields[2] = {field, other};
    for (int i = 0; i < 2; i++) {
        terr_field_restore(fields[i], saved);
        assert_true(terr_field_hash(fields[i]) == hash);
        field_consistent(fields[i]);
        go_on(fields[i], 200);
        assert_true(terr_field_hash(fields[i]) == end_hash);
        terr_field_save(fields[i], again);
        assert_memory_equal(end, again, terr_field_state_size(field));
        field_consistent(fields[i]);
    }
    free(saved);
    free(end);
    free(again);
    hl_arena_free(&arena);
}

/* Every kind of change shows in the hash. */
static void the_hash_sees_every_change(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    uint64_t hash[6];
    hash[0] = terr_field_hash(field);
    terr_field_wake(field, 5, 5);
    hash[1] = terr_field_hash(field);
    (void)terr_field_take(field, 5, 5, 1);
    hash[2] = terr_field_hash(field);
    (void)terr_field_put(field, 0.275, 0.275, 0.0, 1, 0);
    hash[3] = terr_field_hash(field);
    (void)terr_field_press(field, 5, 5, 1e-6, 100.0, NULL, NULL);
    hash[4] = terr_field_hash(field);
    terr_field_relax(field, 0); /* all fall asleep */
    hash[5] = terr_field_hash(field);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++)
            if (i != 3 || j != 1) assert_true(hash[i] != hash[j]); /* what was taken came back */
    hl_arena_free(&arena);
}

static void versions_count_changes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    assert_int_equal(terr_field_version(field, 1, 1), 0);
    (void)terr_field_take(field, 40, 40, 1000);
    const uint32_t first = terr_field_version(field, 1, 1);
    assert_true(first > 0);
    assert_int_equal(terr_field_version(field, 0, 0), 0);
    assert_int_equal(terr_field_version(field, 4, 0), 0);
    (void)terr_field_take(field, 41, 40, 1000);
    assert_true(terr_field_version(field, 1, 1) > first);
    hl_arena_free(&arena);
}

/* With room for two tiles, the third one that is touched is refused and counted; nothing is lost, and what
 * flows stops at its border. */
static void a_full_pool_refuses(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    def.tile_capacity = 2;
    terr_field *field = field_made(&def, &arena);
    assert_int_equal(terr_field_count(field).capacity, 2);
    assert_true(terr_field_put(field, 0.8, 0.8, 0.1, terr_quanta(100.0), 0));
    assert_true(terr_field_take(field, 100, 100, 1000) == 1000);
    assert_int_equal(terr_field_count(field).refused, 0);
    assert_true(terr_field_take(field, 64, 0, 1000) == 0);
    assert_false(terr_field_put(field, 3.2, 0.5, 0.1, 1000, 0));
    CHECK_SAME(terr_field_press(field, 64, 0, 0.01, 100.0, NULL, NULL), 0.0);
    assert_true(terr_field_count(field).refused >= 3);
    /* at the border of a tile that is touched all goes into it */
    assert_true(terr_field_put(field, 1.59, 0.8, 0.0, 1000, 0));
    assert_true(terr_field_put(field, 1.4, 0.8, 0.1, terr_quanta(300.0), 0));
    field_settle(field, 20000);
    field_consistent(field);
    assert_int_equal(terr_field_count(field).tiles, 2);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restored_fields_go_on_alike), cmocka_unit_test(the_hash_sees_every_change),
        cmocka_unit_test(versions_count_changes), cmocka_unit_test(a_full_pool_refuses)};
    return cmocka_run_group_tests_name("field_state", tests, NULL, NULL);
}
