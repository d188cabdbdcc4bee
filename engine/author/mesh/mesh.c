/* Mesh files: Wavefront OBJ, and the choice of the format. gltf.c reads glTF. */
#include "mesh_reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- OBJ ---- */

enum { NUMBER_LENGTH = 64, WORD_SHOWN = 40 };

typedef struct obj_word {
    const char *text;
    int length, column;
} obj_word;

/* The file is read twice: the first pass counts, the second fills the mesh. */
typedef struct obj_reader {
    const char *at, *end;
    int line;
    const char *start;           /* of the line */
    auth_mesh *mesh;             /* NULL in the first pass */
    int64_t vertices, triangles; /* of the first pass */
    int surface;                 /* of the faces that follow */
    hl_arena *arena;
    hl_report *report;
} obj_reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line. @return false: end of the line */
static bool next_word(obj_reader *r, obj_word *word)
{
    while (r->at < r->end && is_blank(*r->at)) r->at++;
    if (r->at == r->end || *r->at == '\n' || *r->at == '#') return false;
    const char *first = r->at;
    while (r->at < r->end && !is_blank(*r->at) && *r->at != '\n') r->at++;
    *word = (obj_word){first, (int)(r->at - first), (int)(first - r->start) + 1};
    return true;
}

static void skip_line(obj_reader *r)
{
    const char *next = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->at = next != NULL ? next + 1 : r->end;
}

static hl_place place_of(const obj_reader *r, const obj_word *word)
{
    return (hl_place){r->line, word->column};
}

static int shown(const obj_word *word)
{
    return word->length < WORD_SHOWN ? word->length : WORD_SHOWN;
}

static bool is_word(const obj_word *word, const char *text)
{
    return (size_t)word->length == strlen(text) && memcmp(word->text, text, strlen(text)) == 0;
}

static bool read_number(obj_reader *r, const obj_word *word, double *number)
{
    char text[NUMBER_LENGTH];
    char *end = text;
    if (word->length < NUMBER_LENGTH) {
        memcpy(text, word->text, (size_t)word->length);
        text[word->length] = '\0';
        *number = strtod(text, &end);
    }
    if (end == text || *end != '\0') {
        hl_report_add(r->report, place_of(r, word), "'%.*s' is not a number: give a coordinate [m]",
                      shown(word), word->text);
        return false;
    }
    if (mesh_is_near(*number)) return true;
    hl_report_add(r->report, place_of(r, word), "'%.*s': coordinates of at most 100 km [m] are expected",
                  shown(word), word->text);
    return false;
}

/* `v x y z`; a weight or colour after them is skipped. */
static void read_vertex(obj_reader *r, const obj_word *keyword)
{
    double number[3] = {0.0, 0.0, 0.0};
    obj_word word;
    if (r->mesh == NULL) {
        r->vertices++;
        return;
    }
    for (int k = 0; k < 3; k++) {
        if (!next_word(r, &word)) {
            hl_report_add(r->report, place_of(r, keyword), "the vertex has %d numbers: give x, y and z [m]",
                          k);
            break;
        }
        if (!read_number(r, &word, &number[k])) break;
    }
    r->mesh->vertices[r->mesh->vertex_count++] = hl_v3(number[0], number[1], number[2]);
}

/* The vertex of `7`, `7/1`, `7/1/2`, `7//2` or of a negative number, which counts back from the last one.
 * @return its index from 0; -1 after a complaint */
static int read_corner(obj_reader *r, const obj_word *word)
{
    char text[NUMBER_LENGTH];
    const char *slash = memchr(word->text, '/', (size_t)word->length);
    const size_t length = slash != NULL ? (size_t)(slash - word->text) : (size_t)word->length;
    char *end = text;
    long number = 0;
    if (length > 0 && length < NUMBER_LENGTH) {
        memcpy(text, word->text, length);
        text[length] = '\0';
        number = strtol(text, &end, 10);
    }
    if (end == text || *end != '\0') {
        hl_report_add(r->report, place_of(r, word),
                      "'%.*s' is not a number of a vertex: give a whole number from 1, or a negative one",
                      shown(word), word->text);
        return -1;
    }
    const long index = number < 0 ? r->mesh->vertex_count + number : number - 1;
    if (number != 0 && index >= 0 && index < r->vertices) return (int)index;
    hl_report_add(r->report, place_of(r, word),
                  "vertex %ld does not exist; the vertices of the file are numbered from 1 to %lld", number,
                  (long long)r->vertices);
    return -1;
}

static void add_triangle(obj_reader *r, int a, int b, int c)
{
    auth_mesh *mesh = r->mesh;
    const int i = mesh->triangle_count++;
    mesh->triangles[i][0] = a, mesh->triangles[i][1] = b, mesh->triangles[i][2] = c;
    mesh->surfaces[i] = r->surface;
    mesh->lines[i] = r->line;
}

/* `f a b c ...`: a fan of triangles around the first corner. */
static void read_face(obj_reader *r, const obj_word *keyword)
{
    int first = 0, last = 0, corners = 0;
    obj_word word;
    for (; next_word(r, &word); corners++) {
        if (corners >= 2 && r->mesh == NULL) r->triangles++;
        if (r->mesh == NULL) continue;
        const int corner = read_corner(r, &word);
        if (corner < 0) return;
        if (corners == 0) first = corner;
        if (corners >= 2) add_triangle(r, first, last, corner);
        last = corner;
    }
    if (corners < 3 && r->mesh != NULL)
        hl_report_add(r->report, place_of(r, keyword), "the face has %d corners: at least 3 are expected",
                      corners);
}

static void read_surface(obj_reader *r)
{
    obj_word word, last;
    if (r->mesh == NULL) return;
    r->surface = -1;
    if (!next_word(r, &word)) return;
    while (next_word(r, &last)) word.length = (int)(last.text + last.length - word.text);
    r->surface =
        mesh_surface(r->mesh, word.text, (size_t)word.length, place_of(r, &word), r->arena, r->report);
}

/* Keywords that do not affect the shape of faces. */
static bool is_skipped(const obj_word *word)
{
    static const char *const skipped[] = {"vt", "vn", "o", "g", "s", "l", "p", "mtllib", "usemap", "lod"};
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (is_word(word, skipped[i])) return true;
    return false;
}

static void read_line(obj_reader *r)
{
    obj_word keyword;
    if (!next_word(r, &keyword)) return;
    if (is_word(&keyword, "v"))
        read_vertex(r, &keyword);
    else if (is_word(&keyword, "f"))
        read_face(r, &keyword);
    else if (is_word(&keyword, "usemtl"))
        read_surface(r);
    else if (!is_skipped(&keyword) && r->mesh != NULL)
        hl_report_add(r->report, place_of(r, &keyword),
                      "unknown keyword '%.*s': vertices (v), faces (f) and materials (usemtl) are expected",
                      shown(&keyword), keyword.text);
}

static void read_lines(obj_reader *r, const char *text, size_t length)
{
    r->at = text, r->end = text + length;
    for (r->line = 1; r->at < r->end && r->report->dropped == 0; r->line++) {
        r->start = r->at;
        read_line(r);
        skip_line(r);
    }
}

auth_mesh *mesh_parse_obj(const char *text, size_t length, hl_arena *arena, hl_report *report)
{
    obj_reader r = {.surface = -1, .arena = arena, .report = report};
    read_lines(&r, text, length);
    r.mesh = mesh_new(r.vertices, r.triangles, true, arena, report);
    if (r.mesh == NULL) return NULL;
    read_lines(&r, text, length);
    return r.mesh;
}

/* ---- any format ---- */

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

hl_status auth_mesh_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_mesh **mesh, hl_report *report)
{
    *mesh = NULL;
    auth_mesh *made = NULL;
    hl_report_begin(report, name);
    if (ends_with(name, ".obj"))
        made = mesh_parse_obj(text, length, arena, report);
    else if (ends_with(name, ".gltf") || ends_with(name, ".glb"))
        made = mesh_parse_gltf(text, length, name, arena, report);
    else
        hl_report_add(report, (hl_place){0, 0},
                      "the name does not end with .obj, .gltf or .glb: give a mesh in one of these formats");
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    if (!hl_report_clean(report)) return HL_BAD_INPUT;
    *mesh = made;
    return HL_OK;
}
