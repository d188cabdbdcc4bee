/* Sockets of motion: IPv4 and IPv6 by name for sending, both by one socket for listening. */
#include "udp.h"

#include "io/address.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
    const char *trouble = io_address_find(host, port, &hints, &list);
    if (trouble) {
        snprintf(error, error_size, "the host of the motion platform, '%s', cannot be resolved: %s", host,
                 trouble);
        return -1;
    }
    const int made = connect_first(list);
    if (made < 0)
        snprintf(error, error_size, "cannot connect to the motion platform at %s, port %d: %s", host, port,
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
