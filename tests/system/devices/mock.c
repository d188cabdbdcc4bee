#include "support/check.h"

#include "mock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- descriptions ---- */

/* `B: type byte...`: rows of a type follow each other. */
static void read_bits(mock_description *d, const char *line, int rows[MOCK_TYPES])
{
    char *rest = NULL;
    const unsigned long type = strtoul(line, &rest, 16);
    assert_true(type < MOCK_TYPES);
    for (int i = 0; i < 8; i++) {
        assert_true(rows[type] < 96);
        d->bits[type][rows[type]++] = (unsigned char)strtoul(rest, &rest, 16);
    }
}

static void read_axis(mock_description *d, const char *line)
{
    unsigned code = 0;
    struct input_absinfo a = {0};
    assert_true(sscanf(line, "%x %d %d %d %d %d", &code, &a.minimum, &a.maximum, &a.fuzz, &a.flat,
                       &a.resolution) >= 5); /* old files have no resolution */
    assert_true(code < ABS_CNT);
    d->axes[code] = a;
}

mock_description mock_read(const char *name)
{
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s/%s.desc", DESCRIPTIONS, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    mock_description d;
    memset(&d, 0, sizeof d);
    int rows[MOCK_TYPES] = {0};
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        const char *text = strlen(line) > 3 ? line + 3 : "";
        unsigned code = 0;
        int value = 0;
        if (line[0] == 'N')
            snprintf(d.name, sizeof d.name, "%.255s", text);
        else if (line[0] == 'I')
            assert_int_equal(
                sscanf(text, "%hx %hx %hx %hx", &d.id.bustype, &d.id.vendor, &d.id.product, &d.id.version),
                4);
        else if (line[0] == 'B')
            read_bits(&d, text, rows);
        else if (line[0] == 'A')
            read_axis(&d, text);
        else if (line[0] == 'R' &&
                 sscanf(text, "%x %d", &code, &value) == 2) /* at rest; evemu has no such line */
            d.axes[code % ABS_CNT].value = value;
    }
    fclose(file);
    return d;
}

static bool has(const mock_description *d, int type, int code)
{
    return (d->bits[type][code / 8] >> (code % 8) & 1) != 0;
}

/* ---- ioctls ---- */

static void copy_out(UMockdevIoctlClient *client, const void *data, size_t length)
{
    const size_t size = _IOC_SIZE(umockdev_ioctl_client_get_request(client));
    UMockdevIoctlData *out =
        umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, size, NULL);
    guint8 bytes[1024] = {0};
    memcpy(bytes, data, length < size ? length : size);
    umockdev_ioctl_data_update(out, 0, bytes, (gint)(size < sizeof bytes ? size : sizeof bytes));
    umockdev_ioctl_client_complete(client, (glong)(length < size ? length : size), 0);
    umockdev_ioctl_data_unref(out);
}

static void copy_text(UMockdevIoctlClient *client, const char *text)
{
    if (*text == '\0')
        umockdev_ioctl_client_complete(client, -1, ENOENT);
    else
        copy_out(client, text, strlen(text) + 1);
}

/* EVIOCSFF: keep the level of a constant force, give a free number. */
static void upload(mock_device *device, UMockdevIoctlClient *client)
{
    UMockdevIoctlData *data =
        umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, sizeof(struct ff_effect), NULL);
    struct ff_effect effect;
    memcpy(&effect, data->data, sizeof effect);
    if (effect.id < 0) effect.id = (__s16)device->effects++;
    if (effect.type == FF_CONSTANT) device->last_level = effect.u.constant.level;
    umockdev_ioctl_data_update(data, 0, (guint8 *)&effect, sizeof effect);
    umockdev_ioctl_client_complete(client, 0, 0);
    umockdev_ioctl_data_unref(data);
}

static void answer(mock_device *device, UMockdevIoctlClient *client)
{
    const mock_description *d = &device->description;
    const gulong request = umockdev_ioctl_client_get_request(client);
    const unsigned number = _IOC_NR(request);
    const int version = EV_VERSION, effects = 16;
    static const unsigned char nothing[96];
    if (request == EVIOCGVERSION)
        copy_out(client, &version, sizeof version);
    else if (request == EVIOCGREP)
        copy_out(client, nothing, 2 * sizeof(unsigned));
    else if (request == EVIOCGEFFECTS)
        copy_out(client, &effects, sizeof effects);
    else if (request == EVIOCGID)
        copy_out(client, &d->id, sizeof d->id);
    else if (number == _IOC_NR(EVIOCGNAME(0)))
        copy_out(client, d->name, strlen(d->name) + 1);
    else if (number == _IOC_NR(EVIOCGPHYS(0)))
        copy_text(client, device->phys);
    else if (number == _IOC_NR(EVIOCGUNIQ(0)))
        copy_text(client, "");
    else if (number == _IOC_NR(EVIOCGKEY(0)))
        copy_out(client, device->keys, sizeof device->keys);
    else if (number == _IOC_NR(EVIOCGPROP(0)) || number == _IOC_NR(EVIOCGLED(0)) ||
             number == _IOC_NR(EVIOCGSW(0)))
        copy_out(client, nothing, sizeof nothing);
    else if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(MOCK_TYPES, 0)))
        copy_out(client, d->bits[number - _IOC_NR(EVIOCGBIT(0, 0))], sizeof d->bits[0]);
    else if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(0)) + ABS_CNT)
        copy_out(client, &d->axes[number - _IOC_NR(EVIOCGABS(0))], sizeof d->axes[0]);
    else if (request == EVIOCSFF)
        upload(device, client);
    else if (request == EVIOCSCLOCKID)
        umockdev_ioctl_client_complete(client, device->refuse_clock ? -1 : 0,
                                       device->refuse_clock ? EINVAL : 0);
    else if (request == EVIOCRMFF || request == EVIOCGRAB)
        umockdev_ioctl_client_complete(client, 0, 0);
    else
        umockdev_ioctl_client_complete(client, -1, EINVAL);
}

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context)
{
    (void)base;
    mock_device *device = context;
    pthread_mutex_lock(&device->lock);
    answer(device, client);
    pthread_mutex_unlock(&device->lock);
    return TRUE;
}

/* What is not handled here is read from the pipe. */
static gboolean on_read(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context)
{
    (void)base;
    mock_device *device = context;
    pthread_mutex_lock(&device->lock);
    const bool dead = device->dead;
    pthread_mutex_unlock(&device->lock);
    if (dead) umockdev_ioctl_client_complete(client, -1, ENODEV);
    return dead;
}

/* Forces are played by writing events. */
static gboolean on_write(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context)
{
    (void)base;
    mock_device *device = context;
    const UMockdevIoctlData *data = umockdev_ioctl_client_get_arg(client);
    pthread_mutex_lock(&device->lock);
    for (size_t i = 0; i + sizeof(struct input_event) <= (size_t)data->data_len;
         i += sizeof(struct input_event)) {
        struct input_event event;
        memcpy(&event, data->data + i, sizeof event);
        if (event.type == EV_FF && event.code == FF_GAIN)
            device->gain = event.value;
        else if (event.type == EV_FF)
            device->plays += event.value != 0;
    }
    pthread_mutex_unlock(&device->lock);
    umockdev_ioctl_client_complete(client, data->data_len, 0);
    return TRUE;
}

/* ---- plugging ---- */

mock_bed mock_bed_new(void)
{
    const mock_bed bed = {.testbed = umockdev_testbed_new(), .next = 1};
    assert_true(umockdev_in_mock_environment()); /* run it under umockdev-wrapper */
    return bed;
}

void mock_bed_free(mock_bed *bed)
{
    g_object_unref(bed->testbed); /* and its thread ends */
    for (int i = 0; i < bed->device_count; i++) {
        g_object_unref(bed->devices[i]->handler);
        pthread_mutex_destroy(&bed->devices[i]->lock);
        free(bed->devices[i]);
    }
}

mock_device *mock_new(mock_bed *bed, const mock_description *description, const char *phys)
{
    mock_device *device = calloc(1, sizeof *device);
    assert_non_null(device);
    device->description = *description;
    device->bed = bed;
    assert_true(bed->device_count < MOCK_DEVICES);
    bed->devices[bed->device_count++] = device;
    device->fd = -1;
    snprintf(device->phys, sizeof device->phys, "%s", phys);
    pthread_mutex_init(&device->lock, NULL);
    device->handler = umockdev_ioctl_base_new();
    g_signal_connect(device->handler, "handle-ioctl", G_CALLBACK(on_ioctl), device);
    g_signal_connect(device->handler, "handle-read", G_CALLBACK(on_read), device);
    g_signal_connect(device->handler, "handle-write", G_CALLBACK(on_write), device);
    return device;
}

/* A bitmap as sysfs has it: words of 64 bits, the highest first. */
static void sysfs_bits(const unsigned char *bits, int bytes, char *text, size_t size)
{
    size_t length = 0;
    for (int word = bytes / 8 - 1; word >= 0; word--) {
        uint64_t value = 0;
        memcpy(&value, bits + 8 * word, 8);
        if (value == 0 && length == 0 && word > 0) continue;
        length += (size_t)snprintf(text + length, size - length, "%s%llx", length > 0 ? " " : "",
                                   (unsigned long long)value);
    }
}

static void describe(mock_device *device, int number, char *text, size_t size)
{
    const mock_description *d = &device->description;
    char bits[5][256];
    static const int types[5] = {0, EV_KEY, EV_REL, EV_ABS, EV_FF};
    static const int bytes[5] = {8, 96, 8, 8, 16};
    for (int i = 0; i < 5; i++) sysfs_bits(d->bits[types[i]], bytes[i], bits[i], sizeof bits[i]);
    /* what udev's input_id says of axes without a key */
    const bool accelerometer = !has(d, 0, EV_KEY) && has(d, EV_ABS, ABS_X) && has(d, EV_ABS, ABS_Z);
    snprintf(device->parent, sizeof device->parent, "/devices/mock%d/input/input%d", number, number);
    int length = snprintf(text, size,
                          "P: %s\nE: SUBSYSTEM=input\nA: name=%s\nA: phys=%s\nA: uniq=\nA: id/bustype=%04x\n"
                          "A: id/vendor=%04x\nA: id/product=%04x\nA: id/version=%04x\nA: capabilities/ev=%s\n"
                          "A: capabilities/key=%s\nA: capabilities/rel=%s\nA: capabilities/abs=%s\n"
                          "A: capabilities/ff=%s\n\n",
                          device->parent, d->name, device->phys, d->id.bustype, d->id.vendor, d->id.product,
                          d->id.version, bits[0], bits[1], bits[2], bits[3], bits[4]);
    snprintf(text + length, size - (size_t)length,
             "P: %s/event%d\nE: DEVNAME=/dev/input/event%d\nE: MAJOR=13\nE: MINOR=%d\nE: SUBSYSTEM=input\n"
             "E: ID_INPUT=1\nE: %s=1\nA: dev=13:%d\n",
             device->parent, number, number, 64 + number,
             accelerometer ? "ID_INPUT_ACCELEROMETER" : "ID_INPUT_JOYSTICK", 64 + number);
}

/* The device's own part of the test bed, before udev tells of it: the node as a pipe. A write to a pipe of
 * less than a page is never torn, as that to a terminal may be. */
static void make_node(mock_device *device)
{
    char *root = umockdev_testbed_get_root_dir(device->bed->testbed);
    snprintf(device->path, sizeof device->path, "%s/dev", root);
    mkdir(device->path, 0755);
    snprintf(device->path, sizeof device->path, "%s/dev/input", root);
    mkdir(device->path, 0755);
    snprintf(device->path, sizeof device->path, "%s%s", root, device->node);
    assert_int_equal(mkfifo(device->path, 0600), 0);
    device->fd = open(device->path, O_RDWR | O_CLOEXEC);
    assert_true(device->fd >= 0);
    g_free(root);
}

void mock_plug(mock_device *device)
{
    char text[4096];
    const int number = device->bed->next++;
    snprintf(device->node, sizeof device->node, "/dev/input/event%d", number);
    make_node(device);
    assert_true(umockdev_testbed_attach_ioctl(device->bed->testbed, device->node, device->handler, NULL));
    describe(device, number, text, sizeof text);
    GError *error = NULL;
    if (!umockdev_testbed_add_from_string(device->bed->testbed, text, &error)) fail_msg("%s", error->message);
    snprintf(device->syspath, sizeof device->syspath, "/sys%s/event%d", device->parent, number);
    device->plugged = true;
}

void mock_unplug(mock_device *device)
{
    char parent[300];
    if (!device->plugged) return;
    device->plugged = false;
    umockdev_testbed_uevent(device->bed->testbed, device->syspath, "remove");
    umockdev_testbed_remove_device(device->bed->testbed, device->syspath);
    snprintf(parent, sizeof parent, "/sys%s", device->parent);
    umockdev_testbed_remove_device(device->bed->testbed, parent);
    umockdev_testbed_detach_ioctl(device->bed->testbed, device->node, NULL);
    close(device->fd);
    unlink(device->path);
    device->fd = -1;
    device->dead = false;
}

void mock_die(mock_device *device)
{
    pthread_mutex_lock(&device->lock);
    device->dead = true;
    pthread_mutex_unlock(&device->lock);
    mock_write(device, EV_SYN, SYN_REPORT, 0, mock_now()); /* so that it is read */
}

void mock_free(mock_device *device)
{
    mock_unplug(device);
}

/* ---- events ---- */

int64_t mock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t stamp_of(const mock_device *device)
{
    struct timespec t;
    clock_gettime(device->refuse_clock ? CLOCK_REALTIME : CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void mock_write(mock_device *device, int type, int code, int value, int64_t stamp)
{
    const struct input_event event = {.input_event_sec = stamp / 1000000000,
                                      .input_event_usec = stamp % 1000000000 / 1000,
                                      .type = (__u16)type,
                                      .code = (__u16)code,
                                      .value = value};
    assert_int_equal(write(device->fd, &event, sizeof event), sizeof event);
}

void mock_set(mock_device *device, int type, int code, int value)
{
    pthread_mutex_lock(&device->lock);
    if (type == EV_ABS) device->description.axes[code].value = value;
    if (type == EV_KEY) {
        const unsigned char bit = (unsigned char)(1U << (code % 8));
        device->keys[code / 8] =
            (unsigned char)(value != 0 ? device->keys[code / 8] | bit : device->keys[code / 8] & ~bit);
    }
    pthread_mutex_unlock(&device->lock);
}

void mock_event(mock_device *device, int type, int code, int value)
{
    const int64_t stamp = stamp_of(device);
    mock_set(device, type, code, value);
    mock_write(device, type, code, value, stamp);
    mock_write(device, EV_SYN, SYN_REPORT, 0, stamp);
}
