/* Beams: stations, elements, node masses. */
#include "flex/section.h"
#include "model_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME = 1e-9; /* places nearer than this are one node [m] */

static double length_of(const flex_beam *beam)
{
    return beam->sections[beam->section_count - 1].at;
}

/* ---- checks ---- */

static bool check_sections(const flex_beam *beam, hl_report *report)
{
    const int before = report->count;
    for (int i = 0; i < beam->section_count; i++) {
        const flex_section *s = &beam->sections[i];
        const char *fault = flex_section_fault(s);
        if (fault) hl_report_add(report, s->place, "%s; thinner plates are expected", fault);
        if (i == 0 && s->at != 0)
            hl_report_add(report, s->place, "the first section is at %g m; 0, the root, is expected", s->at);
        if (i == 0) continue;
        const flex_section *left = &beam->sections[i - 1];
        if (s->at < left->at)
            hl_report_add(report, s->place,
                          "the section at %g m follows one at %g m; list sections by rising x", s->at,
                          left->at);
        if (s->at > left->at && s->kind != left->kind)
            hl_report_add(
                report, s->place,
                "the sections at %g m and %g m are of different kinds; add a second section at one of "
                "these places to make a step",
                left->at, s->at);
    }
    if (report->count == before && length_of(beam) <= 0)
        hl_report_add(report, beam->sections[beam->section_count - 1].place,
                      "the last section is at 0 m; the end of the beam is expected there");
    return report->count == before;
}

static bool check_places(const flex_def *def, hl_report *report)
{
    const int before = report->count;
    const double length = length_of(def->beam);
    for (int i = 0; i < def->node_count; i++)
        if (def->nodes[i].at <= 0 || def->nodes[i].at > length)
            hl_report_add(
                report, def->nodes[i].place,
                "node '%s' is at %g m; a place above 0, where the root is clamped, to %g m, the end "
                "of the beam, is expected",
                def->nodes[i].name, def->nodes[i].at, length);
    for (int i = 0; i < def->mass_count; i++)
        if (def->masses[i].at < 0 || def->masses[i].at > length)
            hl_report_add(report, def->masses[i].place,
                          "the mass is at %g m, outside the beam; 0 to %g m is expected", def->masses[i].at,
                          length);
    return report->count == before;
}

/* ---- stations ---- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Places where a node must be, rising, none twice. @return their number */
static int list_breaks(const flex_def *def, double *breaks)
{
    int count = 0, kept = 0;
    for (int i = 0; i < def->beam->section_count; i++) breaks[count++] = def->beam->sections[i].at;
    for (int i = 0; i < def->node_count; i++) breaks[count++] = def->nodes[i].at;
    for (int i = 0; i < def->mass_count; i++) breaks[count++] = def->masses[i].at;
    qsort(breaks, (size_t)count, sizeof *breaks, compare);
    for (int i = 0; i < count; i++)
        if (kept == 0 || breaks[i] - breaks[kept - 1] > SAME) breaks[kept++] = breaks[i];
    return kept;
}

/* Elements between two breaks: none is longer than the length over the wanted number. */
static int parts_between(const flex_beam *beam, double from, double to)
{
    const int parts = (int)ceil((to - from) / length_of(beam) * beam->elements - 1e-6);
    return parts < 1 ? 1 : parts;
}

static bool place_points(const flex_def *def, hl_arena *arena, flex_model *m)
{
    double *breaks = HL_NEW(arena, double, def->beam->section_count + def->node_count + def->mass_count);
    if (!breaks) return false;
    const int count = list_breaks(def, breaks);
    m->point_count = 1;
    for (int i = 0; i + 1 < count; i++) m->point_count += parts_between(def->beam, breaks[i], breaks[i + 1]);
    m->points = HL_NEW(arena, flex_point, m->point_count);
    if (!m->points) return false;
    int made = 1;
    for (int i = 0; i + 1 < count; i++) {
        const int parts = parts_between(def->beam, breaks[i], breaks[i + 1]);
        for (int k = 1; k < parts; k++)
            m->points[made++].position[0] = breaks[i] + (breaks[i + 1] - breaks[i]) * k / parts;
        m->points[made++].position[0] = breaks[i + 1];
    }
    for (int i = 0; i < m->point_count; i++) {
        m->points[i].id = i;
        for (int d = 0; d < FLEX_FREEDOMS; d++) m->points[i].row[d] = FLEX_FREEDOMS * i + d;
    }
    m->n = FLEX_FREEDOMS * m->point_count;
    return true;
}

static int point_at(const flex_model *m, double x)
{
    int best = 0;
    for (int i = 1; i < m->point_count; i++)
        if (fabs(m->points[i].position[0] - x) < fabs(m->points[best].position[0] - x)) best = i;
    return best;
}

/* ---- elements ---- */

static flex_element element_between(const flex_beam *beam, double from, double to)
{
    const double middle = (from + to) / 2;
    int i = 0;
    while (i + 2 < beam->section_count && beam->sections[i + 1].at <= middle) i++;
    const flex_section section = flex_section_between(&beam->sections[i], &beam->sections[i + 1], middle);
    return (flex_element){beam->theory, beam->material, flex_section_properties(&section), to - from};
}

typedef struct entries {
    int count, *row, *column;
    double *value;
} entries;

static entries take_entries(hl_arena *arena, int most)
{
    return (entries){0, HL_NEW(arena, int, most), HL_NEW(arena, int, most), HL_NEW(arena, double, most)};
}

static void add_entry(entries *e, int row, int column, double value)
{
    e->row[e->count] = row;
    e->column[e->count] = column;
    e->value[e->count++] = value;
}

static void add_element(entries *e, int first, double of[FLEX_ELEMENT][FLEX_ELEMENT])
{
    for (int j = 0; j < FLEX_ELEMENT; j++)
        for (int i = 0; i < FLEX_ELEMENT; i++)
            if (of[i][j] != 0) add_entry(e, first + i, first + j, of[i][j]);
}

static void add_masses(const flex_def *def, flex_model *m, entries *mass)
{
    for (int i = 0; i < def->mass_count; i++) {
        const flex_mass *lump = &def->masses[i];
        flex_point *p = &m->points[point_at(m, lump->at)];
        p->lump += lump->mass;
        for (int d = 0; d < 3; d++) {
            add_entry(mass, p->row[d], p->row[d], lump->mass);
            add_entry(mass, p->row[d + 3], p->row[d + 3], lump->inertia[d]);
        }
    }
}

static bool assemble(const flex_def *def, hl_arena *arena, flex_model *m)
{
    const int elements = m->point_count - 1, full = FLEX_ELEMENT * FLEX_ELEMENT * elements;
    entries stiffness = take_entries(arena, full), mass = take_entries(arena, full + 6 * def->mass_count);
    m->tension = hl_arena_take(arena, (size_t)elements, sizeof *m->tension);
    if (hl_arena_failed(arena)) return false;
    for (int e = 0; e < elements; e++) {
        double of[FLEX_ELEMENT][FLEX_ELEMENT];
        const flex_element element =
            element_between(def->beam, m->points[e].position[0], m->points[e + 1].position[0]);
        flex_element_stiffness(&element, of);
        add_element(&stiffness, FLEX_FREEDOMS * e, of);
        flex_element_mass(&element, of);
        add_element(&mass, FLEX_FREEDOMS * e, of);
        flex_element_tension(&element, m->tension[e]);
        const double half = element.material.density * element.section.area * element.length / 2;
        m->points[e].lump += half;
        m->points[e + 1].lump += half;
    }
    add_masses(def, m, &mass);
    m->K = flex_matrix_new(arena, m->n, stiffness.count, stiffness.row, stiffness.column, stiffness.value);
    m->M = flex_matrix_new(arena, m->n, mass.count, mass.row, mass.column, mass.value);
    return !hl_arena_failed(arena);
}

hl_status model_of_beam(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *m)
{
    if (!check_sections(def->beam, report) || !check_places(def, report)) return HL_BAD_INPUT;
    if (!place_points(def, arena, m) || !assemble(def, arena, m)) return HL_OUT_OF_MEMORY;
    m->marker_count = def->node_count;
    m->markers = HL_NEW(arena, int, def->node_count);
    if (!m->markers) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < def->node_count; i++) m->markers[i] = point_at(m, def->nodes[i].at);
    return HL_OK;
}
