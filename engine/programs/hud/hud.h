/* The actions of `headland hud`. */
#ifndef HUD_H
#define HUD_H

typedef struct hud_preview_request {
    const char *layout;    /**< its file */
    const char *machine;   /**< machine or scenario instead of the layout's own; NULL */
    const char *telemetry; /**< telemetry.csv that moves the sliders; NULL */
} hud_preview_request;

/** Show a layout until the window is closed. @return exit status */
int hud_preview(const hud_preview_request *request);

#endif
