#include "support/check.h"

#include "swp/plan.h"

#include <stdlib.h>
#include <string.h>

static hl_arena arena;

static char *line_of(const char *const *words)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    swp_print_command(words, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void check_line(const char *word, const char *expected)
{
    char *line = line_of((const char *[]){word, NULL});
    line[strcspn(line, "\n")] = '\0';
    assert_string_equal(line, expected);
    free(line);
}

static void quotes_only_what_needs_it(void **state)
{
    (void)state;
    check_line("out/bucket=large,throttle=0.5", "out/bucket=large,throttle=0.5");
    check_line("", "''");
    check_line("a b", "'a b'");
    check_line("$HOME;*", "'$HOME;*'");
    check_line("it's", "'it'\\''s'");
    check_line("~", "'~'");
}

/* The shell itself reads the words back. */
static void a_shell_reads_the_same_words(void **state)
{
    (void)state;
    static const char *const words[] = {
        "printf", "<%s>", "plain",          "",  "two words", "q'uote\"d", "$(false)`false`",
        "\\n",    "*",    "#!&|;()<>[]{}~", NULL};
    char *line = line_of(words), text[200] = "";
    FILE *shell = popen(line, "r");
    assert_non_null(shell);
    text[fread(text, 1, sizeof text - 1, shell)] = '\0';
    assert_int_equal(pclose(shell), 0);
    assert_string_equal(text, "<plain><><two words><q'uote\"d><$(false)`false`><\\n><*><#!&|;()<>[]{}~>");
    free(line);
}

static void a_run_gets_its_settings(void **state)
{
    (void)state;
    char why[SWP_WHY];
    const char *words[SWP_WORDS];
    static const char *const sets[] = {"lift=0.2"};
    const swp_job job = {.program = "/bin/headland",
                         .scenario = "flat.yaml",
                         .script = "cycle.yaml",
                         .seconds = 0.1,
                         .set_count = 1,
                         .sets = sets};
    swp_grid grid = {.run_count = 1};
    assert_true(swp_grid_add(&grid, "machine.bucket=small,large", &arena, why));
    assert_true(swp_grid_add(&grid, "throttle=0.5,1", &arena, why));
    const char **settings = swp_settings(&grid, 2, &arena);
    assert_non_null(settings);
    assert_true(swp_command(&job, settings, grid.axis_count, "out/x", &arena, words));
    char *line = line_of(words);
    assert_string_equal(
        line, "/bin/headland run flat.yaml --headless --speed max --operator cycle.yaml --seconds 0.1 "
              "--set lift=0.2 --set machine.bucket=large --set throttle=0.5 --out out/x\n");
    free(line);
}

/* Durations come back as they were: 1/3 s needs all digits. */
static void durations_are_exact(void **state)
{
    (void)state;
    static const double durations[] = {1.0 / 3.0, 60.0, 0.1, 1e-3, 86400.125};
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
        const char *words[SWP_WORDS];
        const swp_job job = {.program = "p", .scenario = "s", .seconds = durations[i]};
        assert_true(swp_command(&job, NULL, 0, "out", &arena, words));
        assert_string_equal(words[6], "--seconds");
        CHECK_SAME(strtod(words[7], NULL), durations[i]);
        assert_string_equal(words[8], "--out");
        assert_null(words[10]);
    }
}

static int free_all(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_only_what_needs_it),
        cmocka_unit_test(a_shell_reads_the_same_words),
        cmocka_unit_test(a_run_gets_its_settings),
        cmocka_unit_test(durations_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
