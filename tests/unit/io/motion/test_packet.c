/* Packets: byte by byte, there and back, and what is none. */
#include "support/check.h"

#include "io/motion.h"
#include "rigs.h"

#include <math.h>
#include <string.h>

static io_packet sample(void)
{
    io_packet packet = {
        .sequence = 0x01020304, .axes = 0x3f, .time = 0x1122334455667788, .world = 1000000000};
    packet.pose.state = IO_MOTION_RUNNING;
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        packet.pose.position[i] = 0.125 * (i + 1); /* exact in single precision */
        packet.pose.speed[i] = -0.25 * (i + 1);
        packet.pose.acceleration[i] = 2.0 * (i + 1);
    }
    return packet;
}

static void has_the_documented_bytes(void **state)
{
    (void)state;
    static const uint8_t head[32] = {'H',  'L',  'M',  'P',  1,    0,    104,  0,    0x04, 0x03, 0x02,
                                     0x01, 2,    0x3f, 0,    0,    0x88, 0x77, 0x66, 0x55, 0x44, 0x33,
                                     0x22, 0x11, 0x00, 0xca, 0x9a, 0x3b, 0,    0,    0,    0};
    static const uint8_t surge[4] = {0x00, 0x00, 0x00, 0x3e}; /* 0.125 */
    static const uint8_t speed[4] = {0x00, 0x00, 0x80, 0xbe}; /* -0.25 */
    static const uint8_t last[4] = {0x00, 0x00, 0x40, 0x41};  /* 12 */
    const io_packet packet = sample();
    uint8_t bytes[IO_PACKET_SIZE];
    assert_int_equal(io_packet_write(&packet, bytes), 104);
    assert_memory_equal(bytes, head, sizeof head);
    assert_memory_equal(bytes + 32, surge, sizeof surge);
    assert_memory_equal(bytes + 56, speed, sizeof speed);
    assert_memory_equal(bytes + 100, last, sizeof last);
}

static void comes_back(void **state)
{
    (void)state;
    const io_packet packet = sample();
    io_packet read;
    uint8_t bytes[IO_PACKET_SIZE];
    io_packet_write(&packet, bytes);
    memset(&read, 0, sizeof read);
    assert_true(io_packet_read(bytes, sizeof bytes, &read));
    assert_int_equal(read.sequence, packet.sequence);
    assert_int_equal(read.axes, packet.axes);
    assert_true(read.time == packet.time && read.world == packet.world);
    assert_int_equal(read.pose.state, packet.pose.state);
    assert_memory_equal(read.pose.position, packet.pose.position, sizeof packet.pose.position);
    assert_memory_equal(read.pose.speed, packet.pose.speed, sizeof packet.pose.speed);
    assert_memory_equal(read.pose.acceleration, packet.pose.acceleration, sizeof packet.pose.acceleration);
}

/* Every byte of the head but the sequence and the time changed, lengths, numbers that are none. */
static void refuses_others(void **state)
{
    (void)state;
    static const size_t fixed[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const io_packet packet = sample();
    io_packet read;
    uint8_t bytes[IO_PACKET_SIZE + 1] = {0};
    io_packet_write(&packet, bytes);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        bytes[fixed[i]] ^= 0x10;
        assert_false(io_packet_read(bytes, IO_PACKET_SIZE, &read));
        bytes[fixed[i]] ^= 0x10;
    }
    assert_false(io_packet_read(bytes, IO_PACKET_SIZE - 1, &read));
    assert_false(io_packet_read(bytes, IO_PACKET_SIZE + 1, &read));
    assert_false(io_packet_read(bytes, 0, &read));
    bytes[12] = IO_MOTION_STOPPED + 1;
    assert_false(io_packet_read(bytes, IO_PACKET_SIZE, &read));
    bytes[12] = IO_MOTION_STOPPED;
    bytes[13] = 0x40; /* a seventh axis */
    assert_false(io_packet_read(bytes, IO_PACKET_SIZE, &read));
    bytes[13] = 0x03;
    assert_true(io_packet_read(bytes, IO_PACKET_SIZE, &read));
    for (size_t at = 32; at < IO_PACKET_SIZE; at += 4) {
        io_packet wrong = packet;
        double *values[] = {wrong.pose.position, wrong.pose.speed, wrong.pose.acceleration};
        values[(at - 32) / 24][(at - 32) / 4 % 6] = at % 8 ? (double)NAN : (double)INFINITY;
        io_packet_write(&wrong, bytes);
        assert_false(io_packet_read(bytes, IO_PACKET_SIZE, &read));
    }
}

/* A right head and random bytes behind it: refused, or finite. */
static void survives_garbage(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const io_packet packet = sample();
    int taken = 0;
    for (int n = 0; n < 20000; n++) {
        uint8_t bytes[IO_PACKET_SIZE];
        io_packet read = {0};
        io_packet_write(&packet, bytes);
        for (int i = 8; i < IO_PACKET_SIZE; i++)
            if (check_random(&seed) > 0.7) bytes[i] = (uint8_t)(128.0 * (1.0 + check_random(&seed)));
        if (!io_packet_read(bytes, sizeof bytes, &read)) continue;
        taken++;
        assert_true(read.pose.state <= IO_MOTION_STOPPED && read.axes < 64);
        for (int i = 0; i < AUTH_RIG_AXES; i++)
            assert_true(isfinite(read.pose.position[i]) && isfinite(read.pose.speed[i]) &&
                        isfinite(read.pose.acceleration[i]));
    }
    assert_true(taken > 100);
}

static void names_its_axes(void **state)
{
    (void)state;
    const auth_rig seat = rig_seat(), hexapod = rig_hexapod();
    assert_int_equal(io_packet_axes(&seat), 0x18); /* roll, pitch */
    assert_int_equal(io_packet_axes(&hexapod), 0x3f);
}

static void heartbeats_come_back(void **state)
{
    (void)state;
    static const uint8_t expected[IO_HEARTBEAT_SIZE] = {'H', 'L', 'M', 'B', 1, 0, 16, 0,
                                                        9,   1,   0,   0,   7, 0, 0,  0};
    const io_heartbeat beat = {265, 7};
    io_heartbeat read;
    uint8_t bytes[IO_HEARTBEAT_SIZE];
    assert_int_equal(io_heartbeat_write(&beat, bytes), 16);
    assert_memory_equal(bytes, expected, sizeof expected);
    assert_true(io_heartbeat_read(bytes, sizeof bytes, &read));
    assert_int_equal(read.sequence, 265);
    assert_int_equal(read.fault, 7);
    assert_false(io_heartbeat_read(bytes, 15, &read));
    bytes[3] = 'P';
    assert_false(io_heartbeat_read(bytes, sizeof bytes, &read));
}

/* ---- text ---- */

static auth_rig text_rig(const char *template, int bits)
{
    auth_rig rig = rig_seat();
    rig.output.format = AUTH_RIG_TEXT;
    rig.output.text = template;
    rig.output.bits = bits;
    return rig;
}

static void check_text(const auth_rig *rig, double roll, double pitch, const char *expected)
{
    const auth_rig_channel *c = rig->channels;
    io_packet packet = {0};
    char text[64];
    packet.pose.position[AUTH_RIG_ROLL] = roll * c[AUTH_RIG_ROLL].position;
    packet.pose.position[AUTH_RIG_PITCH] = pitch * c[AUTH_RIG_PITCH].position;
    const size_t length = io_packet_text(rig, &packet, text, sizeof text);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(text, expected, length);
}

static void writes_text(void **state)
{
    (void)state;
    const auth_rig sixteen = text_rig("<R{roll}><P{pitch}>", 16), eight = text_rig("{pitch},{surge}\n", 8);
    check_text(&sixteen, 0.0, 0.0, "<R32768><P32768>");
    check_text(&sixteen, 1.0, -1.0, "<R65535><P0>");
    check_text(&sixteen, 0.5, -0.5, "<R49152><P16384>");
    check_text(&sixteen, 3.0, -3.0, "<R65535><P0>"); /* held at the limit */
    check_text(&eight, 0.0, 0.25, "160,128\n");      /* an axis that does not exist: the middle */
}

/* Within half a code; at the upper end within a whole one. */
static void reads_text(void **state)
{
    (void)state;
    for (int bits = 8; bits <= 16; bits += 4) {
        const auth_rig rig = text_rig("a{pitch} b{roll}!", bits);
        const double limit = rig.channels[AUTH_RIG_ROLL].position, code = limit / (1 << (bits - 1));
        for (double part = -1.0; part <= 1.0; part += 0.017) {
            io_packet packet = {0};
            char text[64];
            double read[AUTH_RIG_AXES] = {5.0};
            packet.pose.position[AUTH_RIG_ROLL] = part * limit;
            packet.pose.position[AUTH_RIG_PITCH] = -part * limit;
            const size_t length = io_packet_text(&rig, &packet, text, sizeof text);
            assert_true(io_packet_text_read(&rig, text, length, read));
            CHECK_NEAR(read[AUTH_RIG_ROLL], part * limit, 1.001 * (part > 0.99 ? code : 0.5 * code));
            CHECK_NEAR(read[AUTH_RIG_PITCH], -part * limit, 1.001 * (part < -0.99 ? code : 0.5 * code));
            CHECK_SAME(read[AUTH_RIG_SURGE], 5.0);
        }
    }
}

static void refuses_text(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",        "<R32768>",  "<R32768><P32768> ", "<R65536><P1>",
                                        "<R><P1>", "<R-1><P1>", "<P1><R1>",          "<R123456><P1>",
                                        "<R1><P1", "<R1.5><P1>"};
    const auth_rig rig = text_rig("<R{roll}><P{pitch}>", 16), misspelt = text_rig("{rol}", 16);
    const io_packet packet = {0};
    double read[AUTH_RIG_AXES] = {0};
    char text[16];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(io_packet_text_read(&rig, wrong[i], strlen(wrong[i]), read));
    assert_true(io_packet_text_read(&rig, "<R0><P65535>", 12, read));
    assert_int_equal(io_packet_text(&rig, &packet, text, 15), 0); /* one character more is needed */
    assert_int_equal(io_packet_text(&rig, &packet, text, 16), 16);
    assert_int_equal(io_packet_text(&misspelt, &packet, text, 16), 0);
    assert_false(io_packet_text_read(&misspelt, "1", 1, read));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_documented_bytes),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(refuses_others),
        cmocka_unit_test(survives_garbage),
        cmocka_unit_test(names_its_axes),
        cmocka_unit_test(heartbeats_come_back),
        cmocka_unit_test(writes_text),
        cmocka_unit_test(reads_text),
        cmocka_unit_test(refuses_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
