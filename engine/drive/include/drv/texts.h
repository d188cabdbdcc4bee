/* What results are known by: hashes of the authored texts, of recordings and of the program. */
#ifndef DRV_TEXTS_H
#define DRV_TEXTS_H

#include "drv/load.h"

enum {
    DRV_HASH = 17,                  /* sixteen digits */
    DRV_INPUTS = AUTH_MAX_SOILS + 3 /* scenario, machine, soils, script */
};

/** An authored file that a drive reads. */
typedef struct drv_input {
    const char *path;
    char hash[DRV_HASH]; /**< of its text */
} drv_input;

typedef struct drv_inputs {
    int count;
    drv_input files[DRV_INPUTS]; /**< scenario (if there is one), machine, soils, script (likewise) */
} drv_inputs;

/** List the authored files of a drive: its report names them, and `headland sweep` compares by them.
 *  @param script  path of the operator's script; NULL: none
 *  @param why     out: RT_WHY_LENGTH, when false: the script cannot be read */
bool drv_inputs_of(const drv_files *files, const char *script, drv_inputs *inputs, char *why);

enum { DRV_PROGRAM = 64 };

/** Name this build: version, and a hash of the program itself, since a version is built more than once. */
void drv_program_name(char text[DRV_PROGRAM]);

/** Hash the texts of an exercise: scenario, machine, and the files that the scenario names, soils and then
 * other machines, in its order. */
void drv_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *named, int count,
                    char hash[DRV_HASH]);

/** The same of an exercise whose files are read now; empty when one of them cannot be read. */
void drv_exercise_hash(const char *path, const auth_scenario *scenario, char hash[DRV_HASH]);

/** Hash a recording.
 *  @param why  out: TRAIN_WHY, when false: it cannot be read */
bool drv_file_hash(const char *path, char hash[DRV_HASH], char *why);

#endif
