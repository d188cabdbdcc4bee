#include "belt.h"

#include <math.h>

static const double TURN = 6.283185307179586;

/* Direction outwards of the common tangent from one circle to the next, which keeps both on its inner side:
 * n . (c2 - c1) = r1 - r2. */
static double tangent(const belt_wheel *from, const belt_wheel *to, double *run)
{
    const double dx = to->centre[0] - from->centre[0], dz = to->centre[1] - from->centre[1];
    const double distance = hypot(dx, dz), along = (from->radius - to->radius) / distance;
    const double across = sqrt(fmax(1.0 - along * along, 0.0));
    *run = distance * across;
    return atan2(along * dz + across * dx, along * dx - across * dz);
}

/* Clockwise from one direction to another; what is a little anticlockwise, where rollers stand in a line, is
 * nothing. */
static double clockwise(double from, double to)
{
    const double turn = fmod(from - to + 2.0 * TURN, TURN);
    return turn > 0.75 * TURN ? 0.0 : turn;
}

belt belt_round(int count, const double wheels[][3])
{
    belt b = {.count = count};
    double leaves[BELT_MOST_WHEELS];
    for (int i = 0; i < count; i++)
        b.wheels[i] = (belt_wheel){.centre = {wheels[i][0], wheels[i][1]}, .radius = wheels[i][2]};
    for (int i = 0; i < count; i++)
        leaves[i] = tangent(&b.wheels[i], &b.wheels[(i + 1) % count], &b.wheels[i].run);
    for (int i = 0; i < count; i++) {
        b.wheels[i].begin = leaves[(i + count - 1) % count];
        b.wheels[i].arc = clockwise(b.wheels[i].begin, leaves[i]);
        b.length += b.wheels[i].radius * b.wheels[i].arc + b.wheels[i].run;
    }
    return b;
}

belt_place belt_at(const belt *b, double along)
{
    double left = along - b->length * floor(along / b->length);
    const belt_wheel *w = b->wheels;
    while (left > w->radius * w->arc + w->run && w < b->wheels + b->count - 1) {
        left -= w->radius * w->arc + w->run;
        w++;
    }
    const double on_wheel = fmin(left, w->radius * w->arc), straight = left - on_wheel;
    const double direction = w->begin - on_wheel / w->radius, n[2] = {cos(direction), sin(direction)};
    return (belt_place){{w->centre[0] + w->radius * n[0] + straight * n[1],
                         w->centre[1] + w->radius * n[1] - straight * n[0]},
                        {n[0], n[1]}};
}
