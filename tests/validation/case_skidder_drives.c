/* The driven skidder: its way over a washboard against a linear model of its tires, speed, drawbar power,
 * brakes, circle of articulated steering. */
#include "skidder.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double KMH = 1.0 / 3.6;            /* [m/s] */
static const double FRONT = 1.61, REAR = -2.09; /* axles from the centre of mass [m] */

static bool ready(valid_run *v, driven *e, const driven_start *start)
{
    static const double REVVING = 2.0; /* [s] until the engine runs at full speed */
    if (!skidder_build(v, start, e)) return false;
    driven_set(e, "throttle", 1.0);
    driven_set(e, "parking_brake", 0.0);
    return driven_drive(e, REVVING);
}

static bool shift_to(driven *e, int gear)
{
    for (int now = (int)lround(driven_now(e, "gear.number")); now != gear; now += now < gear ? 1 : -1) {
        if (!driven_press(e, now < gear ? "gear_up" : "gear_down") || !driven_drive(e, 0.5)) return false;
    }
    return true;
}

/* ---- response ---- */

/* As CMPLX, which clang 14 lacks. */
static double complex complex_of(double real, double imaginary)
{
    const double parts[2] = {real, imaginary};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

static double complex phasor(double angle)
{
    return complex_of(cos(angle), sin(angle));
}

/* Pitch inertia about the centre of mass. */
static double pitch_inertia(driven *e)
{
    hl_vec3 centre;
    const auth_mechanism *m = e->author->mechanism;
    double sum = 0.0;
    driven_look(e);
    driven_mass(e, &centre);
    for (int i = 0; i < m->body_count; i++) {
        const hl_vec3 at = hl_sub(driven_point(e, i, m->bodies[i].centre), centre);
        sum += m->bodies[i].inertia[1] + m->bodies[i].mass * (at.x * at.x + at.z * at.z);
    }
    return sum;
}

/* Heave and pitch, nose up, over the amplitude of the ground, of a rigid machine on springs and dampers:
 *   -M w^2 z     = -sum G (z + a_i p - u_i),   G = 2 (k + i w c), u_i = exp(i K a_i)
 *   -I w^2 p     = -sum a_i G (z + a_i p - u_i) */
static void linear_response(double mass, double inertia, double speed, double wavelength,
                            double complex *heave, double complex *pitch)
{
    static const double STIFFNESS = 520e3, DAMPING = 12e3; /* of a tire */
    const double wave = 2.0 * acos(-1.0) / wavelength, w = wave * speed, a[2] = {FRONT, REAR};
    const double complex G = complex_of(2.0 * STIFFNESS, 2.0 * w * DAMPING);
    double complex m[2][2] = {{-mass * w * w, 0.0}, {0.0, -inertia * w * w}}, r[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) {
        const double complex u = phasor(wave * a[i]);
        m[0][0] += G, m[0][1] += a[i] * G, m[1][0] += a[i] * G, m[1][1] += a[i] * a[i] * G;
        r[0] += G * u, r[1] += a[i] * G * u;
    }
    const double complex det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    *heave = (r[0] * m[1][1] - r[1] * m[0][1]) / det;
    *pitch = (m[0][0] * r[1] - m[1][0] * r[0]) / det;
}

/* Amplitudes at the wavelength over whole periods of a steady drive in a gear. */
static void respond(valid_run *v, int gear, double wavelength, double height)
{
    static const double RUN_UP = 8.0, SHARE = 0.25; /* [s] */
    enum { PERIODS = 8 };
    const auth_ground ground = {.kind = AUTH_GROUND_WASHBOARD, .wavelength = wavelength, .height = height};
    driven e;
    hl_vec3 centre;
    if (!ready(v, &e, &(driven_start){.ground = &ground, .unsettled = true})) return;
    driven_set(&e, "direction", 1.0);
    if (!shift_to(&e, gear) || !driven_drive(&e, RUN_UP)) return;
    const double inertia = pitch_inertia(&e), mass = driven_mass(&e, &centre),
                 begin = driven_now(&e, "chassis.x"), wave = 2.0 * acos(-1.0) / wavelength,
                 time = world_machine_time(e.machine);
    double complex heave = 0.0, pitch = 0.0, wanted_heave, wanted_pitch;
    for (double x = begin; x < begin + PERIODS * wavelength;) {
        if (!driven_step(&e)) return;
        driven_look(&e);
        const double next = driven_signal(&e, "chassis.x"), p = driven_signal(&e, "chassis.pitch");
        const double complex share = 2.0 * (next - x) / (PERIODS * wavelength) * phasor(-wave * next);
        heave += share * (driven_signal(&e, "chassis.z") - REAR * p);
        pitch += share * p;
        x = next;
    }
    const double speed = PERIODS * wavelength / (world_machine_time(e.machine) - time);
    linear_response(mass, inertia, speed, wavelength, &wanted_heave, &wanted_pitch);
    char text[160];
    snprintf(text, sizeof text,
             "washboard of %.1f m and %.0f mm at %.1f km/h: heave over the ground's amplitude", wavelength,
             1e3 * height, speed / KMH);
    valid_published(v, text, "1", "rigid machine on its tires' springs and dampers", cabs(wanted_heave),
                    2.0 * cabs(heave) / height, SHARE * cabs(wanted_heave),
                    "25 %: hanging grapple; forces along the way on slopes, below the centre of mass");
    snprintf(text, sizeof text, "the same: pitch over amplitude");
    valid_published(v, text, "deg/m", "the same", cabs(wanted_pitch) / DRIVEN_DEGREE,
                    2.0 * cabs(pitch) / height / DRIVEN_DEGREE, SHARE * cabs(wanted_pitch) / DRIVEN_DEGREE,
                    "the same");
}

/* ---- travel ---- */

static void travel_and_brake(valid_run *v)
{
    static const double WAY = 30.0, WANTED = 5.0; /* [m], [m/s^2] */
    driven e;
    double seconds;
    if (!ready(v, &e, &(driven_start){0})) return;
    driven_set(&e, "direction", 1.0);
    if (!shift_to(&e, 6) || !driven_drive(&e, 12.0)) return;
    double start = driven_now(&e, "chassis.x");
    if (!driven_until(&e, "chassis.x", start + WAY, 20.0, &seconds)) return;
    valid_published(v, "travel in the highest gear", "km/h", "class: 23 km/h", 23.0, WAY / seconds / KMH, 1.0,
                    "droop of the governor: 2100 to 2200 rpm");
    const double speed = driven_now(&e, "vehicle.speed");
    start = driven_now(&e, "chassis.x");
    driven_set(&e, "direction", 0.0);
    driven_set(&e, "brake", 1.0);
    if (!driven_until(&e, "vehicle.speed", 0.05, 10.0, &seconds)) return;
    valid_bound(v, "pedal down at that speed: stopping distance", "m", "class: 5 m/s2 after 0.1 s",
                driven_now(&e, "chassis.x") - start, speed * speed / (2.0 * WANTED) + 0.1 * speed, "class");
}

/* ---- pull ---- */

static const double TAKEN_HOLD = 8.0;  /* [s] the clutch is closed before the car brakes */
static const double ROPE_SHARE = 0.12; /* of the damping of driven_tow: the car lets it drive at 0.9 m/s */

static void tow(auth_machine *author, const void *with)
{
    driven_tow(author, with);
    auth_spring *const *rope = with;
    (*rope)->parameters.damping *= ROPE_SHARE;
    (*rope)->parameters.window[0] = TAKEN_HOLD;
}

static void pull(valid_run *v)
{
    static const double POWER = 130.0, EFFICIENCY = 0.87 * 0.90, AUXILIARIES = 4.5, ROLLING = 1.9;
    driven e;
    auth_spring *rope = HL_NEW(valid_arena(v), auth_spring, 1);
    if (!rope || !ready(v, &e, &(driven_start){.change = tow, .with = &rope})) return;
    if (!shift_to(&e, 1)) return;
    driven_set(&e, "direction", 1.0);
    if (!driven_drive(&e, 20.0)) return;
    const double force = 1e-3 * ROPE_SHARE * driven_pull(&e), speed = driven_now(&e, "vehicle.speed");
    const double slip =
        0.5 * (driven_signal(&e, "wheel.front_left.slip") + driven_signal(&e, "wheel.rear_left.slip"));
    const double power = EFFICIENCY * (POWER - AUXILIARIES) * (1.0 - slip) - ROLLING * speed;
    valid_published(v, "first gear on a brake car, coefficient of traction 1.2: drawbar power", "kW",
                    "130 kW less auxiliaries, gears, slip, rolling", power, force * speed, 5.0,
                    "5 %: the engine's curve about its rated speed");
    valid_published(v, "the same: pull", "kN", "that power over the speed", power / speed, force, 6.0,
                    "the same");
}

/* ---- steering ---- */

static void circle(valid_run *v)
{
    static const double LOCK = 44.0; /* [deg] */
    driven e;
    if (!ready(v, &e, &(driven_start){0})) return;
    driven_set(&e, "direction", 1.0);
    driven_set(&e, "steering", 1.0);
    if (!shift_to(&e, 1) || !driven_drive(&e, 12.0)) return;
    driven_look(&e);
    const double angle = driven_signal(&e, "articulation.angle");
    const double turn = driven_signal(&e, "chassis.yaw_rate"), speed = driven_signal(&e, "vehicle.speed");
    valid_published(v, "steering wheel to the left: articulation", "deg", "file", LOCK, angle / DRIVEN_DEGREE,
                    1.0, "the steering unit's dead band");
    valid_published(v, "radius of the rear axle's circle", "m", "both axles on one circle",
                    0.5 * SKIDDER_WHEELBASE / tan(0.5 * angle), speed / turn, 0.25,
                    "slip of tires on locked axles");
}

void skidder_drives(valid_run *v)
{
    respond(v, 1, 6.0, 0.04);
    respond(v, 3, 2.0, 0.02);
    travel_and_brake(v);
    pull(v);
    circle(v);
}
