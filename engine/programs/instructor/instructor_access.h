/* Who may come in: tokens, cookies, and where a request says that it comes from. Pure. */
#ifndef INSTRUCTOR_ACCESS_H
#define INSTRUCTOR_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    ACCESS_TOKEN = 129, /**< room for a token */
    ACCESS_LEAST = 16,  /**< characters of a token */
    ACCESS_RANDOM = 16, /**< bytes of one that is made: 128 bits */
    ACCESS_BITS = 48    /**< that a token must be worth at least */
};

/** Whether a text may be a token: 16 to 128 letters, digits, '-', '_', '.', '~', which mean themselves in
 * addresses and cookies. */
bool access_is_token(const char *text);

/** How hard a token is to guess at most, estimated from its characters: one that is the same as the one
 * before, continues a run (abc, 321, qwe) or repeats an earlier part of three or more counts nothing, the
 * others log2 of how many different ones there are. Words of a dictionary are not known. @return [bits] */
double access_bits(const char *token);

/** A token of random bytes, as hexadecimal digits. */
void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN]);

/** Whether they are equal. The time it takes tells nothing about where they differ. */
bool access_same(const char *token, const char *given);

/** Value of a cookie in the header `Cookie`. @return false: it has none of this name, or one that is too long
 */
bool access_cookie(const char *header, const char *name, char *value, size_t size);

/** Whether the header `Host` names this computer itself: 127.0.0.1, localhost or [::1], with this port. A
 * page of a foreign site whose name has been pointed at this computer has another one. */
bool access_is_loopback(const char *host, int port);

/** Whether the header `Origin` is the page that this very server has given. */
bool access_is_own(const char *origin, const char *host, bool tls);

#endif
