/* Mutated rig files. See fuzz.h. */
#include "fuzz.h"

#include "auth/rig.h"

#include <string.h>

enum { ROUNDS = 4000 };

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_rig *made = NULL;
    const hl_status status = auth_rig_parse(text, length, "fuzz", arena, &made, report);
    *out = made;
    return status;
}

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

static void check(const void *made)
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

const fuzz_subject fuzz_subjects[] = {{.parse = parse,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/rig.yaml",
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
