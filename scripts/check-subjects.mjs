/**
 * Looks at the subjects of commits: a verb first, in the imperative, and at most 60 characters.
 *
 *   npm run check:subjects                      what is not in origin/main yet
 *   npm run check:subjects -- BASE..HEAD        any range of git log
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const LONGEST = 60;

/** Verbs that begin subjects. Add yours: a list misses some verbs, but lets no "Fixes", "Shorter" or "Tests of …" pass. */
const VERBS = new Set(
  `Accept Adapt Add Adjust Align Allow Answer Ask Assert Avoid Back Bind Bound Break Bring Build Bump Cache Call Cap Carry
  Catch Change Check Choose Clarify Clean Clear Close Collect Colour Combine Compare Complete Compute Configure Convert
  Copy Count Cover Create Cut Date Deal Decide Declare Deduplicate Default Defer Define Delete Deprecate Derive Describe
  Detect Digest Disable Document Doubt Draw Drop Echo Edit Enable End Enforce Ensure Estimate Exclude Exit Expand Expect
  Explain Export Expose Extend Extract Fail Find Finish Fit Fix Flag Fold Follow Format Gate Generate Give Group Guard
  Hand Handle Harden Have Hide Hold Ignore Import Improve Include Infer Inline Inspect Install Introduce Join Judge Keep
  Label Lead Learn Leave Let Limit Link Lint List Load Log Look Lower Make Map Mark Match Measure Mend Mention Merge
  Migrate Mock Move Name Narrow Normalize Note Offer Open Order Own Pack Pad Parse Part Pass Pin Place Plan Plant Point
  Prefer Prepare Preserve Price Print Prove Publish Put Quote Raise Rank Read Rebuild Recognize Record Redact Redirect
  Reduce Refactor Refer Refresh Refuse Reject Release Remove Rename Render Renew Reorder Repair Repeat Replace Report
  Reproduce Require Reset Resolve Respect Restore Retry Return Reuse Revert Review Reword Rewrite Round Run Save Say Score
  Search Send Separate Serve Set Shorten Show Silence Simplify Simulate Skip Sort Space Speed Split Start State Stop Store
  Stream Stretch Strip Style Sum Support Suppress Survive Swap Switch Take Teach Tell Test Tighten Time Track Translate
  Treat Trim Try Turn Type Unify Update Upgrade Use Validate Verify Version Wait Warn Widen Word Wrap Write`.split(
    /\s+/,
  ),
);

/** What is wrong with a subject, if anything. */
export function complaintOf(subject) {
  const [first = ''] = subject.split(' ');
  if (subject.length > LONGEST) return `has ${subject.length} characters, at most ${LONGEST}`;
  if (!VERBS.has(first)) return `begins with "${first}" instead of a verb such as Add, Fix or Show`;
  if (
    /^(?:Test|Report|Plan|Price|Score|Search|Record|Type|Version|Word|Name) (?:of|is|in)\b/.test(
      subject,
    )
  ) {
    return 'reads as a noun, not as a verb with its object';
  }
  return undefined;
}

function subjectsIn(range) {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['log', '--no-merges', '--format=%s', range],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

/** What is not on the main branch of the origin yet; without an origin the last commit. */
function usualRange() {
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'origin/main']);
  return status === 0 ? 'origin/main..HEAD' : 'HEAD~1..HEAD';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const subjects = subjectsIn(process.argv[2] ?? usualRange());
  const refused = subjects.filter((subject) => complaintOf(subject));
  for (const subject of refused) console.error(`"${subject}" ${complaintOf(subject)}.`);
  console.log(`${subjects.length} subjects, ${refused.length} refused`);
  if (refused.length > 0) process.exitCode = 1;
}
