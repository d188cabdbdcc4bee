/* Mutated scenario files. See fuzz.h. */
#include "fuzz.h"

#include "auth/scenario.h"

enum { ROUNDS = 4000 };

static const char grid[] = "headland: scenario\nversion: 1\nname: g\nmachine: m.yaml\nground:\n  kind: grid\n"
                           "  surface: sand\n  origin: [1, 2]\n  spacing: 1 m\n  heights:\n"
                           "    - [0, 1, 2]\n    - [3, 4 cm, 5]\n    - [6, 7, 8]\n";

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_scenario *made = NULL;
    const hl_status status = auth_scenario_parse(text, length, "fuzz", arena, &made, report);
    *out = made;
    return status;
}

static void check(const void *made)
{
    const auth_scenario *s = made;
    const auth_ground *g = &s->ground;
    assert_true(s->machine && *s->machine && g->surface && *g->surface);
    fuzz_finite((const double[]){s->seconds, s->step, g->slope, g->direction, g->amplitude, g->wavelength,
                                 g->flat_radius, g->spacing, s->start.heading, s->start.drop},
                10);
    fuzz_finite(s->start.at, 2);
    fuzz_known(g->octaves, 1, 7);
    if (g->kind == AUTH_GROUND_GRID) {
        assert_true(g->columns >= 2 && g->rows >= 2 && g->spacing > 0.0);
        fuzz_finite(g->heights, (size_t)(g->columns * g->rows));
    }
    for (int i = 0; i < s->object_count; i++) {
        fuzz_finite(s->objects[i].at, 3);
        fuzz_finite(s->objects[i].size, 3);
    }
}

int main(void)
{
    static const fuzz_subject subject = {.parse = parse,
                                         .check = check,
                                         .file = HEADLAND_SOURCE "/tests/unit/author/field.yaml",
                                         .text = grid,
                                         .rounds = ROUNDS};
    return fuzz_run(&subject);
}
