#!/usr/bin/env bash
# Runs a threaded application under a shim, both built with a sanitizer: sanitized.sh TARGET APP SHIM VENDORS.
# Exit status: 0 when the sanitizer has found nothing and everything was recorded, else 1.
set -euo pipefail
target=$1 app=$2 shim=$3 vendors=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
for contents in none all; do
  for mode in usual mixed shared apart; do
    capture=$folder/$contents-$mode.lpcap
    # Memory that lives as long as the process is no leak.
    if ! env OCL_ICD_VENDORS="$vendors" OPENCL_LAYERS="$shim" LAUNCHPROOF_CAPTURE="$capture" \
      LAUNCHPROOF_CONTENTS=$contents XDG_CACHE_HOME="$folder" TSAN_OPTIONS=exitcode=66 \
      ASAN_OPTIONS=exitcode=66:detect_leaks=0:detect_stack_use_after_return=1 \
      "$app" 60 $mode >"$folder/out" 2>&1; then
      echo "$target: threads that launch ($mode, contents $contents) have an error or failed:"
      head -60 "$folder/out"
      status=1
    fi
    if ! compgen -G "$capture/launches.*" >/dev/null || compgen -G "$capture/failures.*" >/dev/null; then
      echo "$target: $capture is not a whole recording"
      status=1
    fi
  done
done
exit $status
