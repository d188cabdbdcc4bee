/* Mutated flexible bodies and reduced ones. See fuzz.h. */
#include "fuzz.h"

#include "auth/flexible.h"

enum { ROUNDS = 4000 };

/* ---- flexible bodies ---- */

FUZZ_PARSER(flexible)

static void check_beam(const flex_beam *beam)
{
    fuzz_known(beam->section_count, 2, FLEX_MAX_SECTIONS + 1);
    fuzz_known(beam->elements, 1, FLEX_MAX_ELEMENTS + 1);
    assert_true(beam->material.modulus > 0 && beam->material.density > 0 && beam->material.poisson >= 0);
    for (int i = 0; i < beam->section_count; i++) {
        const flex_section *s = &beam->sections[i];
        fuzz_known((int)s->kind, 0, FLEX_SECTION_KINDS);
        fuzz_finite((const double[]){s->at, s->box.width, s->tube.diameter, s->solid.height, s->free.shear_z},
                    5);
    }
}

static void check_flexible(const void *made)
{
    const flex_def *d = &((const auth_flexible *)made)->def;
    assert_true(d->name && *d->name && (d->beam != NULL) != (d->import != NULL));
    if (d->beam) check_beam(d->beam);
    fuzz_known(d->node_count, 0, FLEX_MAX_MARKERS + 1);
    fuzz_known(d->mass_count, 0, FLEX_MAX_MARKERS + 1);
    for (int i = 0; i < d->mass_count; i++)
        assert_true(d->masses[i].mass >= 0 && d->masses[i].inertia[2] >= 0);
    const flex_reduction *r = &d->reduction;
    for (int i = 0; i < r->interface_count; i++) fuzz_known(r->interfaces[i], 0, d->node_count);
    assert_true(r->method == FLEX_NORMAL || r->interface_count > 0);
    assert_true(d->damping.ratio >= 0 && d->damping.mass >= 0 && d->damping.stiffness >= 0);
}

/* ---- reduced bodies ---- */

FUZZ_PARSER(flexible_body)

static void check_flexible_body(const void *made)
{
    const flex_body *b = &((const auth_flexible_body *)made)->body;
    const size_t n = (size_t)b->modes;
    fuzz_known(b->modes, 1, FLEX_MAX_MODES + 1);
    assert_true(b->mass > 0);
    fuzz_finite(b->S, 3 * n);
    fuzz_finite(b->K, n * n);
    fuzz_finite(b->N, 9 * n);
    fuzz_finite(b->P, 9 * n * n);
    for (int i = 0; i < b->marker_count; i++) {
        assert_true(b->markers[i].name && *b->markers[i].name);
        fuzz_finite(b->markers[i].phi, 3 * n);
        fuzz_finite(b->markers[i].G, n * n);
    }
}

static const char mixed_beam[] =
    "headland: flexible\nversion: 1\nname: b\nbeam:\n  theory: timoshenko\n"
    "  material: {modulus: 70 GPa, poisson: 0.33, density: 2700}\n  sections:\n"
    "    - {at: 0, tube: {diameter: 0.1, wall: 5 mm}}\n    - {at: 1, tube: {diameter: 0.1, wall: 5 mm}}\n"
    "    - {at: 1, free: {area: 1e-3, inertia_y: 1e-6, inertia_z: 1e-6, torsion: 1e-6}}\n"
    "    - {at: 2, free: {area: 1e-3, inertia_y: 1e-6, inertia_z: 1e-6, torsion: 1e-6}}\n"
    "nodes: [{name: tip, at: 2}]\nreduction: {method: craig-bampton, fixed_modes: 2, keep: 4}\n"
    "damping: {mass: 0.1, stiffness: 1 ms}\nforeshortening: false\n";

const fuzz_subject fuzz_subjects[] = {
    {parse_flexible, check_flexible, HEADLAND_SOURCE "/assets/flexible/boom.yaml", mixed_beam, NULL, ROUNDS},
    {parse_flexible_body, check_flexible_body, HEADLAND_SOURCE "/tests/unit/author/flexible-body.yaml", NULL,
     NULL, ROUNDS},
};
const int fuzz_subject_count = sizeof fuzz_subjects / sizeof *fuzz_subjects;
