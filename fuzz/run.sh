#!/bin/sh
# Fuzzes one target for so many seconds: fuzz/run.sh mail 600. See docs/fuzzing.md.
# Works with the stable compiler; the program is plain safe Rust, so no sanitizer is needed to see its panics.
set -eu
target=$1
seconds=${2:-600}
cd "$(dirname "$0")"
triple=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --bin "$target" --target "$triple"
case $target in
mail) seeds="../tests/vectors/mail"; length=65536 ;;
sheet) seeds="seeds/sheet"; length=4096 ;;
log) seeds="../tests/vectors/log"; length=65536 ;;
scenario) seeds="../tests/vectors/scenario ../scenarios/spqr ../scenarios/legion"; length=32768 ;;
*) echo "no target $target: mail, sheet, log or scenario" >&2; exit 2 ;;
esac
# what a target writes for each input stays in memory where the system has a place for that
if [ -d /dev/shm ]; then export TMPDIR=/dev/shm; fi
mkdir -p "corpus/$target" "artifacts/$target"
exec nice "${CARGO_TARGET_DIR:-target}/$triple/release/$target" -max_total_time="$seconds" -max_len=$length \
    -timeout=120 -rss_limit_mb=2048 -artifact_prefix="artifacts/$target/" "corpus/$target" $seeds
