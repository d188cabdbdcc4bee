/* Coarser shapes: fewer triangles that cover the same, crowns as dense with fewer leaves; the far ground in
 * pieces, none lost but those under the sand. No OpenGL is needed. */
#include "gl_crowd.h"
#include "gl_facets.h"

#include "support/check.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

enum { CELLS = 16, KNOTS = CELLS + 1, CORNERS = KNOTS * KNOTS, INDICES = 6 * CELLS * CELLS };

static rnd_vertex vertices[CORNERS], kept[CORNERS];
static uint32_t indices[INDICES], fewer[INDICES];

/* A square sheet of 1 m cells about (0, 0). */
static rnd_mesh sheet(double (*height)(double x, double y))
{
    int count = 0;
    memset(vertices, 0, sizeof vertices);
    for (int j = 0; j < KNOTS; j++)
        for (int i = 0; i < KNOTS; i++) {
            float *p = vertices[j * KNOTS + i].position;
            p[0] = (float)i - 0.5F * CELLS;
            p[1] = (float)j - 0.5F * CELLS;
            p[2] = (float)height((double)p[0], (double)p[1]);
        }
    for (uint32_t j = 0; j < CELLS; j++)
        for (uint32_t i = 0; i < CELLS; i++) {
            const uint32_t a = j * KNOTS + i, b = a + 1, c = b + KNOTS, d = a + KNOTS;
            const uint32_t cell[6] = {a, b, c, a, c, d};
            memcpy(indices + count, cell, sizeof cell);
            count += 6;
        }
    return (rnd_mesh){
        .vertex_count = CORNERS, .index_count = INDICES, .vertices = vertices, .indices = indices};
}

static double level(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

static double roof(double x, double y)
{
    (void)y;
    return -fabs(x);
}

/* Area seen from above [m^2]. */
static double area(const rnd_vertex *of, const uint32_t *list, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i += 3) {
        const float *a = of[list[i]].position, *b = of[list[i + 1]].position, *c = of[list[i + 2]].position;
        sum += 0.5 * ((double)(b[0] - a[0]) * (double)(c[1] - a[1]) -
                      (double)(b[1] - a[1]) * (double)(c[0] - a[0]));
    }
    return sum;
}

/* A roof of two planes needs a few triangles: they cover the same ground, and no corner leaves the planes. */
static void planes_become_few_triangles(void **unused)
{
    (void)unused;
    const rnd_mesh mesh = sheet(roof);
    const int count = gl_coarse_solid(&mesh, 0.004F, fewer);
    assert_int_equal(count % 3, 0);
    assert_in_range(count, 12, INDICES / 8);
    CHECK_NEAR(area(vertices, fewer, count), CELLS * CELLS, 1e-3); /* single precision */
    for (int i = 0; i < count; i++) assert_true(fewer[i] < CORNERS);
}

/* Cards of four corners in a row. */
static rnd_mesh cards(int count)
{
    memset(vertices, 0, sizeof vertices);
    for (int card = 0; card < count; card++) {
        static const float corners[4][2] = {{-0.5F, -0.5F}, {0.5F, -0.5F}, {0.5F, 0.5F}, {-0.5F, 0.5F}};
        static const uint32_t both[6] = {0, 1, 2, 0, 2, 3};
        for (int c = 0; c < 4; c++) {
            vertices[4 * card + c].position[0] = 3.0F * (float)card + corners[c][0];
            vertices[4 * card + c].position[1] = corners[c][1];
        }
        for (int k = 0; k < 6; k++) indices[6 * card + k] = 4 * (uint32_t)card + both[k];
    }
    return (rnd_mesh){
        .vertex_count = 4 * count, .index_count = 6 * count, .vertices = vertices, .indices = indices};
}

static void crowns_stay_as_dense(void **unused)
{
    (void)unused;
    const rnd_mesh mesh = cards(30);
    int corners = 0;
    const int count = gl_coarse_leaves(&mesh, kept, fewer, &corners);
    assert_int_equal(count, 6 * 10);
    assert_int_equal(corners, 4 * 10);
    CHECK_NEAR(area(kept, fewer, count), 30.0, 1e-2); /* sqrt(3) to four digits */
    for (int card = 0; card < 10; card++) {           /* each about its own middle */
        double middle = 0.0;
        for (int c = 0; c < 4; c++) middle += 0.25 * (double)kept[4 * card + c].position[0];
        CHECK_NEAR(middle, 9.0 * card, 1e-5);
    }
}

static void what_is_no_card_stays(void **unused)
{
    (void)unused;
    int corners = 0;
    const rnd_mesh mesh = sheet(level);
    assert_int_equal(gl_coarse_leaves(&mesh, kept, fewer, &corners), 0);
}

/* ---- pieces ---- */

static bool is_under(const rnd_vertex *of, const uint32_t *triangle, const float field[4])
{
    for (int k = 0; k < 3; k++) {
        const float *p = of[triangle[k]].position;
        if (p[0] < field[0] || p[0] > field[2] || p[1] < field[1] || p[1] > field[3]) return false;
    }
    return true;
}

/* Every triangle that sticks out of the field is in one piece, and in that piece's box. */
static void pieces_hold_all_but_what_is_buried(void **unused)
{
    (void)unused;
    static const float field[4] = {-2.5F, -3.5F, 4.5F, 2.5F};
    const rnd_mesh mesh = sheet(roof);
    gl_piece pieces[GL_PIECES];
    int wanted = 0, count = 0;
    gl_pieces_make(&mesh, field, fewer, pieces);
    for (int i = 0; i < mesh.index_count; i += 3) wanted += is_under(vertices, indices + i, field) ? 0 : 3;
    for (int p = 0; p < GL_PIECES; p++) {
        assert_int_equal(pieces[p].first, count);
        for (int i = count; i < count + pieces[p].count; i += 3)
            assert_false(is_under(vertices, fewer + i, field));
        for (int i = count; i < count + pieces[p].count; i++)
            for (int k = 0; k < 3; k++)
                assert_true(vertices[fewer[i]].position[k] >= pieces[p].low[k] &&
                            vertices[fewer[i]].position[k] <= pieces[p].high[k]);
        count += pieces[p].count;
    }
    assert_int_equal(count, wanted);
    assert_true(wanted < mesh.index_count);
}

static void pieces_before_the_eye_are_seen(void **unused)
{
    (void)unused;
    mat4 view, projection, to_clip;
    glm_lookat((vec3){0, 0, 1}, (vec3){10, 0, 1}, (vec3){0, 0, 1}, view);
    glm_perspective(1.0F, 1.5F, 0.1F, 100.0F, projection);
    glm_mat4_mul(projection, view, to_clip);
    const gl_piece before = {.count = 3, .low = {5, -1, 0}, .high = {8, 1, 1}};
    const gl_piece behind = {.count = 3, .low = {-8, -1, 0}, .high = {-5, 1, 1}};
    const gl_piece beside = {.count = 3, .low = {5, 30, 0}, .high = {8, 34, 1}};
    const gl_piece around = {.count = 3, .low = {-9, -9, 0}, .high = {9, 9, 2}};
    const gl_piece empty = {.count = 0, .low = {5, -1, 0}, .high = {8, 1, 1}};
    assert_true(gl_piece_seen(&before, (const vec4 *)to_clip));
    assert_true(gl_piece_seen(&around, (const vec4 *)to_clip));
    assert_false(gl_piece_seen(&behind, (const vec4 *)to_clip));
    assert_false(gl_piece_seen(&beside, (const vec4 *)to_clip));
    assert_false(gl_piece_seen(&empty, (const vec4 *)to_clip));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_become_few_triangles),
        cmocka_unit_test(crowns_stay_as_dense),
        cmocka_unit_test(what_is_no_card_stays),
        cmocka_unit_test(pieces_hold_all_but_what_is_buried),
        cmocka_unit_test(pieces_before_the_eye_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
