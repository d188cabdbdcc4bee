/* The table of the parts of a machine. */
#ifndef WORLD_ROWS_H
#define WORLD_ROWS_H

typedef struct world world;
typedef struct world_machine world_machine;
typedef struct world_part_row world_part_row;

/** All parts, a line each: ROW(part) stands for the row `world_PART_row` in the part's file and for the field
 * `machine->PART`, a `struct world_PART *`, which the part allocates if it keeps anything.
 *
 * The order is that of efforts in the model, of signals, and of blocks in the state: it must not change, or
 * earlier recordings no longer replay. A part whose signals or blocks have another place in this order
 * than its other functions has a second row. New parts are added before `soil`. */
#define WORLD_PART_ROWS(ROW)                                                                                 \
    ROW(chassis)        /* parts/chassis.c: pose, energies, solver; the mechanism's state */                 \
    ROW(controls)       /* parts/controls.c: what the operator moves */                                      \
    ROW(travel)         /* parts/controls.c: the distance that they are moved */                             \
    ROW(drive)          /* parts/drive.c: engine, driveline, control unit */                                 \
    ROW(levers)         /* parts/levers.c: commands of valves, pilot lines, auto idle */                     \
    ROW(brakes)         /* parts/levers.c: on joints */                                                      \
    ROW(circuits)       /* parts/levers.c: the commands as they stand */                                     \
    ROW(wheels)         /* parts/wheels.c */                                                                 \
    ROW(tracks)         /* parts/tracks.c */                                                                 \
    ROW(air)            /* parts/chassis.c: drag */                                                          \
    ROW(contacts)       /* parts/contacts.c: shapes against ground and objects */                            \
    ROW(faults)         /* parts/faults.c */                                                                 \
    ROW(tools)          /* parts/tools.c: digging tools */                                                   \
    ROW(seat)           /* parts/chassis.c: what the operator feels */                                       \
    ROW(hits)           /* parts/hits.c: blows against objects */                                            \
    ROW(zones)          /* training/zones.c: soil that is weighed */                                         \
    ROW(goal)           /* training/condition.c */                                                           \
    ROW(travel_shown)   /* parts/controls.c: its signal */                                                   \
    ROW(training)       /* training/: regions, profiles, tasks, score */                                     \
    ROW(pushes)         /* parts/machines.c: by other machines */                                            \
    ROW(rest)           /* parts/machines.c: machines that make no steps */                                  \
    ROW(containers)     /* parts/containers.c: boxes that hold soil */                                       \
    ROW(incidents)      /* incidents/: overturned, utilities, persons, hits, drops */                        \
    ROW(objects)        /* parts/objects.c: free objects */                                                  \
    ROW(implements)     /* parts/implements.c: poses of trailers and tools */                                \
    ROW(couplings)      /* parts/couplings.c: between machine and implements */                              \
    ROW(treads)         /* parts/treads.c: tires and tracks against objects and other machines */            \
    ROW(slings)         /* parts/slings.c: hooks that hold free objects */                                   \
    ROW(lift)           /* parts/lift.c: load chart, warning, cut-off */                                     \
    ROW(soil)           /* parts/tools.c: what the sand's last step left for the next one */                 \
    ROW(outputs)        /* parts/chassis.c: signals that the file lists */                                   \
    ROW(controls_shown) /* parts/controls.c: their signals */

#define WORLD_PART_DECLARED(part) extern const world_part_row world_##part##_row;
WORLD_PART_ROWS(WORLD_PART_DECLARED)

#endif
