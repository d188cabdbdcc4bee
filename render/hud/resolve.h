/* What a gauge needs of its surroundings, found by name: signals, units, fonts. */
#ifndef RND_HUD_RESOLVE_H
#define RND_HUD_RESOLVE_H

#include "gauge.h"

/** Complain about signals, units and fonts that are not there or do not fit.
 *  @return false after a complaint, or when memory is exhausted */
bool hud_check(const hud_maker *maker);

/** Tie a gauge to signals; the layout has been checked. @return false: no memory */
bool hud_resolve(hud_gauge *gauge, const hud_maker *maker);

#endif
