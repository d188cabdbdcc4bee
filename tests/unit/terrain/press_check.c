#include "press_check.h"

#include "support/check.h"

#include "hl/real.h"

static const double STEP = 1e-3;

terr_soil press_sand(void)
{
    return (terr_soil){.name = "dry sand",
                       .loose_density = 1420.0,
                       .bank_density = 1600.0,
                       .repose = 0.59,
                       .friction_angle = 0.5585,
                       .bekker_cohesive = 0.99e3,
                       .bekker_frictional = 1528.43e3,
                       .bekker_exponent = 1.1,
                       .janosi_displacement = 0.025,
                       .pressing = 4.0,
                       .solid_share = 0.6};
}

terr_field *press_field(const terr_soil *soil, double cell, int columns, int rows, hl_arena *arena)
{
    const terr_plane flat = {.slope = 0.0};
    const terr_field_def def = {.cell = cell,
                                .columns = columns,
                                .rows = rows,
                                .shape = terr_ground_plane(&flat, arena),
                                .depth = 1.0,
                                .soils = soil,
                                .soil_count = 1,
                                .step = STEP};
    terr_field *field = NULL;
    char why[HL_MESSAGE_LENGTH] = "";
    if (terr_field_new(&def, arena, &field, why) != HL_OK) fail_msg("%s", why);
    return field;
}

press_wheel press_wheel_at(double x, double y, double radius, double width, double stiffness, double load)
{
    return (press_wheel){.wheel = {.radius = radius, .width = width, .discs = 5},
                         .stiffness = stiffness,
                         .load = load,
                         .x = x,
                         .y = y,
                         .soil = {.height = {0.0}}};
}

/* Deflection of a disc over its plane as tire/tire.h has it, from the wheel's middle along the plane's normal
 * in the disc; less than zero in the air [m]. */
static double deflection(const press_wheel *w, int disc)
{
    const hl_vec3 normal = w->soil.normal[disc];
    const double along = normal.z > 0.0 ? hl_dot(normal, w->wheel.forward) / normal.z : 0.0;
    const double radius = w->wheel.radius;
    return radius - (radius + w->z - w->soil.height[disc]) / sqrt(1.0 + along * along);
}

/* At rest up and down: the wheel lies where its discs' springs carry the load. */
static void carry(press_wheel *w)
{
    terr_wheel *wheel = &w->wheel;
    const double share = w->stiffness / wheel->discs;
    for (int n = 0; n < 3 && w->load > 0.0; n++) { /* linear but for normals: once would do */
        double sum = 0.0;
        for (int i = 0; i < wheel->discs; i++) sum += share * deflection(w, i);
        w->z += (sum - w->load) / w->stiffness;
    }
    for (int i = 0; i < wheel->discs; i++) wheel->force[i] = fmax(share * deflection(w, i), 0.0);
}

static void step(press_wheel *w, terr_field *field)
{
    terr_wheel *wheel = &w->wheel;
    double sine, cosine;
    hl_sincos(w->heading, &sine, &cosine);
    wheel->forward = hl_v3(cosine, sine, 0.0);
    wheel->axle = hl_v3(-sine, cosine, 0.0);
    wheel->rolling_speed = w->speed / (1.0 - w->slip);
    wheel->slip_velocity[0] = w->speed - wheel->rolling_speed;
    carry(w);
    for (int i = 0; i < wheel->discs; i++) {
        const double u = wheel->discs > 1 ? wheel->width * (i / (wheel->discs - 1.0) - 0.5) : 0.0;
        wheel->foot[i] = hl_v3(w->x - u * sine, w->y + u * cosine, w->z);
    }
    terr_wheel_press(field, wheel, STEP, &w->soil);
    if (w->flows) terr_field_relax(field, 0);
    w->x += w->speed * cosine * STEP;
    w->y += w->speed * sine * STEP;
}

void press_wheel_run(press_wheel *wheel, terr_field *field, int steps)
{
    for (int n = 0; n < steps; n++) step(wheel, field);
}

double press_rut(const terr_field *field, double from, double to, double y)
{
    double sum = 0.0;
    int count = 0;
    const double cell = terr_field_definition(field)->cell;
    for (double x = from; x < to; x += cell, count++) {
        int column, row;
        assert_true(terr_field_cell(field, x, y, &column, &row));
        sum -= terr_field_height(field, column, row);
    }
    return sum / count;
}
