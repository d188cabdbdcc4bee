#include "rnd/backend.h"

const char *rnd_quality_word(rnd_quality quality)
{
    static const char *const words[RND_QUALITIES] = {"low", "medium", "high"};
    return quality >= 0 && quality < RND_QUALITIES ? words[quality] : "?";
}
