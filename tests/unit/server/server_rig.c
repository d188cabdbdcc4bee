#include "server_rig.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int rig_renewed;
int64_t rig_renewed_attempt;

static srv_server *server;
static pthread_t thread;
static atomic_bool ending;

/* ---- files ---- */

/* Beside the store, whose folder is removed with all that is in it. */
const char *rig_file(const char *name)
{
    static char path[400];
    const char *store = rig_path();
    snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(store, '/') - store), store, name);
    return path;
}

static FILE *create(const char *name)
{
    rig_store();
    FILE *file = fopen(rig_file(name), "w");
    assert_non_null(file);
    assert_int_equal(fchmod(fileno(file), S_IRUSR | S_IWUSR), 0);
    return file;
}

const char *rig_write(const char *name, const char *text)
{
    FILE *file = create(name);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return rig_file(name);
}

static void renew(const char *store, int64_t attempt, const char *path)
{
    assert_string_equal(store, rig_path());
    assert_non_null(strstr(path, "debrief.html"));
    rig_renewed++;
    rig_renewed_attempt = attempt;
}

srv_setup rig_setup(void)
{
    static const char *const seats[] = {"one", "two"};
    static char token[400];
    snprintf(token, sizeof token, "%s", rig_write("token", RIG_TOKEN "\n"));
    assert_int_equal(setenv("XDG_RUNTIME_DIR", rig_file("."), 1), 0);
    return (srv_setup){.listen = "127.0.0.1",
                       .token_file = token,
                       .idle = 3600.0,
                       .most = 7200.0,
                       .store = rig_path(),
                       .assets = HEADLAND_ASSETS,
                       .seat_count = 2,
                       .seats = seats,
                       .renew_debriefing = renew};
}

void rig_make_certificate(void)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *cert = X509_new();
    assert_true(key && cert);
    ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
    X509_gmtime_adj(X509_getm_notBefore(cert), 0);
    X509_gmtime_adj(X509_getm_notAfter(cert), 86400); /* [s] */
    X509_set_pubkey(cert, key);
    X509_NAME *name = X509_get_subject_name(cert);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1, 0);
    X509_set_issuer_name(cert, name);
    assert_true(X509_sign(cert, key, EVP_sha256()) > 0);
    FILE *file = create("cert.pem");
    assert_true(PEM_write_X509(file, cert));
    assert_int_equal(fclose(file), 0);
    file = create("key.pem");
    assert_true(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL));
    assert_int_equal(fclose(file), 0);
    X509_free(cert);
    EVP_PKEY_free(key);
}

/* ---- serving ---- */

static void *serve(void *unused)
{
    (void)unused;
    while (!ending && srv_attend(server)) continue;
    return NULL;
}

void rig_serve(const srv_setup *setup)
{
    char why[SRV_WHY];
    rig_renewed = 0;
    if (srv_open(setup, &server, why) != SRV_OPEN) fail_msg("%s", why);
    ending = false;
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
}

int rig_end(void **state)
{
    if (server) {
        ending = true;
        pthread_join(thread, NULL);
        srv_close(server);
    }
    server = NULL;
    return rig_remove(state);
}

int rig_port(void)
{
    return srv_port(server);
}

/* ---- clients ---- */

void rig_connect(rig_client *c, SSL_CTX *tls)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)rig_port()), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    c->length = 0;
    c->bytes[0] = '\0';
    c->tls = NULL;
    c->socket = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(c->socket, (const struct sockaddr *)&address, sizeof address), 0);
    if (!tls) return;
    c->tls = SSL_new(tls);
    assert_int_equal(SSL_set_fd(c->tls, c->socket), 1);
    assert_int_equal(SSL_connect(c->tls), 1);
}

void rig_send(rig_client *c, const void *bytes, size_t count)
{
    if (c->tls)
        assert_int_equal(SSL_write(c->tls, bytes, (int)count), (int)count);
    else
        assert_int_equal(send(c->socket, bytes, count, MSG_NOSIGNAL), (ssize_t)count);
}

/* @return bytes; 0: closed */
static size_t receive(rig_client *c)
{
    struct pollfd waited = {.fd = c->socket, .events = POLLIN};
    const size_t room = sizeof c->bytes - 1 - c->length;
    assert_true(room > 0);
    if (!(c->tls && SSL_pending(c->tls) > 0)) assert_int_equal(poll(&waited, 1, RIG_PATIENCE), 1);
    const ssize_t got = c->tls ? SSL_read(c->tls, c->bytes + c->length, (int)room)
                               : recv(c->socket, c->bytes + c->length, room, 0);
    return got > 0 ? (size_t)got : 0;
}

bool rig_wait(rig_client *c, const char *text)
{
    while (!memmem(c->bytes, c->length, text, strlen(text))) {
        const size_t got = receive(c);
        if (got == 0) return false;
        c->length += got;
        c->bytes[c->length] = '\0';
    }
    return true;
}

void rig_close_client(rig_client *c)
{
    SSL_free(c->tls);
    close(c->socket);
}

const char *rig_ask(const char *line, const char *headers, const char *body)
{
    static rig_client c;
    char request[3000];
    const int length = snprintf(request, sizeof request,
                                "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sContent-Length: %zu\r\n\r\n%s", line,
                                rig_port(), headers, strlen(body), body);
    assert_true(length > 0 && (size_t)length < sizeof request);
    rig_connect(&c, NULL);
    rig_send(&c, request, (size_t)length);
    assert_false(rig_wait(&c, "no such bytes")); /* to the end */
    rig_close_client(&c);
    return c.bytes;
}

const char *rig_ask_as_admitted(const char *line, const char *headers, const char *body)
{
    char all[2000];
    snprintf(all, sizeof all, "Authorization: Bearer " RIG_TOKEN "\r\n%s", headers);
    return rig_ask(line, all, body);
}

int rig_status(const char *reply)
{
    return strncmp(reply, "HTTP/1.", 7) == 0 ? atoi(reply + 9) : 0;
}

const char *rig_log_in(void)
{
    static char headers[400];
    char origin[80];
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", rig_port());
    const char *reply = rig_ask("POST /login", origin, "token=" RIG_TOKEN);
    assert_int_equal(rig_status(reply), 303);
    const char *cookie = strstr(reply, "set-cookie: ");
    assert_non_null(cookie);
    cookie += strlen("set-cookie: ");
    snprintf(headers, sizeof headers, "Cookie: %.*s\r\n%s", (int)strcspn(cookie, ";"), cookie, origin);
    return headers;
}

int rig_upgrade(rig_client *c, const char *headers)
{
    char request[1000];
    const int length = snprintf(request, sizeof request,
                                "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                "Sec-WebSocket-Protocol: headland\r\n\r\n",
                                rig_port(), headers);
    rig_connect(c, NULL);
    rig_send(c, request, (size_t)length);
    assert_true(rig_wait(c, "\r\n\r\n"));
    return rig_status(c->bytes);
}

void rig_say(rig_client *c, const char *text)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    unsigned char frame[200] = {0x81 /* final, text */, (unsigned char)(0x80 | strlen(text))};
    const size_t length = strlen(text);
    assert_true(length < 126);
    memcpy(frame + 2, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) frame[6 + i] = (unsigned char)((unsigned char)text[i] ^ mask[i % 4]);
    rig_send(c, frame, 6 + length);
}
