/* What browsers say to the instructor's server, once the sockets' library has taken it apart. */
#include "room_try.h"

#include "support/check.h"

#include "admission.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static srv_seat seat; /* too large for the stack */
static srv_room room;
static char sent[SEAT_HELLO];

/* On the heap and with its exact length, so that a sanitizer sees a read beyond it. */
static char *copy_of(const char *bytes, size_t count, size_t more)
{
    char *copy = calloc(count + more > 0 ? count + more : 1, 1);
    assert_non_null(copy);
    if (count > 0) memcpy(copy, bytes, count);
    return copy;
}

/* ---- room ---- */

static void begin(void)
{
    seat.events = 0;
    seat_begin(&seat);
    snprintf(seat.name, sizeof seat.name, "seat");
    room.seat_count = 1; /* the viewers have left: half a megabyte need not be cleared for each input */
    room.seats = &seat;
    room.numbers = 0;
    room.changes = room.refused = 0;
}

static void say(srv_viewer *viewer, const char *line, size_t length)
{
    char *message = copy_of(line, length, 0);
    viewer->allowance = ROOM_BURST; /* how often is no matter of what is said */
    const int64_t refused = room.refused;
    const int answer = room_message(&room, viewer, message, length, 0);
    free(message);
    assert_in_range(answer - ROOM_HANG_UP, 0, -ROOM_HANG_UP); /* the seat, nobody, or hang up */
    assert_int_equal(room.refused - refused, answer == ROOM_HANG_UP);
    assert_true(answer != 0 || room.controller[0] == viewer->number);
}

static void send_all(srv_viewer *viewer)
{
    for (int i = 0; room_has_next(&room, viewer); i++) {
        const size_t length = room_next(&room, viewer, sent);
        assert_in_range(length, 1, sizeof sent);
        assert_in_range(i, 0, ROOM_NOTES + 4); /* it ends */
    }
}

void room_try(const char *bytes, size_t count)
{
    begin();
    srv_viewer *viewers[] = {room_enter(&room, NULL, 0), room_enter(&room, NULL, 0)};
    const char *const end = bytes + count;
    for (int turn = 0; bytes < end; turn = !turn) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *stop = newline != NULL ? newline : end;
        say(viewers[turn], bytes, (size_t)(stop - bytes));
        for (int i = 0; i < 2; i++) send_all(viewers[i]);
        bytes = newline != NULL ? newline + 1 : end;
    }
    for (int i = 0; i < 2; i++) room_leave(&room, viewers[i]);
    assert_int_equal(room.controller[0], 0);
}

/* ---- headers ---- */

void header_try(const char *bytes, size_t count)
{
    char *header = copy_of(bytes, count, 1), *value = copy_of("", 0, ACCESS_TOKEN);
    if (access_cookie(header, "token", value, ACCESS_TOKEN)) {
        assert_non_null(memchr(value, '\0', ACCESS_TOKEN));
        assert_true(access_same(value, value));
    }
    const char *host = strchr(header, '\n');
    host = host != NULL ? host + 1 : header;
    if (access_is_own(header, host, false)) assert_int_equal(strncmp(header, "http://", 7), 0);
    access_is_loopback(header, 80);
    free(value);
    free(header);
}
