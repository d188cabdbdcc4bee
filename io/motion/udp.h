/* UDP sockets that never block, and the clock of those who use them. */
#ifndef MOTION_UDP_H
#define MOTION_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A socket that speaks to one host and hears nobody else. @return -1 after `error` */
int udp_connect(const char *host, int port, char *error, size_t error_size);

/** A socket that hears everybody. @param port  0: any. @return -1 after `error` */
int udp_listen(int port, char *error, size_t error_size);

/** Where a socket listens. */
int udp_port(int socket);

/** CLOCK_MONOTONIC [ns] */
int64_t udp_now(void);

#endif
