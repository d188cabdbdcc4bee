/* Force feedback of evdev: Documentation/input/ff.rst of the kernel. One effect is uploaded, played without
 * end, and changed in place by uploading it again with its id. */
#include "force.h"

#include "device_internal.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEFT = 0x4000, FULL_LEVEL = 0x7fff, FULL_MOTOR = 0xffff };

/* 0, or errno */
static int send_event(int fd, int code, int value)
{
    const struct input_event event = {.type = EV_FF, .code = (uint16_t)code, .value = value};
    return write(fd, &event, sizeof event) == (ssize_t)sizeof event ? 0 : errno;
}

static int upload(io_force *device, const struct ff_effect *effect)
{
    struct ff_effect sent = *effect; /* the kernel writes the id into it */
    if (ioctl(device->fd, EVIOCSFF, &sent) < 0) return errno;
    device->effect = sent;
    return 0;
}

bool io_force_begin(io_force *device, int fd, const auth_force_feedback *force)
{
    unsigned char bits[FF_CNT / 8] = {0};
    int effects = 0;
    *device = (io_force){.fd = -1, .author = force, .effect = {.id = -1}};
    if (!force->present || force->gain <= 0.0) return false;
    if (ioctl(fd, EVIOCGBIT(EV_FF, sizeof bits), bits) < 0 || ioctl(fd, EVIOCGEFFECTS, &effects) < 0)
        return false;
    if (effects < 1 || (!device_bit(bits, FF_CONSTANT) && !device_bit(bits, FF_RUMBLE))) return false;
    if (device_bit(bits, FF_GAIN))
        send_event(fd, FF_GAIN, FULL_MOTOR); /* gain is ours; without these two it works too */
    if (device_bit(bits, FF_AUTOCENTER)) send_event(fd, FF_AUTOCENTER, 0);
    const struct ff_effect effect = {
        .type = device_bit(bits, FF_CONSTANT) ? FF_CONSTANT : FF_RUMBLE, .id = -1, .direction = LEFT};
    device->fd = fd;
    if (upload(device, &effect) == 0 && send_event(fd, device->effect.id, 1) == 0) return true;
    io_force_end(device);
    return false;
}

static void set_effect(io_force *device, struct ff_effect *effect, const io_force_state *state,
                       double seconds)
{
    if (effect->type == FF_CONSTANT) {
        const double torque = force_torque(&device->model, device->author, state, seconds);
        effect->u.constant.level = (int16_t)lround(FULL_LEVEL * torque);
        return;
    }
    double slow, fast;
    force_rumble(device->author, state, &slow, &fast);
    effect->u.rumble.strong_magnitude = (uint16_t)lround(FULL_MOTOR * slow);
    effect->u.rumble.weak_magnitude = (uint16_t)lround(FULL_MOTOR * fast);
}

static bool feels_the_same(const struct ff_effect *a, const struct ff_effect *b)
{
    if (a->type == FF_CONSTANT) return a->u.constant.level == b->u.constant.level;
    return a->u.rumble.strong_magnitude == b->u.rumble.strong_magnitude &&
           a->u.rumble.weak_magnitude == b->u.rumble.weak_magnitude;
}

int io_force_update(io_force *device, const io_force_state *state, double seconds)
{
    if (device->fd < 0) return 0;
    struct ff_effect effect = device->effect;
    set_effect(device, &effect, state, seconds);
    if (feels_the_same(&effect, &device->effect)) return 0;
    const int error = upload(device, &effect);
    if (error != 0) io_force_end(device);
    return error;
}

void io_force_end(io_force *device)
{
    if (device->fd < 0) return;
    if (device->effect.id >= 0) { /* what fails here fails because the device has gone */
        send_event(device->fd, device->effect.id, 0);
        ioctl(device->fd, EVIOCRMFF, (int)device->effect.id);
    }
    device->fd = -1;
}
