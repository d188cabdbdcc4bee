/* Base64 (RFC 4648): bytes as characters that stand in a page without any escape. */
#ifndef TRAIN_BASE64_H
#define TRAIN_BASE64_H

#include <stddef.h>
#include <stdio.h>

void base64_write(FILE *out, const char *bytes, size_t count);

#endif
