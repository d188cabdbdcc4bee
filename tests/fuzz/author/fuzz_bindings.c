/* Mutated bindings. See fuzz.h. */
#include "fuzz.h"

#include "auth/bindings.h"

enum { ROUNDS = 4000 };

FUZZ_PARSER(bindings)

static void check_axis(const auth_axis *a)
{
    assert_true(a->axis && *a->axis && a->command && *a->command);
    fuzz_finite((const double[]){a->min, a->centre, a->max}, 3);
    assert_true(!a->has_min || !a->has_max || a->min < a->max);
    assert_true(a->dead_zone >= 0.0 && a->dead_zone < a->saturation && a->saturation <= 1.0);
    assert_true(a->progression >= 0.0 && a->progression <= 1.0);
    fuzz_known(a->point_count, 0, AUTH_BINDING_POINTS + 1);
    fuzz_known(a->value_count, 0, AUTH_BINDING_POINTS + 1);
    fuzz_finite(a->values, (size_t)a->value_count);
    for (int i = 1; i < a->point_count; i++)
        assert_true(a->points[i][0] > a->points[i - 1][0] && a->points[i][1] >= a->points[i - 1][1]);
    fuzz_known((int)a->join, 0, AUTH_JOIN_SUM + 1);
}

static void check_button(const auth_button *b)
{
    assert_true((b->button != NULL) != (b->axis != NULL) && b->command && *b->command);
    assert_true(!b->axis || (b->beyond >= -1.0 && b->beyond <= 1.0 && b->beyond != 0.0));
    fuzz_known((int)b->mode, 0, AUTH_BUTTON_CREEP + 1);
    fuzz_finite((const double[]){b->value, b->rest, b->rate}, 3);
    assert_true(b->rate > 0.0);
    fuzz_known(b->value_count, b->mode == AUTH_BUTTON_CYCLE ? 2 : 0, AUTH_BINDING_POINTS + 1);
    fuzz_finite(b->values, (size_t)b->value_count);
}

static void check_match(const auth_match *m)
{
    const bool other = m->vendor >= 0 || m->name || m->phys || m->type;
    assert_true(m->keyboard != other);
    assert_true((m->vendor >= 0) == (m->product >= 0) && m->vendor <= 0xffff && m->product <= 0xffff);
    fuzz_known(m->instance, 0, 17);
}

static void check(const void *made)
{
    const auth_bindings *bindings = made;
    assert_true(bindings->name && *bindings->name && bindings->device_count >= 1);
    for (int d = 0; d < bindings->device_count; d++) {
        const auth_device *device = &bindings->devices[d];
        assert_true(device->name && *device->name);
        check_match(&device->match);
        for (int i = 0; i < device->axis_count; i++) check_axis(&device->axes[i]);
        for (int i = 0; i < device->button_count; i++) check_button(&device->buttons[i]);
        if (device->force.present)
            fuzz_finite((const double[]){device->force.gain, device->force.vibration}, 2);
    }
}

/* The text of a user who begins. */
static const char small[] =
    "headland: bindings\nversion: 1\nname: mine\ndevices:\n"
    "  - name: stick\n    match: {id: \"044f:b10a\"}\n"
    "    axes:\n      - {axis: ABS_Y, command: right_lever.y, invert: true, dead_zone: 0.05}\n"
    "    buttons: [{button: BTN_TRIGGER, command: horn}]\n";

const fuzz_subject fuzz_subjects[] = {{.parse = parse_bindings,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/bindings.yaml",
                                       .text = small,
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
