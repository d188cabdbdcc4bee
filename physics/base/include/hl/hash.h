/* Hash of memory by words of 64 bits, fast enough for every tick: equal bits, equal hash. Not cryptographic.
 */
#ifndef HL_HASH_H
#define HL_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HL_HASH_START UINT64_C(0x9e3779b97f4a7c15)

/** Continue a hash over `size` bytes; a tail of less than eight bytes is padded with zeros. Start with
 * HL_HASH_START.
 */
uint64_t hl_hash(uint64_t hash, const void *data, size_t size);

#endif
