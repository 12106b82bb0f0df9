# Completion of heddle and heddle-kernel for bash.
_heddle() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    case $before in
    --engine | --from | -include) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
    -I | -L) mapfile -t COMPREPLY < <(compgen -d -- "$word") && return ;;
    -x) mapfile -t COMPREPLY < <(compgen -W "c c++ cu" -- "$word") && return ;;
    -c) return ;;
    esac
    case $word in
    --dump=*) mapfile -t COMPREPLY < <(compgen -W "tokens ast types ir opt nvvm ptx asm" -- "${word#--dump=}") ;;
    -*) mapfile -t COMPREPLY < <(compgen -W "-c --check --json --dap --export --makefile --syntax-only --from --fmad=false
        --use_fast_math --dump= --engine --version --help -I -D -U -include -l -L -x -M -MM -std=c++17" -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -X '!*.@(cu|c|cpp|cc|cxx|ipynb)' -- "$word"; compgen -d -S / -- "$word") ;;
    esac
}
_heddle_kernel() {
    mapfile -t COMPREPLY < <(compgen -W "--install --uninstall --user --sys-prefix --prefix --name --display-name --engine --version --help" \
        -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o filenames -o nospace -F _heddle heddle
complete -F _heddle_kernel heddle-kernel
