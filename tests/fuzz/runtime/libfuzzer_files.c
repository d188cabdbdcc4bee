/* Files that headland has written itself and reads again, under libFuzzer: report.json and sweep.json of a
 * sweep, outcome.json of an attempt, telemetry.csv. They lie in folders of the user, so that anything may
 * stand in them. */
#include "memory_file.h"

#include "support/check.h"

#include "rt/telemetry.h"
#include "store_internal.h"
#include "swp/plan.h"
#include "swp/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_text(const char *text)
{
    return text && strlen(text) < SIZE_MAX; /* all of it has been read */
}

static void try_report(const char *text, hl_arena *arena)
{
    static const char *const hashes[] = {"11"}, *const settings[] = {"lift=0"};
    static const swp_identity identity = {
        .program = "headland 1", .hash_count = 1, .setting_count = 1, .hashes = hashes, .settings = settings};
    const swp_result r = swp_result_read(text, &identity, arena);
    assert_in_range(r.state, SWP_MISSING, SWP_FINISHED);
    assert_true(is_text(r.why) && is_text(r.state_hash) && is_text(r.peak_signal));
    for (int i = 0; i < r.zone_count; i++)
        assert_true(is_text(r.zones[i].name) && isfinite(r.zones[i].value));
    for (int i = 0; i < r.peak_count; i++)
        assert_true(is_text(r.peaks[i].name) && isfinite(r.peaks[i].value));
}

static void try_manifest(const char *text, hl_arena *arena)
{
    swp_plan plan;
    char why[SWP_WHY] = "";
    const bool taken = swp_manifest_read(text, arena, &plan, why);
    assert_true(taken || why[0] != '\0');
    if (!taken) return;
    char *again = swp_manifest_write(&plan);
    assert_non_null(again);
    assert_true(swp_manifest_agrees(&plan, &plan, why));
    free(again);
}

static void try_outcome(const char *text, hl_arena *arena)
{
    train_outcome outcome;
    const hl_status status = train_spool_parse(text, arena, &outcome);
    assert_true(status == HL_OK || status == HL_BAD_INPUT);
    if (status != HL_OK) return;
    assert_true(is_text(train_result_text(outcome.result)) && is_text(outcome.reason));
    char *again = train_spool_text(&outcome);
    assert_non_null(again);
    assert_int_equal(train_spool_parse(again, arena, &outcome), HL_OK);
    free(again);
}

static void try_telemetry(const uint8_t *data, size_t size, hl_arena *arena)
{
    static hl_report report; /* too large for the stack */
    rt_rows rows;
    const hl_status status = rt_rows_read(memory_file(data, size), arena, &rows, &report);
    assert_true(status == HL_OK || (status == HL_BAD_INPUT && report.count == 1));
    if (status != HL_OK) return;
    assert_true(rows.count >= 1 && rows.columns >= 0);
    for (int c = 0; c < rows.columns; c++) assert_true(is_text(rows.names[c]) && is_text(rows.units[c]));
    for (int i = 1; i < rows.count; i++) assert_true(rows.times[i] >= rows.times[i - 1]);
    assert_int_equal(rt_rows_at(&rows, rows.times[0]) < rows.count, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hl_arena arena = {0};
    char *text = malloc(size + 1);
    assert_non_null(text);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_report(text, &arena);
    try_manifest(text, &arena);
    try_outcome(text, &arena);
    try_telemetry(data, size, &arena);
    free(text);
    hl_arena_free(&arena);
    return 0;
}
