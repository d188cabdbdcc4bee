#include "sand_check.h"

#include "hl/real.h"
#include "hl/report.h"

const double SCENE_RADIUS = 0.03, SCENE_STEP = 0.001, SCENE_GRAVITY = 9.81, SCENE_CELL = 0.05,
             SCENE_SIDE = 4.0;

static const double PI = 3.14159265358979323846, DEGREE = 0.017453292519943295;

static const terr_soil *dry_sand(void)
{
    static terr_soil sand;
    sand = (terr_soil){.name = "dry sand",
                       .loose_density = 1450.0,
                       .bank_density = 1600.0,
                       .repose = 33.0 * DEGREE,
                       .friction_angle = 35.0 * DEGREE,
                       .cohesion = 0.0,
                       .steel_friction = 24.0 * DEGREE,
                       .adhesion = 0.0,
                       .bekker_cohesive = 990.0,
                       .bekker_frictional = 1528000.0,
                       .bekker_exponent = 1.1,
                       .janosi_displacement = 0.025,
                       .tip_pressure = 2.0e6,
                       .pressing = 4.0,
                       .solid_share = 0.6,
                       .restitution = 0.2,
                       .sliding_friction = 0.6,
                       .rolling_friction = 0.1};
    return &sand;
}

static const terr_ground *level_ground(void)
{
    static hl_arena arena; /* a few bytes, once */
    static const terr_ground *ground;
    if (!ground) ground = terr_ground_plane(&(terr_plane){0.0, 0.0, 0}, &arena);
    return ground;
}

terr_sand_def scene_def(void)
{
    const int cells = (int)(SCENE_SIDE / SCENE_CELL + 0.5);
    return (terr_sand_def){.field = {.origin = {-0.5 * SCENE_SIDE, -0.5 * SCENE_SIDE},
                                     .cell = SCENE_CELL,
                                     .columns = cells,
                                     .rows = cells,
                                     .shape = level_ground(),
                                     .depth = 1.0,
                                     .loose_depth = 0.0,
                                     .soils = dry_sand(),
                                     .soil_count = 1,
                                     .step = SCENE_STEP},
                           .particle_capacity = SCENE_CAPACITY,
                           .particle_radius = SCENE_RADIUS,
                           .gravity = SCENE_GRAVITY};
}

/* A small bucket: floor along x, back wall, upper lip; mouth up and forwards. */
static const terr_tool_def BUCKET = {.corners = 4,
                                     .profile = {{0.6, 0.0}, {0.1, 0.0}, {0.0, 0.1}, {0.05, 0.5}},
                                     .width = 0.6,
                                     .thickness = 0.02,
                                     .sides = true};

void scene_open_def(sand_scene *scene, const terr_sand_def *def)
{
    char why[HL_MESSAGE_LENGTH] = "";
    *scene = (sand_scene){.motion = {.position = hl_v3(-0.3, 0.0, 1.0), .rotation = hl_mat3_identity()}};
    const hl_status status = terr_sand_new(def, &scene->arena, &scene->sand, why);
    if (status != HL_OK) fail_msg("no sand: %s", why);
}

void scene_add_bucket(terr_sand_def *def)
{
    def->tools = &BUCKET;
    def->tool_count = 1;
}

void scene_open(sand_scene *scene, bool bucket)
{
    terr_sand_def def = scene_def();
    if (bucket) scene_add_bucket(&def);
    scene_open_def(scene, &def);
}

void scene_close(sand_scene *scene)
{
    hl_arena_free(&scene->arena);
}

void scene_step(sand_scene *scene)
{
    terr_sand_step(scene->sand, &scene->motion, &scene->load);
    const terr_ledger ledger = terr_sand_ledger(scene->sand);
    assert_true(ledger.field + ledger.particles + ledger.outside == ledger.initial);
}

void scene_run(sand_scene *scene, double seconds)
{
    for (int k = 0; k < (int)(seconds / SCENE_STEP + 0.5); k++) scene_step(scene);
}

hl_vec3 scene_world(const sand_scene *scene, hl_vec3 local)
{
    return hl_add(scene->motion.position, hl_mul(&scene->motion.rotation, local));
}

terr_mass scene_block(sand_scene *scene, hl_vec3 foot, int nx, int ny, int nz)
{
    const double pitch = 2.02 * SCENE_RADIUS;
    terr_particles *particles = terr_sand_particles(scene->sand);
    const terr_mass mass = terr_particle_mass(particles, 0);
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                /* every layer is set off a little: a straight stack would balance */
                const double off = 0.2 * SCENE_RADIUS * (k % 2 ? 1.0 : -1.0);
                const hl_vec3 at =
                    hl_v3(foot.x + pitch * (i - 0.5 * (nx - 1)) + off,
                          foot.y + pitch * (j - 0.5 * (ny - 1)) + 0.7 * off, foot.z + pitch * (k + 0.5));
                assert_true(terr_particles_add(particles, at, hl_v3(0, 0, 0), mass, 0) >= 0);
            }
    return mass * nx * ny * nz;
}

terr_mass scene_fill(sand_scene *scene)
{
    return scene_block(scene, scene_world(scene, hl_v3(0.27, 0.0, 0.02)), 5, 7, 5);
}

int scene_tilt(sand_scene *scene, double angle, double time)
{
    const int steps = (int)(time / SCENE_STEP + 0.5);
    const hl_mat3 before = scene->motion.rotation;
    const hl_vec3 axis = hl_mat3_column(&before, 1);
    int awake = 0;
    for (int k = 0; k <= steps; k++) {
        const double phase = PI * k / steps; /* angle (1 - cos phase)/2 */
        double s, c;
        hl_sincos(phase, &s, &c);
        scene->motion.spin = hl_scale(0.5 * angle * PI / time * s, axis);
        hl_sincos(0.5 * angle * (1.0 - c), &s, &c);
        const hl_mat3 turn = {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
        scene->motion.rotation = hl_mat3_mul(&before, &turn);
        scene_step(scene);
        if (!scene->load.payload.frozen) awake++;
    }
    scene->motion.spin = hl_v3(0, 0, 0);
    return awake;
}
