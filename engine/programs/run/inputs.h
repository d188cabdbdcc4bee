/* What a result was computed from and with: report.json says it, and `headland sweep` knows by it which
 * results belong together. */
#ifndef INPUTS_H
#define INPUTS_H

#include "machine.h"

enum {
    INPUTS_MOST = AUTH_MAX_SOILS + 3, /* scenario, machine, soils, script */
    INPUT_HASH = 17,                  /* sixteen digits */
    INPUTS_PROGRAM = 64
};

typedef struct input_file {
    const char *path;
    char hash[INPUT_HASH]; /**< of its text */
} input_file;

typedef struct inputs {
    int count;
    input_file files[INPUTS_MOST]; /**< scenario (where there is one), machine, soils, script (likewise) */
} inputs;

/** The authored files of a drive.
 *  @param script  path of the operator's script; NULL: none
 *  @param why     out: RT_WHY_LENGTH, when false: the script cannot be read */
bool inputs_of(const machine_files *files, const char *script, inputs *out, char *why);

/** This build: version, and a hash of the program itself, since the same version is built more than once. */
void inputs_program(char text[INPUTS_PROGRAM]);

#endif
