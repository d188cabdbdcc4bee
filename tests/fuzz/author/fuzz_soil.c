/* Mutated soil files. See fuzz.h. */
#include "fuzz.h"

#include "auth/soil.h"

enum { ROUNDS = 4000 };

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_soil *made = NULL;
    const hl_status status = auth_soil_parse(text, length, "fuzz", arena, &made, report);
    *out = made;
    return status;
}

static void check(const void *made)
{
    const auth_soil *s = made;
    assert_true(s->name && *s->name && s->description);
    fuzz_finite((const double[]){s->repose, s->friction_angle, s->cohesion, s->steel_friction, s->adhesion,
                                 s->bekker_cohesive, s->tip_pressure, s->pressing, s->restitution,
                                 s->sliding_friction, s->rolling_friction},
                11);
    assert_true(s->loose_density >= 500.0 && s->bank_density >= s->loose_density &&
                s->bank_density <= 4000.0);
    assert_true(s->repose > 0.0 && s->steel_friction <= s->friction_angle && s->adhesion <= s->cohesion);
    assert_true(s->bekker_frictional > 0.0 && s->bekker_exponent >= 0.2 && s->bekker_exponent <= 2.0);
    assert_true(s->janosi_displacement > 0.0 && s->solid_share >= 0.3 && s->solid_share <= 0.9);
}

const fuzz_subject fuzz_subjects[] = {{.parse = parse,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/soil.yaml",
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
