/* mutations CASES SEED FILE...: mutated copies of good files, each met by a process of its own that reads it
 * as the program does: YAML is parsed, and what is accepted is built; recordings (*.hlr) are opened and
 * replayed. A case fails when its process is killed, ends by a sanitizer, takes longer than 10 s of processor
 * time or more than 1.5 GB. Reproducible: case N of a seed is the same. Prints how many were accepted and
 * refused, the longest and the largest. */
#include "auth/bindings.h"
#include "auth/file.h"
#include "auth/hud.h"
#include "auth/machine.h"
#include "auth/mechanism.h"
#include "auth/operator.h"
#include "auth/rig.h"
#include "auth/scenario.h"
#include "auth/settings.h"
#include "auth/soil.h"
#include "rt/replay.h"
#include "support/check.h"
#include "support/mutation.h"
#include "world/machine.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_FILES = 200,
    GROWTH = 1 << 16,  /* [bytes] that a mutation may add */
    MOST_SECONDS = 10, /* of processor time */
    MOST_KILOBYTES = 1500000,
    TICKS = 100, /* that are replayed */
    ACCEPTED = 0,
    REFUSED = 1
};

typedef struct seed_file {
    const char *path;
    char *data;
    size_t length;
    bool recording;
} seed_file;

static seed_file files[MOST_FILES];
static int file_count;
static char folder[] = "/tmp/headland-mutations-XXXXXX", recording[80];

static bool read_seed(const char *path, seed_file *file)
{
    FILE *from = fopen(path, "rb");
    if (!from || fseek(from, 0, SEEK_END) != 0) return false;
    file->length = (size_t)ftell(from);
    rewind(from);
    file->path = path;
    file->recording = strstr(path, ".hlr") != NULL;
    file->data = malloc(file->length + 1);
    const bool good = file->data && fread(file->data, 1, file->length, from) == file->length;
    return fclose(from) == 0 && good;
}

/* ---- mutations ---- */

/* Pieces that readers of numbers, of YAML and of bytes may trip over. */
static const char *const pieces[] = {"nan",
                                     ".inf",
                                     "-1",
                                     "1e308",
                                     "1e-320",
                                     "0",
                                     "99999999999999999999",
                                     "4294967296",
                                     "-0 m",
                                     "1 kg",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     ": ",
                                     "\n",
                                     "\n  ",
                                     "\n- ",
                                     "'",
                                     "\"",
                                     "&a ",
                                     "*a",
                                     "!!str",
                                     "|",
                                     ">",
                                     "#",
                                     "---\n",
                                     "%",
                                     "\t",
                                     "~",
                                     "\xff",
                                     "\xf0",
                                     "../",
                                     "/",
                                     "machine",
                                     "{a: {b: {c: ",
                                     "[[[[[[[[[[[[",
                                     "null",
                                     "true",
                                     "x"};

static void mutate_once(mutation_bytes bytes, uint64_t *seed)
{
    unsigned char *data = bytes.data;
    const size_t length = *bytes.length, at = mutation_below(seed, length + 1);
    const char *piece = pieces[mutation_below(seed, sizeof pieces / sizeof *pieces)];
    switch (mutation_below(seed, 7)) {
    case 0:
        if (at < length) data[at] = (unsigned char)mutation_below(seed, 256);
        break;
    case 1:
        if (at < length) data[at] ^= (unsigned char)(1u << mutation_below(seed, 8));
        break;
    case 2:
        mutation_cut(bytes, at, 1 + mutation_below(seed, 40));
        break;
    case 3: /* a line or a field twice, elsewhere */
        if (length > 0) {
            char copy[400];
            const size_t from = mutation_below(seed, length), most = length - from;
            const size_t count = 1 + mutation_below(seed, most < sizeof copy ? most : sizeof copy);
            memcpy(copy, data + from, count);
            mutation_insert(bytes, at, copy, count);
        }
        break;
    case 4: /* a run */
        for (size_t i = 1 + mutation_below(seed, 200); i > 0; i--)
            mutation_insert(bytes, at, piece, strlen(piece));
        break;
    case 5:
        if (mutation_below(seed, 8) == 0) *bytes.length = at;
        break;
    default: /* in place of a word */
        mutation_cut(bytes, at, mutation_below(seed, 12));
        mutation_insert(bytes, at, piece, strlen(piece));
    }
}

/* ---- reading, as the program reads ---- */

static hl_report report;

static int build(auth_machine *machine, hl_arena *arena)
{
    static hl_report of_scenario;
    world_machine *built;
    const mb_step_options options = world_machine_options(machine, NULL);
    hl_report_begin(&of_scenario, "");
    return world_machine_build(machine, NULL, &options, arena, &report, &of_scenario, &built) == HL_OK
               ? ACCEPTED
               : REFUSED;
}

static int read_machine(const char *text, size_t length, const char *path, hl_arena *arena)
{
    auth_machine *machine;
    if (auth_machine_parse(text, length, path, arena, &machine, &report) != HL_OK) return REFUSED;
    return build(machine, arena);
}

/* What each kind of file is read by. */
static int read_authored(const char *text, size_t length, const char *path)
{
    hl_arena arena = {0};
    union {
        auth_mechanism *mechanism;
        auth_scenario *scenario;
        auth_operator *driver;
        auth_soil *soil;
        auth_hud *hud;
        auth_bindings *bindings;
        auth_rig *rig;
    } out;
    hl_status status = HL_BAD_INPUT;
    hl_report_begin(&report, path);
    if (strstr(path, "/machines/")) return read_machine(text, length, path, &arena);
    if (strstr(path, "/mechanisms/"))
        status = auth_mechanism_parse(text, length, path, &arena, &out.mechanism, &report);
    else if (strstr(path, "/operators/"))
        status = auth_operator_parse(text, length, path, &arena, &out.driver, &report);
    else if (strstr(path, "/soils/"))
        status = auth_soil_parse(text, length, path, &arena, &out.soil, &report);
    else if (strstr(path, "/hud/"))
        status = auth_hud_parse(text, length, path, &arena, &out.hud, &report);
    else if (strstr(path, "/devices/"))
        status = auth_bindings_parse(text, length, path, &arena, &out.bindings, &report);
    else if (strstr(path, "/rigs/"))
        status = auth_rig_parse(text, length, path, &arena, &out.rig, &report);
    else
        status = auth_scenario_parse(text, length, path, &arena, &out.scenario, &report);
    /* a refusal without a reason helps nobody */
    if (status == HL_BAD_INPUT && hl_report_clean(&report)) abort();
    hl_arena_free(&arena);
    return status == HL_OK ? ACCEPTED : REFUSED;
}

static int read_recording(const char *data, size_t length)
{
    char why[RT_WHY_LENGTH] = "";
    rt_replay *replay;
    FILE *to = fopen(recording, "wb");
    if (!to || fwrite(data, 1, length, to) != length || fclose(to) != 0) abort();
    if (rt_replay_open(recording, HEADLAND_VERSION, &replay, why) != HL_OK) {
        if (!*why) abort();
        return REFUSED;
    }
    rt_replay_result result = RT_REPLAY_OK;
    for (int i = 0; i < TICKS && result == RT_REPLAY_OK; i++) result = rt_replay_step(replay);
    rt_replay_close(replay);
    return result == RT_REPLAY_OK || result == RT_REPLAY_END ? ACCEPTED : REFUSED;
}

/* In a process of its own. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void
meet(uint64_t seed, const seed_file *file)
{
    size_t length = file->length;
    char *data = malloc(length + GROWTH + 1);
    if (!data) abort();
    memcpy(data, file->data, length);
    const mutation_bytes bytes = {data, &length, length + GROWTH};
    for (size_t i = 1 + mutation_below(&seed, 4); i > 0; i--) mutate_once(bytes, &seed);
    data[length] = '\0';
    const struct rlimit limit = {MOST_SECONDS, MOST_SECONDS + 2};
    (void)setrlimit(RLIMIT_CPU, &limit);
    const int result =
        file->recording ? read_recording(data, length) : read_authored(data, length, file->path);
    free(data);
    _exit(result);
}

/* ---- cases ---- */

typedef struct tally {
    int accepted, refused, failed;
    double longest; /* [s] */
    long largest;   /* [kB] */
} tally;

static double seconds_of(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

static void run_case(int number, uint64_t seed, tally *t)
{
    struct rusage used;
    int status;
    const seed_file *file = &files[number % file_count];
    const pid_t child = fork();
    if (child == 0) meet(seed + (uint64_t)number, file);
    if (child < 0 || wait4(child, &status, 0, &used) != child) abort();
    const double seconds = seconds_of(&used);
    const bool ended = WIFEXITED(status) && WEXITSTATUS(status) <= REFUSED;
    t->accepted += ended && WEXITSTATUS(status) == ACCEPTED;
    t->refused += ended && WEXITSTATUS(status) == REFUSED;
    if (seconds > t->longest) t->longest = seconds;
    if (used.ru_maxrss > t->largest) t->largest = used.ru_maxrss;
    if (ended && used.ru_maxrss <= MOST_KILOBYTES) return;
    t->failed++;
    printf("FAIL: case %d of seed %" PRIu64 ", %s: status %#x, %.1f s, %ld MB\n", number, seed, file->path,
           (unsigned)status, seconds, used.ru_maxrss / 1000);
}

int main(int argc, char **argv)
{
    tally t = {0};
    if (argc < 4) return 2;
    const int cases = atoi(argv[1]);
    const uint64_t seed = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc && file_count < MOST_FILES; i++)
        if (!read_seed(argv[i], &files[file_count++])) return 2;
    if (!mkdtemp(folder)) return 2;
    snprintf(recording, sizeof recording, "%s/mutated.hlr", folder);
    fflush(stdout);
    for (int i = 0; i < cases; i++) run_case(i, seed * 1000003, &t);
    (void)unlink(recording);
    (void)rmdir(folder);
    printf("%d cases of %d files: %d accepted, %d refused, %d failed; at most %.2f s and %ld MB a case\n",
           cases, file_count, t.accepted, t.refused, t.failed, t.longest, t.largest / 1000);
    return t.failed > 0;
}
