/* The registry of cases, in the order in which they are run and listed: a line here and a file in
 * CMakeLists.txt. */
#include "valid/runner.h"

/* clang-format off: a case a line */
#define VALID_CASES(X)                                                                                       \
    X(pendulum)                                                                                              \
    X(double_pendulum)                                                                                       \
    X(rigid_body)                                                                                            \
    X(top)                                                                                                   \
    X(two_body_spring)                                                                                       \
    X(crank)                                                                                                 \
    X(chain_50)                                                                                              \
    X(n_four_bar)                                                                                            \
    X(andrews)                                                                                               \
    X(slider_crank)                                                                                          \
    X(bricard)                                                                                               \
    X(flyball)                                                                                               \
    X(four_bar)                                                                                              \
    X(quick_return)                                                                                          \
    X(friction)                                                                                              \
    X(contact)                                                                                               \
    X(oil_spring)                                                                                            \
    X(flexible)                                                                                              \
    X(flexible_motion)                                                                                       \
    X(flexible_supports)                                                                                     \
    X(flexible_crane)                                                                                        \
    X(flexible_slider)                                                                                       \
    X(flexible_hinge)                                                                                        \
    X(convergence)                                                                                           \
    X(agreement)                                                                                             \
    X(constraints)                                                                                           \
    X(tractor)                                                                                               \
    X(three_point)                                                                                           \
    X(excavator)                                                                                             \
    X(wheeled_excavator)                                                                                     \
    X(skidder)                                                                                               \
    X(dump_truck)                                                                                            \
    X(soil)                                                                                                  \
    X(sand_transfer)                                                                                         \
    X(sand_runs)
/* clang-format on */

#define X(identifier) extern const valid_case valid_case_##identifier;
VALID_CASES(X)
#undef X

static const valid_case *const cases[] = {
#define X(identifier) &valid_case_##identifier,
    VALID_CASES(X)
#undef X
};

int valid_case_count(void)
{
    return (int)(sizeof cases / sizeof *cases);
}

const valid_case *valid_case_at(int index)
{
    return cases[index];
}
