/* A world of three controls and three signals that fails on request, in place of the real one. */
#ifndef FAKE_WORLD_H
#define FAKE_WORLD_H

#include "fake_sand.h"
#include "world/budget.h"
#include "world/incident.h"
#include "world/machine.h"
#include "world/operator.h"
#include "world/training.h"

enum { FAKE_CONTROLS = 3, FAKE_BODIES = 2, FAKE_SIGNALS = 3 };

typedef struct fake_state {
    double controls[FAKE_CONTROLS];
    int64_t tick;
    double sum; /* of control 0 over the ticks */
} fake_state;

struct world_machine {
    fake_state state;
    int64_t sand_steps; /* good steps: what the sand goes on by, which is not part of the rigid state */
    terr_sand *sand;    /* NULL: rigid ground */
    int signals, bodies;
    int64_t fails_at;        /* the step to this tick does not converge */
    int64_t not_a_number_at; /* signal 1 is not a number from this tick on */
    int64_t opens_at;        /* its loops are open by 2 um at this tick and the next; 0: never */
    int64_t hits_at; /* a hit begins at each multiple of this tick, of body 1 against object 7; 0: none */
    int64_t goal_at; /* the goal is reached from this tick on; 0: there is none */
    int64_t
        notes_at; /* a task, its number that of the note, is done at each multiple of this tick; 0: none */
    int64_t incidents_at; /* one at each multiple of this tick: a person is hit, an object is hit, in turns */
    int64_t overturns_at; /* from this tick on; 0: never */
    int64_t exercise_at;  /* the exercise ends at this tick, with 87 points; 0: it has no end */
    world_result exercise_result;
    struct {
        void (*ended)(void *context, world_part part);
        void *context;
    } watch;
};

/* An operator that moves control 2 to what signal 0 says, the tick, and ends after some acts. */
struct world_operator {
    int64_t acts;
};

/** At tick 0, failing never. */
world_machine fake_world(void);

static const double fake_step = 1e-3; /* [s] */
static const double fake_safe[FAKE_CONTROLS] = {0.25, 0.5, -1.0};

#endif
