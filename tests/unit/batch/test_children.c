/* Child processes: their output, exit status and end. */
#include "support/check.h"

#include "bat/children.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char log_path[] = "/tmp/headland-children-XXXXXX";

static int begin(void **state)
{
    (void)state;
    const int file = mkstemp(log_path);
    return file < 0 ? -1 : close(file);
}

static int end(void **state)
{
    (void)state;
    return unlink(log_path);
}

static void start(bat_children *pool, const char *line)
{
    const char *const words[] = {"/bin/sh", "-c", line, NULL};
    assert_true(bat_start(pool, pool->running, words, log_path));
}

static bat_end wait_for(bat_children *pool)
{
    bat_end ended = {.status = -1};
    for (int i = 0; i < 600; i++)
        if (bat_wait(pool, &ended)) return ended;
    fail_msg("the child does not end");
    return ended;
}

static void output_goes_to_a_file_and_the_status_is_known(void **state)
{
    (void)state;
    bat_children pool = {0};
    char text[40] = "";
    start(&pool, "read line; echo \"line: $line\"; echo done >&2; exit 3");
    const bat_end ended = wait_for(&pool);
    assert_int_equal(ended.status, 3);
    assert_int_equal(ended.task, 0);
    assert_true(ended.seconds >= 0.0);
    assert_int_equal(pool.running, 0);
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    (void)!fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    assert_string_equal(text, "line: \ndone\n");
}

static void a_killed_child_has_the_status_of_shells(void **state)
{
    (void)state;
    bat_children pool = {0};
    start(&pool, "kill -KILL $$");
    assert_int_equal(wait_for(&pool).status, 128 + 9);
}

static void a_program_that_is_missing_fails(void **state)
{
    (void)state;
    bat_children pool = {0};
    const char *const words[] = {"/nowhere/program", NULL};
    assert_true(bat_start(&pool, 0, words, log_path));
    assert_int_equal(wait_for(&pool).status, 127);
}

static void children_are_stopped(void **state)
{
    (void)state;
    bat_children pool = {0};
    bat_end ended;
    start(&pool, "exec sleep 1000");
    start(&pool, "exec sleep 1000");
    assert_false(bat_take(&pool, &ended));
    assert_int_equal(pool.running, 2);
    bat_stop(&pool);
    assert_int_equal(pool.running, 0);
}

static void there_is_room_for_so_many(void **state)
{
    (void)state;
    static bat_children pool = {.running = BAT_MOST};
    const char *const words[] = {"/bin/true", NULL};
    assert_false(bat_start(&pool, 0, words, log_path));
    assert_true(bat_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(output_goes_to_a_file_and_the_status_is_known),
                                       cmocka_unit_test(a_killed_child_has_the_status_of_shells),
                                       cmocka_unit_test(a_program_that_is_missing_fails),
                                       cmocka_unit_test(children_are_stopped),
                                       cmocka_unit_test(there_is_room_for_so_many)};
    return cmocka_run_group_tests(tests, begin, end);
}
