/* The single commands of a sweep. */
#include "swp/plan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
            fputs("'\\''", out); /* a quote ends the quotes, stands escaped, and they begin anew */
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
