#!/bin/sh
# one_reader.sh ROOT: no product source opens a file for reading but by file/read.h. What is listed below reads no file
# that users give: the kernel's own files, devices, locks, folders, and files that are written.
set -u
cd "$1" || exit 1
calls='\b(fopen|open|openat|mmap|freopen)\(|aiImportFile\(|rsvg_handle_new_from_file|create_from_png\(|yaml_parser_set_input_file|sf_open\('
found=$(grep -rnE "$calls" engine io render physics terrain hydraulics --include='*.c' |
    grep -vE ', "(w|wb|a)"\)|SFM_WRITE|O_WRONLY|O_RDWR|O_DIRECTORY|MAP_ANONYMOUS|"/dev/null"' |
    grep -vE '^engine/files/' |
    grep -vE '^engine/training/store_attempts\.c:.*fopen\(path, "r"\)' |                 # /proc/PID/stat
    grep -vE '^engine/server/admission\.c:.*token' |                          # secrets: their owner and mode are looked at
    grep -vE '^engine/programs/devices/devices\.c:.*fopen\(path, "r"\)' |     # the udev rule that is installed
    grep -vE '^io/devices/(devices_slot|monitor|device_list)\.c:' |           # input devices
    grep -vE '^\S+:\s*(/\*|\*|//)')
[ -z "$found" ] && exit 0
echo "$found"
echo "files of users are opened by file/read.h alone" >&2
exit 1
