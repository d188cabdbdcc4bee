/* Mutated layouts of head-up displays. See fuzz.h. */
#include "fuzz.h"

#include "auth/hud.h"

enum { ROUNDS = 4000 };

FUZZ_PARSER(hud)

static bool scaled(auth_gauge_kind kind)
{
    return kind == AUTH_GAUGE_DIAL || kind == AUTH_GAUGE_ARC || kind == AUTH_GAUGE_BAR ||
           kind == AUTH_GAUGE_INCLINOMETER || kind == AUTH_GAUGE_TREND;
}

static void check_scale(const auth_gauge *g)
{
    fuzz_finite((const double[]){g->from, g->to, g->major, g->minor, g->limit}, 5);
    if (!scaled(g->kind)) return;
    assert_true(g->from < g->to && g->signal.name);
    assert_true(g->minor >= 0.0 && (g->minor == 0.0 || (g->to - g->from) / g->minor <= 200.0));
    assert_true(g->major >= 0.0 && (g->major == 0.0 || (g->to - g->from) / g->major <= 200.0));
    for (int i = 0; i < g->range_count; i++) {
        fuzz_finite((const double[]){g->ranges[i].from, g->ranges[i].to}, 2);
        assert_true(g->ranges[i].from < g->ranges[i].to);
    }
}

static void check_marker(const auth_hud *hud, const auth_gauge *g)
{
    if (g->kind != AUTH_GAUGE_MARKER) {
        assert_int_equal(g->of_index, -1);
        return;
    }
    fuzz_known(g->of_index, 0, hud->gauge_count);
    assert_true(scaled(hud->gauges[g->of_index].kind));
    fuzz_finite((const double[]){g->value, g->tolerance}, 2);
}

static void check(const void *made)
{
    const auth_hud *hud = made;
    assert_true(hud->name && *hud->name && hud->description && *hud->font);
    assert_true(hud->size[0] >= 100.0 && hud->size[0] <= 8000.0);
    assert_true(hud->size[1] >= 100.0 && hud->size[1] <= 8000.0);
    assert_true(hud->gauge_count >= 1);
    for (int i = 0; i < hud->gauge_count; i++) {
        const auth_gauge *g = &hud->gauges[i];
        assert_true(g->id && *g->id && g->label && *g->font);
        assert_true((int)g->kind >= 0 && g->kind < AUTH_GAUGE_KINDS);
        fuzz_finite((const double[]){g->at[0], g->at[1], g->size[0], g->size[1], g->font_size, g->start,
                                     g->sweep, g->seconds, g->reach},
                    9);
        assert_true(g->size[0] >= 1.0 && g->size[1] >= 1.0 && g->seconds > 0.0 && g->reach > 0.0);
        assert_true(g->decimals >= -1 && g->decimals <= 6);
        for (int k = 0; k < g->when_count; k++) {
            assert_true(g->when[k].signal && *g->when[k].signal);
            fuzz_finite(&g->when[k].value, 1);
        }
        check_scale(g);
        check_marker(hud, g);
    }
}

/* The text of a user who begins. */
static const char small[] = "headland: hud\nversion: 1\nname: first\ncanvas: [1600, 900]\ngauges:\n"
                            "  - id: engine\n    kind: dial\n    at: [40, 40]\n    size: [240, 240]\n"
                            "    signal: engine.speed\n    unit: rpm\n    from: 0\n    to: 2600\n"
                            "    ranges: [{from: 40 Hz, colour: critical}]\n"
                            "  - {id: best, kind: marker, of: engine, value: 1500}\n";

const fuzz_subject fuzz_subjects[] = {{.parse = parse_hud,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/hud.yaml",
                                       .text = small,
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
