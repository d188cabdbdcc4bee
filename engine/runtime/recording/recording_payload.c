/* The payloads of frames of a recording, uncompressed. */
#include "recording_format.h"

#include <stdlib.h>
#include <string.h>

/* ---- META ---- */

_Static_assert(sizeof(mb_step_options) == 72,
               "a new option must be recorded, and RT_RECORDING_FORMAT be raised");

static void put_options(rt_bytes *out, const mb_step_options *o)
{
    rt_put_double(out, o->step);
    rt_put_text(out, mb_formulation_name(o->formulation));
    rt_put_text(out, mb_solver_name(o->solver));
    rt_put_double(out, o->penalty);
    rt_put_double(out, o->stabilisation_frequency);
    rt_put_double(out, o->stabilisation_damping);
    rt_put_double(out, o->tolerance);
    rt_put_double(out, o->state_tolerance);
    rt_put_u32(out, (uint32_t)o->max_iterations);
    rt_put_u32(out, (uint32_t)o->weak_substeps);
    rt_put_u8(out, o->bounded);
    rt_put_u8(out, o->numeric_tangent);
}

static bool get_options(rt_cursor *in, hl_arena *arena, mb_step_options *o)
{
    size_t length;
    o->step = rt_get_double(in);
    const char *formulation = rt_get_text(in, arena, &length);
    const char *solver = rt_get_text(in, arena, &length);
    o->penalty = rt_get_double(in);
    o->stabilisation_frequency = rt_get_double(in);
    o->stabilisation_damping = rt_get_double(in);
    o->tolerance = rt_get_double(in);
    o->state_tolerance = rt_get_double(in);
    const uint32_t iterations = rt_get_u32(in), substeps = rt_get_u32(in);
    o->max_iterations = (int)(iterations & INT32_MAX);
    o->weak_substeps = (int)(substeps & INT32_MAX);
    o->bounded = rt_get_u8(in) != 0;
    o->numeric_tangent = rt_get_u8(in) != 0;
    return formulation && solver && mb_formulation_parse(formulation, &o->formulation) &&
           mb_solver_parse(solver, &o->solver) && o->step > 0.0 && iterations <= INT32_MAX &&
           substeps <= INT32_MAX;
}

static void put_file(rt_bytes *out, const rt_text *file)
{
    rt_put_u8(out, file->path != NULL);
    if (!file->path) return;
    rt_put_text(out, file->path);
    rt_put_u32(out, (uint32_t)file->length);
    rt_put(out, file->text, file->length);
}

static bool get_file(rt_cursor *in, hl_arena *arena, rt_text *file)
{
    size_t length;
    *file = (rt_text){0};
    if (!rt_get_u8(in)) return true;
    file->path = rt_get_text(in, arena, &length);
    file->text = rt_get_text(in, arena, &file->length);
    return file->path && file->text;
}

void rt_meta_put(rt_bytes *out, const rt_recording_info *info)
{
    rt_put_text(out, info->version);
    rt_put_text(out, info->build);
    rt_put_text(out, info->machine);
    rt_put_u64(out, info->model_hash);
    rt_put_u64(out, info->rigid_size);
    rt_put_u64(out, info->capacity);
    put_options(out, &info->options);
    put_file(out, &info->machine_text);
    put_file(out, &info->scenario_text);
    rt_put_u32(out, (uint32_t)info->text_count);
    for (int i = 0; i < info->text_count; i++) put_file(out, &info->texts[i]);
    rt_put_u32(out, (uint32_t)info->choice_count);
    for (int i = 0; i < info->choice_count; i++) {
        rt_put_text(out, info->choices[i].variant);
        rt_put_text(out, info->choices[i].choice);
    }
    rt_put_u32(out, (uint32_t)info->control_count);
    for (int i = 0; i < info->control_count; i++) rt_put_text(out, info->controls[i]);
    rt_put_u32(out, (uint32_t)info->block_count);
    for (int i = 0; i < info->block_count; i++) {
        rt_put_text(out, info->blocks[i].name);
        rt_put_u64(out, info->blocks[i].size);
    }
}

static bool get_texts(rt_cursor *in, hl_arena *arena, rt_recording_info *info)
{
    const uint32_t count = rt_get_u32(in);
    if (in->bad || count > RT_MOST_TEXTS) return false;
    rt_text *texts = HL_NEW(arena, rt_text, count);
    info->text_count = (int)count;
    info->texts = texts;
    for (uint32_t i = 0; texts && i < count; i++)
        if (!get_file(in, arena, &texts[i]) || !texts[i].path) return false;
    return !hl_arena_failed(arena);
}

static bool get_choices(rt_cursor *in, hl_arena *arena, rt_recording_info *info)
{
    size_t length;
    const uint32_t count = rt_get_u32(in);
    if (in->bad || count > RT_MOST_CHOICES) return false;
    auth_choice *choices = HL_NEW(arena, auth_choice, count);
    info->choice_count = (int)count;
    info->choices = choices;
    for (uint32_t i = 0; choices && i < count; i++) {
        choices[i].variant = rt_get_text(in, arena, &length);
        choices[i].choice = rt_get_text(in, arena, &length);
    }
    return !hl_arena_failed(arena);
}

static bool get_controls(rt_cursor *in, hl_arena *arena, rt_recording_info *info)
{
    size_t length;
    const uint32_t count = rt_get_u32(in);
    if (in->bad || count > RT_MOST_CONTROLS) return false;
    info->control_count = (int)count;
    info->controls = HL_NEW(arena, const char *, count);
    for (uint32_t i = 0; info->controls && i < count; i++)
        info->controls[i] = rt_get_text(in, arena, &length);
    return !hl_arena_failed(arena);
}

static bool get_blocks(rt_cursor *in, hl_arena *arena, rt_recording_info *info)
{
    size_t length;
    const uint32_t count = rt_get_u32(in);
    if (in->bad || count > RT_MOST_BLOCKS) return false;
    info->block_count = (int)count;
    info->blocks = HL_NEW(arena, rt_block_info, count);
    for (uint32_t i = 0; info->blocks && i < count; i++) {
        info->blocks[i].name = rt_get_text(in, arena, &length);
        info->blocks[i].size = rt_get_u64(in);
    }
    return !hl_arena_failed(arena);
}

hl_status rt_meta_get(rt_cursor in, hl_arena *arena, rt_recording_info *info)
{
    size_t length;
    *info = (rt_recording_info){0};
    info->version = rt_get_text(&in, arena, &length);
    info->build = rt_get_text(&in, arena, &length);
    info->machine = rt_get_text(&in, arena, &length);
    info->model_hash = rt_get_u64(&in);
    info->rigid_size = rt_get_u64(&in);
    info->capacity = rt_get_u64(&in);
    const bool good = info->version && info->build && info->machine &&
                      get_options(&in, arena, &info->options) && get_file(&in, arena, &info->machine_text) &&
                      get_file(&in, arena, &info->scenario_text) && get_texts(&in, arena, info) &&
                      get_choices(&in, arena, info) && get_controls(&in, arena, info) &&
                      get_blocks(&in, arena, info);
    return good && !in.bad && in.left == 0 && info->rigid_size <= RT_MOST_PLAIN ? HL_OK : HL_BAD_INPUT;
}

/* ---- TICKS ---- */

hl_status rt_chunk_new(rt_chunk *chunk, uint32_t count, int controls, int blocks)
{
    /* one more, so that nothing is of size zero */
    *chunk = (rt_chunk){.state_hashes = calloc((size_t)count + 1, sizeof(uint64_t)),
                        .block_hashes = calloc((size_t)count * (size_t)blocks + 1, sizeof(uint16_t)),
                        .controls = calloc((size_t)count * (size_t)controls + 1, sizeof(double))};
    if (chunk->state_hashes && chunk->block_hashes && chunk->controls) return HL_OK;
    rt_chunk_free(chunk);
    return HL_OUT_OF_MEMORY;
}

void rt_chunk_free(rt_chunk *chunk)
{
    free(chunk->state_hashes);
    free(chunk->block_hashes);
    free(chunk->controls);
    *chunk = (rt_chunk){0};
}

/* The first tick of a frame has all controls, so that a frame can be read by itself; each further one its
 * number of changed controls, their indices and values. */
static void put_changes(rt_bytes *out, const double *before, const double *now, int controls)
{
    uint32_t changes = 0;
    for (int i = 0; i < controls; i++) changes += !rt_same_bits(before[i], now[i]);
    rt_put_short(out, changes);
    for (int i = 0; i < controls; i++) {
        if (rt_same_bits(before[i], now[i])) continue;
        rt_put_short(out, (uint32_t)i);
        rt_put_double(out, now[i]);
    }
}

static bool get_changes(rt_cursor *in, double *now, int controls)
{
    const uint32_t changes = rt_get_short(in);
    if (changes > (uint32_t)controls) return false;
    for (uint32_t i = 0; i < changes; i++) {
        const uint32_t control = rt_get_short(in);
        if (control >= (uint32_t)controls) return false;
        now[control] = rt_get_double(in);
    }
    return !in->bad;
}

void rt_chunk_put(rt_bytes *out, const rt_chunk *chunk, int controls, int blocks)
{
    const double *now = chunk->controls;
    for (int i = 0; i < controls; i++) rt_put_double(out, now[i]);
    for (uint32_t t = 1; t < chunk->count; t++, now += controls)
        put_changes(out, now, now + controls, controls);
    for (uint32_t t = 0; t < chunk->count; t++) rt_put_u64(out, chunk->state_hashes[t]);
    /* block by block: blocks that stand still compress to nothing */
    for (int b = 0; b < blocks; b++)
        for (size_t t = 0; t < chunk->count; t++)
            rt_put_u16(out, chunk->block_hashes[t * (size_t)blocks + (size_t)b]);
}

hl_status rt_chunk_get(rt_cursor in, rt_chunk *chunk, int controls, int blocks)
{
    double *now = chunk->controls;
    for (int i = 0; i < controls; i++) now[i] = rt_get_double(&in);
    for (uint32_t t = 1; t < chunk->count; t++) {
        memcpy(now + controls, now, (size_t)controls * sizeof *now);
        now += controls;
        if (!get_changes(&in, now, controls)) return HL_BAD_INPUT;
    }
    for (uint32_t t = 0; t < chunk->count; t++) chunk->state_hashes[t] = rt_get_u64(&in);
    for (int b = 0; b < blocks; b++)
        for (size_t t = 0; t < chunk->count; t++)
            chunk->block_hashes[t * (size_t)blocks + (size_t)b] = rt_get_u16(&in);
    return in.bad || in.left > 0 ? HL_BAD_INPUT : HL_OK;
}

/* ---- END ---- */

void rt_ending_put(rt_bytes *out, const rt_recording_ending *ending, int controls)
{
    rt_put_u32(out, (uint32_t)ending->end);
    rt_put_u32(out, (uint32_t)ending->status);
    rt_put_u64(out, (uint64_t)ending->postponed);
    rt_put_text(out, ending->note);
    for (int i = 0; ending->controls && i < controls; i++) rt_put_double(out, ending->controls[i]);
}

hl_status rt_ending_get(rt_cursor in, hl_arena *arena, rt_recording_ending *ending, int controls)
{
    size_t length;
    const uint32_t end = rt_get_u32(&in), status = rt_get_u32(&in);
    ending->postponed = (int64_t)(rt_get_u64(&in) & INT64_MAX);
    ending->note = rt_get_text(&in, arena, &length);
    double *values = HL_NEW(arena, double, controls);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    if (end > RT_END_WRITE || status > HL_IO_ERROR) return HL_BAD_INPUT;
    ending->end = (rt_end)end;
    ending->status = (hl_status)status;
    ending->controls = NULL;
    if (ending->end == RT_END_FAILED) {
        for (int i = 0; i < controls; i++) values[i] = rt_get_double(&in);
        ending->controls = values;
    }
    return in.bad || in.left > 0 ? HL_BAD_INPUT : HL_OK;
}
