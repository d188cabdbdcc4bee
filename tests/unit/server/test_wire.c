/* What a connection may send: one request, then masked frames; however its bytes are cut. */
#include "support/check.h"

#include "relay.h"

#include <string.h>

static const char GET[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
static const char SWITCHES[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
static const char OK[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

enum { MOST = 1 << 17 };

/* A client that offers its bytes in pieces, and what of them has gone on. */
typedef struct client {
    wire wire;
    size_t offered, gone;
    unsigned char bytes[MOST];
} client;

static client c;

static int begin(void **unused)
{
    (void)unused;
    c = (client){0};
    return 0;
}

static void offer(const void *bytes, size_t count, size_t piece)
{
    for (size_t at = 0; at < count; at += piece) {
        const size_t now = piece < count - at ? piece : count - at;
        memcpy(c.bytes + c.offered, (const unsigned char *)bytes + at, now);
        c.offered += now;
        c.gone += wire_take_client(&c.wire, c.bytes + c.gone, c.offered - c.gone);
    }
}

static size_t answer(const char *text, size_t count, size_t piece)
{
    size_t taken = 0;
    for (size_t at = 0; at < count; at += piece) {
        const size_t now = piece < count - at ? piece : count - at;
        taken += wire_take_server(&c.wire, (const unsigned char *)text + at, now);
    }
    return taken;
}

static void switch_protocols(size_t piece)
{
    offer(GET, sizeof GET - 1, piece);
    assert_int_equal(c.gone, sizeof GET - 1);
    assert_int_equal(answer(SWITCHES, sizeof SWITCHES - 1, piece), sizeof SWITCHES - 1);
    assert_int_equal(c.wire.state, WIRE_FRAMES);
}

/* ---- requests ---- */

static void test_head_goes_on_when_it_is_complete(void **unused)
{
    (void)unused;
    for (size_t cut = 1; cut < sizeof GET - 1; cut++) {
        c = (client){0};
        offer(GET, cut, 1);
        assert_int_equal(c.gone, 0);
        offer(GET + cut, sizeof GET - 1 - cut, sizeof GET);
        assert_int_equal(c.gone, sizeof GET - 1);
    }
}

static void test_one_request(void **unused)
{
    (void)unused;
    offer(GET, sizeof GET - 1, sizeof GET);
    offer(GET, sizeof GET - 1, sizeof GET);
    assert_int_equal(c.gone, sizeof GET - 1);
    assert_int_equal(answer(OK, sizeof OK - 1, 1), sizeof OK - 1);
    offer(GET, sizeof GET - 1, sizeof GET);
    assert_int_equal(c.gone, sizeof GET - 1);
    assert_int_equal(c.wire.state, WIRE_ANSWERED);
}

static void test_bodies_go_on(void **unused)
{
    (void)unused;
    static const char post[] = "POST /login HTTP/1.1\r\nContent-Length: 4\r\n\r\nto";
    offer(post, sizeof post - 1, 7);
    offer("ke", 2, 1);
    assert_int_equal(c.gone, sizeof post + 1);
    assert_int_equal(answer(OK, sizeof OK - 1, 5), sizeof OK - 1);
}

/* Bytes after the head of another method were not checked: it must not become a WebSocket. */
static void test_only_get_switches(void **unused)
{
    (void)unused;
    static const char post[] = "POST / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n";
    offer(post, sizeof post - 1, sizeof post);
    assert_int_equal(answer(SWITCHES, sizeof SWITCHES - 1, sizeof SWITCHES), 0);
    assert_int_equal(c.wire.state, WIRE_MALFORMED);
}

static void test_malformed_heads(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"GET / HTTP/1.1\n", "GET / HTTP/1.1\r\nHost: x\n\n",
                                      "GET / HTTP/1.1\rHost: x", "\n", "GET / HTTP/1.1\r\r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        c = (client){0};
        offer(bad[i], strlen(bad[i]), 3);
        assert_int_equal(c.wire.state, WIRE_MALFORMED);
        assert_int_equal(c.gone, 0);
    }
    static char longer[WIRE_HEAD + 1];
    memset(longer, 'x', sizeof longer);
    c = (client){0};
    offer(longer, WIRE_HEAD, 1000);
    assert_int_equal(c.wire.state, WIRE_READS_HEAD);
    offer(longer, 1, 1);
    assert_int_equal(c.wire.state, WIRE_MALFORMED);
}

/* ---- frames ---- */

/* A masked frame. @return its length */
static size_t make_frame(unsigned char *to, size_t payload)
{
    size_t at = 0;
    to[at++] = 0x81;
    if (payload < 126) {
        to[at++] = (unsigned char)(0x80 | payload);
    } else if (payload < 65536) {
        to[at++] = 0xfe;
        to[at++] = (unsigned char)(payload >> 8);
        to[at++] = (unsigned char)payload;
    } else {
        to[at++] = 0xff;
        for (int i = 7; i >= 0; i--) to[at++] = (unsigned char)((uint64_t)payload >> 8 * i);
    }
    memset(to + at, 0, 4 + payload); /* mask and payload look like unmasked frames */
    return at + 4 + payload;
}

static void test_masked_frames_go_on(void **unused)
{
    (void)unused;
    static const size_t payloads[] = {0, 1, 125, 126, 127, 65535, 65536};
    static const size_t pieces[] = {1, 3, 1000, MOST};
    static unsigned char frame[MOST];
    for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++)
        for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
            c = (client){0};
            switch_protocols(pieces[k]);
            const size_t before = c.gone, length = make_frame(frame, payloads[i]);
            offer(frame, length, pieces[k]);
            assert_int_equal(c.gone - before, length);
            offer("\x81\x01", 2, 1);
            assert_int_equal(c.wire.state, WIRE_UNMASKED);
        }
}

static void test_early_frames_wait_and_are_checked(void **unused)
{
    (void)unused;
    static const char unmasked[] = "\x81\x02{}";
    offer(GET, sizeof GET - 1, sizeof GET);
    offer(unmasked, sizeof unmasked - 1, 1);
    assert_int_equal(c.gone, sizeof GET - 1);
    (void)answer(SWITCHES, sizeof SWITCHES - 1, 1);
    offer("", 0, 1);
    c.gone += wire_take_client(&c.wire, c.bytes + c.gone, c.offered - c.gone);
    assert_int_equal(c.wire.state, WIRE_UNMASKED);
    assert_true(c.gone <= sizeof GET); /* its first byte says nothing */
}

/* The close frame comes between two frames of the server. */
static void test_server_frames_are_completed(void **unused)
{
    (void)unused;
    switch_protocols(100);
    assert_true(wire_is_between_frames(&c.wire));
    assert_int_equal(answer("\x81\x05hel", 5, 5), 5);
    assert_false(wire_is_between_frames(&c.wire));
    offer("\x81\x00", 2, 2);
    assert_int_equal(c.wire.state, WIRE_UNMASKED);
    assert_int_equal(answer("lo\x81\x01x", 5, 5), 2);
    assert_true(wire_is_between_frames(&c.wire));
    assert_int_equal(answer("\x81\x01x", 3, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_head_goes_on_when_it_is_complete, begin),
        cmocka_unit_test_setup(test_one_request, begin),
        cmocka_unit_test_setup(test_bodies_go_on, begin),
        cmocka_unit_test_setup(test_only_get_switches, begin),
        cmocka_unit_test_setup(test_malformed_heads, begin),
        cmocka_unit_test_setup(test_masked_frames_go_on, begin),
        cmocka_unit_test_setup(test_early_frames_wait_and_are_checked, begin),
        cmocka_unit_test_setup(test_server_frames_are_completed, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
