/* What the sub-commands share with main: exit statuses and how a sub-command looks. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "drv/log.h"

/** Exit statuses: the results of the libraries. */
enum program_exit {
    PROGRAM_DONE = DRV_DONE,
    PROGRAM_FAILED = DRV_FAILED,
    PROGRAM_USAGE = DRV_USAGE,
    PROGRAM_ENVIRONMENT = DRV_ENVIRONMENT
};

/** Sub-commands: argv[0] is the sub-command's own name. They return an exit status. */
int program_run(int argc, char **argv);
int program_train(int argc, char **argv);
int program_exercises(int argc, char **argv);
int program_sweep(int argc, char **argv);
int program_simulate(int argc, char **argv);
int program_validate(int argc, char **argv);
int program_bench(int argc, char **argv);
int program_equilibrium(int argc, char **argv);
int program_doctor(int argc, char **argv);
int program_check(int argc, char **argv);
int program_replay(int argc, char **argv);
int program_report(int argc, char **argv);
int program_results(int argc, char **argv);
int program_signals(int argc, char **argv);
int program_flex(int argc, char **argv);
int program_soil(int argc, char **argv);
int program_hud(int argc, char **argv);
int program_devices(int argc, char **argv);
int program_motion(int argc, char **argv);
int program_instructor(int argc, char **argv);

#endif
