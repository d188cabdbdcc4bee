/* The parser of the instructor's link under libFuzzer. */
#include "link_try.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    link_try(data, size);
    return 0;
}
