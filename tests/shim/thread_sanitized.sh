#!/usr/bin/env bash
# Runs a threaded application under a shim, both built with ThreadSanitizer: thread_sanitized.sh APP SHIM VENDORS.
# Exit status: 0 when no data race was seen and everything was recorded, else 1.
set -euo pipefail
app=$1 shim=$2 vendors=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
for contents in none all; do
  for mode in usual mixed; do
    capture=$folder/$contents-$mode.lpcap
    if ! env OCL_ICD_VENDORS="$vendors" OPENCL_LAYERS="$shim" LAUNCHPROOF_CAPTURE="$capture" \
      LAUNCHPROOF_CONTENTS=$contents XDG_CACHE_HOME="$folder" TSAN_OPTIONS=exitcode=66 \
      "$app" 60 $mode >"$folder/out" 2>&1; then
      echo "thread_sanitized: threads that launch ($mode, contents $contents) have a data race or failed:"
      head -60 "$folder/out"
      status=1
    fi
    if ! compgen -G "$capture/launches.*" >/dev/null || compgen -G "$capture/failures.*" >/dev/null; then
      echo "thread_sanitized: $capture is not a whole recording"
      status=1
    fi
  done
done
exit $status
