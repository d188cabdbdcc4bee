/* The room of instructors: who controls, what is refused, what each hears of what a seat has said. */
#include "support/check.h"

#include "room.h"

#include <stdio.h>
#include <string.h>

static srv_seat seats[SRV_SEATS]; /* too large for the stack */
static srv_room room;
static char text[SEAT_HELLO + 1];

static const int64_t SECOND = 1000000000; /* [ns] */

static int begin(void **unused)
{
    (void)unused;
    memset(seats, 0, sizeof seats);
    room = (srv_room){.seat_count = 2, .seats = seats};
    snprintf(seats[0].name, sizeof seats[0].name, "one");
    snprintf(seats[1].name, sizeof seats[1].name, "two");
    seat_begin(&seats[0]);
    return 0;
}

static srv_viewer *enter(void)
{
    srv_viewer *v = room_enter(&room, NULL, 0);
    assert_non_null(v);
    return v;
}

static int say(srv_viewer *v, const char *message)
{
    v->allowance = ROOM_BURST; /* how often is another test's matter */
    return room_message(&room, v, message, strlen(message), 0);
}

/* The next thing that somebody hears; "": nothing. */
static const char *next(srv_viewer *v)
{
    const bool waits = room_has_next(&room, v);
    const size_t length = room_next(&room, v, text);
    assert_int_equal(waits, length > 0);
    text[length] = '\0';
    return text;
}

static void hear(const char *lines)
{
    assert_true(seat_receive(&seats[0], lines, strlen(lines), room_answer, &room));
}

/* ---- control ---- */

static void test_one_controls(void **unused)
{
    (void)unused;
    srv_viewer *a = enter(), *b = enter();
    assert_int_equal(say(a, "{\"type\":\"pause\",\"id\":4}"), ROOM_NO_SEAT);
    assert_string_equal(next(a),
                        "{\"type\":\"answer\",\"id\":4,\"ok\":false,\"why\":\"take the control first\"}");
    assert_int_equal(say(a, "{\"type\":\"control\",\"action\":\"take\"}"), ROOM_NO_SEAT);
    assert_int_equal(room.controller[0], a->number);
    assert_int_equal(say(b, "{\"type\":\"control\",\"action\":\"take\"}"), ROOM_NO_SEAT);
    assert_int_equal(room.controller[0], a->number);
    assert_non_null(strstr(next(b), "another instructor"));
    assert_int_equal(say(a, "{\"type\":\"pause\",\"id\":5}"), 0);
    assert_int_equal(say(b, "{\"type\":\"pause\"}"), ROOM_NO_SEAT);
    assert_true(seats[0].out_length > 0);
    seat_sent(&seats[0], seats[0].out_length);
    say(b, "{\"type\":\"control\",\"action\":\"release\"}"); /* what is not his he cannot give */
    assert_int_equal(room.controller[0], a->number);
    char give[80];
    snprintf(give, sizeof give, "{\"type\":\"control\",\"action\":\"give\",\"to\":%d}", b->number);
    assert_int_equal(say(a, give), ROOM_NO_SEAT);
    assert_int_equal(room.controller[0], b->number);
    room_leave(&room, b);
    assert_int_equal(room.controller[0], 0);
    say(a, "{\"type\":\"control\",\"action\":\"take\"}");
    say(a, "{\"type\":\"watch\",\"seat\":\"two\"}"); /* who watches another seat lets go */
    assert_int_equal(room.controller[0], 0);
    assert_int_equal(a->seat, 1);
}

static void test_answers_find_who_asked(void **unused)
{
    (void)unused;
    srv_viewer *a = enter(), *b = enter();
    char answer[100];
    say(b, "{\"type\":\"control\",\"action\":\"take\"}");
    assert_int_equal(say(b, "{\"type\":\"reset\",\"id\":7}"), 0);
    seats[0].out[seats[0].out_length - 1] = '\0';
    const char *id = strstr(seats[0].out, "\"id\":");
    assert_non_null(id);
    snprintf(answer, sizeof answer, "{\"type\":\"answer\",%.*s,\"ok\":true}\n", (int)strcspn(id, ",}"), id);
    hear(answer);
    assert_int_equal(a->notes, 0);
    assert_string_equal(next(b), "{\"type\":\"answer\",\"id\":7,\"ok\":true}");
    room_leave(&room, b);
    hear(answer); /* he has gone: nobody hears it */
    assert_int_equal(a->notes, 0);
}

static void test_seat_that_is_not_there(void **unused)
{
    (void)unused;
    srv_viewer *a = enter();
    say(a, "{\"type\":\"watch\",\"seat\":\"two\"}");
    say(a, "{\"type\":\"control\",\"action\":\"take\"}");
    assert_int_equal(say(a, "{\"type\":\"pause\"}"), ROOM_NO_SEAT);
    assert_non_null(strstr(next(a), "no seat is connected"));
}

/* ---- what is refused ---- */

static void test_malformed(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "x",
                                      "[]",
                                      "{}",
                                      "{\"type\":\"quit\"}",
                                      "{\"type\":\"watch\"}",
                                      "{\"type\":\"watch\",\"seat\":\"none\"}",
                                      "{\"type\":\"watch\",\"seat\":\"one\",\"more\":1}",
                                      "{\"type\":\"control\"}",
                                      "{\"type\":\"control\",\"action\":\"seize\"}",
                                      "{\"type\":\"control\",\"action\":\"give\"}",
                                      "{\"type\":\"control\",\"action\":\"give\",\"to\":99}",
                                      "{\"type\":\"control\",\"action\":\"give\",\"to\":\"1\"}",
                                      "{\"type\":\"control\",\"action\":\"take\",\"to\":1}",
                                      "{\"type\":\"control\",\"action\":\"give\",\"to\":1.5}",
                                      "{\"type\":\"control\",\"action\":\"take\\u0000\"}",
                                      "{\"type\":\"watch\",\"seat\":\"one\\u0000x\"}",
                                      "{\"type\":\"watch\",\"seat\":\"one\"}x",
                                      "{\"type\":\"watch\",\"type\":\"watch\",\"seat\":\"one\"}",
                                      "{\"type\":\"active\",\"more\":1}",
                                      "{\"type\":\"active\"}{}",
                                      "{\"type\":\"pause\",\"id\":2147483648}",
                                      "{\"type\":\"pause\",\"id\":-1}",
                                      "\xFF"};
    srv_viewer *a = enter();
    int64_t refused = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (say(a, bad[i]) != ROOM_HANG_UP) fail_msg("taken: %s", bad[i]);
        assert_true(room.refused == ++refused);
    }
}

static void test_too_often(void **unused)
{
    (void)unused;
    static const char message[] = "{\"type\":\"control\",\"action\":\"release\"}";
    srv_viewer *a = enter();
    for (int i = 0; i < ROOM_BURST; i++)
        assert_int_equal(room_message(&room, a, message, sizeof message - 1, 0), ROOM_NO_SEAT);
    assert_int_equal(room_message(&room, a, message, sizeof message - 1, 0), ROOM_HANG_UP);
    a->allowance = 0.0;
    for (int i = 0; i < ROOM_RATE; i++) /* after a second as many as the rate says */
        assert_int_equal(room_message(&room, a, message, sizeof message - 1, SECOND), ROOM_NO_SEAT);
    assert_int_equal(room_message(&room, a, message, sizeof message - 1, SECOND), ROOM_HANG_UP);
}

static void test_full(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROOM_VIEWERS; i++) (void)enter();
    assert_null(room_enter(&room, NULL, 0));
    room_leave(&room, &room.viewers[3]);
    assert_int_equal(enter()->number, ROOM_VIEWERS + 1); /* numbers are never given twice */
}

/* ---- what is heard ---- */

static void test_order(void **unused)
{
    (void)unused;
    srv_viewer *a = enter();
    hear("{\"type\":\"hello\",\"protocol\":1}\n{\"type\":\"list\",\"list\":\"tasks\"}\n{\"type\":\"event\","
         "\"number\":1}\n");
    hear("{\"type\":\"state\",\"tick\":1}\n{\"type\":\"sta");
    hear("te\",\"tick\":2}\n");
    assert_non_null(strstr(next(a), "\"type\":\"room\""));
    assert_string_equal(next(a),
                        "{\"type\":\"hello\",\"protocol\":1}\n{\"type\":\"list\",\"list\":\"tasks\"}\n");
    assert_string_equal(next(a), "{\"type\":\"event\",\"number\":1}");
    assert_string_equal(next(a), "{\"type\":\"state\",\"tick\":2}"); /* the newest alone */
    assert_string_equal(next(a), "");
    hear("{\"type\":\"hello\",\"protocol\":1,\"driving\":false}\n");
    assert_string_equal(next(a), "{\"type\":\"hello\",\"protocol\":1,\"driving\":false}\n");
    assert_string_equal(next(a), ""); /* the old state is of the old drive */
}

static void test_last_events_are_kept(void **unused)
{
    (void)unused;
    srv_viewer *a = enter();
    char line[60];
    for (int i = 1; i <= SEAT_EVENTS + 10; i++) {
        snprintf(line, sizeof line, "{\"type\":\"event\",\"number\":%d}\n", i);
        hear(line);
    }
    (void)next(a);
    assert_string_equal(next(a), "{\"type\":\"event\",\"number\":11}");
    for (int i = 1; i < SEAT_EVENTS; i++) (void)next(a);
    assert_string_equal(next(a), "");
}

/* A seat that has begun anew counts its events from 1: whoever comes then must not hear those of its former
 * life. */
static void test_events_of_a_former_life(void **unused)
{
    (void)unused;
    hear("{\"type\":\"event\",\"number\":50}\n");
    seat_begin(&seats[0]);
    srv_viewer *a = enter();
    (void)next(a);
    assert_string_equal(next(a), "");
    hear("{\"type\":\"event\",\"number\":1}\n");
    assert_string_equal(next(a), "{\"type\":\"event\",\"number\":1}");
    assert_string_equal(next(a), "");
}

static void test_what_is_no_seat(void **unused)
{
    (void)unused;
    static char much[2 * IO_LINK_LINE];
    memset(much, 'x', sizeof much);
    assert_false(seat_receive(&seats[0], much, sizeof much, room_answer, &room));
    seat_begin(&seats[0]);
    assert_false(seat_receive(&seats[0], "HTTP/1.1 200 OK\n", 16, room_answer, &room));
    seat_begin(&seats[0]);
    assert_false(seat_receive(&seats[0], "{\"type\":\"answer\"}\n", 18, room_answer, &room));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_one_controls, begin),
        cmocka_unit_test_setup(test_answers_find_who_asked, begin),
        cmocka_unit_test_setup(test_seat_that_is_not_there, begin),
        cmocka_unit_test_setup(test_malformed, begin),
        cmocka_unit_test_setup(test_too_often, begin),
        cmocka_unit_test_setup(test_full, begin),
        cmocka_unit_test_setup(test_order, begin),
        cmocka_unit_test_setup(test_last_events_are_kept, begin),
        cmocka_unit_test_setup(test_events_of_a_former_life, begin),
        cmocka_unit_test_setup(test_what_is_no_seat, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
