/* crash FOLDER ROUNDS: seats that drive attempts into one results store are killed at random moments, two at
 * once, some of them on a full disk. After each round the store opens, is whole, and holds every attempt that
 * a seat was told is kept: by the store, or by the file beside the recording.
 *
 * With a third argument FOLDER is a small file system of its own: then the disk is filled; else a limit of
 * the size of files stands for a full disk. A kill is no power cut: what the kernel has taken is safe here in
 * any case. What a power cut adds rests on SQLite's syncs (docs/results.md). */
#include "hl/random.h"
#include "train/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SEATS = 2,
    ATTEMPTS = 12,   /* of a seat in a round, if it lives */
    OF_A_STORE = 10, /* rounds; then a new one, so that its making is met too */
    LATEST = 30000,  /* moment of a kill [us]: while the store is made, opened, or written */
    POINTS = 3,
    EVENTS = 4,
    ROOM = 64 << 10,  /* most that is left on a full disk [bytes] */
    LEAST = 36 << 10, /* a limit of files leaves room for the index of the log, 32 KiB */
    MOST = 1000000
};

/* What a round's seats meet. */
typedef enum trouble { NO_TROUBLE, SMALL_FILES, FULL_DISK } trouble;

static const char *folder;
static bool own_disk;
static char store_path[TRAIN_PATH];
static int promised_count, by_store, by_file, refused;
static int64_t *promised;

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2), noreturn))
#endif
static void
fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("FAIL: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(1);
}

/* ---- a seat ---- */

static double score_of(int64_t attempt)
{
    return 100.0 / (double)(1 + attempt % 97);
}

static hl_status end_attempt(train_store *store, int64_t attempt, bool *spooled)
{
    char files[TRAIN_PATH], why[TRAIN_WHY];
    const train_points points[POINTS] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    const train_event events[EVENTS] = {
        {1.0, "task", "a"}, {2.0, "hit", "b"}, {3.0, "score", "c"}, {4.0, "end", "d"}};
    const train_outcome outcome = {.result = TRAIN_FINISHED,
                                   .time = 10.0,
                                   .score = score_of(attempt),
                                   .point_count = POINTS,
                                   .event_count = EVENTS,
                                   .points = points,
                                   .events = events};
    *spooled = false;
    const hl_status status = train_attempt_end(store, attempt, &outcome);
    if (status == HL_OK) return status;
    train_attempt_folder(store_path, attempt, files);
    *spooled = train_spool_write(files, &outcome, why) == HL_OK;
    return *spooled ? HL_OK : status;
}

/* What a seat tells: negative where the file has it; 0 where neither took it. */
static void tell(int to, int64_t word)
{
    if (write(to, &word, sizeof word) != (ssize_t)sizeof word) _exit(3);
}

/* A store that cannot be used is expected only where the disk is full. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void
give_up(trouble met, const char *why)
{
    if (met == NO_TROUBLE) fprintf(stderr, "FAIL: a seat gives up: %s\n", why);
    _exit(2);
}

static void drive(int to, trouble met, const char *name)
{
    const train_exercise exercise = {
        .name = "crash", .title = "", .hash = "0", .machine = "m", .variants = ""};
    char why[TRAIN_WHY];
    train_store *store;
    int64_t trainee, attempt;
    if (train_store_open(store_path, &store, why) != HL_OK) give_up(met, why);
    if (train_trainee_find(store, name, &trainee) != HL_OK) give_up(met, train_store_why(store));
    for (int i = 0; i < ATTEMPTS; i++) {
        bool spooled;
        if (train_attempt_begin(store, trainee, &exercise, &attempt) != HL_OK) continue;
        const hl_status status = end_attempt(store, attempt, &spooled);
        tell(to, status != HL_OK ? 0 : spooled ? -attempt : attempt);
    }
    train_store_close(store);
    _exit(0);
}

/* ---- full disks ---- */

static const char *ballast(void)
{
    static char path[TRAIN_PATH];
    (void)snprintf(path, sizeof path, "%s/ballast", folder);
    return path;
}

/* Leave so many bytes at most. */
static void fill_disk(long room)
{
    static const char block[4096];
    struct statvfs info;
    const int file = open(ballast(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) fail("ballast: %s", strerror(errno));
    while (statvfs(folder, &info) == 0 && (long)(info.f_bavail * info.f_bsize) > room)
        if (write(file, block, sizeof block) <= 0) break;
    (void)close(file);
}

/* The same for the store alone: its log, which grows with every attempt, meets the limit. */
static void limit_files(long room)
{
    const struct rlimit limit = {(rlim_t)(LEAST + room), (rlim_t)(LEAST + room)};
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setrlimit(RLIMIT_FSIZE, &limit);
}

/* ---- a round ---- */

static pid_t start_seat(int seat, trouble met, long room, int *from)
{
    int ends[2];
    char name[24];
    if (pipe(ends) != 0) fail("pipe: %s", strerror(errno));
    const pid_t child = fork();
    if (child < 0) fail("fork: %s", strerror(errno));
    if (child == 0) {
        (void)close(ends[0]);
        if (met == SMALL_FILES) limit_files(room);
        (void)snprintf(name, sizeof name, "seat %d", seat);
        drive(ends[1], met, name);
    }
    (void)close(ends[1]);
    *from = ends[0];
    return child;
}

static void hear(int from)
{
    int64_t word;
    while (read(from, &word, sizeof word) == (ssize_t)sizeof word) {
        if (word == 0)
            refused++;
        else if (promised_count == MOST)
            fail("too many attempts");
        else
            promised[promised_count++] = word < 0 ? -word : word;
        by_store += word > 0;
        by_file += word < 0;
    }
    (void)close(from);
}

static void wait_us(long us)
{
    const struct timespec time = {.tv_nsec = 1000 * us};
    (void)nanosleep(&time, NULL);
}

static void run_seats(hl_random *random, trouble met, long room)
{
    pid_t seats[SEATS];
    int from[SEATS];
    for (int i = 0; i < SEATS; i++) seats[i] = start_seat(i, met, room, &from[i]);
    /* in every other round the second one is left alone */
    const int killed = hl_random_unit(random) < 0.5 ? 1 : SEATS;
    for (int i = 0; i < killed; i++) {
        wait_us((long)(LATEST * hl_random_unit(random)));
        (void)kill(seats[i], SIGKILL);
    }
    for (int i = 0; i < SEATS; i++) {
        int status;
        hear(from[i]);
        if (waitpid(seats[i], &status, 0) != seats[i]) fail("waitpid: %s", strerror(errno));
        if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
            fail("a seat crashed: signal %d", WTERMSIG(status));
        if (met == NO_TROUBLE && WIFEXITED(status) && WEXITSTATUS(status) != 0)
            fail("a seat ended with %d without a full disk", WEXITSTATUS(status));
    }
}

/* ---- what is left ---- */

static int64_t number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        fail("%s: %s", sql, sqlite3_errmsg(db));
    const int64_t value = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return value;
}

static void check_whole(void)
{
    sqlite3 *db;
    if (sqlite3_open(store_path, &db) != SQLITE_OK) fail("%s", sqlite3_errmsg(db));
    if (number(db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") != 0)
        fail("the integrity check complains");
    if (number(db, "SELECT count(*) FROM pragma_foreign_key_check") != 0) fail("a reference leads nowhere");
    if (number(db,
               "SELECT count(*) FROM attempts WHERE (result = 1) * 3 <> (SELECT count(*) FROM points WHERE "
               "attempt = id) OR (result = 1) * 4 <> (SELECT count(*) FROM events WHERE attempt = id)") != 0)
        fail("half an attempt is kept");
    (void)sqlite3_close(db);
}

static void check_promises(train_store *store, int first)
{
    for (int i = first; i < promised_count; i++) {
        hl_arena arena = {0};
        train_attempt *attempt;
        if (train_attempt_read(store, promised[i], &arena, &attempt) != HL_OK)
            fail("attempt %" PRId64 " is lost: %s", promised[i], train_store_why(store));
        const double score = attempt->outcome.score, expected = score_of(promised[i]);
        if (attempt->outcome.result != TRAIN_FINISHED || score < expected || score > expected)
            fail("attempt %" PRId64 " is another one: %s, %.17g", promised[i],
                 train_result_text(attempt->outcome.result), score);
        hl_arena_free(&arena);
    }
}

/* @param first  promise of this store */
static void check(int first)
{
    char why[TRAIN_WHY];
    train_store *store;
    int swept, running = 0, count;
    hl_arena arena = {0};
    train_attempt *list;
    if (train_store_open(store_path, &store, why) != HL_OK) fail("it does not open: %s", why);
    check_promises(store, first);
    if (train_attempts_close_dead(store, &swept) != HL_OK) fail("sweep: %s", train_store_why(store));
    if (train_attempts(store, &(train_filter){0}, &arena, &list, &count) != HL_OK)
        fail("%s", train_store_why(store));
    for (int i = 0; i < count; i++) running += list[i].outcome.result == TRAIN_RUNNING;
    if (running > 0) fail("%d attempts of dead seats are running", running);
    hl_arena_free(&arena);
    train_store_close(store);
    check_whole();
}

int main(int argc, char **argv)
{
    hl_random random = {.weyl = 20261122};
    int first = 0;
    if (argc < 3) fail("usage: crash FOLDER ROUNDS [disk]");
    folder = argv[1];
    own_disk = argc > 3;
    promised = calloc(MOST, sizeof *promised);
    if (!promised) fail("no memory");
    const int rounds = (int)strtol(argv[2], NULL, 10);
    for (int round = 0; round < rounds; round++) {
        if (round % OF_A_STORE == 0) {
            (void)snprintf(store_path, sizeof store_path, "%s/%d.db", folder, round / OF_A_STORE);
            first = promised_count;
        }
        const trouble met = (trouble)(round % 3);
        const long room = (long)(ROOM * hl_random_unit(&random));
        if (met == FULL_DISK && own_disk) fill_disk(room);
        run_seats(&random, met == FULL_DISK && !own_disk ? SMALL_FILES : met, room);
        if (met == FULL_DISK && own_disk) (void)unlink(ballast());
        check(first);
    }
    printf(
        "%d rounds, a third with small files, a third with %s: %d attempts kept by the store, %d by the file "
        "beside the recording; of %d the seat was told that nobody took them; none is lost\n",
        rounds, own_disk ? "a full disk" : "small files, too", by_store, by_file, refused);
    if (by_store == 0 || by_file == 0) fail("one of the ways to keep them was never taken");
    free(promised);
    return 0;
}
