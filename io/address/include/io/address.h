/* Addresses of the network: of hosts by their names, and the ports of sockets. IPv4 and IPv6. */
#ifndef IO_ADDRESS_H
#define IO_ADDRESS_H

struct addrinfo;

/** The addresses of a host and a port. It asks the network where the name is no number, and may wait for it.
 *  @param host   name or number
 *  @param hints  of getaddrinfo: what the socket is to be
 *  @param list   out: one at least, to be freed with freeaddrinfo
 *  @return NULL, or why there is none, in words */
const char *io_address_find(const char *host, int port, const struct addrinfo *hints, struct addrinfo **list);

/** The port that a socket is bound to; 0: none. */
int io_address_port(int socket);

#endif
