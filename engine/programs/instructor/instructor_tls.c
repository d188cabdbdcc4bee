#include "instructor_tls.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_file(const char *option, const char *path, struct stat *info, char *why, size_t why_size)
{
    if (stat(path, info) != 0)
        snprintf(why, why_size, "%s %s: %s", option, path, strerror(errno));
    else if (!S_ISREG(info->st_mode))
        snprintf(why, why_size, "%s %s: expected a file", option, path);
    else
        return true;
    return false;
}

/* Who can read the key can pretend to be this server. */
static bool is_private(const char *key, char *why, size_t why_size)
{
    struct stat info;
    if (!is_file("--key", key, &info, why, why_size)) return false;
    if ((info.st_mode & (S_IRWXG | S_IRWXO)) == 0) return true;
    snprintf(why, why_size,
             "--key %s: other users can read it (mode %03o); make it private with: chmod 600 %s", key,
             (unsigned)(info.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)), key);
    return false;
}

static bool read_files(SSL_CTX *context, const char *cert, const char *key, char *why, size_t why_size)
{
    struct stat info;
    if (!is_file("--cert", cert, &info, why, why_size) || !is_private(key, why, why_size)) return false;
    if (SSL_CTX_use_certificate_chain_file(context, cert) != 1)
        snprintf(why, why_size, "--cert %s: expected a certificate in PEM", cert);
    else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        snprintf(why, why_size, "--key %s: expected the private key of --cert in PEM, without a password",
                 key);
    else
        return true;
    return false;
}

SSL_CTX *tls_open(const char *cert, const char *key, char *why, size_t why_size)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) {
        snprintf(why, why_size, "there is no TLS here");
        return NULL;
    }
    (void)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    (void)SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    (void)SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    if (read_files(context, cert, key, why, why_size)) return context;
    SSL_CTX_free(context);
    return NULL;
}

bool tls_check(const char *cert, const char *key, char *why, size_t why_size)
{
    SSL_CTX *context = tls_open(cert, key, why, why_size);
    SSL_CTX_free(context);
    return context != NULL;
}
