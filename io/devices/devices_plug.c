/* Plugging and unplugging: choice of bindings and slot of each device, and messages for the user. */
#include "devices_internal.h"

#include <errno.h>
#include <libudev.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers of identical devices ---- */

static bool is_taken(const io_devices *devices, const io_device_info *info, int instance)
{
    for (int i = 0; i < devices->port_count; i++) {
        const port *p = &devices->ports[i];
        if (p->present && p->info.instance == instance && device_same_kind(&p->info, info)) return true;
    }
    return false;
}

/* The free port where the device was before; NULL: none. */
static port *port_of(io_devices *devices, const io_device_info *info)
{
    for (int i = 0; i < devices->port_count; i++)
        if (!devices->ports[i].present && device_same_port(&devices->ports[i].info, info))
            return &devices->ports[i];
    return NULL;
}

static port *new_port(io_devices *devices)
{
    if (devices->port_count < IO_LISTED) return &devices->ports[devices->port_count++];
    for (int i = 0; i < devices->port_count; i++)
        if (!devices->ports[i].present) return &devices->ports[i];
    return NULL;
}

/* A port keeps its number, unless a present device of the same kind has it. */
static void count_instance(io_devices *devices, io_device_info *info)
{
    port *p = port_of(devices, info);
    int instance = p != NULL ? p->info.instance : 1;
    if (is_taken(devices, info, instance))
        for (instance = 1; is_taken(devices, info, instance); instance++) {
        }
    info->instance = instance;
    if (p == NULL) p = new_port(devices);
    if (p != NULL) *p = (port){.info = *info, .present = true};
}

/* ---- bindings and slots ---- */

/* The slot of the same device in another port, if it is the only one of its kind. */
static int moved_slot(const io_devices *devices, const io_device_info *info)
{
    int found = -1;
    for (int i = 0; i < IO_SLOTS; i++) {
        const slot *s = &devices->slots[i];
        if (s->bindings == NULL || !device_same_kind(&s->info, info)) continue;
        if (s->present || found >= 0) return -1;
        found = i;
    }
    return found;
}

static int slot_for(const io_devices *devices, const io_device_info *info)
{
    int empty = -1, away = -1;
    for (int i = IO_SLOTS - 1; i >= 0; i--) {
        const slot *s = &devices->slots[i];
        if (s->bindings == NULL)
            empty = i;
        else if (!s->present && device_same_port(&s->info, info))
            return i;
        else if (!s->present)
            away = i;
    }
    const int moved = moved_slot(devices, info);
    if (moved >= 0) return moved;
    return empty >= 0 ? empty : away;
}

static const char *title(const io_device_info *info, char *text, size_t size)
{
    snprintf(text, size, "%s (%04x:%04x)", info->name[0] != '\0' ? info->name : "device without a name",
             (unsigned)info->vendor, (unsigned)info->product);
    return text;
}

static void refuse(io_devices *devices, const io_device_info *info, int error)
{
    char name[160], advice[160];
    io_device_advice(error, advice, sizeof advice);
    devices_post_news(devices, "%.90s cannot be opened: %s", title(info, name, sizeof name), advice);
}

static void set_slot(io_devices *devices, int index, const io_device_info *info,
                     const io_device_bindings *bindings, bool generic)
{
    slot *s = &devices->slots[index];
    s->generic = generic;
    const char *name = bindings != NULL ? bindings->author->name : "";
    s->bindings = bindings;
    s->info = *info;
    atomic_store_explicit(&devices->names[index], name, memory_order_release);
}

/* Assign a slot; the name is set before the first command. @return 0; errno: the slot is unchanged */
static int take_slot(io_devices *devices, int index, const io_device_info *info, const io_choice *choice)
{
    const io_device_bindings *bindings_before = devices->slots[index].bindings;
    const io_device_info info_before = devices->slots[index].info;
    const bool generic_before = devices->slots[index].generic;
    set_slot(devices, index, info, choice->device, choice->generic);
    const int error = devices_slot_open(devices, index);
    if (error != 0) set_slot(devices, index, &info_before, bindings_before, generic_before);
    return error;
}

/* Choose the bindings of a device, given the present ones. */
static io_choice choose(const io_devices *devices, const io_device_info *info)
{
    const io_device_bindings *others[IO_SLOTS];
    const io_binding_files files = {devices->setup.bindings, devices->setup.bindings_count,
                                    devices->setup.own_count};
    int count = 0;
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].present) others[count++] = devices->slots[i].bindings;
    return io_device_choose(info, &files, others, count);
}

static void plug(io_devices *devices, const io_device_info *info)
{
    char name[160];
    const io_choice choice = choose(devices, info);
    if (choice.device == NULL) {
        if (!device_is_common(info))
            devices_post_news(devices, "%s has no bindings: headland devices calibrate makes some",
                              title(info, name, sizeof name));
        return;
    }
    if (info->error != 0) {
        refuse(devices, info, info->error);
        return;
    }
    const int index = slot_for(devices, info);
    if (index < 0) {
        devices_post_news(devices, "%s: there are %d devices already", title(info, name, sizeof name),
                          IO_SLOTS);
        return;
    }
    const int error = take_slot(devices, index, info, &choice);
    if (error != 0) {
        refuse(devices, info, error);
        return;
    }
    atomic_store_explicit(&devices->bound[index], choice.device, memory_order_release);
    atomic_fetch_add_explicit(&devices->count, 1, memory_order_relaxed);
    devices_post_news(devices, "%s: %s is there%s", choice.device->author->name,
                      title(info, name, sizeof name),
                      choice.generic ? "; move an axis through its whole way to use it" : "");
}

static void leave_port(io_devices *devices, const char *node)
{
    for (int i = 0; i < devices->port_count; i++)
        if (strcmp(devices->ports[i].info.node, node) == 0) devices->ports[i].present = false;
}

void devices_unplug(io_devices *devices, int index)
{
    char name[160];
    const slot *s = &devices->slots[index];
    devices_slot_close(devices, index);
    devices_send_lost(devices, index);
    leave_port(devices, s->info.node);
    atomic_store_explicit(&devices->bound[index], NULL, memory_order_release);
    atomic_fetch_sub_explicit(&devices->count, 1, memory_order_relaxed);
    devices_post_news(devices, "%s: %s is gone", s->bindings->author->name,
                      title(&s->info, name, sizeof name));
}

static int slot_of(const io_devices *devices, const char *node)
{
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].present && strcmp(devices->slots[i].info.node, node) == 0) return i;
    return -1;
}

static bool is_counted(const io_devices *devices, const char *node)
{
    for (int i = 0; i < devices->port_count; i++)
        if (devices->ports[i].present && strcmp(devices->ports[i].info.node, node) == 0) return true;
    return false;
}

static void come(io_devices *devices, io_device_info *info)
{
    if (slot_of(devices, info->node) >= 0) return;
    if (is_counted(devices, info->node))
        leave_port(devices, info->node); /* a change, perhaps of its permissions */
    count_instance(devices, info);
    plug(devices, info);
}

static void go(io_devices *devices, const char *node)
{
    const int index = slot_of(devices, node);
    if (index >= 0) devices_unplug(devices, index);
    leave_port(devices, node);
}

static bool is_listed(const io_device_info *list, int count, const char *node)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].node, node) == 0) return true;
    return false;
}

bool devices_plug_all(io_devices *devices)
{
    io_device_info list[IO_LISTED];
    const int count = device_scan(devices->udev, list);
    for (int i = 0; i < devices->port_count && count >= 0; i++)
        if (devices->ports[i].present && !is_listed(list, count, devices->ports[i].info.node))
            go(devices, devices->ports[i].info.node);
    /* known devices first: an unknown stick takes the hand that is left */
    for (int generic = 0; generic < 2; generic++)
        for (int i = 0; i < count; i++)
            if (choose(devices, &list[i]).generic == (generic != 0)) come(devices, &list[i]);
    return count >= 0;
}

void devices_plug_event(io_devices *devices)
{
    errno = 0;
    struct udev_device *device = udev_monitor_receive_device(devices->monitor);
    if (device == NULL) {
        if (errno == ENOBUFS) (void)devices_plug_all(devices); /* events were lost: list all devices */
        return;
    }
    const char *action = udev_device_get_action(device), *node = udev_device_get_devnode(device);
    io_device_info info;
    if (action != NULL && node != NULL && strcmp(action, "remove") == 0)
        go(devices, node);
    else if (action != NULL && node != NULL && strcmp(action, "unbind") != 0 &&
             device_describe(device, &info))
        come(devices, &info);
    udev_device_unref(device);
}
