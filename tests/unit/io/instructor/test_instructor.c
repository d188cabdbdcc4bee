/* The link over a real socket: what whoever connects hears, what it may ask, and what ends its connection.
 * Times have generous bounds: what counts is that a thing comes, or never does. */
#include "support/check.h"

#include "io/instructor.h"
#include "link_internal.h"
#include "xch/messages.h"
#include "xch/snapshot.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 5000 /* [ms] for something that must come */, COMMANDS = 4, CONTROL = 6, SOURCE = 2 };

static char folder[] = "/tmp/headland-link-XXXXXX";
static char path[100];

static const io_link_signal signals[] = {{"chassis.speed", "m/s", "speed", 0}};
static const io_link_fault faults[] = {{"engine", "it has less power", CONTROL, 1}};
static const io_link_option patterns[] = {{"iso", ""}, {"sae", ""}};
static const io_link_option exercises[] = {{"1.yaml", "One"}, {"2.yaml", "Two"}};
static const io_link_seat seat = {.scenario = "yard",
                                  .title = "The yard",
                                  .machine = "tractor",
                                  .trainee = "Anna",
                                  .signal_count = 1,
                                  .fault_count = 1,
                                  .pattern_count = 2,
                                  .exercise_count = 2,
                                  .signals = signals,
                                  .faults = faults,
                                  .patterns = patterns,
                                  .exercises = exercises,
                                  .step = 0.001};

typedef struct fixture {
    hl_arena arena;
    io_instructor *link;
    xch_latest *snapshots;
    xch_ring *commands;
} fixture;

static fixture f;

/* ---- whoever is connected ---- */

typedef struct caller {
    int socket;
    size_t length;
    char bytes[1 << 20];
} caller;

static caller one, two;

static void dial(caller *c)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    c->length = 0;
    c->socket = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(connect(c->socket, (const struct sockaddr *)&address, sizeof address), 0);
}

static void say(const caller *c, const char *text)
{
    assert_int_equal(send(c->socket, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

/* @return false: the other end has hung up */
static bool receive(caller *c)
{
    struct pollfd watched = {.fd = c->socket, .events = POLLIN};
    if (poll(&watched, 1, PATIENCE) != 1) fail_msg("nothing comes");
    const ssize_t got = recv(c->socket, c->bytes + c->length, sizeof c->bytes - c->length, 0);
    if (got > 0) c->length += (size_t)got;
    return got > 0;
}

/* The next line of a type; others are dropped. NULL: hung up. */
static cJSON *hear(caller *c, const char *type)
{
    for (;;) {
        char *end = memchr(c->bytes, '\n', c->length);
        if (!end) {
            if (!receive(c)) return NULL;
            continue;
        }
        cJSON *line = cJSON_ParseWithLength(c->bytes, (size_t)(end - c->bytes));
        c->length -= (size_t)(end + 1 - c->bytes);
        memmove(c->bytes, end + 1, c->length);
        assert_non_null(line);
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "type")), type) == 0)
            return line;
        cJSON_Delete(line);
    }
}

static cJSON *must_hear(caller *c, const char *type)
{
    cJSON *line = hear(c, type);
    if (!line) fail_msg("hung up before %s", type);
    return line;
}

static bool hangs_up(caller *c)
{
    cJSON *line = hear(c, "never said");
    close(c->socket);
    return line == NULL;
}

static double number_of(const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

/* What is answered to a request: "" when it is done, else why not. */
static const char *answer(caller *c, const char *text, double id)
{
    static char why[200];
    say(c, text);
    cJSON *line = must_hear(c, "answer");
    CHECK_SAME(number_of(line, "id"), id);
    const char *refused = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "why"));
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "ok")), refused == NULL);
    snprintf(why, sizeof why, "%s", refused ? refused : "");
    cJSON_Delete(line);
    return why;
}

/* ---- the seat ---- */

static void publish(double speed)
{
    xch_snapshot *out = xch_latest_begin(f.snapshots);
    *out = (xch_snapshot){.tick = 10, .time = 0.01, .signal_count = 2};
    out->signals[0] = speed;
    xch_latest_publish(f.snapshots);
}

static link_counts counts(void)
{
    return link_counts_of(f.link);
}

static int begin(void **unused)
{
    char why[200];
    (void)unused;
    f = (fixture){0};
    f.snapshots = xch_latest_new(&f.arena, sizeof(xch_snapshot));
    f.commands = xch_ring_new(&f.arena, sizeof(xch_command), COMMANDS);
    f.link = io_instructor_open(path, why, sizeof why);
    if (!f.link) return -1;
    io_instructor_seat(f.link, &seat, f.snapshots, f.commands, SOURCE);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    io_instructor_close(f.link);
    hl_arena_free(&f.arena);
    return access(path, F_OK) == 0; /* it must have gone */
}

/* ---- tests ---- */

static void test_hello_state_and_events(void **unused)
{
    (void)unused;
    publish(2.5);
    io_instructor_event(f.link, 1.5, "task", "begins");
    dial(&one);
    cJSON *line = must_hear(&one, "hello");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(line, "title")), "The yard");
    cJSON_Delete(line);
    line = must_hear(&one, "event"); /* that was before somebody listened */
    CHECK_SAME(number_of(line, "time"), 1.5);
    cJSON_Delete(line);
    line = must_hear(&one, "state");
    CHECK_SAME(cJSON_GetNumberValue(cJSON_GetArrayItem(cJSON_GetObjectItem(line, "values"), 0)), 2.5);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(line, "score")));
    cJSON_Delete(line);
    const io_link_state state = {.score = 40.0, .paused = true, .task = 1};
    io_instructor_state(f.link, &state);
    do {
        line = must_hear(&one, "state");
        const bool news = cJSON_IsTrue(cJSON_GetObjectItem(line, "paused"));
        if (news) CHECK_SAME(number_of(line, "score"), 40.0);
        cJSON_Delete(line);
        if (news) break;
    } while (true);
    close(one.socket);
}

static void test_requests(void **unused)
{
    (void)unused;
    xch_director r;
    dial(&one);
    assert_string_equal(answer(&one, "{\"type\":\"pause\",\"id\":1}\n", 1.0), "");
    assert_true(io_instructor_request(f.link, &r));
    assert_int_equal(r.kind, XCH_DIRECTOR_PAUSE);
    assert_false(io_instructor_request(f.link, &r));
    assert_string_equal(answer(&one, "{\"type\":\"load\",\"exercise\":\"2.yaml\"}\n", 0.0), "");
    assert_true(io_instructor_request(f.link, &r));
    assert_int_equal(r.index, 1);
    assert_string_not_equal(answer(&one, "{\"type\":\"load\",\"exercise\":\"3.yaml\"}\n", 0.0), "");
    assert_false(io_instructor_request(f.link, &r));
    assert_string_equal(answer(&one, "{\"type\":\"message\",\"text\":\"hello\",\"id\":2}\n", 2.0), "");
    assert_true(io_instructor_request(f.link, &r));
    assert_string_equal(r.text, "hello");
    close(one.socket);
}

/* Weather is for the eye: a seat without a window says so, and changes none. */
static void test_weather_wants_a_picture(void **unused)
{
    (void)unused;
    static const char rain[] = "{\"type\":\"weather\",\"rain\":1}\n";
    io_link_seat shown = seat;
    xch_director r;
    shown.picture = true;
    dial(&one);
    cJSON *line = must_hear(&one, "hello");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(line, "picture")));
    cJSON_Delete(line);
    assert_string_equal(answer(&one, rain, 0.0), "the seat has no window");
    assert_false(io_instructor_request(f.link, &r));
    io_instructor_seat(f.link, &shown, f.snapshots, f.commands, SOURCE);
    line = must_hear(&one, "hello");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(line, "picture")));
    cJSON_Delete(line);
    assert_string_equal(answer(&one, rain, 0.0), "");
    assert_true(io_instructor_request(f.link, &r));
    CHECK_SAME(r.values[2], 1.0);
    close(one.socket);
}

static void test_fault_is_a_command(void **unused)
{
    (void)unused;
    xch_director r;
    xch_command command;
    dial(&one);
    assert_string_equal(answer(&one, "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0.5}\n", 0.0),
                        "");
    assert_true(xch_ring_pop(f.commands, &command));
    assert_int_equal(command.kind, XCH_COMMAND_SET);
    assert_int_equal(command.control, CONTROL);
    assert_int_equal(command.source, SOURCE);
    assert_true(command.time > 0);
    CHECK_SAME(command.value, 0.5);
    assert_true(io_instructor_request(f.link, &r));
    assert_int_equal(r.kind, XCH_DIRECTOR_FAULT);
    CHECK_SAME(r.values[0], 0.5);
    for (int i = 0; i < COMMANDS; i++)
        assert_string_equal(answer(&one, "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0}\n", 0.0),
                            "");
    assert_string_not_equal(answer(&one, "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0}\n", 0.0),
                            "");
    close(one.socket);
}

/* A line may come in pieces, several at once. */
static void test_pieces(void **unused)
{
    (void)unused;
    const struct timespec pause = {.tv_nsec = 30000000};
    dial(&one);
    say(&one, "{\"type\":");
    nanosleep(&pause, NULL);
    say(&one, "\"pause\",\"id\":1}\n{\"type\":\"resume\",\"id\":2}\n{\"ty");
    for (int id = 1; id <= 2; id++) {
        cJSON *line = must_hear(&one, "answer");
        CHECK_SAME(number_of(line, "id"), id);
        cJSON_Delete(line);
    }
    assert_string_equal(answer(&one, "pe\":\"stop\",\"id\":3}\n", 3.0), "");
    close(one.socket);
}

/* It ends that connection alone. */
static void test_malformed_and_oversize(void **unused)
{
    (void)unused;
    static char much[IO_LINK_LINE];
    dial(&one);
    dial(&two);
    say(&one, "{\"type\":\"quit\"}\n");
    assert_true(hangs_up(&one));
    assert_true(counts().refused == 1);
    memset(much, 'x', sizeof much - 1);
    dial(&one);
    (void)send(one.socket, much, sizeof much - 1,
               MSG_NOSIGNAL | MSG_DONTWAIT); /* without an end of the line */
    assert_true(hangs_up(&one));
    assert_true(counts().refused == 2);
    assert_string_equal(answer(&two, "{\"type\":\"pause\"}\n", 0.0), "");
    assert_true(counts().lines == 1 && counts().connections == 3);
    close(two.socket);
}

static void test_session_changes(void **unused)
{
    (void)unused;
    io_link_seat other = seat;
    other.title = "Another";
    dial(&one);
    cJSON_Delete(must_hear(&one, "state"));
    assert_string_equal(answer(&one, "{\"type\":\"pause\"}\n", 0.0), "");
    io_instructor_seat(f.link, NULL, NULL, NULL, 0);
    xch_director r;
    assert_false(io_instructor_request(f.link, &r)); /* it was about what was driven before */
    cJSON *line = must_hear(&one, "hello");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(line, "driving")));
    cJSON_Delete(line);
    line = must_hear(&one, "state");
    assert_null(cJSON_GetObjectItem(line, "values"));
    cJSON_Delete(line);
    assert_string_not_equal(answer(&one, "{\"type\":\"pause\"}\n", 0.0), "");
    io_instructor_seat(f.link, &other, f.snapshots, NULL, 0);
    line = must_hear(&one, "hello");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(line, "title")), "Another");
    cJSON_Delete(line);
    assert_string_not_equal(answer(&one, "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0}\n", 0.0),
                            "");
    close(one.socket);
}

/* Who does not read is hung up on, when what waits for it finds no more room; others hear on. */
static void test_slow_reader(void **unused)
{
    (void)unused;
    static io_link_signal many[XCH_SIGNALS];
    io_link_seat large = seat;
    static char meaning[200];
    memset(meaning, 'x', sizeof meaning - 1);
    for (int i = 0; i < XCH_SIGNALS; i++) many[i] = (io_link_signal){"a.signal", "m/s", meaning, i};
    large.signals = many;
    large.signal_count = XCH_SIGNALS;
    dial(&one);
    dial(&two);
    cJSON_Delete(must_hear(&two, "state"));
    /* a hello of that size takes 115 kB: six of them fill what waits, and what the kernel keeps */
    for (int i = 0; i < 10; i++) {
        io_instructor_seat(f.link, &large, f.snapshots, NULL, 0);
        cJSON_Delete(must_hear(&two, "hello"));
    }
    assert_true(counts().dropped > 0); /* states are left out before */
    assert_true(hangs_up(&one));
    cJSON_Delete(must_hear(&two, "state"));
    close(two.socket);
}

/* More than it takes are turned away, and places come free. */
static void test_too_many(void **unused)
{
    (void)unused;
    enum { MOST = 8 };
    int sockets[MOST];
    for (int i = 0; i < MOST; i++) {
        dial(&one);
        sockets[i] = one.socket;
        cJSON_Delete(must_hear(&one, "hello"));
    }
    dial(&one);
    assert_true(hangs_up(&one));
    close(sockets[3]);
    const struct timespec pause = {.tv_nsec = 250000000}; /* two beats: it has been noticed */
    nanosleep(&pause, NULL);
    dial(&one);
    cJSON_Delete(must_hear(&one, "hello"));
    close(one.socket);
    for (int i = 0; i < MOST; i++)
        if (i != 3) close(sockets[i]);
}

static int make(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/seat.sock", folder);
    return 0;
}

static int clean(void **unused)
{
    (void)unused;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hello_state_and_events, begin, end),
        cmocka_unit_test_setup_teardown(test_requests, begin, end),
        cmocka_unit_test_setup_teardown(test_weather_wants_a_picture, begin, end),
        cmocka_unit_test_setup_teardown(test_fault_is_a_command, begin, end),
        cmocka_unit_test_setup_teardown(test_pieces, begin, end),
        cmocka_unit_test_setup_teardown(test_malformed_and_oversize, begin, end),
        cmocka_unit_test_setup_teardown(test_session_changes, begin, end),
        cmocka_unit_test_setup_teardown(test_slow_reader, begin, end),
        cmocka_unit_test_setup_teardown(test_too_many, begin, end),
    };
    return cmocka_run_group_tests(tests, make, clean);
}
