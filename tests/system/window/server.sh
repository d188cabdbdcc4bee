# A virtual X server of our own, and what both tests do with windows. Sourced with `headland`, `assets` set.
# What SDL loads, X, D-Bus, Mesa, leaves memory behind: leaks are looked for by the other tests.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export LIBGL_ALWAYS_SOFTWARE=1 SDL_VIDEODRIVER=x11
folder=$(mktemp -d)
export XDG_CONFIG_HOME="$folder/config"
fail() { echo "FAILED: $1" >&2; cat "$folder"/log >&2 || true; exit 1; }

# A display number of our own: the server writes the one that it found free.
start_server() {
    rm -f "$folder/display"; mkfifo "$folder/display.pipe" 2>/dev/null || true
    exec 3<>"$folder/display.pipe"
    # it would start anew when its last client leaves, and refuse the next one meanwhile
    Xvfb -noreset -displayfd 3 -screen 0 1280x720x24 >"$folder/xvfb" 2>&1 &
    server=$!
    read -r -t 20 number <&3 || fail "no X server"
    export DISPLAY=":$number"
}
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT

# find_window [TITLE]: the window of $program, at most 90 s later. When it shows a picture, its title has the time.
find_window() {
    local title=${1:-^tractor .*rpm}
    window=
    for _ in $(seq 900); do
        window=$(xdotool search --name "$title" 2>/dev/null | tail -1) && [ -n "$window" ] && break
        kill -0 $program 2>/dev/null || fail "the program ended before '$title'"
        sleep 0.1
    done
    [ -n "$window" ] || fail "there is no window '$title'"
    xdotool windowfocus "$window" || true
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for() {
    local tries=$(($1 * 10)); shift
    for _ in $(seq $tries); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done
    return 1
}

# exit_status: of $program, which ends by itself or has been asked to
exit_status() { status=0; wait $program || status=$?; }
