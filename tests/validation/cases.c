/* The registry of cases, in the order of the command line's contract: a line here and a file in
 * CMakeLists.txt. */
#include "valid/runner.h"

#define VALID_CASES(X) X(pendulum)

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
