/* Planning of a sweep: the grid and the commands of its runs. */
#include "swp/plan.h"

#include "hl/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char machine_prefix[] = "machine.";

static bool refuse(char why[SWP_WHY], const char *text, const char *what)
{
    snprintf(why, SWP_WHY, "--vary '%.200s' %s", text, what);
    return false;
}

/* ---- labels ---- */

static bool is_safe(char c)
{
    return isalnum((unsigned char)c) || strchr("._+-", c) != NULL;
}

/* Characters for a file name, without the separators of keys and values. */
static void make_safe(char *text)
{
    for (; *text; text++)
        if (!is_safe(*text)) *text = '_';
}

static bool is_taken(const char *label, const char *const *labels, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(label, labels[i]) == 0) return true;
    return false;
}

/* A label for `text` that none of the others has: `a_b`, `a_b-2`. NULL: out of memory */
static const char *make_label(const char *text, const char *const *others, int count, hl_arena *arena)
{
    enum { LONGEST = 120, WITH_NUMBER = LONGEST + 12 };
    char plain[LONGEST], label[WITH_NUMBER];
    snprintf(plain, sizeof plain, "%s", text);
    make_safe(plain);
    snprintf(label, sizeof label, "%s", plain);
    for (int number = 2; is_taken(label, others, count); number++)
        snprintf(label, sizeof label, "%s-%d", plain, number);
    return hl_arena_text(arena, label);
}

static const char *label_of_key(const swp_grid *grid, const char *key, hl_arena *arena)
{
    const char *others[SWP_AXES];
    for (int i = 0; i < grid->axis_count; i++) others[i] = grid->axes[i].label;
    const size_t prefix = strlen(machine_prefix);
    const char *bare = strncmp(key, machine_prefix, prefix) == 0 && key[prefix] ? key + prefix : key;
    return make_label(bare, others, grid->axis_count, arena);
}

/* ---- reading ---- */

static bool has_control_characters(const char *text)
{
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) return true;
    return false;
}

static bool check_values(const char *key, const char *const *values, int count, char why[SWP_WHY])
{
    if (count > SWP_VALUES) return refuse(why, key, "has too many values: give at most 1000");
    for (int i = 0; i < count; i++) {
        if (*values[i] == '\0')
            return refuse(why, key, "has an empty value: give KEY=V1,V2,... without spaces around commas");
        if (has_control_characters(values[i])) return refuse(why, key, "has a value with control characters");
        if (is_taken(values[i], values, i)) return refuse(why, key, "has the same value twice");
    }
    return true;
}

bool swp_grid_add_axis(swp_grid *grid, const char *key, const char *const *values, int count, hl_arena *arena,
                       char why[SWP_WHY])
{
    if (*key == '\0' || has_control_characters(key)) return refuse(why, key, "has no valid key");
    if (swp_grid_has(grid, key)) return refuse(why, key, "is given twice");
    if (grid->axis_count == SWP_AXES) return refuse(why, key, "is one too many; at most 16 keys can vary");
    if (count < 1) return refuse(why, key, "has no values: give KEY=V1,V2,...");
    if (!check_values(key, values, count, why)) return false;
    if (count > SWP_RUNS / grid->run_count) return refuse(why, key, "makes the grid larger than 100000 runs");
    swp_axis *axis = &grid->axes[grid->axis_count];
    *axis = (swp_axis){.key = hl_arena_text(arena, key),
                       .label = label_of_key(grid, key, arena),
                       .values = HL_NEW(arena, const char *, count),
                       .labels = HL_NEW(arena, const char *, count)};
    if (hl_arena_failed(arena)) return refuse(why, key, "needs more memory than is available");
    for (int i = 0; i < count; i++) {
        axis->values[i] = hl_arena_text(arena, values[i]);
        axis->labels[i] = make_label(values[i], axis->labels, i, arena);
        if (hl_arena_failed(arena)) return refuse(why, key, "needs more memory than is available");
    }
    axis->count = count;
    grid->axis_count++;
    grid->run_count *= count;
    return true;
}

/* The values between the commas of `list`. */
static int split(const char *list, const char **values, hl_arena *arena)
{
    int count = 0;
    for (const char *at = list; at; at = *at ? at + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        values[count] = hl_arena_string(arena, at, length);
        if (!values[count]) return 0;
        count++;
        at += length;
    }
    return count;
}

static int commas_in(const char *text)
{
    int count = 0;
    for (; *text; text++) count += *text == ',';
    return count;
}

bool swp_grid_add(swp_grid *grid, const char *text, hl_arena *arena, char why[SWP_WHY])
{
    const char *equals = strchr(text, '=');
    if (!equals) return refuse(why, text, "is not understood: give KEY=V1,V2,...");
    const char *key = hl_arena_string(arena, text, (size_t)(equals - text));
    const char **values = HL_NEW(arena, const char *, commas_in(equals + 1) + 1);
    if (hl_arena_failed(arena)) return refuse(why, text, "needs more memory than is available");
    return swp_grid_add_axis(grid, key, values, split(equals + 1, values, arena), arena, why);
}

/* ---- runs ---- */

int swp_grid_value(const swp_grid *grid, int run, int axis)
{
    for (int i = grid->axis_count - 1; i > axis; i--) run /= grid->axes[i].count;
    return run % grid->axes[axis].count;
}

bool swp_grid_has(const swp_grid *grid, const char *key)
{
    for (int i = 0; i < grid->axis_count; i++)
        if (strcmp(grid->axes[i].key, key) == 0) return true;
    return false;
}

void swp_grid_name(const swp_grid *grid, int run, char name[SWP_NAME_MOST])
{
    enum { PART = 256 + 16, WHOLE = SWP_AXES * PART, HASHED = 17 };
    char whole[WHOLE];
    size_t length = 0;
    for (int i = 0; i < grid->axis_count; i++) {
        const swp_axis *axis = &grid->axes[i];
        length += (size_t)snprintf(whole + length, sizeof whole - length, "%s%s=%s", i ? "," : "",
                                   axis->label, axis->labels[swp_grid_value(grid, run, i)]);
    }
    if (length == 0)
        snprintf(name, SWP_NAME_MOST, "all");
    else if (length < SWP_NAME_MOST)
        memcpy(name, whole, length + 1);
    else /* too long: its beginning, and a hash of the whole */
        snprintf(name, SWP_NAME_MOST, "%.*s-%016" PRIx64, SWP_NAME_MOST - 1 - HASHED, whole,
                 hl_hash(HL_HASH_START, whole, length));
}

/* ---- commands ---- */

/* The single commands of a sweep. */

/* As short as it reads back the same. */
static const char *text_of(double seconds, hl_arena *arena)
{
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, seconds);
        if (!(strtod(text, NULL) < seconds) && !(strtod(text, NULL) > seconds)) break;
    }
    return hl_arena_text(arena, text);
}

bool swp_command(const swp_job *job, const char *const *settings, int count, const char *out, hl_arena *arena,
                 const char **words)
{
    int at = 0;
    words[at++] = job->program;
    words[at++] = "run";
    words[at++] = job->scenario;
    words[at++] = "--headless";
    words[at++] = "--speed";
    words[at++] = "max";
    if (job->script) {
        words[at++] = "--operator";
        words[at++] = job->script;
    }
    if (job->seconds > 0.0) {
        words[at++] = "--seconds";
        words[at++] = text_of(job->seconds, arena);
        if (!words[at - 1]) return false;
    }
    for (int i = 0; i < job->set_count + count; i++) {
        words[at++] = "--set";
        words[at++] = i < job->set_count ? job->sets[i] : settings[i - job->set_count];
    }
    words[at++] = "--out";
    words[at++] = out;
    words[at] = NULL;
    return true;
}

const char *swp_setting(const swp_axis *axis, int value, hl_arena *arena)
{
    const size_t size = strlen(axis->key) + strlen(axis->values[value]) + 2;
    char *text = HL_NEW(arena, char, size);
    if (text) snprintf(text, size, "%s=%s", axis->key, axis->values[value]);
    return text;
}

const char **swp_settings(const swp_grid *grid, int run, hl_arena *arena)
{
    const char **settings = HL_NEW(arena, const char *, grid->axis_count + 1);
    for (int i = 0; settings && i < grid->axis_count; i++) {
        settings[i] = swp_setting(&grid->axes[i], swp_grid_value(grid, run, i), arena);
    }
    return hl_arena_failed(arena) ? NULL : settings;
}

static bool is_plain(const char *word)
{
    if (*word == '\0') return false;
    for (; *word; word++)
        if (!isalnum((unsigned char)*word) && !strchr("_@%+=:,./-", *word)) return false;
    return true;
}

static void print_word(const char *word, FILE *out)
{
    if (is_plain(word)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out); /* a quote ends the quoted text, is escaped, and a new quoted text begins */
        else
            fputc(*word, out);
    fputc('\'', out);
}

void swp_print_command(const char *const *words, FILE *out)
{
    for (int i = 0; words[i]; i++) {
        if (i > 0) fputc(' ', out);
        print_word(words[i], out);
    }
    fputc('\n', out);
}

/* ---- how long it will take ---- */

/* How long a sweep takes. */

static const double minute = 60.0, hour = 3600.0;
const double swp_long = 30.0 * 60.0;

double swp_estimate_remaining(const swp_guess *guess)
{
    const int left = guess->runs - guess->done;
    const double one = guess->timed > 0 ? guess->time / guess->timed : guess->since;
    const double rounds = fmax((double)left / guess->parallel, left > 0 ? 1.0 : 0.0);
    return one * rounds;
}

bool swp_estimate_needs_consent(const swp_guess *guess)
{
    if (guess->runs > SWP_MANY && guess->timed > 0) return true;
    const bool known = guess->timed > 0;
    return (known ? guess->since : 0.0) + swp_estimate_remaining(guess) > swp_long;
}

void swp_estimate_text(double seconds, char *text, size_t size)
{
    if (seconds < 1.5 * minute)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 1.5 * hour)
        snprintf(text, size, "%.0f min", seconds / minute);
    else
        snprintf(text, size, "%.1f h", seconds / hour);
}
