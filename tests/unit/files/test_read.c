/* Files of users: what is read, and what is refused without a wait. */
#include "support/check.h"

#include "file/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char folder[] = "/tmp/headland-test-read-XXXXXX";
static char why[FILE_WHY];

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* A sparse file of so many bytes takes no room. */
static void write_sparse(const char *name, int64_t size)
{
    write_text(name, "");
    assert_int_equal(truncate(path_of(name), (off_t)size), 0);
}

static void refuses(const char *path, int trouble, const char *words)
{
    hl_arena arena = {0};
    file_bytes bytes;
    errno = 0;
    assert_int_equal(file_read(path, FILE_AUTHORED, &arena, &bytes, why), HL_IO_ERROR);
    assert_int_equal(errno, trouble);
    if (!strstr(why, words)) fail_msg("'%s' does not say '%s'", why, words);
    assert_false(file_is_readable(path, FILE_AUTHORED, NULL));
    hl_arena_free(&arena);
}

/* Files of the kernel have no size before they are read; a text that is too long is cut. */
static void reads_files_of_the_kernel(void **state)
{
    (void)state;
    char text[200], short_text[6];
    assert_true(file_read_kernel("/proc/version", text, sizeof text) > 0);
    assert_int_equal(strncmp(text, "Linux version", 13), 0);
    assert_int_equal(file_read_kernel("/proc/version", short_text, sizeof short_text), 5);
    assert_string_equal(short_text, "Linux");
    assert_int_equal(file_read_kernel("/proc/no-such-file", text, sizeof text), -1);
    assert_int_equal(errno, ENOENT);
    assert_string_equal(text, "");
    assert_int_equal(file_read_kernel("/proc", text, sizeof text), -1);
    assert_int_equal(errno, EISDIR);
}

static void reads_a_file_and_ends_it_with_nul(void **state)
{
    (void)state;
    hl_arena arena = {0};
    file_bytes bytes;
    write_text("good", "headland: soil\n");
    assert_int_equal(file_read(path_of("good"), FILE_AUTHORED, &arena, &bytes, why), HL_OK);
    assert_string_equal(bytes.data, "headland: soil\n");
    assert_int_equal(bytes.length, 15);
    write_text("empty", "");
    assert_int_equal(file_read(path_of("empty"), FILE_AUTHORED, &arena, &bytes, why), HL_OK);
    assert_int_equal(bytes.length, 0);
    assert_string_equal(bytes.data, "");
    hl_arena_free(&arena);
}

static void follows_a_link_but_not_in_an_open_folder(void **state)
{
    (void)state;
    char link[200];
    write_text("target", "text");
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink("target", link), 0);
    assert_true(file_is_readable(link, FILE_AUTHORED, why));
    const int opened = open(folder, O_RDONLY | O_DIRECTORY);
    assert_int_equal(file_open_at(opened, "link", FILE_AUTHORED, NULL, why), -1);
    assert_int_equal(errno, ELOOP);
    const int target = file_open_at(opened, "target", FILE_AUTHORED, NULL, why);
    assert_true(target >= 0);
    close(target);
    close(opened);
}

static void refuses_a_loop_of_links(void **state)
{
    (void)state;
    assert_int_equal(symlink("loop-b", path_of("loop-a")), 0);
    assert_int_equal(symlink("loop-a", path_of("loop-b")), 0);
    refuses(path_of("loop-a"), ELOOP, "symbolic links");
}

/* Each of them would block, or never end. */
static void refuses_what_is_no_file_without_waiting(void **state)
{
    (void)state;
    const struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct sockaddr_un own = address;
    refuses(folder, EISDIR, "directory");
    refuses("/dev/zero", ENOTSUP, "device");
    refuses("/dev/null", ENOTSUP, "device");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    refuses(path_of("pipe"), ENOTSUP, "pipe");
    snprintf(own.sun_path, sizeof own.sun_path, "%.100s", path_of("socket"));
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(server, (const struct sockaddr *)&own, sizeof own), 0);
    refuses(path_of("socket"), ENXIO, "not a regular file");
    close(server);
}

static void refuses_what_is_longer_than_its_kind(void **state)
{
    (void)state;
    static const struct limit {
        file_kind kind;
        int64_t limit;
    } limits[] = {{FILE_AUTHORED, INT64_C(4) << 20},   {FILE_TELEMETRY, INT64_C(1) << 30},
                  {FILE_RECORDING, INT64_C(64) << 30}, {FILE_REPORT, INT64_C(16) << 20},
                  {FILE_OUTCOME, INT64_C(16) << 20},   {FILE_IMAGE, INT64_C(32) << 20},
                  {FILE_MODEL, INT64_C(256) << 20},    {FILE_MESH, INT64_C(64) << 20},
                  {FILE_PAGE, INT64_C(64) << 20},      {FILE_MATRIX, INT64_C(256) << 20},
                  {FILE_PROGRAM, INT64_C(1) << 30}};
    assert_int_equal(sizeof limits / sizeof *limits, FILE_KINDS);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_true(file_limit(limits[i].kind) == limits[i].limit);
        write_sparse("long", limits[i].limit);
        assert_true(file_is_readable(path_of("long"), limits[i].kind, why));
        write_sparse("long", limits[i].limit + 1);
        assert_false(file_is_readable(path_of("long"), limits[i].kind, why));
        assert_int_equal(errno, EFBIG);
        assert_non_null(strstr(why, "longer than"));
    }
}

static void names_what_is_not_there(void **state)
{
    (void)state;
    refuses("/no/such/file", ENOENT, "No such file");
}

static int make(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int sweep(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_files_of_the_kernel),
        cmocka_unit_test(reads_a_file_and_ends_it_with_nul),
        cmocka_unit_test(follows_a_link_but_not_in_an_open_folder),
        cmocka_unit_test(refuses_a_loop_of_links),
        cmocka_unit_test(refuses_what_is_no_file_without_waiting),
        cmocka_unit_test(refuses_what_is_longer_than_its_kind),
        cmocka_unit_test(names_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, make, sweep);
}
