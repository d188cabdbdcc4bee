/* The actions of `headland devices`. */
#ifndef DEVICES_H
#define DEVICES_H

#include "device_setup.h"

/** Print the devices, with what binds them. @return exit status */
int devices_list(device_setup *setup, const device_request *request, bool json);

/** Print which input of the file's devices moves which control. @return exit status */
int devices_bindings(const device_setup *setup, bool json);

/** What an axis or a button is called in tables: "ABS_X", "BTN_A + ABS_Y", "ABS_HAT0X > 0.5". */
void devices_axis_text(const io_axis *axis, char *text, size_t size);
void devices_button_text(const io_button *button, char *text, size_t size);

/** Watch until the end is asked for. On a terminal a picture in place, else a line a change.
 *  @param seconds  how long; 0: open end
 *  @return exit status */
int devices_monitor(device_setup *setup, const device_request *request, double seconds);

/** A dialogue that finds the ranges of a device and what it shall drive.
 *  @param out  file to write; NULL: bindings.yaml of the user
 *  @param yes  take ranges only, and the commands as they are bound now
 *  @return exit status */
int devices_calibrate(device_setup *setup, const device_request *request, const char *out, bool yes);

#endif
