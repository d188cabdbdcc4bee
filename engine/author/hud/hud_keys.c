/* Which kind of gauge of a head-up display takes which keys. */
#include "hud_reader.h"

#include <string.h>

#define K(kind) (1u << AUTH_GAUGE_##kind)
enum {
    SCALED = K(DIAL) | K(ARC) | K(BAR) | K(INCLINOMETER) | K(TREND),
    PLACED = (1u << AUTH_GAUGE_KINDS) - 1u - K(MARKER),
    VALUED = SCALED | K(NUMBER), /* show the value of a signal in a unit */
    ALL = PLACED | K(MARKER)
};

static const struct gauge_key {
    const char *key;
    unsigned kinds, required;
} gauge_keys[] = {
    {"surface", PLACED, 0},
    {"at", PLACED, PLACED},
    {"size", PLACED, PLACED},
    {"signal", VALUED | K(GEAR) | K(MESSAGE) | K(MARKER), VALUED | K(GEAR)},
    {"direction", K(GEAR), 0},
    {"unit", VALUED | K(MESSAGE), 0},
    {"unit_text", VALUED | K(MESSAGE), 0},
    {"label", ALL - K(IMAGE) - K(MESSAGE), 0},
    {"text", K(MESSAGE) | K(LAMP) | K(NUMBER), K(MESSAGE)},
    {"image", K(IMAGE) | K(LAMP), K(IMAGE)},
    {"symbol", K(LAMP), 0},
    {"font", ALL - K(IMAGE), 0},
    {"font_size", ALL - K(IMAGE), 0},
    {"from", SCALED, SCALED},
    {"to", SCALED, SCALED},
    {"major", SCALED - K(ARC), 0},
    {"minor", SCALED - K(ARC), 0},
    {"decimals", VALUED | K(MESSAGE), 0},
    {"start", K(DIAL) | K(ARC), 0},
    {"sweep", K(DIAL) | K(ARC), 0},
    {"standing", K(BAR), 0},
    {"view", K(INCLINOMETER), 0},
    {"machine", K(INCLINOMETER), 0},
    {"limit", K(INCLINOMETER), 0},
    {"seconds", K(TREND) | K(MAP), 0},
    {"reach", K(MAP), 0},
    {"of", K(MARKER), K(MARKER)},
    {"value", K(MARKER), 0},
    {"tolerance", K(MARKER), 0},
    {"colour", ALL - K(IMAGE), 0},
    {"background", PLACED - K(IMAGE), 0},
    {"blink", K(LAMP) | K(MESSAGE), 0},
    {"ranges", VALUED, 0},
    {"when", ALL, K(LAMP)},
};

static bool given(const auth_gauge_reader *g, const char *key)
{
    return auth_given(g->h->file, g->item, key);
}

static void check_each(const auth_gauge_reader *g)
{
    const char *word = auth_gauge_word(g->out->kind);
    for (size_t i = 0; i < sizeof gauge_keys / sizeof *gauge_keys; i++) {
        const struct gauge_key *k = &gauge_keys[i];
        const unsigned kind = 1u << g->out->kind;
        if (given(g, k->key) && !(k->kinds & kind))
            AUTH_COMPLAIN(g->h, g->item, k->key,
                          "a gauge of kind '%s' has no '%s'; the key is expected to be left out", word,
                          k->key);
        else if (!given(g, k->key) && (k->required & kind))
            hl_report_add(g->h->file->report, auth_node_place(g->item),
                          "a gauge of kind '%s' without '%s'; the key is expected", word, k->key);
    }
}

/* What two keys have to say about each other. */
static void check_together(const auth_gauge_reader *g)
{
    const bool number = given(g, "signal");
    if (g->out->kind == AUTH_GAUGE_LAMP && !g->raw->symbol && !g->raw->text && !g->raw->image)
        hl_report_add(g->h->file->report, auth_node_place(g->item),
                      "a lamp with none of 'symbol', 'text' and 'image'; one of them is expected");
    if (g->raw->image) auth_refuse(g->h->file, g->item, "symbol", "has no effect beside 'image'");
    if (g->out->kind == AUTH_GAUGE_MESSAGE && !number) {
        static const char *const keys[] = {"unit", "unit_text", "decimals"};
        for (int i = 0; i < 3; i++)
            auth_refuse(g->h->file, g->item, keys[i], "has no effect without 'signal'");
    }
    if (g->out->kind == AUTH_GAUGE_MESSAGE && number && g->raw->text && !strchr(g->raw->text, '%'))
        AUTH_COMPLAIN(g->h, g->item, "text",
                      "'text' has no %% for the value of 'signal'; one is expected where it is to stand");
    if (g->out->kind == AUTH_GAUGE_MARKER && number == given(g, "value"))
        hl_report_add(g->h->file->report, auth_node_place(g->item),
                      "a marker with %s of 'value' and 'signal'; one of them is expected",
                      number ? "both" : "none");
}

void auth_check_gauge_keys(const auth_gauge_reader *g)
{
    check_each(g);
    check_together(g);
}

bool auth_has_scale(const auth_gauge *gauge)
{
    return (SCALED & 1u << gauge->kind) != 0;
}
