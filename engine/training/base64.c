#include "base64.h"

void base64_write(FILE *out, const char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t here = count - i < 3 ? count - i : 3;
        unsigned three = 0;
        for (size_t k = 0; k < 3; k++) three = three << 8 | (k < here ? (unsigned char)bytes[i + k] : 0U);
        for (size_t k = 0; k < 4; k++) fputc(k <= here ? digits[three >> (18 - 6 * k) & 63U] : '=', out);
    }
}
