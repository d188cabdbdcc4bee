/* The path over the field from above: of the machine or, if it stays in place, of its bucket. */
#include "figures.h"

#include <math.h>

static const double standing = 2.0; /* [m]: a machine with a smaller extent stays in place */

/* ---- positions ---- */

typedef struct position {
    double x, y; /* [m] */
} position;

/* Columns that a position is made of, in metres and radians. */
typedef struct eye {
    const train_trace *trace;
    int x, y, heading, reach, swing; /* -1: no such column */
    double angle;                    /* one of the swing's unit [rad] */
    bool tool;
} eye;

static double number(const eye *e, int column, int row)
{
    return e->trace->values[(size_t)row * (size_t)e->trace->columns + (size_t)column];
}

static bool has_tool(const eye *e)
{
    return e->heading >= 0 && e->reach >= 0 && e->swing >= 0;
}

static eye eye_of(const train_trace *trace)
{
    eye e = {.trace = trace,
             .x = train_trace_find(trace, "chassis.x"),
             .y = train_trace_find(trace, "chassis.y"),
             .heading = train_trace_find(trace, "chassis.heading"),
             .reach = train_trace_find(trace, "bucket.reach"),
             .swing = train_trace_find(trace, "swing.angle"),
             .angle = 1.0};
    auth_dimension dimension;
    if (e.swing >= 0 && !auth_unit_read(trace->units[e.swing], &e.angle, &dimension)) e.swing = -1;
    return e;
}

static bool sees(const eye *e)
{
    return e->trace->rows >= 2 && e->x >= 0 && e->y >= 0;
}

/* The tool's reach is measured from the swing axis, which is above the origin of the chassis. */
static position at(const eye *e, int row)
{
    position p = {number(e, e->x, row), number(e, e->y, row)};
    if (!e->tool) return p;
    const double direction = number(e, e->heading, row) + e->angle * number(e, e->swing, row);
    p.x += number(e, e->reach, row) * cos(direction);
    p.y += number(e, e->reach, row) * sin(direction);
    return p;
}

/* ---- extent ---- */

typedef struct extent {
    position low, high;
} extent;

static const extent nothing = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

static void widen(extent *e, position p)
{
    e->low = (position){fmin(e->low.x, p.x), fmin(e->low.y, p.y)};
    e->high = (position){fmax(e->high.x, p.x), fmax(e->high.y, p.y)};
}

static void widen_by_path(extent *e, const eye *of)
{
    for (int r = 0; r < of->trace->rows; r++) widen(e, at(of, r));
}

bool figure_path_there(const train_debrief *debrief)
{
    const eye e = eye_of(&debrief->drives[0].trace);
    return sees(&e);
}

bool figure_path_of_tool(const train_debrief *debrief)
{
    const eye e = eye_of(&debrief->drives[0].trace);
    extent moved = nothing;
    if (!sees(&e) || !has_tool(&e)) return false;
    widen_by_path(&moved, &e);
    return hypot(moved.high.x - moved.low.x, moved.high.y - moved.low.y) < standing;
}

/* ---- outlines ---- */

enum { CORNERS = 8 };

/* Convex outline of points, counter-clockwise, by gift wrapping from the leftmost point: for the few corners
 * of a box. @return corners of the outline */
static int outline(const position *points, int count, position *hull)
{
    int first = 0, found = 0, here;
    for (int i = 1; i < count; i++)
        if (points[i].x < points[first].x ||
            (points[i].x == points[first].x && points[i].y < points[first].y))
            first = i;
    here = first;
    do {
        int next = -1;
        hull[found++] = points[here];
        for (int i = 0; i < count; i++) {
            const double ix = points[i].x - points[here].x, iy = points[i].y - points[here].y;
            if (ix == 0.0 && iy == 0.0) continue;
            if (next < 0) next = i;
            const double nx = points[next].x - points[here].x, ny = points[next].y - points[here].y;
            const double side = nx * iy - ny * ix;
            if (side < 0.0 || (side == 0.0 && ix * ix + iy * iy > nx * nx + ny * ny)) next = i;
        }
        here = next;
    } while (here >= 0 && here != first && found < count);
    return found;
}

/* A vector turned by a rotation vector: Rodrigues' formula. */
static void turned(const double v[3], const double turn[3], double out[3])
{
    const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    double k[3] = {0.0, 0.0, 1.0};
    for (int i = 0; angle > 0.0 && i < 3; i++) k[i] = turn[i] / angle;
    const double along = k[0] * v[0] + k[1] * v[1] + k[2] * v[2];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        const double cross = k[j] * v[l] - k[l] * v[j];
        out[i] = v[i] * cos(angle) + cross * sin(angle) + k[i] * along * (1.0 - cos(angle));
    }
}

static void print_polygon(const position *corners, int count, const char *look, FILE *out)
{
    fputs("set object polygon from ", out);
    for (int i = 0; i <= count; i++)
        fprintf(out, "%s%.6g,%.6g", i > 0 ? " to " : "", corners[i % count].x, corners[i % count].y);
    fprintf(out, " %s\n", look);
}

/* A box with the middle of its base at (x, y), turned about that. */
static void print_box(const double *at_place, const double size[3], const double turn[3], const char *look,
                      extent *seen, FILE *out)
{
    position corners[CORNERS], hull[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        const double corner[3] = {(i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1],
                                  i & 4 ? size[2] : 0.0};
        double v[3];
        turned(corner, turn, v);
        corners[i] = (position){at_place[0] + v[0], at_place[1] + v[1]};
        widen(seen, corners[i]);
    }
    print_polygon(hull, outline(corners, CORNERS, hull), look, out);
}

/* Where names are written: those of a region and of a zone in it must not overlap. */
typedef enum name_side { BELOW = -1, INSIDE, ABOVE } name_side;

static void print_name(const char *name, const double *at_place, extent box, name_side side, FILE *out)
{
    const double y = side == ABOVE ? box.high.y : side == BELOW ? box.low.y : at_place[1];
    fputs("set label ", out);
    plot_text(out, name);
    fprintf(out, " at %.6g,%.6g center front offset 0,%g font ',12' textcolor rgb '#333333'\n", at_place[0],
            y, 0.6 * (int)side);
}

static const char field_look[] =
    "behind fillcolor rgb '#fbf3e4' fillstyle solid border linecolor rgb '#c9b48a'";
static const char object_look[] =
    "behind fillcolor rgb '#bdbdbd' fillstyle solid border linecolor rgb '#555555'";
static const char outline_look[] = "fillstyle empty border linecolor rgb '#009e73' dashtype 3 linewidth 1.5";
static const char profile_look[] = "fillstyle empty border linecolor rgb '#cc6600' dashtype 2 linewidth 1.5";

static void print_field(const auth_scenario *s, extent *seen, FILE *out)
{
    if (!s->sand.present) return;
    const double at_place[2] = {0.5 * (s->sand.from[0] + s->sand.to[0]),
                                0.5 * (s->sand.from[1] + s->sand.to[1])};
    const double size[3] = {s->sand.to[0] - s->sand.from[0], s->sand.to[1] - s->sand.from[1], 0.0};
    print_box(at_place, size, (const double[3]){0}, field_look, seen, out);
}

/* An outline and its name, where that is not empty. */
static void print_named(const char *name, const double *at_place, const double size[3], double heading,
                        const char *look, name_side side, extent *seen, FILE *out)
{
    extent box = nothing;
    print_box(at_place, size, (const double[3]){0, 0, heading}, look, &box, out);
    if (*name) print_name(name, at_place, box, side, out);
    widen(seen, box.low);
    widen(seen, box.high);
}

/* ---- names ---- */

static bool is_marked(const auth_training *training, int region)
{
    for (int i = 0; i < training->instruction_count; i++) {
        const auth_instruction *instruction = training->instructions[i];
        if (instruction->kind == AUTH_DO_MARK && instruction->of == region) return true;
    }
    return false;
}

/* Whether the middle of one is above the floor of the other. */
static bool lies_in(const auth_region *inner, const auth_region *outer)
{
    const double dx = inner->at[0] - outer->at[0], dy = inner->at[1] - outer->at[1];
    const double c = cos(outer->heading), s = sin(outer->heading);
    return fabs(c * dx + s * dy) <= 0.5 * outer->size[0] && fabs(c * dy - s * dx) <= 0.5 * outer->size[1];
}

/* A region that is not marked, inside of one that is, gets no name: the two would overlap. */
static bool has_name(const auth_training *training, int region)
{
    if (is_marked(training, region)) return true;
    for (int i = 0; i < training->region_count; i++)
        if (i != region && is_marked(training, i) &&
            lies_in(&training->regions[region], &training->regions[i]))
            return false;
    return true;
}

static void print_site(const auth_scenario *s, extent *seen, FILE *out)
{
    print_field(s, seen, out);
    for (int i = 0; i < auth_scenario_fixed(s); i++)
        print_box(s->objects[i].at, s->objects[i].size, s->objects[i].turn, object_look, seen, out);
    for (int i = 0; i < s->zone_count; i++)
        print_named(s->zones[i].name, s->zones[i].at, s->zones[i].size, 0.0, outline_look, BELOW, seen, out);
    for (int i = 0; i < s->training.region_count; i++) {
        const auth_region *r = &s->training.regions[i];
        const char *name = has_name(&s->training, i) ? r->name : "";
        print_named(name, r->at, r->size, r->heading, outline_look, ABOVE, seen, out);
    }
    for (int i = 0; i < s->training.profile_count; i++) {
        const auth_profile *p = &s->training.profiles[i];
        print_named(p->name, p->at, (const double[3]){p->length, p->width, 0}, p->heading, profile_look,
                    INSIDE, seen, out);
    }
}

/* ---- the script ---- */

static void print_path(const eye *e, int drive, FILE *out)
{
    fprintf(out, "$drive%d << END_OF_DATA\n", drive);
    for (int r = 0; r < e->trace->rows; r++) {
        const position p = at(e, r);
        if (isfinite(p.x) && isfinite(p.y)) fprintf(out, "%.6g %.6g\n", p.x, p.y);
    }
    fputs("END_OF_DATA\n", out);
}

/* The places of the hits. @return their count */
static int print_hits(const eye *e, FILE *out)
{
    const plot_column count = plot_column_of(e->trace, "hits.count");
    int hits = 0;
    fputs("$hits << END_OF_DATA\n", out);
    for (int r = 1; count.at >= 0 && r < e->trace->rows; r++) {
        if (!(plot_value(e->trace, count, r) > plot_value(e->trace, count, r - 1))) continue;
        const position p = at(e, r);
        fprintf(out, "%.6g %.6g\n", p.x, p.y);
        hits++;
    }
    fputs("END_OF_DATA\n", out);
    return hits;
}

static int clamped(double value, int least, int most)
{
    return value < least ? least : value > most ? most : (int)value;
}

/* Axes of equal scale on a picture of a shape that fits. */
static void print_frame(extent seen, const char *svg, FILE *out)
{
    enum { WIDTH = 900, AXES = 90, LEAST = 380, MOST = 680 /* [px] */ };
    const double margin = fmax(1.0, 0.04 * fmax(seen.high.x - seen.low.x, seen.high.y - seen.low.y));
    const double width = seen.high.x - seen.low.x + 2.0 * margin;
    const double height = seen.high.y - seen.low.y + 2.0 * margin;
    plot_begin(out, svg, WIDTH, clamped(AXES + (WIDTH - AXES) * height / width, LEAST, MOST));
    fprintf(out, "set size ratio -1\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", seen.low.x - margin,
            seen.high.x + margin, seen.low.y - margin, seen.high.y + margin);
    plot_label(out, "xlabel", "x", "m");
    plot_label(out, "ylabel", "y", "m");
}

/* The size of the picture follows from the extent of all objects: they are written first. */
void figure_path(const train_debrief *debrief, const char *svg, FILE *out)
{
    const bool tool = figure_path_of_tool(debrief);
    extent seen = nothing;
    bool there[TRAIN_DRIVES] = {false};
    print_site(debrief->scenario, &seen, out);
    for (int i = 0; i < debrief->drive_count; i++) {
        eye e = eye_of(&debrief->drives[i].trace);
        e.tool = tool;
        there[i] = sees(&e) && (!tool || has_tool(&e));
        if (!there[i]) continue;
        widen_by_path(&seen, &e);
        print_path(&e, i, out);
    }
    eye own = eye_of(&debrief->drives[0].trace);
    own.tool = tool;
    const position start = at(&own, 0);
    const int hits = print_hits(&own, out);
    print_frame(seen, svg, out);
    fprintf(out, "$start << END_OF_DATA\n%.6g %.6g\nEND_OF_DATA\n", start.x, start.y);
    plot_drives(out, debrief, there, "lines");
    fputs(", $start using 1:2 with points pointtype 7 pointsize 1 linecolor 'black' title 'start'", out);
    if (hits > 0)
        fputs(", $hits using 1:2 with points pointtype 2 pointsize 1.3 linewidth 3 linecolor rgb '#d55e00' "
              "title 'hit'",
              out);
    fputc('\n', out);
}
