/* Mutated operator scripts. See fuzz.h. */
#include "fuzz.h"

#include "auth/operator.h"

enum { ROUNDS = 4000 };

FUZZ_PARSER(operator)

static void check_action(const auth_operator *script, int index)
{
    const auth_action *a = &script->actions[index];
    fuzz_known(a->after, -1, index);
    fuzz_finite((const double[]){a->from, a->delay, a->until, a->lasting, a->to, a->over, a->at, a->gain,
                                 a->integral, a->feed, a->ahead, a->when.value, a->until_when.value},
                13);
    assert_true(a->control && *a->control);
    assert_true((a->signal != NULL) == (a->kind == AUTH_ACTION_KEEP));
    assert_true((a->point_count > 0) == (a->kind == AUTH_ACTION_FOLLOW));
    for (int i = 0; i < a->point_count; i++) fuzz_finite(a->points[i], 2);
}

static void check(const void *made)
{
    const auth_operator *script = made;
    assert_true(script->seconds > 0.0 && script->action_count >= 1);
    for (int i = 0; i < script->action_count; i++) check_action(script, i);
}

const fuzz_subject fuzz_subjects[] = {{.parse = parse_operator,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/round.yaml",
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
