/* The instructor's server: pages, results and WebSockets for browsers on one side, the links of seats on the
 * other. One thread, the caller's, serves; a second one accepts and decrypts connections. docs/instructor.md
 * describes what it serves and whom it admits. */
#ifndef SRV_SERVER_H
#define SRV_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SRV_SEATS = 8, /**< at most */
    SRV_WHY = 1600 /**< room for a message */
};

typedef struct srv_setup {
    const char *listen;     /**< address to listen at */
    int port;               /**< 0: any free port */
    const char *token_file; /**< NULL: a token is made */
    const char *cert, *key; /**< files in PEM; NULL: without TLS */
    double idle;            /**< a browser's session ends after this time without use [s] */
    double most;            /**< and after this time in any case [s] */
    const char *store;      /**< path of the results store; it need not exist yet */
    const char *assets;     /**< folder of the shipped files */
    int seat_count;
    const char *const *seats; /**< their names */
    /** Write the debriefing of an attempt again, without waiting: its plots take seconds.
     */
    void (*renew_debriefing)(const char *store, int64_t attempt, const char *path);
} srv_setup;

typedef enum srv_result {
    SRV_OPEN,
    SRV_REFUSED, /**< the setup is wrong */
    SRV_UNABLE   /**< files or the system do not allow it */
} srv_result;

typedef struct srv_server srv_server;

/** Listen, and start the second thread. Addresses that other computers can reach need a token file and a
 * certificate.
 *  @param setup   its texts live as long as the server
 *  @param opened  out, with SRV_OPEN
 *  @param why     out, otherwise: SRV_WHY, what is wrong and what is expected */
srv_result srv_open(const srv_setup *setup, srv_server **opened, char *why);

/** The port it listens at. */
int srv_port(const srv_server *server);

/** The token that browsers need. */
const char *srv_token(const srv_server *server);

/** Wait up to a second for events and handle them. @return false: it cannot go on */
bool srv_attend(srv_server *server);

/** Close all connections and end the second thread. */
void srv_close(srv_server *server);

#endif
