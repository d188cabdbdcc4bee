/* How a file of one kind becomes a descriptor: text -> document with places -> check against the table ->
 * descriptor. Private to the author room. */
#ifndef AUTHOR_FORMAT_H
#define AUTHOR_FORMAT_H

#include "fields.h"

#include "auth/file.h"

typedef struct auth_format {
    auth_file_kind kind;
    const auth_table *table;
    /** What comes before the check: changes to the document, complaints. NULL: nothing. HL_OK, also after
     * complaints; HL_OUT_OF_MEMORY. */
    hl_status (*prepare)(void *of, auth_document *document, hl_arena *arena, hl_report *report);
    void *of; /**< its own */
} auth_format;

/** Read a file. Complaints come in the order of the file.
 *  @param out  the descriptor, NULL unless the result is HL_OK */
hl_status auth_format_read(const char *path, const auth_format *format, hl_arena *arena, void **out,
                           hl_report *report);

/** The same from memory; `name` stands for the file in complaints. */
hl_status auth_format_parse(const char *text, size_t length, const char *name, const auth_format *format,
                            hl_arena *arena, void **out, hl_report *report);

/** Define auth_KIND_parse and auth_KIND_read, declared in auth/KIND.h, for the `format` of this file.
 *  @param made  what the header calls the descriptor */
#define AUTH_FORMAT_ENTRY(kind, made)                                                                        \
    hl_status auth_##kind##_parse(const char *text, size_t length, const char *name, hl_arena *arena,        \
                                  auth_##kind **(made), hl_report *report)                                   \
    {                                                                                                        \
        void *out;                                                                                           \
        const hl_status status = auth_format_parse(text, length, name, &format, arena, &out, report);        \
        *(made) = out;                                                                                       \
        return status;                                                                                       \
    }                                                                                                        \
    hl_status auth_##kind##_read(const char *path, hl_arena *arena, auth_##kind **(made), hl_report *report) \
    {                                                                                                        \
        void *out;                                                                                           \
        const hl_status status = auth_format_read(path, &format, arena, &out, report);                       \
        *(made) = out;                                                                                       \
        return status;                                                                                       \
    }

/** The same for a kind that is read by the table auth_KIND_table.
 *  @param prepare_  see auth_format */
#define AUTH_FORMAT(kind_, made, KIND, prepare_)                                                             \
    static const auth_format format = {                                                                      \
        .kind = AUTH_FILE_##KIND, .table = &auth_##kind_##_table, .prepare = (prepare_)};                    \
    AUTH_FORMAT_ENTRY(kind_, made)

#endif
