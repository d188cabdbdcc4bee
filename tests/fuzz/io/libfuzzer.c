/* What comes in from outside under libFuzzer: a request for the seat, lines of a seat for the instructor,
 * messages and headers of browsers for his server, datagrams of a motion platform. */
#include "link_try.h"
#include "room_try.h"
#include "seat_try.h"

#include "support/check.h"

#include "io/motion.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A heartbeat that is taken is the one that would be written. */
static void heartbeat_try(const uint8_t *data, size_t size)
{
    io_heartbeat beat;
    uint8_t again[IO_HEARTBEAT_SIZE];
    if (!io_heartbeat_read(data, size, &beat)) return;
    assert_int_equal(io_heartbeat_write(&beat, again), size);
    assert_memory_equal(again, data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    link_try(data, size);
    seat_try((const char *)data, size);
    room_try((const char *)data, size);
    header_try((const char *)data, size);
    heartbeat_try(data, size);
    return 0;
}
