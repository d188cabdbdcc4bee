/* The front: its socket and certificate, its connections, its thread. */
#include "front.h"

#include "relay.h"

#include "io/address.h"
#include "io/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- listening ---- */

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

static int accept_client(int socket, peer_address *peer)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    const int made = accept(socket, (struct sockaddr *)&address, &length);
    if (made < 0) return -1;
    *peer = peer_of_socket(&address);
    if (prepare(made)) return made;
    close(made);
    return -1;
}

/* ---- TLS ---- */

static bool is_file(const char *option, const char *path, struct stat *info, char *why, size_t why_size)
{
    if (stat(path, info) != 0)
        snprintf(why, why_size, "%s %s: %s", option, path, strerror(errno));
    else if (!S_ISREG(info->st_mode))
        snprintf(why, why_size, "%s %s: not a file", option, path);
    else
        return true;
    return false;
}

/* Other users must not be able to read the key. */
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
        snprintf(why, why_size, "--cert %s: must be a certificate in PEM", cert);
    else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        snprintf(why, why_size, "--key %s: must be the private key of --cert in PEM, without a password",
                 key);
    else
        return true;
    return false;
}

/* Settings of connections (TLS 1.2 and newer). */
static SSL_CTX *open_tls(const char *cert, const char *key, char *why, size_t why_size)
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

/* ---- the front ---- */

enum {
    TICK = 250,   /* [ms] between checks of all connections */
    ARRIVALS = 16 /* connections that are accepted at a time */
};

/* A connection for the server: one record in the pipe. */
typedef struct handover {
    int socket;
    int64_t number;
} handover;

struct srv_front {
    int listener;
    int to_server[2]; /* pipe of handovers */
    int wake[2];      /* pipe that ends the thread */
    SSL_CTX *tls;     /* NULL: without */
    pthread_t thread;
    pthread_mutex_t lock; /* of the gate; only the thread uses the relays */
    srv_gate gate;
    relay relays[GATE_CONNECTIONS];
};

/* ---- the gate, used by both threads ---- */

bool front_admit(srv_front *front, int64_t number)
{
    pthread_mutex_lock(&front->lock);
    const bool admitted = gate_admit(&front->gate, number);
    pthread_mutex_unlock(&front->lock);
    return admitted;
}

bool front_peer(srv_front *front, int64_t number, peer_address *peer)
{
    pthread_mutex_lock(&front->lock);
    const gate_connection *c = gate_find(&front->gate, number);
    if (c) *peer = c->peer;
    pthread_mutex_unlock(&front->lock);
    return c != NULL;
}

/* ---- connections ---- */

static void close_connection(srv_front *front, int place)
{
    relay_end(&front->relays[place]);
    pthread_mutex_lock(&front->lock);
    gate_leave(&front->gate, place);
    pthread_mutex_unlock(&front->lock);
}

static int find_victim(srv_front *front, const peer_address *peer)
{
    pthread_mutex_lock(&front->lock);
    const int victim = gate_find_victim(&front->gate, peer);
    pthread_mutex_unlock(&front->lock);
    return victim;
}

static void enter(srv_front *front, int client, const peer_address *peer, int64_t now)
{
    SSL *tls = front->tls ? SSL_new(front->tls) : NULL;
    if (front->tls && (!tls || SSL_set_fd(tls, client) != 1)) {
        SSL_free(tls);
        close(client);
        return;
    }
    if (tls) SSL_set_accept_state(tls);
    const int victim = find_victim(front, peer);
    if (victim >= 0) close_connection(front, victim);
    pthread_mutex_lock(&front->lock);
    const int place = gate_enter(&front->gate, peer, now);
    pthread_mutex_unlock(&front->lock);
    relay_begin(&front->relays[place], client, tls, now);
}

static void accept_some(srv_front *front, int64_t now)
{
    peer_address peer;
    for (int i = 0; i < ARRIVALS; i++) {
        const int client = accept_client(front->listener, &peer);
        if (client < 0) return;
        enter(front, client, &peer, now);
    }
}

/* @return false: it cannot be handed over */
static bool hand_over(srv_front *front, int place)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) return false;
    const handover made = {.socket = pair[1], .number = front->gate.list[place].number};
    front->relays[place].server = pair[0];
    if (write(front->to_server[1], &made, sizeof made) == (ssize_t)sizeof made) return true;
    close(pair[1]);
    return false;
}

static void serve(srv_front *front, int place, int64_t now)
{
    relay *r = &front->relays[place];
    bool good = relay_pump(r, now);
    if (good && relay_has_request(r)) good = hand_over(front, place) && relay_pump(r, now);
    if (!good) close_connection(front, place);
}

static bool is_late(srv_front *front, int place, int64_t now)
{
    pthread_mutex_lock(&front->lock);
    const bool late = gate_is_late(&front->gate, place, now);
    pthread_mutex_unlock(&front->lock);
    return late;
}

/* ---- the thread ---- */

enum { LISTENER, WAKE, FIRST, FDS = FIRST + 2 * GATE_CONNECTIONS };

static void prepare_poll(const srv_front *front, struct pollfd fds[FDS])
{
    fds[LISTENER] = (struct pollfd){.fd = front->listener, .events = POLLIN};
    fds[WAKE] = (struct pollfd){.fd = front->wake[0], .events = POLLIN};
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        struct pollfd *own = &fds[FIRST + 2 * i];
        own[0] = own[1] = (struct pollfd){.fd = -1};
        if (front->relays[i].client >= 0) relay_poll(&front->relays[i], own);
    }
}

/* At a tick all connections are checked: they may be late or have ended. */
static void serve_all(srv_front *front, const struct pollfd fds[FDS], bool tick)
{
    const int64_t now = io_clock_now();
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        const struct pollfd *own = &fds[FIRST + 2 * i];
        if (front->relays[i].client < 0) continue;
        if (is_late(front, i, now))
            close_connection(front, i);
        else if (tick || own[0].revents || own[1].revents)
            serve(front, i, now);
    }
}

static void *run_front(void *of)
{
    srv_front *front = of;
    struct pollfd fds[FDS];
    int64_t ticked = io_clock_now();
    for (;;) {
        prepare_poll(front, fds);
        if (poll(fds, FDS, TICK) < 0 && errno != EINTR) return NULL;
        if (fds[WAKE].revents) return NULL;
        const bool tick = io_clock_now() - ticked > (int64_t)TICK * 1000000;
        if (tick) ticked = io_clock_now();
        serve_all(front, fds, tick);
        if (fds[LISTENER].revents) accept_some(front, io_clock_now());
    }
}

/* Signals go to the main thread. */
static bool start(srv_front *front)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&front->thread, NULL, run_front, front) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* ---- opening and closing ---- */

static void close_pipe(const int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
}

static void free_front(srv_front *front)
{
    for (int i = 0; i < GATE_CONNECTIONS; i++) relay_end(&front->relays[i]);
    close_pipe(front->to_server);
    close_pipe(front->wake);
    close(front->listener);
    SSL_CTX_free(front->tls);
    pthread_mutex_destroy(&front->lock);
    free(front);
}

srv_front *front_open(int listener, const char *cert, const char *key, char *why, size_t why_size)
{
    srv_front *front = calloc(1, sizeof *front);
    if (!front) {
        snprintf(why, why_size, "out of memory");
        close(listener);
        return NULL;
    }
    front->listener = listener;
    front->to_server[0] = front->to_server[1] = front->wake[0] = front->wake[1] = -1;
    pthread_mutex_init(&front->lock, NULL);
    for (int i = 0; i < GATE_CONNECTIONS; i++) front->relays[i].client = front->relays[i].server = -1;
    if (cert) front->tls = open_tls(cert, key, why, why_size);
    bool good = !cert || front->tls;
    if (good && (pipe2(front->to_server, O_CLOEXEC | O_NONBLOCK) != 0 ||
                 pipe2(front->wake, O_CLOEXEC | O_NONBLOCK) != 0 || !start(front))) {
        snprintf(why, why_size, "%s", strerror(errno));
        good = false;
    }
    if (good) return front;
    free_front(front);
    return NULL;
}

int front_descriptor(const srv_front *front)
{
    return front->to_server[0];
}

int front_take(srv_front *front, int64_t *number)
{
    handover made;
    if (read(front->to_server[0], &made, sizeof made) != (ssize_t)sizeof made) return -1;
    *number = made.number;
    return made.socket;
}

void front_close(srv_front *front)
{
    int64_t number;
    (void)!write(front->wake[1], "", 1);
    pthread_join(front->thread, NULL);
    for (int left = front_take(front, &number); left >= 0; left = front_take(front, &number)) close(left);
    free_front(front);
}
