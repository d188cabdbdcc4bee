/* Certificates, before a server is begun with them. */
#ifndef INSTRUCTOR_TLS_H
#define INSTRUCTOR_TLS_H

#include <stdbool.h>
#include <stddef.h>

/** Whether these files are a certificate, with those that it rests on, and its private key, both in PEM.
 *  @param why  out: what is wrong, and what was expected */
bool tls_check(const char *cert, const char *key, char *why, size_t why_size);

#endif
