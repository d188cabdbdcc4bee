#include "instructor_access.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool access_is_token(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("-_.~", text[i])) return false;
    return length >= ACCESS_LEAST && length < ACCESS_TOKEN;
}

void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN])
{
    for (int i = 0; i < ACCESS_RANDOM; i++) snprintf(token + (size_t)(2 * i), 3, "%02x", bytes[i]);
}

/* Always the same number of bytes are looked at. What is longer than a token fits in none. */
bool access_same(const char *token, const char *given)
{
    char a[ACCESS_TOKEN] = {0}, b[ACCESS_TOKEN] = {0};
    const size_t length = strlen(given);
    unsigned different = length >= ACCESS_TOKEN;
    memcpy(a, token, strnlen(token, ACCESS_TOKEN - 1));
    memcpy(b, given, length < ACCESS_TOKEN ? length : ACCESS_TOKEN - 1);
    for (int i = 0; i < ACCESS_TOKEN; i++) different |= (unsigned)(unsigned char)(a[i] ^ b[i]);
    return different == 0;
}

bool access_cookie(const char *header, const char *name, char *value, size_t size)
{
    const size_t length = strlen(name);
    for (const char *at = header; *at; at += strcspn(at, ";")) {
        at += strspn(at, "; ");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        const char *from = at + length + 1;
        const size_t count = strcspn(from, "; ");
        if (count >= size) return false;
        memcpy(value, from, count);
        value[count] = '\0';
        return true;
    }
    return false;
}

bool access_is_loopback(const char *host, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char expected[40];
        snprintf(expected, sizeof expected, "%s:%d", names[i], port);
        if (strcmp(host, expected) == 0) return true;
    }
    return false;
}

bool access_is_own(const char *origin, const char *host, bool tls)
{
    const char *scheme = tls ? "https://" : "http://";
    const size_t length = strlen(scheme);
    return *host && strncmp(origin, scheme, length) == 0 && strcmp(origin + length, host) == 0;
}
