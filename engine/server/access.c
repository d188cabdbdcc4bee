#include "access.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

bool access_is_token(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("-_.~", text[i])) return false;
    return length >= ACCESS_LEAST && length < ACCESS_TOKEN;
}

/* ---- strength ---- */

/* Neighbours in one of these rows, in either direction, are a run. */
static const char *const rows[] = {"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl",
                                   "zxcvbnm"};

/* Direction from one character to the next: 1, -1, 0 for equal ones; 2: they are not neighbours. */
static int step_of(char from, char to)
{
    const int a = tolower((unsigned char)from), b = tolower((unsigned char)to);
    if (a == b) return 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = rows[i]; at[1]; at++) {
            if (at[0] == a && at[1] == b) return 1;
            if (at[0] == b && at[1] == a) return -1;
        }
    return 2;
}

static bool continues_run(const char *token, size_t at)
{
    if (at > 0 && token[at] == token[at - 1]) return true;
    if (at < 2) return false;
    const int step = step_of(token[at - 1], token[at]);
    return step != 2 && step_of(token[at - 2], token[at - 1]) == step;
}

/* Length of the longest part from here that occurred before. */
static size_t repeated(const char *token, size_t at)
{
    size_t longest = 0;
    for (size_t from = 0; from < at; from++) {
        size_t same = 0;
        while (token[at + same] && token[from + same] == token[at + same]) same++;
        if (same > longest) longest = same;
    }
    return longest;
}

static int count_different(const char *token)
{
    int count = 0;
    for (size_t i = 0; token[i]; i++) count += memchr(token, token[i], i) == NULL;
    return count;
}

double access_bits(const char *token)
{
    enum { PART = 3 };
    const int different = count_different(token);
    int counted = 0;
    for (size_t at = 0; token[at];) {
        const size_t part = repeated(token, at);
        counted += part < PART && !continues_run(token, at);
        at += part < PART ? 1 : part;
    }
    return different > 1 ? counted * log2(different) : 0.0;
}

void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN])
{
    for (int i = 0; i < ACCESS_RANDOM; i++) snprintf(token + (size_t)(2 * i), 3, "%02x", bytes[i]);
}

/* The same number of bytes is always compared. A text longer than a token never matches. */
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

/* ---- files ---- */

/* The line of a token's file. A token that others can read is not secret. */
static bool read_line(const char *path, char *line, int size, char *why, size_t why_size)
{
    struct stat info;
    FILE *token = fopen(path, "r");
    if (!token || fstat(fileno(token), &info) != 0) {
        snprintf(why, why_size, "--token-file %s: %s", path, strerror(errno));
        if (token) (void)fclose(token);
        return false;
    }
    const bool read = fgets(line, size, token) != NULL && fgetc(token) == EOF;
    (void)fclose(token);
    line[strcspn(line, "\r\n")] = '\0';
    if (!S_ISREG(info.st_mode))
        snprintf(why, why_size, "--token-file %s: expected a file", path);
    else if (info.st_mode & (S_IRWXG | S_IRWXO))
        snprintf(why, why_size,
                 "--token-file %s: other users can read it; make it private with: chmod 600 %s", path, path);
    else if (!read || !access_is_token(line))
        snprintf(why, why_size,
                 "--token-file %s: expected one line of 16 to 128 letters, digits, '-', '_', '.' and '~'",
                 path);
    else
        return true;
    return false;
}

bool access_read_token(const char *path, char token[ACCESS_TOKEN], char *why, size_t why_size)
{
    char line[2 * ACCESS_TOKEN] = "";
    if (!read_line(path, line, sizeof line, why, why_size)) return false;
    const double bits = access_bits(line);
    memcpy(token, line, strlen(line) + 1);
    if (bits >= ACCESS_BITS) return true;
    snprintf(why, why_size,
             "--token-file %s: the token is too easy to guess: about %.0f bits, at least %d are "
             "expected "
             "(repeated and consecutive characters count once); make one with: openssl rand -hex 16",
             path, bits, ACCESS_BITS);
    return false;
}

bool access_make_token(char token[ACCESS_TOKEN])
{
    unsigned char bytes[ACCESS_RANDOM];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
    access_print_token(bytes, token);
    return true;
}

/* ---- headers ---- */

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
