/* The server over real sockets: who is admitted, what is served, how requests reach a seat. */
#include "server_rig.h"

#include "train/store.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static rig_client one, two; /* too large for the stack */

static int begin(void **unused)
{
    (void)unused;
    const srv_setup setup = rig_setup();
    rig_serve(&setup);
    return 0;
}

static void has(const char *reply, int status, const char *part)
{
    if (rig_status(reply) != status || !strstr(reply, part))
        fail_msg("expected %d and '%s' in:\n%s", status, part, reply);
}

/* ---- HTTP ---- */

static void test_pages_need_a_token(void **unused)
{
    (void)unused;
    has(rig_ask("GET /", "", ""), 401, "name=\"token\"");
    has(rig_ask("GET /", "", ""), 401, "enter its token");
    has(rig_ask("GET /instructor.js", "", ""), 401, "name=\"token\"");
    has(rig_ask("GET /style.css", "", ""), 200, "text/css");
    has(rig_ask_as_admitted("GET /", "", ""), 200, "<title>");
    has(rig_ask_as_admitted("GET /", "", ""), 200, "content-security-policy: default-src 'self'");
    has(rig_ask_as_admitted("GET /nowhere", "", ""), 404, "no such page");
    has(rig_ask_as_admitted("GET /api/debrief/7", "", ""), 404, "no debriefing");
    has(rig_ask_as_admitted("GET /api/debrief/x", "", ""), 404, "no such attempt");
    has(rig_ask_as_admitted("PUT /", "", "x"), 405, "only GET");
    has(rig_ask_as_admitted("POST /", "", "x"), 405, "only GET");
}

static void test_sessions(void **unused)
{
    (void)unused;
    char session[400];
    has(rig_ask("GET /?token=" RIG_TOKEN, "", ""), 303, "location: /");
    snprintf(session, sizeof session, "%s", rig_log_in());
    has(rig_ask("GET /api/session", session, ""), 200, "the session has not ended");
    has(rig_ask("GET /", session, ""), 200, "<title>");
    has(rig_ask("POST /logout", session, ""), 303, "Max-Age=0");
    has(rig_ask("GET /api/session", session, ""), 401, "name=\"token\"");
}

static void test_wrong_tokens_wait(void **unused)
{
    (void)unused;
    char session[400];
    snprintf(session, sizeof session, "%s", rig_log_in());
    for (int i = 0; i < 6; i++) has(rig_ask("GET /?token=wrong", "", ""), 401, "name=\"token\"");
    has(rig_ask("GET /?token=" RIG_TOKEN, "", ""), 429, "retry-after: ");
    has(rig_ask("GET /?token=" RIG_TOKEN, "", ""), 429, "Too many wrong tokens");
    has(rig_ask("GET /api/session", session, ""), 200,
        "the session has not ended"); /* sessions are not affected */
}

static void test_foreign_pages_are_refused(void **unused)
{
    (void)unused;
    static const char head[] = "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    has(rig_ask("POST /login", "Origin: http://evil.example\r\n", "token=" RIG_TOKEN), 403,
        "not the address");
    has(rig_ask("POST /login", "", "token=" RIG_TOKEN), 403, "not the address");
    has(rig_ask_as_admitted("POST /api/void", "Origin: http://evil.example\r\n", "{}"), 403,
        "not the address");
    rig_connect(&one, NULL);
    rig_send(&one, head, sizeof head - 1);
    (void)rig_wait(&one, "no such bytes");
    has(one.bytes, 403, "not the address");
    rig_close_client(&one);
}

static void test_malformed_requests(void **unused)
{
    (void)unused;
    static const char bad[] = "GET / HTTP/1.1\nHost: x\n\n";
    char body[2100];
    rig_connect(&one, NULL);
    rig_send(&one, bad, sizeof bad - 1);
    (void)rig_wait(&one, "no such bytes");
    has(one.bytes, 400, "Connection: close");
    rig_close_client(&one);
    rig_connect(&one, NULL);
    static const char post[] = "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 6300\r\n\r\n";
    rig_send(&one, post, sizeof post - 1);
    memset(body, 'x', sizeof body);
    for (int i = 0; i < 3; i++) rig_send(&one, body, sizeof body);
    (void)rig_wait(&one, "no such bytes");
    has(one.bytes, 413, "4096");
    rig_close_client(&one);
}

static void write_debriefing(int64_t attempt)
{
    char folder[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt_folder(rig_path(), attempt, folder);
    for (char *at = strchr(folder + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        (void)mkdir(folder, S_IRWXU);
        *at = '/';
    }
    (void)mkdir(folder, S_IRWXU);
    FILE *page = train_folder_begin(folder, "debrief.html", why);
    assert_non_null(page);
    fputs("<p>of a drive</p>", page);
    assert_true(train_folder_put(page, folder, "debrief.html", why));
}

static void test_results(void **unused)
{
    (void)unused;
    char line[200];
    const int64_t attempt = rig_attempt("Ada", &rig_slalom, 80.0, 60.0, TRAIN_ACCEPTED);
    char session[400];
    snprintf(session, sizeof session, "%s", rig_log_in());
    has(rig_ask("GET /api/attempts", session, ""), 200, "\"trainee\":\"Ada\"");
    has(rig_ask("GET /api/attempts", session, ""), 200, "\"debrief\":false");
    has(rig_ask("GET /api/leaderboard", session, ""), 200, "\"ranks\":[{\"rank\":1,\"trainee\":\"Ada\"");
    write_debriefing(attempt);
    snprintf(line, sizeof line, "GET /api/debrief/%d", (int)attempt);
    has(rig_ask(line, session, ""), 200, "<p>of a drive</p>");
    has(rig_ask(line, session, ""), 200, "content-security-policy: default-src 'none'");
    has(rig_ask("GET /api/attempts", session, ""), 200, "\"debrief\":true");
    has(rig_ask("POST /api/void", session, "{\"attempt\":1}"), 200, "\"ok\":false");
    has(rig_ask("POST /api/void", session,
                "{\"attempt\":99,\"void\":true,\"by\":\"Bo\",\"why\":\"wrong car\"}"),
        200, "\"ok\":false");
    snprintf(line, sizeof line, "{\"attempt\":%d,\"void\":true,\"by\":\"Bo\",\"why\":\"wrong car\"}",
             (int)attempt);
    has(rig_ask("POST /api/void", session, line), 200, "{\"ok\":true}");
    has(rig_ask("GET /api/attempts", session, ""), 200, "\"void_by\":\"Bo (page, 127.0.0.1)\"");
    has(rig_ask("GET /api/leaderboard", session, ""), 200, "\"ranks\":[]");
    assert_int_equal(rig_renewed, 1);
    assert_true(rig_renewed_attempt == attempt);
}

/* ---- WebSockets and seats ---- */

static int listen_as_seat(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    assert_true(mkdir(rig_file("headland"), 0700) == 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", rig_file("headland/one.sock"));
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    return listener;
}

static void test_requests_reach_the_seat(void **unused)
{
    (void)unused;
    static const char hello[] = "{\"type\":\"hello\",\"protocol\":1}\n", fine[] = "{\"type\":\"answer\",";
    char session[400], answer[200];
    const int listener = listen_as_seat();
    snprintf(session, sizeof session, "%s", rig_log_in());
    assert_int_equal(rig_upgrade(&one, session), 101);
    assert_true(rig_wait(&one, "\"type\":\"room\""));
    rig_client *seat = &two;
    *seat = (rig_client){.socket = accept(listener, NULL, NULL)};
    rig_send(seat, hello, sizeof hello - 1);
    assert_true(rig_wait(&one, "\"protocol\":1"));
    rig_say(&one, "{\"type\":\"pause\",\"id\":3}");
    assert_true(rig_wait(&one, "take the control first"));
    rig_say(&one, "{\"type\":\"control\",\"action\":\"take\"}");
    rig_say(&one, "{\"type\":\"pause\",\"id\":4}");
    assert_true(rig_wait(seat, "\"pause\""));
    const char *id = strstr(seat->bytes, "\"id\":");
    assert_non_null(id);
    snprintf(answer, sizeof answer, "%s%.*s,\"ok\":true}\n", fine, (int)strcspn(id, ",}"), id);
    rig_send(seat, answer, strlen(answer));
    assert_true(rig_wait(&one, "\"id\":4,\"ok\":true"));
    close(seat->socket);
    assert_true(rig_wait(&one, "\"connected\":false"));
    rig_close_client(&one);
    close(listener);
}

static void test_websockets_are_admitted_alike(void **unused)
{
    (void)unused;
    char session[400], origin[80];
    assert_int_equal(rig_upgrade(&one, ""), 403); /* a browser names an origin */
    rig_close_client(&one);
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", rig_port());
    assert_int_equal(rig_upgrade(&one, origin), 401);
    rig_close_client(&one);
    assert_int_equal(
        rig_upgrade(&one, "Origin: http://evil.example\r\nAuthorization: Bearer " RIG_TOKEN "\r\n"), 403);
    rig_close_client(&one);
    snprintf(session, sizeof session, "%s", rig_log_in());
    assert_int_equal(rig_upgrade(&one, session), 101);
    (void)rig_ask("POST /logout", session, "");
    assert_true(rig_wait(&one, "the session has ended"));
    rig_close_client(&one);
}

static void test_protocol_violations_close(void **unused)
{
    (void)unused;
    static const unsigned char unmasked[] = {0x81, 0x02, '{', '}'}, close_1002[] = {0x03, 0xea, 0};
    char session[400];
    snprintf(session, sizeof session, "%s", rig_log_in());
    assert_int_equal(rig_upgrade(&one, session), 101);
    rig_send(&one, unmasked, sizeof unmasked);
    assert_true(rig_wait(&one, (const char *)close_1002));
    rig_close_client(&one);
    assert_int_equal(rig_upgrade(&one, session), 101);
    rig_say(&one, "{\"type\":\"quit\"}");
    assert_true(rig_wait(&one, "malformed, or too many messages"));
    rig_close_client(&one);
}

/* ---- TLS ---- */

static void test_tls(void **unused)
{
    (void)unused;
    static const char get[] =
        "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " RIG_TOKEN "\r\n\r\n";
    char cert[400], key[400];
    srv_setup setup = rig_setup();
    rig_make_certificate();
    snprintf(cert, sizeof cert, "%s", rig_file("cert.pem"));
    snprintf(key, sizeof key, "%s", rig_file("key.pem"));
    setup.cert = cert;
    setup.key = key;
    setup.listen = "0.0.0.0";
    rig_serve(&setup);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    rig_connect(&one, context);
    rig_send(&one, get, sizeof get - 1);
    (void)rig_wait(&one, "no such bytes");
    has(one.bytes, 200, "<title>");
    rig_close_client(&one);
    rig_connect(&one, NULL); /* not encrypted: no answer */
    rig_send(&one, get, sizeof get - 1);
    assert_false(rig_wait(&one, "HTTP"));
    rig_close_client(&one);
    SSL_CTX_free(context);
}

/* ---- refused setups ---- */

static void refused(const srv_setup *setup, srv_result expected, const char *part)
{
    char why[SRV_WHY] = "";
    srv_server *server = NULL;
    assert_int_equal(srv_open(setup, &server, why), expected);
    assert_null(server);
    if (!strstr(why, part)) fail_msg("expected '%s' in: %s", part, why);
}

static void test_wrong_setups(void **unused)
{
    (void)unused;
    static const char *const bad_names[] = {"one", "../two"};
    char path[400];
    srv_setup setup = rig_setup();
    setup.seats = bad_names;
    refused(&setup, SRV_REFUSED, "--seat '../two': give a name of 1 to 32 letters");
    setup = rig_setup();
    setup.cert = "cert.pem";
    refused(&setup, SRV_REFUSED, "give both --cert and --key");
    setup = rig_setup();
    setup.listen = "0.0.0.0";
    refused(&setup, SRV_REFUSED, "can be reached from other computers");
    setup = rig_setup();
    setup.listen = "no-such-computer.invalid";
    refused(&setup, SRV_UNABLE, "no-such-computer.invalid: ");
    setup = rig_setup();
    setup.assets = rig_file("nothing");
    refused(&setup, SRV_UNABLE, "/instructor/index.html");
    setup = rig_setup();
    snprintf(path, sizeof path, "%s", rig_write("text", "no store\n"));
    setup.store = path;
    refused(&setup, SRV_REFUSED, path);
    setup = rig_setup();
    setup.cert = setup.key = path;
    refused(&setup, SRV_REFUSED, "must be a certificate in PEM");
    assert_int_equal(chmod(path, 0644), 0);
    refused(&setup, SRV_REFUSED, "make it private");
}

static void test_wrong_tokens_files(void **unused)
{
    (void)unused;
    char path[400];
    srv_setup setup = rig_setup();
    setup.token_file = "/nowhere/token";
    refused(&setup, SRV_REFUSED, "No such file");
    setup = rig_setup();
    snprintf(path, sizeof path, "%s", rig_write("token", "aaaaaaaaaaaaaaaaaaaa\n"));
    refused(&setup, SRV_REFUSED, "too easy to guess");
    (void)rig_write("token", "short\n");
    refused(&setup, SRV_REFUSED, "must be one line");
    (void)rig_write("token", RIG_TOKEN);
    assert_int_equal(chmod(path, 0640), 0);
    refused(&setup, SRV_REFUSED, "make it private with: chmod 600");
}

static void test_made_token(void **unused)
{
    (void)unused;
    srv_setup setup = rig_setup();
    srv_server *server;
    char why[SRV_WHY];
    setup.token_file = NULL;
    assert_int_equal(srv_open(&setup, &server, why), SRV_OPEN);
    assert_int_equal(strlen(srv_token(server)), 32);
    setup.port = srv_port(server);
    refused(&setup, SRV_UNABLE, "choose another --port");
    srv_close(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages_need_a_token, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_sessions, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_wrong_tokens_wait, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_foreign_pages_are_refused, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_malformed_requests, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_results, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_requests_reach_the_seat, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_websockets_are_admitted_alike, begin, rig_end),
        cmocka_unit_test_setup_teardown(test_protocol_violations_close, begin, rig_end),
        cmocka_unit_test_teardown(test_tls, rig_end),
        cmocka_unit_test_teardown(test_wrong_setups, rig_end),
        cmocka_unit_test_teardown(test_wrong_tokens_files, rig_end),
        cmocka_unit_test_teardown(test_made_token, rig_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
