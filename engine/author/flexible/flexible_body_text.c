/* Writing reduced bodies. */
#include "auth/flexible.h"

#include <stdio.h>

enum { LINE = 6 /* numbers */ };

typedef struct text {
    char *at;
    size_t used, size; /* of what would be written, of what is there */
} text;

static void put(text *t, const char *word)
{
    for (; *word; word++, t->used++)
        if (t->used < t->size) t->at[t->used] = *word;
}

/* Entry `index` of a list. */
static void put_entry(text *t, int index, double number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", number);
    put(t, index == 0 ? "" : index % LINE == 0 ? ",\n      " : ", ");
    put(t, digits);
}

static void put_number(text *t, const char *key, double number)
{
    put(t, key);
    put(t, ": ");
    put_entry(t, 0, number);
    put(t, "\n");
}

static void put_numbers(text *t, const char *key, const double *numbers, int count)
{
    put(t, key);
    put(t, ": [");
    for (int i = 0; i < count; i++) put_entry(t, i, numbers[i]);
    put(t, "]\n");
}

static void put_pairs(text *t, const flex_body *b)
{
    int written = 0;
    put(t, "P: [");
    for (int k = 0; k < b->modes; k++)
        for (int l = k; l < b->modes; l++)
            for (int i = 0; i < 9; i++) put_entry(t, written++, b->P[9 * (k * b->modes + l) + i]);
    put(t, "]\n");
}

/* A text in double quotes. */
static void put_quoted(text *t, const char *key, const char *value)
{
    put(t, key);
    put(t, ": \"");
    for (; *value; value++) {
        const char letter[2] = {*value == '\n' ? 'n' : *value, '\0'};
        if (*value == '\n' || *value == '"' || *value == '\\') put(t, "\\");
        put(t, letter);
    }
    put(t, "\"\n");
}

static void put_marker(text *t, const flex_marker *m, int modes)
{
    put_quoted(t, "  - name", m->name);
    put_numbers(t, "    position", m->position, 3);
    put_numbers(t, "    phi", m->phi, 3 * modes);
    put_numbers(t, "    psi", m->psi, 3 * modes);
    put_numbers(t, "    G", m->G, modes * modes);
}

static void put_body(text *t, const flex_body *b)
{
    const int n = b->modes;
    put(t, "# Written by headland flex: lists of numbers in SI, row by row.\n");
    put(t, "headland: flexible-body\nversion: 1\n");
    put_quoted(t, "name", b->name);
    put_quoted(t, "description", b->description);
    put_number(t, "modes", n);
    put_number(t, "mass", b->mass);
    put_numbers(t, "first_moment", b->first_moment, 3);
    put_numbers(t, "inertia", b->inertia, 9);
    put_numbers(t, "S", b->S, 3 * n);
    put_numbers(t, "R", b->R, 3 * n);
    put_numbers(t, "M", b->M, n * n);
    put_numbers(t, "K", b->K, n * n);
    put_numbers(t, "N", b->N, 9 * n);
    put_pairs(t, b);
    put_numbers(t, "C0", b->C0, n * n);
    put_numbers(t, "Cx", b->Cx, n * n);
    put_numbers(t, "damping", b->damping, 2);
    put(t, b->marker_count > 0 ? "markers:\n" : "markers: []\n");
    for (int i = 0; i < b->marker_count; i++) put_marker(t, &b->markers[i], n);
}

const char *auth_flexible_body_text(const flex_body *body, hl_arena *arena)
{
    text t = {0};
    put_body(&t, body);
    t.size = t.used;
    t.used = 0;
    t.at = HL_NEW(arena, char, t.size + 1);
    if (t.at) put_body(&t, body);
    return t.at;
}
