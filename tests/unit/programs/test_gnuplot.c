/* Running gnuplot: its own words do not reach the terminal, a failure is one message. */
#include "support/check.h"

#include "valid/runner.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/headland-gnuplot-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_script(const char *text)
{
    FILE *file = fopen(path_of("plot.gnuplot"), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Run the script with stderr kept in a file. @return bytes that were written there */
static long run_script(valid_plot_status expected, char *trouble, size_t size)
{
    struct stat written;
    const int before = dup(STDERR_FILENO);
    const int file = open(path_of("stderr"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(before >= 0 && file >= 0 && dup2(file, STDERR_FILENO) >= 0);
    const valid_plot_status status = valid_gnuplot(folder, path_of("plot.gnuplot"), trouble, size);
    assert_int_equal(fstat(file, &written), 0);
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    assert_int_equal(status, expected);
    return (long)written.st_size;
}

static void a_warning_is_not_shown(void **state)
{
    (void)state;
    char trouble[400] = "unchanged";
    write_script("set terminal svg\nset output 'plot.svg'\n$d << END\n1 1\nEND\n"
                 "plot $d using 1:2 with lines\n"); /* "Warning: empty x range" */
    assert_int_equal(run_script(VALID_PLOT_OK, trouble, sizeof trouble), 0);
    assert_string_equal(trouble, "unchanged");
}

static void a_failure_is_one_message(void **state)
{
    (void)state;
    char trouble[400] = "";
    write_script("set terminal svg\nset output 'plot.svg'\nplot no_such_variable\n");
    assert_int_equal(run_script(VALID_PLOT_FAILED, trouble, sizeof trouble), 0);
    assert_non_null(strstr(trouble, "undefined variable: no_such_variable"));
    assert_null(strchr(trouble, '\n'));
}

int main(void)
{
    if (mkdtemp(folder) == NULL) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_warning_is_not_shown),
                                       cmocka_unit_test(a_failure_is_one_message)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const files[] = {"plot.gnuplot", "plot.svg", "stderr"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) (void)unlink(path_of(files[i]));
    (void)rmdir(folder);
    return failed;
}
