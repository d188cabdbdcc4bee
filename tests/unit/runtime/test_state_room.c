/* Room for states that grow: small ones cost little memory, large ones are refused until there is memory. */
#define _GNU_SOURCE
#include "support/check.h"

#include "recording/black_box.h"

#include <string.h>
#include <sys/mman.h>

static const size_t megabyte = (size_t)1 << 20;

/* A small state needs no growth ever. */
static void small_room(void **unused)
{
    (void)unused;
    rt_state_room room = {0};
    assert_true(rt_state_buffer_reserve(&room, 2056, 2056));
    assert_true(rt_state_buffer_fits(&room, 2056));
    assert_false(rt_state_buffer_fits(&room, 2057));
    memset(room.data, 0xAB, 2056);
    rt_state_buffer_grow(&room, 2056);
    assert_int_equal(room.data[2055], 0xAB);
    rt_state_buffer_free(&room);
    rt_state_buffer_free(&room); /* once is enough */
}

/* Memory of the process in pages that are there, of those of the room. */
static size_t resident(const rt_state_room *room)
{
    enum { PAGE = 4096, PAGES = 64 * 256 };
    static unsigned char there[PAGES];
    size_t pages = 0;
    assert_true(room->capacity <= (size_t)PAGES * PAGE);
    assert_int_equal(mincore(room->data, room->capacity, there), 0);
    for (size_t i = 0; i < (room->capacity + PAGE - 1) / PAGE; i++) pages += there[i] & 1;
    return pages * PAGE;
}

/* What is held is resident before it is used; what is not, is not. What stands there survives growth. */
static void room_grows(void **unused)
{
    (void)unused;
    rt_state_room room = {0};
    assert_true(rt_state_buffer_reserve(&room, 64 * megabyte, 1000));
    assert_true(rt_state_buffer_fits(&room, 4 * megabyte));
    assert_false(rt_state_buffer_fits(&room, 5 * megabyte));
    assert_in_range(resident(&room), 4 * megabyte, 5 * megabyte);
    memset(room.data, 1, 4 * megabyte);
    rt_state_buffer_grow(&room, 4 * megabyte);
    assert_true(rt_state_buffer_fits(&room, 8 * megabyte)); /* twice as large */
    assert_in_range(resident(&room), 12 * megabyte, 14 * megabyte);
    assert_int_equal(room.data[4 * megabyte - 1], 1);
    const size_t ready = room.ready;
    rt_state_buffer_grow(&room, 1000); /* never shrinks */
    assert_int_equal(room.ready, ready);
    rt_state_buffer_grow(&room, 60 * megabyte);
    assert_true(rt_state_buffer_fits(&room, 64 * megabyte));
    assert_false(rt_state_buffer_fits(&room, 64 * megabyte + 1));
    rt_state_buffer_free(&room);
}

/* More than there are addresses. */
static void no_room(void **unused)
{
    (void)unused;
    rt_state_room room = {0};
    assert_false(rt_state_buffer_reserve(&room, SIZE_MAX / 2, 100));
    assert_null(room.data);
    rt_state_buffer_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_room), cmocka_unit_test(room_grows),
                                       cmocka_unit_test(no_room)};
    return cmocka_run_group_tests_name("state room", tests, NULL, NULL);
}
