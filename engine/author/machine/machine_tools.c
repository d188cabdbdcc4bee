/* Tools of a machine: what digs. */
#include "machine_reader.h"

#include "hl/real.h"

#include <math.h>

static const auth_rule tool_rules[] = {
    AUTH_VECTOR(tool, at, LENGTH, ANY),
    AUTH_VECTOR(tool, turn, ANGLE, ANY),
    AUTH_SCALAR(tool, width, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(tool, thickness, LENGTH, POSITIVE, 0.02),
    AUTH_SCALAR(tool, tooth_width, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(tool, tooth_length, LENGTH, POSITIVE, 0.0),
};

/* ---- profile ---- */

static const auth_kind lengths[2] = {AUTH_KIND_LENGTH, AUTH_KIND_LENGTH};
static const auth_range anywhere[2] = {AUTH_ANY, AUTH_ANY};

/* Plates between corners have a direction. */
static void check_corner(const auth_machine_reader *m, const yaml_node_t *item, const auth_tool *tool,
                         int corner)
{
    static const double shortest = 1e-3; /* of a plate [m] */
    const double *before = tool->profile[corner - 1], *here = tool->profile[corner];
    if (hl_hypot(here[0] - before[0], here[1] - before[1]) >= shortest) return;
    hl_report_add(m->file->report, auth_entry_place(m->file, item, "profile", corner),
                  "'profile': corner %d lies on the corner before; corners at least 1 mm apart are expected",
                  corner + 1);
}

static void read_profile(const auth_machine_reader *m, const yaml_node_t *item, const raw_tool *raw,
                         auth_tool *tool)
{
    bool good = true;
    tool->corners = (int)raw->profile_count;
    for (int i = 0; i < tool->corners; i++) {
        good &=
            auth_read_pair(m->file, item, "profile", i, raw->profile[i], lengths, anywhere, tool->profile[i]);
        if (i > 0 && good) check_corner(m, item, tool, i);
    }
}

/* ---- teeth ---- */

static void check_teeth(const auth_machine_reader *m, const yaml_node_t *item, const auth_tool *tool)
{
    enum { MOST_TEETH = 64 };
    static const char *const keys[] = {"tooth_width", "tooth_length"};
    if (!auth_check_range(m->file, item, "teeth", tool->teeth, 0, MOST_TEETH)) return;
    for (int i = 0; i < 2; i++) {
        if (tool->teeth == 0)
            auth_refuse(m->file, item, keys[i], "has no effect without 'teeth'");
        else if (!auth_is_given(m->file, item, keys[i]))
            AUTH_COMPLAIN(m, item, "teeth", "'teeth' without '%s'; the key is expected", keys[i]);
    }
    if (tool->teeth > 0 && tool->teeth * tool->tooth_width > tool->width)
        AUTH_COMPLAIN(m, item, "tooth_width",
                      "%d teeth of %g m are wider than the tool, 'width' is %g m; narrower or fewer "
                      "teeth are expected",
                      tool->teeth, tool->tooth_width, tool->width);
}

/* ---- the whole ---- */

void auth_read_tool(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_tool *from = raw;
    auth_tool *tool = out;
    tool->body = auth_reference(m->file, item, "body", from->body, AUTH_BODIES);
    tool->sides = !auth_is_given(m->file, item, "sides") || from->sides;
    tool->teeth = (int)from->teeth;
    read_profile(m, item, from, tool);
    if (!auth_apply_rules(m->file, item, AUTH_RULES(tool_rules), false, raw, out)) return;
    auth_check_span(m->file, item, "width", from->width, tool->width, 0.02, 20.0, "20 mm to 20 m");
    if (from->thickness)
        auth_check_span(m->file, item, "thickness", from->thickness, tool->thickness, 1e-3, 0.2,
                        "1 mm to 0.2 m");
    check_teeth(m, item, tool);
}
