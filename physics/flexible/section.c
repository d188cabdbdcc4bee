#include "flex/section.h"

#include "hl/real.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double cube(double x)
{
    return x * x * x;
}

static flex_properties box_properties(const flex_box *s)
{
    const double b = s->width, h = s->height, t = s->web, f = s->flange, inner_b = b - 2 * t,
                 inner_h = h - 2 * f;
    const double enclosed = (b - t) * (h - f);
    return (flex_properties){.area = b * h - inner_b * inner_h,
                             .inertia_y = (b * cube(h) - inner_b * cube(inner_h)) / 12,
                             .inertia_z = (h * cube(b) - inner_h * cube(inner_b)) / 12,
                             .torsion = 4 * enclosed * enclosed / (2 * (h - f) / t + 2 * (b - t) / f),
                             .shear_y = 2 * f * (b - t),
                             .shear_z = 2 * t * (h - f)};
}

static flex_properties tube_properties(const flex_tube *s)
{
    const double outer = s->diameter / 2, inner = outer - s->wall, m = inner / outer, m2 = m * m;
    const double area = pi * (outer * outer - inner * inner);
    const double second = pi / 4 * (outer * outer * outer * outer - inner * inner * inner * inner);
    /* G. R. Cowper, J. Appl. Mech. 33 (1966), hollow circle, Poisson's ratio 0: 1/2 for thin walls */
    const double share = 6 * (1 + m2) * (1 + m2) / (7 + 34 * m2 + 7 * m2 * m2);
    return (flex_properties){area, second, second, 2 * second, share * area, share * area};
}

/* Saint-Venant's series; the terms left out are below 1e-9 of the sum. */
static double rectangle_torsion(double width, double height)
{
    const double a = fmax(width, height), b = fmin(width, height);
    double sum = 0;
    for (int n = 1; n < 80; n += 2) sum += hl_tanh(n * pi * a / (2 * b)) / ((double)n * n * n * n * n);
    return a * cube(b) * (1.0 / 3 - 64 / (pi * pi * pi * pi * pi) * b / a * sum);
}

static flex_properties solid_properties(const flex_solid *s)
{
    const double b = s->width, h = s->height, area = b * h;
    return (flex_properties){area,           b * cube(h) / 12, h * cube(b) / 12, rectangle_torsion(b, h),
                             5.0 / 6 * area, 5.0 / 6 * area};
}

flex_properties flex_section_properties(const flex_section *section)
{
    switch (section->kind) {
    case FLEX_BOX:
        return box_properties(&section->box);
    case FLEX_TUBE:
        return tube_properties(&section->tube);
    case FLEX_SOLID:
        return solid_properties(&section->solid);
    case FLEX_FREE:
    case FLEX_SECTION_KINDS:
        break;
    }
    return section->free;
}

static double between(double a, double b, double share)
{
    return a + (b - a) * share;
}

flex_section flex_section_between(const flex_section *left, const flex_section *right, double x)
{
    const double s = right->at > left->at ? (x - left->at) / (right->at - left->at) : 0;
    flex_section made = *left;
    made.at = x;
    made.box = (flex_box){
        between(left->box.width, right->box.width, s), between(left->box.height, right->box.height, s),
        between(left->box.web, right->box.web, s), between(left->box.flange, right->box.flange, s)};
    made.tube = (flex_tube){between(left->tube.diameter, right->tube.diameter, s),
                            between(left->tube.wall, right->tube.wall, s)};
    made.solid = (flex_solid){between(left->solid.width, right->solid.width, s),
                              between(left->solid.height, right->solid.height, s)};
    const flex_properties *a = &left->free, *b = &right->free;
    made.free =
        (flex_properties){between(a->area, b->area, s),           between(a->inertia_y, b->inertia_y, s),
                          between(a->inertia_z, b->inertia_z, s), between(a->torsion, b->torsion, s),
                          between(a->shear_y, b->shear_y, s),     between(a->shear_z, b->shear_z, s)};
    return made;
}

const char *flex_section_fault(const flex_section *section)
{
    if (section->kind == FLEX_BOX && 2 * section->box.web >= section->box.width)
        return "two webs are as thick as the width of the box";
    if (section->kind == FLEX_BOX && 2 * section->box.flange >= section->box.height)
        return "two flanges are as thick as the height of the box";
    if (section->kind == FLEX_TUBE && 2 * section->tube.wall > section->tube.diameter)
        return "the wall is thicker than the radius of the tube";
    return NULL;
}
