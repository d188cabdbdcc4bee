/* The classical washout: L. D. Reid, M. A. Nahon, Flight simulation motion-base drive algorithms: Part 1 -
 * developing and testing the equations, UTIAS Report 296, 1985. Its blocks, its saturations of the inputs and
 * its limited tilt co-ordination; and where this departs from it:
 *
 *  - Force and rates are filtered in the cab's own axes, not in inertial ones: a platform of 20 degrees at
 *    most changes a component by the cosine, 6 %, and every axis has a transfer function of its own. Rates
 *    are taken for derivatives of the angles for the same reason.
 *  - Gravity is not rotated out of the force; 9.81 m/s^2 is subtracted along the cab's up axis. On a slope
 * the remainder is constant: the high passes remove it, the tilt reproduces the slope.
 *  - It is followed by limits that hold for any input, and ramps (filter.h).
 *
 *   surge, sway, heave   p = s / ((s^2 + 2 zeta omega s + omega^2) (s + omega_b)) k a
 *   roll, pitch, yaw     angle = 1/(s + omega) k rate
 *   tilt                 angle = omega_t^2 / (s^2 + 2 zeta_t omega_t s + omega_t^2) asin(k_t a/g)
 *
 * A force forward is felt as being pressed back, as with the nose up: pitch (nose down) = -asin(k f_x/g); a
 * force to the left as with the left side up: roll = +asin(k f_y/g). */
#include "io/washout.h"

#include "filter.h"

#include <math.h>

enum { SPACE = 3, TILTS = 2 };

static const double GRAVITY = 9.81;                  /* [m/s^2] specific force of a seat at rest, upwards */
static const double VIBRATION_LOW = 25.1327412;      /* [rad/s] 4 Hz */
static const double VIBRATION_HIGH = 125.663706;     /* [rad/s] 20 Hz */
static const double VIBRATION_DAMPING = 0.707106781; /* maximally flat (Butterworth) */
static const double VIBRATION_MOST = 0.5;            /* [m/s^2] */
static const double NEUTRAL = 1e-6; /* share of the limits: tolerance of the rest at neutral */

/* Demand of the filters on an axis. */
typedef struct wish {
    double position, speed;
} wish;

/* High pass of second and first order, and two integrations: of an acceleration. */
typedef struct translation {
    filter_second high;
    filter_first back;
} translation;

/* Low pass, then limits of its own. */
typedef struct tilt {
    filter_second low;
    limiter limits;
} tilt;

typedef struct vibration {
    filter_second low; /* passes below 20 Hz */
    translation high;  /* passes above 4 Hz */
} vibration;

struct io_washout {
    const auth_rig *rig;
    double step;
    translation moves[SPACE];
    filter_first turns[SPACE];
    tilt tilts[TILTS]; /* roll, pitch */
    vibration shake;
    ramp ramp;
    limiter axes[AUTH_RIG_AXES];
    double held[AUTH_RIG_AXES]; /* position at the release after a stop */
};

/* ---- filters ---- */

static translation translation_of(double omega, double zeta, double back, double step)
{
    return (translation){filter_second_of(omega, zeta, step), filter_first_of(back, step)};
}

/* Twice integrated y/omega^2 of the second order; the first order takes its own low pass off it. */
static wish translation_step(translation *t, double acceleration)
{
    const double w2 = t->high.omega * t->high.omega;
    filter_second_step(&t->high, acceleration);
    filter_first_step(&t->back, t->high.y / w2);
    return (wish){t->high.y / w2 - t->back.y, t->high.y1 / w2 - t->back.y1};
}

static wish rotation_step(filter_first *turn, double rate)
{
    filter_first_step(turn, rate);
    return (wish){turn->y / turn->omega, turn->y1 / turn->omega};
}

/* @param part  of gravity, along the seat */
static wish tilt_step(tilt *t, const auth_rig_tilt *how, double part)
{
    const double most = sin(how->angle);
    filter_second_step(&t->low, asin(filter_compress(how->scale * part, most)));
    limiter_follow(&t->limits, t->low.y, t->low.y1);
    return (wish){t->limits.x, t->limits.v};
}

static wish shake_step(vibration *shake, double gain, double acceleration)
{
    filter_second_step(&shake->low, filter_compress(gain * acceleration, VIBRATION_MOST));
    return translation_step(&shake->high, shake->low.y);
}

/* ---- inputs ---- */

static double finite_or(double value, double rest)
{
    return isfinite(value) ? value : rest;
}

/* Input of an axis: scaled, and compressed to its limits. A lasting acceleration
 * a ends at position a/omega^2 before it is washed out, a lasting rate w at the angle w/omega. */
static double scaled(const auth_rig_channel *channel, bool turns, double input)
{
    const double omega = channel->high_pass;
    const double most = turns ? fmin(channel->position * omega, channel->speed)
                              : fmin(channel->position * omega * omega, channel->acceleration);
    return filter_compress(channel->scale * input, most);
}

static void add(wish *to, wish what)
{
    to->position += what.position;
    to->speed += what.speed;
}

/* Demands of the filters on existing axes. */
static void cue(io_washout *w, const double acceleration[SPACE], const double rate[SPACE],
                wish wishes[AUTH_RIG_AXES])
{
    const auth_rig *rig = w->rig;
    for (int i = 0; i < SPACE; i++) {
        const auth_rig_channel *move = &rig->channels[AUTH_RIG_SURGE + i];
        const auth_rig_channel *turn = &rig->channels[AUTH_RIG_ROLL + i];
        if (move->present)
            wishes[AUTH_RIG_SURGE + i] = translation_step(&w->moves[i], scaled(move, false, acceleration[i]));
        if (turn->present)
            wishes[AUTH_RIG_ROLL + i] = rotation_step(&w->turns[i], scaled(turn, true, rate[i]));
    }
    if (rig->tilt.scale > 0.0 && rig->channels[AUTH_RIG_ROLL].present)
        add(&wishes[AUTH_RIG_ROLL], tilt_step(&w->tilts[0], &rig->tilt, acceleration[1] / GRAVITY));
    if (rig->tilt.scale > 0.0 && rig->channels[AUTH_RIG_PITCH].present)
        add(&wishes[AUTH_RIG_PITCH], tilt_step(&w->tilts[1], &rig->tilt, -acceleration[0] / GRAVITY));
    if (rig->vibration > 0.0 && rig->channels[AUTH_RIG_HEAVE].present)
        add(&wishes[AUTH_RIG_HEAVE], shake_step(&w->shake, rig->vibration, acceleration[2]));
}

/* ---- making one ---- */

static void prepare_axes(io_washout *w)
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *c = &w->rig->channels[i];
        if (!c->present) continue;
        w->axes[i] = limiter_of(c->position, c->speed, c->acceleration, w->step);
        if (i < AUTH_RIG_ROLL)
            w->moves[i] = translation_of(c->high_pass, c->damping, c->back, w->step);
        else
            w->turns[i - AUTH_RIG_ROLL] = filter_first_of(c->high_pass, w->step);
    }
}

io_washout *io_washout_new(const auth_rig *rig, double step, hl_arena *arena)
{
    io_washout *w = HL_NEW(arena, io_washout, 1);
    if (w == NULL) return NULL;
    w->rig = rig;
    w->step = step;
    w->ramp = ramp_of(rig->engage);
    prepare_axes(w);
    const auth_rig_tilt *how = &rig->tilt;
    for (int i = 0; i < TILTS && how->scale > 0.0; i++)
        w->tilts[i] = (tilt){filter_second_of(how->low_pass, how->damping, step),
                             limiter_of(how->angle, how->rate, how->acceleration, step)};
    w->shake.low = filter_second_of(VIBRATION_HIGH, VIBRATION_DAMPING, step);
    w->shake.high = translation_of(VIBRATION_LOW, VIBRATION_DAMPING, VIBRATION_LOW, step);
    return w;
}

/* ---- stepping ---- */

static bool neutral(const io_washout *w)
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const limiter *axis = &w->axes[i];
        if (fabs(axis->x) > NEUTRAL * axis->X || fabs(axis->v) > NEUTRAL * axis->V) return false;
    }
    return true;
}

static void follow(io_washout *w, const wish wishes[AUTH_RIG_AXES])
{
    const ramp_blend b = ramp_now(&w->ramp);
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        if (!w->rig->channels[i].present) continue;
        const wish want = w->ramp.held ? (wish){w->held[i], 0.0} : wishes[i];
        if (w->ramp.state == IO_MOTION_STOPPED)
            limiter_brake(&w->axes[i]);
        else
            limiter_follow(&w->axes[i], b.factor * want.position,
                           b.factor * want.speed + b.speed * want.position);
    }
}

void io_washout_step(io_washout *washout, const io_seat *seat, io_platform_pose *pose)
{
    double acceleration[SPACE] = {0}, rate[SPACE] = {0};
    wish wishes[AUTH_RIG_AXES] = {0};
    for (int i = 0; i < SPACE && seat; i++) {
        const double weight = i == SPACE - 1 ? GRAVITY : 0.0;
        acceleration[i] = finite_or(seat->force[i], weight) - weight;
        rate[i] = finite_or(seat->rate[i], 0.0);
    }
    cue(washout, acceleration, rate, wishes);
    ramp_step(&washout->ramp, washout->step, neutral(washout));
    follow(washout, wishes);
    pose->state = washout->ramp.state;
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        pose->position[i] = washout->axes[i].x;
        pose->speed[i] = washout->axes[i].v;
        pose->acceleration[i] = washout->axes[i].a;
    }
}

static void hold_if_stopped(io_washout *washout)
{
    if (washout->ramp.state != IO_MOTION_STOPPED) return;
    for (int i = 0; i < AUTH_RIG_AXES; i++) washout->held[i] = washout->axes[i].x;
}

void io_washout_engage(io_washout *washout)
{
    hold_if_stopped(washout);
    ramp_engage(&washout->ramp);
}

void io_washout_park(io_washout *washout)
{
    hold_if_stopped(washout);
    ramp_park(&washout->ramp);
}

void io_washout_stop(io_washout *washout)
{
    ramp_stop(&washout->ramp);
}
