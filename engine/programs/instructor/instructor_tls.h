/* Certificates and keys of the instructor's server. */
#ifndef INSTRUCTOR_TLS_H
#define INSTRUCTOR_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>

/** Read a certificate, with those that it rests on, and its private key, both in PEM. The key must be
 * readable by its owner alone.
 *  @param why  out: what is wrong, and what is expected
 *  @return what connections are made from (TLS 1.2 and newer); NULL: the files are not valid */
SSL_CTX *tls_open(const char *cert, const char *key, char *why, size_t why_size);

/** Whether tls_open would succeed. */
bool tls_check(const char *cert, const char *key, char *why, size_t why_size);

#endif
