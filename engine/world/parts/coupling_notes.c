/* Notes of couplings, packed into events and as text. */
#include "parts/parts.h"

#include <stdio.h>

enum { INDEX_BITS = 8, MM_BITS = 12, MM_MIDDLE = 1 << (MM_BITS - 1) };

void world_coupling_note_pack(const world_coupling_note *n, int32_t *subject, double *value)
{
    int64_t packed = n->angle + MM_MIDDLE;
    for (int i = 0; i < 3; i++) packed = packed << MM_BITS | (n->error[i] + MM_MIDDLE);
    *subject = n->coupling | (n->other + 1) << INDEX_BITS | n->act << 2 * INDEX_BITS;
    *value = (double)packed; /* 48 bits: exact */
}

world_coupling_note world_coupling_note_unpack(int32_t subject, double value)
{
    const int index = (1 << INDEX_BITS) - 1;
    world_coupling_note n = {.act = (int16_t)(subject >> 2 * INDEX_BITS & index),
                             .coupling = (int16_t)(subject & index),
                             .other = (int16_t)((subject >> INDEX_BITS & index) - 1)};
    int64_t packed = (int64_t)value;
    for (int i = 2; i >= 0; i--, packed >>= MM_BITS)
        n.error[i] = (int16_t)((packed & (2 * MM_MIDDLE - 1)) - MM_MIDDLE);
    n.angle = (int16_t)(packed - MM_MIDDLE);
    return n;
}

/* "84 mm too low and 120 mm too far to the left": the two largest deviations. */
static void tell_error(const world_coupling_note *n, char *text, size_t size)
{
    static const char *const words[3][2] = {{"too far back", "too far ahead"},
                                            {"too far to the right", "too far to the left"},
                                            {"too low", "too high"}};
    int first = 0, second = -1;
    for (int i = 1; i < 3; i++)
        if (n->error[i] * n->error[i] > n->error[first] * n->error[first]) first = i;
    for (int i = 0; i < 3; i++)
        if (i != first && (second < 0 || n->error[i] * n->error[i] > n->error[second] * n->error[second]))
            second = i;
    const int a = n->error[first], b = n->error[second];
    if (b * b * 16 < a * a)
        snprintf(text, size, "%d mm %s", a < 0 ? -a : a, words[first][a > 0]);
    else
        snprintf(text, size, "%d mm %s and %d mm %s", a < 0 ? -a : a, words[first][a > 0], b < 0 ? -b : b,
                 words[second][b > 0]);
}

void world_coupling_note_text(const auth_machine *author, const world_coupling_note *n, char *text,
                              size_t size)
{
    const char *taker = n->coupling < author->coupling_count ? author->couplings[n->coupling].name : "?";
    const char *eye =
        n->other >= 0 && n->other < author->coupling_count ? author->couplings[n->other].name : "?";
    const double degrees = 0.1 * n->angle;
    char error[100];
    switch ((world_coupling_act)n->act) {
    case WORLD_COUPLING_TAKES:
        snprintf(text, size, "%s takes %s", taker, eye);
        break;
    case WORLD_COUPLING_LOCKS:
        snprintf(text, size, "%s is locked to %s", taker, eye);
        break;
    case WORLD_COUPLING_OPENS:
        snprintf(text, size, "%s releases %s", taker, eye);
        break;
    case WORLD_COUPLING_BREAKS:
        snprintf(text, size, "%s breaks off %s", taker, eye);
        break;
    case WORLD_COUPLING_TOO_FAR:
        tell_error(n, error, sizeof error);
        snprintf(text, size, "%s does not reach %s: it is %s", taker, eye, error);
        break;
    case WORLD_COUPLING_SKEW:
        snprintf(text, size, "%s does not take %s: it is skewed by %.1f deg", taker, eye, degrees);
        break;
    case WORLD_COUPLING_TOO_FAST:
        snprintf(text, size, "%s does not take %s: it moves too fast", taker, eye);
        break;
    case WORLD_COUPLING_ANGLE:
        snprintf(text, size, "%s does not lock %s: it is tilted by %.1f deg", taker, eye, degrees);
        break;
    case WORLD_COUPLING_BROKEN:
        snprintf(text, size, "%s is broken", taker);
        break;
    case WORLD_COUPLING_NONE_LEFT:
    case WORLD_COUPLING_ACTS:
        snprintf(text, size, "%s cannot take anything: all implements that fit are coupled", taker);
        break;
    }
}
