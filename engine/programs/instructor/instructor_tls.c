#include "instructor_tls.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool tls_check(const char *cert, const char *key, char *why, size_t why_size)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    bool good = false;
    if (!context)
        snprintf(why, why_size, "there is no TLS here");
    else if (access(cert, R_OK) != 0)
        snprintf(why, why_size, "--cert %s: %s", cert, strerror(errno));
    else if (access(key, R_OK) != 0)
        snprintf(why, why_size, "--key %s: %s", key, strerror(errno));
    else if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        snprintf(why, why_size, "--cert %s: expected a certificate in PEM", cert);
    else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        snprintf(why, why_size, "--key %s: expected the private key of --cert in PEM, without a password",
                 key);
    else
        good = true;
    SSL_CTX_free(context);
    return good;
}
