/* Common parts of round gauges: the circle in the box, ticks, ranges, texts. */
#ifndef RND_HUD_ROUND_H
#define RND_HUD_ROUND_H

#include "gauge.h"

typedef struct hud_round {
    double x, y, radius;   /**< of the scale [dots] */
    double start, sweep;   /**< clockwise from upwards [rad] */
    double text_x, text_y; /**< middle of the block of number, unit and label [dots] */
} hud_round;

/** The largest circle whose used part, with its texts, fits into the gauge's box. */
hud_round hud_round_of(const auth_gauge *gauge);

/** Coordinates of a point at a direction and a distance in radii. */
double hud_round_x(const hud_round *round, double direction, double distance);
double hud_round_y(const hud_round *round, double direction, double distance);

/** Direction of a share of the scale [rad]. */
double hud_round_direction(const hud_round *round, double share);

/** Write a number beside a circle of `distance` radii, clear of it: side 1 outside, -1 inside. */
void hud_round_beside(const hud_round *round, double direction, double distance, double side,
                      const hud_text *text, const hud_pen *pen, auth_colour colour);

/** Draw coloured bands of the ranges, `distance` and `width` in radii. */
void hud_round_ranges(const hud_gauge *gauge, const hud_round *round, double distance, double width,
                      const hud_pen *pen);

/** Draw a recommended value: a wedge from outside, the band of its tolerance and its label at distances in
 * radii. */
void hud_round_mark(const hud_gauge *gauge, const hud_round *round, double band_at, double label_at,
                    const hud_mark *mark, const hud_pen *pen);

/** Draw the plate: a disc, or a box if the gauge is much less than a circle. */
void hud_round_plate(const hud_gauge *gauge, const hud_round *round, const hud_pen *pen);

/** Measure the widest number, after HUD_VALUE has been set. */
void hud_round_measure(hud_gauge *gauge);

/** The box of a text beside a circle, as hud_round_beside writes it [dots]. */
paint_box hud_round_box_beside(const hud_round *round, double direction, double distance, double side,
                               const hud_text *text);

/** Room for the number between the texts of the scale at its height [dots].
 *  @param beside  a text of the scale
 *  @return HUGE_VAL: the text does not reach its line */
double hud_round_number_room(const hud_gauge *gauge, const hud_round *round, paint_box beside);

/** Whether a text of the scale does not overlap number, unit and label. */
bool hud_dial_is_clear(const hud_gauge *gauge, const hud_round *round, paint_box beside);

/** Draw unit and label, which are constant, and the number, one below the other. */
void hud_round_words(const hud_gauge *gauge, const hud_round *round, const hud_pen *pen);
void hud_round_number(const hud_gauge *gauge, const hud_round *round, const hud_shown *shown,
                      const hud_pen *pen);

#endif
