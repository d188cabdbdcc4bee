#include "io/address.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { PORT_TEXT = 12 };

const char *io_address_find(const char *host, int port, const struct addrinfo *hints, struct addrinfo **list)
{
    char service[PORT_TEXT];
    snprintf(service, sizeof service, "%d", port);
    const int trouble = getaddrinfo(host, service, hints, list);
    return trouble ? gai_strerror(trouble) : NULL;
}

int io_address_port(int socket)
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
