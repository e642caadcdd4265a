# Sets `submission` to the file to grade in the current folder: the one that settings.sh names, else the only one
# that it could be. A link is no submission: it could lead to a file of this package. The name need not exist;
# the result then says so.
find_submission() {
    local path candidates=()
    for path in *.py *.ipynb; do
        if [[ -L $path ]]; then
            rm -- "$path"
        elif [[ -f $path ]]; then
            candidates+=("$path")
        fi
    done
    submission=$file
    if [[ ! -f $file ]] && ((${#candidates[@]} == 1)); then
        submission=${candidates[0]}
    fi
}
