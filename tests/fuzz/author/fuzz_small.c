/* Mutated files of the small kinds: soils, rigs, settings, types of objects. See fuzz.h. */
#include "fuzz.h"

#include "auth/object.h"
#include "auth/rig.h"
#include "auth/settings.h"
#include "auth/soil.h"

#include <string.h>

enum { ROUNDS = 4000, TEXT = 1000 };

/* ---- soils ---- */

FUZZ_PARSER(soil)

static void check_soil(const void *made)
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

/* ---- types of objects ---- */

static hl_status parse_object(const char *text, size_t length, hl_arena *arena, const void **out,
                              hl_report *report)
{
    auth_object_type *made = NULL;
    const hl_status status = auth_object_type_parse(text, length, "fuzz", arena, &made, report);
    *out = made;
    return status;
}

static void check_solid(const auth_solid *s)
{
    fuzz_finite(s->at, 3);
    fuzz_finite(s->turn, 3);
    fuzz_finite(s->size, 3);
    fuzz_finite((const double[]){s->radius, s->length, s->density}, 3);
    assert_true(s->radius >= 0.0 && s->length >= 0.0 && s->density >= 0.0);
    fuzz_known(s->point_count, 0, AUTH_MAX_HULL_POINTS + 1);
    for (int i = 0; i < s->point_count; i++) fuzz_finite(s->points[i], 3);
}

static void check_object(const void *made)
{
    const auth_object_type *t = made;
    assert_true(t->name && *t->name && t->description);
    const auth_form *form = &t->form;
    fuzz_finite((const double[]){form->mass, form->density, form->breaks, form->bends}, 4);
    assert_true(form->mass >= 0.0 && form->density >= 0.0 && form->breaks >= 0.0);
    fuzz_known(form->shape_count, 0, AUTH_MAX_SOLIDS + 1);
    check_solid(&form->whole);
    for (int i = 0; i < form->shape_count; i++) check_solid(&form->shapes[i]);
    fuzz_known(form->eye_count, 0, AUTH_MAX_EYES + 1);
    for (int i = 0; i < form->eye_count; i++) fuzz_finite(form->eyes[i], 3);
}

/* ---- rigs ---- */

FUZZ_PARSER(rig)

static void check_axes(const auth_rig *rig)
{
    int present = 0;
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *c = &rig->channels[i];
        if (!c->present) continue;
        present++;
        fuzz_finite((const double[]){c->scale, c->high_pass, c->damping, c->back, c->position, c->speed,
                                     c->acceleration},
                    7);
        assert_true(c->scale >= 0.0 && c->scale <= 2.0 && c->high_pass > 0.0);
        assert_true(c->position > 0.0 && c->speed > 0.0 && c->acceleration > 0.0);
        assert_true(i >= AUTH_RIG_ROLL || (c->damping > 0.0 && c->back >= 0.0));
    }
    assert_true(present > 0);
}

static void check_rig(const void *made)
{
    const auth_rig *rig = made;
    assert_true(rig->name && *rig->name && rig->description);
    check_axes(rig);
    const auth_rig_tilt *t = &rig->tilt;
    fuzz_finite((const double[]){t->scale, t->low_pass, t->damping, t->angle, t->rate, t->acceleration}, 6);
    if (rig->channels[AUTH_RIG_ROLL].present || rig->channels[AUTH_RIG_PITCH].present)
        assert_true(t->low_pass > 0.0 && t->angle > 0.0 && t->rate > 0.0 && t->acceleration > 0.0);
    assert_true(rig->vibration >= 0.0 && rig->vibration <= 1.0 && rig->engage >= 0.9 && rig->silence > 0.0);
    const auth_rig_output *o = &rig->output;
    fuzz_known(o->port, 1, 65536);
    assert_true(*o->host && o->rate >= 9.9 && o->rate <= 500.1 && o->heartbeat >= 0.0);
    if (o->format == AUTH_RIG_TEXT) {
        fuzz_known(o->bits, 8, 17);
        assert_non_null(strchr(o->text, '{'));
    } else {
        assert_null(o->text);
    }
}

/* ---- settings ---- */

FUZZ_PARSER(settings)

/* What is read is within its limits, and what is written of it can be read. */
static void check_settings(const void *made)
{
    static hl_report report; /* too large for the stack */
    char text[TEXT];
    const void *again = NULL;
    hl_arena arena = {0};
    const auth_settings *s = made, limited = auth_settings_limited(*s);
    CHECK_SAME(s->hud_scale, limited.hud_scale);
    CHECK_SAME(s->view_angle, limited.view_angle);
    CHECK_SAME(s->volume, limited.volume);
    CHECK_SAME(s->volume_machine, limited.volume_machine);
    CHECK_SAME(s->volume_signals, limited.volume_signals);
    const size_t length = auth_settings_write(s, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(parse_settings(text, length, &arena, &again, &report), HL_OK);
    const auth_settings *read = again;
    assert_int_equal(read->quality, s->quality);
    assert_int_equal(read->camera, s->camera);
    assert_string_equal(read->pattern, s->pattern);
    hl_arena_free(&arena);
}

static const char settings[] =
    "headland: settings\nversion: 1\nquality: low\ncamera: orbit\nhud: false\nhud_scale: 1.25\n"
    "mirrors: false\nview_angle: 75 deg\nfull_screen: true\npattern: 'SAE'\nsound: true\nvolume: 50 %\n"
    "volume_machine: 0.3\nvolume_signals: 1\n";

const fuzz_subject fuzz_subjects[] = {{.parse = parse_soil,
                                       .check = check_soil,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/soil.yaml",
                                       .rounds = ROUNDS},
                                      {.parse = parse_rig,
                                       .check = check_rig,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/rig.yaml",
                                       .rounds = ROUNDS},
                                      {.parse = parse_settings,
                                       .check = check_settings,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/settings.yaml",
                                       .text = settings,
                                       .rounds = ROUNDS},
                                      {.parse = parse_object,
                                       .check = check_object,
                                       .file = HEADLAND_SOURCE "/assets/objects/pallet.yaml",
                                       .more = HEADLAND_SOURCE "/assets/objects/cone.yaml",
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 4;
