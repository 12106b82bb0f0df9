# shellcheck shell=bash disable=SC2034,SC2154
# Sourced by tools/run and tools/test: installs what is missing, configures and builds. All it says goes to standard error.
# Needs: root (the repository's folder).
#
#   install_packages "${run_packages[@]}"
#   build_in build -Dwerror=true

run_packages=(
    "gcc: compiles Heddle"
    "libc6-dev: the C library's headers, which your programs include too"
    "meson: configures the build"
    "ninja-build: runs the build"
    "pkg-config: finds libraries"
    "python3: runs meson and small generators"
    "llvm-19-dev: generates machine code"
    "g++: the C++ library that LLVM needs, to be linked in"
    "libzstd-dev: another library that LLVM needs"
    "libjansson-dev: messages between heddle and its engine"
    "libzmq3-dev: the Jupyter kernel's sockets"
    "libssl-dev: signatures of the Jupyter kernel's messages"
    "libsqlite3-dev: the Jupyter kernel's history"
    "zlib1g-dev: arrays in NumPy's .npz files; a third-party header for the tests"
    "libpng-dev: pictures of imshow and display_png"
    "libutf8proc-dev: characters and their widths in the line editor"
)
lab_packages=(
    "python3-venv: holds JupyterLab"
)
test_packages=(
    "clang-format-19: every C file is held against it"
    "csmith: random C programs, which gcc compiles too"
    "chromium: opens notebooks in JupyterLab as a person does"
    "openssh-server: JupyterLab through an SSH tunnel"
    "libopenblas0-pthread: what cuBLAS runs on without a GPU"
    "libfftw3-double3: what cuFFT runs on without a GPU"
    "libfftw3-single3: the same for floats"
    "python3-markdown: the manual as HTML"
    "python3-venv: the Python packages of the tests"
    "debhelper: makes Debian packages"
    "dpkg-dev: the same"
    "debootstrap: a fresh root, to install them in"
)

say() { printf '%s\n' "heddle: $*" >&2; }
fail() {
    say "$*"
    exit 1
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "this needs root, and there is no sudo; as root, run this again or: $*"
    fi
}

# The build belongs to whoever owns the repository, also when root runs it.
as_owner() {
    local owner group
    owner=$(stat -c %u "$root") group=$(stat -c %g "$root")
    if ((EUID == 0 && owner != 0)) && command -v setpriv >/dev/null &&
        setpriv --reuid "$owner" --regid "$group" --clear-groups test -w "$root" 2>/dev/null; then
        HOME=${TMPDIR:-/tmp} setpriv --reuid "$owner" --regid "$group" --clear-groups "$@"
    else
        "$@"
    fi
}

# Runs apt-get with its output on standard error, waiting for another that holds the lock.
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" >&2; }

has_candidate() {
    local policy
    policy=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null) || return 1
    [[ $policy == *"Candidate: "[^\(]* ]]
}

# install_packages "name: reason"...; a stamp in the build folder spares the check next time.
install_packages() {
    local stamp=$root/build/.packages known="" entry name status
    [[ ! -f $stamp ]] || known=$'\n'$(<"$stamp")$'\n'
    local unknown=()
    for entry in "$@"; do
        [[ $known == *$'\n'"$entry"$'\n'* ]] || unknown+=("$entry")
    done
    ((${#unknown[@]})) || return 0
    set -- "${unknown[@]}"
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian, so nothing is installed; needed are: $(printf '%s ' "${@%%:*}")"
        return
    fi
    missing=()
    for entry in "$@"; do
        name=${entry%%:*}
        status=$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null) || status=none
        [[ $status == installed ]] || missing+=("$name")
    done
    if ((${#missing[@]})); then
        say "these Debian packages are missing and will be installed:"
        for entry in "$@"; do
            for name in "${missing[@]}"; do
                [[ $name != "${entry%%:*}" ]] || printf '    %-16s %s\n' "$name" "${entry#*: }" >&2
            done
        done
        [[ -z $(dpkg --audit 2>/dev/null) ]] || as_root dpkg --configure -a >&2
        local updated=0
        for name in "${missing[@]}"; do
            if ! has_candidate "$name"; then
                say "updating the lists of packages"
                apt update || fail "apt-get update failed; is there a network?"
                updated=1
                break
            fi
        done
        for name in "${missing[@]}"; do
            has_candidate "$name" && continue
            [[ $name != llvm-* ]] || say "LLVM 19 is in Debian 12 and later; for others the LLVM project has packages"
            fail "this system's package sources have no $name"
        done
        if ! apt install -y --no-install-recommends "${missing[@]}"; then
            # Old lists name versions that the mirror no longer has.
            ((updated == 0)) || fail "installing failed; the lines above say why. Run this again to retry."
            say "trying again with new lists of packages"
            apt update || fail "apt-get update failed; is there a network?"
            apt install -y --no-install-recommends "${missing[@]}" ||
                fail "installing failed; the lines above say why. Run this again to retry."
        fi
    fi
    as_owner mkdir -p "$root/build"
    printf '%s\n' "$@" | as_owner tee -a "$stamp" >/dev/null || true # checked again next time
}

# python_environment [FOLDER REQUIREMENTS]: a virtual environment with Python packages; by default that of the tests.
python_environment() {
    local venv=$root/${1:-build/venv} wanted=$root/${2:-tests/requirements.txt}
    ! cmp -s "$wanted" "$venv/.requirements" || return 0
    say "installing the Python packages of ${wanted#"$root"/} into ${venv#"$root"/}"
    as_owner mkdir -p "$root/build"
    as_owner python3 -m venv --clear "$venv" >&2 || fail "no virtual environment could be made; the lines above say why"
    as_owner "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input -r "$wanted" >&2 ||
        fail "the Python packages of ${wanted#"$root"/} could not be installed; is there a network?"
    as_owner cp "$wanted" "$venv/.requirements"
}

is_current() {
    local plan
    plan=$(ninja -C "$1" -n 2>&1) && [[ $plan == *"no work to do"* ]]
}

# build_in FOLDER [meson options]: configures when it must and builds; one at a time.
build_in() {
    local dir=$root/$1
    shift
    if [[ -e $dir && ! -w $dir ]]; then
        ! is_current "$dir" || return 0
        say "$dir belongs to another user; taking it over"
        as_root chown -R "$(id -u):$(id -g)" "$dir"
    fi
    as_owner mkdir -p "$dir"
    exec 9<"$dir"
    flock 9
    if [[ ! -f $dir/build.ninja ]]; then
        say "configuring $dir"
        if ! as_owner meson setup "$@" "$dir" "$root" >&2; then
            rm -f "$root/build/.packages"
            fail "configuring failed; the lines above say why"
        fi
        printf '%s\n' "$*" | as_owner tee "$dir/.options" >/dev/null
    elif [[ $(cat "$dir/.options" 2>/dev/null) != "$*" ]]; then
        as_owner meson configure "$dir" "$@" >&2 || fail "configuring failed; the lines above say why"
        printf '%s\n' "$*" | as_owner tee "$dir/.options" >/dev/null
    fi
    if ! is_current "$dir"; then
        say "building in $dir"
        if ! as_owner ninja -C "$dir" >&2; then
            rm -f "$root/build/.packages"
            fail "the build failed; the lines above say why"
        fi
    fi
    exec 9<&-
}
