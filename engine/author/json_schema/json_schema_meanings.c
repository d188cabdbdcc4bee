/* What the keys of authored files mean, for the JSON Schemas: in short what the pages in docs/ say. A row of
 * a kind of file goes before one of all kinds. */
#include "json_schema.h"

#include <stdbool.h>
#include <string.h>

#define ANY AUTH_FILE_KINDS

typedef struct meaning {
    auth_file_kind kind; /* ANY: of all that have the key there */
    const char *where;   /* key of the mapping or list that it stands in; "": the file */
    const char *key;
    const char *text;
} meaning;

/* clang-format off: a row a line */
static const meaning meanings[] = {
    {ANY, "auto_idle", "delay", "With all levers at rest for so long it goes down [s]"},
    {ANY, "auto_idle", "throttle", "To which it goes down, 0 to 1"},
    {ANY, "axles", "efficiency", "Of the axles, 0 to 1. Default: 1"},
    {ANY, "axles", "front_ratio", "Turns of the output shaft for one turn of the front wheels"},
    {ANY, "axles", "rear_ratio", "Turns of the output shaft for one turn of the rear wheels"},
    {ANY, "brakes", "coordinate", "Number of the coordinate of that joint. Default: 1"},
    {ANY, "brakes", "damping", "In proportion to what it holds [s/rad or s/m]. Default: 0"},
    {ANY, "brakes", "delay",
     "From the last of its levers at rest until it begins to close, which takes 0.1 s [s]. Default: 0"},
    {ANY, "brakes", "joint", "Joint that it holds"},
    {ANY, "brakes", "name", "Of the brake"},
    {ANY, "brakes", "parking_front", "What the parking brake holds at each front wheel [N m]. Default: 0"},
    {ANY, "brakes", "parking_rear", "What the parking brake holds at each rear wheel [N m]. Default: 0"},
    {ANY, "brakes", "released_by", "List of levers; one beyond its dead band opens it at once"},
    {ANY, "brakes", "service_front",
     "What the service brake holds at each front wheel with the pedal down [N m]. Default: 0"},
    {ANY, "brakes", "service_rear",
     "What the service brake holds at each rear wheel with the pedal down [N m]. Default: 0"},
    {ANY, "brakes", "slip", "Angle over which it takes hold [rad or m]"},
    {ANY, "brakes", "torque", "What it holds [N m, on a displacement N]"},
    {ANY, "bypasses", "circuit", "Circuit of the command"},
    {ANY, "bypasses", "command", "Command that it gives; nothing else moves it"},
    {ANY, "bypasses", "controls", "List of names of controls that move commands directly"},
    {ANY, "bypasses", "full", "Value with all controls at rest. Default: 1"},
    {ANY, "bypasses", "name", "Of the by-pass"},
    {ANY, "choices", "meaning", "A sentence. Default: empty"},
    {ANY, "choices", "name", "Of the choice"},
    {ANY, "choices", "set",
     "Sections of a machine file, as far as they differ; not headland, version, name and variants. Default: "
     "nothing changes"},
    {ANY, "clutch", "capacity", "What a gear's clutch holds, at the engine [N m]"},
    {ANY, "clutch", "damping", "In proportion to what it holds [s/rad]. Default: 0"},
    {ANY, "clutch", "slip", "Angle over which it takes hold [rad]"},
    {ANY, "consumption", "loads", "2 to 8 rising shares of full load"},
    {ANY, "consumption", "speeds", "2 to 8 rising speeds [rad/s]"},
    {ANY, "consumption", "table", "A row for each load, in it an entry for each speed [kg/J]"},
    {ANY, "controls", "circuit", "Circuit of the command that it moves"},
    {ANY, "controls", "command", "Command that it moves; one without points"},
    {ANY, "controls", "dead_band",
     "Share of the range on both sides of 0 in which nothing happens, up to 0.95. Default: 0"},
    {ANY, "controls", "drive", "Its role in the driveline or engine"},
    {ANY, "controls", "electric",
     "True: a switch moves the command, not pilot oil; the control is no lever, and lock and auto idle do "
     "not look at it. Default: false"},
    {ANY, "controls", "follow", "A follow-up loop"},
    {ANY, "controls", "full", "Command at the end of the range. Default: 1"},
    {ANY, "controls", "initial", "Value at the start. Default: safe"},
    {ANY, "controls", "meaning", "A text for people: \"loader up (+), down (-)\". Default: empty"},
    {ANY, "controls", "name", "Of the control"},
    {ANY, "controls", "progression",
     "0: the command is proportional; 1: it is cubic, gentle around 0. Default: 0"},
    {ANY, "controls", "range", "[low, high]. Default: [-1, 1]"},
    {ANY, "controls", "safe", "Value when the operator's input is lost"},
    {ANY, "differentials", "centre_lock",
     "What the lock holds, at the output shaft [N m]. Default: 0: no lock"},
    {ANY, "differentials", "damping", "In proportion to what the locks hold [s/rad]. Default: 0"},
    {ANY, "differentials", "front_lock",
     "What the lock of the front axle holds, at the wheels [N m]. Default: 0: no lock"},
    {ANY, "differentials", "rear_lock",
     "What the lock of the rear axle holds, at the wheels [N m]. Default: 0: no lock"},
    {ANY, "differentials", "slip", "Angle over which the locks take hold [rad]"},
    {ANY, "differentials", "split",
     "Share of the front axle while the centre differential is open, 0 to 1. Default: 0.4"},
    {ANY, "driveline", "axles",
     "From the output shaft to the wheels: the rear axle always drives, the front one through the centre "
     "differential or its lock"},
    {ANY, "driveline", "brakes", "Brakes of the wheels"},
    {ANY, "driveline", "clutch", "Clutches of the gears"},
    {ANY, "driveline", "differentials", "Centre differential, and what the locks hold"},
    {ANY, "driveline", "gearbox", "Losses of the gearbox"},
    {ANY, "driveline", "gears", "List of gears, their ratios falling; up to 32"},
    {ANY, "driveline", "reverse", "The reverser"},
    {ANY, "driveline", "shaft", "Between gearbox and axles"},
    {ANY, "driveline", "shift_time", "One gear hands over to the next, under load [s]"},
    {ANY, "driveline", "start_gear", "Name of a gear. Default: the first"},
    {ANY, "driveline", "wheels", "Names of the four wheels"},
    {ANY, "engine", "auto_idle",
     "With all levers at rest for its delay the throttle goes down, while the control with the role "
     "auto-idle is on; the first lever that leaves its dead band brings it back at once. Default: none"},
    {ANY, "engine", "consumption", "Of fuel, over speed and load"},
    {ANY, "engine", "droop",
     "Share of the governed speed that is lost from no load to full load, above 0 to 0.5"},
    {ANY, "engine", "fuel", "The fuel and its tank"},
    {ANY, "engine", "full_load", "Curve: speed, torque with full injection [rad/s, N m], 2 to 16 points"},
    {ANY, "engine", "idle_consumption",
     "Curve: speed, consumption without load as a volume flow [rad/s, m^3/s]"},
    {ANY, "engine", "idle_speed", "Governed speed without load at throttle 0 [rad/s]"},
    {ANY, "engine", "joint", "Revolute joint of the crankshaft"},
    {ANY, "engine", "lag", "Time constant of rising torque (turbocharger) [s]"},
    {ANY, "engine", "motoring", "Curve: speed, torque that resists without fuel [rad/s, N m]"},
    {ANY, "engine", "prompt", "Share of the full-load torque that is there at once, 0 to 1. Default: 1"},
    {ANY, "engine", "stall_speed", "Below it the engine stops [rad/s]"},
    {ANY, "engine", "starter_speed", "Where the starter's torque is used up [rad/s]"},
    {ANY, "engine", "starter_torque", "Of the starter at standstill [N m]"},
    {ANY, "engine", "top_speed", "Governed speed without load at throttle 1 [rad/s]"},
    {ANY, "follow", "coordinate", "Number of the coordinate of that joint. Default: 1"},
    {ANY, "follow", "gain",
     "Command for each unit of the gap [1/rad or 1/m]; negative when the command drives the coordinate down"},
    {ANY, "follow", "high", "Coordinate at the upper end of the range [rad or m]; at 0 it shall be 0"},
    {ANY, "follow", "joint", "Joint that follows"},
    {ANY, "follow", "low", "Coordinate at the lower end of the range [rad or m]; at 0 it shall be 0"},
    {ANY, "fuel", "density", "Of the fuel [kg/m^3]"},
    {ANY, "fuel", "fill", "Share of the tank that is full at the start. Default: 1"},
    {ANY, "fuel", "tank", "Volume of a full tank [m^3]"},
    {ANY, "gearbox", "drag_speed", "Over which the drag changes its sign [rad/s]"},
    {ANY, "gearbox", "drag_torque", "Of the turning gearbox, at the output shaft [N m]. Default: 0"},
    {ANY, "gearbox", "efficiency", "Of the gearbox, 0 to 1. Default: 1"},
    {ANY, "gears", "name", "Of the gear"},
    {ANY, "gears", "ratio", "Engine speed over speed of the output shaft"},
    {ANY, "levers", "control", "Control that it moves"},
    {ANY, "levers", "invert", "The other way round. Default: false"},
    {ANY, "levers", "lever", "Lever of the seat"},
    {ANY, "patterns", "levers", "List of {lever: ..., control: ..., invert: true}, each lever once"},
    {ANY, "patterns", "meaning", "For people. Default: none"},
    {ANY, "patterns", "name", "What the settings call it"},
    {ANY, "pilots", "circuit", "Circuit of the command"},
    {ANY, "pilots", "command", "Command that it gives; nothing else moves it"},
    {ANY, "pilots", "control", "A lever; it may have a command of its own too"},
    {ANY, "pilots", "from", "Response at which it begins, 0 to 0.95. Default: 0"},
    {ANY, "pilots", "full",
     "Value at the lever's end, negative where the command has the other sign. Default: 1"},
    {ANY, "pilots", "name", "Of the pilot"},
    {ANY, "pilots", "side",
     "Both; positive or negative: one direction of the lever alone, its value then has the sign of full. "
     "Default: both"},
    {ANY, "pilots", "yields", "List of other levers that take oil from it. Default: empty"},
    {ANY, "reverse", "factor", "Ratio in reverse over ratio forward. Default: 1"},
    {ANY, "reverse", "max_speed",
     "Of the output shaft: rolling faster against the lever, it stays in neutral [rad/s]. Default: any"},
    {ANY, "reverse", "take_hold",
     "Torque at the output shaft with which it sets off and turns back [N m]. Default: 0: what the clutch "
     "holds"},
    {ANY, "reverse", "time", "Time to let go and take hold again [s]"},
    {ANY, "shaft", "damping", "Of its twist [N m s/rad]. Default: 0"},
    {ANY, "shaft", "inertia", "Of the gearbox's output [kg m^2]"},
    {ANY, "shaft", "stiffness", "Of its twist [N m/rad]"},
    {ANY, "variants", "choices", "List of 1 to 32; the first is the one when nobody chooses"},
    {ANY, "variants", "meaning", "A sentence. Default: empty"},
    {ANY, "variants", "name", "Of the variant; without ="},
    {ANY, "wheels", "front_left", "Name of the front left wheel"},
    {ANY, "wheels", "front_right", "Name of the front right wheel"},
    {ANY, "wheels", "rear_left", "Name of the rear left wheel"},
    {ANY, "wheels", "rear_right", "Name of the rear right wheel"},
    {ANY, "yields", "share", "Share of the oil that it takes at its end, 0 to 1"},
    {ANY, "yields", "side", "Side of that lever that counts. Default: both"},
    {ANY, "yields", "to", "Another lever"},
};
/* clang-format on */

static bool is_of(const meaning *m, auth_file_kind kind, const char *where, const char *key)
{
    return (m->kind == kind || m->kind == ANY) && strcmp(m->where, where) == 0 && strcmp(m->key, key) == 0;
}

const char *auth_key_meaning(auth_file_kind kind, const char *where, const char *key)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (is_of(&meanings[i], kind, where, key)) return meanings[i].text;
    return NULL;
}
