/* The driven skidder: its response to a washboard against a linear model of its tires, speed, drawbar power,
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

enum { SURGE, HEAVE, PITCH, SPIN, UNKNOWNS };

typedef struct linear {
    double complex m[UNKNOWNS][UNKNOWNS], r[UNKNOWNS];
} linear;

/* A force k (given - along.q) that works on the unknowns q with the factors `along`. */
static void add_force(linear *l, const double along[UNKNOWNS], double complex k, double complex given)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        l->r[i] += k * along[i] * given;
        for (int j = 0; j < UNKNOWNS; j++) l->m[i][j] += k * along[i] * along[j];
    }
}

/* Gauss-Jordan elimination; the pivots are masses and springs, none of them near zero. */
static void solve(linear *l)
{
    for (int p = 0; p < UNKNOWNS; p++)
        for (int i = 0; i < UNKNOWNS; i++) {
            if (i == p) continue;
            const double complex share = l->m[i][p] / l->m[p][p];
            for (int j = 0; j < UNKNOWNS; j++) l->m[i][j] -= share * l->m[p][j];
            l->r[i] -= share * l->r[p];
        }
    for (int p = 0; p < UNKNOWNS; p++) l->r[p] /= l->m[p][p];
}

/* Inertia of the crankshaft and resistance of its governor against a change of speed, times i w [N m/rad]. */
static double complex engine_stiffness(double w)
{
    static const double CRANKSHAFT = 1.1, TORQUE = 591.0, DROOP = 11.5; /* [kg m2], [N m], [rad/s] */
    static const double LAG = 0.3, PROMPT = 0.5;                        /* [s], [1] */
    const double complex shown = PROMPT + (1.0 - PROMPT) / complex_of(1.0, w * LAG);
    return -CRANKSHAFT * w * w + complex_of(0.0, w * TORQUE / DROOP) * shown;
}

/* Heave z and pitch p, nose up, over the amplitude of the ground, of a rigid machine with surge x; the wheels
 * turn by s against it, all together and with the engine:
 *   -M w^2 x           = sum (T_i - i K N_i u_i)
 *   -M w^2 z           = sum G (u_i - z - a_i p),               G = 2 (k + i w c), u_i = exp(i K a_i)
 *   (-I w^2 - M g h) p = sum (a_i G (u_i - z - a_i p) + (h + r) T_i - h i K N_i u_i)
 *   n^2 E s            = -sum r T_i
 * N_i: an axle's load at rest, which pushes back on slopes i K u_i; h: the axles below the centre of mass; r:
 * rolling radius; n: gear; E: engine_stiffness. Traction with the slip stiffness C and the relaxation length
 * L: T_i = -i w (x + (h + r) p - r s) (C N_i/v)/(1 + i w L/v) */
static void linear_response(double mass, double inertia, double gear, double speed, double wavelength,
                            double complex *heave, double complex *pitch)
{
    static const double STIFFNESS = 520e3, DAMPING = 12e3;           /* of a tire [N/m], [N s/m] */
    static const double ROLLING = 0.888, SLIP = 15.0, RELAXED = 0.1; /* [m], [1], 15 over 150 1/m [m] */
    static const double BELOW = 0.42;                                /* [m] */
    const double wave = 2.0 * acos(-1.0) / wavelength, w = wave * speed, a[2] = {FRONT, REAR};
    const double pull_along[UNKNOWNS] = {1.0, 0.0, BELOW + ROLLING, -ROLLING};
    linear l = {.r = {0.0}};
    l.m[SURGE][SURGE] = l.m[HEAVE][HEAVE] = -mass * w * w;
    l.m[PITCH][PITCH] = -inertia * w * w - mass * DRIVEN_GRAVITY * BELOW;
    l.m[SPIN][SPIN] = gear * gear * engine_stiffness(w);
    for (int i = 0; i < 2; i++) {
        const double push_along[UNKNOWNS] = {0.0, 1.0, a[i], 0.0};
        const double load = mass * DRIVEN_GRAVITY * fabs(a[1 - i]) / SKIDDER_WHEELBASE;
        const double complex u = phasor(wave * a[i]), slope_force = complex_of(0.0, -wave * load) * u;
        add_force(&l, push_along, complex_of(2.0 * STIFFNESS, 2.0 * w * DAMPING), u);
        add_force(&l, pull_along,
                  complex_of(0.0, w * SLIP * load / speed) / complex_of(1.0, w * RELAXED / speed), 0.0);
        l.r[SURGE] += slope_force;
        l.r[PITCH] += BELOW * slope_force;
    }
    solve(&l);
    *heave = l.r[HEAVE];
    *pitch = l.r[PITCH];
}

/* Amplitudes at the wavelength over whole periods of a steady drive in a gear. */
static void respond(valid_run *v, int gear, double wavelength, double height)
{
    static const double RUN_UP = 8.0, SHARE = 0.05;                     /* [s], [1] */
    static const double RATIOS[] = {8.370, 5.739, 3.936}, AXLES = 24.0; /* of the file */
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
    linear_response(mass, inertia, RATIOS[gear - 1] * AXLES, speed, wavelength, &wanted_heave, &wanted_pitch);
    char text[160];
    snprintf(text, sizeof text,
             "washboard of %.1f m and %.0f mm at %.1f km/h: heave over the ground's amplitude", wavelength,
             1e3 * height, speed / KMH);
    valid_published(v, text, "1", "rigid machine on its tires, driven by its engine", cabs(wanted_heave),
                    2.0 * cabs(heave) / height, SHARE * cabs(wanted_heave),
                    "5 %: a grapple that cannot swing changes the pitch by 3 %");
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
