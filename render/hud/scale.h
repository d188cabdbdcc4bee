/* Scales: where a value stands, which ticks there are, how a number is written. */
#ifndef RND_HUD_SCALE_H
#define RND_HUD_SCALE_H

#include "auth/hud.h"

enum { HUD_NUMBER_LENGTH = 32 };

/** Share of the scale up to a value: 0 at `from` and below, 1 at `to` and above. */
double hud_share(const auth_gauge *gauge, double value);

/** A step of 1, 2 or 5 times a power of ten that divides a span into at most `most`. */
double hud_step(double span, int most);

/** Ticks of a scale. */
typedef struct hud_ticks {
    double major, minor; /**< [unit] */
    int decimals;        /**< of the numbers at major ticks */
    int first, last;     /**< ticks are at i * minor for i = first..last */
} hud_ticks;

/** As the file says, or chosen.
 *  @param most  numbers that have room */
hud_ticks hud_ticks_of(const auth_gauge *gauge, int most);

/** Value of tick i, and whether it is a major one, with a number. */
double hud_tick(const hud_ticks *ticks, int i);
bool hud_tick_is_major(const hud_ticks *ticks, int i);

/** Decimals of the number that a gauge shows. */
int hud_decimals(const auth_gauge *gauge);

/** A value in whole units of its last decimal, HUD_NO_NUMBER when it is not finite. */
#define HUD_NO_NUMBER INT64_MIN
int64_t hud_number(double value, int decimals);

/** Write such a number: "-12.5" with the typographic minus, "--" for HUD_NO_NUMBER. */
void hud_number_text(int64_t number, int decimals, char text[HUD_NUMBER_LENGTH]);

#endif
