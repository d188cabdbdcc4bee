/* A machine file (`headland: machine`) as a plain descriptor: a mechanism (auth/mechanism.h: the same
 * sections with the same keys) with wheels, a driveline, contact geometry and operator's controls.
 * docs/machine.md explains the file.
 *
 * The structs follow the definition structs of tire/tire.h, drive/ and contact/contact.h. Names are resolved
 * to indices, quantities are in SI, and each item has its place. */
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
    AUTH_MAX_FAULTS = 16,
    AUTH_MAX_COUPLINGS = 8,
    AUTH_MAX_HOOKS = 8,
    AUTH_MAX_IMPLEMENTS = 8 /* of a machine */
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
    tire_model model; /**< its axle is zero here; auth_wheel has the axle */
    int friction_count;
    auth_tire_friction *friction; /**< `friction:` list, at least one */
} auth_tire;

typedef struct auth_wheel {
    const char *name;
    hl_place place;
    int body;       /**< its origin is the wheel centre; its joint is the wheel bearing (revolute) */
    int joint;      /**< that joint */
    double axle[3]; /**< `axle:` unit vector in the wheel's frame, to the left, default y; parallel to the
                       joint's axis */
    int tire;
} auth_wheel;

/** A crawler track (track/track.h): `tracks:` a list. Stations are the wheels that press the lower run of the
 * belt on the ground, front first: idler, rollers, sprocket. */
typedef struct auth_track {
    const char *name;
    hl_place place;
    int body;  /**< carries the track */
    int joint; /**< revolute joint of the body named by `sprocket`; its axis is the y axis of `body` */
    double y;  /**< y of the belt's centre line and of all stations, in the frame of `body` [m] */
    /** `stations:` list of `[x, z, radius]`: centre of the wheel in the frame of `body`, radius to the
     * outside of the shoes [m]; in order of decreasing x */
    track_model model;
    double shoe_pitch; /**< [m] */
    double grouser;    /**< height of the shoes' ribs [m], default 0 */
    int friction_count;
    auth_tire_friction *friction; /**< `friction:` list, at least one. `slip_stiffness` is not allowed: the
                                     bristles move with the belt */
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
    /* `auto_idle: {throttle: 0.1, delay: 4 s}`: when all levers have been at rest for `delay`, the governor
     * lowers the throttle to `throttle`, while the control with `drive: auto-idle` is on */
    double idle_throttle; /**< [1] */
    double idle_delay;    /**< [s]; 0: no auto idle */
} auth_engine;

/** A joint brake that is closed while its levers are at rest: `brakes:` a list. Dahl friction, see
 * drive/driveline.h. */
typedef struct auth_brake {
    const char *name;
    hl_place place;
    auth_joint_coordinate on; /**< `joint` */
    double torque;            /**< capacity [N m] */
    drive_coupling coupling;  /**< `slip`, `damping` */
    double delay;             /**< from all levers at rest to the start of closing [s]; closing takes 0.1 s */
    int control_count;
    int *controls; /**< `released_by:` names; the brake opens at once when any of them leaves its dead band;
                      without levers the brake has no spring */
    int applier_count;
    int *appliers; /**< `applied_by:` controls that close it in proportion to their positions in their
                      ranges; the largest share counts */
} auth_brake;

/** A gear; its ratio is that of the gearbox (auth_driveline). */
typedef struct auth_gear {
    const char *name;
    hl_place place;
} auth_gear;

/** `driveline:` a mapping; the file groups the members under `reverse`, `clutch`, `gearbox`, `shaft`,
 * `axles`, `differentials` and `brakes`. */
typedef struct auth_driveline {
    hl_place place;
    int wheels[AUTH_WHEELS]; /**< front left, front right, rear left, rear right */
    auth_gear *gears;        /**< of each gear of `gearbox` */
    drive_model model;       /**< its engine is empty here; auth_engine has the engine */
    drive_gearbox gearbox;
    drive_brakes brakes; /**< brakes and differential locks */
} auth_driveline;

/** `air_drag: {body, at, area}`: a mapping. */
typedef struct auth_air_drag {
    bool present;
    int body;
    double at[3]; /**< where it acts, in the body's frame [m] */
    double area;  /**< drag coefficient times frontal area [m^2] */
} auth_air_drag;

/** Friction of a body's shapes: one bristle that creeps under a load that is shaken (contact/contact.h), or
 * stiction at each point (contact/pair.h). In the order of the words in the file. */
typedef enum auth_contact_law { AUTH_CONTACT_LUGRE, AUTH_CONTACT_STICTION } auth_contact_law;

/** A collision box of the machine. */
typedef struct auth_shape {
    const char *name;
    hl_place place;
    int body;
    double at[3];         /**< centre, in the body's frame [m] */
    double turn[3];       /**< rotation vector [rad], default zero */
    double size[3];       /**< edges [m] */
    const char *material; /**< `material`, default AUTH_SHAPE_MATERIAL */
    bool ground;          /**< its corners also collide with the ground, default true */
    auth_contact_law law; /**< friction of its body, default lugre */
} auth_shape;

enum { AUTH_MAX_TOOLS = 8, AUTH_PROFILE_CORNERS = 16 };

/** A tool that digs (terr/tool.h): a profile extruded to a width. */
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

enum { AUTH_MAX_CONTAINERS = 8 };

/** Side of a container. In the order of the words of `side:` and of terr_side. */
typedef enum auth_box_side { AUTH_BOX_FRONT, AUTH_BOX_REAR, AUTH_BOX_LEFT, AUTH_BOX_RIGHT } auth_box_side;

/** A side of a container that opens: `gate: {side: rear, control: tailgate}`, or with a flap on a joint,
 * `gate: {side: rear, joint: flap, full: 60 deg}`. */
typedef struct auth_gate {
    hl_place place;
    int side;    /**< auth_box_side */
    int control; /**< closed at the low end of its range, open at the high end; -1: no control */
    auth_joint_coordinate joint; /**< used without control: closed at 0 */
    double full;                 /**< angle at which it is open, in either direction [rad] */
} auth_gate;

/** A box of a machine that holds soil (terr/container.h). */
typedef struct auth_container {
    const char *name;
    hl_place place;
    int body;
    double at[3];     /**< middle of its floor in the body's frame [m], default zero */
    double turn[3];   /**< rotation vector of its frame [rad], default zero */
    double size[3];   /**< inside, at the rim [m] */
    double taper[2];  /**< outward lean of the walls along x and y [m], default zero */
    double cell;      /**< [m], default 0.1 m */
    double thickness; /**< of walls [m], default 20 mm */
    double friction; /**< angle of friction of soil on its floor [rad]; negative: that of the soil on steel */
    double payload;  /**< rated mass of the load [kg]; 0: not given */
    bool has_gate;
    auth_gate gate;
} auth_container;

/** How the restitution is converted to the dissipation of the contact law (contact/contact.h). In the order
 * of the words in the file.
 */
typedef enum auth_dissipation { AUTH_DISSIPATION_EXACT, AUTH_DISSIPATION_PRINTED } auth_dissipation;

/** `contact:` contact parameters of the machine's parts: a mapping, required if there are shapes. */
typedef struct auth_contact {
    double stiffness;   /**< of one point [N/m] */
    double hertz_depth; /**< Hertzian contact: the force is proportional to depth^1.5 and equals `stiffness`
                           times the depth at this depth [m]; default 0: linear */
    double damping;     /**< of a contact point on sand [N s/m] */
    double slowest;     /**< minimum approach speed used in the dissipation [m/s], default 0.1 m/s */
    auth_dissipation dissipation;              /**< default exact */
    double bristle_stiffness, bristle_damping; /**< [1/m], [s/m] */
    double stribeck_velocity;                  /**< [m/s] */
    bool spin; /**< contacts also resist rotation of the body about their mean normal; default false */
    double stick_time; /**< of shapes with stiction: their friction stops the machine's mass within about this
                          time [s], default 10 ms */
    double restitution, kinetic, stiction; /**< of all pairs not listed in `materials`; below 0: not given,
                                              and the supplied pairs apply */
} auth_contact;

/** Function of a control in engine and driveline. In the order of the words of `drive:`. */
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
    AUTH_DRIVE_AUTO_IDLE, /**< 1: auto idle is on (auth_engine) */
    AUTH_DRIVE_LOCK,      /**< 1: no pilot pressure; controls and pilots command as with levers at rest */
    AUTH_DRIVE_ROLES
} auth_drive_role;

/** An operator's control: a lever, pedal, button or switch. It has at most one of these functions: a role of
 * the driveline (`drive`); a command of a circuit (`circuit`, `command`: a lever); or a command through a
 * position loop (`circuit`, `command`, `follow`: the control is the set point of a joint coordinate, as a
 * steering wheel is). */
typedef struct auth_control {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    double low, high;    /**< `range`, default [-1, 1] */
    double safe;         /**< `safe`: value if the operator's input is lost; required */
    double initial;      /**< default: `safe` */
    auth_drive_role drive;
    bool both_brakes;     /**< `drive: brake`: acts on both brakes; `drive` is then AUTH_DRIVE_BRAKE_LEFT */
    int circuit, command; /**< -1: none */
    double dead_band;     /**< share of the range around 0 without effect, 0 to 0.95, default 0 */
    double progression;   /**< cubic share of the response, 0 (linear, default) to 1 */
    double full; /**< command at the end of the range [unit of the command], default 1. The range of a control
                    with a command contains 0 */
    bool electric; /**< acts on its command electrically, not by pilot oil: not a lever */
    bool follows;  /**< `follow: {joint: ..., coordinate: ..., low: ..., high: ..., gain: ...}` */
    auth_joint_coordinate follow;   /**< controlled coordinate */
    double follow_low, follow_high; /**< its values at the ends of the range [rad or m] */
    double follow_gain;             /**< command per unit of error, limited to +-full [1/rad or 1/m] */
    int blocked_by; /**< `blocked_by:` control that reduces the response in proportion to its position; -1:
                       none */
    int fault;      /**< index of the fault that this control sets, see auth_fault; -1: none */
    bool lever; /**< acts through pilot oil: it moves a command directly and is not electric, or a pilot line
                   refers to it. Auto idle and brakes act only with all levers at rest; the lock cuts off
                   their pilot oil */
} auth_control;

/** A command of a circuit that is open while its controls are at rest: the by-pass of an open-centre block.
 * value = full (1 - largest |response| of these controls). `bypasses:` a list. */
typedef struct auth_bypass {
    const char *name;
    hl_place place;
    int circuit, command;
    double full;
    int control_count;
    int *controls;
} auth_bypass;

/** Direction of a lever that a pilot line transmits. In the order of the words: both, positive, negative. */
typedef enum auth_side { AUTH_SIDE_BOTH, AUTH_SIDE_POSITIVE, AUTH_SIDE_NEGATIVE } auth_side;

/** A pilot line from a lever to a further command, e.g. the second spool of a function, or a valve that opens
 * in one direction only. `pilots:` a list. s is the lever's response, -1 to 1, including its dead band and
 * progression. On its side and beyond `from` the value is
 *
 *   full sgn(s) (|s| - from)/(1 - from) product over `yields` of (1 - share |s_other|),
 *
 * otherwise 0. */
typedef struct auth_pilot {
    const char *name;
    hl_place place;
    int control;
    int circuit, command;
    auth_side side; /**< default both; with `negative` the value is positive */
    double from;    /**< response at which the command starts, 0 (default) to 0.95 */
    double full;    /**< default 1 [unit of the command]; may be negative */
    int yield_count;
    struct auth_yield {
        int control;
        auth_side side;
        double share; /**< 0 to 1 */
    } * yields;       /**< `yields: [{to: CONTROL, side: ..., share: 0.8}]`: priority of other levers */
} auth_pilot;

/** Effect of a fault with severity s, 0 to 1. In the order of the words of `kind:`. */
typedef enum auth_fault_kind {
    AUTH_FAULT_ENGINE, /**< `engine`: full-load torque times 1 - s */
    AUTH_FAULT_FUEL,   /**< `fuel`: the share s of the initial fuel is missing */
    AUTH_FAULT_LEAK,   /**< `leak`: from a volume of a circuit to the tank, Q = s flow sqrt(p/pressure), with
                          `flow` [m^3/s] at `pressure` */
    AUTH_FAULT_VALVE,  /**< `stuck-valve`: for s > 0.5 a command keeps its value */
    AUTH_FAULT_SENSOR, /**< `sensor`: for s > 0.5 displays show the last value of a signal (`mode: frozen`) or
                          0 (`mode: dead`); tasks, score and physics use the true value */
    AUTH_FAULT_TIRE    /**< `tire`: loss of inflation, radial stiffness of a wheel times 1 - 0.8 s */
} auth_fault_kind;

/** Value shown for a failed sensor: the last one, or 0. In the order of the words. */
typedef enum auth_sensor_fault { AUTH_SENSOR_FROZEN, AUTH_SENSOR_DEAD } auth_sensor_fault;

/** A fault that an instructor can inject: `faults:` a list. Each fault is also a control `fault.NAME`, 0 to
 * 1, without a lever; recordings, scripts and `--set` treat it like any control. */
typedef struct auth_fault {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    auth_fault_kind kind;
    int control;         /**< index of its control */
    int circuit, volume; /**< leak */
    double flow, pressure;
    int command; /**< of `circuit`. Valve: the stuck command; leak: opening s of the throttle to the tank,
                    which is added after those of the file */
    const char *signal; /**< sensor */
    hl_place signal_place;
    auth_sensor_fault mode; /**< sensor, default frozen */
    int wheel;              /**< tire */
} auth_fault;

/** Kind of a coupling. In the order of the words. */
typedef enum auth_coupling_kind {
    AUTH_COUPLING_BALL, /**< `ball`: hitch ball or pin with an eye: the point is held, rotations are free
                           within a cone */
    AUTH_COUPLING_THREE_POINT, /**< `three-point`: lower links first (rotation about y free), then the top
                                  link */
    AUTH_COUPLING_QUICK        /**< `quick`: hooked over a bar along y, then locked */
} auth_coupling_kind;

/** One side of a joint between machine and implement: `couplings:` a list. A coupling with a control takes
 * couplings without a control of the same kind and size. Its frame: x forward, y left, z up; two frames
 * coincide when they are coupled and straight. */
typedef struct auth_coupling {
    const char *name;
    hl_place place;
    auth_coupling_kind kind;
    int body;
    double at[3], turn[3]; /**< origin and rotation vector of its frame in the body's [m, rad] */
    double size;           /**< of the ball or bar, or between the lower links [m]; equal on both sides */
    int control; /**< 0: open, 1: take; 2: lock too, not of a ball. AUTH_NONE: this is the side that is taken
                  */
    /* of a coupling with a control */
    double reach;      /**< largest distance of both frames for coupling [m] */
    double skew;       /**< largest roll and yaw for coupling, except balls [rad] */
    double lock_angle; /**< largest pitch for locking, except balls [rad] */
    double speed;      /**< largest relative speed for coupling [m/s] */
    double pull_in;    /**< time in which the remaining distance is removed [s] */
    double cone, roll; /**< free angles of a ball: between the x axes, about x [rad] */
    double arm;        /**< lever arm with which rotations are held [m] */
    double stiffness;  /**< [N/m]; 0: from the masses, mb/coupling.h */
    double breaks_at;  /**< force at which it breaks [N]; 0: unbreakable */
    bool fitted;       /**< false: the machine does not have it; for variants */
} auth_coupling;

/** A hook with a sling, which holds free objects by an eye: `hooks:` a list. */
typedef struct auth_hook {
    const char *name;
    hl_place place;
    int body;
    double at[3];  /**< where the sling hangs, in the body's frame [m] */
    int control;   /**< above 0.5 the hook attaches and holds; a control of the file, or a new one named like
                      the hook */
    int with;      /**< `with:` earlier hook whose control this one shares; -1: none */
    double length; /**< of the sling [m] */
    double stiffness; /**< of the sling [N/m], limited by the mass of the object: object/object.h */
    double breaks_at; /**< force at which the sling breaks [N]; 0: unbreakable */
    double reach;     /**< largest distance between eye and hanging sling for attaching [m] */
} auth_hook;

enum { AUTH_MAX_LOAD_STATES = 8, AUTH_MAX_CUT_OFFS = 8 };

/** A state of support of a load chart, and its rated loads: `states:` a list. It can apply if all its
 * conditions hold. */
typedef struct auth_load_state {
    const char *name;
    hl_place place;
    int at_rest;       /**< `at_rest:` control whose response must be 0; -1: no condition */
    int pushing_count; /**< `pushing:` cylinders that must push with at least `support_force` */
    int *pushing;      /**< of the chart's circuit */
    int load_count;
    double *loads; /**< `load:` rated loads at the chart's radii [kg] */
} auth_load_state;

/** A function that the cut-off of a load chart stops: `cut_off: [{control: boom, side: negative}]`. */
typedef struct auth_cut_off {
    hl_place place;
    int control;
    auth_side side;
} auth_cut_off;

/** Rated loads by radius, and how the machine measures its load: `load_chart:` a mapping. */
typedef struct auth_load_chart {
    bool present;
    hl_place place;
    int body;              /**< body that carries the load */
    double at[3];          /**< where it hangs, in the body's frame [m] */
    int swing;             /**< revolute joint: radii are measured from its axis */
    int joint;             /**< revolute joint that carries the arm */
    int circuit, cylinder; /**< cylinder that turns this joint: its pressures measure the load */
    double warning;        /**< share of the rated load at which it warns, default 0.9 */
    double support_force;  /**< least push of the cylinders under `pushing` [N], default 10 kN */
    int radius_count;
    double *radii; /**< `radius:` rising [m] */
    int state_count;
    auth_load_state *states; /**< the last whose conditions hold applies; the first has no conditions */
    int cut_off_count;
    auth_cut_off *cut_offs; /**< empty: the machine only warns */
} auth_load_chart;

/** Levers of patterns: left and right stick, pedals, thumb rollers. */
enum { AUTH_LEVERS = 8 };

/** Name of a lever as files write it, 0 to AUTH_LEVERS - 1: "left_lever.x". */
const char *auth_lever_word(int lever);

/** A lever of a pattern: `{lever: right_lever.y, control: lift, invert: true}`. A lever goes from -1 to 1, x
 * to the right, y away from the operator; a pedal from 0 to 1. `invert` reverses the direction. */
typedef struct auth_lever {
    const char *lever;
    hl_place place;
    int control;
    bool invert;
} auth_lever;

/** Assignment of levers to controls: `patterns:` a list of `{name, meaning, levers: [...]}`, e.g. the ISO and
 * SAE patterns of an excavator. The first is the default. */
typedef struct auth_pattern {
    const char *name;
    hl_place place;
    const char *meaning; /**< may be empty */
    int lever_count;
    auth_lever *levers;
} auth_pattern;

/** `feel: {torque: SIGNAL, full: X}`: torque on a force-feedback steering wheel. */
typedef struct auth_feel {
    bool present;
    const char *torque; /**< signal; positive turns the wheel to the left */
    hl_place torque_place;
    double full; /**< value of the signal at the full force of the wheel, not 0; negative for a signal of
                    opposite sign [SI] */
} auth_feel;

/** One of several ways to build a machine: `variants:` a list of `{name, meaning, choices: [{name, meaning,
 * set: {...}}]}`. `set` has sections of a machine file that override those of the file: mappings key by key,
 * lists of named items by `name`, other values as a whole. The first choice is the default; its `set` may be
 * omitted. */
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
    int chosen; /**< index of the selected choice */
} auth_variant;

/** A selected choice: "bucket", "large". Or a parameter, i.e. a single value of the file and its path: keys,
 * item names and entry numbers (from 1), separated by dots: "bodies.bucket.mass", "500 kg". */
typedef struct auth_choice {
    const char *variant, *choice;
} auth_choice;

/** Whether a choice is a parameter: its `variant` contains a dot. */
bool auth_is_parameter(const auth_choice *choice);

typedef struct auth_machine auth_machine;
typedef struct auth_start auth_start;

/** An implement of a machine: a trailer, a fork, a bucket that lies on the ground. */
typedef struct auth_implement {
    const char *name; /**< prefix of the names of its items and signals */
    hl_place place;
    const auth_machine *machine; /**< read from its own file */
    const auth_start *start;     /**< initial position */
    int first_body;              /**< its first body in the joined mechanism */
} auth_implement;

struct auth_machine {
    auth_mechanism *mechanism;
    int chassis; /**< `chassis: BODY`: body on the free joint that scenarios place; required */
    int variant_count;
    auth_variant *variants; /**< `variants:`; the other members contain the selected choices */
    int tire_count, wheel_count, track_count, shape_count, control_count, bypass_count, brake_count,
        pilot_count;
    auth_tire *tires;
    auth_wheel *wheels;
    auth_track *tracks;
    bool has_engine, has_driveline; /**< a driveline requires an engine */
    auth_engine engine;
    auth_driveline driveline;
    auth_contact contact;
    auth_air_drag air_drag;
    auth_materials materials; /**< `materials:` list */
    auth_shape *shapes;
    int tool_count;
    auth_tool *tools; /**< `tools:` list */
    int container_count;
    auth_container *containers; /**< `containers:` list */
    auth_control *controls;
    auth_bypass *bypasses;
    auth_brake *brakes;
    auth_pilot *pilots;
    int fault_count;
    auth_fault *faults;    /**< `faults:`; their controls are the last entries of `controls` */
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
    int coupling_count;
    auth_coupling *couplings; /**< `couplings:` list */
    int hook_count;
    auth_hook *hooks; /**< `hooks:` list */
    auth_load_chart load_chart;
    /* of a machine joined with implements (auth_machine_join) */
    int implement_count;
    auth_implement *implements;
    const auth_machine *alone; /**< the machine of its file; NULL: this machine has no implements */
};

/** Join a machine with implements: machines of other files, without engine and driveline, which become part
 * of its multibody model, on free joints of their own. In every list the items of an implement follow those
 * of the machine. The implement's name and a dot precede their names; their places become line 0.
 *  @param implements  name, place, machine, start are filled in; outlives the result
 *  @param report      of the file that names the implements
 *  @return HL_OK; HL_BAD_INPUT: one has an engine, or none of its couplings fits the machine;
 * HL_OUT_OF_MEMORY */
hl_status auth_machine_join(const auth_machine *machine, const auth_implement *implements, int count,
                            hl_arena *arena, hl_report *report, auth_machine **joined);

/** Whether a coupling fits another one: kind and size are equal, and only the first has a control. */
bool auth_coupling_takes(const auth_coupling *coupling, const auth_coupling *other);

/** Read a machine file with the first choice of each variant; see auth_mechanism_read. */
hl_status auth_machine_read(const char *path, hl_arena *arena, auth_machine **machine, hl_report *report);
hl_status auth_machine_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                             auth_machine **machine, hl_report *report);

/** The same with selected choices. An unknown variant or choice is reported at `variants` of the file
 * (without `variants` at its beginning), with the most similar name. If a variant is selected twice, the last
 * choice applies. Parameters override all choices. */
hl_status auth_machine_read_chosen(const char *path, const auth_choice *choices, int count, hl_arena *arena,
                                   auth_machine **machine, hl_report *report);
hl_status auth_machine_parse_chosen(const char *text, size_t length, const char *name,
                                    const auth_choice *choices, int count, hl_arena *arena,
                                    auth_machine **machine, hl_report *report);

/** List the variants of a machine file, even if the file has other errors.
 *  @param variants  out: all variants, in the arena, with their first choices
 *  @param report    out: complaints about the file with its first choices
 *  @return number of variants; 0 if the variants themselves have errors */
int auth_machine_variants(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_variant **variants, hl_report *report);

#endif
