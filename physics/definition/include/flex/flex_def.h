/* Definition of a flexible body, as plain data: a straight beam of finite elements along x whose first node,
 * the root at x = 0, is clamped to the body frame; or mass and stiffness of another program. And the
 * reduction of the body to a few modes. flex/model.h builds the finite elements, flex/reduce.h the modes. */
#ifndef FLEX_FLEX_DEF_H
#define FLEX_FLEX_DEF_H

#include "flex/body_def.h"
#include "hl/report.h"

#include <stdbool.h>

enum {
    FLEX_MAX_SECTIONS = 32,  /**< given stations of a beam */
    FLEX_MAX_ELEMENTS = 2000 /**< of a beam, without those that named nodes add */
};

/* ---- sections ---- */

typedef enum flex_section_kind {
    FLEX_BOX,
    FLEX_TUBE,
    FLEX_SOLID,
    FLEX_FREE,
    FLEX_SECTION_KINDS
} flex_section_kind;

/** Rectangular hollow section: outer width along y, height along z [m]. */
typedef struct flex_box {
    double width, height;
    double web, flange; /**< thickness of the two vertical and of the two horizontal plates [m] */
} flex_box;

/** Round hollow section [m]. */
typedef struct flex_tube {
    double diameter, wall;
} flex_tube;

/** Full rectangle: width along y, height along z [m]. */
typedef struct flex_solid {
    double width, height;
} flex_solid;

/** What a section means for an element. */
typedef struct flex_properties {
    double area;                 /**< [m^2] */
    double inertia_y, inertia_z; /**< second moments of area about y and z [m^4] */
    double torsion;              /**< torsion constant J [m^4] */
    double shear_y, shear_z;     /**< shear areas k A along y and z [m^2]; only for Timoshenko's beam */
} flex_properties;

typedef struct flex_section {
    double at; /**< x of the station [m] */
    flex_section_kind kind;
    flex_box box;
    flex_tube tube;
    flex_solid solid;
    flex_properties free;
    hl_place place;
} flex_section;

/* ---- the body ---- */

typedef enum flex_theory { FLEX_EULER_BERNOULLI, FLEX_TIMOSHENKO } flex_theory;

typedef struct flex_material {
    double modulus; /**< Young's modulus E [Pa] */
    double poisson; /**< Poisson's ratio; G = E/(2 (1 + poisson)) [1] */
    double density; /**< [kg/m^3] */
} flex_material;

/** Elements between two given stations have linearly interpolated outer sizes and walls, each of its middle.
 * Two stations at the same x make a step. */
typedef struct flex_beam {
    flex_theory theory;
    int elements; /**< smallest number over the whole length */
    flex_material material;
    int section_count;
    flex_section *sections; /**< by rising x, from 0 to the length */
} flex_beam;

/** A mass at a node, e.g. a boom head; `inertia` about the node's axes [kg m^2]. */
typedef struct flex_mass {
    double at; /**< [m] */
    double mass;
    double inertia[3];
    hl_place place;
} flex_mass;

/** A named node: a place where joints and force elements can be attached. */
typedef struct flex_node {
    const char *name;
    double at; /**< [m]; beams */
    int id;    /**< number in the node table; imported matrices */
    hl_place place;
} flex_node;

/** A symmetric matrix in coordinates, both triangles given or one, as the file has it. */
typedef struct flex_entries {
    int size, count;
    int *row, *column; /**< from 0 */
    double *value;
    bool is_symmetric; /**< only the lower triangle is listed */
} flex_entries;

/** A row of the node table: position [m], and the row of each degree of freedom in the matrices, translations
 * first; -1: it has none. */
typedef struct flex_import_node {
    int id;
    double position[3];
    int row[6];
} flex_import_node;

typedef struct flex_import {
    flex_entries stiffness, mass;
    int node_count;
    flex_import_node *nodes;
    int root; /**< id of the node that is clamped */
    hl_place root_place, stiffness_place, mass_place;
} flex_import;

typedef enum flex_method { FLEX_KRYLOV, FLEX_CRAIG_BAMPTON, FLEX_GUYAN, FLEX_NORMAL } flex_method;

enum { FLEX_LOADS = 6 /* fx, fy, fz, mx, my, mz */ };

typedef struct flex_reduction {
    flex_method method;
    int interface_count;
    int interfaces[FLEX_MAX_MARKERS]; /**< indices of named nodes */
    bool loads[FLEX_LOADS];           /**< krylov: unit loads at each interface */
    bool inertia_loads;               /**< krylov: and the inertia of six rigid accelerations */
    int blocks;                       /**< krylov */
    int fixed_modes;                  /**< craig-bampton: modes with fixed interfaces */
    int keep; /**< lowest columns kept after orthonormalisation; 0: all. normal: number of modes */
    hl_place place;
} flex_reduction;

/** Damping in proportion to mass and stiffness. */
typedef struct flex_damping {
    double ratio;           /**< damping ratio at the two lowest modes [1]; 0: by the shares below */
    double mass, stiffness; /**< share of the mass [1/s], of the stiffness [s] */
} flex_damping;

typedef struct flex_def {
    const char *name, *description;
    flex_beam *beam; /**< NULL: imported */
    flex_import *import;
    int mass_count, node_count;
    flex_mass *masses;
    flex_node *nodes;
    flex_reduction reduction;
    flex_damping damping;
    bool foreshortening; /**< beams are shortened by bending; imported bodies are not */
} flex_def;

#endif
