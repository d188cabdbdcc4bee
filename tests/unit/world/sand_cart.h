/* The cart with a bucket on its boom, on a field of sand of 16 x 6 m. */
#ifndef SAND_CART_H
#define SAND_CART_H

#include "cart.h"

/** Build it. `more`: further keys of the scenario's `sand`, e.g. "piles: [{at: [7 m, 0], height: 0.8 m}]", or
 * empty; `rest`: further lines of the scenario, or empty. Fails the test when anything is wrong. */
void sand_cart_build(cart *c, const char *more, const char *rest);

/** The same with further lines of the machine's file. @return the status of the world's building */
hl_status sand_cart_try(cart *c, const char *machine, const char *more, const char *rest);

/** Steps; every one must succeed, and no quantum of soil be missing behind it. */
void sand_cart_run(cart *c, double seconds);

terr_ledger sand_cart_ledger(const cart *c);

#endif
