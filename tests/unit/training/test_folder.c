/* The folders of attempts: nothing elsewhere is written, copied or removed through them. */
#include "store_rig.h"

#include "store_internal.h"
#include "train/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[TRAIN_PATH], outside[TRAIN_PATH + 16], why[TRAIN_WHY];

static void path_in(const char *of, const char *name, char path[TRAIN_PATH + 40])
{
    (void)snprintf(path, TRAIN_PATH + 40, "%s/%s", of, name);
}

static void write_text(const char *of, const char *name, const char *text)
{
    char path[TRAIN_PATH + 40];
    path_in(of, name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static bool holds(const char *of, const char *name, const char *text)
{
    char path[TRAIN_PATH + 40], line[100] = "";
    path_in(of, name, path);
    FILE *file = fopen(path, "r");
    const bool read = file && fgets(line, sizeof line, file);
    if (file) (void)fclose(file);
    return read && strcmp(line, text) == 0;
}

/* An attempt with its folder, and a folder beside the store that is none of its business. */
static int begin(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    train_attempt_folder(rig_path(), id, folder);
    assert_true(train_attempt_make_folder(rig_path(), id));
    (void)snprintf(outside, sizeof outside, "%s", rig_path());
    (void)snprintf(strrchr(outside, '/'), 16, "/outside");
    assert_int_equal(mkdir(outside, 0700), 0);
    write_text(outside, "kept", "kept");
    return 0;
}

static void put_link_in_place(void)
{
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(symlink(outside, folder), 0);
}

static void a_link_is_removed_and_not_followed(void **state)
{
    (void)state;
    struct stat info;
    put_link_in_place();
    assert_true(train_folder_remove(folder, why));
    assert_int_equal(lstat(folder, &info), -1);
    assert_true(holds(outside, "kept", "kept"));
}

static void a_link_is_not_opened(void **state)
{
    (void)state;
    put_link_in_place();
    assert_int_equal(train_folder_open(folder), -1);
    assert_true(errno == ELOOP || errno == ENOTDIR);
    assert_false(train_folder_make(folder));
    assert_null(train_folder_begin(folder, "debrief.html", why));
}

static void a_link_in_place_of_all_folders_is_refused(void **state)
{
    (void)state;
    char above[TRAIN_PATH], inside[TRAIN_PATH + 40];
    (void)snprintf(above, sizeof above, "%s-attempts", rig_path());
    path_in(outside, strrchr(folder, '/') + 1, inside);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(rmdir(above), 0);
    assert_int_equal(symlink(outside, above), 0);
    assert_int_equal(mkdir(inside, 0700), 0);
    assert_int_equal(train_folder_open(folder), -1);
    assert_false(train_folder_remove(folder, why));
    assert_non_null(strstr(why, folder));
    assert_int_equal(access(inside, F_OK), 0);
}

static void files_are_copied_and_links_are_not(void **state)
{
    (void)state;
    char link[TRAIN_PATH + 40];
    assert_true(train_folder_copy(outside, "kept", folder, why));
    assert_true(holds(folder, "kept", "kept"));
    assert_false(train_folder_copy(outside, "kept", folder, why)); /* it is there already */
    assert_true(train_folder_copy(outside, "nothing", folder, why));
    path_in(outside, "link", link);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_false(train_folder_copy(outside, "link", folder, why));
    path_in(outside, "pipe", link);
    assert_int_equal(mkfifo(link, 0600), 0);
    assert_false(train_folder_copy(outside, "pipe", folder, why));
    assert_non_null(strstr(why, "pipe"));
}

/* A page takes the place of a link under its name, and does not write through it. */
static void a_page_replaces_a_link(void **state)
{
    (void)state;
    char link[TRAIN_PATH + 40], target[TRAIN_PATH + 40];
    path_in(folder, "debrief.html", link);
    path_in(outside, "kept", target);
    assert_int_equal(symlink(target, link), 0);
    FILE *file = train_folder_begin(folder, "debrief.html", why);
    assert_non_null(file);
    (void)fputs("page", file);
    assert_true(train_folder_put(file, folder, "debrief.html", why));
    assert_true(holds(folder, "debrief.html", "page"));
    assert_true(holds(outside, "kept", "kept"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_link_is_removed_and_not_followed, begin, rig_remove),
        cmocka_unit_test_setup_teardown(a_link_is_not_opened, begin, rig_remove),
        cmocka_unit_test_setup_teardown(a_link_in_place_of_all_folders_is_refused, begin, rig_remove),
        cmocka_unit_test_setup_teardown(files_are_copied_and_links_are_not, begin, rig_remove),
        cmocka_unit_test_setup_teardown(a_page_replaces_a_link, begin, rig_remove),
    };
    return cmocka_run_group_tests_name("training_folder", tests, NULL, rig_remove);
}
