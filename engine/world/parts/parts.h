/* What each part of a machine keeps, and what other parts may read of it or call. Private to the world room;
 * the table of the parts is machine/rows.h. */
#ifndef WORLD_PARTS_H
#define WORLD_PARTS_H

#include "machine/machine.h"

#include "collision/shape.h"
#include "contact/pair.h"
#include "contact/resistance.h"
#include "drive/driveline.h"
#include "mb/coupling.h"
#include "mb/guest.h"
#include "terr/press.h"
#include "tire/tire.h"
#include "track/track.h"

#include <math.h>

/* ---- the machine as a whole (chassis.c) ---- */

typedef struct world_chassis {
    int body;         /**< of the mechanism, on a free joint */
    mb_energy energy; /**< when it was looked at last */
} world_chassis;

/* ---- what the operator moves (controls.c) ---- */

typedef struct world_controls {
    double *values;     /**< [control_count] as they stand; state */
    const char **names; /**< [control_count] with that of the machine, if it has one */
} world_controls;

/** Share of a control's range, -1 to 1 about its zero. */
static inline double world_share(const auth_control *control, double value)
{
    const double end = value >= 0.0 ? control->high : -control->low;
    return end > 0.0 ? value / end : 0.0;
}

/* ---- way of the controls (controls.c) ---- */

typedef struct world_travel {
    double *before; /**< [control_count] at the end of the last tick; state */
    double way;     /**< of them all since the start, in their ranges; state */
} world_travel;

/** None so far. */
void world_travel_start(world_machine *machine);

/* ---- engine and driveline (drive.c) ---- */

/** Engine and driveline; or the engine alone: of `inputs` only its own count then, and data and logic are not
 * used. */
typedef struct world_drive {
    int effort;
    bool alone;
    drive_engine_data engine; /**< of the engine alone */
    drive_effort_data data;
    drive_inputs inputs; /**< state */
    drive_logic logic;   /**< state */
    drive_values look;
    int fuel_state, work_state, loss_state; /**< of the effort */
    double fuel_at_start;                   /**< [kg] */
} world_drive;

/** Speed of the crankshaft in the state; NULL: no engine. RT. */
double *world_crank_speed(const world_machine *machine);

/** The engine runs or stands, its tank is filled.
 *  @param share  of the tank; 0: as the machine's file says */
void world_drive_start(world_machine *machine, bool runs, double share);

/* ---- levers: their response, their effect on the commands of the circuits (levers.c) ---- */

typedef struct world_levers {
    int lock, auto_idle; /**< controls with these roles, -1: none */
    double idle_rest;    /**< how long all levers have rested, no longer than auto idle's delay [s]; state */
} world_levers;

/** Response of a control that moves a command directly, or that a pilot line follows, -1 to 1: 0 in its dead
 * band, and of a lever while the lock has taken its oil. RT. */
double world_lever(const world_machine *machine, int control);

/** Throttle after auto idle, and its timer. RT. */
double world_auto_idle(world_machine *machine, double throttle);

/* ---- load chart (lift.c) ---- */

/** Only doubles: a block of the state of machines with hooks has no padding. */
typedef struct world_lift_state {
    double begun;   /**< 1: a load has been measured */
    double load;    /**< filtered [kg] */
    double stopped; /**< 1: the cut-off acts, see levers.c */
} world_lift_state;

typedef struct world_lift {
    world_lift_state state;
    int arm_count;
    int *arm;        /**< bodies that the boom's pin carries */
    double measured; /**< load at the last evaluation of the signals [kg] */
    double radius;   /**< [m] */
    int row;         /**< state of support */
} world_lift;

/** Rated load at a radius: interpolated linearly between the radii of the chart, constant below them,
 * extrapolated beyond them, at least 0 (lift.c). RT. */
double world_rated_load(const auth_load_chart *chart, int state, double radius);

/* ---- brakes on joints, closed at the start (levers.c) ---- */

typedef struct world_brakes {
    int *efforts;           /**< [brake_count] */
    drive_brake_data *data; /**< [brake_count] */
    double *capacities;     /**< [brake_count] now [N m]; state */
    double *closing;        /**< [brake_count] time until it is closed, if its levers rest [s]; state */
} world_brakes;

/* ---- faults (faults.c) ---- */

/** What a fault of a valve or a sensor holds; of the others nothing. Doubles alone: a block of the state. */
typedef struct world_fault {
    double stuck; /**< 1: it holds */
    double value; /**< of the command, or of the signal in its unit, when it stuck */
} world_fault;

typedef struct world_faults {
    world_fault *held; /**< [fault_count]; state */
    int *signals;      /**< [fault_count] of sensors: what they show */
} world_faults;

/** Share of full load or of the fuel at the start that faults of a kind leave, 1: all. RT. */
double world_fault_left(const world_machine *machine, auth_fault_kind kind);

/** The value that a stuck command holds; NULL: it moves. RT. */
const double *world_stuck_command(const world_machine *machine, int circuit, int command);

/* ---- implements (implements.c) and their couplings (couplings.c) ---- */

/** Number of the unit (world_unit) that a body belongs to. */
int world_unit_of(const world_machine *machine, int body);

/** Whether a coupling joins two units. RT. */
bool world_units_coupled(const world_machine *machine, int a, int b);

/** Nothing is kept: signals follow from the poses. */
typedef struct world_implements world_implements;

/** A coupling with a control, and a coupling that fits it. */
typedef struct world_coupling_pair {
    int taker, eye; /**< indices in the couplings of the file */
    int effort;
    mb_coupling data;
} world_coupling_pair;

/** Doubles only: a block of the state. */
typedef struct world_coupling_state {
    double stage; /**< 0: open, 1: hooked (a point or an axis is held), 2: locked */
    double pair;  /**< pair that holds; -1: no pair holds */
    double broken;
    double asked;    /**< value of the control in the last tick */
    double told;     /**< world_coupling_act of the last note since the control moved; 0: no note */
    double since[2]; /**< time since hooking, since locking [s] */
    double value[MB_COUPLING_HELD], rate[MB_COUPLING_HELD]; /**< of the ports at that time */
    double refusals;                                        /**< number so far */
} world_coupling_state;

/** State of a coupling with a control for its signals. */
typedef struct world_coupling_look {
    int pair; /**< the pair that holds; if the coupling is open, the nearest free pair; -1: no free pair */
    int reason;
    mb_coupling_pose pose;
    double force[MB_COUPLING_PORTS];
} world_coupling_look;

typedef struct world_couplings {
    int pair_count, count;
    world_coupling_pair *pairs;
    int *takers;                  /**< [count] of the couplings of the file */
    world_coupling_state *states; /**< [count]; state */
    world_coupling_look *looks;   /**< [count] */
    struct world_coupling_log {
        int64_t count;
        world_coupling_note kept[WORLD_COUPLING_NOTES];
    } log; /**< state */
} world_couplings;

/* ---- outline of a machine (surfaces.c) ---- */

typedef enum world_outline_kind { WORLD_TIRE, WORLD_TRACK, WORLD_SHAPE } world_outline_kind;

/** A convex part of a machine that takes up room. */
typedef struct world_outline {
    world_outline_kind kind;
    int index; /**< of the wheels, tracks or shapes of the file */
    int body;
    contact_box box; /**< in the body's frame. A track: the box around its stations. A tire: the box around a
                        cylinder about the y axis */
} world_outline;

/** Number of parts; part `index`: tires, then tracks, then shapes. */
int world_outline_count(const auth_machine *author);
world_outline world_outline_at(const auth_machine *author, int index);

/* ---- shapes of bodies and the surfaces they touch (contacts.c, surfaces.c) ---- */

enum { WORLD_MOST_HITTERS = 4096 };
enum { WORLD_MAX_NEAR = 64 /**< boxes of the scenery that one shape is tried against in a tick */ };

/** Within this [m] points count as met: two steps of 1 ms at 10 m/s. */
#define WORLD_NEAR 0.02

/** A point of a body that rests on sand. */
typedef struct world_support {
    hl_vec3 point; /**< in the body's frame [m] */
    hl_vec3 press; /**< middle of the square of soil that it presses, in the body's frame [m] */
    double side;   /**< of that square [m] */
    double gap;    /**< it may lie so deep in the field without being felt: a tool's plate cuts to its upper
                      side [m] */
    int shape;     /**< of the body whose corner it is; a tool counts as the first */
} world_support;

/** A body with shapes. */
typedef struct world_hitter {
    int body, effort;
    int spin; /**< effort of the spin bristle, -1: none */
    int shape_count;
    contact_box *boxes;   /**< in the body's frame */
    coll_shape *meeting;  /**< the same boxes, where the ground is a mesh; NULL: another ground */
    int *materials;       /**< of each box: its number at the site; -1: nothing else may touch it */
    double radius;        /**< of a sphere about the body's origin that holds the boxes [m] */
    const bool *grounded; /**< of each box: its corners touch the ground too */
    int support_count;    /**< on sand */
    world_support *supports;
    int left_out; /**< boxes and points that found no room in this tick */
    contact_set set;
    int object[CONTACT_MAX_POINTS]; /**< of each point of the set: whose it is, -1: the ground's; below -1: -2
                                       - (machine * WORLD_MOST_HITTERS + body with shapes) of another machine
                                     */
    contact_surface *surfaces;      /**< [shapes][materials] */
    contact_memory next;            /**< what the patches keep when the step has been made */
    contact_effort_data contact;
    contact_pair *pair; /**< `law: stiction`: the points of the set once more; NULL: LuGre bristles */
    contact_pair_data stick;
    contact_pair_memory *memory; /**< of the pair; state */
} world_hitter;

typedef struct world_contacts {
    int count;
    world_hitter *list;
    contact_memory *memories; /**< [count] v0 of the patches that press; state */
    contact_result *looks;    /**< [count] */
} world_contacts;

/** Bodies with shapes, the surfaces between these and what they touch, the points that rest on sand
 * (surfaces.c). @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_hitters_define(world_machine *machine, world_building *with);

/** The most points of contact of shapes, tires and tracks of a machine together; room for those of one of
 * them, after so many points of those before it, with so many to follow; points of shapes in this tick
 * (point_room.c). */
int world_most_points(const world_machine *machine);
int world_room_for_points(const world_machine *machine, int used, int following);
int world_shape_points(const world_machine *machine);

/** How a body moves. Poses must have been evaluated. RT. */
contact_motion world_body_motion(const world_machine *machine, int body);

/** Normal force of point k of a body with shapes [N]; 0 without load. RT. */
double world_point_force(const world_hitter *hitter, int k, const contact_motion *motion);

/** All contacts of a body with shapes. RT. */
contact_result world_hitter_result(const world_machine *machine, const world_hitter *hitter,
                                   const contact_motion *motion);

/** Add a block of the state for the memory of a pair. */
void world_memory_put(world_machine *machine, const char *name, contact_pair_memory *memory);

/** Surface between a shape of a body and an object, -1: the ground (surfaces.c). RT. */
const contact_surface *world_surface(const world_machine *machine, const world_hitter *hitter, int shape,
                                     int object);

/** The same with a numbered material. RT. */
static inline const contact_surface *world_surface_with(const world_machine *machine,
                                                        const world_hitter *hitter, int shape, int material)
{
    return &hitter->surfaces[shape * machine->site->material_count + material];
}

/** A body's box in the world. RT. */
static inline contact_box world_box_at(const contact_box *box, const mb_pose *pose)
{
    return (contact_box){hl_add(pose->position, hl_mul(&pose->rotation, box->centre)),
                         hl_mat3_mul(&pose->rotation, &box->axes), box->half};
}

/** Add a point to the set of a body; one shape and one object make a patch. RT.
 *  @param point   in the body's frame
 *  @param object  whose it is, see world_hitter
 *  @return its number in the set, -1: it found no room */
static inline int world_add_point(world_hitter *hitter, int shape, int object, hl_vec3 point, hl_vec3 plane,
                                  hl_vec3 normal, double depth, const contact_surface *surface)
{
    const int at = contact_set_add(&hitter->set, point, plane, normal, depth,
                                   shape + hitter->shape_count * (object + 1), surface);
    if (at >= 0) hitter->object[at] = object;
    return at;
}

/** A point of the world in a body's frame. RT. */
static inline hl_vec3 world_in_body(hl_vec3 point, const mb_pose *pose)
{
    return hl_mul_transposed(&pose->rotation, hl_sub(point, pose->position));
}

/** Within this [m] a wheel or a roller of a track meets the profile of a mesh: the way of its body's origin
 * in two steps, at least 2 mm. RT. */
static inline double world_margin(const world_machine *machine, int body)
{
    const world_mechanism *m = machine->mechanism;
    const hl_vec3 velocity = mb_point(m->model, m->work, body, hl_v3(0, 0, 0)).velocity;
    return fmax(2.0 * m->options.step * hl_norm(velocity), 2e-3);
}

/* ---- hits of objects (hits.c) ---- */

/** A hit that goes on. */
typedef struct world_open_hit {
    int body, object;
    int64_t kept;   /**< where it is among the kept ones, -1: it is only counted */
    double touched; /**< last [s] */
} world_open_hit;

enum { WORLD_HITS_OPEN = 32 /**< that go on at once; more begin when others have ended */ };

/** All hits so far; a block of the state. */
typedef struct world_hit_log {
    int64_t count;
    double impulse; /**< of all [N s] */
    int64_t open_count;
    world_open_hit open[WORLD_HITS_OPEN];
    world_hit kept[WORLD_HITS_KEPT];
} world_hit_log;

typedef struct world_hits {
    world_hit_log log;  /**< state */
    double *of_objects; /**< [objects] hits of each so far; state */
} world_hits;

/** Hits of an object of the scenario's file so far, of all its copies. RT. */
double world_object_hits(const world_machine *machine, int entry);

/** Hits of one object, which may be a copy, so far. RT. */
double world_copy_hits(const world_machine *machine, int object);

/* ---- free objects (objects.c); all do nothing in a world without them ---- */

/** The guest of a machine's model; `count` 0: none. */
mb_guest world_objects_guest(const world_machine *machine);

/** Find the contacts of free objects at the poses of the state, for which all machines must be evaluated. If
 * a machine's step does not include an object, the object's force of the last step is applied to it. RT. */
void world_objects_find(world *w);

/** After the steps of all machines: the step of the other objects, which becomes the state; hits and loads.
 * RT. */
void world_objects_step(world *w);

/** Press the sand under free objects. RT. */
void world_objects_press(world *w);

/** The most cells of the field that an object can press. */
int64_t world_objects_most_covered(const terr_field *field);

/** Warn about free objects of very different masses. */
void world_objects_warn(const world_machine *machine, hl_report *warnings);

/** Force of free objects on a body of a machine at the end of the last step. RT. */
hl_vec3 world_objects_force(const world_machine *machine, int body);

/** Refuse free objects that overlap a part of a machine. @return true: no object overlaps */
bool world_objects_apart(const world_machine *machine, hl_report *report);

/** Middle of the bounding box of free object `index`. RT. */
hl_vec3 world_object_middle(const world_machine *machine, int index);

/** Count a hit of a body of the machine against a free object (hits.c).
 *  @return index of the kept hit; -1: it is counted but not kept. RT. */
int world_hit_begin(world_machine *machine, int body, int object);

/** Add a force of this step to a hit. A hit lasts a tenth of a second; later forces are pushes.
 *  @param hit  index of the kept hit; -1: no hit
 *  @return `hit`; -1: it has ended. RT. */
int world_hit_press(world_machine *machine, int hit, double force);

/* ---- wheels on tires (wheels.c) ---- */

/** A wheel: its tire, what it stands on, where it is in the model. */
typedef struct world_wheel {
    const auth_wheel *author;
    int body, effort;
    const tire_friction *firm_on[WORLD_SURFACES]; /**< of the file: on each surface of the site */
    const tire_friction *firm;                    /**< on the surface under the wheel */
    tire_friction friction;                       /**< as it is in this step */
    tire_ground ground;
    tire_effort_data tire;
} world_wheel;

typedef struct world_wheels {
    int count;
    world_wheel *list;
    terr_wheel_soil *soils; /**< [count] what is under the tires; friction 0: not yet found; NULL: no sand;
                               state */
    tire_contact *looks;    /**< [count] */
} world_wheels;

/* ---- crawler tracks (tracks.c) ---- */

/** A crawler track: its stations, what they stand on, where it is in the model. */
typedef struct world_track {
    const auth_track *author;
    int body, effort;
    const tire_friction *firm_on[WORLD_SURFACES];  /**< of the file: on each surface of the site */
    const tire_friction *firm[TRACK_MAX_STATIONS]; /**< on the surface under each station */
    track_ground ground;
    track_effort_data track;
} world_track;

typedef struct world_tracks {
    int count;
    world_track *list;
    terr_track_soil *soils; /**< [count] what is under the tracks; friction 0: not yet found; NULL: no sand;
                               state */
    track_contact *looks;   /**< [count] */
} world_tracks;

/* ---- tools that dig (tools.c) ---- */

/** A tool in the sand; what the sand does to it stands in media[] and payloads[]. */
typedef struct world_tool {
    const auth_tool *author;
    int body, effort;
    hl_vec3 at;   /**< of its frame in the body's [m] */
    hl_mat3 turn; /**< its frame to the body's */
} world_tool;

typedef struct world_tools {
    int count; /**< that dig: 0 without sand */
    int first; /**< number of the first among all tools in the sand */
    world_tool *list;
    contact_medium *media; /**< [count] what surrounds them in the next step; state */
    mb_payload *payloads;  /**< [count] what lies still in them; state */
} world_tools;

/** Motion of the tools at the poses that were looked at. RT.
 *  @param motion  out: [count] */
void world_tools_move(const world_machine *machine, terr_tool_motion *motion);

/** What the sand's step found acts on the tools in the next step. RT.
 *  @param motion, loads  [count] */
void world_tools_load(world_machine *machine, const terr_tool_motion *motion, const terr_tool_load *loads);

/** Motion of a tool at the poses that were looked at. RT. */
terr_tool_motion world_tool_motion(const world_machine *machine, const world_tool *tool);

/** Force of particles on a tool in the next step, without resistance to cutting: its medium. RT. */
void world_tool_set_load(const world_machine *machine, const world_tool *tool, const terr_tool_motion *motion,
                         const terr_tool_load *load, contact_medium *medium);

/** Soil at rest in a tool, as a payload of its body. RT. */
void world_tool_set_payload(const world_tool *tool, const terr_payload *carried, mb_payload *payload);

/** [N] A machine at rest onto whose tool soil falls wakes: a change of the force from tick to tick. */
#define WORLD_WAKING_FORCE 10.0

/** Hash of a contact_medium: its flags have padding behind them, which may hold anything. */
uint64_t world_medium_hash(const void *data);

/* ---- boxes that hold soil (containers.c) ---- */

typedef struct world_container {
    const auth_container *author;
    world_tool frame; /**< its frame and effort; not a tool of the file */
} world_container;

typedef struct world_containers {
    int count; /**< number of containers; 0 without sand */
    int first; /**< number of the first among all containers in the sand */
    world_container *list;
    contact_medium *media; /**< [count] forces of particles in the next step; state */
    mb_payload *payloads;  /**< [count] their soil; state */
} world_containers;

/** Like world_tools_move and world_tools_load, for containers; gates are moved too. RT.
 *  @param motion, loads  [count] */
void world_containers_move(const world_machine *machine, terr_tool_motion *motion);
void world_containers_load(world_machine *machine, const terr_tool_motion *motion,
                           const terr_tool_load *loads);

/* ---- tires and tracks against objects and other machines (treads.c) ---- */

/** A tire or a track: its contacts with everything but the ground. */
typedef struct world_tread {
    int body, effort;
    int wheel, track; /**< index of the wheel or track; the other one is -1 */
    contact_pair pair;
    int object[CONTACT_MAX_POINTS]; /**< of each point, as of world_hitter; of another machine: bodies with
                                       shapes, then wheels, then tracks */
    contact_surface *surfaces;      /**< [materials] */
    double calm;                    /**< v0 for resting or rolling on an object [m/s] */
    contact_pair_data contact;
} world_tread;

typedef struct world_treads {
    int count; /**< 0 on a site without objects and other machines */
    world_tread *list;
    contact_pair_memory *memories; /**< [count]; state */
    contact_wrench *wrenches; /**< [world_touchable_count] of treads of other machines and units in this step;
                                 NULL: alone */
} world_treads;

/** Bodies with shapes, wheels and tracks: what treads of other machines may touch, in this order. RT. */
static inline int world_touchable_count(const world_machine *machine)
{
    return machine->contacts->count + machine->wheels->count + machine->tracks->count;
}

/** Upward force of objects and other machines on a tire or a track [N]. RT. */
double world_tire_load(const world_machine *machine, int wheel);
double world_track_load(const world_machine *machine, int track);

/** Whether tires or tracks of a machine at rest touch a machine that makes steps. Poses of both must be those
 * of the state. RT. */
bool world_are_treads_touched(const world_machine *machine);

/* ---- machines beside each other (machines.c) ---- */

/** Whether bodies of the machine may touch other machines, or its implements. RT. */
static inline bool world_touches_machines(const world_machine *machine)
{
    return machine->world->machine_count > 1 || machine->author->implement_count > 0;
}

/** Add points where a body touches bodies of machines that come later in the world; a body of an implement
 * also where it touches its machine and the implements before it, unless they are coupled. Poses of all
 * machines must be those of the state. RT. */
void world_touch_machines(const world_machine *machine, const mb_pose *pose, world_hitter *hitter);

/** The opposite of what a body's contacts with other machines do acts on these in the step to come, and wakes
 * them. RT. */
void world_push_back(const world_machine *machine, world_hitter *hitter);

/** Apply a force, and a moment about its origin, to a body with shapes in the next step; not to the first
 * machine. RT. */
void world_push_body(world_machine *machine, int body, hl_vec3 force, hl_vec3 moment);

/** Nothing pushes, until world_push_back. RT. */
void world_clear_pushes(world_machine *machine);

/** Cells of the field from one corner to the other, both included. */
typedef struct world_patch {
    int column[2], row[2];
} world_patch;

/** A machine beside the driven one. */
typedef struct world_rest {
    double ticks; /**< for which nothing has moved, no more than it takes to sleep; state */
    int patch_count;
    world_patch *patches; /**< of the field, under a machine at rest */
    uint32_t version;     /**< of their tiles */
    uint64_t ground;      /**< hash of their heights */
} world_rest;

/** Whether a machine may be left out of a tick: nothing of it has moved for half a second. The driven machine
 * never is. RT. */
bool world_is_at_rest(const world_machine *machine);

/** It makes steps again, from the next tick on. RT. */
static inline void world_wake(world_machine *machine)
{
    if (machine->rest != NULL) machine->rest->ticks = 0.0;
}

/** Wake it if one of its controls has been moved. RT. */
void world_watch_controls(world_machine *machine);

/** Whether a machine that makes steps, and comes later in the world, touches one at rest. Poses of both must
 * be those of the state. RT. */
bool world_is_touched(const world_machine *machine);

/** Note the soil under a machine at rest, unless that has been done; after the sand's step: wake the machine
 * if that soil has moved. RT. */
void world_note_ground(world_machine *machine);
void world_watch_ground(world_machine *machine);

#endif
