/* Sockets of motion: IPv4 and IPv6 by name for sending, both by one socket for listening. */
#include "udp.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT_TEXT = 12 };

static const int64_t PER_SECOND = 1000000000; /* [ns] */

int64_t udp_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * PER_SECOND + t.tv_nsec;
}

/* The first of the host's addresses that a socket can be opened for. */
static int connect_first(const struct addrinfo *list)
{
    for (const struct addrinfo *at = list; at; at = at->ai_next) {
        const int made =
            socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
        if (made >= 0 && connect(made, at->ai_addr, at->ai_addrlen) == 0) return made;
        const int why = errno;
        if (made >= 0) close(made);
        errno = why;
    }
    return -1;
}

int udp_connect(const char *host, int port, char *error, size_t error_size)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *list = NULL;
    char service[PORT_TEXT];
    snprintf(service, sizeof service, "%d", port);
    const int trouble = getaddrinfo(host, service, &hints, &list);
    if (trouble) {
        snprintf(error, error_size, "the host of the motion platform, '%s', is not known: %s", host,
                 gai_strerror(trouble));
        return -1;
    }
    const int made = connect_first(list);
    if (made < 0)
        snprintf(error, error_size, "no way to the motion platform at %s, port %d: %s", host, port,
                 strerror(errno));
    freeaddrinfo(list);
    return made;
}

/* One socket for IPv6 and IPv4; without IPv6 in the kernel, for IPv4. */
static int bind_any(int port)
{
    const int both = 0;
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = IN6ADDR_ANY_INIT};
    const struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int made = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made >= 0) {
        (void)setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &both, sizeof both);
        if (bind(made, (const struct sockaddr *)&six, sizeof six) == 0) return made;
    } else {
        made = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (made >= 0 && bind(made, (const struct sockaddr *)&four, sizeof four) == 0) return made;
    }
    const int why = errno;
    if (made >= 0) close(made);
    errno = why;
    return -1;
}

int udp_listen(int port, char *error, size_t error_size)
{
    const int made = bind_any(port);
    if (made < 0) snprintf(error, error_size, "cannot listen on UDP port %d: %s", port, strerror(errno));
    return made;
}

int udp_port(int socket)
{
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
    in_port_t port;
    if (address.ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, &address, sizeof six);
        port = six.sin6_port;
    } else {
        struct sockaddr_in four;
        memcpy(&four, &address, sizeof four);
        port = four.sin_port;
    }
    return ntohs(port);
}
