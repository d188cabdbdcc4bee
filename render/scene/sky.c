/* Light and air.
 *
 * Sun: declination by J. W. Spencer, Fourier series representation of the position of the sun, Search 2
 * (1971), 172; its colour by the transmittances of A. J. Preetham, P. Shirley, B. Smits, A practical analytic
 * model for daylight (SIGGRAPH 1999), appendix 2, at the wavelengths of three colours.
 *
 * Amount of light: illuminance of level ground under a clear sky by the sun's elevation, D. R. E. Brown,
 * Natural illumination charts (US Navy, Bureau of Ships, report 374-1, 1952); what does not come straight
 * from the sun comes from the sky. Clouds by F. Kasten and G. Czeplak, Solar and terrestrial radiation
 * dependent on the amount and type of cloud, Solar Energy 24 (1980), 177. Haze and fog by Koschmieder's law.
 *
 * Unit of irradiance: 100 klx; radiance: that per steradian. Eyes adapt to most of the range from noon to
 * night: what they make up for is taken out at the end (`adapt`), so that numbers stay near 1 and lamps do
 * not become suns at night. */
#include "rnd/scene.h"

#include "hl/clamp.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double DEGREE = 0.01745329251994329577;

typedef struct colour {
    double c[3];
} colour;

static const double LUMINANCE[3] = {0.2126, 0.7152, 0.0722}; /* of linear sRGB */

static double luminance(colour a)
{
    return LUMINANCE[0] * a.c[0] + LUMINANCE[1] * a.c[1] + LUMINANCE[2] * a.c[2];
}

static colour scaled(double s, colour a)
{
    return (colour){{s * a.c[0], s * a.c[1], s * a.c[2]}};
}

static colour mixed(colour a, colour b, double share)
{
    colour sum;
    for (int i = 0; i < 3; i++) sum.c[i] = (1.0 - share) * a.c[i] + share * b.c[i];
    return sum;
}

static double smooth_step(double from, double to, double x)
{
    const double u = hl_clamp((x - from) / (to - from), 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}

/* ---- where the sun is ---- */

/* Spencer's declination [rad] of a day. */
static double declination(int day)
{
    const double G = 2.0 * PI * (day - 1) / 365.0;
    return 0.006918 - 0.399912 * cos(G) + 0.070257 * sin(G) - 0.006758 * cos(2 * G) + 0.000907 * sin(2 * G) -
           0.002697 * cos(3 * G) + 0.00148 * sin(3 * G);
}

void rnd_sun_direction(const auth_weather *weather, vec3 to_sun)
{
    const double delta = declination(weather->day), phi = weather->latitude;
    const double omega = (weather->time - 12.0) * 15.0 * DEGREE; /* hour angle */
    const double up = sin(phi) * sin(delta) + cos(phi) * cos(delta) * cos(omega);
    const double to_north = cos(phi) * sin(delta) - sin(phi) * cos(delta) * cos(omega);
    const double to_east = -cos(delta) * sin(omega);
    const double nx = cos(weather->north), ny = sin(weather->north); /* east is a right turn from it */
    to_sun[0] = (float)(to_north * nx + to_east * ny);
    to_sun[1] = (float)(to_north * ny - to_east * nx);
    to_sun[2] = (float)up;
}

/* ---- haze ---- */

static const double CONTRAST = 3.912; /* Koschmieder: -ln 0.02, the least contrast that is seen */

/* Extinction of pure air at 550 nm [1/m], and heights over which air and haze thin out by e [m]. */
static const double AIR = 11.6e-6, AIR_HEIGHT = 8000.0, HAZE_HEIGHT = 1200.0;
static const double CLEAREST = 2.0, HAZIEST = 10.0; /* turbidity: Preetham's range */

static const double FOG_BELOW = 1000.0; /* visibility [m]: less is fog, a layer on the ground */
static const double FOG_DEPTH = 100.0;  /* [m] */

/* T = (optical depth of air and haze)/(of air), straight up. */
static double turbidity_of(double visibility)
{
    const double haze = fmax(CONTRAST / visibility - AIR, 0.0);
    return hl_clamp(1.0 + haze * HAZE_HEIGHT / (AIR * AIR_HEIGHT), CLEAREST, HAZIEST);
}

/* 0: none, 1: the sky is gone. */
static double fog_of(double visibility)
{
    return 1.0 - smooth_step(0.1 * FOG_BELOW, FOG_BELOW, visibility);
}

/* ---- light of the sun ---- */

/* Illuminance from the sun above the air: 128 klx, nearly white. */
static const colour ABOVE_AIR = {{1.06 * 1.28, 0.99 * 1.28, 0.95 * 1.28}};
static const double WAVELENGTH[3] = {0.610, 0.550, 0.465}; /* [um] */
static const double OZONE[3] = {0.120, 0.085, 0.008};      /* k_o at these [1/cm] (Preetham, table 2) */
static const double OZONE_DEPTH = 0.35;                    /* [cm] */

/* The disc sets: it is gone 0.8 deg below the horizon with refraction and half its width. */
static const double SETS = -0.8, WHOLE = 0.4; /* [deg] */

/* Irradiance on a surface that faces the sun under a clear sky. */
static colour clear_sun(double elevation, double turbidity)
{
    const double e = fmax(elevation, SETS);
    /* m, beta: Preetham appendix 2 */
    const double m = 1.0 / (sin(fmax(e, 0.0) * DEGREE) + 0.15 * pow(e + 3.885, -1.253));
    const double beta = 0.04608 * turbidity - 0.04586;
    colour sun;
    for (int i = 0; i < 3; i++) {
        const double air = 0.008735 * pow(WAVELENGTH[i], -4.08), haze = beta * pow(WAVELENGTH[i], -1.3);
        sun.c[i] = ABOVE_AIR.c[i] * exp(-m * (air + haze + OZONE[i] * OZONE_DEPTH));
    }
    return scaled(smooth_step(SETS, WHOLE, elevation), sun);
}

/* ---- light of the sky ---- */

/* By elevation [deg]: illuminance of level ground [lx] (Brown 1952) and colours of luminance 1. Colours above
 * 5 deg are Preetham's at turbidity 2 to 3, zenith and the horizon across from the sun; those of the dusk by
 * eye. */
static const struct {
    double elevation, illuminance;
    colour zenith, horizon;
} skies[] = {
    {-18, 6.51e-4, {{0.50, 0.95, 2.06}}, {{0.60, 0.96, 1.70}}},
    {-12, 8.31e-3, {{0.50, 0.96, 2.00}}, {{0.75, 0.97, 1.45}}},
    {-6, 3.40, {{0.56, 0.99, 1.90}}, {{1.20, 0.96, 0.80}}},
    {-0.8, 453, {{0.68, 1.01, 1.70}}, {{1.55, 0.88, 0.50}}},
    {5, 4760, {{0.74, 1.03, 1.46}}, {{1.25, 0.96, 0.62}}},
    {10, 10900, {{0.69, 1.03, 1.63}}, {{1.08, 1.00, 0.82}}},
    {20, 27300, {{0.62, 1.02, 1.90}}, {{0.98, 1.00, 1.06}}},
    {30, 47000, {{0.60, 1.02, 2.03}}, {{0.93, 1.00, 1.20}}},
    {45, 75900, {{0.62, 1.01, 2.00}}, {{0.90, 1.00, 1.28}}},
    {60, 102000, {{0.69, 1.01, 1.84}}, {{0.89, 1.00, 1.27}}},
    {90, 124000, {{0.78, 1.01, 1.57}}, {{0.89, 1.01, 1.26}}},
};
enum { SKIES = sizeof skies / sizeof *skies };

static const double LUX = 1e-5; /* in units of irradiance */

/* Moon, stars and lamps far away: dim, but one sees. [100 klx] */
static const double NIGHT = 2e-6;

/* Least share of the light under a clear sky that comes from the sky. */
static const double LEAST_SKY = 0.12;
/* Share of what haze takes from the sun that is lost to the ground. */
static const double HAZE_LOSS = 0.25;

typedef struct light {
    double ground;          /* E of level ground, all [100 klx] */
    colour zenith, horizon; /* of luminance 1 */
} light;

/* Between the rows of the table; illuminance by its logarithm. */
static light clear_light(double elevation)
{
    int i = 0;
    while (i + 2 < SKIES && elevation > skies[i + 1].elevation) i++;
    const double share =
        hl_clamp((elevation - skies[i].elevation) / (skies[i + 1].elevation - skies[i].elevation), 0.0, 1.0);
    const double low = log(skies[i].illuminance), high = log(skies[i + 1].illuminance);
    light all = {NIGHT + LUX * exp((1.0 - share) * low + share * high),
                 mixed(skies[i].zenith, skies[i + 1].zenith, share),
                 mixed(skies[i].horizon, skies[i + 1].horizon, share)};
    all.zenith = scaled(1.0 / luminance(all.zenith), all.zenith);
    all.horizon = scaled(1.0 / luminance(all.horizon), all.horizon);
    return all;
}

/* ---- all together ---- */

/* Weight of the horizon in what level ground gets from the sky: E = pi ((1 - w) zenith + w horizon). */
static const double HORIZON_WEIGHT = 0.25;

static const colour GREY_SKY = {{0.97, 1.0, 1.08}};       /* of clouds and fog, luminance 1 within 0.5 % */
static const colour GROUND_ALBEDO = {{0.24, 0.21, 0.14}}; /* grass and sand, from afar */

/* Rain comes from clouds; half the light that clouds let through does not pass rain clouds. */
static const double RAIN_LOSS = 0.5;

static double cloud_of(const auth_weather *weather)
{
    const double rains = smooth_step(0.0, 0.3, weather->rain);
    return hl_clamp(weather->cloud + (1.0 - weather->cloud) * 0.95 * rains, 0.0, 1.0);
}

/* Radiances of zenith and horizon that give level ground the illuminance E. */
static void spread_sky(const light *clear, double E, double sine, double grey, rnd_sky *sky)
{
    /* horizon : zenith, clear: brighter below, the lower the sun; overcast: 1 : 3 (CIE), here not so dark
     * since it is haze that is seen there */
    const double clear_ratio = 1.0 + 1.8 * (1.0 - sine), grey_ratio = 0.6;
    const double ratio = (1.0 - grey) * clear_ratio + grey * grey_ratio;
    const double zenith = E / PI / (1.0 - HORIZON_WEIGHT + HORIZON_WEIGHT * ratio);
    const colour above = mixed(clear->zenith, GREY_SKY, grey);
    const colour below = mixed(clear->horizon, GREY_SKY, 0.8 * grey);
    for (int i = 0; i < 3; i++) {
        sky->zenith[i] = (float)(zenith * above.c[i]);
        sky->horizon[i] = (float)(zenith * ratio * below.c[i]);
    }
}

/* Haze looks as the horizon does; fog as all the light that comes from above. */
static void fill_fog(const auth_weather *weather, double E, rnd_sky *sky)
{
    const double fog = fog_of(weather->visibility), radiance = E / PI;
    sky->fog = (float)(CONTRAST / weather->visibility);
    for (int i = 0; i < 3; i++) {
        const double grey = radiance * GREY_SKY.c[i];
        sky->horizon[i] = (float)((1.0 - fog) * (double)sky->horizon[i] + fog * grey);
        sky->zenith[i] = (float)((1.0 - 0.7 * fog) * (double)sky->zenith[i] + 0.7 * fog * grey);
        sky->fog_colour[i] = sky->horizon[i];
    }
}

/* Sand of this albedo under noon's light becomes KEY in the picture. Each factor of e less light makes the
 * picture darker by DIMMING; the rest eyes make up for, most of it in the light itself, some in exposure. */
static const double SAND = 0.37, KEY = 0.33, NOON = 1.05, DIMMING = 0.15, OPENING = 0.08;
/* A low sun lights what stands upright more than the ground: eyes look at both. Sine that is added to the
 * sun's, root of squares. */
static const double UPRIGHT = 0.2;

/* @param E  what eyes adapt to */
static void adapt(double E, rnd_sky *sky)
{
    const double rest = E / NOON;
    const double key = KEY * pow(rest, DIMMING);
    const double exposure = KEY * PI / (SAND * NOON) * pow(rest, -OPENING);
    const float factor = (float)(key * PI / (SAND * E * exposure));
    float *const lights[] = {sky->sun, sky->zenith, sky->horizon, sky->ground, sky->fog_colour};
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 3; i++) lights[k][i] *= factor;
    sky->exposure = (float)exposure;
}

rnd_sky rnd_sky_of(const auth_weather *weather)
{
    rnd_sky sky = {.turbidity = (float)turbidity_of(weather->visibility),
                   .cloud = (float)cloud_of(weather),
                   .rain = (float)weather->rain,
                   .wet = (float)smooth_step(0.0, 0.3, weather->rain)};
    rnd_sun_direction(weather, sky.to_sun);
    const double sine = hl_clamp((double)sky.to_sun[2], -1.0, 1.0), elevation = asin(sine) / DEGREE;
    const double high = fmax(sine, 0.0);
    const light clear = clear_light(elevation);

    /* a clear sky: what haze takes from the sun comes from the sky, but for a part */
    const colour sun = clear_sun(elevation, (double)sky.turbidity);
    const double clearest = high * luminance(clear_sun(elevation, CLEAREST));
    const double straight = high * luminance(sun);
    const double clear_E = clear.ground - HAZE_LOSS * (clearest - straight);
    const double diffuse = fmax(clear_E - straight, LEAST_SKY * clear_E);

    /* clouds: G = G_0 (1 - 0.75 N^3.4); the diffuse share grows with N^2 (Kasten and Czeplak) */
    const double N = (double)sky.cloud;
    const double G = (straight + diffuse) * (1.0 - 0.75 * pow(N, 3.4)) * (1.0 - RAIN_LOSS * weather->rain);
    const double clear_share = diffuse / (straight + diffuse);
    double diffuse_share = clear_share + (1.0 - clear_share) * N * N;
    /* fog: the layer takes its share of what is left */
    const double layer = fmax(CONTRAST / weather->visibility - CONTRAST / FOG_BELOW, 0.0) * FOG_DEPTH;
    const double passes = exp(-layer / fmax(high, 0.05));
    diffuse_share = 1.0 - (1.0 - diffuse_share) * passes;

    const double beam = straight > 0.0 ? G * (1.0 - diffuse_share) / straight : 0.0;
    for (int i = 0; i < 3; i++) sky.sun[i] = (float)(beam * sun.c[i]);
    const double grey = fmax(N * N, fog_of(weather->visibility));
    spread_sky(&clear, G * diffuse_share, high, grey, &sky);
    fill_fog(weather, G * diffuse_share, &sky);
    for (int i = 0; i < 3; i++) {
        const double above =
            high * (double)sky.sun[i] +
            PI * ((1.0 - HORIZON_WEIGHT) * (double)sky.zenith[i] + HORIZON_WEIGHT * (double)sky.horizon[i]);
        sky.ground[i] = (float)(GROUND_ALBEDO.c[i] * above / PI);
    }
    adapt(G * diffuse_share + beam * luminance(sun) * hypot(high, UPRIGHT), &sky);
    return sky;
}
