/* Quantities of authored files: "35 deg", "80 mm", "1 kN/m", "12 l/min", or a bare SI number.
 *
 *   quantity = number [unit]          unit = factor { (" " | "*") factor } { "/" factor }
 *   factor   = [prefix] symbol [["^"] power]
 *
 * A product after a slash ("N/m s") is ambiguous and therefore an error: write "N s/m" or "N/m/s". */
#ifndef AUTH_QUANTITY_H
#define AUTH_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

/** Maximum length of a quantity in characters; schemas use it to distinguish quantities from names. */
enum { AUTH_QUANTITY_LENGTH = 60 };

/** Powers of kilogram, metre, second and radian. The radian is counted although it is dimensionless, so that
 * an angle is not accepted as a length or a plain number. */
typedef struct auth_dimension {
    int kg, m, s, rad;
} auth_dimension;

/* kind, in words, unit in SI, an example, powers of kg m s rad. Messages use the words of the first kind with
 * a dimension. */
#define AUTH_KIND_LIST(X)                                                                                    \
    X(NUMBER, "a plain number", "", "0.5", 0, 0, 0, 0)                                                       \
    X(TIME, "a time", "s", "\"1 ms\" or 0.001", 0, 0, 1, 0)                                                  \
    X(LENGTH, "a length", "m", "\"80 mm\" or 0.08", 0, 1, 0, 0)                                              \
    X(ANGLE, "an angle", "rad", "\"35 deg\" or 0.61", 0, 0, 0, 1)                                            \
    X(MASS, "a mass", "kg", "\"2.5 kg\" or 2.5", 1, 0, 0, 0)                                                 \
    X(DENSITY, "a density", "kg/m^3", "\"0.5 g/cm3\" or 500", 1, -3, 0, 0)                                   \
    X(INERTIA, "a moment of inertia", "kg m^2", "\"0.2 kg m2\" or 0.2", 1, 2, 0, 0)                          \
    X(VELOCITY, "a velocity", "m/s", "\"20 mm/s\" or 0.02", 0, 1, -1, 0)                                     \
    X(ANGULAR_VELOCITY, "an angular velocity", "rad/s", "\"1500 rpm\" or 157", 0, 0, -1, 1)                  \
    X(ACCELERATION, "an acceleration", "m/s^2", "\"9.81 m/s2\" or 9.81", 0, 1, -2, 0)                        \
    X(ANGULAR_ACCELERATION, "an angular acceleration", "rad/s^2", "\"10 deg/s2\" or 0.17", 0, 0, -2, 1)      \
    X(FORCE, "a force", "N", "\"2 kN\" or 2000", 1, 1, -2, 0)                                                \
    X(MOMENT, "a moment", "N m", "\"15 N m\" or 15", 1, 2, -2, 0)                                            \
    X(STIFFNESS, "a stiffness", "N/m", "\"1 kN/m\" or 1000", 1, 0, -2, 0)                                    \
    X(TORSIONAL_STIFFNESS, "a torsional stiffness", "N m/rad", "\"30 N m/rad\" or 30", 1, 2, -2, -1)         \
    X(DAMPING, "a damping coefficient", "N s/m", "\"2 kN s/m\" or 2000", 1, 0, -1, 0)                        \
    X(TORSIONAL_DAMPING, "a torsional damping coefficient", "N m s/rad", "\"0.1 N m s/rad\" or 0.1", 1, 2,   \
      -1, -1)                                                                                                \
    X(SLOWNESS, "an inverse velocity", "s/m", "\"100 s/m\" or 100", 0, -1, 1, 0)                             \
    X(ANGULAR_SLOWNESS, "an inverse angular velocity", "s/rad", "\"100 s/rad\" or 100", 0, 0, 1, -1)         \
    X(AREA, "an area", "m^2", "\"12 cm2\" or 0.0012", 0, 2, 0, 0)                                            \
    X(VOLUME, "a volume", "m^3", "\"2 l\" or 0.002", 0, 3, 0, 0)                                             \
    X(PRESSURE, "a pressure", "Pa", "\"190 bar\" or 19e6", 1, -1, -2, 0)                                     \
    X(FLOW, "a volume flow", "m^3/s", "\"12 l/min\" or 0.0002", 0, 3, -1, 0)                                 \
    X(POWER, "a power", "W", "\"55 kW\" or 55000", 1, 2, -3, 0)                                              \
    X(RATE, "a rate", "1/s", "\"5 1/s\" or 5", 0, 0, -1, 0)                                                  \
    X(MASS_FLOW, "a mass flow", "kg/s", "\"100 kg/s\" or 100", 1, 0, -1, 0)                                  \
    X(DISPLACEMENT, "a volume per turn", "m^3/rad", "\"28 cm3/rev\" or 4.5e-6", 0, 3, 0, -1)                 \
    X(CONDUCTANCE, "a leakage flow per pressure", "m^3/(s Pa)", "\"0.1 l/min/bar\" or 1.7e-11", -1, 4, 1, 0) \
    X(INVERSE_LENGTH, "an inverse length", "1/m", "\"120 1/m\" or 120", 0, -1, 0, 0)                         \
    X(INVERSE_ANGLE, "an inverse angle", "1/rad", "\"8 1/rad\" or 8", 0, 0, 0, -1)                           \
    X(CONSUMPTION, "a fuel mass per work", "kg/J", "\"215 g/kWh\" or 6e-8", 0, -2, 2, 0)                     \
    X(PRESSURE_GRADIENT, "a pressure per depth", "Pa/m", "\"1.5 MPa/m\" or 1.5e6", 1, -2, -2, 0)             \
    X(BEKKER_MODULUS, "a bare number in N/m^(n+1) or N/m^(n+2)", "", "1.5e6", 0, 0, 0, 0)                    \
    X(FLOW_COEFFICIENT, "a bare number in m3/(s sqrt(Pa))", "m^3/(s sqrt(Pa))", "2.1e-8", 0, 0, 0, 0)

typedef enum auth_kind {
#define X(kind, words, unit, example, kg, m, s, rad) AUTH_KIND_##kind,
    AUTH_KIND_LIST(X)
#undef X
        AUTH_KINDS
} auth_kind;

/** "a length", never NULL. */
const char *auth_kind_words(auth_kind kind);

/** SI unit of numbers without a unit: "kg/m^3"; "" for plain numbers. Never NULL. */
const char *auth_kind_unit(auth_kind kind);

/** An example: "\"80 mm\" or 0.08", never NULL. */
const char *auth_kind_example(auth_kind kind);

/** Read a quantity. The radian may be omitted ("N m" for "N m/rad", "1/s" for "rad/s") but not added. In a
 * displacement it must not be omitted, because "28 cm3" of a pump usually means per revolution. Not-a-number,
 * infinities, hexadecimal numbers and results beyond the range of a double are errors.
 *  @param value     out: in SI
 *  @param complaint out: if the result is false, the error and what is expected */
bool auth_quantity_read(const char *text, auth_kind kind, double *value, char *complaint, size_t size);

/** The unit of a quantity as written, after number and blanks; "" without a unit. Points into `text`. */
const char *auth_quantity_unit(const char *text);

/** Read a quantity of any kind.
 *  @param value      out: in SI if it has a unit, otherwise the number as written
 *  @param dimension  out: of its unit
 *  @param with_unit  out: false for a number without a unit */
bool auth_quantity_read_any(const char *text, double *value, auth_dimension *dimension, bool *with_unit,
                            char *complaint, size_t size);

/** Read a unit, "rpm", or "1" for plain numbers.
 *  @param si         out: one unit in SI
 *  @param dimension  out: its dimension
 *  @return false: unknown unit */
bool auth_unit_read(const char *text, double *si, auth_dimension *dimension);

/** Whether a quantity of this dimension can be given in the unit `text` ("rpm", or "1" for plain numbers);
 * the radian may be omitted. */
bool auth_unit_fits(const char *text, auth_dimension dimension);

/** Copy a text for a message: control characters are replaced by '?', long texts are truncated. */
const char *auth_quote(const char *text, char *quoted, size_t size);

#endif
