/* Force feedback against a mock wheel: what is uploaded, played, changed and erased; a device that can only
 * rumble, one that cannot push, and one that fails on the way. */
#include "force.h"
#include "support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <umockdev.h>
#include <unistd.h>

enum { ID = 7, NONE = -1 };

static const char node[] = "/dev/input/event1";
static const char description[] =
    "P: /devices/mock/input/input1/event1\nN: input/event1\nE: DEVNAME=/dev/input/event1\n"
    "E: MAJOR=13\nE: MINOR=65\nE: SUBSYSTEM=input\nA: dev=13:65\n";
static const double STEP = 0.004; /* [s] */

/* What a wheel can and what it was told. */
typedef struct wheel {
    UMockdevTestbed *testbed;
    UMockdevIoctlBase *handler;
    int fd;
    pthread_mutex_t lock;           /* of all below: the handler has a thread of its own */
    unsigned char bits[FF_CNT / 8]; /* forces that it has */
    int room;                       /* effects that it can keep */
    bool broken;                    /* uploads fail */
    struct ff_effect effect;        /* uploaded last */
    int uploads, erased;            /* their number; id, NONE before */
    int playing, gain, centring;    /* value of the last event; NONE before */
} wheel;

static void can(wheel *w, int what)
{
    w->bits[what / 8] |= (unsigned char)(1 << what % 8);
}

/* ---- the mock kernel ---- */

static void copy_out(UMockdevIoctlClient *client, void *bytes, size_t length)
{
    UMockdevIoctlData *data =
        umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, length, NULL);
    umockdev_ioctl_data_update(data, 0, bytes, (gint)length);
    umockdev_ioctl_client_complete(client, (glong)length, 0);
    umockdev_ioctl_data_unref(data);
}

static void upload(wheel *w, UMockdevIoctlClient *client)
{
    UMockdevIoctlData *data =
        umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, sizeof w->effect, NULL);
    struct ff_effect effect;
    memcpy(&effect, data->data, sizeof effect);
    umockdev_ioctl_data_unref(data);
    if (w->broken || (effect.id != NONE && effect.id != ID)) {
        umockdev_ioctl_client_complete(client, -1, w->broken ? ENOSPC : EINVAL);
        return;
    }
    effect.id = ID;
    w->effect = effect;
    w->uploads++;
    copy_out(client, &effect, sizeof effect);
}

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context)
{
    (void)base;
    wheel *w = context;
    const gulong request = umockdev_ioctl_client_get_request(client);
    pthread_mutex_lock(&w->lock);
    if (request == EVIOCGBIT(EV_FF, sizeof w->bits))
        copy_out(client, w->bits, sizeof w->bits);
    else if (request == EVIOCGEFFECTS)
        copy_out(client, &w->room, sizeof w->room);
    else if (request == EVIOCSFF)
        upload(w, client);
    else if (request == EVIOCRMFF) {
        long id; /* by value */
        memcpy(&id, umockdev_ioctl_client_get_arg(client)->data, sizeof id);
        w->erased = (int)id;
        umockdev_ioctl_client_complete(client, 0, 0);
    } else
        umockdev_ioctl_client_complete(client, -1, EINVAL);
    pthread_mutex_unlock(&w->lock);
    return TRUE;
}

static gboolean on_write(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context)
{
    (void)base;
    wheel *w = context;
    struct input_event event;
    const UMockdevIoctlData *data = umockdev_ioctl_client_get_arg(client);
    assert_int_equal(data->data_len, sizeof event);
    memcpy(&event, data->data, sizeof event);
    assert_int_equal(event.type, EV_FF);
    pthread_mutex_lock(&w->lock);
    if (event.code == FF_GAIN)
        w->gain = event.value;
    else if (event.code == FF_AUTOCENTER)
        w->centring = event.value;
    else if (event.code == ID)
        w->playing = event.value;
    pthread_mutex_unlock(&w->lock);
    umockdev_ioctl_client_complete(client, data->data_len, 0);
    return TRUE;
}

static int plug(void **state)
{
    static wheel w;
    w = (wheel){.testbed = umockdev_testbed_new(),
                .handler = umockdev_ioctl_base_new(),
                .room = 16,
                .erased = NONE,
                .playing = NONE,
                .gain = NONE,
                .centring = NONE};
    assert_true(umockdev_in_mock_environment()); /* run it under umockdev-wrapper */
    pthread_mutex_init(&w.lock, NULL);
    g_signal_connect(w.handler, "handle-ioctl", G_CALLBACK(on_ioctl), &w);
    g_signal_connect(w.handler, "handle-write", G_CALLBACK(on_write), &w);
    assert_true(umockdev_testbed_attach_ioctl(w.testbed, node, w.handler, NULL));
    assert_true(umockdev_testbed_add_from_string(w.testbed, description, NULL));
    w.fd = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    assert_true(w.fd >= 0);
    *state = &w;
    return 0;
}

static int unplug(void **state)
{
    wheel *w = *state;
    close(w->fd);
    umockdev_testbed_detach_ioctl(w->testbed, node, NULL);
    g_object_unref(w->handler);
    g_object_unref(w->testbed);
    pthread_mutex_destroy(&w->lock);
    return 0;
}

/* What it was told until now; the handler is at rest. */
static wheel told(wheel *w)
{
    pthread_mutex_lock(&w->lock);
    const wheel copy = *w;
    pthread_mutex_unlock(&w->lock);
    return copy;
}

/* ---- tests ---- */

static const auth_force_feedback force = {.present = true, .gain = 0.5, .vibration = 0.0};

static void a_wheel_is_pushed_until_the_end(void **state)
{
    wheel *w = *state;
    io_force device;
    can(w, FF_CONSTANT);
    can(w, FF_GAIN);
    can(w, FF_AUTOCENTER);
    assert_true(io_force_begin(&device, w->fd, &force));
    wheel now = told(w);
    assert_int_equal(now.uploads, 1);
    assert_int_equal(now.effect.type, FF_CONSTANT);
    assert_int_equal(now.effect.u.constant.level, 0);
    assert_int_equal(now.effect.replay.length, 0);  /* without end */
    assert_int_equal(now.effect.direction, 0x4000); /* to the left */
    assert_int_equal(now.playing, 1);
    assert_int_equal(now.gain, 0xffff);
    assert_int_equal(now.centring, 0);

    const io_force_state left = {.torque = 1.0, .stop = 1.0};
    for (int i = 0; i < 100; i++) assert_int_equal(io_force_update(&device, &left, STEP), 0);
    now = told(w);
    assert_int_equal(now.effect.id, ID);                   /* changed in place */
    assert_int_equal(now.effect.u.constant.level, 0x4000); /* half of 0x7fff */
    const int uploads = now.uploads;
    assert_true(uploads <= 1 + 4); /* 0.5 at 40 a second are 12.5 ms: four steps; then it feels so already */
    assert_int_equal(io_force_update(&device, &left, STEP), 0);
    assert_int_equal(told(w).uploads, uploads);

    io_force_end(&device);
    now = told(w);
    assert_int_equal(now.playing, 0);
    assert_int_equal(now.erased, ID);
    assert_int_equal(io_force_update(&device, &(io_force_state){.stop = 1.0}, STEP), 0);
    assert_int_equal(told(w).uploads, uploads);
}

static void a_pad_only_rumbles(void **state)
{
    wheel *w = *state;
    io_force device;
    const auth_force_feedback shaking = {.present = true, .gain = 1.0, .vibration = 1.0};
    can(w, FF_RUMBLE);
    assert_true(io_force_begin(&device, w->fd, &shaking));
    assert_int_equal(told(w).centring, NONE); /* it has no such thing */
    assert_int_equal(
        io_force_update(&device, &(io_force_state){.engine = 84.0, .torque = 1.0, .stop = 1.0}, STEP), 0);
    const wheel now = told(w);
    assert_int_equal(now.effect.type, FF_RUMBLE);
    assert_int_equal(now.effect.u.rumble.weak_magnitude, 0xffff); /* an engine at idle */
    assert_int_equal(now.effect.u.rumble.strong_magnitude, 0);    /* on the spot */
    io_force_end(&device);
    assert_int_equal(told(w).erased, ID);
}

static void without_forces_it_is_silent(void **state)
{
    wheel *w = *state;
    io_force device;
    const auth_force_feedback none = {.present = false, .gain = 1.0};
    can(w, FF_SPRING);
    assert_false(io_force_begin(&device, w->fd, &force)); /* no effect of ours */
    can(w, FF_CONSTANT);
    assert_false(io_force_begin(&device, w->fd, &none)); /* not wanted */
    w->room = 0;
    assert_false(io_force_begin(&device, w->fd, &force)); /* no room */
    assert_int_equal(io_force_update(&device, &(io_force_state){.torque = 1.0, .stop = 1.0}, STEP), 0);
    io_force_end(&device);
    const wheel now = told(w);
    assert_int_equal(now.uploads, 0);
    assert_int_equal(now.erased, NONE);
}

static void a_wheel_that_refuses_is_left_alone(void **state)
{
    wheel *w = *state;
    io_force device;
    can(w, FF_CONSTANT);
    w->broken = true;
    assert_false(io_force_begin(&device, w->fd, &force));
    w->broken = false;
    assert_true(io_force_begin(&device, w->fd, &force));
    pthread_mutex_lock(&w->lock);
    w->broken = true;
    pthread_mutex_unlock(&w->lock);
    const io_force_state left = {.torque = 1.0, .stop = 1.0};
    assert_int_equal(io_force_update(&device, &left, STEP), ENOSPC); /* said once */
    assert_int_equal(io_force_update(&device, &left, STEP), 0);
    assert_int_equal(told(w).erased, ID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_wheel_is_pushed_until_the_end, plug, unplug),
        cmocka_unit_test_setup_teardown(a_pad_only_rumbles, plug, unplug),
        cmocka_unit_test_setup_teardown(without_forces_it_is_silent, plug, unplug),
        cmocka_unit_test_setup_teardown(a_wheel_that_refuses_is_left_alone, plug, unplug)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
