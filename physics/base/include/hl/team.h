/* A team that computes independent blocks of work, perhaps on several processors. Pure rooms get it through
 * this interface and do not know its threads (rt/team.h). */
#ifndef HL_TEAM_H
#define HL_TEAM_H

#include <stdbool.h>
#include <stddef.h>

/** One block: it reads what no other block of its section writes, and runs no section itself. */
typedef void hl_block(void *context, int index);

typedef struct hl_team {
    void *owner;
    /** Run blocks 0 to count - 1, in any order, and return when all have ended. RT. */
    void (*run)(void *owner, int count, hl_block *block, void *context);
    /** Whether other threads are awake to compute blocks; NULL: they always are. RT. */
    bool (*is_ready)(void *owner);
} hl_team;

/** Whether work is divided at present. If not, work that costs more in blocks is better done without them, to
 * the same bits. RT.
 *  @param team  NULL: the caller works alone */
static inline bool hl_team_is_ready(const hl_team *team)
{
    return team != NULL && (team->is_ready == NULL || team->is_ready(team->owner));
}

/** A section: run all its blocks; in order without a team. So that the bits are the same for every team, the
 * number of blocks and their contents may depend only on the data, and a sum over blocks has a fixed order.
 * RT.
 *  @param team  NULL: the caller works alone */
static inline void hl_team_run(const hl_team *team, int count, hl_block *block, void *context)
{
    if (team != NULL && count > 1) {
        team->run(team->owner, count, block, context);
        return;
    }
    for (int index = 0; index < count; index++) block(context, index);
}

/** Number of blocks of at most `size` items. */
static inline int hl_blocks_of(int items, int size)
{
    return (items + size - 1) / size;
}

#endif
