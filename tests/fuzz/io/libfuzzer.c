/* Both ends of the instructor's link under libFuzzer: a request for the seat, lines of a seat for the
 * instructor. */
#include "link_try.h"
#include "seat_try.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    link_try(data, size);
    seat_try((const char *)data, size);
    return 0;
}
