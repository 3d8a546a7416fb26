#!/usr/bin/env bash
# Runs a command that writes a page. Where it ends without one, the page says with which exit code and why:
#   bash explained.sh PAGE TITLE COMMAND …
# It ends as the command does, so whatever is not 0 fails the step.
set -euo pipefail
page="$1"
title="$2"
shift 2
said="$(mktemp)"
trap 'rm -f "$said"' EXIT
rm -f "$page"
code=0
# Both streams go on as they are; what is kept of the second one has no keys, since our commands leave them out.
{ "$@" 2>&1 >&3 | tee "$said" >&2; } 3>&1 || code=$?
if [ "$code" -ne 0 ] && [ ! -s "$page" ]; then
  mkdir -p "$(dirname "$page")"
  {
    printf '## %s: could not run\n\nThe command ended with exit code %s.\n\n~~~text\n' "$title" "$code"
    tail -n 20 "$said" | sed 's/~~~/~ ~ ~/g'
    printf '~~~\n'
  } > "$page"
fi
exit "$code"
