/* Properties of sections of beams. */
#ifndef FLEX_SECTION_H
#define FLEX_SECTION_H

#include "flex/flex_def.h"

/** Properties of a section. Torsion of closed boxes by Bredt's formula, of rectangles by Saint-Venant's
 * series; shear areas of boxes: the plates along the force, of tubes and rectangles: from the energy of the
 * parabolic shear stress without lateral contraction. */
flex_properties flex_section_properties(const flex_section *section);

/** Section at `x`, between the stations `left` and `right` of the same kind: every size is linear in x. */
flex_section flex_section_between(const flex_section *left, const flex_section *right, double x);

/** What is wrong with a section: "'web' takes up more than the width"; NULL: nothing. */
const char *flex_section_fault(const flex_section *section);

#endif
