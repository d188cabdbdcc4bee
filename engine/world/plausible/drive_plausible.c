/* Engine, driveline and wheel motors whose figures are hardly meant. */
#include "plausible.h"

#include <math.h>

static const double RPM = 9.5492965855137202; /* of 1 rad/s */

/* ---- engine ---- */

static double most_power(const drive_curve *torque)
{
    double power = 0.0;
    for (int i = 0; i < torque->count; i++) power = fmax(power, torque->x[i] * torque->y[i]);
    return power;
}

static double most_torque(const drive_curve *torque)
{
    double most = 0.0;
    for (int i = 0; i < torque->count; i++) most = fmax(most, torque->y[i]);
    return most;
}

static double least_consumption(const auth_engine *engine)
{
    double least = HUGE_VAL;
    for (int l = 0; l < engine->model.map_loads; l++)
        for (int s = 0; s < engine->model.map_speeds; s++)
            least = fmin(least, engine->model.consumption[l][s]);
    return least;
}

/* Working machines have 3 to 30 kW for a tonne; racing cars 500. */
static void doubt_power(const world_doubts *d, const auth_engine *engine)
{
    static const double least = 0.3, most = 500.0; /* [kW/t] */
    const double power = most_power(&engine->model.full_load), share = power / d->mass;
    if (share >= least && share <= most) return;
    hl_report_add(d->report, engine->place,
                  "engine: its full load reaches %.3g kW at a mass of %.3g t, %.2g kW for a tonne: %g to %g "
                  "kW are usual (speeds without a unit are in rad/s)",
                  1e-3 * power, 1e-3 * d->mass, share, least, most);
}

void world_doubt_engine(const world_doubts *d)
{
    static const double fastest = 1100.0;              /* [rad/s] 10500 rpm */
    static const double best = 2.8e-8, worst = 2.8e-7; /* [kg/J] 100 and 1000 g/kWh */
    const auth_engine *engine = &d->parts->engine;
    if (!d->parts->has_engine) return;
    doubt_power(d, engine);
    const double consumption = least_consumption(engine);
    if (engine->model.top_speed > fastest)
        hl_report_add(d->report, engine->place,
                      "engine: its top speed of %.4g rad/s is %.3g rpm: give the speed with its unit, such "
                      "as \"%.4g rpm\"",
                      engine->model.top_speed, engine->model.top_speed * RPM, engine->model.top_speed);
    if (consumption < best || consumption > worst)
        hl_report_add(d->report, engine->place,
                      "engine: its best consumption is %.3g g/kWh; 150 to 600 g/kWh are usual",
                      consumption * 3.6e9);
    if (engine->tank > 5.0 || engine->fuel_density < 500.0 || engine->fuel_density > 1100.0)
        hl_report_add(
            d->report, engine->place,
            "engine: a tank of %.4g l with fuel of %.4g kg/m3: up to 5000 l of 500 to 1100 kg/m3 are usual",
            1e3 * engine->tank, engine->fuel_density);
}

/* ---- driveline ---- */

static double radius_of(const world_doubts *d, int wheel)
{
    return d->parts->tires[d->parts->wheels[d->parts->driveline.wheels[wheel]].tire].model.radius;
}

static void doubt_road_speed(const world_doubts *d)
{
    static const double least = 0.5, most = 40.0; /* [m/s] */
    const auth_driveline *line = &d->parts->driveline;
    const int highest = line->gearbox.gear_count - 1;
    const auth_gear *gear = &line->gears[highest];
    const double ratio = line->gearbox.ratio[highest];
    const double speed =
        d->parts->engine.model.top_speed * radius_of(d, 2) / (ratio * line->model.rear_ratio);
    if (speed >= least && speed <= most) return;
    hl_report_add(d->report, gear->place,
                  "driveline: in its highest gear '%s' the machine reaches %.3g km/h (engine at %.4g rpm, "
                  "ratio %.4g, rear axle %.4g, tire of %.3g m): %.2g to %.3g km/h are usual",
                  gear->name, 3.6 * speed, d->parts->engine.model.top_speed * RPM, ratio,
                  line->model.rear_ratio, radius_of(d, 2), 3.6 * least, 3.6 * most);
}

/* With the centre locked both axles turn together: front wheels that are much faster or slower drag. */
static void doubt_lead(const world_doubts *d)
{
    static const double least = -0.05, most = 0.15;
    const auth_driveline *line = &d->parts->driveline;
    bool both = false;
    for (int i = 0; i < d->parts->control_count; i++)
        both |= d->parts->controls[i].drive == AUTH_DRIVE_FOUR_WHEEL_DRIVE;
    const double lead =
        radius_of(d, 0) / line->model.front_ratio / (radius_of(d, 2) / line->model.rear_ratio) - 1.0;
    if (!both || (lead >= least && lead <= most)) return;
    hl_report_add(d->report, line->place,
                  "driveline: with both axles driven the front wheels run %.3g %% faster than the rear ones "
                  "(ratios %.4g and %.4g, tires of %.3g and %.3g m): 1 to 5 %% are usual",
                  100.0 * lead, line->model.front_ratio, line->model.rear_ratio, radius_of(d, 0),
                  radius_of(d, 2));
}

static void doubt_clutch(const world_doubts *d)
{
    const double torque = most_torque(&d->parts->engine.model.full_load);
    if (d->parts->driveline.gearbox.clutch_capacity >= torque) return;
    hl_report_add(d->report, d->parts->driveline.place,
                  "driveline: the clutch holds %.4g N m, less than the engine's %.4g N m, and slips at full "
                  "load: increase its capacity",
                  d->parts->driveline.gearbox.clutch_capacity, torque);
}

static void doubt_brakes(const world_doubts *d)
{
    static const double least = 1.0, most = 100.0; /* [m/s^2] if the tires held */
    const auth_driveline *line = &d->parts->driveline;
    const double force =
        2.0 * (line->brakes.service[0] / radius_of(d, 0) + line->brakes.service[2] / radius_of(d, 2));
    const double slows = force / d->mass;
    const double holds =
        2.0 * (line->brakes.parking[0] / radius_of(d, 0) + line->brakes.parking[2] / radius_of(d, 2));
    if (holds > 0.0 && holds < 0.05 * d->mass * d->gravity)
        hl_report_add(d->report, line->place,
                      "driveline: the parking brakes of %.4g and %.4g N m at each wheel hold %.3g t on a "
                      "slope of %.2g %%: 18 %% or more is usual",
                      line->brakes.parking[0], line->brakes.parking[2], 1e-3 * d->mass,
                      100.0 * holds / (d->mass * d->gravity));
    if (force <= 0.0 || (slows >= least && slows <= most)) return;
    hl_report_add(d->report, line->place,
                  "driveline: the service brakes of %.4g and %.4g N m at each wheel slow %.3g t by %.2g "
                  "m/s2: %g to %g m/s2 are usual",
                  line->brakes.service[0], line->brakes.service[2], 1e-3 * d->mass, slows, least, most);
}

void world_doubt_driveline(const world_doubts *d)
{
    if (!d->parts->has_driveline) return;
    doubt_road_speed(d);
    doubt_lead(d);
    doubt_clutch(d);
    doubt_brakes(d);
}

/* ---- wheel motors ---- */

/* A motor on the bearing of a wheel, and which way oil from the smaller to the larger node turns it. */
static int wheel_sense(const world_doubts *d, const auth_motor *motor)
{
    for (int w = 0; w < d->parts->wheel_count; w++) {
        const auth_wheel *wheel = &d->parts->wheels[w];
        if (wheel->joint != motor->on.joint) continue;
        const auth_joint *joint = &d->author->joints[wheel->joint];
        const hl_vec3 left = world_vec3(wheel->axle), axis = world_vec3(joint->axis);
        const bool forward = (motor->def.motor.gear > 0.0) == (hl_dot(axis, left) > 0.0);
        return forward == (motor->def.a < motor->def.b) ? 1 : -1;
    }
    return 0;
}

static bool share_lines(const auth_motor *a, const auth_motor *b)
{
    return (a->def.a == b->def.a && a->def.b == b->def.b) || (a->def.a == b->def.b && a->def.b == b->def.a);
}

/* Motors on the same two lines drive the same way. */
static void doubt_motor(const world_doubts *d, const auth_circuit *circuit, const auth_motor *motor)
{
    const int sense = wheel_sense(d, motor);
    int alike = 0, others = 0;
    const auth_motor *other = NULL;
    for (int i = 0; i < circuit->def.motor_count; i++) {
        const int is = share_lines(motor, &circuit->motors[i]) ? wheel_sense(d, &circuit->motors[i]) : 0;
        if (is == 0) continue;
        alike += is == sense;
        others += is != sense;
        if (is != sense && other == NULL) other = &circuit->motors[i];
    }
    if (sense == 0 || other == NULL || alike > others || (alike == others && other < motor)) return;
    hl_report_add(d->report, motor->def.place,
                  "circuit '%s': motor '%s' turns its wheel against %d of %d motors on the same lines ('%s' "
                  "and '%s'), such as '%s': exchange its 'from' and 'to', or change the sign of its gear",
                  circuit->def.name, motor->def.name, others, alike + others,
                  circuit->def.nodes[motor->def.a].name, circuit->def.nodes[motor->def.b].name,
                  other->def.name);
}

void world_doubt_wheel_motors(const world_doubts *d)
{
    for (int c = 0; c < d->author->circuit_count; c++)
        for (int i = 0; i < d->author->circuits[c].def.motor_count; i++)
            doubt_motor(d, &d->author->circuits[c], &d->author->circuits[c].motors[i]);
}
