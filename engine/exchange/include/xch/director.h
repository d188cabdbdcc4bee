/* Requests of an instructor to a seat, besides moving controls (faults are controls, see xch/command.h). */
#ifndef XCH_DIRECTOR_H
#define XCH_DIRECTOR_H

#include <stdint.h>

enum { XCH_DIRECTOR_TEXT = 240 };

typedef enum xch_director_kind {
    XCH_DIRECTOR_PAUSE,
    XCH_DIRECTOR_RESUME,
    XCH_DIRECTOR_RESET,   /**< restart the exercise */
    XCH_DIRECTOR_LOAD,    /**< index: of the seat's exercises */
    XCH_DIRECTOR_PATTERN, /**< index: of the machine's patterns of levers */
    /** values: time of day [h], cloud, rain, visibility [m], wind x, y [m/s]; NaN: as it is */
    XCH_DIRECTOR_WEATHER,
    XCH_DIRECTOR_MESSAGE, /**< text, for the head-up display */
    XCH_DIRECTOR_MARK,    /**< text: the label of the mark */
    /** index: of the seat's faults; values[0]: its severity. For lists: the control has already been moved */
    XCH_DIRECTOR_FAULT,
    XCH_DIRECTOR_STOP /**< the exercise ends */
} xch_director_kind;

typedef struct xch_director {
    int32_t kind;  /**< xch_director_kind */
    int32_t index; /**< see xch_director_kind, as for the next two; members not named there are unused */
    double values[6];
    char text[XCH_DIRECTOR_TEXT]; /**< UTF-8, ended by NUL, without control characters */
} xch_director;

_Static_assert(sizeof(xch_director) == 56 + XCH_DIRECTOR_TEXT, "flat, without padding");

#endif
