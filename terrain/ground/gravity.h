/* The weight of soil in the laws of soil mechanics. */
#ifndef TERR_GRAVITY_H
#define TERR_GRAVITY_H

/* Standard gravity, g [m/s^2] (3rd CGPM, 1901). The laws' measured constants hold for it. */
#define TERR_GRAVITY 9.80665

#endif
