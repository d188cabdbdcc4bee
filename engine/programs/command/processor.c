/* Does this processor have what the compiler was allowed to use? Better a sentence than an illegal
 * instruction. */
#include "program.h"

#include <stddef.h>

const char *program_missing_in_processor(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
#ifdef __AVX__
    if (!__builtin_cpu_supports("avx")) return "AVX";
#endif
#ifdef __AVX2__
    if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
#ifdef __FMA__
    if (!__builtin_cpu_supports("fma")) return "FMA";
#endif
#ifdef __BMI2__
    if (!__builtin_cpu_supports("bmi2")) return "BMI2";
#endif
#ifdef __AVX512F__
    if (!__builtin_cpu_supports("avx512f")) return "AVX-512";
#endif
#endif
    return NULL;
}
