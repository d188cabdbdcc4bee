/* UDP sockets that never block. */
#ifndef MOTION_UDP_H
#define MOTION_UDP_H

#include <stddef.h>

/** A socket that speaks to one host and hears nobody else. @return -1 after `error` */
int udp_connect(const char *host, int port, char *error, size_t error_size);

/** A socket that hears everybody. @param port  0: any. @return -1 after `error` */
int udp_listen(int port, char *error, size_t error_size);

#endif
