/* Units of authored files. Expected values are written in SI by hand. A value is number * numerator /
 * denominator, and the expected one may be rounded too: three roundings of 2^-53 each at most. */
#include "support/check.h"

#include "auth/quantity.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static void units_convert(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        auth_kind kind;
        double si;
    } cases[] = {
        {"0.08", AUTH_KIND_LENGTH, 0.08},
        {"80 mm", AUTH_KIND_LENGTH, 0.08},
        {"80mm", AUTH_KIND_LENGTH, 0.08},
        {"  80  mm  ", AUTH_KIND_LENGTH, 0.08},
        {"-8e1 mm", AUTH_KIND_LENGTH, -0.08},
        {"+.5 m", AUTH_KIND_LENGTH, 0.5},
        {"5. m", AUTH_KIND_LENGTH, 5.0},
        {"3 km", AUTH_KIND_LENGTH, 3000.0},
        {"7 um", AUTH_KIND_LENGTH, 7e-6},
        {"7 \xC2\xB5m", AUTH_KIND_LENGTH, 7e-6},
        {"180 deg", AUTH_KIND_ANGLE, PI},
        {"180\xC2\xB0", AUTH_KIND_ANGLE, PI},
        {"1 rev", AUTH_KIND_ANGLE, 2 * PI},
        {"5 mrad", AUTH_KIND_ANGLE, 0.005},
        {"2500 g", AUTH_KIND_MASS, 2.5},
        {"1.2 t", AUTH_KIND_MASS, 1200.0},
        {"0.5 g/cm3", AUTH_KIND_DENSITY, 500.0},
        {"0.5 g/cm^3", AUTH_KIND_DENSITY, 500.0},
        {"0.5 g*cm^-3", AUTH_KIND_DENSITY, 500.0},
        {"1 ms", AUTH_KIND_TIME, 0.001},
        {"2 min", AUTH_KIND_TIME, 120.0},
        {"1 h", AUTH_KIND_TIME, 3600.0},
        {"36 km/h", AUTH_KIND_VELOCITY, 10.0},
        {"9.81 m/s2", AUTH_KIND_ACCELERATION, 9.81},
        {"9.81 m/s/s", AUTH_KIND_ACCELERATION, 9.81},
        {"60 rpm", AUTH_KIND_ANGULAR_VELOCITY, 2 * PI},
        {"1 Hz", AUTH_KIND_ANGULAR_VELOCITY, 2 * PI},
        {"3 1/s", AUTH_KIND_ANGULAR_VELOCITY, 3.0},
        {"3 /s", AUTH_KIND_ANGULAR_VELOCITY, 3.0},
        {"2 kN", AUTH_KIND_FORCE, 2000.0},
        {"15 N m", AUTH_KIND_MOMENT, 15.0},
        {"15 N*m", AUTH_KIND_MOMENT, 15.0},
        {"15 J", AUTH_KIND_MOMENT, 15.0},
        {"1 kN/m", AUTH_KIND_STIFFNESS, 1000.0},
        {"1 N/mm", AUTH_KIND_STIFFNESS, 1000.0},
        {"30 N m/rad", AUTH_KIND_TORSIONAL_STIFFNESS, 30.0},
        {"30 N m", AUTH_KIND_TORSIONAL_STIFFNESS, 30.0},
        {"2 kN s/m", AUTH_KIND_DAMPING, 2000.0},
        {"2 N m s/rad", AUTH_KIND_TORSIONAL_DAMPING, 2.0},
        {"2 N m s", AUTH_KIND_TORSIONAL_DAMPING, 2.0},
        {"100 s/m", AUTH_KIND_SLOWNESS, 100.0},
        {"0.1 t/s", AUTH_KIND_MASS_FLOW, 100.0},
        {"120 1/m", AUTH_KIND_INVERSE_LENGTH, 120.0},
        {"8 1/rad", AUTH_KIND_INVERSE_ANGLE, 8.0},
        {"1 1/deg", AUTH_KIND_INVERSE_ANGLE, 180 / PI},
        {"216 g/kWh", AUTH_KIND_CONSUMPTION, 6e-8},
        {"6 l/h", AUTH_KIND_FLOW, 6e-3 / 3600},
        {"0.2 kg m2", AUTH_KIND_INERTIA, 0.2},
        {"190 bar", AUTH_KIND_PRESSURE, 19e6},
        {"19 MPa", AUTH_KIND_PRESSURE, 19e6},
        {"1.2 GPa", AUTH_KIND_PRESSURE, 1.2e9},
        {"12 l/min", AUTH_KIND_FLOW, 12.0 / 60e3},
        {"2 L", AUTH_KIND_VOLUME, 0.002},
        {"55 kW", AUTH_KIND_POWER, 55e3},
        {"5 mrad", AUTH_KIND_ANGLE, 5e-3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = -1.0;
        char complaint[400] = "";
        if (!auth_quantity_read(cases[i].text, cases[i].kind, &value, complaint, sizeof complaint))
            fail_msg("'%s' was refused: %s", cases[i].text, complaint);
        if (fabs(value - cases[i].si) > 3 * 0x1p-53 * fabs(cases[i].si))
            fail_msg("'%s' became %.17g, not %.17g", cases[i].text, value, cases[i].si);
    }
}

/* Powers of ten are exact, so that one rounding is left: a length reads the same in every unit. */
static void decimal_units_round_once(void **state)
{
    (void)state;
    static const char *const texts[] = {"0.08", "80 mm", "8 cm", "80000 um"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 0.0;
        char complaint[400];
        assert_true(auth_quantity_read(texts[i], AUTH_KIND_LENGTH, &value, complaint, sizeof complaint));
        CHECK_SAME(value, 0.08);
    }
}

static void wrong_quantities_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        auth_kind kind;
        const char *complaint;
    } cases[] = {
        {"5 kg", AUTH_KIND_LENGTH, "'5 kg' is a mass; a length (e.g. \"80 mm\" or 0.08) is expected"},
        {"35 deg", AUTH_KIND_LENGTH, "'35 deg' is an angle; a length"},
        {"35 deg", AUTH_KIND_NUMBER, "'35 deg' is an angle; a plain number"},
        {"35 mm", AUTH_KIND_ANGLE, "'35 mm' is a length; an angle"},
        {"5 N m/rad", AUTH_KIND_MOMENT, "'5 N m/rad' is a torsional stiffness; a moment"},
        {"5 kg m", AUTH_KIND_LENGTH, "'5 kg m' is measured in kg m; a length"},
        {"5 m^2/s^2", AUTH_KIND_LENGTH, "'5 m^2/s^2' is measured in m^2 s^-2; a length"},
        {"5 furlong", AUTH_KIND_LENGTH, "'5 furlong' has an unknown unit; a length"},
        {"5 kmin", AUTH_KIND_TIME, "'5 kmin' has an unknown unit; a time"},
        {"5 m0", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 m10", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 m^", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 m2s", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 *m", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 m/", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 1 m", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 6", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"1,5", AUTH_KIND_LENGTH, "'1,5' has a comma, where a decimal point is expected; a length"},
        {"60,5 s", AUTH_KIND_TIME, "has a comma, where a decimal point is expected; a time"},
        {"1:30", AUTH_KIND_TIME, "has a colon, where one number with one unit is expected; a time"},
        {"\xE2\x88\x92"
         "1 m",
         AUTH_KIND_LENGTH, "begins with a dash, where a plain '-' is expected"},
        {"8 kmh", AUTH_KIND_RATE, "'8 kmh' has an unknown unit (did you mean 'km/h'?); a rate"},
        {"72 Grad", AUTH_KIND_ANGLE, "'72 Grad' has an unknown unit (did you mean 'deg'?); an angle"},
        {"2 krad", AUTH_KIND_ANGLE, "'2 krad' has an unknown unit; an angle"},
        {"60 sec", AUTH_KIND_TIME, "'60 sec' has an unknown unit (did you mean 's'?); a time"},
        {"1e", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 m m m m m m m m m", AUTH_KIND_LENGTH, "has an unknown unit"},
        {"5 N/m s", AUTH_KIND_DAMPING, "has a product after a slash"},
        {"nan", AUTH_KIND_LENGTH, "'nan' is not a number with a unit; a length"},
        {".nan", AUTH_KIND_LENGTH, "'.nan' is not a number"},
        {"-inf", AUTH_KIND_LENGTH, "'-inf' is not a number"},
        {".inf", AUTH_KIND_LENGTH, "'.inf' is not a number"},
        {"0x1p3", AUTH_KIND_LENGTH, "'0x1p3' is not a number"},
        {"", AUTH_KIND_LENGTH, "'' is not a number"},
        {"m", AUTH_KIND_LENGTH, "'m' is not a number"},
        {"-", AUTH_KIND_LENGTH, "'-' is not a number"},
        {"1e999", AUTH_KIND_LENGTH, "'1e999' is too large for a number; a length"},
        {"1e308 km", AUTH_KIND_LENGTH, "'1e308 km' is too large for a number; a length"},
        {"5\x01kg", AUTH_KIND_LENGTH, "'5?kg' has an unknown unit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 0.0;
        char complaint[400] = "";
        if (auth_quantity_read(cases[i].text, cases[i].kind, &value, complaint, sizeof complaint))
            fail_msg("'%s' was taken for %g", cases[i].text, value);
        if (!strstr(complaint, cases[i].complaint))
            fail_msg("'%s': \"%s\" does not contain \"%s\"", cases[i].text, complaint, cases[i].complaint);
    }
}

/* Each kind's own example must read as that kind. */
static void examples_are_true(void **state)
{
    (void)state;
    for (int kind = 0; kind < AUTH_KINDS; kind++) {
        const char *example = auth_kind_example((auth_kind)kind);
        const char *open = strchr(example, '"');
        if (!open) continue;
        char text[64] = "", complaint[400];
        memcpy(text, open + 1, strcspn(open + 1, "\""));
        double with_unit = 0.0, bare = 0.0;
        assert_true(auth_quantity_read(text, (auth_kind)kind, &with_unit, complaint, sizeof complaint));
        const char *number = strstr(example, " or ") + 4;
        assert_true(auth_quantity_read(number, (auth_kind)kind, &bare, complaint, sizeof complaint));
        /* bare examples are rounded to two digits at worst: half a unit in 0.17 is 3 % */
        assert_true(fabs(with_unit - bare) <= 0.03 * fabs(bare));
    }
}

static void quotes_are_short_and_clean(void **state)
{
    (void)state;
    char quoted[12];
    assert_string_equal(auth_quote("short", quoted, sizeof quoted), "short");
    assert_string_equal(auth_quote("a\tb\x7F", quoted, sizeof quoted), "a?b?");
    assert_string_equal(auth_quote("abcdefghijk", quoted, sizeof quoted), "abcdefghijk");
    assert_string_equal(auth_quote("abcdefghijkl", quoted, sizeof quoted), "abcdefgh...");
    /* a character of two bytes is not cut in half */
    assert_string_equal(auth_quote("abcdefg\xC2\xB5ijkl", quoted, sizeof quoted), "abcdefg...");
}

static void the_unit_stands_behind_the_number(void **state)
{
    (void)state;
    assert_string_equal(auth_quantity_unit(" 8 km/h"), "km/h");
    assert_string_equal(auth_quantity_unit("-5%"), "%");
    assert_string_equal(auth_quantity_unit("1.5"), "");
    assert_string_equal(auth_quantity_unit("fast"), "");
}

static void any_kind_is_read_with_its_dimension(void **state)
{
    (void)state;
    double value;
    auth_dimension d;
    bool with_unit;
    char complaint[400] = "";
    assert_true(auth_quantity_read_any("36 km/h", &value, &d, &with_unit, complaint, sizeof complaint));
    CHECK_RELATIVE(value, 10.0, 3e-16); /* three roundings */
    assert_true(with_unit && d.kg == 0 && d.m == 1 && d.s == -1 && d.rad == 0);
    assert_true(auth_quantity_read_any(" 36 ", &value, &d, &with_unit, complaint, sizeof complaint));
    CHECK_SAME(value, 36.0);
    assert_true(!with_unit && d.kg == 0 && d.m == 0 && d.s == 0 && d.rad == 0);
    assert_false(auth_quantity_read_any("36 mph", &value, &d, &with_unit, complaint, sizeof complaint));
    assert_non_null(strstr(complaint, "'36 mph' has an unknown unit; a number, bare or with a unit"));
    assert_false(auth_quantity_read_any("1e999", &value, &d, &with_unit, complaint, sizeof complaint));
    assert_non_null(strstr(complaint, "too large"));
}

static void units_fit_dimensions(void **state)
{
    (void)state;
    const auth_dimension number = {0, 0, 0, 0}, speed = {0, 1, -1, 0}, turning = {0, 0, -1, 1},
                         rate = {0, 0, -1, 0};
    assert_true(auth_unit_fits("km/h", speed));
    assert_true(auth_unit_fits("rpm", turning));
    assert_true(auth_unit_fits("rpm", rate)); /* "10 1/s" may stand for rad/s */
    assert_true(auth_unit_fits("1", number));
    assert_false(auth_unit_fits("1", speed));
    assert_false(auth_unit_fits("rpm", speed));
    assert_false(auth_unit_fits("m", number));
    assert_false(auth_unit_fits("furlong", speed));
}

static void units_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double si;
        int kg, m, s, rad;
    } rows[] = {{"1", 1.0, 0, 0, 0, 0},        {"%", 0.01, 0, 0, 0, 0},
                {"rpm", PI / 30, 0, 0, -1, 1}, {"l/h", 1e-3 / 3600, 0, 3, -1, 0},
                {"deg", PI / 180, 0, 0, 0, 1}, {"km/h", 1 / 3.6, 0, 1, -1, 0},
                {"N m", 1.0, 1, 2, -2, 0}};
    double si;
    auth_dimension d;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(auth_unit_read(rows[i].text, &si, &d));
        CHECK_RELATIVE(si, rows[i].si, 5e-16); /* two roundings here, two there */
        assert_true(d.kg == rows[i].kg && d.m == rows[i].m && d.s == rows[i].s && d.rad == rows[i].rad);
    }
    static const char *const wrong[] = {"", "furlong", "km/", "2", "1 m", "%%", "m%", "N/m s"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (auth_unit_read(wrong[i], &si, &d)) fail_msg("'%s' was taken for a unit", wrong[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_convert),
        cmocka_unit_test(decimal_units_round_once),
        cmocka_unit_test(wrong_quantities_are_refused),
        cmocka_unit_test(the_unit_stands_behind_the_number),
        cmocka_unit_test(any_kind_is_read_with_its_dimension),
        cmocka_unit_test(units_fit_dimensions),
        cmocka_unit_test(units_are_read),
        cmocka_unit_test(examples_are_true),
        cmocka_unit_test(quotes_are_short_and_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
