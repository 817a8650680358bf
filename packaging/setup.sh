# shellcheck shell=bash
# Shared by ./run and ./test; sourced by bash with `top` set to the project folder. Everything said here goes to standard error.

# Where ccache is installed, a second clone of the project finds what the first one compiled.
export CCACHE_BASEDIR="${top:?}" CCACHE_NOHASHDIR=1

say() { printf 'squashdesk: %s\n' "$*" >&2; }

# The packages of the named sections of packaging/debian-packages.txt, one a line.
package_list() {
    awk -v wanted=" $* " '
        /^\[/ { section = $0; gsub(/[][]/, "", section); next }
        /^[^#]/ && index(wanted, " " section " ") { print $1 }' "${top:?}/packaging/debian-packages.txt"
}

# Installs what is missing from the named sections. Does nothing, and needs no network and no rights, when nothing is.
install_packages() {
    command -v dpkg-query > /dev/null || return 0
    local wanted missing as_root=()
    mapfile -t wanted < <(package_list "$@" | sort -u)
    # dpkg-query exits 1 for a name it has never heard of; such a name is simply missing.
    mapfile -t missing < <({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2> /dev/null || true; } |
        awk '$1 == "installed" { print $2 }' | sort -u | comm -13 - <(printf '%s\n' "${wanted[@]}"))
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo > /dev/null; then
            say "packages are missing, and this is neither root nor is there sudo; as root: apt-get install ${missing[*]}"
            exit 1
        fi
        as_root=(sudo)
    fi
    say "installing ${#missing[@]} missing packages: ${missing[*]}"
    local log
    log=$(mktemp)
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
    # An update that fails (one dead source, no network) is no reason to stop: the lists or the package cache may still do.
    "${apt[@]}" update > "$log" 2>&1 < /dev/null || true
    if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >> "$log" 2>&1 < /dev/null; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        say "these packages could not be installed; by hand: apt-get install ${missing[*]}"
        exit 1
    fi
    rm -f "$log"
}

# Configures (once, and again when the folder has moved) and builds one preset; says so only when there is work.
build_preset() {
    local preset=$1 dir="$top/build/$1"
    shift
    mkdir -p "$dir"
    (
        # Two runs at once would build into each other's files. Only this subshell holds the lock.
        exec 9> "$top/build/.$preset.lock"
        flock 9
        local log="$dir/setup.log" cached
        cached=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$dir/CMakeCache.txt" 2> /dev/null || true)
        if [ -n "$cached" ] && [ "$cached" != "$top" ]; then
            say "this folder was $cached before; building anew"
            rm -rf "$dir"
            mkdir -p "$dir"
        fi
        if [ ! -f "$dir/build.ninja" ]; then
            say "configuring ($preset)"
            (cd "$top" && run_logged "$log" cmake --preset "$preset") || exit 1
        fi
        if ! ninja -C "$dir" -n "$@" 2> /dev/null | grep -q 'no work to do'; then
            if [ -d "$dir/bin" ]; then say "building ($preset)"; else say "building ($preset), which takes minutes the first time; build/$preset/setup.log tells how far it is"; fi
            run_logged "$log" ninja -C "$dir" "$@" || exit 1
        fi
    ) < /dev/null || { say "the build failed; the log is build/$preset/setup.log"; exit 1; }
}

# Runs a command with its output in a log (and on a terminal's standard error); on failure shows the log's end.
run_logged() {
    local log=$1
    shift
    if [ -t 2 ]; then
        "$@" 2>&1 | tee "$log" >&2
        return "${PIPESTATUS[0]}"
    fi
    "$@" > "$log" 2>&1 || { tail -n 40 "$log" >&2; return 1; }
}
