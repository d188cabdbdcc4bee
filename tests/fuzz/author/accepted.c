/* What must hold of every mechanism that a reader accepts. */
#include "fuzz.h"

#include "auth/circuit.h"

#include <math.h>

void fuzz_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) fail_msg("an accepted file gave the number %g", values[i]);
}

void fuzz_known(int index, int least, int count)
{
    assert_true(index >= least && index < count);
}

static void check_bodies(const auth_mechanism *m)
{
    assert_int_equal(m->joint_count, m->body_count);
    for (int i = 0; i < m->body_count; i++) {
        fuzz_finite(&m->bodies[i].mass, 1);
        fuzz_finite(m->bodies[i].centre, 3);
        fuzz_finite(m->bodies[i].inertia, 6);
        assert_true(m->bodies[i].mass >= 0.0);
        const auth_joint *joint = &m->joints[i];
        assert_int_equal(joint->child, i);
        fuzz_known(joint->parent, MB_GROUND, i); /* parents stand before children */
        fuzz_finite(joint->at, 3);
        fuzz_finite(joint->child_at, 3);
        fuzz_finite(joint->axis, 3);
        fuzz_finite(joint->axis2, 3);
        fuzz_finite(joint->turn, 3);
        fuzz_finite(joint->position, MB_MAX_JOINT_DOF);
        fuzz_finite(joint->velocity, MB_MAX_JOINT_DOF);
    }
}

static void check_on(const auth_mechanism *m, auth_joint_coordinate on)
{
    fuzz_known(on.joint, 0, m->joint_count);
    fuzz_known(on.coordinate, 0, m->joints[on.joint].dof);
}

static void check_pairs(const auth_mechanism *m)
{
    for (int i = 0; i < m->loop_count; i++) {
        const mb_loop_def *loop = &m->loops[i];
        fuzz_known(loop->body_a, MB_GROUND, m->body_count);
        fuzz_known(loop->body_b, MB_GROUND, m->body_count);
        fuzz_finite((const double *)&loop->axis_a, 3);
        fuzz_finite((const double *)&loop->axis_b, 3);
        fuzz_finite((const double *)&loop->normal_a, 3);
        fuzz_finite((const double *)&loop->normal_b, 3);
        fuzz_finite(&loop->distance, 1);
    }
    for (int i = 0; i < m->spring_count; i++) {
        const auth_spring *s = &m->springs[i];
        fuzz_known(s->a, MB_GROUND, m->body_count);
        fuzz_known(s->b, MB_GROUND, m->body_count);
        fuzz_finite((const double[]){s->parameters.stiffness, s->parameters.damping, s->parameters.free,
                                     s->parameters.preload},
                    4);
    }
    for (int i = 0; i < m->bushing_count; i++) {
        fuzz_finite(m->bushings[i].parameters.stiffness, 3);
        fuzz_finite(m->bushings[i].parameters.rotation_damping, 3);
    }
}

static void check_coordinates(const auth_mechanism *m)
{
    for (int i = 0; i < m->joint_spring_count; i++) check_on(m, m->joint_springs[i].on);
    for (int i = 0; i < m->joint_force_count; i++) check_on(m, m->joint_forces[i].on);
    for (int i = 0; i < m->driver_count; i++) check_on(m, m->drivers[i].on);
    for (int i = 0; i < m->stop_count; i++) {
        const auth_stop *s = &m->stops[i];
        const mb_stop *p = &s->parameters;
        check_on(m, s->on);
        fuzz_finite((const double[]){p->lower, p->upper, p->stiffness, p->damping, p->ramp}, 5);
        assert_true(p->lower < p->upper);
    }
    for (int i = 0; i < m->friction_count; i++) {
        const auth_friction *f = &m->friction[i];
        const mb_friction *p = &f->parameters;
        check_on(m, f->on);
        fuzz_finite((const double[]){p->F_c, p->F_s, p->xi, p->n, p->v_dwell}, 5);
    }
}

static void check_circuit_parts(const auth_mechanism *m, const auth_circuit *c)
{
    for (int i = 0; i < c->def.orifice_count; i++) {
        fuzz_known(c->def.orifices[i].a, 0, c->def.node_count);
        fuzz_known(c->def.orifices[i].b, 0, c->def.node_count);
        fuzz_known(c->def.orifices[i].command, AUTH_NONE, c->def.command_count);
        fuzz_finite(&c->def.orifices[i].coefficient, 1);
    }
    for (int i = 0; i < c->def.directional_count; i++) {
        const hyd_directional_def *d = &c->def.directionals[i];
        fuzz_known(d->command, 0, c->def.command_count);
        fuzz_finite(d->valve.coefficient, 4);
        fuzz_finite(
            (const double[]){d->valve.spool.tau, d->valve.centre_coefficient, d->valve.spool.full_stroke}, 3);
        assert_true(d->valve.spool.tau > 0.0);
    }
    for (int i = 0; i < c->def.pump_count; i++) {
        fuzz_finite((const double[]){c->pumps[i].def.pump.machine.displacement,
                                     c->pumps[i].def.pump.machine.viscous_drag},
                    2);
        if (!c->pumps[i].def.driven) check_on(m, c->pumps[i].on);
    }
    for (int i = 0; i < c->def.cylinder_count; i++) {
        const auth_cylinder *z = &c->cylinders[i];
        fuzz_known(z->a, MB_GROUND, m->body_count);
        fuzz_known(z->b, MB_GROUND, m->body_count);
        fuzz_finite((const double[]){z->def.cylinder.area_a, z->def.cylinder.area_b, z->def.cylinder.stroke,
                                     z->def.cylinder.chamber_0, z->friction.sigma_2},
                    5);
        assert_true(z->def.cylinder.area_a > 0.0 && z->def.cylinder.area_b >= 0.0 &&
                    z->def.cylinder.chamber_0 <= z->def.cylinder.stroke);
    }
}

static void check_circuits(const auth_mechanism *m)
{
    for (int i = 0; i < m->circuit_count; i++) {
        const auth_circuit *c = &m->circuits[i];
        for (int k = 0; k < c->def.node_count; k++)
            fuzz_finite((const double[]){c->def.nodes[k].pressure, c->def.nodes[k].hose,
                                         c->def.nodes[k].hose_modulus},
                        3);
        for (int k = 0; k < c->def.command_count; k++)
            for (int n = 0; n < c->def.commands[k].point_count; n++)
                fuzz_finite(
                    (const double[]){c->def.commands[k].points[n].time, c->def.commands[k].points[n].value},
                    2);
        check_circuit_parts(m, c);
    }
    for (int i = 0; i < m->output_count; i++) {
        fuzz_known(m->outputs[i].circuit, -1, m->circuit_count);
        fuzz_known(m->outputs[i].of2, -1, m->point_count);
    }
}

void fuzz_check_mechanism(const auth_mechanism *m)
{
    assert_true(m->body_count >= 1);
    fuzz_finite(m->gravity, 3);
    check_bodies(m);
    check_pairs(m);
    check_coordinates(m);
    check_circuits(m);
    for (int i = 0; i < m->point_count; i++) fuzz_known(m->points[i].body, MB_GROUND, m->body_count);
}
