#include "listen.h"

#include "io/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BACKLOG = 32, LOOPBACK_NET = 127 /* 127.0.0.0/8 */, NET_SHIFT = 24 };

static bool is_loopback(const struct addrinfo *at)
{
    if (at->ai_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, at->ai_addr, sizeof four);
        return ntohl(four.sin_addr.s_addr) >> NET_SHIFT == LOOPBACK_NET;
    }
    struct sockaddr_in6 six;
    memcpy(&six, at->ai_addr, sizeof six);
    return memcmp(&six.sin6_addr, &in6addr_loopback, sizeof six.sin6_addr) == 0;
}

static bool prepare(int made)
{
    const int on = 1;
    const int flags = fcntl(made, F_GETFL);
    return setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
           fcntl(made, F_SETFD, FD_CLOEXEC) == 0 && fcntl(made, F_SETFL, flags | O_NONBLOCK) == 0;
}

int listen_at(const char *address, int port, bool *loopback, char *why, size_t why_size)
{
    const struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *list = NULL;
    const char *trouble = io_address_find(address, port, &hints, &list);
    if (trouble) {
        snprintf(why, why_size, "%s: %s", address, trouble);
        return -1;
    }
    *loopback = is_loopback(list);
    int made = socket(list->ai_family, list->ai_socktype, list->ai_protocol);
    if (made < 0 || !prepare(made) || bind(made, list->ai_addr, list->ai_addrlen) != 0 ||
        listen(made, BACKLOG) != 0) {
        snprintf(why, why_size, "%s, port %d: %s%s", address, port, strerror(errno),
                 errno == EADDRINUSE ? "; choose another --port, or 0 for a free one" : "");
        if (made >= 0) close(made);
        made = -1;
    }
    freeaddrinfo(list);
    return made;
}

/* ---- peers ---- */

enum { PREFIX = 8 /* [bytes] of an IPv6 address that are assigned */, MAPPED = 12 };

static const unsigned char mapped[MAPPED] = {[10] = 0xff, [11] = 0xff};

static listen_peer peer_of(const struct sockaddr_storage *address)
{
    listen_peer peer = {{0}};
    if (address->ss_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        memcpy(peer.bytes, mapped, MAPPED);
        memcpy(peer.bytes + MAPPED, &four.sin_addr, sizeof four.sin_addr);
    } else if (address->ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        const bool is_four = memcmp(&six.sin6_addr, mapped, MAPPED) == 0;
        memcpy(peer.bytes, &six.sin6_addr, is_four ? LISTEN_PEER : PREFIX);
    }
    return peer;
}

int listen_accept(int socket, listen_peer *peer)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    const int made = accept(socket, (struct sockaddr *)&address, &length);
    if (made < 0) return -1;
    *peer = peer_of(&address);
    if (prepare(made)) return made;
    close(made);
    return -1;
}

bool listen_is_same(const listen_peer *a, const listen_peer *b)
{
    return memcmp(a->bytes, b->bytes, LISTEN_PEER) == 0;
}

const char *listen_print(const listen_peer *peer, char text[LISTEN_PEER_TEXT])
{
    char address[INET6_ADDRSTRLEN] = "?";
    if (memcmp(peer->bytes, mapped, MAPPED) == 0) {
        (void)inet_ntop(AF_INET, peer->bytes + MAPPED, address, sizeof address);
        snprintf(text, LISTEN_PEER_TEXT, "%s", address);
    } else {
        (void)inet_ntop(AF_INET6, peer->bytes, address, sizeof address);
        snprintf(text, LISTEN_PEER_TEXT, "%s/64", address);
    }
    return text;
}

/* ---- TLS ---- */

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

/* A user who can read the key can pretend to be this server. */
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
