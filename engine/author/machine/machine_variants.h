/* Variants of a machine: read, chosen and laid over the document before the rest of it is checked.
 * Private to the author room. */
#ifndef AUTHOR_MACHINE_VARIANTS_H
#define AUTHOR_MACHINE_VARIANTS_H

#include "reader/document.h"

#include "auth/machine.h"

typedef struct auth_variants {
    const auth_choice *choices; /**< that somebody asks for */
    int choice_count;
    int variant_count; /**< out: what the file has, in `variants`; 0 after complaints about them */
    auth_variant *variants;
} auth_variants;

/** The row of `variants` in a table of descriptors of type T. */
#define AUTH_VARIANTS(T)                                                                                     \
    LIST(T, variants, variant_count, auth_variant_table, 0, AUTH_MAX_VARIANTS,                               \
         "Parts that can be exchanged", OPTIONAL)

/** Take `variants` off a document and lay the chosen ones over it, in the order of the file.
 *  @param of  an auth_variants
 *  @return HL_OK, also after complaints; HL_OUT_OF_MEMORY */
hl_status auth_variants_apply(void *of, auth_document *document, hl_arena *arena, hl_report *report);

#endif
