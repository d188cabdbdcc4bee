/* What the seat says is JSON, in lines that are not too long, and complete. */
#include "support/check.h"

#include "link_internal.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNALS = 70, ROOM = 1 << 19 };

static char room[ROOM];

/* Signals with the longest texts that lists keep, of quotes: the worst there is. */
static const io_link_signal *quoted_signals(int count)
{
    static io_link_signal list[XCH_SIGNALS];
    static char quotes[400];
    memset(quotes, '"', sizeof quotes - 1);
    for (int i = 0; i < count; i++) list[i] = (io_link_signal){quotes, quotes, quotes, i};
    return list;
}

static cJSON *next_line(const char **at)
{
    const char *end = strchr(*at, '\n');
    assert_non_null(end);
    assert_true(end - *at < IO_LINK_LINE);
    cJSON *read = cJSON_ParseWithLength(*at, (size_t)(end - *at));
    assert_non_null(read);
    *at = end + 1;
    return read;
}

static const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    assert_non_null(text);
    return text;
}

static double number_of(const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static void test_hello(void **unused)
{
    (void)unused;
    const io_link_seat seat = {.scenario = "yard",
                               .title = "The \"yard\"",
                               .machine = "tractor",
                               .variants = "",
                               .trainee = "<b>\xC3\x84nne</b>",
                               .signal_count = SIGNALS,
                               .signals = quoted_signals(SIGNALS),
                               .step = 0.001};
    link_line out = {.bytes = room, .size = sizeof room - 1};
    link_tell_hello(&out, &seat, 5);
    assert_false(out.bad);
    room[out.length] = '\0';
    const char *at = room;
    cJSON *hello = next_line(&at);
    assert_string_equal(text_of(hello, "type"), "hello");
    assert_string_equal(text_of(hello, "title"), "The \"yard\"");
    assert_string_equal(text_of(hello, "trainee"), "<b>\xC3\x84nne</b>");
    CHECK_SAME(number_of(hello, "instance"), 5.0);
    CHECK_SAME(number_of(hello, "step"), 0.001);
    cJSON_Delete(hello);
    int told = 0;
    while (*at) {
        cJSON *list = next_line(&at);
        assert_string_equal(text_of(list, "list"), "signals");
        CHECK_SAME(number_of(list, "first"), told);
        told += cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(list, "items"));
        cJSON_Delete(list);
    }
    assert_int_equal(told, SIGNALS);
}

static void test_nothing_driven(void **unused)
{
    (void)unused;
    link_line out = {.bytes = room, .size = sizeof room - 1};
    link_tell_hello(&out, NULL, 5);
    room[out.length] = '\0';
    const char *at = room;
    cJSON *hello = next_line(&at);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(hello, "driving")));
    assert_int_equal(*at, 0);
    cJSON_Delete(hello);
}

static void test_state(void **unused)
{
    (void)unused;
    static xch_snapshot snapshot = {.tick = 1500, .time = 1.5, .missed = 2, .slipped = 3, .signal_count = 3};
    const io_link_signal signals[] = {{"a", "m", "", 1}, {"b", "m", "", 2}, {"c", "m", "", 9}};
    const io_link_fault faults[] = {{"engine", "", 4, 0}};
    const io_link_seat seat = {
        .signal_count = 3, .signals = signals, .fault_count = 1, .faults = faults, .step = 0.001};
    const io_link_state state = {.score = (double)NAN, .task = -1, .wind = {1.0, -2.0}, .message = "a\tb"};
    snapshot.signals[0] = 0.5;
    snapshot.signals[1] = -7.25;
    snapshot.signals[2] = (double)INFINITY;
    link_line out = {.bytes = room, .size = sizeof room - 1};
    link_tell_state(&out, &seat, &snapshot, &state);
    room[out.length] = '\0';
    const char *at = room;
    cJSON *told = next_line(&at);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(told, "score")));
    assert_string_equal(text_of(told, "message"), "a?b");
    CHECK_SAME(number_of(told, "tick"), 1500.0);
    CHECK_SAME(number_of(told, "slipped"), 0.003);
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(told, "values");
    assert_int_equal(cJSON_GetArraySize(values), 3);
    CHECK_SAME(cJSON_GetNumberValue(cJSON_GetArrayItem(values, 0)), -7.25);
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(values, 1))); /* not finite */
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(values, 2))); /* beyond the snapshot */
    const cJSON *severity = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(told, "faults"), 0);
    CHECK_SAME(cJSON_GetNumberValue(severity), 0.5);
    cJSON_Delete(told);
}

static void test_event_and_answers(void **unused)
{
    (void)unused;
    const link_event event = {.number = 3, .time = 2.5, .kind = "hit", .text = "bucket, \"pole\""};
    link_line out = {.bytes = room, .size = sizeof room - 1};
    link_tell_event(&out, &event);
    link_tell_answer(&out, 9007199254740992, NULL);
    link_tell_answer(&out, 2, "no");
    room[out.length] = '\0';
    const char *at = room;
    cJSON *told = next_line(&at);
    assert_string_equal(text_of(told, "text"), "bucket, \"pole\"");
    CHECK_SAME(number_of(told, "number"), 3.0);
    cJSON_Delete(told);
    told = next_line(&at);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(told, "ok")));
    CHECK_SAME(number_of(told, "id"), 9007199254740992.0);
    cJSON_Delete(told);
    told = next_line(&at);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(told, "ok")));
    assert_string_equal(text_of(told, "why"), "no");
    cJSON_Delete(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hello),
        cmocka_unit_test(test_nothing_driven),
        cmocka_unit_test(test_state),
        cmocka_unit_test(test_event_and_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
