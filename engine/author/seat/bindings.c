/* Bindings: a list of devices, each with what it is known by, its axes and buttons (bindings_axes.c,
 * bindings_buttons.c), and the force that it pushes back with. */
#include "bindings_reader.h"
#include "reader/format.h"

#include <ctype.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- what the parts share ---- */

const char *auth_bound_name(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text, hl_place *place)
{
    if (!text) return NULL;
    *place = auth_key_place(reader, item, key);
    return auth_copy_text(reader, text);
}

void auth_read_values(const auth_reader *reader, const yaml_node_t *item, char *const *texts, unsigned count,
                      double values[AUTH_BINDING_POINTS], int *value_count)
{
    for (int i = 0; i < (int)count; i++)
        auth_read_quantity(reader, item, "values", i, texts[i], AUTH_KIND_NUMBER, AUTH_ANY, &values[i]);
    *value_count = (int)count;
}

void auth_read_unless(const auth_reader *reader, const yaml_node_t *item, char *const *texts, unsigned count,
                      auth_unless *unless)
{
    for (unsigned i = 0; i < count; i++) {
        unless->commands[i] = auth_copy_text(reader, texts[i]);
        unless->places[i] = auth_entry_place(reader, item, "unless", (int)i);
    }
    unless->count = (int)count;
}

/* ---- match ---- */

/* One to four hexadecimal digits. NULL: they are none; else what stands behind them. */
static const char *read_hexadecimal(const char *text, int *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *start = text;
    *number = 0;
    for (; text - start < 4 && isxdigit((unsigned char)*text); text++)
        *number = 16 * *number + (int)(strchr(digits, tolower((unsigned char)*text)) - digits);
    return text > start ? text : NULL;
}

static bool split_id(const char *text, auth_match *match)
{
    text = read_hexadecimal(text, &match->vendor);
    if (!text || *text != ':') return false;
    text = read_hexadecimal(text + 1, &match->product);
    if (text && *text == ':') text = read_hexadecimal(text + 1, &match->version);
    return text && *text == '\0';
}

/** @param index  of the entry of `ids`; -1: `id` */
static void read_id(const auth_reader *reader, const yaml_node_t *item, int index, const char *text,
                    auth_match *match)
{
    char quoted[QUOTE_LENGTH];
    if (split_id(text, match)) return;
    hl_report_add(reader->report, auth_entry_place(reader, item, index < 0 ? "id" : "ids", index),
                  "the id is '%s'; vendor:product or vendor:product:version, in hexadecimal as lsusb writes "
                  "them, \"046d:c24f\", is expected",
                  auth_quote(text, quoted, sizeof quoted));
}

/* A keyboard is not chosen among devices; all others are by something. */
static void check_match(const auth_reader *reader, const yaml_node_t *item, const raw_match *raw)
{
    const bool given = raw->id || raw->ids || raw->name || raw->phys || raw->type;
    if (raw->keyboard && (given || auth_given(reader, item, "instance")))
        hl_report_add(reader->report, auth_key_place(reader, item, "keyboard"),
                      "the keyboard of the window is one; 'keyboard' alone is expected");
    else if (!raw->keyboard && !given)
        hl_report_add(reader->report, auth_node_place(item),
                      "'match' says nothing of the device; one of id, ids, name, phys, type, keyboard is "
                      "expected");
    if (raw->id && raw->ids)
        hl_report_add(reader->report, auth_key_place(reader, item, "ids"),
                      "'id' and 'ids'; one of them is expected");
}

static void read_match(const auth_reader *reader, const yaml_node_t *item, const raw_match *raw,
                       auth_match *match)
{
    enum { MOST_INSTANCES = 16 };
    *match = (auth_match){.place = auth_node_place(item),
                          .keyboard = raw->keyboard,
                          .vendor = -1,
                          .product = -1,
                          .version = -1,
                          .type = auth_device_type_word(raw->type)};
    if (raw->name) match->name = auth_copy_text(reader, raw->name);
    if (raw->phys) match->phys = auth_copy_text(reader, raw->phys);
    if (auth_given(reader, item, "instance") &&
        auth_check_range(reader, item, "instance", raw->instance, 1, MOST_INSTANCES))
        match->instance = (int)raw->instance;
    check_match(reader, item, raw);
    if (raw->id) read_id(reader, item, -1, raw->id, match);
}

/* ---- force ---- */

static const auth_rule force_rules[] = {
    AUTH_SCALAR(force_feedback, gain, NUMBER, ANY, 0.7),
    AUTH_SCALAR(force_feedback, vibration, NUMBER, ANY, 0.3),
};

static void read_force(const auth_reader *reader, const yaml_node_t *device, const raw_force_feedback *raw,
                       auth_force_feedback *force)
{
    const yaml_node_t *item = auth_document_value(reader->document, device, "force");
    if (!item) return;
    force->present = true;
    force->place = auth_node_place(item);
    force->invert = raw->invert;
    if (!auth_apply_rules(reader, item, AUTH_RULES(force_rules), false, raw, force)) return;
    auth_check_range(reader, item, "gain", force->gain, 0.0, 1.0);
    auth_check_range(reader, item, "vibration", force->vibration, 0.0, 1.0);
}

/* ---- devices ---- */

static bool read_device(const auth_reader *reader, const yaml_node_t *item, const raw_device *raw,
                        auth_device *device)
{
    const auth_document *document = reader->document;
    const yaml_node_t *axes = auth_document_value(document, item, "axes");
    const yaml_node_t *buttons = auth_document_value(document, item, "buttons");
    read_match(reader, auth_document_value(document, item, "match"), raw->match, &device->match);
    device->axis_count = (int)raw->axes_count;
    device->button_count = (int)raw->buttons_count;
    device->axes = HL_NEW(reader->arena, auth_axis, device->axis_count);
    device->buttons = HL_NEW(reader->arena, auth_button, device->button_count);
    if (!device->axes || !device->buttons) return false;
    for (int i = 0; i < device->axis_count && reader->report->dropped == 0; i++)
        auth_read_bound_axis(reader, auth_document_entry(document, axes, i), &raw->axes[i], &device->axes[i]);
    for (int i = 0; i < device->button_count && reader->report->dropped == 0; i++)
        auth_read_bound_button(reader, auth_document_entry(document, buttons, i), &raw->buttons[i],
                               &device->buttons[i]);
    read_force(reader, item, raw->force, &device->force);
    if (!raw->match->keyboard) return true;
    auth_refuse(reader, item, "axes", "has no effect with the keyboard of the window");
    auth_refuse(reader, item, "force", "has no effect with the keyboard of the window");
    return true;
}

/* The devices as the file lists them. */
typedef struct device_list {
    int count;
    auth_device *devices;
} device_list;

static bool read_list(const auth_reader *reader, const yaml_node_t *root, const raw_bindings *raw,
                      device_list *list)
{
    static const auth_list how = {
        "devices",          offsetof(raw_bindings, devices), offsetof(raw_bindings, devices_count),
        sizeof(raw_device), offsetof(device_list, devices),  offsetof(device_list, count),
        sizeof(auth_device)};
    AUTH_BEGINS_ALIKE(device);
    auth_names names;
    auth_items items;
    if (!auth_begin_list(reader, root, &how, raw, list, &names, &items)) return false;
    for (int i = 0; i < list->count && reader->report->dropped == 0; i++)
        if (!read_device(reader, auth_document_entry(reader->document, items.node, i), &raw->devices[i],
                         &list->devices[i]))
            return false;
    return true;
}

/* A device that has several ids becomes several devices. */
static bool spread_ids(const auth_reader *reader, const yaml_node_t *root, const raw_bindings *raw,
                       const device_list *list, auth_bindings *bindings)
{
    const yaml_node_t *items = auth_document_value(reader->document, root, "devices");
    size_t count = 0;
    for (int i = 0; i < list->count; i++)
        count += raw->devices[i].match->ids_count > 1 ? raw->devices[i].match->ids_count : 1;
    bindings->devices = HL_NEW(reader->arena, auth_device, count);
    if (!bindings->devices) return false;
    for (int i = 0; i < list->count; i++) {
        const raw_match *match = raw->devices[i].match;
        const yaml_node_t *item = auth_document_entry(reader->document, items, i);
        item = auth_document_value(reader->document, item, "match");
        if (match->ids_count == 0) bindings->devices[bindings->device_count++] = list->devices[i];
        for (int k = 0; k < (int)match->ids_count; k++) {
            auth_device *device = &bindings->devices[bindings->device_count++];
            *device = list->devices[i];
            read_id(reader, item, k, match->ids[k], &device->match);
        }
    }
    return true;
}

/* ---- the whole ---- */

static hl_status read_bindings(auth_reader *reader, const void *raw, void **out)
{
    const raw_bindings *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_bindings *bindings = HL_NEW(reader->arena, auth_bindings, 1);
    if (!bindings || !auth_read_head(reader, &from->head, &bindings->name, &bindings->description))
        return HL_OUT_OF_MEMORY;
    bindings->machine = auth_resolve_path(reader, from->machine);
    bindings->machine_place = auth_key_place(reader, root, "machine");
    device_list list = {0};
    if (!read_list(reader, root, from, &list) || !spread_ids(reader, root, from, &list, bindings) ||
        *reader->starved)
        return HL_OUT_OF_MEMORY;
    *out = bindings;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {
    .kind = AUTH_FILE_BINDINGS, .schema = &auth_bindings_schema, .read = read_bindings};

AUTH_FORMAT_ENTRY(bindings, bindings)
