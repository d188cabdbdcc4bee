#!/bin/bash
# The help of every command and action, the manual page, and what mistakes are answered with: one form for all.
# usage: help.sh PROGRAM SOURCE
set -u

program=$(realpath "$1")
source=$(realpath "$2")
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work
unset HEADLAND_ASSETS DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

. "$(dirname "$0")/expect.sh"

# names SECTION: the names of a section of the last help
names() {
    awk -v section="$1:" '$0 == section { inside = 1; next } /^$/ { inside = 0 }
        inside && /^  [^ ]/ { print $1 }' "$work/out"
}

# ---- every command, every action ----

# has_form COMMAND...: its help is there, whole, and narrow enough for a terminal
has_form() {
    run 0 "$@" --help
    silent err
    cp "$work/out" "$work/help"
    says out "^usage: headland${*:+ }$*"
    for part in options 'exit status'; do says out "^$part:\$"; done
    [ -n "$(sed -n 3p "$work/out")" ] || fail "headland $* --help: no word about what it does"
    sed '/^examples:/,/^$/d' "$work/out" | grep '.\{81,\}' >/dev/null && fail "headland $* --help: wider than 80 columns"
    # what the usage names is explained
    for word in $(sed -n 's/^usage: headland[a-z ]*//p' "$work/out" | tr -d '[].'); do
        case $word in OPTIONS | ACTION | ARGUMENTS | COMMAND) continue ;; esac
        grep -q "^  $word " "$work/out" || grep -q '^actions:' "$work/out" || fail "headland $* --help: $word is not explained"
    done
    for page in $(sed -n '/^see also:/,$p' "$work/out" | grep -o 'docs/[a-z.-]*'); do
        [ -f "$source/$page" ] || fail "headland $* --help: there is no $page"
    done
}

# refuses COMMAND...: an unknown option, with the nearest one
refuses() {
    run 2 "$@" --hlep
    silent out
    says err "^headland $*.*: unknown option '--hlep'; the nearest is '--help' \(headland .* --help lists all\)\$"
}

# asks_for_values COMMAND...: an option of the help that takes a value is one of the parser's
asks_for_values() {
    for option in $(awk '/^  --[a-z-]* [^ ]/ { print $1 }' "$work/help"); do
        run 2 "$@" "$option"
        says err "^headland $*: $option needs "
    done
}

# walk COMMAND...: form, examples, mistakes of a command; then its actions
walk() {
    local actions action
    has_form "$@"
    sed -n 's/^  headland //p' "$work/help" >>"$work/examples"
    actions=$(names actions)
    [ -n "$actions" ] || asks_for_values "$@"
    refuses "$@"
    for action in $actions; do walk "$@" "$action"; done
}

# same_as_help COMMAND...: other ways to ask for the last help
same_as_help() {
    run 0 "$@"
    cmp -s "$work/out" "$work/help" || fail "headland $*: not the same as --help"
}

has_form
same_as_help -h
same_as_help help
commands=$(names commands)
[ "$(echo "$commands" | wc -w)" -ge 17 ] || fail "these are not all commands: $commands"
for command in $commands; do walk "$command"; done

has_form results show
same_as_help results show -h
same_as_help help results show

run 2
silent out
says err '^headland: expected a command '
says err '^usage: headland COMMAND '
run 2 hud
says err '^headland hud: expected an action '
run 2 simulate
says err '^headland simulate: expected MODEL$'
says err '^usage: headland simulate \[OPTIONS\] MODEL$'
run 2 help hdu
says err "unknown command 'hdu'; the nearest is 'hud'"
run 2 help run nosuch
says err "^headland help: unexpected argument 'nosuch': 'run' has no actions$"
run 2 help results nosuch
says err "unknown action 'nosuch'"
run 2 --version extra
says err "^headland --version: unexpected argument 'extra'$"
silent out

# ---- the manual page ----

page=$source/docs/man/headland.1
run 0 --help=man
cmp -s "$work/out" "$page" || fail "$page is out of date: headland --help=man >docs/man/headland.1 writes it anew"
if command -v groff >/dev/null; then
    groff -man -wall -Tutf8 "$page" >"$work/page" 2>"$work/err"
    silent err
fi

# ---- examples: those that end soon are accepted as they stand ----

# An attempt that is not there is no mistake of the example, nor is a drive that is none; windows, devices and certificates are not there either.
mkdir "$work/at"
cd "$work/at" || exit 1
while read -r example; do
    case $example in instructor* | 'motion platform'* | 'devices monitor'* | soil* | sweep* | validate* | bench* | doctor* | *--frames*) continue ;; esac
    eval "timeout -s KILL 100 \"\$program\" $example" >"$work/out" 2>"$work/err" </dev/null
    case $? in
    0 | 3) ;;
    *) grep -Eq 'no attempt [0-9]|no (attempts at|results yet)|no trainee|is not of an exercise' "$work/err" || fail "headland $example: $(head -2 "$work/err")" ;;
    esac
done <"$work/examples"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
