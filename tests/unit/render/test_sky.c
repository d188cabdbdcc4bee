/* Sun by the almanac, light by measured charts, air by Koschmieder's law. */
#include "support/check.h"

#include "rnd/scene.h"

#include <cglm/types.h>
#include <math.h>

static const double PI = 3.14159265358979323846, DEGREE = 0.01745329251994329577;

static auth_weather clear(double time)
{
    auth_weather weather = auth_weather_default();
    weather.time = time;
    weather.cloud = 0.0;
    return weather;
}

static double elevation(const auth_weather *weather)
{
    vec3 sun;
    rnd_sun_direction(weather, sun);
    CHECK_NEAR((double)(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]), 1.0, 1e-6);
    return asin((double)sun[2]) / DEGREE;
}

static void noon_stands_as_high_as_the_almanac_says(void **unused)
{
    (void)unused;
    /* 90 deg - latitude + declination of the Astronomical Almanac for a common year at noon; Spencer's error
     * is 0.035 deg, and the declination moves by up to 0.4 deg a day about the equinox */
    const struct {
        int day;
        double latitude, elevation, tolerance;
    } noons[] = {{172, 50, 63.44, 0.05}, {355, 50, 16.56, 0.05}, {80, 50, 40.0, 0.4},
                 {266, 50, 40.0, 0.4},   {172, 0, 66.56, 0.05},  {172, -35, 31.56, 0.05}};
    for (size_t i = 0; i < sizeof noons / sizeof *noons; i++) {
        auth_weather weather = clear(12.0);
        weather.day = noons[i].day;
        weather.latitude = noons[i].latitude * DEGREE;
        CHECK_NEAR(elevation(&weather), noons[i].elevation, noons[i].tolerance);
    }
}

static void the_sun_rises_in_the_east_and_stands_in_the_south(void **unused)
{
    (void)unused;
    vec3 sun;
    auth_weather weather = clear(6.0);
    weather.day = 80; /* equinox: declination within 0.4 deg of 0 */
    rnd_sun_direction(&weather, sun);
    CHECK_NEAR((double)sun[0], 1.0, 0.001); /* x is east where y is north */
    CHECK_NEAR((double)sun[2], 0.0, 0.01);
    weather.time = 18.0;
    rnd_sun_direction(&weather, sun);
    CHECK_NEAR((double)sun[0], -1.0, 0.001);
    weather.time = 12.0;
    rnd_sun_direction(&weather, sun);
    CHECK_NEAR((double)sun[0], 0.0, 1e-6);
    assert_true(sun[1] < 0.0F);
    weather.latitude = -35.0 * DEGREE;
    rnd_sun_direction(&weather, sun);
    assert_true(sun[1] > 0.0F); /* south of the equator it stands in the north */
    weather.north = 0.0;        /* x is north, so y is west */
    rnd_sun_direction(&weather, sun);
    assert_true(sun[0] > 0.0F);
    weather.time = 6.0;
    rnd_sun_direction(&weather, sun);
    CHECK_NEAR((double)sun[1], -1.0, 0.001);
}

static void on_the_equator_at_the_equinox_it_climbs_by_15_degrees_an_hour(void **unused)
{
    (void)unused;
    auth_weather weather = clear(6.0);
    weather.latitude = 0.0;
    weather.day = 80;
    for (double time = 6.0; time <= 11.0; time += 0.5) {
        weather.time = time;
        CHECK_NEAR(elevation(&weather), 15.0 * (time - 6.0), 0.4); /* declination within 0.4 deg of 0 */
    }
}

/* Irradiance of level ground before adaptation [100 klx]: the picture's units differ by a factor that
 * exposure and key hide, so that only ratios of one sky count here. */
static double of_sky(const rnd_sky *sky, int channel)
{
    return PI * (0.75 * (double)sky->zenith[channel] + 0.25 * (double)sky->horizon[channel]);
}
static double of_sun(const rnd_sky *sky, int channel)
{
    return fmax((double)sky->to_sun[2], 0.0) * (double)sky->sun[channel];
}
static double luminance(const rnd_sky *sky, double (*part)(const rnd_sky *sky, int channel))
{
    return 0.2126 * part(sky, 0) + 0.7152 * part(sky, 1) + 0.0722 * part(sky, 2);
}
static double all(const rnd_sky *sky)
{
    return luminance(sky, of_sun) + luminance(sky, of_sky);
}

static void at_noon_sand_is_bright_but_not_white(void **unused)
{
    (void)unused;
    const auth_weather weather = clear(12.0);
    const rnd_sky sky = rnd_sky_of(&weather);
    /* radiance of sand of albedo 0.37: E albedo/pi; noon here is within 5 % of the noon that exposure is
     * made for */
    CHECK_RELATIVE(all(&sky) / PI * 0.37 * (double)sky.exposure, 0.33, 0.05);
    /* clear sky at 63 deg: 10 to 25 % of all light is the sky's (CIE 110, luminous efficacy of clear skies)
     */
    const double share = luminance(&sky, of_sky) / all(&sky);
    assert_true(share > 0.10 && share < 0.25);
    assert_true(sky.zenith[2] > 1.5F * sky.zenith[0]); /* blue */
    assert_true(sky.sun[0] > sky.sun[2]);              /* warm */
}

static void it_darkens_towards_the_night_without_a_jump(void **unused)
{
    (void)unused;
    double before = 0.0, hour_before = 1e9, brightest = 0.0;
    for (int minute = 0; minute <= 12 * 60; minute++) {
        const auth_weather weather = clear(12.0 + minute / 60.0);
        const rnd_sky sky = rnd_sky_of(&weather);
        const double bright = all(&sky) * (double)sky.exposure;
        assert_true(isfinite(bright) && bright > 0.0);
        for (int i = 0; i < 3; i++)
            assert_true(sky.sun[i] >= 0.0F && sky.zenith[i] > 0.0F && sky.horizon[i] > 0.0F);
        /* from minute to minute 5 % are not seen; eyes also look at the upright, which loses the sun first,
         * so that for a few minutes the ground may gain */
        if (before > 0.0) assert_true(bright < before * 1.01 && bright > 0.95 * before);
        before = bright;
        if (minute % 60 != 0) continue;
        assert_true(bright < hour_before);
        hour_before = bright;
        brightest = fmax(brightest, bright);
    }
    /* dim, but one sees something */
    assert_true(before < 0.35 * brightest && before > 0.05 * brightest);
}

static void dusk_is_red(void **unused)
{
    (void)unused;
    double last = 0.0;
    /* sun sets on day 172 at 20.1 h */
    for (double time = 15.0; time < 20.0; time += 0.25) {
        const auth_weather weather = clear(time);
        const rnd_sky sky = rnd_sky_of(&weather);
        const double red = (double)sky.sun[0] / (double)sky.sun[2];
        assert_true(red > last);
        last = red;
    }
    assert_true(last > 3.0);
    const auth_weather evening = clear(20.0), noon = clear(12.0);
    const rnd_sky dusk = rnd_sky_of(&evening), day = rnd_sky_of(&noon);
    assert_true(dusk.horizon[0] > 1.5F * dusk.horizon[2]);
    assert_true(dusk.horizon[0] / dusk.horizon[2] > day.horizon[0] / day.horizon[2]);
}

static void at_night_no_sun_shines(void **unused)
{
    (void)unused;
    const auth_weather weather = clear(24.0);
    const rnd_sky sky = rnd_sky_of(&weather);
    assert_true(sky.to_sun[2] < 0.0F);
    for (int i = 0; i < 3; i++) assert_true(sky.sun[i] == 0.0F);
}

static void clouds_take_the_sun_and_give_to_the_sky(void **unused)
{
    (void)unused;
    auth_weather weather = clear(12.0);
    const rnd_sky bare = rnd_sky_of(&weather);
    double last_sun = 1e9, last_share = 0.0;
    for (double cloud = 0.0; cloud <= 1.0; cloud += 0.125) {
        weather.cloud = cloud;
        const rnd_sky sky = rnd_sky_of(&weather);
        const double share = luminance(&sky, of_sky) / all(&sky);
        assert_true(luminance(&sky, of_sun) < last_sun);
        assert_true(share > last_share);
        last_sun = luminance(&sky, of_sun);
        last_share = share;
    }
    CHECK_NEAR(last_share, 1.0, 1e-6); /* overcast: no shadows */
    weather.cloud = 1.0;
    const rnd_sky overcast = rnd_sky_of(&weather);
    assert_true(all(&overcast) * (double)overcast.exposure < all(&bare) * (double)bare.exposure);
    /* grey: blue to red in the zenith nearly even */
    assert_true(overcast.zenith[2] < 1.25F * overcast.zenith[0]);
}

static void rain_darkens_and_wets(void **unused)
{
    (void)unused;
    auth_weather weather = clear(12.0);
    const rnd_sky dry = rnd_sky_of(&weather);
    weather.rain = 0.8;
    const rnd_sky rainy = rnd_sky_of(&weather);
    /* Clouds of 0.95 and more let 0.3 through, rain 0.6 of that: of 0.18 eyes leave 0.18^0.15 = 0.77; they
     * look at the upright too, which the sun no longer lights: a tenth at most */
    assert_true(all(&rainy) * (double)rainy.exposure < 0.85 * all(&dry) * (double)dry.exposure);
    assert_true(luminance(&rainy, of_sun) < 0.2 * luminance(&dry, of_sun));
    assert_true(rainy.wet > 0.9F && dry.wet == 0.0F);
    assert_true(rainy.rain == 0.8F && rainy.cloud > 0.9F);
}

static void at_the_visibility_two_percent_of_contrast_are_left(void **unused)
{
    (void)unused;
    auth_weather weather = clear(12.0);
    const double seen[] = {50, 400, 3000, 40e3};
    double last = 100.0;
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        weather.visibility = seen[i];
        const rnd_sky sky = rnd_sky_of(&weather);
        CHECK_NEAR(exp(-(double)sky.fog * seen[i]), 0.02, 1e-4); /* Koschmieder; 3.912 has four digits */
        assert_true((double)sky.turbidity <= last);
        last = (double)sky.turbidity;
        for (int k = 0; k < 3; k++) assert_true(sky.fog_colour[k] == sky.horizon[k]); /* no seam */
    }
    assert_true(last >= 2.0 && last < 2.5); /* clear */
    weather.visibility = 100.0;
    const rnd_sky fog = rnd_sky_of(&weather);
    assert_true(luminance(&fog, of_sun) < 0.1 * all(&fog)); /* no sun through fog of 100 m */
    assert_true(fog.fog_colour[2] < 1.25F * fog.fog_colour[0]);
}

static void every_weather_is_finite(void **unused)
{
    (void)unused;
    uint64_t seed = 11;
    for (int i = 0; i < 3000; i++) {
        auth_weather weather = auth_weather_default();
        weather.time = 12.0 + 12.0 * check_random(&seed);
        weather.latitude = 0.5 * PI * check_random(&seed);
        weather.day = 1 + (int)(182.0 * (1.0 + check_random(&seed)));
        weather.visibility = 10.0 * exp(5.0 * (1.0 + check_random(&seed)));
        weather.rain = fmax(check_random(&seed), 0.0);
        weather.cloud = 0.5 + 0.5 * check_random(&seed);
        const rnd_sky sky = rnd_sky_of(&weather);
        const float *const lights[] = {sky.sun, sky.zenith, sky.horizon, sky.ground, sky.fog_colour};
        for (int k = 0; k < 5; k++)
            for (int c = 0; c < 3; c++) /* half floats hold 6e-5 with ten digits, and 65504 */
                assert_true(lights[k][c] >= (k == 0 ? 0.0F : 1e-4F) && lights[k][c] < 100.0F);
        assert_true(sky.exposure > 1.0F && sky.exposure < 50.0F);
        assert_true(sky.turbidity >= 2.0F && sky.turbidity <= 10.0F);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noon_stands_as_high_as_the_almanac_says),
        cmocka_unit_test(the_sun_rises_in_the_east_and_stands_in_the_south),
        cmocka_unit_test(on_the_equator_at_the_equinox_it_climbs_by_15_degrees_an_hour),
        cmocka_unit_test(at_noon_sand_is_bright_but_not_white),
        cmocka_unit_test(it_darkens_towards_the_night_without_a_jump),
        cmocka_unit_test(dusk_is_red),
        cmocka_unit_test(at_night_no_sun_shines),
        cmocka_unit_test(clouds_take_the_sun_and_give_to_the_sky),
        cmocka_unit_test(rain_darkens_and_wets),
        cmocka_unit_test(at_the_visibility_two_percent_of_contrast_are_left),
        cmocka_unit_test(every_weather_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
