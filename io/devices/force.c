/* Force feedback of evdev: Documentation/input/ff.rst of the kernel. One effect is uploaded, played without
 * end, and changed in place by uploading it again with its id. */
#include "force.h"

#include "devices_internal.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- torque of a steering wheel ---- The constants are chosen by feel, for no particular machine: each part
 * can be felt and none masks the torque of the tires. Torques are shares of the maximum of the wheel. */

static const double PI = 3.14159265358979323846;

/* A stop feels hard if it reaches full force a few degrees beyond its edge: 9 of 450 degrees. With its
 * damping, a wheel that hits it at two ways a second gets a fifth of full torque more, which prevents
 * bouncing. */
static const double STOP_SPAN = 0.02;      /* share of the way to full force */
static const double STOP_DAMPING = 0.1;    /* [s] torque for a way a second */
static const double LIGHT_DAMPING = 0.02;  /* [s] likewise, on the whole way: the wheel does not oscillate */
static const double RATE_SMOOTHING = 0.01; /* [s] filter of the wheel's rate: counts are quantised */

static const double FASTEST_TURN = 4.0; /* [1/s] hands are not faster; an unplugged wheel jumps */

/* Full change in a twentieth of a second: faster changes are only audible in the motor. */
static const double FASTEST = 40.0; /* [1/s] */

/* Vibration, before `vibration` of the bindings. */
static const double FIRING = 0.15;      /* amplitude at idle */
static const double IDLE_SPEED = 84.0;  /* [rad/s] 800 rpm, where the vibration of firing is strongest */
static const double FIRINGS = 2.0;      /* a turn: four cylinders, four strokes */
static const double GROUND = 0.3;       /* amplitude at high speed */
static const double GROUND_SPEED = 2.0; /* [m/s] where it is half of that */
static const double GROUND_BAND = 12.0; /* [Hz] */

static double limit(double value, double size)
{
    return fmin(fmax(value, -size), size);
}

/* Zero at rest, largest at idle, less at higher speed because of the flywheel. */
static double firing_amplitude(double engine)
{
    const double x = fabs(engine) / IDLE_SPEED;
    return FIRING * 2.0 * x / (1.0 + x * x);
}

static double ground_amplitude(double speed)
{
    return GROUND * fabs(speed) / (fabs(speed) + GROUND_SPEED);
}

static double stop_torque(const force_model *model, const io_force_state *state)
{
    const double excess = fabs(state->turn) - state->stop;
    if (excess <= 0.0 || state->stop <= 0.0) return 0.0;
    return -copysign(excess / STOP_SPAN, state->turn) - STOP_DAMPING * model->rate;
}

static void follow(force_model *model, const io_force_state *state, double seconds)
{
    if (!model->begun) model->turn = state->turn;
    model->begun = true;
    const double rate = limit((state->turn - model->turn) / seconds, FASTEST_TURN);
    model->rate += (rate - model->rate) * -expm1(-seconds / RATE_SMOOTHING);
    model->turn = state->turn;
    model->phase = fmod(model->phase + FIRINGS * state->engine * seconds, 2.0 * PI);
    const double white = 2.0 * hl_random_unit(&model->random) - 1.0;
    model->roughness += (white - model->roughness) * -expm1(-2.0 * PI * GROUND_BAND * seconds);
}

double force_torque(force_model *model, const auth_force_feedback *force, const io_force_state *state,
                    double seconds)
{
    if (seconds <= 0.0) return force->invert ? -model->torque : model->torque;
    follow(model, state, seconds);
    const double steering =
        limit(state->torque, 1.0) + stop_torque(model, state) - LIGHT_DAMPING * model->rate;
    const double vibration = firing_amplitude(state->engine) * sin(model->phase) +
                             ground_amplitude(state->speed) * model->roughness;
    const double wanted = limit(force->gain * (limit(steering, 1.0) + force->vibration * vibration), 1.0);
    model->torque += limit(wanted - model->torque, FASTEST * seconds);
    return force->invert ? -model->torque : model->torque;
}

/* A pad has no torque to mask: its motors get their full range. */
void force_rumble(const auth_force_feedback *force, const io_force_state *state, double *slow, double *fast)
{
    const double strength = force->gain * force->vibration;
    *slow = fmin(strength * ground_amplitude(state->speed) / GROUND, 1.0);
    *fast = fmin(strength * firing_amplitude(state->engine) / FIRING, 1.0);
}

/* ---- evdev ---- */

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
    if (device_bit(bits, FF_GAIN)) send_event(fd, FF_GAIN, FULL_MOTOR); /* these two are optional */
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
    if (device->effect.id >= 0) { /* errors here mean that the device was removed */
        send_event(device->fd, device->effect.id, 0);
        ioctl(device->fd, EVIOCRMFF, (int)device->effect.id);
    }
    device->fd = -1;
}
