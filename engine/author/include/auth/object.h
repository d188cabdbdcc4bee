/* Objects of a scenario: fixed boxes, and free bodies that machines push, roll, stack and lift. Object files
 * (`headland: object`) describe a type of object. docs/objects.md explains both. */
#ifndef AUTH_OBJECT_H
#define AUTH_OBJECT_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

typedef enum auth_solid_kind {
    AUTH_SOLID_BOX,
    AUTH_SOLID_SPHERE,
    AUTH_SOLID_CAPSULE,
    AUTH_SOLID_CYLINDER,
    AUTH_SOLID_HULL,
    AUTH_SOLID_COMPOUND,
    AUTH_SOLID_NOT_GIVEN = -1
} auth_solid_kind;

enum {
    AUTH_MAX_SOLIDS = 16,       /**< of an object */
    AUTH_MAX_HULL_POINTS = 64,  /**< of a solid */
    AUTH_MAX_EYES = 8,          /**< of an object */
    AUTH_MAX_FREE = 512,        /**< free objects of a scenario */
    AUTH_MAX_OBJECT_TYPES = 32, /**< types that a scenario uses */
    AUTH_MAX_LIKE = 100         /**< copies along one axis of `repeat` */
};

/** A convex solid. */
typedef struct auth_solid {
    hl_place place;
    auth_solid_kind kind;
    double at[3];   /**< its centre [m]; for a hull the origin of its points */
    double turn[3]; /**< rotation vector [rad] */
    double size[3]; /**< edges of a box [m]; 0: not given */
    double radius;  /**< of sphere, capsule, cylinder [m]; 0: not given */
    double length;  /**< of cylinder and capsule; a capsule has half a sphere beyond each end [m] */
    int axis;       /**< of cylinder and capsule: 0 x, 1 y, 2 z; -1: not given */
    int point_count;
    double (*points)[3];  /**< of a hull [m] */
    double density;       /**< relative to the other solids; 0: that of the object */
    const char *material; /**< NULL: the object's */
} auth_solid;

/** Common keys of objects and object files. 0 and NULL: not given. */
typedef struct auth_form {
    auth_solid whole; /**< kind and measures of a single solid; `at`, `turn`, `density`, `material` unused */
    int shape_count;
    auth_solid *shapes; /**< of a compound */
    double mass;        /**< [kg] */
    double density;     /**< [kg/m^3] */
    double breaks;      /**< moment at the foot that bends an object held by the ground [N m] */
    double bends;       /**< angle at which it comes free [rad] */
    int eye_count;
    double (*eyes)[3]; /**< points where hooks can hold it [m] */
    const char *model;
    hl_place model_place;
    const char *material;
    hl_place material_place;
} auth_form;

/** An object file. */
typedef struct auth_object_type {
    const char *name, *description;
    bool drivable; /**< as of auth_object */
    auth_form form;
} auth_object_type;

/** A type that a scenario uses. */
typedef struct auth_object_file {
    const char *name;       /**< as in the scenario */
    const char *path;       /**< resolved */
    hl_place place;         /**< of its first use */
    auth_object_type *type; /**< NULL until auth_scenario_read_objects or the caller sets it */
} auth_object_file;

/** `repeat:` makes copies in rows, columns and layers. */
typedef struct auth_repeat {
    bool given, has_step;
    int count[3];
    double step[3]; /**< distance between copies [m]; default: the size, horizontally plus 1 cm */
} auth_repeat;

/** `scatter:` makes copies at random positions in a rectangle, without overlap. */
typedef struct auth_object_scatter {
    int count; /**< 0: not given */
    double from[2], to[2];
    int seed;
} auth_object_scatter;

/** An object. Fixed objects come first in auth_scenario.objects, free objects follow. */
typedef struct auth_object {
    const char *name; /**< a copy's name ends with its number: "cone 3" */
    hl_place place;
    double at[3];      /**< middle of its base [m]; z above the ground there unless `absolute` */
    double turn[3];    /**< rotation vector [rad] */
    double size[3];    /**< edges; for a free object those of its bounding box before `turn` [m] */
    bool absolute;     /**< at[2] is measured from z = 0 of the world, default false */
    bool drivable;     /**< tires and tracks may touch it without a hit, default false */
    const char *model; /**< its model, named as in auth_scenery; NULL: a plain solid; "none": not drawn,
                          because the model of another object or of the scenery includes it */
    hl_place model_place;
    const char *material; /**< NULL: default, AUTH_OBJECT_MATERIAL */
    hl_place material_place;
    bool free;          /**< it moves: it has a mass or a density */
    int entry;          /**< index in the file's list, which `hit` and `inside` refer to */
    bool is_copy;       /**< made by `repeat` or `scatter`: it has no signals of its own */
    double mass;        /**< [kg]; 0: from the density */
    double density;     /**< [kg/m^3] */
    double breaks;      /**< > 0: the ground holds it until the moment at its foot exceeds this [N m] */
    double bends;       /**< angle at which it comes free [rad] */
    double velocity[3]; /**< at the start [m/s] */
    bool awake;         /**< at the start */
    bool settled;       /**< lowered or lifted until it touches the ground */
    int solid_count;
    const auth_solid *solids; /**< solids of a free object in its frame, without compounds */
    double low[3], high[3];   /**< bounding box in its frame [m] */
    int eye_count;
    const double (*eyes)[3]; /**< at least one eye of a free object, in its frame [m] */

    /* values of the file, until the object is complete */
    const char *type; /**< NULL: no type */
    hl_place type_place;
    int type_index; /**< index in auth_scenario.object_types; -1: no type */
    auth_form form;
    bool has_awake, has_settled, has_velocity, has_drivable;
    auth_repeat repeat;
    auth_object_scatter scatter;
} auth_object;

/** Whether an object is free, or may be: its type has not been read. */
static inline bool auth_object_may_move(const auth_object *object)
{
    return object->type || object->form.mass > 0.0 || object->form.density > 0.0;
}

/** Read an object file; see auth_mechanism_read. */
hl_status auth_object_type_read(const char *path, hl_arena *arena, auth_object_type **type,
                                hl_report *report);
hl_status auth_object_type_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                                 auth_object_type **type, hl_report *report);

/** The supplied type with the most similar name; NULL: no name is similar. */
const char *auth_object_type_nearest(const char *name);

#endif
