/* What a seat says to the instructor's program, and what must hold of what is kept of it. */
#include "seat_try.h"

#include "support/check.h"

#include "room.h"

#include <string.h>

static srv_seat seat; /* too large for the stack */

static void check_answer(void *context, const seat_answer *answer)
{
    assert_null(context);
    assert_true(answer->id >= 0 && answer->id <= IO_LINK_MOST_ID);
    assert_non_null(memchr(answer->why, '\0', sizeof answer->why));
    assert_true(!answer->ok || answer->why[0] == '\0');
}

static void check_kept(void)
{
    assert_true(seat.hello_length <= sizeof seat.hello && seat.state_length <= sizeof seat.state);
    assert_true(seat.in_length <= sizeof seat.in);
    for (int64_t i = 0; i < SEAT_EVENTS && i < seat.events; i++) {
        assert_in_range(seat.kept[i].length, 1, SEAT_EVENT);
        assert_null(memchr(seat.kept[i].line, '\n', seat.kept[i].length));
    }
}

bool seat_try(const char *bytes, size_t count)
{
    const size_t piece = count / 3;
    seat.events = 0;
    seat_begin(&seat);
    const bool good = seat_receive(&seat, bytes, piece, check_answer, NULL) &&
                      seat_receive(&seat, bytes + piece, count - piece, check_answer, NULL);
    check_kept();
    return good;
}
