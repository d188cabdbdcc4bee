/* headland devices monitor: what devices say, and what becomes of it. */
#ifndef DEVICES_MONITOR_H
#define DEVICES_MONITOR_H

#include "device_setup.h"

/** Watch until the end is asked for. On a terminal a picture in place, else a line a change.
 *  @param seconds  how long; 0: open end
 *  @return exit status */
int devices_monitor(device_setup *setup, const device_request *request, double seconds);

#endif
