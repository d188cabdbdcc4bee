/* Reading flexible bodies: beams, imported matrices, their reduction. */
#include "auth/flexible.h"

#include "flexible/matrices.h"
#include "reader/format.h"

#include <string.h>

enum { BEAM = 1 << 0, MATRICES = 1 << 1 };

/* ---- sections ---- */

static const auth_field box_fields[] = {
    QUANTITY(flex_box, width, LENGTH, POSITIVE, "Outer width, along y"),
    QUANTITY(flex_box, height, LENGTH, POSITIVE, "Outer height, along z"),
    QUANTITY(flex_box, web, LENGTH, POSITIVE, "Thickness of each of the two upright plates"),
    QUANTITY(flex_box, flange, LENGTH, POSITIVE, "Thickness of each of the two level plates"),
};
static const auth_table box = AUTH_TABLE(flex_box, box_fields, .what = "box");

static const auth_field tube_fields[] = {
    QUANTITY(flex_tube, diameter, LENGTH, POSITIVE, "Outer diameter"),
    QUANTITY(flex_tube, wall, LENGTH, POSITIVE, "Thickness of the wall; the radius: a solid rod"),
};
static const auth_table tube = AUTH_TABLE(flex_tube, tube_fields, .what = "tube");

static const auth_field solid_fields[] = {
    QUANTITY(flex_solid, width, LENGTH, POSITIVE, "Width, along y"),
    QUANTITY(flex_solid, height, LENGTH, POSITIVE, "Height, along z"),
};
static const auth_table solid = AUTH_TABLE(flex_solid, solid_fields, .what = "solid");

static bool check_shear(auth_item *item, const auth_field *field)
{
    double *shear = (double *)(void *)((char *)item->out + field->out);
    if (!auth_item_has(item, field->key)) *shear = 5.0 / 6 * ((const flex_properties *)item->out)->area;
    return true;
}

static const auth_field free_fields[] = {
    QUANTITY(flex_properties, area, AREA, POSITIVE, "Area of the section"),
    QUANTITY(flex_properties, inertia_y, NUMBER, POSITIVE,
             "I_y, second moment of area about y, of bending up and down, a bare number in m^4"),
    QUANTITY(flex_properties, inertia_z, NUMBER, POSITIVE,
             "I_z, second moment of area about z, of bending sideways, a bare number in m^4"),
    QUANTITY(flex_properties, torsion, NUMBER, POSITIVE, "J, torsion constant, a bare number in m^4"),
    QUANTITY(flex_properties, shear_y, AREA, POSITIVE, "Shear area along y, for `timoshenko`",
             OTHERWISE("5/6 of the area"), .check = check_shear),
    QUANTITY(flex_properties, shear_z, AREA, POSITIVE, "Shear area along z, for `timoshenko`",
             OTHERWISE("5/6 of the area"), .check = check_shear),
};
static const auth_table free_section = AUTH_TABLE(flex_properties, free_fields, .what = "section");

static void check_section(auth_item *item)
{
    static const char *const kinds[FLEX_SECTION_KINDS] = {"box", "tube", "solid", "free"};
    flex_section *section = item->out;
    const int kind = auth_item_one_of(item, "a section", kinds, FLEX_SECTION_KINDS);
    if (kind != AUTH_NOT_FOUND) section->kind = (flex_section_kind)kind;
}

static const auth_field section_fields[] = {
    QUANTITY(
        flex_section, at, LENGTH, NOT_NEGATIVE,
        "Place along the beam, from the root at 0. Sizes between two places are linear; two sections at one "
        "place make a step"),
    PART(flex_section, box, box, "Rectangular hollow section", OPTIONAL),
    PART(flex_section, tube, tube, "Round hollow section", OPTIONAL),
    PART(flex_section, solid, solid, "Full rectangle", OPTIONAL),
    PART(flex_section, free, free_section, "Any other section, by its properties", OPTIONAL),
};
static const auth_table section = AUTH_TABLE(flex_section, section_fields, .what = "section",
                                             .place = AUTH_AT(flex_section, place), .check = check_section);

/* ---- beam ---- */

static const auth_word theories[] = {{"euler-bernoulli", FLEX_EULER_BERNOULLI},
                                     {"timoshenko", FLEX_TIMOSHENKO}};

static const auth_field material_fields[] = {
    QUANTITY(flex_material, modulus, PRESSURE, POSITIVE, "Young's modulus"),
    QUANTITY(flex_material, poisson, NUMBER, ANY, "Poisson's ratio", SPAN("0 to 0.5"), DEFAULT("0.3")),
    QUANTITY(flex_material, density, DENSITY, POSITIVE, "Density"),
};
static const auth_table material = AUTH_TABLE(flex_material, material_fields, );

static const auth_field beam_fields[] = {
    CHOICE(flex_beam, theory, theories,
           "`timoshenko`: with shear and rotary inertia of the sections, for short and high beams",
           DEFAULT("euler-bernoulli")),
    COUNT(flex_beam, elements,
          "Smallest number of elements over the whole length; named nodes, masses and "
          "sections are always at their ends",
          SPAN("1 to 2000"), DEFAULT("20")),
    PART(flex_beam, material, material, "Material"),
    LIST(flex_beam, sections, section_count, section, 2, FLEX_MAX_SECTIONS,
         "List of sections by rising place, from 0 to the end of the beam"),
};
static const auth_table beam = AUTH_TABLE(flex_beam, beam_fields, .what = "beam");

/* ---- matrices ---- */

typedef struct named_matrices {
    flex_import import; /* first: what the definition points to */
    const char *stiffness, *mass, *nodes;
} named_matrices;

static void read_matrices(auth_item *item)
{
    named_matrices *m = item->out;
    const auth_reader *r = item->reader;
    const hl_place nodes = auth_item_place(item, "nodes");
    const bool good =
        matrices_read(m->stiffness, auth_item_text(item, "stiffness"), m->import.stiffness_place, r->arena,
                      r->report, &m->import.stiffness) &&
        matrices_read(m->mass, auth_item_text(item, "mass"), m->import.mass_place, r->arena, r->report,
                      &m->import.mass) &&
        matrices_read_nodes(m->nodes, auth_item_text(item, "nodes"), nodes, r->arena, r->report, &m->import);
    if (!good && hl_arena_failed(r->arena)) *r->starved = true;
}

static const auth_field matrices_fields[] = {
    PATH(named_matrices, stiffness, "Stiffness matrix: a file in Matrix Market format, symmetric or general",
         PLACE(named_matrices, import.stiffness_place)),
    PATH(named_matrices, mass, "Mass matrix, likewise", PLACE(named_matrices, import.mass_place)),
    PATH(named_matrices, nodes,
         "Node table, CSV: number, x, y, z in metres, and the row of each of its six degrees of freedom, "
         "from 1; "
         "0: it has none"),
    COUNT_AS("root", named_matrices, import.root, "Number of the node that is clamped to the body frame",
             SPAN("0 to 1000000"), PLACE(named_matrices, import.root_place)),
};
static const auth_table matrices = AUTH_TABLE(named_matrices, matrices_fields, .check = read_matrices);

/* ---- masses and nodes ---- */

static const auth_field mass_fields[] = {
    QUANTITY(flex_mass, at, LENGTH, NOT_NEGATIVE, "Place along the beam"),
    QUANTITY(flex_mass, mass, MASS, NOT_NEGATIVE, "Mass there"),
    VECTOR(flex_mass, inertia, INERTIA, NOT_NEGATIVE, "Moments of inertia about x, y, z through that place",
           DEFAULT("[0, 0, 0]")),
};
static const auth_table mass = AUTH_TABLE(flex_mass, mass_fields, .place = AUTH_AT(flex_mass, place));

static bool is_beam(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return auth_item_has(item, "beam");
}

static bool begin_node(auth_item *item)
{
    return is_beam(item) ? auth_item_set_kind(item, 0, "of a beam")
                         : auth_item_set_kind(item, 1, "of imported matrices");
}

static const auth_field node_fields[] = {
    NAME(flex_node, "Name of the node"),
    QUANTITY(flex_node, at, LENGTH, NOT_NEGATIVE, "Place along the beam, beyond the root", NEEDED(BEAM)),
    COUNT_AS("node", flex_node, id, "Number of the node in the node table", SPAN("0 to 1000000"),
             NEEDED(MATRICES)),
};
static const auth_table node = AUTH_TABLE(flex_node, node_fields, .what = "node",
                                          .place = AUTH_AT(flex_node, place), .begin = begin_node);

/* ---- reduction ---- */

#define OF_METHOD(method) (1u << (method))
enum { ALL_METHODS = (1 << (FLEX_NORMAL + 1)) - 1, WITH_INTERFACES = ALL_METHODS & ~(1 << FLEX_NORMAL) };

static const auth_word methods[] = {{"krylov", FLEX_KRYLOV},
                                    {"craig-bampton", FLEX_CRAIG_BAMPTON},
                                    {"guyan", FLEX_GUYAN},
                                    {"normal", FLEX_NORMAL}};

static bool read_interfaces(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    flex_reduction *r = item->out;
    const flex_def *def = &((const auth_flexible *)item->parent->out)->def;
    r->interface_count = value ? auth_entry_count(value) : def->node_count;
    bool good = true;
    for (int i = 0; i < r->interface_count; i++) {
        r->interfaces[i] = i;
        if (!value) continue;
        const yaml_node_t *entry = auth_document_entry(item->reader->document, value, i);
        r->interfaces[i] = auth_item_reference(item, field->key, entry, "nodes", "node");
        good &= r->interfaces[i] != AUTH_NOT_FOUND;
    }
    return good;
}

static int find_load(const char *word)
{
    static const char *const words[FLEX_LOADS] = {"fx", "fy", "fz", "mx", "my", "mz"};
    for (int d = 0; d < FLEX_LOADS; d++)
        if (strcmp(words[d], word) == 0) return d;
    return AUTH_NOT_FOUND;
}

static bool read_loads(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    flex_reduction *r = item->out;
    bool good = true;
    for (int d = 0; d < FLEX_LOADS; d++) r->loads[d] = value == NULL;
    for (int i = 0; value && i < auth_entry_count(value); i++) {
        const yaml_node_t *entry = auth_document_entry(item->reader->document, value, i);
        char quoted[48];
        const int load = find_load(auth_node_text(entry));
        if (load != AUTH_NOT_FOUND) {
            r->loads[load] = true;
            continue;
        }
        hl_report_add(item->reader->report, auth_node_place(entry),
                      "unknown load '%s' in '%s'; fx, fy, fz, mx, my, mz are expected",
                      auth_quote(auth_node_text(entry), quoted, sizeof quoted), field->key);
        good = false;
    }
    return good;
}

static const auth_field reduction_fields[] = {
    CHOICE(
        flex_reduction, method, methods,
        "`krylov`: deflections under loads; `guyan`: under displacements of the interfaces; `craig-bampton`: "
        "these and modes with fixed interfaces; `normal`: the lowest modes",
        DEFAULT("krylov")),
    READ(WORDS, "interfaces", read_interfaces, "List of nodes through which the body is loaded", .least = 1,
         .most = FLEX_MAX_MARKERS, OTHERWISE("all named nodes"), .of = WITH_INTERFACES),
    READ(WORDS, "loads", read_loads, "List of unit loads at each interface: fx, fy, fz, mx, my, mz",
         .most = FLEX_LOADS, OTHERWISE("all six"), OF(OF_METHOD(FLEX_KRYLOV))),
    FLAG(flex_reduction, inertia_loads,
         "And the inertia forces of six rigid accelerations: for bodies that mostly carry their own mass",
         DEFAULT("false"), OF(OF_METHOD(FLEX_KRYLOV))),
    COUNT(flex_reduction, blocks,
          "Blocks of columns: 1 has the statics of the loads, each further one more dynamics",
          SPAN("1 to 24"), DEFAULT("1"), OF(OF_METHOD(FLEX_KRYLOV))),
    COUNT(flex_reduction, fixed_modes, "Number of modes with fixed interfaces", SPAN("0 to 100"),
          NEEDED(OF_METHOD(FLEX_CRAIG_BAMPTON))),
    COUNT(flex_reduction, keep,
          "Number of columns kept after orthonormalisation, of the lowest frequencies; of `normal`: of modes",
          SPAN("1 to 24"), OTHERWISE("all"), .of = ALL_METHODS, .needed = OF_METHOD(FLEX_NORMAL)),
};

static void check_reduction(auth_item *item)
{
    const flex_reduction *r = item->out;
    if (r->method != FLEX_NORMAL && r->interface_count == 0)
        COMPLAIN(item, "method",
                 "a reduction needs at least one interface: add 'nodes', or choose the method "
                 "'normal'");
}

static const auth_table reduction =
    AUTH_TABLE(flex_reduction, reduction_fields, .place = AUTH_AT(flex_reduction, place),
               .kind_key = "method", .kind_words = "with the method", .check = check_reduction);

/* ---- damping ---- */

static void check_damping(auth_item *item)
{
    flex_damping *d = item->out;
    if (!auth_item_has(item, "mass") && !auth_item_has(item, "stiffness")) return;
    if (auth_item_refuse(item, "ratio", "is given by 'mass' and 'stiffness'")) d->ratio = 0;
}

static const auth_field damping_fields[] = {
    QUANTITY(flex_damping, ratio, NUMBER, ANY,
             "Damping ratio at the two lowest modes; welded booms have 0.5 to 2 % [estimate]",
             SPAN("0 to 20 %"), DEFAULT("1 %")),
    QUANTITY(flex_damping, mass, RATE, NOT_NEGATIVE, "Instead: share of the mass", DEFAULT("0")),
    QUANTITY(flex_damping, stiffness, TIME, NOT_NEGATIVE, "Instead: share of the stiffness", DEFAULT("0")),
};
static const auth_table damping = AUTH_TABLE(flex_damping, damping_fields, .check = check_damping);

/* ---- the whole ---- */

static void check_flexible(auth_item *item)
{
    static const char *const sources[] = {"beam", "matrices"};
    auth_flexible *f = item->out;
    const int source = auth_item_one_of(item, "a flexible body", sources, 2);
    f->def.name = f->name;
    f->def.description = f->description;
    if (source == 0 || source == AUTH_NOT_FOUND) return;
    static const char why[] = "has no effect with 'matrices'";
    auth_item_refuse(item, "masses", why);
    auth_item_refuse(item, "foreshortening", why);
}

static const auth_field fields[] = {
    HEAD(auth_flexible, "flexible"),
    PART_AS("beam", auth_flexible, def.beam, beam,
            "A straight beam along x; its root, at 0, is clamped to the body "
            "frame",
            OPTIONAL, .pointer = true),
    PART_AS("matrices", auth_flexible, def.import, matrices,
            "Instead: mass and stiffness of a finite element program", OPTIONAL, .pointer = true),
    LIST_AS("masses", auth_flexible, def.masses, def.mass_count, mass, 0, FLEX_MAX_MARKERS,
            "List of masses on the beam, such as a boom head", OTHERWISE("none")),
    LIST_AS("nodes", auth_flexible, def.nodes, def.node_count, node, 0, FLEX_MAX_MARKERS,
            "List of named nodes, to which something can be attached", OTHERWISE("none")),
    PART_AS("reduction", auth_flexible, def.reduction, reduction, "How the body is reduced to a few modes"),
    PART_AS("damping", auth_flexible, def.damping, damping, "Damping of the modes",
            OTHERWISE("a ratio of 1 %"), .defaults = true),
    FLAG_AS("foreshortening", auth_flexible, def.foreshortening,
            "Bending shortens the beam; false: only to see the difference", DEFAULT("true")),
};

const auth_table auth_flexible_table = AUTH_TABLE(auth_flexible, fields, .check = check_flexible);

AUTH_FORMAT(flexible, flexible, FLEXIBLE, NULL)
