/* Reading a mechanism: the top of the file, its sections, and the points of bodies. */
#include "mechanism_tables.h"
#include "reader/format.h"

#include <math.h>
#include <string.h>

/* ---- simulation ---- */

static const auth_word formulations[] = {{"ali3p", 1}, {"double-step", 2}, {"penalty", 3}, {"global", 4}};
static const auth_word solvers[] = {{"auto", 1}, {"dense", 2}, {"tree", 3}, {"sparse", 4}};

static void check_simulation(auth_item *item)
{
    const auth_simulation *simulation = item->out;
    if (simulation->seconds > 0.0 && simulation->step > simulation->seconds)
        COMPLAIN(item, "step", "'step' is %s and 'seconds' is %s; a step no longer than the run is expected",
                 auth_item_text(item, "step"), auth_item_text(item, "seconds"));
}

/* The word itself: the core has its own list. */
#define METHOD(key, list, ...)                                                                               \
    READ_INTO(CHOICE, #key, auth_simulation, key, auth_store_word, __VA_ARGS__, .words = (list),             \
              .word_count = AUTH_COUNT_OF(list))

static const auth_field simulation_fields[] = {
    QUANTITY(auth_simulation, seconds, TIME, NOT_NEGATIVE, "Simulated time, rounded up to whole steps",
             OTHERWISE("10 s")),
    QUANTITY(auth_simulation, step, TIME, POSITIVE, "Time step, no longer than `seconds`", OTHERWISE("1 ms")),
    METHOD(formulation, formulations, "Formulation of the equations of motion", OTHERWISE("ali3p")),
    METHOD(solver, solvers, "Solver of the linear systems", OTHERWISE("auto")),
    QUANTITY(auth_simulation, penalty, NUMBER, POSITIVE,
             "Penalty factor, a plain number; its unit differs between the formulations",
             OTHERWISE("from the masses and the step")),
    QUANTITY(auth_simulation, tolerance, NUMBER, POSITIVE,
             "Newton's method: largest error of a coordinate, a plain number", OTHERWISE("1e-9")),
    COUNT_AS(
        "iterations", auth_simulation, max_iterations,
        "Newton's method: maximum iterations of an attempt at a step; ali3p makes up to two attempts, on "
        "machines both within five thirds of it",
        SPAN("1 to 1000"), OTHERWISE("12")),
    QUANTITY(auth_simulation, output_step, TIME, NOT_NEGATIVE,
             "Time between rows of the output, rounded to whole steps; 0: every step", OTHERWISE("0")),
};
static const auth_table simulation =
    AUTH_TABLE(auth_simulation, simulation_fields, .check = check_simulation);

/* ---- points ---- */

static const auth_field point_fields[] = {
    NAME(auth_point, "Name of the point"),
    BODY_AS("body", auth_point, body, "Body that it moves with, or `ground`", GROUND),
    VECTOR(auth_point, at, LENGTH, ANY, "Place in the frame of the body", OTHERWISE("its origin")),
};
const auth_table auth_point_table = AUTH_TABLE(auth_point, point_fields, .place = AUTH_AT(auth_point, place));

/* ---- the whole ---- */

#define SECTION(key, count, least, ...)                                                                      \
    LIST_AS(#key, auth_mechanism, key, count##_count, auth_##count##_table, least, 0, __VA_ARGS__)

static const auth_field fields[] = {
    HEAD(auth_mechanism, "mechanism"),
    VECTOR(auth_mechanism, gravity, ACCELERATION, ANY, "Vector in world axes", DEFAULT("[0, 0, -9.81]")),
    PART(auth_mechanism, simulation, simulation, "Length, step and method of a simulation, see below",
         OTHERWISE("the defaults of its keys")),
    SECTION(bodies, body, 1, "The bodies, at least one"),
    SECTION(joints, joint, 1, "Joints: each carries one body", .check = auth_order_tree),
    SECTION(loops, loop, 0, "Closures of kinematic loops", OTHERWISE("empty")),
    SECTION(springs, spring, 0, "Springs between two bodies", OTHERWISE("empty")),
    SECTION(joint_springs, joint_spring, 0, "Springs on coordinates of joints", OTHERWISE("empty")),
    SECTION(stops, stop, 0, "End stops of coordinates of joints", OTHERWISE("empty")),
    SECTION(friction, friction, 0, "Friction on coordinates of joints", OTHERWISE("empty")),
    SECTION(bushings, bushing, 0, "Elastic bearings between two bodies", OTHERWISE("empty")),
    SECTION(drivers, driver, 0, "Coordinates that follow a function of time", OTHERWISE("empty")),
    SECTION(forces, force, 0, "Forces and moments on bodies", OTHERWISE("empty")),
    SECTION(joint_forces, joint_force, 0, "Forces or torques on coordinates of joints", OTHERWISE("empty")),
    SECTION(circuits, circuit, 0, "Hydraulic circuits", OTHERWISE("empty")),
    SECTION(points, point, 0, "Points of bodies, for outputs", OTHERWISE("empty")),
    SECTION(outputs, output, 0, "Measured quantities: columns of results, signals of machines",
            OTHERWISE("empty")),
};
const auth_table auth_mechanism_table = AUTH_TABLE(auth_mechanism, fields, );

AUTH_FORMAT(mechanism, mechanism, MECHANISM, NULL)
