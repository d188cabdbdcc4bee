/* What a tire does, against results by hand: loads, geometry, friction in the steady state, symmetry, energy.
 * Tire and friction of tire_rig.c. */
#include "support/check.h"
#include "tire_rig.h"

#include <float.h>
#include <math.h>

/* Some ten rounded operations; exp and pow of the C library are good to 2 ulp. */
static const double ROUNDING = 50.0 * DBL_EPSILON;

static const hl_vec3 STILL = {0.0, 0.0, 0.0};
static const double STRAIGHT[TIRE_STATES] = {0.0, 0.0};

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* ---- loads and geometry ---- */

/* Upright: load k delta, shared evenly, at the foot; the rolling radius is a third of delta short. */
static void static_load(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    const mb_pose pose = rig_pressed(&rig, 0.018);
    const tire_contact look = tire_evaluate(&rig.tire, &pose, STILL, STILL, STRAIGHT);
    const double rounding = 4.0 * DBL_EPSILON * 0.47 / 0.018; /* of delta, the difference of two lengths */
    assert_true(look.touches);
    CHECK_RELATIVE(look.normal_force, 326e3 * 0.018, rounding);
    for (int i = 0; i < 5; i++) CHECK_RELATIVE(look.disc_force[i], 326e3 * 0.018 / 5.0, rounding);
    CHECK_RELATIVE(look.deflection, 0.018, rounding);
    CHECK_RELATIVE(look.rolling_radius, 0.47 - 0.006, ROUNDING);
    CHECK_NEAR(look.point.x, 0.0, ROUNDING);
    CHECK_NEAR(look.point.y, 0.0, ROUNDING);
    CHECK_NEAR(look.point.z, 0.0, ROUNDING);
    CHECK_SAME(look.forward.x, 1.0);
    CHECK_SAME(look.left.y, 1.0);
    for (int i = 0; i < 2; i++) CHECK_SAME(look.friction[i], 0.0);
}

/* Sinking at 0.5 m/s the damper adds c delta_dot; rising at 20 m/s it would pull by more than the spring
 * pushes, 7 kN against 5.9, and the tire lets go. At the edge of contact the force begins at zero. */
static void damping_never_pulls(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    const mb_pose pose = rig_pressed(&rig, 0.018), edge = rig_pressed(&rig, 1e-6);
    const tire_contact sinking = tire_evaluate(&rig.tire, &pose, hl_v3(0, 0, -0.5), STILL, STRAIGHT);
    const tire_contact rising = tire_evaluate(&rig.tire, &pose, hl_v3(0, 0, 20.0), STILL, STRAIGHT);
    const tire_contact falling = tire_evaluate(&rig.tire, &edge, hl_v3(0, 0, -5.0), STILL, STRAIGHT);
    CHECK_RELATIVE(sinking.normal_force, 326e3 * 0.018 + 348.0 * 0.5, 4.0 * DBL_EPSILON * 0.47 / 0.018);
    assert_true(rising.touches);
    CHECK_SAME(rising.normal_force, 0.0);
    /* the damper's part is c delta_dot 3 (delta/ramp)^2 at most, ramp = 4.7 mm: 2.4e-4 N */
    assert_true(falling.normal_force > 0.0 && falling.normal_force < 326e3 * 1.0001e-6 + 2.4e-4);
}

/* Tilted by 0.02 rad, with the lowest disc 5 mm deep, neighbours lie 62.5 mm * sin 0.02 higher each: the
 * loads fall linearly, and their moment about the forward axis is sum F_i (e_i cos), e = y + R tan. */
static void tilted_wheel(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    const double tilt = 0.02, sine = sin(tilt), cosine = cos(tilt);
    mb_pose pose = {.rotation = hl_quat_matrix(hl_quat_about(hl_v3(1, 0, 0), tilt))};
    pose.position =
        hl_v3(0.0, 0.0, 0.47 * cosine + 0.125 * sine - 5e-3); /* disc 0, at y = -0.125, is lowest */
    const double still[TIRE_PORTS] = {0.0};
    const tire_contact look = tire_evaluate(&rig.tire, &pose, STILL, STILL, STRAIGHT);
    const effort_answer answer = rig_ask(&rig, &pose, still, STRAIGHT, false);
    double moment = 0.0, load = 0.0;
    for (int i = 0; i < 5; i++) {
        const double y = -0.125 + 0.0625 * i, delta = 5e-3 - 0.0625 * i * sine;
        CHECK_NEAR(look.disc_force[i], 326e3 / 5.0 * delta, 326e3 / 5.0 * 8.0 * DBL_EPSILON);
        load += look.disc_force[i];
        moment += look.disc_force[i] * (y * cosine + 0.47 * sine);
    }
    CHECK_RELATIVE(answer.force[2], load, ROUNDING);
    /* rounding of the terms, which nearly cancel: F_n * 0.125 m */
    CHECK_NEAR(answer.force[3], moment, ROUNDING * load * 0.125);
    CHECK_NEAR(answer.force[4], 0.0, ROUNDING * load);
    assert_true(look.point.y < -0.02);
}

/* In a right-angled groove, 18 mm deep on both of its sides: each disc is pressed by two planes with k delta
 * each, the load is their sum in the direction of the mean normal. Additional planes that lie away from the
 * tire change nothing. */
static void two_planes_of_a_disc(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    const double half = sqrt(0.5), k = 326e3;
    const hl_vec3 bottom = hl_v3(0.0, 0.0, 0.0);
    const mb_pose pose = {.position = hl_v3(0.0, 0.0, (0.47 - 0.018) / half), .rotation = hl_mat3_identity()};
    rig_set_plane(&rig, bottom, hl_v3(-half, 0.0, half));
    for (int i = 0; i < 5; i++)
        tire_ground_add(&rig.ground, &rig.tire.model, i, bottom, hl_v3(half, 0.0, half));
    const tire_contact look = tire_evaluate(&rig.tire, &pose, STILL, STILL, STRAIGHT);
    const double rounding = 8.0 * DBL_EPSILON * 0.47 / 0.018; /* as in static_load */
    CHECK_RELATIVE(look.normal_force, 2.0 * k * 0.018, rounding);
    for (int i = 0; i < 5; i++) CHECK_RELATIVE(look.disc_force[i], 2.0 * k * 0.018 / 5.0, rounding);
    CHECK_RELATIVE(look.load, 2.0 * half * k * 0.018, rounding);
    CHECK_NEAR(look.normal.x, 0.0, rounding);
    CHECK_RELATIVE(look.deflection, 0.018, rounding);
    for (int i = 0; i < 5; i++)
        tire_ground_add(&rig.ground, &rig.tire.model, i, hl_v3(0.0, 0.0, -1.0), hl_v3(0.0, 0.0, 1.0));
    const tire_contact same = tire_evaluate(&rig.tire, &pose, STILL, STILL, STRAIGHT);
    CHECK_SAME(same.normal_force, look.normal_force);
    CHECK_SAME(same.load, look.load);
}

/* Foot and centre of a disc: the foot is R away, square to the axle, and no point of the disc lies lower. */
static void feet_are_lowest(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 1;
    rig_open(&rig);
    const tire_model *tire = &rig.tire.model;
    for (int trial = 0; trial < 50; trial++) {
        const mb_pose pose = {.position = random_vector(&seed, 10.0),
                              .rotation = hl_quat_matrix(hl_quat_exp(random_vector(&seed, 0.6)))};
        const hl_vec3 n = hl_normalized(hl_add(hl_v3(0, 0, 1), random_vector(&seed, 0.3)));
        const hl_vec3 axle = hl_mul(&pose.rotation, tire->axle), across = hl_any_orthogonal(axle);
        for (int i = 0; i < tire->discs; i++) {
            const hl_vec3 centre = tire_disc_centre(tire, &pose, i), foot = tire_disc_foot(tire, &pose, i, n),
                          arm = hl_sub(foot, centre);
            CHECK_RELATIVE(hl_norm(arm), 0.47, ROUNDING * 10.0 / 0.47); /* positions are up to 17 m */
            CHECK_NEAR(hl_dot(arm, axle), 0.0, ROUNDING * 10.0);
            CHECK_RELATIVE(hl_norm(hl_sub(centre, pose.position)), fabs(-0.125 + 0.0625 * i),
                           i == 2 ? 0.0 : ROUNDING * 10.0 / 0.06);
            for (double angle = 0.0; angle < 6.2; angle += 0.4) {
                const hl_mat3 turn = hl_quat_matrix(hl_quat_about(axle, angle));
                const hl_vec3 rim = hl_add_scaled(centre, 0.47, hl_mul(&turn, across));
                assert_true(hl_dot(n, foot) <= hl_dot(n, rim) + ROUNDING * 10.0);
            }
        }
    }
}

/* ---- friction ---- */

static double stribeck(const tire_friction *f, double speed)
{
    return f->kinetic + (f->stiction - f->kinetic) * exp(-pow(speed / f->stribeck_velocity, f->exponent));
}

/* The z for which z_dot vanishes at a slip velocity: z_dot is linear in z. */
static void settle(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS],
                   double z[TIRE_STATES])
{
    const effort_answer a = rig_ask(rig, pose, motion, STRAIGHT, true);
    for (int i = 0; i < 2; i++) z[i] = -a.x_dot[i] / a.x_dot_x[3 * i];
}

static tire_contact settled(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS])
{
    double z[TIRE_STATES];
    settle(rig, pose, motion, z);
    return tire_evaluate(&rig->tire, pose, hl_v3(motion[0], motion[1], motion[2]),
                         hl_v3(motion[3], motion[4], motion[5]), z);
}

/* A locked wheel that slides along (3, 4)/5: friction is opposite, g + sigma_2 |v| for isotropic sigma_2. */
static void sliding_locked(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    rig.friction.viscous[1] = rig.friction.viscous[0];
    const mb_pose pose = rig_pressed(&rig, 0.018);
    for (double speed = 1e-4; speed < 50.0; speed *= 3.0) {
        const double motion[TIRE_PORTS] = {0.6 * speed, 0.8 * speed};
        const tire_contact look = settled(&rig, &pose, motion);
        const double mu = stribeck(&rig.friction, speed) + 0.02 * speed;
        CHECK_RELATIVE(look.slip_velocity[0], 0.6 * speed, ROUNDING);
        CHECK_RELATIVE(look.friction[0], -0.6 * mu * look.normal_force, ROUNDING);
        CHECK_RELATIVE(look.friction[1], -0.8 * mu * look.normal_force, ROUNDING);
    }
}

/* Rolling with slip: z_dot = 0 gives F/F_n = -v g/(s + g r|omega|/C) - sigma_2 v, C the slip stiffness. At
 * v = 10 m/s, from nearly locked through free rolling to twice the speed, at slip angles 0 and 0.1. */
static void slip_curve(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    tire_friction *f = &rig.friction;
    f->slip_stiffness[0] = 20.0;
    f->slip_stiffness[1] = 12.0;
    const double *C = f->slip_stiffness, r = 0.47 - 0.006;
    const mb_pose pose = rig_pressed(&rig, 0.018);
    for (int lateral = 0; lateral < 2; lateral++)
        for (double slip = -0.95; slip <= 1.0; slip += 0.05) {
            const double omega = 10.0 * (1.0 + slip) / r, vx = 10.0 - r * omega, vy = lateral;
            const double motion[TIRE_PORTS] = {10.0, vy, 0.0, 0.0, omega, 0.0};
            const tire_contact look = settled(&rig, &pose, motion);
            const double s = hypot(vx, vy), g = stribeck(f, s);
            /* |omega| is rounded off by 1e-3 rad/s, F/F_n is below 1; v_x loses digits of 10 m/s */
            const double rounding = 1e-3 / omega + ROUNDING * 10.0;
            CHECK_NEAR(look.friction[0] / look.normal_force, -vx * g / (s + g * r * omega / C[0]) - 0.02 * vx,
                       rounding);
            CHECK_NEAR(look.friction[1] / look.normal_force,
                       -vy * g / (s + g * r * omega / C[1]) - 0.002 * vy, rounding);
        }
    /* The slope at zero slip is C (and sigma_2 v_r): at a slip of 1e-5, s/(g r|omega|/C) is 2.4e-4. */
    const double motion[TIRE_PORTS] = {10.0, 0.0, 0.0, 0.0, 10.0 * (1.0 + 1e-5) / r, 0.0};
    const tire_contact look = settled(&rig, &pose, motion);
    CHECK_RELATIVE(look.friction[0] / look.normal_force, 20.0 * 1e-5 + 0.02 * 1e-4, 3e-4);
}

/* Whatever bristles (within the circle sigma_0 z <= g) and slip are: bristles' and dampers' friction stays
 * on the circle of g. Per direction it is a mean of sigma_0 z and g v/s, both on it; with one stiffness for
 * both directions and no rolling the means are the same mean. */
static void friction_circle(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 2;
    rig_open(&rig);
    tire_friction *f = &rig.friction;
    f->stiffness[1] = f->stiffness[0];
    f->damping[1] = f->damping[0];
    f->viscous[0] = f->viscous[1] = 0.0;
    const mb_pose pose = rig_pressed(&rig, 0.018);
    for (int trial = 0; trial < 2000; trial++) {
        const double speed = pow(10.0, -4.0 + 6.0 * fabs(check_random(&seed)));
        const hl_vec3 v = hl_v3(speed * check_random(&seed), speed * check_random(&seed), 0.0);
        const double g = stribeck(f, hypot(v.x, v.y)), size = g / 181.0 * fabs(check_random(&seed)),
                     angle = 3.14159 * check_random(&seed);
        const double z[TIRE_STATES] = {size * cos(angle), size * sin(angle)};
        const tire_contact look = tire_evaluate(&rig.tire, &pose, v, STILL, z);
        assert_true(hypot(look.friction[0], look.friction[1]) <= g * look.normal_force * (1.0 + ROUNDING));
    }
}

/* Friction takes at least what the bristles store, -F.v >= F_n d/dt sum sigma_0 z^2/2, for every sigma_1 and
 * in every direction: with A and lambda as in tire.c the difference is
 *   sigma_0 A z^2 + lambda sigma_1 A z z_dot + lambda sigma_1 z_dot^2 + sigma_2 v^2,
 * a form that is not negative while lambda sigma_1 A <= 4 sigma_0; lambda keeps it below sigma_0. The papers'
 * constant sigma_1 = 1 s/m would be past that bound from 4 g/sigma_1 = 3 m/s on. */
static void friction_takes_energy(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 3;
    rig_open(&rig);
    rig.friction.slip_stiffness[0] = 20.0;
    rig.friction.rolling_resistance = 0.015;
    const mb_pose pose = rig_pressed(&rig, 0.018);
    for (int trial = 0; trial < 5000; trial++) {
        const double size = pow(10.0, -3.0 + 5.0 * fabs(check_random(&seed)));
        const hl_vec3 v = random_vector(&seed, size), omega = random_vector(&seed, size);
        const double z[TIRE_STATES] = {0.02 * check_random(&seed), 0.02 * check_random(&seed)};
        const double motion[TIRE_PORTS] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
        const effort_answer a = rig_ask(&rig, &pose, motion, z, false);
        const tire_contact look = tire_evaluate(&rig.tire, &pose, v, omega, z);
        double lost = 0.0, size_of_terms = 0.0;
        for (int i = 0; i < 2; i++) {
            const double sigma_0 = rig.friction.stiffness[i];
            const double stored = look.normal_force * sigma_0 * z[i] * a.x_dot[i],
                         taken = -look.friction[i] * look.slip_velocity[i];
            lost += taken - stored;
            size_of_terms += fabs(taken) + fabs(stored);
        }
        assert_true(lost >= -ROUNDING * size_of_terms);
        assert_true(look.rolling_moment * omega.y <= 0.0);
    }
}

/* The wrench that friction puts on the wheel has exactly the power force . slip velocity, at any tilt: what
 * is left of the wrench's power is that of the normal forces, -F delta_dot, and of the rolling resistance. */
static void power_is_force_times_slip(void **state)
{
    (void)state;
    tire_rig rig;
    uint64_t seed = 4;
    rig_open(&rig);
    rig.friction.rolling_resistance = 0.015;
    for (int trial = 0; trial < 200; trial++) {
        mb_pose pose = rig_pressed(&rig, 0.03);
        pose.rotation = hl_quat_matrix(hl_quat_exp(random_vector(&seed, 0.2)));
        const hl_vec3 v = random_vector(&seed, 5.0), omega = random_vector(&seed, 5.0);
        const double motion[TIRE_PORTS] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
        const double z[TIRE_STATES] = {4e-3 * check_random(&seed), 4e-3 * check_random(&seed)};
        const double bent_back[TIRE_STATES] = {-z[0], -z[1]};
        /* two bristle deflections: the normal forces are the same, the difference is friction's alone */
        const effort_answer a = rig_ask(&rig, &pose, motion, z, false),
                            b = rig_ask(&rig, &pose, motion, bent_back, false);
        const tire_contact look = tire_evaluate(&rig.tire, &pose, v, omega, z),
                           other = tire_evaluate(&rig.tire, &pose, v, omega, bent_back);
        double power = 0.0, expected = 0.0, terms = 0.0;
        for (int i = 0; i < TIRE_PORTS; i++) {
            power += (a.force[i] - b.force[i]) * motion[i];
            terms += fabs(a.force[i] * motion[i]) + fabs(b.force[i] * motion[i]);
        }
        for (int i = 0; i < 2; i++)
            expected += look.slip_velocity[i] * (look.friction[i] - other.friction[i]);
        CHECK_NEAR(power, expected, ROUNDING * terms);
    }
}

/* c_rr F_n r at speed, growing from zero at rest: at 0.1 rad/s 1/sqrt 2 of it. */
static void rolling_resistance(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    rig.friction.rolling_resistance = 0.015;
    const mb_pose pose = rig_pressed(&rig, 0.018);
    const double full = 0.015 * 326e3 * 0.018 * (0.47 - 0.006);
    const double rounding = ROUNDING + 4.0 * DBL_EPSILON * 0.47 / 0.018;
    const tire_contact fast = tire_evaluate(&rig.tire, &pose, STILL, hl_v3(0.0, -20.0, 0.0), STRAIGHT);
    const tire_contact slow = tire_evaluate(&rig.tire, &pose, STILL, hl_v3(0.0, 0.1, 0.0), STRAIGHT);
    const tire_contact rest = tire_evaluate(&rig.tire, &pose, STILL, STILL, STRAIGHT);
    CHECK_RELATIVE(fast.rolling_moment, full, rounding + 0.5 * 0.1 * 0.1 / 400.0); /* 1 - 1/(2 x^2) */
    CHECK_RELATIVE(slow.rolling_moment, -full * 0.70710678118654752, rounding);
    CHECK_SAME(rest.rolling_moment, 0.0);
}

/* Twice as much at v_2. */
static void rolling_resistance_grows_with_speed(void **state)
{
    (void)state;
    tire_rig rig;
    rig_open(&rig);
    rig.friction.rolling_resistance = 0.015;
    const mb_pose pose = rig_pressed(&rig, 0.018);
    const hl_vec3 spin = hl_v3(0.0, 40.0, 0.0);
    const tire_contact constant = tire_evaluate(&rig.tire, &pose, STILL, spin, STRAIGHT);
    const double v_2 = 40.0 * constant.rolling_radius;
    rig.friction.rolling_growth = 1.0 / (v_2 * v_2);
    const tire_contact grown = tire_evaluate(&rig.tire, &pose, STILL, spin, STRAIGHT);
    CHECK_RELATIVE(grown.rolling_moment, 2.0 * constant.rolling_moment, ROUNDING);
}

/* ---- invariances ---- */

/* Mirrored at the vehicle's middle plane (y -> -y), a motion gives mirrored forces, to the rounding of sums
 * that run over the discs the other way round. */
static void left_and_right(void **state)
{
    (void)state;
    tire_rig left, right;
    uint64_t seed = 5;
    rig_open(&left);
    rig_open(&right);
    for (int trial = 0; trial < 200; trial++) {
        const hl_vec3 turn = random_vector(&seed, 0.2), v = random_vector(&seed, 5.0),
                      omega = random_vector(&seed, 5.0), place = hl_v3(0.0, 0.3, 0.44);
        const hl_vec3 n = hl_normalized(hl_add(hl_v3(0, 0, 1), random_vector(&seed, 0.2)));
        const double z[2] = {4e-3 * check_random(&seed), 4e-3 * check_random(&seed)},
                     z_right[2] = {z[0], -z[1]};
        const mb_pose a = {.position = place, .rotation = hl_quat_matrix(hl_quat_exp(turn))};
        const mb_pose b = {.position = hl_v3(place.x, -place.y, place.z),
                           .rotation = hl_quat_matrix(hl_quat_exp(hl_v3(-turn.x, turn.y, -turn.z)))};
        rig_set_plane(&left, hl_v3(0.0, 0.0, 0.0), n);
        rig_set_plane(&right, hl_v3(0.0, 0.0, 0.0), hl_v3(n.x, -n.y, n.z));
        const double motion[6] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
        const double mirrored[6] = {v.x, -v.y, v.z, -omega.x, omega.y, -omega.z};
        const double sign[6] = {1.0, -1.0, 1.0, -1.0, 1.0, -1.0};
        const effort_answer one = rig_ask(&left, &a, motion, z, false),
                            two = rig_ask(&right, &b, mirrored, z_right, false);
        double largest = 1.0;
        for (int i = 0; i < 6; i++) largest = fmax(largest, fabs(one.force[i]));
        for (int i = 0; i < 6; i++) CHECK_NEAR(two.force[i], sign[i] * one.force[i], ROUNDING * largest);
        CHECK_NEAR(two.x_dot[0], one.x_dot[0], ROUNDING * 10.0);
        CHECK_NEAR(two.x_dot[1], -one.x_dot[1], ROUNDING * 10.0);
    }
}

/* 10 km away positions are rounded to 1.8e-12 m; the radial spring makes that 6e-7 N, four roundings and
 * friction of the same size. */
static void far_from_the_origin(void **state)
{
    (void)state;
    tire_rig here, there;
    uint64_t seed = 6;
    rig_open(&here);
    rig_open(&there);
    for (int trial = 0; trial < 100; trial++) {
        const hl_vec3 shift = hl_v3(1e4, -1e4, 250.0), v = random_vector(&seed, 5.0),
                      omega = random_vector(&seed, 5.0);
        mb_pose pose = rig_pressed(&here, 0.03);
        pose.rotation = hl_quat_matrix(hl_quat_exp(random_vector(&seed, 0.2)));
        mb_pose far_away = pose;
        far_away.position = hl_add(pose.position, shift);
        rig_set_plane(&there, shift, hl_v3(0.0, 0.0, 1.0));
        const double motion[6] = {v.x, v.y, v.z, omega.x, omega.y, omega.z}, z[2] = {2e-3, 1e-3};
        const effort_answer one = rig_ask(&here, &pose, motion, z, false),
                            two = rig_ask(&there, &far_away, motion, z, false);
        const double ulp = 1e4 * DBL_EPSILON;
        for (int i = 0; i < 6; i++) CHECK_NEAR(two.force[i], one.force[i], 8.0 * 326e3 * ulp);
        for (int i = 0; i < 2; i++) CHECK_NEAR(two.x_dot[i], one.x_dot[i], 8.0 * 1e4 * ulp);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(static_load),
                                       cmocka_unit_test(damping_never_pulls),
                                       cmocka_unit_test(tilted_wheel),
                                       cmocka_unit_test(two_planes_of_a_disc),
                                       cmocka_unit_test(feet_are_lowest),
                                       cmocka_unit_test(sliding_locked),
                                       cmocka_unit_test(slip_curve),
                                       cmocka_unit_test(friction_circle),
                                       cmocka_unit_test(friction_takes_energy),
                                       cmocka_unit_test(power_is_force_times_slip),
                                       cmocka_unit_test(rolling_resistance),
                                       cmocka_unit_test(rolling_resistance_grows_with_speed),
                                       cmocka_unit_test(left_and_right),
                                       cmocka_unit_test(far_from_the_origin)};
    return cmocka_run_group_tests_name("tire", tests, NULL, NULL);
}
