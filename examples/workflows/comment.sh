#!/usr/bin/env bash
# Writes files as one comment on the pull request of a job of GitHub, and writes the same comment again in the next run.
# action.yml and sharded.yml call it: bash comment.sh NAME FILE …
# NAME tells the comment from those of other workflows. GH_TOKEN needs `pull-requests: write`; NUMBER is the pull request's.
# A comment that cannot be written fails nothing: it is said in the job's annotations, and the job's summary has it all.
set -euo pipefail
export MARK="<!-- promptfoo-counting-stars: $1 -->"
shift

body="$(mktemp)"
trap 'rm -f "$body"' EXIT
{
  printf '%s\n' "$MARK"
  for page in "$@"; do
    if [ -f "$page" ]; then cat "$page"; printf '\n'; fi
  done
} > "$body"
# GitHub takes 65,536 characters.
if [ "$(wc -c < "$body")" -gt 60000 ]; then
  head -c 60000 "$body" | { iconv -c -f utf-8 -t utf-8 || true; } > "$body.cut"
  mv "$body.cut" "$body"
  printf '\n\nCut here, since GitHub takes no longer comment. The summary of the job has all of it.\n' >> "$body"
fi
printf '\n[The whole run](%s/%s/actions/runs/%s)\n' "$GITHUB_SERVER_URL" "$GITHUB_REPOSITORY" "$GITHUB_RUN_ID" >> "$body"

comments="repos/$GITHUB_REPOSITORY/issues"
failed() {
  echo "::notice::No comment on the pull request: $1. Give the job \`permissions: { contents: read, pull-requests: write }\`; a fork's pull request never has it."
  exit 0
}
# The first line of an answer of several pages.
ours="$(gh api --paginate "$comments/$NUMBER/comments" --jq '.[] | select(.body | startswith(env.MARK)) | .id')" \
  || failed 'its comments cannot be read'
id="${ours%%$'\n'*}"
if [ -n "$id" ]; then
  gh api --silent --method PATCH "$comments/comments/$id" -F "body=@$body" || failed 'it cannot be written'
else
  gh api --silent "$comments/$NUMBER/comments" -F "body=@$body" || failed 'it cannot be written'
fi
