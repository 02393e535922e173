# shellcheck shell=bash
# A server of the DynamoDB API for the test suite: what the scripts that run one share. The script that
# sources this names `program`, its files in `cache`, the credentials in `access_key` and `secret_key`,
# and defines `fetch`, which downloads it, and `launch`, which becomes the server on `$port`.

# Seconds the server may take to answer its first request.
patience=60

fail() {
    echo "$program: $*" >&2
    exit 1
}

# The comment at the top of the script.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
}

need() {
    command -v "$1" >/dev/null || fail "\`$1\` is not installed; $2"
}

# Whether an HTTP server is on the port. An open connection is not enough: one to a port that nobody
# listens on can be given that very port as its own and reach itself.
answers() {
    local status
    status=$(
        exec 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$1" || exit
        printf 'GET / HTTP/1.0\r\n\r\n' >&3
        IFS= read -r -t 5 status <&3 && echo "$status"
    )
    [[ $status == HTTP/* ]]
}

# Tries ports that neither Linux nor other systems use for outgoing connections, so that none of
# them takes the port before the server does.
free_port() {
    local candidate
    for _ in {1..50}; do
        candidate=$((16384 + RANDOM % 16384))
        if is_free "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "found no free port; give one with --port"
}

is_free() {
    ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

start() {
    log=$(mktemp)
    directory=$(mktemp -d)
    (cd "$directory" && launch) >"$log" 2>&1 &
    server=$!
    trap stop EXIT
    for ((waited = 0; waited < patience * 10; waited++)); do
        runs || break
        answers "$port" && return
        sleep 0.1
    done
    cat "$log" >&2
    fail "the server did not start on port $port"
}

runs() {
    kill -0 "$server" 2>/dev/null
}

stop() {
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    rm -rf "$log" "$directory"
}

main() {
    port=
    while [[ $# -gt 0 ]]; do
        case $1 in
            --port)
                [[ ${2:-} =~ ^[0-9]+$ ]] || fail "\`--port\` takes a number"
                port=$2
                shift 2
                ;;
            --port=*)
                set -- --port "${1#--port=}" "${@:2}"
                ;;
            -h | --help)
                usage
                exit
                ;;
            *)
                break
                ;;
        esac
    done

    mode=${1:-serve}
    case $mode in
        fetch)
            fetch
            exit
            ;;
        serve) ;;
        run)
            shift
            [[ $# -gt 0 ]] || fail "\`run\` takes a command"
            ;;
        *)
            fail "unknown argument \`$mode\`; expected one of: \`--port\`, \`run\`, \`fetch\`"
            ;;
    esac

    fetch
    port=${port:-$(free_port)}
    is_free "$port" || fail "port $port is taken; give another with \`--port\`"
    start
    url=http://127.0.0.1:$port

    if [[ $mode == serve ]]; then
        echo "export AWS_ENDPOINT_URL_DYNAMODB=$url"
        trap 'exit 0' INT TERM
        wait "$server" || fail "the server stopped"
    else
        export AWS_ENDPOINT_URL_DYNAMODB=$url AWS_REGION=us-east-1
        export AWS_ACCESS_KEY_ID=$access_key AWS_SECRET_ACCESS_KEY=$secret_key
        unset AWS_SESSION_TOKEN AWS_PROFILE
        status=0
        "$@" || status=$?
        if ! runs; then
            cat "$log" >&2
            fail "the server stopped while the command ran"
        fi
        exit "$status"
    fi
}
