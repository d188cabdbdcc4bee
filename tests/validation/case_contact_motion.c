/* Contact laws in motion: a ball that begins to roll, on slopes, in a groove, on hills; a box that is shaken
 * on a slope. */
#include "contact_rig.h"

#include "collision/mesh.h"
#include "hl/random.h"

#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846, GRAVITY = 9.81, STEP = 1e-3;
static const char EXACT[] = "exact: rigid ball, lever radius - depth";
static const char TENTHS[] = "0.2 %: the bristle takes hold over 10 ms";

/* ---- balls ---- */

/* Gravity on a plane that falls towards +x by `slope`. */
static hl_vec3 tilted(double slope)
{
    return hl_v3(GRAVITY * sin(slope), 0, -GRAVITY * cos(slope));
}

/* Lever of the contact, and inertia over m lever^2, on a plane with this load [N]. */
static double lever_under(double load)
{
    return RIG_RADIUS - rig_ball_depth(load);
}

static double inertia_ratio(double lever)
{
    return 0.4 * RIG_RADIUS * RIG_RADIUS / (lever * lever);
}

/* Slip falls by mu g (1 + 1/ratio) until it is zero, in proportion to the time: when and where is read off
 * the line through the start and a point of time at which the ball still slides. */
static hl_vec3 starts_to_roll(valid_run *v, const char *where, const rig_def *def)
{
    const hl_vec3 unknown = hl_v3((double)NAN, 0, 0);
    const double mu = def->surface.kinetic, start = def->velocity.x,
                 lever = lever_under(RIG_BALL_MASS * GRAVITY), ratio = inertia_ratio(lever);
    const double rolls = start / (mu * GRAVITY * (1.0 + 1.0 / ratio)), speed = start - mu * GRAVITY * rolls,
                 way = rolls * 0.5 * (start + speed);
    contact_rig s;
    char text[120];
    if (!rig_open(v, &s, def) || !rig_run_to(v, &s, 0.15)) return unknown;
    const double slip = rig_velocity(&s).x - lever * rig_spin(&s).y,
                 here = s.state->time * start / (start - slip);
    double rising = 0.0;
    snprintf(text, sizeof text, "ball %s: rolls from", where);
    valid_published(v, text, "s", EXACT, rolls, here, 2e-3 * rolls, TENTHS);
    while (s.state->time < 1.0 - 0.5 * STEP) {
        if (!rig_step(v, &s)) return unknown;
        rising = fmax(rising, fabs(rig_velocity(&s).z));
    }
    snprintf(text, sizeof text, "ball %s: speed after 1 s", where);
    valid_published(v, text, "m/s", EXACT, speed, rig_velocity(&s).x, 2e-3 * speed, TENTHS);
    snprintf(text, sizeof text, "ball %s: way after 1 s", where);
    const double all = way + speed * (1.0 - rolls);
    valid_published(v, text, "m", EXACT, all, rig_place(&s).x, 2e-3 * all, TENTHS);
    snprintf(text, sizeof text, "ball %s: largest vertical speed", where);
    valid_bound(v, text, "m/s", "exact: 0", rising, 1e-9,
                "rounding of places of a metre, 2e-16 m, over a step, and Newton's method");
    return hl_v3(rig_place(&s).x, rig_velocity(&s).x, rig_spin(&s).y);
}

/* ---- on triangles ---- */

/* 192 irregular triangles in the plane z = 0, 12 x 8 quads over x from -0.5 m to 2.5 m. */
static const coll_mesh *flat_triangles(valid_run *v)
{
    enum { ALONG = 12, ACROSS = 8, ROW = ALONG + 1 };
    hl_vec3 vertices[ROW * (ACROSS + 1)];
    int triangles[2 * ALONG * ACROSS][3], count = 0;
    hl_random random = {5};
    hl_report report = {0};
    for (int k = 0; k < ROW * (ACROSS + 1); k++) {
        const int i = k % ROW, j = k / ROW;
        const bool inside = i > 0 && i < ALONG && j > 0 && j < ACROSS;
        const double dx = inside ? 0.6 * hl_random_unit(&random) - 0.3 : 0.0,
                     dy = inside ? 0.6 * hl_random_unit(&random) - 0.3 : 0.0;
        vertices[k] = hl_v3(0.25 * (i + dx) - 0.5, 0.15 * (j + dy) - 0.6, 0.0);
    }
    for (int k = 0; k < ALONG * ACROSS; k++) {
        const int a = k / ALONG * ROW + k % ALONG, b = a + 1, c = b + ROW, d = a + ROW;
        const bool rising = hl_random_unit(&random) < 0.5;
        const int pair[2][3] = {{a, b, rising ? c : d}, {rising ? a : b, c, d}};
        for (int t = 0; t < 2; t++, count++)
            for (int corner = 0; corner < 3; corner++) triangles[count][corner] = pair[t][corner];
    }
    const coll_mesh_def def = {.vertex_count = ROW * (ACROSS + 1),
                               .triangle_count = count,
                               .vertices = vertices,
                               .triangles = (const int(*)[3])triangles};
    return coll_mesh_new(&def, &report, valid_arena(v));
}

static void find_mesh(const void *context, contact_pair *pair, contact_spot *spot, hl_vec3 centre)
{
    coll_mesh_contact found[CONTACT_MAX_POINTS];
    const int count =
        coll_mesh_near(context, centre, RIG_RADIUS + 0.01, RIG_RADIUS, CONTACT_MAX_POINTS, found);
    for (int k = 0; k < count && k < CONTACT_MAX_POINTS; k++) {
        spot->plane = found[k].point;
        spot->normal = found[k].normal;
        spot->feature = coll_mesh_feature(&found[k]);
        contact_pair_add(pair, spot);
    }
}

/* The ball does not notice the triangles: points hand on their memory from one to the next. */
static void rolls_on_triangles(valid_run *v)
{
    rig_def def = rig_ball(STEP, 0.3, hl_v3(0, 0, -GRAVITY), 2.0);
    const hl_vec3 plane = starts_to_roll(v, "on a plane", &def);
    def.find = find_mesh;
    def.context = flat_triangles(v);
    if (def.context == NULL) {
        valid_failed(v, "the triangles cannot be built");
        return;
    }
    const hl_vec3 triangles = starts_to_roll(v, "on 192 triangles", &def);
    valid_bound(v, "ball on 192 triangles: difference of way, speed and spin from the plane", "m, m/s, rad/s",
                "exact: the same", hl_norm(hl_sub(triangles, plane)), 1e-9, "rounding");
}

/* From rest for 0.5 s. */
static void slopes(valid_run *v)
{
    static const double SLOPE[2] = {20.0, 35.0}, MU[2] = {0.4, 0.15}, SHARE[2] = {2e-3, 5e-3};
    for (int k = 0; k < 2; k++) {
        const double slope = SLOPE[k] * PI / 180.0, time = 0.5;
        const rig_def def = rig_ball(STEP, MU[k], tilted(slope), 0.0);
        const double lever = lever_under(RIG_BALL_MASS * GRAVITY * cos(slope)), ratio = inertia_ratio(lever);
        const bool rolls = tan(slope) < MU[k] * (1.0 + 1.0 / ratio);
        const double pull = rolls ? sin(slope) / (1.0 + ratio) : sin(slope) - MU[k] * cos(slope),
                     hold = rolls ? pull / lever : MU[k] * cos(slope) / (ratio * lever);
        contact_rig s;
        char text[120];
        if (!rig_open(v, &s, &def) || !rig_run_to(v, &s, time)) return;
        snprintf(text, sizeof text, "slope of %.0f deg, mu %.2f: ball's speed after 0.5 s", SLOPE[k], MU[k]);
        valid_published(v, text, "m/s", EXACT, GRAVITY * pull * time, rig_velocity(&s).x,
                        SHARE[k] * GRAVITY * pull * time, "share asked for: the bristle takes hold in 10 ms");
        snprintf(text, sizeof text, "slope of %.0f deg, mu %.2f: ball's spin after 0.5 s", SLOPE[k], MU[k]);
        valid_published(v, text, "rad/s", EXACT, GRAVITY * hold * time, rig_spin(&s).y,
                        SHARE[k] * GRAVITY * hold * time, "as of the speed");
    }
}

/* Two planes inclined by 30 deg to both sides, along a line that falls by 10 deg. */
static void groove(valid_run *v)
{
    const double side = PI / 6.0, slope = PI / 18.0,
                 load = RIG_BALL_MASS * GRAVITY * cos(slope) / (2.0 * cos(side));
    const double lever = lever_under(load), ratio = inertia_ratio(lever * cos(side)),
                 speed = GRAVITY * sin(slope) / (1.0 + ratio);
    rig_def def = rig_ball(STEP, 0.4, tilted(slope), 0.0);
    def.plane_count = 2;
    for (int k = 0; k < 2; k++)
        def.plane[k] = (rig_plane){hl_v3(0, 0, 0), hl_v3(0, k ? sin(side) : -sin(side), cos(side))};
    def.place = hl_v3(0, 0, lever / cos(side));
    contact_rig s;
    if (!rig_open(v, &s, &def) || !rig_run_to(v, &s, 1.0)) return;
    valid_published(v, "groove of 30 deg that falls 10 deg: ball's speed after 1 s", "m/s", EXACT, speed,
                    rig_velocity(&s).x, 2e-3 * speed, TENTHS);
    valid_published(v, "groove of 30 deg that falls 10 deg: normal force of one side", "N", EXACT, load,
                    0.5 * rig_forces(&s).normal_force, 2e-3 * load, "0.2 %");
}

/* ---- hills ---- */

static const double HILL = 0.3, WAVE = 1.0; /* z = HILL cos(WAVE x) [m], [1/m] */

/* The nearest point of the hills to (x, z): the root of (u - x) + (H - z) H', by Newton's method from above.
 */
static void find_hill(const void *context, contact_pair *pair, contact_spot *spot, hl_vec3 centre)
{
    (void)context;
    double u = centre.x;
    for (int i = 0; i < 20; i++) {
        const double H = HILL * cos(WAVE * u), H_u = -HILL * WAVE * sin(WAVE * u), H_uu = -WAVE * WAVE * H;
        u -= (u - centre.x + (H - centre.z) * H_u) / (1.0 + H_u * H_u + (H - centre.z) * H_uu);
    }
    spot->plane = hl_v3(u, centre.y, HILL * cos(WAVE * u));
    spot->normal = hl_normalized(hl_v3(HILL * WAVE * sin(WAVE * u), 0, 1));
    contact_pair_add(pair, spot);
}

/* Set down or dropped from `height` above beside a top, ten seconds; the largest change of the energy over
 * the largest kinetic energy that it can have, m g times the height of the hills. */
static double hill_error(valid_run *v, double height, double step)
{
    rig_def def = rig_ball(step, 0.0, hl_v3(0, 0, -GRAVITY), 0.0);
    def.surface.dissipation = 0.0;
    def.find = find_hill;
    contact_pair pair = {.count = 0};
    contact_spot spot = {.radius = RIG_RADIUS};
    find_hill(NULL, &pair, &spot, hl_v3(0.5, 0, 1.0));
    const hl_vec3 n = pair.spot[0].normal;
    def.place =
        hl_add_scaled(pair.spot[0].plane, RIG_RADIUS - rig_ball_depth(RIG_BALL_MASS * GRAVITY * n.z), n);
    def.place.z += height;
    contact_rig s;
    double most = 0.0;
    if (!rig_open(v, &s, &def)) return (double)NAN;
    const double begin = rig_energy(&s);
    while (s.state->time < 10.0 - 0.5 * step) {
        if (!rig_step(v, &s)) return (double)NAN;
        most = fmax(most, fabs(rig_energy(&s) - begin));
    }
    return most / (RIG_BALL_MASS * GRAVITY * (2.0 * HILL + height));
}

static void hills(valid_run *v)
{
    static const double HEIGHT[2] = {0.0, 0.3}; /* [m] */
    static const char *const HOW[2] = {"slides", "bounces"};
    for (int k = 0; k < 2; k++) {
        char text[140];
        snprintf(text, sizeof text,
                 "elastic ball without friction %s on hills, 10 s: error of the energy, 1 ms", HOW[k]);
        valid_bound(v, text, "1", "exact: conserved", hill_error(v, HEIGHT[k], STEP), 1e-2,
                    "a contact of 18 steps, and planes tangential where the ball will be");
        snprintf(text, sizeof text,
                 "elastic ball without friction %s on hills, 10 s: error of the energy, 0.2 ms", HOW[k]);
        valid_bound(v, text, "1", "exact: conserved", hill_error(v, HEIGHT[k], 0.2 * STEP), 5e-4,
                    "second order: a twentieth of that");
    }
}

/* ---- box on four feet ---- */

static const double BOX_MU = 0.5, BOX_MASS = 100.0;

/* A box of 0.8 x 0.6 x 0.5 m on feet at its lower corners, on a slope of `steep` times the friction. */
static rig_def box(double steep, const mb_effort_def *force)
{
    static const hl_vec3 HALF = {0.4, 0.3, 0.25};
    const double m = BOX_MASS / 3.0, slope = atan(steep * BOX_MU), K = 1e6;
    rig_def def = rig_ball(STEP, BOX_MU, tilted(slope), 0.0);
    def.mass = BOX_MASS;
    def.inertia = hl_v3(m * (HALF.y * HALF.y + HALF.z * HALF.z), m * (HALF.x * HALF.x + HALF.z * HALF.z),
                        m * (HALF.x * HALF.x + HALF.y * HALF.y));
    def.material = (contact_material){.stiffness = K};
    def.sphere_count = 4;
    for (int k = 0; k < 4; k++)
        def.sphere[k] = (rig_sphere){hl_v3(k & 1 ? HALF.x : -HALF.x, k & 2 ? HALF.y : -HALF.y, -HALF.z), 0.0};
    const double load = 0.25 * BOX_MASS * GRAVITY * cos(slope);
    def.stick = contact_stick_of(load, GRAVITY, 0.01, 1.0, BOX_MU);
    def.place = hl_v3(0, 0, HALF.z - load / K);
    def.force = force;
    return def;
}

static void evaluate_shaking(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    io->force[0] = BOX_MASS * 0.3 * sin(2.0 * PI * 5.0 * io->time);
}

/* Read off at ends of whole swings, from one second on. */
static void shaken_box(valid_run *v)
{
    const mb_effort_def shaking = {
        .name = "shaking",
        .ports = 1,
        .measure = {{.kind = MB_MEASURE_PROJECTION, .body_a = MB_GROUND, .body_b = 0, .axis_a = {1, 0, 0}}},
        .evaluate = evaluate_shaking};
    const rig_def def = box(0.9, &shaking);
    contact_rig s;
    if (!rig_open(v, &s, &def) || !rig_run_to(v, &s, 1.0)) return;
    const hl_vec3 settled = rig_place(&s);
    double most = 0.0;
    for (int swing = 1; swing <= 3000; swing++) {
        if (!rig_run_to(v, &s, 1.0 + 0.2 * swing)) return;
        most = fmax(most, hl_norm(hl_sub(rig_place(&s), settled)));
    }
    valid_bound(v, "box on a slope of 0.9 mu, shaken at 5 Hz by 0.3 m/s2 for 600 s: moved by", "m",
                "exact: it stays", most, 1e-4, "required: 0.1 mm");
}

static void sliding_box(valid_run *v)
{
    const rig_def def = box(1.1, NULL);
    const double slope = atan(1.1 * BOX_MU), expected = GRAVITY * (sin(slope) - BOX_MU * cos(slope));
    contact_rig s;
    if (!rig_open(v, &s, &def) || !rig_run_to(v, &s, 0.5)) return;
    const double begin = rig_velocity(&s).x;
    if (!rig_run_to(v, &s, 1.5)) return;
    valid_published(v, "box on a slope of 1.1 mu: acceleration", "m/s2", "exact: g (sin - mu cos)", expected,
                    rig_velocity(&s).x - begin, 5e-3 * expected, "0.5 %");
}

static void find_mesh_corner(const void *context, contact_pair *pair, contact_spot *spot, hl_vec3 corner)
{
    coll_mesh_contact found[CONTACT_MAX_POINTS];
    const int64_t number = spot->feature;
    const int count = coll_mesh_near(context, corner, 0.01, 0.05, CONTACT_MAX_POINTS, found);
    for (int k = 0; k < count; k++) {
        spot->plane = found[k].point;
        spot->normal = found[k].normal;
        spot->feature = number << 32 | coll_mesh_feature(&found[k]);
        spot->reach = 0.01;
        contact_pair_add(pair, spot);
    }
}

/* With 1 m/s and a twist: its corners pass from triangle to triangle. */
static void box_on_triangles(valid_run *v)
{
    hl_vec3 place[2], velocity[2];
    double rising = 0.0;
    for (int k = 0; k < 2; k++) {
        rig_def def = box(0.0, NULL);
        def.place.x = 0.5;
        def.velocity = hl_v3(1.0, 0.05, 0);
        def.spin = hl_v3(0, 0, 0.3);
        def.surface.kinetic = def.surface.stiction = k == 0 ? 0.0 : 0.1;
        def.find = find_mesh_corner;
        def.context = flat_triangles(v);
        contact_rig s;
        if (def.context == NULL || !rig_open(v, &s, &def)) return;
        while (s.state->time < 0.8 - 0.5 * STEP) {
            if (!rig_step(v, &s)) return;
            if (k == 0) rising = fmax(rising, fabs(rig_velocity(&s).z));
        }
        place[0] = rig_place(&s);
        velocity[0] = rig_velocity(&s);
        def.find = NULL;
        if (!rig_open(v, &s, &def) || !rig_run_to(v, &s, 0.8)) return;
        place[1] = rig_place(&s);
        velocity[1] = rig_velocity(&s);
    }
    valid_bound(v, "box slides over 192 triangles without friction: largest vertical speed", "m/s",
                "exact: 0", rising, 1e-9, "rounding of places of a metre over a step, and Newton's method");
    valid_bound(v, "box slides over 192 triangles: difference of place and speed from the plane", "m, m/s",
                "exact: the same",
                hl_norm(hl_sub(place[0], place[1])) + hl_norm(hl_sub(velocity[0], velocity[1])), 1e-9,
                "rounding");
}

void contact_motion_rows(valid_run *v)
{
    rolls_on_triangles(v);
    slopes(v);
    groove(v);
    hills(v);
    shaken_box(v);
    sliding_box(v);
    box_on_triangles(v);
}
