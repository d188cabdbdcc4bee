#include "field_check.h"

#include "support/check.h"

const double DEGREE = 0.017453292519943295769;

terr_soil field_sand(void)
{
    return (terr_soil){.name = "sand",
                       .loose_density = 1420.0,
                       .bank_density = 1600.0,
                       .repose = 34.0 * DEGREE,
                       .friction_angle = 32.0 * DEGREE,
                       .pressing = 4.0};
}

terr_field_def field_square(const terr_soil *soil, double cell, int cells, hl_arena *arena)
{
    const terr_plane flat = {.slope = 0.0};
    return (terr_field_def){.cell = cell,
                            .columns = cells,
                            .rows = cells,
                            .shape = terr_ground_plane(&flat, arena),
                            .depth = 0.5,
                            .loose_depth = 0.1,
                            .soils = soil,
                            .soil_count = 1,
                            .step = 1e-3};
}

terr_field *field_made(const terr_field_def *def, hl_arena *arena)
{
    terr_field *field = NULL;
    char why[HL_MESSAGE_LENGTH] = "";
    if (terr_field_new(def, arena, &field, why) != HL_OK) fail_msg("%s", why);
    return field;
}

static int64_t check_tile(const terr_field *field, int32_t touched)
{
    const field_tile *tile = &field->tile[touched];
    assert_int_equal(field->index[tile->id], touched);
    int64_t active = 0;
    for (int c = 0; c < FIELD_CELLS; c++) {
        const field_column held = field_column_of(tile, c);
        assert_true(held.bank >= 0 && held.loose >= 0 && held.firmness >= 0);
        CHECK_SAME((double)field->view[touched].height[c],
                   (double)(float)field_column_height(field, tile->id, c, held));
        active += tile->active[c / TERR_TILE] >> (c % TERR_TILE) & 1u;
    }
    return active;
}

void field_consistent(const terr_field *field)
{
    assert_true(terr_field_weigh(field) == terr_field_count(field).mass);
    assert_true(field_hash_anew(field) == field->head.hash);
    int64_t active = 0;
    for (int32_t t = 0; t < field->head.tiles; t++) active += check_tile(field, t);
    assert_true(active == terr_field_count(field).active);
}

int field_settle(terr_field *field, int most)
{
    int steps = 0;
    for (; terr_field_count(field).active > 0; steps++) {
        if (steps == most) fail_msg("the field still moves after %d steps", most);
        terr_field_relax(field, 0);
    }
    return steps;
}

void field_pour(terr_field *field, double x, double y, double mass, double portion)
{
    for (double poured = 0.0; poured < mass; poured += portion) {
        assert_true(terr_field_put(field, x, y, 0.1, terr_quanta(portion), 0));
        terr_field_relax(field, 0);
    }
}
