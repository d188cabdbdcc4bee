#include "reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds that keep powers in an int and factors in a double. */
enum { MAX_POWER = 9, MAX_FACTORS = 8, MAX_SYMBOL = 8 };

/* ---- kinds ---- */

typedef struct kind_entry {
    const char *words, *unit, *example;
    auth_dimension dimension;
} kind_entry;

static const kind_entry kinds[AUTH_KINDS] = {
#define X(kind, words, unit, example, kg, m, s, rad) {words, unit, example, {kg, m, s, rad}},
    AUTH_KIND_LIST(X)
#undef X
};

const char *auth_kind_words(auth_kind kind)
{
    return kinds[kind].words;
}

const char *auth_kind_unit(auth_kind kind)
{
    return kinds[kind].unit;
}

const char *auth_kind_example(auth_kind kind)
{
    return kinds[kind].example;
}

/* ---- units ---- */

/* One unit in SI is numerator / denominator: 80 mm = 80 * 1 / 1000 then is rounded once, as 0.08 is. */
typedef struct unit {
    const char *symbol;
    bool prefixes; /* "k", "m", ... may stand before it */
    double numerator, denominator;
    auth_dimension dimension;
} unit;

static const unit units[] = {
    {"1", false, 1, 1, {0, 0, 0, 0}},
    {"%", false, 1, 100, {0, 0, 0, 0}},
    {"m", true, 1, 1, {0, 1, 0, 0}},
    {"g", true, 1, 1e3, {1, 0, 0, 0}},
    {"t", false, 1e3, 1, {1, 0, 0, 0}},
    {"s", true, 1, 1, {0, 0, 1, 0}},
    {"min", false, 60, 1, {0, 0, 1, 0}},
    {"h", false, 3600, 1, {0, 0, 1, 0}},
    {"rad", true, 1, 1, {0, 0, 0, 1}},
    {"deg", false, AUTH_PI, 180, {0, 0, 0, 1}},
    {"\xC2\xB0", false, AUTH_PI, 180, {0, 0, 0, 1}}, /* the degree sign */
    {"rev", false, 2 * AUTH_PI, 1, {0, 0, 0, 1}},
    {"rpm", false, 2 * AUTH_PI, 60, {0, 0, -1, 1}},
    {"Hz", true, 2 * AUTH_PI, 1, {0, 0, -1, 1}}, /* full turns a second */
    {"N", true, 1, 1, {1, 1, -2, 0}},
    {"J", true, 1, 1, {1, 2, -2, 0}},
    {"W", true, 1, 1, {1, 2, -3, 0}},
    {"Pa", true, 1, 1, {1, -1, -2, 0}},
    {"bar", true, 1e5, 1, {1, -1, -2, 0}},
    {"l", true, 1, 1e3, {0, 3, 0, 0}},
    {"L", true, 1, 1e3, {0, 3, 0, 0}},
    {"Wh", true, 3600, 1, {1, 2, -2, 0}},
};

static const struct prefix {
    const char *symbol;
    double numerator, denominator;
} prefixes[] = {{"n", 1, 1e9}, {"u", 1, 1e6}, {"\xC2\xB5", 1, 1e6}, {"m", 1, 1e3}, {"c", 1, 1e2},
                {"d", 1, 10},  {"k", 1e3, 1}, {"M", 1e6, 1},        {"G", 1e9, 1}};

/* What has been read of a quantity: value = number * numerator / denominator. */
typedef struct reading {
    const char *at; /* next character */
    double number, numerator, denominator;
    auth_dimension dimension;
} reading;

static const unit *find_unit(const char *symbol)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].symbol, symbol) == 0) return &units[i];
    return NULL;
}

/* Whole symbols win over prefix and symbol: "min" is a minute. */
static bool resolve_symbol(const char *symbol, unit *resolved)
{
    const unit *whole = find_unit(symbol);
    if (whole) {
        *resolved = *whole;
        return true;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t length = strlen(prefixes[i].symbol);
        if (strncmp(symbol, prefixes[i].symbol, length) != 0) continue;
        const unit *base = find_unit(symbol + length);
        if (!base || !base->prefixes) continue;
        /* "Grad" is the German degree, no 1e9 rad: an angle of more than a turn has other units */
        if (base->dimension.rad == 1 && base->dimension.s == 0 && prefixes[i].numerator > 1.0) continue;
        *resolved = *base;
        resolved->numerator *= prefixes[i].numerator;
        resolved->denominator *= prefixes[i].denominator;
        return true;
    }
    return false;
}

static void multiply(reading *r, const unit *u, int power)
{
    for (int i = 0; i < abs(power); i++) {
        r->numerator *= power > 0 ? u->numerator : u->denominator;
        r->denominator *= power > 0 ? u->denominator : u->numerator;
    }
    r->dimension.kg += power * u->dimension.kg;
    r->dimension.m += power * u->dimension.m;
    r->dimension.s += power * u->dimension.s;
    r->dimension.rad += power * u->dimension.rad;
}

/* ---- reading ---- */

static void skip_blanks(reading *r)
{
    while (*r->at == ' ' || *r->at == '\t') r->at++;
}

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at)) at++;
    return at;
}

/* Decimal numbers only: strtod alone would let "nan", "inf" and "0x1p3" pass. */
static bool read_number(reading *r)
{
    const char *at = r->at;
    if (*at == '+' || *at == '-') at++;
    const char *whole = at;
    at = skip_digits(at);
    ptrdiff_t digits = at - whole;
    if (*at == '.') {
        const char *fraction = ++at;
        at = skip_digits(at);
        digits += at - fraction;
    }
    if (digits == 0) return false;
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at + 1;
        if (*exponent == '+' || *exponent == '-') exponent++;
        if (isdigit((unsigned char)*exponent)) at = skip_digits(exponent);
    }
    if (*at == 'x' || *at == 'X') return false;
    char number[AUTH_QUANTITY_LENGTH + 1];
    const size_t length = (size_t)(at - r->at);
    if (length >= sizeof number) return false;
    memcpy(number, r->at, length);
    number[length] = '\0';
    r->number =
        strtod(number, NULL); /* the decimal point is that of the "C" locale, which no program leaves */
    r->at = at;
    return true;
}

static bool symbol_character(char c)
{
    return isalpha((unsigned char)c) || c == '%' || (unsigned char)c >= 0x80;
}

/* "^2", "^-1", "2" or nothing. */
static bool read_power(reading *r, int *power)
{
    *power = 1;
    const bool caret = *r->at == '^';
    if (caret) r->at++;
    const bool negative = caret && *r->at == '-';
    if (negative) r->at++;
    if (!isdigit((unsigned char)*r->at)) return !caret;
    *power = *r->at++ - '0';
    if (isdigit((unsigned char)*r->at) || *power == 0 || *power > MAX_POWER) return false;
    if (negative) *power = -*power;
    return true;
}

static bool read_factor(reading *r, int sign)
{
    char symbol[MAX_SYMBOL + 1];
    size_t length = 0;
    if (*r->at == '1') {
        symbol[length++] = *r->at++;
    } else {
        while (symbol_character(*r->at) && length < MAX_SYMBOL) symbol[length++] = *r->at++;
    }
    symbol[length] = '\0';
    unit resolved;
    int power;
    if (length == 0 || !resolve_symbol(symbol, &resolved)) return false;
    if (*symbol == '1') return *r->at == '/'; /* "1/s" */
    if (!read_power(r, &power)) return false;
    multiply(r, &resolved, sign * power);
    return true;
}

typedef enum unit_result { UNIT_GOOD, UNIT_UNKNOWN, UNIT_AMBIGUOUS } unit_result;

static unit_result read_unit(reading *r)
{
    bool divided = false;
    for (int factors = 0; factors < MAX_FACTORS; factors++) {
        skip_blanks(r);
        if (*r->at == '\0') return UNIT_GOOD;
        const bool slash = *r->at == '/';
        if (slash || *r->at == '*') {
            if (factors == 0 && !slash) return UNIT_UNKNOWN;
            r->at++;
            skip_blanks(r);
        }
        if (divided && !slash) return UNIT_AMBIGUOUS;
        divided = slash;
        if (!read_factor(r, slash ? -1 : 1)) return UNIT_UNKNOWN;
        if (symbol_character(*r->at)) return UNIT_UNKNOWN;
    }
    skip_blanks(r);
    return *r->at == '\0' ? UNIT_GOOD : UNIT_UNKNOWN;
}

/* ---- complaints ---- */

const char *auth_quote(const char *text, char *quoted, size_t size)
{
    const size_t room = size - 1, length = strlen(text);
    size_t kept = length <= room ? length : room - 3;
    while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80) kept--; /* whole UTF-8 */
    for (size_t i = 0; i < kept; i++) {
        const unsigned char c = (unsigned char)text[i];
        quoted[i] = c < 0x20 || c == 0x7F ? '?' : text[i];
    }
    snprintf(quoted + kept, size - kept, "%s", kept < length ? "..." : "");
    return quoted;
}

static size_t append_power(char *text, size_t size, size_t used, const char *symbol, int power)
{
    if (power == 0 || used >= size) return used;
    const char *gap = used > 0 ? " " : "";
    const int wrote = power == 1 ? snprintf(text + used, size - used, "%s%s", gap, symbol)
                                 : snprintf(text + used, size - used, "%s%s^%d", gap, symbol, power);
    return used + (size_t)wrote;
}

/* "a mass", or "measured in kg m^2" when the dimension has no name. */
static const char *dimension_words(auth_dimension d, char *text, size_t size)
{
    for (int i = 0; i < AUTH_KINDS; i++) {
        const auth_dimension k = kinds[i].dimension;
        if (k.kg == d.kg && k.m == d.m && k.s == d.s && k.rad == d.rad) return kinds[i].words;
    }
    char product[64] = "";
    size_t used = append_power(product, sizeof product, 0, "kg", d.kg);
    used = append_power(product, sizeof product, used, "m", d.m);
    used = append_power(product, sizeof product, used, "s", d.s);
    append_power(product, sizeof product, used, "rad", d.rad);
    snprintf(text, size, "measured in %s", product);
    return text;
}

static bool complain(char *complaint, size_t size, const char *text, const char *wrong, auth_kind kind)
{
    char quoted[AUTH_QUANTITY_LENGTH + 4];
    snprintf(complaint, size, "'%s' %s; %s (e.g. %s) is expected", auth_quote(text, quoted, sizeof quoted),
             wrong, kinds[kind].words, kinds[kind].example);
    return false;
}

/* The radian is the number one: it may be left out, but an angle is no length. */
static bool dimension_fits(auth_dimension expected, auth_dimension found, bool may_leave_out)
{
    return expected.kg == found.kg && expected.m == found.m && expected.s == found.s &&
           (expected.rad == found.rad || (may_leave_out && found.rad == 0));
}

/* ---- frequent mistakes ---- */

#define MEANT(unit) "has an unknown unit (did you mean '" unit "'?)"

static const struct {
    const char *written, *wrong;
} misspelt[] = {
    {"kmh", MEANT("km/h")}, {"kph", MEANT("km/h")},    {"sec", MEANT("s")},     {"secs", MEANT("s")},
    {"mins", MEANT("min")}, {"Grad", MEANT("deg")},    {"grad", MEANT("deg")},  {"degree", MEANT("deg")},
    {"ton", MEANT("t")},    {"degrees", MEANT("deg")}, {"tons", MEANT("t")},    {"to", MEANT("t")},
    {"kgs", MEANT("kg")},   {"meter", MEANT("m")},     {"metre", MEANT("m")},   {"liter", MEANT("l")},
    {"litre", MEANT("l")},  {"percent", MEANT("%")},   {"Prozent", MEANT("%")},
};

/* @param rest what follows the number */
static const char *unknown_unit(const char *rest)
{
    if (*rest == ',') return "has a comma, where a decimal point is expected";
    if (*rest == ':') return "has a colon, where one number with one unit is expected";
    for (size_t i = 0; i < sizeof misspelt / sizeof *misspelt; i++)
        if (strcmp(rest, misspelt[i].written) == 0) return misspelt[i].wrong;
    return "has an unknown unit";
}

static const char *no_number(const char *text)
{
    static const char minus[] = "\xE2\x88\x92", dash[] = "\xE2\x80\x93"; /* U+2212, U+2013 */
    if (strncmp(text, minus, strlen(minus)) == 0 || strncmp(text, dash, strlen(dash)) == 0)
        return "begins with a dash, where a plain '-' is expected";
    return "is not a number with a unit";
}

const char *auth_quantity_unit(const char *text)
{
    reading r = {.at = text};
    skip_blanks(&r);
    if (!read_number(&r)) return "";
    skip_blanks(&r);
    return r.at;
}

/* What is wrong with a text, whatever it shall measure; NULL when nothing is. */
static const char *read_text(const char *text, reading *r, bool *bare)
{
    *r = (reading){.at = text, .numerator = 1, .denominator = 1};
    skip_blanks(r);
    if (!read_number(r)) return no_number(r->at);
    skip_blanks(r);
    const char *rest = r->at;
    *bare = *rest == '\0';
    switch (read_unit(r)) {
    case UNIT_UNKNOWN:
        return unknown_unit(rest);
    case UNIT_AMBIGUOUS:
        return "has a product after a slash, which reads two ways (write \"N s/m\" or \"N/m/s\")";
    case UNIT_GOOD:
    default:
        return NULL;
    }
}

static bool in_si(const reading *r, double *value)
{
    *value = r->number * r->numerator / r->denominator;
    return isfinite(*value);
}

static const char too_large[] = "is too large for a number";

bool auth_quantity_read(const char *text, auth_kind kind, double *value, char *complaint, size_t size)
{
    reading r;
    bool bare = false;
    const char *wrong = read_text(text, &r, &bare);
    if (wrong) return complain(complaint, size, text, wrong, kind);
    if (!bare && !dimension_fits(kinds[kind].dimension, r.dimension, kind != AUTH_KIND_DISPLACEMENT)) {
        char words[96], measures[112];
        snprintf(measures, sizeof measures, "is %s", dimension_words(r.dimension, words, sizeof words));
        return complain(complaint, size, text, measures, kind);
    }
    return in_si(&r, value) || complain(complaint, size, text, too_large, kind);
}

bool auth_quantity_read_any(const char *text, double *value, auth_dimension *dimension, bool *with_unit,
                            char *complaint, size_t size)
{
    reading r;
    bool bare = false;
    const char *wrong = read_text(text, &r, &bare);
    if (!wrong && !in_si(&r, value)) wrong = too_large;
    if (wrong) {
        char quoted[AUTH_QUANTITY_LENGTH + 4];
        snprintf(complaint, size, "'%s' %s; a number, bare or with a unit (e.g. \"8 km/h\"), is expected",
                 auth_quote(text, quoted, sizeof quoted), wrong);
        return false;
    }
    *dimension = r.dimension;
    *with_unit = !bare;
    return true;
}

bool auth_unit_read(const char *text, double *si, auth_dimension *dimension)
{
    reading r = {.at = text, .numerator = 1, .denominator = 1};
    if (strcmp(text, "1") != 0 && (*text == '\0' || read_unit(&r) != UNIT_GOOD)) return false;
    *si = r.numerator / r.denominator;
    *dimension = r.dimension;
    return isnormal(*si);
}

bool auth_unit_fits(const char *text, auth_dimension dimension)
{
    double si;
    auth_dimension own;
    return auth_unit_read(text, &si, &own) && dimension_fits(own, dimension, true);
}
