/* Where the socket is, who may have it, and what is in its way. */
#include "support/check.h"

#include "io/instructor.h"
#include "link_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char folder[] = "/tmp/headland-link-XXXXXX";
static char why[300];

static const char *in_folder(const char *name, char path[200])
{
    snprintf(path, 200, "%s/%s", folder, name);
    return path;
}

static int mode_of(const char *path)
{
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return (int)(info.st_mode & 0777);
}

static void test_path(void **unused)
{
    (void)unused;
    char path[200], expected[200], long_name[40];
    setenv("XDG_RUNTIME_DIR", "/run/user/1", 1);
    assert_true(io_instructor_path("seat-1", path, sizeof path));
    assert_string_equal(path, "/run/user/1/headland/seat-1.sock");
    setenv("XDG_RUNTIME_DIR", "relative", 1);
    snprintf(expected, sizeof expected, "/tmp/headland-%ld/a_B.sock", (long)getuid());
    assert_true(io_instructor_path("a_B", path, sizeof path));
    assert_string_equal(path, expected);
    snprintf(long_name, sizeof long_name, "%033d", 0);
    assert_false(io_instructor_path(long_name, path, sizeof path));
    assert_true(io_instructor_path(long_name + 1, path, sizeof path));
    static const char *const bad[] = {"", "a/b", "..", "a b", "\xC3\xA4", "a.b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(io_instructor_path(bad[i], path, sizeof path));
    assert_false(io_instructor_path("seat-1", path, 10));
    char deep[150];
    snprintf(deep, sizeof deep, "/%0140d", 0);
    setenv("XDG_RUNTIME_DIR", deep, 1);
    assert_false(io_instructor_path("seat-1", path, sizeof path)); /* longer than a socket's path may be */
    unsetenv("XDG_RUNTIME_DIR");
}

static void test_modes(void **unused)
{
    (void)unused;
    char path[200], above[200];
    const int made = link_socket_listen(in_folder("new/seat.sock", path), why, sizeof why);
    assert_true(made >= 0);
    assert_int_equal(mode_of(in_folder("new", above)), 0700);
    assert_int_equal(mode_of(path), 0600);
    close(made);
    unlink(path);
    rmdir(above);
}

static void test_living_one_is_refused_dead_one_replaced(void **unused)
{
    (void)unused;
    char path[200];
    const int first = link_socket_listen(in_folder("seat.sock", path), why, sizeof why);
    assert_true(first >= 0);
    assert_int_equal(link_socket_listen(path, why, sizeof why), -1);
    assert_non_null(strstr(why, "another seat"));
    close(first); /* as when it is killed: its socket stays */
    const int second = link_socket_listen(path, why, sizeof why);
    assert_true(second >= 0);
    close(second);
    unlink(path);
}

/* Many that begin at once beside a dead one's socket: exactly one of them has the place. */
typedef struct beginner {
    const char *path;
    int listener;
    char why[300];
} beginner;

static void *begin_seat(void *beginner_of)
{
    beginner *b = beginner_of;
    b->listener = link_socket_listen(b->path, b->why, sizeof b->why);
    return NULL;
}

static void test_one_of_many_wins(void **unused)
{
    (void)unused;
    enum { SEATS = 8, ROUNDS = 20 };
    char path[200];
    (void)in_folder("race.sock", path);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[SEATS];
        beginner seats[SEATS];
        int winners = 0;
        for (int i = 0; i < SEATS; i++) {
            seats[i].path = path;
            assert_int_equal(pthread_create(&threads[i], NULL, begin_seat, &seats[i]), 0);
        }
        for (int i = 0; i < SEATS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
        for (int i = 0; i < SEATS; i++) {
            winners += seats[i].listener >= 0;
            if (seats[i].listener < 0) assert_non_null(strstr(seats[i].why, "another seat"));
        }
        assert_int_equal(winners, 1);
        for (int i = 0; i < SEATS; i++) /* as when it is killed: its socket stays */
            if (seats[i].listener >= 0) close(seats[i].listener);
    }
    unlink(path);
}

static void test_what_is_in_the_way(void **unused)
{
    (void)unused;
    char path[200], long_path[200];
    FILE *file = fopen(in_folder("seat.sock", path), "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(link_socket_listen(path, why, sizeof why), -1);
    assert_non_null(strstr(why, "not a socket"));
    unlink(path);
    snprintf(long_path, sizeof long_path, "%s/%0120d", folder, 0);
    assert_int_equal(link_socket_listen(long_path, why, sizeof why), -1);
    assert_non_null(strstr(why, "too long"));
    assert_int_equal(link_socket_listen(in_folder("no/such/seat.sock", path), why, sizeof why), -1);
    char open_folder[200];
    assert_int_equal(mkdir(in_folder("open", open_folder), 0700), 0);
    assert_int_equal(chmod(open_folder, 0755), 0);
    assert_int_equal(link_socket_listen(in_folder("open/seat.sock", path), why, sizeof why), -1);
    assert_non_null(strstr(why, "700"));
    rmdir(open_folder);
}

static void test_accept(void **unused)
{
    (void)unused;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[200];
    const int listener = link_socket_listen(in_folder("seat.sock", path), why, sizeof why);
    assert_int_equal(link_socket_accept(listener), -1); /* nobody */
    assert_true(strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    const int caller = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(connect(caller, (const struct sockaddr *)&address, sizeof address), 0);
    const int made = link_socket_accept(listener);
    assert_true(made >= 0);
    close(made);
    close(caller);
    close(listener);
    unlink(path);
}

static int make(void **unused)
{
    (void)unused;
    return mkdtemp(folder) ? 0 : -1;
}

static int clean(void **unused)
{
    (void)unused;
    return rmdir(folder); /* empty: each test has removed what it made */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_living_one_is_refused_dead_one_replaced),
        cmocka_unit_test(test_one_of_many_wins),
        cmocka_unit_test(test_what_is_in_the_way),
        cmocka_unit_test(test_accept),
    };
    return cmocka_run_group_tests(tests, make, clean);
}
