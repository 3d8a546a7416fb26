#!/usr/bin/env bash
# Writes files as one comment on the pull request of a job of GitHub, and writes the same comment again in the next run.
# action.yml and sharded.yml call it: bash comment.sh NAME FILE …
# NAME tells the comment from those of other workflows. GH_TOKEN needs `pull-requests: write`; NUMBER is the pull request's,
# COMMIT the commit that was evaluated.
# A comment that cannot be written fails nothing: it is said in the job's annotations, and the job's summary has it all.
set -euo pipefail
export MARK="<!-- promptfoo-counting-stars: $1 -->"
shift

body="$(mktemp)"
trap 'rm -f "$body" "$body.all"' EXIT
for page in "$@"; do
  if [ -s "$page" ]; then cat "$page"; printf '\n'; fi
done > "$body.all"
if [ ! -s "$body.all" ]; then
  printf 'This job ended without a verdict. Its log says why.\n' > "$body.all"
fi
# GitHub takes 65,536 characters. Cut between lines, and what a line has opened is closed.
LC_ALL=C awk -v limit=60000 '
  { size += length($0) + 1 }
  size > limit { isCut = 1; exit }
  { print }
  /^ ? ? ?(```|~~~)/ { mark = substr($0, match($0, /[`~]/), 3)
    if (fence == "") fence = mark; else if (fence == mark) fence = "" }
  fence == "" { open += gsub(/<details>/, "&") - gsub(/<\/details>/, "&") }
  END {
    if (!isCut) exit
    if (fence != "") print fence
    while (open-- > 0) print "</details>"
    print "\nCut here, since GitHub takes no longer comment. The summary of the job has all of it."
  }' "$body.all" > "$body.cut"
commit="${COMMIT:-${GITHUB_SHA:-}}"
{
  printf '%s\n' "$MARK"
  cat "$body.cut"
  printf '\nOf commit %s. [The whole run](%s/%s/actions/runs/%s)\n' \
    "${commit:0:7}" "$GITHUB_SERVER_URL" "$GITHUB_REPOSITORY" "$GITHUB_RUN_ID"
} > "$body"
rm -f "$body.cut"

comments="repos/$GITHUB_REPOSITORY/issues"
failed() {
  echo "::notice::No comment on the pull request: $1. Give the job \`permissions: { contents: read, pull-requests: write }\`; a fork's pull request never has it."
  exit 0
}
# Anybody can write the mark, so only a comment of the token's own is written anew.
LOGIN="$(gh api graphql -f query='{ viewer { login } }' --jq .data.viewer.login 2> /dev/null)" || LOGIN='github-actions[bot]'
export LOGIN
# The first line of an answer of several pages.
ours="$(gh api --paginate "$comments/$NUMBER/comments" \
  --jq '.[] | select((.body | startswith(env.MARK)) and .user.login == env.LOGIN) | .id')" \
  || failed 'its comments cannot be read'
id="${ours%%$'\n'*}"
if [ -n "$id" ]; then
  gh api --silent --method PATCH "$comments/comments/$id" -F "body=@$body" || failed 'it cannot be written'
else
  gh api --silent "$comments/$NUMBER/comments" -F "body=@$body" || failed 'it cannot be written'
fi
