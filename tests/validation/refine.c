/* A mechanism at step h and h/2 against published numbers: see refine.h. */
#include "refine.h"

#include <math.h>

const char valid_refinement_reason[] =
    "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2) + half the last printed digit";

static bool step_until(valid_run *run, const valid_refinement *r, bool looking, world_mechanism *m,
                       double until)
{
    while (m->state->time < until - 0.5 * m->options.step) {
        if (!valid_step(run, m)) return false;
        if (looking) r->look(run, m, r->context);
    }
    return true;
}

static bool read_values(valid_run *run, const valid_refinement *r, double step, bool looking, double *values)
{
    valid_override override = r->override;
    override.step = step;
    world_mechanism *m = valid_load(run, r->file, &override);
    if (!m) return false;
    if (looking) r->look(run, m, r->context);
    for (int i = 0; i < r->count; i++) {
        if (!step_until(run, r, looking, m, r->values[i].time)) return false;
        mb_evaluate_state(m->model, m->state, m->work);
        values[i] = valid_output(run, m, r->values[i].column);
    }
    return true;
}

bool valid_read_values(valid_run *run, const valid_refinement *r, double step, double *values)
{
    return read_values(run, r, step, false, values);
}

void valid_refine(valid_run *run, const valid_refinement *r)
{
    double coarse[VALID_MAX_VALUES] = {0}, fine[VALID_MAX_VALUES] = {0};
    const double h = r->override.step;
    if (!read_values(run, r, h, false, coarse) || !read_values(run, r, 0.5 * h, r->look != NULL, fine))
        return;
    for (int i = 0; i < r->count; i++) {
        const valid_value *v = &r->values[i];
        valid_published(run, v->what, v->unit, r->source, v->published, fine[i],
                        valid_richardson(coarse[i], fine[i], 2, 2.0) + v->printed, valid_refinement_reason);
    }
}
