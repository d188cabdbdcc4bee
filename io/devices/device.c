/* Choice of bindings for a device: how closely a binding matches, and advice when a device
 * cannot be opened. */
#include "devices_internal.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a match asks for, as bits: one that says more of the rarer things outranks all that say less of
 * them. */
enum {
    BY_TYPE = 1,
    BY_INSTANCE = 2,
    BY_NAME = 4,
    BY_VERSION = 8,
    BY_VENDOR = 16,
    BY_PRODUCT = 32,
    BY_PORT = 64
};

static int asked(const auth_match *match)
{
    return (match->type != NULL ? BY_TYPE : 0) | (match->instance > 0 ? BY_INSTANCE : 0) |
           (match->name != NULL ? BY_NAME : 0) | (match->version >= 0 ? BY_VERSION : 0) |
           (match->vendor >= 0 ? BY_VENDOR : 0) | (match->product >= 0 ? BY_PRODUCT : 0) |
           (match->phys != NULL ? BY_PORT : 0);
}

int io_device_rank(const io_device_info *info, const auth_match *match)
{
    return device_matches(info, match) ? asked(match) : 0;
}

bool device_matches(const io_device_info *info, const auth_match *match)
{
    const int wanted = asked(match);
    if (match->keyboard || wanted == 0) return false;
    if (device_is_common(info) && (wanted & (BY_VENDOR | BY_NAME)) == 0) return false;
    return (match->vendor < 0 || match->vendor == info->vendor) &&
           (match->product < 0 || match->product == info->product) &&
           (match->version < 0 || match->version == info->version) &&
           (match->name == NULL || fnmatch(match->name, info->name, 0) == 0) &&
           (match->phys == NULL || fnmatch(match->phys, info->phys, 0) == 0) &&
           (match->type == NULL || strcmp(match->type, info->type) == 0) &&
           (match->instance <= 0 || match->instance == info->instance);
}

/* ---- generic bindings ---- */

static bool is_generic(const auth_match *match)
{
    return (asked(match) & ~(BY_TYPE | BY_INSTANCE)) == 0;
}

/* Whether the device has one of the axes that are bound. */
static bool has_axis_of(const io_device_info *info, const io_device_bindings *device)
{
    for (int i = 0; i < device->axis_count; i++) {
        const io_axis *axis = &device->axes[i];
        if (axis->author->relative || (info->axes >> axis->code & 1) != 0) return true;
    }
    return false;
}

static bool moves_lever(const io_device_bindings *device, int lever)
{
    for (int i = 0; i < device->axis_count; i++)
        if (device->axes[i].target.kind == IO_TARGET_LEVER && device->axes[i].target.index == lever)
            return true;
    return false;
}

/* Whether none of its levers is moved by another device. */
static bool has_free_levers(const io_device_bindings *device, const io_device_bindings *const *others,
                            int other_count)
{
    for (int i = 0; i < device->axis_count; i++)
        for (int k = 0; k < other_count; k++)
            if (device->axes[i].target.kind == IO_TARGET_LEVER &&
                moves_lever(others[k], device->axes[i].target.index))
                return false;
    return true;
}

static int instance_of(const io_device_bindings *device)
{
    return device->author->match.instance > 0 ? device->author->match.instance : 1;
}

static io_choice choose_generic(const io_device_info *info, const io_binding_files *files,
                                const io_device_bindings *const *others, int other_count)
{
    io_choice best = {.generic = true};
    bool best_free = false;
    for (int i = files->own; i < files->count; i++)
        for (int k = 0; k < files->files[i]->device_count; k++) {
            const io_device_bindings *device = &files->files[i]->devices[k];
            const auth_match *match = &device->author->match;
            if (match->keyboard || !is_generic(match) || !match->type ||
                strcmp(match->type, info->type) != 0 || !has_axis_of(info, device))
                continue;
            const bool free_levers = has_free_levers(device, others, other_count);
            if (best.device && best_free >= free_levers &&
                (best_free > free_levers || instance_of(best.device) <= instance_of(device)))
                continue;
            best.device = device;
            best.file = i;
            best_free = free_levers;
        }
    return best;
}

/* ---- all bindings ---- */

/* Those that speak of the device by more than its type; of the user's files all. */
static io_choice choose_known(const io_device_info *info, const io_binding_files *files)
{
    io_choice best = {.device = NULL};
    int highest = 0;
    for (int i = 0; i < files->count && (i != files->own || best.device == NULL); i++)
        for (int k = 0; k < files->files[i]->device_count; k++) {
            const io_device_bindings *device = &files->files[i]->devices[k];
            const int rank = io_device_rank(info, &device->author->match);
            if (rank <= highest || (i >= files->own && is_generic(&device->author->match))) continue;
            highest = rank;
            best = (io_choice){.device = device, .file = i};
        }
    return best;
}

io_choice io_device_choose(const io_device_info *info, const io_binding_files *files,
                           const io_device_bindings *const *others, int other_count)
{
    const io_choice known = choose_known(info, files);
    if (known.device || device_is_common(info)) return known;
    return choose_generic(info, files, others, other_count);
}

void io_device_choose_all(const io_device_info *list, int count, const io_binding_files *files,
                          io_choice *choices)
{
    const io_device_bindings *taken[IO_LISTED];
    int taken_count = 0;
    for (int i = 0; i < count; i++) {
        choices[i] = choose_known(&list[i], files);
        if (choices[i].device) taken[taken_count++] = choices[i].device;
    }
    for (int i = 0; i < count; i++) {
        if (choices[i].device) continue;
        choices[i] = io_device_choose(&list[i], files, taken, taken_count);
        if (choices[i].device) taken[taken_count++] = choices[i].device;
    }
}

void io_device_advice(int error, char *text, size_t size)
{
    switch (error) {
    case 0:
        snprintf(text, size, "it can be opened");
        break;
    case EACCES:
    case EPERM:
        snprintf(text, size,
                 "permission denied: add the user to the group input and log in anew, or install "
                 "70-headland.rules (headland devices rule prints it)");
        break;
    case ENODEV:
    case ENOENT:
    case ENXIO:
        snprintf(text, size, "it has gone: plug it in again");
        break;
    case EBUSY:
        snprintf(text, size, "another program keeps it for itself: end that program");
        break;
    case ENOTTY:
    case EINVAL:
        snprintf(text, size, "it does not answer as an input device does");
        break;
    case EMFILE:
    case ENFILE:
        snprintf(text, size, "too many files are open");
        break;
    default:
        snprintf(text, size, "%s", strerror(error));
        break;
    }
}
