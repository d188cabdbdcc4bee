/* How many of what: the model's structure beside that of 000 publication VI, section IV; its mass. */
#include "excavator.h"

#include <math.h>

static const char source[] = "000 publication VI, section IV";
static const char a_count[] = "a count";

static void count(valid_run *v, const char *what, double published, double here)
{
    valid_published(v, what, "1", source, published, here, 0.0, a_count);
}

/* Bodies that the paper does not have: sprockets and crankshaft. */
static bool is_extra(const auth_machine *m, int body)
{
    for (int t = 0; t < m->track_count; t++)
        if (m->mechanism->joints[m->tracks[t].joint].child == body) return true;
    return m->mechanism->joints[m->engine.crankshaft.joint].child == body;
}

static int count_bodies(valid_run *v, const auth_machine *m)
{
    const auth_mechanism *mechanism = m->mechanism;
    int bodies = 0, extra = 0, cylinders = 0;
    for (int i = 0; i < mechanism->joint_count; i++)
        if (is_extra(m, mechanism->joints[i].child))
            extra++;
        else
            bodies++;
    const auth_circuit *circuit = &mechanism->circuits[0];
    for (int i = 0; i < circuit->def.cylinder_count; i++) cylinders += circuit->cylinders[i].count;
    count(v, "bodies without sprockets and crankshaft", 9, bodies);
    count(v, "joints, the cut one included, without those of sprockets and crankshaft", 10,
          bodies + mechanism->loop_count);
    count(v, "cylinders", 6, cylinders);
    return extra;
}

/* ---- mass ---- */

static double mass_with(valid_run *v, const char *bucket)
{
    driven e;
    if (!excavator_build(v, &(driven_start){.choice = {"bucket", bucket}, .unsettled = true}, &e))
        return (double)NAN;
    double mass = 0.0;
    for (int i = 0; i < e.author->mechanism->body_count; i++) mass += e.author->mechanism->bodies[i].mass;
    return mass;
}

static void masses(valid_run *v)
{
    static const double BLADE = 650.0; /* [kg] with its cylinders: assets/machines/README.md */
    const double standard = mass_with(v, "standard"), medium = mass_with(v, "medium");
    valid_published(v, "mass with the bucket of 1.19 m3, without the blade", "kg",
                    "Caterpillar 320: 21 600 kg with shoes of 600 mm, 22 500 kg with shoes of 790 mm",
                    22050.0, standard - BLADE, 450.0, "between the two: half their distance");
    const double buckets = 970.0 - 450.0;
    valid_published(v, "bucket of 1.19 m3 against the medium one: difference of the machine's mass", "kg",
                    "catalogue of the 320E; 000 publication VI, table I", buckets, standard - medium,
                    1e-9 * standard, "a sum of decimal numbers");
    valid_published(v, "large bucket against the small one: difference of the machine's mass", "kg",
                    "000 publication VI, table I", 750.0 - 315.0,
                    mass_with(v, "large") - mass_with(v, "small"), 1e-9 * standard,
                    "a sum of decimal numbers");
}

void excavator_counts(valid_run *v)
{
    driven e;
    if (!excavator_build(v, &(driven_start){.unsettled = true}, &e)) return;
    const int extra = count_bodies(v, e.author);
    const mb_counts counts = mb_model_counts(e.mechanism->model);
    const int rank = e.mechanism->assembly.rank;
    count(v, "closure equations that are independent of each other", 2, rank);
    count(v, "degrees of freedom without sprockets and crankshaft", 11, counts.columns - rank - extra);
    valid_published(v, "closure equations of the cut pin in space", "1", "exact: a revolute joint", 5,
                    counts.equations, 0.0, a_count);
    masses(v);
}
