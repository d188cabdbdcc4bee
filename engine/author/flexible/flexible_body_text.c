/* Writing reduced bodies. */
#include "auth/flexible.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE = 6 /* numbers */ };

typedef struct text {
    char *at;
    size_t used, size; /* of what would be written */
} text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t room = t->used < t->size ? t->size - t->used : 0;
    const int length = vsnprintf(room > 0 ? t->at + t->used : NULL, room, format, arguments);
    va_end(arguments);
    t->used += (size_t)length;
}

static void put_numbers(text *t, const char *indent, const char *key, const double *numbers, int count)
{
    put(t, "%s%s: [", indent, key);
    for (int i = 0; i < count; i++)
        put(t, "%s%.17g", i == 0 ? "" : i % LINE == 0 ? ",\n      " : ", ", numbers[i]);
    put(t, "]\n");
}

static void put_pairs(text *t, const flex_body *b)
{
    int written = 0;
    put(t, "P: [");
    for (int k = 0; k < b->modes; k++)
        for (int l = k; l < b->modes; l++)
            for (int i = 0; i < 9; i++, written++)
                put(t, "%s%.17g",
                    written == 0          ? ""
                    : written % LINE == 0 ? ",\n      "
                                          : ", ",
                    b->P[9 * (k * b->modes + l) + i]);
    put(t, "]\n");
}

/* A text in double quotes. */
static void put_quoted(text *t, const char *key, const char *value)
{
    put(t, "%s: \"", key);
    for (; *value; value++) {
        if (*value == '\n')
            put(t, "\\n");
        else
            put(t, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    }
    put(t, "\"\n");
}

static void put_body(text *t, const flex_body *b)
{
    const int n = b->modes;
    put(t, "# Written by headland flex: lists of numbers in SI, row by row.\n");
    put(t, "headland: flexible-body\nversion: 1\n");
    put_quoted(t, "name", b->name);
    put_quoted(t, "description", b->description);
    put(t, "modes: %d\nmass: %.17g\n", n, b->mass);
    put_numbers(t, "", "first_moment", b->first_moment, 3);
    put_numbers(t, "", "inertia", b->inertia, 9);
    put_numbers(t, "", "S", b->S, 3 * n);
    put_numbers(t, "", "R", b->R, 3 * n);
    put_numbers(t, "", "M", b->M, n * n);
    put_numbers(t, "", "K", b->K, n * n);
    put_numbers(t, "", "N", b->N, 9 * n);
    put_pairs(t, b);
    put_numbers(t, "", "C0", b->C0, n * n);
    put_numbers(t, "", "Cx", b->Cx, n * n);
    put_numbers(t, "", "damping", b->damping, 2);
    put(t, "markers:%s\n", b->marker_count > 0 ? "" : " []");
    for (int i = 0; i < b->marker_count; i++) {
        const flex_marker *m = &b->markers[i];
        put(t, "  - ");
        put_quoted(t, "name", m->name);
        put_numbers(t, "    ", "position", m->position, 3);
        put_numbers(t, "    ", "phi", m->phi, 3 * n);
        put_numbers(t, "    ", "psi", m->psi, 3 * n);
        put_numbers(t, "    ", "G", m->G, n * n);
    }
}

const char *auth_flexible_body_text(const flex_body *body, hl_arena *arena)
{
    text t = {0};
    put_body(&t, body);
    t.size = t.used + 1;
    t.used = 0;
    t.at = HL_NEW(arena, char, t.size);
    if (t.at) put_body(&t, body);
    return t.at;
}
