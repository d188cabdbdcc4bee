/* Moves that wait to be taken out. A full queue keeps the newest move of each control and action and lets go
 * of those before it: there is room for all of these, so nothing is lost but the way between. */
#include "mapper_internal.h"

#include <string.h>

/* Beyond one of every control and action: taps and what a busy device says between two looks. */
enum { SPARE = 256 };

static int key_of(const io_move *move)
{
    return move->control < 0 ? (int)move->action : IO_ACTIONS + move->control;
}

bool queue_new(move_queue *queue, int controls, hl_arena *arena)
{
    queue->capacity = IO_ACTIONS + controls + SPARE;
    queue->moves = HL_NEW(arena, io_move, queue->capacity);
    queue->seen = HL_NEW(arena, bool, IO_ACTIONS + controls);
    return queue->moves != NULL && queue->seen != NULL;
}

static io_move *at(const move_queue *queue, int index)
{
    return &queue->moves[(queue->first + index) % queue->capacity];
}

/* From the newest on backwards, so that the first of a control that is met stays. */
static void keep_newest(move_queue *queue)
{
    int kept = 0;
    memset(queue->seen, 0, (size_t)(queue->capacity - SPARE) * sizeof *queue->seen);
    for (int i = queue->count - 1; i >= 0; i--) {
        const io_move move = *at(queue, i);
        bool *seen = &queue->seen[key_of(&move)];
        if (*seen) continue;
        *seen = true;
        *at(queue, queue->count - ++kept) = move;
    }
    queue->first = (queue->first + queue->count - kept) % queue->capacity;
    queue->count = kept;
}

void queue_push(move_queue *queue, const io_move *move)
{
    if (queue->count == queue->capacity) keep_newest(queue);
    *at(queue, queue->count++) = *move;
}

bool queue_pop(move_queue *queue, io_move *move)
{
    if (queue->count == 0) return false;
    *move = *at(queue, 0);
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    return true;
}
