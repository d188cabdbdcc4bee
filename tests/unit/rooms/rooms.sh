#!/bin/bash
# rooms.sh COMPILER TABLE: from each room of the table try to include each public header, alone, with the include
# paths of the room's own target. It must compile exactly when the header's room is the same or one that it may know.
# Private headers, which lie beside the sources, must be on no include path at all; nor may the repository root be.
# A row of TABLE: room|folder|rooms that it may know|include folders
set -euo pipefail

compiler=$1
table=$2
root=$PWD
empty=$(mktemp -d) # a quoted include also looks in the current folder
trap 'rm -rf "$empty"' EXIT
tried=0
wrong=0

# compiles HEADER "INCLUDE FOLDERS"
compiles() {
    local folder flags=()
    for folder in $2; do flags+=("-I$folder"); done
    (cd "$empty" && printf '#include "%s"\nint only_a_header;\n' "$1" |
        "$compiler" -std=c17 -Wall -Wextra -Werror -fsyntax-only "${flags[@]}" -x c - 2>"$empty/message")
}

# attempt ROOM HEADER "INCLUDE FOLDERS" yes|no: what is expected
attempt() {
    local got=no
    if compiles "$2" "$3"; then got=yes; fi
    tried=$((tried + 1))
    if [ "$got" = "$4" ]; then return; fi
    wrong=$((wrong + 1))
    echo "room $1, #include \"$2\": compiles: $got, expected: $4"
    if [ "$got" = no ]; then cat "$empty/message"; fi
}

rooms=()
while IFS='|' read -r room folder known paths; do
    rooms+=("$room|$folder|$known|$paths")
done <"$table"

for row in "${rooms[@]}"; do
    IFS='|' read -r room _ known paths <<<"$row"
    for other in "${rooms[@]}"; do
        IFS='|' read -r name folder _ _ <<<"$other"
        expected=no
        case " $room $known " in *" $name "*) expected=yes ;; esac
        for header in "$root/$folder"/include/*/*.h; do
            attempt "$room" "${header#"$root/$folder/include/"}" "$paths" "$expected"
        done
        for header in "$root/$folder"/*.h; do
            [ -e "$header" ] || continue
            attempt "$room" "$(basename "$header")" "$paths" no
            attempt "$room" "${header#"$root/"}" "$paths" no
        done
    done
done

echo "$tried includes tried, $wrong wrong"
[ "$tried" -gt 0 ] && [ "$wrong" -eq 0 ]
