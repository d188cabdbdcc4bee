/* What mutations of good input are made of, for the tests that feed a reader with nonsense. */
#ifndef SUPPORT_MUTATION_H
#define SUPPORT_MUTATION_H

#include <stddef.h>
#include <stdint.h>

/** Bytes under mutation. */
typedef struct mutation_bytes {
    void *data;
    size_t *length; /**< of what is in it */
    size_t room;
} mutation_bytes;

/** A number below `bound`, from check_random. */
size_t mutation_below(uint64_t *seed, size_t bound);

/** Take `count` bytes out from `at` on, at most up to the end. */
void mutation_cut(mutation_bytes bytes, size_t at, size_t count);

/** Put a piece in at `at`; nothing happens when there is no room for it. */
void mutation_insert(mutation_bytes bytes, size_t at, const void *piece, size_t count);

#endif
