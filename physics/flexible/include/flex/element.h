/* Matrices of a straight beam element with two nodes of six degrees of freedom: displacements x, y, z and
 * rotations about x, y, z of its left end, then of its right end. Bending by cubic polynomials, stretch and
 * twist linear. */
#ifndef FLEX_ELEMENT_H
#define FLEX_ELEMENT_H

#include "flex/flex_def.h"

enum { FLEX_FREEDOMS = 6 /* of a node */, FLEX_ELEMENT = 12 /* of an element */ };

typedef struct flex_element {
    flex_theory theory;
    flex_material material;
    flex_properties section;
    double length; /**< [m] */
} flex_element;

/** Stiffness matrix [N/m, N, N m]. */
void flex_element_stiffness(const flex_element *element, double matrix[FLEX_ELEMENT][FLEX_ELEMENT]);

/** Consistent mass matrix [kg, kg m, kg m^2]. Timoshenko's beam has the rotary inertia of the section. */
void flex_element_mass(const flex_element *element, double matrix[FLEX_ELEMENT][FLEX_ELEMENT]);

/** Geometric stiffness for unit tension [1/m, 1, m]: integral of N'^T N' in both bending planes. */
void flex_element_tension(const flex_element *element, double matrix[FLEX_ELEMENT][FLEX_ELEMENT]);

/** Word of a degree of freedom: "x", ..., "rotation about z". */
const char *flex_freedom_word(int freedom);

#endif
