/* What the sub-commands share with main: exit statuses and how a sub-command looks. */
#ifndef PROGRAM_H
#define PROGRAM_H

/** Exit statuses. */
enum program_exit {
    PROGRAM_DONE = 0,
    PROGRAM_FAILED = 1,     /**< the run failed: a check did not hold, the world stopped */
    PROGRAM_USAGE = 2,      /**< bad usage or a bad authored file; nothing was written */
    PROGRAM_ENVIRONMENT = 3 /**< the environment lacks something, a folder to write into for example */
};

/** Sub-commands: argv[0] is the sub-command's own name. They return an exit status. */
int program_run(int argc, char **argv);
int program_train(int argc, char **argv);
int program_sweep(int argc, char **argv);
int program_simulate(int argc, char **argv);
int program_validate(int argc, char **argv);
int program_bench(int argc, char **argv);
int program_equilibrium(int argc, char **argv);
int program_check(int argc, char **argv);
int program_replay(int argc, char **argv);
int program_results(int argc, char **argv);
int program_signals(int argc, char **argv);
int program_soil(int argc, char **argv);
int program_hud(int argc, char **argv);
int program_devices(int argc, char **argv);
int program_motion(int argc, char **argv);
int program_instructor(int argc, char **argv);

/** What the build needs and the processor lacks, e.g. "AVX2"; NULL when all is there. */
const char *program_missing_in_processor(void);

#endif
