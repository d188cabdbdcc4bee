/* headland devices: what is plugged in, and what drives what. */
#ifndef DEVICES_LIST_H
#define DEVICES_LIST_H

#include "device_setup.h"

/** Print the devices, with what binds them. @return exit status */
int devices_list(device_setup *setup, const device_request *request, bool json);

/** Print which input of the file's devices moves which control. @return exit status */
int devices_bindings(const device_setup *setup, bool json);

/** What an axis or a button is called in tables: "ABS_X", "BTN_A + ABS_Y", "ABS_HAT0X > 0.5". */
void devices_axis_text(const io_axis *axis, char *text, size_t size);
void devices_button_text(const io_button *button, char *text, size_t size);

#endif
