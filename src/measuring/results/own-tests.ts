/** Tests of the user's own, which stand beside ours in a config: the gate judges only ours. */
import { z } from 'zod';
import { oneLine } from '../../base/doors.js';
import { redactText } from '../../base/secrets.js';

/** A test of the user's own that failed, by one provider, without secrets. */
interface FailedTest {
  /** Its description, or else the start of its variables. */
  name: string;
  provider: string;
  reason: string;
}

/** What became of them. */
export interface OwnTests {
  /** How often one was asked. */
  asked: number;
  failed: FailedTest[];
}

const text = z.string().min(1).optional().catch(undefined);

/** Nothing of a result is needed but whether it passed. */
const ownResult = z.object({
  success: z.boolean().optional().catch(undefined),
  description: text,
  testCase: z.object({ description: text }).optional().catch(undefined),
  vars: z.unknown().optional(),
  provider: z.object({ id: text, label: text }).optional().catch(undefined),
  error: text,
  gradingResult: z.object({ reason: text }).optional().catch(undefined),
});

/** Longer names and reasons are cut, in UTF-16 units. */
const LONGEST = 200;

/** Count a result of promptfoo that is not of a test of ours. */
export function addOwnTest(tests: OwnTests, result: unknown): void {
  const own = ownResult.safeParse(result).data;
  if (!own) return;
  tests.asked++;
  if (own.success) return;
  const { testCase, vars, provider, gradingResult } = own;
  tests.failed.push({
    name: shown(testCase?.description ?? own.description ?? JSON.stringify(vars ?? {})),
    provider: shown(provider?.label ?? provider?.id ?? 'provider'),
    reason: shown(own.error ?? gradingResult?.reason ?? 'it did not pass'),
  });
}

/** On one line; redacted before it is cut, so that no secret is cut in two and missed. */
function shown(whole: string): string {
  const line = oneLine(redactText(whole.slice(0, 10 * LONGEST))).trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
