/* headland hud render. */
#ifndef HUD_RENDER_H
#define HUD_RENDER_H

#include "command/options.h"

typedef struct hud_render_request {
    const char *layout, *machine; /**< files; machine NULL: the layout's own */
    const char *out;              /**< ends in .png or .svg */
    const char *size;             /**< "WIDTHxHEIGHT" in pixels; NULL: a pixel a dot */
    const char *background;       /**< a colour; NULL: transparent */
    const char *telemetry;        /**< telemetry.csv whose values are shown; NULL */
    double at;                    /**< time in it [s]; below 0: its end */
    const option_list *set;       /**< "SIGNAL=VALUE", "machine.VARIANT=CHOICE" */
} hud_render_request;

/** Write a layout to a file. @return exit status */
int hud_render(const hud_render_request *request);

#endif
