#include "particles_scene.h"

enum { CELLS = 100 };

static const double CELL = 0.1;
static const double SMOOTH = 0.05; /* the least that a field takes [rad] */

void scene_open(scene *s, const scene_def *def)
{
    *s = (scene){.step = 1e-3};
    s->soil = (terr_soil){.name = "sand",
                          .loose_density = 1420.0,
                          .bank_density = 1600.0,
                          .repose = def->repose > 0.0 ? def->repose : SMOOTH,
                          .friction_angle = 0.56,
                          .steel_friction = def->steel_friction,
                          .bekker_cohesive = 990.0,
                          .bekker_frictional = 1528430.0,
                          .bekker_exponent = 1.1,
                          .janosi_displacement = 0.02,
                          .tip_pressure = 1e6,
                          .pressing = 4.0,
                          .solid_share = 0.6,
                          .restitution = def->restitution,
                          .sliding_friction = def->sliding,
                          .rolling_friction = def->rolling};
    char why[HL_MESSAGE_LENGTH] = "";
    const terr_ground *shape = terr_ground_plane(&(terr_plane){.slope = def->slope}, &s->arena);
    const double corner = def->origin - 0.5 * CELLS * CELL;
    const terr_field_def field = {.origin = {corner, corner},
                                  .cell = CELL,
                                  .columns = CELLS,
                                  .rows = CELLS,
                                  .shape = shape,
                                  .depth = 1.0,
                                  .loose_depth = 0.1,
                                  .soils = &s->soil,
                                  .soil_count = 1,
                                  .step = s->step};
    assert_int_equal(terr_field_new(&field, &s->arena, &s->field, why), HL_OK);
    const terr_particles_def particles = {.capacity = def->capacity,
                                          .radius = def->radius,
                                          .step = s->step,
                                          .gravity = def->gravity,
                                          .soils = &s->soil,
                                          .soil_count = 1,
                                          .tools = def->tools,
                                          .tool_count = def->tool_count,
                                          .boxes = def->boxes,
                                          .box_count = def->box_count};
    assert_int_equal(terr_particles_new(&particles, &s->arena, &s->particles, why), HL_OK);
}

void scene_close(scene *s)
{
    hl_arena_free(&s->arena);
}

int scene_add(scene *s, hl_vec3 position, hl_vec3 velocity)
{
    return terr_particles_add(s->particles, position, velocity, terr_particle_mass(s->particles, 0), 0);
}

void scene_run(scene *s, int steps)
{
    for (int k = 0; k < steps; k++) terr_particles_step(s->particles, s->field, NULL, NULL);
}

terr_tool_motion motion_at(hl_vec3 position)
{
    return (terr_tool_motion){.position = position, .rotation = hl_mat3_identity()};
}

void scene_pour(scene *s, int count, int columns, double half, hl_vec3 low)
{
    uint64_t seed = 7;
    const double spacing = 2.0 * half / columns;
    for (int k = 0; k < count; k++) {
        const int x = k % columns, y = k / columns % columns, z = k / columns / columns;
        double place[3] = {x + 0.5, y + 0.5, z + 0.5};
        for (int c = 0; c < 3; c++) place[c] = place[c] * spacing + 0.1 * spacing * check_random(&seed);
        scene_add(s, hl_v3(low.x - half + place[0], low.y - half + place[1], low.z + place[2]),
                  hl_v3(0.0, 0.0, 0.0));
    }
}

double scene_mass(const scene *s)
{
    return terr_kilograms(terr_particles_mass(s->particles));
}

double scene_kinetic(const scene *s)
{
    double sum = 0.0;
    for (int i = 0; i < terr_particles_count(s->particles); i++) {
        const terr_particle q = terr_particles_get(s->particles, i);
        sum += 0.5 * terr_kilograms(q.mass) * hl_dot(q.velocity, q.velocity);
    }
    return sum;
}

double scene_height_energy(const scene *s)
{
    double sum = 0.0;
    for (int i = 0; i < terr_particles_count(s->particles); i++) {
        const terr_particle q = terr_particles_get(s->particles, i);
        sum += terr_kilograms(q.mass) * 9.81 * q.position.z;
    }
    return sum;
}
