/* One connection: bytes between a client's socket, with or without TLS, and the server's end of a socket
 * pair. */
#ifndef RELAY_H
#define RELAY_H

#include "wire.h"

#include <openssl/ssl.h>
#include <poll.h>

enum { RELAY_BUFFER = 16384 /* [bytes] each way */ };

typedef struct relay_buffer {
    size_t length;
    size_t ready; /**< of them may be passed on */
    unsigned char bytes[RELAY_BUFFER];
} relay_buffer;

typedef struct relay {
    int client; /**< -1: there is no connection */
    int server; /**< our end of the pair; -1: no request has arrived yet, or the server has ended */
    SSL *tls;   /**< NULL: without */
    wire wire;
    relay_buffer in, out;
    bool client_ended, server_ended, failed;
    bool tls_writes; /**< TLS must write before it can read */
    bool tls_reads;  /**< TLS must read before it can write */
    bool closing;    /**< the last bytes to the client are in `out` */
    int64_t moved;   /**< time of the last byte [ns] */
    int64_t ended;   /**< when our side was shut down; 0: it is open [ns] */
} relay;

/** Begin with a client's socket. */
void relay_begin(relay *r, int client, SSL *tls, int64_t now);

/** Move all bytes that can be moved. @return false: the connection has ended and must be closed */
bool relay_pump(relay *r, int64_t now);

/** Whether a request has arrived that was not handed to the server yet. */
bool relay_has_request(const relay *r);

/** What to wait for. @param fds  out: of the client and the server */
void relay_poll(const relay *r, struct pollfd fds[2]);

/** Close its sockets. */
void relay_end(relay *r);

#endif
