/* Removing folders: all of them, and nothing that only a link leads to. */
#include "support/check.h"

#include "file/read.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/headland-test-remove-XXXXXX";
static int place;

static void make_file(int at, const char *name)
{
    const int file = openat(at, name, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    close(file);
}

static int make_folder(int at, const char *name)
{
    assert_int_equal(mkdirat(at, name, 0700), 0);
    const int made = openat(at, name, O_RDONLY | O_DIRECTORY);
    assert_true(made >= 0);
    return made;
}

static bool is_there(int at, const char *name)
{
    struct stat info;
    return fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

static void removes_all_that_is_in_it(void **state)
{
    (void)state;
    const int top = make_folder(place, "tree"), inner = make_folder(top, "a");
    make_file(top, "one");
    make_file(inner, ".two");
    close(make_folder(inner, "b"));
    close(make_folder(top, ".removed-0")); /* a name that it would use itself */
    close(inner);
    close(top);
    assert_true(file_remove(place, "tree"));
    assert_false(is_there(place, "tree"));
    assert_true(file_remove(place, "tree")); /* removed already */
}

/* Deeper than paths are long and than a process may have files open. */
static void removes_folders_of_any_depth(void **state)
{
    (void)state;
    enum { DEPTH = 3000 };
    int at = make_folder(place, "deep");
    for (int i = 0; i < DEPTH; i++) {
        make_file(at, "file");
        const int next = make_folder(at, "a folder with a name");
        close(at);
        at = next;
    }
    close(at);
    assert_true(file_remove(place, "deep"));
    assert_false(is_there(place, "deep"));
}

static void removes_links_and_not_what_they_lead_to(void **state)
{
    (void)state;
    const int outside = make_folder(place, "outside"), tree = make_folder(place, "tree");
    make_file(outside, "kept");
    assert_int_equal(symlinkat("../outside", tree, "inside"), 0);
    assert_int_equal(symlinkat("outside", place, "link"), 0);
    assert_true(file_remove(place, "tree"));
    assert_true(file_remove(place, "link"));
    assert_false(is_there(place, "tree"));
    assert_false(is_there(place, "link"));
    assert_true(is_there(outside, "kept"));
    close(outside);
    close(tree);
    assert_true(file_remove(place, "outside"));
}

static int make(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    place = open(folder, O_RDONLY | O_DIRECTORY);
    return place < 0;
}

static int finish(void **state)
{
    (void)state;
    close(place);
    return file_remove(AT_FDCWD, folder) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removes_all_that_is_in_it),
        cmocka_unit_test(removes_folders_of_any_depth),
        cmocka_unit_test(removes_links_and_not_what_they_lead_to),
    };
    return cmocka_run_group_tests(tests, make, finish);
}
