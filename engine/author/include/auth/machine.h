/* A machine file (`headland: machine`) as a plain descriptor: a mechanism (auth/mechanism.h: the same
 * sections with the same keys) with wheels, a driveline, contact geometry and operator's controls.
 * docs/machine.md explains the file.
 *
 * The structs follow the definition structs of tire/tire.h, drive/ and contact/contact.h; names are
 * resolved to indices, every quantity is in SI, every item has its place. */
#ifndef AUTH_MACHINE_H
#define AUTH_MACHINE_H

#include "auth/materials.h"
#include "auth/mechanism.h"
#include "auth/picture.h"
#include "auth/sound.h"

#include "drive/driveline_def.h"
#include "tire/tire_def.h"

enum {
    AUTH_WHEELS = 4,
    AUTH_MAX_VARIANTS = 16,
    AUTH_MAX_PARAMETERS = 64,
    AUTH_MAX_CHOICES = 32, /* of a variant */
    AUTH_MAX_FAULTS = 16
};

/** Friction of a tire or a track on one kind of ground. */
typedef struct auth_tire_friction {
    const char *surface; /**< name that grounds of scenarios refer to */
    hl_place place;
    tire_friction law; /**< `rolling_growth` is written as `resistance_doubles`, a speed */
} auth_tire_friction;

typedef struct auth_tire {
    const char *name;
    hl_place place;
    tire_model model; /**< its axle is left zero: auth_wheel has it */
    int friction_count;
    auth_tire_friction *friction; /**< `friction:` list, at least one */
} auth_tire;

typedef struct auth_wheel {
    const char *name;
    hl_place place;
    int body;       /**< its origin is the wheel's centre, its joint the wheel bearing (revolute) */
    int joint;      /**< that joint */
    double axle[3]; /**< unit vector in the wheel's frame, to the left; `axle`, default y. The joint's axis
                       must be parallel to it */
    int tire;
} auth_wheel;

/** A crawler track (track/track.h): `tracks:` a list. Its lower run is carried by stations, the wheels that
 * press the belt on the ground, front first: idler, rollers, sprocket. */
typedef struct auth_track {
    const char *name;
    hl_place place;
    int body;  /**< that carries the track's frame */
    int joint; /**< `sprocket`: a body; the revolute joint that carries it, its axis the y of `body` */
    double y;  /**< of the belt's middle and of all stations, in the frame of `body` [m] */
    /** `stations:` list of `[x, z, radius]`: centre of the wheel in the frame of `body`, radius to the
     * outside of the shoes [m]; x falling */
    track_model model;
    double shoe_pitch; /**< [m] */
    double grouser;    /**< height of the shoes' ribs [m], default 0 */
    int friction_count;
    auth_tire_friction *friction; /**< `friction:` list, at least one. `slip_stiffness` is refused: the belt
                                     carries its bristles along */
} auth_track;

/** `engine:` a mapping. */
typedef struct auth_engine {
    hl_place place;
    auth_joint_coordinate crankshaft; /**< `joint`: angle of the crankshaft */
    /** Curves are lists of `[x, y]` in the file; `consumption: {speeds: [...], loads: [...], table: [[...],
     * ...]}` in `g/kWh`, `idle_consumption` in `l/h` with the density */
    drive_engine model;
    double fuel_density; /**< [kg/m^3] */
    double tank;         /**< [m^3] */
    double fill;         /**< at the start, share of the tank [1], default 1 */
    /* `auto_idle: {throttle: 0.1, delay: 4 s}`: with every lever at rest for so long the governor goes down
     * to that throttle, while the control with `drive: auto-idle` is on */
    double idle_throttle; /**< [1] */
    double idle_delay;    /**< [s]; 0: no auto idle */
} auth_engine;

/** A brake on a joint that holds while levers rest: `brakes:` a list. A Dahl bristle as drive/driveline.h has
 * them. */
typedef struct auth_brake {
    const char *name;
    hl_place place;
    auth_joint_coordinate on; /**< `joint` */
    double torque;            /**< capacity [N m] */
    drive_coupling coupling;  /**< `slip`, `damping` */
    double delay;             /**< from the last lever at rest to closing [s]; it then closes in 0.1 s */
    int control_count;
    int *controls; /**< `released_by:` names; any of them beyond its dead band opens it at once */
} auth_brake;

/** A gear; its ratio is that of the gearbox (auth_driveline). */
typedef struct auth_gear {
    const char *name;
    hl_place place;
} auth_gear;

/** `driveline:` a mapping; the file gathers the members under `reverse`, `clutch`, `gearbox`, `shaft`,
 * `axles`, `differentials` and `brakes`. */
typedef struct auth_driveline {
    hl_place place;
    int wheels[AUTH_WHEELS]; /**< front left, front right, rear left, rear right */
    auth_gear *gears;        /**< of each gear of `gearbox` */
    drive_model model;       /**< its engine is left empty: auth_engine has it */
    drive_gearbox gearbox;
    drive_brakes brakes; /**< and locks */
} auth_driveline;

/** `air_drag: {body, at, area}`: a mapping. */
typedef struct auth_air_drag {
    bool present;
    int body;
    double at[3]; /**< where it acts, in the body's frame [m] */
    double area;  /**< drag coefficient times frontal area [m^2] */
} auth_air_drag;

/** A part of the machine that hits things. */
typedef struct auth_shape {
    const char *name;
    hl_place place;
    int body;
    double at[3];         /**< centre, in the body's frame [m] */
    double turn[3];       /**< rotation vector [rad], default zero */
    double size[3];       /**< edges [m] */
    const char *material; /**< `material`, default AUTH_SHAPE_MATERIAL */
    bool ground;          /**< its corners touch the ground too, default true */
} auth_shape;

enum { AUTH_MAX_TOOLS = 8, AUTH_PROFILE_CORNERS = 16 };

/** A tool that digs (terr/tool.h): a profile drawn out to a width. */
typedef struct auth_tool {
    const char *name;
    hl_place place;
    int body;
    double at[3];   /**< origin of the tool's frame in the body's frame [m], default zero */
    double turn[3]; /**< rotation vector of its frame [rad], default zero */
    int corners;
    double profile[AUTH_PROFILE_CORNERS][2]; /**< `profile:` list of `[x, z]` [m], edge first, lip last */
    double width, thickness;                 /**< [m], thickness default 0.02 m */
    bool sides;                              /**< default true */
    int teeth;                               /**< default 0 */
    double tooth_width, tooth_length;        /**< [m], required with teeth */
} auth_tool;

/** From a restitution to the dissipation of the contact law (contact/contact.h). In the order of the words.
 */
typedef enum auth_dissipation { AUTH_DISSIPATION_EXACT, AUTH_DISSIPATION_PRINTED } auth_dissipation;

/** `contact:` how the machine's parts answer: a mapping, required when there are shapes. */
typedef struct auth_contact {
    double stiffness;   /**< of one point [N/m] */
    double hertz_depth; /**< forces grow as depth^1.5, with `stiffness` as their chord at this depth [m];
                           default 0: linearly */
    double damping;     /**< of a point that rests on sand [N s/m] */
    double slowest;     /**< approach speed that counts at least [m/s], default 0.1 m/s */
    auth_dissipation dissipation;              /**< default exact */
    double bristle_stiffness, bristle_damping; /**< [1/m], [s/m] */
    double stribeck_velocity;                  /**< [m/s] */
    bool spin; /**< a body also resists rotation about the mean normal of its contacts; default false */
    double restitution, kinetic, stiction; /**< of all pairs that `materials` does not list; below 0: left
                                              out, the shipped pairs hold */
} auth_contact;

/** What a control does beyond existing. In the order of the words `drive:` takes. */
typedef enum auth_drive_role {
    AUTH_DRIVE_NONE,
    AUTH_DRIVE_THROTTLE,
    AUTH_DRIVE_CLUTCH,
    AUTH_DRIVE_BRAKE_LEFT,
    AUTH_DRIVE_BRAKE_RIGHT,
    AUTH_DRIVE_PARKING_BRAKE,
    AUTH_DRIVE_DIRECTION,
    AUTH_DRIVE_GEAR_UP,
    AUTH_DRIVE_GEAR_DOWN,
    AUTH_DRIVE_FOUR_WHEEL_DRIVE,
    AUTH_DRIVE_REAR_LOCK,
    AUTH_DRIVE_FRONT_LOCK,
    AUTH_DRIVE_KEY,
    AUTH_DRIVE_AUTO_IDLE, /**< 1: the engine idles while all levers rest (auth_engine) */
    AUTH_DRIVE_LOCK, /**< 1: levers have no pilot pressure; commands of controls, pilots: as if at rest */
    AUTH_DRIVE_ROLES
} auth_drive_role;

/** An operator's control: a lever, pedal, button or switch. It drives at most one thing of: a role of the
 * driveline (`drive`), a command of a circuit directly (`circuit`, `command`: a lever), or a command through
 * a follow-up loop (`circuit`, `command`, `follow`: the control sets where a joint coordinate shall be, as a
 * steering wheel does). */
typedef struct auth_control {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    double low, high;    /**< `range`, default [-1, 1] */
    double safe;         /**< `safe`: value when the operator's input is lost; required */
    double initial;      /**< default: `safe` */
    auth_drive_role drive;
    bool both_brakes;     /**< `drive: brake`: both pedals; `drive` is then AUTH_DRIVE_BRAKE_LEFT */
    int circuit, command; /**< -1: none */
    double dead_band;     /**< share of the range around 0 that does nothing, 0 to 0.95, default 0 */
    double progression;   /**< cubic share of the response, 0 (linear, default) to 1 */
    double full;   /**< command at the end of the range [unit of the command], default 1; the range of a
                      control that moves a command contains 0 */
    bool electric; /**< moves its command by a switch, not by pilot oil: no lever */
    bool follows;  /**< `follow: {joint: ..., coordinate: ..., low: ..., high: ..., gain: ...}` */
    auth_joint_coordinate follow;   /**< coordinate that follows */
    double follow_low, follow_high; /**< its values at the ends of the range [rad or m] */
    double follow_gain;             /**< command per unit of error, limited to +-full [1/rad or 1/m] */
    int fault;                      /**< the fault that this is the control of, see auth_fault; -1: none */
    bool lever; /**< on pilot oil: it moves a command directly, and not by a switch, or a pilot hears of it.
                   Auto idle and brakes wait until levers rest; the lock takes their oil away */
} auth_control;

/** A command of a circuit that opens while some controls are at rest: the by-pass of an open-centre block.
 * value = full (1 - largest share of those controls' response). `bypasses:` a list. */
typedef struct auth_bypass {
    const char *name;
    hl_place place;
    int circuit, command;
    double full;
    int control_count;
    int *controls;
} auth_bypass;

/** Which way of a lever a pilot line hears of. In the order of the words: both, positive, negative. */
typedef enum auth_side { AUTH_SIDE_BOTH, AUTH_SIDE_POSITIVE, AUTH_SIDE_NEGATIVE } auth_side;

/** A pilot line from a lever to a further command: the second spool of a function, a valve that only one
 * direction opens. `pilots:` a list. With the lever's response s, -1 to 1 (its dead band and progression are
 * in it), value = full sgn(s) (|s| - from)/(1 - from) product over `yields` of (1 - share |s_other|) on its
 * side and beyond `from`, else 0. */
typedef struct auth_pilot {
    const char *name;
    hl_place place;
    int control;
    int circuit, command;
    auth_side side; /**< default both; the value of `negative` alone is positive */
    double from;    /**< response at which it begins, 0 (default) to 0.95 */
    double full;    /**< default 1 [unit of the command]; may be negative */
    int yield_count;
    struct auth_yield {
        int control;
        auth_side side;
        double share; /**< 0 to 1 */
    } * yields;       /**< `yields: [{to: CONTROL, side: ..., share: 0.8}]`: priority of other levers */
} auth_pilot;

/** What a fault does, at its severity s of 0 to 1. In the order of the words of `kind:`. */
typedef enum auth_fault_kind {
    AUTH_FAULT_ENGINE, /**< `engine` full load torque times 1 - s */
    AUTH_FAULT_FUEL,   /**< `fuel` of the fuel at the start the share s is not there */
    AUTH_FAULT_LEAK,   /**< `leak` from a volume of a circuit to the tank, `flow` [m^3/s] at `pressure`, times
                          s:   Q = s flow sqrt(p/pressure) */
    AUTH_FAULT_VALVE,  /**< `stuck-valve` from s > 0.5 on a command stays where it is */
    AUTH_FAULT_SENSOR, /**< `sensor` from s > 0.5 on a signal is shown as it stood (`mode: frozen`), or as 0
                          (`mode: dead`); tasks, scores and physics know the true one */
    AUTH_FAULT_TIRE    /**< `tire` inflation lost: radial stiffness of a wheel times 1 - 0.8 s */
} auth_fault_kind;

/** What is shown of a sensor that fails: it as it stood, or 0. In the order of the words. */
typedef enum auth_sensor_fault { AUTH_SENSOR_FROZEN, AUTH_SENSOR_DEAD } auth_sensor_fault;

/** Something that an instructor can break: `faults:` a list. Each is a control `fault.NAME` as well, 0 to 1,
 * which nobody's lever moves: recordings, scripts and `--set` know it like others. */
typedef struct auth_fault {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    auth_fault_kind kind;
    int control;         /**< its control */
    int circuit, volume; /**< leak */
    double flow, pressure;
    int command; /**< of `circuit`: valve: that sticks; leak: its opening s, of a throttle to the tank behind
                    those of the file */
    const char *signal; /**< sensor */
    hl_place signal_place;
    auth_sensor_fault mode; /**< sensor, default frozen */
    int wheel;              /**< tire */
} auth_fault;

/** Levers that patterns speak of: left and right stick, pedals, the rollers under the thumbs. */
enum { AUTH_LEVERS = 8 };

/** Name of a lever as files write it, 0 to AUTH_LEVERS - 1: "left_lever.x". */
const char *auth_lever_word(int lever);

/** A lever of a pattern: `{lever: right_lever.y, control: lift, invert: true}`. A lever's way is -1 to 1: x
 * to the right, y away from the operator; a pedal's 0 to 1. Inverted, the other way round. */
typedef struct auth_lever {
    const char *lever;
    hl_place place;
    int control;
    bool invert;
} auth_lever;

/** Which lever moves which control: `patterns:` a list of `{name, meaning, levers: [...]}`; the first is the
 * one to begin with. ISO and SAE patterns of an excavator are two of them. */
typedef struct auth_pattern {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    int lever_count;
    auth_lever *levers;
} auth_pattern;

/** `feel: {torque: SIGNAL, full: X}` what a steering wheel that can push back feels. */
typedef struct auth_feel {
    bool present;
    const char *torque; /**< signal, positive: the wheel is pushed to the left */
    hl_place torque_place;
    double full; /**< its value at the full force of the wheel, not 0; negative: the signal is the other way
                    round [SI] */
} auth_feel;

/** One of several ways to build a machine: `variants:` a list of `{name, meaning, choices: [{name, meaning,
 * set: {...}}]}`. `set` holds sections of the machine file; what it says goes over what the file says:
 * mappings key by key, items of lists of named items by their `name`, all else as a whole. The first choice
 * is the one when nobody chooses; it may leave `set` out. */
typedef struct auth_variant {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    int choice_count;
    struct auth_variant_choice {
        const char *name;
        hl_place place;
        const char *meaning; /**< may be empty */
    } * choices;
    int chosen; /**< the one that this machine has */
} auth_variant;

/** What somebody asks for: "bucket", "large"; or a parameter, a single value of the file by its keys, names
 * of items and numbers of entries from 1 with dots between them: "bodies.bucket.mass", "500 kg". */
typedef struct auth_choice {
    const char *variant, *choice;
} auth_choice;

/** Whether it is a parameter, which has a dot in `variant`. */
bool auth_is_parameter(const auth_choice *choice);

typedef struct auth_machine {
    auth_mechanism *mechanism;
    int chassis; /**< `chassis: BODY`: body on the free joint that scenarios place; required */
    int variant_count;
    auth_variant *variants; /**< `variants:`; what was chosen stands in all that follows */
    int tire_count, wheel_count, track_count, shape_count, control_count, bypass_count, brake_count,
        pilot_count;
    auth_tire *tires;
    auth_wheel *wheels;
    auth_track *tracks;
    bool has_engine, has_driveline; /**< an engine may be without driveline, not the other way round */
    auth_engine engine;
    auth_driveline driveline;
    auth_contact contact;
    auth_air_drag air_drag;
    auth_materials materials; /**< `materials:` list */
    auth_shape *shapes;
    int tool_count;
    auth_tool *tools; /**< `tools:` list */
    auth_control *controls;
    auth_bypass *bypasses;
    auth_brake *brakes;
    auth_pilot *pilots;
    int fault_count;
    auth_fault *faults;    /**< `faults:`; their controls are the last of `controls` */
    double pilot_pressure; /**< supply of the pilot lines [Pa], default 3.9 MPa */
    int pattern_count;
    auth_pattern *patterns;
    /* `seat: {body, at}`: where the operator sits; the machine then has the signals seat.force_x, y, z
     * (specific force) and seat.rate_x, y, z in the body's axes */
    bool seat;
    int seat_body;
    double seat_at[3]; /**< [m] */
    auth_feel feel;
    int sound_count;
    auth_voice *sounds;   /**< `sounds:` */
    auth_picture picture; /**< `picture:` */
} auth_machine;

/** Read a machine file, as auth_mechanism_read does a mechanism, with the first choice of every variant. */
hl_status auth_machine_read(const char *path, hl_arena *arena, auth_machine **machine, hl_report *report);
hl_status auth_machine_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                             auth_machine **machine, hl_report *report);

/** The same as somebody has chosen. A variant or a choice that the file has not is complained about at its
 * `variants` (else at its beginning), with the nearest name; of two choices of one variant the last counts.
 * Parameters go over all choices. */
hl_status auth_machine_read_chosen(const char *path, const auth_choice *choices, int count, hl_arena *arena,
                                   auth_machine **machine, hl_report *report);
hl_status auth_machine_parse_chosen(const char *text, size_t length, const char *name,
                                    const auth_choice *choices, int count, hl_arena *arena,
                                    auth_machine **machine, hl_report *report);

/** The variants of a machine file, whatever else is wrong with it.
 *  @param variants  out: all of them, in the arena, at their first choices
 *  @param report    out: complaints about the file with its first choices
 *  @return their number, 0 after complaints about the variants themselves */
int auth_machine_variants(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_variant **variants, hl_report *report);

#endif
