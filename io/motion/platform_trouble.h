/* What a platform or its network may do wrong: for tests, to see what headland makes of it. */
#ifndef MOTION_PLATFORM_TROUBLE_H
#define MOTION_PLATFORM_TROUBLE_H

#include "io/motion.h"

typedef struct platform_trouble {
    int drop;       /**< one datagram in so many never arrives; 0: all do */
    bool mute;      /**< no heartbeats */
    uint32_t fault; /**< code in the heartbeats */
} platform_trouble;

/** From the next datagram on, until the next call. */
void platform_make_trouble(io_platform *platform, const platform_trouble *trouble);

#endif
