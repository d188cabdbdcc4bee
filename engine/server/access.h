/* Tokens and cookies of the instructor's server, and the addresses that a request names. Pure, except for
 * reading and making a token. */
#ifndef ACCESS_H
#define ACCESS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    ACCESS_TOKEN = 129, /**< room for a token */
    ACCESS_LEAST = 16,  /**< characters of a token */
    ACCESS_RANDOM = 16, /**< bytes of a made token: 128 bits */
    ACCESS_BITS = 48    /**< least estimated strength of a token */
};

/** Whether a text may be a token: 16 to 128 letters, digits, '-', '_', '.', '~', which need no escapes in
 * addresses and cookies. */
bool access_is_token(const char *text);

/** Estimated strength of a token, an upper bound. A character that repeats the one before, continues a run
 * (abc, 321, qwe) or repeats an earlier part of three or more counts nothing; each other one counts log2 of
 * the number of different characters. Words of a dictionary are not recognised. @return [bits] */
double access_bits(const char *token);

/** Write random bytes as a token of hexadecimal digits. */
void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN]);

/** Read a token from a file of one line that only its owner can read, and check its strength.
 *  @param why  out: what is wrong, and what is expected
 *  @return false: see `why` */
bool access_read_token(const char *path, char token[ACCESS_TOKEN], char *why, size_t why_size);

/** Make a token. @return false: the system has no random numbers */
bool access_make_token(char token[ACCESS_TOKEN]);

/** Whether two tokens are equal. The time of a call says nothing about where they differ. */
bool access_same(const char *token, const char *given);

/** Find the value of a cookie in the header `Cookie`. @return false: no cookie of this name, or too long */
bool access_cookie(const char *header, const char *name, char *value, size_t size);

/** Whether the header `Host` names this computer: 127.0.0.1, localhost or [::1], with this port. A page of a
 * foreign site whose name has been pointed at this computer names another host. */
bool access_is_loopback(const char *host, int port);

/** Whether the header `Origin` is a page of this server. */
bool access_is_own(const char *origin, const char *host, bool tls);

#endif
