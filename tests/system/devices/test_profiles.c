/* Each shipped profile drives the right commands: devices as they are described, tractor and excavator as
 * they are. */
#include "desk.h"

#include <stdio.h>
#include <string.h>

/* A device is plugged in with its first row and out after its last. "?": as one that no profile names. */
enum { AT_REST = -1 };

typedef struct row {
    const char *device, *bindings;
    int type, code, value; /* of the event; AT_REST: as it was plugged in */
    const char *command;
    double expected; /* of the machine's control: steering and levers +-1, left, up and back positive */
} row;

static const row rows[] = {
    /* clang-format off */
    {"g29", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"g29", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"g29", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"g29", "wheel", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"g29", "wheel", EV_ABS, ABS_Z, 255, "throttle", 0},
    {"g29", "wheel", EV_ABS, ABS_RZ, 0, "brake", 1},
    {"g29", "wheel", EV_ABS, ABS_RZ, 255, "brake", 0},
    {"g29", "wheel", EV_ABS, ABS_Y, 0, "clutch", 1},
    {"g29", "wheel", EV_ABS, ABS_Y, 255, "clutch", 0},
    {"g29", "wheel", EV_KEY, BTN_TOP2, 1, "gear_up", 1},
    {"g29", "wheel", EV_KEY, BTN_TOP2, 0, "gear_up", 0},
    {"g29", "wheel", EV_KEY, BTN_PINKIE, 1, "gear_down", 1},
    {"g29", "wheel", EV_KEY, BTN_PINKIE, 0, "gear_down", 0},
    {"g29", "wheel", EV_KEY, BTN_BASE, 1, "direction", 1},
    {"g29", "wheel", EV_KEY, BTN_BASE, 0, "direction", 1},
    {"g29", "wheel", EV_KEY, BTN_BASE2, 1, "direction", -1},
    {"g29", "wheel", EV_KEY, BTN_BASE2, 0, "direction", -1},
    {"g29", "wheel", EV_KEY, BTN_BASE5, 1, "direction", 0},
    {"g29", "wheel", EV_KEY, BTN_BASE5, 0, "direction", 0},
    {"g29", "wheel", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"g29", "wheel", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"g29", "wheel", EV_KEY, BTN_TOP, 1, "parking_brake", 0},
    {"g29", "wheel", EV_KEY, BTN_TOP, 0, "parking_brake", 0},
    {"g29", "wheel", EV_KEY, BTN_TOP, 1, "parking_brake", 1},
    {"g29", "wheel", EV_KEY, BTN_TOP, 0, "parking_brake", 1},
    {"g29", "wheel", EV_KEY, BTN_TRIGGER_HAPPY9, 1, "key", 2},
    {"g29", "wheel", EV_KEY, BTN_TRIGGER_HAPPY9, 0, "key", 1},
    {"g29", "wheel", EV_ABS, ABS_HAT0Y, -1, "lift", -1},
    {"g29", "wheel", EV_ABS, ABS_HAT0Y, 0, "lift", 0},
    {"g29", "wheel", EV_ABS, ABS_HAT0Y, 1, "lift", 1},
    {"g29", "wheel", EV_ABS, ABS_HAT0Y, 0, "lift", 0},
    {"g29", "wheel", EV_ABS, ABS_HAT0X, -1, "tilt", 1},
    {"g29", "wheel", EV_ABS, ABS_HAT0X, 0, "tilt", 0},
    {"g29", "wheel", EV_ABS, ABS_HAT0X, 1, "tilt", -1},
    {"g29", "wheel", EV_ABS, ABS_HAT0X, 0, "tilt", 0},
    {"g923", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"g923", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"g923", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"g923", "wheel", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"g923", "wheel", EV_ABS, ABS_Z, 255, "throttle", 0},
    {"g923", "wheel", EV_ABS, ABS_RZ, 0, "brake", 1},
    {"g923", "wheel", EV_ABS, ABS_RZ, 255, "brake", 0},
    {"g923", "wheel", EV_ABS, ABS_Y, 0, "clutch", 1},
    {"g923", "wheel", EV_ABS, ABS_Y, 255, "clutch", 0},
    {"g923", "wheel", EV_KEY, BTN_TOP2, 1, "gear_up", 1},
    {"g923", "wheel", EV_KEY, BTN_TOP2, 0, "gear_up", 0},
    {"g923", "wheel", EV_KEY, BTN_PINKIE, 1, "gear_down", 1},
    {"g923", "wheel", EV_KEY, BTN_PINKIE, 0, "gear_down", 0},
    {"g923", "wheel", EV_KEY, BTN_BASE, 1, "direction", 1},
    {"g923", "wheel", EV_KEY, BTN_BASE, 0, "direction", 1},
    {"g923", "wheel", EV_KEY, BTN_BASE2, 1, "direction", -1},
    {"g923", "wheel", EV_KEY, BTN_BASE2, 0, "direction", -1},
    {"g923", "wheel", EV_KEY, BTN_BASE5, 1, "direction", 0},
    {"g923", "wheel", EV_KEY, BTN_BASE5, 0, "direction", 0},
    {"g923", "wheel", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"g923", "wheel", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"g923", "wheel", EV_KEY, BTN_TOP, 1, "parking_brake", 0},
    {"g923", "wheel", EV_KEY, BTN_TOP, 0, "parking_brake", 0},
    {"g923", "wheel", EV_KEY, BTN_TOP, 1, "parking_brake", 1},
    {"g923", "wheel", EV_KEY, BTN_TOP, 0, "parking_brake", 1},
    {"g923", "wheel", EV_KEY, BTN_TRIGGER_HAPPY9, 1, "key", 2},
    {"g923", "wheel", EV_KEY, BTN_TRIGGER_HAPPY9, 0, "key", 1},
    {"g27", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"g27", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"g27", "wheel", EV_ABS, ABS_X, 16383, "steering", -1},
    {"g27", "wheel", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"g27", "wheel", EV_ABS, ABS_Z, 255, "throttle", 0},
    {"g27", "wheel", EV_ABS, ABS_RZ, 0, "brake", 1},
    {"g27", "wheel", EV_ABS, ABS_RZ, 255, "brake", 0},
    {"g27", "wheel", EV_ABS, ABS_Y, 0, "clutch", 1},
    {"g27", "wheel", EV_ABS, ABS_Y, 255, "clutch", 0},
    {"g27", "wheel", EV_KEY, BTN_TOP2, 1, "gear_up", 1},
    {"g27", "wheel", EV_KEY, BTN_TOP2, 0, "gear_up", 0},
    {"driving-force", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"driving-force", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"driving-force", "wheel", EV_ABS, ABS_X, 1023, "steering", -1},
    {"driving-force", "wheel", EV_ABS, ABS_Y, 0, "throttle", 1},
    {"driving-force", "wheel", EV_ABS, ABS_Y, 255, "throttle", 0},
    {"driving-force", "wheel", EV_ABS, ABS_RZ, 0, "brake", 1},
    {"driving-force", "wheel", EV_ABS, ABS_RZ, 255, "brake", 0},
    {"driving-force", "wheel", EV_KEY, BTN_PINKIE, 1, "gear_down", 1},
    {"driving-force", "wheel", EV_KEY, BTN_PINKIE, 0, "gear_down", 0},
    {"g920", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"g920", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"g920", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"g920", "wheel", EV_ABS, ABS_Y, 0, "throttle", 1},
    {"g920", "wheel", EV_ABS, ABS_Y, 255, "throttle", 0},
    {"g920", "wheel", EV_ABS, ABS_Z, 0, "brake", 1},
    {"g920", "wheel", EV_ABS, ABS_Z, 255, "brake", 0},
    {"g920", "wheel", EV_ABS, ABS_RZ, 0, "clutch", 1},
    {"g920", "wheel", EV_ABS, ABS_RZ, 255, "clutch", 0},
    {"g920", "wheel", EV_KEY, BTN_THUMB, 1, "horn", 1},
    {"g920", "wheel", EV_KEY, BTN_THUMB, 0, "horn", 0},
    {"t300", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"t300", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"t300", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"t300", "wheel", EV_ABS, ABS_RZ, 0, "throttle", 1},
    {"t300", "wheel", EV_ABS, ABS_RZ, 1023, "throttle", 0},
    {"t300", "wheel", EV_ABS, ABS_Y, 0, "brake", 1},
    {"t300", "wheel", EV_ABS, ABS_Y, 1023, "brake", 0},
    {"t300", "wheel", EV_KEY, BTN_TRIGGER, 1, "gear_down", 1},
    {"t300", "wheel", EV_KEY, BTN_TRIGGER, 0, "gear_down", 0},
    {"t300-ps4", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"t300-ps4", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"t300-ps4", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"t300-ps4", "wheel", EV_ABS, ABS_RZ, 0, "throttle", 1},
    {"t300-ps4", "wheel", EV_ABS, ABS_RZ, 1023, "throttle", 0},
    {"t300-ps4", "wheel", EV_ABS, ABS_Y, 0, "brake", 1},
    {"t300-ps4", "wheel", EV_ABS, ABS_Y, 1023, "brake", 0},
    {"t300-ps4", "wheel", EV_KEY, BTN_WEST, 1, "gear_down", 1},
    {"t300-ps4", "wheel", EV_KEY, BTN_WEST, 0, "gear_down", 0},
    {"t150", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"t150", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"t150", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"t150", "wheel", EV_ABS, ABS_RZ, 0, "throttle", 1},
    {"t150", "wheel", EV_ABS, ABS_RZ, 1023, "throttle", 0},
    {"t150", "wheel", EV_ABS, ABS_Y, 0, "brake", 1},
    {"t150", "wheel", EV_ABS, ABS_Y, 1023, "brake", 0},
    {"t150", "wheel", EV_ABS, ABS_THROTTLE, 0, "clutch", 1},
    {"t150", "wheel", EV_ABS, ABS_THROTTLE, 1023, "clutch", 0},
    {"moza-r5", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"moza-r5", "wheel", EV_ABS, ABS_X, -32768, "steering", 1},
    {"moza-r5", "wheel", EV_ABS, ABS_X, 32767, "steering", -1},
    {"moza-r5", "wheel", EV_ABS, ABS_Z, 32767, "throttle", 1},
    {"moza-r5", "wheel", EV_ABS, ABS_Z, -32768, "throttle", 0},
    {"moza-r5", "wheel", EV_ABS, ABS_RZ, 32767, "brake", 1},
    {"moza-r5", "wheel", EV_ABS, ABS_RZ, -32768, "brake", 0},
    {"moza-r5", "wheel", EV_ABS, ABS_Y, 32767, "clutch", 1},
    {"moza-r5", "wheel", EV_ABS, ABS_Y, -32768, "clutch", 0},
    {"moza-r5", "wheel", EV_KEY, BTN_THUMB, 1, "gear_up", 1},
    {"moza-r5", "wheel", EV_KEY, BTN_THUMB, 0, "gear_up", 0},
    {"heavy-equipment-wheel", "wheel", AT_REST, 0, 0, "throttle", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_X, 1023, "steering", -1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_Y, 0, "throttle", 1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_Y, 255, "throttle", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_Z, 0, "brake", 1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_Z, 255, "brake", 0},
    {"heavy-equipment-wheel", "wheel", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"heavy-equipment-wheel", "wheel", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0Y, -1, "lift", -1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0Y, 0, "lift", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0Y, 1, "lift", 1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0Y, 0, "lift", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0X, -1, "tilt", 1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0X, 0, "tilt", 0},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0X, 1, "tilt", -1},
    {"heavy-equipment-wheel", "wheel", EV_ABS, ABS_HAT0X, 0, "tilt", 0},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_WHEEL, 0, "steering", 1},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_WHEEL, 65535, "steering", -1},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_GAS, 255, "throttle", 1},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_GAS, 0, "throttle", 0},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_BRAKE, 255, "brake", 1},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_BRAKE, 0, "brake", 0},
    {"hori-truck-wheel", "wheel", EV_ABS, ABS_THROTTLE, 255, "clutch", 1},
    {"hori-truck-shifter", "shifter", EV_KEY, BTN_THUMB2, 1, "direction", 1},
    {"hori-truck-shifter", "shifter", EV_KEY, BTN_THUMB2, 0, "direction", 1},
    {"hori-truck-shifter", "shifter", EV_KEY, BTN_TRIGGER, 1, "gear_up", 1},
    {"hori-truck-shifter", "shifter", EV_KEY, BTN_TRIGGER, 0, "gear_up", 0},
    {"hori-farming-wheel", "wheel", EV_ABS, ABS_X, 0, "steering", 1},
    {"hori-farming-wheel", "wheel", EV_ABS, ABS_X, 65535, "steering", -1},
    {"hori-farming-wheel", "wheel", EV_KEY, BTN_TR, 1, "gear_up", 1},
    {"hori-farming-wheel", "wheel", EV_KEY, BTN_TR, 0, "gear_up", 0},
    {"hori-farming-panel", "panel", EV_ABS, ABS_X, 255, "tilt", -1},
    {"hori-farming-panel", "panel", EV_ABS, ABS_Y, 255, "lift", 1},
    {"hori-farming-panel", "panel", EV_KEY, BTN_NORTH, 1, "direction", 1},
    {"hori-farming-panel", "panel", EV_KEY, BTN_NORTH, 0, "direction", 1},
    {"side-panel", "panel", AT_REST, 0, 0, "tilt", 0},
    {"side-panel", "panel", AT_REST, 0, 0, "lift", 0},
    {"side-panel", "panel", EV_ABS, ABS_X, 255, "tilt", -1},
    {"side-panel", "panel", EV_ABS, ABS_X, 0, "tilt", 1},
    {"side-panel", "panel", EV_ABS, ABS_X, 129, "tilt", 0},
    {"side-panel", "panel", EV_ABS, ABS_X, 127, "tilt", 0},
    {"side-panel", "panel", EV_ABS, ABS_Y, 255, "lift", 1},
    {"side-panel", "panel", EV_ABS, ABS_Y, 0, "lift", -1},
    {"side-panel", "panel", EV_KEY, BTN_SOUTH, 1, "gear_up", 1},
    {"side-panel", "panel", EV_KEY, BTN_SOUTH, 0, "gear_up", 0},
    {"side-panel", "panel", EV_KEY, BTN_WEST, 1, "direction", -1},
    {"side-panel", "panel", EV_KEY, BTN_WEST, 0, "direction", -1},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY2, 1, "rear_lock", 1},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY2, 0, "rear_lock", 0},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY4, 1, "parking_brake", 1},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY4, 0, "parking_brake", 0},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY12, 1, "horn", 1},
    {"side-panel", "panel", EV_KEY, BTN_TRIGGER_HAPPY12, 0, "horn", 0},
    {"side-panel", "panel", EV_KEY, BTN_TL2, 1, "key", 2},
    {"side-panel", "panel", EV_KEY, BTN_TL2, 0, "key", 1},
    {"t16000m", "right stick", AT_REST, 0, 0, "throttle", 0},
    {"t16000m", "right stick", EV_ABS, ABS_X, 16383, "tilt", -1},
    {"t16000m", "right stick", EV_ABS, ABS_X, 0, "tilt", 1},
    {"t16000m", "right stick", EV_ABS, ABS_Y, 16383, "lift", 1},
    {"t16000m", "right stick", EV_ABS, ABS_Y, 0, "lift", -1},
    {"t16000m", "right stick", EV_ABS, ABS_RZ, 255, "steering", -1},
    {"t16000m", "right stick", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"t16000m", "right stick", EV_ABS, ABS_THROTTLE, 0, "throttle", 1},
    {"t16000m", "right stick", EV_ABS, ABS_THROTTLE, 255, "throttle", 0},
    {"t16000m", "right stick", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"t16000m", "right stick", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0Y, -1, "direction", 1},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0Y, 0, "direction", 1},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"t16000m", "right stick", EV_KEY, BTN_THUMB, 1, "direction", 0},
    {"t16000m", "right stick", EV_KEY, BTN_THUMB, 0, "direction", 0},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0X, 1, "gear_up", 1},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0X, 0, "gear_up", 0},
    {"hotas-x", "stick", AT_REST, 0, 0, "throttle", 0},
    {"hotas-x", "stick", EV_ABS, ABS_X, 1023, "tilt", -1},
    {"hotas-x", "stick", EV_ABS, ABS_X, 0, "tilt", 1},
    {"hotas-x", "stick", EV_ABS, ABS_Y, 1023, "lift", 1},
    {"hotas-x", "stick", EV_ABS, ABS_Y, 0, "lift", -1},
    {"hotas-x", "stick", EV_ABS, ABS_RZ, 255, "steering", -1},
    {"hotas-x", "stick", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"hotas-x", "stick", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"hotas-x", "stick", EV_ABS, ABS_Z, 255, "throttle", 0},
    {"hotas-x", "stick", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"hotas-x", "stick", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"hotas-x", "stick", EV_ABS, ABS_HAT0Y, -1, "direction", 1},
    {"hotas-x", "stick", EV_ABS, ABS_HAT0Y, 0, "direction", 1},
    {"hotas-x", "stick", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"hotas-x", "stick", EV_KEY, BTN_THUMB, 1, "direction", 0},
    {"hotas-x", "stick", EV_KEY, BTN_THUMB, 0, "direction", 0},
    {"hotas-x", "stick", EV_ABS, ABS_HAT0X, 1, "gear_up", 1},
    {"hotas-x", "stick", EV_ABS, ABS_HAT0X, 0, "gear_up", 0},
    {"extreme-3d", "stick", AT_REST, 0, 0, "throttle", 0},
    {"extreme-3d", "stick", EV_ABS, ABS_X, 1023, "tilt", -1},
    {"extreme-3d", "stick", EV_ABS, ABS_X, 0, "tilt", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_Y, 1023, "lift", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_Y, 0, "lift", -1},
    {"extreme-3d", "stick", EV_ABS, ABS_RZ, 255, "steering", -1},
    {"extreme-3d", "stick", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_THROTTLE, 0, "throttle", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_THROTTLE, 255, "throttle", 0},
    {"extreme-3d", "stick", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"extreme-3d", "stick", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"extreme-3d", "stick", EV_ABS, ABS_HAT0Y, -1, "direction", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_HAT0Y, 0, "direction", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"extreme-3d", "stick", EV_KEY, BTN_THUMB, 1, "direction", 0},
    {"extreme-3d", "stick", EV_KEY, BTN_THUMB, 0, "direction", 0},
    {"extreme-3d", "stick", EV_ABS, ABS_HAT0X, 1, "gear_up", 1},
    {"extreme-3d", "stick", EV_ABS, ABS_HAT0X, 0, "gear_up", 0},
    {"x52-pro", "stick", AT_REST, 0, 0, "throttle", 0},
    {"x52-pro", "stick", EV_ABS, ABS_X, 1023, "tilt", -1},
    {"x52-pro", "stick", EV_ABS, ABS_X, 0, "tilt", 1},
    {"x52-pro", "stick", EV_ABS, ABS_Y, 1023, "lift", 1},
    {"x52-pro", "stick", EV_ABS, ABS_Y, 0, "lift", -1},
    {"x52-pro", "stick", EV_ABS, ABS_RZ, 1023, "steering", -1},
    {"x52-pro", "stick", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"x52-pro", "stick", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"x52-pro", "stick", EV_ABS, ABS_Z, 255, "throttle", 0},
    {"x52-pro", "stick", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"x52-pro", "stick", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"x52-pro", "stick", EV_ABS, ABS_HAT0Y, -1, "direction", 1},
    {"x52-pro", "stick", EV_ABS, ABS_HAT0Y, 0, "direction", 1},
    {"x52-pro", "stick", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"x52-pro", "stick", EV_KEY, BTN_THUMB, 1, "direction", 0},
    {"x52-pro", "stick", EV_KEY, BTN_THUMB, 0, "direction", 0},
    {"x52-pro", "stick", EV_ABS, ABS_HAT0X, 1, "gear_up", 1},
    {"x52-pro", "stick", EV_ABS, ABS_HAT0X, 0, "gear_up", 0},
    {"?extreme-3d", "stick", AT_REST, 0, 0, "throttle", 0},
    {"?extreme-3d", "stick", EV_ABS, ABS_X, 1023, "tilt", -1},
    {"?extreme-3d", "stick", EV_ABS, ABS_X, 0, "tilt", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_Y, 1023, "lift", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_Y, 0, "lift", -1},
    {"?extreme-3d", "stick", EV_ABS, ABS_RZ, 255, "steering", -1},
    {"?extreme-3d", "stick", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_THROTTLE, 0, "throttle", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_THROTTLE, 255, "throttle", 0},
    {"?extreme-3d", "stick", EV_KEY, BTN_TRIGGER, 1, "horn", 1},
    {"?extreme-3d", "stick", EV_KEY, BTN_TRIGGER, 0, "horn", 0},
    {"?extreme-3d", "stick", EV_ABS, ABS_HAT0Y, -1, "direction", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_HAT0Y, 0, "direction", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"?extreme-3d", "stick", EV_KEY, BTN_THUMB, 1, "direction", 0},
    {"?extreme-3d", "stick", EV_KEY, BTN_THUMB, 0, "direction", 0},
    {"?extreme-3d", "stick", EV_ABS, ABS_HAT0X, 1, "gear_up", 1},
    {"?extreme-3d", "stick", EV_ABS, ABS_HAT0X, 0, "gear_up", 0},
    {"twcs", "throttle", AT_REST, 0, 0, "throttle", 0},
    {"twcs", "throttle", EV_ABS, ABS_Z, 0, "throttle", 1},
    {"twcs", "throttle", EV_ABS, ABS_Z, 65535, "throttle", 0},
    {"twcs", "throttle", EV_ABS, ABS_RZ, 0, "steering", 1},
    {"twcs", "throttle", EV_ABS, ABS_RZ, 1023, "steering", -1},
    {"twcs", "throttle", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"tfrp", "rudder", AT_REST, 0, 0, "brake_left", 0},
    {"tfrp", "rudder", EV_ABS, ABS_X, 1023, "brake_right", 1},
    {"tfrp", "rudder", EV_ABS, ABS_X, 0, "brake_right", 0},
    {"tfrp", "rudder", EV_ABS, ABS_Y, 1023, "brake_left", 1},
    {"tfrp", "rudder", EV_ABS, ABS_Y, 0, "brake_left", 0},
    {"tfrp", "rudder", EV_ABS, ABS_Z, 0, "steering", 1},
    {"tfrp", "rudder", EV_ABS, ABS_Z, 1023, "steering", -1},
    {"t-pedals", "pedals", EV_ABS, ABS_X, 1023, "throttle", 1},
    {"t-pedals", "pedals", EV_ABS, ABS_X, 0, "throttle", 0},
    {"t-pedals", "pedals", EV_ABS, ABS_Y, 1023, "brake", 1},
    {"t-pedals", "pedals", EV_ABS, ABS_Y, 0, "brake", 0},
    {"vrs-pedals", "VRS pedals", EV_ABS, ABS_X, 65535, "throttle", 1},
    {"vrs-pedals", "VRS pedals", EV_ABS, ABS_Y, 65535, "brake", 1},
    {"vrs-pedals", "VRS pedals", EV_ABS, ABS_Z, 65535, "clutch", 1},
    {"heusinkveld", "Heusinkveld and Bodnar pedals", EV_ABS, ABS_RX, 4095, "throttle", 1},
    {"heusinkveld", "Heusinkveld and Bodnar pedals", EV_ABS, ABS_RY, 4095, "brake", 1},
    {"heusinkveld", "Heusinkveld and Bodnar pedals", EV_ABS, ABS_RZ, 4095, "clutch", 1},
    {"xbox360", "gamepad", AT_REST, 0, 0, "steering", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_X, -32768, "steering", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_X, 32767, "steering", -1},
    {"xbox360", "gamepad", EV_ABS, ABS_X, 2000, "steering", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_RZ, 255, "throttle", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_RZ, 0, "throttle", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_Z, 255, "brake", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_Z, 0, "brake", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_RX, 32767, "tilt", -1},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, 32767, "lift", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, -32768, "lift", -1},
    {"xbox360", "gamepad", EV_KEY, BTN_SOUTH, 1, "horn", 1},
    {"xbox360", "gamepad", EV_KEY, BTN_SOUTH, 0, "horn", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_TR, 1, "gear_up", 1},
    {"xbox360", "gamepad", EV_KEY, BTN_TR, 0, "gear_up", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_SELECT, 1, "key", 2},
    {"xbox360", "gamepad", EV_KEY, BTN_SELECT, 0, "key", 1},
    {"xbox360", "gamepad", EV_KEY, BTN_EAST, 1, "parking_brake", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_EAST, 0, "parking_brake", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"xbox360", "gamepad", EV_KEY, BTN_THUMBL, 1, "direction", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_THUMBL, 0, "direction", 0},
    {"?xbox360", "gamepad", AT_REST, 0, 0, "steering", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_X, -32768, "steering", 1},
    {"?xbox360", "gamepad", EV_ABS, ABS_X, 32767, "steering", -1},
    {"?xbox360", "gamepad", EV_ABS, ABS_X, 2000, "steering", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_RZ, 255, "throttle", 1},
    {"?xbox360", "gamepad", EV_ABS, ABS_RZ, 0, "throttle", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_Z, 255, "brake", 1},
    {"?xbox360", "gamepad", EV_ABS, ABS_Z, 0, "brake", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_RX, 32767, "tilt", -1},
    {"?xbox360", "gamepad", EV_ABS, ABS_RY, 32767, "lift", 1},
    {"?xbox360", "gamepad", EV_ABS, ABS_RY, -32768, "lift", -1},
    {"?xbox360", "gamepad", EV_KEY, BTN_SOUTH, 1, "horn", 1},
    {"?xbox360", "gamepad", EV_KEY, BTN_SOUTH, 0, "horn", 0},
    {"?xbox360", "gamepad", EV_KEY, BTN_TR, 1, "gear_up", 1},
    {"?xbox360", "gamepad", EV_KEY, BTN_TR, 0, "gear_up", 0},
    {"?xbox360", "gamepad", EV_KEY, BTN_SELECT, 1, "key", 2},
    {"?xbox360", "gamepad", EV_KEY, BTN_SELECT, 0, "key", 1},
    {"?xbox360", "gamepad", EV_KEY, BTN_EAST, 1, "parking_brake", 0},
    {"?xbox360", "gamepad", EV_KEY, BTN_EAST, 0, "parking_brake", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 1, "direction", -1},
    {"?xbox360", "gamepad", EV_KEY, BTN_THUMBL, 1, "direction", 0},
    {"?xbox360", "gamepad", EV_KEY, BTN_THUMBL, 0, "direction", 0},
    {"ps3", "gamepad", EV_ABS, ABS_X, 0, "steering", 1},
    {"ps3", "gamepad", EV_ABS, ABS_Z, 255, "tilt", -1},
    {"ps3", "gamepad", EV_ABS, ABS_RZ, 255, "lift", 1},
    {"ps3", "gamepad", EV_KEY, BTN_BASE4, 1, "throttle", 1},
    {"ps3", "gamepad", EV_KEY, BTN_BASE4, 0, "throttle", 0},
    {"ps3", "gamepad", EV_KEY, 0x12e, 1, "horn", 1},
    {"ps3", "gamepad", EV_KEY, 0x12e, 0, "horn", 0},
    {"ps3", "gamepad", EV_KEY, BTN_TOP2, 1, "direction", 1},
    {"ps3", "gamepad", EV_KEY, BTN_TOP2, 0, "direction", 1},
    /* clang-format on */
};

/* The excavator by its first pattern, ISO. */
static const row digs[] = {
    /* clang-format off */
    {"xbox360", "gamepad", EV_ABS, ABS_X, 32767, "swing", -1},
    {"xbox360", "gamepad", EV_ABS, ABS_X, 0, "swing", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_Y, -32768, "dipper", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_Y, 0, "dipper", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_RX, -32768, "bucket", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_RX, 0, "bucket", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, 32767, "boom", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, 0, "boom", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_TL, 1, "boom", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_Y, -32768, "left_travel", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, 32767, "right_travel", -1},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, -1, "throttle", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 0, "dipper", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_Y, 0, "left_travel", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_RY, 0, "right_travel", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_TL, 0, "boom", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, -1, "blade", 1},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 0, "blade", 0},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 1, "blade", -1},
    {"xbox360", "gamepad", EV_ABS, ABS_HAT0Y, 0, "blade", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_THUMBL, 1, "travel_speed", 1},
    {"xbox360", "gamepad", EV_KEY, BTN_THUMBR, 1, "auto_idle", 0},
    {"xbox360", "gamepad", EV_KEY, BTN_EAST, 1, "lock", 1},
    {"xbox360", "gamepad", EV_KEY, BTN_SOUTH, 1, "horn", 1},
    {"?xbox360", "gamepad", EV_ABS, ABS_X, 32767, "swing", -1},
    {"?xbox360", "gamepad", EV_KEY, BTN_TL, 1, "dipper", 0},
    {"?xbox360", "gamepad", EV_ABS, ABS_RY, -32768, "right_travel", 1},
    {"?xbox360", "gamepad", EV_KEY, BTN_EAST, 1, "lock", 0}, /* the pad before was lost: it was locked */
    {"ps3", "gamepad", EV_ABS, ABS_X, 255, "swing", -1},
    {"ps3", "gamepad", EV_KEY, BTN_BASE5, 1, "boom", 0},
    {"ps3", "gamepad", EV_ABS, ABS_RZ, 0, "right_travel", 1},
    {"ps3", "gamepad", EV_KEY, BTN_BASE5, 0, "right_travel", 0},
    {"ps3", "gamepad", EV_KEY, BTN_TOP2, 1, "blade", 1},
    {"t16000m", "right stick", EV_ABS, ABS_X, 16383, "bucket", -1},
    {"t16000m", "right stick", EV_ABS, ABS_Y, 16383, "boom", 1},
    {"t16000m", "right stick", EV_ABS, ABS_RZ, 255, "right_travel", 1},
    {"t16000m", "right stick", EV_ABS, ABS_RZ, 0, "right_travel", -1},
    {"t16000m", "right stick", EV_ABS, ABS_HAT0Y, 1, "blade", -1},
    {"t16000m", "right stick", EV_ABS, ABS_THROTTLE, 0, "throttle", 1},
    {"t16000m", "right stick", EV_KEY, BTN_PINKIE, 1, "lock", 0},
    {"?t16000m", "stick", EV_ABS, ABS_Y, 16383, "boom", 1},
    {"?t16000m", "stick", EV_ABS, ABS_RZ, 255, "right_travel", 1},
    {"tfrp", "rudder", EV_ABS, ABS_Y, 1023, "left_travel", 1},
    {"tfrp", "rudder", EV_ABS, ABS_X, 1023, "right_travel", 1},
    {"tfrp", "rudder", EV_ABS, ABS_X, 0, "right_travel", 0},
    /* clang-format on */
};

static const char *const profiles[] = {"direct-drive",
                                       "gamepad",
                                       "heavy-equipment-panel",
                                       "heavy-equipment-wheel",
                                       "hori-farming",
                                       "hori-truck",
                                       "joystick",
                                       "logitech-driving-force",
                                       "logitech-extreme-3d",
                                       "logitech-g27",
                                       "logitech-g29",
                                       "logitech-g920",
                                       "ps3-pad",
                                       "saitek-x52",
                                       "sim-pedals",
                                       "thrustmaster-hotas-x",
                                       "thrustmaster-pedals",
                                       "thrustmaster-t16000m",
                                       "thrustmaster-twcs",
                                       "thrustmaster-wheels",
                                       "thrustmaster-wheels-ps4",
                                       "xbox-360-pad"};

enum {
    PROFILES = sizeof profiles / sizeof *profiles,
    ROWS = sizeof rows / sizeof *rows,
    DIGS = sizeof digs / sizeof *digs
};

static mock_bed bed;
static desk d;

static void expect_clean(const hl_report *report, const char *file)
{
    char line[1024] = "";
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        print_error("%s\n", line);
    }
    if (report->count > 0) fail_msg("%s is refused", file);
}

static const io_bindings *read_profile(const char *name, const auth_machine *machine)
{
    char path[512];
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_report report = {.count = 0};
    snprintf(path, sizeof path, "%s/devices/%s.yaml", HEADLAND_ASSETS, name);
    hl_report_begin(&report, path);
    if (auth_bindings_read(path, &d.arena, &author, &report) == HL_OK)
        io_bindings_resolve(author, machine, false, &d.arena, &bindings, &report);
    expect_clean(&report, path);
    assert_non_null(bindings);
    return bindings;
}

/* Move each axis of an unknown device through its whole way, back to its rest: from then on it drives. */
static void prove(mock_device *mock)
{
    const mock_description *m = &mock->description;
    for (int code = 0; code < ABS_HAT0X; code++) {
        const struct input_absinfo axis = m->axes[code];
        if ((m->bits[EV_ABS][code / 8] >> (code % 8) & 1) == 0) continue;
        const int way[] = {axis.value, axis.minimum, axis.maximum, axis.value};
        for (int i = 0; i < 4; i++) mock_event(mock, EV_ABS, code, way[i]);
    }
    desk_await_news(&d, "drives now");
}

static mock_device *plug(const char *device)
{
    const bool unknown = device[0] == '?';
    mock_description description = mock_read(device + (unknown ? 1 : 0));
    if (unknown) description.id.vendor = 0x9999;
    mock_device *mock = mock_new(&bed, &description, "usb-1/input0");
    mock_plug(mock);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 1);
    if (unknown) prove(mock);
    return mock;
}

static void unplug(mock_device *mock)
{
    if (mock == NULL) return;
    mock_free(mock);
    DESK_AWAIT(&d, io_devices_count(d.devices) == 0);
}

static auth_machine *read_machine(const char *name)
{
    char path[512];
    auth_machine *machine = NULL;
    hl_report report = {.count = 0};
    snprintf(path, sizeof path, "%s/machines/%s.yaml", HEADLAND_ASSETS, name);
    hl_report_begin(&report, path);
    auth_machine_read(path, &d.arena, &machine, &report);
    expect_clean(&report, path);
    assert_non_null(machine);
    return machine;
}

static void check_row(mock_device *mock, const row *r)
{
    if (r->type != AT_REST) mock_event(mock, r->type, r->code, r->value);
    const int control = desk_control(&d, r->command);
    for (int wait = 0; desk_read(&d), d.values[control] != r->expected; wait++) {
        if (wait > DESK_WAIT)
            fail_msg("%s: type %d, code 0x%x, value %d: %s is %g, expected %g", r->device, r->type,
                     (unsigned)r->code, r->value, r->command, d.values[control], r->expected);
        desk_sleep(1);
    }
    assert_string_equal(io_devices_name(d.devices, d.slots[control]), r->bindings);
}

static void drive(const char *name, const row *list, int count)
{
    const auth_machine *machine = read_machine(name);
    const io_bindings *bindings[PROFILES];
    for (int i = 0; i < PROFILES; i++) bindings[i] = read_profile(profiles[i], machine);
    desk_open_all(&d, machine, bindings, PROFILES, 256);
    mock_device *mock = NULL;
    for (int i = 0; i < count; i++) {
        if (i == 0 || strcmp(list[i].device, list[i - 1].device) != 0) {
            unplug(mock);
            mock = plug(list[i].device);
        }
        check_row(mock, &list[i]);
    }
    unplug(mock);
}

static void every_profile_drives_its_commands(void **state)
{
    (void)state;
    drive("tractor", rows, ROWS);
}

static void profiles_dig(void **state)
{
    (void)state;
    drive("excavator", digs, DIGS);
}

/* ---- what an operator's place reaches ---- */

/* One place has everything that the excavator does. */
static void every_function_is_in_reach(void **state)
{
    (void)state;
    static const char *const places[] = {"keyboard", "gamepad", "xbox-360-pad", "ps3-pad",
                                         "thrustmaster-t16000m"};
    const auth_machine *machine = read_machine("excavator");
    for (int p = 0; p < (int)(sizeof places / sizeof *places); p++) {
        const io_bindings *bindings = read_profile(places[p], machine);
        bool reached[DESK_CONTROLS] = {false};
        char missing[200];
        for (int i = 0; i < bindings->device_count; i++)
            io_bindings_reach(&bindings->devices[i], machine, 0, reached);
        if (io_bindings_unreached(machine, reached, missing, sizeof missing) > 0)
            fail_msg("%s: nothing moves %s", places[p], missing);
    }
}

/* A profile that no row above has driven would be shipped untried. */
static void no_profile_is_left_out(void **state)
{
    (void)state;
    const auth_machine *machine = read_machine("tractor");
    for (int p = 0; p < PROFILES; p++) {
        const io_bindings *bindings = read_profile(profiles[p], machine);
        for (int i = 0; i < bindings->device_count; i++) {
            const char *name = bindings->devices[i].author->name;
            bool driven = strcmp(name, "left stick") == 0; /* of two; test_devices.c tells such apart */
            for (int r = 0; r < ROWS && !driven; r++) driven = strcmp(rows[r].bindings, name) == 0;
            if (!driven) fail_msg("%s: nothing drives '%s'", profiles[p], name);
        }
    }
}

static int set_up(void **state)
{
    (void)state;
    bed = mock_bed_new();
    d = (desk){.machine = NULL};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    desk_close(&d);
    mock_bed_free(&bed);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_profile_drives_its_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(profiles_dig, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_function_is_in_reach, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_profile_is_left_out, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
