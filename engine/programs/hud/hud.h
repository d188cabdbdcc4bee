/* The actions of `headland hud`. */
#ifndef HUD_H
#define HUD_H

#include "command/options.h"

typedef struct hud_preview_request {
    const char *layout;    /**< its file */
    const char *machine;   /**< machine or scenario instead of the layout's own; NULL */
    const char *telemetry; /**< telemetry.csv that moves the sliders; NULL */
} hud_preview_request;

/** Show a layout until the window is closed. @return exit status */
int hud_preview(const hud_preview_request *request);

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
