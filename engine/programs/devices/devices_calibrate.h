/* headland devices calibrate: a dialogue that finds the ranges of a device and what it shall drive. */
#ifndef DEVICES_CALIBRATE_H
#define DEVICES_CALIBRATE_H

#include "device_setup.h"

/** @param out  file to write; NULL: bindings.yaml of the user
 *  @param yes  take ranges only, and the commands as they are bound now
 *  @return exit status */
int devices_calibrate(device_setup *setup, const device_request *request, const char *out, bool yes);

#endif
