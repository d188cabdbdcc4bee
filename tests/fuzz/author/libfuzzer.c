/* The readers of a kind under libFuzzer, which looks for texts that take new ways through them. */
#include "fuzz.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; i < fuzz_subject_count; i++) fuzz_try(&fuzz_subjects[i], data, size);
    return 0;
}
