/* The engine of a machine: curves, governor, starter, consumption. */
#include "machine_reader.h"
#include "mechanism/mechanism_tables.h"

#include <math.h>

/* ---- curves ---- */

typedef struct curve_kind {
    auth_kind x, y;
    auth_range range; /* of y */
} curve_kind;

static const curve_kind torque_curve = {AUTH_KIND_ANGULAR_VELOCITY, AUTH_KIND_MOMENT, AUTH_POSITIVE};
static const curve_kind fuel_curve = {AUTH_KIND_ANGULAR_VELOCITY, AUTH_KIND_FLOW, AUTH_NOT_NEGATIVE};

static bool read_curve(const auth_machine_reader *m, const yaml_node_t *item, const char *key,
                       char **const *raw, unsigned count, curve_kind kind, drive_curve *curve)
{
    curve->count = (int)count;
    for (int i = 0; i < curve->count; i++) {
        double point[2];
        if (!auth_read_pair(m->file, item, key, i, raw[i], (const auth_kind[2]){kind.x, kind.y},
                            (const auth_range[2]){AUTH_NOT_NEGATIVE, kind.range}, point))
            return false;
        curve->x[i] = point[0];
        curve->y[i] = point[1];
        if (i == 0 || curve->x[i] > curve->x[i - 1]) continue;
        hl_report_add(m->file->report, auth_entry_place(m->file, item, key, i),
                      "'%s': %s is not above that of the point before; rising values are expected", key,
                      raw[i][0]);
        return false;
    }
    return true;
}

static double curve_at(const drive_curve *curve, double x)
{
    int i = 1;
    while (i < curve->count - 1 && x > curve->x[i]) i++;
    const double share = (x - curve->x[i - 1]) / (curve->x[i] - curve->x[i - 1]);
    return curve->y[i - 1] + fmin(fmax(share, 0.0), 1.0) * (curve->y[i] - curve->y[i - 1]);
}

/* ---- fuel ---- */

static const auth_rule fuel_rules[] = {
    AUTH_RULE_TO(fuel, engine, density, fuel_density, DENSITY, POSITIVE, 0.0),
    AUTH_RULE_TO(fuel, engine, tank, tank, VOLUME, POSITIVE, 0.0),
    AUTH_RULE_TO(fuel, engine, fill, fill, NUMBER, NOT_NEGATIVE, 1.0),
};

/* Consumption without load is written as a volume flow: [kg/s] with the density. */
static void read_fuel(auth_machine_reader *m, const yaml_node_t *engine, const raw_engine *raw)
{
    auth_engine *out = &m->out->engine;
    const yaml_node_t *item = auth_document_value(m->file->document, engine, "fuel");
    const bool good = auth_apply_rules(m->file, item, AUTH_RULES(fuel_rules), false, raw->fuel, out);
    if (good) auth_check_range(m->file, item, "fill", out->fill, 0.0, 1.0);
    read_curve(m, engine, "idle_consumption", raw->idle_consumption, raw->idle_consumption_count, fuel_curve,
               &out->model.idle_consumption);
    for (int i = 0; i < out->model.idle_consumption.count; i++) {
        out->model.idle_consumption.y[i] *= out->fuel_density;
        if (isfinite(out->model.idle_consumption.y[i])) continue;
        hl_report_add(m->file->report, auth_entry_place(m->file, engine, "idle_consumption", i),
                      "'idle_consumption' times the density is too large for a number; a smaller flow is "
                      "expected");
    }
}

/* ---- consumption under load ---- */

static int read_axis(const auth_machine_reader *m, const yaml_node_t *item, const char *key, char *const *raw,
                     unsigned count, auth_kind kind, double *value)
{
    for (int i = 0; i < (int)count; i++) {
        if (!auth_read_quantity(m->file, item, key, i, raw[i], kind, AUTH_NOT_NEGATIVE, &value[i])) break;
        if (i == 0 || value[i] > value[i - 1]) continue;
        hl_report_add(m->file->report, auth_entry_place(m->file, item, key, i),
                      "'%s': %s is not above the value before; rising values are expected", key, raw[i]);
        break;
    }
    return (int)count;
}

/* A row for each load, in each an entry for each speed. */
static bool check_shape(const auth_machine_reader *m, const yaml_node_t *item, int rows, int columns)
{
    const yaml_node_t *table = auth_document_value(m->file->document, item, "table");
    const int given = auth_entry_count(table);
    if (given != rows) {
        AUTH_COMPLAIN(m, item, "table", "'table' has %d rows; one for each of the %d loads is expected",
                      given, rows);
        return false;
    }
    for (int i = 0; i < rows; i++) {
        const int entries = auth_entry_count(auth_document_entry(m->file->document, table, i));
        if (entries == columns) continue;
        hl_report_add(m->file->report, auth_entry_place(m->file, item, "table", i),
                      "'table': a row of %d; one entry for each of the %d speeds is expected", entries,
                      columns);
        return false;
    }
    return true;
}

static void read_consumption(auth_machine_reader *m, const yaml_node_t *engine, const raw_consumption *raw)
{
    auth_engine *out = &m->out->engine;
    const yaml_node_t *item = auth_document_value(m->file->document, engine, "consumption");
    out->model.map_speeds = read_axis(m, item, "speeds", raw->speeds, raw->speeds_count,
                                      AUTH_KIND_ANGULAR_VELOCITY, out->model.map_speed);
    out->model.map_loads =
        read_axis(m, item, "loads", raw->loads, raw->loads_count, AUTH_KIND_NUMBER, out->model.map_load);
    if (!check_shape(m, item, out->model.map_loads, out->model.map_speeds)) return;
    for (int i = 0; i < out->model.map_loads; i++)
        for (int k = 0; k < out->model.map_speeds; k++)
            auth_read_cell(m->file, item, "table", i, k, raw->table[i * out->model.map_speeds + k],
                           AUTH_KIND_CONSUMPTION, AUTH_POSITIVE, &out->model.consumption[i][k]);
}

/* ---- the engine ---- */

static const auth_rule engine_rules[] = {
    AUTH_RULE_TO(engine, engine, idle_speed, model.idle_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, top_speed, model.top_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, droop, model.droop, NUMBER, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, lag, model.lag, TIME, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, prompt, model.prompt, NUMBER, NOT_NEGATIVE, 1.0),
    AUTH_RULE_TO(engine, engine, stall_speed, model.stall_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, starter_torque, model.starter_torque, MOMENT, POSITIVE, 0.0),
    AUTH_RULE_TO(engine, engine, starter_speed, model.starter_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
};

static void check_speeds(const auth_machine_reader *m, const yaml_node_t *item)
{
    const auth_engine *engine = &m->out->engine;
    if (engine->model.stall_speed >= engine->model.idle_speed)
        AUTH_COMPLAIN(m, item, "stall_speed",
                      "'stall_speed' is not below 'idle_speed'; a lower speed is expected");
    if (engine->model.top_speed <= engine->model.idle_speed)
        AUTH_COMPLAIN(m, item, "top_speed",
                      "'top_speed' is not above 'idle_speed'; a higher speed is expected");
    auth_check_range(m->file, item, "droop", engine->model.droop, 0.0, 0.5);
    auth_check_range(m->file, item, "prompt", engine->model.prompt, 0.0, 1.0);
}

/* Fuel burns from the stall speed up: below it the starter must overcome the engine's own resistance. */
static void check_starter(const auth_machine_reader *m, const yaml_node_t *item)
{
    const auth_engine *engine = &m->out->engine;
    if (engine->model.stall_speed >= engine->model.idle_speed) return; /* refused already */
    const double pull =
        engine->model.starter_torque * (1.0 - engine->model.stall_speed / engine->model.starter_speed);
    if (pull > curve_at(&engine->model.motoring, engine->model.stall_speed)) return;
    AUTH_COMPLAIN(m, item, "starter_speed",
                  "at 'stall_speed' the starter is weaker than 'motoring' and never starts the engine; a "
                  "higher speed or torque of the starter, or a lower stall speed, is expected");
}

/* ---- auto idle ---- */

static const auth_rule auto_idle_rules[] = {
    AUTH_RULE_TO(auto_idle, engine, throttle, idle_throttle, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(auto_idle, engine, delay, idle_delay, TIME, POSITIVE, 0.0),
};

static void read_auto_idle(auth_machine_reader *m, const yaml_node_t *engine, const raw_auto_idle *raw)
{
    const yaml_node_t *item = auth_document_value(m->file->document, engine, "auto_idle");
    if (raw && auth_apply_rules(m->file, item, AUTH_RULES(auto_idle_rules), false, raw, &m->out->engine))
        auth_check_range(m->file, item, "throttle", m->out->engine.idle_throttle, 0.0, 1.0);
}

/* ---- the whole ---- */

static void read_crankshaft(auth_machine_reader *m, const yaml_node_t *item, const raw_engine *raw)
{
    auth_joint_coordinate *on = &m->out->engine.crankshaft;
    if (!auth_coordinate_reference(m->file, item, raw->joint, on)) return;
    if (m->file->out->joints[on->joint].type != MB_REVOLUTE)
        AUTH_COMPLAIN(m, item, "joint", "joint '%s' is %s; the crankshaft's revolute joint is expected",
                      raw->joint, auth_joint_type_word((int)m->file->out->joints[on->joint].type));
}

void auth_read_engine(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_engine *raw = m->raw->engine;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(m->file->document, root, "engine");
    auth_engine *engine = &m->out->engine;
    m->out->has_engine = true;
    engine->place = auth_node_place(item);
    read_crankshaft(m, item, raw);
    read_curve(m, item, "full_load", raw->full_load, raw->full_load_count, torque_curve,
               &engine->model.full_load);
    const bool resists = read_curve(m, item, "motoring", raw->motoring, raw->motoring_count, torque_curve,
                                    &engine->model.motoring);
    if (auth_apply_rules(m->file, item, AUTH_RULES(engine_rules), false, raw, engine)) {
        check_speeds(m, item);
        if (resists) check_starter(m, item);
    }
    read_fuel(m, item, raw);
    read_consumption(m, item, raw->consumption);
    read_auto_idle(m, item, raw->auto_idle);
}
