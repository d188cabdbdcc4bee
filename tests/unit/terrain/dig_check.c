#include "dig_check.h"

#include "hl/real.h"

const double DIG_CELL = 0.05, DIG_STEP = 0.001, DIG_RADIUS = 0.025;

const terr_tool_def DIG_BUCKET = {.corners = 3,
                                  .profile = {{0.8, 0.0}, {0.0, 0.0}, {0.0, 0.8}},
                                  .width = 2.2,
                                  .thickness = 0.02,
                                  .sides = true};

static const double DEGREE = 0.017453292519943295;

terr_soil dig_sand(void)
{
    return (terr_soil){.name = "dry sand",
                       .loose_density = 1420.0,
                       .bank_density = 1600.0,
                       .repose = 34.0 * DEGREE,
                       .friction_angle = 32.0 * DEGREE,
                       .steel_friction = 21.0 * DEGREE,
                       .bekker_cohesive = 990.0,
                       .bekker_frictional = 1528000.0,
                       .bekker_exponent = 1.1,
                       .janosi_displacement = 0.025,
                       .pressing = 4.0,
                       .solid_share = 0.6,
                       .restitution = 0.2,
                       .sliding_friction = 0.6,
                       .rolling_friction = 0.1};
}

void dig_open(dig_scene *scene, const terr_tool_def *tool, const terr_soil *soil, double loose, int capacity)
{
    *scene = (dig_scene){.soil = *soil, .motion = {.rotation = hl_mat3_identity()}};
    const terr_field_def field = {.origin = {0.0, -2.0},
                                  .cell = DIG_CELL,
                                  .columns = 120,
                                  .rows = 80,
                                  .shape = terr_ground_plane(&(terr_plane){0.0, 0.0, 0}, &scene->arena),
                                  .depth = 1.0,
                                  .loose_depth = loose,
                                  .soils = &scene->soil,
                                  .soil_count = 1,
                                  .step = DIG_STEP};
    char why[HL_MESSAGE_LENGTH] = "";
    if (terr_field_new(&field, &scene->arena, &scene->field, why) != HL_OK) fail_msg("no field: %s", why);
    const terr_particles_def particles = {.capacity = capacity,
                                          .radius = DIG_RADIUS,
                                          .step = DIG_STEP,
                                          .gravity = 9.81,
                                          .soils = &scene->soil,
                                          .soil_count = 1,
                                          .tools = tool,
                                          .tool_count = 1};
    if (terr_particles_new(&particles, &scene->arena, &scene->particles, why) != HL_OK)
        fail_msg("no particles: %s", why);
    assert_null(terr_tool_validate(tool));
    scene->digger = terr_digger_new(tool, scene->field, &scene->arena);
    assert_non_null(scene->digger);
}

void dig_close(dig_scene *scene)
{
    hl_arena_free(&scene->arena);
}

void dig_place(dig_scene *scene, const terr_tool_def *tool, hl_vec3 edge, double rake, double roll)
{
    double s, c, sr, cr;
    hl_sincos(rake, &s, &c);
    hl_sincos(roll, &sr, &cr);
    const hl_mat3 pitch = {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}},
                  lean = {{{1, 0, 0}, {0, cr, -sr}, {0, sr, cr}}};
    scene->motion.rotation = hl_mat3_mul(&lean, &pitch);
    const hl_vec3 local = hl_v3(tool->profile[0][0], 0.0, tool->profile[0][1]);
    scene->motion.position = hl_sub(edge, hl_mul(&scene->motion.rotation, local));
}

terr_dig dig_step(dig_scene *scene)
{
    const terr_mass before = terr_field_count(scene->field).mass + terr_particles_mass(scene->particles);
    const terr_mass field = terr_field_count(scene->field).mass;
    const terr_dig done = terr_digger_step(scene->digger, &scene->motion, &scene->carried, scene->field,
                                           scene->particles, &scene->load);
    assert_true(terr_field_count(scene->field).mass + terr_particles_mass(scene->particles) == before);
    assert_true(terr_field_count(scene->field).mass + done.dug == field);
    CHECK_SAME(scene->load.dug, terr_kilograms(done.dug));
    scene->motion.position = hl_add_scaled(scene->motion.position, DIG_STEP, scene->motion.velocity);
    scene->sum.dug += done.dug;
    scene->sum.born += done.born;
    scene->sum.squeezed += done.squeezed;
    return done;
}
