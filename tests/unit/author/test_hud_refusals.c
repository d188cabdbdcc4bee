/* Every way in which a layout of a head-up display can be wrong, with its place. See refusal.h. */
#include "refusal.h"

#define CHECK_HUD(list) CHECK_VARIATIONS(parse_hud, read_base("hud.yaml"), list)
#define CHECK_FAR(list) CHECK_FAR_VARIATIONS(parse_hud, read_base("hud.yaml"), list)

static void heads_and_keys(void **state)
{
    (void)state;
    static const variation list[] = {
        {"headland: hud", "headland: @hut", "unknown value 'hut' in 'headland'; did you mean 'hud'?"},
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"canvas: [1200, 600]", "canvas: [@99, 600]", "'canvas' is 99; a bare number of dots, 100 to 8000"},
        {"canvas: [1200, 600]", "canvas: [1200, @8001]", "'canvas' is 8001; a bare number of dots"},
        {"canvas: [1200, 600]", "canvas: @[1200]", "'canvas' has 1 entries; 2 are expected"},
        {"surface: screen", "surface: @windscreen", "unknown value 'windscreen' in 'surface'"},
        {"kind: dial", "kind: @dail", "unknown value 'dail' in 'kind'; did you mean 'dial'?"},
        {"label: Drehzahl", "@lable: Drehzahl", "unknown key 'lable' in 'gauges'; did you mean 'label'?"},
        {"symbol: parking", "symbol: @parkign",
         "unknown value 'parkign' in 'symbol'; did you mean 'parking'"},
        {"view: side", "view: @front", "unknown value 'front' in 'view'; expected: behind, side"},
        {"id: fill", "id: @revs", "the id 'revs' is taken in this list, by line 14; another id is expected"},
        {"id: fill", "id: @\"fi\\tll\"", "'id' has a control character"},
        {"standing: true", "standing: @yes", "'standing' is 'yes'; true or false is expected"},
    };
    CHECK_HUD(list);
    static const far_variation missing[] = {
        {"canvas: [1200, 600]\n", "", "headland: h", "missing in the file: canvas; expected"},
        {"{id: fill, ", "{", "{kind: arc", "missing in 'gauges': id; expected"},
    };
    CHECK_FAR(missing);
}

static void keys_of_other_kinds(void **state)
{
    (void)state;
    static const variation list[] = {
        {"kind: arc, ", "kind: arc, limit: @3, ",
         "'limit' has no effect in a gauge of kind 'arc'; the key is expected"},
        {"kind: arc, ", "kind: arc, major: @3, ",
         "'major' has no effect in a gauge of kind 'arc'; the key is expected"},
        {"kind: gear, ", "kind: gear, unit: @\"1\", ", "'unit' has no effect in a gauge of kind 'gear'"},
        {"kind: image, ", "kind: image, signal: @s, ", "'signal' has no effect in a gauge of kind 'image'"},
        {"kind: map, ", "kind: map, from: @3, ", "'from' has no effect in a gauge of kind 'map'"},
        {"of: lift\n", "of: lift\n    at: @[0, 0]\n", "'at' has no effect in a gauge of kind 'marker'"},
        {"symbol: parking", "symbol: parking\n    signal: @s",
         "'signal' has no effect in a gauge of kind 'lamp'"},
        {"signal: fuel.level, when", "unit: @l, when", "'unit' has no effect without 'signal'"},
        {"image: pictures/lock.svg", "image: pictures/lock.svg, symbol: @fuel",
         "'symbol' has no effect beside 'image'; the key is expected to be left out"},
    };
    CHECK_HUD(list);
}

static void missing_keys(void **state)
{
    (void)state;
    static const far_variation list[] = {
        {"    signal: engine.speed\n", "", "id: revs", "missing in a gauge of kind 'dial': signal"},
        {"signal: gear.number, ", "", "{id: gears", "missing in a gauge of kind 'gear': signal"},
        {"signal: fuel.share, unit: \"%\", from: 0,", "signal: fuel.share, unit: \"%\",", "{id: fill",
         "missing in a gauge of kind 'arc': from"},
        {"at: [0, 0], size: [60, 60]", "size: [60, 60]", "{id: gears",
         "missing in a gauge of kind 'gear': at"},
        {"    of: lift\n", "", "id: dig", "missing in a gauge of kind 'marker': of"},
        {"    value: 14 cm\n", "", "id: dig", "a marker with none of 'value' and 'signal'; one of them"},
        {"pump.pressure}", "pump.pressure, value: 3}", "{id: target", "a marker with both of 'value' and"},
        {", image: /there/sign.png", "", "{id: sign", "missing in a gauge of kind 'image': image"},
        {"    symbol: parking\n    text: P\n", "", "id: lock",
         "a lamp with none of 'symbol', 'text' and 'image'; one of them is expected"},
        {"{signal: vehicle.speed, below: 1 km/h}", "{signal: vehicle.speed}", "{signal: vehicle.speed}",
         "'when' with none of 'above' and 'below'; one of them is expected"},
        {"{signal: vehicle.speed, below: 1 km/h}", "{signal: vehicle.speed, below: 1, above: 0}",
         "{signal: vehicle.speed", "'when' with both of 'above' and 'below'"},
    };
    CHECK_FAR(list);
    static const variation here[] = {
        {"text: \"% left\\ngo home\"", "text: @\"go home\"", "'text' has no % for the value of 'signal'"},
        {"when:\n      - {signal: control.parking_brake, above: 0.5}\n      - {signal: vehicle.speed, below: "
         "1 km/h}",
         "when: @[]", "'when' of a lamp is empty; at least one condition is expected"},
    };
    CHECK_HUD(here);
}

static void places_and_sizes(void **state)
{
    (void)state;
    static const variation list[] = {
        {"size: [200, 180]", "size: [@0, 180]", "'size' is 0; a bare number of dots, 1 to 8000, is expected"},
        {"size: [200, 180]", "size: [200, @-180]", "'size' is -180; a bare number of dots"},
        {"size: [200, 180]", "size: [200, @8001]", "'size' is 8001; a bare number of dots"},
        {"size: [200, 180]", "size: [200, @30 %]", "'size' is 30 %; a bare number of dots"},
        {"size: [200, 180]", "size: [200, @180 mm]", "'size' is 180 mm; a bare number of dots"},
        {"at: [-10, 20.5]", "at: [@-200, 20.5]",
         "the gauge lies beyond the left edge of the canvas, from -200 "
         "to 0 dots; a place within 0 to 1200 dots is expected"},
        {"at: [-10, 20.5]", "at: [@1200, 20.5]", "beyond the right edge of the canvas"},
        {"at: [-10, 20.5]", "at: [0, @-180]", "beyond the upper edge of the canvas"},
        {"at: [-10, 20.5]", "at: [0, @600]", "beyond the lower edge of the canvas, from 600 to 780 dots"},
        {"font_size: 18", "font_size: @3", "'font_size' is 3; a bare number of dots, 4 to 1000, is expected"},
        {"decimals: 1", "decimals: @7", "'decimals' is 7; 0 to 6 is expected"},
        {"decimals: 1", "decimals: @-1", "'decimals' is '-1'; a whole number"},
        {"start: -90 deg", "start: @-90", "'start' is -90; -360 to 360 deg is expected"},
        {"sweep: -180 deg", "sweep: @5 deg", "'sweep' is 5 deg; 10 to 360 deg, or as much to the left"},
        {"sweep: -180 deg", "sweep: @-361 deg", "'sweep' is -361 deg"},
        {"seconds: 60 s", "seconds: @0", "'seconds' is 0; 1 s to 1 h is expected"},
        {"seconds: 60 s", "seconds: @2 h", "'seconds' is 2 h; 1 s to 1 h is expected"},
        {"reach: 40 m", "reach: @4 mm", "'reach' is 4 mm; 1 m to 10 km is expected"},
        {"label: Drehzahl ∅", "label: @\"a\\eb\"", "'label' has a control character, which cannot be drawn"},
    };
    CHECK_HUD(list);
}

static void units(void **state)
{
    (void)state;
    static const variation list[] = {
        {"unit: km/h", "unit: @kmh", "unknown unit 'kmh'; one such as"},
        {"unit: km/h", "unit: @furlong", "unknown unit 'furlong'; one such as"},
        {"unit: km/h", "unit: @''", "unknown unit ''"},
        {"to: 50 Hz", "to: @50 kg",
         "'to' is 50 kg, which is not measured in rpm; a value in rpm is expected"},
        {"to: 50 Hz", "to: @fast", "'to': 'fast' is not a number with a unit; "},
        {"to: 2e7", "to: @200 bar",
         "'to' is 200 bar, but the gauge has no 'unit'; a bare number in the signal's own unit, or the key"},
        {"to: 2e7", "to: @2e13", "'to' is 2e13; at most 1e+12 is expected"},
        {"value: 14 cm", "value: @14 deg", "'value' is 14 deg, which is not measured in m"},
        {"above: 0.5", "above: @on", "'above': 'on' is not a number with a unit"},
    };
    CHECK_HUD(list);
}

static void scales(void **state)
{
    (void)state;
    static const variation list[] = {
        {"to: 50 Hz", "to: @0", "a scale from 0 to 0; a 'to' above 'from' is expected"},
        {"to: 50 Hz", "to: @-1", "a scale from 0 to -1; a 'to' above 'from' is expected"},
        {"from: 0, to: 2e7", "from: 9e11, to: @900000100000", "a scale from 9e+11 to 9e+11; a 'to' above"},
        {"minor: 100", "minor: @10", "'minor' is 10, which makes 300 ticks; at most 200 are expected"},
        {"minor: 100", "minor: @501", "'minor' is 501, above 'major' (500); at most that much is expected"},
        {"minor: 100", "minor: @0", "'minor' is 0; a value above zero is expected"},
        {"major: 500\n    minor: 100", "major: @10", "'major' is 10, which makes 300 ticks"},
        {"limit: 20", "limit: @31", "'limit' is 31, outside the scale; a value within -30 to 30 is expected"},
        {"limit: 20", "limit: @-20", "'limit' is -20; a value above zero is expected"},
    };
    CHECK_HUD(list);
}

static void ranges_and_markers(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{from: 40 Hz, ", "{from: @3001, ", "'from' is 3001, outside the scale; 0 to 3000 is expected"},
        {"{to: 600, ", "{to: @-1, ", "'to' is -1, outside the scale; 0 to 3000 is expected"},
        {"{to: 600, ", "{from: 700, to: @600, ", "a range from 700 to 600; a 'to' above 'from' is expected"},
        {"of: lift", "of: @lit",
         "unknown gauge 'lit' under 'of'; the name of one in this layout is expected; "
         "did you mean 'lift'?"},
        {"of: lift", "of: @gears",
         "gauge 'gears' is of kind 'gear' and has no scale to mark; a dial, an arc"},
        {"of: lift", "of: @target", "gauge 'target' is of kind 'marker' and has no scale to mark"},
        {"value: 14 cm", "value: @4", "'value' is 4, outside the scale of gauge 'lift'; -0.5 to 3.5 is"},
        {"tolerance: 50 mm", "tolerance: @-1", "'tolerance' is -1; a value above zero is expected"},
    };
    CHECK_HUD(list);
}

static void colours(void **state)
{
    (void)state;
    static const variation list[] = {
        {"colour: sky-blue", "colour: @sky-blu",
         "unknown colour 'sky-blu' in 'colour'; did you mean 'sky-blue'? expected: a name of the palette"},
        {"colour: sky-blue", "colour: @san", "did you mean 'sand'?"},
        {"colour: sky-blue", "colour: @\"#12345\"", "'colour' is '#12345'; \"#rrggbb\" or \"#rrggbbaa\""},
        {"colour: sky-blue", "colour: @\"#12345g\"", "'colour' is '#12345g'; \"#rrggbb\" or \"#rrggbbaa\""},
        {"colour: sky-blue", "colour: @'#'", "'colour' is '#'"},
        {"background: \"#102030\"", "background: @pink", "unknown colour 'pink' in 'background'; expected"},
        {"to: 600, colour: sand", "to: 600, colour: @sad", "unknown colour 'sad' in 'colour'; did you mean"},
        {"{name: needle, colour: sand}", "{name: needle, colour: @sad}", "did you mean 'sand'?"},
        {"{name: needle, colour", "{name: @sand, colour", "the name 'sand' is taken in this list"},
        {"{name: needle, colour", "{name: @'#a', colour", "the name '#a' of a colour begins with #"},
    };
    CHECK_HUD(list);
    /* not quoted: YAML takes the rest of the line for a comment */
    static const far_variation comment[] = {{"colour: sky-blue", "colour: #56b4e9", " #56b4e9",
                                             "'colour' is empty; a colour is expected, in quotes when it"}};
    CHECK_FAR(comment);
}

static void not_text(void **state)
{
    (void)state;
    static const variation list[] = {
        {"label: Drehzahl", "label: \xC3@(", "not text: invalid trailing UTF-8 octet; UTF-8 is expected"}};
    CHECK_HUD(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_and_keys),
        cmocka_unit_test(keys_of_other_kinds),
        cmocka_unit_test(missing_keys),
        cmocka_unit_test(places_and_sizes),
        cmocka_unit_test(units),
        cmocka_unit_test(scales),
        cmocka_unit_test(ranges_and_markers),
        cmocka_unit_test(colours),
        cmocka_unit_test(not_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
