#include "flex/element.h"

#include <string.h>

const char *flex_freedom_word(int freedom)
{
    static const char *const words[FLEX_FREEDOMS] = {
        "x", "y", "z", "the rotation about x", "the rotation about y", "the rotation about z"};
    return words[freedom];
}

enum { POINTS = 4 /* Gauss points: exact for products of two cubic polynomials */ };

static const double points[POINTS] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                      0.93056815579702629};
static const double weights[POINTS] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                       0.17392742256872693};

/* A plane of bending: its degrees of freedom (deflection and slope of both ends) in the element, and the sign
 * of the slope: in the plane xz a rotation about y lowers the beam. */
typedef struct plane {
    int place[4];
    double sign[4];
    double inertia, shear; /* second moment of area, shear area */
} plane;

static plane plane_xy(const flex_properties *s)
{
    return (plane){{1, 5, 7, 11}, {1, 1, 1, 1}, s->inertia_z, s->shear_y};
}

static plane plane_xz(const flex_properties *s)
{
    return (plane){{2, 4, 8, 10}, {1, -1, 1, -1}, s->inertia_y, s->shear_z};
}

/* Share of shear: 12 E I/(k G A L^2); 0 for Euler and Bernoulli. */
static double shear_share(const flex_element *e, const plane *p)
{
    const double G = e->material.modulus / (2 * (1 + e->material.poisson));
    return e->theory == FLEX_TIMOSHENKO
               ? 12 * e->material.modulus * p->inertia / (G * p->shear * e->length * e->length)
               : 0;
}

/* Shape functions of deflection, their slopes and the rotations of the section at s = x/L.
 * Z. Friedman, J. B. Kosmatka, Computers & Structures 47 (1993) 473-481. */
typedef struct shape {
    double deflection[4], slope[4], rotation[4];
} shape;

static shape shape_at(double s, double L, double phi)
{
    const double c = 1 / (1 + phi), s2 = s * s, s3 = s2 * s;
    const double dn = c / L * (6 * s2 - 6 * s - phi);
    const double rotation = 6 * c / L * (s2 - s);
    return (shape){
        {c * (2 * s3 - 3 * s2 - phi * s + 1 + phi), c * L * (s3 - (2 + phi / 2) * s2 + (1 + phi / 2) * s),
         -c * (2 * s3 - 3 * s2 - phi * s), c * L * (s3 - (1 - phi / 2) * s2 - phi / 2 * s)},
        {dn, c * (3 * s2 - 2 * (2 + phi / 2) * s + 1 + phi / 2), -dn,
         c * (3 * s2 - 2 * (1 - phi / 2) * s - phi / 2)},
        {rotation, c * (3 * s2 - (4 + phi) * s + 1 + phi), -rotation, c * (3 * s2 - (2 - phi) * s)}};
}

static void add_plane(double matrix[FLEX_ELEMENT][FLEX_ELEMENT], const plane *p, double of[4][4])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) matrix[p->place[i]][p->place[j]] += p->sign[i] * p->sign[j] * of[i][j];
}

static void add_products(double to[4][4], const double v[4], double weight)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) to[i][j] += weight * (v[i] * v[j]); /* symmetric to the bit */
}

/* Stretch or twist: coupling of the degree of freedom `i` of both ends. */
static void add_pair(double matrix[FLEX_ELEMENT][FLEX_ELEMENT], int i, double same, double other)
{
    matrix[i][i] += same;
    matrix[i + 6][i + 6] += same;
    matrix[i][i + 6] += other;
    matrix[i + 6][i] += other;
}

static void bend(const flex_element *e, const plane *p, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const double L = e->length, phi = shear_share(e, p);
    const double k = e->material.modulus * p->inertia / ((1 + phi) * L * L * L);
    double of[4][4] = {{12, 6 * L, -12, 6 * L},
                       {6 * L, (4 + phi) * L * L, -6 * L, (2 - phi) * L * L},
                       {-12, -6 * L, 12, -6 * L},
                       {6 * L, (2 - phi) * L * L, -6 * L, (4 + phi) * L * L}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) of[i][j] *= k;
    add_plane(matrix, p, of);
}

void flex_element_stiffness(const flex_element *e, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const flex_properties *s = &e->section;
    const plane xy = plane_xy(s), xz = plane_xz(s);
    const double axial = e->material.modulus * s->area / e->length;
    const double twist = e->material.modulus / (2 * (1 + e->material.poisson)) * s->torsion / e->length;
    memset(matrix, 0, FLEX_ELEMENT * sizeof *matrix);
    add_pair(matrix, 0, axial, -axial);
    add_pair(matrix, 3, twist, -twist);
    bend(e, &xy, matrix);
    bend(e, &xz, matrix);
}

static void weigh(const flex_element *e, const plane *p, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const double L = e->length, phi = shear_share(e, p), density = e->material.density;
    const double rotary = e->theory == FLEX_TIMOSHENKO ? density * p->inertia : 0;
    double of[4][4] = {{0}};
    for (int g = 0; g < POINTS; g++) {
        const shape n = shape_at(points[g], L, phi);
        add_products(of, n.deflection, weights[g] * L * density * e->section.area);
        add_products(of, n.rotation, weights[g] * L * rotary);
    }
    add_plane(matrix, p, of);
}

void flex_element_mass(const flex_element *e, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const flex_properties *s = &e->section;
    const plane xy = plane_xy(s), xz = plane_xz(s);
    const double mass = e->material.density * s->area * e->length;
    const double polar = e->material.density * (s->inertia_y + s->inertia_z) * e->length;
    memset(matrix, 0, FLEX_ELEMENT * sizeof *matrix);
    add_pair(matrix, 0, mass / 3, mass / 6);
    add_pair(matrix, 3, polar / 3, polar / 6);
    weigh(e, &xy, matrix);
    weigh(e, &xz, matrix);
}

static void tighten(const flex_element *e, const plane *p, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const double phi = shear_share(e, p);
    double of[4][4] = {{0}};
    for (int g = 0; g < POINTS; g++)
        add_products(of, shape_at(points[g], e->length, phi).slope, weights[g] * e->length);
    add_plane(matrix, p, of);
}

void flex_element_tension(const flex_element *e, double matrix[FLEX_ELEMENT][FLEX_ELEMENT])
{
    const plane xy = plane_xy(&e->section), xz = plane_xz(&e->section);
    memset(matrix, 0, FLEX_ELEMENT * sizeof *matrix);
    tighten(e, &xy, matrix);
    tighten(e, &xz, matrix);
}
