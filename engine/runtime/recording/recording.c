/* Reading a recording: a pass over all frames when it is opened, payloads on request. */
#include "rt/recording.h"

#include "file/read.h"
#include "hl/status.h"
#include "recording_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Position of a frame. */
typedef struct place {
    uint64_t offset; /* of its payload */
    rt_frame frame;
} place;

typedef struct places {
    place *list;
    int count, room;
} places;

struct rt_recording {
    hl_arena arena;
    FILE *file;
    uint64_t size, read; /* of the file, and of its complete frames [bytes] */
    bool damaged;        /* they are followed by something else than a truncated frame */
    rt_recording_info info;
    rt_recording_ending ending;
    int64_t first, last;
    places states, chunks;
    rt_bytes packed, plain;
    rt_chunk chunk; /* the chunk that was read last */
    uint32_t chunk_room;
    int chunk_index; /* -1: none */
};

/* ---- frames ---- */

static bool read_at(rt_recording *r, uint64_t offset, void *to, size_t size)
{
    return fseeko(r->file, (off_t)offset, SEEK_SET) == 0 && fread(to, 1, size, r->file) == size;
}

/* Read the next frame, its payload into r->packed. HL_BAD_INPUT: no further complete frame; r->damaged unless
 * the file ends before or in it. */
static hl_status next_frame(rt_recording *r, place *found)
{
    unsigned char head[RT_FRAME_HEAD];
    if (r->size - r->read < RT_FRAME_HEAD) return HL_BAD_INPUT;
    r->damaged = true;
    if (!read_at(r, r->read, head, RT_FRAME_HEAD) || !rt_frame_head(head, &found->frame)) return HL_BAD_INPUT;
    found->offset = r->read + RT_FRAME_HEAD;
    const uint64_t left = r->size - found->offset;
    const bool whole = found->frame.packed <= left;
    const size_t size = whole ? found->frame.packed : (size_t)left;
    if (!rt_bytes_reserve(&r->packed, size)) return HL_OUT_OF_MEMORY;
    if (!read_at(r, found->offset, r->packed.data, size)) return HL_BAD_INPUT;
    if (whole ? !rt_frame_whole(head, r->packed.data, &found->frame) : !rt_frame_cut(r->packed.data, size))
        return HL_BAD_INPUT;
    r->damaged = false;
    return whole ? HL_OK : HL_BAD_INPUT;
}

/* Uncompress the payload of a known frame into r->plain. */
static hl_status load(rt_recording *r, const place *at)
{
    if (!rt_bytes_reserve(&r->packed, at->frame.packed)) return HL_OUT_OF_MEMORY;
    if (!read_at(r, at->offset, r->packed.data, at->frame.packed)) return HL_IO_ERROR;
    return rt_frame_unpack(r->packed.data, &at->frame, &r->plain);
}

static rt_cursor plain(const rt_recording *r)
{
    return (rt_cursor){.at = r->plain.data, .left = r->plain.size};
}

static hl_status add_place(places *list, const place *one)
{
    if (list->count == list->room) {
        if (list->room > INT32_MAX / 2) return HL_OUT_OF_MEMORY;
        const int room = list->room > 0 ? 2 * list->room : 64;
        place *grown = realloc(list->list, (size_t)room * sizeof *grown);
        if (!grown) return HL_OUT_OF_MEMORY;
        list->list = grown;
        list->room = room;
    }
    list->list[list->count++] = *one;
    return HL_OK;
}

/* ---- the order of frames ---- */

static hl_status accept_meta(rt_recording *r, const place *at)
{
    const hl_status status = rt_frame_unpack(r->packed.data, &at->frame, &r->plain);
    return status == HL_OK ? rt_meta_get(plain(r), &r->arena, &r->info) : status;
}

static hl_status accept_state(rt_recording *r, const place *at)
{
    if (at->frame.plain < r->info.rigid_size || at->frame.plain > r->info.capacity) return HL_BAD_INPUT;
    if (r->states.count == 0)
        r->first = r->last = at->frame.tick;
    else if (at->frame.tick > r->last || at->frame.tick < r->states.list[r->states.count - 1].frame.tick)
        return HL_BAD_INPUT;
    return add_place(&r->states, at);
}

static hl_status accept_ticks(rt_recording *r, const place *at)
{
    if (r->states.count == 0 || at->frame.tick != r->last + 1 || at->frame.count == 0) return HL_BAD_INPUT;
    const hl_status status = add_place(&r->chunks, at);
    if (status == HL_OK) r->last += at->frame.count;
    return status;
}

static hl_status accept_end(rt_recording *r, const place *at)
{
    if (r->states.count == 0 || at->frame.tick != r->last) return HL_BAD_INPUT;
    rt_recording_ending ending;
    hl_status status = rt_frame_unpack(r->packed.data, &at->frame, &r->plain);
    if (status == HL_OK) status = rt_ending_get(plain(r), &r->arena, &ending, r->info.control_count);
    if (status == HL_OK) r->ending = ending;
    return status;
}

static hl_status accept(rt_recording *r, const place *at)
{
    switch (at->frame.kind) {
    case RT_FRAME_STATE:
        return accept_state(r, at);
    case RT_FRAME_TICKS:
        return accept_ticks(r, at);
    case RT_FRAME_END:
        return accept_end(r, at);
    default:
        return HL_BAD_INPUT;
    }
}

/* Read frames up to the first incomplete or misplaced one, or to the end. */
static hl_status read_frames(rt_recording *r, char *why)
{
    place at;
    hl_status status = next_frame(r, &at);
    if (status == HL_OK) status = at.frame.kind == RT_FRAME_META ? accept_meta(r, &at) : HL_BAD_INPUT;
    while (status == HL_OK) {
        r->read = at.offset + at.frame.packed;
        if (r->ending.end != RT_END_NONE) break;
        status = next_frame(r, &at);
        if (status != HL_OK) break;
        status = accept(r, &at);
        r->damaged = status == HL_BAD_INPUT;
    }
    r->damaged |= r->ending.end != RT_END_NONE && r->read < r->size;
    if (status == HL_OUT_OF_MEMORY) return rt_out_of_memory(why);
    if (r->states.count > 0) return HL_OK;
    return rt_set_error(HL_BAD_INPUT, why, "the recording is damaged or cut off within its start state");
}

/* ---- open and close ---- */

static hl_status open_file(rt_recording *r, const char *path, char *why)
{
    unsigned char head[RT_FILE_HEAD];
    char reason[FILE_WHY];
    int64_t size;
    r->file = file_stream(path, FILE_RECORDING, &size, reason);
    if (!r->file) return rt_set_error(HL_IO_ERROR, why, "%s", reason);
    r->size = (uint64_t)size;
    errno = 0;
    const size_t got = fread(head, 1, sizeof head, r->file);
    if (ferror(r->file)) return rt_set_error(HL_IO_ERROR, why, "%s", strerror(errno ? errno : EIO));
    r->read = RT_FILE_HEAD;
    return rt_file_head_check(head, got, why);
}

hl_status rt_recording_open(const char *path, rt_recording **recording, char *why)
{
    *recording = NULL;
    rt_recording *r = calloc(1, sizeof *r);
    if (!r) return rt_out_of_memory(why);
    r->chunk_index = -1;
    r->ending.note = "";
    hl_status status = open_file(r, path, why);
    if (status == HL_OK) status = read_frames(r, why);
    if (status == HL_OK)
        *recording = r;
    else
        rt_recording_close(r);
    return status;
}

void rt_recording_close(rt_recording *r)
{
    if (!r) return;
    if (r->file) (void)fclose(r->file);
    free(r->states.list);
    free(r->chunks.list);
    rt_bytes_free(&r->packed);
    rt_bytes_free(&r->plain);
    rt_chunk_free(&r->chunk);
    hl_arena_free(&r->arena);
    free(r);
}

/* ---- queries ---- */

const char *rt_end_text(rt_end end)
{
    static const char *const texts[] = {
        [RT_END_NONE] = "cut short", [RT_END_FINISHED] = "finished", [RT_END_STOPPED] = "stopped",
        [RT_END_FAILED] = "failed",  [RT_END_OVERFLOW] = "overflow", [RT_END_WRITE] = "write error"};
    return texts[end];
}

const rt_recording_info *rt_recording_about(const rt_recording *recording)
{
    return &recording->info;
}

int64_t rt_recording_first(const rt_recording *recording)
{
    return recording->first;
}

int64_t rt_recording_last(const rt_recording *recording)
{
    return recording->last;
}

int rt_recording_states(const rt_recording *recording)
{
    return recording->states.count;
}

int64_t rt_recording_state_tick(const rt_recording *recording, int index)
{
    HL_ASSERT(index >= 0 && index < recording->states.count);
    return recording->states.list[index].frame.tick;
}

size_t rt_recording_state_size(const rt_recording *recording, int index)
{
    HL_ASSERT(index >= 0 && index < recording->states.count);
    return recording->states.list[index].frame.plain;
}

rt_recording_ending rt_recording_how_ended(const rt_recording *recording)
{
    return recording->ending;
}

uint64_t rt_recording_cut(const rt_recording *recording)
{
    return recording->size - recording->read;
}

bool rt_recording_is_damaged(const rt_recording *recording)
{
    return recording->damaged;
}

/* ---- payloads ---- */

hl_status rt_recording_state(rt_recording *r, int index, void *to)
{
    HL_ASSERT(index >= 0 && index < r->states.count);
    const hl_status status = load(r, &r->states.list[index]);
    if (status == HL_OK) memcpy(to, r->plain.data, r->plain.size);
    return status;
}

/* The chunk with this tick. Chunks follow each other without gaps. */
static int find_chunk(const rt_recording *r, int64_t tick)
{
    int low = 0, high = r->chunks.count - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (r->chunks.list[middle].frame.tick <= tick)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static bool chunk_holds(const rt_recording *r, int64_t tick)
{
    return r->chunk_index >= 0 && tick >= r->chunk.first && tick < r->chunk.first + r->chunk.count;
}

static hl_status load_chunk(rt_recording *r, int index)
{
    const place *at = &r->chunks.list[index];
    const int controls = r->info.control_count, blocks = r->info.block_count;
    r->chunk_index = -1;
    hl_status status = load(r, at);
    if (status != HL_OK) return status;
    /* A tick has at least 8 bytes of hash: a frame that claims more ticks is refused before allocation. */
    if (at->frame.plain / sizeof(uint64_t) < at->frame.count) return HL_BAD_INPUT;
    if (at->frame.count > r->chunk_room) {
        rt_chunk_free(&r->chunk);
        r->chunk_room = 0;
        if (rt_chunk_new(&r->chunk, at->frame.count, controls, blocks) != HL_OK) return HL_OUT_OF_MEMORY;
        r->chunk_room = at->frame.count;
    }
    r->chunk.count = at->frame.count;
    r->chunk.first = at->frame.tick;
    status = rt_chunk_get(plain(r), &r->chunk, controls, blocks);
    if (status == HL_OK) r->chunk_index = index;
    return status;
}

hl_status rt_recording_tick(rt_recording *r, int64_t number, rt_tick *tick)
{
    HL_ASSERT(number > r->first && number <= r->last);
    if (!chunk_holds(r, number)) {
        const hl_status status = load_chunk(r, find_chunk(r, number));
        if (status != HL_OK) return status;
    }
    const size_t at = (size_t)(number - r->chunk.first);
    *tick = (rt_tick){.tick = number,
                      .state_hash = r->chunk.state_hashes[at],
                      .block_hashes = r->chunk.block_hashes + at * (size_t)r->info.block_count,
                      .controls = r->chunk.controls + at * (size_t)r->info.control_count};
    return HL_OK;
}
