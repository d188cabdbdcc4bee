/* A server in a thread, at a free port of 127.0.0.1, with a results store and the socket of a seat in a
 * folder of its own, and the clients of tests: plain, encrypted, WebSockets. */
#ifndef SERVER_RIG_H
#define SERVER_RIG_H

#include "store_rig.h"

#include "srv/server.h"

#include <openssl/ssl.h>

#define RIG_TOKEN "c0ffee5eed0123e9d1b2a7f4866a3d10"

enum { RIG_BYTES = 1 << 17, RIG_PATIENCE = 10000 /* [ms] for what must come */ };

/** A setup that srv_open takes: two seats, "one" and "two", a token file. Its folder is made with the first
 * call. */
srv_setup rig_setup(void);

/** Path of a file in the folder, until the next call. */
const char *rig_file(const char *name);

/** Write a file there, for the owner alone. @return its path, until the next call */
const char *rig_write(const char *name, const char *text);

/** Write a certificate for localhost and its key as cert.pem and key.pem. */
void rig_make_certificate(void);

/** Open the server and serve in a thread. */
void rig_serve(const srv_setup *setup);

/** End both, remove the folder. A teardown. */
int rig_end(void **state);

int rig_port(void);

/** How often a debriefing was to be written anew, and of which attempt last. */
extern int rig_renewed;
extern int64_t rig_renewed_attempt;

/* ---- clients ---- */

typedef struct rig_client {
    int socket;
    SSL *tls; /**< NULL: plain */
    size_t length;
    char bytes[RIG_BYTES]; /**< received, with a NUL behind */
} rig_client;

/** Connect. @param tls  NULL: plain */
void rig_connect(rig_client *c, SSL_CTX *tls);
void rig_send(rig_client *c, const void *bytes, size_t count);

/** Receive until a text is there, or the server closes. @return whether it is there */
bool rig_wait(rig_client *c, const char *text);
void rig_close_client(rig_client *c);

/** A whole request on a connection of its own: the reply, until the next call. `headers` end with CR LF each.
 */
const char *rig_ask(const char *line, const char *headers, const char *body);

/** The same with the token in a header. */
const char *rig_ask_as_admitted(const char *line, const char *headers, const char *body);

/** Status of a reply. */
int rig_status(const char *reply);

/** Log in as the page does. @return headers of the session: Cookie and Origin, until the next call */
const char *rig_log_in(void);

/** Open a WebSocket. @return the status */
int rig_upgrade(rig_client *c, const char *headers);

/** Send a text frame, masked as a browser's. */
void rig_say(rig_client *c, const char *text);

#endif
