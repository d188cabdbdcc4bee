#!/bin/bash
# rooms.sh COMPILER TABLE: from each room of the table try to include each public header with the include paths of the
# room's own target: its own alone, those of other rooms together. It must compile exactly when the header's room is the
# same or one that it may know. Private headers, which lie beside the sources, are on the include path of their own room
# alone, and there by their folder; the repository root is on none.
# A row of TABLE: room|folder|rooms that it may know|include folders
set -euo pipefail

compiler=$1
table=$2
root=$PWD
empty=$(mktemp -d) # a quoted include also looks in the current folder
trap 'rm -rf "$empty"' EXIT

# compiles "INCLUDE FOLDERS" HEADER...: in one source. What lies in none of the folders needs no compiler to tell.
compiles() {
    local folders=$1 folder header flags=() found
    shift
    for folder in $folders; do flags+=("-I$folder"); done
    for header; do
        found=no
        for folder in $folders; do
            if [ -e "$folder/$header" ]; then found=yes; fi
        done
        [ $found = yes ] || return 1
    done
    (cd "$empty" && { printf '#include "%s"\n' "$@"; echo 'int only_headers;'; } |
        "$compiler" -std=c17 -Wall -Wextra -Werror -fsyntax-only "${flags[@]}" -x c - 2>/dev/null)
}

# attempt ROOM HEADER "INCLUDE FOLDERS" yes|no: what is expected. A line for each: "ok", or what is wrong
attempt() {
    local got=no
    if compiles "$3" "$2"; then got=yes; fi
    if [ "$got" = "$4" ]; then
        echo ok
    else
        echo "room $1, #include \"$2\": compiles: $got, expected: $4"
    fi
}

rooms=()
while IFS='|' read -r room folder known paths; do
    rooms+=("$room|$folder|$known|$paths")
done <"$table"

# try_room ROW: all headers of all rooms
try_room() {
    local room known paths name folder header other lent=()
    IFS='|' read -r room _ known paths <<<"$1"
    for other in "${rooms[@]}"; do
        IFS='|' read -r name folder _ _ <<<"$other"
        for header in "$root/$folder"/include/*/*.h; do
            header=${header#"$root/$folder/include/"}
            case "$name $known " in
            "$room "*) attempt "$room" "$header" "$paths" yes ;;
            *" $name "*) lent+=("$header") ;;
            *) attempt "$room" "$header" "$paths" no ;;
            esac
        done
        for header in "$root/$folder"/*.h "$root/$folder"/*/*.h; do
            case "$header" in */include/* | *'*'*) continue ;; esac
            attempt "$room" "$(basename "$header")" "$paths" no
            attempt "$room" "${header#"$root/"}" "$paths" no
            [ "$name" = "$room" ] || attempt "$room" "${header#"$root/$folder/"}" "$paths" no
        done
    done
    # Those of other rooms are known to compile alone, from their own room.
    [ ${#lent[@]} -eq 0 ] && return
    if compiles "$paths" "${lent[@]}"; then
        printf 'ok\n%.0s' "${lent[@]}"
    else
        for header in "${lent[@]}"; do attempt "$room" "$header" "$paths" yes; done
    fi
}

for row in "${rooms[@]}"; do
    while [ "$(jobs -r | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    try_room "$row" >"$empty/${row%%|*}.result" &
done
wait

tried=$(cat "$empty"/*.result | wc -l)
wrong=$(cat "$empty"/*.result | grep -vc '^ok$' || true)
cat "$empty"/*.result | grep -v '^ok$' || true
echo "$tried includes tried, $wrong wrong"
[ "$tried" -gt 0 ] && [ "$wrong" -eq 0 ]
