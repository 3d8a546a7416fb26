/** Tests of the user's own, which stand beside ours in a config: the gate judges only ours. */
import { z } from 'zod';
import { oneLine } from '../../base/doors.js';
import { kept } from '../../base/kept.js';
import { redactText } from '../../base/secrets.js';

/** A test of the user's own that failed, by one provider, without secrets; repeats of it are one. */
interface FailedTest {
  /** Its description, or else the start of its variables. */
  name: string;
  provider: string;
  /** Why, the first time. */
  reason: string;
  /** How often. */
  times: number;
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

/** What became of them. */
export class OwnTests {
  /** How often one was asked, and how often one failed. */
  asked = 0;
  failures = 0;
  private readonly byTest = new Map<string, FailedTest>();

  /** Count a result of promptfoo that is not of a test of ours. */
  add(result: unknown): void {
    const own = ownResult.safeParse(result).data;
    if (!own) return;
    this.asked++;
    if (own.success) return;
    this.failures++;
    const { testCase, vars, provider, gradingResult } = own;
    const asked = JSON.stringify(vars ?? {});
    const name = testCase?.description ?? own.description ?? asked;
    const by = provider?.label ?? provider?.id ?? 'provider';
    const test = kept(this.byTest, JSON.stringify([name, by, asked]), () => ({
      ...{ name: shown(name), provider: shown(by), times: 0 },
      reason: shown(own.error ?? gradingResult?.reason ?? 'it did not pass'),
    }));
    test.times++;
  }

  get failed(): readonly FailedTest[] {
    return [...this.byTest.values()];
  }
}

/** On one line; redacted before it is cut, so that no secret is cut in two and missed. */
function shown(whole: string): string {
  const line = oneLine(redactText(whole.slice(0, 10 * LONGEST))).trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
