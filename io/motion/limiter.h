/* Limits of one axis: it follows a target and never exceeds position X, speed V and acceleration A.
 *
 * Time goes in steps T of constant acceleration: x1 = x + (v + v1) T/2. Full braking takes the speed down by
 * A T a step, and by what is left in the last one, and covers, with k = floor(|v|/(A T)),
 *
 *   D(v) = k |v| T - k^2 A T^2/2 + (|v| - k A T) T/2,
 *
 * the polygon through v^2/(2A) at the multiples of A T; D >= v^2/(2A), D' >= T/2.
 *
 * Invariant: |x| <= X, |v| <= V, and D(v) <= X - x for v > 0, D(v) <= X + x for v < 0.
 *
 *  1. A step that keeps it exists: full braking v1 = v - A T, or 0 when v <= A T (v >= 0 without loss of
 *     generality). By the making of D, D(v1) = D(v) - (x1 - x), so that D(v1) <= X - x1; and x1 >= x >= -X.
 *  2. The speeds that keep it are an interval. Above: with R = X - x - v T/2 the invariant at the end of the
 *     step reads D(v1) + v1 T/2 <= R for v1 >= 0. The left side grows with v1, so that v1 <= S(R), its
 *     inverse (limiter_approach). R >= 0 because D(v) >= v T/2. Below: the same with the signs changed. Full
 *     braking lies in both, as well as in |v1| <= V and |v1 - v| <= A T: the four intervals have a common
 *     part, and whatever the target asks for is moved into it, into one interval after the other.
 *  3. Between the steps: |v| <= V since v is linear. If v changes its sign within a step, x turns back after
 *     v^2/(2 |a|) with |a| = (v - v1)/T > v/T, that is before v T/2 <= D(v) <= X - x. Otherwise x is
 *     monotonic.
 *
 * So the limits hold whatever comes in, not only at the ticks. Rounding may break the inequalities by some
 * 1e-16; limiter_of takes a little off X, V and A to make up for that, and for single precision in packets.
 *
 * Tracking: the same law, relative to a target (r, v_r) that keeps its speed for the next step:
 *
 *   v1 = v_r + S_b(r - x - (v + v_r) T/2),
 *
 * S_b with a part of A for braking, so that the rest can follow a target that accelerates. It arrives with
 * the target's speed and no overshoot when the target accelerates by no more than the rest; a target made by
 * the trapezoidal rule within the limits is followed exactly, and near it the law is linear: no chatter. */
#ifndef MOTION_LIMITER_H
#define MOTION_LIMITER_H

typedef struct limiter {
    double X, V, A; /**< limits [m or rad, per s, per s^2] */
    double T;       /**< step [s] */
    double x, v, a; /**< where it is, and the acceleration of the last step */
} limiter;

/** At 0, at rest. */
limiter limiter_of(double position, double speed, double acceleration, double step);

/** One step towards a target. RT.
 *  @param position, speed  of the target at the end of this step; finite */
void limiter_follow(limiter *axis, double position, double speed);

/** One step of full braking. RT. */
void limiter_brake(limiter *axis);

/** S(R): the highest speed at the end of a step after which braking with `acceleration` covers no more than
 * what is left of `way` once that speed's half of the step, v1 T/2, is taken off. way >= 0. RT. */
double limiter_approach(double way, double acceleration, double step);

#endif
