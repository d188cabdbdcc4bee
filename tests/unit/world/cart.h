/* A small machine for tests: a cart of 2000 kg on four wheels, rear-wheel drive with two gears, a boom on a
 * cylinder with pump, valve and relief. Figures are round, not those of any real machine. */
#ifndef CART_H
#define CART_H

#include "world/machine.h"

typedef struct cart {
    hl_arena arena;
    hl_report machine_report, scenario_report;
    world_machine *machine;
} cart;

enum { CART_ROOM = 20000, CART_SIGNALS = 256 };

/** The text of cart.yaml. */
void cart_read(char *text, size_t room);

/** Build the cart; `scenario` is the text of a scenario file, NULL: none. Fails the test when anything is
 * wrong. */
void cart_build(cart *c, const char *scenario);

/** The same, where complaints are expected. */
hl_status cart_try(cart *c, const char *machine, const char *scenario);
void cart_free(cart *c);

/** Steps; every one must succeed. */
void cart_run(cart *c, double seconds);

/** Set a control, read a signal, by name. */
void cart_set(cart *c, const char *control, double value);
double cart_signal(cart *c, const char *signal);

#endif
