/* How long a sweep takes. */
#include "swp/guess.h"

#include <math.h>
#include <stdio.h>

static const double minute = 60.0, hour = 3600.0;
const double swp_long = 30.0 * 60.0;

double swp_guess_left(const swp_guess *guess)
{
    const int left = guess->runs - guess->done;
    const double one = guess->timed > 0 ? guess->time / guess->timed : guess->since;
    const double rounds = fmax((double)left / guess->parallel, left > 0 ? 1.0 : 0.0);
    return one * rounds;
}

bool swp_guess_asks(const swp_guess *guess)
{
    if (guess->runs > SWP_MANY && guess->timed > 0) return true;
    const bool known = guess->timed > 0;
    return (known ? guess->since : 0.0) + swp_guess_left(guess) > swp_long;
}

void swp_guess_text(double seconds, char *text, size_t size)
{
    if (seconds < 1.5 * minute)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 1.5 * hour)
        snprintf(text, size, "%.0f min", seconds / minute);
    else
        snprintf(text, size, "%.1f h", seconds / hour);
}
